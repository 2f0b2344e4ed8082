//! A shoe that lasts, beside what is known exactly.
//!
//! Which cards a round takes is decided by these cards alone. So the rounds of a shuffled shoe
//! may change places without changing their chance, and each of a fixed number of rounds from
//! one shoe expects what a round from a fresh shoe does. A cut card deals another number of
//! rounds than a fixed one, but nearly the same rounds: what it does is in the few by which the
//! two differ, and only these are noise.

use serde::{Deserialize, Serialize};

use crate::generator::Generator;
use crate::job::{Bets, Dealer};
use crate::kernel::{Kernel, Played};
use crate::tally::Wide;

/// Sums over whole shoes, each beside a fixed number of rounds from it; all in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coupled {
    /// Shoes, each to its end.
    pub shoes: u64,
    /// Rounds behind the end of a shoe, played for the fixed number alone.
    pub played_on: u64,
    /// What was bet.
    pub bet: Wide,
    /// What that won.
    pub result: Wide,
    /// What one unit on each of the fixed number of rounds won.
    pub fixed: Wide,
    /// The sums of products of two: of results, of results with fixed, of fixed, of results
    /// with bets, of fixed with bets, of bets.
    pub products: [Wide; 6],
}

impl Coupled {
    fn add(&mut self, shoe: &Now) {
        let (bet, result, fixed) =
            (i128::from(shoe.bet), i128::from(shoe.result), i128::from(shoe.fixed));
        self.shoes += 1;
        self.bet.0 += bet;
        self.result.0 += result;
        self.fixed.0 += fixed;
        let products =
            [result * result, result * fixed, fixed * fixed, result * bet, fixed * bet, bet * bet];
        self.products.iter_mut().zip(products).for_each(|(sum, product)| sum.0 += product);
    }

    pub(crate) fn merge(&mut self, other: &Coupled) {
        self.shoes += other.shoes;
        self.played_on += other.played_on;
        self.bet.0 += other.bet.0;
        self.result.0 += other.result.0;
        self.fixed.0 += other.fixed.0;
        let products = self.products.iter_mut().zip(other.products);
        products.for_each(|(sum, other)| sum.0 += other.0);
    }

    /// How much of the fixed rounds is best taken off.
    fn slope(&self) -> Option<f64> {
        let count = self.shoes as f64;
        let [result, fixed] = [self.result, self.fixed].map(|sum| sum.0 as f64 / count);
        let both = self.products[1].0 as f64 / count - result * fixed;
        let spread = self.products[2].0 as f64 / count - fixed * fixed;
        (self.shoes > 1 && spread > 0.0).then(|| both / spread)
    }

    /// The sum over all shoes of what is left when so much of the fixed rounds is taken off,
    /// which are expected to win so many cents.
    fn rest(&self, slope: f64, expected: f64) -> f64 {
        let known = slope * expected * self.shoes as f64;
        // With flat bets the whole of them is taken off: exact integers.
        match slope == 1.0 {
            true => (self.result.0 - self.fixed.0) as f64 + known,
            false => self.result.0 as f64 - slope * self.fixed.0 as f64 + known,
        }
    }

    /// The sum of the squares of that, less its mean for what was bet.
    fn spread(&self, slope: f64, expected: f64, mean: f64) -> f64 {
        let [results, both, fixed, result_bet, fixed_bet, bets] = self.products.map(|sum| sum.0);
        let (squares, with_bet) = match slope == 1.0 {
            true => ((results - 2 * both + fixed) as f64, (result_bet - fixed_bet) as f64),
            false => (
                results as f64 - 2.0 * slope * both as f64 + slope * slope * fixed as f64,
                result_bet as f64 - slope * fixed_bet as f64,
            ),
        };
        let known = slope * expected;
        let rest = self.rest(slope, 0.0);
        squares + self.shoes as f64 * known * known + mean * mean * bets as f64 + 2.0 * known * rest
            - 2.0 * mean * with_bet
            - 2.0 * mean * known * self.bet.0 as f64
    }
}

/// What a unit wins, with the fixed rounds taken off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The result of a unit bet.
    pub mean: f64,
    /// Its standard error.
    pub se: f64,
}

/// The estimate of two halves of the shoes. The fixed rounds of a shoe are expected to win so
/// many cents. With flat bets all of them is taken off; with bets by a count as much as the
/// other half says is best, so that no shoe decides what is taken off from itself.
pub(crate) fn estimate(halves: &[Coupled; 2], expected: f64, flat: bool) -> Option<Estimate> {
    let shoes: u64 = halves.iter().map(|half| half.shoes).sum();
    let bet: f64 = halves.iter().map(|half| half.bet.0 as f64).sum();
    if shoes < 2 || bet <= 0.0 {
        return None;
    }
    let slope = |other: &Coupled| if flat { 1.0 } else { other.slope().unwrap_or(1.0) };
    let parts = [(&halves[0], slope(&halves[1])), (&halves[1], slope(&halves[0]))];
    let sum: f64 = parts.iter().map(|(half, slope)| half.rest(*slope, expected)).sum();
    let mean = sum / bet;
    let spread: f64 = parts.iter().map(|(half, slope)| half.spread(*slope, expected, mean)).sum();
    let count = shoes as f64;
    Some(Estimate { mean, se: (spread.max(0.0) * count / (count - 1.0)).sqrt() / bet })
}

/// The shoe that is dealt now.
#[derive(Clone, Copy, Debug, Default)]
struct Now {
    rounds: u32,
    bet: i64,
    result: i64,
    fixed: i64,
}

/// Counts shoes beside a fixed number of rounds from each.
pub(crate) struct Coupling {
    /// The fixed number.
    rounds: u32,
    /// The stream of what is dealt behind the end of a shoe.
    words: Generator,
    now: Now,
    pub(crate) sums: Coupled,
}

impl Coupling {
    pub(crate) fn new(rounds: u32, words: Generator) -> Coupling {
        Coupling { rounds, words, now: Now::default(), sums: Coupled::default() }
    }

    /// Counts a round of the shoe: what was bet on all seats, in how many units, and won.
    #[inline]
    pub(crate) fn round(&mut self, bet: u64, units: u32, result: i64) {
        self.now.bet += bet as i64;
        self.now.result += result;
        if self.now.rounds < self.rounds {
            self.now.fixed += result / i64::from(units);
        }
        self.now.rounds += 1;
    }

    /// The shoe is over: it is dealt on as far as the fixed number of rounds.
    pub(crate) fn close<const SEATS: usize>(
        &mut self,
        kernel: &Kernel,
        dealer: &Dealer<Generator>,
    ) {
        if self.now.rounds == 0 {
            return;
        }
        if self.now.rounds < self.rounds {
            let mut on = dealer.with_words(self.words.clone());
            for _ in self.now.rounds..self.rounds {
                // Where cards ran out a fresh shoe has the same expectation.
                if on.ran_out() {
                    on.shuffle();
                }
                self.now.fixed += net(&on.deal::<SEATS>(kernel));
                self.sums.played_on += 1;
            }
            self.words = on.into_words();
        }
        self.sums.add(&self.now);
        self.now = Now::default();
    }

    /// A part of a job ends in the middle of a shoe, which is played to its end here: shoes that
    /// are left out because they are long would make the others too short.
    pub(crate) fn finish<const SEATS: usize>(
        &mut self,
        bets: &mut Bets<'_>,
        dealer: &mut Dealer<Generator>,
    ) {
        let kernel = bets.kernel;
        while self.now.rounds > 0 && !dealer.is_over() {
            let at_bet = bets.next(dealer.left());
            let bet = at_bet.bet();
            let played: Played<SEATS> = dealer.deal(at_bet);
            bets.see(dealer.cards());
            self.round(u64::from(bet) * SEATS as u64, bet / kernel.bet(), net(&played));
        }
        self.close::<SEATS>(kernel, dealer);
    }
}

fn net<const SEATS: usize>(played: &Played<SEATS>) -> i64 {
    played.seats.iter().map(|seat| i64::from(seat.returned) - i64::from(seat.staked)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shoes(list: &[(i64, i64, i64)]) -> Coupled {
        let mut sums = Coupled::default();
        for &(bet, result, fixed) in list {
            sums.add(&Now { rounds: 1, bet, result, fixed });
        }
        sums
    }

    /// By hand: what is left of each shoe, its mean for a unit bet, and the spread about that.
    #[test]
    fn an_estimate_is_what_the_shoes_say_one_by_one() {
        let list = [(4_000, -100, 300), (3_000, 250, -50), (5_000, 700, 450), (4_000, 0, 20)];
        let halves = [shoes(&list[..2]), shoes(&list[2..])];
        let expected = -30.0;
        for (flat, slopes) in [(true, [1.0; 2]), (false, [1.0 + 270.0 / 430.0, -1.0])] {
            let rest = |at: usize| {
                let (_, result, fixed) = list[at];
                result as f64 - slopes[at / 2] * (fixed as f64 - expected)
            };
            let mean = (0..4).map(rest).sum::<f64>() / 16_000.0;
            let spread: f64 = (0..4).map(|at| (rest(at) - mean * list[at].0 as f64).powi(2)).sum();
            let found = estimate(&halves, expected, flat).unwrap();
            assert!((found.mean - mean).abs() < 1e-12, "{flat}: {} {mean}", found.mean);
            let se = (spread * 4.0 / 3.0).sqrt() / 16_000.0;
            assert!((found.se - se).abs() < 1e-12, "{flat}: {} {se}", found.se);
        }
        assert_eq!(estimate(&[shoes(&list[..1]), Coupled::default()], 0.0, true), None);
    }
}
