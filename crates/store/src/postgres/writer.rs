//! The one writer of a process: everything that waits goes into one transaction and one sync.
//!
//! A transaction first holds the heads of all streams it concerns, in order; then it knows which
//! commands have lost and leaves them out, and nobody else appends to these streams before it
//! commits. Last it holds the sum over the heads, so that commits come one after the other. Streams
//! that are not there yet have no head to hold: whoever makes one first holds a number that stands
//! for all of them. Everybody takes these in the same order (the number, the heads, the sum), so
//! nobody waits in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sqlx::error::DatabaseError;
use sqlx::{Connection as _, PgConnection};
use table::Time;
use tokio::sync::{Notify, mpsc, oneshot};

use super::batch::{Batch, Heads, Waiting};
use super::change::{Change, Done};
use super::doubt::InDoubt;
use super::row::{head, signed, stream};
use super::{Address, heads, sql};
use crate::chain::Hash;
use crate::error::StoreError;
use crate::heads::Longer;
use crate::journal::Counters;
use crate::seal::SealKey;
use crate::touched::Touched;

/// The most messages in one commit.
const BATCH_MAX: usize = 512;
/// The most sessions whose last use is noted in a commit for which others wait.
const TOUCHES_MAX: usize = 32;
/// The number that is held by whoever makes a stream.
const NEW_STREAM: i64 = 0x6261_6861_6d61_0002;
/// A database that says nothing for so long is taken for lost.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the first pause is after a failure, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

/// What the writer is asked.
pub(super) enum Message {
    /// Accepted commands that belong together.
    Append(Box<Waiting>),
    /// Some other change. It looks first and then writes.
    Change(Change),
    /// Write what is left, close the connection and answer.
    Close(oneshot::Sender<()>),
}

/// What the writer and those who ask it share.
pub(super) struct Shared {
    pub(super) address: Address,
    pub(super) key: SealKey,
    pub(super) counters: Counters,
    pub(super) touched: Touched,
    /// What others know this process by.
    pub(super) name: String,
    /// How many of its commits have changed something of the house.
    pub(super) house: AtomicU64,
    /// Whether the last try to write has failed.
    pub(super) is_away: AtomicBool,
    pub(super) is_closing: AtomicBool,
    /// Rung when this process has written.
    pub(super) written: Notify,
    /// Rung when another process has.
    pub(super) nudged: Notify,
}

impl Shared {
    pub(super) fn new(address: Address, key: SealKey) -> Result<Shared, StoreError> {
        let mut name = [0; 16];
        getrandom::fill(&mut name).map_err(StoreError::Entropy)?;
        Ok(Shared {
            address,
            key,
            counters: Counters::default(),
            touched: Touched::default(),
            name: table::hex(&name),
            house: AtomicU64::new(0),
            is_away: AtomicBool::new(false),
            is_closing: AtomicBool::new(false),
            written: Notify::new(),
            nudged: Notify::new(),
        })
    }
}

/// What a commit is for. Whatever is interrupted is found here again.
#[derive(Default)]
struct Pending {
    waiting: Vec<Waiting>,
    /// What was on its way when the connection was lost.
    in_doubt: Vec<InDoubt>,
    /// What of it was found in the record.
    found: Vec<InDoubt>,
    batch: Batch,
    changes: Vec<Change>,
    done: Vec<Done>,
    /// Sessions whose last use is noted.
    touched: BTreeMap<Hash, Time>,
    /// Whether commands are written one by one, because the database has refused one of them.
    apart: bool,
    /// Whether the commit counts as one that has changed the house.
    is_counted: bool,
}

impl Pending {
    fn streams(&self) -> BTreeSet<table::Stream> {
        let doubts = self.in_doubt.iter().map(|it| &it.waiting);
        let waiting = self.waiting.iter().chain(doubts);
        waiting.flat_map(|waiting| &waiting.rows).map(|it| it.row.stream).collect()
    }

    /// After a failure nobody knows what became of it. Changes of the house are given up: whoever
    /// asked for one hears it at once and asks again.
    fn failed(&mut self, touched: &Touched) {
        self.in_doubt.append(&mut self.found);
        self.in_doubt.extend(std::mem::take(&mut self.batch).in_doubt());
        self.changes.clear();
        self.done.clear();
        for (token, at) in std::mem::take(&mut self.touched) {
            touched.note(&token, at);
        }
    }

    /// Looks for what is in doubt; what was not written waits again.
    async fn look(&mut self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        while let Some(doubt) = self.in_doubt.first() {
            let is_written = doubt.is_written(connection).await?;
            let doubt = self.in_doubt.remove(0);
            match is_written {
                true => self.found.push(doubt),
                false => self.waiting.push(doubt.waiting),
            }
        }
        Ok(())
    }
}

pub(super) struct Writer {
    /// Taken out while it is used: what is interrupted is not used again.
    connection: Option<PgConnection>,
    inbox: mpsc::Receiver<Message>,
    shared: Arc<Shared>,
    /// Streams that are there for certain.
    known: BTreeSet<i64>,
}

impl Writer {
    pub(super) fn new(inbox: mpsc::Receiver<Message>, shared: Arc<Shared>) -> Writer {
        Writer { connection: None, inbox, shared, known: BTreeSet::new() }
    }

    /// Starts it on a thread of its own, as SQLite's.
    pub(super) fn start(self) -> Result<(), StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(sqlx::Error::Io)?;
        let thread = std::thread::Builder::new().name("journal".to_owned());
        thread.spawn(move || runtime.block_on(self.run())).map_err(sqlx::Error::Io)?;
        Ok(())
    }

    async fn run(mut self) {
        let mut messages = Vec::with_capacity(BATCH_MAX);
        while self.inbox.recv_many(&mut messages, BATCH_MAX).await > 0 {
            let mut closing = None;
            let mut pending = Pending::default();
            for message in messages.drain(..) {
                match message {
                    Message::Append(record) => pending.waiting.push(*record),
                    Message::Change(change) => pending.changes.push(change),
                    Message::Close(answer) => closing = Some(answer),
                }
            }
            self.commit(pending).await;
            if let Some(answer) = closing {
                self.commit(Pending::default()).await;
                if let Some(connection) = self.connection.take() {
                    let _ = connection.close().await;
                }
                let _ = answer.send(());
                return;
            }
        }
    }

    /// Writes until it is written, whatever becomes of the database meanwhile; gives up only when
    /// the store is closed.
    async fn commit(&mut self, mut pending: Pending) {
        let mut pause = PAUSES.0;
        loop {
            let written = tokio::time::timeout(PATIENCE, self.write(&mut pending)).await;
            let is_away = !matches!(written, Ok(Ok(())));
            self.shared.is_away.store(is_away, Ordering::Release);
            if !is_away {
                return self.answer(pending);
            }
            pending.failed(&self.shared.touched);
            // Another server may be primary now.
            self.known.clear();
            if self.shared.is_closing.load(Ordering::Acquire) {
                return;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    fn answer(&self, pending: Pending) {
        let Pending { found, batch, done, is_counted, .. } = pending;
        if !batch.is_empty() {
            self.shared.counters.add(batch.len() as u64, batch.bytes());
            self.shared.written.notify_one();
        }
        if is_counted {
            self.shared.house.fetch_add(1, Ordering::AcqRel);
        }
        batch.answer();
        found.into_iter().for_each(InDoubt::answer);
        done.into_iter().for_each(|done| done());
    }

    /// Everything up to and with the sync.
    async fn write(&mut self, pending: &mut Pending) -> Result<(), StoreError> {
        let is_idle = pending.waiting.is_empty() && pending.in_doubt.is_empty();
        if is_idle && pending.changes.is_empty() && self.shared.touched.is_empty() {
            return Ok(());
        }
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.shared.address.connect().await?,
        };
        while !self.try_once(&mut connection, pending).await? {
            pending.apart = true;
        }
        self.connection = Some(connection);
        Ok(())
    }

    /// One transaction; whether it was committed. If not, the database has refused one of the
    /// commands, and all of them wait again.
    async fn try_once(
        &mut self,
        connection: &mut PgConnection,
        pending: &mut Pending,
    ) -> Result<bool, StoreError> {
        let shared = self.shared.clone();
        let mut transaction = connection.begin_with(sql::BEGIN_WRITING).await?;
        let heads = self.hold(&mut transaction, pending).await?;
        pending.look(&mut transaction).await?;
        pending.batch = Batch::plan(std::mem::take(&mut pending.waiting), &heads);
        if pending.apart {
            let planned = std::mem::take(&mut pending.batch);
            let written = planned.write_apart(&mut transaction, &heads, &shared.key).await;
            pending.batch = written?;
        } else if let Err(error) = pending.batch.write(&mut transaction, &shared.key).await {
            let is_refused =
                error.as_database_error().is_some_and(DatabaseError::is_unique_violation);
            if !is_refused {
                return Err(error.into());
            }
            transaction.rollback().await?;
            pending.waiting = std::mem::take(&mut pending.batch).waiting;
            return Ok(false);
        }
        let mut longer: Vec<Longer> = (pending.batch.heads.iter())
            .map(|(stream, now)| Longer::stream(*stream, heads.get(stream), *now))
            .collect();
        longer.extend(self.keep_house(&mut transaction, pending).await?);
        heads::note(&mut transaction, &shared.key, &longer).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// What is written beside commands: changes of the house and sessions' last use. The sum is
    /// held before any of it, so that of all processes one at a time does this. Gives the security
    /// log, if it has become longer.
    async fn keep_house(
        &self,
        transaction: &mut PgConnection,
        pending: &mut Pending,
    ) -> Result<Option<Longer>, StoreError> {
        pending.touched = self.shared.touched.take(TOUCHES_MAX);
        pending.is_counted = !pending.changes.is_empty() || !pending.found.is_empty();
        if pending.is_counted || !pending.touched.is_empty() {
            sqlx::query(sql::SUM_TO_CHANGE).execute(&mut *transaction).await?;
        }
        for (token, at) in &pending.touched {
            let touch = sqlx::query(sql::TOUCH_SESSION).bind(token.as_slice()).bind(signed(at.0));
            touch.execute(&mut *transaction).await?;
        }
        if !pending.is_counted {
            return Ok(None);
        }
        sqlx::query(sql::COUNT_HOUSE).execute(&mut *transaction).await?;
        for change in std::mem::take(&mut pending.changes) {
            self.change(&mut *transaction, change, pending).await?;
        }
        heads::longer_log(transaction).await
    }

    /// One change of the house. What the database does not like about it is no other's business.
    async fn change(
        &self,
        transaction: &mut PgConnection,
        change: Change,
        pending: &mut Pending,
    ) -> Result<(), StoreError> {
        let mut apart = transaction.begin().await?;
        match change(&mut apart).await {
            Ok(done) => {
                apart.commit().await?;
                pending.done.push(done);
                Ok(())
            }
            Err(StoreError::Database(sqlx::Error::Database(_))) => Ok(apart.rollback().await?),
            Err(error) => Err(error),
        }
    }

    /// Holds the heads of all streams concerned.
    async fn hold(
        &mut self,
        connection: &mut PgConnection,
        pending: &Pending,
    ) -> Result<Heads, StoreError> {
        let streams: Vec<i64> = pending.streams().iter().map(|stream| stream.number()).collect();
        if streams.is_empty() {
            return Ok(Heads::new());
        }
        if !streams.iter().all(|stream| self.known.contains(stream)) {
            let found: Vec<(i64,)> =
                sqlx::query_as(sql::FIND_HEADS).bind(&streams).fetch_all(&mut *connection).await?;
            self.known.extend(found.into_iter().map(|(stream,)| stream));
            if !streams.iter().all(|stream| self.known.contains(stream)) {
                sqlx::query(sql::HOLD).bind(NEW_STREAM).execute(&mut *connection).await?;
            }
        }
        let rows = sqlx::query(sql::LOCK_HEADS).bind(&streams).fetch_all(connection).await?;
        rows.iter().map(|row| Ok((stream(row)?, head(row)?))).collect()
    }
}
