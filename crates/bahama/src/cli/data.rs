//! What every command on a data directory takes.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::Value;
use server::staff::Staff;
use server::{Clock, RoomTime, Said, Settings};
use store::{DataDir, Options, People, Store};

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

/// What was done: as a document, and in words.
pub(super) struct Done {
    pub(super) document: Value,
    pub(super) words: String,
}

/// Changes the people of a directory, also beside a running server, and says what was done.
/// Somebody can be added before the first start.
pub(super) fn with_staff(
    at: &AtData,
    adds: bool,
    act: impl AsyncFnOnce(&Staff, &RoomTime) -> Result<Done, Failed>,
) -> Result<(), Failed> {
    let data = if adds { DataDir::new(&at.data) } else { used(&at.data)? };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(async {
        let store = Arc::new(Store::open(&data, Options::BESIDE).await?);
        let people: Arc<dyn People> = store.clone();
        let room = room(&store, &at.data).await?;
        let answer = act(&Staff::new(people, Clock::System.now()), &room).await;
        store.close().await;
        answer
    });
    let Done { document, words } = answer.map_err(|failed: Failed| failed.told(at.json))?;
    let mut out = anstream::stdout().lock();
    if at.json {
        return Ok(writeln!(out, "{document}")?);
    }
    Ok(write!(out, "{words}")?)
}

/// The room's time, as the record keeps it (O-12); before a first start what the settings' file says.
pub(super) async fn room(store: &Store, path: &Path) -> Result<RoomTime, Failed> {
    let mut settings = Settings::resolve(path, &Said::default())?;
    settings.take_kept_room(store).await?;
    Ok(settings.room)
}
