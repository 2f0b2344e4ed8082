//! Refusals: what a table does not do, with a stable code; nothing has changed then.

use cards::CutRefused;
use round::Refused as RoundRefused;
use rules::{BetRefused, Money, Spot};

use crate::command::Kind;
use crate::ids::{AccountId, Moment};
use crate::link::LinkRefused;
use crate::role::Role;

/// A command the table refuses; the table is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refused {
    #[error("a {role} may not do this")]
    Role { role: Role, kind: Kind },
    #[error("you had seen version {expected}; the question came with version {asked}")]
    Stale { expected: u64, asked: u64 },
    #[error("the table is at version {version}, before the {expected} you name")]
    Ahead { expected: u64, version: u64 },
    #[error("this id was used for another command")]
    IdReused,
    #[error("the table is closed")]
    Closed,
    #[error("the table is open already")]
    Open,
    #[error("this table does not work that way")]
    Dealing,
    #[error("this table belongs to one player")]
    Private,
    #[error("this table has seats 1 to {seats}, not {seat}")]
    NoSeat { seat: u8, seats: u8 },
    #[error("seat {seat} is taken")]
    SeatTaken { seat: u8 },
    #[error("seat {seat} is not yours")]
    NotYours { seat: u8 },
    #[error("nobody sits on seat {seat}")]
    SeatEmpty { seat: u8 },
    #[error("seat {seat} is in the round that is played")]
    SeatInRound { seat: u8 },
    #[error("you have no seat at this table")]
    NotSeated,
    #[error("chips are sold by the staff at this table")]
    BuyInByStaff,
    #[error("a buy-in is {} to {}, not {}", Money::cents((*least).into()), Money::cents((*most).into()), Money::cents((*cents).into()))]
    BuyIn { cents: u32, least: u32, most: u32 },
    #[error("that takes {} and you have {}", Money::cents(*needs), Money::cents(*has))]
    Chips { needs: i64, has: i64 },
    #[error("the tray holds {}, not {}", Money::cents(*has), Money::cents((*cents).into()))]
    Tray { cents: u32, has: i64 },
    #[error("an amount must be more than nothing")]
    NoAmount,
    #[error("bets are not taken now")]
    NoBetting,
    #[error("no round is played now")]
    NoRound,
    #[error("a round is played now")]
    InRound,
    #[error(transparent)]
    Bet(#[from] BetRefused),
    #[error("the {spot} wager is not offered at this table")]
    NotOffered { spot: Spot },
    #[error(transparent)]
    Round(#[from] RoundRefused),
    #[error("hand {asked} is asked, not hand {hand}")]
    Hand { hand: u8, asked: u8 },
    #[error("the shoe is not to be cut now")]
    NoCut,
    #[error(transparent)]
    Cut(#[from] CutRefused),
    #[error("the shoe's secret is lost; the house replaces the shoe first")]
    ShoeLost,
    #[error("the shoe's secret is not lost")]
    ShoeGood,
    #[error("the hole card is not to be turned now")]
    NoTurn,
    #[error("you are not on duty as {role} at this table")]
    OffDuty { role: Role },
    #[error("{name} is on duty as {role}")]
    DutyTaken { role: Role, name: String },
    #[error("no supervisor is on duty at this table")]
    NoSupervisor,
    #[error("account {account} cannot be dealer and player at one table")]
    TwoHats { account: AccountId },
    #[error("a reason has 3 to 200 characters")]
    Reason,
    #[error("nothing is due before {}", until.0)]
    Early { until: Moment },
    #[error("nothing waits for the clock")]
    NoClock,
    #[error(transparent)]
    Link(#[from] LinkRefused),
}

impl Refused {
    /// The stable code of the refusal.
    pub const fn code(&self) -> &'static str {
        match self {
            Refused::Role { .. } => "role.denied",
            Refused::Stale { .. } => "version.stale",
            Refused::Ahead { .. } => "version.ahead",
            Refused::IdReused => "id.reused",
            Refused::Closed => "table.closed",
            Refused::Open => "table.open",
            Refused::Dealing => "table.dealing",
            Refused::Private => "table.private",
            Refused::NoSeat { .. } => "seat.unknown",
            Refused::SeatTaken { .. } => "seat.taken",
            Refused::NotYours { .. } => "seat.not-yours",
            Refused::SeatEmpty { .. } => "seat.empty",
            Refused::SeatInRound { .. } => "seat.in-round",
            Refused::NotSeated => "seat.none",
            Refused::BuyInByStaff => "chips.staff",
            Refused::BuyIn { .. } => "chips.buy-in",
            Refused::Chips { .. } => "chips.short",
            Refused::Tray { .. } => "tray.short",
            Refused::NoAmount => "amount.none",
            Refused::NoBetting => "bet.closed",
            Refused::NoRound => "round.none",
            Refused::InRound => "round.running",
            Refused::Bet(refused) => refused.code(),
            Refused::NotOffered { .. } => "bet.spot",
            Refused::Round(refused) => round_code(refused),
            Refused::Hand { .. } => "act.turn",
            Refused::NoCut => "cut.closed",
            Refused::Cut(_) => "cut.place",
            Refused::ShoeLost => "shoe.lost",
            Refused::ShoeGood => "shoe.good",
            Refused::NoTurn => "turn.closed",
            Refused::OffDuty { .. } => "duty.off",
            Refused::DutyTaken { .. } => "duty.taken",
            Refused::NoSupervisor => "duty.supervisor",
            Refused::TwoHats { .. } => "duty.player",
            Refused::Reason => "reason.missing",
            Refused::Early { .. } => "clock.early",
            Refused::NoClock => "clock.none",
            Refused::Link(refused) => refused.code(),
        }
    }

    /// Whether the sender may never do this, rather than not now.
    pub const fn is_denied(&self) -> bool {
        matches!(self, Refused::Role { .. } | Refused::NotYours { .. } | Refused::Private)
    }
}

const fn round_code(refused: &RoundRefused) -> &'static str {
    match refused {
        RoundRefused::NoCardDue | RoundRefused::NoChoiceDue => "round.none",
        RoundRefused::Turn { .. } => "act.turn",
        RoundRefused::InsuranceDue { .. }
        | RoundRefused::Illegal { .. }
        | RoundRefused::NotInsurance { .. } => "act.illegal",
        RoundRefused::InsuranceLimit { .. } => "bet.limit",
        RoundRefused::InsuranceStep { .. } => "bet.step",
    }
}
