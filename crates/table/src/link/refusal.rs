//! What a link does not do, with a stable code; nothing has changed then.

use cards::Card;
use progressive::Advice;
use rules::{Money, Spot, Word as _};

use super::event::StopReason;
use super::sign::LinkFault;
use crate::refusal::Code;
use crate::role::Role;

/// A refusal that has to do with the progressive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum LinkRefused {
    #[error("the progressive is out of order: its link cannot be reached")]
    Down,
    #[error("the progressive takes no wagers: {why}")]
    Stopped { why: StopReason },
    #[error("the progressive takes no wagers: funds short, its bank account lacks {short}")]
    FundsShort { short: Money },
    #[error("the progressive takes no wagers: its bank account was never funded and lacks {short}")]
    NeverFunded { short: Money },
    #[error("the link is not opened yet")]
    New,
    #[error("the link is open already")]
    Open,
    #[error("the link is not stopped")]
    Running,
    #[error("this table is not on the link")]
    NotJoined,
    #[error("this table is on the link already")]
    Joined,
    #[error("attended, unattended and exhibition tables share no link")]
    Kind,
    #[error("the {spot} wager of this table has other hands, odds or terms than the link's")]
    Terms { spot: Spot },
    #[error("the link has no {spot} jackpot")]
    NoJackpot { spot: Spot },
    #[error(transparent)]
    Jackpot(#[from] progressive::Refused),
    #[error("this needs the cards of two different persons")]
    TwoPersons,
    #[error("this needs the card of {} {needs}", article(*needs))]
    Card { needs: Role },
    #[error("a {has}'s card is not enough: this needs {} {needs}'s", article(*needs))]
    Level { needs: Role, has: Role },
    #[error("the dealer of the table cannot sign for it")]
    OwnDealer,
    #[error("sheet 003 advises against it: {advice}; two persons may override that")]
    Advice { advice: Advice },
    #[error("meter and reserve together take more than the wager")]
    Rates,
    #[error(transparent)]
    Sign { fault: LinkFault },
    #[error("no slip has number {slip}")]
    SlipUnknown { slip: u64 },
    #[error("slip {slip} is paid")]
    SlipPaid { slip: u64 },
    #[error("slip {slip} is void: its award was backed out")]
    SlipVoid { slip: u64 },
    #[error("the winner's name is missing")]
    NoWinner,
    #[error("slip {slip} needs a note on the winner's identity")]
    Identity { slip: u64 },
    #[error("slip {slip} needs the number of the winner's tax form")]
    TaxForm { slip: u64 },
    #[error("slip {slip} is paid at the cage, which notes its winner then")]
    AtCage { slip: u64 },
    #[error("a note on a winner has at most 200 characters")]
    LongNote,
    #[error("nothing is owed on slip {slip}")]
    NotOwed { slip: u64 },
    #[error("only {} is owed on slip {slip}", Money::cents(*cents))]
    OwesLess { slip: u64, cents: i64 },
    #[error(
        "the jackpots' bank account lacks {}: deposit it, or let the house lend it",
        Money::cents(*cents)
    )]
    BankShort { cents: i64 },
    #[error("no deposit has number {deposit}")]
    DepositUnknown { deposit: u64 },
    #[error("deposit {deposit} was taken back already")]
    DepositReversed { deposit: u64 },
    #[error("from {} on this needs the cards of two executives", Money::cents(*from))]
    TwoExecutives { from: i64 },
    #[error("this award needs a note on the evidence: cards shown, shoe counted down")]
    Evidence,
    #[error("these cards are not that hand")]
    Unsupported,
    #[error("the four cards must be keyed in, and with all others of the round be of the decks")]
    Cards,
    #[error("{} was keyed as {} in this round", holder(*seat), two(cards))]
    Contradicts { seat: u8, cards: [Card; 2] },
    #[error("seat {seat} has a hand that wins a share of the meter: claim it or waive it")]
    Missing { seat: u8 },
    #[error("seat {seat} has no hand that wins a share of the meter")]
    NoHand { seat: u8 },
}

impl LinkRefused {
    /// The stable code of the refusal.
    pub fn code(&self) -> &'static str {
        self.listed().word()
    }

    /// The code, as one of its list.
    pub const fn listed(&self) -> Code {
        match self {
            LinkRefused::Down => Code::LinkDown,
            LinkRefused::Stopped { .. } => Code::LinkStopped,
            LinkRefused::FundsShort { .. } => Code::LinkFundsShort,
            LinkRefused::NeverFunded { .. } => Code::LinkNeverFunded,
            LinkRefused::New => Code::LinkNew,
            LinkRefused::Open => Code::LinkOpen,
            LinkRefused::Running => Code::LinkRunning,
            LinkRefused::NotJoined => Code::LinkTable,
            LinkRefused::Joined => Code::LinkJoined,
            LinkRefused::Kind => Code::LinkKind,
            LinkRefused::Terms { .. } => Code::LinkTerms,
            LinkRefused::NoJackpot { .. } => Code::JackpotUnknown,
            LinkRefused::TwoPersons => Code::CardTwoPersons,
            LinkRefused::Card { .. } => Code::CardMissing,
            LinkRefused::Level { .. } => Code::CardLevel,
            LinkRefused::OwnDealer => Code::CardDealer,
            LinkRefused::Advice { .. } => Code::ParametersAdvice,
            LinkRefused::Rates => Code::ParametersRates,
            LinkRefused::Sign { .. } => Code::LinkSign,
            LinkRefused::SlipUnknown { .. } => Code::SlipUnknown,
            LinkRefused::SlipPaid { .. } => Code::SlipPaid,
            LinkRefused::SlipVoid { .. } => Code::SlipVoid,
            LinkRefused::NoWinner => Code::SlipWinner,
            LinkRefused::Identity { .. } => Code::SlipIdentity,
            LinkRefused::TaxForm { .. } => Code::SlipTaxForm,
            LinkRefused::LongNote => Code::SlipNote,
            LinkRefused::AtCage { .. } => Code::SlipAtCage,
            LinkRefused::NotOwed { .. } => Code::SlipNotOwed,
            LinkRefused::OwesLess { .. } => Code::SlipOwesLess,
            LinkRefused::BankShort { .. } => Code::BankShort,
            LinkRefused::DepositUnknown { .. } => Code::DepositUnknown,
            LinkRefused::DepositReversed { .. } => Code::DepositReversed,
            LinkRefused::TwoExecutives { .. } => Code::CardTwoExecutives,
            LinkRefused::Evidence => Code::ClaimEvidence,
            LinkRefused::Unsupported => Code::Jackpot(progressive::Code::ClaimUnsupported),
            LinkRefused::Cards => Code::ClaimCards,
            LinkRefused::Contradicts { .. } => Code::ClaimContradicts,
            LinkRefused::Missing { .. } => Code::ClaimMissing,
            LinkRefused::NoHand { .. } => Code::ClaimNoHand,
            LinkRefused::Jackpot(refused) => Code::Jackpot(refused.listed()),
        }
    }
}

/// The article before a role.
fn article(role: Role) -> &'static str {
    if role == Role::Executive { "an" } else { "a" }
}

/// Whose two cards; seat zero is the dealer.
fn holder(seat: u8) -> String {
    if seat == 0 { "the dealer's hand".to_owned() } else { format!("the hand of seat {seat}") }
}

fn two([first, second]: &[Card; 2]) -> String {
    format!("{first} {second}")
}
