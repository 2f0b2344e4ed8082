//! The program `bahama` as a library, so that tests use what people use.

pub mod cli;
mod law_cache;
pub mod library;
mod pace;
pub mod par;
mod pay;
mod progress;
pub mod provenance;
pub mod selftest;
pub mod settle;
pub mod simulate;
pub mod strategy;
mod text;
mod wording;
