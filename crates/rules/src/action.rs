//! What a player may do with a hand.

use std::fmt;

use crate::Rules;
use crate::settings::{
    Allowed, DoubleAfterSplit, DoubleLimit, DoubleOn, Rescue, SplitAces, Surrender,
};
use crate::words::{Word, words};

words! {
    /// A choice on a hand.
    pub enum Action {
        /// One more card.
        Hit = "hit",
        /// No more cards.
        Stand = "stand",
        /// Double the stake for one card.
        Double = "double",
        /// Make two hands of a pair.
        Split = "split",
        /// Give up the first two cards for half the stake.
        Surrender = "surrender",
        /// Take back the last double and give up the hand.
        Rescue = "rescue",
    }
}

/// A set of actions.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Actions(u8);

impl Actions {
    /// No action.
    pub const NONE: Actions = Actions(0);

    /// The set with one action more.
    #[inline]
    #[must_use]
    pub const fn with(self, action: Action) -> Actions {
        Actions(self.0 | 1 << action as u8)
    }

    #[inline]
    const fn with_if(self, condition: bool, action: Action) -> Actions {
        Actions(self.0 | (condition as u8) << action as u8)
    }

    /// Whether the action is in the set.
    #[inline]
    pub const fn has(self, action: Action) -> bool {
        self.0 & 1 << action as u8 != 0
    }

    /// How many actions there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no action at all.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The actions in their fixed order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        Action::ALL.iter().copied().filter(move |&action| self.has(action))
    }
}

impl FromIterator<Action> for Actions {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Actions {
        actions.into_iter().fold(Actions::NONE, Actions::with)
    }
}

impl fmt::Display for Actions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, action) in self.iter().enumerate() {
            write!(f, "{}{action}", if place > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Actions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// How a hand came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Dealt at the start of the round.
    Dealt,
    /// One half of a split pair, not aces.
    Split,
    /// One half of a pair of aces.
    SplitAces,
}

/// What [`legal`] needs to know of a hand that is to act. The hand is neither
/// bust nor 21 nor a natural: those are never asked (A43).
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The number of its cards, two or more.
    pub cards: u8,
    /// Whether it is two cards that the game calls a pair.
    pub pair: bool,
    /// How often it was doubled.
    pub doubles: u8,
    /// How it came to be.
    pub origin: Origin,
    /// What is staked on it, in cents.
    pub stake: u32,
    /// How many hands the seat has.
    pub hands: u8,
}

/// The actions the game allows on a hand.
#[inline]
pub fn legal(rules: &Rules, hand: &Position) -> Actions {
    let stand = Actions::NONE.with(Action::Stand);
    if hand.doubles > 0 {
        // A20: after a double never hit, never split.
        return stand
            .with_if(may_double(rules, hand), Action::Double)
            .with_if(may_rescue(rules, hand), Action::Rescue);
    }
    if hand.origin == Origin::SplitAces && rules.split_aces == SplitAces::OneCardEach {
        return stand.with_if(may_split(rules, hand), Action::Split);
    }
    stand
        .with(Action::Hit)
        .with_if(may_double(rules, hand), Action::Double)
        .with_if(may_split(rules, hand), Action::Split)
        .with_if(may_surrender(rules, hand), Action::Surrender)
}

fn may_double(rules: &Rules, hand: &Position) -> bool {
    let after_split = match hand.origin {
        Origin::Dealt => true,
        Origin::Split => rules.double_after_split != DoubleAfterSplit::No,
        Origin::SplitAces => rules.double_after_split == DoubleAfterSplit::Yes,
    };
    // A redouble follows a double, so only a first double minds the cards.
    let on_these_cards =
        rules.double_on == DoubleOn::AnyCards || hand.doubles > 0 || hand.cards == 2;
    hand.doubles < rules.doubles
        && after_split
        && on_these_cards
        && double_adds(rules, hand.stake).is_some()
}

/// What one more double adds to a stake under the table's limit, in cents;
/// nothing if the limit does not allow it (A19).
#[inline]
pub fn double_adds(rules: &Rules, stake: u32) -> Option<u32> {
    let cap = rules.double_cap;
    match rules.double_limit {
        DoubleLimit::PerWager => (stake <= cap).then_some(stake),
        DoubleLimit::PerWagerForLess => Some(stake.min(cap)),
        DoubleLimit::TotalRefused => (stake <= cap / 2).then_some(stake),
    }
}

fn may_rescue(rules: &Rules, hand: &Position) -> bool {
    rules.rescue != Rescue::None
        && (hand.origin == Origin::Dealt || rules.rescue_on_split == Allowed::Yes)
}

fn may_split(rules: &Rules, hand: &Position) -> bool {
    hand.pair
        && hand.hands < rules.hands
        && (hand.origin != Origin::SplitAces || rules.resplit_aces == Allowed::Yes)
}

fn may_surrender(rules: &Rules, hand: &Position) -> bool {
    rules.surrender == Surrender::Late
        && hand.cards == 2
        && (hand.origin == Origin::Dealt || rules.surrender_on_split == Allowed::Yes)
}
