//! The main wager as a whole.

use odds::main_wager::Outcomes;
use sim::{Moments, Tally, Wide};
use testkit::every_game;

use crate::solved::{BET, ENDLESS, Solved, distinct, endless, tallies};
use crate::statistics::{Deviations, assert_agrees, assert_within, z_of_count};

/// Standard errors between simulated and exact variance of a round beyond which they disagree:
/// closer than elsewhere, for nobody publishes the variance of a game with resplits. Of the 17
/// configurations about one in twenty choices of all seeds would have one beyond it.
const VARIANCE_SIGMAS: f64 = 3.0;

/// A main wager as it was simulated.
struct Simulated {
    tally: Tally,
    /// What was staked more than expected in a round, chunk by chunk.
    staked: Deviations,
}

/// The least chunks whose stakes tell how much stakes vary.
const LEAST_CHUNKS: u64 = 10;

/// Plays chunks until the mean result has this standard error, in wagers.
fn simulate(game: &Solved, outcomes: &Outcomes, seed: u64, standard_error: f64) -> Simulated {
    let job = endless(&game.name, seed);
    let mut found = Simulated { tally: Tally::new(&[]), staked: Deviations::default() };
    for (chunks, part) in (1..).zip(tallies(&job, &game.kernel, &[], ENDLESS)) {
        let staked = part.staked.0 as f64 / part.rounds as f64 / f64::from(BET);
        found.staked.add(staked - outcomes.average_wager);
        found.tally.merge(&part);
        if chunks >= LEAST_CHUNKS && standard_error_of(&found.tally.main) <= standard_error {
            return found;
        }
    }
    panic!("{}: {ENDLESS} chunks are not enough", game.name);
}

/// The standard error of a mean result, in wagers.
fn standard_error_of(results: &Moments) -> f64 {
    (results.variance() / results.count as f64).sqrt() / f64::from(BET)
}

/// The results that are in the whole but not in the part.
fn without(whole: &Moments, part: &Moments) -> Moments {
    Moments {
        count: whole.count - part.count,
        sum: Wide(whole.sum.0 - part.sum.0),
        squares: Wide(whole.squares.0 - part.squares.0),
        cubes: Wide(whole.cubes.0 - part.cubes.0),
        fourths: Wide(whole.fourths.0 - part.fourths.0),
    }
}

/// The variance of rounds without a split, from exact to simulated in the standard
/// errors that their exact fourth moment gives.
fn z_of_variance(tally: &Tally, outcomes: &Outcomes) -> f64 {
    let whole = without(&tally.main, &tally.split);
    let simulated = whole.variance() / f64::from(BET).powi(2);
    let exact = outcomes.variance_without_split();
    let chance = 1.0 - outcomes.split;
    let average = |of: &dyn Fn(f64) -> f64| -> f64 {
        outcomes.whole.iter().map(|end| end.chance / chance * of(end.net)).sum()
    };
    let mean = average(&|net| net);
    let fourth = average(&|net| (net - mean).powi(4));
    (simulated - exact) / ((fourth - exact * exact) / whole.count as f64).sqrt()
}

/// The third central moment of rounds without a split, from exact to simulated in the standard
/// errors that their exact sixth moment gives: what skewness is made of.
fn z_of_third_moment(tally: &Tally, outcomes: &Outcomes) -> f64 {
    let whole = without(&tally.main, &tally.split);
    let chance = 1.0 - outcomes.split;
    let average = |of: &dyn Fn(f64) -> f64| -> f64 {
        outcomes.whole.iter().map(|end| end.chance / chance * of(end.net)).sum()
    };
    let (count, bet) = (whole.count as f64, f64::from(BET));
    let [first, second, third] = [(whole.sum, 1), (whole.squares, 2), (whole.cubes, 3)]
        .map(|(sum, power)| sum.0 as f64 / count / bet.powi(power));
    // Around the exact mean, so that the error is that of one average.
    let mean = average(&|net| net);
    let simulated = third - 3.0 * mean * second + 3.0 * mean * mean * first - mean.powi(3);
    let exact = average(&|net| (net - mean).powi(3));
    let sixth = average(&|net| (net - mean).powi(6));
    (simulated - exact) / ((sixth - exact * exact) / count).sqrt()
}

/// What rounds with a split win, on average over all rounds.
fn z_of_splits(tally: &Tally, outcomes: &Outcomes) -> f64 {
    let all = Moments { count: tally.rounds, ..tally.split };
    (all.mean() / f64::from(BET) - outcomes.split_ev) / standard_error_of(&all)
}

/// The main games of a game file that no file before it has, to a standard error of 5e-4 of the wager in the
/// suite and of 3e-5 in `cargo xtask prove`, where each takes minutes.
fn agrees(id: &str) {
    let standard_error = testkit::rounds(2_000, 500, 30) as f64 * 1e-6;
    let is_own = |game: &Solved| game.name.split(' ').next() == Some(id);
    for (seed, game) in (100..).zip(distinct()).filter(|(_, game)| is_own(game)) {
        let outcomes = game.solution.outcomes();
        let Simulated { tally, staked } = simulate(game, &outcomes, seed, standard_error);
        let mean = tally.main.mean() / f64::from(BET);
        let z = (mean - game.solution.ev) / standard_error_of(&tally.main);
        assert_agrees(&format!("{}: expectation {mean:+.6}", game.name), z);
        assert_agrees(&format!("{}: average stake", game.name), staked.z());
        let z = z_of_count(tally.split.count, tally.rounds, outcomes.split);
        assert_agrees(&format!("{}: rounds with a split", game.name), z);
        let z = z_of_splits(&tally, &outcomes);
        assert_agrees(&format!("{}: results with a split", game.name), z);
        let z = z_of_variance(&tally, &outcomes);
        assert_agrees(&format!("{}: variance without a split", game.name), z);
        let z = z_of_third_moment(&tally, &outcomes);
        assert_agrees(&format!("{}: third moment without a split", game.name), z);
        let unit = f64::from(BET).powi(2);
        let exact = game.solution.law().variance;
        let z = (tally.main.variance() / unit - exact) / (tally.main.variance_error() / unit);
        assert_within(VARIANCE_SIGMAS, &format!("{}: variance {exact:.6}", game.name), z);
    }
}

#[test]
fn every_game_agrees() {
    every_game(|game| agrees(game.id));
}
