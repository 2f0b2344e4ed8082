//! How rare the special bonus is.

use cards::{Card, Counts, Rank, Suit};

use crate::fraction::Fraction;

/// The probability that a seat's first three cards are suited sevens and the
/// up-card is a seven, if suited 7-7 against a seven is always hit.
pub fn special_bonus(counts: &Counts) -> Fraction {
    let count = |suit: Suit| i128::from(counts.get(Card::new(Rank::Seven, suit)));
    let sevens: i128 = Suit::ALL.iter().map(|&suit| count(suit)).sum();
    let total = counts.total() as i128;
    let three = |n: i128| n * (n - 1) * (n - 2);
    let suited: i128 = Suit::ALL.iter().map(|&suit| three(count(suit)).max(0)).sum();
    if total < 4 {
        return Fraction::ZERO;
    }
    Fraction::new(suited, three(total)) * Fraction::new((sevens - 3).max(0), total - 3)
}
