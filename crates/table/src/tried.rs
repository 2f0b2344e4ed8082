//! What a command brings about, while it is tried out on a copy of a machine.

use crate::event::{Entry, Partner};
use crate::ids::{Actor, CommandId, Time};
use crate::ledger::{Books, Transfer};

/// What has happened so far, and the money it has moved.
#[derive(Clone, Debug)]
pub(crate) struct Tried<E> {
    events: Vec<E>,
    transfers: Vec<Transfer>,
}

/// A command that is accepted, as an entry names it.
#[derive(Clone, Debug)]
pub(crate) struct Accepted {
    pub(crate) by: Actor,
    pub(crate) command: CommandId,
    /// The fingerprint of its body.
    pub(crate) body: String,
    /// What else it changes.
    pub(crate) with: Vec<Partner>,
}

impl<E> Default for Tried<E> {
    fn default() -> Tried<E> {
        Tried { events: Vec::new(), transfers: Vec::new() }
    }
}

impl<E> Tried<E> {
    /// Something has happened; the money that it moves is booked.
    pub(crate) fn happened(&mut self, event: E, moved: Vec<Transfer>, books: &mut Books) {
        moved.iter().for_each(|&transfer| books.apply(transfer));
        self.transfers.extend(moved);
        self.events.push(event);
    }

    /// All of it as the entry that makes this version.
    pub(crate) fn entry(self, version: u64, at: Time, accepted: Accepted) -> Entry<E> {
        let Tried { events, transfers } = self;
        let Accepted { by, command, body, with } = accepted;
        Entry { version, at, by, command, body, events, transfers, with }
    }
}
