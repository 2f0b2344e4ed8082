//! What a wager beside the main wager looks at: which cards, what they are, and when.

use cards::{Card, Deck};

use crate::class::{self, Class, Kind};
use crate::words::words;

words! {
    /// What a wager looks at. Wagers that look at the same cards differ in their prices only.
    pub enum Look {
        /// The player's first two cards and the up-card, card by card (A29).
        MatchUp = "match-up",
        /// The player's first two cards and the hole card, card by card (A29).
        MatchDown = "match-down",
        /// The player's first two cards with the up-card, as one hand.
        ThreeCard = "three-card",
        /// The player's first three cards, in their order.
        Sevens = "sevens",
        /// The player's and the dealer's first two cards, as one hand (A34).
        FourCard = "four-card",
        /// The dealer's first two cards, under an ace.
        Insurance = "insurance",
    }
}

/// A point of a round, in the order in which they are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// Everybody has two cards.
    Dealt,
    /// The dealer has looked for a natural.
    Peeked,
    /// The seat's own turn.
    Turn,
    /// The hole card is turned.
    HoleTurned,
    /// The dealer has drawn.
    DealerDone,
}

impl When {
    /// The point in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            When::Dealt => "right after the deal",
            When::Peeked => "after the dealer has looked for a natural",
            When::Turn => "in the seat's turn",
            When::HoleTurned => "when the hole card is turned",
            When::DealerDone => "when the dealer has drawn",
        }
    }
}

/// The cards that the wagers of one seat can look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The seat's first two cards, whatever becomes of its hands.
    pub first_two: [Card; 2],
    /// The next card its first hand receives; nothing where it takes none.
    pub third: Option<Card>,
    /// The dealer's first card.
    pub up: Card,
    /// The dealer's second card.
    pub hole: Card,
}

impl Look {
    /// The classifier, with its closed list of classes.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            Look::MatchUp | Look::MatchDown => Kind::Match,
            Look::ThreeCard => Kind::ThreeCard,
            Look::Sevens => Kind::Sevens,
            Look::FourCard => Kind::FourCard,
            Look::Insurance => Kind::Insurance,
        }
    }

    /// What the cards are.
    #[inline]
    pub fn class(self, cards: &Sight, deck: Deck) -> Class {
        let Sight { first_two, third, up, hole } = *cards;
        let [first, second] = first_two;
        match self {
            Look::MatchUp => class::match_dealer(first_two, up),
            Look::MatchDown => class::match_dealer(first_two, hole),
            Look::ThreeCard => class::three_card([first, second, up], deck),
            Look::Sevens => class::sevens(first_two, third),
            Look::FourCard => class::four_card([first, second, up, hole]),
            Look::Insurance => class::insurance(up, hole),
        }
    }

    /// Whether such a wager can stand against this up-card: insurance is one against an ace.
    #[inline]
    pub const fn is_offered(self, up: Card) -> bool {
        !matches!(self, Look::Insurance) || up.is_ace()
    }

    /// When the last of its cards is there. Bonus 7's waits for the third card, or for a
    /// first hand that takes none.
    #[inline]
    pub const fn decided(self) -> When {
        match self {
            Look::Sevens => When::Turn,
            _ => When::Dealt,
        }
    }

    /// When it may be paid or taken at a table of ours: as soon as it is decided, unless
    /// that would tell the hole card (A33). That the dealer has looked for a natural tells
    /// of a natural, so insurance need not wait for more.
    #[inline]
    pub const fn paid(self) -> When {
        match self {
            Look::MatchUp | Look::ThreeCard => When::Dealt,
            Look::Insurance => When::Peeked,
            Look::Sevens => When::Turn,
            Look::MatchDown | Look::FourCard => When::HoleTurned,
        }
    }

    /// Its cards in words.
    pub const fn cards(self) -> &'static str {
        match self {
            Look::MatchUp => "the player's first two cards against the up-card",
            Look::MatchDown => "the player's first two cards against the hole card",
            Look::ThreeCard => "the player's first two cards with the up-card",
            Look::Sevens => "the player's first three cards in order",
            Look::FourCard => "the player's and the dealer's first two cards together",
            Look::Insurance => "the dealer's two cards, with an ace up",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    const SIGHT: Sight = Sight {
        first_two: [SEVEN, SEVEN],
        third: Some(SEVEN),
        up: SEVEN,
        hole: Card::new(cards::Rank::Seven, cards::Suit::Hearts),
    };
    const SEVEN: Card = Card::new(cards::Rank::Seven, cards::Suit::Spades);

    /// Whether some other hole card changes the class.
    fn reads_hole(look: Look) -> bool {
        let up = Card::new(cards::Rank::Ace, cards::Suit::Spades);
        let class = |up, hole| look.class(&Sight { up, hole, ..SIGHT }, Deck::FiftyTwo);
        [up, SEVEN].into_iter().any(|up| {
            let mut classes = Deck::FiftyTwo.cards().map(|hole| class(up, hole));
            let first = classes.next();
            classes.any(|other| Some(other) != first)
        })
    }

    #[test]
    fn a33_nothing_that_is_paid_tells_the_hole_card() {
        for &look in Look::ALL {
            let paid = match look {
                Look::Insurance => When::Peeked,
                _ if reads_hole(look) => When::HoleTurned,
                _ => look.decided(),
            };
            assert_eq!(look.paid(), paid, "{look}");
        }
    }

    #[test]
    fn a34_only_sevens_look_at_a_third_card() {
        for &look in Look::ALL {
            let without = Sight { third: None, ..SIGHT };
            let same =
                look.class(&SIGHT, Deck::FortyEight) == look.class(&without, Deck::FortyEight);
            assert_eq!(same, look.decided() == When::Dealt, "{look}");
        }
    }

    #[test]
    fn a_class_is_one_of_the_kind_that_a_pay_table_prices() {
        for &look in Look::ALL {
            let class = look.class(&SIGHT, Deck::FortyEight);
            assert!(look.kind().classes().contains(&class), "{look}: {class}");
        }
    }
}
