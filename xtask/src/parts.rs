//! The parts of a chore: run one after the other, timed, and summed up in a line.

use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Why a part failed, in a sentence.
pub(crate) type Failure = String;

/// The parts that have run.
#[derive(Default)]
pub(crate) struct Parts {
    done: Vec<Part>,
}

struct Part {
    name: &'static str,
    time: Duration,
    failure: Option<Failure>,
}

impl Parts {
    /// Runs a part and says how long it took. A failed part does not stop the
    /// others: one run names everything that is wrong.
    // A chore that tells the time needs a clock.
    #[allow(clippy::disallowed_methods)]
    pub(crate) fn run(&mut self, name: &'static str, work: impl FnOnce() -> Result<(), Failure>) {
        println!("== {name}");
        let start = Instant::now();
        let failure = work().err();
        let time = start.elapsed();
        match &failure {
            None => println!("== {name}: {}", seconds(time)),
            Some(failure) => println!("== {name} failed after {}: {failure}", seconds(time)),
        }
        self.done.push(Part { name, time, failure });
    }

    /// Whether nothing has failed so far.
    pub(crate) fn passed(&self) -> bool {
        self.done.iter().all(|part| part.failure.is_none())
    }

    /// Prints the summary, in one line.
    pub(crate) fn finish(self) -> ExitCode {
        let times: Vec<String> =
            self.done.iter().map(|part| format!("{} {}", part.name, seconds(part.time))).collect();
        let total = seconds(self.done.iter().map(|part| part.time).sum());
        let failed: Vec<&str> =
            self.done.iter().filter(|part| part.failure.is_some()).map(|part| part.name).collect();
        if failed.is_empty() {
            println!("== passed in {total}: {}", times.join(", "));
            ExitCode::SUCCESS
        } else {
            println!("== FAILED: {} (in {total}: {})", failed.join(", "), times.join(", "));
            ExitCode::FAILURE
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
