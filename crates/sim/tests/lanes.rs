//! The automaton counts what the straight path counts, whatever the game and the seats.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use cards::Counts;
use odds::main_wager::{Question, Solution, SplitClass, Table};
use rules::{GameFile, Look, Most, Spot};
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

/// Everything that is counted, chunk by chunk: blocks of a hundred rounds tell where a
/// difference would be.
#[test]
fn the_automaton_counts_what_the_straight_path_counts() {
    let rounds = testkit::rounds(20_000, 100_000, 1_000_000) as u64;
    for games::GameText { id, text, .. } in games::GAMES {
        let file = GameFile::read(text);
        for configuration in file.configurations() {
            let game = file.game(Some(&configuration), &[]).unwrap();
            let rules = game.profile(None, &[]).unwrap().rules;
            let Most::Amount(most) = rules.wager(Spot::Main).unwrap().most else {
                panic!("{id}: the main wager has a limit of its own");
            };
            let bet = most.min(10_000);
            let table = Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17));
            let question = Question { rules, bet: Some(bet), class: SplitClass::Cdp };
            let plays = Solution::of(&table, question).unwrap().plays();
            let kernel = Kernel::new(&rules, plays, bet);
            assert!(kernel.is_automatic(), "{id} {configuration}: too many states");
            let all: Vec<Look> = rules.looks().collect();
            for (seats, looks) in [(1, &all[..]), (1, &[]), (2, &all), (3, &all), (7, &all)] {
                // In the last rounds not all lanes are in use.
                let job = job(seats, bet, rounds + rounds / 3 + 7);
                for chunk in 0..job.chunks() {
                    let automatic = job.chunk(&kernel, looks, chunk);
                    let mut visited = 0;
                    let straight = job.visit(&kernel, looks, chunk, |round| {
                        visited += 1;
                        assert_eq!(round.round, chunk * CHUNK + visited);
                    });
                    assert_eq!(automatic, straight, "{id} {configuration}: {seats} seats");
                }
            }
        }
    }
}
