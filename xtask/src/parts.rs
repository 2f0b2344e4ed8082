//! The parts of a chore: run one after the other, timed, and summed up in a line.

use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Why a part failed, in a sentence.
pub(crate) type Failure = String;

/// The parts that have run.
#[derive(Default)]
pub(crate) struct Parts {
    done: Vec<Part>,
    /// The parts that are asked for; all of them, if none is named.
    asked: Vec<String>,
    /// The parts that are not.
    left_out: Vec<&'static str>,
}

struct Part {
    name: &'static str,
    time: Duration,
    failure: Option<Failure>,
}

impl Parts {
    /// Only the parts of these names; all of them, if none is named.
    pub(crate) fn only(asked: Vec<String>) -> Parts {
        Parts { asked, ..Parts::default() }
    }

    /// Runs a part, if it is asked for, and says how long it took. A failed part does not
    /// stop the others: one run names everything that is wrong.
    // A chore that tells the time needs a clock.
    #[allow(clippy::disallowed_methods)]
    pub(crate) fn run(&mut self, name: &'static str, work: impl FnOnce() -> Result<(), Failure>) {
        if !self.asked.is_empty() && !self.asked.iter().any(|asked| asked == name) {
            self.left_out.push(name);
            return;
        }
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

    /// What was asked for and is no part, in a sentence.
    fn unknown(&self) -> Option<String> {
        let is_missing = |asked: &&String| !self.done.iter().any(|part| part.name == **asked);
        let asked = self.asked.iter().find(is_missing)?;
        let all = self.done.iter().map(|part| part.name).chain(self.left_out.iter().copied());
        let all: Vec<&str> = all.collect();
        Some(format!("no part is called {asked:?}; there are: {}", all.join(", ")))
    }

    /// Prints the summary, in one line.
    pub(crate) fn finish(self) -> ExitCode {
        if let Some(unknown) = self.unknown() {
            println!("== FAILED: {unknown}");
            return ExitCode::FAILURE;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_parts_that_are_asked_for_run_and_others_are_named() {
        let mut parts = Parts::only(vec!["recipes".to_owned(), "nothing".to_owned()]);
        let mut ran = Vec::new();
        for name in ["build", "recipes"] {
            parts.run(name, || {
                ran.push(name);
                Ok(())
            });
        }
        assert_eq!(ran, ["recipes"]);
        let unknown = parts.unknown().expect("a part that is not there");
        assert_eq!(unknown, "no part is called \"nothing\"; there are: recipes, build");
        assert_eq!(parts.finish(), ExitCode::FAILURE);
    }
}
