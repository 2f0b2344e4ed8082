//! What a hand counts.

use cards::Card;

/// The running total of a hand: the sum with aces as one, and whether one of
/// them can still count eleven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    hard: u8,
    ace: bool,
}

impl Total {
    /// No cards yet.
    pub const EMPTY: Total = Total { hard: 0, ace: false };

    /// The total with one more card.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Total {
        Total { hard: self.hard + card.value(), ace: self.ace | card.is_ace() }
    }

    /// The total of these cards.
    pub fn of(cards: &[Card]) -> Total {
        cards.iter().fold(Total::EMPTY, |total, &card| total.with(card))
    }

    /// Whether an ace counts eleven.
    #[inline]
    pub const fn is_soft(self) -> bool {
        self.ace && self.hard <= 11
    }

    /// The best count: an ace is eleven where that does not bust.
    #[inline]
    pub const fn best(self) -> u8 {
        if self.is_soft() { self.hard + 10 } else { self.hard }
    }

    /// The count with every ace as one.
    #[inline]
    pub const fn hard(self) -> u8 {
        self.hard
    }

    /// Over twenty-one.
    #[inline]
    pub const fn is_bust(self) -> bool {
        self.hard > 21
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(text: &str) -> Total {
        Total::of(&text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>())
    }

    #[test]
    fn aces_count_eleven_while_they_can() {
        for (cards, best, soft) in [
            ("As Kd", 21, true),
            ("As Ad", 12, true),
            ("As 6d", 17, true),
            ("As 6d Kd", 17, false),
            ("As Ad 9c", 21, true),
            ("9s 9d 3c", 21, false),
        ] {
            assert_eq!((total(cards).best(), total(cards).is_soft()), (best, soft), "{cards}");
        }
        assert!(total("9s 9d 4c").is_bust());
    }
}
