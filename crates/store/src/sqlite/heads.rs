//! The ends of all chains, noted in a table of their own (L-05, L-15).
//!
//! A hash chain does not show that its last lines are missing. So every commit also notes
//! where the chains it made longer end now, and a sum over all rows of that table: to each
//! row belongs a number that only the key of the shoes gives, and the sum is the exclusive
//! or of them all, sealed with the same key. Whoever changes rows without the key cannot
//! make the sum fit, and never sees it. One row of one stream cannot be put back either;
//! only all of them together, to a state that was once whole. Against that stand the heads
//! that a backup's manifest keeps elsewhere.

use std::collections::BTreeSet;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};
use table::Stream;

use super::row::{hash, number, signed, stream, unsigned};
use super::sql;
use crate::chain::{Hash, Head, NO_HASH};
use crate::error::{Cause, StoreError};
use crate::seal::SealKey;

/// The number of the security log among the streams: no table has it.
const LOG: i64 = 0;
/// What is sealed, so that nothing else that is sealed can stand in for it.
const PURPOSE: &[u8] = b"heads";

/// A chain that has become longer.
pub(super) struct Longer {
    number: i64,
    before: Option<Head>,
    now: Head,
}

impl Longer {
    /// A stream that ended there and now ends here.
    pub(super) fn stream(stream: Stream, before: Option<&Head>, now: Head) -> Longer {
        let before = before.filter(|head| head.version > 0).copied();
        Longer { number: stream.number(), before, now }
    }

    /// The security log, if it is longer than its row says.
    pub(super) async fn log(
        connection: &mut SqliteConnection,
    ) -> Result<Option<Longer>, StoreError> {
        let now = log_head(connection).await?;
        let row = sqlx::query(sql::NOTED).bind(LOG).fetch_optional(connection).await?;
        let before = row.as_ref().map(head).transpose()?;
        let is_longer = now.version > before.map_or(0, |head| head.version);
        Ok(is_longer.then_some(Longer { number: LOG, before, now }))
    }
}

/// Notes the new ends, in the commit that makes them.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    key: &SealKey,
    longer: &[Longer],
) -> Result<(), StoreError> {
    if longer.is_empty() {
        return Ok(());
    }
    let mut sum = sum(connection, key).await?.ok_or(StoreError::Heads)?;
    for Longer { number, before, now } in longer {
        if let Some(before) = before {
            add(&mut sum, key, *number, before);
        }
        add(&mut sum, key, *number, now);
    }
    write(connection, longer).await?;
    set_sum(connection, key, &sum).await
}

async fn write(connection: &mut SqliteConnection, longer: &[Longer]) -> Result<(), StoreError> {
    for (sql, part) in sql::NOTE_HEADS.parts(longer.len()) {
        let mut query = sqlx::query(sql);
        for Longer { number, now, .. } in &longer[part] {
            query = query.bind(*number).bind(signed(now.version)).bind(now.hash.as_slice());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Whether nothing was noted yet.
pub(super) async fn is_unnoted(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let (rows,): (i64,) = sqlx::query_as(sql::UNNOTED).fetch_one(connection).await?;
    Ok(rows == 0)
}

/// Notes all chains as they are, for a database from before there was this table or with a
/// key of its own; gives how many there are.
pub(super) async fn begin(
    connection: &mut SqliteConnection,
    key: &SealKey,
) -> Result<usize, StoreError> {
    let mut ends = Vec::new();
    for row in sqlx::query(sql::STREAMS).fetch_all(&mut *connection).await? {
        let number = stream(&row)?.number();
        let row = sqlx::query(sql::HEAD).bind(number).fetch_one(&mut *connection).await?;
        ends.push(Longer { number, before: None, now: head(&row)? });
    }
    let log = log_head(connection).await?;
    if log.version > 0 {
        ends.push(Longer { number: LOG, before: None, now: log });
    }
    sqlx::query(sql::FORGET_HEADS).execute(&mut *connection).await?;
    // Their codes are another key's.
    sqlx::query(sql::FORGET_SNAPSHOTS).execute(&mut *connection).await?;
    set_sum(connection, key, &NO_HASH).await?;
    note(connection, key, &ends).await?;
    Ok(ends.len())
}

/// Checks that every chain ends where it was noted, and with the key that the notes are
/// those that were written.
pub(super) async fn check(
    connection: &mut SqliteConnection,
    key: Option<&SealKey>,
) -> Result<(), StoreError> {
    let mut noted = BTreeSet::new();
    let mut total = NO_HASH;
    for row in sqlx::query(sql::HEADS).fetch_all(&mut *connection).await? {
        let number: i64 = row.try_get("stream")?;
        let end = head(&row)?;
        if let Some(key) = key {
            add(&mut total, key, number, &end);
        }
        noted.insert(number);
        if number != LOG {
            ends_there(&row, stream(&row)?, end)?;
        }
    }
    check_log(connection).await?;
    for row in sqlx::query(sql::STREAMS).fetch_all(&mut *connection).await? {
        let stream = stream(&row)?;
        if !noted.contains(&stream.number()) {
            return Err(StoreError::broken(stream, 1, Cause::Unnoted));
        }
    }
    match key {
        Some(key) if sum(connection, key).await? != Some(total) => Err(StoreError::Heads),
        _ => Ok(()),
    }
}

/// Checks a row of the table against the entries.
fn ends_there(row: &SqliteRow, stream: Stream, end: Head) -> Result<(), StoreError> {
    let last = unsigned(row.try_get::<Option<i64>, _>("last")?.unwrap_or_default());
    let found: Option<Vec<u8>> = row.try_get("found")?;
    if last > end.version {
        return Err(StoreError::broken(stream, last, Cause::Unnoted));
    }
    match found {
        None => Err(StoreError::broken(stream, end.version, Cause::Missing)),
        Some(found) if found != end.hash => {
            Err(StoreError::broken(stream, end.version, Cause::Anchor))
        }
        Some(_) => Ok(()),
    }
}

async fn check_log(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let log = log_head(connection).await?;
    let row = sqlx::query(sql::NOTED).bind(LOG).fetch_optional(connection).await?;
    let end = row.as_ref().map(head).transpose()?.unwrap_or(Head::NONE);
    let broken = |number, cause| Err(StoreError::BrokenLog { number, cause });
    if log.version < end.version {
        return broken(end.version, Cause::Missing);
    }
    if log.version > end.version {
        return broken(log.version, Cause::Unnoted);
    }
    if log.hash != end.hash {
        return broken(end.version, Cause::Anchor);
    }
    Ok(())
}

fn head(row: &SqliteRow) -> Result<Head, StoreError> {
    Ok(Head { version: number(row, "version")?, hash: hash(row, "hash")? })
}

async fn log_head(connection: &mut SqliteConnection) -> Result<Head, StoreError> {
    match sqlx::query(sql::LOG_HEAD).fetch_optional(connection).await? {
        Some(row) => Ok(Head { version: number(&row, "number")?, hash: hash(&row, "hash")? }),
        None => Ok(Head::NONE),
    }
}

/// Adds a row to the sum, or takes it out again.
fn add(sum: &mut Hash, key: &SealKey, number: i64, head: &Head) {
    let mark = key.mark(number, head);
    sum.iter_mut().zip(mark).for_each(|(sum, mark)| *sum ^= mark);
}

/// The sum; nothing if there is none that this key has sealed.
async fn sum(connection: &mut SqliteConnection, key: &SealKey) -> Result<Option<Hash>, StoreError> {
    let sealed: Option<(Vec<u8>,)> =
        sqlx::query_as(sql::HEADS_SUM).fetch_optional(connection).await?;
    let opened = sealed.and_then(|(sealed,)| key.open(PURPOSE, &sealed));
    Ok(opened.and_then(|plain| plain.try_into().ok()))
}

async fn set_sum(
    connection: &mut SqliteConnection,
    key: &SealKey,
    sum: &Hash,
) -> Result<(), StoreError> {
    let sealed = key.close(PURPOSE, sum)?;
    sqlx::query(sql::SET_HEADS_SUM).bind(sealed).execute(connection).await?;
    Ok(())
}
