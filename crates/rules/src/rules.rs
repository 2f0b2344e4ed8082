//! A game as one table plays it: compact, and free of heap.

use cards::{Deck, Suit};

use crate::action::Origin;
use crate::class::Class;
use crate::look::Look;
use crate::odds::{Pay, To};
use crate::paytable::PayTable;
use crate::settings::{
    Allowed, Bonus, DoubleAfterSplit, DoubleLimit, DoubleOn, NaturalsPaid, Peek, Policy, Rescue,
    Soft17, Split, SplitAces, Surrender, Tie, VoidAfter,
};
use crate::spot::Spot;
use crate::words::Word;

/// The most seats a table has.
pub const MAX_SEATS: usize = 7;
/// The most hands a seat can have.
pub const MAX_HANDS: usize = 4;
/// The most a single wager can be, in cents ($1,000,000). Eight of them, four
/// hands and seven seats fit every counter of the engine.
pub const MAX_WAGER: u32 = 100_000_000;
/// The most prizes by size of wager a special bonus has.
pub(crate) const MAX_TIERS: usize = 4;

/// One game with its configuration, decks and pay tables chosen: everything the
/// engine, the analysis and the simulator need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rules {
    pub deck: Deck,
    pub decks: u8,
    pub seats: u8,
    pub soft_17: Soft17,
    pub peek: Peek,
    pub natural_pays: To,
    pub natural_tie: Tie,
    pub naturals_paid: NaturalsPaid,
    pub tied_21: Tie,
    pub insure_naturals: Allowed,
    pub double_on: DoubleOn,
    pub doubles: u8,
    pub double_after_split: DoubleAfterSplit,
    pub double_limit: DoubleLimit,
    /// The amount `double_limit` speaks of, in cents.
    pub double_cap: u32,
    pub rescue: Rescue,
    pub rescue_on_split: Allowed,
    pub surrender: Surrender,
    pub surrender_on_split: Allowed,
    pub split: Split,
    /// The most hands of a seat; 1 means no splitting.
    pub hands: u8,
    pub resplit_aces: Allowed,
    pub split_aces: SplitAces,
    pub bonus_21: Option<Bonus21>,
    pub special_bonus: Option<SpecialBonus>,
    /// The most games a seat may wager on in a round, if there is a most.
    pub games_per_seat: Option<u8>,
    /// The wagers offered, by spot.
    pub wagers: [Option<Wager>; Spot::COUNT],
}

/// What a 21 pays, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Bonus21 {
    pub suit: Suit,
    pub on_split: Bonus,
    pub after_double: Bonus,
    pub table: PayTable,
}

impl Bonus21 {
    /// Whether the bonus is paid on a hand of this origin, doubled so often.
    #[inline]
    pub fn is_paid(&self, origin: Origin, doubles: u8) -> bool {
        (doubles == 0 || self.after_double == Bonus::Paid)
            && (origin == Origin::Dealt || self.on_split == Bonus::Paid)
    }

    /// What a 21 of this class pays; even money where the table has no better line.
    #[inline]
    pub fn price(&self, class: Class) -> To {
        match self.table.pay(class) {
            Pay::To(pays) => pays,
            Pay::Loses | Pay::For(_) | Pay::Share(_) => To::EVEN,
        }
    }
}

/// The fixed prize for suited 7-7-7 against a seven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct SpecialBonus {
    /// (from this main wager on, prize), in cents, wagers ascending; unused ones have prize 0.
    pub tiers: [(u32, u32); MAX_TIERS],
    /// What every other betting player receives, in cents (A23).
    pub envy: u32,
    /// Whether a player who wins a prize is envious of the other players' too (A23).
    pub envy_to_winners: Allowed,
    pub void_after: VoidAfter,
}

impl SpecialBonus {
    /// Whether the prize is paid on a hand of this origin, doubled so often (A22).
    #[inline]
    pub fn is_paid(&self, origin: Origin, doubles: u8) -> bool {
        let (split, doubled) = (origin != Origin::Dealt, doubles > 0);
        match self.void_after {
            VoidAfter::Nothing => true,
            VoidAfter::Split => !split,
            VoidAfter::Double => !doubled,
            VoidAfter::Both => !split && !doubled,
        }
    }

    /// The prize for a main wager, in cents; a wager below all tiers has none (A23).
    pub fn prize(&self, main: u32) -> u32 {
        let reached = |&&(from, prize): &&(u32, u32)| prize > 0 && from <= main;
        self.tiers.iter().rfind(reached).map_or(0, |&(_, prize)| prize)
    }
}

/// The most a wager may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Most {
    /// This amount, in cents.
    Amount(u32),
    /// The seat's main wager, and never more than this amount, in cents.
    MainWager(u32),
}

impl Most {
    /// The most that any seat may stake, in cents.
    #[inline]
    pub const fn amount(self) -> u32 {
        match self {
            Most::Amount(most) | Most::MainWager(most) => most,
        }
    }
}

/// One wager as offered: its limits, what it needs, and its pay table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wager {
    /// The least stake, in cents.
    pub least: u32,
    /// The most.
    pub most: Most,
    /// Stakes are multiples of this, in cents.
    pub step: u32,
    /// The spot that must be staked too.
    pub requires: Option<Spot>,
    /// Which set of wagers it belongs to; sets exclude each other (A45).
    pub set: Option<u8>,
    /// How several winners of its meter are paid; progressive wagers only.
    pub policy: Option<Policy>,
    /// What its classes pay; the main wager has none.
    pub table: Option<PayTable>,
}

impl Rules {
    /// The wager offered on a spot.
    #[inline]
    pub fn wager(&self, spot: Spot) -> Option<&Wager> {
        self.wagers[spot as usize].as_ref()
    }

    /// Whether a hand of this total wins whatever the dealer draws: a 21, where ties at 21
    /// are the player's.
    #[inline]
    pub fn always_wins(&self, total: u8) -> bool {
        total == 21 && self.tied_21 == Tie::Wins
    }

    /// All that the wagers offered look at.
    pub fn looks(&self) -> impl Iterator<Item = Look> {
        let is_offered = |look: Look| {
            Spot::ALL.iter().any(|&spot| spot.look() == Some(look) && self.wager(spot).is_some())
        };
        Look::ALL.iter().copied().filter(move |&look| is_offered(look))
    }

    /// The pay table of a spot, if the spot is offered.
    #[inline]
    pub fn table(&self, spot: Spot) -> Option<&PayTable> {
        self.wager(spot)?.table.as_ref()
    }
}
