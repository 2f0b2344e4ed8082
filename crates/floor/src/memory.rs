//! What a desk remembers: the same answer for the same command (L-09).

use std::collections::VecDeque;

use table::{AccountId, CommandId, JournalRow, Refused};

/// How many answers a desk remembers. Older ones are found in the journal.
pub const REMEMBERED: usize = 64;

/// A command as it is compared with others: who sent it, its name, what it wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) account: AccountId,
    pub(crate) command: CommandId,
    /// The fingerprint of its body.
    pub(crate) body: String,
}

/// The last answers of a desk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// The commands of the last entries with their versions, newest last.
    accepted: VecDeque<(Name, u64)>,
    /// The version before the oldest entry remembered: any command that was accepted
    /// after it is in `accepted`.
    since: u64,
    /// The last refusals: a late copy of a refused command must not be accepted.
    refused: VecDeque<(Name, Refused)>,
}

impl Name {
    pub(crate) fn of(row: &JournalRow) -> Name {
        Name { account: row.by.account, command: row.command.clone(), body: row.body.clone() }
    }

    /// Whether another command has the same sender and id.
    fn is_same(&self, other: &Name) -> bool {
        self.account == other.account && self.command == other.command
    }

    /// Whether this is the command that was answered under its id with this body (L-09).
    pub(crate) fn check(&self, answered_body: &str) -> Result<(), Refused> {
        if self.body == answered_body { Ok(()) } else { Err(Refused::IdReused) }
    }
}

impl Memory {
    /// The memory of a machine of which no entry is remembered.
    pub(crate) fn new(version: u64) -> Memory {
        Memory { since: version, ..Memory::default() }
    }

    /// Whether the journal must be asked if a command was accepted before.
    ///
    /// An accepted command has a version above the one its sender had seen. But a sender
    /// without an answer may name a newer one when he asks again, so nothing is refused
    /// either before the journal says that it was never done (L-10).
    pub(crate) fn asks_journal(&self, expected: u64, may: bool, is_refused: bool) -> bool {
        expected < self.since || (is_refused && self.since > 0 && may)
    }

    /// Remembers the command of the entry with this version, the next one.
    pub(crate) fn note(&mut self, name: Name, version: u64) {
        if self.accepted.is_empty() {
            self.since = version - 1;
        }
        self.accepted.push_back((name, version));
        if self.accepted.len() > REMEMBERED
            && let Some((_, oldest)) = self.accepted.pop_front()
        {
            self.since = oldest;
        }
    }

    /// The answer a command got before: the version it was accepted with.
    pub(crate) fn answer(&self, name: &Name) -> Result<Option<u64>, Refused> {
        if let Some((it, version)) = self.accepted.iter().find(|(it, _)| it.is_same(name)) {
            return name.check(&it.body).map(|()| Some(*version));
        }
        match self.refused.iter().find(|(it, _)| it.is_same(name)) {
            Some((it, refusal)) => Err(name.check(&it.body).err().unwrap_or(refusal.clone())),
            None => Ok(None),
        }
    }

    pub(crate) fn note_refusal(&mut self, name: &Name, refused: &Refused) {
        if self.refused.len() == REMEMBERED {
            self.refused.pop_front();
        }
        self.refused.push_back((name.clone(), refused.clone()));
    }
}
