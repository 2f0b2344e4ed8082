//! The meters of the table's progressive, exact to the millionth of a dollar.

use std::collections::BTreeMap;

use progressive::Meter;
use rules::settings::FromMeter;
use rules::{Game, Money, Preset, Profile, Spot};

use crate::pay::{Meters, PaidLine};

/// A wager in cents times a rate in hundredths of a percent is a contribution in
/// millionths of a dollar, so nothing is ever rounded (P-02).
const MICROS_PER_CENT: i64 = 10_000;

/// What a meter and its reserve hold, in millionths of a dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Held {
    /// The meter.
    pub meter: i64,
    /// What is held back for the next one.
    pub reserve: i64,
}

/// One meter with the terms it was set up with.
#[derive(Clone, Debug)]
pub struct TableMeter {
    held: Held,
    seed: Money,
    contribution: u32,
    reserve: u32,
    from_meter: FromMeter,
}

impl TableMeter {
    fn new(preset: Option<&Preset>) -> TableMeter {
        // A sensor without a preset has a meter that stays empty.
        let seed = Money::cents(preset.map_or(0, |preset| preset.seed.into()));
        TableMeter {
            held: Held { meter: seed.in_cents() * MICROS_PER_CENT, reserve: 0 },
            seed,
            contribution: preset.map_or(0, |preset| preset.contribution.hundredths()),
            reserve: preset.map_or(0, |preset| preset.reserve.hundredths()),
            from_meter: preset.map_or(FromMeter::PercentagesOnly, |preset| preset.from_meter),
        }
    }

    /// What it shows: whole cents, never more than it can pay.
    pub fn shown(&self) -> Money {
        Money::cents(self.held.meter.div_euclid(MICROS_PER_CENT))
    }

    /// What it holds.
    pub fn held(&self) -> Held {
        self.held
    }

    fn contribute(&mut self, cents: u32) {
        self.held.meter += i64::from(cents) * i64::from(self.contribution);
        self.held.reserve += i64::from(cents) * i64::from(self.reserve);
    }

    fn in_cents(&self) -> Meter {
        let reserve = Money::cents(self.held.reserve.div_euclid(MICROS_PER_CENT));
        Meter { amount: self.shown(), reserve, seed: self.seed }
    }

    /// Takes over what awards did to the whole cents; fractions of a cent stay.
    fn awarded(&mut self, after: &Meter) {
        let before = self.in_cents();
        let micros = |change: Money| change.in_cents() * MICROS_PER_CENT;
        self.held.meter += micros(after.amount - before.amount);
        self.held.reserve += micros(after.reserve - before.reserve);
    }
}

/// The meters of a table by sensor.
#[derive(Clone, Debug, Default)]
pub struct TableMeters(BTreeMap<Spot, TableMeter>);

impl TableMeters {
    /// The meters of the sensors this game offers, each with its seed.
    pub(super) fn new(game: &Game, profile: &Profile) -> TableMeters {
        let sensors = game.spots().filter(|spot| spot.is_progressive());
        let meters = sensors.map(|spot| {
            let preset = game.presets.iter().find(|preset| {
                preset.spot == spot && profile.paytable(spot) == Some(preset.paytable.as_str())
            });
            (spot, TableMeter::new(preset))
        });
        TableMeters(meters.collect())
    }

    /// The meters with their sensors.
    pub fn iter(&self) -> impl Iterator<Item = (Spot, &TableMeter)> {
        self.0.iter().map(|(&spot, meter)| (spot, meter))
    }

    /// Puts a meter where an earlier sitting left it.
    pub(super) fn restore(&mut self, spot: Spot, held: Held) {
        if let Some(meter) = self.0.get_mut(&spot) {
            meter.held = held;
        }
    }

    /// The share of a wager goes to the meter and to the reserve (P-03).
    pub(super) fn contribute(&mut self, spot: Spot, cents: u32) {
        if let Some(meter) = self.0.get_mut(&spot) {
            meter.contribute(cents);
        }
    }

    /// The meters as the winners of a round are paid from them.
    pub(super) fn in_cents(&self) -> Meters {
        self.0.iter().map(|(&spot, meter)| (spot, meter.in_cents())).collect()
    }

    /// The meters after the awards of a round.
    pub(super) fn awarded(&mut self, after: &Meters, lines: &[PaidLine]) {
        for (spot, meter) in &mut self.0 {
            if let Some(after) = after.get(spot) {
                meter.awarded(after);
            }
            if meter.from_meter == FromMeter::All {
                // P-04: here the fixed pays leave the meter too. What it cannot
                // pay comes from the tray, so that it is never negative (P-09).
                let fixed: Money = fixed_pays(*spot, lines).sum();
                let taken = fixed.min(meter.shown());
                meter.held.meter -= taken.in_cents() * MICROS_PER_CENT;
            }
        }
    }
}

fn fixed_pays(spot: Spot, lines: &[PaidLine]) -> impl Iterator<Item = Money> {
    lines
        .iter()
        .filter(move |paid| paid.line.spot == round::LineSpot::Wager(spot))
        .filter(|paid| matches!(paid.line.returned, rules::Returned::Amount(_)))
        .map(|paid| paid.returned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter(contribution: u32, reserve: u32) -> TableMeter {
        TableMeter { contribution, reserve, seed: Money::dollars(5_000), ..TableMeter::new(None) }
    }

    #[test]
    fn p_02_contributions_never_drift() {
        let mut meter = meter(1_533, 301);
        for _ in 0..100_000 {
            meter.contribute(100);
        }
        // 15.33 % and 3.01 % of $100,000.
        assert_eq!(meter.in_cents().amount, Money::dollars(15_330));
        assert_eq!(meter.in_cents().reserve, Money::dollars(3_010));
    }

    #[test]
    fn a_36_an_award_leaves_the_fractions_of_a_cent() {
        let mut meter = meter(1, 1);
        meter.held = Held { meter: 12_345, reserve: 20_007 };
        let mut cents = meter.in_cents();
        let winner = progressive::Winner { seat: 1, percent: 100 };
        progressive::award(rules::settings::Policy::InTurn, &mut cents, &[winner]);
        meter.awarded(&cents);
        // One cent is paid; seed and the reserve's two cents are the new meter.
        assert_eq!(meter.held, Held { meter: 5_000_020_000 + 2_345, reserve: 7 });
    }
}
