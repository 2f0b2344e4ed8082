//! The random numbers of a simulation: numbered streams of words.

use cards::Words;

/// The name and the number of what makes cards of a seed: the words, how places of a shoe come from
/// them, which words a round and a chunk have. The number grows with whatever gives the same seed
/// other cards, so that recorded figures are never taken for those of another generator.
pub const GENERATOR: &str = "folded-counter-1";

/// A counter of odd step whose state is multiplied with itself and a key, the two halves of
/// the product folded; the highest 32 bits of each word are used. It is one multiplication a
/// word, no word waits for the one before it, and it passes the usual batteries; a table's
/// shoe, which must not be foretold, has ChaCha20.
#[derive(Clone, Debug)]
pub struct Generator(u64);

pub(crate) const STEP: u64 = 0xa076_1d64_78bd_642f;
const KEY: u64 = 0xe703_7ed1_a0b4_28db;

impl Generator {
    /// A stream of a job. Seed and number are mixed into all bits of the state: a stream uses some
    /// 2²⁰ of 2⁶⁴ words, so of a hundred thousand streams hardly two ever meet.
    pub fn new(seed: u64, stream: u64) -> Generator {
        Generator(mix(mix(seed) ^ mix(stream.wrapping_add(STEP))))
    }
}

/// A counter as a random word.
#[inline(always)]
pub(crate) fn fold(counter: u64) -> u64 {
    let product = u128::from(counter) * u128::from(counter ^ KEY);
    (product >> 64) as u64 ^ product as u64
}

/// The output function of SplitMix64.
pub(crate) fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Words for Generator {
    #[inline]
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(STEP);
        (fold(self.0) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded figures stay reproducible only while these words stay.
    #[test]
    fn streams_are_pinned_and_differ() {
        let first = |seed, stream| Generator::new(seed, stream).word();
        assert_eq!(first(1, 0), first(1, 0));
        let words: std::collections::BTreeSet<u32> =
            (0..100).flat_map(|seed| (0..100).map(move |stream| first(seed, stream))).collect();
        assert!(words.len() > 9_990);
        assert_eq!(
            [first(0, 0), first(1, 0), first(0, 1)],
            [2_311_405_097, 1_618_589_949, 217_516_926]
        );
    }
}
