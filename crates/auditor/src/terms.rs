//! What is posted at the table: the sheet with its configuration, decks and pay tables.

use crate::case::{Case, Rescued};
use crate::games;
use crate::money::{To, to};
use crate::objection::Objection;
use crate::paytables::{PayTable, Prices, SeveralWinners};
use crate::sheet::{Configuration, DoubleLimit, Limits, Sheet, SideWager, Stake};

/// A sheet and what the case chose among the things it offers.
pub(crate) struct Terms {
    /// The sheet, with the amounts and wagers that are posted in place of its own.
    pub(crate) sheet: Sheet,
    pub(crate) configuration: &'static Configuration,
    pub(crate) natural_pays: To,
    /// Every side wager posted, with the pay table in force.
    pub(crate) side: Vec<(SideWager, &'static PayTable)>,
    /// What several winners of the whole meter do, if the table posts it.
    pub(crate) several_winners: Option<SeveralWinners>,
    /// What a rescue takes back.
    pub(crate) rescued: Rescued,
}

impl Terms {
    /// The terms of this case, if its game offers them.
    pub(crate) fn of(case: &Case) -> Result<Terms, Objection> {
        let mut sheet = games::sheet(&case.game)
            .ok_or_else(|| Objection::UnknownGame { game: case.game.clone() })?;
        let configuration = configuration(case, &sheet)?;
        if !sheet.decks.contains(&case.decks) {
            return Err(Objection::Decks { decks: case.decks, offered: sheet.decks });
        }
        let natural_pays = natural_pays(case, &sheet)?;
        let posted = posted_wagers(case, &sheet)?;
        let is_posted = |spot: &str| posted.contains(&spot);
        check_spots(case, &sheet)?;
        let side = sheet
            .side
            .iter()
            .filter(|wager| is_posted(wager.spot))
            .map(|wager| Ok((posted_stake(case, *wager), paytable(case, wager)?)))
            .collect::<Result<_, Objection>>()?;
        sheet.insurance = sheet.insurance.filter(|_| is_posted("insurance"));
        sheet.double_limit = posted_cap(case, &sheet);
        sheet.main = posted_main(case, &sheet);
        let (several_winners, rescued) = (case.several_winners, case.rescued);
        Ok(Terms { sheet, configuration, natural_pays, side, several_winners, rescued })
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

/// The spots besides the main wager that are posted (A45). With commas it is a list of spots;
/// else `base` is the game without side wagers, and a set's name the base with that set. What
/// follows a plus is added.
fn posted_wagers(case: &Case, sheet: &Sheet) -> Result<Vec<&'static str>, Objection> {
    let base = sheet.insurance.iter().map(|_| "insurance");
    let all = base.clone().chain(sheet.side.iter().map(|wager| wager.spot));
    let Some(text) = &case.wagers else { return Ok(all.collect()) };
    let mut posted = Vec::new();
    for word in text.split([',', '+']).map(str::trim).filter(|word| *word != "main") {
        let in_set = |wager: &&SideWager| wager.set == Some(word);
        let is_set = !text.contains(',') && sheet.side.iter().any(|wager| in_set(&wager));
        if word == "base" || is_set {
            posted.extend(base.clone());
            posted.extend(sheet.side.iter().filter(in_set).map(|wager| wager.spot));
        } else if let Some(spot) = all.clone().find(|spot| *spot == word) {
            posted.push(spot);
        } else {
            return Err(Objection::UnknownWagers { wagers: text.clone() });
        }
    }
    Ok(posted)
}

/// The limits of the main wager with the posted amounts. Where a limit on single wagers is posted,
/// a table that posts no maximum goes up to it.
fn posted_main(case: &Case, sheet: &Sheet) -> Limits {
    let min = case.least.get("main").copied().unwrap_or(sheet.main.min);
    let limit = case.single_wager_limit;
    let max = case.most.get("main").copied().or(limit).unwrap_or(sheet.main.max);
    Limits { min, max: limit.map_or(max, |limit| max.min(limit)) }
}

/// A side wager with its posted limits; a unit is what it is.
fn posted_stake(case: &Case, wager: SideWager) -> SideWager {
    let least = |min| case.least.get(wager.spot).copied().unwrap_or(min);
    let most = case.most.get(wager.spot).copied();
    let stake = match wager.stake {
        Stake::Unit(unit) => Stake::Unit(unit),
        Stake::Between(Limits { min, max }) => {
            Stake::Between(Limits { min: least(min), max: most.unwrap_or(max) })
        }
        Stake::UpToTable { min } => match most {
            Some(max) => Stake::Between(Limits { min: least(min), max }),
            None => Stake::UpToTable { min: least(min) },
        },
        Stake::UpToMain { min } => Stake::UpToMain { min: least(min) },
    };
    SideWager { stake, ..wager }
}

/// The sheet's limit on doubles with the posted amount (A19): per wager it is the table maximum,
/// in total the limit on single wagers, and 004's own amount stays.
fn posted_cap(case: &Case, sheet: &Sheet) -> DoubleLimit {
    let posted = |usual: Option<i64>, cap: i64| case.double_cap.or(usual).unwrap_or(cap);
    match sheet.double_limit {
        DoubleLimit::PerWager(cap) => {
            DoubleLimit::PerWager(posted(case.most.get("main").copied(), cap))
        }
        DoubleLimit::PerWagerForLess(cap) => DoubleLimit::PerWagerForLess(posted(None, cap)),
        DoubleLimit::TotalRefused(cap) => {
            DoubleLimit::TotalRefused(posted(case.single_wager_limit, cap))
        }
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
