//! A table as a pure state machine: a command is *decided* into an entry of events and
//! transfers, an entry is *applied*, and what a person may see of it is a *view*.
//!
//! There is no clock, no entropy and no storage here: the time, the gaming day and fresh
//! entropy come with every command ([`Context`]). Folding the entries gives the table
//! again, to the bit.

#![deny(clippy::float_arithmetic)]

mod command;
mod event;
mod ids;
mod ledger;
mod posted;
mod record;
mod role;
mod shoe;
mod wire;

pub use command::{Body, Command, Context, Kind};
pub use event::{ActionName, By, CardName, DealtCard, Entry, Event, PaidLine, SpotName, Stake};
pub use ids::{AccountId, Actor, CommandId, Moment, NotACommandId, TableId};
pub use ledger::{Account, Books, BooksFault, Micros, NotAnAccount, Transfer};
pub use posted::{Clocks, Dealing, Posted, PostedTable, Staffing};
pub use record::{Record, RoundRecord};
pub use role::{MATRIX, Role};
pub use shoe::Secret;
