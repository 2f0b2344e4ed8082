//! What many wagers bring together, and how far an observed return may stray.

use odds::results::{Law, Results};

/// The numbers of wagers whose results a sheet shows.
pub const WAGERS: [u32; 3] = [100, 1_000, 10_000];
/// The numbers of wagers for which a sheet gives confidence intervals.
pub const OBSERVED: [u64; 6] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
/// (confidence, z): the standard normal law lies within ±z with this probability.
pub const CONFIDENCE: [(f64, f64); 3] =
    [(0.90, 1.644_853_626_951_472_7), (0.95, 1.959_963_984_540_054), (0.99, 2.575_829_303_548_901)];

/// About how many bars a picture of the results has.
const BARS: f64 = 40.0;
/// The tails a picture leaves out on either side.
const OUT_OF_PICTURE: f64 = 0.001;
/// How many times as far above the median as the 95 % point a picture reaches at
/// most: a rare jackpot would leave no room for anything else.
const HEAVY_TAIL: f64 = 3.0;

/// The law of the sum of the results of several wagers, in units of one wager.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Spread {
    pub wagers: u32,
    pub mean: f64,
    pub sd: f64,
    /// The probability of a result above zero.
    pub ahead: f64,
    /// The results that are reached or undercut in 5, 50 and 95 % of all cases.
    pub points: [f64; 3],
    /// The results around the median as a picture shows them, and the probability of
    /// those in the tails it leaves out.
    pub bars: Vec<Bar>,
    pub outside: f64,
}

/// The probability of the results above `from` and up to `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Bar {
    pub from: f64,
    pub to: f64,
    pub probability: f64,
}

/// How far the observed return of many wagers strays from the expected one.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// How many wagers.
    pub wagers: u64,
    /// The half widths for the levels of [`CONFIDENCE`], per unit staked.
    pub half_widths: [f64; CONFIDENCE.len()],
}

/// The spreads of a law for [`WAGERS`]; fewer where the lattice would be too large.
pub(super) fn spreads(law: &Law) -> Vec<Spread> {
    let (mean, variance) = (law.mean().to_f64(), law.variance());
    let spread = |&wagers: &u32| {
        let results = law.over(wagers)?;
        let bars = bars(&results, smallest_gap(law));
        let outside = 1.0 - bars.iter().map(|bar| bar.probability).sum::<f64>();
        Some(Spread {
            wagers,
            mean: f64::from(wagers) * mean,
            sd: (f64::from(wagers) * variance).sqrt(),
            ahead: results.ahead(),
            points: [0.05, 0.5, 0.95].map(|share| results.quantile(share)),
            bars,
            outside,
        })
    };
    WAGERS.iter().map_while(spread).collect()
}

/// The confidence intervals of a wager's return.
pub(super) fn intervals(sd: f64) -> Vec<Interval> {
    let interval = |&wagers: &u64| Interval {
        wagers,
        half_widths: CONFIDENCE.map(|(_, z)| z * sd / (wagers as f64).sqrt()),
    };
    OBSERVED.iter().map(interval).collect()
}

/// What the smallest win is worth more than a loss.
fn smallest_gap(law: &Law) -> f64 {
    let possible = law.outcomes.iter().filter(|outcome| outcome.probability.num() > 0);
    let mut results: Vec<f64> = possible.map(|outcome| outcome.result.to_f64()).collect();
    results.sort_by(f64::total_cmp);
    results.windows(2).map(|pair| pair[1] - pair[0]).find(|&gap| gap > 0.0).unwrap_or(1.0)
}

/// Groups results into bars of equal width, one of which ends at zero. The width is
/// a multiple of the smallest gap where that is fine enough, because few wagers
/// reach hardly any result between its multiples.
fn bars(results: &Results, gap: f64) -> Vec<Bar> {
    let (low, median) = (results.quantile(OUT_OF_PICTURE), results.quantile(0.5));
    let far = median + HEAVY_TAIL * (results.quantile(0.95) - median).max(gap);
    let high = results.quantile(1.0 - OUT_OF_PICTURE).min(far);
    let range = (high - low).max(gap);
    let width = if gap <= range / (BARS / 3.0) {
        gap * (range / BARS / gap).round().max(1.0)
    } else {
        (range / BARS).ceil()
    };
    // A result that is a multiple of the width must not fall beyond it by rounding.
    let number = |result: f64| (result / width - 1e-9).ceil() as i64;
    let (first, last) = (number(low), number(high));
    let mut bars: Vec<Bar> = (first..=last)
        .map(|number| Bar {
            from: (number - 1) as f64 * width,
            to: number as f64 * width,
            probability: 0.0,
        })
        .collect();
    for (result, probability) in results.iter() {
        let bar = usize::try_from(number(result) - first).ok();
        if let Some(bar) = bar.and_then(|bar| bars.get_mut(bar)) {
            bar.probability += probability;
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::CONFIDENCE;

    #[test]
    fn z_is_where_the_normal_law_holds_its_confidence() {
        for (confidence, z) in CONFIDENCE {
            // Simpson's rule over the density.
            let steps = 2_000;
            let width = 2.0 * z / f64::from(steps);
            let sum: f64 = (0..=steps)
                .map(|step| {
                    let weight = match step {
                        0 => 1.0,
                        step if step == steps => 1.0,
                        step if step % 2 == 1 => 4.0,
                        _ => 2.0,
                    };
                    let x = -z + width * f64::from(step);
                    weight * (-x * x / 2.0).exp()
                })
                .sum();
            let held = sum * width / 3.0 / (2.0 * std::f64::consts::PI).sqrt();
            assert!((held - confidence).abs() < 1e-12, "{confidence} {held}");
        }
    }
}
