//! What everybody may know of a table's shoes for good: commitments, cuts, cards and openings,
//! from the first shoe on (F-03, F-04). Who sat there and what he staked has no place in it.

use serde::{Deserialize, Serialize};

use crate::event::{Entry, Event};
use crate::ids::Time;

/// What an entry tells of the shoes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShoeNews {
    /// The version after it: the entry's.
    pub version: u64,
    /// When it was accepted.
    pub at: Time,
    /// What happened to the shoes, in order, and the signs they were shuffled under.
    pub events: Vec<Event>,
}

impl Entry {
    /// What it tells of the shoes, if it does.
    pub fn shoe_news(&self) -> Option<ShoeNews> {
        let events: Vec<Event> = self.events.iter().filter(|it| is_public(it)).cloned().collect();
        let (version, at) = (self.version, self.at);
        (!events.is_empty()).then_some(ShoeNews { version, at, events })
    }
}

/// The list of what may be told; what is not in it is not.
const fn is_public(event: &Event) -> bool {
    matches!(
        event,
        Event::Posted { .. }
            | Event::ShoeCommitted { .. }
            | Event::ShoeCut { .. }
            | Event::CutCard {}
            | Event::Dealt { .. }
            | Event::HoleTurned { .. }
            | Event::ShoeOpened { .. }
            | Event::ShoeLost { .. }
    )
}
