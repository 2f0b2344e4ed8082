//! Settled lines in money: shares of a meter become amounts (A1-A3).

use std::collections::BTreeMap;

use progressive::{Meter, Winner, award};
use round::{Line, LineSpot, Round};
use rules::settings::Policy;
use rules::{Money, Returned, Rules, Spot};

/// A line with its amount in money, a share of the meter worked out.
#[derive(Clone, Copy, Debug)]
pub struct PaidLine {
    /// The line as settled.
    pub line: Line,
    /// What is handed back.
    pub returned: Money,
}

/// The meters of a table, by sensor.
pub(crate) type Meters = BTreeMap<Spot, Meter>;

/// A wager won a share of a meter that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeterMissing(pub(crate) Spot);

/// Settles a round that asks for nothing more; the winners of a meter are paid
/// from it, and it is left as it stands then.
pub(crate) fn pay(
    round: &Round,
    rules: &Rules,
    meters: &mut Meters,
) -> Result<Vec<PaidLine>, MeterMissing> {
    let mut lines: Vec<Line> = Vec::new();
    round.settle(rules, |line| lines.push(line));
    let mut amounts: BTreeMap<(Spot, u8), Money> = BTreeMap::new();
    for spot in Spot::side().filter(|spot| spot.is_progressive()) {
        let winners: Vec<Winner> = lines
            .iter()
            .filter(|line| line.spot == LineSpot::Wager(spot))
            .filter_map(|line| match line.returned {
                Returned::Share(percent) => Some(Winner { seat: line.seat, percent }),
                Returned::Amount(_) => None,
            })
            .collect();
        if winners.is_empty() {
            continue;
        }
        let meter = meters.get_mut(&spot).ok_or(MeterMissing(spot))?;
        let policy = rules.wager(spot).and_then(|wager| wager.policy).unwrap_or(Policy::InTurn);
        for award in award(policy, meter, &winners) {
            amounts.insert((spot, award.winner.seat), award.amount);
        }
    }
    let paid = lines.into_iter().map(|line| {
        let returned = match (line.returned, line.spot) {
            (Returned::Amount(amount), _) => amount,
            (Returned::Share(_), LineSpot::Wager(spot)) => {
                *amounts.get(&(spot, line.seat)).ok_or(MeterMissing(spot))?
            }
            (Returned::Share(_), _) => unreachable!("only wagers win a share of a meter"),
        };
        Ok(PaidLine { line, returned })
    });
    paid.collect()
}
