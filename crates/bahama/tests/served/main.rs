//! The program as it is served: a real process, a crowd of clients, and kill -9.
#![allow(clippy::unwrap_used)]

mod crash;
#[path = "../crowd/mod.rs"]
mod crowd;
mod jackpot;
mod procedure;
