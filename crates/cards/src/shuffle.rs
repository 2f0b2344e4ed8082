//! The shuffle: ChaCha20 words, bounded integers by rejection, Fisher-Yates.
//!
//! The range and the shuffle are our own and pinned by test vectors, so that a
//! recorded seed deals the same shoe for ever, whatever a library changes (N-02).

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// A source of uniformly distributed 32-bit words.
pub trait Words {
    /// The next word.
    fn word(&mut self) -> u32;
}

impl<F: FnMut() -> u32> Words for F {
    #[inline]
    fn word(&mut self) -> u32 {
        self()
    }
}

/// The ChaCha20 keystream as words: the generator of every table's shoe.
#[derive(Clone)]
pub struct ChaChaWords(ChaCha20Rng);

impl ChaChaWords {
    /// The keystream of this 256-bit seed; each stream number has its own.
    pub fn new(seed: [u8; 32], stream: u64) -> ChaChaWords {
        let mut generator = ChaCha20Rng::from_seed(seed);
        generator.set_stream(stream);
        ChaChaWords(generator)
    }

    /// Forgets the seed and the words that were made ahead.
    fn wipe(&mut self) {
        self.0 = ChaCha20Rng::from_seed([0; 32]);
        // Nobody reads it any more, and it is written all the same.
        std::hint::black_box(&mut self.0);
    }
}

// N-12: the state of the generator does not outlive its use.
impl Drop for ChaChaWords {
    fn drop(&mut self) {
        self.wipe();
    }
}

impl Words for ChaChaWords {
    #[inline]
    fn word(&mut self) -> u32 {
        self.0.next_u32()
    }
}

/// A uniformly distributed integer from 0 to `bound` - 1 (N-03).
///
/// The word times the bound, divided by 2³², is the answer. Some answers would
/// have one word more than others; those surplus words are thrown away.
///
/// # Panics
/// If `bound` is zero.
#[inline]
pub fn below(bound: u32, words: &mut impl Words) -> u32 {
    assert!(bound > 0, "no integer is below zero");
    loop {
        let product = u64::from(words.word()) * u64::from(bound);
        let fraction = product as u32;
        // Only a fraction below `bound` can be surplus, so the division that
        // finds the exact border (2³² mod bound) is seldom reached.
        if fraction >= bound || fraction >= bound.wrapping_neg() % bound {
            return (product >> 32) as u32;
        }
    }
}

/// Fisher-Yates from the front: place i receives one of the cards from i to the
/// end, each with the same probability (N-04).
pub fn shuffle<T>(items: &mut [T], words: &mut impl Words) {
    for place in 0..items.len() {
        let rest = (items.len() - place) as u32;
        items.swap(place, place + below(rest, words) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn n_12_a_generator_that_was_wiped_knows_nothing_of_its_seed() {
        let mut words = ChaChaWords::new([7; 32], 3);
        let ahead = words.clone().word();
        words.word();
        words.wipe();
        assert_ne!(words.word(), ahead);
        let (mut wiped, mut nothing) = (words.clone(), ChaChaWords::new([0; 32], 0));
        nothing.word();
        assert_eq!(wiped.word(), nothing.word(), "as one that never had a seed");
    }

    /// RFC 8439, 2.3.2 has a nonce of 96 bits; with key and nonce zero both
    /// layouts agree, and the first words are those of RFC 8439 A.1, vector 1.
    #[test]
    fn n_02_chacha20_gives_the_published_keystream() {
        let mut words = ChaChaWords::new([0; 32], 0);
        let first: Vec<u32> = (0..4).map(|_| words.word()).collect();
        assert_eq!(first, [0xade0_b876, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653]);
    }

    #[test]
    fn n_02_streams_of_one_seed_differ() {
        let mut a = ChaChaWords::new([7; 32], 0);
        let mut b = ChaChaWords::new([7; 32], 1);
        assert_ne!([a.word(), a.word()], [b.word(), b.word()]);
    }

    #[test]
    fn n_03_words_below_the_border_are_thrown_away() {
        // 2^32 mod 48 = 16: the products with a fraction below 16 are surplus.
        // Word 0 has fraction 0 and is rejected; so is every word whose product
        // with 48 ends in less than 16 (2^32 / 16 * k, for k = 0, 1, 2, …).
        let rejected = [0u32, 0x1000_0000, 0x2000_0000];
        let accepted = 1u32; // fraction 48, answer 0
        let mut given = rejected.into_iter().chain([accepted, 0xffff_ffff]);
        let mut source = || given.next().unwrap();
        assert_eq!(below(48, &mut source), 0);
        assert_eq!(below(48, &mut source), 47);
    }

    /// Scaled-down exhaustive check of the rule itself: with words of 2^32
    /// replaced by every residue class that matters, all answers of a small
    /// bound own the same number of accepted words.
    #[test]
    fn n_03_every_answer_owns_the_same_number_of_words() {
        for bound in [3u32, 5, 6, 7, 48, 416] {
            let border = bound.wrapping_neg() % bound;
            let accepted = (1u64 << 32) - u64::from(border);
            assert_eq!(accepted % u64::from(bound), 0, "bound {bound}");
        }
    }

    /// With an enumerated source every permutation occurs equally often. The
    /// words are chosen so that `below` takes each value of its range once.
    #[test]
    fn n_04_every_permutation_occurs_equally_often() {
        for n in 3u32..=5 {
            let orders: u32 = (1..=n).product();
            let mut seen: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
            for code in 0..orders {
                let mut rest = code;
                let mut bound = n;
                let mut source = || {
                    let digit = rest % bound;
                    rest /= bound;
                    // The middle of the digit's share of all words.
                    let word = ((u64::from(digit) << 32) / u64::from(bound)) as u32 + (1 << 20);
                    bound -= 1;
                    word
                };
                let mut items: Vec<u32> = (0..n).collect();
                shuffle(&mut items, &mut source);
                *seen.entry(items).or_default() += 1;
            }
            assert_eq!(seen.len() as u32, orders);
            assert!(seen.values().all(|&times| times == 1));
        }
    }
}
