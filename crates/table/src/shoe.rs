//! The house's shoe: shuffled from a secret, committed before the first card, cut by a
//! player, opened when it is over.
//!
//! Nothing here can be written to a client: neither [`Secret`] nor [`HouseShoe`] has a
//! serialiser, and their `Debug` shows no card (S-02).

use std::fmt;

use cards::{Card, ChaChaWords, Counts, CutRefused, Shoe, Words};
use rules::Rules;
use sha2::{Digest, Sha256};
use zeroize::Zeroize as _;

use crate::ids::TableId;

/// What a shoe follows from: 256 bits of which nobody knows anything until it is over.
///
/// It cannot be serialised:
///
/// ```compile_fail
/// let secret = table::Secret::of_bytes([7; 32]);
/// serde_json::to_string(&secret);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret that was stored, or told when its shoe was over.
    pub const fn of_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The secret of a new shoe: fresh entropy mixed with the secret before (N-05), the
    /// table and the shoe's number, so that one command can shuffle more than once.
    pub(crate) fn fresh(
        entropy: &[u8; 32],
        before: Option<&Secret>,
        table: TableId,
        shoe: u32,
    ) -> Secret {
        let mut hash = Sha256::new();
        hash.update(b"bahama shoe secret 1");
        hash.update(entropy);
        hash.update(before.map_or([0; 32], |secret| secret.0));
        hash.update(table.0.to_be_bytes());
        hash.update(shoe.to_be_bytes());
        Secret(hash.finalize().into())
    }

    /// The bytes, for a store that seals them and for the opening of a shoe that is over.
    pub const fn reveal(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

// N-12: the bytes do not outlive the shoe in freed memory.
impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// The stream of the secret's keystream that shuffles.
const SHUFFLE: u64 = 0;
/// The stream that salts the cards of the commitment.
const SALT: u64 = 1;
/// Bytes of salt for every card (F-01).
const SALT_BYTES: usize = 16;

/// A shoe in play.
#[derive(Clone)]
pub(crate) struct HouseShoe {
    /// The shoe's number at its table, from 1.
    pub(crate) number: u32,
    secret: Secret,
    root: [u8; 32],
    shoe: Shoe,
    cut: u16,
    behind: u16,
    /// The cards on the felt: an empty shoe is refilled with all others (N-10).
    in_play: Counts,
    /// The cards that were on the felt when the discards were shuffled.
    aside: Counts,
    /// Whether its secret is lost: then only the cards that were dealt are known, and no
    /// more are dealt from it.
    is_lost: bool,
}

impl fmt::Debug for HouseShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HouseShoe({}, {} dealt)", self.number, self.shoe.dealt().len())
    }
}

// N-12: a table is copied for every command, and the order of the cards with it.
impl Drop for HouseShoe {
    fn drop(&mut self) {
        self.shoe.wipe();
    }
}

/// Equal secrets, cuts and places are equal shoes.
impl PartialEq for HouseShoe {
    fn eq(&self, other: &HouseShoe) -> bool {
        (self.number, &self.secret, self.cut, self.dealt())
            == (other.number, &other.secret, other.cut, other.dealt())
    }
}

impl HouseShoe {
    /// A whole shoe shuffled from its secret: the given cards first, on an exhibition
    /// table, then the rest in the order of the shuffle.
    pub(crate) fn new(rules: &Rules, number: u32, secret: Secret, given: &[Card]) -> HouseShoe {
        let mut shoe = Shoe::new(rules.deck, rules.decks);
        shoe.shuffle(&mut ChaChaWords::new(*secret.reveal(), SHUFFLE));
        shoe.put_first(given);
        HouseShoe::of(number, secret, shoe, Counts::EMPTY)
    }

    /// The discards, shuffled because the shoe ran out while these cards are in play.
    pub(crate) fn of_discards(&self, number: u32, secret: Secret) -> HouseShoe {
        let mut shoe = self.shoe;
        let mut words = ChaChaWords::new(*secret.reveal(), SHUFFLE);
        shoe.reshuffle_without(&self.in_play, &mut words);
        let mut next = HouseShoe::of(number, secret, shoe, self.in_play);
        next.in_play = self.in_play;
        next
    }

    fn of(number: u32, secret: Secret, shoe: Shoe, aside: Counts) -> HouseShoe {
        let root = root(shoe.rest(), &secret);
        let in_play = Counts::EMPTY;
        HouseShoe { number, secret, root, shoe, cut: 0, behind: 0, in_play, aside, is_lost: false }
    }

    /// Makes it a shoe whose secret is lost, with the cards that were dealt from it.
    pub(crate) fn lose(&mut self, dealt: &[Card]) {
        self.shoe.put_first(dealt);
        self.is_lost = true;
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Puts the cut card in front of the last cards: one in `part` of them.
    pub(crate) fn place_cut_card(&mut self, part: u8) {
        let behind = self.cards().checked_div(part.into()).unwrap_or(0);
        self.behind = behind;
        self.shoe.place_cut_card(behind.into());
    }

    pub(crate) fn cut(&mut self, place: u16) -> Result<(), CutRefused> {
        if !self.is_lost {
            self.shoe.cut(place.into())?;
        }
        self.cut = place;
        self.shoe.place_cut_card(self.behind.into());
        Ok(())
    }

    /// The least and the most cards that a cut may put to the back.
    pub(crate) fn cuts(&self) -> (u16, u16) {
        let (least, most) = self.shoe.cuts();
        (least as u16, most as u16)
    }

    pub(crate) fn start_round(&mut self) {
        self.in_play = Counts::EMPTY;
    }

    /// The next card; nothing from an empty shoe.
    pub(crate) fn draw(&mut self) -> Option<Card> {
        let card = self.shoe.draw()?;
        self.in_play.add(card);
        Some(card)
    }

    /// Deals what a snapshot says was dealt.
    pub(crate) fn skip(&mut self, cards: u16) {
        for _ in 0..cards {
            self.shoe.draw();
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.shoe.rest().is_empty()
    }

    pub(crate) fn is_cut_card_out(&self) -> bool {
        self.shoe.is_cut_card_out()
    }

    /// How many cards the shoe held when it was committed.
    pub(crate) fn cards(&self) -> u16 {
        (self.shoe.dealt().len() + self.shoe.rest().len()) as u16
    }

    pub(crate) fn dealt(&self) -> u16 {
        self.shoe.dealt().len() as u16
    }

    /// Where it was cut; zero before that.
    pub(crate) fn cut_at(&self) -> u16 {
        self.cut
    }

    pub(crate) fn secret(&self) -> &Secret {
        &self.secret
    }

    /// The commitment, in hexadecimal.
    pub(crate) fn root(&self) -> String {
        hex(&self.root)
    }

    /// Whether cards in the shoe, dealt from it and set aside are the whole decks (N-09).
    pub(crate) fn is_whole(&self, rules: &Rules) -> bool {
        let all = self.shoe.dealt().iter().chain(self.shoe.rest()).copied();
        let all: Counts = all.chain(self.aside.cards()).collect();
        all == Counts::of(rules.deck, rules.decks)
    }
}

/// The Merkle root over the salted cards, in the order of the shuffle: leaves are
/// `SHA-256(0, place, salt, card)`, nodes `SHA-256(1, left, right)`, and an odd node is
/// carried up as it is.
fn root(cards: &[Card], secret: &Secret) -> [u8; 32] {
    let mut words = ChaChaWords::new(*secret.reveal(), SALT);
    let mut nodes: Vec<[u8; 32]> = (0u16..)
        .zip(cards)
        .map(|(place, card)| {
            let mut salt = [0; SALT_BYTES];
            for word in salt.chunks_exact_mut(4) {
                word.copy_from_slice(&words.word().to_be_bytes());
            }
            let mut hash = Sha256::new();
            hash.update([0]);
            hash.update(place.to_be_bytes());
            hash.update(salt);
            hash.update(card.to_string());
            hash.finalize().into()
        })
        .collect();
    while nodes.len() > 1 {
        nodes = nodes
            .chunks(2)
            .map(|pair| match pair {
                [left, right] => {
                    let mut hash = Sha256::new();
                    hash.update([1]);
                    hash.update(left);
                    hash.update(right);
                    hash.finalize().into()
                }
                _ => pair[0],
            })
            .collect();
    }
    nodes.first().copied().unwrap_or_default()
}

/// Bytes in hexadecimal, as every hash and secret is written here.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The 32 bytes of a text in hexadecimal.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
    }
    Some(bytes)
}
