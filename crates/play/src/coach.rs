//! The coach: what every legal action is worth, and what mistakes cost.
//!
//! It knows basic strategy: the exact value of each action on a fresh shoe, for the
//! rules and the bet in force. Cards of other hands do not change its mind.

use std::sync::Arc;

use cards::{Card, Counts};
use odds::SideWager;
use odds::main_wager::{self, NoChoice, NotModelled, Question, Solution, SplitClass};
use rules::{Action, Money, Rules, Spot};
use table::{Ask, HandView};

use crate::news::{place, sentence, signed};
use crate::sitting::{Sitting, TableRefused, main_wager as wager_of};

/// How many bets' strategies are kept; at most one for each seat is in use.
const KEPT: usize = rules::MAX_SEATS;
/// Actions whose values differ by less are equally good.
const TIE: f64 = 1e-9;

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

/// What a player answers when the table asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An action on a hand.
    Act(Action),
    /// Insurance of this amount; nothing is no.
    Insure(Money),
}

impl Answer {
    fn give(self, table: &mut Sitting) -> Result<(), TableRefused> {
        match self {
            Answer::Act(action) => table.act(action),
            Answer::Insure(amount) => table.insure(amount),
        }
    }

    fn name(self) -> String {
        match self {
            Answer::Act(action) => action.to_string(),
            Answer::Insure(Money::ZERO) => "no insurance".to_owned(),
            Answer::Insure(amount) => format!("insurance of {amount}"),
        }
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

/// Why the coach has nothing to say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum NoAdvice {
    #[error("nothing is asked now")]
    NothingAsked,
    #[error("the coach cannot help here: {0}")]
    NotModelled(#[from] NotModelled),
    #[error("the coach cannot help here: {0}")]
    NoChoice(#[from] NoChoice),
}

/// What the answers to one question are worth, in wagers.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    place: String,
    cards: Vec<Card>,
    up: Card,
    bet: Money,
    /// The answers that can be given, in the order of the keys.
    pub worths: Vec<(Answer, f64)>,
    /// The best of them.
    pub best: Answer,
}

impl Advice {
    /// What an answer is worth in wagers, if it can be given.
    pub fn worth(&self, answer: Answer) -> Option<f64> {
        match (answer, self.worths.first()) {
            // Any part of the most that can be insured is worth its part.
            (Answer::Insure(amount), Some(&(Answer::Insure(most), worth))) if most >= amount => {
                let part = amount.in_cents() as f64 / (most.in_cents() as f64).max(1.0);
                Some(worth * part)
            }
            _ => self.worths.iter().find(|(known, _)| *known == answer).map(|&(_, worth)| worth),
        }
    }

    /// What an answer costs against the best one, if it costs anything.
    fn mistake(&self, answer: Answer) -> Option<Mistake> {
        let cost = self.worth(self.best)? - self.worth(answer)?;
        (cost > TIE).then(|| Mistake {
            place: self.place.clone(),
            cards: self.cards.clone(),
            up: self.up,
            made: answer,
            better: self.best,
            cost,
            bet: self.bet,
        })
    }

    /// A heading and a line for each answer.
    pub fn lines(&self) -> Vec<String> {
        let (what, when) = match self.best {
            Answer::Act(_) => ("Basic strategy", ", after the peek"),
            Answer::Insure(_) => ("Insurance", ", before the peek"),
        };
        let on = hand_name(&self.cards, self.up);
        let mut lines = vec![
            format!("{what} for {on} on a fresh shoe{when},"),
            format!("in wagers and for your {}:", self.bet),
        ];
        lines.extend(self.worths.iter().map(|&(answer, worth)| {
            let best = if answer == self.best { "  best" } else { "" };
            let money = signed(in_money(worth, self.bet));
            format!("  {:<20} {worth:>+8.4}  {money:>9}{best}", answer.name())
        }));
        lines
    }
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
    /// One line: the hand, what was played, what was better, what it cost.
    pub fn sentence(&self) -> String {
        let Mistake { place, cards, up, made, better, .. } = self;
        let hand = hand_name(cards, *up);
        let cost = self.price();
        format!("{place}, {hand}: {} instead of {} costs {cost}.", made.name(), better.name())
    }

    fn warning(&self) -> String {
        let (made, better) = (self.made.name(), self.better.name());
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
    /// The dealer's hands, once they are needed: they serve every bet.
    dealer: Option<Arc<main_wager::Table>>,
    solved: Vec<(u32, Arc<Solution>)>,
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
            dealer: None,
            solved: Vec::new(),
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
        answer.give(table)?;
        self.warned = None;
        if let Some(mistake) = judged {
            self.remember(mistake);
        }
        Ok(Given::Done)
    }

    /// Whether an answer is a mistake; nothing where the coach cannot tell.
    fn judge(&mut self, table: &Sitting, answer: Answer) -> Option<Option<Mistake>> {
        if let Answer::Insure(amount) = answer {
            // What the table refuses anyway is no mistake yet.
            let step = self.rules.wager(Spot::Insurance).map_or(1, |wager| wager.step.max(1));
            (amount.in_cents() % i64::from(step) == 0).then_some(())?;
        }
        let advice = self.advice(table).ok()?;
        advice.worth(answer)?;
        Some(advice.mistake(answer))
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
    pub fn advice(&mut self, table: &Sitting) -> Result<Advice, NoAdvice> {
        let up = table.up_card().ok_or(NoAdvice::NothingAsked)?;
        let (seat, number) = table.asked_hand().map_err(|_| NoAdvice::NothingAsked)?;
        let seen = table.cards_of(seat).ok_or(NoAdvice::NothingAsked)?;
        let hand = seen.hands.get(usize::from(number) - 1).ok_or(NoAdvice::NothingAsked)?;
        let HandView { ref cards, doubles, .. } = *hand;
        let (bet, hands) = (wager_of(seen), seen.hands.len());
        let (worths, best) = match table.asked() {
            Some(Ask::Action { .. }) => {
                // Several hands of a seat all come from one that was split.
                let from_split = hands > 1;
                let hands = hands as u8;
                self.actions(
                    table,
                    bet,
                    &main_wager::Hand { cards, up, doubles, from_split, hands },
                )?
            }
            _ => insurance(table, bet, cards, up),
        };
        Ok(Advice {
            place: place(seat, (hands > 1).then_some(number)),
            cards: cards.clone(),
            up,
            bet: Money::cents(bet.into()),
            worths,
            best,
        })
    }

    /// The worth of each action that the bankroll reaches for, and the best of them.
    fn actions(
        &mut self,
        table: &Sitting,
        bet: u32,
        hand: &main_wager::Hand<'_>,
    ) -> Result<(Vec<(Answer, f64)>, Answer), NoAdvice> {
        let worth = self.solution(bet)?.hand(hand)?;
        let offers = table.offers();
        let open = offers.iter().filter(|offer| offer.standing.is_open());
        let worths: Vec<(Answer, f64)> = open
            .filter_map(|offer| Some((Answer::Act(offer.action), worth.of(offer.action)?)))
            .collect();
        let best = best_of(&worths).ok_or(NoAdvice::NothingAsked)?;
        Ok((worths, best))
    }

    /// The strategy for a bet, solved when it is first needed.
    fn solution(&mut self, bet: u32) -> Result<Arc<Solution>, NotModelled> {
        if let Some((_, known)) = self.solved.iter().find(|(of, _)| *of == bet) {
            return Ok(Arc::clone(known));
        }
        let Rules { deck, decks, soft_17, .. } = self.rules;
        let dealer = self.dealer.get_or_insert_with(|| {
            Arc::new(main_wager::Table::new(&Counts::of(deck, decks), soft_17))
        });
        let question = Question { rules: self.rules, bet: Some(bet), class: SplitClass::Cdp };
        let solution = Arc::new(Solution::of(dealer, question)?);
        if self.solved.len() == KEPT {
            self.solved.remove(0);
        }
        self.solved.push((bet, Arc::clone(&solution)));
        Ok(solution)
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

/// The worth of insuring for the most and of not insuring, and the better of both.
fn insurance(table: &Sitting, bet: u32, held: &[Card], up: Card) -> (Vec<(Answer, f64)>, Answer) {
    let rules = table.rules();
    let fresh = Counts::of(rules.deck, rules.decks);
    let value = rules
        .table(Spot::Insurance)
        .map_or(0.0, |pays| SideWager::insurance(pays, fresh, held, up).ev.to_f64());
    let most = table.most_insurance();
    let all = (Answer::Insure(Money::cents(most.into())), value * f64::from(most) / f64::from(bet));
    let none = (Answer::Insure(Money::ZERO), 0.0);
    let worths = if most > 0 { vec![all, none] } else { vec![none] };
    let best = best_of(&worths).unwrap_or(none.0);
    (worths, best)
}

/// The first of the best.
fn best_of(worths: &[(Answer, f64)]) -> Option<Answer> {
    let mut best = *worths.first()?;
    for &(answer, worth) in worths {
        if worth > best.1 {
            best = (answer, worth);
        }
    }
    Some(best.0)
}
