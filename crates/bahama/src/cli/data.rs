//! What every command on a data directory takes.

use std::path::{Path, PathBuf};

use clap::Args;
use store::DataDir;

use super::Failed;

#[derive(Args)]
pub(super) struct AtData {
    /// The data directory.
    #[arg(long, value_name = "DIR", default_value = DataDir::DEFAULT, global = true)]
    pub(super) data: PathBuf,
    /// One JSON document instead of text.
    #[arg(long, global = true)]
    pub(super) json: bool,
}

/// The directory, which must hold data.
pub(super) fn used(path: &Path) -> Result<DataDir, Failed> {
    let data = DataDir::new(path);
    if data.is_used() {
        return Ok(data);
    }
    let path = path.display();
    Err(Failed::Refused(format!("{path} holds no data; name the right one with --data")))
}
