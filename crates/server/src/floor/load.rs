//! Loading: a table is folded from its entries, from the last snapshot on if there is one.

use std::sync::Arc;

use ::floor::{Desk, Machine, REMEMBERED};
use cards::Card;
use serde::de::DeserializeOwned;
use store::{Journal, StoreError, Stored, Stream};
use table::{
    Account, AccountId, Beside, Entry, Event, Link, LinkEvent, LinkId, Micros, Person, PostedFault,
    ReplayFailed, Snapshot, Table, TableId,
};

use super::drive::PAGE;
use super::houses;
use super::sign::SignRefused;

/// How many of the last entries are read for their commands.
pub(super) const LAST: u32 = REMEMBERED as u32;

/// A table or link whose record cannot be read, or does not stand the check of a start
/// (P-17).
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LoadFailed {
    #[error(transparent)]
    Store(StoreError),
    #[error("{stream}: version {version} is not an entry: {error}")]
    Entry { stream: Stream, version: u64, error: serde_json::Error },
    #[error("{stream}: the record does not begin with a sign")]
    NoSign { stream: Stream },
    #[error("{table}: profile {profile} is not in the store")]
    NoProfile { table: TableId, profile: String },
    #[error("{table}: {error}")]
    Profile { table: TableId, error: SignRefused },
    #[error("{table}: {error}")]
    Posted { table: TableId, error: PostedFault },
    #[error("{stream}: {error}")]
    Replay { stream: Stream, error: ReplayFailed },
    #[error("{stream}: what it holds is not what the rows of its ledger say")]
    Books { stream: Stream },
    #[error("{table} and {link} do not agree about the money between them")]
    Clearing { table: TableId, link: LinkId },
    #[error("{table} plays for {link}, which is not there")]
    NoLink { table: TableId, link: LinkId },
}

/// Folds a table; what it holds must be what the rows of its ledger say (L-11).
pub(super) async fn table(journal: &dyn Journal, id: TableId) -> Result<Desk, LoadFailed> {
    match tied(journal, id, Believe::Snapshot).await? {
        Some(desk) => Ok(desk),
        None => {
            tracing::warn!("{id}: what its snapshot holds is not in the ledger; it is discarded");
            whole_table(journal, id).await
        }
    }
}

/// A table whose books are those of its ledger; nothing if they are not.
async fn tied(
    journal: &dyn Journal,
    id: TableId,
    believe: Believe,
) -> Result<Option<Desk>, LoadFailed> {
    loop {
        let desk = fold(journal, id, believe).await?;
        if ties(journal, &desk).await? {
            return Ok(Some(desk));
        }
        // Another process may have written meanwhile.
        let head = journal.verify_tail(id.into(), 1).await.map_err(LoadFailed::Store)?;
        if head.version == desk.machine().version() {
            return Ok(None);
        }
    }
}

/// The same from the first entry on, whatever snapshots say.
pub(super) async fn whole_table(journal: &dyn Journal, id: TableId) -> Result<Desk, LoadFailed> {
    let desk = tied(journal, id, Believe::Entries).await?;
    desk.ok_or(LoadFailed::Books { stream: id.into() })
}

/// A link from the first entry on, whatever snapshots say.
pub(super) async fn whole_link(journal: &dyn Journal, id: LinkId) -> Result<Link, LoadFailed> {
    fold_link(journal, id, Believe::Entries).await
}

/// Where folding begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Believe {
    /// At the last snapshot, if it fits.
    Snapshot,
    /// At the first entry.
    Entries,
}

/// Whether a table's books are those of its ledger.
async fn ties(journal: &dyn Journal, desk: &Desk) -> Result<bool, LoadFailed> {
    let Machine::Table(table) = desk.machine() else { return Ok(true) };
    let rows = journal.balances(table.id().into()).await.map_err(LoadFailed::Store)?;
    Ok(rows == table.books().iter().collect::<Vec<_>>())
}

/// The snapshot of a stream. One that does not fit is named and left alone: the entries
/// are there.
async fn kept(
    journal: &dyn Journal,
    stream: Stream,
    believe: Believe,
) -> Result<Option<store::Snapshot>, LoadFailed> {
    if believe == Believe::Entries {
        return Ok(None);
    }
    match journal.snapshot(stream).await {
        Err(unfit @ StoreError::Snapshot { .. }) => {
            tracing::warn!("{unfit}; it is discarded");
            Ok(None)
        }
        kept => kept.map_err(LoadFailed::Store),
    }
}

async fn fold(journal: &dyn Journal, id: TableId, believe: Believe) -> Result<Desk, LoadFailed> {
    journal.verify_tail(id.into(), LAST).await.map_err(LoadFailed::Store)?;
    let mut table = start(journal, id, believe).await?;
    let secrets = journal.secrets(id, 0).await.map_err(LoadFailed::Store)?;
    let mut beside = Beside { secrets, houses: Vec::new() };
    let mut last: Vec<Entry> = Vec::new();
    loop {
        let page =
            journal.entries(id.into(), table.version(), PAGE).await.map_err(LoadFailed::Store)?;
        if page.is_empty() {
            break;
        }
        for stored in page {
            let entry: Entry = read(id, &stored)?;
            beside.houses.extend(houses::announced(journal, id, &entry).await?);
            let is_lost = |shoe: &u32| !beside.secrets.iter().any(|(it, _)| it == shoe);
            for shoe in committed(&entry).filter(is_lost) {
                let dealt = dealt(journal, &table, &entry, shoe).await?;
                table.lose_shoe(shoe, dealt);
            }
            let applied = table.apply(&entry, &beside);
            applied.map_err(|error| LoadFailed::Replay { stream: id.into(), error })?;
            last.push(entry);
        }
        let surplus = last.len().saturating_sub(REMEMBERED);
        last.drain(..surplus);
    }
    if last.is_empty() {
        let from = table.version().saturating_sub(LAST.into());
        let page = journal.entries(id.into(), from, LAST).await;
        for stored in page.map_err(LoadFailed::Store)? {
            last.push(read(id, &stored)?);
        }
    }
    let mut desk = Desk::new(table);
    desk.remember(last);
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
    entry: &Entry,
    shoe: u32,
) -> Result<Vec<Card>, LoadFailed> {
    let id = table.id();
    // A new sign comes with a new shoe, in one entry.
    let sign = entry.events.iter().find_map(|event| match event {
        Event::Posted { sign } => Some(sign),
        _ => None,
    });
    let house = match sign {
        Some(sign) => houses::of(journal, id, sign).await?,
        None => Arc::clone(table.house()),
    };
    let mut rest: Vec<Entry> = Vec::new();
    let (mut after, mut is_over) = (entry.version - 1, false);
    'reading: loop {
        let page = journal.entries(id.into(), after, PAGE).await.map_err(LoadFailed::Store)?;
        let Some(last) = page.last() else { break };
        after = last.version;
        for stored in &page {
            let entry: Entry = read(id, stored)?;
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
    Ok(table::dealt_cards(house.rules(), &rest, shoe))
}

/// The table of the last good snapshot, or a new one.
async fn start(journal: &dyn Journal, id: TableId, believe: Believe) -> Result<Table, LoadFailed> {
    let snapshot = kept(journal, id.into(), believe).await?;
    let restored = match snapshot {
        Some(snapshot) => restore(journal, id, &snapshot.bytes).await?,
        None => None,
    };
    match restored {
        Some(table) => Ok(table),
        None => Ok(Table::new(id, houses::first(journal, id).await?)),
    }
}

async fn restore(
    journal: &dyn Journal,
    id: TableId,
    bytes: &[u8],
) -> Result<Option<Table>, LoadFailed> {
    // A snapshot of an older program is no loss: the entries are there.
    let Ok(snapshot) = serde_json::from_slice::<Snapshot>(bytes) else { return Ok(None) };
    let mut beside = Beside::default();
    if let Some(shoe) = snapshot.shoe() {
        beside.secrets = journal.secrets(id, shoe).await.map_err(LoadFailed::Store)?;
    }
    for sign in snapshot.signs() {
        beside.houses.push(houses::of(journal, id, sign).await?);
    }
    Ok(Table::restore(id, &snapshot, &beside))
}

pub(super) fn read<E: DeserializeOwned>(
    stream: impl Into<Stream>,
    stored: &Stored,
) -> Result<Entry<E>, LoadFailed> {
    serde_json::from_str(&stored.json).map_err(|error| LoadFailed::Entry {
        stream: stream.into(),
        version: stored.version,
        error,
    })
}

/// Folds a link, and checks it before anybody plays for it (P-17): its chain, its meters
/// against its books, its books against the rows of the ledger.
pub(super) async fn link(journal: &dyn Journal, id: LinkId) -> Result<Desk, LoadFailed> {
    let link = folded(journal, id).await?;
    let stream = Stream::from(id);
    let from = link.version().saturating_sub(LAST.into());
    let last = journal.entries(stream, from, LAST).await.map_err(LoadFailed::Store)?;
    let last: Vec<Entry<LinkEvent>> =
        last.iter().map(|stored| read(stream, stored)).collect::<Result<_, _>>()?;
    let mut desk = Desk::new(link);
    desk.remember(last);
    Ok(desk)
}

/// The same without its memory.
pub(crate) async fn folded(journal: &dyn Journal, id: LinkId) -> Result<Link, LoadFailed> {
    match fold_link(journal, id, Believe::Snapshot).await {
        Err(LoadFailed::Books { stream }) => {
            tracing::warn!(
                "{stream}: what its snapshot holds is not in the ledger; it is discarded"
            );
            whole_link(journal, id).await
        }
        folded => folded,
    }
}

async fn fold_link(
    journal: &dyn Journal,
    id: LinkId,
    believe: Believe,
) -> Result<Link, LoadFailed> {
    let stream = Stream::from(id);
    journal.verify_tail(stream, LAST).await.map_err(LoadFailed::Store)?;
    let first = journal.entries(stream, 0, 1).await.map_err(LoadFailed::Store)?;
    let first = first.first().ok_or(LoadFailed::NoSign { stream })?;
    let entry: Entry<LinkEvent> = read(stream, first)?;
    let Some(LinkEvent::LinkPosted { sign }) = entry.events.into_iter().next() else {
        return Err(LoadFailed::NoSign { stream });
    };
    let sign = Arc::new(*sign);
    let snapshot = kept(journal, stream, believe).await?;
    // A snapshot of an older program is no loss: the entries are there.
    let snapshot = snapshot.and_then(|kept| serde_json::from_slice(&kept.bytes).ok());
    let restored = snapshot.and_then(|kept| Link::restore(id, Arc::clone(&sign), &kept));
    let mut link = restored.unwrap_or_else(|| Link::new(id, sign));
    loop {
        let version = link.version();
        read_on(journal, &mut link).await?;
        let rows = journal.balances(stream).await.map_err(LoadFailed::Store)?;
        if rows == link.books().iter().collect::<Vec<_>>() && link.ties() {
            break;
        }
        // Beside a running server more may have been written meanwhile.
        if link.version() == version {
            return Err(LoadFailed::Books { stream });
        }
    }
    Ok(link)
}

/// Applies what a link's journal has more than the link.
async fn read_on(journal: &dyn Journal, link: &mut Link) -> Result<(), LoadFailed> {
    let stream = Stream::from(link.id());
    loop {
        let page = journal.entries(stream, link.version(), PAGE).await;
        let page = page.map_err(LoadFailed::Store)?;
        if page.is_empty() {
            return Ok(());
        }
        for stored in &page {
            let applied = link.apply(&read(stream, stored)?);
            applied.map_err(|error| LoadFailed::Replay { stream, error })?;
        }
    }
}

/// Folds a person who has not come to the floor, only to look at him.
pub(super) async fn person(journal: &dyn Journal, id: AccountId) -> Result<Person, LoadFailed> {
    let (stream, mut person) = (Stream::from(id), Person::new(id));
    loop {
        let page = journal.entries(stream, person.version(), PAGE).await;
        let page = page.map_err(LoadFailed::Store)?;
        if page.is_empty() {
            return Ok(person);
        }
        for stored in &page {
            let applied = person.apply(&read(stream, stored)?);
            applied.map_err(|error| LoadFailed::Replay { stream, error })?;
        }
    }
}

/// Checks a table against its link: what one owes the other, both say (P-17).
pub(super) fn agree(table: &Table, link: &Link) -> Result<(), LoadFailed> {
    let owed = table.books().balance(Account::Link(link.id()));
    let has = link.books().balance(Account::Table(table.id()));
    if owed + has == Micros::ZERO {
        Ok(())
    } else {
        Err(LoadFailed::Clearing { table: table.id(), link: link.id() })
    }
}
