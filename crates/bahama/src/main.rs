//! The one program.

use std::process::ExitCode;

/// A server makes and drops a few small texts for every command and socket, on several
/// threads: with this allocator it takes a quarter more commands than with the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    bahama::cli::run()
}
