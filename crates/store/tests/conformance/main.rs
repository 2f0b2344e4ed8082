//! One set of tests for every store.

#![allow(clippy::unwrap_used)]

mod chain;
mod journal;
mod make;
mod people;
mod sqlite;
