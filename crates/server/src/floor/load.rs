//! Loading: a table is folded from its entries, from the last snapshot on if there is one.

use std::sync::Arc;

use cards::Card;
use store::{Journal, StoreError, Stored};
use table::{
    Desk, Entry, Event, House, PostedFault, ReplayFailed, Secret, Snapshot, Table, TableId,
};

use super::sign::{SignRefused, Source};

/// How many entries are read at once.
const PAGE: u32 = 1_000;
/// How many of the last entries a desk remembers the answers of.
const REMEMBERED: u32 = Desk::REMEMBERED as u32;

/// A table whose record cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LoadFailed {
    #[error(transparent)]
    Store(StoreError),
    #[error("{table}: version {version} is not an entry: {error}")]
    Entry { table: TableId, version: u64, error: serde_json::Error },
    #[error("{table}: the record does not begin with the table's sign")]
    NoSign { table: TableId },
    #[error("{table}: profile {profile} is not in the store")]
    NoProfile { table: TableId, profile: String },
    #[error("{table}: {error}")]
    Profile { table: TableId, error: SignRefused },
    #[error("{table}: {error}")]
    Posted { table: TableId, error: PostedFault },
    #[error("{table}: {error}")]
    Replay { table: TableId, error: ReplayFailed },
}

/// Folds a table.
pub(super) async fn desk(journal: &dyn Journal, id: TableId) -> Result<Desk, LoadFailed> {
    journal.verify_tail(id.into(), REMEMBERED).await.map_err(LoadFailed::Store)?;
    let house = Arc::new(house(journal, id).await?);
    let mut table = start(journal, id, &house).await?;
    let secrets = journal.secrets(id, 0).await.map_err(LoadFailed::Store)?;
    let mut last: Vec<Entry> = Vec::new();
    loop {
        let page = journal.entries(id.into(), table.version(), PAGE).await.map_err(LoadFailed::Store)?;
        if page.is_empty() {
            break;
        }
        for stored in page {
            let entry = read(id, &stored)?;
            for shoe in committed(&entry).filter(|shoe| !secrets.iter().any(|(it, _)| it == shoe)) {
                let dealt = dealt(journal, &table, entry.version, shoe).await?;
                table.lose_shoe(shoe, dealt);
            }
            let applied = table.apply(&entry, &secrets);
            applied.map_err(|error| LoadFailed::Replay { table: id, error })?;
            last.push(entry);
        }
        let surplus = last.len().saturating_sub(REMEMBERED as usize);
        last.drain(..surplus);
    }
    if last.is_empty() {
        let from = table.version().saturating_sub(REMEMBERED.into());
        let page = journal.entries(id.into(), from, REMEMBERED).await;
        for stored in page.map_err(LoadFailed::Store)? {
            last.push(read(id, &stored)?);
        }
    }
    let mut desk = Desk::new(table);
    desk.remember(&last);
    Ok(desk)
}

/// The shoes an entry commits to.
fn committed(entry: &Entry) -> impl Iterator<Item = u32> {
    entry.events.iter().filter_map(|event| match event {
        Event::ShoeCommitted { shoe, .. } => Some(*shoe),
        _ => None,
    })
}

/// The cards dealt from a shoe whose secret is lost with its key, from the record.
async fn dealt(
    journal: &dyn Journal,
    table: &Table,
    version: u64,
    shoe: u32,
) -> Result<Vec<Card>, LoadFailed> {
    let id = table.id();
    let mut rest: Vec<Entry> = Vec::new();
    let (mut after, mut is_over) = (version - 1, false);
    'reading: loop {
        let page = journal.entries(id.into(), after, PAGE).await.map_err(LoadFailed::Store)?;
        let Some(last) = page.last() else { break };
        after = last.version;
        for stored in &page {
            let entry = read(id, stored)?;
            // Its hole card may be turned when the next shoe lies there already, but not
            // after the round.
            is_over |= committed(&entry).any(|other| other != shoe);
            let ends = |event: &Event| matches!(event, Event::Ended { .. } | Event::Voided { .. });
            let round_over = entry.events.iter().any(ends);
            rest.push(entry);
            if is_over && round_over {
                break 'reading;
            }
        }
    }
    Ok(table::dealt_cards(table.house().rules(), &rest, shoe))
}

/// The table of the last good snapshot, or a new one.
async fn start(
    journal: &dyn Journal,
    id: TableId,
    house: &Arc<House>,
) -> Result<Table, LoadFailed> {
    let snapshot = journal.snapshot(id.into()).await.map_err(LoadFailed::Store)?;
    let restored = match snapshot {
        Some(snapshot) => restore(journal, id, house, &snapshot.bytes).await?,
        None => None,
    };
    Ok(restored.unwrap_or_else(|| Table::new(id, Arc::clone(house))))
}

async fn restore(
    journal: &dyn Journal,
    id: TableId,
    house: &Arc<House>,
    bytes: &[u8],
) -> Result<Option<Table>, LoadFailed> {
    // A snapshot of an older program is no loss: the entries are there.
    let Ok(snapshot) = serde_json::from_slice::<Snapshot>(bytes) else { return Ok(None) };
    let secrets: Vec<(u32, Secret)> = match snapshot.shoe() {
        Some(shoe) => journal.secrets(id, shoe).await.map_err(LoadFailed::Store)?,
        None => Vec::new(),
    };
    Ok(Table::restore(id, Arc::clone(house), &snapshot, &secrets))
}

/// The sign of a table, from its first entry, over the game file it was made from.
async fn house(journal: &dyn Journal, id: TableId) -> Result<House, LoadFailed> {
    let first = journal.entries(id.into(), 0, 1).await.map_err(LoadFailed::Store)?;
    let first = first.first().ok_or(LoadFailed::NoSign { table: id })?;
    let entry = read(id, first)?;
    let Some(Event::Posted(posted)) = entry.events.into_iter().next() else {
        return Err(LoadFailed::NoSign { table: id });
    };
    let profile = posted.profile.clone();
    let source = journal.profile(&Source::key(&posted)).await.map_err(LoadFailed::Store)?;
    let source = source.ok_or(LoadFailed::NoProfile { table: id, profile })?;
    let refused = |error| LoadFailed::Profile { table: id, error };
    let source = Source::read(&source).map_err(refused)?;
    let (game, profile) = source.game().map_err(refused)?;
    House::new(source.complete(*posted), &game, &profile)
        .map_err(|error| LoadFailed::Posted { table: id, error })
}

fn read(table: TableId, stored: &Stored) -> Result<Entry, LoadFailed> {
    serde_json::from_str(&stored.json).map_err(|error| LoadFailed::Entry {
        table,
        version: stored.version,
        error,
    })
}
