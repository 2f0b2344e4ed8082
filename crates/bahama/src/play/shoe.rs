//! The shoe of the table: shuffled from a key, changed after the cut card.

use cards::{Card, ChaChaWords, Counts, Shoe};
use rules::Rules;

/// A shoe that knows its key. Every shuffle is one more stream of the key, so
/// that the same key deals the same cards whatever is wagered (N-08).
#[derive(Clone)]
pub struct TableShoe {
    key: [u8; 32],
    shuffles: u64,
    number: u64,
    /// How many cards stand behind the cut card.
    behind: usize,
    shoe: Shoe,
    /// The cards on the felt: an empty shoe is refilled with all others (N-10).
    in_play: Counts,
    /// The cards that were on the felt when the discards went back into the shoe.
    aside: Counts,
}

/// A card from the shoe, and whether the discards had to be shuffled for it.
pub(super) struct Drawn {
    pub(super) card: Card,
    pub(super) reshuffled: bool,
}

impl TableShoe {
    /// The first shoe of this key; the cut card stands one card in `cut_card`
    /// from the back.
    pub(super) fn new(rules: &Rules, cut_card: u8, key: [u8; 32]) -> TableShoe {
        let shoe = Shoe::new(rules.deck, rules.decks);
        let behind = shoe.rest().len().checked_div(cut_card.into()).unwrap_or(0);
        let (in_play, aside) = (Counts::EMPTY, Counts::EMPTY);
        let mut shoe = TableShoe { key, shuffles: 0, number: 0, behind, shoe, in_play, aside };
        shoe.change(rules);
        shoe
    }

    /// A new shoe of the same decks.
    pub(super) fn change(&mut self, rules: &Rules) {
        let mut words = self.words();
        self.shoe = Shoe::new(rules.deck, rules.decks);
        self.shoe.shuffle(&mut words);
        self.shoe.place_cut_card(self.behind);
        self.aside = Counts::EMPTY;
        self.number += 1;
    }

    /// The felt is cleared: the cards of the last round are discards now.
    pub(super) fn start_round(&mut self) {
        self.in_play = Counts::EMPTY;
    }

    /// The next card. An empty shoe is refilled with the discards; there is no
    /// card only if every one of them lies on the felt.
    pub(super) fn draw(&mut self) -> Option<Drawn> {
        let mut reshuffled = false;
        if self.shoe.rest().is_empty() {
            let mut words = self.words();
            self.shoe.reshuffle_without(&self.in_play, &mut words);
            self.aside = self.in_play;
            reshuffled = true;
        }
        let card = self.shoe.draw()?;
        self.in_play.add(card);
        Some(Drawn { card, reshuffled })
    }

    fn words(&mut self) -> ChaChaWords {
        let words = ChaChaWords::new(self.key, self.shuffles);
        self.shuffles += 1;
        words
    }

    /// Which shoe of this sitting it is, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// How many cards have not been dealt yet.
    pub fn left(&self) -> usize {
        self.shoe.rest().len()
    }

    /// How many cards stand in front of the cut card.
    pub fn before_cut_card(&self) -> usize {
        if self.is_cut_card_out() { 0 } else { self.left().saturating_sub(self.behind) }
    }

    /// Whether the round in play is the shoe's last.
    pub fn is_cut_card_out(&self) -> bool {
        self.shoe.is_cut_card_out()
    }

    /// Every card of the shoe: undealt, on the felt and discarded (N-09).
    pub fn all_cards(&self) -> Counts {
        let inside = self.shoe.rest().iter().chain(self.shoe.dealt()).copied();
        inside.chain(self.aside.cards()).collect()
    }
}
