//! The meters of the table's progressive, exact to the millionth of a dollar.

use std::collections::BTreeMap;

use progressive::{Micros, Parameters, Pot};
use rules::settings::FromMeter;
use rules::{Game, Money, Percent, Preset, Profile, Spot};

use crate::pay::{Meter, Meters};

/// What a meter and its reserve hold, in millionths of a dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Held {
    /// The meter.
    pub meter: i64,
    /// What is held back for the next one.
    pub reserve: i64,
}

/// One meter with the rates it was set up with.
#[derive(Clone, Debug)]
pub struct TableMeter {
    meter: Meter,
    parameters: Option<Parameters>,
}

impl TableMeter {
    fn new(preset: Option<&Preset>) -> TableMeter {
        // A sensor without a preset has a meter that stays empty.
        let seed = Money::cents(preset.map_or(0, |preset| preset.seed.into()));
        let rate = |of: fn(&Preset) -> Percent| preset.map(of).unwrap_or_default();
        let (contribution, reserve) = (rate(|it| it.contribution), rate(|it| it.reserve));
        let from_meter = preset.map_or(FromMeter::PercentagesOnly, |preset| preset.from_meter);
        let (pot, lent) = (Pot::of(seed, Money::ZERO), Micros::ZERO);
        TableMeter {
            meter: Meter { pot, seed, from_meter, lent },
            parameters: Parameters::new(seed, contribution, reserve).ok(),
        }
    }

    /// What it shows: whole cents, never more than it can pay.
    pub fn shown(&self) -> Money {
        self.meter.pot.shown()
    }

    /// What it holds.
    pub fn held(&self) -> Held {
        let Pot { meter, reserve } = self.meter.pot;
        Held { meter: meter.0, reserve: reserve.0 }
    }

    fn contribute(&mut self, cents: u32) {
        let shares = self.parameters.map(|parameters| parameters.split(cents)).unwrap_or_default();
        self.meter.pot += Pot { meter: shares.meter, reserve: shares.reserve };
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
            meter.meter.pot = Pot { meter: Micros(held.meter), reserve: Micros(held.reserve) };
        }
    }

    /// The share of a wager goes to the meter and to the reserve (P-03).
    pub(super) fn contribute(&mut self, spot: Spot, cents: u32) {
        if let Some(meter) = self.0.get_mut(&spot) {
            meter.contribute(cents);
        }
    }

    /// The meters as the winners of a round are paid from them.
    pub(super) fn to_pay(&self) -> Meters {
        self.0.iter().map(|(&spot, meter)| (spot, meter.meter)).collect()
    }

    /// The meters after the awards of a round.
    pub(super) fn paid(&mut self, after: &Meters) {
        for (spot, meter) in &mut self.0 {
            if let Some(after) = after.get(spot) {
                meter.meter = *after;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_02_contributions_never_drift() {
        let percent = |hundredths| Percent::of_hundredths(hundredths).unwrap();
        let parameters = Parameters::new(Money::ZERO, percent(1_533), percent(301)).ok();
        let mut meter = TableMeter { parameters, ..TableMeter::new(None) };
        for _ in 0..100_000 {
            meter.contribute(100);
        }
        // 15.33 % and 3.01 % of $100,000.
        assert_eq!(meter.meter.pot, Pot::of(Money::dollars(15_330), Money::dollars(3_010)));
    }
}
