//! The running server against its OpenAPI document, in every role, with schemathesis.

use std::path::Path;
use std::process::Command;

use crate::parts::Failure;
use crate::root;
use crate::suite::seconds;
use crate::tools::{PYTHON, built, missing, need, run};

/// The seconds for all roles together.
const SECONDS: u32 = 600;
/// What is installed.
const PACKAGE: &str = "schemathesis==4.32.5";

/// Tests the interface for ten minutes.
///
/// # Errors
/// If an answer is not as the document says.
pub(crate) fn test() -> Result<(), Failure> {
    let seconds = seconds(SECONDS)?;
    let what = "the interface against its description";
    if !need(&PYTHON, what)? {
        return Ok(());
    }
    let home = root().join("target/schemathesis");
    let python = home.join("bin/python");
    if !has_package(&python) && install(&home, &python).is_err() {
        return missing(&PYTHON, what).map(|_| ());
    }
    let mut tests = Command::new(python);
    tests.arg(root().join("xtask/src/interface.py")).arg(built("bahama")?);
    run(tests.arg(seconds.to_string()).current_dir(root().join("target")))
}

fn has_package(python: &Path) -> bool {
    let found = Command::new(python).args(["-c", "import schemathesis"]).output();
    found.is_ok_and(|found| found.status.success())
}

fn install(home: &Path, python: &Path) -> Result<(), Failure> {
    run(Command::new("python3").args(["-m", "venv"]).arg(home))?;
    run(Command::new(python).args(["-m", "pip", "install", "--quiet", PACKAGE]))
}
