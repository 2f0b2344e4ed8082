//! What a floor is told, and what it wants done.

use std::sync::Arc;

use table::{
    AccountId, Actor, Beside, Body, Command, CommandId, Context, JournalRow, LinkBody, Outcome,
    PersonBody, Question, Refused, Stream, Wait, fingerprint,
};

use crate::desk::ReadFailed;

/// The number of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Append(pub(crate) u64);

/// What somebody wants of a machine.
#[derive(Clone, Debug)]
pub enum Order {
    /// Of a table.
    Table(Command),
    /// Of a link.
    Link(Command<LinkBody>),
    /// Of a person.
    Person(Command<PersonBody>),
}

/// A message to the floor. `T` is whatever its sender recognises the answer by.
#[derive(Debug)]
pub enum Letter<T> {
    /// Somebody gives a command.
    Command {
        /// Comes back with the answer.
        ticket: T,
        /// Whom it is for.
        to: Stream,
        /// Who gives it.
        by: Actor,
        /// What is wanted.
        order: Order,
        /// Time, day, entropy and proofs that came with it.
        context: Context,
    },
    /// A question that [`Effect::Watch`] named has waited for its time.
    Time {
        /// Whose.
        stream: Stream,
        /// The question.
        question: Question,
        /// Time, day and entropy.
        context: Context,
    },
    /// Whoever sees who has a table open has found that a player is away, or back (T-15). What
    /// the table knows already is not said again.
    Presence {
        /// The table.
        stream: Stream,
        /// The player.
        player: AccountId,
        /// Whether he is there.
        is_here: bool,
        /// Time, day and entropy.
        context: Context,
    },
    /// The journal has the rows of an append for good.
    Appended {
        /// Which append.
        append: Append,
        /// The hashes of its rows, in their order.
        hashes: Vec<[u8; 32]>,
    },
    /// The journal has written nothing of an append: a stream has gone on meanwhile, or the
    /// command is there already. Somebody else was first.
    Beaten {
        /// Which append.
        append: Append,
    },
    /// The journal has written nothing of an append and never will.
    NotWritten {
        /// Which append.
        append: Append,
    },
    /// The journal has stopped. Whether anything that was not answered is written is known
    /// only after a restart.
    Stopped,
    /// The record of a person does not hold (L-05): he is refused everything from now on, and
    /// nobody else is.
    Broken {
        /// Whose.
        person: AccountId,
    },
    /// What the journal knows of a command, as [`Effect::Ask`] asked.
    Known {
        /// Whose command.
        stream: Stream,
        /// What became of it; nothing if it was never accepted.
        outcome: Option<Outcome>,
    },
    /// All entries of a stream after the version the floor has, as [`Effect::Read`] asked.
    Entries {
        /// The stream.
        stream: Stream,
        /// The entries, in order.
        entries: Vec<ReadEntry>,
        /// What belongs to a table's entries and does not stand in them.
        beside: Beside,
    },
}

/// An entry of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadEntry {
    /// Its version.
    pub version: u64,
    /// Its text, exactly as it is stored.
    pub json: Arc<str>,
}

/// Something that the driver of a floor must do. Effects are done in their order.
#[derive(Debug)]
pub enum Effect<T> {
    /// Append these rows, all of them or none; the journal's answer is the next letter.
    Append {
        /// Which append.
        append: Append,
        /// The rows.
        rows: Vec<JournalRow>,
    },
    /// Ask the journal what became of a command ([`Letter::Known`]).
    Ask {
        /// Whose.
        stream: Stream,
        /// Its sender.
        account: AccountId,
        /// Its id.
        command: CommandId,
    },
    /// Read all entries after a version ([`Letter::Entries`]).
    Read {
        /// The stream.
        stream: Stream,
        /// The last version the floor has.
        after: u64,
    },
    /// Tell everybody who follows a stream.
    Publish {
        /// The stream.
        stream: Stream,
        /// The version.
        version: u64,
        /// The entry, exactly as it is stored.
        json: Arc<str>,
    },
    /// Answer a command.
    Answer {
        /// What came with it.
        ticket: T,
        /// What became of it.
        answer: Result<Done, NotDone>,
    },
    /// Watch these questions of a stream, each from when it is named here first, and no others
    /// ([`Watch`](crate::Watch) does it); say so when one has waited for its time
    /// ([`Letter::Time`]).
    Watch {
        /// The stream.
        stream: Stream,
        /// What it waits for now.
        waits: Vec<Wait>,
    },
    /// Keep a snapshot. It is only a cache.
    Keep {
        /// The stream.
        stream: Stream,
        /// The version.
        version: u64,
        /// The hash of the entry with that version.
        hash: [u8; 32],
        /// The state.
        bytes: Vec<u8>,
    },
    /// A stream's record does not follow from itself. A person is refused from now on
    /// ([`Letter::Broken`]); for a table or link nothing is decided any more.
    Broken(ReadFailed),
}

/// A command that is in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The version it made.
    pub version: u64,
    /// Its entry; nothing if it was accepted before, then the journal has it.
    pub json: Option<Arc<str>>,
}

/// A command that is not in the journal, as far as anybody knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// The machine refuses it; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// There is no such machine. A person is always there.
    #[error("there is no {0}")]
    Unknown(Stream),
    /// Somebody else has taken this number meanwhile.
    #[error("somebody else has set up {0}")]
    Taken(Stream),
    /// The record of this person, who gives it or whom it concerns, does not hold.
    #[error("the record of {0} is broken; the house must look at it first")]
    Broken(Stream),
    /// Too many commands wait.
    #[error("too many commands wait for {0}")]
    Busy(Stream),
    /// The journal did not take it; nothing has changed.
    #[error("the record did not take it")]
    NotWritten,
    /// The journal has stopped; the outcome is known after a restart.
    #[error("the record cannot be reached")]
    Stopped,
}

impl Order {
    /// The id, the version its sender had seen, and the fingerprint of what is wanted.
    pub(crate) fn parts(&self) -> (&CommandId, u64, String) {
        match self {
            Order::Table(command) => (&command.id, command.expected, fingerprint(&command.body)),
            Order::Link(command) => (&command.id, command.expected, fingerprint(&command.body)),
            Order::Person(command) => (&command.id, command.expected, fingerprint(&command.body)),
        }
    }

    /// Whether this person may ever give it.
    pub(crate) fn is_allowed(&self, by: Actor) -> bool {
        match self {
            Order::Table(command) => by.role.may(command.body.kind()),
            Order::Link(command) => by.role.may(command.body.kind()),
            Order::Person(command) => by.role.may(command.body.kind()),
        }
    }

    /// A command of the house to a table at this version, under an id nobody else can use
    /// and that two processes give to the same thing.
    pub(crate) fn of_house(version: u64, body: Body) -> Order {
        let id = CommandId::try_from(format!("house-{version:08}"));
        let id = id.expect("a version makes an id");
        Order::Table(Command { id, expected: version, body })
    }
}
