//! Two seats at one table vary together: they share the dealer.

use std::sync::Arc;

use cards::Counts;
use odds::main_wager::{ChartKind, Question, Solution, SplitClass, Table};
use rayon::prelude::*;
use sim::{CHUNK, Job, Kernel, ShoeLife};

use crate::solved::{BET, endless};
use crate::statistics::{Deviations, SIGMAS};

/// The covariance of what two seats win in a round, in wagers squared, chunk by chunk.
fn covariance(kernel: &Kernel, shoe: ShoeLife, chunks: u64) -> Deviations {
    let job = Job { seats: 2, shoe, ..endless("two seats", 77) };
    let of_chunk = |chunk: u64| {
        let mut sums = [0.0; 3];
        job.visit(kernel, &[], chunk, |round| {
            let won = |seat: usize| {
                let seat = &round.seats[seat];
                (f64::from(seat.returned) - f64::from(seat.staked)) / f64::from(BET)
            };
            let (first, second) = (won(0), won(1));
            for (sum, of_round) in sums.iter_mut().zip([first, second, first * second]) {
                *sum += of_round;
            }
        });
        let rounds = CHUNK as f64;
        let [first, second, product] = sums.map(|sum| sum / rounds);
        (product - first * second) * rounds / (rounds - 1.0)
    };
    let found: Vec<f64> = (0..chunks).into_par_iter().map(of_chunk).collect();
    let mut covariance = Deviations::default();
    found.into_iter().for_each(|of_chunk| covariance.add(of_chunk));
    covariance
}

/// The chunks from which the figures of docs/variance.md are.
const STATED: u64 = 40;

/// M18: who plays a chart by totals alone has the published covariance, 0.499, whether each round
/// has a fresh shoe or the shoe a cut card in front of a quarter of it; who plays by composition has
/// another. The figures of docs/variance.md are found again.
#[test]
fn m18_covariance_of_two_seats() {
    let rules = *testkit::file("conventional").game(None, &[]).unwrap().rules();
    let shoe = Counts::of(rules.deck, rules.decks);
    let table = Arc::new(Table::new(&shoe, rules.soft_17));
    let question = Question { rules, bet: None, class: SplitClass::CdzMinus };
    let (_, totals) = Solution::best_chart(&table, question, ChartKind::Totals, || {}).unwrap();
    let best = Solution::of(&table, question).unwrap();
    let chunks = testkit::rounds(4, STATED, 400);
    let mut missing = Vec::new();
    let document = include_str!("../../../../docs/variance.md");
    let lives = [ShoeLife::Fresh, ShoeLife::CutCard(shoe.total() as u16 / 4)];
    for (play, solution, published) in
        [("best chart by totals", totals, Some(0.499)), ("best by composition (CDZ-)", best, None)]
    {
        let kernel = Kernel::new(&rules, solution.plays(), BET);
        let found = lives.map(|life| covariance(&kernel, life, chunks));
        let [fresh, cut] = found.map(|found| (found.mean(), found.standard_error()));
        let row = [fresh, cut].map(|(mean, error)| format!("{mean:.4} ± {error:.4}"));
        let row = format!("| {play} | {} |", row.join(" | "));
        println!("{row}");
        for (mean, error) in [fresh, cut] {
            let far = published.map_or(0.0, |published: f64| (mean - published).abs());
            assert!(far < 0.000_5 + SIGMAS * error, "{row}");
        }
        if chunks == STATED && !document.contains(&row) {
            missing.push(row);
        }
    }
    assert!(missing.is_empty(), "docs/variance.md lacks {missing:#?}");
}
