//! What a jackpot does not do; nothing has changed then.

use std::fmt;

use rules::{Money, Word as _};

use crate::group::RoundId;
use crate::micros::Micros;

/// Why a jackpot refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Refused {
    /// The round was started before (T-02).
    Started { round: RoundId },
    /// No such round was started.
    NotStarted { round: RoundId },
    /// A contribution no table can make (P-14).
    Unreasonable { cents: u64, most: u64 },
    /// The jackpot is out of play (P-30).
    Retired,
    /// The seat had no lit sensor.
    NotLit { seat: u8 },
    /// The seat has a claim already.
    Claimed { seat: u8 },
    /// The seat has no claim.
    NoClaim { seat: u8 },
    /// No claim of the round is open.
    NoClaims { round: RoundId },
    /// The percentage is none a meter pays.
    Percent { percent: u8 },
    /// An award of the group is posted: its claims stand.
    Posted,
    /// Claims of an earlier group come first (P-18).
    Earlier { round: RoundId },
    /// The group is not confirmed.
    NotConfirmed,
    /// The group is confirmed already.
    Confirmed,
    /// Another seat is paid first (A1).
    PayingOrder { seat: u8 },
    /// A claim of the round is open (T-05).
    ClaimOpen,
    /// A round is started or a claim is open somewhere on the link (P-15).
    NotIdle,
    /// The meter does not hold so much.
    Short { asked: Micros, has: Micros },
    /// No meter holds so much.
    Limit { most: Micros },
    /// No reason for a manual adjustment (P-10).
    Reason,
    /// Nothing is to be moved.
    Nothing,
}

rules::words! {
    /// The stable codes of a jackpot's refusals.
    #[allow(missing_docs)]
    pub enum Code {
        GameStarted = "game.started",
        GameNone = "game.none",
        ContributionUnreasonable = "contribution.unreasonable",
        JackpotRetired = "jackpot.retired",
        ClaimNotLit = "claim.not-lit",
        ClaimMade = "claim.made",
        ClaimNone = "claim.none",
        ClaimUnsupported = "claim.unsupported",
        AwardPosted = "award.posted",
        ClaimEarlier = "claim.earlier",
        ClaimNotConfirmed = "claim.not-confirmed",
        ClaimConfirmed = "claim.confirmed",
        AwardOrder = "award.order",
        ClaimOpen = "claim.open",
        LinkBusy = "link.busy",
        MeterShort = "meter.short",
        MeterLimit = "meter.limit",
        AdjustReason = "adjust.reason",
        AmountNone = "amount.none",
    }
}

impl Refused {
    /// The stable code of the refusal.
    pub fn code(&self) -> &'static str {
        self.listed().word()
    }

    /// The code, as one of its list.
    pub const fn listed(&self) -> Code {
        match self {
            Refused::Started { .. } => Code::GameStarted,
            Refused::NotStarted { .. } => Code::GameNone,
            Refused::Unreasonable { .. } => Code::ContributionUnreasonable,
            Refused::Retired => Code::JackpotRetired,
            Refused::NotLit { .. } => Code::ClaimNotLit,
            Refused::Claimed { .. } => Code::ClaimMade,
            Refused::NoClaim { .. } | Refused::NoClaims { .. } => Code::ClaimNone,
            Refused::Percent { .. } => Code::ClaimUnsupported,
            Refused::Posted => Code::AwardPosted,
            Refused::Earlier { .. } => Code::ClaimEarlier,
            Refused::NotConfirmed => Code::ClaimNotConfirmed,
            Refused::Confirmed => Code::ClaimConfirmed,
            Refused::PayingOrder { .. } => Code::AwardOrder,
            Refused::ClaimOpen => Code::ClaimOpen,
            Refused::NotIdle => Code::LinkBusy,
            Refused::Short { .. } => Code::MeterShort,
            Refused::Limit { .. } => Code::MeterLimit,
            Refused::Reason => Code::AdjustReason,
            Refused::Nothing => Code::AmountNone,
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Started { round } => write!(f, "{round} is started already"),
            Refused::NotStarted { round } => {
                write!(f, "{round} is not started with a progressive wager")
            }
            Refused::Unreasonable { cents, most } => {
                let money = |cents: u64| Money::cents(cents.min(i64::MAX as u64) as i64);
                write!(f, "wagers of {} in one round; the most is {}", money(*cents), money(*most))
            }
            Refused::Retired => f.write_str("this jackpot is out of play"),
            Refused::NotLit { seat } => write!(f, "the sensor of seat {seat} was not lit"),
            Refused::Claimed { seat } => write!(f, "seat {seat} has a claim already"),
            Refused::NoClaim { seat } => write!(f, "seat {seat} has no claim"),
            Refused::NoClaims { round } => write!(f, "{round} has no open claim"),
            Refused::Percent { percent } => write!(f, "no hand pays {percent}% of the meter"),
            Refused::Posted => f.write_str("an award of this round is posted; back it out instead"),
            Refused::Earlier { round } => write!(f, "the claims of {round} come first"),
            Refused::NotConfirmed => f.write_str("the claims are not confirmed"),
            Refused::Confirmed => f.write_str("the claims are confirmed already"),
            Refused::PayingOrder { seat } => write!(f, "seat {seat} is paid first"),
            Refused::ClaimOpen => f.write_str("a claim is open"),
            Refused::NotIdle => f.write_str("a game is started on this link"),
            Refused::Short { asked, has } => write!(f, "that takes {asked}, and there is {has}"),
            Refused::Limit { most } => write!(f, "no meter holds more than {most}"),
            Refused::Reason => f.write_str("this is no reason for a manual adjustment"),
            Refused::Nothing => f.write_str("an amount must be more than nothing"),
        }
    }
}

impl std::error::Error for Refused {}
