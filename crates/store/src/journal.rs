//! What a journal can do, whatever it is kept in.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use table::{Account, AccountId, CommandId, Micros, Record, RoundRecord, Secret, TableId, Time};

use crate::chain::{Hash, Head};
use crate::error::StoreError;
use crate::seal::SealKey;
use table::{JournalRow, Outcome, Stream};

/// The journal of all tables and links of a floor. Everything that is answered is durable.
///
/// ```
/// use store::{Faults, Journal, Memory, StoreError};
/// use table::{Entry, Record, TableId};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let journal = Memory::new(Faults::NONE);
/// let table = TableId(1);
/// let entry: Entry = serde_json::from_str(
///     r#"{"version":1,"at":1000,"by":{"account":7,"role":"supervisor"},
///         "command":"open-table-1","body":"","events":[{"event":"opened"}]}"#,
/// )?;
/// let record = Record { table, entry, secrets: vec![], opened: vec![], round: None };
/// let appended = journal.append(record.clone()).await?;
///
/// // Whoever comes second with a version is told so, and nothing is written.
/// let again = journal.append(record).await;
/// assert!(matches!(again, Err(StoreError::Gap { last: 1, given: 1, .. })));
///
/// let stored = journal.entries(table.into(), 0, 10).await?;
/// assert_eq!(stored.len(), 1);
/// assert_eq!(journal.verify(table.into(), None).await?.hash, appended.hash);
/// # Ok(())
/// # }
/// ```
#[async_trait]
pub trait Journal: Send + Sync {
    /// Writes rows to their streams in one transaction, all of them or none, and answers
    /// in their order once they are synced.
    ///
    /// # Errors
    /// [`StoreError::Gap`] if one of them is not the next of its stream,
    /// [`StoreError::Twice`] if its command is there already and [`StoreError::Clash`] if
    /// it is refused by the database for another reason: nothing is written, and what
    /// others append is not harmed. [`StoreError::Lost`] if the disk failed: the store has
    /// stopped.
    async fn append_all(&self, rows: Vec<JournalRow>) -> Result<Vec<Appended>, StoreError>;

    /// Writes one accepted command of a table with its effects.
    ///
    /// # Errors
    /// As [`Journal::append_all`].
    async fn append(&self, record: Record) -> Result<Appended, StoreError> {
        let appended = self.append_all(vec![record.into()]).await?;
        Ok(appended.into_iter().next().expect("one answer for one row"))
    }

    /// All streams with entries and the ends of their chains, tables first, in order.
    async fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError>;

    /// The entries of a stream after a version, at most `limit`, in order.
    async fn entries(
        &self,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Stored>, StoreError>;

    /// What became of a command (L-10); nothing if it is not in the journal.
    async fn outcome(
        &self,
        stream: Stream,
        account: AccountId,
        command: &CommandId,
    ) -> Result<Option<Outcome>, StoreError>;

    /// The secrets of a table's shoes from this number on, in order. Secrets sealed with
    /// a key that was given up are left out.
    async fn secrets(
        &self,
        table: TableId,
        from_shoe: u32,
    ) -> Result<Vec<(u32, Secret)>, StoreError>;

    /// The stream's snapshot.
    ///
    /// # Errors
    /// [`StoreError::Snapshot`] if it was not made for the entry it stands for, or was
    /// changed: it is good for nothing then, and the entries are there (L-11).
    async fn snapshot(&self, stream: Stream) -> Result<Option<Snapshot>, StoreError>;

    /// Keeps a snapshot in place of the one before.
    async fn save_snapshot(&self, stream: Stream, snapshot: Snapshot) -> Result<(), StoreError>;

    /// The text a rule profile was made from.
    async fn profile(&self, hash: &str) -> Result<Option<String>, StoreError>;

    /// Keeps the text of a rule profile; the first one stays.
    async fn save_profile(&self, hash: &str, text: &str) -> Result<(), StoreError>;

    /// The finished rounds of a table before a round (or the last ones), latest first.
    async fn rounds(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<RoundRecord>, StoreError>;

    /// The finished rounds of a player at all tables, before one of them (or the last
    /// ones), latest first.
    async fn rounds_of(
        &self,
        player: AccountId,
        before: Option<RoundMark>,
        limit: u32,
    ) -> Result<Vec<TableRound>, StoreError>;

    /// All movements of a player's chips from one moment until before another.
    async fn statement(
        &self,
        player: AccountId,
        from: Time,
        until: Time,
    ) -> Result<Statement, StoreError>;

    /// The balances of a stream's accounts by the ledger's rows; empty ones are left out.
    async fn balances(&self, stream: Stream) -> Result<Vec<(Account, Micros)>, StoreError>;

    /// Checks the last `entries` of a stream's chain; gives its end.
    ///
    /// # Errors
    /// [`StoreError::Broken`], naming stream, version and cause.
    async fn verify_tail(&self, stream: Stream, entries: u32) -> Result<Head, StoreError>;

    /// Checks the whole chain of a stream, its columns, its ledger and its index of
    /// rounds; with an anchor also that the chain goes through a head that was noted
    /// elsewhere, so that a cut-off end is found.
    ///
    /// # Errors
    /// [`StoreError::Broken`], naming stream, version and cause.
    async fn verify(&self, stream: Stream, anchor: Option<Head>) -> Result<Head, StoreError>;

    /// Checks what lies across streams. What a table owes a link or a person is what they have
    /// from it: they change together or not at all, so their accounts are opposite. And
    /// the players' lists of rounds are those of the tables.
    ///
    /// # Errors
    /// [`StoreError::Clearing`], naming both and the difference, or
    /// [`StoreError::Broken`].
    async fn verify_across(&self) -> Result<(), StoreError>;

    /// The people whose chains did not end where they were noted when the record was opened, and
    /// what is wrong. That concerns each of them alone, so the record is opened all the same.
    fn broken(&self) -> Vec<(AccountId, String)> {
        Vec::new()
    }

    /// What was written so far.
    fn counters(&self) -> CountersNow;

    /// Whether the record is out of reach at the moment, so that what is given to it waits.
    fn is_away(&self) -> bool {
        false
    }

    /// The other processes that append to this journal, where there may be some.
    fn others(&self) -> Option<&dyn Others> {
        None
    }
}

/// What other processes append to the same journal, to be followed.
///
/// Streams are followed by their versions; the mark only says where to look again.
#[async_trait]
pub trait Others: Send + Sync {
    /// The streams that have become longer after a mark, whoever has appended to them, in the
    /// order of their marks.
    async fn moved(&self, after: u64) -> Result<Vec<Moved>, StoreError>;
    /// The last version of a stream at this moment; zero where there is none.
    async fn version(&self, stream: Stream) -> Result<u64, StoreError>;
    /// Waits until another process says that it has written. It may say so for nothing, and when it
    /// is not heard nothing is said.
    async fn nudged(&self);
    /// Says who is seen at this process, and gives whom the others have seen in the last seconds.
    /// It is nobody's record: a process that says nothing for a while has seen nobody.
    async fn compare_presence(&self, here: Vec<Seen>) -> Result<Vec<Seen>, StoreError>;
}

/// A player who is seen at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen {
    /// The table.
    pub table: TableId,
    /// The player.
    pub player: AccountId,
}

/// A stream that has become longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The stream.
    pub stream: Stream,
    /// Its last version.
    pub version: u64,
    /// The commit that made it.
    pub mark: u64,
}

/// The answer to an append: it is durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The hash of the entry.
    pub hash: Hash,
    /// The JSON text of the entry, exactly as it was hashed.
    pub json: Arc<str>,
}

/// An entry as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The version.
    pub version: u64,
    /// The JSON text of the entry, exactly as it was hashed.
    pub json: String,
    /// The hash.
    pub hash: Hash,
}

/// A stream's state at a version, as its owner wrote it: only a cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The version.
    pub version: u64,
    /// The hash of the entry with that version.
    pub hash: Hash,
    /// The state.
    pub bytes: Vec<u8>,
}

impl Snapshot {
    /// The code that only the key of the shoes makes, for this state of this entry.
    pub(crate) fn code(&self, key: &SealKey, stream: Stream) -> Result<Vec<u8>, StoreError> {
        // It seals nothing but what it was made for.
        key.close(&self.purpose(stream), &[])
    }

    /// Whether it was made for the entry that has this hash, and has its code (L-11).
    pub(crate) fn fits(
        &self,
        key: &SealKey,
        stream: Stream,
        entry: Option<&[u8]>,
        code: &[u8],
    ) -> Result<(), StoreError> {
        let unfit = |why| Err(StoreError::Snapshot { stream, version: self.version, why });
        if entry != Some(self.hash.as_slice()) {
            return unfit("was made for another entry");
        }
        match key.open(&self.purpose(stream), code) {
            Some(_) => Ok(()),
            None => unfit("was changed, or made with another key"),
        }
    }

    fn purpose(&self, stream: Stream) -> Vec<u8> {
        let (stream, version) = (stream.number().to_be_bytes(), self.version.to_be_bytes());
        [b"snapshot".as_slice(), &stream, &version, &self.hash, &self.bytes].concat()
    }
}

/// A round in a player's list, to go on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RoundMark {
    /// When it ended.
    pub ended: Time,
    /// The table.
    pub table: TableId,
    /// The round's number at its table.
    pub round: u64,
}

/// A finished round at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRound {
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: RoundRecord,
}

impl TableRound {
    /// The place of this round in a player's list.
    pub const fn mark(&self) -> RoundMark {
        RoundMark { ended: self.round.ended, table: self.table, round: self.round.round }
    }
}

/// The movements of a player's chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The balance before the first line.
    pub opening: Micros,
    /// The movements, in order of time.
    pub lines: Vec<StatementLine>,
    /// The balance after the last line.
    pub closing: Micros,
}

/// A movement of a player's chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementLine {
    /// The table.
    pub table: TableId,
    /// The version that moved them.
    pub version: u64,
    /// When.
    pub at: Time,
    /// The account on the other side.
    pub other: Account,
    /// What the player got; below zero what he gave.
    pub micros: Micros,
    /// The balance after it.
    pub balance: Micros,
}

/// What was written so far, to be counted while it is written.
#[derive(Debug, Default)]
pub struct Counters {
    commits: AtomicU64,
    records: AtomicU64,
    bytes: AtomicU64,
}

/// What was written so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountersNow {
    /// Commits, each with one sync.
    pub commits: u64,
    /// Records in them.
    pub records: u64,
    /// Bytes of the entries' texts.
    pub bytes: u64,
    /// Commands and changes that wait for the writer now.
    pub waiting: u64,
}

impl Counters {
    pub(crate) fn add(&self, records: u64, bytes: u64) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.records.fetch_add(records, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The values now.
    pub fn now(&self) -> CountersNow {
        CountersNow {
            commits: self.commits.load(Ordering::Relaxed),
            records: self.records.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
            waiting: 0,
        }
    }
}
