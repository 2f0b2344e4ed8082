//! Tables and links as their callers meet them. One program, because linking a dozen takes
//! longer than running them.
#![allow(clippy::unwrap_used)]

mod cards;
mod changed;
mod common;
mod ledger;
mod link;
mod lost_shoe;
mod offers;
mod questions;
mod roles;
mod rounds;
mod scenarios;
mod secrecy;
mod settlement;
mod wire;
