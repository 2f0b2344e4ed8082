//! The test suite, in its usual and its heavy form.
//!
//! Two conventions tie tests to it. A test with random rounds reads how many from
//! BAHAMA_TEST_SCALE (`quick`, `prove`, or nothing). A benchmark takes `--answers`:
//! it then asserts its answers and measures nothing.

use std::process::Command;

use crate::parts::{Failure, Parts};
use crate::tools::{DENY, HAPROXY, NEXTEST, POSTGRES, cargo, need, run};
use crate::{fuzz, interface, recipes, tidy, web};

pub(crate) const SCALE: &str = "BAHAMA_TEST_SCALE";
/// The seconds for each reader that is fuzzed, and for the interface in all roles together, where
/// the usual ones do not suit.
const SECONDS: &str = "BAHAMA_TEST_SECONDS";
/// Unit and integration tests; documentation and benchmarks are parts of their own.
const TESTS: [&str; 2] = ["--workspace", "--tests"];
/// Benchmarks by name: `--benches` would also run the unit tests.
const BENCHES: [&str; 3] = ["--workspace", "--bench", "*"];

/// Everything continuous integration runs as tests.
pub(crate) fn test(parts: &mut Parts, quick: bool) {
    let mut nextest = false;
    parts.run("build", || {
        nextest = need(&NEXTEST, "cargo-nextest; cargo test runs the tests instead")?;
        run(tests(nextest).arg("--no-run"))?;
        if quick { Ok(()) } else { run(cargo("test").args(BENCHES).arg("--no-run")) }
    });
    if !parts.passed() {
        // What does not build cannot be tested, and cargo has said why.
        return;
    }
    parts.run("tests", || {
        need(&POSTGRES, "the tests of PostgreSQL")?;
        need(&HAPROXY, "the tests of several processes behind a proxy")?;
        let mut tests = tests(nextest);
        if quick {
            tests.env(SCALE, "quick");
        }
        run(tests.arg("--no-fail-fast"))
    });
    parts.run("doc tests", || run(cargo("test").args(["--workspace", "--doc"])));
    if !quick {
        parts.run("benchmarks", || run(cargo("test").args(BENCHES).args(["--", "--answers"])));
    }
    parts.run("tidy", tidy::texts);
    parts.run("documentation", tidy::documentation);
    web::test(parts, quick);
    parts.run("dependencies", dependencies);
}

/// The heavy proofs, with the figures they print, and the measurements.
pub(crate) fn prove(parts: &mut Parts) {
    let proofs = || {
        let mut proofs = cargo("test");
        proofs.args(TESTS).args(["--profile", "prove"]).env(SCALE, "prove");
        proofs
    };
    parts.run("build", || run(proofs().arg("--no-run")));
    if !parts.passed() {
        return;
    }
    parts.run("proofs", || run(proofs().args(["--no-fail-fast", "--", "--nocapture"])));
    web::prove(parts);
    // The typesetter compiles for minutes, so only a proof builds it.
    parts.run("pdf", || {
        run(cargo("test").args(["-p", "par-pdf", "--features", "typst"]))?;
        let mut sheets = cargo("test");
        sheets.args(["-p", "bahama", "--features", "pdf", "--test", "all", "--"]);
        run(sheets.args(["par::", "provenance::a_pdf"]))
    });
    parts.run("without web", without_web);
    parts.run("advisories", advisories);
    parts.run("interface", interface::test);
    parts.run("fuzzing", fuzz::test);
    parts.run("recipes", recipes::prove);
    parts.run("benchmarks", || run(cargo("bench").args(BENCHES)));
}

/// The time for a part that runs as long as one lets it.
///
/// # Errors
/// If another time is asked for and is none.
pub(crate) fn seconds(usual: u32) -> Result<u32, Failure> {
    match std::env::var(SECONDS) {
        Ok(text) => text.parse().map_err(|_| format!("{SECONDS} is a number, not {text:?}")),
        Err(_) => Ok(usual),
    }
}

fn tests(nextest: bool) -> Command {
    let mut command = cargo(if nextest { "nextest" } else { "test" });
    if nextest {
        command.arg("run");
    }
    command.args(TESTS);
    command
}

/// Licences, sources and duplicates of what the project depends on. Advisories are for
/// [`prove`]: their database comes from outside at every run.
fn dependencies() -> Result<(), Failure> {
    if need(&DENY, "licences and sources of the dependencies")? {
        let checks = ["bans", "licenses", "sources"];
        run(cargo("deny").args(["check", "--hide-inclusion-graph"]).args(checks))
    } else {
        Ok(())
    }
}

/// The program as who has no Node builds it: nothing else compiles it so.
fn without_web() -> Result<(), Failure> {
    run(cargo("test").args(["-p", "server", "--no-default-features", "--test", "server", "web::"]))
}

/// What is known against the dependencies, where the database of it can be had. What only the
/// typesetter brings is in no ordinary build (S-18) and is left out.
fn advisories() -> Result<(), Failure> {
    let what = "advisories against the dependencies";
    if !need(&DENY, what)? {
        return Ok(());
    }
    if run(cargo("deny").args(["fetch", "db"])).is_err() {
        println!("skipped: {what} (their database cannot be had)");
        return Ok(());
    }
    run(cargo("deny").args(["--exclude", "par-pdf", "check", "advisories"]))
}
