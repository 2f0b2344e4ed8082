//! The desk of a table: one writer, and the same answer for the same command.
//!
//! A command is *proposed*: it is answered from memory if it was answered before, refused,
//! or decided into a record. The record must be stored; only then is it *committed*.

use std::collections::VecDeque;

use crate::command::{Command, Context};
use crate::decide::{Decision, fingerprint};
use crate::event::Entry;
use crate::ids::{AccountId, Actor, CommandId};
use crate::refusal::Refused;
use crate::state::Table;

/// A table with the memory of its last answers.
#[derive(Clone, Debug)]
pub struct Desk {
    table: Table,
    /// The commands of the last entries, newest last.
    accepted: VecDeque<Answered>,
    /// The version before the oldest entry remembered: any command that was accepted
    /// after it is in `accepted`.
    floor: u64,
    /// The last refusals: a late copy of a refused command must not be accepted.
    refused: VecDeque<(AccountId, CommandId, Refused)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Answered {
    by: AccountId,
    command: CommandId,
    body: String,
    version: u64,
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
    /// It is accepted once this is stored.
    New(Decision),
}

impl Desk {
    /// How many answers a desk remembers. Older ones are found in the store.
    pub const REMEMBERED: usize = 64;

    /// The desk of a table that was folded from its entries; the last of them are
    /// remembered by [`Desk::remember`].
    pub fn new(table: Table) -> Desk {
        let floor = table.version();
        Desk { table, accepted: VecDeque::new(), floor, refused: VecDeque::new() }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Remembers the last entries, in order, without a gap, up to the table's version.
    pub fn remember<'a>(&mut self, entries: impl IntoIterator<Item = &'a Entry>) {
        for entry in entries {
            if self.accepted.is_empty() {
                self.floor = entry.version - 1;
            }
            self.note(entry);
        }
    }

    fn note(&mut self, entry: &Entry) {
        self.accepted.push_back(Answered {
            by: entry.by.account,
            command: entry.command.clone(),
            body: entry.body.clone(),
            version: entry.version,
        });
        if self.accepted.len() > Desk::REMEMBERED
            && let Some(oldest) = self.accepted.pop_front()
        {
            self.floor = oldest.version;
        }
    }

    /// Proposes a command.
    ///
    /// # Errors
    /// If the table refuses it, now or when it came before.
    pub fn propose(
        &mut self,
        by: Actor,
        command: &Command,
        context: &Context,
    ) -> Result<Proposed, Refused> {
        let same =
            |answered: &&Answered| answered.by == by.account && answered.command == command.id;
        if let Some(answered) = self.accepted.iter().find(same) {
            return check(&answered.body, command).map(|()| Proposed::Again(answered.version));
        }
        let refused = |(account, id, _): &&(AccountId, CommandId, Refused)| {
            *account == by.account && *id == command.id
        };
        if let Some((.., refusal)) = self.refused.iter().find(refused) {
            return Err(refusal.clone());
        }
        // An accepted command has a version above the one its sender had seen. But a
        // sender without an answer may name a newer one when he asks again, so nothing
        // is refused either before the store says that it was never done (L-10).
        let decided = self.table.decide(by, command, context);
        let may_be_done = self.floor > 0 && by.role.may(command.body.kind());
        if command.expected < self.floor || (decided.is_err() && may_be_done) {
            return Ok(Proposed::AskStore);
        }
        self.remember_refusal(by, command, decided)
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
        let decided = self.table.decide(by, command, context);
        self.remember_refusal(by, command, decided)
    }

    fn remember_refusal(
        &mut self,
        by: Actor,
        command: &Command,
        decided: Result<Decision, Refused>,
    ) -> Result<Proposed, Refused> {
        decided.map(Proposed::New).inspect_err(|refused| {
            if self.refused.len() == Desk::REMEMBERED {
                self.refused.pop_front();
            }
            self.refused.push_back((by.account, command.id.clone(), refused.clone()));
        })
    }

    /// The decision is stored: the table is as decided.
    ///
    /// # Panics
    /// If it was decided on another version of the table.
    pub fn commit(&mut self, decision: Decision) {
        let entry = &decision.record.entry;
        assert_eq!(entry.version, self.table.version() + 1, "one writer decides a table");
        self.note(entry);
        self.table = decision.table;
        assert!(self.table.books().fault().is_none(), "the books sum to zero (L-01)");
    }
}

/// Whether a command is the one that was accepted under its id with this body (L-09).
///
/// # Errors
/// If it is another one.
pub fn check(accepted_body: &str, command: &Command) -> Result<(), Refused> {
    if accepted_body == fingerprint(&command.body) { Ok(()) } else { Err(Refused::IdReused) }
}
