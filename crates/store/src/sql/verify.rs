//! Checking that the journal is as it was written (L-05, L-15).

use std::collections::BTreeMap;

use sqlx::Row as _;
use table::{Event, Micros, RoundRecord, TableId, Transfer};

use super::row::{
    chain_row, hash, ledger_account, number, player, round, signed, small, stream as stream_of,
};
use super::{Connection, Pool, Row, sql};
use crate::chain::{Head, Told};
use crate::clearing::Clearing;
use crate::error::{Cause, StoreError};
use crate::rounds::{EndedRound, Rounds};
use table::Stream;

/// How many entries are held in memory at once.
const PAGE: u32 = 1_000;

/// Checks the last entries of a stream.
pub(super) async fn tail(pool: &Pool, stream: Stream, entries: u32) -> Result<Head, StoreError> {
    let mut snapshot = pool.begin_with(sql::BEGIN_READING).await?;
    let last = sqlx::query(sql::HEAD)
        .bind(stream.number())
        .fetch_optional(&mut *snapshot)
        .await?
        .map_or(Ok(0), |row| number(&row, "version"))?;
    let before = last.saturating_sub(entries.into());
    let start = match before {
        0 => Head::NONE,
        version => Head { version, hash: hash_at(&mut snapshot, stream, version).await? },
    };
    let head = walk(&mut snapshot, stream, start, None, None).await?;
    if head.version != last {
        return Err(StoreError::broken(stream, head.version + 1, Cause::Missing));
    }
    Ok(head)
}

/// Checks the whole chain of a stream, and that it goes through an anchor.
pub(super) async fn whole(
    pool: &Pool,
    stream: Stream,
    anchor: Option<Head>,
) -> Result<Head, StoreError> {
    let mut snapshot = pool.begin_with(sql::BEGIN_READING).await?;
    let mut index = match stream {
        Stream::Table(table) => {
            Some(Index { table, rounds: Rounds::default(), last: 0, told: BTreeMap::new() })
        }
        Stream::Link(_) | Stream::Person(_) => None,
    };
    let head = walk(&mut snapshot, stream, Head::NONE, anchor, index.as_mut()).await?;
    if anchor.is_some_and(|anchor| anchor.version > head.version) {
        return Err(StoreError::broken(stream, head.version + 1, Cause::Missing));
    }
    if let Some(index) = &index {
        index.ends(&mut snapshot).await?;
    }
    Ok(head)
}

async fn hash_at(
    connection: &mut Connection,
    stream: Stream,
    version: u64,
) -> Result<[u8; 32], StoreError> {
    let row = sqlx::query(sql::ENTRY_HASH)
        .bind(stream.number())
        .bind(signed(version))
        .fetch_optional(connection)
        .await?
        .ok_or_else(|| StoreError::broken(stream, version, Cause::Missing))?;
    hash(&row, "hash").map_err(|_| StoreError::broken(stream, version, Cause::Hash))
}

async fn walk(
    connection: &mut Connection,
    stream: Stream,
    start: Head,
    anchor: Option<Head>,
    mut index: Option<&mut Index>,
) -> Result<Head, StoreError> {
    let mut head = start;
    loop {
        let rows = sqlx::query(sql::ROWS)
            .bind(stream.number())
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
            let broken = |cause| StoreError::broken(stream, version, cause);
            let row =
                chain_row(row).map_err(|error| broken(Cause::Unreadable(error.to_string())))?;
            let (entry, next) = row.follows(stream, head).map_err(broken)?;
            if anchor.is_some_and(|anchor| anchor.version == next.version && anchor != next) {
                return Err(broken(Cause::Anchor));
            }
            head = next;
            entries.push(entry);
        }
        check_ledger(connection, stream, before, &entries).await?;
        if let Some(index) = &mut index {
            index.follow(connection, &entries).await?;
        }
    }
    // Rows of the ledger behind the last entry belong to none.
    let stray = sqlx::query(sql::LEDGER_STRAY)
        .bind(stream.number())
        .bind(signed(head.version))
        .fetch_optional(&mut *connection)
        .await?;
    match stray {
        Some(row) => Err(StoreError::broken(stream, number(&row, "version")?, Cause::Ledger)),
        None => Ok(head),
    }
}

/// The ledger's rows of these entries must be their transfers, in order.
async fn check_ledger(
    connection: &mut Connection,
    stream: Stream,
    before: u64,
    entries: &[Told],
) -> Result<(), StoreError> {
    let rows = sqlx::query(sql::LEDGER_ROWS)
        .bind(stream.number())
        .bind(signed(before))
        .bind(signed(before + entries.len() as u64))
        .fetch_all(connection)
        .await?;
    let mut rows = rows.iter().peekable();
    for entry in entries {
        let broken = || StoreError::broken(stream, entry.version, Cause::Ledger);
        for (position, transfer) in (0..).zip(&entry.transfers) {
            let row = rows.next().ok_or_else(broken)?;
            if !is_row_of(row, entry, position, transfer).unwrap_or(false) {
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

/// Whether a row of the ledger is this transfer, in every column.
fn is_row_of(
    row: &Row,
    entry: &Told,
    position: i64,
    transfer: &Transfer,
) -> Result<bool, StoreError> {
    let stored = Transfer {
        from: ledger_account(row, "from_account")?,
        to: ledger_account(row, "to_account")?,
        micros: Micros(row.try_get("micros")?),
    };
    let players: [Option<i64>; 2] = [row.try_get("from_player")?, row.try_get("to_player")?];
    Ok(stored == *transfer
        && number(row, "version")? == entry.version
        && row.try_get::<i64, _>("position")? == position
        && number(row, "at")? == entry.at.0
        && players == [player(transfer.from), player(transfer.to)])
}

/// The index of a table's rounds, read along with its entries.
struct Index {
    table: TableId,
    rounds: Rounds,
    /// The last round that was compared.
    last: u64,
    /// The secrets of shoes that are over, by shoe: told by this version.
    told: BTreeMap<u32, (u64, String)>,
}

impl Index {
    async fn follow(
        &mut self,
        connection: &mut Connection,
        entries: &[Told],
    ) -> Result<(), StoreError> {
        for entry in entries {
            for event in &entry.events {
                if let Event::ShoeOpened { shoe, secret } = event {
                    self.told.insert(*shoe, (entry.version, secret.clone()));
                }
            }
        }
        let ended: Vec<EndedRound> =
            entries.iter().filter_map(|entry| self.rounds.follow(entry)).collect();
        let rows = self.next(connection, ended.len()).await?;
        for (at, ended) in ended.iter().enumerate() {
            match rows.get(at) {
                Some(row) if ended.is(row) => self.last = row.round,
                _ => return Err(self.broken(ended.last())),
            }
        }
        Ok(())
    }

    /// Rows behind the last round belong to none.
    async fn ends(&self, connection: &mut Connection) -> Result<(), StoreError> {
        if let Some(row) = self.next(connection, 1).await?.first() {
            return Err(self.broken(row.last));
        }
        let query = sqlx::query(sql::SECRETS).bind(i64::from(self.table.0)).bind(0_i64);
        for row in query.fetch_all(connection).await? {
            let plain: Option<Vec<u8>> = row.try_get("plain")?;
            let Some(plain) = plain else { continue };
            let shoe = small(&row, "shoe")?;
            let told = self.told.get(&shoe);
            if told.is_none_or(|(_, secret)| *secret != table::hex(&plain)) {
                let version = told.map_or(0, |(version, _)| *version);
                return Err(StoreError::broken(self.table.into(), version, Cause::Secret(shoe)));
            }
        }
        Ok(())
    }

    async fn next(
        &self,
        connection: &mut Connection,
        count: usize,
    ) -> Result<Vec<RoundRecord>, StoreError> {
        let rows = sqlx::query(sql::ROUNDS_FROM)
            .bind(i64::from(self.table.0))
            .bind(signed(self.last))
            .bind(count as i64)
            .fetch_all(connection)
            .await?;
        rows.iter().map(|row| Ok(round(row)?.round)).collect()
    }

    fn broken(&self, version: u64) -> StoreError {
        StoreError::broken(self.table.into(), version, Cause::Round)
    }
}

/// Checks what lies across streams.
pub(super) async fn across(pool: &Pool) -> Result<(), StoreError> {
    let mut snapshot = pool.begin_with(sql::BEGIN_READING).await?;
    let mut clearing = Clearing::default();
    for row in sqlx::query(sql::CLEARING).fetch_all(&mut *snapshot).await? {
        let account: String = row.try_get("account")?;
        clearing.add(stream_of(&row)?, &account, Micros(row.try_get("micros")?));
    }
    clearing.check()?;
    let stray = sqlx::query(sql::ROUND_STRAY).fetch_optional(&mut *snapshot).await?;
    if let Some(row) = stray {
        let round = number(&row, "round")?;
        return Err(StoreError::RoundList { stream: stream_of(&row)?, round });
    }
    let counts = sqlx::query(sql::ROUND_COUNTS).fetch_one(&mut *snapshot).await?;
    let (listed, told) = (number(&counts, "listed")?, number(&counts, "told")?);
    if listed != told {
        return Err(StoreError::RoundCount { listed, told });
    }
    Ok(())
}
