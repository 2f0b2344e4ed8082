//! The automaton counts what the straight path counts, whatever the game and the seats.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use cards::Counts;
use odds::main_wager::{Question, Solution, SplitClass, Table};
use rules::settings::Soft17;
use rules::{GameFile, Look, Most, Rules, Spot};
use sim::{CHUNK, Job, Kernel, ShoeLife};

fn job(seats: u8, bet: u32, rounds: u64) -> Job {
    Job {
        profile: String::new(),
        strategy: String::new(),
        seats,
        bet,
        shoe: ShoeLife::Fresh,
        spread: None,
        seed: 24,
        rounds,
        beside: None,
    }
}

/// The bet of a table where a limit may bind, and of one where none does.
const HIGH: u32 = 10_000;
const LOW: u32 = 1_000;

/// Chunks that are passed over: rounds are numbered through the whole job.
const PASSED: u64 = 2;

/// Everything that both ways count, for so many rounds and several numbers of seats. Blocks of a
/// hundred rounds tell where a difference would be.
fn compare(name: &str, kernel: &Kernel, rounds: u64) {
    assert!(kernel.is_automatic(), "{name}: too many states");
    let all: Vec<Look> = kernel.rules().looks().collect();
    for (seats, looks) in [(1, &all[..]), (1, &[]), (2, &all), (3, &all), (7, &all)] {
        // In the last rounds not all lanes are in use.
        let job = job(seats, kernel.bet(), PASSED * CHUNK + rounds + rounds / 3 + 7);
        for chunk in PASSED..job.chunks() {
            let automatic = job.chunk(kernel, looks, chunk);
            let mut visited = 0;
            let straight = job.visit(kernel, looks, chunk, |round| {
                visited += 1;
                assert_eq!(round.round, chunk * CHUNK + visited);
            });
            assert_eq!(automatic, straight, "{name}: {seats} seats");
        }
    }
}

/// What this bet is played by.
fn kernel(table: &Arc<Table>, rules: Rules, bet: u32, class: SplitClass) -> Kernel {
    let plays = Solution::of(table, Question { rules, bet: Some(bet), class }).unwrap().plays();
    Kernel::new(&rules, plays, bet)
}

/// Whether no limit binds a hand of this bet, however often it is doubled.
fn is_free(rules: &Rules, bet: u32) -> bool {
    let doubles = usize::from(rules.doubles);
    let stakes = rules::doubled(rules, bet).map(|hand| hand.stake);
    (0..=doubles).all(|doubled| stakes[doubled] == bet << doubled)
}

/// Every configuration with every number of decks, played as it is shipped at a bet that no limit
/// binds; with the default decks also at a high bet, by the class with the most plays.
#[test]
fn the_automaton_counts_what_the_straight_path_counts() {
    let rounds = testkit::rounds(2_000, 12_000, 300_000);
    let mut tables: Vec<(Counts, Soft17, Arc<Table>)> = Vec::new();
    let mut cases = 0;
    for games::GameText { id, text, .. } in games::GAMES {
        let file = GameFile::read(text);
        for configuration in file.configurations() {
            let game = file.game(Some(&configuration), &[]).unwrap();
            let default = game.profile(None, &[]).unwrap().rules.decks;
            for &decks in &game.decks {
                let rules = game.profile(Some(decks), &[]).unwrap().rules;
                let name = format!("{id} {configuration}, {decks} decks");
                let (shoe, dealer) = (Counts::of(rules.deck, decks), rules.soft_17);
                let known = tables.iter().find(|known| (known.0, known.1) == (shoe, dealer));
                let table = match known {
                    Some((.., table)) => Arc::clone(table),
                    None => {
                        let table = Arc::new(Table::new(&shoe, dealer));
                        tables.push((shoe, dealer, Arc::clone(&table)));
                        table
                    }
                };
                assert!(is_free(&rules, LOW), "{name}: a limit binds");
                compare(&name, &kernel(&table, rules, LOW, SplitClass::Pair), rounds);
                cases += 1;
                if decks == default {
                    let bet = high(&name, &rules);
                    compare(&name, &kernel(&table, rules, bet, SplitClass::Cdp), rounds);
                }
            }
        }
    }
    assert_eq!(cases, 17);
}

/// The high bet, where the table takes it.
fn high(name: &str, rules: &Rules) -> u32 {
    let Most::Amount(most) = rules.wager(Spot::Main).unwrap().most else {
        panic!("{name}: the main wager has a limit of its own");
    };
    most.min(HIGH)
}
