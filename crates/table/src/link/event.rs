//! What happened on a link. Folded in order, its events are the link, and they alone say
//! which money moved: an entry's transfers are checked against them.

use progressive::Reseed;
use rules::Money;
use serde::{Deserialize, Serialize};

use super::join::TableTerms;
use super::sign::{LinkParameters, LinkPosted};
use crate::command::CardProof;
use crate::event::{CardName, ClassName, SpotName};
use crate::ids::{AccountId, Moment, TableId};
use crate::ledger::Micros;
use crate::role::Role;

/// Something that happened on a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum LinkEvent {
    /// The link was set up with this sign, its meters seeded; always the first event.
    LinkPosted(Box<LinkPosted>),
    /// What sheet 003 advises against was set up all the same, by two persons.
    AdviceOverridden { advice: Vec<String>, persons: Vec<Person> },
    /// A table joined.
    Joined { table: TableId, terms: TableTerms },
    /// A table left.
    Parted { table: TableId },
    /// START GAME: the wagers of the lit sensors are booked (P-03).
    Contributed { table: TableId, round: u64, day: u32, lit: Vec<Lit> },
    /// END GAME.
    Ended { table: TableId, round: u64 },
    /// The round was voided: claims are off and the wagers given back (T-11).
    Voided { table: TableId, round: u64 },
    /// A fixed pay left the meter, on a link where all pays do.
    FixedPaid { table: TableId, round: u64, seat: u8, spot: SpotName, cents: i64 },
    /// A hand button: a share of the meter is claimed. The first of a round freezes it.
    Claimed(Box<Claim>),
    /// The hand button again: the claim is off.
    Withdrawn { table: TableId, round: u64, seat: u8, spot: SpotName },
    /// The claims of a round are confirmed; what they are awarded, in paying order.
    Confirmed {
        table: TableId,
        round: u64,
        spot: SpotName,
        by: Person,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        evidence: String,
        awards: Vec<Due>,
    },
    /// An award was posted, and its slip written.
    Awarded(Box<AwardRecord>),
    /// An award was backed out (P-11); its record stays.
    BackedOut { slip: u64, cents: i64, reason: String, persons: Vec<Person> },
    /// A slip was paid.
    SlipPaid { slip: u64, by: Person },
    /// A slip was printed again; the copies so far.
    SlipReprinted { slip: u64, copies: u32 },
    /// A manual adjustment (P-10).
    Adjusted {
        spot: SpotName,
        why: AdjustReason,
        change: Change,
        micros: Micros,
        before: PotView,
        after: PotView,
        reason: String,
        persons: Vec<Person>,
    },
    /// Seed or rates were changed (P-15); they hold from the next game.
    ParametersSet {
        spot: SpotName,
        old: LinkParameters,
        new: LinkParameters,
        reason: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        overridden: Vec<String>,
        persons: Vec<Person>,
    },
    /// A jackpot was taken out of play (P-30); what it held went to another, or is owed.
    Retired {
        spot: SpotName,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SpotName>,
        reason: String,
        persons: Vec<Person>,
    },
    /// No progressive wagers are taken until further notice (P-16, P-28).
    Stopped { reason: String },
    /// Wagers are taken again.
    Resumed {},
    /// Money was put into the jackpots' bank account (P-28).
    Deposited { day: u32, cents: i64 },
}

/// The lit sensors of one kind in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lit {
    /// The sensor.
    pub spot: SpotName,
    /// The seats, from 1.
    pub seats: Vec<u8>,
}

/// Somebody who did something by card, or the house by its recorded policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Person {
    /// The account; zero is the house.
    pub account: AccountId,
    /// The name.
    pub name: String,
    /// As what: supervisor, executive, dealer, or the house.
    pub role: Role,
    /// The card that was proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<u32>,
}

impl Person {
    /// Whoever a card was proven of.
    pub(crate) fn of(proof: &CardProof) -> Person {
        let CardProof { card, account, name, level } = proof;
        Person { account: *account, name: name.clone(), role: *level, card: Some(*card) }
    }

    /// The house itself, whose policy confirms the awards of unattended tables.
    pub fn house() -> Person {
        let name = "house policy".to_owned();
        Person { account: AccountId::HOUSE, name, role: Role::House, card: None }
    }
}

/// A claim on a share of the meter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Claim {
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// The seat, from 1.
    pub seat: u8,
    /// The sensor.
    pub spot: SpotName,
    /// The hand.
    pub hand: ClassName,
    /// Its share of the meter.
    pub percent: u8,
    /// The four cards: the player's two, the up-card, the hole card.
    pub cards: Vec<CardName>,
    /// Who sits there, if the system knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<AccountId>,
    /// The dealer on duty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<AccountId>,
    /// When the button was pressed.
    pub at: Moment,
}

/// An award that waits for its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Due {
    /// The seat, from 1.
    pub seat: u8,
    /// The amount in cents.
    pub cents: i64,
    /// The card it needs: supervisor or executive (P-22).
    pub needs: Role,
}

/// What a meter and its reserve hold, in micro-dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PotView {
    /// The meter.
    pub meter: Micros,
    /// The reserve.
    pub reserve: Micros,
}

impl From<progressive::Pot> for PotView {
    fn from(pot: progressive::Pot) -> PotView {
        PotView { meter: pot.meter.into(), reserve: pot.reserve.into() }
    }
}

/// Everything about an award (O-03); its slip says the same (P-24).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AwardRecord {
    /// The number of its slip on this link, from 1 and without gaps.
    pub slip: u64,
    /// The claim: table, round, seat, hand, cards, dealer, time.
    pub claim: Claim,
    /// Its place in the paying order of the round, from 1.
    pub order: u8,
    /// The group's number on this jackpot, from 1.
    pub group: u64,
    /// The amount in cents.
    pub cents: i64,
    /// What was wagered, in cents.
    pub wager: u32,
    /// The meter before it.
    pub before: PotView,
    /// The meter after it.
    pub after: PotView,
    /// Whether it shared the meter with other winners of the round.
    pub shared: bool,
    /// The seed that went into the new meter, in cents, after a whole award.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// The reserve that went into the new meter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_reserve: Option<Micros>,
    /// Who confirmed the claims.
    pub confirmed_by: Person,
    /// When.
    pub confirmed_at: Moment,
    /// What was noted about the evidence (O-06).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub evidence: String,
    /// Whose card posted it.
    pub posted_by: Person,
    /// When.
    pub posted_at: Moment,
    /// The gaming day, as `yyyymmdd`.
    pub day: u32,
    /// Whether the winnings are flagged for the tax (O-04).
    pub tax: bool,
    /// Whether the regulator is to be told (O-05).
    pub notice: bool,
    /// Whether it was handed out in chips with the posting: its slip is paid then.
    pub in_chips: bool,
}

impl AwardRecord {
    /// What went into the new meter, after a whole award.
    pub(crate) fn reseed(&self) -> Option<Reseed> {
        let (seed, reserve) = (Money::cents(self.seed?), progressive::Micros(self.from_reserve?.0));
        Some(Reseed { seed, reserve })
    }
}

/// Why a meter is adjusted by hand (P-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum AdjustReason {
    Malfunction,
    OverLimit,
    NonDisplayedToGross,
    SeedRecovery,
}

impl AdjustReason {
    /// The reason's word.
    pub const fn word(self) -> &'static str {
        match self {
            AdjustReason::Malfunction => "malfunction",
            AdjustReason::OverLimit => "over-limit",
            AdjustReason::NonDisplayedToGross => "non-displayed-to-gross",
            AdjustReason::SeedRecovery => "seed-recovery",
        }
    }
}

impl From<AdjustReason> for progressive::Reason {
    fn from(reason: AdjustReason) -> progressive::Reason {
        match reason {
            AdjustReason::Malfunction => progressive::Reason::Malfunction,
            AdjustReason::OverLimit => progressive::Reason::OverLimit,
            AdjustReason::NonDisplayedToGross => progressive::Reason::NonDisplayedToGross,
            AdjustReason::SeedRecovery => progressive::Reason::SeedRecovery,
        }
    }
}

/// Whether an adjustment adds or takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Change {
    Add,
    Take,
}

impl From<Change> for progressive::Change {
    fn from(change: Change) -> progressive::Change {
        match change {
            Change::Add => progressive::Change::Add,
            Change::Take => progressive::Change::Take,
        }
    }
}
