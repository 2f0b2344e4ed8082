//! Events: what happened at a table. Folded in order they are the table.
//!
//! Everything in an event is public: it is told to everybody who watches. A card
//! stands in an event only once it lies face up.

use cards::Card;
use rules::settings::{FromMeter, Policy};
use rules::{Action, Class, Spot, Word};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ids::{AccountId, Actor, CommandId, LinkId, Moment, TableId};
use crate::ledger::Transfer;
use crate::link::Due;
use crate::posted::Posted;
use crate::role::Role;
use crate::wire;

/// One line of the journal of a table or of a link: an accepted command with everything it
/// brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Entry<E = Event> {
    /// The version after it, from 1 and without gaps.
    pub version: u64,
    /// When it was accepted; never earlier than the entry before (L-18).
    pub at: Moment,
    /// Who gave the command.
    pub by: Actor,
    /// The command's id.
    pub command: CommandId,
    /// SHA-256 of the command's body, in hexadecimal: the same id with another body is
    /// refused (L-09).
    pub body: String,
    /// What happened, in order.
    pub events: Vec<E>,
    /// The money it moved, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<Transfer>,
    /// The entry of the other journal that was written with it, where a table and its link
    /// were changed together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Partner>,
}

/// The other half of a change of a table and its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Partner {
    /// In a link's entry.
    Table { table: TableId, version: u64 },
    /// In a table's entry.
    Link { link: LinkId, version: u64 },
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The table was set up with this sign; always the first event.
    Posted(Box<Posted>),
    /// The table is open for play.
    Opened {},
    /// The table is closed.
    Closed {},
    /// Somebody went on duty.
    OnDuty {
        /// As what: dealer, supervisor or executive.
        role: Role,
        /// The account.
        staff: AccountId,
        /// The name.
        name: String,
    },
    /// Somebody went off duty.
    OffDuty {
        /// As what.
        role: Role,
        /// The account.
        staff: AccountId,
    },
    /// A player took a seat.
    Seated {
        /// The seat, from 1.
        seat: u8,
        /// The account.
        player: AccountId,
        /// The name.
        name: String,
    },
    /// A seat is free again.
    Left {
        /// The seat, from 1.
        seat: u8,
        /// Who had it.
        player: AccountId,
        /// Whether the player, the staff or the clock gave it up.
        why: By,
    },
    /// A player has bought chips.
    BoughtIn {
        /// The account.
        player: AccountId,
        /// The amount in cents.
        cents: i64,
    },
    /// A player's chips were changed back.
    CashedOut {
        /// The account.
        player: AccountId,
        /// The amount in cents.
        cents: i64,
    },
    /// Chips came from the cage to the tray.
    Filled {
        /// The amount in cents.
        cents: i64,
    },
    /// Chips went from the tray to the cage.
    Credited {
        /// The amount in cents.
        cents: i64,
    },
    /// A shoe was shuffled, and its order fixed by a commitment (F-01).
    ShoeCommitted {
        /// The shoe's number at this table, from 1.
        shoe: u32,
        /// How many cards it holds.
        cards: u16,
        /// The Merkle root over its salted cards, in hexadecimal.
        root: String,
        /// Whether these are the discards, shuffled because the shoe ran out in the
        /// middle of a round (N-10).
        discards: bool,
    },
    /// A player may cut the shoe.
    CutAsked {
        /// When the posted default is taken instead.
        until: Moment,
    },
    /// The shoe was cut (F-02).
    ShoeCut {
        /// How many cards went to the back.
        place: u16,
        /// Who cut: a player, or the posted default.
        by: By,
    },
    /// The cut card came out: this round is the shoe's last.
    CutCard {},
    /// The shoe is over, and its secret is told: everybody can shuffle it again (F-04).
    ShoeOpened {
        /// The shoe's number.
        shoe: u32,
        /// The secret, in hexadecimal.
        secret: String,
    },
    /// The shoe is over and stays unopened: its secret is lost (F-04).
    ShoeLost {
        /// The shoe's number.
        shoe: u32,
    },
    /// Bets are taken for a round.
    BettingOpened {
        /// The round's number at this table, from 1.
        round: u64,
    },
    /// The bets of a seat lie so; none means they were taken back.
    BetPlaced {
        /// The seat, from 1.
        seat: u8,
        /// The stakes.
        bets: Vec<Stake>,
    },
    /// The betting closes at this time at the latest.
    BettingCloses {
        /// When.
        until: Moment,
    },
    /// A player has no more bets to place.
    Ready {
        /// The account.
        player: AccountId,
    },
    /// The betting is closed and the stakes are taken.
    Started {
        /// The round.
        round: u64,
        /// The gaming day, as `yyyymmdd`.
        day: u32,
    },
    /// Cards were dealt, in this order.
    Dealt {
        /// The cards.
        cards: Vec<DealtCard>,
    },
    /// A seat is asked for insurance.
    InsuranceAsked {
        /// The seat, from 1.
        seat: u8,
        /// The most it may stake, in cents.
        most: u32,
        /// When the posted default (no) is taken; never where the clock is off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Moment>,
    },
    /// A seat answered the question for insurance; zero is no.
    Insured {
        /// The seat, from 1.
        seat: u8,
        /// The stake in cents.
        cents: u32,
        /// Who answered.
        by: By,
    },
    /// The dealer looked at the hole card and has no natural.
    Peeked {},
    /// A hand is asked what to do.
    Asked {
        /// The seat, from 1.
        seat: u8,
        /// The hand, from 1.
        hand: u8,
        /// What the rules allow.
        legal: Vec<ActionName>,
        /// What a double would add to the felt, in cents; zero where none is legal.
        #[serde(default, skip_serializing_if = "is_zero")]
        double_adds: i64,
        /// What surrender or rescue would give back, in cents; zero where neither is legal.
        /// A hand is never offered both.
        #[serde(default, skip_serializing_if = "is_zero")]
        gives_back: i64,
        /// When the posted default (stand) is taken; never where the clock is off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Moment>,
    },
    /// A hand acted. A split puts the new hand directly behind the old one (A41).
    Acted {
        /// The seat, from 1.
        seat: u8,
        /// The hand, from 1.
        hand: u8,
        /// What it did.
        action: ActionName,
        /// What it added to the felt, in cents.
        #[serde(default, skip_serializing_if = "is_zero")]
        added: i64,
        /// Who acted.
        by: By,
    },
    /// All hands are played; the dealer is asked to turn the hole card (keypad).
    TurnAsked {},
    /// The hole card was turned.
    HoleTurned {
        /// The card.
        card: CardName,
    },
    /// Wagers were settled, in paying order.
    Paid {
        /// The lines.
        lines: Vec<PaidLine>,
    },
    /// The round is over.
    Ended {
        /// The round.
        round: u64,
        /// All that was staked, in cents.
        staked: i64,
        /// All that was handed back, in cents.
        returned: i64,
    },
    /// The progressive takes no wagers: those that lay on its sensors are off (P-16).
    SensorsDark {
        /// The code of the link's refusal.
        code: String,
    },
    /// These hands win a share of a meter; the dealer claims them, and the game ends after
    /// that (T-04).
    ClaimsAsked {
        /// The hands.
        hands: Vec<ShareHand>,
    },
    /// A hand button: a share of the meter is claimed.
    Claimed {
        /// The hand.
        #[serde(flatten)]
        hand: ShareHand,
        /// The player's two cards, the up-card, the hole card.
        cards: Vec<CardName>,
    },
    /// The hand button again: the claim is off.
    Withdrawn {
        /// The seat, from 1.
        seat: u8,
        /// The sensor.
        spot: SpotName,
    },
    /// The supervisor confirmed the claims; what they are awarded, in paying order.
    Confirmed {
        /// The awards.
        awards: Vec<AwardDue>,
    },
    /// A card posted an award; its slip is written.
    Awarded {
        /// The hand.
        #[serde(flatten)]
        hand: ShareHand,
        /// The number of its slip on the link.
        slip: u64,
        /// The amount in cents.
        cents: i64,
    },
    /// A hand that wins a share of the meter is not claimed.
    Waived {
        /// The seat, from 1.
        seat: u8,
        /// The sensor.
        spot: SpotName,
        /// Why.
        reason: String,
        /// Who says so.
        by: AccountId,
    },
    /// A hand with a fixed pay was noted at a live table, or is not any more.
    HandNoted {
        /// The seat, from 1.
        seat: u8,
        /// The sensor.
        spot: SpotName,
        /// The hand.
        hand: ClassName,
        /// The player's two cards, the up-card, the hole card.
        cards: Vec<CardName>,
        /// Whether it is noted now.
        on: bool,
    },
    /// The round was voided: every stake went back, every payment was undone (T-11).
    Voided {
        /// The round.
        round: u64,
        /// Why.
        reason: String,
        /// Who voided it.
        by: AccountId,
    },
}

fn is_zero(cents: &i64) -> bool {
    *cents == 0
}

/// A hand that wins a share of a meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShareHand {
    /// The seat, from 1.
    pub seat: u8,
    /// The sensor.
    pub spot: SpotName,
    /// The hand.
    pub hand: ClassName,
    /// Its share of the meter, in percent.
    pub percent: u8,
}

/// An award that waits for its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AwardDue {
    /// The sensor.
    pub spot: SpotName,
    /// The award.
    #[serde(flatten)]
    pub due: Due,
}

/// Who answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The player.
    Player,
    /// The staff.
    Staff,
    /// The clock: a posted default (T-10).
    Clock,
}

/// A card that was dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DealtCard {
    /// The seat, from 1; zero is the dealer.
    pub seat: u8,
    /// The hand, from 1.
    pub hand: u8,
    /// The card; nothing for one that lies face down.
    pub card: Option<CardName>,
}

/// The stake on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stake {
    /// The spot.
    pub spot: SpotName,
    /// The amount in cents.
    pub cents: u32,
}

/// A settled wager or prize, as `bahama settle` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PaidLine {
    /// The seat, from 1.
    pub seat: u8,
    /// A spot, or `special-bonus` or `envy`.
    pub spot: String,
    /// The hand's final position; main wagers only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<u8>,
    /// What was staked, in cents.
    pub staked: i64,
    /// What was handed back, in cents.
    pub returned: i64,
    /// Why.
    pub reason: String,
}

impl PaidLine {
    /// The sensor of a progressive wager.
    pub(crate) fn sensor(&self) -> Option<Spot> {
        Spot::from_word(&self.spot).filter(|spot| spot.is_progressive())
    }
}

/// Types that are written as one word, each with its schema.
macro_rules! names {
    ($($(#[$about:meta])* $name:ident($of:ty) as $how:ident, such as $example:literal;)+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(pub $of);

        // By hand rather than derived, so that it can be the key of a map.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                wire::$how::serialize(&self.0, to)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                wire::$how::deserialize(from).map($name)
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                use utoipa::openapi::schema::{ObjectBuilder, Type};
                ObjectBuilder::new().schema_type(Type::String).examples([$example]).into()
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for $name {}
    )+};
}

names! {
    /// A card, written as `7s`.
    CardName(Card) as card, such as "7s";
    /// An action, written as its word.
    ActionName(Action) as word, such as "hit";
    /// A spot, written as its word.
    SpotName(Spot) as word, such as "match-up";
    /// What cards are for a pay table, written as its word.
    ClassName(Class) as word, such as "four-same-colour";
    /// How several winners of a meter are paid, written as its word.
    PolicyName(Policy) as word, such as "in-turn";
    /// Which pays leave a meter, written as its word.
    FromMeterName(FromMeter) as word, such as "percentages-only";
}
