//! Which table of a server: the one that was named, or the first that fits.

use rules::Spot;
use table::{Dealing, Posted, Staffing};

use super::wire::Summary;

/// What somebody wants to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The game's id.
    pub game: String,
    /// The table's number; any that fits without it.
    pub table: Option<u32>,
    /// How many seats.
    pub seats: u8,
    /// The configuration, if it matters.
    pub configuration: Option<String>,
    /// The number of decks, if it matters.
    pub decks: Option<u8>,
    /// Pay tables by spot, where they matter.
    pub paytables: Vec<(Spot, String)>,
}

/// Why a table is not what is wanted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Misfit {
    #[error("plays {0}")]
    Game(String),
    #[error("plays {has}, not {wanted}")]
    Configuration { has: String, wanted: String },
    #[error("has {has} decks, not {wanted}")]
    Decks { has: u8, wanted: u8 },
    #[error("has {}pay table {has} for {spot}, not {wanted}", if has.is_empty() { "no " } else { "" })]
    Paytable { spot: Spot, has: String, wanted: String },
    #[error("is closed")]
    Closed,
    #[error("is somebody's own")]
    Private,
    #[error("is attended: its staff sell the chips, and no coach speaks there")]
    Attended,
    #[error("shows given cards; --table {0} sits down there")]
    Exhibition(u32),
    #[error("has {free} of {seats} seats free")]
    Full { free: u8, seats: u8 },
}

impl Misfit {
    /// Whether something was asked for that this table never has.
    pub(super) fn is_wrong_usage(&self) -> bool {
        !matches!(self, Misfit::Closed | Misfit::Full { .. })
    }
}

impl Wanted {
    /// Why a table of the lobby does not fit, if it does not.
    pub(super) fn misfit(&self, summary: &Summary) -> Option<Misfit> {
        let Summary { table, seats, taken, .. } = *summary;
        let free = seats.saturating_sub(taken);
        if summary.game != self.game {
            return Some(Misfit::Game(summary.game.clone()));
        }
        if let Some(wanted) = self.decks.filter(|&decks| decks != summary.decks) {
            return Some(Misfit::Decks { has: summary.decks, wanted });
        }
        let has = &summary.configuration;
        if let Some(wanted) = self.configuration.clone().filter(|wanted| wanted != has) {
            return Some(Misfit::Configuration { has: has.clone(), wanted });
        }
        let is_house_dealt = summary.dealing == Dealing::Automatic;
        Some(match summary {
            // Chips of attended and live tables are not play money.
            _ if summary.staffing == Staffing::Attended || !is_house_dealt => Misfit::Attended,
            _ if summary.private.is_some() => Misfit::Private,
            _ if summary.exhibition && self.table.is_none() => Misfit::Exhibition(table.0),
            _ if !summary.open => Misfit::Closed,
            _ if free < self.seats => Misfit::Full { free, seats },
            _ => return None,
        })
    }

    /// Why the sign of a table does not fit, if it does not.
    pub(super) fn misfit_of_sign(&self, posted: &Posted) -> Option<Misfit> {
        self.paytables.iter().find_map(|(spot, wanted)| {
            let has = posted.paytables.iter().find(|table| table.spot == *spot);
            let has = has.map_or(String::new(), |table| table.paytable.clone());
            let (spot, wanted) = (*spot, wanted.clone());
            (has != wanted).then_some(Misfit::Paytable { spot, has, wanted })
        })
    }
}
