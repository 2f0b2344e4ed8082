//! The chain of hashes through a stream's entries (L-05).

use sha2::{Digest, Sha256};
use table::{Actor, CommandId, Entry, Event, LinkEvent, PersonEvent, Time, Transfer};

use crate::error::Cause;
use table::Stream;

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// What stands before the first line of a chain.
pub const NO_HASH: Hash = [0; 32];

/// The end of a stream's chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The last version; zero for a stream without entries.
    pub version: u64,
    /// The hash of the last entry.
    pub hash: Hash,
}

impl Head {
    /// Before the first entry.
    pub const NONE: Head = Head { version: 0, hash: NO_HASH };
}

/// The hash of an entry: over the hash before, the stream, the version and the entry's
/// JSON text as it is stored. The number of a link or a person stands behind a word, so
/// that it is no table's.
pub fn entry_hash(previous: &Hash, stream: Stream, version: u64, json: &str) -> Hash {
    let mut hash = Sha256::new();
    hash.update(previous);
    match stream {
        Stream::Table(table) => hash.update(table.0.to_be_bytes()),
        Stream::Link(link) => {
            hash.update("link");
            hash.update(link.0.to_be_bytes());
        }
        Stream::Person(person) => {
            hash.update("person");
            hash.update(person.0.to_be_bytes());
        }
    }
    hash.update(version.to_be_bytes());
    hash.update(json);
    hash.finalize().into()
}

/// The hash of a line of the security log. Lengths keep the fields apart.
pub(crate) fn log_hash(
    previous: &Hash,
    number: u64,
    at: u64,
    account: Option<u64>,
    what: &str,
    detail: &str,
) -> Hash {
    let mut hash = Sha256::new();
    hash.update(previous);
    hash.update(number.to_be_bytes());
    hash.update(at.to_be_bytes());
    hash.update([u8::from(account.is_some())]);
    hash.update(account.unwrap_or_default().to_be_bytes());
    for text in [what, detail] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

/// A row of the journal as it stands in a database, to be checked.
pub(crate) struct Row {
    pub(crate) version: u64,
    pub(crate) at: u64,
    pub(crate) account: u64,
    pub(crate) role: String,
    pub(crate) command: String,
    pub(crate) body: String,
    pub(crate) json: String,
    pub(crate) previous: Vec<u8>,
    pub(crate) hash: Vec<u8>,
}

/// What every entry tells, whatever happened in it.
pub(crate) struct Told {
    pub(crate) version: u64,
    pub(crate) at: Time,
    by: Actor,
    command: CommandId,
    body: String,
    pub(crate) transfers: Vec<Transfer>,
    /// What happened at a table; nothing for a link or a person.
    pub(crate) events: Vec<Event>,
}

impl Told {
    fn read(stream: Stream, json: &str) -> Result<Told, serde_json::Error> {
        match stream {
            Stream::Table(_) => {
                let mut entry: Entry = serde_json::from_str(json)?;
                let events = std::mem::take(&mut entry.events);
                Ok(Told::of(entry, events))
            }
            Stream::Link(_) => {
                let entry: Entry<LinkEvent> = serde_json::from_str(json)?;
                Ok(Told::of(entry, Vec::new()))
            }
            Stream::Person(_) => {
                let entry: Entry<PersonEvent> = serde_json::from_str(json)?;
                Ok(Told::of(entry, Vec::new()))
            }
        }
    }

    fn of<E>(entry: Entry<E>, events: Vec<Event>) -> Told {
        let Entry { version, at, by, command, body, transfers, .. } = entry;
        Told { version, at, by, command, body, transfers, events }
    }
}

impl Row {
    /// Checks that this is the entry after `head`; gives it with the next head.
    pub(crate) fn follows(&self, stream: Stream, head: Head) -> Result<(Told, Head), Cause> {
        if self.version != head.version + 1 {
            return Err(Cause::Missing);
        }
        if self.previous != head.hash {
            return Err(Cause::Previous);
        }
        let hash = entry_hash(&head.hash, stream, self.version, &self.json);
        if self.hash != hash {
            return Err(Cause::Hash);
        }
        let told =
            Told::read(stream, &self.json).map_err(|error| Cause::Unreadable(error.to_string()))?;
        let columns = [
            ("version", self.version == told.version),
            ("at", self.at == told.at.0),
            ("account", self.account == told.by.account.0),
            ("role", self.role == told.by.role.word()),
            ("command", self.command == told.command.as_str()),
            ("body", self.body == told.body),
        ];
        if let Some((column, _)) = columns.iter().find(|(_, same)| !same) {
            return Err(Cause::Column(column));
        }
        Ok((told, Head { version: self.version, hash }))
    }
}
