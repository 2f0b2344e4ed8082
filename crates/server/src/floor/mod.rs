//! The floor of a server: the value of the crate `floor`, driven with tokio and a journal, and
//! what people ask of it.
//!
//! Nothing here is needed to know a table or a link: the journal alone is.

mod anew;
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
mod rules;
mod sign;
mod verdict;
mod visit;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use ::floor::{Desk, Moment, Order};
use axum::extract::ws::Utf8Bytes;
use store::{Journal, StoreError, Stream};
use table::{
    AccountId, Actor, BetOffers, CardProof, Command, CommandId, Entry, Link, LinkBody, LinkEvent,
    LinkId, LinkView, Person, PersonBody, PersonView, Phase, Refused, Slip, Software, Table,
    TableId, Time, View,
};
use tokio::sync::{Notify, broadcast, watch};

pub use anew::{PostAnew, Posting};
pub use board::{Board, BoardRow, Today};
pub use choices::{
    GameChoices, PayTableChoice, SettingChoice, SettingPlace, WagerChoice, WagerSet,
};
pub(crate) use decided::Decided;
use drive::{Reply, Timers};
pub use history::{Movement, PlayerStatement, RoundHistory, RoundSummary, SeatStakes};
pub(crate) use houses::of as house_of;
pub use load::LoadFailed;
pub(crate) use load::folded as load_link;
pub use post::{Differing, FilePosted};
pub(crate) use refold::refold;
pub use rules::{
    Placarded, PricedClass, RuleSection, RuleTable, TableRules, WagerRules, jackpot_sentence,
    placarded,
};
pub use sign::{Games, Limits, OpenTable, SignRefused, TableKind};
pub use verdict::{Judged, PostedWager, PostingFault, Verdict};
pub use visit::Visit;

use crate::clock::Clock;
use crate::code::Code;
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
    /// Since when it is posted so.
    pub posted_at: Time,
    /// The seats.
    pub seats: u8,
    /// How many of them are taken.
    pub taken: u8,
    /// How many of these by players who are away (T-15).
    pub away: u8,
    /// The least and most main wager, in cents.
    pub limits: (u32, u32),
    /// How long people have for their answers.
    pub clocks: table::Clocks,
    /// The most seats one player may hold, at a table for everybody.
    pub seats_each: u8,
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
    /// The settings that leave the sheets (A49), by their keys.
    pub beyond: Vec<String>,
    /// What may favour the player at it, by the names with which it was allowed (A49).
    pub overrides: Vec<String>,
    /// Whether it is open.
    pub open: bool,
    /// The call for a supervisor that nobody has answered (T-14).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<table::Call>,
    /// The round.
    pub round: u64,
}

impl TableSummary {
    fn of(table: &Table) -> TableSummary {
        let house = table.house();
        let posted = house.posted();
        let main = house.rules().wager(::rules::Spot::Main);
        TableSummary {
            table: table.id(),
            version: table.version(),
            name: posted.name.clone(),
            game: posted.game.clone(),
            configuration: posted.configuration.clone(),
            decks: posted.decks,
            posted_at: table.posted_at(),
            seats: posted.seats,
            taken: table.seats_taken(),
            away: table.seats_away(),
            limits: main.map_or((0, 0), |wager| match wager.most {
                ::rules::Most::Amount(most) | ::rules::Most::MainWager(most) => (wager.least, most),
            }),
            clocks: posted.clocks,
            seats_each: posted.seats_each,
            dealing: posted.dealing,
            staffing: posted.staffing,
            exhibition: posted.exhibition.is_some(),
            private: posted.private,
            link: posted.link.map(|on| on.link),
            beyond: posted.beyond.clone(),
            overrides: posted.overrides(),
            open: table.phase() != Phase::Closed,
            call: table.call().cloned(),
            round: table.round(),
        }
    }

    /// What changes while a table is played.
    fn update(&mut self, table: &Table) {
        if self.posted_at != table.posted_at() {
            *self = TableSummary::of(table);
            return;
        }
        self.version = table.version();
        self.taken = table.seats_taken();
        self.away = table.seats_away();
        self.open = table.phase() != Phase::Closed;
        self.call = table.call().cloned();
        self.round = table.round();
    }

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
    pub code: Code,
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
    fn no_link(link: LinkId) -> CommandRefused {
        ::floor::NotDone::Unknown(link.into()).into()
    }

    fn unavailable(code: Code, message: &str) -> CommandRefused {
        CommandRefused { code, message: message.to_owned(), kind: RefusalKind::Unavailable }
    }

    fn no_record() -> CommandRefused {
        CommandRefused::unavailable(Code::StoreFailed, "the record cannot be reached")
    }

    fn stopping() -> CommandRefused {
        CommandRefused::unavailable(Code::ServerStopping, "the server is stopping")
    }
}

impl From<Refused> for CommandRefused {
    fn from(refused: Refused) -> CommandRefused {
        let kind = if refused.is_denied() { RefusalKind::Denied } else { RefusalKind::Conflict };
        CommandRefused { code: refused.listed().into(), message: refused.to_string(), kind }
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

    /// The ids of the games.
    pub fn games(&self) -> Vec<String> {
        self.0.world.games.keys().cloned().collect()
    }

    /// The version of a table or link.
    pub fn version(&self, stream: impl Into<Stream>) -> Option<u64> {
        match stream.into() {
            Stream::Table(table) => self.place(table).map(|place| read(&place.summary).version),
            Stream::Link(link) => self.link_place(link).map(|place| place.borrow().version()),
            // Nobody follows a person: he is told by the tables he plays at.
            Stream::Person(_) => None,
        }
    }

    /// Whether there is such a table, and this person may see it: another's practice table
    /// is nobody's business but the staff's.
    pub fn is_visible(&self, table: TableId, viewer: Actor) -> bool {
        self.place(table).is_some_and(|place| read(&place.summary).is_visible(viewer))
    }

    /// Whether a table is somebody's practice table.
    fn is_own(&self, table: TableId, viewer: Actor) -> bool {
        let owner = self.place(table).and_then(|place| read(&place.summary).private);
        owner == Some(viewer.account)
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
        self.give(table.into(), by, name, Order::Table(command), proofs).await
    }

    /// Gives a command straight to a link.
    ///
    /// # Errors
    /// As [`Floor::command`].
    pub async fn link_command(
        &self,
        link: LinkId,
        by: Actor,
        name: &str,
        command: Command<LinkBody>,
        proofs: Vec<CardProof>,
    ) -> Result<Answer, CommandRefused> {
        self.give(link.into(), by, name, Order::Link(command), proofs).await
    }

    /// Gives a command straight to a person.
    ///
    /// # Errors
    /// As [`Floor::command`].
    pub async fn person_command(
        &self,
        person: AccountId,
        by: Actor,
        name: &str,
        command: Command<PersonBody>,
    ) -> Result<Answer, CommandRefused> {
        self.give(person.into(), by, name, Order::Person(command), Vec::new()).await
    }

    /// What a person sees of himself.
    ///
    /// # Errors
    /// If his record cannot be read.
    pub async fn person(&self, person: AccountId) -> Result<PersonView, CommandRefused> {
        self.fresh(person).await;
        let here = lock(&self.0.floor).person(person).map(Person::view);
        if let Some(view) = here.filter(|view| view.version > 0) {
            return Ok(view);
        }
        let person = load::person(&*self.0.journal, person).await.map_err(|error| {
            tracing::error!(%error, "a person cannot be read");
            CommandRefused::no_record()
        })?;
        Ok(person.view())
    }

    /// The table as somebody sees it.
    pub fn view(&self, table: TableId, viewer: Actor) -> Option<View> {
        let floor = lock(&self.0.floor);
        let table = floor.table(table)?;
        let mut view = table.view(viewer);
        view.left_ms = self.0.timers.left_ms(table, (self.0.world.steady)());
        Some(view)
    }

    /// Everybody who has a seat where it matters whether he is there, but these; and whether his
    /// table knows that he is away.
    pub(crate) fn company(&self, but: impl Fn(&str) -> bool) -> Vec<(TableId, AccountId, bool)> {
        let floor = lock(&self.0.floor);
        let at = |table: &Table| {
            let all = table.company().filter(|(_, name, _)| !but(name));
            all.map(|(player, _, is_away)| (table.id(), player, is_away)).collect::<Vec<_>>()
        };
        floor.tables().flat_map(at).collect()
    }

    /// What a table says to stakes that a player thinks of; nothing where there is no table.
    ///
    /// # Errors
    /// If the seat is not the player's, or bets are not taken.
    pub fn bet_offers(
        &self,
        table: TableId,
        player: AccountId,
        seat: u8,
        wanted: &BTreeMap<::rules::Spot, u32>,
    ) -> Option<Result<BetOffers, Refused>> {
        let floor = lock(&self.0.floor);
        floor.table(table).map(|table| table.bet_offers(player, seat, wanted))
    }

    /// The links as somebody sees them, in order.
    pub fn links(&self, viewer: Actor) -> Vec<LinkView> {
        let links = read(&self.0.links).clone();
        let seen = links.values().filter(|place| self.may_see(&place.borrow(), viewer));
        seen.map(|place| place.borrow().view(viewer)).collect()
    }

    /// Whether somebody may see a link: that of another's practice table is nobody's business
    /// but the staff's.
    fn may_see(&self, link: &Link, viewer: Actor) -> bool {
        let is_own = || link.tables().any(|(table, _)| self.is_own(table, viewer));
        viewer.role.is_staff() || !link.sign().practice || is_own()
    }

    /// Whether there is such a link, and this person may see it.
    pub fn is_link_visible(&self, link: LinkId, viewer: Actor) -> bool {
        self.link_place(link).is_some_and(|place| self.may_see(&place.borrow(), viewer))
    }

    /// A link as somebody sees it.
    pub fn link_view(&self, link: LinkId, viewer: Actor) -> Option<LinkView> {
        let place = self.link_place(link)?;
        let link = Arc::clone(&place.borrow());
        self.may_see(&link, viewer).then(|| link.view(viewer))
    }

    /// A link from now on, as often as it changes.
    pub fn watch_link(&self, link: LinkId) -> Option<watch::Receiver<Arc<Link>>> {
        self.link_place(link).map(|place| place.state.subscribe())
    }

    /// A slip of a link.
    pub fn slip(&self, link: LinkId, slip: u64) -> Option<Slip> {
        self.link_place(link)?.borrow().slip(slip).cloned()
    }

    /// The version with which a command was accepted by a table or link, if it was (L-10).
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn outcome(
        &self,
        stream: impl Into<Stream>,
        account: AccountId,
        id: &CommandId,
    ) -> Result<Option<u64>, CommandRefused> {
        let outcome = self.0.journal.outcome(stream.into(), account, id).await?;
        Ok(outcome.map(|outcome| outcome.version))
    }

    /// The entries of a table or link after a version, as stored, for whoever must catch up.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn entries(
        &self,
        stream: impl Into<Stream>,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Arc<Published>>, CommandRefused> {
        let stored = self.0.journal.entries(stream.into(), after, limit).await?;
        let published = |stored: store::Stored| {
            Arc::new(Published { version: stored.version, json: stored.json.into() })
        };
        Ok(stored.into_iter().map(published).collect())
    }

    /// What everybody may follow of a table or link after a version: the entries of a table,
    /// the news of a link.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn told(
        &self,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Arc<Published>>, CommandRefused> {
        let entries = self.entries(stream, after, limit).await?;
        let news = |it: Arc<Published>| Published::news(it.version, &it.json).map(Arc::new);
        match stream {
            Stream::Table(_) | Stream::Person(_) => Ok(entries),
            Stream::Link(_) => {
                let news: Result<_, _> = entries.into_iter().map(news).collect();
                news.map_err(|error| {
                    tracing::error!(%stream, %error, "an entry cannot be read");
                    CommandRefused::no_record()
                })
            }
        }
    }

    /// What everybody may follow of a table or link from now on.
    pub fn subscribe(
        &self,
        stream: impl Into<Stream>,
    ) -> Option<broadcast::Receiver<Arc<Published>>> {
        match stream.into() {
            Stream::Table(table) => self.place(table).map(|place| place.published.subscribe()),
            Stream::Link(link) => self.link_place(link).map(|place| place.news.subscribe()),
            Stream::Person(_) => None,
        }
    }

    /// Whether nothing is decided any more, because the journal has stopped.
    pub fn has_stopped(&self) -> bool {
        lock(&self.0.floor).is_stopped()
    }

    /// The journal, for whoever checks it.
    pub(crate) fn journal(&self) -> Arc<dyn Journal> {
        Arc::clone(&self.0.journal)
    }

    /// The ends of all chains.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn heads(&self) -> Result<Vec<(Stream, store::Head)>, CommandRefused> {
        Ok(self.0.journal.streams().await?)
    }

    /// The end of a chain; that of none for what is not there.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn head(&self, stream: Stream) -> Result<store::Head, CommandRefused> {
        let found = self.heads().await?.into_iter().find(|(of, _)| *of == stream);
        Ok(found.map_or(store::Head::NONE, |(_, head)| head))
    }

    /// Reads the record for a report.
    ///
    /// # Errors
    /// If it cannot be read, or does not tie to the ledger (O-02).
    pub(crate) async fn record(
        &self,
        people: &dyn store::People,
        asked: crate::reports::Asked,
    ) -> Result<crate::reports::Record, crate::reports::ReadFailed> {
        crate::reports::Record::read(&*self.0.journal, people, asked).await
    }

    /// The trays that hold less than nothing, in cents: chips were paid that no fill brought.
    pub(crate) fn trays_below_zero(&self) -> Vec<(TableId, i64)> {
        let floor = lock(&self.0.floor);
        let trays = floor.tables().filter(|table| table.house().posted().private.is_none());
        let trays = trays.map(|table| (table.id(), table.tray().cents()));
        trays.filter(|(_, cents)| *cents < 0).collect()
    }

    /// What the journal has written since the start.
    pub fn written(&self) -> store::CountersNow {
        self.0.journal.counters()
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
