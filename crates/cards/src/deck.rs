//! The two decks of the rule sheets.

use crate::{Card, Rank, Suit};

/// Which cards one deck holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deck {
    /// Forty-eight cards: the pip tens are taken out (a pontoon deck).
    FortyEight,
    /// The usual fifty-two cards.
    FiftyTwo,
}

impl Deck {
    /// The number of cards in one deck.
    #[inline]
    pub const fn size(self) -> usize {
        match self {
            Deck::FortyEight => 48,
            Deck::FiftyTwo => 52,
        }
    }

    /// Whether the deck holds cards of this rank.
    #[inline]
    pub const fn holds(self, rank: Rank) -> bool {
        !matches!((self, rank), (Deck::FortyEight, Rank::Ten))
    }

    /// The cards of one deck in a fixed order.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        Rank::ALL
            .into_iter()
            .filter(move |&rank| self.holds(rank))
            .flat_map(|rank| Suit::ALL.into_iter().map(move |suit| Card::new(rank, suit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_have_the_cards_they_say() {
        assert_eq!(Deck::FortyEight.cards().count(), 48);
        assert_eq!(Deck::FiftyTwo.cards().count(), 52);
        assert!(Deck::FortyEight.cards().all(|card| card.rank() != Rank::Ten));
    }
}
