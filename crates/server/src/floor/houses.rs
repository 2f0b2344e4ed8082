//! The rules behind the signs of a table, from the game files they were made from.

use std::sync::Arc;

use store::{Journal, Stream};
use table::{Entry, Event, House, Posted, TableId};

use super::load::LoadFailed;
use super::sign::Source;

/// The sign over the game file it was made from, as the store keeps it.
pub(crate) async fn of(
    journal: &dyn Journal,
    table: TableId,
    sign: &Posted,
) -> Result<Arc<House>, LoadFailed> {
    let profile = sign.profile.clone();
    let source = journal.profile(&Source::key(sign)).await.map_err(LoadFailed::Store)?;
    let source = source.ok_or(LoadFailed::NoProfile { table, profile })?;
    let refused = |error| LoadFailed::Profile { table, error };
    let source = Source::read(&source).map_err(refused)?;
    let (game, profile) = source.game().map_err(refused)?;
    let house = House::new(source.complete(sign.clone()), &game, &profile);
    house.map(Arc::new).map_err(|error| LoadFailed::Posted { table, error })
}

/// The sign a table was set up with, from its first entry.
pub(super) async fn first(journal: &dyn Journal, id: TableId) -> Result<Arc<House>, LoadFailed> {
    let stream = Stream::from(id);
    let first = journal.entries(stream, 0, 1).await.map_err(LoadFailed::Store)?;
    let first = first.first().ok_or(LoadFailed::NoSign { stream })?;
    let entry: Entry = super::load::read(stream, first)?;
    let Some(Event::Posted { sign }) = entry.events.into_iter().next() else {
        return Err(LoadFailed::NoSign { stream });
    };
    of(journal, id, &sign).await
}

/// Those of the signs that an entry announces.
pub(super) async fn announced(
    journal: &dyn Journal,
    id: TableId,
    entry: &Entry,
) -> Result<Vec<Arc<House>>, LoadFailed> {
    let mut houses = Vec::new();
    for event in &entry.events {
        if let Event::PostingAnnounced { sign, .. } = event {
            houses.push(of(journal, id, sign).await?);
        }
    }
    Ok(houses)
}
