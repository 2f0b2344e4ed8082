//! The program: what a script meets, what a player meets in the terminal, the program as
//! it is served to a crowd and killed, and the witnesses that must agree.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

mod agreement;
mod any_round;
mod audit;
mod check;
mod commands;
mod crash;
#[path = "../crowd/mod.rs"]
mod crowd;
mod disk;
mod interface;
mod jackpot;
mod logs;
mod moving;
mod operators;
mod par;
#[cfg(feature = "pdf")]
mod pdf;
mod play;
mod posting;
mod procedure;
mod program;
mod provenance;
mod proxied;
mod reports;
mod scenarios;
mod serve;
mod several;
mod simulate;
mod strategy;
mod supply;
