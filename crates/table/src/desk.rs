//! The desk of a table: one writer, and the same answer for the same command.
//!
//! A command is *proposed*: it is answered from memory if it was answered before, refused,
//! or decided into a record. The record must be stored; only then is it *committed*.

use crate::command::{Command, Context};
use crate::decide::{Decided, Decision};
use crate::event::Entry;
use crate::ids::{Actor, LinkId};
use crate::link::{Link, LinkDecision};
use crate::memory::{Memory, REMEMBERED};
use crate::refusal::Refused;
use crate::state::Table;

/// A table with the memory of its last answers.
#[derive(Clone, Debug)]
pub struct Desk {
    table: Table,
    memory: Memory,
}

/// What becomes of a proposed command.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "a proposal is taken apart at once")]
pub enum Proposed {
    /// It was accepted before, with this version.
    Again(u64),
    /// The desk does not remember so far back; the store must be asked whether it was
    /// accepted before ([`Desk::check`]), and if not, it can be proposed as new.
    AskStore,
    /// It touches the table's link, which the caller does not hold: take the link and
    /// propose again.
    NeedsLink(LinkId),
    /// It is accepted once this is stored.
    New(Decision),
}

/// The link of a table, as far as the caller holds it while a command is decided.
#[derive(Clone, Copy, Debug)]
pub enum Linked<'a> {
    /// The caller holds the link alone, until what is decided is stored.
    Held(&'a Link),
    /// The caller does not hold it; a command that touches it is answered with
    /// [`Proposed::NeedsLink`] and proposed again.
    NotHeld,
    /// The link cannot be reached (P-16): no progressive wagers are taken.
    Down,
}

impl Desk {
    /// How many answers a desk remembers. Older ones are found in the store.
    pub const REMEMBERED: usize = REMEMBERED;

    /// The desk of a table that was folded from its entries; the last of them are
    /// remembered by [`Desk::remember`].
    pub fn new(table: Table) -> Desk {
        let memory = Memory::new(table.version());
        Desk { table, memory }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Remembers the last entries, in order, without a gap, up to the table's version.
    pub fn remember<'a>(&mut self, entries: impl IntoIterator<Item = &'a Entry>) {
        self.memory.remember(entries);
    }

    /// Proposes a command at a table without a link.
    ///
    /// # Errors
    /// If the table refuses it, now or when it came before.
    pub fn propose(
        &mut self,
        by: Actor,
        command: &Command,
        context: &Context,
    ) -> Result<Proposed, Refused> {
        self.propose_with(Linked::Down, by, command, context)
    }

    /// Proposes a command. If the decision also changes the link, both must be stored in
    /// one transaction, and then both are committed.
    ///
    /// # Errors
    /// If the table or its link refuses it, now or when it came before.
    pub fn propose_with(
        &mut self,
        link: Linked<'_>,
        by: Actor,
        command: &Command,
        context: &Context,
    ) -> Result<Proposed, Refused> {
        if let Some(version) = self.memory.answer(by, command)? {
            return Ok(Proposed::Again(version));
        }
        let decided = self.table.decide_with(link, by, command, context);
        let may = by.role.may(command.body.kind());
        if self.memory.asks_store(command, may, decided.is_err()) {
            return Ok(Proposed::AskStore);
        }
        self.answer(by, command, decided)
    }

    /// Proposes a command of which the store knows that it was never accepted.
    ///
    /// # Errors
    /// If the table refuses it.
    pub fn propose_new(
        &mut self,
        by: Actor,
        command: &Command,
        context: &Context,
    ) -> Result<Proposed, Refused> {
        self.propose_new_with(Linked::Down, by, command, context)
    }

    /// Proposes a command of which the store knows that it was never accepted.
    ///
    /// # Errors
    /// If the table or its link refuses it.
    pub fn propose_new_with(
        &mut self,
        link: Linked<'_>,
        by: Actor,
        command: &Command,
        context: &Context,
    ) -> Result<Proposed, Refused> {
        let decided = self.table.decide_with(link, by, command, context);
        self.answer(by, command, decided)
    }

    fn answer(
        &mut self,
        by: Actor,
        command: &Command,
        decided: Result<Decided, Refused>,
    ) -> Result<Proposed, Refused> {
        match decided {
            Ok(Decided::Yes(decision)) => Ok(Proposed::New(decision)),
            Ok(Decided::NeedsLink(link)) => Ok(Proposed::NeedsLink(link)),
            Err(refused) => {
                self.memory.note_refusal(by, &command.id, &refused);
                Err(refused)
            }
        }
    }

    /// The decision is stored: the table is as decided. What it decided of its link is
    /// handed back, to be committed there.
    ///
    /// # Panics
    /// If it was decided on another version of the table.
    #[must_use = "what was decided of the link is to be committed there"]
    pub fn commit(&mut self, decision: Decision) -> Option<LinkDecision> {
        let entry = &decision.record.entry;
        assert_eq!(entry.version, self.table.version() + 1, "one writer decides a table");
        self.memory.note(entry);
        self.table = decision.table;
        assert!(self.table.books().fault().is_none(), "the books sum to zero (L-01)");
        decision.link
    }
}
