//! The programs a chore runs, and what to do where one is missing.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::parts::Failure;
use crate::root;

/// A program that not every machine has.
pub(crate) struct Tool {
    /// Its name, as BAHAMA_TEST_REQUIRE lists it.
    name: &'static str,
    /// The words that ask it for its version.
    probe: &'static [&'static str],
    install: &'static str,
}

/// Runs each test in a process of its own.
pub(crate) const NEXTEST: Tool = Tool {
    name: "cargo-nextest",
    probe: &["cargo", "nextest", "--version"],
    install: "cargo install cargo-nextest --locked",
};

/// Checks licences and sources of the dependencies.
pub(crate) const DENY: Tool = Tool {
    name: "cargo-deny",
    probe: &["cargo", "deny", "--version"],
    install: "cargo install cargo-deny --locked",
};

/// Builds and tests the browser application.
pub(crate) const NODE: Tool =
    Tool { name: "node", probe: &["npm", "--version"], install: "Node 20 or newer, with npm" };

/// The browser of the end-to-end tests.
pub(crate) const CHROMIUM: Tool = Tool {
    name: "chromium",
    probe: &["chromium", "--version"],
    install: "apt-get install chromium fonts-dejavu-core",
};

/// The database of several processes. The tests look for it themselves, and start a server of
/// their own.
pub(crate) const POSTGRES: Tool = Tool {
    name: "postgres",
    probe: &["sh", "-c", "ls /usr/lib/postgresql/*/bin/initdb || $(pg_config --bindir)/initdb -V"],
    install: "apt-get install postgresql",
};

/// Stands before several processes. The tests look for it themselves, too.
pub(crate) const HAPROXY: Tool =
    Tool { name: "haproxy", probe: &["haproxy", "-v"], install: "apt-get install haproxy" };

/// Tests the interface against its description, in a virtual environment of its own.
pub(crate) const PYTHON: Tool = Tool {
    name: "schemathesis",
    probe: &["python3", "-m", "venv", "--help"],
    install: "Python 3.10 or newer with venv, and the way to its package index",
};

/// Drives the fuzzer.
pub(crate) const FUZZ: Tool = Tool {
    name: "cargo-fuzz",
    probe: &["cargo", "fuzz", "--version"],
    install: "cargo install cargo-fuzz --locked",
};

/// Compiles what is fuzzed.
pub(crate) const NIGHTLY: Tool = Tool {
    name: "nightly",
    probe: &["rustup", "run", "nightly", "rustc", "--version"],
    install: "rustup toolchain install nightly",
};

/// Whether a tool is there; where it is not, a line says what is left out.
///
/// # Errors
/// If the tool is missing and BAHAMA_TEST_REQUIRE asks for it.
pub(crate) fn need(tool: &Tool, what: &str) -> Result<bool, Failure> {
    let probe = match tool.probe {
        ["cargo", subcommand, arguments @ ..] => cargo(subcommand).args(arguments).output(),
        [program, arguments @ ..] => Command::new(program).args(arguments).output(),
        [] => unreachable!("every tool has a probe"),
    };
    if probe.is_ok_and(|probe| probe.status.success()) { Ok(true) } else { missing(tool, what) }
}

/// Says what is left out because a tool is missing; always false.
///
/// # Errors
/// If BAHAMA_TEST_REQUIRE asks for the tool.
pub(crate) fn missing(tool: &Tool, what: &str) -> Result<bool, Failure> {
    let required = std::env::var("BAHAMA_TEST_REQUIRE").unwrap_or_default();
    if required.split(',').any(|name| [tool.name, "all"].contains(&name.trim())) {
        return Err(format!(
            "BAHAMA_TEST_REQUIRE asks for {}, which is missing (install: {})",
            tool.name, tool.install
        ));
    }
    println!("skipped: {what} (install: {})", tool.install);
    Ok(false)
}

/// A command of cargo, at the root of the workspace.
pub(crate) fn cargo(subcommand: &str) -> Command {
    // `cargo xtask` says which cargo it is; the children use the same one.
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.arg(subcommand).current_dir(root());
    // `cargo xtask` says of which package this program is. A build script that watches those words
    // (ring's does) would be run again whenever somebody changes between cargo and xtask.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// A program of the workspace, built as the suite builds it: with the features its tests
/// need, so that nothing is compiled twice.
///
/// # Errors
/// If it does not build.
pub(crate) fn built(program: &str) -> Result<PathBuf, Failure> {
    // Naming a test is what makes cargo count the features of the tests.
    let any_test = ["--test", "fresh"];
    run(cargo("build").args(["--workspace", "--quiet", "--bin", program]).args(any_test))?;
    // Cargo lays it beside this program.
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(own.with_file_name(program))
}

/// Runs a command to its end, its output among ours.
///
/// # Errors
/// If it cannot be started or fails.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let words: Vec<String> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let line = words.join(" ");
    println!("$ {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` ended with {status}")),
        Err(error) => Err(format!("`{line}` cannot be started: {error}")),
    }
}
