//! Checking that the journal is as it was written (L-05, L-15).

use sqlx::sqlite::SqlitePool;
use sqlx::{Row as _, SqliteConnection};
use table::{Entry, TableId, Transfer};

use super::row::{chain_row, hash, ledger_account, number, signed};
use super::sql;
use crate::chain::Head;
use crate::error::{Cause, StoreError};

/// How many entries are held in memory at once.
const PAGE: u32 = 1_000;

/// Checks the last entries of a table.
pub(super) async fn tail(
    pool: &SqlitePool,
    table: TableId,
    entries: u32,
) -> Result<Head, StoreError> {
    let mut snapshot = pool.begin().await?;
    let last = sqlx::query(sql::HEAD)
        .bind(i64::from(table.0))
        .fetch_optional(&mut *snapshot)
        .await?
        .map_or(Ok(0), |row| number(&row, "version"))?;
    let before = last.saturating_sub(entries.into());
    let start = match before {
        0 => Head::NONE,
        version => Head { version, hash: hash_at(&mut snapshot, table, version).await? },
    };
    let head = walk(&mut snapshot, table, start, None).await?;
    if head.version != last {
        return Err(StoreError::broken(table, head.version + 1, Cause::Missing));
    }
    Ok(head)
}

/// Checks the whole chain of a table, and that it goes through an anchor.
pub(super) async fn whole(
    pool: &SqlitePool,
    table: TableId,
    anchor: Option<Head>,
) -> Result<Head, StoreError> {
    let mut snapshot = pool.begin().await?;
    let head = walk(&mut snapshot, table, Head::NONE, anchor).await?;
    match anchor {
        Some(anchor) if anchor.version > head.version => {
            Err(StoreError::broken(table, head.version + 1, Cause::Missing))
        }
        _ => Ok(head),
    }
}

async fn hash_at(
    connection: &mut SqliteConnection,
    table: TableId,
    version: u64,
) -> Result<[u8; 32], StoreError> {
    let row = sqlx::query(sql::ENTRY_HASH)
        .bind(i64::from(table.0))
        .bind(signed(version))
        .fetch_optional(connection)
        .await?
        .ok_or_else(|| StoreError::broken(table, version, Cause::Missing))?;
    hash(&row, "hash").map_err(|_| StoreError::broken(table, version, Cause::Hash))
}

async fn walk(
    connection: &mut SqliteConnection,
    table: TableId,
    start: Head,
    anchor: Option<Head>,
) -> Result<Head, StoreError> {
    let mut head = start;
    loop {
        let rows = sqlx::query(sql::ROWS)
            .bind(i64::from(table.0))
            .bind(signed(head.version))
            .bind(i64::from(PAGE))
            .fetch_all(&mut *connection)
            .await?;
        if rows.is_empty() {
            break;
        }
        let before = head.version;
        let mut entries = Vec::with_capacity(rows.len());
        for row in &rows {
            let version = head.version + 1;
            let broken = |cause| StoreError::broken(table, version, cause);
            let row =
                chain_row(row).map_err(|error| broken(Cause::Unreadable(error.to_string())))?;
            let (entry, next) = row.follows(table, head).map_err(broken)?;
            if anchor.is_some_and(|anchor| anchor.version == next.version && anchor != next) {
                return Err(broken(Cause::Anchor));
            }
            head = next;
            entries.push(entry);
        }
        check_ledger(connection, table, before, &entries).await?;
    }
    // Rows of the ledger behind the last entry belong to none.
    let stray = sqlx::query(sql::LEDGER_STRAY)
        .bind(i64::from(table.0))
        .bind(signed(head.version))
        .fetch_optional(&mut *connection)
        .await?;
    match stray {
        Some(row) => Err(StoreError::broken(table, number(&row, "version")?, Cause::Ledger)),
        None => Ok(head),
    }
}

/// The ledger's rows of these entries must be their transfers, in order.
async fn check_ledger(
    connection: &mut SqliteConnection,
    table: TableId,
    before: u64,
    entries: &[Entry],
) -> Result<(), StoreError> {
    let rows = sqlx::query(sql::LEDGER_ROWS)
        .bind(i64::from(table.0))
        .bind(signed(before))
        .bind(signed(before + entries.len() as u64))
        .fetch_all(connection)
        .await?;
    let mut rows = rows.iter().peekable();
    for entry in entries {
        let broken = || StoreError::broken(table, entry.version, Cause::Ledger);
        for transfer in &entry.transfers {
            let row = rows.next().ok_or_else(broken)?;
            let stored = Transfer {
                from: ledger_account(row, "from_account").map_err(|_| broken())?,
                to: ledger_account(row, "to_account").map_err(|_| broken())?,
                micros: table::Micros(row.try_get("micros").map_err(|_| broken())?),
            };
            if number(row, "version")? != entry.version || stored != *transfer {
                return Err(broken());
            }
        }
        if let Some(row) = rows.peek()
            && number(row, "version")? <= entry.version
        {
            return Err(broken());
        }
    }
    Ok(())
}
