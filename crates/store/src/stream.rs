//! The streams of a journal, and what is written to one of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use table::{
    Actor, CommandId, Entry, Event, LinkId, LinkRecord, Micros, Moment, Record, RoundRecord,
    Secret, TableId, Transfer,
};

use crate::chain::Hash;
use crate::error::StoreError;
use crate::seal::unhex;

/// Whose entries follow each other in one chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stream {
    /// A table.
    Table(TableId),
    /// A link: one or more jackpots that tables share.
    Link(LinkId),
}

impl Stream {
    /// The number under which a database keeps the stream.
    pub(crate) fn number(self) -> i64 {
        match self {
            Stream::Table(table) => table.0.into(),
            Stream::Link(link) => -i64::from(link.0),
        }
    }

    /// The stream that is kept under a number.
    pub(crate) fn of_number(number: i64) -> Option<Stream> {
        let id = u32::try_from(number.unsigned_abs()).ok()?;
        Some(if number < 0 { Stream::Link(LinkId(id)) } else { Stream::Table(TableId(id)) })
    }

    /// The two ends of a clearing account: a table's with a link, or a link's with a table.
    pub(crate) fn clears(self, account: &str) -> Option<(TableId, LinkId)> {
        let (kind, number) = account.split_once(':')?;
        let number = number.parse().ok()?;
        match (self, kind) {
            (Stream::Table(table), "link") => Some((table, LinkId(number))),
            (Stream::Link(link), "table") => Some((TableId(number), link)),
            _ => None,
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stream::Table(table) => table.fmt(f),
            Stream::Link(link) => link.fmt(f),
        }
    }
}

impl From<TableId> for Stream {
    fn from(table: TableId) -> Stream {
        Stream::Table(table)
    }
}

impl From<LinkId> for Stream {
    fn from(link: LinkId) -> Stream {
        Stream::Link(link)
    }
}

/// Sums clearing accounts: what tables and links have with each other.
#[derive(Default)]
pub(crate) struct Clearing(BTreeMap<(TableId, LinkId), Micros>);

impl Clearing {
    /// Adds the balance of an account of a stream, if it is a clearing account.
    pub(crate) fn add(&mut self, stream: Stream, account: &str, micros: Micros) {
        if let Some(ends) = stream.clears(account) {
            let sum = self.0.entry(ends).or_default();
            *sum = sum.plus(micros);
        }
    }

    /// Both ends of every account must be opposite.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        match self.0.iter().find(|(_, micros)| **micros != Micros::ZERO) {
            Some((&(table, link), &micros)) => Err(StoreError::Clearing { table, link, micros }),
            None => Ok(()),
        }
    }
}

/// An accepted command as it is written to its stream. What can be worked out before its
/// turn comes is worked out by whoever appends it, not by the one writer.
#[derive(Clone, Debug)]
pub struct Line {
    pub(crate) stream: Stream,
    pub(crate) version: u64,
    pub(crate) at: Moment,
    pub(crate) by: Actor,
    pub(crate) command: CommandId,
    pub(crate) body: String,
    pub(crate) json: Arc<str>,
    pub(crate) transfers: Vec<Transfer>,
    pub(crate) secrets: Vec<(u32, Secret)>,
    /// The shoes that are over, with the secrets their entry tells.
    pub(crate) opened: Vec<(u32, Option<Hash>)>,
    pub(crate) round: Option<RoundRecord>,
}

impl Line {
    /// An entry with nothing but itself to keep.
    fn of_entry<E: serde::Serialize>(stream: Stream, entry: Entry<E>) -> Line {
        let json = serde_json::to_string(&entry).expect("an entry is written as JSON");
        Line {
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

impl From<Record> for Line {
    fn from(record: Record) -> Line {
        let Record { table, entry, secrets, opened, round } = record;
        let opened = opened.into_iter().map(|shoe| (shoe, told(&entry, shoe))).collect();
        Line { secrets, opened, round, ..Line::of_entry(table.into(), entry) }
    }
}

impl From<LinkRecord> for Line {
    fn from(record: LinkRecord) -> Line {
        let LinkRecord { link, entry } = record;
        Line::of_entry(link.into(), entry)
    }
}

/// The secret an entry tells of a shoe that is over.
fn told(entry: &Entry, shoe: u32) -> Option<Hash> {
    entry.events.iter().find_map(|event| match event {
        Event::ShoeOpened { shoe: told, secret } if *told == shoe => unhex(secret),
        _ => None,
    })
}
