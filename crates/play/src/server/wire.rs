//! The few documents of a server that are not a table's: who is signed in, the lobby, a
//! refusal, the first word of a stream. What is not needed is not read.

use serde::Deserialize;
use table::{AccountId, Dealing, Staffing, TableId};

/// Who is signed in.
#[derive(Debug, Deserialize)]
pub(super) struct Me {
    /// The anti-forgery token, sent back with every POST.
    pub(super) csrf: String,
}

/// The tables.
#[derive(Debug, Deserialize)]
pub(super) struct Lobby {
    pub(super) tables: Vec<Summary>,
}

/// A table in the lobby.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Summary {
    pub(super) table: TableId,
    pub(super) name: String,
    pub(super) game: String,
    pub(super) configuration: String,
    pub(super) decks: u8,
    pub(super) seats: u8,
    pub(super) taken: u8,
    pub(super) dealing: Dealing,
    pub(super) staffing: Staffing,
    pub(super) exhibition: bool,
    pub(super) private: Option<AccountId>,
    pub(super) open: bool,
}

/// A refusal.
#[derive(Debug, Deserialize)]
pub(super) struct Refusal {
    pub(super) error: Facts,
}

/// Code and sentence of a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Facts {
    pub(super) code: String,
    pub(super) message: String,
}

/// The first message of a stream.
#[derive(Debug, Deserialize)]
pub(super) struct First {
    pub(super) hello: Hello,
}

/// What it says.
#[derive(Debug, Deserialize)]
pub(super) struct Hello {
    /// The table's version; what was missed of it follows.
    pub(super) version: u64,
    /// From where it follows: later than what was asked for by somebody too far behind.
    #[serde(default)]
    pub(super) after: u64,
}
