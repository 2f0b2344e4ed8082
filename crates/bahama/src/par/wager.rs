//! One wager with one pay table: everything a sheet says about it.

use odds::results::{Law, Outcome};
use odds::{Fraction, Level, ProgressiveWager, SideWager};
use rules::{Class, Game, NamedTable, Pay, Preset, Profile, Spot, Wager};

use super::spread::{Interval, Spread, intervals, spreads};

/// A wager with one of its pay tables. Everything is per unit staked; for a
/// progressive wager it holds with the meter at [`Meter::cents`].
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct WagerSheet {
    pub spot: Spot,
    pub paytable: String,
    /// Where the pay table comes from: sheet and clause, or "ours".
    pub from: String,
    /// Whether the profile posts this pay table.
    pub posted: bool,
    /// The wager's limits; insurance has none of its own.
    pub wager: Option<Wager>,
    pub rows: Vec<Row>,
    /// All ways the cards can fall.
    pub of: u64,
    pub ev: Fraction,
    pub hit_rate: Fraction,
    pub variance: f64,
    /// The variance as a fraction; a progressive wager has none.
    pub variance_exact: Option<Fraction>,
    pub intervals: Vec<Interval>,
    /// The results of many wagers; empty where the lattice would be too large.
    pub spreads: Vec<Spread>,
    /// The meter of a progressive wager.
    pub meter: Option<Meter>,
}

/// One line of the pay table.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Row {
    pub class: Class,
    pub pay: Pay,
    pub ways: u64,
    pub probability: Fraction,
    /// What comes back less what was staked.
    pub result: Fraction,
    /// Probability times result.
    pub contribution: Fraction,
}

/// What the meter of a progressive wager adds to a sheet.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Meter {
    /// The wager in cents.
    pub unit: u32,
    /// The meter for which the sheet's figures hold, in cents: the preset's seed, or
    /// the break-even meter where the game has no preset.
    pub cents: u64,
    pub preset: Option<Preset>,
    /// What the fixed lines hand out.
    pub fixed_return: Fraction,
    pub levels: Vec<Level>,
    /// What every $1,000 on the meter adds to the return.
    pub per_thousand: Fraction,
    /// The meter at which the wager returns what it costs, in cents.
    pub break_even: Option<Fraction>,
    /// The wager at chosen meters: the seed and the break-even.
    pub points: Vec<MeterPoint>,
}

/// A progressive wager with its meter at one amount.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct MeterPoint {
    pub name: &'static str,
    /// In cents.
    pub meter: u64,
    pub returns: f64,
    pub variance: f64,
}

impl WagerSheet {
    /// What the house expects to keep of each unit staked.
    pub fn house_edge(&self) -> Fraction {
        -self.ev
    }

    /// The standard deviation of the result of one unit.
    pub fn sd(&self) -> f64 {
        self.variance.sqrt()
    }

    pub(super) fn of_side(game: &Game, profile: &Profile, side: &SideWager) -> WagerSheet {
        let variance = side.variance.to_f64();
        let sheet = WagerSheet::of(game, profile, side, &Law::of_side(side), variance);
        WagerSheet { variance_exact: Some(side.variance), ..sheet }
    }

    pub(super) fn of_progressive(
        game: &Game,
        profile: &Profile,
        wager: &ProgressiveWager,
    ) -> WagerSheet {
        let meter = Meter::of(game, wager);
        let law = Law::of_progressive(wager, meter.cents);
        let variance = wager.variance_at(meter.cents);
        let sheet = WagerSheet::of(game, profile, &wager.side, &law, variance);
        WagerSheet { meter: Some(meter), ..sheet }
    }

    fn of(
        game: &Game,
        profile: &Profile,
        side: &SideWager,
        law: &Law,
        variance: f64,
    ) -> WagerSheet {
        let SideWager { spot, paytable, rows, .. } = side;
        let is_this = |named: &&NamedTable| named.id == *paytable;
        let from = game.tables_of(*spot).iter().find(is_this).map(|named| named.from.clone());
        let row = |(row, outcome): (&odds::ClassRow, &Outcome)| Row {
            class: row.class,
            pay: row.pay,
            ways: row.ways,
            probability: row.probability,
            result: outcome.result,
            contribution: row.probability * outcome.result,
        };
        WagerSheet {
            spot: *spot,
            paytable: paytable.clone(),
            from: from.unwrap_or_default(),
            posted: profile.paytable(*spot) == Some(paytable.as_str()),
            wager: profile.rules.wager(*spot).copied().filter(|_| *spot != Spot::Insurance),
            rows: rows.iter().zip(&law.outcomes).map(row).collect(),
            of: side.of,
            ev: law.mean(),
            hit_rate: side.hit_rate,
            variance,
            variance_exact: None,
            intervals: intervals(variance.sqrt()),
            spreads: spreads(law),
            meter: None,
        }
    }
}

impl Meter {
    fn of(game: &Game, wager: &ProgressiveWager) -> Meter {
        let (spot, paytable) = (wager.side.spot, &wager.side.paytable);
        let is_this = |preset: &&Preset| preset.spot == spot && preset.paytable == *paytable;
        let preset = game.presets.iter().find(is_this).cloned();
        let break_even = wager.break_even_meter();
        // The last whole cent at which the wager does not yet pay more than it costs.
        let before = break_even.and_then(|meter| u64::try_from(meter.num() / meter.den()).ok());
        let seed = preset.as_ref().map(|preset| u64::from(preset.seed));
        let point = |(name, meter): (&'static str, Option<u64>)| {
            let meter = meter?;
            let returns = wager.return_at(meter).to_f64();
            Some(MeterPoint { name, meter, returns, variance: wager.variance_at(meter) })
        };
        Meter {
            unit: wager.unit,
            cents: seed.or(before).unwrap_or(0),
            preset,
            fixed_return: wager.fixed_return,
            levels: wager.levels.clone(),
            per_thousand: wager.return_at(100_000) - wager.fixed_return,
            break_even,
            points: [("seed", seed), ("break-even", before)]
                .into_iter()
                .filter_map(point)
                .collect(),
        }
    }
}
