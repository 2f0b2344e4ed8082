//! How long work takes.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The median of so many repetitions.
// The clock is what a benchmark is for.
#[allow(clippy::disallowed_methods)]
pub(crate) fn median<T>(repetitions: usize, work: impl Fn() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..repetitions)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[repetitions / 2]
}
