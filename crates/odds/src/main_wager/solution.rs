//! The whole main wager: every first two cards against every up-card.

use std::sync::Arc;

use rayon::prelude::*;
use rules::settings::{Allowed, DoubleLimit, NaturalsPaid, Peek, Split, Tie};
use rules::{Action, Actions, Origin, Rules, Spot};

use super::chart::Chart;
use super::composition::{ACE, TEN, VALUES, compositions};
use super::pair::{AfterSplit, Becomes, SplitPair, most_hands};
use super::play::{Best, Chooser, State, Suited, Worths};
use super::shoe::{Suits, is_suited_value, third_value};
use super::table::Table;
use super::terms::{Terms, best_of};
use super::two_cards::Worth;
use super::up_card::UpCard;

/// How hands are played after a split; each class splits again whenever it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitClass {
    /// The plays of the unsplit hand; the best allowed by its worths where the play
    /// itself is not allowed.
    CdzMinus,
    /// For each pair and up-card the plays that are best where the pair becomes two hands,
    /// for all hands of the split.
    Cdp1,
    /// For each pair, up-card and number of further cards of the pair out of the shoe the
    /// plays that are best then. Nobody who plays knows that number: the class is there for
    /// comparison.
    Cdp,
    /// For each pair and up-card the plays that are best over all hands of the split together:
    /// the best that can be played without memory.
    Pair,
}

impl SplitClass {
    /// The name: that of the literature, where it has one.
    pub const fn name(self) -> &'static str {
        match self {
            SplitClass::CdzMinus => "CDZ-",
            SplitClass::Cdp1 => "CDP1",
            SplitClass::Cdp => "CDP",
            SplitClass::Pair => "best by pair",
        }
    }

    /// How hands are played after a split, where the unsplit hand is played so.
    pub(crate) fn plan<'a>(self, as_unsplit: &'a dyn Fn(&State<'_>) -> Action) -> AfterSplit<'a> {
        match self {
            SplitClass::CdzMinus => AfterSplit::Follow(as_unsplit),
            SplitClass::Cdp1 => AfterSplit::First,
            SplitClass::Cdp => AfterSplit::ByLane,
            SplitClass::Pair => AfterSplit::Best,
        }
    }
}

/// What is to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rules.
    pub rules: Rules,
    /// The bet in cents, for limits on doubling and prizes of fixed dollars.
    pub bet: Option<u32>,
    /// How hands are played after a split.
    pub class: SplitClass,
}

impl Question {
    /// The rules as the main wager meets them: what it is indifferent to is made alike, so
    /// that equal questions have equal answers.
    pub fn as_met(&self) -> Question {
        let mut met = Rules {
            seats: 1,
            peek: Peek::AceOrTenValue,
            naturals_paid: NaturalsPaid::AfterPeek,
            insure_naturals: Allowed::No,
            games_per_seat: None,
            wagers: [None; Spot::COUNT],
            ..self.rules
        };
        if self.bet.is_none() {
            (met.double_limit, met.double_cap) = (DoubleLimit::PerWager, u32::MAX);
            met.special_bonus = None;
        }
        if let Some(special) = &mut met.special_bonus {
            (special.envy, special.envy_to_winners) = (0, Allowed::No);
        }
        Question { rules: met, ..*self }
    }
}

/// A rule set or shoe that is not modelled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotModelled {
    /// Pairs by rank.
    #[error(
        "split = same-rank is not modelled: the analysis knows cards by value; set split=same-value"
    )]
    PairsByRank,
    /// Too few cards.
    #[error(
        "the shoe of {cards} cards could run out in one round; the analysis needs one that lasts"
    )]
    ShortShoe {
        /// The cards left.
        cards: i32,
    },
    /// The table is for another soft 17.
    #[error("the table of dealer's hands is for another rule on soft 17")]
    OtherTable,
}

/// A strategy that is given, not found.
pub(crate) trait Strategy: Sync {
    fn choose(&self, state: &State<'_>) -> Action;
}

struct Following<'a>(&'a dyn Strategy);

impl Chooser<1> for Following<'_> {
    fn choose(&self, state: &State<'_>, _: &Worths<1>) -> Action {
        self.0.choose(state)
    }
}

/// First two cards against an up-card.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The chance of being dealt these cards against this up-card.
    pub(crate) chance: f64,
    pub(crate) up: usize,
    pub(crate) up_suit: usize,
    pub(crate) values: [usize; 2],
    pub(crate) suits: [usize; 2],
    /// Whether suits matter to these cards.
    pub(crate) by_suit: bool,
    pub(crate) hand: u16,
    /// The chance that the dealer has no natural.
    pub(crate) free: f64,
    /// What may be done; nothing with a natural.
    pub(crate) allowed: Actions,
    /// The worth of each action, prizes included; joint with no natural.
    pub(crate) worths: [f64; 6],
    /// What is done, if anything.
    pub(crate) action: Option<Action>,
    pub(crate) suited: Option<Suited>,
    /// What the hand is worth, the dealer's naturals counted.
    pub(crate) worth: Worth,
}

/// The solved main wager.
///
/// ```
/// use std::sync::Arc;
///
/// use cards::Counts;
/// use odds::main_wager::{Question, Solution, SplitClass, Table};
///
/// let file = games::find("bahama-bonus").expect("a game of the folder").file();
/// let game = file.game(None, &[]).expect("it has no faults");
/// let rules = *game.rules();
/// let shoe = Counts::of(rules.deck, rules.decks);
/// let table = Arc::new(Table::new(&shoe, rules.soft_17));
/// let question = Question { rules, bet: None, class: SplitClass::CdzMinus };
/// let solution = Solution::of(&table, question)?;
/// assert!(solution.ev < 0.0, "the house has the edge");
/// # Ok::<(), odds::main_wager::NotModelled>(())
/// ```
pub struct Solution {
    pub(crate) table: Arc<Table>,
    pub(crate) terms: Terms,
    /// What was asked.
    pub question: Question,
    pub(crate) ups: Vec<Against>,
    /// The expectation of the main wager, in units of it.
    pub ev: f64,
    /// What the special bonus adds to it.
    pub prize: f64,
}

/// Everything against one up-card.
pub(crate) struct Against {
    pub(crate) up_card: UpCard,
    pub(crate) splits: Vec<Option<SplitPair>>,
    pub(crate) starts: Vec<Start>,
}

impl Solution {
    /// Finds the best strategy and its value.
    ///
    /// # Errors
    /// If the rules or the shoe are outside what is modelled.
    pub fn of(table: &Arc<Table>, question: Question) -> Result<Solution, NotModelled> {
        Solution::solve(table, question, None)
    }

    /// The value of a chart; after a split its plays are used too.
    ///
    /// # Errors
    /// If the rules or the shoe are outside what is modelled.
    pub fn following(
        table: &Arc<Table>,
        question: Question,
        chart: &Chart,
    ) -> Result<Solution, NotModelled> {
        Solution::solve(table, question, Some(chart))
    }

    /// Whether the rules and the shoe are what the analysis models.
    pub(crate) fn modelled(table: &Table, question: &Question) -> Result<(), NotModelled> {
        let rules = &question.rules;
        if rules.split == Split::SameRank && rules.hands > 1 {
            return Err(NotModelled::PairsByRank);
        }
        if table.soft_17 != rules.soft_17 {
            return Err(NotModelled::OtherTable);
        }
        if !table.shoe.lasts(rules.hands) {
            return Err(NotModelled::ShortShoe { cards: table.shoe.total });
        }
        Ok(())
    }

    /// Everything against an up-card that is in the shoe.
    pub(crate) fn against(&self, up: usize) -> &Against {
        let found = self.ups.iter().find(|against| against.up_card.up == up);
        found.expect("the up-card was found in the shoe")
    }

    fn solve(
        table: &Arc<Table>,
        question: Question,
        strategy: Option<&dyn Strategy>,
    ) -> Result<Solution, NotModelled> {
        Solution::modelled(table, &question)?;
        let rules = &question.rules;
        let terms = Terms::new(rules, question.bet);
        let ups: Vec<usize> = (0..VALUES).filter(|&up| table.shoe.left[up] > 0).collect();
        let ups: Vec<Against> = ups
            .par_iter()
            .map(|&up| Against::new(table, &terms, up, question.class, strategy))
            .collect();
        let mut sum = Worth::default();
        for start in ups.iter().flat_map(|against| &against.starts) {
            sum.add(start.chance, start.worth);
        }
        let (ev, prize) = (sum.main, sum.prize);
        Ok(Solution { table: Arc::clone(table), terms, question, ups, ev, prize })
    }
}

impl Against {
    pub(crate) fn new(
        table: &Table,
        terms: &Terms,
        up: usize,
        class: SplitClass,
        strategy: Option<&dyn Strategy>,
    ) -> Against {
        let up_card = match strategy {
            Some(strategy) => UpCard::new(table, terms, up, Origin::Dealt, &Following(strategy)),
            None => UpCard::new(table, terms, up, Origin::Dealt, &Best),
        };
        let as_unsplit = |state: &State<'_>| up_card.play(state);
        let as_told = |state: &State<'_>| strategy.map_or(Action::Stand, |told| told.choose(state));
        let plan = match strategy {
            Some(_) => AfterSplit::Follow(&as_told),
            None => class.plan(&as_unsplit),
        };
        let splits = (0..VALUES).map(|value| {
            let most = most_hands(&terms.rules, value);
            let dealt = table.shoe.left[value] - i32::from(value == up);
            (most > 1 && dealt >= 2 && table.splits(value)).then(|| {
                SplitPair::new(table, terms, Becomes { value, up, most, lane: None }, plan)
            })
        });
        let splits = splits.collect();
        let mut against = Against { up_card, splits, starts: Vec::new() };
        against.starts = against.starts(table, terms, strategy);
        against
    }

    fn starts(&self, table: &Table, terms: &Terms, strategy: Option<&dyn Strategy>) -> Vec<Start> {
        let up = self.up_card.up;
        let shoe = &table.shoe;
        let mut starts = Vec::new();
        let total = f64::from(shoe.total);
        let deals = total * (total - 1.0) * (total - 2.0);
        for first in 0..VALUES {
            for second in first..VALUES {
                let orders = if first == second { 1.0 } else { 2.0 };
                let minds_suits =
                    is_suited_value(first) && is_suited_value(second) && terms.minds_suits();
                let suits_of = |matter: bool| 0..if matter { 4 } else { 1 };
                for up_suit in suits_of(minds_suits && is_suited_value(up)) {
                    for first_suit in suits_of(minds_suits) {
                        for second_suit in suits_of(minds_suits) {
                            let cards = [(up, up_suit), (first, first_suit), (second, second_suit)];
                            let ways = ways(table, minds_suits, cards);
                            if ways > 0.0 {
                                let chance = orders * ways / deals;
                                let start = self.start(table, terms, strategy, chance, cards);
                                starts.push(Start { by_suit: minds_suits, ..start });
                            }
                        }
                    }
                }
            }
        }
        starts
    }

    fn start(
        &self,
        table: &Table,
        terms: &Terms,
        strategy: Option<&dyn Strategy>,
        chance: f64,
        cards: [(usize, usize); 3],
    ) -> Start {
        let [(up, up_suit), (first, first_suit), (second, second_suit)] = cards;
        let all = compositions();
        let hand = all.pair_of(first, second);
        let free = table.ends(hand, up).iter().sum::<f64>();
        let mut start = Start {
            chance,
            up,
            up_suit,
            values: [first, second],
            suits: [first_suit, second_suit],
            by_suit: false,
            hand,
            free,
            allowed: Actions::NONE,
            worths: [f64::NEG_INFINITY; 6],
            action: None,
            suited: None,
            worth: Worth::default(),
        };
        if (first, second) == (ACE, TEN) {
            start.worth.main = natural(&terms.rules, free);
            return start;
        }
        start.allowed = terms.options(Origin::Dealt, 2, 0);
        start.suited = self.suited(table, terms, hand, cards);
        let (mut main, mut prize) = self.worths(hand, start.suited);
        if first == second
            && let Some(split) = &self.splits[first]
        {
            start.allowed = start.allowed.with(Action::Split);
            let worth = split.worth(first_suit, second_suit, up_suit);
            main[Action::Split as usize] = worth.main;
            prize[Action::Split as usize] = worth.prize;
        }
        start.worths = std::array::from_fn(|action| main[action] + prize[action]);
        let action = match strategy {
            None => best_of(start.allowed, |action| start.worths[action as usize]),
            Some(strategy) => strategy.choose(&State {
                index: hand,
                hand: all.get(hand),
                up,
                doubles: 0,
                allowed: start.allowed,
                suited: start.suited,
            }),
        };
        start.action = Some(action);
        let (main, prize) = (main[action as usize], prize[action as usize]);
        // A dealer's natural takes the wager.
        start.worth = Worth { main: main - (1.0 - free), prize };
        start
    }

    /// What two cards of one suit are on the way to, where suits matter to them.
    fn suited(
        &self,
        table: &Table,
        terms: &Terms,
        hand: u16,
        cards: [(usize, usize); 3],
    ) -> Option<Suited> {
        let [(up, up_suit), (first, suit), (second, second_suit)] = cards;
        self.up_card.suited(hand).filter(|_| suit == second_suit)?;
        let shoe = Suits::of(&table.shoe);
        let known = shoe.without(up, up_suit).without(first, suit).without(second, second_suit);
        let third = third_value(first, second).unwrap_or(first);
        let bonus = terms.rules.bonus_21.is_some_and(|it| it.suit as usize == suit);
        Some(Suited { suit, up_suit, bonus, chance: known.chance(third, suit) })
    }

    /// What each action but a split is worth, the main wager and prizes apart.
    fn worths(&self, hand: u16, suited: Option<Suited>) -> ([f64; 6], [f64; 6]) {
        match self.up_card.suited(hand).zip(suited) {
            Some((two, seen)) => {
                let (main, prize) = two.suited(seen.bonus, seen.chance);
                (main.map(|[worth]| worth), prize.map(|[worth]| worth))
            }
            None => (*self.up_card.worths(hand, 0), [0.0; 6]),
        }
    }
}

/// In how many ways the up-card, the first and the second card can be dealt.
fn ways(table: &Table, by_suit: bool, cards: [(usize, usize); 3]) -> f64 {
    let mut ways = 1.0;
    for (place, &(value, suit)) in cards.iter().enumerate() {
        let suits_matter = by_suit && is_suited_value(value);
        let gone = cards[..place].iter().filter(|&&(other, other_suit)| {
            other == value && (!suits_matter || other_suit == suit)
        });
        let count =
            if suits_matter { table.shoe.by_suit(value)[suit] } else { table.shoe.left[value] };
        ways *= f64::from((count - gone.count() as i32).max(0));
    }
    ways
}

/// What a natural is worth when the dealer has none with this chance.
fn natural(rules: &Rules, free: f64) -> f64 {
    let (win, per) = rules.natural_pays.fraction();
    let paid = match rules.natural_tie {
        Tie::Wins => 1.0,
        Tie::Pushes => free,
    };
    paid * f64::from(win) / f64::from(per)
}
