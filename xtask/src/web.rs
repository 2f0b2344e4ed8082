//! The browser application: its types, its unit tests, and real browsers at real tables.

use std::path::Path;
use std::process::Command;

use crate::parts::{Failure, Parts};
use crate::root;
use crate::suite::SCALE;
use crate::tools::{CHROMIUM, NODE, built, need, run};

/// Everything that is tested of the application.
pub(crate) fn test(parts: &mut Parts, quick: bool) {
    parts.run("web", || {
        if !need(&NODE, "the browser application")? {
            return Ok(());
        }
        install()?;
        run(npm().args(["run", "format:check"]))?;
        run(npm().args(["run", "check"]))?;
        run(npm().arg("test"))
    });
    if !quick && parts.passed() {
        parts.run("browsers", || browsers(None));
    }
}

/// Whether the application is formatted.
///
/// # Errors
/// If a file is not as the formatter writes it, or the packages cannot be installed.
pub(crate) fn format() -> Result<(), Failure> {
    if !need(&NODE, "the format of the browser application")? {
        return Ok(());
    }
    install()?;
    run(npm().args(["run", "format:check"]))
}

/// Real browsers again, on a machine that does nothing else: the times count, too.
pub(crate) fn prove(parts: &mut Parts) {
    parts.run("browsers", || {
        install()?;
        browsers(Some("prove"))
    });
}

fn browsers(scale: Option<&str>) -> Result<(), Failure> {
    if !need(&NODE, "the browsers")? || !need(&CHROMIUM, "the browsers")? {
        return Ok(());
    }
    let mut tests = npm();
    tests.args(["run", "e2e"]).env("BAHAMA_BIN", built("bahama")?);
    if let Some(scale) = scale {
        tests.env(SCALE, scale);
    }
    run(&mut tests)
}

/// Draws the pictures of the application with a real browser.
///
/// # Errors
/// If Node or Chromium is missing, or a picture cannot be drawn.
pub(crate) fn pictures(folder: &Path) -> Result<(), Failure> {
    if !need(&NODE, "pictures of the table")? || !need(&CHROMIUM, "pictures of the table")? {
        return Ok(());
    }
    install()?;
    let mut draw = npm();
    draw.args(["run", "pictures"])
        .env("BAHAMA_BIN", built("bahama")?)
        .env("BAHAMA_PICTURES", folder);
    run(&mut draw)
}

/// Installs the locked packages and generates the types of the interface.
fn install() -> Result<(), Failure> {
    run(npm().args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]))?;
    run(npm().args(["run", "types"]))
}

fn npm() -> Command {
    let mut command = Command::new("npm");
    command.current_dir(root().join("web"));
    command
}
