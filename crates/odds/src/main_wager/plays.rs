//! The solved strategy as flat tables, for those who ask it millions of times.

use cards::{Card, Suit};
use rules::{Action, Word};

use super::composition::{NO_HAND, VALUES, compositions};
use super::shoe::{is_suited_value, value_of};
use super::solution::Solution;
use super::terms::STAKES;

/// A hand as the tables know it: its composition.
pub type Hand = u16;

/// The hand of a card too many.
pub const BUST: Hand = NO_HAND;

/// The actions on a hand after 0 to 3 doubles, four bits each.
type Packed = u16;

/// Two cards whose suits matter: by the suits of the lower and the higher value, or
/// of the first and the second of a pair, and of the up-card.
type BySuits = [[[u8; 4]; 4]; 4];

/// The strategy, hand by hand.
#[derive(Clone, Debug)]
pub struct Plays {
    next: Vec<[Hand; VALUES]>,
    total: Vec<u8>,
    two: [[Hand; VALUES]; VALUES],
    /// By up-card and hand.
    dealt: Vec<Packed>,
    /// By up-card and place of the two cards among those whose suits matter.
    dealt_suits: Vec<BySuits>,
    /// By value that was split, and up-card.
    split: Vec<SplitPlays>,
    hands: usize,
}

/// The plays after a split of one value against one up-card.
#[derive(Clone, Debug)]
struct SplitPlays {
    others: Vec<Packed>,
    pairs: Vec<Packed>,
    /// Two cards of one suit, by second value less six, suit and suit of the up-card;
    /// [`NONE`] where suits do not matter.
    suited: [[[u8; 4]; 4]; 3],
}

const NONE: u8 = u8::MAX;

fn pack(actions: &[Action; STAKES]) -> Packed {
    (0..).zip(actions).fold(0, |packed, (place, &action)| packed | (action as u16) << (4 * place))
}

#[inline]
fn unpack(packed: Packed, doubles: u8) -> Action {
    action((packed >> (4 * doubles)) as u8 & 15)
}

#[inline]
fn action(code: u8) -> Action {
    Action::ALL[usize::from(code)]
}

/// The place of two values, both from six to eight, among [`BySuits`].
#[inline]
fn place(first: usize, second: usize) -> usize {
    (first - 5) * 3 + second - 5
}

impl Solution {
    /// The strategy as flat tables.
    pub fn plays(&self) -> Plays {
        let all = compositions();
        let mut plays = Plays {
            next: all.iter().map(|(_, hand)| hand.with).collect(),
            total: all.iter().map(|(_, hand)| hand.total).collect(),
            two: [[BUST; VALUES]; VALUES],
            dealt: vec![pack(&[Action::Stand; STAKES]); VALUES * all.len()],
            dealt_suits: vec![[[[Action::Stand as u8; 4]; 4]; 4]; VALUES * 9],
            split: Vec::new(),
            hands: all.len(),
        };
        for first in 0..VALUES {
            for second in 0..VALUES {
                plays.two[first][second] = all.pair_of(first, second);
            }
        }
        for against in &self.ups {
            let up = against.up_card.up;
            for (index, _) in all.iter() {
                let actions = &against.up_card.action[usize::from(index)];
                plays.dealt[up * all.len() + usize::from(index)] = pack(actions);
            }
            for start in &against.starts {
                let Some(action) = start.action else { continue };
                let at = up * all.len() + usize::from(start.hand);
                plays.dealt[at] = plays.dealt[at] & !15 | action as u16;
                plays.set_suits(start, action);
            }
        }
        plays.split = self.split_plays();
        plays
    }

    fn split_plays(&self) -> Vec<SplitPlays> {
        let none =
            || SplitPlays { others: Vec::new(), pairs: Vec::new(), suited: [[[NONE; 4]; 4]; 3] };
        let mut all: Vec<SplitPlays> = (0..VALUES * VALUES).map(|_| none()).collect();
        for against in &self.ups {
            let up = against.up_card.up;
            for (value, split) in against.splits.iter().enumerate() {
                let Some(split) = split else { continue };
                let plays = &mut all[value * VALUES + up];
                plays.others = split.others.iter().map(pack).collect();
                plays.pairs = split.pairs.iter().map(pack).collect();
                for (&[second, suit, up_suit], &action) in &split.suited {
                    let by_up = &mut plays.suited[second - 5][suit];
                    match is_suited_value(up) {
                        true => by_up[up_suit] = action as u8,
                        false => *by_up = [action as u8; 4],
                    }
                }
            }
        }
        all
    }
}

impl Plays {
    fn set_suits(&mut self, start: &super::solution::Start, action: Action) {
        let [first, second] = start.values;
        if !is_suited_value(first) || !is_suited_value(second) {
            return;
        }
        let table = &mut self.dealt_suits[start.up * 9 + place(first, second)];
        let range = |known: usize, told_apart: bool| match told_apart {
            true => known..known + 1,
            false => 0..4,
        };
        let up_suits = range(start.up_suit, start.by_suit && is_suited_value(start.up));
        for first_suit in range(start.suits[0], start.by_suit) {
            for second_suit in range(start.suits[1], start.by_suit) {
                for up_suit in up_suits.clone() {
                    table[first_suit][second_suit][up_suit] = action as u8;
                }
            }
        }
    }

    /// The hand of one card.
    #[inline]
    pub fn one(&self, card: Card) -> Hand {
        self.next[0][value_of(card)]
    }

    /// The hand of two cards.
    #[inline]
    pub fn two(&self, first: Card, second: Card) -> Hand {
        self.two[value_of(first)][value_of(second)]
    }

    /// The hand with one more card; [`BUST`] if that is too many.
    #[inline]
    pub fn with(&self, hand: Hand, card: Card) -> Hand {
        self.next[usize::from(hand)][value_of(card)]
    }

    /// What a hand counts.
    #[inline]
    pub fn total(&self, hand: Hand) -> u8 {
        self.total[usize::from(hand)]
    }

    /// The play on the first two cards.
    #[inline]
    pub fn first(&self, hand: Hand, first: Card, second: Card, up: Card) -> Action {
        let (low, high) =
            if value_of(first) <= value_of(second) { (first, second) } else { (second, first) };
        let (low_value, high_value) = (value_of(low), value_of(high));
        if is_suited_value(low_value) && is_suited_value(high_value) {
            let table = &self.dealt_suits[value_of(up) * 9 + place(low_value, high_value)];
            let suit = |card: Card| card.suit() as usize;
            return action(table[suit(low)][suit(high)][suit(up)]);
        }
        self.dealt(hand, up, 0)
    }

    /// The play on a hand that was not split, by its composition.
    #[inline]
    pub fn dealt(&self, hand: Hand, up: Card, doubles: u8) -> Action {
        unpack(self.dealt[value_of(up) * self.hands + usize::from(hand)], doubles)
    }

    /// The play on a hand that comes from a split and may not be split again; its
    /// first card is one of the pair.
    #[inline]
    pub fn after_split(
        &self,
        hand: Hand,
        first_two: [Card; 2],
        cards: u8,
        up: Card,
        doubles: u8,
    ) -> Action {
        let [first, second] = first_two.map(value_of);
        let plays = &self.split[first * VALUES + value_of(up)];
        if cards == 2 && is_suited_value(second) && first_two[0].suit() == first_two[1].suit() {
            let suit = |suit: Suit| suit as usize;
            let code = plays.suited[second - 5][suit(first_two[1].suit())][suit(up.suit())];
            if code != NONE {
                return action(code);
            }
        }
        let of = if first == second { &plays.pairs } else { &plays.others };
        unpack(of[usize::from(hand)], doubles)
    }
}
