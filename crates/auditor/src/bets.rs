//! Whether the sheet allows the bets of a round (R-03, R-04, R-10, A45).

use std::collections::BTreeMap;

use crate::case::Case;
use crate::money::DOLLAR;
use crate::objection::Objection;
use crate::sheet::{Limits, SideWager, Stake};
use crate::terms::Terms;

/// The layouts have seven seats (001; the others by ruling).
const SEATS: std::ops::RangeInclusive<u8> = 1..=7;
/// The smallest chip, and with it the step of everything but the main wager.
pub(crate) const SMALLEST_CHIP: i64 = DOLLAR / 2;

/// Checks every bet of the round.
pub(crate) fn check(case: &Case, terms: &Terms) -> Result<(), Objection> {
    if case.bets.is_empty() {
        return Err(Objection::NoBets);
    }
    for (&seat, bets) in &case.bets {
        if !SEATS.contains(&seat) {
            return Err(Objection::NoSuchSeat { seat });
        }
        check_seat(seat, bets, terms)?;
    }
    check_sets(case, terms)
}

fn check_seat(seat: u8, bets: &BTreeMap<String, i64>, terms: &Terms) -> Result<(), Objection> {
    let &main = bets.get("main").ok_or(Objection::MainMissing { seat })?;
    Bet { seat, spot: "main", amount: main }.check(terms.sheet.main, DOLLAR)?;
    for (spot, &amount) in bets.iter().filter(|(spot, _)| *spot != "main") {
        let wager = offered(terms, spot)
            .ok_or_else(|| Objection::SpotNotOffered { seat, spot: spot.clone() })?;
        let bet = Bet { seat, spot: wager.spot, amount };
        match wager.stake {
            Stake::Between(limits) => bet.check(limits, SMALLEST_CHIP)?,
            Stake::UpToTable { min } => {
                bet.check(Limits { min, max: terms.sheet.main.max }, SMALLEST_CHIP)?;
            }
            Stake::UpToMain { min } => bet.check(Limits { min, max: main }, SMALLEST_CHIP)?,
            Stake::Unit(unit) => bet.check(Limits { min: unit, max: unit }, unit)?,
        }
        if let Some(needs) = wager.needs.filter(|needs| !bets.contains_key(*needs)) {
            return Err(Objection::Needs { seat, spot: wager.spot, needs });
        }
    }
    // the main wager and every side wager are one game each.
    match terms.sheet.games_max {
        Some(max) if bets.len() > max => Err(Objection::TooManyGames { seat, max }),
        _ => Ok(()),
    }
}

fn offered(terms: &Terms, spot: &str) -> Option<SideWager> {
    terms.side.iter().map(|(wager, _)| *wager).find(|wager| wager.spot == spot)
}

/// A table offers one set of wagers, so the whole round keeps to one (A45).
fn check_sets(case: &Case, terms: &Terms) -> Result<(), Objection> {
    let mut first: Option<SideWager> = None;
    for (&seat, bets) in &case.bets {
        for wager in bets.keys().filter_map(|spot| offered(terms, spot)) {
            match first {
                _ if wager.set.is_none() => {}
                None => first = Some(wager),
                Some(first) if first.set == wager.set => {}
                Some(first) => {
                    return Err(Objection::NotTogether {
                        seat,
                        spot: wager.spot,
                        with: first.spot,
                    });
                }
            }
        }
    }
    Ok(())
}

struct Bet {
    seat: u8,
    spot: &'static str,
    amount: i64,
}

impl Bet {
    fn check(&self, limits: Limits, step: i64) -> Result<(), Objection> {
        let &Bet { seat, spot, amount } = self;
        if amount < limits.min || amount > limits.max {
            return Err(Objection::Limit { seat, spot, amount, min: limits.min, max: limits.max });
        }
        if amount % step != 0 {
            return Err(Objection::Step { seat, spot, amount, step });
        }
        Ok(())
    }
}
