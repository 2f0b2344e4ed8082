//! Cards as the lanes hold them: one byte, of which the low bits are a letter of the
//! automaton's alphabet.

use cards::{Card, Deck, Rank};
use rules::Rules;

/// The letters of the automaton's alphabet: cards that no rule of the main wager tells apart
/// are one letter. Suits count for six, seven and eight alone; tens have two letters, so that
/// letter and variant of a card fit a byte.
pub(crate) const LETTERS: usize = 20;

/// The bits of a code that are its letter.
const LETTER_BITS: u8 = 31;

/// A card as the lanes hold it: its letter, and above it which card of that letter it is.
#[inline]
pub(crate) const fn letter(code: u8) -> usize {
    (code & LETTER_BITS) as usize
}

/// The code of a card.
pub(crate) const fn code(card: Card) -> u8 {
    let (rank, suit) = (card.rank(), card.suit() as u8);
    match rank {
        Rank::Nine => 5 | suit << 5,
        Rank::Ten => 6 | suit << 5,
        Rank::Jack => 6 | (4 + suit) << 5,
        Rank::Queen => 7 | suit << 5,
        Rank::King => 7 | (4 + suit) << 5,
        Rank::Six | Rank::Seven | Rank::Eight => 8 + 4 * (rank as u8 - Rank::Six as u8) + suit,
        low => low as u8 | suit << 5,
    }
}

/// Every code's card; codes that no card has stand for any.
static CARDS: [Card; 256] = {
    let mut cards = [Card::new(Rank::Ace, cards::Suit::Clubs); 256];
    let mut index = 0;
    while let Some(card) = Card::from_index(index) {
        cards[code(card) as usize] = card;
        index += 1;
    }
    cards
};

/// The card of a code.
#[inline]
pub(crate) fn card_of(code: u8) -> Card {
    CARDS[usize::from(code)]
}

/// One card of each letter.
pub(crate) fn alphabet() -> [Card; LETTERS] {
    let of = |wanted: usize| Deck::FiftyTwo.cards().find(|&card| letter(code(card)) == wanted);
    std::array::from_fn(|letter| of(letter).unwrap_or(CARDS[0]))
}

/// The places of a shoe, more than it has cards: an index is masked, not checked.
pub(crate) const PLACES: usize = 512;

/// A new shoe, and the number of its cards. The order is that of [`cards::Shoe::new`].
pub(crate) fn new_shoe(rules: &Rules) -> ([u8; PLACES], u32) {
    let shoe = cards::Shoe::new(rules.deck, rules.decks);
    let mut codes = [0; PLACES];
    for (place, &card) in codes.iter_mut().zip(shoe.rest()) {
        *place = code(card);
    }
    (codes, shoe.rest().len() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_a_code_of_its_own() {
        for card in Deck::FiftyTwo.cards() {
            assert_eq!(card_of(code(card)), card);
            assert!(letter(code(card)) < LETTERS);
        }
    }
}
