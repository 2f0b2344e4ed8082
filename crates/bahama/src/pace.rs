//! How fast long work went, by the clock on the wall and by the processor's.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// When work began.
pub(crate) struct Watch {
    wall: Instant,
    processor: Duration,
}

/// How long work took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Took {
    wall: Duration,
    /// What all threads of the process together were at work.
    processor: Duration,
}

impl Watch {
    // The clock tells how fast it went, and nothing else.
    #[allow(clippy::disallowed_methods)]
    pub(crate) fn start() -> Watch {
        Watch { wall: Instant::now(), processor: processor_time() }
    }

    pub(crate) fn took(&self) -> Took {
        let processor = processor_time().saturating_sub(self.processor);
        Took { wall: self.wall.elapsed(), processor }
    }
}

impl Took {
    /// So many rounds a second of the clock on the wall.
    pub(crate) fn rate(self, rounds: u64) -> f64 {
        a_second(rounds, self.wall)
    }

    /// How fast so many rounds went, in a line for people.
    pub(crate) fn pace(self, rounds: u64) -> String {
        let Took { wall, processor } = self;
        format!(
            "{:.2} s, {:.2} million rounds a second; {:.2} s of processor time, \
             {:.2} million rounds a processor second",
            wall.as_secs_f64(),
            a_second(rounds, wall) / 1e6,
            processor.as_secs_f64(),
            a_second(rounds, processor) / 1e6
        )
    }
}

fn a_second(rounds: u64, time: Duration) -> f64 {
    rounds as f64 / time.as_secs_f64().max(1e-9)
}

/// What all threads of this process have been at work so far.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The processor's clock goes while somebody works, on whichever thread.
    #[test]
    fn work_of_all_threads_counts() {
        let work = || {
            let watch = Watch::start();
            let mut sum = 1u64;
            while watch.took().wall < Duration::from_millis(60) {
                sum = std::hint::black_box(sum.wrapping_mul(3));
            }
        };
        let watch = Watch::start();
        rayon::join(work, work);
        let worked = watch.took();
        assert!(worked.processor > Duration::from_millis(10), "{worked:?}");
    }

    #[test]
    fn the_pace_is_told_by_both_clocks() {
        let (wall, processor) = (Duration::from_secs(2), Duration::from_secs(4));
        assert_eq!(
            Took { wall, processor }.pace(8_000_000),
            "2.00 s, 4.00 million rounds a second; 4.00 s of processor time, 2.00 million rounds a \
             processor second"
        );
    }
}
