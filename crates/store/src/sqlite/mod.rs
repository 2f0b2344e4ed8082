//! The store in SQLite: one writer, a few readers.

#[path = "../sql/attempts.rs"]
mod attempts;
#[path = "../sql/batch.rs"]
mod batch;
#[path = "../sql/carry.rs"]
mod carry;
#[path = "../sql/change.rs"]
mod change;
#[path = "../sql/check.rs"]
mod check;
mod checkpoint;
mod copy;
#[path = "../sql/heads.rs"]
mod heads;
#[path = "../sql/journal.rs"]
mod journal;
#[path = "../sql/key.rs"]
mod key;
mod log;
mod migrations;
#[path = "../sql/people.rs"]
mod people;
#[path = "../sql/read.rs"]
mod read;
#[path = "../sql/row.rs"]
mod row;
mod sql;
#[path = "../sql/verify.rs"]
mod verify;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, SqliteConnection};
use table::AccountId;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::access::Access;
use crate::data_dir::{DataDir, ServerLock};
use crate::error::StoreError;
use crate::heads::named;
use crate::journal::Others;
use crate::seal::SealKey;
use crate::sql::statements::Marks;
use key::KEY_NAME;
use writer::{Message, Shared, Writer};

pub use copy::{StaffFound, staff_named};
pub(crate) use copy::{check, copy, key_name, to_read, to_write};
pub(crate) use log::check_parts;
pub use sql::statements;
pub use writer::{Failure, OnFailure};

/// The most commands that wait for the writer; more wait to be let in.
const QUEUE: usize = 4_096;
const READERS: u32 = 4;

// What the files of `crate::sql` know of this database.
type Db = sqlx::Sqlite;
type Connection = SqliteConnection;
type Pool = SqlitePool;
type Row = SqliteRow;
const MARKS: Marks = Marks::Plain;

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
    broken: Vec<(AccountId, String)>,
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
        let (key, is_first) =
            key::find(&mut connection, &data.key(), options.forget_secrets).await?;
        let noted = match is_first || heads::is_unnoted(&mut connection).await? {
            true => key::begin_with(&mut connection, &key).await?,
            false => 0,
        };
        data.break_seal()?;
        let broken = match options.access {
            Access::Serve => named(&heads::check(&mut connection, Some(&key)).await?),
            Access::Beside | Access::Look => Vec::new(),
        };
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
        Ok(Store { shared, inbox, readers, access, lock, copying, noted, broken })
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
        let (access, noted, broken) = (Access::Look, 0, Vec::new());
        Ok(Store { shared, inbox, readers, access, lock, copying, noted, broken })
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

    /// A number that changes whenever another process has written to the database.
    async fn written_elsewhere(&self) -> Result<u64, StoreError> {
        // Asked of the writer's connection: it does not count what it has written itself.
        self.change(|connection| {
            Box::pin(async move {
                let (version,): (i64,) =
                    sqlx::query_as(sql::DATA_VERSION).fetch_one(connection).await?;
                Ok(Ok(row::unsigned(version)))
            })
        })
        .await
    }

    /// A disk that fails ends the process; there is no other state.
    const fn is_out_of_reach(&self) -> bool {
        false
    }

    /// One process serves a file.
    fn those_beside(&self) -> Option<&dyn Others> {
        None
    }

    /// What is said to somebody whose question got no answer.
    const fn no_answer(&self) -> StoreError {
        StoreError::Lost
    }

    fn take_copying(&self) -> Option<JoinHandle<()>> {
        self.copying.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

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

impl Drop for Store {
    fn drop(&mut self) {
        if let Some(copying) = self.take_copying() {
            copying.abort();
        }
    }
}
