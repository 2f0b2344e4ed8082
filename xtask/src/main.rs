//! The project's chores: `cargo xtask test`, `cargo xtask prove`, `cargo xtask docs`,
//! `cargo xtask pictures`, `cargo xtask tidy`.
//!
//! What continuous integration runs is `cargo xtask test`, the formatter and
//! clippy, so that nobody has to push to find out whether it is green.

mod fuzz;
mod handbook;
mod interface;
mod parts;
mod recipes;
mod suite;
mod tidy;
mod tools;
mod web;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use parts::Parts;

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Chores {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run everything continuous integration runs as tests.
    ///
    /// What the machine lacks is named in a line “skipped: …”; BAHAMA_TEST_REQUIRE, a
    /// list of tools with commas or the word “all”, turns such a line into a failure.
    Test {
        /// At most three minutes after the build: fewer random rounds, no benchmarks.
        #[arg(long)]
        quick: bool,
    },
    /// Run the heavy proofs: many random rounds, optimised with every check on; then measure.
    Prove {
        /// Only these parts, such as recipes or benchmarks; all of them without a name.
        parts: Vec<String>,
    },
    /// Write the generated documents.
    Docs {
        /// Write nothing; fail if a document is not what would be written.
        #[arg(long)]
        check: bool,
    },
    /// Draw the pictures of the documents.
    Pictures,
    /// Look at what no compiler looks at: sizes, citations, links, the graph of the crates.
    Tidy {
        /// Only the texts, which takes a second: no documentation, no formatter of the web.
        #[arg(long)]
        quick: bool,
    },
}

fn main() -> ExitCode {
    let mut parts = Parts::default();
    match Chores::parse().chore {
        Chore::Test { quick } => suite::test(&mut parts, quick),
        Chore::Prove { parts: only } => {
            parts = Parts::only(only);
            suite::prove(&mut parts);
        }
        Chore::Tidy { quick } => {
            parts.run("tidy", tidy::texts);
            if !quick {
                parts.run("documentation", tidy::documentation);
                parts.run("format of the web", web::format);
            }
        }
        Chore::Docs { check: true } => parts.run("documents", handbook::check),
        Chore::Docs { check: false } => parts.run("documents", handbook::write),
        Chore::Pictures => parts.run("pictures", handbook::pictures),
    }
    parts.finish()
}

/// The root of the workspace.
fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}
