//! A table as a pure state machine: a command is *decided* into an entry of events and
//! transfers, an entry is *applied*, and what a person may see of it is a *view*.
//!
//! There is no clock, no entropy and no storage here: the time, the gaming day and fresh
//! entropy come with every command ([`Context`]). Folding the entries gives the table
//! again, to the bit.

#![deny(clippy::float_arithmetic)]

mod apply;
mod command;
mod decide;
mod desk;
mod event;
mod house;
mod ids;
mod ledger;
mod lost;
mod posted;
mod record;
mod refusal;
mod role;
mod shoe;
mod snapshot;
mod state;
mod view;
mod wire;

pub use apply::ReplayFailed;
pub use command::{Body, Command, Context, Kind};
pub use decide::{Decision, fingerprint};
pub use desk::{Desk, Proposed, check};
pub use event::{ActionName, By, CardName, DealtCard, Entry, Event, PaidLine, SpotName, Stake};
pub use house::{House, PostedFault};
pub use ids::{AccountId, Actor, CommandId, Moment, NotACommandId, TableId};
pub use ledger::{Account, Books, BooksFault, Micros, NotAnAccount, Transfer};
pub use lost::dealt_cards;
pub use posted::{Clocks, Dealing, Given, Posted, PostedTable, Staffing};
pub use record::{Record, RoundRecord};
pub use refusal::Refused;
pub use role::{MATRIX, Role};
pub use shoe::{Secret, hex};
pub use snapshot::Snapshot;
pub use state::{OnDuty, Phase, Table};
pub use view::{
    Ask, FateName, Felt, HandView, Offer, PlayerView, SeatCards, SeatView, ShoeView, View, You,
};
