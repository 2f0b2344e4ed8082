//! The one writer: everything that waits goes into one transaction and one sync.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;

use sqlx::{Connection as _, SqliteConnection, SqliteTransaction};
use tokio::sync::{Notify, mpsc, oneshot};

use super::batch::{Batch, Heads, Waiting};
use super::change::{Change, Done};
use super::heads;
use super::row::signed;
use super::{log, sql};
use crate::access::Access;
use crate::chain::Head;
use crate::data_dir::DataDir;
use crate::error::StoreError;
use crate::heads::Longer;
use crate::journal::Counters;
use crate::seal::SealKey;
use crate::touched::Touched;
use table::Stream;

/// The most messages in one commit.
const BATCH_MAX: usize = 512;
/// About so many changed pages are let lie in the write-ahead log before they are copied
/// into the database file.
const PAGES_PER_CHECKPOINT: u64 = 8_192;
/// About so many pages change with one record.
const PAGES_PER_RECORD: u64 = 4;
/// The most sessions whose last use is noted in a commit for which others wait: thousands
/// may be due at once, and nobody is in a hurry for them.
const TOUCHES_MAX: usize = 32;

/// The disk failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The database.
    pub file: PathBuf,
    /// What was being done.
    pub doing: &'static str,
    /// What the database said.
    pub cause: String,
    /// How many commands and changes waited for this commit.
    pub waiting: usize,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}: {} failed: {}; the outcome of the {} commands and changes that waited for it is \
             unknown until the next start, and the server stops (start it again once the disk is \
             good)",
            self.file.display(),
            self.doing,
            self.cause,
            self.waiting
        )
    }
}

/// What is done when the disk fails. It is called before anybody is answered.
pub type OnFailure = Arc<dyn Fn(&Failure) + Send + Sync>;

/// Says so and ends the process at once (L-06): after a failed sync nobody knows what is
/// on the disk, and only a restart reads it again.
pub(super) fn abort() -> OnFailure {
    Arc::new(|failure| {
        eprintln!("bahama: {failure}");
        std::process::abort();
    })
}

/// What the writer is asked.
pub(super) enum Message {
    /// Accepted commands that belong together.
    Append(Box<Waiting>),
    /// Some other change. It must not fail because of what it is given: it looks first
    /// and then writes, for it shares its transaction with others.
    Change(Change),
    /// Copy the rest of the write-ahead log into the database file.
    CopyRest,
    /// Write what is left, close the database and answer.
    Close(oneshot::Sender<()>),
}

/// What the writer and those who ask it share.
pub(super) struct Shared {
    pub(super) data: DataDir,
    pub(super) access: Access,
    pub(super) file: PathBuf,
    pub(super) key: SealKey,
    pub(super) counters: Counters,
    pub(super) touched: Touched,
    pub(super) on_failure: OnFailure,
    /// Wakes the task that copies the write-ahead log into the database file.
    pub(super) copy: Notify,
}

impl Shared {
    pub(super) fn fail(&self, doing: &'static str, cause: String, waiting: usize) {
        (self.on_failure)(&Failure { file: self.file.clone(), doing, cause, waiting });
    }
}

/// A panic of the writer is a failure like that of a disk.
struct Alarm(Arc<Shared>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail("writing", "the writer panicked".to_owned(), 0);
        }
    }
}

/// What a commit is for; whoever waits is answered when it is dropped at the latest.
struct Pending {
    waiting: Vec<Waiting>,
    batch: Batch,
    done: Vec<Done>,
}

impl Pending {
    fn streams(&self) -> BTreeSet<Stream> {
        let rows = self.waiting.iter().flat_map(|waiting| &waiting.rows);
        rows.map(|it| it.row.stream).collect()
    }

    fn plan(&mut self, heads: &Heads) {
        self.batch = Batch::plan(std::mem::take(&mut self.waiting), heads);
    }
}

/// Whether a database is sealed when it is closed: after a stop in order, and not where a
/// store was just dropped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seal {
    Yes,
    No,
}

pub(super) struct Writer {
    /// Closed only once the log is folded and the database says so. Whoever closes it last
    /// deletes the log; after a failure it is left as a killed server leaves it.
    connection: ManuallyDrop<SqliteConnection>,
    inbox: mpsc::Receiver<Message>,
    shared: Arc<Shared>,
    heads: Heads,
    pages: u64,
}

impl Writer {
    pub(super) fn new(
        connection: SqliteConnection,
        inbox: mpsc::Receiver<Message>,
        shared: Arc<Shared>,
    ) -> Writer {
        let connection = ManuallyDrop::new(connection);
        Writer { connection, inbox, shared, heads: BTreeMap::new(), pages: 0 }
    }

    /// Starts it on a thread of its own. Among the tasks of a busy server it would wait
    /// behind hundreds of them after every statement, and everybody waits for it.
    pub(super) fn start(self) -> Result<(), StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let runtime = runtime.map_err(sqlx::Error::Io)?;
        let thread = std::thread::Builder::new().name("journal".to_owned());
        thread.spawn(move || runtime.block_on(self.run())).map_err(sqlx::Error::Io)?;
        Ok(())
    }

    async fn run(mut self) {
        let _alarm = Alarm(self.shared.clone());
        let mut messages = Vec::with_capacity(BATCH_MAX);
        while self.inbox.recv_many(&mut messages, BATCH_MAX).await > 0 {
            let (mut closing, mut copying) = (None, false);
            let mut waiting = Vec::with_capacity(messages.len());
            let mut changes = Vec::new();
            for message in messages.drain(..) {
                match message {
                    Message::Append(record) => waiting.push(*record),
                    Message::Change(change) => changes.push(change),
                    Message::CopyRest => copying = true,
                    Message::Close(answer) => closing = Some(answer),
                }
            }
            if !self.commit(waiting, changes).await {
                return;
            }
            if copying && let Err(error) = self.copy_rest().await {
                self.shared.fail("copying the log", error.to_string(), 0);
                return;
            }
            if let Some(answer) = closing {
                self.end(Seal::Yes).await;
                let _ = answer.send(());
                return;
            }
        }
        self.end(Seal::No).await;
    }

    /// Writes what a commit for others has left of the sessions' last use, folds the log and
    /// closes the database.
    async fn end(mut self, seal: Seal) {
        if seal == Seal::Yes && !self.commit(Vec::new(), Vec::new()).await {
            return;
        }
        let shared = self.shared.clone();
        let ended = async {
            self.fold().await?;
            ManuallyDrop::into_inner(self.connection).close().await?;
            match (shared.access, seal) {
                (Access::Serve, Seal::Yes) => shared.data.seal(&shared.key),
                _ => Ok(()),
            }
        };
        match (ended.await, seal) {
            (Err(error), Seal::Yes) => shared.fail("closing", error.to_string(), 0),
            // Whoever has dropped the store does not want to know.
            (Err(_), Seal::No) | (Ok(()), _) => {}
        }
    }

    /// A command beside a server leaves the log to it. Where the server has died, whoever
    /// closes the database last folds the log, so the mark must say it.
    async fn fold(&mut self) -> Result<(), StoreError> {
        match self.shared.access {
            Access::Serve => log::end(&mut self.connection).await,
            Access::Look => Ok(()),
            Access::Beside => {
                if log::is_needed(&mut self.connection).await?
                    && let Ok(_alone) = self.shared.data.lock()
                {
                    log::end(&mut self.connection).await?;
                }
                Ok(())
            }
        }
    }

    /// One transaction, one sync, then all answers; gives whether the writer goes on.
    async fn commit(&mut self, waiting: Vec<Waiting>, changes: Vec<Change>) -> bool {
        if waiting.is_empty() && changes.is_empty() && self.shared.touched.is_empty() {
            return true;
        }
        let count = waiting.len() + changes.len();
        self.pages += PAGES_PER_RECORD * count as u64;
        let mut pending = Pending { waiting, batch: Batch::default(), done: Vec::new() };
        if let Err(error) = self.write(&mut pending, changes).await {
            // Whoever waits hears nothing before this.
            self.shared.fail("writing", error.to_string(), count);
            return false;
        }
        let Pending { mut batch, done, .. } = pending;
        self.shared.counters.add(batch.len() as u64, batch.bytes());
        self.heads.append(&mut batch.heads);
        batch.answer();
        done.into_iter().for_each(|done| done());
        if self.pages >= PAGES_PER_CHECKPOINT {
            self.pages = 0;
            self.shared.copy.notify_one();
        }
        true
    }

    /// Everything up to and with the sync.
    async fn write(
        &mut self,
        pending: &mut Pending,
        changes: Vec<Change>,
    ) -> Result<(), StoreError> {
        let key = &self.shared.key;
        let mut transaction = begin(&mut self.connection).await?;
        for stream in pending.streams() {
            if let Entry::Vacant(place) = self.heads.entry(stream) {
                place.insert(head(&mut transaction, stream).await?);
            }
        }
        pending.plan(&self.heads);
        match pending.batch.write(&mut transaction, key).await {
            Ok(()) => {}
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                // Somebody sent a command twice, or what he sent cannot be. The others
                // must not suffer: start again, one by one.
                transaction.rollback().await?;
                transaction = begin(&mut self.connection).await?;
                let refused = std::mem::take(&mut pending.batch);
                pending.batch = refused.write_apart(&mut transaction, &self.heads, key).await?;
            }
            Err(error) => return Err(error.into()),
        }
        let touches =
            if pending.batch.is_empty() && changes.is_empty() { usize::MAX } else { TOUCHES_MAX };
        let ends = pending.batch.heads.iter();
        let mut longer: Vec<Longer> = ends
            .map(|(stream, now)| Longer::stream(*stream, self.heads.get(stream), *now))
            .collect();
        if !changes.is_empty() {
            for change in changes {
                pending.done.push(change(&mut transaction).await?);
            }
            longer.extend(heads::longer_log(&mut transaction).await?);
        }
        heads::note(&mut transaction, key, &longer).await?;
        for (token, at) in self.shared.touched.take(touches) {
            let touch = sqlx::query(sql::TOUCH_SESSION).bind(token.as_slice()).bind(signed(at.0));
            touch.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn copy_rest(&mut self) -> Result<(), StoreError> {
        sqlx::query(sql::CHECKPOINT).execute(&mut *self.connection).await?;
        Ok(())
    }
}

async fn begin(connection: &mut SqliteConnection) -> Result<SqliteTransaction<'_>, sqlx::Error> {
    connection.begin_with(sql::BEGIN_WRITING).await
}

async fn head(connection: &mut SqliteConnection, stream: Stream) -> Result<Head, StoreError> {
    let row = sqlx::query(sql::HEAD).bind(stream.number()).fetch_optional(connection).await?;
    row.as_ref().map_or(Ok(Head::NONE), super::row::head)
}
