//! A place on the floor: a desk, and the commands that wait at it.

use std::collections::VecDeque;

use table::{AccountId, Actor, Context, Question, Stream, Wait};

use crate::desk::Desk;
use crate::letter::Order;
use crate::machine::Machine;
use crate::memory::Name;

/// After so many entries a snapshot is made, at the next pause.
const SNAPSHOT_EVERY: u64 = 500;

/// A desk, what it is doing, and who waits.
#[derive(Clone, Debug)]
pub(crate) struct Place<T> {
    pub(crate) desk: Desk,
    pub(crate) doing: Doing,
    pub(crate) queue: VecDeque<Asked<T>>,
    /// Places whose next command needs this machine, in the order in which they came.
    pub(crate) waiting: VecDeque<Stream>,
    /// What the driver was asked to watch.
    pub(crate) watched: Vec<Wait>,
    /// The version of the last snapshot.
    snapshot: u64,
}

/// What a place is doing. Only one that does nothing can take part in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    Nothing,
    /// Its machine is part of an append under way.
    Writing,
    /// The journal is asked whether its first command was accepted before.
    Asking,
    /// It reads what the journal has more than it.
    Reading,
    /// Its first command waits until another machine is free.
    Waiting,
}

/// A command that waits for its turn.
#[derive(Clone, Debug)]
pub(crate) struct Asked<T> {
    /// Whom to answer; the house answers nobody.
    pub(crate) ticket: Option<T>,
    pub(crate) by: Actor,
    pub(crate) what: Wish,
    /// What the house does with it by itself.
    pub(crate) due: Option<Due>,
    pub(crate) context: Context,
    /// The journal says that it was never accepted.
    pub(crate) is_new: bool,
    /// The journal must be asked before it is decided again: it may be there.
    pub(crate) in_doubt: bool,
    /// How often its place has read on for it.
    pub(crate) reads: u8,
}

/// What is wanted.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// A command, with the name it is remembered by.
    Order(Order, Name),
    /// What the house must do by itself, if it is still to be done then.
    Due(Due),
}

/// What the house has noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// A question has waited for its time.
    Time(Question),
    /// A player is there, or is not.
    Presence { player: AccountId, is_here: bool },
}

impl<T> Asked<T> {
    pub(crate) fn new(ticket: Option<T>, by: Actor, what: Wish, context: Context) -> Asked<T> {
        let due = match what {
            Wish::Due(due) => Some(due),
            Wish::Order(..) => None,
        };
        Asked { ticket, by, what, due, context, is_new: false, in_doubt: false, reads: 0 }
    }
}

impl<T> Place<T> {
    pub(crate) fn new(desk: Desk) -> Place<T> {
        // Machines that were opened together do not all write their snapshots at once.
        let ahead = desk.machine().stream().number().unsigned_abs() * 61 % SNAPSHOT_EVERY;
        let snapshot = desk.machine().version().saturating_sub(ahead);
        Place {
            desk,
            doing: Doing::Nothing,
            queue: VecDeque::new(),
            waiting: VecDeque::new(),
            watched: Vec::new(),
            snapshot,
        }
    }

    pub(crate) fn machine(&self) -> &Machine {
        self.desk.machine()
    }

    /// A snapshot, if one is due and the machine can be interrupted.
    pub(crate) fn snapshot(&mut self) -> Option<(u64, Vec<u8>)> {
        let version = self.machine().version();
        if version < self.snapshot + SNAPSHOT_EVERY {
            return None;
        }
        let bytes = self.machine().snapshot()?;
        self.snapshot = version;
        Some((version, bytes))
    }

    /// A command that could not be decided yet is the next one again. The house looks anew
    /// then what is due.
    pub(crate) fn put_back(&mut self, mut asked: Asked<T>) {
        if let Some(due) = asked.due {
            asked.what = Wish::Due(due);
        }
        self.queue.push_front(asked);
    }

    /// Whether it does nothing, and nobody waits for it.
    pub(crate) fn is_idle(&self) -> bool {
        self.doing == Doing::Nothing && self.queue.is_empty() && self.waiting.is_empty()
    }

    /// Whether what the house does waits here already.
    pub(crate) fn has_due(&self, due: Due) -> bool {
        self.queue.iter().any(|asked| asked.due == Some(due))
    }
}
