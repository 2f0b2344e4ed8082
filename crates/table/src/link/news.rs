//! What everybody may follow of a link: its entries under their own numbers, without gaps,
//! and of each only what a display shows (S-02, P-20). Names of staff, cards, accounts and
//! what the house holds have no place in these types.

use rules::Spot;
use serde::{Deserialize, Serialize};

use super::event::{LinkEvent, StopReason};
use super::refusal::LinkRefused;
use super::state::Link;
use super::view::{Hit, JackpotView, PendingView};
use crate::event::Entry;
use crate::ids::{TableId, Time};

/// An entry of a link, as everybody may follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct News {
    /// The version after it: the entry's.
    pub version: u64,
    /// When it was accepted.
    pub at: Time,
    /// What happened of which everybody may know, in order; often nothing.
    pub events: Vec<NewsEvent>,
}

/// Something that happened on a link and that everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum NewsEvent {
    /// The link is open, with these jackpots.
    Opened { jackpots: Vec<JackpotView> },
    /// A table joined.
    Joined { table: TableId, name: String },
    /// A table left.
    Parted { table: TableId },
    /// Meters show something else, or other claims are open.
    Shown { jackpots: Vec<Shown> },
    /// An award was posted.
    Awarded(Hit),
    /// An award was backed out (P-11).
    BackedOut { slip: u64 },
    /// A meter restarts from another seed from now on, in cents.
    SeedSet { spot: Spot, seed: i64 },
    /// A jackpot was taken out of play (P-30).
    Retired { spot: Spot },
    /// No progressive wagers are taken until further notice (P-16, P-28).
    Stopped { why: StopReason },
    /// Wagers are taken again.
    Resumed {},
}

/// What a display shows of a jackpot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Shown {
    /// The jackpot.
    pub spot: Spot,
    /// What the meter shows for the next winner, in cents (P-20).
    pub cents: i64,
    /// The claims that are open, in the order in which they froze.
    #[serde(default)]
    pub pending: Vec<PendingView>,
}

impl Entry<LinkEvent> {
    /// The entry as everybody may follow it.
    pub fn news(&self) -> News {
        let events = self.events.iter().filter_map(NewsEvent::of).collect();
        News { version: self.version, at: self.at, events }
    }
}

impl NewsEvent {
    /// What everybody may know of an event; nothing of what is the house's business. A new
    /// event is told to nobody before it is given a line here.
    fn of(event: &LinkEvent) -> Option<NewsEvent> {
        Some(match event {
            LinkEvent::LinkPosted { sign } => {
                NewsEvent::Opened { jackpots: sign.jackpots.iter().map(JackpotView::new).collect() }
            }
            LinkEvent::Joined { table, terms } => {
                NewsEvent::Joined { table: *table, name: terms.name.clone() }
            }
            LinkEvent::Parted { table } => NewsEvent::Parted { table: *table },
            LinkEvent::Shown { jackpots } => NewsEvent::Shown { jackpots: jackpots.clone() },
            LinkEvent::Awarded(award) => NewsEvent::Awarded(Hit::of(award, false)),
            LinkEvent::BackedOut { slip, .. } => NewsEvent::BackedOut { slip: *slip },
            LinkEvent::ParametersSet { spot, new, .. } => {
                NewsEvent::SeedSet { spot: *spot, seed: new.seed.into() }
            }
            LinkEvent::Retired { spot, .. } => NewsEvent::Retired { spot: *spot },
            LinkEvent::Stopped { why } => NewsEvent::Stopped { why: why.clone() },
            LinkEvent::Resumed {} => NewsEvent::Resumed {},
            LinkEvent::AdviceOverridden { .. }
            | LinkEvent::Contributed { .. }
            | LinkEvent::Ended { .. }
            | LinkEvent::Voided { .. }
            | LinkEvent::FixedPaid { .. }
            | LinkEvent::Claimed(_)
            | LinkEvent::Withdrawn { .. }
            | LinkEvent::Confirmed { .. }
            | LinkEvent::SlipPaid { .. }
            | LinkEvent::SlipReprinted { .. }
            | LinkEvent::Adjusted { .. }
            | LinkEvent::Recovered { .. }
            | LinkEvent::WrittenOff { .. }
            | LinkEvent::BankLent { .. }
            | LinkEvent::DepositReversed { .. }
            | LinkEvent::Deposited { .. } => return None,
        })
    }
}

impl Link {
    /// What displays show now.
    pub(super) fn shows(&self) -> Vec<Shown> {
        let approvals = &self.sign.approvals;
        let shows = self.jackpots().map(|(spot, jackpot)| Shown {
            spot,
            cents: jackpot.shown().in_cents(),
            pending: jackpot.groups().map(|it| PendingView::of(it, approvals)).collect(),
        });
        shows.collect()
    }

    /// What displays must be told, because they show something else.
    pub(super) fn to_show(&self) -> Vec<Shown> {
        let mut shows = self.shows();
        shows.retain(|it| !self.shown.contains(it));
        shows
    }

    /// Displays are told.
    pub(super) fn show(&mut self, jackpots: &[Shown]) -> Result<(), LinkRefused> {
        if self.to_show() != jackpots {
            return Err(LinkRefused::Unsupported);
        }
        self.shown = self.shows();
        Ok(())
    }
}
