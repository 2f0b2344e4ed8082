//! The documents and pictures that are made from the program itself, so that they cannot
//! promise what it does not do.
//!
//! `cargo xtask docs` and `cargo xtask pictures` run the program of this crate; its test
//! fails when a document is stale.

pub mod documents;
mod figures;
pub mod pictures;

use std::path::Path;

/// Why a document cannot be made, in a sentence.
pub type Failure = String;

/// The root of the workspace.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}
