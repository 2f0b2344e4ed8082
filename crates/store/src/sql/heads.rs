//! The ends of all chains in the database ([`crate::heads`]).

use sqlx::Row as _;

use super::row::{hash, head, number, signed, stream, unsigned};
use super::{Connection, MARKS, sql};
use crate::chain::Head;
use crate::error::{Cause, StoreError};
use crate::heads::{Check, Longer, Sum, apart, ends_there};
use crate::seal::SealKey;

/// The number of the security log among the streams: no table has it.
const LOG: i64 = 0;

/// The security log, if it is longer than its row says.
pub(super) async fn longer_log(connection: &mut Connection) -> Result<Option<Longer>, StoreError> {
    let now = log_head(connection).await?;
    let row = sqlx::query(sql::NOTED).bind(LOG).fetch_optional(connection).await?;
    let before = row.as_ref().map(head).transpose()?;
    let is_longer = now.version > before.map_or(0, |head| head.version);
    Ok(is_longer.then_some(Longer { number: LOG, before, now }))
}

/// Notes the new ends, in the commit that makes them.
pub(super) async fn note(
    connection: &mut Connection,
    key: &SealKey,
    longer: &[Longer],
) -> Result<(), StoreError> {
    if longer.is_empty() {
        return Ok(());
    }
    let sealed = sealed_sum(connection, sql::SUM_TO_CHANGE).await?;
    let sum = sealed.and_then(|sealed| Sum::open(key, &sealed));
    let mut sum = sum.ok_or(StoreError::Heads)?;
    sum.follow(key, longer);
    write(connection, longer).await?;
    set_sum(connection, key, &sum).await
}

/// Writes the rows of these chains, and nothing of the sum.
pub(super) async fn write(
    connection: &mut Connection,
    longer: &[Longer],
) -> Result<(), StoreError> {
    for (sql, part) in sql::NOTE_HEADS.parts(MARKS, longer.len()) {
        let mut query = sqlx::query(sql);
        for Longer { number, now, .. } in &longer[part] {
            query = query.bind(*number).bind(signed(now.version)).bind(now.hash.as_slice());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Whether nothing was noted yet.
pub(super) async fn is_unnoted(connection: &mut Connection) -> Result<bool, StoreError> {
    let (rows,): (i64,) = sqlx::query_as(sql::UNNOTED).fetch_one(connection).await?;
    Ok(rows == 0)
}

/// Notes all chains as they are, for a database from before there was this table or with a
/// key of its own; gives how many there are.
pub(super) async fn begin(connection: &mut Connection, key: &SealKey) -> Result<usize, StoreError> {
    let mut ends = Vec::new();
    for row in sqlx::query(sql::STREAMS).fetch_all(&mut *connection).await? {
        let number = stream(&row)?.number();
        ends.push(Longer { number, before: None, now: head(&row)? });
    }
    let log = log_head(connection).await?;
    if log.version > 0 {
        ends.push(Longer { number: LOG, before: None, now: log });
    }
    sqlx::query(sql::FORGET_HEADS).execute(&mut *connection).await?;
    // Their codes are another key's.
    sqlx::query(sql::FORGET_SNAPSHOTS).execute(&mut *connection).await?;
    set_sum(connection, key, &Sum::NONE).await?;
    note(connection, key, &ends).await?;
    Ok(ends.len())
}

/// Checks that every chain ends where it was noted, and with the key that the notes are
/// those that were written; gives what is wrong with the chains of people, each of whom it concerns
/// alone.
pub(super) async fn check(
    connection: &mut Connection,
    key: Option<&SealKey>,
) -> Result<Vec<StoreError>, StoreError> {
    let (mut check, mut people) = (Check::new(key), Vec::new());
    for row in sqlx::query(sql::HEADS).fetch_all(&mut *connection).await? {
        let number: i64 = row.try_get("stream")?;
        let end = head(&row)?;
        check.row(number, &end);
        if number != LOG {
            let last = unsigned(row.try_get::<Option<i64>, _>("last")?.unwrap_or_default());
            let found: Option<Vec<u8>> = row.try_get("found")?;
            apart(ends_there(stream(&row)?, &end, last, found.as_deref()), &mut people)?;
        }
    }
    check_log(connection).await?;
    for row in sqlx::query(sql::STREAMS).fetch_all(&mut *connection).await? {
        apart(check.is_noted(stream(&row)?), &mut people)?;
    }
    check.end(sealed_sum(connection, sql::HEADS_SUM).await?.as_deref())?;
    Ok(people)
}

async fn check_log(connection: &mut Connection) -> Result<(), StoreError> {
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

async fn log_head(connection: &mut Connection) -> Result<Head, StoreError> {
    match sqlx::query(sql::LOG_HEAD).fetch_optional(connection).await? {
        Some(row) => Ok(Head { version: number(&row, "number")?, hash: hash(&row, "hash")? }),
        None => Ok(Head::NONE),
    }
}

/// The sum over all rows, as it was sealed.
pub(super) async fn sealed_sum(
    connection: &mut Connection,
    statement: &'static str,
) -> Result<Option<Vec<u8>>, StoreError> {
    let sealed: Option<(Vec<u8>,)> = sqlx::query_as(statement).fetch_optional(connection).await?;
    Ok(sealed.map(|(sealed,)| sealed))
}

async fn set_sum(connection: &mut Connection, key: &SealKey, sum: &Sum) -> Result<(), StoreError> {
    set_sealed(connection, &sum.seal(key)?).await
}

/// Writes the sum as it was sealed; it counts as a commit.
pub(super) async fn set_sealed(
    connection: &mut Connection,
    sealed: &[u8],
) -> Result<(), StoreError> {
    sqlx::query(sql::SET_HEADS_SUM).bind(sealed).execute(connection).await?;
    Ok(())
}
