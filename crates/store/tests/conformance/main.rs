//! One set of tests for every store.

#![allow(clippy::unwrap_used)]

mod chain;
mod drill;
mod heads;
mod journal;
mod kept;
mod make;
mod memory;
mod parts;
mod people;
mod postgres;
mod sqlite;
