//! What cards are on which line of a side wager's pay table.

use cards::{Card, Deck, Rank};

use crate::hand::is_suited;
use crate::paytables::{
    DealerCard, FourCards, MatchLine, ProgressivePay, SevensLine, Suits, ThreeCards,
};
use crate::play::{Felt, Seat};

/// What Match pays to 1: each of the two cards of the dealer card's rank is a
/// match, suited if it is of its suit too (A29).
pub(crate) fn matches(seat: &Seat, felt: &Felt, which: DealerCard, lines: &[MatchLine]) -> i64 {
    let dealer = match which {
        DealerCard::Up => felt.up_card(),
        DealerCard::Hole => felt.hole_card(),
    };
    let suited = seat.first_two.iter().filter(|card| **card == dealer).count();
    let of_rank = seat.first_two.iter().filter(|card| card.rank() == dealer.rank()).count();
    let unsuited = of_rank - suited;
    lines
        .iter()
        .find(|line| line.suited == suited && line.unsuited == unsuited)
        .map_or(0, |line| line.pays)
}

/// What the first two cards and the up-card pay to 1.
pub(crate) fn three_cards(
    seat: &Seat,
    felt: &Felt,
    deck: Deck,
    lines: &[(ThreeCards, i64)],
) -> i64 {
    let [first, second] = seat.first_two;
    let cards = [first, second, felt.up_card()];
    lines.iter().find(|(line, _)| line.holds(cards, deck)).map_or(0, |(_, pays)| *pays)
}

impl ThreeCards {
    fn holds(self, cards: [Card; 3], deck: Deck) -> bool {
        let suited = is_suited(&cards);
        let trips = cards.iter().all(|card| card.rank() == cards[0].rank());
        match self {
            ThreeCards::SuitedTrips => trips && suited,
            ThreeCards::MiniRoyal => sorted_ranks(cards) == ACE_QUEEN_KING && suited,
            ThreeCards::StraightFlush => is_straight(cards, deck) && suited,
            ThreeCards::Trips => trips,
            ThreeCards::Straight => is_straight(cards, deck),
            ThreeCards::Flush => suited,
        }
    }
}

const ACE_QUEEN_KING: [Rank; 3] = [Rank::Ace, Rank::Queen, Rank::King];

fn sorted_ranks(cards: [Card; 3]) -> [Rank; 3] {
    let mut ranks = cards.map(Card::rank);
    ranks.sort_unstable();
    ranks
}

/// Three ranks that follow each other in the deck, so that nine and jack are
/// neighbours where there are no tens. The ace is low, or high above the king,
/// but never between (A32).
fn is_straight(cards: [Card; 3], deck: Deck) -> bool {
    let ranks = sorted_ranks(cards);
    let next =
        |rank: Rank| Rank::ALL.into_iter().find(|higher| *higher > rank && deck.holds(*higher));
    let in_row = next(ranks[0]) == Some(ranks[1]) && next(ranks[1]) == Some(ranks[2]);
    in_row || ranks == ACE_QUEEN_KING
}

/// What Bonus 7's pays to 1: sevens are counted from the first card on.
pub(crate) fn sevens(seat: &Seat, lines: &[SevensLine]) -> i64 {
    let sevens: Vec<Card> = seat
        .first_two
        .into_iter()
        .chain(seat.third)
        .take_while(|card| card.rank() == Rank::Seven)
        .collect();
    let suits_fit = |line: &SevensLine| line.suits == Suits::Any || is_suited(&sevens);
    lines
        .iter()
        .find(|line| line.sevens == sevens.len() && suits_fit(line))
        .map_or(0, |line| line.pays)
}

/// What the first two cards of player and dealer win, if anything (A34).
pub(crate) fn progressive(
    seat: &Seat,
    felt: &Felt,
    lines: &[(FourCards, ProgressivePay)],
) -> Option<ProgressivePay> {
    let [first, second] = seat.first_two;
    let cards = [first, second, felt.up_card(), felt.hole_card()];
    lines.iter().find(|(line, _)| line.holds(cards)).map(|(_, pay)| *pay)
}

impl FourCards {
    fn holds(self, cards: [Card; 4]) -> bool {
        match self {
            FourCards::FourSuited => cards.iter().all(|card| *card == cards[0]),
            FourCards::FourSameColour => any_of_a_kind(cards, 4, SameColour::Wanted),
            FourCards::Four => any_of_a_kind(cards, 4, SameColour::NotWanted),
            FourCards::ThreeSameColour => any_of_a_kind(cards, 3, SameColour::Wanted),
            FourCards::Three => any_of_a_kind(cards, 3, SameColour::NotWanted),
            FourCards::SuitedPair => {
                cards.iter().any(|card| cards.iter().filter(|other| *other == card).count() >= 2)
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SameColour {
    Wanted,
    NotWanted,
}

/// Whether `number` cards share a rank, and all cards of that rank a colour if
/// that is wanted.
fn any_of_a_kind(cards: [Card; 4], number: usize, colour: SameColour) -> bool {
    cards.iter().any(|card| {
        let of_rank = cards.iter().filter(|other| other.rank() == card.rank());
        let alike = of_rank.clone().all(|other| other.suit().is_red() == card.suit().is_red());
        of_rank.count() == number && (alike || colour == SameColour::NotWanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paytables::{PROGRESSIVE_1_TO_4, Prices};

    fn cards<const N: usize>(text: &str) -> [Card; N] {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        cards.try_into().unwrap()
    }

    #[test]
    fn a32_straights_without_and_with_tens() {
        for (text, without, with) in [
            ("As 2d 3c", true, true),
            ("9s 7d 8c", true, true),
            ("8s 9d Jc", true, false),
            ("9s Jd Qc", true, false),
            ("Js Qd Kc", true, true),
            ("Qs Kd Ac", true, true),
            ("Ks Ad 2c", false, false),
            ("Js Kd Ac", false, false),
            ("7s 7d 8c", false, false),
        ] {
            assert_eq!(is_straight(cards(text), Deck::FiftyTwo), with, "{text}");
            assert_eq!(is_straight(cards(text), Deck::FortyEight), without, "{text}");
        }
        for text in ["8s 9d Tc", "9s Td Jc", "Ts Jd Qc"] {
            assert!(is_straight(cards(text), Deck::FiftyTwo), "{text}");
        }
    }

    /// Eleven rank sets without tens, twelve with them.
    #[test]
    fn a32_there_are_eleven_and_twelve_straights() {
        for (deck, number) in [(Deck::FortyEight, 11), (Deck::FiftyTwo, 12)] {
            let spades: Vec<Card> =
                deck.cards().filter(|card| card.suit() == cards::Suit::Spades).collect();
            let mut straights = 0;
            for (i, &a) in spades.iter().enumerate() {
                for (j, &b) in spades.iter().enumerate().skip(i + 1) {
                    for &c in &spades[j + 1..] {
                        straights += usize::from(is_straight([c, a, b], deck));
                    }
                }
            }
            assert_eq!(straights, number);
        }
    }

    #[test]
    fn progressive_lines() {
        let pay = |table: usize, text: &str| {
            let Prices::Progressive(_, lines) = PROGRESSIVE_1_TO_4[table - 1].prices else {
                panic!("table {table}")
            };
            lines.iter().find(|(line, _)| line.holds(cards(text))).map(|(_, pay)| *pay)
        };
        use ProgressivePay::{For, PercentOfMeter, WholeMeter};
        for (text, one, two, three) in [
            ("7s 7s 7s 7s", Some(WholeMeter), Some(WholeMeter), Some(WholeMeter)),
            ("7s 7c 7s 7s", Some(WholeMeter), Some(WholeMeter), Some(PercentOfMeter(10))),
            ("7s 7s 7s 7d", Some(For(200)), Some(For(200)), Some(For(200))),
            ("7h 8s 7d 7d", Some(For(20)), Some(For(20)), Some(For(20))),
            ("8s 7h 7s 7d", Some(For(10)), Some(For(12)), Some(For(10))),
            ("8s 7h 7h 9d", Some(For(2)), Some(For(3)), Some(For(3))),
            ("8s 7h 7d 8c", None, None, None),
            ("8s 7h 9d Tc", None, None, None),
        ] {
            assert_eq!(pay(1, text), one, "{text}");
            assert_eq!(pay(2, text), two, "{text}");
            assert_eq!(pay(3, text), three, "{text}");
        }
        assert_eq!(pay(4, "8s 7h 7h 9d"), Some(For(2)));
    }
}
