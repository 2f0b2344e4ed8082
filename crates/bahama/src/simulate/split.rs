//! The shape of what rounds with a split win, which no exact method gives.

use std::collections::BTreeMap;

use odds::main_wager::Solution;
use rayon::prelude::*;

use super::setup::kernel;
use super::variance::{SEED, job};

/// What rounds with a split won in a simulation on a fresh shoe each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitShape {
    /// All rounds that were played.
    pub rounds: u64,
    /// Those with a split.
    pub splits: u64,
    /// The seed.
    pub seed: u64,
    /// The bet of each round, in cents.
    bet: u32,
    /// How often each result came, in cents.
    counts: BTreeMap<i64, u64>,
}

impl SplitShape {
    /// Plays the solved strategy; the same figures on any number of threads.
    pub fn of(solution: &Solution) -> SplitShape {
        let kernel = kernel(solution);
        let job = job(kernel.bet());
        let of_chunk = |chunk: u64| {
            let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
            job.visit(&kernel, &[], chunk, |round| {
                for seat in round.seats.iter().filter(|seat| seat.hands > 1) {
                    let net = i64::from(seat.returned) - i64::from(seat.staked);
                    *counts.entry(net).or_default() += 1;
                }
            });
            counts
        };
        let parts: Vec<BTreeMap<i64, u64>> =
            (0..job.chunks()).into_par_iter().map(of_chunk).collect();
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for (net, count) in parts.into_iter().flatten() {
            *counts.entry(net).or_default() += count;
        }
        let splits = counts.values().sum();
        SplitShape { rounds: job.rounds, splits, seed: SEED, bet: kernel.bet(), counts }
    }

    /// Each result in main wagers, its share of the rounds with a split, and the standard error of
    /// that share.
    pub fn results(&self) -> Vec<(f64, f64, f64)> {
        let all = self.splits as f64;
        let result = |(&net, &count): (&i64, &u64)| {
            let share = count as f64 / all;
            (net as f64 / f64::from(self.bet), share, (share * (1.0 - share) / all).sqrt())
        };
        self.counts.iter().map(result).collect()
    }

    /// The mean of the cube of a result, in main wagers, and its standard error.
    pub fn mean_cube(&self) -> (f64, f64) {
        let all = self.splits.max(1) as f64;
        let mean = |power: i32| -> f64 {
            let cube = |net: i64| (net as f64 / f64::from(self.bet)).powi(power);
            self.counts.iter().map(|(&net, &count)| count as f64 * cube(net)).sum::<f64>() / all
        };
        let (cube, sixth) = (mean(3), mean(6));
        (cube, ((sixth - cube * cube).max(0.0) / all).sqrt())
    }

    /// How it was found, in a sentence.
    pub fn method(&self) -> String {
        format!(
            "simulated: {} rounds with a split among {} (seed {})",
            crate::text::grouped(self.splits),
            crate::text::grouped(self.rounds),
            self.seed
        )
    }
}
