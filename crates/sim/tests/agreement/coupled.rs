//! Shoes that last, beside a fixed number of rounds from each.

use sim::{CHUNK, Job, ShoeLife, Spread, Tally};

use crate::shoes::{job, six_decks};
use crate::solved::tallies;
use crate::statistics::{assert_agrees, assert_chi_square};

/// How far the coupled estimate is from a value, in its own standard errors.
fn z_of(job: &Job, tally: &Tally, ev: f64, value: f64) -> f64 {
    let coupled = job.estimate(tally, ev).unwrap();
    (coupled.mean - value) / coupled.se
}

/// Where every shoe has the same number of rounds, their value is known, and laying another
/// number of rounds beside them must not change it: fewer, as many, or more than are dealt.
#[test]
fn coupling_moves_no_value_that_is_known() {
    let game = six_decks();
    let rounds = testkit::rounds(2, 15, 1_000) * CHUNK;
    for (seats, of_shoe, beside) in [(1, 30, 20), (1, 20, 30), (3, 9, 12), (1, 12, 12)] {
        let job = job(seats, ShoeLife::Rounds(of_shoe), rounds);
        let job = Job { beside: Some(beside), ..job };
        let tally = job.run(&game.kernel, &[], 0..job.chunks());
        let what = format!("{seats} seats, {of_shoe} rounds beside {beside}");
        let coupled = job.estimate(&tally, game.solution.ev).unwrap();
        if of_shoe == beside {
            // Then nothing is left to chance.
            assert!((coupled.mean - game.solution.ev).abs() < 1e-12, "{what}: {coupled:?}");
            assert!(coupled.se < 1e-7, "{what}: {coupled:?}");
        } else {
            assert_agrees(&what, z_of(&job, &tally, game.solution.ev, game.solution.ev));
        }
    }
}

/// The cut-card effect by coupling is that of plain runs, which need many times the rounds.
#[test]
fn the_coupled_cut_card_effect_is_that_of_plain_runs() {
    let game = six_decks();
    let rounds = testkit::rounds(4, 30, 5_000) * CHUNK;
    for seats in [1, 5] {
        let job = job(seats, ShoeLife::CutCard(72), rounds).coupled(&game.kernel);
        let tally = job.run(&game.kernel, &[], 0..job.chunks());
        let (plain, plain_error) = tally.result();
        let coupled = job.estimate(&tally, game.solution.ev).unwrap();
        let times = (plain_error / coupled.se).powi(2);
        println!(
            "{seats} seats, {:?} rounds: effect plain {:+.6} ± {plain_error:.6}, coupled {:+.6} ± {:.6}, \
             {times:.1} times fewer",
            job.beside,
            plain - game.solution.ev,
            coupled.mean - game.solution.ev,
            coupled.se
        );
        assert!(times > 8.0, "coupling saves no more than {times}");
        // The two share their rounds: their difference varies no more than the plain one does.
        assert_agrees("plain and coupled", (plain - coupled.mean) / plain_error);
    }
}

/// Bets by a count have no exact value; the two estimates agree, and the coupled one is nearer.
#[test]
fn coupled_bets_by_a_count_are_those_of_plain_runs() {
    let game = six_decks();
    let rounds = testkit::rounds(4, 30, 5_000) * CHUNK;
    let spread = Spread { tags: Spread::HI_LO, steps: vec![(1, 2), (3, 4)] };
    let job = Job { spread: Some(spread), ..job(1, ShoeLife::CutCard(72), rounds) };
    let job = job.coupled(&game.kernel);
    let tally = job.run(&game.kernel, &[], 0..job.chunks());
    let (plain, plain_error) = tally.result();
    let coupled = job.estimate(&tally, game.solution.ev).unwrap();
    println!(
        "plain {plain:+.6} ± {plain_error:.6}, coupled {:+.6} ± {:.6}",
        coupled.mean, coupled.se
    );
    assert!(coupled.se < plain_error, "{coupled:?} is no better than {plain_error}");
    assert_agrees("by a count", (plain - coupled.mean) / plain_error);
}

/// Estimates of many small jobs vary as their standard errors say.
#[test]
fn coupled_estimates_vary_as_their_errors_say() {
    let game = six_decks();
    let chunks = testkit::rounds(30, 60, 1_000);
    let job = job(1, ShoeLife::CutCard(72), chunks * CHUNK).coupled(&game.kernel);
    let parts: Vec<Tally> = tallies(&job, &game.kernel, &[], chunks).collect();
    let mut all = Tally::new(&[]);
    parts.iter().for_each(|part| all.merge(part));
    let mean = job.estimate(&all, game.solution.ev).unwrap().mean;
    let squares = parts.iter().map(|part| z_of(&job, part, game.solution.ev, mean).powi(2));
    assert_chi_square("estimates of chunks", squares.sum(), chunks as f64 - 1.0);
}
