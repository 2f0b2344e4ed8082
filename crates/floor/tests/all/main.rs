//! The floor as its drivers meet it: one answer for one command, nothing before the journal
//! has it, and whoever was second decides again.
#![allow(clippy::unwrap_used)]

mod answers;
mod races;
mod room;
mod waiting;
