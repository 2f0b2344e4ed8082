//! The dealer's ends for all hands a player can hold, split or not, with one shoe.
//!
//! This is the costly part, and it depends on nothing but the shoe and soft 17: one
//! table serves every rule change besides.

use cards::Counts;
use rules::settings::Soft17;

use super::composition::{Held, NO_HAND, VALUES, compositions};
use super::dealer::{Dealer, Ends, UpCards};
use super::pair::LANES;
use super::shoe::Shoe;

/// The dealer's ends for every hand.
#[derive(Debug)]
pub struct Table {
    pub(crate) counts: Counts,
    pub(crate) shoe: Shoe,
    pub(crate) soft_17: Soft17,
    /// For each composition that is out of the shoe; then for those of split hands.
    rows: Vec<UpCards>,
    /// The row of each composition and lane, by the value that was split.
    split: [Vec<[u32; LANES]>; VALUES],
}

impl Table {
    /// Computes the table.
    pub fn new(counts: &Counts, soft_17: Soft17) -> Table {
        Table::with_splits(counts, soft_17, |_| true)
    }

    /// Computes the table for splits of some values only.
    pub(crate) fn with_splits(
        counts: &Counts,
        soft_17: Soft17,
        splits: impl Fn(usize) -> bool,
    ) -> Table {
        let shoe = Shoe::of(counts);
        let all = compositions();
        let mut removed: Vec<Held> = all.iter().map(|(_, hand)| hand.held).collect();
        let split = std::array::from_fn(|value| match splits(value) {
            true => split_rows(value, &mut removed),
            false => Vec::new(),
        });
        let rows = Dealer::new(soft_17).ends(&shoe.left, &removed);
        Table { counts: *counts, shoe, soft_17, rows, split }
    }

    /// Whether the table is for this shoe and this rule on soft 17.
    pub(crate) fn is_for(&self, counts: &Counts, soft_17: Soft17) -> bool {
        self.counts == *counts && self.soft_17 == soft_17
    }

    /// Whether the table holds the hands of a split value.
    pub(crate) fn splits(&self, value: usize) -> bool {
        !self.split[value].is_empty()
    }

    /// The ends against a hand that was not split.
    pub(crate) fn ends(&self, hand: u16, up: usize) -> &Ends {
        &self.rows[usize::from(hand)][up]
    }

    /// The ends against a hand from a split pair of a value, with the other card of
    /// the pair and `lane` more of them out of the shoe.
    pub(crate) fn split_ends(&self, value: usize, hand: u16, lane: usize, up: usize) -> &Ends {
        &self.rows[self.split[value][usize::from(hand)][lane] as usize][up]
    }
}

/// The rows for the hands that hold a value when more cards of it are out. A hand
/// with one more of them has mostly the same cards out as a larger hand without.
fn split_rows(value: usize, removed: &mut Vec<Held>) -> Vec<[u32; LANES]> {
    let all = compositions();
    let mut rows = vec![[0; LANES]; all.len()];
    for &index in all.holding(value).iter().rev() {
        let hand = all.get(index);
        let larger = hand.with[value];
        if larger == NO_HAND {
            for (row, more) in rows[usize::from(index)].iter_mut().zip(1..) {
                let mut held = hand.held;
                held[value] += more;
                *row = removed.len() as u32;
                removed.push(held);
            }
        } else {
            let after = rows[usize::from(larger)];
            rows[usize::from(index)][0] = u32::from(larger);
            rows[usize::from(index)][1..].copy_from_slice(&after[..LANES - 1]);
        }
    }
    rows
}
