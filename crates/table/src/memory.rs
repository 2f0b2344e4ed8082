//! What a desk remembers: the same answer for the same command (L-09).

use std::collections::VecDeque;

use serde::Serialize;

use crate::command::Command;
use crate::decide::fingerprint;
use crate::event::Entry;
use crate::ids::{AccountId, Actor, CommandId};
use crate::refusal::Refused;

/// How many answers a desk remembers. Older ones are found in the store.
pub(crate) const REMEMBERED: usize = 64;

/// The last answers of a desk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
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

impl Memory {
    pub(crate) fn new(version: u64) -> Memory {
        Memory { floor: version, ..Memory::default() }
    }

    /// Whether the store must be asked if a command was accepted before.
    ///
    /// An accepted command has a version above the one its sender had seen. But a sender
    /// without an answer may name a newer one when he asks again, so nothing is refused
    /// either before the store says that it was never done (L-10).
    pub(crate) fn asks_store<B>(&self, command: &Command<B>, may: bool, is_refused: bool) -> bool {
        command.expected < self.floor || (is_refused && self.floor > 0 && may)
    }

    /// Remembers the last entries, in order, without a gap.
    pub(crate) fn remember<'a, E: 'a>(&mut self, entries: impl IntoIterator<Item = &'a Entry<E>>) {
        for entry in entries {
            if self.accepted.is_empty() {
                self.floor = entry.version - 1;
            }
            self.note(entry);
        }
    }

    pub(crate) fn note<E>(&mut self, entry: &Entry<E>) {
        self.accepted.push_back(Answered {
            by: entry.by.account,
            command: entry.command.clone(),
            body: entry.body.clone(),
            version: entry.version,
        });
        if self.accepted.len() > REMEMBERED
            && let Some(oldest) = self.accepted.pop_front()
        {
            self.floor = oldest.version;
        }
    }

    /// The answer a command got before: the version it was accepted with.
    pub(crate) fn answer<B: Serialize>(
        &self,
        by: Actor,
        command: &Command<B>,
    ) -> Result<Option<u64>, Refused> {
        let same = |it: &&Answered| it.by == by.account && it.command == command.id;
        if let Some(answered) = self.accepted.iter().find(same) {
            return check(&answered.body, command).map(|()| Some(answered.version));
        }
        let refused = |(account, id, _): &&(AccountId, CommandId, Refused)| {
            *account == by.account && *id == command.id
        };
        match self.refused.iter().find(refused) {
            Some((.., refusal)) => Err(refusal.clone()),
            None => Ok(None),
        }
    }

    pub(crate) fn note_refusal(&mut self, by: Actor, command: &CommandId, refused: &Refused) {
        if self.refused.len() == REMEMBERED {
            self.refused.pop_front();
        }
        self.refused.push_back((by.account, command.clone(), refused.clone()));
    }
}

/// Whether a command is the one that was accepted under its id with this body (L-09).
///
/// # Errors
/// If it is another one.
pub fn check<B: Serialize>(accepted_body: &str, command: &Command<B>) -> Result<(), Refused> {
    if accepted_body == fingerprint(&command.body) { Ok(()) } else { Err(Refused::IdReused) }
}
