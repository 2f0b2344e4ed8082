//! Settled lines in money: shares of a meter become amounts (A1-A3).

use std::collections::BTreeMap;

use progressive::{Loan, Micros, Pot, award};
use round::{Line, LineSpot, PaidLine, Round};
use rules::settings::{FromMeter, Policy};
use rules::{Money, Returned, Rules, ShareHand, Spot};

/// A meter between games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meter {
    /// What it and its reserve hold.
    pub pot: Pot,
    /// What the house puts in after a 100% award.
    pub seed: Money,
    /// Which pays leave it.
    pub from_meter: FromMeter,
    /// What the house has lent to it because it had run dry (P-09).
    pub lent: Micros,
}

impl Meter {
    /// Pays the fixed pays of a round, where they leave the meter (P-04). They need no
    /// supervisor, so they are paid before any share of the meter is.
    fn pay_fixed(&mut self, amounts: impl Iterator<Item = Money>) {
        if self.from_meter == FromMeter::All {
            let Loan(lent) = self.pot.pay_fixed(amounts.sum());
            self.lent += lent;
        }
    }
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
        let own = lines.iter().filter(|line| line.spot == LineSpot::Wager(spot));
        if let Some(meter) = meters.get_mut(&spot) {
            meter.pay_fixed(own.clone().filter_map(|line| match line.returned {
                Returned::Amount(amount) => Some(amount),
                Returned::Share(_) => None,
            }));
        }
        let winners: Vec<ShareHand> = own.filter_map(Line::share_hand).collect();
        if winners.is_empty() {
            continue;
        }
        let meter = meters.get_mut(&spot).ok_or(MeterMissing(spot))?;
        let policy = rules.wager(spot).and_then(|wager| wager.policy).unwrap_or(Policy::InTurn);
        for award in award(policy, meter.seed, &mut meter.pot, &winners) {
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
        Ok(line.paid_with(returned))
    });
    paid.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter(from_meter: FromMeter) -> Meter {
        let pot = Pot::of(Money::dollars(250), Money::ZERO);
        Meter { pot, seed: Money::dollars(250), from_meter, lent: Micros::ZERO }
    }

    #[test]
    fn p_04_fixed_pays_leave_the_meter_only_where_all_do() {
        let pays = || [Money::dollars(200), Money::dollars(200)].into_iter();
        let mut percentages = meter(FromMeter::PercentagesOnly);
        percentages.pay_fixed(pays());
        assert_eq!(percentages, meter(FromMeter::PercentagesOnly));
        let mut all = meter(FromMeter::All);
        all.pay_fixed(pays());
        assert_eq!((all.pot, all.lent), (Pot::default(), Money::dollars(150).into()));
    }
}
