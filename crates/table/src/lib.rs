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
mod link;
mod lost;
mod memory;
mod posted;
mod record;
mod refusal;
pub mod report;
mod role;
mod shoe;
mod snapshot;
mod state;
mod view;
mod wire;

pub use apply::ReplayFailed;
pub use command::{Body, CardProof, Command, Context, Kind};
pub use decide::{Decided, Decision, fingerprint};
pub use desk::{Desk, Linked, Proposed};
pub use event::{
    ActionName, AwardDue, By, CardName, ClassName, DealtCard, Entry, Event, FromMeterName,
    PaidLine, Partner, PolicyName, ShareHand, SpotName, Stake,
};
pub use house::{House, PostedFault};
pub use ids::{AccountId, Actor, CommandId, LinkId, Moment, NotACommandId, TableId};
pub use ledger::{Account, Books, BooksFault, Micros, NotAnAccount, Transfer};
pub use link::{
    AdjustReason, Approvals, AwardRecord, Change, Claim, Due, Hit, JackpotPosted, JackpotView,
    Level, Link, LinkBody, LinkDecision, LinkDesk, LinkEvent, LinkFault, LinkParameters,
    LinkPosted, LinkProposed, LinkRefused, LinkSnapshot, LinkView, Lit, OfficeView, PayLine,
    PendingView, Person, PostedHand, PotView, Sensor, Slip, TableTerms, Tally,
};
pub use lost::dealt_cards;
pub use memory::check;
pub use posted::{Clocks, Dealing, Given, OnLink, Posted, PostedTable, Staffing};
pub use record::{LinkRecord, Record, RoundRecord};
pub use refusal::Refused;
pub use role::{MATRIX, Role};
pub use shoe::{Secret, hex};
pub use snapshot::Snapshot;
pub use state::{OnDuty, Phase, Table};
pub use view::{
    Ask, ClaimState, ClaimView, FateName, Felt, HandView, Offer, PlayerView, ProgressiveView,
    SeatCards, SeatView, ShoeView, View, You,
};
