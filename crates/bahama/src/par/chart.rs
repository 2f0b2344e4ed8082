//! Charts as small vector pictures. They carry colours of their own, for paper;
//! on a screen the page's style may replace them by their classes.

use askama::Template;
use serde::Serialize;

use super::show;
use super::spread::Spread;

/// A picture with what it shows in words.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Chart {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) svg: String,
}

/// The space a contribution chart gives to the names of the classes and to figures.
const LABELS: f64 = 170.0;
const FIGURES: f64 = 74.0;
const WIDTH: f64 = 720.0;
const ROW: f64 = 24.0;

#[derive(Template)]
#[template(path = "par-contribution.svg")]
struct Contribution<'a> {
    id: String,
    title: &'a str,
    description: &'a str,
    height: f64,
    zero: f64,
    bars: Vec<ContributionBar>,
}

struct ContributionBar {
    label: &'static str,
    figure: String,
    /// `gain` or `loss`.
    class: &'static str,
    x: f64,
    width: f64,
    /// The top of the bar and the line on which its text stands.
    top: f64,
    base: f64,
    figure_x: f64,
    anchor: &'static str,
}

/// What every class contributes to the expected value, as bars left and right of
/// nothing.
pub(super) fn contribution(
    id: &str,
    classes: &[(&'static str, f64)],
) -> Result<Chart, askama::Error> {
    let least = classes.iter().map(|&(_, value)| value).fold(0.0, f64::min);
    let most = classes.iter().map(|&(_, value)| value).fold(0.0, f64::max);
    let scale = (WIDTH - LABELS - 2.0 * FIGURES) / (most - least).max(f64::MIN_POSITIVE);
    let zero = LABELS + FIGURES - least * scale;
    let bar = |(place, &(label, value)): (usize, &(&'static str, f64))| {
        let (top, length) = (ROW * place as f64 + 4.0, value.abs() * scale);
        let left = value < 0.0;
        ContributionBar {
            label,
            figure: show::signed(value, 6),
            class: if left { "loss" } else { "gain" },
            x: round(if left { zero - length } else { zero }),
            width: round(length),
            top,
            base: top + 12.0,
            figure_x: round(if left { zero - length - 5.0 } else { zero + length + 5.0 }),
            anchor: if left { "end" } else { "start" },
        }
    };
    let title = "Contribution of each class to the expected value".to_owned();
    let figure = |&(label, value): &(&str, f64)| format!("{label} {}", show::signed(value, 6));
    let figures: Vec<String> = classes.iter().map(figure).collect();
    let description = format!("Per unit staked: {}.", figures.join(", "));
    let template = Contribution {
        id: format!("{id}-contribution"),
        title: &title,
        description: &description,
        height: ROW * classes.len() as f64 + 4.0,
        zero: round(zero),
        bars: classes.iter().enumerate().map(bar).collect(),
    };
    let svg = template.render()?;
    Ok(Chart { title, description, svg })
}

/// The frame of a picture of results.
const LEFT: f64 = 40.0;
const RIGHT: f64 = 350.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 166.0;

#[derive(Template)]
#[template(path = "par-results.svg")]
struct ResultsChart<'a> {
    id: String,
    title: &'a str,
    description: &'a str,
    behind: String,
    ahead: String,
    mean: f64,
    zero: Option<f64>,
    x_ticks: Vec<(f64, String)>,
    y_ticks: Vec<(f64, String)>,
}

/// The law of the results of several wagers, as bars; those ahead stand out.
pub(super) fn results(id: &str, spread: &Spread) -> Result<Chart, askama::Error> {
    let low = spread.bars.first().map_or(-1.0, |bar| bar.from);
    let high = spread.bars.last().map_or(1.0, |bar| bar.to);
    let most = spread.bars.iter().map(|bar| bar.probability).fold(f64::MIN_POSITIVE, f64::max);
    let x = |value: f64| LEFT + (RIGHT - LEFT) * (value - low) / (high - low);
    let y = |value: f64| BOTTOM - (BOTTOM - TOP) * value / most;
    let path = |ahead: bool| -> String {
        let wanted = spread.bars.iter().filter(|bar| (bar.from >= 0.0) == ahead);
        wanted
            .map(|bar| {
                // A hair's breadth between the bars keeps them apart.
                let gap = if spread.bars.len() > 80 { 0.0 } else { 0.6 };
                let (left, right, top) = (x(bar.from), x(bar.to) - gap, y(bar.probability));
                format!("M{left:.1} {BOTTOM}V{top:.1}H{right:.1}V{BOTTOM}z")
            })
            .collect()
    };
    let wagers = show::grouped(spread.wagers.into());
    let title = format!("Results of {wagers} wagers");
    let description = format!(
        "Net result in units: mean {}, standard deviation {}; ahead with probability {}; {} lies \
         outside the picture.",
        show::signed(spread.mean, 2),
        show::decimal(spread.sd, 2),
        show::percent(spread.ahead, 2),
        show::percent(spread.outside, 2),
    );
    let inside = |value: f64| (low..=high).contains(&value);
    let template = ResultsChart {
        id: format!("{id}-results-{}", spread.wagers),
        title: &title,
        description: &description,
        behind: path(false),
        ahead: path(true),
        mean: round(x(spread.mean)),
        zero: inside(0.0).then(|| round(x(0.0))),
        x_ticks: ticks(low, high, 5.0)
            .into_iter()
            .map(|tick| (round(x(tick)), show::signed(tick, 0)))
            .collect(),
        y_ticks: ticks(0.0, most, 3.0)
            .into_iter()
            .filter(|&tick| tick > 0.0)
            .map(|tick| (round(y(tick)), percent_tick(tick)))
            .collect(),
    };
    let svg = template.render()?;
    Ok(Chart { title, description, svg })
}

fn percent_tick(value: f64) -> String {
    let percent = format!("{:.3}", value * 100.0);
    format!("{} %", percent.trim_end_matches('0').trim_end_matches('.'))
}

/// A tenth of a unit of the picture is as fine as anybody sees.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// About `count` round numbers from `low` to `high`: steps of 1, 2 or 5.
fn ticks(low: f64, high: f64, count: f64) -> Vec<f64> {
    let rough = (high - low) / count;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= rough)
        .unwrap_or(power);
    let first = (low / step).ceil() as i64;
    (first..).map(|number| number as f64 * step).take_while(|&tick| tick <= high).collect()
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_round_numbers_inside_the_picture() {
        assert_eq!(ticks(-95.0, 60.0, 5.0), [-50.0, 0.0, 50.0]);
        assert_eq!(ticks(0.0, 0.09, 3.0), [0.0, 0.05]);
        assert_eq!(ticks(0.0, 6.0, 3.0), [0.0, 2.0, 4.0, 6.0]);
    }
}
