//! The terminal table: a sitting, its coach, its screen and its lines.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

mod coach;
mod lines;
mod screen;
mod shared;
mod table;

use ::table::{Given, LinkSnapshot, Posted};
use cards::{Card, ChaChaWords, below};
use play::{Entropy, Own, Sitting};
use rules::{Game, Money, Profile};

fn game_with(game: &str, set: &[(&str, &str)]) -> (Game, Profile) {
    let mut set: Vec<(String, String)> =
        set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let file = games::find(game).unwrap().file();
    set.extend(file.first_set(None, &set));
    let game = file.game(None, &set).unwrap();
    let profile = game.profile(None, &[]).unwrap();
    (game, profile)
}

/// Sits down at a table of one's own with what-if settings.
fn table_with(game: &str, set: &[(&str, &str)], seats: u8, seed: u64, dollars: i64) -> Sitting {
    let (game, profile) = game_with(game, set);
    let sign = Own::sign(&game, &profile, seats);
    sit(game, profile, sign, seed, Money::dollars(dollars), None)
}

fn table(game: &str, seats: u8, seed: u64, dollars: i64) -> Sitting {
    table_with(game, &[], seats, seed, dollars)
}

/// A table whose shoes begin with these cards: first cards, up-card, second cards, hole
/// card, then what is drawn.
fn given(game: &str, seats: u8, cards: &str, dollars: i64) -> Sitting {
    let (game, profile) = game_with(game, &[]);
    let given: Given = cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect();
    let sign = Posted { exhibition: Some(given), ..Own::sign(&game, &profile, seats) };
    sit(game, profile, sign, 1, Money::dollars(dollars), None)
}

fn sit(
    game: Game,
    profile: Profile,
    sign: Posted,
    seed: u64,
    bankroll: Money,
    kept: Option<&LinkSnapshot>,
) -> Sitting {
    let own = Own::open(sign, &game, &profile, Entropy::of_seed(seed), kept).unwrap();
    Sitting::new(game, profile, Box::new(own), bankroll).unwrap()
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
