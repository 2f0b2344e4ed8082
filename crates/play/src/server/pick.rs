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
    #[error("has pay table {has} for {spot}, not {wanted}")]
    Paytable { spot: Spot, has: String, wanted: String },
    #[error("does not offer {spot}")]
    NotOffered { spot: Spot },
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
            let (spot, wanted) = (*spot, wanted.clone());
            let posted = posted.paytables.iter().find(|table| table.spot == spot);
            let Some(has) = posted.map(|table| table.paytable.clone()) else {
                return Some(Misfit::NotOffered { spot });
            };
            (has != wanted).then_some(Misfit::Paytable { spot, has, wanted })
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A table of the lobby that differs from one that fits.
    fn summary(differs: &[(&str, Value)]) -> Summary {
        let mut summary = json!({
            "table": 3, "version": 9, "name": "The table", "game": "bahama-bonus",
            "configuration": "h17", "decks": 6, "seats": 7, "taken": 6, "dealing": "automatic",
            "staffing": "unattended", "exhibition": false, "private": null, "open": true,
        });
        for (name, value) in differs {
            summary[name] = value.clone();
        }
        serde_json::from_value(summary).unwrap()
    }

    fn wanted() -> Wanted {
        Wanted { game: "bahama-bonus".to_owned(), seats: 1, ..Wanted::default() }
    }

    #[test]
    fn a_table_fits_or_says_why_not() {
        let check = |differs: &[(&str, Value)], says: &str| {
            let misfit = wanted().misfit(&summary(differs));
            assert_eq!(misfit.map(|it| it.to_string()).unwrap_or_default(), says);
        };
        check(&[], "");
        check(&[("game", json!("players-edge-21"))], "plays players-edge-21");
        check(&[("taken", json!(7))], "has 0 of 7 seats free");
        check(&[("open", json!(false))], "is closed");
        check(&[("private", json!(12))], "is somebody's own");
        check(&[("exhibition", json!(true))], "shows given cards; --table 3 sits down there");
        let attended = "is attended: its staff sell the chips, and no coach speaks there";
        check(&[("staffing", json!("attended"))], attended);
        check(&[("staffing", json!("attended")), ("dealing", json!("live"))], attended);
    }

    #[test]
    fn what_was_asked_for_by_name_must_be_there() {
        let decks = Wanted { decks: Some(8), ..wanted() }.misfit(&summary(&[])).unwrap();
        assert_eq!(decks.to_string(), "has 6 decks, not 8");
        assert!(decks.is_wrong_usage());
        let s17 = Wanted { configuration: Some("s17".to_owned()), ..wanted() };
        assert_eq!(s17.misfit(&summary(&[])).unwrap().to_string(), "plays h17, not s17");
        let given = Wanted { table: Some(3), ..wanted() };
        assert_eq!(given.misfit(&summary(&[("exhibition", json!(true))])), None);
        let two = Wanted { seats: 2, ..wanted() }.misfit(&summary(&[])).unwrap();
        assert!(!two.is_wrong_usage(), "later there may be room");
    }
}
