//! Cards from a shoe that is fresh in every round.
//!
//! Each round has words of its own, so rounds may be played in any order. A place of the shoe is
//! drawn with equal chances from all of them, and passed over if this round has had it: what is
//! left has equal chances. Nothing is moved in the shoe, so all rounds share one.

use crate::codes::{PLACES, new_shoe};
use crate::generator::{STEP, fold, mix};
use rules::Rules;

/// The cards that come out of one word.
const CARDS_OF_WORD: u32 = 6;

/// What the counter grows by from a word of a round to the next; from a round to the next it grows
/// by [`STEP`].
const WORD_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// What all rounds of a job draw from.
#[derive(Clone, Debug)]
pub(crate) struct Fresh {
    codes: [u8; PLACES],
    cards: u64,
    /// The number of ways in which the places of one word can come, and how many words are too
    /// many for each of them to be equally likely.
    ways: u64,
    surplus: u64,
    seed: u64,
}

/// Which places are out: a bit for each round that is dealt side by side.
#[derive(Clone, Debug)]
pub(crate) struct Out([u64; PLACES]);

/// The words of one round.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words {
    counter: u64,
    /// What is left of the word.
    word: u64,
    /// The cards that are still in it.
    left: u32,
}

impl Fresh {
    pub(crate) fn new(rules: &Rules, seed: u64) -> Fresh {
        let (codes, cards) = new_shoe(rules);
        let cards = u64::from(cards);
        let ways = cards.pow(CARDS_OF_WORD);
        Fresh { codes, cards, ways, surplus: ways.wrapping_neg() % ways, seed: mix(seed) }
    }

    /// The cards of a shoe.
    pub(crate) fn cards(&self) -> usize {
        self.cards as usize
    }

    /// The words of a round, by its number in the job.
    #[inline(always)]
    pub(crate) fn words(&self, round: u64) -> Words {
        let counter = self.seed.wrapping_add(round.wrapping_mul(STEP));
        Words { counter, word: 0, left: 0 }
    }

    /// No place is out.
    pub(crate) fn gathered(&self) -> Out {
        Out([0; PLACES])
    }

    /// All cards come back.
    #[inline(always)]
    pub(crate) fn gather(&self, out: &mut Out) {
        out.0[..self.cards as usize].fill(0);
    }

    /// The code of the next card of a round, which has this bit.
    #[inline(always)]
    pub(crate) fn draw(&self, out: &mut Out, bit: u64, words: &mut Words) -> u8 {
        loop {
            if words.left == 0 {
                self.next_word(words);
            }
            words.left -= 1;
            let product = u128::from(words.word) * u128::from(self.cards);
            words.word = product as u64;
            let place = (product >> 64) as usize % PLACES;
            if out.0[place] & bit == 0 {
                out.0[place] |= bit;
                return self.codes[place];
            }
        }
    }

    /// Takes the next word.
    #[inline(always)]
    pub(crate) fn next_word(&self, words: &mut Words) {
        loop {
            words.counter = words.counter.wrapping_add(WORD_STEP);
            words.word = fold(words.counter);
            // The word may be one of those that are thrown away: once in thousands.
            if words.word.wrapping_mul(self.ways) >= self.surplus {
                words.left = CARDS_OF_WORD;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::card_of;
    use cards::{Card, Counts};

    fn rules(game: &str, decks: u8) -> Rules {
        let file = games::find(game).expect("the game is there").file();
        let game = file.game(None, &[]).expect("the game has no faults");
        game.profile(Some(decks), &[]).expect("so many decks are allowed").rules
    }

    /// So many cards of a round.
    fn cards(fresh: &Fresh, out: &mut Out, round: u64, count: usize) -> Vec<Card> {
        fresh.gather(out);
        let mut words = fresh.words(round);
        (0..count).map(|_| card_of(fresh.draw(out, 1, &mut words))).collect()
    }

    /// Whoever draws a whole shoe has each of its cards once.
    #[test]
    fn a_whole_shoe_can_be_drawn() {
        for (game, decks) in [("bahama-bonus", 5), ("bahama-bonus", 8), ("blackjack-bonus", 6)] {
            let rules = rules(game, decks);
            let fresh = Fresh::new(&rules, 7);
            let all = cards(&fresh, &mut fresh.gathered(), 3, fresh.cards());
            let counts: Counts = all.into_iter().collect();
            assert_eq!(counts, Counts::of(rules.deck, rules.decks), "{game}");
        }
    }

    /// Every place has equal chances at every draw, and so has every pair of them, of one round
    /// and of two that follow each other.
    #[test]
    fn places_are_equally_likely() {
        const ROUNDS: u64 = 400_000;
        const DRAWS: usize = 14;
        let fresh = Fresh::new(&rules("bahama-bonus", 6), 11);
        let mut out = fresh.gathered();
        let kinds = 48;
        let mut single = vec![[0u64; 52]; DRAWS];
        let mut pairs = vec![vec![0u64; 52 * 52]; 4];
        let mut before = Card::from_index(0).expect("there is a first card");
        for round in 0..ROUNDS {
            let drawn = cards(&fresh, &mut out, round, DRAWS);
            drawn.iter().zip(&mut single).for_each(|(card, counts)| counts[card.index()] += 1);
            // The first two; the last of one word and the first of the next; across rounds.
            for (counts, [a, b]) in pairs.iter_mut().zip([
                [drawn[0], drawn[1]],
                [drawn[5], drawn[6]],
                [drawn[0], drawn[6]],
                [before, drawn[0]],
            ]) {
                counts[a.index() * 52 + b.index()] += 1;
            }
            before = drawn[0];
        }
        for counts in &single {
            let expected = ROUNDS as f64 / f64::from(kinds);
            assert_chi_square(counts, |_| expected, f64::from(kinds - 1));
        }
        for (counts, is_one_round) in pairs.iter().zip([true, true, true, false]) {
            let of_shoe = |pair: usize| match (is_one_round, pair / 52 == pair % 52) {
                (true, true) => 6.0 * 5.0 / (288.0 * 287.0),
                (true, false) => 6.0 * 6.0 / (288.0 * 287.0),
                (false, _) => 1.0 / (48.0 * 48.0),
            };
            assert_chi_square(counts, |pair| ROUNDS as f64 * of_shoe(pair), 48.0 * 48.0 - 1.0);
        }
    }

    /// What cannot be is never met; the rest is within five standard errors.
    fn assert_chi_square(counts: &[u64], expected: impl Fn(usize) -> f64, freedom: f64) {
        let met = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let chi_square: f64 =
            met.map(|(at, &count)| (count as f64 - expected(at)).powi(2) / expected(at)).sum();
        let z = (chi_square - freedom) / (2.0 * freedom).sqrt();
        assert!(z.abs() < 5.0, "chi-square {chi_square} with {freedom} degrees of freedom");
    }

    /// The words of a job are words of one counter: of 2⁵⁰ rounds, of up to 256 words each, no two
    /// have one in common.
    #[test]
    fn no_two_rounds_share_a_word() {
        // The inverse of an odd number, by Newton: each step doubles the bits that are right.
        let inverse = (0..6).fold(STEP, |inverse, _| {
            inverse.wrapping_mul(2u64.wrapping_sub(STEP.wrapping_mul(inverse)))
        });
        assert_eq!(inverse.wrapping_mul(STEP), 1);
        let rounds = inverse.wrapping_mul(WORD_STEP);
        for words in 1..256 {
            let apart = rounds.wrapping_mul(words);
            assert!(apart.min(apart.wrapping_neg()) > 1 << 50, "{words}");
        }
    }

    /// Recorded figures stay reproducible only while these cards stay.
    #[test]
    fn rounds_are_pinned() {
        let fresh = Fresh::new(&rules("bahama-bonus", 6), 1);
        let first = |round| {
            let cards = cards(&fresh, &mut fresh.gathered(), round, 8);
            cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            [first(0), first(1), first(1 << 40)],
            ["4h 2d 3s Ks Jh Ah 8c Kd", "6s 4c Qc 2s 3d Qs 8c 5s", "6d 7h Ac 4h 7h Jd Qd As"]
        );
    }
}
