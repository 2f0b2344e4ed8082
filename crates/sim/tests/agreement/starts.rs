//! Every start: two cards against an up-card.

use cards::{Card, Counts, Rank, Suit};
use odds::main_wager::Hand;
use rules::settings::Tie;
use sim::{CHUNK, cell};

use crate::solved::{BET, Solved, distinct, endless, tallies};
use crate::statistics::{Deviations, assert_agrees, assert_chi_square};

/// What is exact of a start.
#[derive(Clone, Copy, Default)]
struct Start {
    chance: f64,
    /// The chance times what is won on average, the dealer's naturals counted.
    worth: f64,
}

/// One card for each value and suit, with the number of cards it stands for.
fn kinds(counts: &Counts) -> Vec<(Card, f64)> {
    let ranks = Rank::ALL.into_iter().filter(|rank| rank.value() < 10 || *rank == Rank::King);
    let cards = ranks.flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit)));
    let like =
        |card: Card, other: Card| card.value() == other.value() && card.suit() == other.suit();
    cards
        .map(|card| (card, counts.cards().filter(|&other| like(card, other)).count() as f64))
        .collect()
}

/// The chance that the dealer has no natural.
fn free(kinds: &[(Card, f64)], two: [Card; 2], up: Card) -> f64 {
    let total: f64 = kinds.iter().map(|(_, count)| count).sum();
    let makes_natural =
        |hole: Card| up.value() + hole.value() == 11 && (up.is_ace() || hole.is_ace());
    let naturals: f64 =
        kinds.iter().filter(|(hole, _)| makes_natural(*hole)).map(|(_, count)| count).sum();
    let held = two.into_iter().filter(|&card| makes_natural(card)).count();
    1.0 - (naturals - held as f64) / (total - 3.0)
}

/// What two cards win on average against an up-card.
fn worth(game: &Solved, kinds: &[(Card, f64)], two: [Card; 2], up: Card) -> f64 {
    let free = free(kinds, two, up);
    if two[0].value() + two[1].value() == 11 && two.iter().any(|card| card.is_ace()) {
        let (win, per) = game.rules.natural_pays.fraction();
        let paid = match game.rules.natural_tie {
            Tie::Wins => 1.0,
            Tie::Pushes => free,
        };
        return paid * f64::from(win) / f64::from(per);
    }
    let hand = Hand { cards: &two, up, doubles: 0, from_split: false, hands: 1 };
    let actions = game.solution.hand(&hand).unwrap();
    free * actions.of(actions.best).unwrap() - (1.0 - free)
}

/// All starts by their cells, counted from the shoe: the first card, the second and the
/// up-card in this order, for a split's first hand is not quite worth its second.
fn starts(game: &Solved) -> Vec<Start> {
    let kinds = kinds(&Counts::of(game.rules.deck, game.rules.decks));
    let total: f64 = kinds.iter().map(|(_, count)| count).sum();
    let deals = total * (total - 1.0) * (total - 2.0);
    let same = |card: Card, other: Card| f64::from(u8::from(card == other));
    let mut starts = vec![Start::default(); 1_000];
    for &(first, firsts) in &kinds {
        for &(second, seconds) in &kinds {
            for &(up, ups) in &kinds {
                let ways = firsts
                    * (seconds - same(second, first))
                    * (ups - same(up, first) - same(up, second));
                let chance = ways / deals;
                let start = &mut starts[cell([first, second], up)];
                start.chance += chance;
                start.worth += chance * worth(game, &kinds, [first, second], up);
            }
        }
    }
    starts
}

/// A start as it was simulated.
#[derive(Clone, Copy, Default)]
struct Met {
    count: u64,
    /// What was won more than expected in a round, chunk by chunk.
    won: Deviations,
}

fn simulate(game: &Solved, starts: &[Start], seed: u64, chunks: u64) -> Vec<Met> {
    let job = endless(&game.name, seed);
    let mut met = vec![Met::default(); starts.len()];
    for tally in tallies(&job, &game.kernel, &[], chunks) {
        for ((met, start), &(count, won)) in met.iter_mut().zip(starts).zip(&tally.cells) {
            met.count += count;
            if start.chance > 0.0 {
                let expected = count as f64 * start.worth / start.chance;
                met.won.add((won as f64 / f64::from(BET) - expected) / CHUNK as f64);
            }
        }
    }
    met
}

/// How often all starts are met, and what they win.
fn assert_starts_agree(game: &Solved, seed: u64, chunks: u64) {
    let name = &game.name;
    let starts = starts(game);
    let ev: f64 = starts.iter().map(|start| start.worth).sum();
    assert!((ev - game.solution.ev).abs() < 1e-12, "{name}: {ev} is not {}", game.solution.ev);
    let met = simulate(game, &starts, seed, chunks);
    let rounds = (chunks * CHUNK) as f64;
    assert!(
        starts.iter().zip(&met).all(|(start, met)| start.chance > 0.0 || met.count == 0),
        "{name}: a start that cannot be"
    );
    let possible = || starts.iter().zip(&met).filter(|(start, _)| start.chance > 0.0);
    assert_eq!(possible().count(), 550, "{name}: 55 sets of two values, 10 up-cards");
    let cells = 550.0f64;
    let chi_square: f64 = possible()
        .map(|(start, met)| (start.chance * rounds, met.count as f64))
        .map(|(expected, count)| (count - expected).powi(2) / expected)
        .sum();
    assert_chi_square(&format!("{name}: starts"), chi_square, cells - 1.0);
    let worst = possible().map(|(_, met)| met.won.z().abs()).fold(0.0, f64::max);
    let bound = (2.0 * cells.ln()).sqrt() + 3.5;
    println!("{name}: worst of {cells} starts: {worst:.2}");
    assert!(worst < bound, "{name}: a start is {worst:.2} standard errors off");
    // All together: the squares of Student's t with their mean and variance.
    let freedom = (chunks - 1) as f64;
    let mean = freedom / (freedom - 2.0);
    let variance = 2.0 * mean * mean * (freedom - 1.0) / (freedom - 4.0);
    let squares: f64 = possible().map(|(_, met)| met.won.z().powi(2)).sum();
    let z = (squares - cells * mean) / (cells * variance).sqrt();
    assert_agrees(&format!("{name}: results of all starts"), z);
}

/// The starts of every distinct main game; of a few of them in the quick tests.
#[test]
fn start_cells_agree() {
    let chunks = testkit::rounds(20, 40, 2_000);
    let every = testkit::rounds(6, 1, 1) as usize;
    for (seed, game) in (200..).zip(distinct()).step_by(every) {
        assert_starts_agree(game, seed, chunks);
    }
}
