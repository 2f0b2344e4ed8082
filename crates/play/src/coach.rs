//! The coach beside a sitting: when it speaks, in which words, and what mistakes came to.
//!
//! What answers are worth the crate `coach` knows.

use std::sync::Arc;

use cards::Card;
use coach::{Asked, Solutions};
use rules::{Money, Rules, Spot};

pub use coach::{Advice, Answer, NoAdvice};

use crate::news::{place, sentence, signed};
use crate::sitting::{Sitting, TableRefused};

/// How many bets' strategies are kept; at most one for each seat is in use.
const KEPT: usize = rules::MAX_SEATS;

/// When the coach speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coaching {
    /// Never.
    Off,
    /// When asked, and after a round with mistakes.
    Ask,
    /// Also before a mistake is made.
    Warn,
}

fn give(answer: Answer, table: &mut Sitting) -> Result<(), TableRefused> {
    match answer {
        Answer::Act(action) => table.act(action),
        Answer::Insure(amount) => table.insure(amount),
    }
}

fn name(answer: Answer) -> String {
    match answer {
        Answer::Act(action) => action.to_string(),
        Answer::Insure(Money::ZERO) => "no insurance".to_owned(),
        Answer::Insure(amount) => format!("insurance of {amount}"),
    }
}

/// What became of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The table has taken it.
    Done,
    /// It would be a mistake, and the same answer again makes it.
    Warned(String),
}

/// Where a question was put.
fn place_of(asked: &Asked) -> String {
    place(asked.seat, asked.is_from_split().then_some(asked.hand))
}

/// A heading and a line for each answer.
pub(crate) fn lines(advice: &Advice) -> Vec<String> {
    let Advice { asked, worths, best } = advice;
    let (what, when) = match best {
        Answer::Act(_) => ("Basic strategy", ", after the peek"),
        Answer::Insure(_) => ("Insurance", ", before the peek"),
    };
    let (on, bet) = (hand_name(&asked.cards, asked.up), Money::cents(asked.bet.into()));
    let mut lines = vec![
        format!("{what} for {on} on a fresh shoe{when},"),
        format!("in wagers and for your {bet}:"),
    ];
    lines.extend(worths.iter().map(|&(answer, worth)| {
        let best = if answer == *best { "  best" } else { "" };
        let money = signed(in_money(worth, bet));
        format!("  {:<20} {worth:>+8.4}  {money:>9}{best}", name(answer))
    }));
    lines
}

/// An answer that was not the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    place: String,
    cards: Vec<Card>,
    up: Card,
    made: Answer,
    better: Answer,
    /// What it cost, in wagers.
    pub cost: f64,
    bet: Money,
}

impl Mistake {
    /// What an answer costs against the best one, if it costs anything.
    fn of(advice: &Advice, made: Answer) -> Option<Mistake> {
        let cost = advice.cost(made).filter(|&cost| cost > 0.0)?;
        Some(Mistake {
            place: place_of(&advice.asked),
            cards: advice.asked.cards.clone(),
            up: advice.asked.up,
            made,
            better: advice.best,
            cost,
            bet: Money::cents(advice.asked.bet.into()),
        })
    }

    /// One line: the hand, what was played, what was better, what it cost.
    pub fn sentence(&self) -> String {
        let Mistake { place, cards, up, made, better, .. } = self;
        let hand = hand_name(cards, *up);
        let cost = self.price();
        format!("{place}, {hand}: {} instead of {} costs {cost}.", name(*made), name(*better))
    }

    fn warning(&self) -> String {
        let (made, better) = (name(self.made), name(self.better));
        let text = format!("{made} costs {} against {better}", self.price());
        format!("{} The same again does it anyway.", sentence(&text))
    }

    fn price(&self) -> String {
        format!("{:.4} wagers ({})", self.cost, in_money(self.cost, self.bet))
    }
}

/// `5-6 against J`.
fn hand_name(cards: &[Card], up: Card) -> String {
    let rank = |card: &Card| match card.rank() {
        cards::Rank::Ten => "10".to_owned(),
        rank => rank.letter().to_string(),
    };
    let ranks: Vec<String> = cards.iter().map(rank).collect();
    format!("{} against {}", ranks.join("-"), rank(&up))
}

/// So many wagers in money, to the nearest cent.
fn in_money(wagers: f64, bet: Money) -> Money {
    Money::cents((wagers * bet.in_cents() as f64).round() as i64)
}

/// The mistakes of a sitting.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How often the player decided something.
    pub decisions: u32,
    /// How often not for the best.
    pub mistakes: u32,
    /// What that cost, in wagers.
    pub wagers: f64,
    /// What that cost, in cents.
    pub cents: f64,
}

/// A coach beside one table.
#[derive(Clone)]
pub struct Coach {
    coaching: Coaching,
    rules: Rules,
    solutions: Arc<Solutions>,
    mistakes: Vec<Mistake>,
    warned: Option<Answer>,
    tally: Tally,
}

impl Coach {
    /// A coach for these rules; nothing is solved before something is asked.
    pub fn new(rules: &Rules, coaching: Coaching) -> Coach {
        Coach {
            coaching,
            rules: *rules,
            solutions: Arc::new(Solutions::new(KEPT)),
            mistakes: Vec::new(),
            warned: None,
            tally: Tally::default(),
        }
    }

    /// Whether the coach answers at all.
    pub fn is_on(&self) -> bool {
        self.coaching != Coaching::Off
    }

    /// The mistakes of the round on the felt.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// The mistakes of the sitting.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// A new round is dealt.
    pub fn start_round(&mut self) {
        self.mistakes.clear();
        self.warned = None;
    }

    /// Gives the player's answer to the table and remembers what it cost; a coach
    /// that warns keeps a mistake back the first time.
    ///
    /// # Errors
    /// If the table refuses the answer.
    pub fn answer(&mut self, table: &mut Sitting, answer: Answer) -> Result<Given, TableRefused> {
        let judged = match self.coaching {
            Coaching::Off => None,
            Coaching::Ask | Coaching::Warn => self.judge(table, answer),
        };
        if let (Coaching::Warn, Some(Some(mistake))) = (self.coaching, &judged)
            && self.warned != Some(answer)
        {
            self.warned = Some(answer);
            return Ok(Given::Warned(mistake.warning()));
        }
        give(answer, table)?;
        self.warned = None;
        if let Some(mistake) = judged {
            self.remember(mistake);
        }
        Ok(Given::Done)
    }

    /// Whether an answer is a mistake; nothing where the coach cannot tell.
    fn judge(&self, table: &Sitting, answer: Answer) -> Option<Option<Mistake>> {
        if let Answer::Insure(amount) = answer {
            // What the table refuses anyway is no mistake yet.
            let step = self.rules.wager(Spot::Insurance).map_or(1, |wager| wager.step.max(1));
            (amount.in_cents() % i64::from(step) == 0).then_some(())?;
        }
        let advice = self.advice(table).ok()?;
        advice.worth(answer)?;
        Some(Mistake::of(&advice, answer))
    }

    fn remember(&mut self, mistake: Option<Mistake>) {
        self.tally.decisions += 1;
        if let Some(mistake) = mistake {
            self.tally.mistakes += 1;
            self.tally.wagers += mistake.cost;
            self.tally.cents += mistake.cost * mistake.bet.in_cents() as f64;
            self.mistakes.push(mistake);
        }
    }

    /// What every answer to the question at the table is worth.
    ///
    /// # Errors
    /// If nothing is asked, or the rules are outside what can be solved.
    pub fn advice(&self, table: &Sitting) -> Result<Advice, NoAdvice> {
        let asked = Asked::of(table.view(), table.seats(), &self.rules, table.bankroll());
        Advice::on(asked.ok_or(NoAdvice::NothingAsked)?, &self.rules, &self.solutions)
    }

    /// What the sitting's mistakes come to; nothing where nothing was decided.
    pub fn summary(&self) -> Option<String> {
        let Tally { decisions, mistakes, wagers, cents } = self.tally;
        let number = |count: u32, word: &str| match count {
            1 => format!("1 {word}"),
            count => format!("{count} {word}s"),
        };
        let decisions = match decisions {
            0 => return None,
            count => number(count, "decision"),
        };
        if mistakes == 0 {
            return Some(format!("Coach: {decisions} and no mistake."));
        }
        let cost = Money::cents(cents.round() as i64);
        let mistakes = number(mistakes, "mistake");
        Some(format!("Coach: {decisions}, {mistakes}, which cost {wagers:.4} wagers ({cost})."))
    }
}
