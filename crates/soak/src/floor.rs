//! The floor as a server runs it: decode, propose, append, commit; and after a crash
//! everything again from the journal.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context as Task, Poll, Waker};

use store::{Faults, Journal, Line, Memory, StoreError};
use table::{
    Actor, Body, Command, Context, Decision, Desk, Entry, House, LinkBody, LinkId, LinkPosted,
    Linked, Proposed, Refused, Snapshot, Table, TableId, check,
};

use crate::links::{Given, Links, Order, card_of};
use crate::report::Report;

/// A message as it reaches the floor.
pub(crate) struct Letter {
    /// The table, from zero.
    pub(crate) table: usize,
    pub(crate) by: Actor,
    pub(crate) raw: Vec<u8>,
}

/// What its sender is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Done(u64),
    Refused(&'static str),
    Malformed,
}

pub(crate) struct Floor {
    pub(crate) journal: Memory,
    pub(crate) houses: Vec<Arc<House>>,
    pub(crate) desks: Vec<Desk>,
    /// The links: jackpots that tables share.
    pub(crate) links: Links,
    /// What was decided at each table and not answered: it may be in the journal.
    in_doubt: Vec<Option<InDoubt>>,
    /// The entries published by the last delivery, as text.
    pub(crate) published: Vec<(usize, String)>,
}

/// A table as it would be if what was not answered is in the journal.
#[derive(Clone)]
struct InDoubt {
    table: Table,
    /// The version of the link that was to be written with it.
    link: Option<(LinkId, u64)>,
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

/// What is written for a decision, of its table and its link.
fn lines(decision: &Decision) -> Vec<Line> {
    let table = Line::from(decision.record.clone());
    let link = decision.link.iter().map(|link| Line::from(link.record.clone()));
    std::iter::once(table).chain(link).collect()
}

/// Somebody who swipes has a card, and mostly his own.
fn proven(by: Actor, command: &Command, context: &Context) -> Context {
    let mut context = context.clone();
    if let Body::Swipe { .. } = command.body {
        context.proofs.push(card_of(by.account));
    }
    context
}

impl Floor {
    pub(crate) fn new(
        houses: Vec<Arc<House>>,
        signs: Vec<LinkPosted>,
        faults: Faults,
    ) -> Result<Floor, String> {
        let new = |(at, house): (usize, &Arc<House>)| Desk::new(Table::new(id(at), house.clone()));
        let desks = houses.iter().enumerate().map(new).collect();
        let in_doubt = vec![None; houses.len()];
        let links = Links::new(signs);
        let journal = Memory::new(faults);
        let published = Vec::new();
        let mut floor = Floor { journal, houses, desks, links, in_doubt, published };
        floor.set_up_links()?;
        Ok(floor)
    }

    /// Opens the links and lets the tables join, whatever the disk does meanwhile.
    fn set_up_links(&mut self) -> Result<(), String> {
        for number in 1..=self.links.len() as u32 {
            self.office(LinkId(number), &LinkBody::OpenLink {})?;
        }
        for (at, house) in self.houses.clone().iter().enumerate() {
            if let (Some(terms), Some(on)) = (house.terms(), house.posted().link) {
                let join = LinkBody::Join { table: id(at), terms: Box::new(terms) };
                self.office(on.link, &join)?;
            }
        }
        Ok(())
    }

    /// The house does something with a link, until it is done.
    fn office(&mut self, link: LinkId, body: &LinkBody) -> Result<(), String> {
        loop {
            let order = Order::of_house(body.clone());
            match self.links.give(&self.journal, link, &order)? {
                Given::Done => return Ok(()),
                Given::Refused(code) => return Err(format!("{link} refuses the house: {code}")),
                Given::Died => {
                    self.journal = self.journal.restart();
                    if self.links.rebuild(&self.journal)?.contains(&link) {
                        return Ok(());
                    }
                }
            }
        }
    }

    pub(crate) fn table(&self, at: usize) -> &Table {
        self.desks[at].table()
    }

    /// Delivers letters to different tables at once. No answer: the process has died.
    pub(crate) fn deliver(
        &mut self,
        letters: &[Letter],
        context: &Context,
        report: &mut Report,
    ) -> Result<Vec<Option<Answer>>, String> {
        self.published.clear();
        let mut answers = vec![None; letters.len()];
        let mut decisions: Vec<(usize, Decision)> = Vec::new();
        for (number, letter) in letters.iter().enumerate() {
            let Ok(command) = serde_json::from_slice::<Command>(&letter.raw) else {
                answers[number] = Some(Answer::Malformed);
                continue;
            };
            let context = proven(letter.by, &command, context);
            // Whoever needs a link waits until who has it has written.
            let needs = self.houses[letter.table].posted().link.map(|on| on.link);
            let busy =
                |(_, it): &(usize, Decision)| it.link.as_ref().map(|it| it.link.id()) == needs;
            if needs.is_some() && decisions.iter().any(busy) {
                report.waited_for_link += 1;
                let waiting = std::mem::take(&mut decisions);
                self.append(letters, waiting, &mut answers, report)?;
                if self.journal.has_stopped() {
                    return Ok(answers);
                }
            }
            match self.propose(letter, &command, &context, report) {
                Ok(Proposed::New(decision)) => decisions.push((number, decision)),
                Ok(Proposed::Again(version)) => {
                    report.again += 1;
                    answers[number] = Some(Answer::Done(version));
                }
                Ok(Proposed::AskStore | Proposed::NeedsLink(_)) => {
                    return Err("a desk asks twice".to_owned());
                }
                Err(refused) => answers[number] = Some(Answer::Refused(refused.code())),
            }
        }
        report.group_commits += u64::from(decisions.len() > 1);
        self.append(letters, decisions, &mut answers, report)?;
        Ok(answers)
    }

    fn propose(
        &mut self,
        letter: &Letter,
        command: &Command,
        context: &Context,
        report: &mut Report,
    ) -> Result<Proposed, Refused> {
        let (mut held, mut is_new) = (None, false);
        loop {
            let link = held.map_or(Linked::NotHeld, |link| Linked::Held(self.links.link(link)));
            let desk = &mut self.desks[letter.table];
            let proposed = if is_new {
                desk.propose_new_with(link, letter.by, command, context)?
            } else {
                desk.propose_with(link, letter.by, command, context)?
            };
            match proposed {
                Proposed::NeedsLink(link) => {
                    report.took_link += 1;
                    held = Some(link);
                }
                Proposed::AskStore => {
                    report.asked_store += 1;
                    let table = id(letter.table).into();
                    let outcome = self.journal.outcome(table, letter.by.account, &command.id);
                    if let Some(found) = wait(outcome).ok().flatten() {
                        return check(&found.body, command)
                            .map(|()| Proposed::Again(found.version));
                    }
                    is_new = true;
                }
                decided => return Ok(decided),
            }
        }
    }

    fn append(
        &mut self,
        letters: &[Letter],
        decisions: Vec<(usize, Decision)>,
        answers: &mut [Option<Answer>],
        report: &mut Report,
    ) -> Result<(), String> {
        let appends = decisions.iter().map(|(_, it)| self.journal.append_all(lines(it)));
        let appended = wait_all(appends.collect());
        for ((number, decision), appended) in decisions.into_iter().zip(appended) {
            let table = letters[number].table;
            match appended {
                Ok(appended) => {
                    let entry = &decision.record.entry;
                    answers[number] = Some(Answer::Done(entry.version));
                    self.published.push((table, appended[0].json.to_string()));
                    if let Some(link) = self.desks[table].commit(decision) {
                        self.links.commit(link);
                    }
                }
                Err(StoreError::Lost) => {
                    let link = decision.link.map(|it| (it.link.id(), it.link.version()));
                    self.in_doubt[table] = Some(InDoubt { table: decision.table, link });
                }
                // An id from long ago, sent again with a newer version than it had: only
                // the journal remembers it.
                Err(StoreError::Twice { version, .. }) => {
                    report.found_by_journal += 1;
                    let same = self.texts(table, version - 1)?;
                    let same: Option<Entry> =
                        same.first().and_then(|text| serde_json::from_str(text).ok());
                    let entry = &decision.record.entry;
                    let is_same = same.is_some_and(|same| same.body == entry.body);
                    let reused = Answer::Refused(Refused::IdReused.code());
                    answers[number] = Some(if is_same { Answer::Done(version) } else { reused });
                }
                Err(error) => return Err(format!("the journal refuses a decision: {error}")),
            }
        }
        Ok(())
    }

    /// The process dies, and a new one reads the journal. What was answered must be
    /// there, what was in doubt may be, and nothing else.
    pub(crate) fn crash(&mut self, by_snapshot: bool, report: &mut Report) -> Result<(), String> {
        self.journal = self.journal.restart();
        self.links.rebuild(&self.journal)?;
        for at in 0..self.desks.len() {
            let in_doubt = self.in_doubt[at].take();
            let desk = self.rebuild(at, by_snapshot, report)?;
            let (live, found) = (self.desks[at].table(), desk.table());
            let as_live = found == live;
            let as_in_doubt = in_doubt.as_ref().is_some_and(|it| it.table == *found);
            if !as_live && !as_in_doubt {
                let (was, is) = (live.version(), found.version());
                return Err(format!("table {at} was at version {was}, rebuilt it is at {is}"));
            }
            // What a table and its link were to write together is there of both or none.
            if let Some((link, version)) = in_doubt.and_then(|it| it.link) {
                let has = self.links.link(link).version();
                if as_in_doubt != (has >= version) {
                    return Err(format!("table {at} and {link} were torn apart at {version}"));
                }
                report.pairs_in_doubt += 1;
            }
            report.rounds_continued += u64::from(found.snapshot().is_none());
            self.desks[at] = desk;
        }
        Ok(())
    }

    fn rebuild(&self, at: usize, by_snapshot: bool, report: &mut Report) -> Result<Desk, String> {
        let wrong = |error: StoreError| error.to_string();
        let (table, house) = (id(at), self.houses[at].clone());
        let secrets = wait(self.journal.secrets(table, 0)).map_err(wrong)?;
        let entries = self.entries(at, 0)?;
        if !entries.is_empty() {
            wait(self.journal.verify(table.into(), None)).map_err(wrong)?;
        }
        let mut folded = Table::new(table, house.clone());
        for entry in &entries {
            folded.apply(entry, &secrets).map_err(|it| it.to_string())?;
        }
        let kept = if by_snapshot {
            wait(self.journal.snapshot(table.into())).map_err(wrong)?
        } else {
            None
        };
        if let Some(kept) = kept {
            let kept: Snapshot =
                serde_json::from_slice(&kept.bytes).map_err(|it| it.to_string())?;
            let restored = Table::restore(table, house, &kept, &secrets);
            let mut restored = restored.ok_or("a snapshot that does not fit")?;
            for entry in &entries[kept.version() as usize..] {
                restored.apply(entry, &secrets).map_err(|it| it.to_string())?;
            }
            if restored != folded {
                return Err(format!("snapshot and entries give another table {at} (L-11)"));
            }
            report.restored += 1;
        } else {
            report.rebuilt += 1;
        }
        let mut desk = Desk::new(folded);
        desk.remember(&entries[entries.len().saturating_sub(64)..]);
        Ok(desk)
    }

    /// The entries of a table after a version.
    pub(crate) fn entries(&self, at: usize, after: u64) -> Result<Vec<Entry>, String> {
        let texts = self.texts(at, after)?;
        let read = |text: &String| serde_json::from_str(text).map_err(|it| it.to_string());
        texts.iter().map(read).collect()
    }

    /// The same as they are stored.
    pub(crate) fn texts(&self, at: usize, after: u64) -> Result<Vec<String>, String> {
        let stored = wait(self.journal.entries(id(at).into(), after, u32::MAX));
        let stored = stored.map_err(|error| error.to_string())?;
        Ok(stored.into_iter().map(|stored| stored.json).collect())
    }

    /// Keeps a snapshot of a table that is between rounds; a wrong one must be ignored.
    pub(crate) fn keep_snapshot(&self, at: usize, wrong: bool) -> Result<(), String> {
        let (table, version) = (self.table(at), self.table(at).version());
        let Some(snapshot) = table.snapshot().filter(|_| version > 0) else { return Ok(()) };
        let error = |error: StoreError| error.to_string();
        let last = wait(self.journal.entries(id(at).into(), version - 1, 1)).map_err(error)?;
        let mut hash = last.first().ok_or("the last entry is missing")?.hash;
        if wrong {
            hash[7] ^= 1;
        }
        let bytes = serde_json::to_vec(&snapshot).map_err(|it| it.to_string())?;
        let kept = store::Snapshot { version, hash, bytes };
        wait(self.journal.save_snapshot(id(at).into(), kept)).map_err(error)
    }
}
