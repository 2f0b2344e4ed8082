//! A simulation as one HTML page with plots, without scripts.

use askama::Template;

use super::report::{Distribution, Report};
use super::text::text;
use crate::provenance::Provenance;
use crate::text::grouped;

/// The measures of a plot, in its own units.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 180.0;

struct Bar {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    title: String,
}

struct Plot {
    title: String,
    bars: Vec<Bar>,
    /// Where no gain and no loss is.
    zero: f64,
    least: String,
    most: String,
}

#[derive(Template)]
#[template(path = "simulate.html")]
struct Page {
    title: String,
    verdict: &'static str,
    agrees: bool,
    text: String,
    plots: Vec<Plot>,
    way: Option<Way>,
    /// Where this comes from, line by line.
    from: String,
    width: f64,
    height: f64,
}

/// How the estimate came to where it is: its axes, lines and band, in the picture's own units.
struct Way {
    description: String,
    caption: String,
    estimate: String,
    band: String,
    exact: f64,
    /// Places and labels of the ticks of both axes.
    rounds: Vec<(f64, String)>,
    values: Vec<(f64, String)>,
}

/// The frame of the picture of the way, and its measures.
const LEFT: f64 = 92.0;
const RIGHT: f64 = 704.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 226.0;

pub(crate) fn html(report: &Report<'_>, from: &Provenance) -> Result<String, askama::Error> {
    let agrees = report.agrees();
    let page = Page {
        title: format!("{}: simulation", report.ready.game.name),
        verdict: match (report.compared(), agrees) {
            (false, _) => "were not compared",
            (true, true) => "agree",
            (true, false) => "disagree",
        },
        agrees,
        text: text(report, from),
        plots: report.blocks.iter().map(plot).collect(),
        way: way(report),
        from: from.text().trim().to_owned(),
        width: WIDTH,
        height: HEIGHT,
    };
    page.render()
}

/// The estimate against the rounds it is made of, on a scale of powers of ten, beside the exact
/// value and where 95 of 100 estimates lie about it.
fn way(report: &Report<'_>) -> Option<Way> {
    let points = report.way();
    let (first, last) = (points.first()?.0, points.last()?.0);
    let sd = report.se * last.sqrt();
    if points.len() < 2 || !sd.is_finite() || sd <= 0.0 {
        return None;
    }
    let half = |rounds: f64| 1.96 * sd / rounds.sqrt();
    let far = points.iter().map(|(_, ev)| (ev - report.exact).abs());
    let most = far.fold(half(first), f64::max) * 1.05;
    let x = |rounds: f64| {
        let scale = (rounds / first).ln() / (last / first).ln();
        tenth(LEFT + (RIGHT - LEFT) * scale)
    };
    let middle = (TOP + BOTTOM) / 2.0;
    let y = |value: f64| tenth(middle - (value - report.exact) / most * (BOTTOM - TOP) / 2.0);
    let line = |at: &mut dyn Iterator<Item = (f64, f64)>| -> String {
        at.map(|(rounds, value)| format!("{},{} ", x(rounds), y(value))).collect()
    };
    let upper = points.iter().map(|&(rounds, _)| (rounds, report.exact + half(rounds)));
    let lower = points.iter().rev().map(|&(rounds, _)| (rounds, report.exact - half(rounds)));
    let tens = (first.log10().ceil() as i32)..=(last.log10().floor() as i32);
    let step = step(most);
    let ticks = (-4..=4).map(|tick| report.exact + f64::from(tick) * step);
    Some(Way {
        description: format!(
            "After {} rounds the estimate is {:+.6}; the exact value of a fresh shoe is {:+.6}.",
            grouped(report.tally.rounds),
            report.ev,
            report.exact,
        ),
        caption: caption(report, half(last)),
        estimate: line(&mut points.iter().copied()),
        band: line(&mut upper.chain(lower)),
        exact: y(report.exact),
        rounds: tens.map(|power| (x(10f64.powi(power)), format!("1e{power}"))).collect(),
        values: ticks
            .filter(|value| (value - report.exact).abs() <= most)
            .map(|value| (y(value), format!("{value:+.5}")))
            .collect(),
    })
}

/// What the lines and the area of the way are, in which units, and where each comes from; the area
/// is so high at the end.
fn caption(report: &Report<'_>, half: f64) -> String {
    let area = match report.sigmas() {
        Some(_) => format!(
            "the exact value ± 1.96 standard errors, in which 95 of 100 estimates of as many rounds \
             lie; at the end ± {half:.6}"
        ),
        None => format!(
            "1.96 standard errors to either side of the exact value, at the end ± {half:.6}; with \
             {} the estimate comes to a value of its own, which may lie outside",
            if report.ready.setup.spread.is_some() { "bets by a count" } else { "a cut card" }
        ),
    };
    format!(
        "Curve: the estimate, what a main wager won on average in the rounds so far, simulated with \
         seed {}; at the end {:+.6} after {} rounds. Level line: the exact value of a main wager on a \
         fresh shoe, {:+.6}, by exact analysis (bahama analyze). Area: {area}. The standard error is \
         that of this run, divided by the root of the rounds. Results are in main wagers, rounds on a \
         scale of powers of ten.",
        report.ready.job.seed,
        report.ev,
        grouped(report.tally.rounds),
        report.exact,
    )
}

/// A tenth of a unit of the picture is as fine as anybody sees.
fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A round step that divides a height into three or four.
fn step(height: f64) -> f64 {
    let power = 10f64.powf((height / 3.0).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|factor| factor * power);
    steps.into_iter().rev().find(|step| *step <= height / 2.0).unwrap_or(power)
}

/// The results of blocks as a histogram.
fn plot(blocks: &Distribution) -> Plot {
    let least = blocks.bins.first().map_or(0.0, |bin| bin.0).min(0.0);
    let most = blocks.bins.last().map_or(0.0, |bin| bin.0 + blocks.width).max(0.0);
    let all: u64 = blocks.bins.iter().map(|bin| bin.1).sum();
    let highest = blocks.bins.iter().map(|bin| bin.1).max().unwrap_or(1) as f64;
    let scale = WIDTH / (most - least).max(blocks.width);
    let bars = blocks.bins.iter().map(|&(from, count)| {
        let height = count as f64 / highest * HEIGHT;
        let share = 100.0 * count as f64 / all as f64;
        Bar {
            x: (from - least) * scale,
            y: HEIGHT - height,
            width: (blocks.width * scale).max(0.5),
            height,
            title: format!("{from:+} to {:+}: {share:.3} %", from + blocks.width),
        }
    });
    Plot {
        title: format!("Results of {} rounds, in wagers, of {all} such blocks", blocks.rounds),
        bars: bars.collect(),
        zero: -least * scale,
        least: format!("{least:+}"),
        most: format!("{most:+}"),
    }
}
