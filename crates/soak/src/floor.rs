//! One or two processes over one journal, each driving the product's own floor: what it
//! wants done is done here, late and together, and after a crash everything is read again.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context as Task, Poll, Waker};

use ::floor::{
    Append, Desk, Done, Effect, Letter, Moment, NotDone, Order, REMEMBERED, ReadEntry, Watch,
};
use serde::de::DeserializeOwned;
use store::{Faults, Journal, JournalRow, Memory, StoreError, Tampering};
use table::{
    AccountId, Actor, Beside, Body, Command, CommandId, Context, Entry, House, Link, LinkBody,
    LinkId, LinkPosted, Person, Posted, Role, Snapshot, Stream, Table, TableId, Time,
};

use crate::dice::Dice;
use crate::links::card_of;
use crate::report::{Report, count};
use crate::schedule::START;

/// What an answer is recognised by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ticket {
    /// A message of the post, by its number.
    Post(usize),
    /// An order to a link.
    Order,
}

/// An answer that reached its sender's process.
pub(crate) struct Answered {
    pub(crate) ticket: Ticket,
    pub(crate) answer: Result<Done, NotDone>,
}

/// An entry that a process has told those who follow a stream.
pub(crate) struct Published {
    pub(crate) stream: Stream,
    pub(crate) version: u64,
    pub(crate) json: Arc<str>,
}

pub(crate) struct Floor {
    pub(crate) journal: Memory,
    /// The signs each table may be posted with; it is set up with the first.
    pub(crate) houses: Vec<Vec<Arc<House>>>,
    signs: Vec<Arc<LinkPosted>>,
    processes: Vec<Process>,
    /// Appends that have not reached the journal.
    under_way: Vec<(usize, Append, Vec<JournalRow>)>,
    pub(crate) answers: Vec<Answered>,
    pub(crate) published: Vec<Published>,
    /// The steady clock of all processes.
    pub(crate) moment: Moment,
    plant: Plant,
}

/// The fault that is planted in every process, if any; without the feature there is none.
#[derive(Clone, Copy, Default)]
pub(crate) struct Plant {
    #[cfg(feature = "planted")]
    pub(crate) fault: Option<::floor::Fault>,
    /// Whether a start believes what no sync has made certain.
    #[cfg(feature = "planted")]
    pub(crate) believes: bool,
}

impl Plant {
    fn in_floor(self, floor: ::floor::Floor<Ticket>) -> ::floor::Floor<Ticket> {
        #[cfg(feature = "planted")]
        if let Some(fault) = self.fault {
            return floor.with(fault);
        }
        floor
    }

    #[allow(clippy::unused_self, reason = "without the feature there is nothing to look at")]
    fn restart(self, journal: &Memory) -> Memory {
        #[cfg(feature = "planted")]
        if self.believes {
            return journal.restart_believing();
        }
        journal.restart()
    }
}

/// A process: a floor, and what it has its driver watch.
struct Process {
    floor: ::floor::Floor<Ticket>,
    watch: Watch,
}

/// Runs a future to its end: the journal in memory never waits for anything outside.
pub(crate) fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut task = Task::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(ready) = future.as_mut().poll(&mut task) {
            return ready;
        }
    }
}

/// Runs futures beside each other, so that they can share a commit.
fn wait_all<T>(mut futures: Vec<Pin<Box<dyn Future<Output = T> + Send + '_>>>) -> Vec<T> {
    let mut task = Task::from_waker(Waker::noop());
    let mut ready: Vec<Option<T>> = futures.iter().map(|_| None).collect();
    while ready.iter().any(Option::is_none) {
        for (future, ready) in futures.iter_mut().zip(&mut ready) {
            if ready.is_none()
                && let Poll::Ready(done) = future.as_mut().poll(&mut task)
            {
                *ready = Some(done);
            }
        }
    }
    ready.into_iter().flatten().collect()
}

pub(crate) fn id(table: usize) -> TableId {
    TableId(table as u32 + 1)
}

#[allow(clippy::needless_pass_by_value, reason = "as `map_err` hands it on")]
fn said(error: impl ToString) -> String {
    error.to_string()
}

impl Process {
    fn new(plant: Plant) -> Process {
        Process { floor: plant.in_floor(::floor::Floor::new()), watch: Watch::default() }
    }
}

/// Who funds the bank accounts when links are set up.
const EXECUTIVE: Actor = Actor { account: AccountId(94), role: Role::Executive };

impl Floor {
    pub(crate) fn new(
        houses: Vec<Vec<Arc<House>>>,
        signs: Vec<LinkPosted>,
        processes: usize,
        faults: Faults,
        plant: Plant,
    ) -> Result<Floor, String> {
        let mut floor = Floor {
            journal: Memory::new(Faults::NONE),
            houses,
            signs: signs.into_iter().map(Arc::new).collect(),
            processes: vec![Process::new(plant)],
            under_way: Vec::new(),
            answers: Vec::new(),
            published: Vec::new(),
            moment: Moment(0),
            plant,
        };
        floor.set_up()?;
        floor.journal = floor.journal.restart_with(faults);
        floor.processes = Vec::new();
        for _ in 0..processes {
            let process = floor.rebuilt(false, &mut Report::default())?;
            floor.processes.push(process);
        }
        Ok(floor)
    }

    /// Before anything goes wrong, the house opens links and tables, and the tables join.
    fn set_up(&mut self) -> Result<(), String> {
        for (number, sign) in (1..).zip(self.signs.clone()) {
            let link = LinkId(number);
            let _ = self.processes[0].floor.admit(Desk::new(Link::new(link, sign)));
            self.by_house(link.into(), |id| link_order(id, 0, LinkBody::OpenLink {}))?;
            let short = self.link(link).funds().map_or(0, |funds| funds.short);
            if let Some(cents) = u32::try_from(short).ok().filter(|cents| *cents > 0) {
                let version = self.link(link).version();
                let deposit = LinkBody::Deposit { cents };
                self.by(EXECUTIVE, link.into(), |id| link_order(id, version, deposit))?;
            }
        }
        for (at, signs) in self.houses.clone().into_iter().enumerate() {
            let house = signs[0].clone();
            let (terms, on) = (house.terms(), house.posted().link);
            let _ = self.processes[0].floor.admit(Desk::new(Table::new(id(at), house)));
            let open = |id| Order::Table(Command { id, expected: 0, body: Body::Open {} });
            self.by_house(id(at).into(), open)?;
            if let (Some(terms), Some(on)) = (terms, on) {
                let join = LinkBody::Join { table: id(at), terms: Box::new(terms) };
                let version = self.link(on.link).version();
                self.by_house(on.link.into(), |id| link_order(id, version, join))?;
            }
        }
        Ok(())
    }

    fn by_house(
        &mut self,
        to: Stream,
        order: impl FnOnce(CommandId) -> Order,
    ) -> Result<(), String> {
        self.by(Actor::HOUSE, to, order)
    }

    /// Somebody's command before anything goes wrong, with his card if he has one.
    fn by(
        &mut self,
        by: Actor,
        to: Stream,
        order: impl FnOnce(CommandId) -> Order,
    ) -> Result<(), String> {
        let version = self.processes[0].floor.machine(to).map_or(0, ::floor::Machine::version);
        let id = CommandId::try_from(format!("set-up-{version:06}")).map_err(said)?;
        let mut context = set_up_context();
        if by != Actor::HOUSE {
            context.proofs.push(card_of(by.account));
        }
        let letter = Letter::Command { ticket: Ticket::Order, to, by, order: order(id), context };
        self.letter(0, letter)?;
        self.flush(&mut Report::default())?;
        match self.answers.drain(..).next() {
            Some(Answered { answer: Ok(_), .. }) => Ok(()),
            Some(Answered { answer: Err(refused), .. }) => Err(format!("{to}: {refused}")),
            None => Err(format!("{to} does not answer the house")),
        }
    }

    /// How many processes there are.
    pub(crate) fn processes(&self) -> usize {
        self.processes.len()
    }

    /// A table as one of the processes knows it, which may be behind the journal.
    pub(crate) fn table_of(&self, process: usize, at: usize) -> &Table {
        let table = self.processes[process].floor.table(id(at));
        table.expect("every process has every table")
    }

    /// A table as the process that knows most of it has it.
    pub(crate) fn table(&self, at: usize) -> &Table {
        let all = (0..self.processes.len()).map(|process| self.table_of(process, at));
        all.max_by_key(|table| table.version()).expect("there is a process")
    }

    /// A link as the process that knows most of it has it.
    pub(crate) fn link(&self, link: LinkId) -> &Link {
        let all = self.processes.iter().filter_map(|process| process.floor.link(link));
        all.max_by_key(|link| link.version()).expect("every process has every link")
    }

    pub(crate) fn links(&self) -> impl Iterator<Item = &Link> {
        (1..=self.signs.len() as u32).map(|number| self.link(LinkId(number)))
    }

    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        (0..self.houses.len()).map(|at| self.table(at))
    }

    /// Delivers a letter to a process, and does what its floor wants done. Appends wait for
    /// [`Floor::flush`].
    pub(crate) fn letter(&mut self, process: usize, letter: Letter<Ticket>) -> Result<(), String> {
        let effects = self.processes[process].floor.step(letter);
        for effect in effects {
            let next = match effect {
                Effect::Append { append, rows } => {
                    self.under_way.push((process, append, rows));
                    continue;
                }
                Effect::Ask { stream, account, command } => {
                    let found = wait(self.journal.outcome(stream, account, &command));
                    found.map_or(Letter::Stopped, |outcome| Letter::Known { stream, outcome })
                }
                Effect::Read { stream, after } => self.read(stream, after)?,
                Effect::Publish { stream, version, json } => {
                    self.published.push(Published { stream, version, json });
                    continue;
                }
                Effect::Answer { ticket, answer } => {
                    self.answers.push(Answered { ticket, answer });
                    continue;
                }
                Effect::Watch { stream, waits } => {
                    self.processes[process].watch.set(stream, &waits, self.moment);
                    continue;
                }
                Effect::Keep { stream, version, hash, bytes } => {
                    let snapshot = store::Snapshot { version, hash, bytes };
                    let _ = wait(self.journal.save_snapshot(stream, snapshot));
                    continue;
                }
                Effect::Broken(failed) => return Err(failed.to_string()),
            };
            self.letter(process, next)?;
        }
        Ok(())
    }

    fn read(&self, stream: Stream, after: u64) -> Result<Letter<Ticket>, String> {
        let stored = match wait(self.journal.entries(stream, after, u32::MAX)) {
            Ok(stored) => stored,
            Err(StoreError::Lost) => return Ok(Letter::Stopped),
            Err(error) => return Err(said(error)),
        };
        let read = |it: store::Stored| ReadEntry { version: it.version, json: it.json.into() };
        let entries = stored.into_iter().map(read).collect();
        let beside = match stream {
            Stream::Table(table) => self.beside(table.0 as usize - 1)?,
            Stream::Link(_) | Stream::Person(_) => Beside::default(),
        };
        Ok(Letter::Entries { stream, entries, beside })
    }

    /// What belongs to the entries of a table and does not stand in them.
    pub(crate) fn beside(&self, at: usize) -> Result<Beside, String> {
        let secrets = wait(self.journal.secrets(id(at), 0)).map_err(said)?;
        Ok(Beside { secrets, houses: self.houses[at].clone() })
    }

    /// The rules behind a sign that somebody wants to put up at a table.
    pub(crate) fn house(&self, at: usize, sign: &Posted) -> Option<Arc<House>> {
        self.houses[at].iter().find(|house| house.posted() == sign).cloned()
    }

    /// Lets everything that is under way reach the journal, in one commit.
    pub(crate) fn flush(&mut self, report: &mut Report) -> Result<(), String> {
        while !self.under_way.is_empty() && !self.journal.has_stopped() {
            let under_way = std::mem::take(&mut self.under_way);
            report.group_commits += u64::from(under_way.len() > 1);
            let pairs = under_way.iter().filter(|(.., rows)| rows.len() > 1).count() as u64;
            report.took_link += pairs;
            let appends = under_way.iter().map(|(.., rows)| self.journal.append_all(rows.clone()));
            let appended = wait_all(appends.collect());
            let lost = appended.iter().filter(|it| matches!(it, Err(StoreError::Lost)));
            report.pairs_in_doubt += if lost.count() > 0 { pairs } else { 0 };
            for ((process, append, rows), appended) in under_way.into_iter().zip(appended) {
                let letter = match appended {
                    Err(StoreError::Clash { .. }) => {
                        self.not_written(process, append, &rows)?;
                        continue;
                    }
                    Ok(appended) => {
                        let hashes = appended.iter().map(|it| it.hash).collect();
                        Letter::Appended { append, hashes }
                    }
                    Err(StoreError::Gap { .. } | StoreError::Twice { .. }) => {
                        Letter::Beaten { append }
                    }
                    Err(StoreError::Lost) => Letter::Stopped,
                    Err(error) => return Err(format!("the journal refuses a decision: {error}")),
                };
                self.letter(process, letter)?;
            }
        }
        Ok(())
    }

    /// Tells a process that an append is not written and never will be; nothing has changed
    /// by it, neither in the journal nor on the floor.
    fn not_written(
        &mut self,
        process: usize,
        append: Append,
        rows: &[JournalRow],
    ) -> Result<(), String> {
        let machine = |floor: &Floor, row: &JournalRow| {
            floor.processes[process].floor.machine(row.stream).cloned()
        };
        let before: Vec<_> = rows.iter().map(|row| machine(self, row)).collect();
        self.letter(process, Letter::NotWritten { append })?;
        // Where there are two processes, this one may have read on what the other has done.
        if self.processes.len() > 1 {
            return Ok(());
        }
        for (row, before) in rows.iter().zip(before) {
            let is_there = !self.texts(row.stream, row.version - 1)?.is_empty();
            if is_there || machine(self, row) != before {
                return Err(format!("{} has changed by what was not written", row.stream));
            }
        }
        Ok(())
    }

    /// Says to a process what has waited for its time.
    pub(crate) fn strike(&mut self, process: usize, context: &Context) -> Result<(), String> {
        let over = self.processes[process].watch.over(self.moment, context.at);
        for (stream, question) in over {
            let context = context.clone();
            self.letter(process, Letter::Time { stream, question, context })?;
        }
        Ok(())
    }

    /// Nobody who waits is forgotten: a quiet floor has every question watched.
    pub(crate) fn check_watch(&self) -> Result<(), String> {
        for process in self.processes.iter().filter(|process| process.floor.is_quiet()) {
            for table in process.floor.tables() {
                let stream = table.id().into();
                if !table.waits().into_iter().all(|wait| process.watch.has(stream, wait)) {
                    return Err(format!("nobody will strike the clock of {}", table.id()));
                }
            }
        }
        Ok(())
    }

    /// The journal has stopped, or a process dies: new ones read the journal.
    pub(crate) fn crash(
        &mut self,
        only: Option<usize>,
        by_snapshot: bool,
        report: &mut Report,
    ) -> Result<(), String> {
        let all: Vec<usize> =
            only.map_or_else(|| (0..self.processes.len()).collect(), |it| vec![it]);
        self.count_of(&all, report);
        if only.is_none() {
            self.restart_journal();
        }
        // What was under way from a process that dies never arrives.
        let dying = self.under_way.iter().filter(|(process, ..)| all.contains(process));
        for (.., rows) in dying {
            report.killed_within += 1;
            report.killed_within_pairs += u64::from(rows.len() > 1);
        }
        self.under_way.retain(|(process, ..)| !all.contains(process));
        for process in all {
            self.processes[process] = self.rebuilt(by_snapshot, report)?;
        }
        Ok(())
    }

    /// The journal as new processes find it.
    pub(crate) fn restart_journal(&mut self) {
        self.journal = self.plant.restart(&self.journal);
    }

    /// An intruder changes something in a copy of the journal, and a start is made on it: it
    /// names what is wrong and refuses, or discards what the entries give again.
    pub(crate) fn check_tampering(
        &mut self,
        dice: &mut Dice,
        report: &mut Report,
    ) -> Result<(), String> {
        let streams = wait(self.journal.streams()).map_err(said)?;
        let (stream, _) = *dice.pick(&streams);
        let how = dice.pick(&Tampering::ALL)(stream);
        let Some(changed) = self.journal.tampered(how) else { return Ok(()) };
        count(&mut report.tampered, how.word());
        match start(&changed) {
            Err(StoreError::Heads) if !how.is_discarded() => Ok(()),
            Err(StoreError::Broken { stream: named, .. })
                if !how.is_discarded() && named == stream =>
            {
                Ok(())
            }
            // A wrong snapshot of another stream may lie there, too.
            Ok(discarded) if how.is_discarded() && discarded.contains(&stream) => {
                let journal = std::mem::replace(&mut self.journal, changed);
                let rebuilt = self.rebuilt(true, &mut Report::default());
                self.journal = journal;
                let floor = rebuilt?.floor;
                let is_same = self.tables().all(|table| floor.table(table.id()) == Some(table));
                let other = || Err(format!("{how:?}: the entries give another table (L-11)"));
                if is_same { Ok(()) } else { other() }
            }
            other => Err(format!("{how:?} is found as {other:?} (L-05, L-11)")),
        }
    }

    /// What processes have met that are gone now.
    fn count_of(&self, processes: &[usize], report: &mut Report) {
        for process in processes {
            let counts = self.processes[*process].floor.counts();
            report.asked_store += counts.asked;
            report.beaten += counts.beaten;
            report.waited_for_link += counts.waited;
        }
    }

    /// A new process, as it reads the journal.
    fn rebuilt(&self, by_snapshot: bool, report: &mut Report) -> Result<Process, String> {
        let mut process = Process::new(self.plant);
        self.journal.check().map_err(said)?;
        for (number, sign) in (1..).zip(&self.signs) {
            let id = LinkId(number);
            wait(self.journal.verify(id.into(), None)).map_err(said)?;
            self.admit(&mut process, Desk::new(Link::new(id, sign.clone())), 0)?;
            let link = process.floor.link(id).ok_or("a link is missing")?;
            if let Some(snapshot) = link.snapshot()
                && Link::restore(id, sign.clone(), &snapshot).as_ref() != Some(link)
            {
                return Err(format!("{id}: a snapshot gives another link (L-11)"));
            }
        }
        for at in 0..self.houses.len() {
            wait(self.journal.verify(id(at).into(), None)).map_err(said)?;
            let house = self.houses[at][0].clone();
            self.admit(&mut process, Desk::new(Table::new(id(at), house)), 0)?;
            match self.restored(at).transpose()?.filter(|_| by_snapshot) {
                Some((desk, version)) => {
                    let folded = process.floor.table(id(at)).cloned();
                    self.admit(&mut process, desk, version)?;
                    if process.floor.table(id(at)) != folded.as_ref() {
                        return Err(format!("snapshot and entries give another table {at} (L-11)"));
                    }
                    report.restored += 1;
                }
                None => report.rebuilt += 1,
            }
            let table = process.floor.table(id(at)).ok_or("a table is missing")?;
            report.rounds_continued += u64::from(table.snapshot().is_none());
        }
        Ok(process)
    }

    /// Puts a machine on a process's floor, which reads on from a version.
    fn admit(&self, process: &mut Process, desk: Desk, version: u64) -> Result<(), String> {
        let stream = desk.machine().stream();
        let mut effects = process.floor.admit(desk);
        effects.extend(process.floor.step(self.read(stream, version)?));
        for effect in effects {
            match effect {
                Effect::Watch { stream, waits } => process.watch.set(stream, &waits, self.moment),
                Effect::Broken(failed) => return Err(failed.to_string()),
                // Nobody follows a process that is just starting.
                _ => {}
            }
        }
        Ok(())
    }

    /// A table as its last good snapshot has it, with the version.
    fn restored(&self, at: usize) -> Option<Result<(Desk, u64), String>> {
        let table = id(at);
        let kept = wait(self.journal.snapshot(table.into())).ok()??;
        let restore = || {
            let kept: Snapshot = serde_json::from_slice(&kept.bytes).map_err(said)?;
            let restored = Table::restore(table, &kept, &self.beside(at)?);
            let restored = restored.ok_or("a snapshot that does not fit")?;
            Ok((Desk::new(restored), kept.version()))
        };
        Some(restore())
    }

    /// The entries of a stream after a version, as they are stored.
    pub(crate) fn texts(&self, stream: Stream, after: u64) -> Result<Vec<String>, String> {
        let stored = wait(self.journal.entries(stream, after, u32::MAX)).map_err(said)?;
        Ok(stored.into_iter().map(|stored| stored.json).collect())
    }

    /// An entry of a stream, if it is there and is one.
    pub(crate) fn entry<E: DeserializeOwned>(
        &self,
        stream: Stream,
        version: u64,
    ) -> Result<Option<Entry<E>>, String> {
        let text = self.texts(stream, version - 1)?.into_iter().next();
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Everybody whom the journal knows, folded from his entries.
    pub(crate) fn people(&self) -> Result<Vec<Person>, String> {
        let mut people = Vec::new();
        for (stream, _) in wait(self.journal.streams()).map_err(said)? {
            let Stream::Person(id) = stream else { continue };
            let mut person = Person::new(id);
            for text in self.texts(stream, 0)? {
                let entry = serde_json::from_str(&text).map_err(said)?;
                person.apply(&entry).map_err(said)?;
            }
            people.push(person);
        }
        Ok(people)
    }

    /// Keeps a snapshot of a table that is between rounds; a wrong one must be ignored.
    pub(crate) fn keep_snapshot(&self, at: usize, wrong: bool) -> Result<(), String> {
        let (table, version) = (self.table(at), self.table(at).version());
        let Some(snapshot) = table.snapshot().filter(|_| version > 0) else { return Ok(()) };
        let last = wait(self.journal.entries(id(at).into(), version - 1, 1)).map_err(said)?;
        let mut hash = last.first().ok_or("the last entry is missing")?.hash;
        if wrong {
            hash[7] ^= 1;
        }
        let bytes = serde_json::to_vec(&snapshot).map_err(said)?;
        let kept = store::Snapshot { version, hash, bytes };
        wait(self.journal.save_snapshot(id(at).into(), kept)).map_err(said)
    }
}

/// What a start checks: the ends of the chains, their last entries, the snapshots. Gives whose
/// snapshots it discards.
fn start(journal: &Memory) -> Result<Vec<Stream>, StoreError> {
    journal.check()?;
    let mut discarded = Vec::new();
    for (stream, _) in wait(journal.streams())? {
        wait(journal.verify_tail(stream, REMEMBERED as u32))?;
        match wait(journal.snapshot(stream)) {
            Err(StoreError::Snapshot { .. }) => discarded.push(stream),
            kept => drop(kept?),
        }
    }
    Ok(discarded)
}

fn link_order(id: CommandId, expected: u64, body: LinkBody) -> Order {
    Order::Link(Command { id, expected, body })
}

fn set_up_context() -> Context {
    Context {
        at: Time(START),
        day: 20_270_101,
        name: "house".to_owned(),
        entropy: [7; 32],
        proofs: Vec::new(),
        house: None,
        software: None,
    }
}
