//! Bets that follow a count of the dealt cards.

use cards::Card;
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

    /// What cards that have been dealt add to the running count.
    pub(crate) fn count(&self, cards: &[Card]) -> i32 {
        cards.iter().map(|card| i32::from(self.tags[card.rank() as usize])).sum()
    }

    /// The units to bet at a running count with so many cards left: by the true count,
    /// which is the running count for each deck left, rounded down.
    pub(crate) fn units(&self, running: i32, left: usize, deck: usize) -> u32 {
        let true_count = (running * deck as i32).div_euclid(left.max(1) as i32);
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
        assert_eq!(spread.units(3, 96, 48), 2);
        assert_eq!(spread.units(3, 24, 48), 8);
        assert_eq!(spread.units(0, 96, 48), 1);
        assert_eq!(spread.units(-1, 96, 48), 1);
    }
}
