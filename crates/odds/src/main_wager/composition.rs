//! The player's hands by composition: which values are held, and how many of each.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The number of card values: ace (index 0), two to nine, and ten (index 9).
pub(crate) const VALUES: usize = 10;
/// The index of the ace among the values.
pub(crate) const ACE: usize = 0;
/// The index of all cards that count ten.
pub(crate) const TEN: usize = 9;

/// How many cards of each value.
pub(crate) type Held = [u8; VALUES];

/// A child that is no hand any more: the card busts it, or none is ever drawn.
pub(crate) const NO_HAND: u16 = u16::MAX;

/// One composition that a player can hold without having bust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Composition {
    pub(crate) held: Held,
    pub(crate) cards: u8,
    /// The best count: an ace is eleven where that does not bust.
    pub(crate) total: u8,
    pub(crate) soft: bool,
    /// The composition with one more card of each value, or [`NO_HAND`].
    pub(crate) with: [u16; VALUES],
}

impl Composition {
    fn of(held: Held) -> Option<Composition> {
        let hard: u32 = (1..).zip(held).map(|(value, count)| value * u32::from(count)).sum();
        if hard > 21 {
            return None;
        }
        let soft = held[ACE] > 0 && hard <= 11;
        let total = if soft { hard as u8 + 10 } else { hard as u8 };
        let cards = held.iter().sum();
        Some(Composition { held, cards, total, soft, with: [NO_HAND; VALUES] })
    }

    /// A hand of 21 stands by itself (A20).
    pub(crate) fn is_21(&self) -> bool {
        self.total == 21
    }
}

/// Every composition, fewer cards first, so that a hand stands before its children.
pub(crate) struct Compositions {
    all: Vec<Composition>,
    known: BTreeMap<Held, u16>,
    /// For each value the compositions that hold it, in the same order.
    holding: [Vec<u16>; VALUES],
}

static COMPOSITIONS: LazyLock<Compositions> = LazyLock::new(Compositions::new);

/// All compositions; they are the same for every game and every shoe.
pub(crate) fn compositions() -> &'static Compositions {
    &COMPOSITIONS
}

impl Compositions {
    fn new() -> Compositions {
        let empty = Composition {
            held: [0; VALUES],
            cards: 0,
            total: 0,
            soft: false,
            with: [NO_HAND; VALUES],
        };
        let mut all = vec![empty];
        let mut known = BTreeMap::from([(empty.held, 0u16)]);
        let mut at = 0;
        while at < all.len() {
            let parent = all[at];
            for value in 0..VALUES {
                let mut held = parent.held;
                held[value] += 1;
                let Some(child) = Composition::of(held).filter(|_| !parent.is_21()) else {
                    continue;
                };
                let index = *known.entry(held).or_insert_with(|| {
                    all.push(child);
                    all.len() as u16 - 1
                });
                all[at].with[value] = index;
            }
            at += 1;
        }
        let holding = std::array::from_fn(|value| {
            let indices = 0..all.len() as u16;
            indices.filter(|&index| all[usize::from(index)].held[value] > 0).collect()
        });
        Compositions { all, known, holding }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn get(&self, index: u16) -> &Composition {
        &self.all[usize::from(index)]
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (u16, &Composition)> {
        self.all.iter().enumerate().map(|(index, composition)| (index as u16, composition))
    }

    /// The compositions that hold a value, fewer cards first.
    pub(crate) fn holding(&self, value: usize) -> &[u16] {
        &self.holding[value]
    }

    /// The composition of two cards.
    pub(crate) fn pair_of(&self, first: usize, second: usize) -> u16 {
        let one = self.all[0].with[first];
        self.get(one).with[second]
    }

    /// The composition of these values; nothing if it is over 21, or if its cards
    /// cannot be held because the hand stood on 21 before.
    pub(crate) fn find(&self, held: &Held) -> Option<u16> {
        self.known.get(held).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_follow_their_parents_and_hold_one_card_more() {
        let all = compositions();
        for (index, parent) in all.iter() {
            for (value, &child) in parent.with.iter().enumerate().filter(|(_, c)| **c != NO_HAND) {
                assert!(child > index && !parent.is_21());
                let mut held = parent.held;
                held[value] += 1;
                assert_eq!(all.get(child).held, held);
            }
        }
    }

    /// The literature counts 3,072 hands of two or more cards; ten of them are twelve
    /// to twenty-one aces, which nobody holds who stands on eleven.
    #[test]
    fn all_are_found_and_counted() {
        let all = compositions();
        assert!(all.iter().all(|(index, hand)| all.find(&hand.held) == Some(index)));
        assert_eq!(all.iter().filter(|(_, hand)| hand.cards >= 2).count(), 3072 - 10);
    }
}
