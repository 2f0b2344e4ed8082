//! Rows that share a commit: planned in memory, then written with few statements.

use std::collections::BTreeMap;

use sqlx::Connection as _;
use table::{RoundRecord, Transfer};
use tokio::sync::oneshot;

use super::row::{player, players_text, signed};
use super::{Connection, MARKS, sql};
use crate::chain::{Head, entry_hash};
use crate::error::StoreError;
use crate::journal::Appended;
use crate::seal::SealKey;
use table::{JournalRow, Stream};

/// The ends of chains.
pub(super) type Heads = BTreeMap<Stream, Head>;

/// Rows on their way to the disk that are written together or not at all.
pub(super) struct Waiting {
    pub(super) rows: Vec<Sealed>,
    pub(super) answer: oneshot::Sender<Result<Vec<Appended>, StoreError>>,
}

/// A row with the secrets of its shoes sealed.
pub(super) struct Sealed {
    pub(super) row: JournalRow,
    secrets: Vec<(u32, Vec<u8>)>,
}

pub(super) type Answer = oneshot::Receiver<Result<Vec<Appended>, StoreError>>;

impl Waiting {
    pub(super) fn new(
        rows: Vec<JournalRow>,
        key: &SealKey,
    ) -> Result<(Waiting, Answer), StoreError> {
        let seal = |row: JournalRow| {
            let secrets = match row.stream {
                Stream::Table(table) => row
                    .secrets
                    .iter()
                    .map(|(shoe, secret)| Ok((*shoe, key.seal(table, *shoe, secret)?)))
                    .collect::<Result<_, StoreError>>()?,
                // A link has no shoes.
                Stream::Link(_) | Stream::Person(_) => Vec::new(),
            };
            Ok(Sealed { row, secrets })
        };
        let rows = rows.into_iter().map(seal).collect::<Result<_, StoreError>>()?;
        let (answer, receiver) = oneshot::channel();
        Ok((Waiting { rows, answer }, receiver))
    }

    fn refuse(self, error: StoreError) {
        // Whoever asked may have gone; that is no reason to stop.
        let _ = self.answer.send(Err(error));
    }

    /// The hashes of its rows behind these heads, which move on; a refusal if one does
    /// not follow.
    fn chain(&self, mut head: impl FnMut(Stream) -> Head) -> Result<Vec<(Head, Head)>, StoreError> {
        let mut links: Vec<(Head, Head)> = Vec::with_capacity(self.rows.len());
        for (at, Sealed { row, .. }) in self.rows.iter().enumerate() {
            let before = (0..at).rev().find(|it| self.rows[*it].row.stream == row.stream);
            let last = before.map_or_else(|| head(row.stream), |it| links[it].1);
            if row.version != last.version + 1 {
                let (stream, last, given) = (row.stream, last.version, row.version);
                return Err(StoreError::Gap { stream, last, given });
            }
            let hash = entry_hash(&last.hash, row.stream, row.version, &row.json);
            links.push((last, Head { version: row.version, hash }));
        }
        Ok(links)
    }

    /// Refuses what the database has refused: it has the command already, or something
    /// else that can be there only once.
    async fn refuse_repeated(self, connection: &mut Connection) -> Result<(), sqlx::Error> {
        for Sealed { row, .. } in &self.rows {
            let stored: Option<(i64, String)> = sqlx::query_as(sql::OUTCOME)
                .bind(row.stream.number())
                .bind(signed(row.by.account.0))
                .bind(row.command.as_str().to_owned())
                .fetch_optional(&mut *connection)
                .await?;
            if let Some((version, _)) = stored {
                let (stream, version) = (row.stream, version as u64);
                self.refuse(StoreError::Twice { stream, version });
                return Ok(());
            }
        }
        if let Some(Sealed { row, .. }) = self.rows.first() {
            let (stream, version) = (row.stream, row.version);
            self.refuse(StoreError::Clash { stream, version });
        }
        Ok(())
    }
}

/// Rows that follow each other, with their hashes.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) waiting: Vec<Waiting>,
    /// For every row in order, the head before it and the head it makes.
    pub(super) chained: Vec<(Head, Head)>,
    /// The ends of the chains once the batch is committed.
    pub(super) heads: Heads,
}

impl Batch {
    /// Chains the rows to the ends of their streams; refuses those that do not follow.
    pub(super) fn plan(waiting: Vec<Waiting>, known: &Heads) -> Batch {
        let mut batch = Batch::default();
        for waiting in waiting {
            batch.add(waiting, known);
        }
        batch
    }

    fn add(&mut self, waiting: Waiting, known: &Heads) {
        let head = |stream: Stream| {
            self.heads.get(&stream).or(known.get(&stream)).copied().unwrap_or(Head::NONE)
        };
        match waiting.chain(head) {
            Err(refused) => waiting.refuse(refused),
            Ok(links) => {
                for (Sealed { row, .. }, (_, head)) in waiting.rows.iter().zip(&links) {
                    self.heads.insert(row.stream, *head);
                }
                self.chained.extend(links);
                self.waiting.push(waiting);
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.chained.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.chained.is_empty()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.rows().map(|(row, ..)| row.row.json.len() as u64).sum()
    }

    /// The rows in order, each with the head before it and its own.
    fn rows(&self) -> impl Iterator<Item = (&Sealed, &Head, &Head)> {
        let rows = self.waiting.iter().flat_map(|waiting| &waiting.rows);
        rows.zip(&self.chained).map(|(row, (before, head))| (row, before, head))
    }

    /// Writes again what the database has refused as a whole, one after the other, so that
    /// only those suffer who are to blame; the caller commits.
    pub(super) async fn write_apart(
        self,
        connection: &mut Connection,
        known: &Heads,
        key: &SealKey,
    ) -> Result<Batch, sqlx::Error> {
        let mut written = Batch::default();
        for waiting in self.waiting {
            let mut one = Batch { heads: written.heads.clone(), ..Batch::default() };
            one.add(waiting, known);
            let mut apart = connection.begin().await?;
            match one.write(&mut apart, key).await {
                Ok(()) => {
                    apart.commit().await?;
                    written.heads = one.heads;
                    written.chained.append(&mut one.chained);
                    written.waiting.append(&mut one.waiting);
                }
                Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                    apart.rollback().await?;
                    for waiting in one.waiting {
                        waiting.refuse_repeated(connection).await?;
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(written)
    }

    /// Writes everything; the caller commits.
    pub(super) async fn write(
        &self,
        connection: &mut Connection,
        key: &SealKey,
    ) -> Result<(), sqlx::Error> {
        self.write_entries(connection).await?;
        self.write_ledger(connection).await?;
        self.write_rounds(connection).await?;
        self.write_secrets(connection, key).await
    }

    async fn write_entries(&self, connection: &mut Connection) -> Result<(), sqlx::Error> {
        let all: Vec<_> = self.rows().collect();
        for (sql, part) in sql::INSERT_ENTRIES.parts(MARKS, all.len()) {
            let mut query = sqlx::query(sql);
            for (Sealed { row, .. }, before, head) in &all[part] {
                query = query
                    .bind(row.stream.number())
                    .bind(signed(row.version))
                    .bind(signed(row.at.0))
                    .bind(signed(row.by.account.0))
                    .bind(row.by.role.word())
                    .bind(row.command.as_str())
                    .bind(row.body.as_str())
                    .bind(row.json.clone())
                    .bind(before.hash.as_slice())
                    .bind(head.hash.as_slice());
            }
            query.execute(&mut *connection).await?;
        }
        Ok(())
    }

    async fn write_ledger(&self, connection: &mut Connection) -> Result<(), sqlx::Error> {
        let all: Vec<(&JournalRow, i64, &Transfer)> = self
            .rows()
            .flat_map(|(Sealed { row, .. }, ..)| {
                (0..).zip(&row.transfers).map(move |(place, transfer)| (row, place, transfer))
            })
            .collect();
        for (sql, part) in sql::INSERT_LEDGER.parts(MARKS, all.len()) {
            let mut query = sqlx::query(sql);
            for (row, position, transfer) in &all[part] {
                query = query
                    .bind(row.stream.number())
                    .bind(signed(row.version))
                    .bind(*position)
                    .bind(signed(row.at.0))
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

    async fn write_rounds(&self, connection: &mut Connection) -> Result<(), sqlx::Error> {
        let rounds: Vec<(i64, &RoundRecord)> = self
            .rows()
            .filter_map(|(Sealed { row, .. }, ..)| Some((row.stream.number(), row.round.as_ref()?)))
            .collect();
        for (sql, part) in sql::INSERT_ROUNDS.parts(MARKS, rounds.len()) {
            let mut query = sqlx::query(sql);
            for (table, round) in &rounds[part] {
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
        for (sql, part) in sql::INSERT_ROUND_PLAYERS.parts(MARKS, players.len()) {
            let mut query = sqlx::query(sql);
            for (table, round, (player, staked, returned)) in &players[part] {
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
        connection: &mut Connection,
        key: &SealKey,
    ) -> Result<(), sqlx::Error> {
        for (Sealed { row, secrets }, ..) in self.rows() {
            for (shoe, sealed) in secrets {
                sqlx::query(sql::INSERT_SECRET)
                    .bind(row.stream.number())
                    .bind(i64::from(*shoe))
                    .bind(key.name())
                    .bind(sealed.as_slice())
                    .execute(&mut *connection)
                    .await?;
            }
            for (shoe, told) in &row.opened {
                if let Some(plain) = told {
                    sqlx::query(sql::OPEN_SECRET)
                        .bind(row.stream.number())
                        .bind(i64::from(*shoe))
                        .bind(plain.as_slice())
                        .execute(&mut *connection)
                        .await?;
                }
            }
        }
        Ok(())
    }

    /// Tells everybody that it is durable.
    pub(super) fn answer(self) {
        let mut chained = self.chained.into_iter();
        for waiting in self.waiting {
            let rows = waiting.rows.into_iter().zip(chained.by_ref());
            let appended = rows
                .map(|(it, (_, head))| Appended { hash: head.hash, json: it.row.json })
                .collect();
            let _ = waiting.answer.send(Ok(appended));
        }
    }
}
