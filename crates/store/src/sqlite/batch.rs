//! Records that share a commit: planned in memory, then written with few statements.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sqlx::SqliteConnection;
use table::{AccountId, CommandId, Entry, Event, Record, RoundRecord, TableId, Transfer};
use tokio::sync::oneshot;

use super::row::{player, players_text, signed};
use super::sql;
use crate::chain::{Hash, Head, entry_hash};
use crate::error::StoreError;
use crate::journal::Appended;
use crate::seal::{SealKey, unhex};

/// A record on its way to the disk. What can be worked out before its turn comes is
/// worked out by whoever appends it, not by the one writer.
pub(super) struct Waiting {
    pub(super) table: TableId,
    version: u64,
    at: i64,
    account: AccountId,
    role: &'static str,
    command: CommandId,
    body: String,
    json: Arc<str>,
    transfers: Vec<Transfer>,
    sealed: Vec<(u32, Vec<u8>)>,
    opened: Vec<(u32, Option<Hash>)>,
    round: Option<RoundRecord>,
    answer: oneshot::Sender<Result<Appended, StoreError>>,
}

pub(super) type Answer = oneshot::Receiver<Result<Appended, StoreError>>;

impl Waiting {
    pub(super) fn new(record: Record, key: &SealKey) -> Result<(Waiting, Answer), StoreError> {
        let Record { table, entry, secrets, opened, round } = record;
        let json = serde_json::to_string(&entry)
            .map_err(|error| StoreError::Strange(error.to_string()))?;
        let sealed = secrets
            .iter()
            .map(|(shoe, secret)| Ok((*shoe, key.seal(table, *shoe, secret)?)))
            .collect::<Result<_, StoreError>>()?;
        let opened = opened.into_iter().map(|shoe| (shoe, told(&entry, shoe))).collect();
        let (answer, receiver) = oneshot::channel();
        let waiting = Waiting {
            table,
            version: entry.version,
            at: signed(entry.at.0),
            account: entry.by.account,
            role: entry.by.role.word(),
            command: entry.command,
            body: entry.body,
            json: json.into(),
            transfers: entry.transfers,
            sealed,
            opened,
            round,
            answer,
        };
        Ok((waiting, receiver))
    }

    pub(super) fn refuse(self, error: StoreError) {
        // Whoever asked may have gone; that is no reason to stop.
        let _ = self.answer.send(Err(error));
    }
}

/// The secret an entry tells of a shoe that is over.
fn told(entry: &Entry, shoe: u32) -> Option<Hash> {
    entry.events.iter().find_map(|event| match event {
        Event::ShoeOpened { shoe: told, secret } if *told == shoe => unhex(secret),
        _ => None,
    })
}

/// Records that follow each other, with their hashes.
#[derive(Default)]
pub(super) struct Batch {
    records: Vec<(Waiting, Hash, Hash)>,
    /// The ends of the chains once the batch is committed.
    pub(super) heads: BTreeMap<TableId, Head>,
}

impl Batch {
    /// Chains the records to the ends of their tables; refuses those that do not follow.
    pub(super) fn plan(waiting: Vec<Waiting>, known: &BTreeMap<TableId, Head>) -> Batch {
        let mut heads: BTreeMap<TableId, Head> = BTreeMap::new();
        let mut records = Vec::with_capacity(waiting.len());
        for record in waiting {
            let table = record.table;
            let head = heads.get(&table).or(known.get(&table)).copied().unwrap_or(Head::NONE);
            if record.version != head.version + 1 {
                let given = record.version;
                record.refuse(StoreError::Gap { table, last: head.version, given });
                continue;
            }
            let hash = entry_hash(&head.hash, table, record.version, &record.json);
            heads.insert(table, Head { version: record.version, hash });
            records.push((record, head.hash, hash));
        }
        Batch { records, heads }
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.records.iter().map(|(record, ..)| record.json.len() as u64).sum()
    }

    /// Refuses the commands that are in the journal, or twice in this batch; gives the
    /// others back to be planned again.
    pub(super) async fn without_repeated(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<Vec<Waiting>, sqlx::Error> {
        let mut seen: BTreeMap<(TableId, AccountId, CommandId), u64> = BTreeMap::new();
        let mut kept = Vec::new();
        for (record, ..) in std::mem::take(&mut self.records) {
            let table = record.table;
            let stored: Option<(i64, String)> = sqlx::query_as(sql::OUTCOME)
                .bind(i64::from(table.0))
                .bind(signed(record.account.0))
                .bind(record.command.as_str().to_owned())
                .fetch_optional(&mut *connection)
                .await?;
            let key = (table, record.account, record.command.clone());
            let before = stored.map(|(version, _)| version as u64).or(seen.get(&key).copied());
            if let Some(version) = before {
                record.refuse(StoreError::Twice { table, version });
            } else {
                seen.insert(key, record.version);
                kept.push(record);
            }
        }
        Ok(kept)
    }

    /// Writes everything; the caller commits.
    pub(super) async fn write(
        &self,
        connection: &mut SqliteConnection,
        key: &SealKey,
    ) -> Result<(), sqlx::Error> {
        self.write_entries(connection).await?;
        self.write_ledger(connection).await?;
        self.write_rounds(connection).await?;
        self.write_secrets(connection, key).await
    }

    async fn write_entries(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        for (sql, rows) in sql::INSERT_ENTRIES.parts(self.records.len()) {
            let mut query = sqlx::query(sql);
            for (record, previous, hash) in &self.records[rows] {
                query = query
                    .bind(i64::from(record.table.0))
                    .bind(signed(record.version))
                    .bind(record.at)
                    .bind(signed(record.account.0))
                    .bind(record.role)
                    .bind(record.command.as_str())
                    .bind(record.body.as_str())
                    .bind(record.json.clone())
                    .bind(previous.as_slice())
                    .bind(hash.as_slice());
            }
            query.execute(&mut *connection).await?;
        }
        Ok(())
    }

    async fn write_ledger(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let all: Vec<(&Waiting, i64, &Transfer)> = self
            .records
            .iter()
            .flat_map(|(record, ..)| {
                (0..).zip(&record.transfers).map(move |(place, transfer)| (record, place, transfer))
            })
            .collect();
        for (sql, rows) in sql::INSERT_LEDGER.parts(all.len()) {
            let mut query = sqlx::query(sql);
            for (record, position, transfer) in &all[rows] {
                query = query
                    .bind(i64::from(record.table.0))
                    .bind(signed(record.version))
                    .bind(*position)
                    .bind(record.at)
                    .bind(transfer.from.to_string())
                    .bind(transfer.to.to_string())
                    .bind(transfer.micros.0)
                    .bind(player(transfer.from))
                    .bind(player(transfer.to));
            }
            query.execute(&mut *connection).await?;
        }
        Ok(())
    }

    async fn write_rounds(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let rounds: Vec<(i64, &RoundRecord)> = self
            .records
            .iter()
            .filter_map(|(record, ..)| Some((i64::from(record.table.0), record.round.as_ref()?)))
            .collect();
        for (sql, rows) in sql::INSERT_ROUNDS.parts(rounds.len()) {
            let mut query = sqlx::query(sql);
            for (table, round) in &rounds[rows] {
                query = query
                    .bind(*table)
                    .bind(signed(round.round))
                    .bind(i64::from(round.day))
                    .bind(signed(round.started.0))
                    .bind(signed(round.ended.0))
                    .bind(signed(round.first))
                    .bind(signed(round.last))
                    .bind(i64::from(round.voided))
                    .bind(players_text(round));
            }
            query.execute(&mut *connection).await?;
        }
        let players: Vec<_> = rounds
            .iter()
            .flat_map(|(table, round)| {
                round.players.iter().map(move |player| (*table, *round, player))
            })
            .collect();
        for (sql, rows) in sql::INSERT_ROUND_PLAYERS.parts(players.len()) {
            let mut query = sqlx::query(sql);
            for (table, round, (player, staked, returned)) in &players[rows] {
                query = query
                    .bind(signed(player.0))
                    .bind(signed(round.ended.0))
                    .bind(*table)
                    .bind(signed(round.round))
                    .bind(*staked)
                    .bind(*returned);
            }
            query.execute(&mut *connection).await?;
        }
        Ok(())
    }

    /// Shoes are shuffled once in a while, so these go one by one.
    async fn write_secrets(
        &self,
        connection: &mut SqliteConnection,
        key: &SealKey,
    ) -> Result<(), sqlx::Error> {
        for (record, ..) in &self.records {
            let table = i64::from(record.table.0);
            for (shoe, sealed) in &record.sealed {
                sqlx::query(sql::INSERT_SECRET)
                    .bind(table)
                    .bind(i64::from(*shoe))
                    .bind(key.name())
                    .bind(sealed.as_slice())
                    .execute(&mut *connection)
                    .await?;
            }
            for (shoe, told) in &record.opened {
                if let Some(plain) = told {
                    sqlx::query(sql::OPEN_SECRET)
                        .bind(table)
                        .bind(i64::from(*shoe))
                        .bind(plain.as_slice())
                        .execute(&mut *connection)
                        .await?;
                }
            }
        }
        Ok(())
    }

    /// The tables of the records.
    pub(super) fn tables(waiting: &[Waiting]) -> BTreeSet<TableId> {
        waiting.iter().map(|record| record.table).collect()
    }

    /// Tells everybody that it is durable.
    pub(super) fn answer(self) {
        for (record, _, hash) in self.records {
            let _ = record.answer.send(Ok(Appended { hash, json: record.json }));
        }
    }
}
