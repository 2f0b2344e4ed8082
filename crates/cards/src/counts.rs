//! How many of each card there are.

use crate::{Card, Deck};

/// A number for every kind of card: what is left in a shoe, or what is on the felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts([u16; Card::KINDS]);

impl Counts {
    /// No cards at all.
    pub const EMPTY: Counts = Counts([0; Card::KINDS]);

    /// All cards of this many decks.
    pub fn of(deck: Deck, decks: u8) -> Counts {
        let mut counts = Counts::EMPTY;
        for card in deck.cards() {
            counts.0[card.index()] = u16::from(decks);
        }
        counts
    }

    /// How many of this card there are.
    #[inline]
    pub fn get(&self, card: Card) -> u16 {
        self.0[card.index()]
    }

    /// One more of this card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.0[card.index()] += 1;
    }

    /// One fewer of this card; `false`, and no change, if there is none.
    #[inline]
    #[must_use]
    pub fn take(&mut self, card: Card) -> bool {
        let count = &mut self.0[card.index()];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        true
    }

    /// All cards together.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Each card as often as it is there, in a fixed order.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        (0u8..)
            .zip(self.0.iter())
            .filter_map(|(index, &count)| Card::from_index(index).map(|card| (card, count)))
            .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)))
    }
}

impl FromIterator<Card> for Counts {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Counts {
        let mut counts = Counts::EMPTY;
        for card in cards {
            counts.add(card);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_the_last_card_twice_is_refused() {
        let mut counts = Counts::of(Deck::FortyEight, 1);
        let seven: Card = "7s".parse().unwrap();
        assert!(counts.take(seven));
        assert!(!counts.take(seven));
        assert!(!counts.take("Ts".parse().unwrap()));
        assert_eq!(counts.total(), 47);
        assert_eq!(counts.cards().collect::<Counts>(), counts);
    }
}
