//! The random numbers of a simulation: one stream for each numbered chunk.

use cards::Words;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Xoshiro256++, of which the high half of each word is used. It is fast and passes
/// the usual batteries; a table's shoe, which must not be foretold, has ChaCha20.
#[derive(Clone, Debug)]
pub struct Generator(Xoshiro256PlusPlus);

impl Generator {
    /// The stream of a chunk of a job. Seed and chunk are mixed into all 256 bits of
    /// the state, so that streams do not meet.
    pub fn new(seed: u64, chunk: u64) -> Generator {
        let mut state = seed;
        let mut bytes = [0; 32];
        for (place, part) in bytes.chunks_exact_mut(8).enumerate() {
            state = mix(state ^ mix(chunk.wrapping_add(place as u64)));
            part.copy_from_slice(&state.to_le_bytes());
        }
        Generator(Xoshiro256PlusPlus::from_seed(bytes))
    }
}

/// The output function of SplitMix64.
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Words for Generator {
    #[inline]
    fn word(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded figures stay reproducible only while these words stay.
    #[test]
    fn streams_are_pinned_and_differ() {
        let first = |seed, chunk| Generator::new(seed, chunk).word();
        assert_eq!(first(1, 0), first(1, 0));
        let words: std::collections::BTreeSet<u32> =
            (0..100).flat_map(|seed| (0..100).map(move |chunk| first(seed, chunk))).collect();
        assert!(words.len() > 9_990);
        assert_eq!(
            [first(0, 0), first(1, 0), first(0, 1)],
            [3_580_810_318, 2_341_723_820, 1_931_216_240]
        );
    }
}
