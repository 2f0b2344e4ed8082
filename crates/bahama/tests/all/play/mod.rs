//! `bahama play`: the table itself, its line mode and its screen.

mod coach;
mod lines;
mod screen;
mod table;

use bahama::library::{Choice, Library};
use bahama::play::{Stack, Table};
use cards::{ChaChaWords, below};
use rules::Money;

/// The key `--seed` makes.
fn key(seed: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key
}

/// A table of this game with what-if settings.
fn table_with(game: &str, set: &[(&str, &str)], seats: u8, seed: u64, dollars: i64) -> Table {
    let set = set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let choice = Choice { game: game.to_owned(), set, ..Choice::default() };
    let (game, profile) = Library::default().profile(&choice).unwrap();
    let stack = Stack { bankroll: Money::dollars(dollars), meters: Vec::new() };
    Table::new(game, profile, seats, key(seed), &stack).unwrap()
}

fn table(game: &str, seats: u8, seed: u64, dollars: i64) -> Table {
    table_with(game, &[], seats, seed, dollars)
}

/// Numbers for random play; the same on every run.
struct Dice(ChaChaWords);

impl Dice {
    fn new(seed: u8) -> Dice {
        Dice(ChaChaWords::new([seed; 32], 0))
    }

    /// A number from 0 to `bound` - 1.
    fn below(&mut self, bound: usize) -> usize {
        below(u32::try_from(bound).unwrap(), &mut self.0) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
