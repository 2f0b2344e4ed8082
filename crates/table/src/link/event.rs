//! What happened on a link. Folded in order, its events are the link, and they alone say
//! which money moved: an entry's transfers are checked against them.

use std::fmt;

use cards::Card;
use progressive::{AdjustReason, Advice, Change, Micros, Pot, Reseed};
use rules::{Money, ShareHand, Spot};
use serde::{Deserialize, Serialize};

use super::join::TableTerms;
use super::news::Shown;
use super::sign::{LinkParameters, LinkPosted};
use crate::command::CardProof;
use crate::ids::{AccountId, TableId, Time};
use crate::role::Role;
use crate::share::Share;

/// Something that happened on a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum LinkEvent {
    /// The link was set up with this sign, its meters seeded; always the first event.
    LinkPosted { sign: Box<LinkPosted> },
    /// What sheet 003 advises against was set up all the same, by two persons.
    AdviceOverridden { advice: Vec<Overridden>, persons: Vec<Signature> },
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
    FixedPaid { table: TableId, round: u64, seat: u8, spot: Spot, cents: i64 },
    /// A hand button: a share of the meter is claimed. The first of a round freezes it.
    Claimed(Box<Claim>),
    /// The claim is off: the hand button again, or a supervisor's card with a reason (T-03).
    Withdrawn {
        table: TableId,
        round: u64,
        seat: u8,
        spot: Spot,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Signature>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The claims of a round are confirmed; what they are awarded, in paying order.
    Confirmed {
        table: TableId,
        round: u64,
        spot: Spot,
        by: Signature,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        evidence: String,
        awards: Vec<Share>,
    },
    /// An award was posted, and its slip written.
    Awarded(Box<AwardRecord>),
    /// An award was backed out (P-11); its record stays.
    BackedOut {
        slip: u64,
        cents: i64,
        reason: String,
        persons: Vec<Signature>,
        /// Whether its slip was paid, so that the winner owes it (P-33). In older records the
        /// cage was said to have it back.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        owed: bool,
    },
    /// What a winner owed came back, or a part of it.
    Recovered { slip: u64, cents: i64, reason: String, persons: Vec<Signature> },
    /// What a winner still owed was given up.
    WrittenOff { slip: u64, cents: i64, reason: String, persons: Vec<Signature> },
    /// The house lent the bank account what it lacked for a payment (P-33).
    BankLent {
        cents: i64,
        /// For which slip; none for fixed pays that leave the meter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slip: Option<u64>,
        by: Signature,
    },
    /// A slip was paid.
    SlipPaid {
        slip: u64,
        by: Signature,
        /// To whom; older records do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Winner>,
    },
    /// A slip was printed again; the copies so far.
    SlipReprinted { slip: u64, copies: u32 },
    /// A manual adjustment (P-10).
    Adjusted {
        spot: Spot,
        why: AdjustReason,
        change: Change,
        micros: Micros,
        before: Pot,
        after: Pot,
        reason: String,
        persons: Vec<Signature>,
    },
    /// Seed or rates were changed (P-15); they hold from the next game.
    ParametersSet {
        spot: Spot,
        old: LinkParameters,
        new: LinkParameters,
        reason: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        overridden: Vec<Advice>,
        persons: Vec<Signature>,
    },
    /// A jackpot was taken out of play (P-30); what it held went to another, or is owed.
    Retired {
        spot: Spot,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Spot>,
        reason: String,
        persons: Vec<Signature>,
    },
    /// No progressive wagers are taken until further notice (P-16, P-28).
    Stopped { why: StopReason },
    /// Wagers are taken again.
    Resumed {},
    /// Money was put into the jackpots' bank account (P-28).
    Deposited {
        day: u32,
        cents: i64,
        /// Whose card it was done with; older records do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Signature>,
    },
    /// A deposit was taken back by a further entry.
    DepositReversed { deposit: u64, cents: i64, reason: String, by: Signature },
    /// Displays show something else of these jackpots from now on (P-20); always the last
    /// event of its entry.
    Shown { jackpots: Vec<Shown> },
}

/// A piece of sheet 003's advice that was overridden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Overridden {
    /// The jackpot.
    pub spot: Spot,
    /// The advice.
    pub advice: Advice,
}

/// Why a link takes no wagers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum StopReason {
    /// The jackpots' bank account did not hold in time what it must (P-28).
    FundsShort,
    /// Somebody of the staff stopped it.
    Said {
        /// In these words.
        words: String,
    },
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::FundsShort => f.write_str("funds short"),
            StopReason::Said { words } => f.write_str(words),
        }
    }
}

/// The lit sensors of one kind in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lit {
    /// The sensor.
    pub spot: Spot,
    /// The seats, from 1.
    pub seats: Vec<u8>,
}

/// Somebody who did something by card, or the house by its recorded policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Signature {
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

impl Signature {
    /// Whoever a card was proven of.
    pub(crate) fn of(proof: &CardProof) -> Signature {
        let CardProof { card, account, name, level } = proof;
        Signature { account: *account, name: name.clone(), role: *level, card: Some(*card) }
    }

    /// The house itself, whose policy confirms the awards of unattended tables.
    pub fn house() -> Signature {
        let name = "house policy".to_owned();
        Signature { account: AccountId::HOUSE, name, role: Role::House, card: None }
    }
}

/// Who was paid, as the cage notes it, or at the table whose card posts it (O-09).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Winner {
    /// The name.
    pub name: String,
    /// What the winner showed of himself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub identity: String,
    /// The number of the tax form.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tax_form: String,
}

impl Winner {
    /// What was typed, without the spaces around it.
    pub(crate) fn typed(name: &str, identity: &str, tax_form: &str) -> Winner {
        let [name, identity, tax_form] = [name, identity, tax_form].map(|it| it.trim().to_owned());
        Winner { name, identity, tax_form }
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
    /// The seat, the sensor, the hand and its share.
    #[serde(flatten)]
    pub won: ShareHand,
    /// The four cards: the player's two, the up-card, the hole card.
    pub cards: Vec<Card>,
    /// Who sits there, if the system knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<AccountId>,
    /// The dealer on duty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<AccountId>,
    /// When the button was pressed.
    pub at: Time,
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
    pub before: Pot,
    /// The meter after it.
    pub after: Pot,
    /// Whether it shared the meter with other winners of the round.
    pub shared: bool,
    /// The seed that went into the new meter, in cents, after a whole award.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// The reserve that went into the new meter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_reserve: Option<Micros>,
    /// Who confirmed the claims.
    pub confirmed_by: Signature,
    /// When.
    pub confirmed_at: Time,
    /// What was noted about the evidence (O-06).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub evidence: String,
    /// Whose card posted it.
    pub posted_by: Signature,
    /// When.
    pub posted_at: Time,
    /// The gaming day, as `yyyymmdd`.
    pub day: u32,
    /// Whether the winnings are flagged for the tax (O-04).
    pub tax: bool,
    /// Whether the regulator is to be told (O-05).
    pub notice: bool,
    /// Whether it was handed out in chips at the table, with the posting: its slip is paid then,
    /// and nobody pays it at the cage.
    pub in_chips: bool,
    /// To whom, where it was in chips and the amount asks for it (O-09). On the slip it stands with
    /// what became of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
}

impl AwardRecord {
    /// What went into the new meter, after a whole award.
    pub(crate) fn reseed(&self) -> Option<Reseed> {
        let (seed, reserve) = (Money::cents(self.seed?), self.from_reserve?);
        Some(Reseed { seed, reserve })
    }
}
