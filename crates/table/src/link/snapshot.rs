//! Snapshots of a link without open claims. They are a cache: entries alone give the same
//! link (L-11).

use rules::Spot;
use std::collections::BTreeMap;
use std::sync::Arc;

use progressive::{Jackpot, Micros, Parts, Pot, RoundId, Started};
use serde::{Deserialize, Serialize};

use super::event::StopReason;
use super::join::TableTerms;
use super::sign::{LinkParameters, LinkPosted};
use super::state::{DepositMade, Link, Slip, Tally};
use crate::ids::{LinkId, TableId, Time};
use crate::ledger::Books;

/// A link without open claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkSnapshot {
    version: u64,
    at: Time,
    jackpots: Vec<JackpotSnapshot>,
    tables: BTreeMap<TableId, TableTerms>,
    slips: Vec<Slip>,
    stopped: Option<StopReason>,
    funded_at: Time,
    is_funded: bool,
    short_since: Option<Time>,
    deposits: Vec<DepositMade>,
    tallies: Vec<Tally>,
    books: Books,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct JackpotSnapshot {
    spot: Spot,
    parameters: LinkParameters,
    open: Pot,
    frozen: u64,
    started: Vec<StartedSnapshot>,
    funded: Micros,
    is_retired: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct StartedSnapshot {
    table: u32,
    round: u64,
    lit: Vec<u8>,
    fixed: i64,
    posted: u8,
}

impl Link {
    /// A snapshot; nothing while a claim is open, and nothing of a link never opened.
    pub fn snapshot(&self) -> Option<LinkSnapshot> {
        let has_groups = self.jackpots.values().any(|jackpot| jackpot.groups().next().is_some());
        if has_groups || self.jackpots.is_empty() {
            return None;
        }
        let jackpots = self.jackpots().map(|(spot, jackpot)| {
            let parts = jackpot.parts();
            JackpotSnapshot {
                spot,
                parameters: LinkParameters::of(&parts.parameters),
                open: parts.open,
                frozen: parts.frozen,
                started: parts.started.iter().map(StartedSnapshot::of).collect(),
                funded: parts.funded,
                is_retired: parts.is_retired,
            }
        });
        Some(LinkSnapshot {
            version: self.version,
            at: self.at,
            jackpots: jackpots.collect(),
            tables: (*self.tables).clone(),
            slips: (*self.slips).clone(),
            stopped: self.stopped.clone(),
            funded_at: self.funded_at,
            is_funded: self.is_funded,
            short_since: self.short_since,
            deposits: self.deposits.clone(),
            tallies: self.tallies.clone(),
            books: self.books.clone(),
        })
    }

    /// The link a snapshot was made of; nothing if it is of another sign.
    pub fn restore(id: LinkId, sign: Arc<LinkPosted>, snapshot: &LinkSnapshot) -> Option<Link> {
        let mut link = Link::new(id, sign);
        for own in &snapshot.jackpots {
            let posted = link.sign.jackpot(own.spot)?;
            let parts = Parts {
                parameters: own.parameters.checked().ok()?,
                open: own.open,
                groups: Vec::new(),
                frozen: own.frozen,
                started: own.started.iter().map(StartedSnapshot::started).collect(),
                funded: own.funded,
                is_retired: own.is_retired,
            };
            let jackpot = Jackpot::of_parts(posted.terms(), parts);
            link.jackpots.insert(own.spot, jackpot);
        }
        link.version = snapshot.version;
        link.at = snapshot.at;
        link.tables = Arc::new(snapshot.tables.clone());
        link.slips = Arc::new(snapshot.slips.clone());
        link.stopped = snapshot.stopped.clone();
        link.funded_at = snapshot.funded_at;
        link.is_funded = snapshot.is_funded;
        link.short_since = snapshot.short_since;
        link.deposits = snapshot.deposits.clone();
        link.tallies = snapshot.tallies.clone();
        link.books = snapshot.books.clone();
        link.shown = link.shows();
        link.ties().then_some(link)
    }
}

impl LinkSnapshot {
    /// The version it was made at.
    pub fn version(&self) -> u64 {
        self.version
    }
}

impl StartedSnapshot {
    fn of(started: &Started) -> StartedSnapshot {
        let Started { round: RoundId { table, round }, ref lit, fixed, posted } = *started;
        StartedSnapshot { table, round, lit: lit.clone(), fixed, posted }
    }

    fn started(&self) -> Started {
        let StartedSnapshot { table, round, ref lit, fixed, posted } = *self;
        Started { round: RoundId { table, round }, lit: lit.clone(), fixed, posted }
    }
}
