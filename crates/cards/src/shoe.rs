//! A shoe: up to eight decks in dealing order, with a cut card.

use std::fmt;

use crate::{Card, Counts, Deck, Words, below, shuffle};

/// The most decks a shoe holds.
pub const MAX_DECKS: u8 = 8;
/// The most cards a shoe holds.
pub const MAX_CARDS: usize = MAX_DECKS as usize * 52;
/// A player's cut leaves at least this many cards on either side (N-10).
const CUT_MARGIN: usize = 10;

/// Cards in dealing order, the place of the next one, and the cut card's place.
///
/// ```
/// use cards::{ChaChaWords, Deck, Shoe};
///
/// let mut shoe = Shoe::new(Deck::FortyEight, 6);
/// shoe.shuffle(&mut ChaChaWords::new([7; 32], 0));
/// let first = shoe.draw().expect("a full shoe");
/// assert_eq!(shoe.dealt(), [first]);
/// assert_eq!(shoe.rest().len(), 6 * 48 - 1);
///
/// // The same seed deals the same cards.
/// let mut again = Shoe::new(Deck::FortyEight, 6);
/// again.shuffle(&mut ChaChaWords::new([7; 32], 0));
/// assert_eq!(again.draw(), Some(first));
/// ```
#[derive(Clone, Copy)]
pub struct Shoe {
    cards: [Card; MAX_CARDS],
    len: u16,
    next: u16,
    cut_card: u16,
    deck: Deck,
    decks: u8,
}

impl Shoe {
    /// Forgets the order of its cards, so that it does not lie in memory nobody uses (N-12).
    pub fn wipe(&mut self) {
        let any = self.cards[0];
        self.cards.fill(any);
        // Nobody reads it any more, and it is written all the same.
        std::hint::black_box(&mut self.cards);
    }
}

/// A cut too near to one end of the shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutRefused {
    /// The first place where the shoe may be cut.
    pub least: usize,
    /// The last place where the shoe may be cut.
    pub most: usize,
}

impl fmt::Display for CutRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the shoe may be cut from card {} to card {}", self.least, self.most)
    }
}

impl std::error::Error for CutRefused {}

impl Shoe {
    /// A shoe of new decks, unshuffled, the cut card a quarter from the back.
    ///
    /// # Panics
    /// If `decks` is not 1 to 8.
    pub fn new(deck: Deck, decks: u8) -> Shoe {
        assert!((1..=MAX_DECKS).contains(&decks), "a shoe holds 1 to {MAX_DECKS} decks");
        let mut shoe = Shoe {
            cards: [Card::new(crate::Rank::Ace, crate::Suit::Clubs); MAX_CARDS],
            len: 0,
            next: 0,
            cut_card: 0,
            deck,
            decks,
        };
        shoe.fill(&Counts::of(deck, decks));
        shoe.place_cut_card(usize::from(shoe.len) / 4);
        shoe
    }

    fn fill(&mut self, counts: &Counts) {
        self.len = 0;
        self.next = 0;
        for card in counts.cards() {
            self.cards[usize::from(self.len)] = card;
            self.len += 1;
        }
    }

    /// Shuffles the whole shoe; dealing starts again at its first card.
    pub fn shuffle(&mut self, words: &mut impl Words) {
        self.next = 0;
        shuffle(&mut self.cards[..usize::from(self.len)], words);
    }

    /// Brings these cards to the front, in this order: a given shoe for training and
    /// tests. The others keep the order of the shuffle.
    ///
    /// # Panics
    /// If the shoe does not hold them.
    pub fn put_first(&mut self, given: &[Card]) {
        let cards = &mut self.cards[..usize::from(self.len)];
        for (place, card) in given.iter().enumerate() {
            let found = cards[place..].iter().position(|other| other == card);
            let found = found.expect("the shoe holds the given cards");
            cards[place..=place + found].rotate_right(1);
        }
    }

    /// A player's cut before the first card: the cards in front of `place` go to the back.
    ///
    /// # Errors
    /// If fewer than ten cards would lie on either side (N-10).
    pub fn cut(&mut self, place: usize) -> Result<(), CutRefused> {
        let (least, most) = self.cuts();
        if place < least || place > most {
            return Err(CutRefused { least, most });
        }
        self.cards[..usize::from(self.len)].rotate_left(place);
        Ok(())
    }

    /// The least and the most cards that a cut may put to the back.
    pub fn cuts(&self) -> (usize, usize) {
        (CUT_MARGIN, usize::from(self.len).saturating_sub(CUT_MARGIN))
    }

    /// Puts the cut card in front of the last `from_back` cards.
    pub fn place_cut_card(&mut self, from_back: usize) {
        self.cut_card = self.len - (from_back.min(usize::from(self.len))) as u16;
    }

    /// Whether the cut card has come out: the round in play is the shoe's last (N-10).
    #[inline]
    pub fn is_cut_card_out(&self) -> bool {
        self.next >= self.cut_card
    }

    /// The next card, or nothing from an empty shoe.
    #[inline]
    pub fn draw(&mut self) -> Option<Card> {
        let card = self.rest().first().copied()?;
        self.next += 1;
        Some(card)
    }

    /// The next card of a shoe that is shuffled while it is dealt.
    ///
    /// With the same words this deals what [`Shoe::shuffle`] and [`Shoe::draw`]
    /// deal; a round that needs six cards pays for six steps only.
    #[inline]
    pub fn draw_shuffling(&mut self, words: &mut impl Words) -> Option<Card> {
        let rest = &mut self.cards[usize::from(self.next)..usize::from(self.len)];
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, below(rest.len() as u32, words) as usize);
        self.next += 1;
        Some(rest[0])
    }

    /// Puts every dealt card back, so that dealing starts at the first card again.
    #[inline]
    pub fn gather(&mut self) {
        self.next = 0;
    }

    /// When cards run out in the middle of a round: everything but the cards in
    /// play is shuffled anew, and the round goes on (N-10).
    pub fn reshuffle_without(&mut self, in_play: &Counts, words: &mut impl Words) {
        let mut counts = Counts::of(self.deck, self.decks);
        for card in in_play.cards() {
            let taken = counts.take(card);
            assert!(taken, "{card} is in play more often than the shoe holds it");
        }
        self.fill(&counts);
        self.cut_card = 0;
        self.shuffle(words);
    }

    /// The cards not dealt yet, in dealing order.
    #[inline]
    pub fn rest(&self) -> &[Card] {
        &self.cards[usize::from(self.next)..usize::from(self.len)]
    }

    /// The cards dealt so far, in dealing order.
    #[inline]
    pub fn dealt(&self) -> &[Card] {
        &self.cards[..usize::from(self.next)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChaChaWords;

    #[test]
    fn n_12_a_shoe_that_was_wiped_has_no_order() {
        let mut shoe = shuffled(7);
        shoe.wipe();
        let first = shoe.rest()[0];
        assert!(shoe.rest().iter().all(|card| *card == first));
    }

    fn shuffled(seed: u8) -> Shoe {
        let mut shoe = Shoe::new(Deck::FortyEight, 6);
        shoe.shuffle(&mut ChaChaWords::new([seed; 32], 0));
        shoe
    }

    /// The vector that pins generator, range and shuffle together.
    #[test]
    fn n_02_a_seed_deals_the_same_shoe_for_ever() {
        let mut shoe = shuffled(1);
        let first: Vec<String> = (0..12).map(|_| shoe.draw().unwrap().to_string()).collect();
        assert_eq!(first.join(" "), "2h Jc 2d 8s Jh 9h Jc 3s 7d 9s 3h Jc");
    }

    #[test]
    fn n_08_shuffling_while_dealing_deals_the_same_cards() {
        let mut whole = shuffled(3);
        let mut lazy = Shoe::new(Deck::FortyEight, 6);
        let mut words = ChaChaWords::new([3; 32], 0);
        while let Some(card) = whole.draw() {
            assert_eq!(lazy.draw_shuffling(&mut words), Some(card));
        }
        assert_eq!(lazy.draw_shuffling(&mut words), None);
    }

    #[test]
    fn n_09_dealt_and_undealt_cards_are_always_the_whole_shoe() {
        let mut shoe = shuffled(4);
        shoe.cut(100).unwrap();
        for _ in 0..288 {
            let all: Counts = shoe.dealt().iter().chain(shoe.rest()).copied().collect();
            assert_eq!(all, Counts::of(Deck::FortyEight, 6));
            assert!(shoe.draw().is_some());
        }
        assert_eq!(shoe.draw(), None);
    }

    #[test]
    fn n_10_a_cut_keeps_ten_cards_on_either_side() {
        let mut shoe = shuffled(5);
        let whole = shoe.rest().to_vec();
        assert_eq!(shoe.cut(9), Err(CutRefused { least: 10, most: 278 }));
        assert_eq!(shoe.cut(279), Err(CutRefused { least: 10, most: 278 }));
        assert_eq!(shoe.rest(), whole);
        shoe.cut(10).unwrap();
        assert_eq!(shoe.rest()[..278], whole[10..]);
    }

    #[test]
    fn n_10_the_cut_card_stands_a_quarter_from_the_back() {
        let mut shoe = shuffled(6);
        for _ in 0..215 {
            shoe.draw();
        }
        assert!(!shoe.is_cut_card_out());
        shoe.draw();
        assert!(shoe.is_cut_card_out());
    }

    #[test]
    fn n_10_an_empty_shoe_is_refilled_with_the_discards() {
        let mut shoe = shuffled(7);
        while shoe.draw().is_some() {}
        let in_play: Counts = shoe.dealt()[280..].iter().copied().collect();
        shoe.reshuffle_without(&in_play, &mut ChaChaWords::new([8; 32], 0));
        assert_eq!(shoe.rest().len(), 280);
        assert!(shoe.is_cut_card_out(), "the shoe still ends after this round");
        let all: Counts = shoe.rest().iter().copied().chain(in_play.cards()).collect();
        assert_eq!(all, Counts::of(Deck::FortyEight, 6));
    }
}
