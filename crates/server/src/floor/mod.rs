//! The floor of a server: the value of the crate `floor`, driven with tokio and a journal.
//!
//! Nothing here is needed to know a table or a link: the journal alone is.

mod anew;
mod ask;
mod board;
mod choices;
mod decided;
mod drive;
mod follow;
mod history;
mod houses;
mod load;
mod open;
mod post;
mod refold;
mod refused;
mod rules;
mod sign;
mod summary;
mod tally;
mod verdict;
mod visit;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use ::floor::{Desk, Letter, Moment};
use axum::extract::ws::Utf8Bytes;
use store::{Journal, Stream};
use table::{Entry, Link, LinkEvent, LinkId, Software, TableId, Time};
use tokio::sync::{Notify, broadcast, watch};

pub use anew::{PostAnew, Posting};
pub use board::{Board, BoardRow, Today};
pub use choices::{
    GameChoices, PayTableChoice, SettingChoice, SettingPlace, WagerChoice, WagerSet,
};
pub(crate) use decided::Decided;
use drive::{Reply, Timers};
pub use history::{
    Movement, OwnRounds, PlayedBy, PlayerStatement, RoundHistory, RoundResult, RoundSummary,
    SeatStakes,
};
pub(crate) use houses::of as house_of;
pub use load::LoadFailed;
pub(crate) use load::folded as load_link;
pub use post::{Differing, FilePosted};
pub(crate) use refold::refold;
pub use refused::{CommandRefused, RefusalKind};
pub use rules::{
    Placarded, PricedClass, RuleSection, RuleTable, TableRules, WagerRules, jackpot_sentence,
    placarded,
};
pub use sign::{Games, Limits, OpenTable, SignRefused, TableKind};
pub use summary::{GameAbout, TableSummary};
pub(crate) use tally::Tally;
pub use verdict::{Judged, PlayerGain, PostedWager, PostingFault, Verdict};
pub use visit::Visit;

use crate::clock::Clock;
use crate::settings::Settings;

/// How many entries a slow listener may be behind before it must catch up by itself.
const BACKLOG: usize = 64;
/// How many changes a slow board may be behind before it is told everything again.
const CHANGES: usize = 1024;

/// What the floor needs from the world around it.
pub struct World {
    /// The time of day.
    pub now: Box<dyn Fn() -> Time + Send + Sync>,
    /// The steady clock, by which turns end.
    pub steady: Box<dyn Fn() -> Moment + Send + Sync>,
    /// The gaming day of a time, as `yyyymmdd`.
    pub day: Box<dyn Fn(Time) -> u32 + Send + Sync>,
    /// Fresh entropy; nothing if there is none (N-01).
    pub entropy: Box<dyn Fn() -> Option<[u8; 32]> + Send + Sync>,
    /// The texts of the game files, by the games' ids.
    pub games: Games,
    /// The program, for the record of shoes (N-11).
    pub software: Option<Arc<Software>>,
}

impl World {
    /// The world of a server: its clock, its room's days, the system's entropy.
    pub fn new(settings: &Settings, clock: Clock, games: Games) -> World {
        let (room, software) = (settings.room.clone(), settings.software.clone());
        World {
            now: Box::new({
                let clock = clock.clone();
                move || clock.now()
            }),
            steady: Box::new(move || clock.steady()),
            day: Box::new(move |at| room.gaming_day(at)),
            entropy: Box::new(|| {
                let mut bytes = [0; 32];
                getrandom::fill(&mut bytes).ok().map(|()| bytes)
            }),
            games,
            software,
        }
    }
}

/// All tables and links of a server.
#[derive(Clone)]
pub struct Floor(Arc<Inner>);

struct Inner {
    journal: Arc<dyn Journal>,
    world: World,
    floor: Mutex<::floor::Floor<Reply>>,
    tables: RwLock<BTreeMap<TableId, Arc<Place>>>,
    links: RwLock<BTreeMap<LinkId, Arc<LinkPlace>>>,
    timers: Timers,
    /// What the main wagers of postings were found to be worth (A49).
    worths: Arc<odds::Worths>,
    /// Held while a table is set up, so that no number is given twice.
    setting_up: tokio::sync::Mutex<()>,
    stopping: watch::Sender<bool>,
    /// Rung after every letter while the floor stops.
    letters: Notify,
    /// The tables that change, for the board.
    changes: broadcast::Sender<TableId>,
    /// How many entries of tables and links were published.
    published: std::sync::atomic::AtomicU64,
    /// What the tables' gaming days came to, as far as somebody has asked.
    days: board::Days,
    /// What the games are, read once.
    abouts: Vec<GameAbout>,
}

/// Where a table is followed.
struct Place {
    published: broadcast::Sender<Arc<Published>>,
    summary: RwLock<TableSummary>,
}

/// Where a link is followed.
struct LinkPlace {
    /// The link as the journal has it, for everybody who looks.
    state: watch::Sender<Arc<Link>>,
    /// What everybody may know of its entries.
    news: broadcast::Sender<Arc<Published>>,
}

impl LinkPlace {
    fn borrow(&self) -> watch::Ref<'_, Arc<Link>> {
        self.state.borrow()
    }
}

/// An entry, as everybody who listens is told it: serialised once.
#[derive(Debug)]
pub struct Published {
    /// The version after it.
    pub version: u64,
    /// The entry of a table as JSON, exactly as it was stored; of a link's, the news.
    pub json: Utf8Bytes,
}

impl Published {
    /// What everybody may know of an entry of a link (S-02).
    fn news(version: u64, entry: &str) -> Result<Published, serde_json::Error> {
        let entry: Entry<LinkEvent> = serde_json::from_str(entry)?;
        Ok(Published { version, json: serde_json::to_string(&entry.news())?.into() })
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

impl Floor {
    /// Opens the floor: every table is folded from the journal and goes on where it was.
    ///
    /// # Errors
    /// If the record of a table or link cannot be read or does not follow (L-05). Whose own record
    /// does not hold is refused alone.
    pub async fn open(journal: Arc<dyn Journal>, world: World) -> Result<Floor, LoadFailed> {
        let floor = Floor::empty(journal, world);
        let streams = floor.0.journal.streams().await.map_err(LoadFailed::Store)?;
        for (stream, _) in &streams {
            if let Stream::Link(id) = stream {
                floor.admit(load::link(&*floor.0.journal, *id).await?);
            }
        }
        for (stream, _) in &streams {
            if let Stream::Table(id) = stream {
                let desk = load::table(&*floor.0.journal, *id).await?;
                floor.pair(&desk).await?;
                floor.admit(desk);
            }
        }
        for (person, why) in floor.0.journal.broken() {
            drive::note_broken(person, &why);
            floor.deliver(Letter::Broken { person });
        }
        tokio::spawn(drive::strike(Arc::downgrade(&floor.0)));
        if floor.is_shared() {
            tokio::spawn(follow::others(Arc::downgrade(&floor.0)));
        }
        Ok(floor)
    }

    /// Opens one link alone, without clocks: the office's floor while no server runs.
    ///
    /// # Errors
    /// If the link's record cannot be read or does not follow.
    pub(crate) async fn of_link(
        journal: Arc<dyn Journal>,
        world: World,
        link: LinkId,
    ) -> Result<Floor, LoadFailed> {
        let floor = Floor::empty(journal, world);
        floor.admit(load::link(&*floor.0.journal, link).await?);
        Ok(floor)
    }

    fn empty(journal: Arc<dyn Journal>, world: World) -> Floor {
        Floor(Arc::new(Inner {
            abouts: GameAbout::all(&world.games),
            journal,
            world,
            floor: Mutex::default(),
            tables: RwLock::default(),
            links: RwLock::default(),
            timers: Timers::default(),
            worths: Arc::default(),
            setting_up: tokio::sync::Mutex::new(()),
            stopping: watch::Sender::new(false),
            letters: Notify::new(),
            changes: broadcast::Sender::new(CHANGES),
            published: std::sync::atomic::AtomicU64::default(),
            days: board::Days::default(),
        }))
    }

    /// Lets everything finish that is being written, and takes no more commands.
    pub async fn stop(&self) {
        self.0.stopping.send_replace(true);
        match self.is_shared() {
            // What waits for a database that does not come back is known to nobody here.
            true => drop(tokio::time::timeout(drive::ANSWER_WITHIN, self.finish()).await),
            false => self.finish().await,
        }
        let places = std::mem::take(&mut *write(&self.0.tables));
        drop(places);
    }

    fn place(&self, table: TableId) -> Option<Arc<Place>> {
        read(&self.0.tables).get(&table).cloned()
    }

    fn link_place(&self, link: LinkId) -> Option<Arc<LinkPlace>> {
        read(&self.0.links).get(&link).cloned()
    }

    fn tables_by_id(&self) -> BTreeMap<TableId, Arc<Place>> {
        read(&self.0.tables).clone()
    }

    /// Puts a machine on the floor, and up where it can be followed.
    fn admit(&self, desk: Desk) {
        match desk.machine() {
            ::floor::Machine::Table(table) => {
                let (published, _) = broadcast::channel(BACKLOG);
                let summary = RwLock::new(TableSummary::of(table));
                let place = Arc::new(Place { published, summary });
                write(&self.0.tables).insert(table.id(), place);
                self.has_changed(table.id());
            }
            ::floor::Machine::Link(link) => {
                let (news, _) = broadcast::channel(BACKLOG);
                let state = watch::Sender::new(Arc::new((**link).clone()));
                write(&self.0.links).insert(link.id(), Arc::new(LinkPlace { state, news }));
            }
            // People come when they are first asked for.
            ::floor::Machine::Person(_) => {}
        }
        let effects = lock(&self.0.floor).admit(desk);
        self.carry_out(effects);
    }

    /// Takes a machine off the floor that was never opened.
    fn dismiss(&self, stream: Stream) {
        lock(&self.0.floor).dismiss(stream);
        match stream {
            Stream::Table(table) => drop(write(&self.0.tables).remove(&table)),
            Stream::Link(link) => drop(write(&self.0.links).remove(&link)),
            Stream::Person(_) => {}
        }
    }
}

/// A lock whose holder panicked still holds what was written last.
fn read<T>(lock: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

/// The floor or its clocks. Whoever panicked over them may have done half of something: the
/// process ends, as it does when the disk fails (L-06). The record is whole.
fn lock<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(|_| {
        tracing::error!("a decision was broken off; the process ends, and the record is whole");
        std::process::abort()
    })
}
