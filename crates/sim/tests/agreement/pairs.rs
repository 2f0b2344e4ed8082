//! Rounds that start from a pair which is split.

use cards::{Card, Counts, Rank, Suit, below};
use odds::main_wager::Hand;
use rayon::prelude::*;
use rules::Action;
use rules::settings::Allowed;
use sim::Generator;

use crate::solved::{BET, Solved, profiles, solved};
use crate::statistics::{Deviations, assert_agrees};

/// A pair against an up-card, and what its split is worth.
struct Pair {
    cards: [Card; 2],
    up: Card,
    worth: f64,
}

/// The pairs that the best strategy splits, in one suit and in three.
fn split_pairs(game: &Solved) -> Vec<Pair> {
    let ranks = || Rank::ALL.into_iter().filter(|rank| rank.value() < 10 || *rank == Rank::King);
    let suits =
        [[Suit::Spades, Suit::Spades, Suit::Spades], [Suit::Spades, Suit::Hearts, Suit::Diamonds]];
    let mut pairs = Vec::new();
    for (rank, up) in ranks().flat_map(|rank| ranks().map(move |up| (rank, up))) {
        for [first, second, up_suit] in suits {
            let cards = [Card::new(rank, first), Card::new(rank, second)];
            let up = Card::new(up, up_suit);
            let hand = Hand { cards: &cards, up, doubles: 0, from_split: false, hands: 1 };
            let actions = game.solution.hand(&hand).unwrap();
            if actions.best == Action::Split {
                pairs.push(Pair { cards, up, worth: actions.of(Action::Split).unwrap() });
            }
        }
    }
    pairs
}

/// Deals a start that is given, a hole card that makes no natural, and then whatever
/// is left, shuffled while it is dealt.
struct Deal {
    rest: Vec<Card>,
    dealt: usize,
    words: Generator,
}

impl Deal {
    fn new(game: &Solved, pair: &Pair, words: Generator) -> Deal {
        let mut counts = Counts::of(game.rules.deck, game.rules.decks);
        for card in [pair.cards[0], pair.cards[1], pair.up] {
            assert!(counts.take(card));
        }
        Deal { rest: counts.cards().collect(), dealt: 0, words }
    }

    /// The next card: one of those left that are allowed.
    fn draw(&mut self, allowed: impl Fn(Card) -> bool) -> Card {
        let left = &mut self.rest[self.dealt..];
        let place = loop {
            let place = below(left.len() as u32, &mut self.words) as usize;
            if allowed(left[place]) {
                break place;
            }
        };
        left.swap(0, place);
        self.dealt += 1;
        self.rest[self.dealt - 1]
    }
}

/// Plays rounds from a pair; the most hands that came of it too.
fn simulate(game: &Solved, pair: &Pair, words: Generator, rounds: u64) -> (Deviations, u8) {
    let mut deal = Deal::new(game, pair, words);
    let up = pair.up;
    let is_natural = |hole: Card| up.value() + hole.value() == 11 && (up.is_ace() || hole.is_ace());
    let mut won = Deviations::default();
    let mut most = 0;
    for _ in 0..rounds {
        deal.dealt = 0;
        let mut given = [pair.cards[0], up, pair.cards[1]].into_iter();
        let played = game.kernel.play::<1>(|| match given.next() {
            Some(card) => card,
            None if deal.dealt == 0 => deal.draw(|hole| !is_natural(hole)),
            None => deal.draw(|_| true),
        });
        let [seat] = played.seats;
        assert!(seat.hands > 1, "{}: {:?} against {up} is split", game.name, pair.cards);
        let net = f64::from(seat.returned) - f64::from(seat.staked);
        won.add(net / f64::from(BET) - pair.worth);
        most = most.max(seat.hands);
    }
    (won, most)
}

/// Splits and resplits by themselves: seldom in a whole game, and the hardest to get
/// right.
fn assert_pairs_agree(game: &Solved, seed: u64, rounds: u64) {
    let pairs = split_pairs(game);
    assert!(pairs.len() > 50, "{}: {} pairs are split", game.name, pairs.len());
    let found: Vec<(Deviations, u8)> = pairs
        .par_iter()
        .enumerate()
        .map(|(place, pair)| simulate(game, pair, Generator::new(seed, place as u64), rounds))
        .collect();
    for (pair, (won, most)) in pairs.iter().zip(&found) {
        let [first, second] = pair.cards;
        assert_agrees(&format!("{}: {first} {second} against {}", game.name, pair.up), won.z());
        let expected = match first.is_ace() && game.rules.resplit_aces == Allowed::No {
            true => 2,
            false => game.rules.hands,
        };
        assert_eq!(*most, expected, "{}: most hands of {first} {second}", game.name);
    }
    let mean: f64 = found.iter().map(|(won, _)| won.mean()).sum();
    let variance: f64 = found.iter().map(|(won, _)| won.standard_error().powi(2)).sum();
    assert_agrees(&format!("{}: all pairs", game.name), mean / variance.sqrt());
}

#[test]
fn pairs_agree() {
    let rounds = testkit::rounds(3_000, 20_000, 10_000_000);
    for (seed, game) in (400..).zip(["bahama-bonus", "bahamas-bonus"]) {
        let profiles = profiles();
        let profile = profiles.iter().find(|profile| profile.game == game).unwrap();
        assert_pairs_agree(solved(profile), seed, rounds);
    }
}
