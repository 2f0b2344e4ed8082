//! How rounds end: the chance of each result, what is staked, and how results vary.
//!
//! Rounds without a split are followed card by card, so their law is exact. Of
//! rounds with a split the expectations are exact, but not how their hands vary
//! together.

use std::collections::BTreeMap;

use rules::settings::Tie;
use rules::{Action, Class, Origin, Rules};

use super::composition::{NO_HAND, VALUES, compositions};
use super::dealer::{END_21, END_BUST, Ends};
use super::play::Measure;
use super::shoe::{SEVEN, Unseen, is_suited_21};
use super::solution::{Against, Solution, Start};
use super::table::Table;
use super::terms::{STAKES, Terms, class_of_21, suited_class};

/// How a hand that was not split ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// A natural that is paid.
    Natural,
    /// A natural against the dealer's.
    NaturalsPush,
    /// The dealer's natural takes the wager.
    DealerNatural,
    /// Given up on two cards.
    Surrendered,
    /// Given up after a double.
    Rescued,
    /// Over twenty-one.
    Bust,
    /// A 21 of a class that the game prices.
    TwentyOne(Class),
    /// A higher total than the dealer's, or the dealer is bust.
    Wins,
    /// The dealer's total.
    Pushes,
    /// A lower total than the dealer's.
    Loses,
}

/// One way in which rounds end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// How the hand ends.
    pub end: End,
    /// How often it was doubled.
    pub doubles: u8,
    /// What was staked, in units of the original wager.
    pub staked: f64,
    /// What was won, in the same units.
    pub net: f64,
    /// How often this happens.
    pub chance: f64,
}

/// The law of the main wager, as far as it is exact.
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// The ends of rounds without a split.
    pub whole: Vec<Outcome>,
    /// The chance that a round has a split.
    pub split: f64,
    /// What rounds with a split win, on average over all rounds.
    pub split_ev: f64,
    /// What is staked in an average round, doubles and splits included.
    pub average_wager: f64,
}

impl Outcomes {
    /// The variance of rounds without a split, given that there is none.
    pub fn variance_without_split(&self) -> f64 {
        self.moment(2) - self.moment(1).powi(2)
    }

    /// Their skewness.
    pub fn skewness_without_split(&self) -> f64 {
        let [first, second, third] = [1, 2, 3].map(|power| self.moment(power));
        let central = third - 3.0 * first * second + 2.0 * first.powi(3);
        central / self.variance_without_split().powf(1.5)
    }

    /// The mean of a power of what rounds without a split win, given that there is none.
    fn moment(&self, power: i32) -> f64 {
        let sum: f64 = self.whole.iter().map(|end| end.chance * end.net.powi(power)).sum();
        sum / (1.0 - self.split)
    }

    /// The chance of each net result of rounds without a split, ascending.
    pub fn results(&self) -> Vec<(f64, f64)> {
        let mut results = BTreeMap::new();
        for end in &self.whole {
            // Results are sums of a few wagers; a millionth tells them apart.
            *results.entry((end.net * 1e6).round() as i64).or_insert(0.0) += end.chance;
        }
        results.into_iter().map(|(net, chance)| (net as f64 / 1e6, chance)).collect()
    }
}

impl Solution {
    /// Follows all rounds under the solved strategy.
    pub fn outcomes(&self) -> Outcomes {
        let mut ends = Ended::new(&self.terms);
        let mut outcomes =
            Outcomes { whole: Vec::new(), split: 0.0, split_ev: 0.0, average_wager: 0.0 };
        for against in &self.ups {
            follow(&self.table, &self.terms, against, &mut ends);
            self.follow_splits(against, &mut ends, &mut outcomes);
        }
        outcomes.whole = ends.outcomes();
        let whole: f64 = outcomes.whole.iter().map(|end| end.chance * end.staked).sum();
        outcomes.average_wager += whole;
        outcomes
    }

    /// The expectations of the rounds against one up-card that are split.
    fn follow_splits(&self, against: &Against, ends: &mut Ended<'_>, outcomes: &mut Outcomes) {
        for (value, split) in against.splits.iter().enumerate() {
            let of_value =
                |start: &&Start| start.action == Some(Action::Split) && start.values == [value; 2];
            let starts = against.starts.iter().filter(of_value);
            let Some(split) = split.as_ref().filter(|_| starts.clone().next().is_some()) else {
                continue;
            };
            let staked = split.measured(&self.table, &self.terms, Measure::Stake);
            for start in starts {
                let [first, second] = start.suits;
                outcomes.split += start.chance * start.free;
                outcomes.split_ev += start.chance * split.worth(first, second, start.up_suit).main;
                outcomes.average_wager +=
                    start.chance * staked.worth(first, second, start.up_suit).main;
                // The dealer's natural comes before the split.
                ends.add(End::DealerNatural, 0, -1.0, start.chance * naturals(&self.table, start));
            }
        }
    }
}

/// How often each composition of more than two cards is met in rounds that are not
/// split, by the number of doubles.
pub(crate) type Met = Vec<[f64; STAKES]>;

/// Follows the rounds against one up-card that are not split, and tells how they end.
pub(crate) fn follow(table: &Table, terms: &Terms, against: &Against, ends: &mut Ended<'_>) -> Met {
    let all = compositions();
    let up = against.up_card.up;
    let unseen = Unseen::new(&table.shoe, up, None);
    let mut walk = Walk { table, terms, up, unseen, met: vec![[0.0; STAKES]; all.len()] };
    for start in &against.starts {
        match start.action {
            None => ends.natural(start.chance, naturals(table, start)),
            Some(Action::Split) => {}
            Some(action) => {
                ends.add(End::DealerNatural, 0, -1.0, start.chance * naturals(table, start));
                walk.act(start.hand, 0, action, start.chance, Some(start), ends);
            }
        }
    }
    for (index, hand) in all.iter().filter(|(_, hand)| hand.cards > 2) {
        for doubles in 0..STAKES {
            let chance = walk.met[usize::from(index)][doubles];
            if chance > 0.0 {
                let action = match hand.is_21() {
                    true => Action::Stand,
                    false => against.up_card.action[usize::from(index)][doubles],
                };
                walk.act(index, doubles, action, chance, None, ends);
            }
        }
    }
    walk.met
}

/// The chance that the dealer has a natural; exactly nothing where there cannot be one,
/// for which `free` is only one to the last bits.
fn naturals(table: &Table, start: &Start) -> f64 {
    if table.shoe.has_natural(start.up) { 1.0 - start.free } else { 0.0 }
}

/// Adds up how hands end.
pub(crate) struct Ended<'a> {
    rules: &'a Rules,
    stakes: [f64; STAKES],
    sums: BTreeMap<(End, u8), (f64, f64)>,
}

impl<'a> Ended<'a> {
    pub(crate) fn new(terms: &'a Terms) -> Ended<'a> {
        Ended { rules: &terms.rules, stakes: terms.stakes, sums: BTreeMap::new() }
    }

    /// A natural, when the dealer has one too with this chance.
    fn natural(&mut self, chance: f64, dealers: f64) {
        let (win, per) = self.rules.natural_pays.fraction();
        let pays = f64::from(win) / f64::from(per);
        let tied = match self.rules.natural_tie {
            Tie::Wins => 0.0,
            Tie::Pushes => dealers,
        };
        self.add(End::Natural, 0, pays, chance * (1.0 - tied));
        self.add(End::NaturalsPush, 0, 0.0, chance * tied);
    }

    fn add(&mut self, end: End, doubles: usize, net: f64, chance: f64) {
        if chance > 0.0 {
            self.sums.entry((end, doubles as u8)).or_insert((net, 0.0)).1 += chance;
        }
    }

    fn outcomes(self) -> Vec<Outcome> {
        let outcome = |((end, doubles), (net, chance)): ((End, u8), (f64, f64))| Outcome {
            end,
            doubles,
            staked: self.stakes[usize::from(doubles)],
            net,
            chance,
        };
        self.sums.into_iter().map(outcome).collect()
    }

    /// A hand below 21 stands.
    fn stands(&mut self, total: u8, doubles: usize, chance: f64, ends: &Ends) {
        let stake = self.stakes[doubles];
        let place = usize::from(total.max(16)) - 16;
        let beaten: f64 = ends[..place.saturating_sub(1)].iter().sum();
        let tied = if total >= 17 { ends[place - 1] } else { 0.0 };
        let higher: f64 = ends[place..END_BUST].iter().sum();
        self.add(End::Wins, doubles, stake, chance * (beaten + ends[END_BUST]));
        self.add(End::Pushes, doubles, 0.0, chance * tied);
        self.add(End::Loses, doubles, -stake, chance * higher);
    }

    /// A 21 of a class stands.
    fn stands_on_21(&mut self, class: Class, doubles: usize, chance: f64, ends: &Ends) {
        let stake = self.stakes[doubles];
        let all: f64 = ends.iter().sum();
        let tied = if self.rules.tied_21 == Tie::Pushes { ends[END_21] } else { 0.0 };
        let (class, pays) = match &self.rules.bonus_21 {
            Some(bonus) if bonus.is_paid(Origin::Dealt, doubles as u8) => {
                let (win, per) = bonus.price(class).fraction();
                (bonus.table.counts_as(class), f64::from(win) / f64::from(per))
            }
            _ => (Class::Other21, 1.0),
        };
        self.add(End::TwentyOne(class), doubles, pays * stake, chance * (all - tied));
        self.add(End::Pushes, doubles, 0.0, chance * tied);
    }
}

/// How often each composition is met on the way.
struct Walk<'a> {
    table: &'a Table,
    terms: &'a Terms,
    up: usize,
    unseen: Unseen<1>,
    met: Met,
}

impl Walk<'_> {
    fn act(
        &mut self,
        index: u16,
        doubles: usize,
        action: Action,
        chance: f64,
        start: Option<&Start>,
        ends: &mut Ended<'_>,
    ) {
        let terms = self.terms;
        let dealer = self.table.ends(index, self.up);
        let free: f64 = dealer.iter().sum();
        let stake = terms.stakes[doubles];
        match action {
            Action::Stand => self.stand(index, doubles, chance, ends),
            Action::Surrender => ends.add(End::Surrendered, doubles, -0.5 * stake, chance * free),
            Action::Rescue => {
                ends.add(End::Rescued, doubles, -terms.forfeit(doubles), chance * free);
            }
            Action::Hit => self.draw(index, doubles, chance, start, ends),
            Action::Double => self.draw(index, doubles + 1, chance, start, ends),
            Action::Split => {}
        }
    }

    fn stand(&self, index: u16, doubles: usize, chance: f64, ends: &mut Ended<'_>) {
        let hand = compositions().get(index);
        let dealer = self.table.ends(index, self.up);
        if !hand.is_21() {
            return ends.stands(hand.total, doubles, chance, dealer);
        }
        ends.stands_on_21(class_of_21(hand), doubles, chance, dealer);
    }

    fn draw(
        &mut self,
        index: u16,
        doubles: usize,
        chance: f64,
        start: Option<&Start>,
        ends: &mut Ended<'_>,
    ) {
        let hand = compositions().get(index);
        let stake = self.terms.stakes[doubles];
        let draws = self.unseen.draws(hand);
        for value in 0..VALUES {
            let [drawn] = draws.chance[value];
            let child = hand.with[value];
            if drawn == 0.0 {
                continue;
            }
            if child == NO_HAND {
                ends.add(End::Bust, doubles, -stake, chance * drawn * draws.free[value][0]);
                continue;
            }
            let suited = start.and_then(|start| start.suited);
            match suited.filter(|_| is_suited_21(compositions().get(child))) {
                None => self.met[usize::from(child)][doubles] += chance * drawn,
                Some(suited) => {
                    let sevens = compositions().get(child).held[SEVEN] == 3;
                    let class = suited_class(sevens, suited.bonus);
                    let dealer = self.table.ends(child, self.up);
                    let in_suit = chance * drawn * suited.chance;
                    ends.stands_on_21(class, doubles, in_suit, dealer);
                    self.met[usize::from(child)][doubles] += chance * drawn - in_suit;
                }
            }
        }
    }
}
