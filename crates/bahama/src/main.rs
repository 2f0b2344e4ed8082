//! The one program.

use std::process::ExitCode;

fn main() -> ExitCode {
    bahama::cli::run()
}
