//! A simulation as one HTML page with plots, without scripts.

use askama::Template;

use super::report::{Distribution, Report};
use super::text::text;

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
    width: f64,
    height: f64,
}

pub(crate) fn html(report: &Report<'_>, seconds: Option<f64>) -> Result<String, askama::Error> {
    let agrees = report.agrees();
    let page = Page {
        title: format!("{}: simulation", report.ready.game.name),
        verdict: if agrees { "agree" } else { "disagree" },
        agrees,
        text: text(report, seconds),
        plots: report.blocks.iter().map(plot).collect(),
        width: WIDTH,
        height: HEIGHT,
    };
    page.render()
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
