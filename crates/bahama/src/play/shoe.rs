//! The shoe of the table: shuffled from a key, changed after the cut card.

use cards::{Card, ChaChaWords, Counts, Shoe};
use rules::Rules;

/// Where the keys of the shuffles come from.
#[derive(Clone, Copy)]
pub enum ShoeKey {
    /// One key; every shuffle is one more of its streams, so that the same key deals
    /// the same cards whatever is wagered (N-08).
    Seeded([u8; 32]),
    /// A new key for every shuffle: the last one mixed with fresh entropy, which
    /// this function fills in (N-05); false means that there is none.
    Fresh(fn(&mut [u8; 32]) -> bool),
}

impl From<[u8; 32]> for ShoeKey {
    fn from(key: [u8; 32]) -> ShoeKey {
        ShoeKey::Seeded(key)
    }
}

/// A shoe that shuffles itself.
#[derive(Clone)]
pub struct TableShoe {
    source: ShoeKey,
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
    /// Whether the shoe could not be shuffled.
    stopped: bool,
}

/// A card from the shoe, and whether the discards had to be shuffled for it.
pub(super) struct Drawn {
    pub(super) card: Card,
    pub(super) reshuffled: bool,
}

impl TableShoe {
    /// The first shoe of this key; the cut card stands one card in `cut_card`
    /// from the back.
    pub(super) fn new(rules: &Rules, cut_card: u8, source: ShoeKey) -> TableShoe {
        let shoe = Shoe::new(rules.deck, rules.decks);
        let behind = shoe.rest().len().checked_div(cut_card.into()).unwrap_or(0);
        let (in_play, aside) = (Counts::EMPTY, Counts::EMPTY);
        let key = match source {
            ShoeKey::Seeded(key) => key,
            ShoeKey::Fresh(_) => [0; 32],
        };
        let (shuffles, number) = (0, 0);
        let mut shoe = TableShoe {
            source,
            key,
            shuffles,
            number,
            behind,
            shoe,
            in_play,
            aside,
            stopped: true,
        };
        shoe.change(rules);
        shoe
    }

    /// A new shoe of the same decks. Without entropy it stays unshuffled, and no
    /// card is drawn from it (N-01).
    pub(super) fn change(&mut self, rules: &Rules) {
        let words = self.words();
        self.shoe = Shoe::new(rules.deck, rules.decks);
        self.stopped = words.is_none();
        if let Some(mut words) = words {
            self.shoe.shuffle(&mut words);
        }
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
        if self.stopped {
            return None;
        }
        if self.shoe.rest().is_empty() {
            let mut words = self.words()?;
            self.shoe.reshuffle_without(&self.in_play, &mut words);
            self.aside = self.in_play;
            reshuffled = true;
        }
        let card = self.shoe.draw()?;
        self.in_play.add(card);
        Some(Drawn { card, reshuffled })
    }

    /// The words of the next shuffle; nothing without entropy.
    fn words(&mut self) -> Option<ChaChaWords> {
        if let ShoeKey::Fresh(fill) = self.source {
            let mut fresh = [0; 32];
            if !fill(&mut fresh) {
                return None;
            }
            for (byte, fresh) in self.key.iter_mut().zip(fresh) {
                *byte ^= fresh;
            }
        }
        self.shuffles += 1;
        Some(ChaChaWords::new(self.key, self.shuffles - 1))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{Choice, Library};

    fn rules() -> Rules {
        let choice = Choice { game: "bahama-bonus".to_owned(), ..Choice::default() };
        Library::default().profile(&choice).map(|(_, profile)| profile.rules).unwrap()
    }

    fn drawn(shoe: &mut TableShoe) -> Vec<Card> {
        (0..20).filter_map(|_| shoe.draw().map(|drawn| drawn.card)).collect()
    }

    /// N-05: every shuffle has a new key, and entropy that repeats itself still
    /// deals another shoe than before.
    #[test]
    fn n_05_every_shoe_has_a_new_key() {
        let mut shoe = TableShoe::new(
            &rules(),
            4,
            ShoeKey::Fresh(|bytes| {
                bytes.fill(7);
                true
            }),
        );
        let first = drawn(&mut shoe);
        shoe.change(&rules());
        assert_ne!(first, drawn(&mut shoe));
        assert_ne!(shoe.key, [7; 32], "the last key is mixed in");
    }

    /// N-01: without entropy no card is dealt.
    #[test]
    fn n_01_without_entropy_nothing_is_dealt() {
        let mut shoe = TableShoe::new(&rules(), 4, ShoeKey::Fresh(|_| false));
        assert!(shoe.draw().is_none());
    }
}
