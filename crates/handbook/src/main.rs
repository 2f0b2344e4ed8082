//! Writes the generated documents, or the pictures that need no browser.

use std::process::ExitCode;

use clap::Parser;
use handbook::{documents, pictures};

/// What is made from the program.
#[derive(Parser)]
#[command(name = "handbook")]
enum Make {
    /// Write the generated documents.
    Docs {
        /// Write nothing; fail if a document is not what would be written.
        #[arg(long)]
        check: bool,
    },
    /// Draw the terminal's table and the strategy charts.
    Pictures,
}

fn main() -> ExitCode {
    let made = match Make::parse() {
        Make::Docs { check: true } => documents::check(),
        Make::Docs { check: false } => documents::write(),
        Make::Pictures => pictures::write(),
    };
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
