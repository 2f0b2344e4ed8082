//! The floor: all tables of one server, each with its one writer.
//!
//! A table's task decides a command, waits until the journal has it for good, applies it
//! and publishes it. Nothing here is needed to know a table: the journal alone is.

mod history;
mod link;
mod load;
mod open;
mod rules;
mod sign;
mod task;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use axum::extract::ws::Utf8Bytes;
use store::{Journal, StoreError, Stream};
use table::{
    AccountId, Actor, CardProof, Command, CommandId, Context, LinkId, Moment, Refused, TableId,
    View,
};
use tokio::sync::{broadcast, mpsc, oneshot};

pub use history::{Movement, PlayerStatement, RoundHistory, RoundSummary};
use link::LinkPlace;
pub use load::LoadFailed;
pub(crate) use load::link as load_link;
pub use rules::{RuleSection, RuleTable, TableRules, WagerRules};
pub use sign::{OpenTable, SignRefused, TableKind};
use task::{Message, TableTask};

use crate::clock::Clock;
use crate::settings::Settings;

/// How many entries a slow listener may be behind before it must catch up by itself.
const BACKLOG: usize = 64;
/// How many commands may wait for one table; more are told to come again.
const WAITING: usize = 256;

/// What the floor needs from the world around it.
pub struct World {
    /// The time.
    pub now: Box<dyn Fn() -> Moment + Send + Sync>,
    /// The gaming day of a time, as `yyyymmdd`.
    pub day: Box<dyn Fn(Moment) -> u32 + Send + Sync>,
    /// Fresh entropy; nothing if there is none (N-01).
    pub entropy: Box<dyn Fn() -> Option<[u8; 32]> + Send + Sync>,
    /// The texts of the game files, by the games' ids.
    pub games: BTreeMap<String, String>,
}

impl World {
    /// The world of a server: its clock, its room's days, the system's entropy.
    pub fn new(settings: &Settings, clock: Clock, games: BTreeMap<String, String>) -> World {
        let settings = settings.clone();
        World {
            now: Box::new(move || clock.now()),
            day: Box::new(move |at| settings.gaming_day(at)),
            entropy: Box::new(|| {
                let mut bytes = [0; 32];
                getrandom::fill(&mut bytes).ok().map(|()| bytes)
            }),
            games,
        }
    }
}

/// All tables of a server.
#[derive(Clone)]
pub struct Floor(Arc<Inner>);

struct Inner {
    journal: Arc<dyn Journal>,
    world: World,
    tables: RwLock<BTreeMap<TableId, Arc<Place>>>,
    links: RwLock<BTreeMap<LinkId, Arc<LinkPlace>>>,
    /// Held while a table is set up, so that no number is given twice.
    setting_up: tokio::sync::Mutex<()>,
    stopping: Mutex<Vec<tokio::task::JoinHandle<()>>>,
}

/// Where a table can be reached.
struct Place {
    commands: mpsc::Sender<Message>,
    published: broadcast::Sender<Arc<Published>>,
    summary: RwLock<TableSummary>,
}

/// An entry, as everybody who listens is told it: serialised once.
#[derive(Debug)]
pub struct Published {
    /// The table's version after it.
    pub version: u64,
    /// The entry as JSON, exactly as it was stored.
    pub json: Utf8Bytes,
}

/// A table in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct TableSummary {
    /// The table.
    pub table: TableId,
    /// Its version.
    pub version: u64,
    /// Its name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The configuration.
    pub configuration: String,
    /// The number of decks.
    pub decks: u8,
    /// The seats.
    pub seats: u8,
    /// How many of them are taken.
    pub taken: u8,
    /// The least and most main wager, in cents.
    pub limits: (u32, u32),
    /// How long people have for their answers.
    pub clocks: table::Clocks,
    /// Who deals.
    pub dealing: table::Dealing,
    /// Whether staff stand at it.
    pub staffing: table::Staffing,
    /// Whether it deals given cards, for training and tests.
    pub exhibition: bool,
    /// The only player who may sit down, on a practice table.
    pub private: Option<AccountId>,
    /// The link whose jackpots it plays for.
    pub link: Option<LinkId>,
    /// Whether it is open.
    pub open: bool,
    /// The round.
    pub round: u64,
}

impl TableSummary {
    /// Whether somebody may see the table.
    pub fn is_visible(&self, viewer: Actor) -> bool {
        viewer.role.is_staff() || self.private.is_none_or(|owner| owner == viewer.account)
    }
}

/// An accepted command.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The version with which it was accepted.
    pub version: u64,
    /// The entry's JSON.
    pub entry: Utf8Bytes,
}

/// A refused command, or a question that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct CommandRefused {
    /// The stable code.
    pub code: &'static str,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What kind of refusal it is.
    pub kind: RefusalKind,
}

/// What kind of refusal, which decides the HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// There is no such table (404).
    NotFound,
    /// The sender may never do this (403).
    Denied,
    /// Not now, or not like this (409).
    Conflict,
    /// The floor does not take commands (503).
    Unavailable,
}

impl CommandRefused {
    fn no_table(table: TableId) -> CommandRefused {
        let message = format!("there is no {table}");
        CommandRefused { code: "table.unknown", message, kind: RefusalKind::NotFound }
    }

    fn unavailable(code: &'static str, message: &str) -> CommandRefused {
        CommandRefused { code, message: message.to_owned(), kind: RefusalKind::Unavailable }
    }

    fn no_record() -> CommandRefused {
        CommandRefused::unavailable("store.failed", "the record cannot be reached")
    }

    fn stopping() -> CommandRefused {
        CommandRefused::unavailable("server.stopping", "the server is stopping")
    }
}

impl From<Refused> for CommandRefused {
    fn from(refused: Refused) -> CommandRefused {
        let kind = if refused.is_denied() { RefusalKind::Denied } else { RefusalKind::Conflict };
        CommandRefused { code: refused.code(), message: refused.to_string(), kind }
    }
}

impl From<SignRefused> for CommandRefused {
    fn from(refused: SignRefused) -> CommandRefused {
        let kind = RefusalKind::Conflict;
        CommandRefused { code: refused.code(), message: refused.to_string(), kind }
    }
}

/// The store cannot be read or written. What became of a command is unknown then, and
/// must be asked for by its id.
impl From<StoreError> for CommandRefused {
    fn from(error: StoreError) -> CommandRefused {
        tracing::error!(%error, "the store failed");
        CommandRefused::no_record()
    }
}

impl Floor {
    /// Opens the floor: every table is folded from the journal and goes on where it was.
    ///
    /// # Errors
    /// If the record of a table cannot be read or does not follow (L-05).
    pub async fn open(journal: Arc<dyn Journal>, world: World) -> Result<Floor, LoadFailed> {
        let floor = Floor(Arc::new(Inner {
            journal,
            world,
            tables: RwLock::default(),
            links: RwLock::default(),
            setting_up: tokio::sync::Mutex::new(()),
            stopping: Mutex::default(),
        }));
        let streams = floor.0.journal.streams().await.map_err(LoadFailed::Store)?;
        for (stream, _) in &streams {
            if let Stream::Link(id) = stream {
                floor.hang_link(load::link(&*floor.0.journal, *id).await?);
            }
        }
        for (stream, _) in &streams {
            if let Stream::Table(id) = stream {
                let desk = load::desk(&*floor.0.journal, *id).await?;
                floor.pair(&desk).await?;
                floor.seat_task(desk);
            }
        }
        Ok(floor)
    }

    /// The ids of the games.
    pub fn games(&self) -> Vec<String> {
        self.0.world.games.keys().cloned().collect()
    }

    /// The version of a table.
    pub fn version(&self, table: TableId) -> Option<u64> {
        self.place(table).map(|place| read(&place.summary).version)
    }

    /// Whether there is such a table, and this person may see it: another's practice table
    /// is nobody's business but the staff's.
    pub fn is_visible(&self, table: TableId, viewer: Actor) -> bool {
        self.place(table).is_some_and(|place| read(&place.summary).is_visible(viewer))
    }

    /// The tables, in order.
    pub fn tables(&self) -> Vec<TableSummary> {
        let tables = self.tables_by_id();
        tables.values().map(|place| read(&place.summary).clone()).collect()
    }

    /// Gives a command to a table.
    ///
    /// # Errors
    /// If it is refused; nothing has changed then. After `store.failed` the outcome is
    /// unknown and must be asked for.
    pub async fn command(
        &self,
        table: TableId,
        by: Actor,
        name: &str,
        command: Command,
        proofs: Vec<CardProof>,
    ) -> Result<Answer, CommandRefused> {
        let place = self.place(table).ok_or_else(|| CommandRefused::no_table(table))?;
        let (reply, answer) = oneshot::channel();
        let message = Message::Command { by, name: name.to_owned(), command, proofs, reply };
        place.commands.try_send(message).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => {
                CommandRefused::unavailable("table.busy", "too many commands wait for this table")
            }
            mpsc::error::TrySendError::Closed(_) => CommandRefused::stopping(),
        })?;
        answer.await.unwrap_or_else(|_| Err(CommandRefused::stopping()))
    }

    /// The table as somebody sees it.
    pub async fn view(&self, table: TableId, viewer: Actor) -> Option<Box<View>> {
        let (reply, view) = oneshot::channel();
        self.place(table)?.commands.send(Message::View { viewer, reply }).await.ok()?;
        view.await.ok()
    }

    /// The version with which a command was accepted, if it was (L-10).
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn outcome(
        &self,
        table: TableId,
        account: AccountId,
        id: &CommandId,
    ) -> Result<Option<u64>, CommandRefused> {
        let outcome = self.0.journal.outcome(table.into(), account, id).await?;
        Ok(outcome.map(|outcome| outcome.version))
    }

    /// The entries after a version, as stored, for whoever must catch up.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Arc<Published>>, CommandRefused> {
        let stored = self.0.journal.entries(table.into(), after, limit).await?;
        let published = |stored: store::Stored| {
            Arc::new(Published { version: stored.version, json: stored.json.into() })
        };
        Ok(stored.into_iter().map(published).collect())
    }

    /// What happens at a table from now on.
    pub fn subscribe(&self, table: TableId) -> Option<broadcast::Receiver<Arc<Published>>> {
        self.place(table).map(|place| place.published.subscribe())
    }

    /// What the journal has written since the start.
    pub fn written(&self) -> store::CountersNow {
        self.0.journal.counters()
    }

    /// Lets every table finish what it is writing, and takes no more commands.
    pub async fn stop(&self) {
        let places = std::mem::take(&mut *write(&self.0.tables));
        drop(places);
        let tasks = std::mem::take(&mut *lock(&self.0.stopping));
        for task in tasks {
            // A task that panicked has said so; the others still finish.
            let _ = task.await;
        }
    }

    /// What a command is told besides: the time, the day, entropy, the cards shown for it.
    fn context(&self, name: &str, proofs: Vec<CardProof>) -> Result<Context, CommandRefused> {
        let world = &self.0.world;
        let at = (world.now)();
        let entropy = (world.entropy)().ok_or_else(|| {
            CommandRefused::unavailable("entropy.none", "there is no randomness to shuffle with")
        })?;
        Ok(Context { at, day: (world.day)(at), name: name.to_owned(), entropy, proofs })
    }

    fn place(&self, table: TableId) -> Option<Arc<Place>> {
        read(&self.0.tables).get(&table).cloned()
    }

    fn tables_by_id(&self) -> BTreeMap<TableId, Arc<Place>> {
        read(&self.0.tables).clone()
    }

    fn seat_task(&self, desk: table::Desk) {
        self.start(TableTask::new(self.clone(), desk));
    }

    /// Starts a table's task.
    fn start(&self, task: TableTask) {
        let (commands, waiting) = mpsc::channel(WAITING);
        let place = Arc::new(Place {
            commands,
            published: task.published(),
            summary: RwLock::new(task.summary()),
        });
        write(&self.0.tables).insert(task.id(), Arc::clone(&place));
        let summary = Arc::downgrade(&place);
        let running = tokio::spawn(task.run(waiting, summary));
        lock(&self.0.stopping).push(running);
    }
}

/// A lock whose holder panicked still holds what was written last.
fn read<T>(lock: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

fn lock<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
