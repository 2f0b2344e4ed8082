//! One round as a machine that asks, its settlement and its replay.
//!
//! [`Round::need`] says what the round waits for: a card for a slot, insurance
//! from a seat, an action among the legal ones, or nothing. Someone answers: a
//! table from its shoe and from people, a simulator from an array, a replay from
//! a record. The answers *are* the round. Nothing is fixed up: what does not fit
//! is refused with a typed reason, and the round is unchanged.

#![deny(clippy::float_arithmetic)]

mod hand;
mod line;
mod machine;
mod replay;
mod settle;

pub use hand::{Fate, Hand, MAX_HAND_CARDS};
pub use line::{Line, LineResult, LineSpot, PaidLine, Reason};
pub use machine::{Need, Refused, Round, Slot};
pub use replay::{Answer, ReplayFailed, replay};
