//! The shoe as the analysis sees it: by value, and by suit where 6-7-8 and 7-7-7 are.

use cards::{Card, Counts, Suit};

use super::composition::{ACE, Composition, Compositions, TEN, VALUES};

/// The index of a card's value.
pub(crate) fn value_of(card: Card) -> usize {
    usize::from(card.value()) - 1
}

/// The values whose suits matter: six, seven and eight.
const SIX: usize = 5;
pub(crate) const SEVEN: usize = 6;
const EIGHT: usize = 7;

/// Whether suits matter in cards of this value.
pub(crate) fn is_suited_value(value: usize) -> bool {
    (SIX..=EIGHT).contains(&value)
}

/// The value that makes these two cards 6-7-8 or 7-7-7.
pub(crate) fn third_value(first: usize, second: usize) -> Option<usize> {
    match (first.min(second), first.max(second)) {
        (SIX, SEVEN) => Some(EIGHT),
        (SIX, EIGHT) | (SEVEN, SEVEN) => Some(SEVEN),
        (SEVEN, EIGHT) => Some(SIX),
        _ => None,
    }
}

/// Whether a composition is 6-7-8 or 7-7-7.
pub(crate) fn is_suited_21(hand: &Composition) -> bool {
    hand.cards == 3
        && hand.total == 21
        && (hand.held[SEVEN] == 3 || hand.held[SIX..=EIGHT] == [1, 1, 1])
}

/// The two-card hands that can become 6-7-8 or 7-7-7, the lower value first.
pub(crate) const SUITED_HANDS: [(usize, usize); 4] =
    [(SIX, SEVEN), (SIX, EIGHT), (SEVEN, SEVEN), (SEVEN, EIGHT)];

/// What a shoe holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shoe {
    pub(crate) left: [i32; VALUES],
    pub(crate) total: i32,
    /// Sixes, sevens and eights by suit.
    suits: [[i32; 4]; 3],
}

impl Shoe {
    pub(crate) fn of(counts: &Counts) -> Shoe {
        let mut shoe = Shoe { left: [0; VALUES], total: 0, suits: [[0; 4]; 3] };
        for card in counts.cards() {
            let value = value_of(card);
            shoe.left[value] += 1;
            shoe.total += 1;
            if is_suited_value(value) {
                shoe.suits[value - SIX][card.suit() as usize] += 1;
            }
        }
        shoe
    }

    /// Whether a dealer with this up-card can have a natural.
    pub(crate) fn has_natural(&self, up: usize) -> bool {
        match up {
            ACE => self.left[TEN] > 0,
            TEN => self.left[ACE] > 0,
            _ => false,
        }
    }

    /// Cards of a value whose suits matter, by suit.
    pub(crate) fn by_suit(&self, value: usize) -> [i32; 4] {
        self.suits[value - SIX]
    }

    /// Whether a round can never run out of cards: everything that is drawn counts
    /// less, aces as one, than the shoe does.
    pub(crate) fn lasts(&self, hands: u8) -> bool {
        let value = |index: usize| index as i32 + 1;
        let whole: i32 = (0..VALUES).map(|index| value(index) * self.left[index]).sum();
        let largest = (0..VALUES).rfind(|&index| self.left[index] > 0).map_or(0, value);
        // A player draws on 20 at most, the dealer on 16 at most.
        whole > i32::from(hands) * (20 + largest) + 16 + largest
    }
}

/// The cards a player has not seen, in several shoes side by side: each lane has
/// one more card of the split value out of the shoe than the lane before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unseen<const L: usize> {
    left: [[f64; L]; VALUES],
    total: [f64; L],
    /// The value a hole card may not have, for the dealer has no natural.
    barred: Option<usize>,
}

/// The chance of each value on the next card, and of no natural once it is drawn.
pub(crate) struct Draws<const L: usize> {
    pub(crate) chance: [[f64; L]; VALUES],
    pub(crate) free: [[f64; L]; VALUES],
}

impl<const L: usize> Unseen<L> {
    /// The shoe without the up-card; in lane `r` also without `first + r` cards of
    /// the split value.
    pub(crate) fn new(shoe: &Shoe, up: usize, split: Option<(usize, i32)>) -> Unseen<L> {
        let mut left = shoe.left.map(|count| [f64::from(count); L]);
        let mut total = [f64::from(shoe.total - 1); L];
        left[up].iter_mut().for_each(|count| *count -= 1.0);
        if let Some((value, first)) = split {
            for (lane, gone) in (0..L).zip(first..) {
                left[value][lane] -= f64::from(gone);
                total[lane] -= f64::from(gone);
            }
        }
        let barred = match up {
            ACE => Some(TEN),
            TEN => Some(ACE),
            _ => None,
        };
        Unseen { left, total, barred }
    }

    /// The chances of the next card to a hand.
    pub(crate) fn draws(&self, hand: &Composition) -> Draws<L> {
        let each: [f64; L] = std::array::from_fn(|lane| share(self.cards(hand, lane)));
        let chance = std::array::from_fn(|value| {
            let held = f64::from(hand.held[value]);
            std::array::from_fn(|lane| (self.left[value][lane] - held).max(0.0) * each[lane])
        });
        let mut free = [[1.0; L]; VALUES];
        if let Some(barred) = self.barred {
            let held = f64::from(hand.held[barred]);
            for lane in 0..L {
                let one_less = share(self.cards(hand, lane) - 1.0);
                let bad = self.left[barred][lane] - held;
                for (value, free) in free.iter_mut().enumerate() {
                    let bad = if value == barred { bad - 1.0 } else { bad };
                    free[lane] = 1.0 - bad.max(0.0) * one_less;
                }
            }
        }
        Draws { chance, free }
    }

    /// The chance of one value on the next card to a hand.
    pub(crate) fn chance(&self, hand: &Composition, value: usize, lane: usize) -> f64 {
        let count = self.left[value][lane] - f64::from(hand.held[value]);
        count.max(0.0) * share(self.cards(hand, lane))
    }

    fn cards(&self, hand: &Composition, lane: usize) -> f64 {
        self.total[lane] - f64::from(hand.cards)
    }

    /// How likely the cards of each hand behind its first are, in any one order.
    pub(crate) fn sequences(&self, all: &Compositions, of: &[u16]) -> Vec<[f64; L]> {
        let mut chances = vec![[0.0; L]; all.len()];
        if let Some(&first) = of.first() {
            chances[usize::from(first)] = [1.0; L];
        }
        for &index in of {
            let hand = all.get(index);
            let so_far = chances[usize::from(index)];
            for (value, &child) in hand.with.iter().enumerate() {
                if let Some(into) = chances.get_mut(usize::from(child))
                    && into[0] == 0.0
                {
                    *into =
                        std::array::from_fn(|lane| so_far[lane] * self.chance(hand, value, lane));
                }
            }
        }
        chances
    }
}

/// One card among so many; none where there are none.
fn share(cards: f64) -> f64 {
    if cards > 0.0 { 1.0 / cards } else { 0.0 }
}

/// The suits of the cards that can make 6-7-8 or 7-7-7, without cards that are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suits {
    left: [[i32; 4]; 3],
}

impl Suits {
    pub(crate) fn of(shoe: &Shoe) -> Suits {
        Suits { left: shoe.suits }
    }

    /// Without one more known card.
    #[must_use]
    pub(crate) fn without(mut self, value: usize, suit: usize) -> Suits {
        if is_suited_value(value) {
            self.left[value - SIX][suit] -= 1;
        }
        self
    }

    /// The number of cards of a value and suit.
    pub(crate) fn count(&self, value: usize, suit: usize) -> i32 {
        self.left[value - SIX][suit].max(0)
    }

    /// The chance that a card of this value has this suit.
    pub(crate) fn chance(&self, value: usize, suit: usize) -> f64 {
        let all: i32 = (0..Suit::ALL.len()).map(|suit| self.count(value, suit)).sum();
        f64::from(self.count(value, suit)) * share(f64::from(all))
    }
}
