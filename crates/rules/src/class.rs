//! Classifiers: what the cards are. What that pays stands in the game file.

use cards::{Card, Deck, Rank, Suit};

use crate::words::{Word, words};

words! {
    /// What a classifier looks at; each kind has a closed list of classes.
    pub enum Kind {
        /// A player's 21 that is not a natural.
        Bonus21 = "bonus-21",
        /// The player's two cards against one dealer card.
        Match = "match",
        /// The player's two cards with the up-card.
        ThreeCard = "three-card",
        /// The player's first three cards.
        Sevens = "sevens",
        /// The player's two cards with the dealer's two.
        FourCard = "four-card",
        /// The dealer's two cards.
        Insurance = "insurance",
    }

    /// Everything a pay table can price. The classes of one kind stand together,
    /// in the order in which a pay table lists them.
    pub enum Class {
        /// 21 in five cards.
        FiveCards = "5-cards",
        /// 21 in six cards.
        SixCards = "6-cards",
        /// 21 in seven or more cards (A25).
        SevenCards = "7-or-more-cards",
        /// 6-7-8 in more than one suit.
        SixSevenEightMixed = "6-7-8-mixed",
        /// 6-7-8 in one suit, not the bonus suit.
        SixSevenEightSuited = "6-7-8-suited",
        /// 6-7-8 in the bonus suit.
        SixSevenEightBonusSuit = "6-7-8-bonus-suit",
        /// 7-7-7 in more than one suit.
        ThreeSevensMixed = "7-7-7-mixed",
        /// 7-7-7 in one suit, not the bonus suit.
        ThreeSevensSuited = "7-7-7-suited",
        /// 7-7-7 in the bonus suit.
        ThreeSevensBonusSuit = "7-7-7-bonus-suit",
        /// Any other 21.
        Other21 = "other-21",

        /// Both cards match in rank and suit.
        TwoSuitedMatches = "two-suited-matches",
        /// One card matches in rank and suit, the other in rank only.
        SuitedAndUnsuitedMatch = "suited-and-unsuited-match",
        /// One card matches in rank and suit.
        SuitedMatch = "suited-match",
        /// Both cards match in rank only.
        TwoUnsuitedMatches = "two-unsuited-matches",
        /// One card matches in rank only.
        UnsuitedMatch = "unsuited-match",
        /// No card matches.
        NoMatch = "no-match",

        /// Three of a kind in one suit.
        SuitedTrips = "suited-trips",
        /// Ace, king and queen in one suit.
        MiniRoyal = "mini-royal",
        /// Three in a row in one suit.
        StraightFlush = "straight-flush",
        /// Three of a kind.
        Trips = "trips",
        /// Three in a row.
        Straight = "straight",
        /// Three of one suit.
        Flush = "flush",
        /// Two of a kind.
        Pair = "pair",
        /// None of these.
        NoThreeCardHand = "nothing-in-three",

        /// The first three cards are sevens of one suit.
        ThreeSuitedSevens = "three-suited-sevens",
        /// The first three cards are sevens.
        ThreeSevens = "three-sevens",
        /// The first two cards are sevens of one suit.
        TwoSuitedSevens = "two-suited-sevens",
        /// The first two cards are sevens.
        TwoSevens = "two-sevens",
        /// The first card is a seven.
        OneSeven = "one-seven",
        /// The first card is not a seven.
        NoSeven = "no-seven",

        /// Four identical cards.
        FourSuited = "four-suited",
        /// Four of a kind, all red or all black.
        FourSameColour = "four-same-colour",
        /// Four of a kind.
        Four = "four",
        /// Three of a kind, the three all red or all black.
        ThreeSameColour = "three-same-colour",
        /// Three of a kind.
        Three = "three",
        /// Two identical cards.
        SuitedPair = "suited-pair",
        /// None of these.
        NoFourCardHand = "nothing-in-four",

        /// The dealer has a natural in one suit.
        SuitedNatural = "suited-natural",
        /// The dealer has a natural.
        Natural = "natural",
        /// The dealer has no natural.
        NoNatural = "no-natural",
    }
}

impl Kind {
    /// The classes of this kind, in pay-table order.
    pub fn classes(self) -> &'static [Class] {
        let (first, last) = match self {
            Kind::Bonus21 => (Class::FiveCards, Class::Other21),
            Kind::Match => (Class::TwoSuitedMatches, Class::NoMatch),
            Kind::ThreeCard => (Class::SuitedTrips, Class::NoThreeCardHand),
            Kind::Sevens => (Class::ThreeSuitedSevens, Class::NoSeven),
            Kind::FourCard => (Class::FourSuited, Class::NoFourCardHand),
            Kind::Insurance => (Class::SuitedNatural, Class::NoNatural),
        };
        &Class::ALL[first as usize..=last as usize]
    }
}

impl Class {
    /// The class as people say it at the table.
    pub const fn label(self) -> &'static str {
        match self {
            Class::FiveCards => "5-card 21",
            Class::SixCards => "6-card 21",
            Class::SevenCards => "21 in 7 or more cards",
            Class::SixSevenEightMixed => "6-7-8 mixed",
            Class::SixSevenEightSuited => "6-7-8 suited",
            Class::SixSevenEightBonusSuit => "6-7-8 in the bonus suit",
            Class::ThreeSevensMixed => "7-7-7 mixed",
            Class::ThreeSevensSuited => "7-7-7 suited",
            Class::ThreeSevensBonusSuit => "7-7-7 in the bonus suit",
            Class::Other21 => "21",
            Class::TwoSuitedMatches => "two suited matches",
            Class::SuitedAndUnsuitedMatch => "one suited and one unsuited match",
            Class::SuitedMatch => "one suited match",
            Class::TwoUnsuitedMatches => "two unsuited matches",
            Class::UnsuitedMatch => "one unsuited match",
            Class::NoMatch => "no match",
            Class::SuitedTrips => "suited three of a kind",
            Class::MiniRoyal => "mini royal",
            Class::StraightFlush => "straight flush",
            Class::Trips | Class::Three => "three of a kind",
            Class::Straight => "straight",
            Class::Flush => "flush",
            Class::Pair => "pair",
            Class::NoThreeCardHand => "no three-card hand",
            Class::ThreeSuitedSevens => "three suited sevens",
            Class::ThreeSevens => "three sevens",
            Class::TwoSuitedSevens => "two suited sevens",
            Class::TwoSevens => "two sevens",
            Class::OneSeven => "first card a seven",
            Class::NoSeven => "first card not a seven",
            Class::FourSuited => "suited four of a kind",
            Class::FourSameColour => "same-colour four of a kind",
            Class::Four => "four of a kind",
            Class::ThreeSameColour => "same-colour three of a kind",
            Class::SuitedPair => "suited pair",
            Class::NoFourCardHand => "no winning hand",
            Class::SuitedNatural => "suited dealer natural",
            Class::Natural => "dealer natural",
            Class::NoNatural => "no dealer natural",
        }
    }

    /// Whether the class can occur at all in a fresh shoe. Identical cards come
    /// from different decks, so some classes need several.
    pub const fn is_reachable(self, decks: u8) -> bool {
        let copies = match self {
            Class::FourSuited => 4,
            Class::ThreeSevensSuited
            | Class::ThreeSevensBonusSuit
            | Class::TwoSuitedMatches
            | Class::SuitedTrips
            | Class::ThreeSuitedSevens => 3,
            Class::SuitedAndUnsuitedMatch
            | Class::SuitedMatch
            | Class::TwoSuitedSevens
            | Class::SuitedPair
            | Class::FourSameColour
            | Class::ThreeSameColour => 2,
            _ => 1,
        };
        decks >= copies
    }
}

/// Classifies a player's 21 that is not a natural, not doubled (Bonus 21, A25).
#[inline]
pub fn bonus_21(cards: &[Card], bonus_suit: Suit) -> Class {
    match *cards {
        [a, b, c] => bonus_21_of_three([a, b, c], bonus_suit),
        _ => bonus_21_by_number(cards.len()),
    }
}

/// The class of a 21 for which only the number of cards counts: all but 6-7-8 and 7-7-7.
#[inline]
pub const fn bonus_21_by_number(cards: usize) -> Class {
    match cards {
        0..=4 => Class::Other21,
        5 => Class::FiveCards,
        6 => Class::SixCards,
        _ => Class::SevenCards,
    }
}

fn bonus_21_of_three(cards: [Card; 3], bonus_suit: Suit) -> Class {
    const SEVENS: u16 = 1 << Rank::Seven as u8;
    const SIX_SEVEN_EIGHT: u16 = 1 << Rank::Six as u8 | SEVENS | 1 << Rank::Eight as u8;
    let ranks = cards.iter().fold(0u16, |ranks, card| ranks | 1 << card.rank() as u8);
    let suited = all_suited(cards);
    let in_bonus_suit = suited && cards[0].suit() == bonus_suit;
    match (ranks, suited, in_bonus_suit) {
        (SIX_SEVEN_EIGHT, _, true) => Class::SixSevenEightBonusSuit,
        (SIX_SEVEN_EIGHT, true, _) => Class::SixSevenEightSuited,
        (SIX_SEVEN_EIGHT, ..) => Class::SixSevenEightMixed,
        (SEVENS, _, true) => Class::ThreeSevensBonusSuit,
        (SEVENS, true, _) => Class::ThreeSevensSuited,
        (SEVENS, ..) => Class::ThreeSevensMixed,
        _ => Class::Other21,
    }
}

#[inline]
fn all_suited(cards: [Card; 3]) -> bool {
    cards[0].suit() == cards[1].suit() && cards[0].suit() == cards[2].suit()
}

/// Compares the player's two cards with one dealer card, by rank (A29).
#[inline]
pub fn match_dealer(player: [Card; 2], dealer: Card) -> Class {
    let suited = player.iter().filter(|&&card| card == dealer).count();
    let in_rank = player.iter().filter(|card| card.rank() == dealer.rank()).count();
    match (in_rank, suited) {
        (2, 2) => Class::TwoSuitedMatches,
        (2, 1) => Class::SuitedAndUnsuitedMatch,
        (2, _) => Class::TwoUnsuitedMatches,
        (1, 1) => Class::SuitedMatch,
        (1, _) => Class::UnsuitedMatch,
        _ => Class::NoMatch,
    }
}

/// Classifies the player's two cards with the up-card as a three-card hand.
#[inline]
pub fn three_card(cards: [Card; 3], deck: Deck) -> Class {
    let [a, b, c] = cards.map(Card::rank);
    let suited = all_suited(cards);
    if a == b && b == c {
        return if suited { Class::SuitedTrips } else { Class::Trips };
    }
    let ranks = 1u16 << a as u8 | 1 << b as u8 | 1 << c as u8;
    let straight = is_straight(ranks, deck);
    match (suited, straight) {
        (true, true) if ranks == ACE_KING_QUEEN => Class::MiniRoyal,
        (true, true) => Class::StraightFlush,
        (false, true) => Class::Straight,
        (true, false) => Class::Flush,
        _ if a == b || b == c || a == c => Class::Pair,
        _ => Class::NoThreeCardHand,
    }
}

const ACE_KING_QUEEN: u16 = 1 << Rank::Ace as u8 | 1 << Rank::King as u8 | 1 << Rank::Queen as u8;

/// Three different ranks in a row. Without pip tens the jack follows the nine;
/// the ace is low or high, never in the middle (A32).
#[inline]
fn is_straight(ranks: u16, deck: Deck) -> bool {
    const BELOW_TEN: u16 = (1 << Rank::Ten as u8) - 1;
    let row = match deck {
        Deck::FiftyTwo => ranks,
        Deck::FortyEight => ranks & BELOW_TEN | (ranks & !BELOW_TEN) >> 1,
    };
    ranks == ACE_KING_QUEEN || row.count_ones() == 3 && row >> row.trailing_zeros() == 0b111
}

/// Counts sevens from the player's first card on; the third card is absent where
/// the first hand received none.
#[inline]
pub fn sevens(first_two: [Card; 2], third: Option<Card>) -> Class {
    let [first, second] = first_two;
    let is_seven = |card: Card| card.rank() == Rank::Seven;
    match third {
        _ if !is_seven(first) => Class::NoSeven,
        _ if !is_seven(second) => Class::OneSeven,
        Some(third) if is_seven(third) => {
            if all_suited([first, second, third]) {
                Class::ThreeSuitedSevens
            } else {
                Class::ThreeSevens
            }
        }
        _ if first.suit() == second.suit() => Class::TwoSuitedSevens,
        _ => Class::TwoSevens,
    }
}

/// Classifies the player's first two and the dealer's first two cards (A34).
#[inline]
pub fn four_card(cards: [Card; 4]) -> Class {
    // The six pairs: how many share a rank, and how many are identical cards.
    let mut in_rank = 0;
    let mut identical = 0;
    for (place, first) in cards.iter().enumerate() {
        for second in &cards[place + 1..] {
            in_rank += u8::from(first.rank() == second.rank());
            identical += u8::from(first == second);
        }
    }
    match (in_rank, identical) {
        (6, 6) => Class::FourSuited,
        (6, _) if same_colour(cards.iter()) => Class::FourSameColour,
        (6, _) => Class::Four,
        (3, _) => three_of_four(cards),
        (_, 0) => Class::NoFourCardHand,
        _ => Class::SuitedPair,
    }
}

fn same_colour<'a>(mut cards: impl Iterator<Item = &'a Card>) -> bool {
    let Some(first) = cards.next() else { return true };
    cards.all(|card| card.suit().is_red() == first.suit().is_red())
}

fn three_of_four(cards: [Card; 4]) -> Class {
    // Of three alike and one other, the second or the third card is one of the three.
    let rank = if cards[0].rank() == cards[1].rank() { cards[0].rank() } else { cards[2].rank() };
    let rank = if cards[2].rank() == cards[3].rank() { cards[2].rank() } else { rank };
    if same_colour(cards.iter().filter(|card| card.rank() == rank)) {
        Class::ThreeSameColour
    } else {
        Class::Three
    }
}

/// Whether two first cards are a natural.
#[inline]
pub const fn is_natural(first: Card, second: Card) -> bool {
    (first.is_ace() && second.value() == 10) || (second.is_ace() && first.value() == 10)
}

/// Classifies the dealer's two cards for insurance.
#[inline]
pub fn insurance(up: Card, hole: Card) -> Class {
    match (is_natural(up, hole), up.suit() == hole.suit()) {
        (true, true) => Class::SuitedNatural,
        (true, false) => Class::Natural,
        _ => Class::NoNatural,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn cards<const N: usize>(text: &str) -> [Card; N] {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        cards.try_into().unwrap()
    }

    #[test]
    fn kinds_share_out_all_classes() {
        let listed: Vec<Class> =
            Kind::ALL.iter().flat_map(|kind| kind.classes()).copied().collect();
        assert_eq!(listed, Class::ALL);
    }

    /// A32: the straights of a 48-card deck, and the twelve of 52 cards.
    #[test]
    fn a32_straights() {
        let straights = |deck: Deck| {
            let mut found = BTreeSet::new();
            for a in Rank::ALL {
                for b in Rank::ALL.into_iter().filter(|&b| b > a) {
                    for c in Rank::ALL.into_iter().filter(|&c| c > b) {
                        let hand = [
                            Card::new(c, Suit::Hearts),
                            Card::new(a, Suit::Spades),
                            Card::new(b, Suit::Clubs),
                        ];
                        let in_deck = [a, b, c].iter().all(|&rank| deck.holds(rank));
                        if in_deck && three_card(hand, deck) == Class::Straight {
                            found.insert([a, b, c].map(Rank::letter).iter().collect::<String>());
                        }
                    }
                }
            }
            found.into_iter().collect::<Vec<String>>().join(" ")
        };
        assert_eq!(straights(Deck::FortyEight), "234 345 456 567 678 789 89J 9JQ A23 AQK JQK");
        assert_eq!(straights(Deck::FiftyTwo), "234 345 456 567 678 789 89T 9TJ A23 AQK JQK TJQ");
    }

    #[test]
    fn a31_the_mini_royal_is_told_from_other_straight_flushes() {
        assert_eq!(three_card(cards("Qs As Ks"), Deck::FortyEight), Class::MiniRoyal);
        assert_eq!(three_card(cards("Qs Js Ks"), Deck::FortyEight), Class::StraightFlush);
        assert_eq!(three_card(cards("7s 7s 2s"), Deck::FortyEight), Class::Flush);
        assert_eq!(three_card(cards("7s 7d 2s"), Deck::FortyEight), Class::Pair);
    }

    #[test]
    fn a29_each_matching_card_counts() {
        for (player, dealer, class) in [
            ("7s 7s", "7s", Class::TwoSuitedMatches),
            ("7s 7d", "7s", Class::SuitedAndUnsuitedMatch),
            ("7s 8d", "7s", Class::SuitedMatch),
            ("7c 7d", "7s", Class::TwoUnsuitedMatches),
            ("7c 8s", "7s", Class::UnsuitedMatch),
            ("Qs Ks", "Js", Class::NoMatch),
        ] {
            assert_eq!(match_dealer(cards(player), cards::<1>(dealer)[0]), class, "{player}");
        }
    }

    #[test]
    fn a34_four_cards() {
        for (hand, class) in [
            ("7s 7s 7s 7s", Class::FourSuited),
            ("7s 7c 7s 7s", Class::FourSameColour),
            ("7s 7d 7s 7s", Class::Four),
            ("7s 7s 7s 2d", Class::ThreeSameColour),
            ("7h 2s 7d 7h", Class::ThreeSameColour),
            ("2s 7h 7d 7h", Class::ThreeSameColour),
            ("7h 7d 2s 7h", Class::ThreeSameColour),
            ("7h 7s 7d 2s", Class::Three),
            ("7h 2s 7s 7s", Class::Three),
            ("7h 2s 7h 2d", Class::SuitedPair),
            ("7h 2s 7d 2d", Class::NoFourCardHand),
            ("7h 2h 8h 9h", Class::NoFourCardHand),
        ] {
            assert_eq!(four_card(cards(hand)), class, "{hand}");
        }
    }

    /// Every class is reachable exactly where a brute-force search finds it.
    #[test]
    fn reachable_classes_are_those_that_a_search_finds() {
        for decks in 1..=5u8 {
            let mut found = BTreeSet::new();
            let deck = Deck::FortyEight;
            let kinds: Vec<Card> = deck
                .cards()
                .filter(|c| c.value() == 1 || (6..=8).contains(&c.value()) || c.value() == 10)
                .collect();
            search(deck, &kinds, decks, &mut found);
            for &class in Class::ALL {
                assert_eq!(
                    found.contains(&class),
                    class.is_reachable(decks),
                    "{class}, {decks} decks"
                );
            }
        }
    }

    fn search(deck: Deck, kinds: &[Card], decks: u8, found: &mut BTreeSet<Class>) {
        let fits = |hand: &[Card]| {
            hand.iter().all(|card| hand.iter().filter(|c| *c == card).count() <= usize::from(decks))
        };
        for &a in kinds {
            for &b in kinds.iter().filter(|&&b| fits(&[a, b])) {
                found.insert(insurance(a, b));
                for &c in kinds.iter().filter(|&&c| fits(&[a, b, c])) {
                    found.insert(match_dealer([a, b], c));
                    found.insert(three_card([a, b, c], deck));
                    found.insert(sevens([a, b], Some(c)));
                    found.insert(sevens([a, b], None));
                    if crate::Total::of(&[a, b, c]).best() == 21 {
                        found.insert(bonus_21(&[a, b, c], Suit::Spades));
                    }
                    // Four alike, three alike and pairs all occur with d among a, b, c's ranks.
                    for &d in kinds.iter().filter(|d| d.rank() <= a.rank() && fits(&[a, b, c, **d]))
                    {
                        found.insert(four_card([a, b, c, d]));
                    }
                }
            }
        }
        // Long hands exist with any number of decks: 2-2-3-3-… up to seven cards.
        let long: [Card; 7] = cards("2c 2d 2h 3c 3d 4c 5c");
        for cards in 5..=7 {
            found.insert(bonus_21(&long[..cards], Suit::Spades));
        }
    }
}
