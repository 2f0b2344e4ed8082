//! The readers of `crates/readers` under a fuzzer that follows what it covers (L-19).

use std::fs;
use std::process::Command;

use crate::parts::Failure;
use crate::root;
use crate::suite::seconds;
use crate::tools::{FUZZ, NIGHTLY, need, run};

/// The seconds for each reader.
const SECONDS: u32 = 60;
/// The longest input: what a request may carry.
const LONGEST: u32 = 64 * 1024;
/// The most memory a reader may hold, in megabytes, with the fuzzer's own.
const MEMORY: u32 = 1024;

/// Fuzzes every reader for a minute, beginning with its corpus.
///
/// # Errors
/// If a reader panics, takes too long or too much memory; the fuzzer keeps what did it.
pub(crate) fn test() -> Result<(), Failure> {
    let seconds = seconds(SECONDS)?;
    let what = "coverage-guided fuzzing; the suite replays the corpora and changed copies of them";
    if !need(&NIGHTLY, what)? || !need(&FUZZ, what)? {
        return Ok(());
    }
    let told = |error: std::io::Error| error.to_string();
    let fuzz = root().join("fuzz");
    // The workspace of the fuzzer has the versions of the project.
    fs::copy(root().join("Cargo.lock"), fuzz.join("Cargo.lock")).map_err(told)?;
    let mut targets = Vec::new();
    for file in fs::read_dir(fuzz.join("fuzz_targets")).map_err(told)? {
        let path = file.map_err(told)?.path();
        targets.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    targets.sort();
    let mut broken = Vec::new();
    for target in &targets {
        if let Err(failure) = run_one(target, seconds) {
            broken.push(failure);
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("; ")) }
}

fn run_one(target: &str, seconds: u32) -> Result<(), Failure> {
    // What it finds new stays beside the builds; what is worth keeping is copied to the corpus.
    let found = root().join("target/fuzz").join(target);
    fs::create_dir_all(&found).map_err(|error| error.to_string())?;
    let mut fuzz = Command::new("rustup");
    // Panics are what is looked for: the readers have no unsafe code for a sanitizer to watch.
    fuzz.args(["run", "nightly", "cargo", "fuzz", "run", "--fuzz-dir", "fuzz"])
        .args(["--sanitizer", "none", "--target-dir", "target/fuzz-build", target])
        .arg(found)
        .arg(root().join("crates/readers/corpus").join(target))
        .args(["--", "-timeout=10", "-print_final_stats=1"])
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={LONGEST}"))
        .arg(format!("-rss_limit_mb={MEMORY}"))
        .current_dir(root());
    run(&mut fuzz)
}
