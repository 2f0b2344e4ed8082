//! Refusals: what a table does not do, with a stable code; nothing has changed then.

use cards::CutRefused;
use round::Refused as RoundRefused;
use rules::{Action, BetCode, BetRefused, Money, NotLegal, Spot, Word as _};

use crate::ids::{AccountId, TableId};
use crate::kind::Kind;
use crate::link::LinkRefused;
use crate::role::Role;
use crate::state::Due;

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
    #[error("ids that begin with \"table-\" are kept for what tables do")]
    Reserved,
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
    #[error("one player holds at most {most} of the seats at this table")]
    SeatsEach { most: u8 },
    #[error("you sit at {table}: leave it first, or play there")]
    Elsewhere { table: TableId },
    #[error("seat {seat} is not yours")]
    NotYours { seat: u8 },
    #[error("nobody sits on seat {seat}")]
    SeatEmpty { seat: u8 },
    #[error("finish this hand first: seat {seat} is in the round")]
    SeatInRound { seat: u8 },
    #[error("you have no seat at this table")]
    NotSeated,
    #[error("chips are sold by the staff at this table")]
    BuyInByStaff,
    #[error(
        "a buy-in is {} to {}, not {}",
        Money::cents((*least).into()), Money::cents((*most).into()), Money::cents((*cents).into())
    )]
    BuyIn { cents: u32, least: u32, most: u32 },
    #[error("that takes {} and you have {}", Money::cents(*needs), Money::cents(*has))]
    Chips { needs: i64, has: i64 },
    #[error(
        "that takes {} and your wallet holds {}", Money::cents(*needs), Money::cents(*has)
    )]
    Wallet { needs: i64, has: i64 },
    #[error("your wallet holds {}; it is topped up when it holds less", Money::cents(*has))]
    WalletFull { has: i64 },
    #[error("the tray holds {}, not {}", Money::cents(*has), Money::cents((*cents).into()))]
    Tray { cents: u32, has: i64 },
    #[error("an amount must be more than nothing")]
    NoAmount,
    #[error("bets are not taken now")]
    NoBetting,
    #[error("no round is played now")]
    NoRound,
    #[error("not now: the table waits for {}", due.words())]
    NotYet { due: Due },
    #[error("a round is played now")]
    InRound,
    #[error("a new posting is announced; withdraw it first")]
    Announced,
    #[error("no new posting is announced")]
    NotAnnounced,
    #[error("the rules behind this posting are not at hand")]
    NoHouse,
    #[error("a table stays of its kind: who deals, its staff, its seats, and whose it is")]
    OtherKind,
    #[error("the table is posted so already")]
    PostedSo,
    #[error(transparent)]
    Bet(#[from] BetRefused),
    #[error("{}", not_offered(*spot, plays))]
    NotOffered { spot: Spot, plays: Vec<Spot> },
    #[error("{}: {}", action.name(*doubles), why.words())]
    NotLegal { action: Action, doubles: u8, why: NotLegal },
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
    #[error("account {account} is not on duty at this table")]
    NotOnDuty { account: AccountId },
    #[error("{name} has called already; the call is not answered yet")]
    CallOpen { name: String },
    #[error("nobody has called from this table")]
    NoCall,
    #[error("no supervisor is on duty at this table")]
    NoSupervisor,
    #[error("account {account} cannot be dealer and player at one table")]
    TwoHats { account: AccountId },
    #[error("a reason has 3 to 200 characters")]
    Reason,
    #[error("too early: {seconds} seconds are left")]
    Early { seconds: u64 },
    #[error("this is not what the table waits for")]
    NoClock,
    #[error(transparent)]
    Link(#[from] LinkRefused),
}

rules::words! {
    /// The stable code of what a table or a link refuses.
    #[allow(missing_docs)]
    pub enum Code of { Bet(BetCode), Jackpot(progressive::Code) } {
        RoleDenied = "role.denied",
        VersionStale = "version.stale",
        VersionAhead = "version.ahead",
        IdReused = "id.reused",
        TableClosed = "table.closed",
        TableOpen = "table.open",
        TableDealing = "table.dealing",
        TablePrivate = "table.private",
        SeatUnknown = "seat.unknown",
        SeatTaken = "seat.taken",
        SeatMost = "seat.most",
        SeatElsewhere = "seat.elsewhere",
        SeatNotYours = "seat.not-yours",
        SeatEmpty = "seat.empty",
        SeatInRound = "seat.in-round",
        SeatNone = "seat.none",
        ChipsStaff = "chips.staff",
        ChipsBuyIn = "chips.buy-in",
        ChipsShort = "chips.short",
        WalletShort = "wallet.short",
        WalletFull = "wallet.full",
        TrayShort = "tray.short",
        BetClosed = "bet.closed",
        RoundNone = "round.none",
        RoundNotYet = "round.not-yet",
        RoundRunning = "round.running",
        PostingAnnounced = "posting.announced",
        PostingNone = "posting.none",
        PostingRules = "posting.rules",
        PostingKind = "posting.kind",
        PostingSame = "posting.same",
        ActTurn = "act.turn",
        CutClosed = "cut.closed",
        CutPlace = "cut.place",
        ShoeLost = "shoe.lost",
        ShoeGood = "shoe.good",
        TurnClosed = "turn.closed",
        DutyOff = "duty.off",
        DutyTaken = "duty.taken",
        DutyNone = "duty.none",
        CallOpen = "call.open",
        CallNone = "call.none",
        DutySupervisor = "duty.supervisor",
        DutyPlayer = "duty.player",
        ReasonMissing = "reason.missing",
        ClockEarly = "clock.early",
        ClockNone = "clock.none",
        LinkDown = "link.down",
        LinkStopped = "link.stopped",
        LinkFundsShort = "link.funds-short",
        LinkNeverFunded = "link.never-funded",
        LinkNew = "link.new",
        LinkOpen = "link.open",
        LinkRunning = "link.running",
        LinkTable = "link.table",
        LinkJoined = "link.joined",
        LinkKind = "link.kind",
        LinkTerms = "link.terms",
        JackpotUnknown = "jackpot.unknown",
        CardTwoPersons = "card.two-persons",
        CardMissing = "card.missing",
        CardLevel = "card.level",
        CardDealer = "card.dealer",
        ParametersAdvice = "parameters.advice",
        ParametersRates = "parameters.rates",
        LinkSign = "link.sign",
        SlipUnknown = "slip.unknown",
        SlipPaid = "slip.paid",
        SlipVoid = "slip.void",
        SlipWinner = "slip.winner",
        SlipIdentity = "slip.identity",
        SlipTaxForm = "slip.tax-form",
        SlipNote = "slip.note",
        SlipAtCage = "slip.at-cage",
        SlipNotOwed = "slip.not-owed",
        SlipOwesLess = "slip.owes-less",
        BankShort = "bank.short",
        DepositUnknown = "deposit.unknown",
        DepositReversed = "deposit.reversed",
        CardTwoExecutives = "card.two-executives",
        ClaimEvidence = "claim.evidence",
        ClaimCards = "claim.cards",
        ClaimContradicts = "claim.contradicts",
        ClaimMissing = "claim.missing",
        ClaimNoHand = "claim.no-hand",
        IdReserved = "id.reserved",
        ActIllegal = "act.illegal",
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
            Refused::Role { .. } => Code::RoleDenied,
            Refused::Stale { .. } => Code::VersionStale,
            Refused::Ahead { .. } => Code::VersionAhead,
            Refused::IdReused => Code::IdReused,
            Refused::Reserved => Code::IdReserved,
            Refused::Closed => Code::TableClosed,
            Refused::Open => Code::TableOpen,
            Refused::Dealing => Code::TableDealing,
            Refused::Private => Code::TablePrivate,
            Refused::NoSeat { .. } => Code::SeatUnknown,
            Refused::SeatTaken { .. } => Code::SeatTaken,
            Refused::NotYours { .. } => Code::SeatNotYours,
            Refused::SeatEmpty { .. } => Code::SeatEmpty,
            Refused::SeatInRound { .. } => Code::SeatInRound,
            Refused::SeatsEach { .. } => Code::SeatMost,
            Refused::Elsewhere { .. } => Code::SeatElsewhere,
            Refused::NotSeated => Code::SeatNone,
            Refused::BuyInByStaff => Code::ChipsStaff,
            Refused::BuyIn { .. } => Code::ChipsBuyIn,
            Refused::Chips { .. } => Code::ChipsShort,
            Refused::Wallet { .. } => Code::WalletShort,
            Refused::WalletFull { .. } => Code::WalletFull,
            Refused::Tray { .. } => Code::TrayShort,
            Refused::NoAmount => Code::Jackpot(progressive::Code::AmountNone),
            Refused::NoBetting => Code::BetClosed,
            Refused::NoRound => Code::RoundNone,
            Refused::NotYet { .. } => Code::RoundNotYet,
            Refused::InRound => Code::RoundRunning,
            Refused::Announced => Code::PostingAnnounced,
            Refused::NotAnnounced => Code::PostingNone,
            Refused::NoHouse => Code::PostingRules,
            Refused::OtherKind => Code::PostingKind,
            Refused::PostedSo => Code::PostingSame,
            Refused::NotOffered { .. } => Code::Bet(BetCode::Spot),
            Refused::NotLegal { .. } => Code::ActIllegal,
            Refused::Hand { .. } => Code::ActTurn,
            Refused::NoCut => Code::CutClosed,
            Refused::Cut(_) => Code::CutPlace,
            Refused::ShoeLost => Code::ShoeLost,
            Refused::ShoeGood => Code::ShoeGood,
            Refused::NoTurn => Code::TurnClosed,
            Refused::OffDuty { .. } => Code::DutyOff,
            Refused::DutyTaken { .. } => Code::DutyTaken,
            Refused::NotOnDuty { .. } => Code::DutyNone,
            Refused::CallOpen { .. } => Code::CallOpen,
            Refused::NoCall => Code::CallNone,
            Refused::NoSupervisor => Code::DutySupervisor,
            Refused::TwoHats { .. } => Code::DutyPlayer,
            Refused::Reason => Code::ReasonMissing,
            Refused::Early { .. } => Code::ClockEarly,
            Refused::NoClock => Code::ClockNone,
            Refused::Bet(refused) => Code::Bet(refused.listed()),
            Refused::Round(refused) => round_code(refused),
            Refused::Link(refused) => refused.listed(),
        }
    }
}

impl Refused {
    /// Whether the sender may never do this, rather than not now.
    pub const fn is_denied(&self) -> bool {
        matches!(self, Refused::Role { .. } | Refused::NotYours { .. } | Refused::Private)
    }
}

/// What a table plays instead of a wager that it does not offer.
fn not_offered(spot: Spot, plays: &[Spot]) -> String {
    let mut families: Vec<&str> = plays.iter().map(|spot| spot.family()).collect();
    families.dedup();
    match &families[..] {
        [] => format!("this table does not offer {}", spot.name()),
        families => format!("this table plays {}, not {}", families.join(" and "), spot.family()),
    }
}

const fn round_code(refused: &RoundRefused) -> Code {
    match refused {
        RoundRefused::NoCardDue | RoundRefused::NoChoiceDue => Code::RoundNone,
        RoundRefused::Turn { .. } => Code::ActTurn,
        RoundRefused::InsuranceDue { .. }
        | RoundRefused::Illegal { .. }
        | RoundRefused::NotInsurance { .. } => Code::ActIllegal,
        RoundRefused::InsuranceLimit { .. } => Code::Bet(BetCode::Limit),
        RoundRefused::InsuranceStep { .. } => Code::Bet(BetCode::Step),
    }
}
