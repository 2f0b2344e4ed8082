//! What a settled wager did, and why.

use std::fmt;

use cards::Suit;
use rules::{Class, Money, Pay, Returned, Spot, To};

/// What a line settles: a wager, or one of the prizes nobody wagers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineSpot {
    /// The wager on this spot.
    Wager(Spot),
    /// The fixed prize for suited 7-7-7 against a seven (A22).
    SpecialBonus,
    /// The fixed prize to the other betting players (A23).
    Envy,
}

impl fmt::Display for LineSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineSpot::Wager(spot) => fmt::Display::fmt(spot, f),
            LineSpot::SpecialBonus => f.pad("special-bonus"),
            LineSpot::Envy => f.pad("envy"),
        }
    }
}

/// When a wager may be paid or taken (A33, A47).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Moment {
    /// Right after the deal: only open cards decide.
    AfterDeal,
    /// When the dealer has looked for a natural.
    AfterPeek,
    /// During the seat's own turn.
    Turn,
    /// When the hole card is turned.
    HoleTurned,
    /// When the dealer has drawn.
    DealerDone,
}

/// One settled wager or prize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The seat, from 1.
    pub seat: u8,
    /// What is settled.
    pub spot: LineSpot,
    /// The hand's final position from 1 (A41); main wagers only.
    pub hand: Option<u8>,
    /// What was staked.
    pub staked: Money,
    /// What is handed back.
    pub returned: Returned,
    /// Why.
    pub reason: Reason,
}

/// Why a line pays what it pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Reason {
    Natural { pays: To },
    NaturalsPush,
    DealerNatural,
    Surrendered,
    Rescued { back: Money, lost: Money },
    Bust { total: u8 },
    TwentyOne { class: Class, pays: To, suit: Suit },
    TwentyOneWins,
    DealerBusts { player: u8, dealer: u8 },
    Beats { player: u8, dealer: u8 },
    Pushes { total: u8 },
    LosesTo { player: u8, dealer: u8 },
    Class { class: Class, pay: Pay },
    SpecialBonus,
    Envy { bonuses: u8 },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Natural { pays } => write!(f, "natural: {pays}"),
            Reason::NaturalsPush => f.write_str("natural against a dealer natural pushes"),
            Reason::DealerNatural => f.write_str("dealer natural"),
            Reason::Surrendered => f.write_str("surrendered: half is lost"),
            Reason::Rescued { back, lost } => write!(f, "rescued: {back} taken back, {lost} lost"),
            Reason::Bust { total } => write!(f, "bust with {total}"),
            Reason::TwentyOne { class, pays, suit } => match class {
                Class::SixSevenEightBonusSuit => write!(f, "6-7-8 in {}: {pays}", suit.word()),
                Class::ThreeSevensBonusSuit => write!(f, "7-7-7 in {}: {pays}", suit.word()),
                _ => write!(f, "{}: {pays}", class.label()),
            },
            Reason::TwentyOneWins => f.write_str("21 wins"),
            Reason::DealerBusts { player, dealer } => {
                write!(f, "{player}, dealer busts with {dealer}")
            }
            Reason::Beats { player, dealer } => write!(f, "{player} beats {dealer}"),
            Reason::Pushes { total } => write!(f, "{total} pushes"),
            Reason::LosesTo { player, dealer } => write!(f, "{player} loses to {dealer}"),
            Reason::Class { class, pay: Pay::Loses } => f.write_str(class.label()),
            Reason::Class { class, pay } => write!(f, "{}: {pay}", class.label()),
            Reason::SpecialBonus => f.write_str("suited 7-7-7 against a seven"),
            Reason::Envy { bonuses: 1 } => f.write_str("another player's special bonus"),
            Reason::Envy { bonuses } => write!(f, "{bonuses} special bonuses of other players"),
        }
    }
}
