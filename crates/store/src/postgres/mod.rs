//! The store in PostgreSQL: any number of processes serve one floor from it, each with one writer
//! and a few readers. The database decides who was first.

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
mod copy;
mod doubt;
mod follow;
#[path = "../sql/heads.rs"]
mod heads;
#[path = "../sql/journal.rs"]
mod journal;
#[path = "../sql/key.rs"]
mod key;
mod open;
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
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use sqlx::postgres::{PgPool, PgPoolOptions, PgRow};
use sqlx::{Connection as _, PgConnection};
use table::AccountId;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::access::Access;
use crate::error::StoreError;
use crate::heads::named;
use crate::journal::Others;
use crate::seal::SealKey;
use crate::sql::statements::Marks;
use writer::{Message, Shared, Writer};

pub(crate) use copy::{alone, check, check_used, is_used, set_setting, to_read, to_write};
pub use open::{Address, Unfit};
pub use sql::statements;

/// The most commands that wait for the writer; more wait to be let in.
const QUEUE: usize = 4_096;
/// Connections to read with, one of which is kept to be woken by.
const READERS: u32 = 8;
/// How long anybody waits for one of them.
const FREE_WITHIN: Duration = Duration::from_secs(3);

// What the files of `crate::sql` know of this database.
type Db = sqlx::Postgres;
type Connection = PgConnection;
type Pool = PgPool;
type Row = PgRow;
const MARKS: Marks = Marks::Numbered;

/// A journal and its people in a PostgreSQL database. It needs a `tokio` runtime.
pub struct Store {
    shared: Arc<Shared>,
    inbox: mpsc::Sender<Message>,
    readers: PgPool,
    access: Access,
    /// Keeps other processes from starting at the same time, until this one has started.
    starting: Mutex<Option<PgConnection>>,
    tasks: std::sync::Mutex<Vec<JoinHandle<()>>>,
    noted: usize,
    broken: Vec<(AccountId, String)>,
}

impl Store {
    /// Opens the store in a database and makes what is missing: its tables, and for a database
    /// that has none the key of the shoes.
    ///
    /// Until [`Store::started`] no other process opens it to serve: what a first start makes is
    /// made once.
    ///
    /// # Errors
    /// If the database cannot be reached or is not fit for it ([`Unfit`]), the key is lost or
    /// wrong, or the journal is written in another format or does not open.
    pub async fn open(
        address: &Address,
        key_file: &Path,
        access: Access,
    ) -> Result<Store, StoreError> {
        let mut connection = address.connect().await?;
        open::check(&mut connection, address).await?;
        open::wait_for_others(&mut connection, address).await?;
        open::make_ready(&mut connection, address).await?;
        open::check_whole(&mut connection, address).await?;
        let (key, is_first) = key::find(&mut connection, key_file, false).await?;
        let noted = match is_first || heads::is_unnoted(&mut connection).await? {
            true => key::begin_with(&mut connection, &key).await?,
            false => 0,
        };
        let mut broken = Vec::new();
        if access == Access::Serve {
            let mut reading = connection.begin_with(sql::BEGIN_READING).await?;
            broken = named(&heads::check(&mut reading, Some(&key)).await?);
            reading.rollback().await?;
        }
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(FREE_WITHIN)
            .connect_with(address.options())
            .await
            .map_err(|error| address.unfit(error))?;
        let shared = Arc::new(Shared::new(address.clone(), key)?);
        let (inbox, outbox) = mpsc::channel(QUEUE);
        Writer::new(outbox, shared.clone()).start()?;
        let tasks = match access {
            Access::Serve => vec![
                tokio::spawn(follow::listen(readers.clone(), shared.clone())),
                tokio::spawn(follow::nudge(readers.clone(), shared.clone())),
            ],
            Access::Beside | Access::Look => Vec::new(),
        };
        let starting = match access {
            Access::Serve => Mutex::new(Some(connection)),
            Access::Beside | Access::Look => {
                connection.close().await?;
                Mutex::default()
            }
        };
        let tasks = tasks.into();
        Ok(Store { shared, inbox, readers, access, starting, tasks, noted, broken })
    }

    /// Opens a record to read its journal and nothing else. Snapshots are not believed, and without
    /// the key the secrets of shoes are left out.
    pub(crate) async fn look(address: &Address, key: Option<SealKey>) -> Result<Store, StoreError> {
        let key = key.map_or_else(SealKey::none, Ok)?;
        let readers = copy::pool(address).await?;
        let shared = Arc::new(Shared::new(address.clone(), key)?);
        // Nobody is at the other end: whatever is to be written is refused.
        let (inbox, _) = mpsc::channel(1);
        let (starting, tasks) = (Mutex::default(), std::sync::Mutex::default());
        Ok(Store {
            shared,
            inbox,
            readers,
            access: Access::Look,
            starting,
            tasks,
            noted: 0,
            broken: Vec::new(),
        })
    }

    /// Lets other processes start.
    pub async fn started(&self) {
        if let Some(connection) = self.starting.lock().await.take() {
            // If it is gone already, so is the lock.
            let _ = connection.close().await;
        }
    }

    /// How many chains there were whose ends were noted for the first time: whether something was
    /// missing at their ends nobody can say.
    pub const fn noted(&self) -> usize {
        self.noted
    }

    /// Writes what is left and closes all connections. Whoever asks after that hears that the
    /// store has stopped.
    pub async fn close(&self) {
        self.started().await;
        self.shared.is_closing.store(true, Ordering::Release);
        let (answer, closed) = oneshot::channel();
        if self.inbox.send(Message::Close(answer)).await.is_ok() {
            let _ = closed.await;
        }
        self.end_tasks();
        self.readers.close().await;
    }

    fn end_tasks(&self) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.drain(..).for_each(|task| task.abort());
    }

    /// Whether the database could not be written to when it was last tried.
    fn is_out_of_reach(&self) -> bool {
        self.shared.is_away.load(Ordering::Acquire)
    }

    /// The other processes of this floor.
    fn those_beside(&self) -> Option<&dyn Others> {
        Some(self)
    }

    /// What is said to somebody whose question got no answer.
    fn no_answer(&self) -> StoreError {
        match self.inbox.is_closed() {
            true => StoreError::Lost,
            false => StoreError::Away,
        }
    }

    /// A number that changes whenever another process has changed something of the house.
    async fn written_elsewhere(&self) -> Result<u64, StoreError> {
        let (all,): (i64,) = sqlx::query_as(sql::HOUSE).fetch_one(&self.readers).await?;
        Ok(row::unsigned(all).wrapping_sub(self.shared.house.load(Ordering::Acquire)))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.end_tasks();
    }
}
