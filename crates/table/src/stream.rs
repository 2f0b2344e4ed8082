//! The streams of a journal, and what is written to one of them.

use std::fmt;
use std::sync::Arc;

use crate::event::{Entry, Event};
use crate::ids::{AccountId, Actor, CommandId, LinkId, TableId, Time};
use crate::ledger::Transfer;
use crate::record::{LinkRecord, PersonRecord, Record, RoundRecord};
use crate::shoe::{Secret, unhex};

/// Whose entries follow each other in one chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// A table.
    Table(TableId),
    /// A link: one or more jackpots that tables share.
    Link(LinkId),
    /// A person.
    Person(AccountId),
}

/// A database keeps people under numbers above every table's.
const PEOPLE: i64 = 1 << 32;

impl Stream {
    /// The number under which a database keeps the stream.
    pub fn number(self) -> i64 {
        match self {
            Stream::Table(table) => table.0.into(),
            Stream::Link(link) => -i64::from(link.0),
            Stream::Person(person) => PEOPLE.saturating_add_unsigned(person.0),
        }
    }

    /// The stream that is kept under a number.
    pub fn of_number(number: i64) -> Option<Stream> {
        if number >= PEOPLE {
            return Some(Stream::Person(AccountId((number - PEOPLE).unsigned_abs())));
        }
        let id = u32::try_from(number.unsigned_abs()).ok()?;
        Some(if number < 0 { Stream::Link(LinkId(id)) } else { Stream::Table(TableId(id)) })
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stream::Table(table) => table.fmt(f),
            Stream::Link(link) => link.fmt(f),
            Stream::Person(person) => write!(f, "person {person}"),
        }
    }
}

impl From<TableId> for Stream {
    fn from(table: TableId) -> Stream {
        Stream::Table(table)
    }
}

impl From<AccountId> for Stream {
    fn from(person: AccountId) -> Stream {
        Stream::Person(person)
    }
}

impl From<LinkId> for Stream {
    fn from(link: LinkId) -> Stream {
        Stream::Link(link)
    }
}

/// An accepted command as it is written to its stream. What can be worked out before its
/// turn comes is worked out by whoever appends it, not by the one writer.
#[derive(Clone, Debug)]
pub struct JournalRow {
    /// The stream.
    pub stream: Stream,
    /// The version it makes.
    pub version: u64,
    /// When.
    pub at: Time,
    /// Who gave the command.
    pub by: Actor,
    /// The command's id.
    pub command: CommandId,
    /// The fingerprint of what the command wanted.
    pub body: String,
    /// The entry as JSON, exactly as it is hashed, stored and published.
    pub json: Arc<str>,
    /// The money it moves.
    pub transfers: Vec<Transfer>,
    /// The secrets of the shoes it commits.
    pub secrets: Vec<(u32, Secret)>,
    /// The shoes that are over, with the secrets their entry tells.
    pub opened: Vec<(u32, Option<[u8; 32]>)>,
    /// The round it ends.
    pub round: Option<RoundRecord>,
}

impl JournalRow {
    /// What became of the command that it is of.
    pub fn outcome(&self) -> Outcome {
        Outcome { version: self.version, body: self.body.clone() }
    }

    /// An entry with nothing but itself to keep.
    fn of_entry<E: serde::Serialize>(stream: Stream, entry: Entry<E>) -> JournalRow {
        let json = serde_json::to_string(&entry).expect("an entry is written as JSON");
        JournalRow {
            stream,
            version: entry.version,
            at: entry.at,
            by: entry.by,
            command: entry.command,
            body: entry.body,
            json: json.into(),
            transfers: entry.transfers,
            secrets: Vec::new(),
            opened: Vec::new(),
            round: None,
        }
    }
}

impl From<Record> for JournalRow {
    fn from(record: Record) -> JournalRow {
        let Record { table, entry, secrets, opened, round } = record;
        let opened = opened.into_iter().map(|shoe| (shoe, told(&entry, shoe))).collect();
        JournalRow { secrets, opened, round, ..JournalRow::of_entry(table.into(), entry) }
    }
}

impl From<LinkRecord> for JournalRow {
    fn from(record: LinkRecord) -> JournalRow {
        let LinkRecord { link, entry } = record;
        JournalRow::of_entry(link.into(), entry)
    }
}

impl From<PersonRecord> for JournalRow {
    fn from(record: PersonRecord) -> JournalRow {
        let PersonRecord { person, entry } = record;
        JournalRow::of_entry(person.into(), entry)
    }
}

/// What became of a command, as a journal knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The version it made.
    pub version: u64,
    /// The fingerprint of its body.
    pub body: String,
}

/// The secret an entry tells of a shoe that is over.
fn told(entry: &Entry, shoe: u32) -> Option<[u8; 32]> {
    entry.events.iter().find_map(|event| match event {
        Event::ShoeOpened { shoe: told, secret } if *told == shoe => unhex(secret),
        _ => None,
    })
}
