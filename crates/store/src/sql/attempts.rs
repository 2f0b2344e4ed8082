//! Attempts at passwords, PINs and links (S-20).

use table::Time;

use super::row::{signed, unsigned};
use super::{Connection, sql};
use crate::chain::Hash;
use crate::error::StoreError;
use crate::people::{AfterRight, AttemptCount};

/// What a change gives back: inside, its answer.
type Changed<T> = Result<Result<T, StoreError>, StoreError>;

/// Reserves an attempt under every count, or says how long to wait.
pub(super) async fn reserve(
    connection: &mut Connection,
    counts: Vec<AttemptCount>,
    at: Time,
) -> Changed<Result<(), u64>> {
    let mut reserved = Vec::with_capacity(counts.len());
    let mut wait = 0;
    for count in &counts {
        let (tries, last) = tries(connection, &count.key, at).await?;
        let is_known = match count.right {
            AfterRight::Know(key) => self::tries(connection, &key, at).await?.0 > 0,
            AfterRight::Clear | AfterRight::GiveBack => false,
        };
        if !is_known {
            wait = wait.max(count.until(tries, last).0.saturating_sub(at.0));
        }
        reserved.push((count.key, tries + 1));
    }
    if wait > 0 {
        return Ok(Ok(Err(wait)));
    }
    for (key, tries) in reserved {
        set(connection, &key, tries, at, AttemptCount::FORGOTTEN_MS).await?;
    }
    let surplus = sqlx::query(sql::DELETE_SURPLUS_ATTEMPTS).bind(i64::from(AttemptCount::MOST));
    surplus.execute(connection).await?;
    Ok(Ok(Ok(())))
}

/// Takes a right attempt out of the counts.
pub(super) async fn was_right(
    connection: &mut Connection,
    counts: Vec<AttemptCount>,
    at: Time,
) -> Changed<()> {
    for AttemptCount { key, right, .. } in counts {
        let statement = match right {
            AfterRight::Clear => sql::CLEAR_ATTEMPTS,
            AfterRight::GiveBack | AfterRight::Know(_) => sql::GIVE_BACK_ATTEMPT,
        };
        sqlx::query(statement).bind(key.as_slice()).execute(&mut *connection).await?;
        if let AfterRight::Know(key) = right {
            set(connection, &key, 1, at, AttemptCount::KNOWN_MS).await?;
        }
    }
    Ok(Ok(()))
}

/// Forgets what has ended.
pub(super) async fn delete_ended(connection: &mut Connection, now: Time) -> Changed<()> {
    sqlx::query(sql::DELETE_ENDED_ATTEMPTS).bind(signed(now.0)).execute(connection).await?;
    Ok(Ok(()))
}

/// How often it was tried, and when last.
async fn tries(
    connection: &mut Connection,
    key: &Hash,
    at: Time,
) -> Result<(u64, Time), StoreError> {
    let found: Option<(i64, i64)> = sqlx::query_as(sql::ATTEMPTS)
        .bind(key.as_slice())
        .bind(signed(at.0))
        .fetch_optional(connection)
        .await?;
    Ok(found.map_or((0, at), |(tries, last)| (unsigned(tries), Time(unsigned(last)))))
}

async fn set(
    connection: &mut Connection,
    key: &Hash,
    tries: u64,
    at: Time,
    for_ms: u64,
) -> Result<(), StoreError> {
    sqlx::query(sql::SET_ATTEMPTS)
        .bind(key.as_slice())
        .bind(signed(tries))
        .bind(signed(at.0))
        .bind(signed(at.0.saturating_add(for_ms)))
        .execute(connection)
        .await?;
    Ok(())
}
