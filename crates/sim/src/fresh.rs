//! Cards from a shoe that is fresh in every round.
//!
//! Each round has words of its own, so rounds may be played in any order. A place of the shoe is
//! drawn with equal chances from all of them, and passed over if this round has had it: what is
//! left has equal chances. Nothing is moved in the shoe, so all rounds share one.

use crate::codes::{PLACES, new_shoe};
use crate::generator::{fold, mix};
use rules::Rules;

/// The cards that come out of one word.
const CARDS_OF_WORD: u32 = 6;

/// What the counter grows by from a round to the next, and from a word of a round to the next.
const ROUND_STEP: u64 = 0xa076_1d64_78bd_642f;
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

/// The draws of one round.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Draws {
    /// Which places are out.
    out: [u64; PLACES / 64],
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

    /// The draws of a round, by its number in the job.
    #[inline(always)]
    pub(crate) fn begin(&self, round: u64) -> Draws {
        let counter = self.seed.wrapping_add(round.wrapping_mul(ROUND_STEP));
        Draws { out: [0; PLACES / 64], counter, word: 0, left: 0 }
    }

    /// The code of the next card.
    #[inline(always)]
    pub(crate) fn draw(&self, draws: &mut Draws) -> u8 {
        loop {
            if draws.left == 0 {
                self.refill(draws);
            }
            draws.left -= 1;
            let product = u128::from(draws.word) * u128::from(self.cards);
            draws.word = product as u64;
            let place = (product >> 64) as usize;
            let out = &mut draws.out[place / 64 % (PLACES / 64)];
            let bit = 1 << (place % 64);
            if *out & bit == 0 {
                *out |= bit;
                return self.codes[place % PLACES];
            }
        }
    }

    /// Takes the next word.
    #[inline(always)]
    fn refill(&self, draws: &mut Draws) {
        loop {
            draws.counter = draws.counter.wrapping_add(WORD_STEP);
            draws.word = fold(draws.counter);
            // The word may be one of those that are thrown away: once in thousands.
            if draws.word.wrapping_mul(self.ways) >= self.surplus {
                draws.left = CARDS_OF_WORD;
                return;
            }
        }
    }
}
