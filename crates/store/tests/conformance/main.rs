//! One set of tests for every store.

#![allow(clippy::unwrap_used)]

mod chain;
mod drill;
mod journal;
mod make;
mod memory;
mod people;
mod sqlite;
