//! How rare the special bonus is, for one seat and for two at once.

use cards::{Card, Counts, Rank, Suit};
use rules::settings::Allowed;

use crate::fraction::Fraction;

/// The chances of the special bonus when all seats play suited 7-7 against a seven
/// alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuitedSevens {
    /// A given seat wins it.
    pub wins: Fraction,
    /// Two given seats both win it in the same round.
    pub both_win: Fraction,
}

impl SuitedSevens {
    /// Counts the ways. `draws` says whether suited 7-7 takes a third card with the
    /// prize still open: by the suit of the hand, then by that of the dealer's seven.
    ///
    /// What other seats draw in between changes nothing: whichever cards of the shoe
    /// become the third cards of two seats, all choices of them are equally likely.
    pub fn of(counts: &Counts, draws: impl Fn(Suit, Suit) -> bool) -> SuitedSevens {
        let sevens = Suit::ALL.map(|suit| i128::from(counts.get(Card::new(Rank::Seven, suit))));
        let (mut one, mut two) = (0, 0);
        for up in Suit::ALL {
            let mut left = sevens;
            let ups = left[up as usize];
            left[up as usize] -= 1;
            let drawn = |suit: &Suit| draws(*suit, up);
            for first in Suit::ALL.into_iter().filter(drawn) {
                let ways = ups * three(left[first as usize]);
                one += ways;
                let mut after = left;
                after[first as usize] -= 3;
                let others = Suit::ALL.into_iter().filter(drawn);
                two += ways * others.map(|second| three(after[second as usize])).sum::<i128>();
            }
        }
        let total = counts.total() as i128;
        SuitedSevens { wins: among(one, total, 4), both_win: among(two, total, 7) }
    }

    /// The chance that a seat is paid envy for another given one (A23): that the other wins
    /// it, and where winners have no envy, that this one does not.
    pub fn envied(&self, envy_to_winners: Allowed) -> Fraction {
        match envy_to_winners {
            Allowed::Yes => self.wins,
            Allowed::No => self.wins - self.both_win,
        }
    }
}

/// The ways to deal three of so many cards, in order.
fn three(cards: i128) -> i128 {
    if cards < 3 { 0 } else { cards * (cards - 1) * (cards - 2) }
}

/// These ways among all to deal so many cards in order.
fn among(ways: i128, total: i128, cards: i128) -> Fraction {
    if total < cards {
        return Fraction::ZERO;
    }
    Fraction::new(ways, (0..cards).map(|gone| total - gone).product())
}

/// The probability that a seat's first three cards are suited sevens and the
/// up-card is a seven, if suited 7-7 against a seven is always hit.
pub fn special_bonus(counts: &Counts) -> Fraction {
    SuitedSevens::of(counts, |_, _| true).wins
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All orders of seven cards: the up-card, three to one seat, three to another.
    fn brute_force(counts: &Counts, draws: &impl Fn(Suit, Suit) -> bool) -> [i128; 3] {
        let cards: Vec<Card> = counts.cards().collect();
        let mut found = [0; 3];
        let mut order = Vec::new();
        deal(&cards, &mut order, &mut |dealt: &[Card]| {
            let wins = |hand: &[Card]| {
                let suited = hand.iter().all(|card| card.suit() == hand[0].suit());
                let sevens = hand.iter().chain(&dealt[..1]).all(|card| card.rank() == Rank::Seven);
                suited && sevens && draws(hand[0].suit(), dealt[0].suit())
            };
            let (first, second) = (wins(&dealt[1..4]), wins(&dealt[4..]));
            let all = [true, first, first && second];
            found.iter_mut().zip(all).for_each(|(sum, it)| *sum += i128::from(it));
        });
        found
    }

    fn deal(cards: &[Card], order: &mut Vec<usize>, each: &mut impl FnMut(&[Card])) {
        if order.len() == 7 {
            let dealt: Vec<Card> = order.iter().map(|&place| cards[place]).collect();
            return each(&dealt);
        }
        for place in 0..cards.len() {
            if !order.contains(&place) {
                order.push(place);
                deal(cards, order, each);
                order.pop();
            }
        }
    }

    #[test]
    fn two_seats_equal_every_order_of_a_tiny_shoe() {
        let shoe = |text: &str| -> Counts {
            text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
        };
        let with_suits = |suit: Suit, up: Suit| suit != Suit::Hearts || up == Suit::Spades;
        for text in
            ["7s 7s 7s 7s 7h 7h 7h 7d Kc", "7s 7s 7s 7s 7s 7s 7s 2d", "7s 7s 7s 7c 7c 7c 7h 7h 7h"]
        {
            let counts = shoe(text);
            for restricted in [false, true] {
                let draws = |suit, up| !restricted || with_suits(suit, up);
                let [all, one, two] = brute_force(&counts, &draws);
                let found = SuitedSevens::of(&counts, draws);
                assert_eq!(found.wins, Fraction::new(one, all), "{text}");
                assert_eq!(found.both_win, Fraction::new(two, all), "{text}");
                assert_eq!(found.envied(Allowed::No), Fraction::new(one - two, all), "{text}");
                assert_eq!(found.envied(Allowed::Yes), Fraction::new(one, all), "{text}");
            }
        }
    }

    #[test]
    fn too_few_cards_never_win() {
        let sevens = SuitedSevens::of(&Counts::EMPTY, |_, _| true);
        assert_eq!((sevens.wins, sevens.both_win), (Fraction::ZERO, Fraction::ZERO));
    }
}
