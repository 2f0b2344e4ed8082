//! Shoes that last, several seats, and work that is divided.

use rules::{Look, Rules};
use sim::{BLOCKS, CHUNK, Job, Kernel, ShoeLife, Tally};

use crate::solved::{BET, Solved, endless, profiles, solved};
use crate::statistics::assert_agrees;

/// The first game with six decks.
pub(crate) fn six_decks() -> &'static Solved {
    solved(profiles().iter().find(|profile| profile.rules.decks == 6).unwrap())
}

/// A job of this many seats and rounds.
pub(crate) fn job(seats: u8, shoe: ShoeLife, rounds: u64) -> Job {
    Job { seats, shoe, rounds, ..endless("six decks", 500) }
}

/// How far the mean result is from the fresh shoe's, in standard errors of batches.
fn z_of_mean(tally: &Tally, ev: f64) -> f64 {
    let (mean, standard_error) = tally.result();
    (mean - ev) / standard_error
}

/// Cards are exchangeable, so every seat of every round of a shoe expects what a
/// single seat expects of a fresh shoe, as long as the number of rounds is fixed.
#[test]
fn every_round_and_seat_expects_the_same() {
    let game = six_decks();
    let rounds = testkit::rounds(2, 15, 1_000) * CHUNK;
    for (seats, shoe) in [
        (1, ShoeLife::Rounds(5)),
        (3, ShoeLife::Rounds(5)),
        (7, ShoeLife::Fresh),
        (2, ShoeLife::Rounds(10)),
    ] {
        let job = job(seats, shoe, rounds);
        let tally = job.run(&game.kernel, &[], 0..job.chunks());
        assert_eq!(tally.main.count, rounds * u64::from(seats));
        let per_shoe = match shoe {
            ShoeLife::Rounds(rounds) => u64::from(rounds),
            ShoeLife::Fresh | ShoeLife::CutCard(_) => 1,
        };
        assert_eq!(tally.shoes, rounds / per_shoe);
        assert_eq!(tally.batches.count, tally.shoes);
        assert_agrees(&format!("{seats} seats, {shoe:?}"), z_of_mean(&tally, game.solution.ev));
    }
}

/// With a cut card a shoe is dealt to the end of the round in which it comes out, and
/// longer where the cards run out in that round.
#[test]
fn a_cut_card_ends_the_shoe() {
    /// More cards than a seat and the dealer use in any round met here.
    const LONGEST_ROUND: u64 = 40;
    let game = six_decks();
    let rounds = testkit::rounds(2, 10, 100) * CHUNK;
    for behind in [72, 1, 0] {
        let job = job(1, ShoeLife::CutCard(behind), rounds);
        let tally = job.run(&game.kernel, &[], 0..job.chunks());
        assert_eq!(tally.rounds, rounds);
        let place = 288 - u64::from(behind);
        // The last shoe of every chunk is broken off.
        let whole = tally.shoes - job.chunks();
        assert!(tally.cards >= whole * place, "{behind}: shoes end too early");
        let most = tally.shoes * (place + LONGEST_ROUND);
        assert!(tally.cards <= most, "{behind}: shoes end too late");
        // On average a round goes on for some of its cards behind the cut card, not
        // for all of them.
        let per_round = tally.cards as f64 / rounds as f64;
        let per_shoe = tally.cards as f64 / (tally.shoes as f64 - job.chunks() as f64 / 2.0);
        assert!(per_shoe > place as f64 + 0.2 * per_round, "{behind}: {per_shoe} cards a shoe");
        assert!(per_shoe < place as f64 + per_round, "{behind}: {per_shoe} cards a shoe");
        // The cut-card effect costs something, but not half a percent.
        let mean = tally.main.mean() / f64::from(BET);
        let lost = game.solution.ev - mean;
        println!("cut card in front of {behind}: {per_shoe:.1} cards a shoe, loses {lost:.5}");
        let room = testkit::rounds(8, 5, 5) as f64 * 1e-3;
        assert!(lost.abs() < room, "{behind}: the cut-card effect is {lost}");
    }
}

/// Every part of a tally has counted every round.
fn assert_whole(tally: &Tally, job: &Job) {
    let seats = job.rounds * u64::from(job.seats);
    assert_eq!(tally.rounds, job.rounds);
    assert_eq!(tally.main.count, seats);
    assert_eq!(tally.cells.iter().map(|(count, _)| count).sum::<u64>(), seats);
    let won: i128 = tally.cells.iter().map(|&(_, won)| i128::from(won)).sum();
    assert_eq!(won, tally.main.sum.0);
    for (blocks, length) in tally.blocks.iter().zip(BLOCKS) {
        assert_eq!(blocks.values().sum::<u64>(), job.rounds / length);
    }
    for seen in tally.seen.iter().filter(|seen| seen.look != Look::Insurance) {
        assert_eq!(seen.counts.iter().sum::<u64>(), seats);
        assert_eq!(seen.main.iter().map(|won| won.0).sum::<i128>(), tally.main.sum.0);
    }
}

#[test]
fn tally_is_the_same_on_any_number_of_threads_and_in_any_shards() {
    let profiles = profiles();
    let profile = profiles.iter().find(|profile| profile.rules.decks == 6).unwrap();
    let rules = Rules { double_cap: u32::MAX, ..profile.rules };
    let kernel = Kernel::new(&rules, solved(profile).solution.plays(), BET);
    let looks = rules.looks().collect::<Vec<_>>();
    assert!(looks.len() > 1);
    let rounds = testkit::rounds(1, 6, 40) * CHUNK + 12_345;
    for shoe in [ShoeLife::Fresh, ShoeLife::Rounds(7), ShoeLife::CutCard(72)] {
        let job = job(2, shoe, rounds);
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| job.run(&kernel, &looks, 0..job.chunks()))
        };
        let alone = on(1);
        assert_whole(&alone, &job);
        assert_eq!(alone, on(3), "{shoe:?}: threads");
        let mut halves = job.run(&kernel, &looks, job.chunks() / 2..job.chunks());
        halves.merge(&job.run(&kernel, &looks, 0..job.chunks() / 2));
        assert_eq!(alone, halves, "{shoe:?}: shards");
        let text = serde_json::to_string(&alone).unwrap();
        assert_eq!(alone, serde_json::from_str::<Tally>(&text).unwrap(), "{shoe:?}: JSON");
        // Another seed is another simulation.
        let other = Job { seed: job.seed + 1, ..job.clone() };
        assert_ne!(alone, other.run(&kernel, &looks, 0..job.chunks()), "{shoe:?}: seeds");
    }
}
