//! The floor: every table, reached by its number.
//!
//! What stands here are the words between the floor and the network, and a floor that
//! keeps its entries in memory: it checks the matrix of roles and gives every command a
//! version, and knows nothing of cards.

mod memory;

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};
use table::{AccountId, Dealing, Moment, Staffing, TableId};

pub use memory::Floor;

/// A table in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct TableSummary {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// Who deals.
    pub dealing: Dealing,
    /// Whether staff stand at it.
    pub staffing: Staffing,
    /// The number of seats.
    pub seats: u8,
    /// The seats that are taken.
    pub taken: u8,
    /// Whether it is open for play.
    pub open: bool,
    /// The one player it belongs to: a practice table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<AccountId>,
}

/// A table somebody wants to open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenTable {
    /// The game's id.
    pub game: String,
    /// What kind of table.
    pub kind: TableKind,
    /// The name on its sign; made from the game's without it.
    #[serde(default)]
    pub name: Option<String>,
    /// The configuration; the game's first without it.
    #[serde(default)]
    pub configuration: Option<String>,
    /// The number of decks; the game's default without it.
    #[serde(default)]
    pub decks: Option<u8>,
}

/// What kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableKind {
    /// For one player, with play money and without clocks.
    Practice,
    /// For everybody, dealt by the server, with play money.
    Shared,
    /// Dealt at the dealer's keypad, with dealer and supervisor.
    Attended,
    /// Physical cards and chips.
    Live,
}

/// An accepted command.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The table's version after it.
    pub version: u64,
    /// The entry's JSON.
    pub entry: Arc<str>,
}

/// A refused command, or a question that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct CommandRefused {
    /// The stable code.
    pub code: &'static str,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What kind of refusal it is.
    pub kind: RefusalKind,
}

/// What kind of refusal, which decides the HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// There is no such table (404).
    NotFound,
    /// The sender may never do this (403).
    Denied,
    /// Not now, or not like this (409).
    Conflict,
    /// The floor does not take commands (503).
    Unavailable,
}

/// An entry as it is sent: written once, shared by all who watch.
#[derive(Clone, Debug)]
pub struct Published {
    /// The version.
    pub version: u64,
    /// The entry's JSON.
    pub json: Utf8Bytes,
}

/// A finished round in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct RoundSummary {
    /// The table.
    pub table: TableId,
    /// The round's number.
    pub round: u64,
    /// The gaming day, as `yyyymmdd`.
    pub day: u32,
    /// When it started.
    pub started: Moment,
    /// When it ended.
    pub ended: Moment,
    /// Whether it was voided.
    pub voided: bool,
    /// What the asking player staked, in cents; nothing for who did not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staked: Option<i64>,
    /// What the asking player was handed back, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<i64>,
}
