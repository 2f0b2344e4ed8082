//! What a player may do with a hand.

use std::fmt;

use crate::Rules;
use crate::settings::{Allowed, DoubleAfterSplit, DoubleOn, Rescue, SplitAces, Surrender};
use crate::stake::double_adds;
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

words! {
    /// Why a hand is not offered an action.
    pub enum NotLegal {
        /// The game does not have it.
        Game = "game",
        /// The hand was doubled.
        Doubled = "doubled",
        /// The hand was not doubled.
        NotDoubled = "not-doubled",
        /// The hand was doubled as often as it may be.
        Doubles = "doubles",
        /// Only the first two cards.
        TwoCards = "two-cards",
        /// The hand is half of a split pair.
        SplitHand = "split-hand",
        /// Split aces get one card each.
        SplitAces = "split-aces",
        /// The two cards are no pair.
        NoPair = "no-pair",
        /// The seat has as many hands as it may have.
        Hands = "hands",
        /// The stake would be above the limit.
        Limit = "limit",
    }
}

impl NotLegal {
    /// Why, as a dealer would say it.
    pub const fn words(self) -> &'static str {
        match self {
            NotLegal::Game => "this game has none",
            NotLegal::Doubled => "not after a double",
            NotLegal::NotDoubled => "only after a double",
            NotLegal::Doubles => "not again on this hand",
            NotLegal::TwoCards => "only on the first two cards",
            NotLegal::SplitHand => "not after a split",
            NotLegal::SplitAces => "split aces get one card each",
            NotLegal::NoPair => "needs two cards of the same value",
            NotLegal::Hands => "no further hand may be made of this pair",
            NotLegal::Limit => "above the limit",
        }
    }
}

impl Action {
    /// The action as its button says it; a double after a double has a name of its own.
    pub const fn name(self, doubles: u8) -> &'static str {
        match self {
            Action::Hit => "Hit",
            Action::Stand => "Stand",
            Action::Double if doubles > 0 => "Redouble",
            Action::Double => "Double",
            Action::Split => "Split",
            Action::Surrender => "Surrender",
            Action::Rescue => "Rescue",
        }
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

/// Why an action is not legal on a hand; nothing where it is.
pub fn not_legal(rules: &Rules, hand: &Position, action: Action) -> Option<NotLegal> {
    let one_card = hand.origin == Origin::SplitAces && rules.split_aces == SplitAces::OneCardEach;
    let is_first = hand.doubles == 0;
    match action {
        // Whoever is told "only after a double" expects that a double brings it.
        _ if !has(rules, action) => Some(NotLegal::Game),
        Action::Hit | Action::Split | Action::Surrender if !is_first => Some(NotLegal::Doubled),
        Action::Rescue if is_first => Some(NotLegal::NotDoubled),
        Action::Hit | Action::Double | Action::Surrender if is_first && one_card => {
            Some(NotLegal::SplitAces)
        }
        Action::Hit | Action::Stand => None,
        Action::Double => not_doubled(rules, hand),
        Action::Split => not_split(rules, hand),
        Action::Surrender => not_surrendered(rules, hand),
        Action::Rescue => not_rescued(rules, hand),
    }
}

/// Whether a game has an action at all.
fn has(rules: &Rules, action: Action) -> bool {
    match action {
        Action::Hit | Action::Stand | Action::Split => true,
        Action::Double => rules.doubles > 0,
        Action::Surrender => rules.surrender == Surrender::Late,
        Action::Rescue => rules.rescue != Rescue::None,
    }
}

fn not_doubled(rules: &Rules, hand: &Position) -> Option<NotLegal> {
    if may_double(rules, hand) {
        None
    } else if hand.doubles >= rules.doubles {
        Some(NotLegal::Doubles)
    } else if !may_double_after(rules, hand.origin) {
        Some(NotLegal::SplitHand)
    } else if double_adds(rules, hand.stake).is_none() {
        Some(NotLegal::Limit)
    } else {
        Some(NotLegal::TwoCards)
    }
}

fn not_split(rules: &Rules, hand: &Position) -> Option<NotLegal> {
    if may_split(rules, hand) {
        None
    } else if !hand.pair {
        Some(NotLegal::NoPair)
    } else if hand.hands >= rules.hands {
        Some(NotLegal::Hands)
    } else {
        Some(NotLegal::SplitAces)
    }
}

fn not_surrendered(rules: &Rules, hand: &Position) -> Option<NotLegal> {
    if may_surrender(rules, hand) {
        None
    } else if hand.cards != 2 {
        Some(NotLegal::TwoCards)
    } else {
        Some(NotLegal::SplitHand)
    }
}

fn not_rescued(rules: &Rules, hand: &Position) -> Option<NotLegal> {
    (!may_rescue(rules, hand)).then_some(NotLegal::SplitHand)
}

/// Whether a hand that came to be so may be doubled.
#[inline]
fn may_double_after(rules: &Rules, origin: Origin) -> bool {
    match origin {
        Origin::Dealt => true,
        Origin::Split => rules.double_after_split != DoubleAfterSplit::No,
        Origin::SplitAces => rules.double_after_split == DoubleAfterSplit::Yes,
    }
}

#[inline]
fn may_double(rules: &Rules, hand: &Position) -> bool {
    // A redouble follows a double, so only a first double minds the cards.
    let on_these_cards =
        rules.double_on == DoubleOn::AnyCards || hand.doubles > 0 || hand.cards == 2;
    hand.doubles < rules.doubles
        && may_double_after(rules, hand.origin)
        && on_these_cards
        && double_adds(rules, hand.stake).is_some()
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
