//! The pages of one wager with one pay table.

use odds::ways;
use rules::Spot;

use super::{facts, heading, meter, text};
use crate::par::chart;
use crate::par::document::{Block, Section, Table};
use crate::par::sheet::ParSheet;
use crate::par::show;
use crate::par::spread::{CONFIDENCE, Interval, Spread};
use crate::par::wager::{Row, WagerSheet};

pub(super) fn section(sheet: &ParSheet, wager: &WagerSheet) -> Result<Section, askama::Error> {
    let id = format!("{}-{}", wager.spot, wager.paytable);
    let mut blocks = vec![about(wager)];
    if wager.ev.num() > 0 && wager.meter.is_none() {
        let gain = show::percent(wager.ev.to_f64(), 4);
        let text = format!("The player has the edge: {gain} of every unit staked.");
        blocks.push(Block::Note { text });
    }
    blocks.extend([figures(wager), Block::Table(classes(wager))]);
    let contribution = |row: &Row| (row.class.label(), row.contribution.to_f64());
    let contributions: Vec<_> = wager.rows.iter().map(contribution).collect();
    blocks.push(Block::Charts {
        caption: "Contribution of each class to the expected value, per unit staked".to_owned(),
        charts: vec![chart::contribution(&id, &contributions)?],
    });
    if wager.spot == Spot::Insurance {
        blocks.push(Block::Table(insurance(sheet)));
    }
    if let Some(meter) = &wager.meter {
        blocks.extend(meter::blocks(meter));
    }
    blocks.extend(results(&id, wager)?);
    blocks.push(heading("Confidence intervals"));
    blocks.push(Block::Table(intervals(wager)));
    let title = format!("{}, pay table {}", wager.spot.name(), wager.paytable);
    Ok(Section { id, title, own_page: true, blocks })
}

/// The cards that decide a wager, and what the analysis assumes of them.
pub(in crate::par) fn decided_by(spot: Spot) -> String {
    match spot.look() {
        None => "the hand itself".to_owned(),
        Some(look) => match ways::assumption(look) {
            None => look.cards().to_owned(),
            Some(assumed) => format!("{}; {assumed}", look.cards()),
        },
    }
}

fn about(wager: &WagerSheet) -> Block {
    let posted =
        if wager.posted { "posted by this profile" } else { "offered in place of the one posted" };
    let mut rows = vec![
        ("Pay table", format!("{}, {posted}; source: {}", wager.paytable, wager.from)),
        ("Decided by", decided_by(wager.spot)),
    ];
    if let Some(look) = wager.spot.look() {
        rows.push(("Paid", look.paid().in_words().to_owned()));
    }
    match &wager.wager {
        Some(limits) => rows.push(("Limits", show::limits(limits))),
        None => rows.push(("Limits", "up to half the main wager".to_owned())),
    }
    if let Some(meter) = &wager.meter {
        rows.push((
            "Holds with",
            format!(
                "the meter at {}, won by nobody else in the same round",
                show::money(meter.cents)
            ),
        ));
    }
    facts(rows)
}

fn figures(wager: &WagerSheet) -> Block {
    let hit_rate = wager.hit_rate.to_f64();
    let variance = wager.variance_exact.map_or(String::new(), show::exact);
    let rows = [
        [
            "House edge".to_owned(),
            show::percent(wager.house_edge().to_f64(), 6),
            show::exact(wager.house_edge()),
        ],
        [
            "Return".to_owned(),
            show::percent(1.0 + wager.ev.to_f64(), 6),
            show::exact(odds::Fraction::ONE + wager.ev),
        ],
        ["Expected value".to_owned(), show::signed(wager.ev.to_f64(), 8), show::exact(wager.ev)],
        [
            "Hit frequency".to_owned(),
            format!("{} ({})", show::percent(hit_rate, 6), show::one_in(hit_rate)),
            show::exact(wager.hit_rate),
        ],
        ["Variance".to_owned(), show::decimal(wager.variance, 6), variance],
        ["Standard deviation".to_owned(), show::decimal(wager.sd(), 6), String::new()],
    ];
    let rows = rows.into_iter().map(Vec::from).collect();
    Block::Table(Table::new("Figures per unit staked", &["figure", "#value", "#exactly"], rows))
}

fn classes(wager: &WagerSheet) -> Table {
    let row = |row: &Row| {
        let probability = row.probability.to_f64();
        vec![
            row.class.label().to_owned(),
            row.pay.to_string(),
            show::grouped(row.ways),
            show::decimal(probability, 9),
            show::one_in(probability),
            show::signed(row.result.to_f64(), 2),
            show::signed(row.contribution.to_f64(), 8),
        ]
    };
    let heads =
        ["class", "#pays", "#ways", "#probability", "#frequency", "#result", "#contribution"];
    let mut table = Table::new(
        "Probability and contribution of every class",
        &heads,
        wager.rows.iter().map(row).collect(),
    );
    table.foot = Some(vec![
        "all".to_owned(),
        String::new(),
        show::grouped(wager.of),
        show::decimal(1.0, 9),
        String::new(),
        String::new(),
        show::signed(wager.ev.to_f64(), 8),
    ]);
    table
}

fn insurance(sheet: &ParSheet) -> Table {
    let rows = sheet.insurance.iter().map(|known| {
        let own = match known.tens {
            0 => "no ten of one's own",
            1 => "one ten of one's own",
            _ => "two tens of one's own",
        };
        vec![
            own.to_owned(),
            show::percent(known.wager.house_edge().to_f64(), 6),
            show::exact(known.wager.ev),
        ]
    });
    let heads = ["knowing", "#house edge", "#expected value"];
    Table::new("Insurance when the player knows their own two cards", &heads, rows.collect())
}

fn results(id: &str, wager: &WagerSheet) -> Result<Vec<Block>, askama::Error> {
    let mut blocks = vec![heading("Results of many wagers")];
    if wager.spreads.is_empty() {
        blocks.push(text("Not shown: the results lie on a lattice too fine for this program."));
        return Ok(blocks);
    }
    let row = |spread: &Spread| {
        let mut row = vec![
            show::grouped(spread.wagers.into()),
            show::signed(spread.mean, 4),
            show::decimal(spread.sd, 4),
            show::percent(spread.ahead, 4),
        ];
        row.extend(spread.points.iter().map(|&point| show::signed(point, 1)));
        row
    };
    let heads = [
        "#wagers",
        "#mean",
        "#standard deviation",
        "#ahead",
        "#5 % point",
        "#median",
        "#95 % point",
    ];
    let rows = wager.spreads.iter().map(row).collect();
    blocks.push(Block::Table(Table::new("Net result in units of one wager", &heads, rows)));
    let charts = wager.spreads.iter().map(|spread| chart::results(id, spread));
    blocks.push(Block::Charts {
        caption:
            "Probability of the net result; coloured: ahead; dashed: the mean. The pictures leave far \
             tails out, the figures do not."
                .to_owned(),
        charts: charts.collect::<Result<_, _>>()?,
    });
    Ok(blocks)
}

fn intervals(wager: &WagerSheet) -> Table {
    let returns = 1.0 + wager.ev.to_f64();
    let row = |interval: &Interval| {
        let mut row = vec![show::grouped(interval.wagers)];
        for half in interval.half_widths {
            row.push(format!("\u{b1} {}", show::percent(half, 4)));
        }
        let half = interval.half_widths[1];
        row.push(show::percent(returns - half, 4));
        row.push(show::percent(returns + half, 4));
        row
    };
    let level = |(confidence, _): (f64, f64)| format!("#{:.0} %", confidence * 100.0);
    let levels = CONFIDENCE.map(level);
    let heads = ["#wagers", &levels[0], &levels[1], &levels[2], "#95 %: from", "#to"];
    let caption = format!(
        "The observed return of this many wagers lies within {} \u{b1} z\u{b7}sd/\u{221a}n with the \
         confidence given (normal approximation, of no use while it reaches below 0 %)",
        show::percent(returns, 4)
    );
    Table::new(&caption, &heads, wager.intervals.iter().map(row).collect())
}
