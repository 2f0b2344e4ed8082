//! Reading the journal.

use sqlx::Row as _;
use table::{Account, AccountId, CommandId, Micros, RoundRecord, Secret, TableId, Time};

use super::row::{hash, head, ledger_account, number, round, signed, small, strange, stream};
use super::{Pool, sql};
use crate::chain::{Hash, Head};
use crate::error::StoreError;
use crate::journal::{RoundMark, Snapshot, Statement, StatementLine, Stored, TableRound};
use crate::seal::SealKey;
use table::{Outcome, Stream};

pub(super) async fn streams(pool: &Pool) -> Result<Vec<(Stream, Head)>, StoreError> {
    let rows = sqlx::query(sql::STREAMS).fetch_all(pool).await?;
    let mut all = rows
        .iter()
        .map(|row| Ok((stream(row)?, head(row)?)))
        .collect::<Result<Vec<_>, StoreError>>()?;
    all.sort_unstable_by_key(|(stream, _)| *stream);
    Ok(all)
}

pub(super) async fn entries(
    pool: &Pool,
    stream: Stream,
    after: u64,
    limit: u32,
) -> Result<Vec<Stored>, StoreError> {
    let rows = sqlx::query(sql::ENTRIES)
        .bind(stream.number())
        .bind(signed(after))
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await?;
    rows.iter()
        .map(|row| {
            Ok(Stored {
                version: number(row, "version")?,
                json: row.try_get("json")?,
                hash: hash(row, "hash")?,
            })
        })
        .collect()
}

pub(super) async fn outcome(
    pool: &Pool,
    stream: Stream,
    account: AccountId,
    command: &CommandId,
) -> Result<Option<Outcome>, StoreError> {
    let row = sqlx::query(sql::OUTCOME)
        .bind(stream.number())
        .bind(signed(account.0))
        .bind(command.as_str())
        .fetch_optional(pool)
        .await?;
    row.map(|row| Ok(Outcome { version: number(&row, "version")?, body: row.try_get("body")? }))
        .transpose()
}

pub(super) async fn secrets(
    pool: &Pool,
    key: &SealKey,
    table: TableId,
    from_shoe: u32,
) -> Result<Vec<(u32, Secret)>, StoreError> {
    let rows = sqlx::query(sql::SECRETS)
        .bind(i64::from(table.0))
        .bind(i64::from(from_shoe))
        .fetch_all(pool)
        .await?;
    let mut secrets = Vec::new();
    for row in &rows {
        let shoe = small(row, "shoe")?;
        if let Some(plain) = row.try_get::<Option<Vec<u8>>, _>("plain")? {
            let plain = plain.try_into().map_err(|_| strange("plain", "not a secret"))?;
            secrets.push((shoe, Secret::of_bytes(plain)));
            continue;
        }
        let sealed: Vec<u8> = row.try_get("sealed")?;
        let sealed_by: Vec<u8> = row.try_get("sealed_by")?;
        if sealed_by == key.name() {
            secrets.push((shoe, key.unseal(table, shoe, &sealed)?));
        }
    }
    Ok(secrets)
}

/// The stream's snapshot, which must fit its entry and its code.
pub(super) async fn snapshot(
    pool: &Pool,
    key: &SealKey,
    stream: Stream,
) -> Result<Option<Snapshot>, StoreError> {
    let row = sqlx::query(sql::SNAPSHOT).bind(stream.number()).fetch_optional(pool).await?;
    let Some(row) = row else { return Ok(None) };
    let version = number(&row, "version")?;
    let unfit = |why| StoreError::Snapshot { stream, version, why };
    let hash: Hash = hash(&row, "hash").map_err(|_| unfit("names no entry"))?;
    let snapshot = Snapshot { version, hash, bytes: row.try_get("bytes")? };
    let entry: Option<Vec<u8>> = row.try_get("entry")?;
    let code: Vec<u8> = row.try_get("code")?;
    snapshot.fits(key, stream, entry.as_deref(), &code)?;
    Ok(Some(snapshot))
}

/// The one text a statement finds by a name.
pub(super) async fn text(
    pool: &Pool,
    sql: &'static str,
    name: &str,
) -> Result<Option<String>, StoreError> {
    let found: Option<(String,)> = sqlx::query_as(sql).bind(name).fetch_optional(pool).await?;
    Ok(found.map(|(text,)| text))
}

pub(super) async fn rounds(
    pool: &Pool,
    table: TableId,
    before: Option<u64>,
    limit: u32,
) -> Result<Vec<RoundRecord>, StoreError> {
    let rows = sqlx::query(sql::ROUNDS)
        .bind(i64::from(table.0))
        .bind(before.map_or(i64::MAX, signed))
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await?;
    rows.iter().map(|row| Ok(round(row)?.round)).collect()
}

pub(super) async fn rounds_of(
    pool: &Pool,
    player: AccountId,
    before: Option<RoundMark>,
    limit: u32,
) -> Result<Vec<TableRound>, StoreError> {
    let (ended, table, number) = match before {
        Some(mark) => (signed(mark.ended.0), i64::from(mark.table.0), signed(mark.round)),
        None => (i64::MAX, i64::MAX, i64::MAX),
    };
    let rows = sqlx::query(sql::ROUNDS_OF)
        .bind(signed(player.0))
        .bind(ended)
        .bind(table)
        .bind(number)
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await?;
    rows.iter().map(round).collect()
}

pub(super) async fn statement(
    pool: &Pool,
    player: AccountId,
    from: Time,
    until: Time,
) -> Result<Statement, StoreError> {
    // Both questions in one transaction, or a movement between them would be in neither.
    let mut transaction = pool.begin_with(sql::BEGIN_READING).await?;
    let (opening,): (i64,) = sqlx::query_as(sql::STATEMENT_OPENING)
        .bind(signed(player.0))
        .bind(signed(from.0))
        .fetch_one(&mut *transaction)
        .await?;
    let rows = sqlx::query(sql::STATEMENT)
        .bind(signed(player.0))
        .bind(signed(from.0))
        .bind(signed(until.0))
        .fetch_all(&mut *transaction)
        .await?;
    transaction.rollback().await?;
    let opening = Micros(opening);
    let mut closing = opening;
    let mut lines = Vec::with_capacity(rows.len());
    for row in &rows {
        let micros = Micros(row.try_get("micros")?);
        closing += micros;
        lines.push(StatementLine {
            table: TableId(small(row, "stream")?),
            version: number(row, "version")?,
            at: Time(number(row, "at")?),
            other: ledger_account(row, "other")?,
            micros,
            balance: closing,
        });
    }
    Ok(Statement { opening, lines, closing })
}

pub(super) async fn balances(
    pool: &Pool,
    stream: Stream,
) -> Result<Vec<(Account, Micros)>, StoreError> {
    let rows = sqlx::query(sql::BALANCES).bind(stream.number()).fetch_all(pool).await?;
    let mut balances = rows
        .iter()
        .map(|row| Ok((ledger_account(row, "account")?, Micros(row.try_get("micros")?))))
        .collect::<Result<Vec<_>, StoreError>>()?;
    balances.sort_unstable();
    Ok(balances)
}
