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

    /// The line as it is paid; nothing for a share of a meter, whose amount an award says.
    pub fn paid(&self) -> Option<PaidLine> {
        match self.returned {
            Returned::Amount(amount) => Some(self.paid_with(amount)),
            Returned::Share(_) => None,
        }
    }

    /// The line as it is paid with this amount.
    pub fn paid_with(&self, returned: Money) -> PaidLine {
        let Line { seat, spot, hand, reason, .. } = *self;
        let (staked, returned) = (self.staked.in_cents(), returned.in_cents());
        let result = LineResult::of(staked, returned);
        PaidLine { seat, spot, hand, staked, returned, result, reason }
    }
}

/// A settled wager or prize in money, as a table pays it and `bahama settle` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PaidLine {
    /// The seat, from 1.
    pub seat: u8,
    /// The wager or prize.
    pub spot: LineSpot,
    /// The hand's final position; main wagers only.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub hand: Option<u8>,
    /// What was staked, in cents.
    pub staked: i64,
    /// What was handed back, in cents.
    pub returned: i64,
    /// What that is for the player.
    pub result: LineResult,
    /// Why.
    pub reason: Reason,
}

impl PaidLine {
    /// Which wager it settles: its seat, spot and hand.
    pub fn wager(&self) -> (u8, LineSpot, Option<u8>) {
        (self.seat, self.spot, self.hand)
    }

    /// The sensor of a progressive wager.
    pub fn sensor(&self) -> Option<Spot> {
        match self.spot {
            LineSpot::Wager(spot) if spot.is_progressive() => Some(spot),
            _ => None,
        }
    }
}

/// What a settled line is for its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum LineResult {
    /// More came back than was staked.
    Won,
    /// The stake came back.
    Push,
    /// A part of the stake came back.
    Part,
    /// Nothing came back.
    Lost,
}

impl LineResult {
    /// The result of a line that staked and handed back so much.
    const fn of(staked: i64, returned: i64) -> LineResult {
        match returned {
            _ if returned > staked => LineResult::Won,
            _ if returned == staked => LineResult::Push,
            0 => LineResult::Lost,
            _ => LineResult::Part,
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
            Reason::Natural { pays } => write!(f, "blackjack pays {pays}"),
            Reason::NaturalsPush => f.write_str("blackjack against blackjack"),
            Reason::DealerNatural => f.write_str("dealer has blackjack"),
            Reason::Surrendered => f.write_str("surrendered: half is lost"),
            Reason::Rescued { back, lost } => write!(f, "rescued: {back} taken back, {lost} lost"),
            Reason::Bust { total } => write!(f, "bust with {total}"),
            Reason::TwentyOne { class, pays, suit } => match class {
                Class::SixSevenEightBonusSuit => write!(f, "6-7-8 in {} pays {pays}", suit.word()),
                Class::ThreeSevensBonusSuit => write!(f, "7-7-7 in {} pays {pays}", suit.word()),
                _ => write!(f, "{} pays {pays}", class.label()),
            },
            Reason::TwentyOneWins => f.write_str("21 wins"),
            Reason::DealerBusts { player, dealer } => {
                write!(f, "{player}, dealer busts with {dealer}")
            }
            Reason::Beats { player, dealer } => write!(f, "{player} beats {dealer}"),
            Reason::Pushes { total } => write!(f, "{total} against {total}"),
            Reason::LosesTo { player, dealer } => write!(f, "{player} loses to {dealer}"),
            Reason::Class { class, pay: Pay::Loses } => f.write_str(class.label()),
            Reason::Class { class, pay: Pay::Share(percent) } => {
                write!(f, "{} wins {percent}% of the meter", class.label())
            }
            Reason::Class { class, pay } => write!(f, "{} pays {pay}", class.label()),
            Reason::SpecialBonus => f.write_str("suited 7-7-7 against a seven"),
            Reason::Envy { bonuses: 1 } => f.write_str("another player's special bonus"),
            Reason::Waived => f.write_str("not claimed"),
            Reason::Envy { bonuses } => write!(f, "{bonuses} special bonuses of other players"),
        }
    }
}
