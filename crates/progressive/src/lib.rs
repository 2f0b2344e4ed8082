//! The progressive: what a meter pays to the winners of one round (A1-A3, A36), the life
//! of a jackpot that many tables share, and what sheet 003 advises against when it is set
//! up.
//!
//! Everything is exact in millionths of a dollar ([`Micros`]); every change of a
//! [`Jackpot`] returns the [`Movements`] a ledger must book. A jackpot's
//! `meter + reserve + house share + awards - seeds` is the sum of its wagers, always.

#![deny(clippy::float_arithmetic)]

mod advice;
mod award;
mod group;
mod jackpot;
mod micros;
mod movement;
mod parameters;
mod refusal;

pub use advice::{Advice, Setup};
pub use award::{Award, Loan, Pot, Reseed, award};
pub use group::{Group, RoundId, Started};
pub use jackpot::{AdjustReason, Change, Contribution, Jackpot, Parts, Terms};
pub use micros::Micros;
pub use movement::{Movement, Movements, Place};
pub use parameters::{Parameters, RatesAboveWhole, Shares};
pub use refusal::{Code, Refused};
