//! The exact variance of a round, splits included, and the law of its results.
//!
//! Rounds without a split have their whole law from [`Outcomes`]. For rounds with a split
//! the square of the sum of all hands is expected exactly: the squares of single hands as
//! their worths are, the products of two hands over sums of their cards. Both are joint
//! with no natural of the dealer's, as everything here.

use rayon::prelude::*;
use rules::Action;

use super::composition::VALUES;
use super::dealer::Dealer;
use super::outcomes::Outcomes;
use super::solution::{Against, Solution, Start};
use super::split_law::{Moments, SplitLaw};
use super::two_cards::Worth;

/// Rounds with a split, given that there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplitRounds {
    /// The chance of a round with a split.
    pub probability: f64,
    /// What such a round wins, on average.
    pub ev: f64,
    /// The variance of what it wins.
    pub variance: f64,
    /// How many hands it has, on average.
    pub hands: f64,
    /// How two of its hands vary together: the mean product of their results less the
    /// square of the mean result of a hand.
    pub covariance: f64,
}

/// The law of a round of the main wager, as far as it is exact.
#[derive(Clone, Debug)]
pub struct RoundLaw {
    /// What a round wins, on average.
    pub ev: f64,
    /// The variance of what it wins.
    pub variance: f64,
    /// What the special bonus adds to the expectation.
    pub prize: f64,
    /// The variance with the special bonus, without envy.
    pub variance_with_prize: f64,
    /// The ends of rounds without a split, and expectations of those with one.
    pub outcomes: Outcomes,
    /// Rounds with a split; nothing where there are none.
    pub split: Option<SplitRounds>,
}

impl RoundLaw {
    /// The standard deviation of a round.
    pub fn sd(&self) -> f64 {
        self.variance.sqrt()
    }

    /// The skewness of a round, given the mean cube of what rounds with a split win: of these no
    /// more than two moments are exact. Without splits it is exact, whatever is given.
    pub fn skewness(&self, split_cube: f64) -> f64 {
        let ev = self.ev;
        let whole = self.outcomes.whole.iter();
        let whole: f64 = whole.map(|end| end.chance * (end.net - ev).powi(3)).sum();
        let split = self.split.map_or(0.0, |split| {
            let square = split.variance + split.ev.powi(2);
            let third = split_cube - 3.0 * ev * square + 3.0 * ev.powi(2) * split.ev - ev.powi(3);
            split.probability * third
        });
        (whole + split) / self.variance.powf(1.5)
    }

    /// The result of so many rounds lies between these with a chance of 95 %, as nearly as
    /// the sum of many rounds is normal.
    pub fn band(&self, rounds: f64) -> [f64; 2] {
        band(self.ev, self.variance, rounds)
    }
}

/// The 95 % band of the sum of independent results.
pub fn band(ev: f64, variance: f64, rounds: f64) -> [f64; 2] {
    let half = 1.959_963_984_540_054 * (rounds * variance).sqrt();
    [rounds * ev - half, rounds * ev + half]
}

impl Solution {
    /// The exact law of a round under the solved strategy.
    pub fn law(&self) -> RoundLaw {
        let outcomes = self.outcomes();
        let jobs: Vec<(&Against, usize)> = self
            .ups
            .iter()
            .flat_map(|against| (0..VALUES).map(move |value| (against, value)))
            .filter(|(against, value)| splits(against, *value).next().is_some())
            .collect();
        let moments: Vec<Moments> =
            jobs.par_iter().map(|(against, value)| self.split_moments(against, *value)).collect();
        let mut split = Moments::default();
        for of in &moments {
            split.add(1.0, of);
        }
        let whole: f64 = outcomes.whole.iter().map(|end| end.chance * end.net.powi(2)).sum();
        let mut square = split.square;
        square.add(1.0, Worth { main: whole, prize: self.prizes_squared() });
        RoundLaw {
            ev: self.ev,
            variance: square.main - self.ev.powi(2),
            prize: self.prize,
            variance_with_prize: square.main + square.prize - (self.ev + self.prize).powi(2),
            split: split_rounds(&outcomes, &split),
            outcomes,
        }
    }

    /// What the special bonus adds to the variance of a round; nothing where split hands win
    /// it, for that needs the whole law.
    pub fn prize_variance(&self) -> Option<f64> {
        let special = self.question.rules.special_bonus.filter(|_| self.terms.prize > 0.0);
        match special {
            Some(special) if special.is_paid(rules::Origin::Split, 0) => None,
            _ => Some(self.prizes_squared() - (2.0 * self.ev + self.prize) * self.prize),
        }
    }

    /// The moments of the splits of one value against one up-card, over all rounds.
    fn split_moments(&self, against: &Against, value: usize) -> Moments {
        let mut sum = Moments::default();
        let Some(split) = &against.splits[value] else { return sum };
        let dealer = Dealer::behind(against.up_card.up, self.table.soft_17);
        for part in split.parts() {
            let law = SplitLaw::new(&self.table, &self.terms, &dealer, part);
            for start in splits(against, value) {
                sum.add(start.chance, &law.moments(start));
            }
        }
        sum
    }

    /// What the special bonus adds to the square of rounds without a split.
    fn prizes_squared(&self) -> f64 {
        if self.terms.prize == 0.0 {
            return 0.0;
        }
        let mut sum = 0.0;
        for against in &self.ups {
            let squared = against.up_card.squared(&self.table, &self.terms);
            for start in &against.starts {
                let two = squared.suited(start.hand).zip(start.suited).zip(start.action);
                let Some(((two, seen), action)) = two else { continue };
                if action != Action::Split {
                    sum += start.chance * two.suited(seen.bonus, seen.chance).1[action as usize][0];
                }
            }
        }
        sum
    }
}

/// The pairs of a value that are split.
fn splits(against: &Against, value: usize) -> impl Iterator<Item = &Start> {
    against
        .starts
        .iter()
        .filter(move |start| start.action == Some(Action::Split) && start.values == [value; 2])
}

fn split_rounds(outcomes: &Outcomes, split: &Moments) -> Option<SplitRounds> {
    if outcomes.split == 0.0 {
        return None;
    }
    let ev = outcomes.split_ev / outcomes.split;
    let one = outcomes.split_ev / split.hands;
    Some(SplitRounds {
        probability: outcomes.split,
        ev,
        variance: split.square.main / outcomes.split - ev.powi(2),
        hands: split.hands / outcomes.split,
        covariance: split.products.main / split.pairs - one.powi(2),
    })
}

impl Moments {
    fn add(&mut self, chance: f64, other: &Moments) {
        self.hands += chance * other.hands;
        self.pairs += chance * other.pairs;
        self.square.add(chance, other.square);
        self.products.add(chance, other.products);
    }
}
