//! The result of many wagers: the exact law of one wager, convolved.
//!
//! The law of one wager is exact. The law of many is its power under convolution,
//! taken by a fast Fourier transform on the lattice of all possible results, in
//! floating point. Sources of error: rounding (all probabilities together differ
//! from one by less than 1e-10) and a far upper tail of less than 1e-15 that the
//! lattice leaves out.

use rules::Pay;
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

use crate::fraction::Fraction;
use crate::progressive::ProgressiveWager;
use crate::side::{SideWager, net};

/// The most places a lattice may have; more would take seconds and gigabytes.
const MOST_PLACES: usize = 1 << 22;
/// The probability of the upper tail that a lattice may leave out.
const LEFT_OUT: f64 = 1e-15;

/// One thing that can happen to a wager of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Outcome {
    /// What comes back less what was staked.
    pub result: Fraction,
    pub probability: Fraction,
}

/// The exact law of the result of one wager of one unit.
#[derive(Clone, Debug)]
pub struct Law {
    /// The outcomes, in the order of the pay table's lines.
    pub outcomes: Vec<Outcome>,
}

/// The law of the sum of the results of many wagers of one unit each.
#[derive(Clone, Debug)]
pub struct Results {
    /// How many wagers.
    pub wagers: u32,
    /// The lowest result, all wagers lost.
    lowest: Fraction,
    /// The distance of neighbouring results.
    step: Fraction,
    /// The probability of every result, from the lowest up.
    probabilities: Vec<f64>,
}

impl Law {
    /// The law of a side wager.
    pub fn of_side(side: &SideWager) -> Law {
        let outcome =
            |row: &crate::ClassRow| Outcome { result: net(row.pay), probability: row.probability };
        Law { outcomes: side.rows.iter().map(outcome).collect() }
    }

    /// The law of a progressive wager whose meter is held at this many cents and
    /// whose shares nobody else wins in the same round.
    pub fn of_progressive(wager: &ProgressiveWager, meter: u64) -> Law {
        let meter = Fraction::new(meter.into(), wager.unit.into());
        let outcome = |row: &crate::ClassRow| {
            let share = match row.pay {
                Pay::Share(percent) => Fraction::new(percent.into(), 100) * meter,
                _ => Fraction::ZERO,
            };
            Outcome { result: net(row.pay) + share, probability: row.probability }
        };
        Law { outcomes: wager.side.rows.iter().map(outcome).collect() }
    }

    /// The expected result.
    pub fn mean(&self) -> Fraction {
        self.outcomes.iter().map(|outcome| outcome.probability * outcome.result).sum()
    }

    /// The variance of the result.
    pub fn variance(&self) -> f64 {
        let mean = self.mean().to_f64();
        let part = |outcome: &Outcome| {
            outcome.probability.to_f64() * (outcome.result.to_f64() - mean).powi(2)
        };
        self.outcomes.iter().map(part).sum()
    }

    /// The law of the sum of this many independent wagers; nothing if its lattice
    /// would be too large, as with a fine-grained and very high meter.
    pub fn over(&self, wagers: u32) -> Option<Results> {
        let Lattice { lowest, step, places } = self.lattice()?;
        let size = window(&places, wagers)?.next_power_of_two();
        if size > MOST_PLACES {
            return None;
        }
        let mut law = vec![Complex::new(0.0, 0.0); size];
        for &(place, probability) in &places {
            law[place % size].re += probability;
        }
        let mut planner = FftPlanner::new();
        planner.plan_fft_forward(size).process(&mut law);
        for value in &mut law {
            *value = value.powu(wagers);
        }
        planner.plan_fft_inverse(size).process(&mut law);
        // Rounding leaves specks on both sides of nothing; a probability is not negative.
        let probabilities = law.iter().map(|value| (value.re / size as f64).max(0.0)).collect();
        let lowest = lowest * Fraction::whole(wagers.into());
        Some(Results { wagers, lowest, step, probabilities })
    }

    /// The lattice on which every outcome lies; nothing if its places do not fit.
    fn lattice(&self) -> Option<Lattice> {
        let possible: Vec<&Outcome> =
            self.outcomes.iter().filter(|outcome| outcome.probability > Fraction::ZERO).collect();
        let lowest = possible.iter().map(|outcome| outcome.result).min()?;
        let step = possible
            .iter()
            .map(|outcome| outcome.result - lowest)
            .fold(Fraction::ZERO, common_step);
        // A wager with a single outcome has no second place; any step will do.
        let step = if step == Fraction::ZERO { Fraction::ONE } else { step };
        let place = |outcome: &&Outcome| {
            let place = (outcome.result - lowest) * step.inverse();
            Some((usize::try_from(place.num()).ok()?, outcome.probability.to_f64()))
        };
        let places = possible.iter().map(place).collect::<Option<_>>()?;
        Some(Lattice { lowest, step, places })
    }
}

struct Lattice {
    lowest: Fraction,
    step: Fraction,
    /// Steps above the lowest result, and their probability.
    places: Vec<(usize, f64)>,
}

/// The largest step of which both distances are multiples.
fn common_step(a: Fraction, b: Fraction) -> Fraction {
    let (mut a, mut b) = (a, b);
    while b != Fraction::ZERO {
        let quotient = a * b.inverse();
        let whole = Fraction::whole(quotient.num().div_euclid(quotient.den()));
        (a, b) = (b, a - whole * b);
    }
    a
}

/// How many places hold the sum of many wagers but for an upper tail of at most
/// [`LEFT_OUT`]: Chernoff's bound at the best of a grid of exponents.
fn window(places: &[(usize, f64)], wagers: u32) -> Option<usize> {
    let highest = places.iter().map(|&(place, _)| place).max()?;
    let all = highest.checked_mul(wagers as usize)?.checked_add(1)?;
    if highest == 0 {
        return Some(all);
    }
    let bound = |exponent: f64| {
        let moment: f64 =
            places.iter().map(|&(place, p)| p * (exponent * place as f64).exp()).sum();
        (f64::from(wagers) * moment.ln() - LEFT_OUT.ln()) / exponent
    };
    let exponents = (0..400).map(|power| 1e-3 * 1.03f64.powi(power) / highest as f64);
    let least = exponents.map(bound).fold(f64::INFINITY, f64::min);
    Some(all.min(least.ceil() as usize + 1))
}

impl Results {
    /// Every result with its probability, from the lowest up.
    pub fn iter(&self) -> impl Iterator<Item = (f64, f64)> {
        let (lowest, step) = (self.lowest.to_f64(), self.step.to_f64());
        self.probabilities
            .iter()
            .enumerate()
            .map(move |(place, &probability)| (lowest + step * place as f64, probability))
    }

    /// The probability of a result above zero.
    pub fn ahead(&self) -> f64 {
        let zero = self.zero();
        let first = usize::try_from(zero.num().div_euclid(zero.den()) + 1).unwrap_or(0);
        self.probabilities.iter().skip(first).sum()
    }

    /// The probability of a result of exactly zero.
    pub fn even(&self) -> f64 {
        let zero = self.zero();
        let place = usize::try_from(zero.num()).ok().filter(|_| zero.den() == 1);
        place.and_then(|place| self.probabilities.get(place)).copied().unwrap_or(0.0)
    }

    /// Where zero lies on the lattice, in steps above the lowest result.
    fn zero(&self) -> Fraction {
        -self.lowest * self.step.inverse()
    }

    /// The lowest result that is reached or undercut with at least this probability.
    pub fn quantile(&self, probability: f64) -> f64 {
        let mut below = 0.0;
        let mut reached = self.lowest.to_f64();
        for (result, part) in self.iter() {
            below += part;
            reached = result;
            if below >= probability {
                break;
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numerator and denominator.
    type Ratio = (i128, i128);

    fn law(outcomes: &[(Ratio, Ratio)]) -> Law {
        let outcome = |&((a, b), (c, d)): &(Ratio, Ratio)| Outcome {
            result: Fraction::new(a, b),
            probability: Fraction::new(c, d),
        };
        Law { outcomes: outcomes.iter().map(outcome).collect() }
    }

    /// Every sequence of outcomes, one by one.
    fn by_hand(law: &Law, wagers: u32) -> Vec<(f64, f64)> {
        let mut sums = vec![(0.0, 1.0)];
        for _ in 0..wagers {
            sums = sums
                .iter()
                .flat_map(|&(sum, probability)| {
                    law.outcomes.iter().map(move |outcome| {
                        (sum + outcome.result.to_f64(), probability * outcome.probability.to_f64())
                    })
                })
                .collect();
        }
        sums
    }

    fn of(sums: &[(f64, f64)], wanted: impl Fn(f64) -> bool) -> f64 {
        sums.iter().filter(|(sum, _)| wanted(*sum)).map(|(_, probability)| probability).sum()
    }

    /// Half units, a push, thirds, one outcome that cannot happen.
    fn tiny_laws() -> [Law; 3] {
        [
            law(&[((-1, 1), (5, 8)), ((3, 2), (1, 4)), ((4, 1), (1, 8))]),
            law(&[((9, 1), (0, 1)), ((0, 1), (1, 3)), ((-1, 1), (1, 3)), ((1, 1), (1, 3))]),
            law(&[((-1, 1), (2, 3)), ((2, 3), (1, 6)), ((7, 3), (1, 6))]),
        ]
    }

    #[test]
    fn the_convolution_is_what_counting_every_sequence_gives() {
        for law in tiny_laws() {
            for wagers in 1..=7 {
                let sums = by_hand(&law, wagers);
                let results = law.over(wagers).unwrap();
                for (result, probability) in results.iter() {
                    let counted = of(&sums, |sum| (sum - result).abs() < 1e-9);
                    assert!((probability - counted).abs() < 1e-14, "{law:?} {wagers} {result}");
                }
                assert!((results.ahead() - of(&sums, |sum| sum > 1e-9)).abs() < 1e-13);
                assert!((results.even() - of(&sums, |sum| sum.abs() < 1e-9)).abs() < 1e-13);
                for share in [0.05, 0.5, 0.95] {
                    let reached = results.quantile(share);
                    assert!(of(&sums, |sum| sum <= reached + 1e-9) >= share - 1e-12);
                    assert!(of(&sums, |sum| sum < reached - 1e-9) < share + 1e-12);
                }
            }
        }
    }

    #[test]
    fn many_wagers_keep_all_probability_the_mean_and_the_variance() {
        let rare = law(&[((-1, 1), (949, 1000)), ((19, 1), (50, 1000)), ((4999, 1), (1, 1000))]);
        for law in tiny_laws().into_iter().chain([rare]) {
            for wagers in [100, 1_000, 10_000] {
                let results = law.over(wagers).unwrap();
                let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
                    results.iter().map(|(result, probability)| value(result) * probability).sum()
                };
                let (mean, variance) = (law.mean().to_f64(), law.variance());
                let many = f64::from(wagers);
                let sd = (many * variance).sqrt();
                assert!((sum(&|_| 1.0) - 1.0).abs() < 1e-10);
                assert!((sum(&|result| result) - many * mean).abs() < 1e-9 * sd);
                let second = sum(&|result| (result - many * mean).powi(2));
                assert!((second / (sd * sd) - 1.0).abs() < 1e-7, "{}", second / (sd * sd));
            }
        }
    }

    #[test]
    fn a_lattice_that_is_too_large_is_refused() {
        let fine = law(&[((-1, 1), (1, 2)), ((1, 99_999_989), (1, 4)), ((50_000, 1), (1, 4))]);
        assert!(fine.over(10_000).is_none());
        let single = law(&[((-1, 1), (1, 1))]).over(10).unwrap();
        assert_eq!((single.quantile(0.5), single.ahead()), (-10.0, 0.0));
    }
}
