//! What a progressive wager's page says about its meter.

use super::{facts, heading, text};
use crate::par::document::{Block, Table};
use crate::par::show;
use crate::par::wager::Meter;

pub(super) fn blocks(meter: &Meter) -> Vec<Block> {
    vec![
        heading("The meter"),
        facts(figures(meter)),
        Block::Table(levels(meter)),
        Block::Table(points(meter)),
        text(
            "What the house keeps in the long run, reseeding counted, depends on the table as \
             well: \u{201c}bahama meter\u{201d} works it out.",
        ),
    ]
}

fn figures(meter: &Meter) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Unit", show::money(meter.unit.into()))];
    if let Some(preset) = &meter.preset {
        rows.push((
            "Preset",
            format!(
                "seed {}; of every wager {} to the meter, {} to the reserve, {} to the house",
                show::money(preset.seed.into()),
                preset.contribution,
                preset.reserve,
                preset.house,
            ),
        ));
        rows.push(("Paid from the meter", preset.from_meter.to_string()));
    }
    rows.push((
        "Fixed lines return",
        format!(
            "{} (exactly {})",
            show::percent(meter.fixed_return.to_f64(), 6),
            show::exact(meter.fixed_return)
        ),
    ));
    rows.push(("$1,000 of meter adds", show::percent(meter.per_thousand.to_f64(), 6)));
    if let Some(break_even) = meter.break_even {
        let cents = break_even.to_f64().round() as u64;
        rows.push((
            "Break-even meter",
            format!("{} (in cents exactly {})", show::money(cents), show::exact(break_even)),
        ));
    }
    rows
}

fn levels(meter: &Meter) -> Table {
    let rows = meter.levels.iter().map(|level| {
        let probability = level.probability.to_f64();
        vec![
            format!("{} %", level.share),
            level.class.label().to_owned(),
            show::decimal(probability, 12),
            show::one_in(probability),
            show::exact(level.probability),
        ]
    });
    let heads = ["share", "class", "#probability", "#frequency", "#exactly"];
    Table::new("Levels: shares of the meter", &heads, rows.collect())
}

fn points(meter: &Meter) -> Table {
    let rows = meter.points.iter().map(|point| {
        vec![
            point.name.to_owned(),
            show::money(point.meter),
            show::percent(point.returns, 6),
            show::percent(1.0 - point.returns, 6),
            show::decimal(point.variance, 4),
            show::decimal(point.variance.sqrt(), 4),
        ]
    });
    let heads =
        ["meter at", "#amount", "#return", "#house edge", "#variance", "#standard deviation"];
    Table::new("The wager at two meters, for a sole winner", &heads, rows.collect())
}
