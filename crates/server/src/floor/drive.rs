//! Driving the floor: what it wants done is done with tokio and the journal.
//!
//! What needs no waiting (answers, publishing, timers) is done while the floor is held, so
//! that it happens in the floor's order. What waits for the journal has a task of its own
//! that ends with the next letter: whoever asked may go away meanwhile.

use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use ::floor::{Append, Done, Effect, Letter, Moment, NotDone, Order, ReadEntry, Watch};
use axum::extract::ws::Utf8Bytes;
use store::{JournalRow, StoreError, Stream};
use table::{AccountId, Actor, Beside, CardProof, Context, Table, TableId, Wait};
use tokio::sync::{Notify, oneshot};

use crate::code::Code;

use super::load::LoadFailed;
use super::{Answer, CommandRefused, Floor, Inner, Published, RefusalKind, houses, lock};

/// How many entries are read at once.
pub(super) const PAGE: u32 = 1_000;
/// So often the clocks are looked at in any case: a date comes by the wall clock, which jumps.
const LOOK: Duration = Duration::from_secs(1);

/// So long a place waits until it asks a busy journal again.
const ASK_AGAIN: Duration = Duration::from_millis(250);

/// Where others share the record it may be out of reach for a while. Whoever has waited so long is
/// told that it is; what became of his command he learns by its id.
pub(super) const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// Whoever waits for an answer.
pub(super) type Reply = oneshot::Sender<Result<Done, NotDone>>;

impl Floor {
    /// Gives a command to a machine and waits for what becomes of it.
    pub(super) async fn give(
        &self,
        to: Stream,
        by: Actor,
        name: &str,
        order: Order,
        proofs: Vec<CardProof>,
    ) -> Result<Answer, CommandRefused> {
        let context = self.context(name, proofs)?;
        self.ask(to, by, order, context).await
    }

    /// The same with everything that belongs to the command.
    pub(super) async fn ask(
        &self,
        to: Stream,
        by: Actor,
        order: Order,
        context: Context,
    ) -> Result<Answer, CommandRefused> {
        if *self.0.stopping.borrow() {
            return Err(CommandRefused::stopping());
        }
        if self.is_away() {
            return Err(CommandRefused::no_record());
        }
        let (ticket, answer) = oneshot::channel();
        self.deliver(Letter::Command { ticket, to, by, order, context });
        let answer = match self.is_shared() {
            true => tokio::time::timeout(ANSWER_WITHIN, answer).await,
            false => Ok(answer.await),
        };
        let answer = answer.map_err(|_| CommandRefused::no_record())?;
        let done = answer.map_err(|_| CommandRefused::stopping())??;
        match done.json {
            Some(json) => Ok(Answer { version: done.version, entry: Utf8Bytes::from(&*json) }),
            // The same answer as before (L-09).
            None => self.stored(to, done.version).await,
        }
    }

    /// Tells a table that a player is there, or is not (T-15).
    pub(crate) fn notice(&self, table: TableId, player: AccountId, is_here: bool) {
        let stream = table.into();
        match self.context("house", Vec::new()) {
            Ok(context) => self.deliver(Letter::Presence { stream, player, is_here, context }),
            // It is said again in a moment.
            Err(refused) => tracing::error!(%refused, "a table is not told who is there"),
        }
    }

    async fn stored(&self, stream: Stream, version: u64) -> Result<Answer, CommandRefused> {
        let stored = self.0.journal.entries(stream, version - 1, 1).await?;
        let entry = stored.into_iter().next().map(|stored| Utf8Bytes::from(stored.json));
        let entry = entry.ok_or_else(CommandRefused::no_record)?;
        Ok(Answer { version, entry })
    }

    /// Gives the floor a letter, and does what it wants done.
    pub(super) fn deliver(&self, letter: Letter<Reply>) {
        let mut floor = lock(&self.0.floor);
        let effects = floor.step(letter);
        let later: Vec<Later> =
            effects.into_iter().filter_map(|effect| self.at_once(&floor, effect)).collect();
        drop(floor);
        later.into_iter().for_each(|later| self.later(later));
        if *self.0.stopping.borrow() {
            self.0.letters.notify_waiters();
        }
    }

    /// Carries out effects that did not come from a letter.
    pub(super) fn carry_out(&self, effects: Vec<Effect<Reply>>) {
        let floor = lock(&self.0.floor);
        let later: Vec<Later> =
            effects.into_iter().filter_map(|effect| self.at_once(&floor, effect)).collect();
        drop(floor);
        later.into_iter().for_each(|later| self.later(later));
    }

    /// Does what needs no waiting; gives back what does.
    fn at_once(&self, floor: &::floor::Floor<Reply>, effect: Effect<Reply>) -> Option<Later> {
        match effect {
            Effect::Append { append, rows } => return Some(Later::Append(append, rows)),
            Effect::Ask { stream, account, command } => {
                return Some(Later::Read(Wanted::Outcome(stream, account, command)));
            }
            Effect::Read { stream, after } => {
                return Some(Later::Read(Wanted::Entries(stream, after)));
            }
            Effect::Keep { stream, version, hash, bytes } => {
                return Some(Later::Keep(stream, store::Snapshot { version, hash, bytes }));
            }
            Effect::Publish { stream, version, json } => {
                self.publish(floor, stream, Published { version, json: Utf8Bytes::from(&*json) });
            }
            // Whoever has gone can still ask for the outcome by the id (L-10).
            Effect::Answer { ticket, answer } => drop(ticket.send(answer)),
            Effect::Watch { stream, waits } => {
                self.0.timers.set(stream, &waits, (self.0.world.steady)());
            }
            Effect::Broken(failed) => match failed.stream {
                Stream::Person(person) => note_broken(person, &failed),
                Stream::Table(_) | Stream::Link(_) => {
                    tracing::error!(%failed, "the record does not follow; nothing is decided any more");
                }
            },
        }
        None
    }

    fn publish(&self, floor: &::floor::Floor<Reply>, stream: Stream, published: Published) {
        match stream {
            Stream::Table(id) => {
                if let (Some(place), Some(table)) = (self.place(id), floor.table(id)) {
                    super::write(&place.summary).update(table);
                    // Nobody may be listening.
                    let _ = place.published.send(Arc::new(published));
                    self.has_changed(id);
                }
            }
            Stream::Link(id) => {
                if let (Some(place), Some(link)) = (self.link_place(id), floor.link(id)) {
                    place.state.send_replace(Arc::new(link.clone()));
                    // Read again only for somebody: most links have no display.
                    if place.news.receiver_count() > 0 {
                        match Published::news(published.version, &published.json) {
                            Ok(news) => drop(place.news.send(Arc::new(news))),
                            Err(error) => tracing::error!(%stream, %error, "no news of a link"),
                        }
                    }
                }
            }
            // Whoever buys or cashes chips is told by the table.
            Stream::Person(_) => {}
        }
    }

    /// The board has something new of a table; nobody may be looking.
    pub(super) fn has_changed(&self, table: TableId) {
        self.0.published.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let _ = self.0.changes.send(table);
    }

    /// Does what waits for the journal, and writes the next letter.
    fn later(&self, later: Later) {
        let floor = self.clone();
        tokio::spawn(async move {
            let letter = match later {
                Later::Append(append, rows) => Some(floor.append(append, rows).await),
                Later::Read(wanted) => Some(floor.read(wanted).await),
                Later::Keep(stream, snapshot) => {
                    if let Err(error) = floor.0.journal.save_snapshot(stream, snapshot).await {
                        // A snapshot is only a cache.
                        tracing::warn!(%stream, %error, "no snapshot was kept");
                    }
                    None
                }
            };
            if let Some(letter) = letter {
                floor.deliver(letter);
            }
        });
    }

    async fn append(&self, append: Append, rows: Vec<JournalRow>) -> Letter<Reply> {
        match self.0.journal.append_all(rows).await {
            Ok(appended) => {
                let hashes = appended.iter().map(|it| it.hash).collect();
                Letter::Appended { append, hashes }
            }
            Err(StoreError::Gap { .. } | StoreError::Twice { .. }) => Letter::Beaten { append },
            Err(error @ StoreError::Lost) => {
                tracing::error!(%error, "the journal has stopped");
                Letter::Stopped
            }
            Err(error) => {
                tracing::error!(%error, "the journal did not take a command");
                Letter::NotWritten { append }
            }
        }
    }

    pub(super) async fn read_on(
        &self,
        stream: Stream,
        after: u64,
    ) -> Result<Letter<Reply>, StoreError> {
        if let Stream::Person(_) = stream
            && after == 0
        {
            // Tables and links are checked at the start, people when they come (P-17).
            self.0.journal.verify_tail(stream, super::load::LAST).await?;
        }
        let mut entries: Vec<ReadEntry> = Vec::new();
        loop {
            let last = entries.last().map_or(after, |entry| entry.version);
            let page = self.0.journal.entries(stream, last, PAGE).await?;
            if page.is_empty() {
                break;
            }
            let read = |it: store::Stored| ReadEntry { version: it.version, json: it.json.into() };
            entries.extend(page.into_iter().map(read));
        }
        let beside = match stream {
            Stream::Table(table) => self.beside(table, &entries).await?,
            Stream::Link(_) | Stream::Person(_) => Beside::default(),
        };
        Ok(Letter::Entries { stream, entries, beside })
    }

    /// What belongs to the entries of a table and does not stand in them.
    async fn beside(&self, table: TableId, entries: &[ReadEntry]) -> Result<Beside, StoreError> {
        let journal = &*self.0.journal;
        let mut houses = Vec::new();
        // What cannot be read here is found by the floor, which applies them.
        for entry in entries.iter().filter_map(|it| serde_json::from_str(&it.json).ok()) {
            match houses::announced(journal, table, &entry).await {
                Ok(announced) => houses.extend(announced),
                Err(LoadFailed::Store(error)) => return Err(error),
                Err(error) => tracing::error!(%error, "the rules behind a sign are missing"),
            }
        }
        Ok(Beside { secrets: journal.secrets(table, 0).await?, houses })
    }

    /// What the journal answers. While its readers are busy the place waits and it is asked
    /// again; a journal that cannot be read otherwise has stopped.
    async fn read(&self, wanted: Wanted) -> Letter<Reply> {
        loop {
            let read = match &wanted {
                Wanted::Outcome(stream, account, command) => {
                    let outcome = self.0.journal.outcome(*stream, *account, command).await;
                    outcome.map(|outcome| Letter::Known { stream: *stream, outcome })
                }
                Wanted::Entries(stream, after) => self.read_on(*stream, *after).await,
            };
            match read {
                Ok(letter) => return letter,
                Err(error) if error.is_passing() && !*self.0.stopping.borrow() => {
                    tracing::warn!(%error, "the journal is asked again");
                    tokio::time::sleep(ASK_AGAIN).await;
                }
                Err(error) => match broken_person(&error) {
                    Some(person) => {
                        note_broken(person, &error);
                        return Letter::Broken { person };
                    }
                    None => {
                        tracing::error!(%error, "the journal cannot be read");
                        return Letter::Stopped;
                    }
                },
            }
        }
    }

    /// Lets the floor finish what it is writing.
    pub(super) async fn finish(&self) {
        loop {
            let notified = self.0.letters.notified();
            if lock(&self.0.floor).is_quiet() {
                return;
            }
            notified.await;
        }
    }
}

/// The person alone whose record an error is about.
fn broken_person(error: &StoreError) -> Option<AccountId> {
    match error {
        StoreError::Broken { stream: Stream::Person(person), .. } => Some(*person),
        _ => None,
    }
}

/// A person is refused from now on; the operator must know who, and why.
pub(super) fn note_broken(person: AccountId, why: &dyn std::fmt::Display) {
    tracing::error!(%person, %why, "the record of a person does not hold; he alone is refused");
}

/// What waits for the journal.
enum Later {
    Append(Append, Vec<JournalRow>),
    Read(Wanted),
    Keep(Stream, store::Snapshot),
}

/// What is to be read from the journal: what became of a command, or the entries after a version.
enum Wanted {
    Outcome(Stream, AccountId, table::CommandId),
    Entries(Stream, u64),
}

impl From<NotDone> for CommandRefused {
    fn from(not_done: NotDone) -> CommandRefused {
        let message = not_done.to_string();
        match not_done {
            NotDone::Refused(refused) => refused.into(),
            NotDone::Unknown(Stream::Table(_)) => {
                CommandRefused::of(RefusalKind::NotFound, Code::TableUnknown, message)
            }
            NotDone::Unknown(Stream::Link(_)) => {
                CommandRefused::of(RefusalKind::NotFound, Code::LinkUnknown, message)
            }
            NotDone::Broken(_) => CommandRefused::unavailable(Code::PersonBroken, &message),
            NotDone::Busy(_) => CommandRefused::unavailable(Code::TableBusy, &message),
            NotDone::Taken(_) => CommandRefused::unavailable(Code::TableTaken, &message),
            NotDone::Unknown(Stream::Person(_)) | NotDone::NotWritten | NotDone::Stopped => {
                CommandRefused::no_record()
            }
        }
    }
}

/// What the floor has this process watch, on its steady clock (L-25).
#[derive(Default)]
pub(super) struct Timers {
    watch: Mutex<Watch>,
    sooner: Notify,
}

impl Timers {
    fn set(&self, stream: Stream, waits: &[Wait], now: Moment) {
        let mut watch = lock(&self.watch);
        let before = watch.next();
        watch.set(stream, waits, now);
        if watch.next().is_some_and(|next| before.is_none_or(|before| next < before)) {
            self.sooner.notify_one();
        }
    }

    /// How long the question that is open at a table still waits.
    pub(super) fn left_ms(&self, table: &Table, now: Moment) -> Option<u64> {
        lock(&self.watch).left_ms(table, now)
    }
}

/// Says to the floor what has waited for its time, until the floor is gone or stops.
pub(super) async fn strike(floor: Weak<Inner>) {
    loop {
        let Some(inner) = floor.upgrade() else { return };
        let floor = Floor(inner);
        if *floor.0.stopping.borrow() {
            return;
        }
        let world = &floor.0.world;
        let over = lock(&floor.0.timers.watch).over((world.steady)(), (world.now)());
        for (stream, question) in over {
            match floor.context("house", Vec::new()) {
                Ok(context) => floor.deliver(Letter::Time { stream, question, context }),
                // It is said again in a moment.
                Err(refused) => tracing::error!(%refused, "the clock waits"),
            }
        }
        let next = lock(&floor.0.timers.watch).next();
        let wait = next.map_or(LOOK, |next| {
            let left = next.0.saturating_sub((floor.0.world.steady)().0);
            Duration::from_millis(left.max(1)).min(LOOK)
        });
        let mut stopping = floor.0.stopping.subscribe();
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = floor.0.timers.sooner.notified() => {}
            _ = stopping.changed() => return,
        }
    }
}

/// What a command is told besides: the time, the day, entropy, the cards shown for it.
impl Floor {
    pub(super) fn context(
        &self,
        name: &str,
        proofs: Vec<CardProof>,
    ) -> Result<Context, CommandRefused> {
        let world = &self.0.world;
        let at = (world.now)();
        let entropy = (world.entropy)().ok_or_else(|| {
            CommandRefused::unavailable(Code::EntropyNone, "there is no randomness to shuffle with")
        })?;
        let (day, name) = ((world.day)(at), name.to_owned());
        let software = world.software.clone();
        Ok(Context { at, day, name, entropy, proofs, house: None, software })
    }
}
