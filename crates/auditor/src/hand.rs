//! A player's hand, its total, and the 21s that pay more than even money.

use cards::{Card, Rank, Suit};

use crate::money::{To, to};

/// The best total of these cards: one ace counts 11 where that does not bust.
pub(crate) fn total(cards: &[Card]) -> u8 {
    let hard = hard_total(cards);
    if is_soft(cards) { hard + 10 } else { hard }
}

/// Whether an ace among these cards counts 11.
pub(crate) fn is_soft(cards: &[Card]) -> bool {
    cards.iter().any(|card| card.is_ace()) && hard_total(cards) <= 11
}

fn hard_total(cards: &[Card]) -> u8 {
    cards.iter().map(|card| card.value()).sum()
}

/// Whether these two cards are an ace and a ten-value card.
pub(crate) fn is_two_card_21(cards: &[Card]) -> bool {
    cards.len() == 2 && total(cards) == 21
}

/// Whether all cards are of one suit.
pub(crate) fn is_suited(cards: &[Card]) -> bool {
    cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit())
}

/// Where a hand comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Dealt,
    Split,
}

/// How a hand's turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It is compared with the dealer's hand, unless it bust.
    Played,
    Surrendered,
    Rescued,
}

/// One hand of one seat.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    pub(crate) cards: Vec<Card>,
    /// The main wager the hand began with.
    pub(crate) wager: i64,
    /// What each double added.
    pub(crate) doubles: Vec<i64>,
    pub(crate) origin: Origin,
    pub(crate) end: End,
}

impl Hand {
    pub(crate) fn new(origin: Origin, wager: i64, cards: Vec<Card>) -> Hand {
        Hand { cards, wager, doubles: Vec::new(), origin, end: End::Played }
    }

    /// All that lies on the hand.
    pub(crate) fn staked(&self) -> i64 {
        self.wager + self.doubles.iter().sum::<i64>()
    }

    /// 21 on the first two cards; after a split it is an ordinary 21 (A15).
    pub(crate) fn is_natural(&self) -> bool {
        self.origin == Origin::Dealt && is_two_card_21(&self.cards)
    }

    /// Two cards of one value: jack and queen are a pair (A13).
    pub(crate) fn is_pair(&self) -> bool {
        matches!(self.cards[..], [first, second] if first.value() == second.value())
    }

    /// A hand that began as one ace of a split pair.
    pub(crate) fn is_split_ace(&self) -> bool {
        self.origin == Origin::Split && self.cards[0].is_ace()
    }
}

/// A line of the bonus-21 table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bonus21 {
    Cards(usize),
    CardsOrMore(usize),
    /// 6-7-8 or 7-7-7, exactly three cards, in any order.
    Three,
    ThreeSuited,
    ThreeIn(Suit),
}

/// The bonus-21 table of all four 48-card games (000; WSGC 4; 004 14).
/// Seven cards mean seven or more (A25).
pub(crate) const fn bonus_21_lines(suit: Suit) -> [(Bonus21, To); 6] {
    [
        (Bonus21::ThreeIn(suit), to(3, 1)),
        (Bonus21::ThreeSuited, to(2, 1)),
        (Bonus21::Three, to(3, 2)),
        (Bonus21::CardsOrMore(7), to(3, 1)),
        (Bonus21::Cards(6), to(2, 1)),
        (Bonus21::Cards(5), to(3, 2)),
    ]
}

impl Bonus21 {
    /// Whether these cards, which count 21, are on this line.
    pub(crate) fn holds(self, cards: &[Card]) -> bool {
        match self {
            Bonus21::Cards(number) => cards.len() == number,
            Bonus21::CardsOrMore(number) => cards.len() >= number,
            Bonus21::Three => is_678_or_777(cards),
            Bonus21::ThreeSuited => is_678_or_777(cards) && is_suited(cards),
            Bonus21::ThreeIn(suit) => {
                is_678_or_777(cards) && cards.iter().all(|card| card.suit() == suit)
            }
        }
    }
}

fn is_678_or_777(cards: &[Card]) -> bool {
    let &[a, b, c] = cards else { return false };
    let mut ranks = [a.rank(), b.rank(), c.rank()];
    ranks.sort_unstable();
    ranks == [Rank::Six, Rank::Seven, Rank::Eight] || ranks == [Rank::Seven; 3]
}

/// Three sevens of one suit: the player's part of the special bonus.
pub(crate) fn is_777_suited(cards: &[Card]) -> bool {
    cards.len() == 3 && cards.iter().all(|card| card.rank() == Rank::Seven) && is_suited(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn one_ace_counts_eleven_where_it_can() {
        for (text, points, soft) in [
            ("As Kd", 21, true),
            ("As 6d", 17, true),
            ("As 6d Kd", 17, false),
            ("As Ad", 12, true),
            ("As Ad 9c", 21, true),
            ("As Ad 9c Kc", 21, false),
            ("Ks Qd 2c", 22, false),
        ] {
            assert_eq!((total(&cards(text)), is_soft(&cards(text))), (points, soft), "{text}");
        }
    }

    #[test]
    fn bonus_21_pays_by_line() {
        let pays = |text: &str, suit| {
            let hand = cards(text);
            assert_eq!(total(&hand), 21, "{text}");
            bonus_21_lines(suit).into_iter().find(|line| line.0.holds(&hand)).map(|line| line.1)
        };
        for (text, spades, diamonds) in [
            ("6s 7d 8c", Some(to(3, 2)), Some(to(3, 2))),
            ("8h 6h 7h", Some(to(2, 1)), Some(to(2, 1))),
            ("7s 8s 6s", Some(to(3, 1)), Some(to(2, 1))),
            ("7d 7d 7d", Some(to(2, 1)), Some(to(3, 1))),
            ("7d 7d 7h", Some(to(3, 2)), Some(to(3, 2))),
            ("2d 3d 4d 5d 7d", Some(to(3, 2)), Some(to(3, 2))),
            ("2d 2d 2d 4d 5d 6d", Some(to(2, 1)), Some(to(2, 1))),
            ("2d 2d 2d 3d 3d 3d 6d", Some(to(3, 1)), Some(to(3, 1))),
            ("Ad 2d 2d 2d 3d 2d 2d 7d", Some(to(3, 1)), Some(to(3, 1))),
            ("6d 7d 5d 3d", None, None),
            ("Ks 9s 2s", None, None),
        ] {
            assert_eq!(pays(text, Suit::Spades), spades, "{text}");
            assert_eq!(pays(text, Suit::Diamonds), diamonds, "{text}");
        }
    }
}
