//! The part of the main wager's variance that no exact method gives.

use odds::main_wager::{Outcomes, RoundLaw, Solution};
use sim::{Job, ShoeLife};

use super::setup::kernel;

/// Rounds played for it: some fifty thousand of them have a split.
const ROUNDS: u64 = 2_000_000;
/// The seed of them.
pub(crate) const SEED: u64 = 1;

/// The rounds that show what splits do: one seat at this bet, a fresh shoe for each.
pub(super) fn job(bet: u32) -> Job {
    Job {
        profile: String::new(),
        strategy: String::new(),
        seats: 1,
        bet,
        shoe: ShoeLife::Fresh,
        spread: None,
        seed: SEED,
        rounds: ROUNDS,
        beside: None,
    }
}

/// The variance of a seat's main wager in a round, rounds with a split included.
#[derive(Clone, Debug, PartialEq)]
pub struct Variance {
    /// In units of the wager, squared.
    pub value: f64,
    /// Its standard error, which comes from rounds with a split alone; nothing where
    /// these are not in it.
    pub se: Option<f64>,
    /// How it was found, in a sentence.
    pub method: String,
    /// With the special bonus, where that was worked out beside it.
    pub with_prize: Option<f64>,
}

impl Variance {
    /// The exact variance.
    pub fn exact(law: &RoundLaw) -> Variance {
        Variance {
            value: law.variance,
            se: None,
            method: "exact".to_owned(),
            with_prize: Some(law.variance_with_prize),
        }
    }

    /// The variance of rounds without a split, given that there is none: all that is
    /// known of a shoe that the simulator cannot deal.
    pub fn without_splits(outcomes: &Outcomes) -> Variance {
        Variance {
            value: outcomes.variance_without_split(),
            se: None,
            method: format!(
                "exact for rounds without a split, given that there is none; these are {:.4} % of \
                 all rounds, and rounds with a split are not in it",
                100.0 * (1.0 - outcomes.split)
            ),
            with_prize: None,
        }
    }

    /// The exact part of rounds without a split, and the second moment of rounds with
    /// one from simulation, on a fresh shoe.
    pub fn of(solution: &Solution, outcomes: &Outcomes) -> Variance {
        let kernel = kernel(solution);
        let job = job(kernel.bet());
        let tally = job.run(&kernel, &[], 0..job.chunks());
        let (square, error) = tally.split.mean_square();
        let unit = f64::from(kernel.bet()).powi(2);
        let whole: f64 = outcomes.whole.iter().map(|end| end.chance * end.net * end.net).sum();
        let value = whole + outcomes.split * square / unit - solution.ev * solution.ev;
        Variance {
            value,
            se: Some(outcomes.split * error / unit),
            method: format!(
                "exact for the {:.4} % of rounds without a split; the second moment of rounds \
                 with a split is from {} simulated ones (seed {SEED})",
                100.0 * (1.0 - outcomes.split),
                tally.split.count
            ),
            with_prize: None,
        }
    }
}
