//! The desk of a link: one writer, and the same answer for the same command.

use super::command::LinkBody;
use super::draft::LinkDecision;
use super::event::LinkEvent;
use super::state::Link;
use crate::command::{Command, Context};
use crate::event::Entry;
use crate::ids::Actor;
use crate::memory::Memory;
use crate::refusal::Refused;

/// A link with the memory of its last answers.
#[derive(Clone, Debug)]
pub struct LinkDesk {
    link: Link,
    memory: Memory,
}

/// What becomes of a proposed command; as [`Proposed`](crate::Proposed) for a table.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "a proposal is taken apart at once")]
pub enum LinkProposed {
    /// It was accepted before, with this version.
    Again(u64),
    /// The store must be asked whether it was accepted before.
    AskStore,
    /// It is accepted once this is stored.
    New(LinkDecision),
}

impl LinkDesk {
    /// The desk of a link that was folded from its entries.
    pub fn new(link: Link) -> LinkDesk {
        let memory = Memory::new(link.version());
        LinkDesk { link, memory }
    }

    /// The link.
    pub fn link(&self) -> &Link {
        &self.link
    }

    /// Remembers the last entries, in order, without a gap, up to the link's version.
    pub fn remember<'a>(&mut self, entries: impl IntoIterator<Item = &'a Entry<LinkEvent>>) {
        self.memory.remember(entries);
    }

    /// Proposes a command that goes straight to the link.
    ///
    /// # Errors
    /// If the link refuses it, now or when it came before.
    pub fn propose(
        &mut self,
        by: Actor,
        command: &Command<LinkBody>,
        context: &Context,
    ) -> Result<LinkProposed, Refused> {
        if let Some(version) = self.memory.answer(by, command)? {
            return Ok(LinkProposed::Again(version));
        }
        let decided = self.link.decide(by, command, context);
        let may = by.role.may(command.body.kind());
        if self.memory.asks_store(command, may, decided.is_err()) {
            return Ok(LinkProposed::AskStore);
        }
        self.answer(by, command, decided)
    }

    /// Proposes a command of which the store knows that it was never accepted.
    ///
    /// # Errors
    /// If the link refuses it.
    pub fn propose_new(
        &mut self,
        by: Actor,
        command: &Command<LinkBody>,
        context: &Context,
    ) -> Result<LinkProposed, Refused> {
        let decided = self.link.decide(by, command, context);
        self.answer(by, command, decided)
    }

    fn answer(
        &mut self,
        by: Actor,
        command: &Command<LinkBody>,
        decided: Result<LinkDecision, Refused>,
    ) -> Result<LinkProposed, Refused> {
        decided
            .map(LinkProposed::New)
            .inspect_err(|refused| self.memory.note_refusal(by, &command.id, refused))
    }

    /// The decision is stored, alone or with a table's: the link is as decided.
    ///
    /// # Panics
    /// If it was decided on another version of the link.
    pub fn commit(&mut self, decision: LinkDecision) {
        let entry = &decision.record.entry;
        assert_eq!(entry.version, self.link.version() + 1, "one writer decides a link");
        self.memory.note(entry);
        self.link = decision.link;
        assert!(self.link.books().fault().is_none(), "the books sum to zero (L-01)");
        assert!(self.link.ties(), "the meters are what the ledger says (P-17)");
    }
}
