//! Clearing: what tables have with links and with people, across their streams.

use std::collections::BTreeMap;

use table::{Account, Micros, Stream, TableId};

use crate::error::StoreError;

/// The two ends of a clearing account: a table, and the link or person it has to do with.
fn ends(stream: Stream, account: &str) -> Option<(TableId, Stream)> {
    match (stream, account.parse().ok()?) {
        (Stream::Table(table), Account::Link(link)) => Some((table, link.into())),
        (Stream::Table(table), Account::Person(person)) => Some((table, person.into())),
        (Stream::Link(_) | Stream::Person(_), Account::Table(table)) => Some((table, stream)),
        _ => None,
    }
}

/// Sums clearing accounts: what tables have with links and with people.
#[derive(Default)]
pub(crate) struct Clearing(BTreeMap<(TableId, Stream), Micros>);

impl Clearing {
    /// Adds the balance of an account of a stream, if it is a clearing account.
    pub(crate) fn add(&mut self, stream: Stream, account: &str, micros: Micros) {
        if let Some(both) = ends(stream, account) {
            let sum = self.0.entry(both).or_default();
            *sum += micros;
        }
    }

    /// Both ends of every account must be opposite.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        match self.0.iter().find(|(_, micros)| **micros != Micros::ZERO) {
            Some((&(table, with), &micros)) => Err(StoreError::Clearing { table, with, micros }),
            None => Ok(()),
        }
    }
}
