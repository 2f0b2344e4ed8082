//! What a store writes for one accepted command, in one transaction.

use crate::event::Entry;
use crate::ids::{AccountId, LinkId, TableId, Time};
use crate::link::LinkEvent;
use crate::person::PersonEvent;
use crate::shoe::Secret;

/// An entry with its effects.
#[derive(Clone, Debug)]
pub struct Record {
    /// The table.
    pub table: TableId,
    /// The line of the journal.
    pub entry: Entry,
    /// The secrets of the shoes committed in it, by the shoe's number: sealed at rest
    /// until the shoe is over (S-04).
    pub secrets: Vec<(u32, Secret)>,
    /// The shoes that ended with it: their secrets are public now.
    pub opened: Vec<u32>,
    /// The round that ended with it.
    pub round: Option<RoundRecord>,
}

/// An entry of a link; it has no effects besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkRecord {
    /// The link.
    pub link: LinkId,
    /// The line of its journal.
    pub entry: Entry<LinkEvent>,
}

/// An entry of a person; it has no effects besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRecord {
    /// The person.
    pub person: AccountId,
    /// The line of his journal.
    pub entry: Entry<PersonEvent>,
}

/// A finished round, for the index of rounds and the players' statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    /// The round's number at its table.
    pub round: u64,
    /// The gaming day, as `yyyymmdd`.
    pub day: u32,
    /// When it started.
    pub started: Time,
    /// When it ended.
    pub ended: Time,
    /// The version that started it.
    pub first: u64,
    /// The version that ended it.
    pub last: u64,
    /// Whether it was voided.
    pub voided: bool,
    /// What every player staked and was handed back, in cents.
    pub players: Vec<(AccountId, i64, i64)>,
}
