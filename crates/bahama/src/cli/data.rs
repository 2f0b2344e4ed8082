//! What every command on a data directory takes.

use std::path::{Path, PathBuf};

use clap::Args;
use server::{RoomTime, Said, Settings};
use store::{DataDir, Store};

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

/// The room's time, as the record keeps it (O-12); before a first start what the settings' file says.
pub(super) async fn room(store: &Store, path: &Path) -> Result<RoomTime, Failed> {
    let mut settings = Settings::resolve(path, &Said::default())?;
    settings.take_kept_room(store).await?;
    Ok(settings.room)
}
