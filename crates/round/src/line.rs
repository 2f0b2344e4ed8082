//! What a settled wager did, and why.

use std::fmt;

use cards::Suit;
use rules::{Class, Money, Pay, Returned, ShareHand, Spot, To};

/// What a line settles: a wager, or one of the prizes nobody wagers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum LineSpot {
    /// The fixed prize for suited 7-7-7 against a seven (A22).
    SpecialBonus,
    /// The fixed prize to the other betting players (A23).
    Envy,
    /// The wager on this spot.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Wager(Spot),
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for LineSpot {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use rules::Word as _;
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        let wagers = Spot::ALL.iter().map(|&spot| LineSpot::Wager(spot));
        let all = wagers.chain([LineSpot::SpecialBonus, LineSpot::Envy]);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("What a line settles: a wager, or a prize nobody wagers for."))
            .enum_values(Some(all.map(|spot| spot.to_string())))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for LineSpot {}

impl fmt::Display for LineSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineSpot::Wager(spot) => fmt::Display::fmt(spot, f),
            LineSpot::SpecialBonus => f.pad("special-bonus"),
            LineSpot::Envy => f.pad("envy"),
        }
    }
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

impl Line {
    /// The hand that wins a share of a meter, if it is one.
    pub fn share_hand(&self) -> Option<ShareHand> {
        match (self.returned, self.spot, self.reason) {
            (Returned::Share(percent), LineSpot::Wager(spot), Reason::Class { class, .. }) => {
                Some(ShareHand { seat: self.seat, spot, hand: class, percent })
            }
            _ => None,
        }
    }
}

/// Why a line pays what it pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "is", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub enum Reason {
    Natural {
        pays: To,
    },
    NaturalsPush,
    DealerNatural,
    Surrendered,
    Rescued {
        back: Money,
        lost: Money,
    },
    Bust {
        total: u8,
    },
    TwentyOne {
        class: Class,
        pays: To,
        suit: Suit,
    },
    TwentyOneWins,
    DealerBusts {
        player: u8,
        dealer: u8,
    },
    Beats {
        player: u8,
        dealer: u8,
    },
    Pushes {
        total: u8,
    },
    LosesTo {
        player: u8,
        dealer: u8,
    },
    Class {
        class: Class,
        pay: Pay,
    },
    SpecialBonus,
    Envy {
        bonuses: u8,
    },
    /// A hand that wins a share of a meter was not claimed. No settlement says so, only a
    /// supervisor (T-04).
    Waived,
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
            Reason::Waived => f.write_str("waived"),
            Reason::Envy { bonuses } => write!(f, "{bonuses} special bonuses of other players"),
        }
    }
}
