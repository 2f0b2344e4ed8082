//! What is posted at the table: the sheet with its configuration, decks and pay tables.

use crate::case::Case;
use crate::games;
use crate::money::{To, to};
use crate::objection::Objection;
use crate::paytables::{PayTable, Prices};
use crate::sheet::{Configuration, Sheet, SideWager};

/// A sheet and what the case chose among the things it offers.
pub(crate) struct Terms {
    pub(crate) sheet: Sheet,
    pub(crate) configuration: &'static Configuration,
    pub(crate) natural_pays: To,
    /// Every side wager of the sheet with the pay table in force.
    pub(crate) side: Vec<(&'static SideWager, &'static PayTable)>,
}

impl Terms {
    /// The terms of this case, if its game offers them.
    pub(crate) fn of(case: &Case) -> Result<Terms, Objection> {
        let sheet = games::sheet(&case.game)
            .ok_or_else(|| Objection::UnknownGame { game: case.game.clone() })?;
        let configuration = configuration(case, &sheet)?;
        if !sheet.decks.contains(&case.decks) {
            return Err(Objection::Decks { decks: case.decks, offered: sheet.decks });
        }
        let natural_pays = natural_pays(case, &sheet)?;
        check_spots(case, &sheet)?;
        let side = sheet
            .side
            .iter()
            .map(|wager| Ok((wager, paytable(case, wager)?)))
            .collect::<Result<_, Objection>>()?;
        Ok(Terms { sheet, configuration, natural_pays, side })
    }
}

fn configuration(case: &Case, sheet: &Sheet) -> Result<&'static Configuration, Objection> {
    let offered = sheet.configurations;
    offered.iter().find(|one| one.name == case.configuration).ok_or_else(|| {
        Objection::UnknownConfiguration {
            configuration: case.configuration.clone(),
            offered: offered.iter().map(|one| one.name).collect(),
        }
    })
}

fn natural_pays(case: &Case, sheet: &Sheet) -> Result<To, Objection> {
    let Some((won, per)) = case.natural_pays else { return Ok(sheet.natural_pays[0]) };
    let posted = to(won, per);
    if sheet.natural_pays.contains(&posted) {
        Ok(posted)
    } else {
        Err(Objection::NaturalPays { won, per })
    }
}

fn paytable(case: &Case, wager: &'static SideWager) -> Result<&'static PayTable, Objection> {
    let Some(id) = case.paytables.get(wager.spot) else { return Ok(&wager.paytables[0]) };
    let table = wager.paytables.iter().find(|table| table.id == id).ok_or_else(|| {
        Objection::UnknownPayTable {
            spot: wager.spot.to_owned(),
            paytable: id.clone(),
            offered: wager.paytables.iter().map(|table| table.id).collect(),
        }
    })?;
    if table.never_with_decks.contains(&case.decks) {
        return Err(Objection::PayTableDecks {
            spot: wager.spot,
            paytable: table.id,
            decks: case.decks,
        });
    }
    Ok(table)
}

/// Pay tables and meters may be named only for spots the game has.
fn check_spots(case: &Case, sheet: &Sheet) -> Result<(), Objection> {
    for (spot, paytable) in &case.paytables {
        let plain = paytable == "standard"
            && (spot == "main" || (spot == "insurance" && sheet.insurance.is_some()));
        if !plain && !sheet.side.iter().any(|wager| wager.spot == spot) {
            return Err(Objection::UnknownPayTable {
                spot: spot.clone(),
                paytable: paytable.clone(),
                offered: Vec::new(),
            });
        }
    }
    for (spot, meter) in &case.meters {
        if !sheet.side.iter().any(|wager| wager.spot == spot && has_meter(wager)) {
            return Err(Objection::UnknownMeter { spot: spot.clone() });
        }
        if meter.meter < 0 || meter.reserve < 0 || meter.seed < 0 {
            return Err(Objection::MeterBelowZero { spot: spot.clone() });
        }
    }
    Ok(())
}

fn has_meter(wager: &SideWager) -> bool {
    matches!(wager.paytables[0].prices, Prices::Progressive(..))
}
