//! Games and claims: which round of which table, and who claims a share of the meter.

use std::fmt;

use rules::ShareHand;

use crate::award::{Award, Pot};

/// A round of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct RoundId {
    pub table: u32,
    pub round: u64,
}

impl fmt::Display for RoundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {} of table {}", self.round, self.table)
    }
}

/// A round that is started: its wagers are booked, and it is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// Which.
    pub round: RoundId,
    /// The seats whose sensors were lit, from 1.
    pub lit: Vec<u8>,
    /// Fixed pays that left the meter, in cents.
    pub fixed: i64,
    /// The awards that were posted and stand.
    pub posted: u8,
}

/// The claims of one round, on the meter that the first of them froze (A35).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its number on this jackpot, from 1: the order in which groups froze (P-18).
    pub number: u64,
    /// The round.
    pub round: RoundId,
    /// The claims, in the order of the buttons.
    pub claims: Vec<ShareHand>,
    /// What it froze, besides what groups before it leave.
    pub pot: Pot,
    /// The awards in paying order, once confirmed.
    pub awards: Vec<Award>,
    /// How many of them are posted.
    pub posted: usize,
}

impl Group {
    /// Whether a supervisor has confirmed it.
    pub fn is_confirmed(&self) -> bool {
        !self.awards.is_empty()
    }

    /// The claims whose money has not left the meter yet.
    pub(crate) fn unpaid(&self) -> Vec<ShareHand> {
        let posted = &self.awards[..self.posted];
        let is_shared = posted.iter().any(|award| award.is_shared);
        let is_taken = |claim: &ShareHand| {
            (is_shared && claim.percent == 100) || posted.iter().any(|it| it.winner == *claim)
        };
        self.claims.iter().copied().filter(|claim| !is_taken(claim)).collect()
    }

    /// The award whose card is due, if the group is confirmed.
    pub fn due(&self) -> Option<&Award> {
        self.awards.get(self.posted)
    }
}
