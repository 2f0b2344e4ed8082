//! What every command takes that changes the house from the command line.

use std::io::Write as _;

use clap::Args;
use serde_json::Value;
use server::staff::Staff;
use server::{Clock, RoomTime};
use store::{Options, People};

use super::Failed;
use super::record::{AtRecord, Record};

#[derive(Args)]
pub(super) struct AtData {
    #[command(flatten)]
    pub(super) record: AtRecord,
    /// One JSON document instead of text.
    #[arg(long, global = true)]
    pub(super) json: bool,
}

/// What was done: as a document, and in words.
pub(super) struct Done {
    pub(super) document: Value,
    pub(super) words: String,
}

/// Changes the people of a record, also beside a running server, and says what was done.
/// Somebody can be added before the first start.
pub(super) fn with_staff(
    at: &AtData,
    adds: bool,
    act: impl AsyncFnOnce(&Staff, &RoomTime) -> Result<Done, Failed>,
) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(async {
        let record = match adds {
            true => Record::open(&at.record.settings()?, Options::BESIDE).await?,
            false => at.record.open().await?,
        };
        let people = record.people();
        let room = room(&*people, &at.record).await?;
        let answer = act(&Staff::new(people, Clock::System.now()), &room).await;
        record.close().await;
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
pub(super) async fn room(people: &dyn People, at: &AtRecord) -> Result<RoomTime, Failed> {
    let mut settings = at.settings()?;
    settings.take_kept_room(people).await?;
    Ok(settings.room)
}
