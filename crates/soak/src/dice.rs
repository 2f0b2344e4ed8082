//! Choices that a seed makes repeatable.

use cards::{ChaChaWords, Words, below};

pub(crate) struct Dice(ChaChaWords);

impl Dice {
    /// The dice of a seed, for one of the things that are chosen with it.
    pub(crate) fn new(seed: u64, stream: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Dice(ChaChaWords::new(key, stream))
    }

    /// A number below `bound`, which is more than zero.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        below(bound as u32, &mut self.0) as usize
    }

    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub(crate) fn word(&mut self) -> u32 {
        self.0.word()
    }

    pub(crate) fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for part in bytes.chunks_exact_mut(4) {
            part.copy_from_slice(&self.word().to_le_bytes());
        }
        bytes
    }
}
