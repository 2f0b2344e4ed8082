//! Clearing: what tables and links have with each other, across their streams.

use std::collections::BTreeMap;

use table::{LinkId, Micros, Stream, TableId};

use crate::error::StoreError;

/// The two ends of a clearing account: a table's with a link, or a link's with a table.
fn ends(stream: Stream, account: &str) -> Option<(TableId, LinkId)> {
    let (kind, number) = account.split_once(':')?;
    let number = number.parse().ok()?;
    match (stream, kind) {
        (Stream::Table(table), "link") => Some((table, LinkId(number))),
        (Stream::Link(link), "table") => Some((TableId(number), link)),
        _ => None,
    }
}

/// Sums clearing accounts: what tables and links have with each other.
#[derive(Default)]
pub(crate) struct Clearing(BTreeMap<(TableId, LinkId), Micros>);

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
            Some((&(table, link), &micros)) => Err(StoreError::Clearing { table, link, micros }),
            None => Ok(()),
        }
    }
}
