//! A floor with its record in memory: every effect is done at once, by calling.
//!
//! For one person at a terminal, for tests, and for whoever wants to know what a floor would
//! do. What it does is the product's: only the journal is a list.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use table::{
    AccountId, Actor, Beside, Context, JournalRow, Link, LinkId, Person, Secret, Stream, Table,
    TableId,
};

use crate::desk::Desk;
use crate::letter::{Done, Effect, Letter, NotDone, Order, ReadEntry};
use crate::machine::Machine;
use crate::step::Floor;
use crate::watch::{Moment, Watch};

/// A floor with a record in memory.
#[derive(Clone, Default)]
pub struct Alone {
    floor: Floor<()>,
    record: BTreeMap<Stream, Vec<JournalRow>>,
    watch: Watch,
    moment: Moment,
    answer: Option<Result<Done, NotDone>>,
}

/// The floor's state; its record is for who asks for it.
impl fmt::Debug for Alone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Alone").field("floor", &self.floor).finish_non_exhaustive()
    }
}

/// A command that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The version it made.
    pub version: u64,
    /// Its entry, as it is in the record.
    pub json: Arc<str>,
}

impl Alone {
    /// A floor without a machine.
    pub fn new() -> Alone {
        Alone::default()
    }

    /// Puts a machine on the floor, in place of one with the same number.
    pub fn admit(&mut self, desk: Desk) {
        let effects = self.floor.admit(desk);
        self.carry_out(effects);
    }

    /// Takes a machine off the floor; its record stays.
    pub fn dismiss(&mut self, stream: Stream) -> Option<Machine> {
        let machine = self.floor.machine(stream).cloned();
        self.floor.dismiss(stream);
        machine
    }

    /// Gives a command.
    ///
    /// # Errors
    /// If it is refused; nothing has changed then.
    pub fn give(
        &mut self,
        to: Stream,
        by: Actor,
        order: Order,
        context: Context,
    ) -> Result<Told, NotDone> {
        self.answer = None;
        let effects = self.floor.step(Letter::Command { ticket: (), to, by, order, context });
        self.carry_out(effects);
        let done = self.answer.take().expect("every command is answered")?;
        let row = self.rows(to).iter().rfind(|row| row.version == done.version);
        let row = row.expect("what is done is in the record");
        Ok(Told { version: done.version, json: row.json.clone() })
    }

    /// What the clocks have brought about by this moment of a steady clock.
    pub fn time(&mut self, now: Moment, context: &Context) {
        self.moment = now;
        loop {
            let over = self.watch.over(now, context.at);
            if over.is_empty() {
                return;
            }
            for (stream, question) in over {
                let context = context.clone();
                let effects = self.floor.step(Letter::Time { stream, question, context });
                self.carry_out(effects);
            }
        }
    }

    /// Somebody has found that a player is there, or is not (T-15).
    pub fn presence(&mut self, table: TableId, player: AccountId, is_here: bool, context: Context) {
        let stream = table.into();
        let effects = self.floor.step(Letter::Presence { stream, player, is_here, context });
        self.carry_out(effects);
    }

    /// When [`Alone::time`] has something to do next, dates apart.
    pub fn next(&self) -> Option<Moment> {
        self.watch.next()
    }

    /// How many milliseconds the question that is open at a table still waits.
    pub fn left_ms(&self, table: TableId) -> Option<u64> {
        self.watch.left_ms(self.table(table)?, self.moment)
    }

    /// A table.
    pub fn table(&self, table: TableId) -> Option<&Table> {
        self.floor.table(table)
    }

    /// A link.
    pub fn link(&self, link: LinkId) -> Option<&Link> {
        self.floor.link(link)
    }

    /// A person, if he has come.
    pub fn person(&self, person: AccountId) -> Option<&Person> {
        self.floor.person(person)
    }

    /// All tables, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.floor.tables()
    }

    /// The record of a machine.
    pub fn rows(&self, stream: Stream) -> &[JournalRow] {
        self.record.get(&stream).map_or(&[], Vec::as_slice)
    }

    /// The secrets of a table's shoes.
    pub fn secrets(&self, stream: Stream) -> Vec<(u32, Secret)> {
        self.rows(stream).iter().flat_map(|row| row.secrets.iter().cloned()).collect()
    }

    fn carry_out(&mut self, effects: Vec<Effect<()>>) {
        for effect in effects {
            let letter = match effect {
                Effect::Append { append, rows } if self.follow(&rows) => {
                    let hashes = vec![[0; 32]; rows.len()];
                    for row in rows {
                        self.record.entry(row.stream).or_default().push(row);
                    }
                    Letter::Appended { append, hashes }
                }
                Effect::Append { append, .. } => Letter::Beaten { append },
                Effect::Ask { stream, account, command } => {
                    let is_it =
                        |row: &&JournalRow| (row.by.account, &row.command) == (account, &command);
                    let found = self.rows(stream).iter().find(is_it);
                    Letter::Known { stream, outcome: found.map(JournalRow::outcome) }
                }
                Effect::Read { stream, after } => {
                    let entries = self.rows(stream).iter().filter(|row| row.version > after);
                    let read = |row: &JournalRow| ReadEntry {
                        version: row.version,
                        json: row.json.clone(),
                    };
                    let entries = entries.map(read).collect();
                    let secrets = self.secrets(stream);
                    Letter::Entries {
                        stream,
                        entries,
                        beside: Beside { secrets, ..Beside::default() },
                    }
                }
                Effect::Answer { ticket: (), answer } => {
                    self.answer = Some(answer);
                    continue;
                }
                Effect::Watch { stream, waits } => {
                    self.watch.set(stream, &waits, self.moment);
                    continue;
                }
                Effect::Broken(failed) => unreachable!("a record that nobody touches: {failed}"),
                // The record is the only reader, and it is never read again.
                Effect::Publish { .. } | Effect::Keep { .. } => continue,
            };
            let effects = self.floor.step(letter);
            self.carry_out(effects);
        }
    }

    /// Whether each row is the next of its stream, with an id that is new there.
    fn follow(&self, rows: &[JournalRow]) -> bool {
        rows.iter().all(|row| {
            let before = self.rows(row.stream);
            let is_same =
                |it: &JournalRow| (it.by.account, &it.command) == (row.by.account, &row.command);
            // A machine may have come with a past that this record does not have.
            let past = || self.floor.machine(row.stream).map_or(0, Machine::version);
            let last = before.last().map_or_else(past, |last| last.version);
            row.version == last + 1 && !before.iter().any(is_same)
        })
    }
}
