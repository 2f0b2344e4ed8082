//! The store in SQLite: one writer, a few readers.

mod attempts;
mod batch;
mod checkpoint;
mod copy;
mod heads;
mod log;
mod migrations;
mod people;
mod read;
mod row;
mod sql;
mod verify;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use table::{Account, AccountId, CommandId, Micros, RoundRecord, Secret, TableId, Time};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::chain::Head;
use crate::data_dir::{DataDir, ServerLock};
use crate::error::StoreError;
use crate::journal::{
    Appended, CountersNow, Journal, RoundMark, Snapshot, Statement, Stored, TableRound,
};
use crate::seal::SealKey;
use batch::Waiting;
use table::{JournalRow, Outcome, Stream};
use writer::{Message, Shared, Writer};

pub(crate) use copy::{Heads, after_restore, check, copy, key_name};
pub use copy::{StaffFound, staff_named};
pub(crate) use log::check_parts;
pub use sql::statements;
pub use writer::{Failure, OnFailure};

/// The most commands that wait for the writer; more wait to be let in.
const QUEUE: usize = 4_096;
const READERS: u32 = 4;
/// The setting that names the key which sealed the shoes.
const KEY_NAME: &str = "shoe-key";

/// Who opens a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The server: the only one who appends to the journal.
    Serve,
    /// A command beside a server that may be running: it changes accounts and settings,
    /// and reads.
    Beside,
    /// Whoever reads a database that nobody uses, and changes nothing.
    Look,
}

/// How a store is opened.
#[derive(Clone)]
pub struct Options {
    /// Who opens it.
    pub access: Access,
    /// Whether to go on with a new key if the one that sealed the shoes is lost.
    pub forget_secrets: bool,
    /// What is done when the disk fails; without it, a sentence and the end of the
    /// process.
    pub on_failure: Option<OnFailure>,
}

impl Options {
    /// For a server.
    pub const SERVE: Options =
        Options { access: Access::Serve, forget_secrets: false, on_failure: None };
    /// For a command beside it.
    pub const BESIDE: Options =
        Options { access: Access::Beside, forget_secrets: false, on_failure: None };
}

/// A journal and its people in an SQLite database. It needs a `tokio` runtime.
pub struct Store {
    shared: Arc<Shared>,
    inbox: mpsc::Sender<Message>,
    readers: SqlitePool,
    access: Access,
    /// A server's claim on the directory, until the store is closed.
    lock: Mutex<Option<ServerLock>>,
    copying: Mutex<Option<JoinHandle<()>>>,
    noted: usize,
}

impl Store {
    /// Opens the store in a data directory, and makes what is missing: directory,
    /// database, key.
    ///
    /// # Errors
    /// If the directory belongs to another server or lacks a part, the key is lost or wrong,
    /// or the journal is written in another format or does not open.
    pub async fn open(data: &DataDir, options: Options) -> Result<Store, StoreError> {
        data.create()?;
        let lock = match options.access {
            Access::Serve => Some(data.lock()?),
            Access::Beside | Access::Look => None,
        };
        check_parts(data).await?;
        let file = data.database();
        let is_new = !file.exists();
        data.keep_private()?;
        let mut connection = connect(&file, READ_AND_WRITE).await?;
        migrations::claim(&mut connection, &file).await?;
        if options.access == Access::Serve {
            // Before anybody is answered: what is there must be on the disk.
            log::secure(&mut connection, &file).await?;
            log::fold(&mut connection).await?;
        }
        migrations::run(&mut connection).await?;
        if is_new {
            crate::seal::sync_parent(&file)
                .map_err(|error| StoreError::File { path: file.clone(), error })?;
        }
        let (key, is_first) = find_key(&mut connection, data, options.forget_secrets).await?;
        let noted = match is_first || heads::is_unnoted(&mut connection).await? {
            true => begin_with(&mut connection, &key).await?,
            false => 0,
        };
        data.break_seal()?;
        if options.access == Access::Serve {
            heads::check(&mut connection, Some(&key)).await?;
        }
        let copier = connect(&file, READ_AND_WRITE).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .test_before_acquire(false)
            .connect_with(connect_options(&file, READ_ONLY))
            .await?;
        if options.access == Access::Serve
            && let Err(error) = log::begin(&mut connection).await
        {
            // Whoever closes a database last deletes its log, which is needed from now on: it is
            // left as a killed server leaves it.
            std::mem::forget(connection);
            return Err(error);
        }
        let shared = Arc::new(Shared {
            data: data.clone(),
            access: options.access,
            file,
            key,
            counters: Default::default(),
            touched: Default::default(),
            on_failure: options.on_failure.unwrap_or_else(writer::abort),
            copy: Default::default(),
        });
        let (inbox, outbox) = mpsc::channel(QUEUE);
        Writer::new(connection, outbox, shared.clone()).start()?;
        let copying = tokio::spawn(checkpoint::copy_log(copier, shared.clone(), inbox.downgrade()));
        let (access, lock, copying) = (options.access, lock.into(), Some(copying).into());
        Ok(Store { shared, inbox, readers, access, lock, copying, noted })
    }

    /// Opens a copy, or a database that nobody uses, to read its journal and nothing else.
    /// Snapshots are not believed, and without the key the secrets of shoes are left out.
    pub(crate) async fn look(file: &Path, key: Option<SealKey>) -> Result<Store, StoreError> {
        let key = key.map_or_else(SealKey::none, Ok)?;
        let readers = copy::pool(file).await?;
        let shared = Arc::new(Shared {
            data: DataDir::new(file.parent().unwrap_or(file)),
            access: Access::Look,
            file: file.to_path_buf(),
            key,
            counters: Default::default(),
            touched: Default::default(),
            on_failure: writer::abort(),
            copy: Default::default(),
        });
        // Nobody is at the other end: whatever is to be written is refused.
        let (inbox, _) = mpsc::channel(1);
        let (lock, copying) = (Mutex::default(), Mutex::default());
        Ok(Store { shared, inbox, readers, access: Access::Look, lock, copying, noted: 0 })
    }

    /// How many chains there were whose ends were noted for the first time, or with another
    /// key than before: whether something was missing at their ends nobody can say.
    pub const fn noted(&self) -> usize {
        self.noted
    }

    /// Writes what is left, folds the log into the database, closes it and gives the
    /// directory up. Whoever asks after that hears that the store has stopped.
    pub async fn close(&self) {
        if let Some(copying) = self.take_copying() {
            copying.abort();
            let _ = copying.await;
        }
        self.readers.close().await;
        let (answer, closed) = oneshot::channel();
        if self.inbox.send(Message::Close(answer)).await.is_ok() {
            let _ = closed.await;
        }
        // Whoever still holds this store can do nothing with it, and must not keep the next out.
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn take_copying(&self) -> Option<JoinHandle<()>> {
        self.copying.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Has the writer make a change in its next commit. The change looks before it
    /// writes; what it gives back comes once it is durable.
    async fn change<T, F>(&self, change: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Changing<'c, T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let change: writer::Change = Box::new(move |connection: &mut SqliteConnection| {
            let working = change(connection);
            Box::pin(async move {
                let value = working.await?;
                let done: writer::Done = Box::new(move || {
                    let _ = answer.send(value);
                });
                Ok(done)
            })
        });
        self.inbox.send(Message::Change(change)).await.map_err(|_| StoreError::Lost)?;
        answered.await.map_err(|_| StoreError::Lost)?
    }
}

/// A change at work: outside an error of the database, inside the answer, which may be
/// a refusal.
type Changing<'c, T> =
    std::pin::Pin<Box<dyn Future<Output = Result<Result<T, StoreError>, StoreError>> + Send + 'c>>;

const READ_ONLY: bool = true;
const READ_AND_WRITE: bool = false;

fn connect_options(file: &Path, read_only: bool) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(!read_only)
        .read_only(read_only)
        // Other processes write rarely and for milliseconds.
        .busy_timeout(Duration::from_secs(60))
        .disable_statement_logging();
    if read_only {
        return options;
    }
    options
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // The log is copied beside the writing; this is for the case that nobody does.
        .pragma("wal_autocheckpoint", "65536")
        .pragma("cache_size", "-65536")
}

async fn connect(file: &Path, read_only: bool) -> Result<SqliteConnection, StoreError> {
    Ok(connect_options(file, read_only).connect().await?)
}

/// Notes which key this database is used with, and where all its chains end.
async fn begin_with(connection: &mut SqliteConnection, key: &SealKey) -> Result<usize, StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let noted = heads::begin(&mut transaction, key).await?;
    sqlx::query(sql::SET_SETTING)
        .bind(KEY_NAME)
        .bind(key.name_text())
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(noted)
}

/// The key of this database's shoes, a new one for a new database; and whether it is the
/// database's first or takes another's place.
async fn find_key(
    connection: &mut SqliteConnection,
    data: &DataDir,
    forget: bool,
) -> Result<(SealKey, bool), StoreError> {
    let path = data.key();
    let used: Option<(String,)> =
        sqlx::query_as(sql::SETTING).bind(KEY_NAME).fetch_optional(&mut *connection).await?;
    let found = SealKey::read(&path)?;
    match (&found, &used) {
        (Some(key), Some((used,))) if key.name_text() != *used && !forget => {
            return Err(StoreError::KeyWrong(path));
        }
        (None, Some(_)) if !forget => return Err(StoreError::KeyLost(path)),
        _ => {}
    }
    let key = match found {
        Some(key) => key,
        None => SealKey::create(&path)?,
    };
    let is_first = used.is_none_or(|(used,)| used != key.name_text());
    Ok((key, is_first))
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some(copying) = self.take_copying() {
            copying.abort();
        }
    }
}

#[async_trait]
impl Journal for Store {
    async fn append_all(&self, rows: Vec<JournalRow>) -> Result<Vec<Appended>, StoreError> {
        if self.access != Access::Serve {
            return Err(StoreError::Beside);
        }
        let (waiting, answered) = Waiting::new(rows, &self.shared.key)?;
        self.inbox.send(Message::Append(Box::new(waiting))).await.map_err(|_| StoreError::Lost)?;
        answered.await.map_err(|_| StoreError::Lost)?
    }

    async fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        read::streams(&self.readers).await
    }

    async fn entries(
        &self,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Stored>, StoreError> {
        read::entries(&self.readers, stream, after, limit).await
    }

    async fn outcome(
        &self,
        stream: Stream,
        account: AccountId,
        command: &CommandId,
    ) -> Result<Option<Outcome>, StoreError> {
        read::outcome(&self.readers, stream, account, command).await
    }

    async fn secrets(
        &self,
        table: TableId,
        from_shoe: u32,
    ) -> Result<Vec<(u32, Secret)>, StoreError> {
        read::secrets(&self.readers, &self.shared.key, table, from_shoe).await
    }

    async fn snapshot(&self, stream: Stream) -> Result<Option<Snapshot>, StoreError> {
        if self.access == Access::Look {
            return Ok(None);
        }
        read::snapshot(&self.readers, &self.shared.key, stream).await
    }

    async fn save_snapshot(&self, stream: Stream, snapshot: Snapshot) -> Result<(), StoreError> {
        let code = snapshot.code(&self.shared.key, stream)?;
        self.change(move |connection| {
            Box::pin(async move {
                sqlx::query(sql::SAVE_SNAPSHOT)
                    .bind(stream.number())
                    .bind(row::signed(snapshot.version))
                    .bind(snapshot.hash.as_slice())
                    .bind(snapshot.bytes)
                    .bind(code)
                    .execute(connection)
                    .await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn profile(&self, hash: &str) -> Result<Option<String>, StoreError> {
        read::text(&self.readers, sql::PROFILE, hash).await
    }

    async fn save_profile(&self, hash: &str, text: &str) -> Result<(), StoreError> {
        let (hash, text) = (hash.to_owned(), text.to_owned());
        self.change(move |connection| {
            Box::pin(async move {
                sqlx::query(sql::SAVE_PROFILE).bind(hash).bind(text).execute(connection).await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn rounds(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<RoundRecord>, StoreError> {
        read::rounds(&self.readers, table, before, limit).await
    }

    async fn rounds_of(
        &self,
        player: AccountId,
        before: Option<RoundMark>,
        limit: u32,
    ) -> Result<Vec<TableRound>, StoreError> {
        read::rounds_of(&self.readers, player, before, limit).await
    }

    async fn statement(
        &self,
        player: AccountId,
        from: Time,
        until: Time,
    ) -> Result<Statement, StoreError> {
        read::statement(&self.readers, player, from, until).await
    }

    async fn balances(&self, stream: Stream) -> Result<Vec<(Account, Micros)>, StoreError> {
        read::balances(&self.readers, stream).await
    }

    async fn verify_tail(&self, stream: Stream, entries: u32) -> Result<Head, StoreError> {
        verify::tail(&self.readers, stream, entries).await
    }

    async fn verify(&self, stream: Stream, anchor: Option<Head>) -> Result<Head, StoreError> {
        verify::whole(&self.readers, stream, anchor).await
    }

    async fn verify_across(&self) -> Result<(), StoreError> {
        verify::across(&self.readers).await
    }

    fn counters(&self) -> CountersNow {
        let waiting = self.inbox.max_capacity().saturating_sub(self.inbox.capacity());
        CountersNow { waiting: waiting as u64, ..self.shared.counters.now() }
    }
}
