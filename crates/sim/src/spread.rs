//! Bets that follow a count of the dealt cards.

use cards::{Card, Deck};
use serde::{Deserialize, Serialize};

/// A count, and what is bet at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// What each rank adds to the running count, from ace to king.
    pub tags: [i8; 13],
    /// From which true count on so many units are bet; ascending. Below the first it
    /// is one unit.
    pub steps: Vec<(i32, u32)>,
}

impl Spread {
    /// Low cards out are good: two to six count +1, tens and aces -1.
    pub const HI_LO: [i8; 13] = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1];
    /// The same without the twos, which do least of the low cards: it balances where a deck
    /// has four ten-value cards less.
    pub const HI_LO_WITHOUT_TWOS: [i8; 13] = [-1, 0, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1];

    /// Hi-lo as it balances in a deck.
    pub fn hi_lo(deck: Deck) -> [i8; 13] {
        let counts = [Spread::HI_LO, Spread::HI_LO_WITHOUT_TWOS];
        let balances =
            |tags: &[i8; 13]| Spread { tags: *tags, steps: Vec::new() }.imbalance(deck) == 0;
        counts.into_iter().find(balances).unwrap_or(Spread::HI_LO)
    }

    /// What all cards of a deck add to the running count.
    pub fn imbalance(&self, deck: Deck) -> i32 {
        self.count(&deck.cards().collect::<Vec<Card>>())
    }

    /// Where the running count of so many decks starts: then it ends at nothing.
    pub fn initial(&self, deck: Deck, decks: u8) -> i32 {
        -self.imbalance(deck) * i32::from(decks)
    }

    /// What cards that have been dealt add to the running count.
    pub(crate) fn count(&self, cards: &[Card]) -> i32 {
        cards.iter().map(|card| i32::from(self.tags[card.rank() as usize])).sum()
    }

    /// The units to bet at a running count with so many cards left: by the true count,
    /// which is the running count for each deck left, rounded down, and nothing in a full shoe.
    pub(crate) fn units(&self, running: i32, left: usize, (size, imbalance): (usize, i32)) -> u32 {
        let true_count = (running * size as i32).div_euclid(left.max(1) as i32) + imbalance;
        let reached = self.steps.iter().rev().find(|(from, _)| *from <= true_count);
        reached.map_or(1, |&(_, units)| units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bets_follow_the_true_count() {
        let spread = Spread { tags: Spread::HI_LO, steps: vec![(1, 2), (3, 8)] };
        let dealt: Vec<Card> =
            "2s 6h 9d Kc 4s 5h".split(' ').map(|card| card.parse().unwrap()).collect();
        assert_eq!(spread.count(&dealt), 3);
        // Three over two decks left is one, over half a deck six.
        assert_eq!(spread.units(3, 96, (48, 0)), 2);
        assert_eq!(spread.units(3, 24, (48, 0)), 8);
        assert_eq!(spread.units(0, 96, (48, 0)), 1);
        assert_eq!(spread.units(-1, 96, (48, 0)), 1);
    }

    /// A deck without tens has four high cards less. Either the tags balance, or the count starts
    /// so low that a full shoe and an average one later on have the same true count.
    #[test]
    fn a_count_is_fair_to_a_full_shoe() {
        assert_eq!(Spread::hi_lo(Deck::FiftyTwo), Spread::HI_LO);
        let balanced = Spread { tags: Spread::hi_lo(Deck::FortyEight), steps: vec![(0, 2)] };
        assert_eq!(balanced.imbalance(Deck::FortyEight), 0);
        let plain = Spread { tags: Spread::HI_LO, steps: vec![(0, 2), (1, 8)] };
        assert_eq!(plain.imbalance(Deck::FortyEight), 4);
        assert_eq!(plain.initial(Deck::FortyEight, 6), -24);
        // A full shoe, and one of which three average decks have been dealt.
        assert_eq!(plain.units(-24, 288, (48, 4)), 2);
        assert_eq!(plain.units(-24 + 12, 144, (48, 4)), 2);
        // Three low cards more: one a deck.
        assert_eq!(plain.units(-24 + 15, 144, (48, 4)), 8);
    }
}
