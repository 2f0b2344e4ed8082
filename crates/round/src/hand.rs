//! A hand: its cards, its stake and what became of it.

use cards::{Card, Rank, Suit};
use rules::settings::Split;
use rules::{Action, Money, Origin, Position, Rules, Total, double_adds, rescue_keeps};

/// The most cards a hand can hold. Counting aces as one, a hand that still draws
/// passes every sum from 1 to 20 at most once and never 11 with an ace (that is
/// 21), so it holds at most 19 cards before its last one.
pub const MAX_HAND_CARDS: usize = 20;

/// Cards in the order in which they came, with their total.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cards {
    cards: [Card; MAX_HAND_CARDS],
    len: u8,
    total: Total,
}

/// Equal cards are equal hands; what an earlier round left behind them is not read.
impl PartialEq for Cards {
    fn eq(&self, other: &Cards) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Cards {}

impl Cards {
    pub(crate) const NONE: Cards = Cards {
        cards: [Card::new(Rank::Ace, Suit::Clubs); MAX_HAND_CARDS],
        len: 0,
        total: Total::EMPTY,
    };

    #[inline]
    pub(crate) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
        self.total = self.total.with(card);
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.total = Total::EMPTY;
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    #[inline]
    pub(crate) fn len(&self) -> u8 {
        self.len
    }

    #[inline]
    pub(crate) fn total(&self) -> Total {
        self.total
    }
}

/// What became of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It has not finished.
    Open,
    /// It stands: by choice, at 21, or because nothing else was left.
    Stood,
    /// Over twenty-one.
    Bust,
    /// Given up on its first two cards.
    Surrendered,
    /// Given up after a double.
    Rescued,
}

/// One hand of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    pub(crate) cards: Cards,
    pub(crate) stake: u32,
    pub(crate) last_double: u32,
    pub(crate) doubles: u8,
    pub(crate) origin: Origin,
    pub(crate) fate: Fate,
}

impl Hand {
    pub(crate) const NONE: Hand = Hand {
        cards: Cards::NONE,
        stake: 0,
        last_double: 0,
        doubles: 0,
        origin: Origin::Dealt,
        fate: Fate::Open,
    };

    /// Starts the hand anew. The old cards stay behind the length, unread.
    #[inline]
    pub(crate) fn reset(&mut self, stake: u32, origin: Origin) {
        self.cards.clear();
        self.stake = stake;
        self.last_double = 0;
        self.doubles = 0;
        self.origin = origin;
        self.fate = Fate::Open;
    }

    /// The hand's cards in the order in which they came.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        self.cards.as_slice()
    }

    /// What the hand counts.
    #[inline]
    pub fn total(&self) -> Total {
        self.cards.total()
    }

    /// What is staked on it, in cents, doubles included.
    #[inline]
    pub fn stake(&self) -> u32 {
        self.stake
    }

    /// What an action adds to what lies on the felt, in cents; `main` is the seat's original
    /// wager.
    #[inline]
    pub fn adds(&self, rules: &Rules, main: u32, action: Action) -> u32 {
        match action {
            Action::Double => double_adds(rules, self.stake).unwrap_or(0),
            Action::Split => main,
            _ => 0,
        }
    }

    /// What is kept of the stake by an action: all of it, unless the hand is given up (A9).
    /// `main` is the seat's original wager, in cents.
    #[inline]
    pub fn kept(&self, rules: &Rules, main: u32, action: Action) -> Money {
        let stake = Money::cents(self.stake.into());
        match action {
            Action::Surrender => stake.part(1, 2),
            Action::Rescue => {
                Money::cents(rescue_keeps(rules, main, self.stake, self.last_double).into())
            }
            _ => stake,
        }
    }

    /// How often it was doubled.
    #[inline]
    pub fn doubles(&self) -> u8 {
        self.doubles
    }

    /// How it came to be.
    #[inline]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// What became of it.
    #[inline]
    pub fn fate(&self) -> Fate {
        self.fate
    }

    /// A two-card 21 as dealt; after a split it is an ordinary 21 (A15).
    #[inline]
    pub fn is_natural(&self) -> bool {
        self.cards.len() == 2 && self.origin == Origin::Dealt && self.total().best() == 21
    }

    /// What the rules must know of it to say what it may do; `hands` is how many its seat has.
    #[inline]
    pub fn position(&self, rules: &Rules, hands: u8) -> Position {
        Position {
            cards: self.cards.len(),
            pair: self.is_pair(rules.split),
            doubles: self.doubles,
            origin: self.origin,
            stake: self.stake,
            hands,
        }
    }

    /// Whether the hand is two cards that the game calls a pair (A13).
    #[inline]
    pub(crate) fn is_pair(&self, split: Split) -> bool {
        match *self.cards() {
            [first, second] => match split {
                Split::SameValue => first.value() == second.value(),
                Split::SameRank => first.rank() == second.rank(),
            },
            _ => false,
        }
    }
}
