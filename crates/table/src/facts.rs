//! The facts of a refusal, typed: amounts, wagers, seats, seconds. Whoever shows a refusal makes
//! his own sentence of them; where it has none, its code says all there is to say.

use round::Refused as RoundRefused;
use rules::{Action, BetRefused, NotLegal, Spot};
use serde::{Deserialize, Serialize};

use crate::ids::TableId;
use crate::link::{LinkRefused, StopReason};
use crate::offers::NotBet;
use crate::refusal::Refused;
use crate::state::Due;

/// What the sentence of a refusal names. Amounts are cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum RefusalFacts {
    /// A stake may not lie: on which wager, and why.
    Bet {
        spot: Spot,
        why: NotBet,
    },
    /// A seat wagers on as many games as it may (R-03).
    Games {
        most: u8,
    },
    /// An action that the hand may not take, and why.
    NotLegal {
        action: Action,
        doubles: u8,
        why: NotLegal,
    },
    /// Another seat is asked.
    Turn {
        seat: u8,
    },
    /// Another hand of the seat is asked.
    Hand {
        hand: u8,
    },
    /// The table waits for something else.
    NotYet {
        due: Due,
    },
    /// So many seconds are left.
    Wait {
        seconds: u64,
    },
    /// The shoe is cut between these cards.
    Cut {
        least: u16,
        most: u16,
    },
    /// The table has so many seats.
    Seats {
        seat: u8,
        seats: u8,
    },
    /// One player holds so many seats at most.
    SeatsEach {
        most: u8,
    },
    SeatTaken {
        seat: u8,
    },
    SeatNotYours {
        seat: u8,
    },
    SeatEmpty {
        seat: u8,
    },
    SeatInRound {
        seat: u8,
    },
    /// The player sits at this other table.
    Elsewhere {
        table: TableId,
    },
    /// Chips are sold between these amounts.
    BuyIn {
        least: u32,
        most: u32,
    },
    /// It takes more chips than there are.
    Chips {
        needs: i64,
        has: i64,
    },
    /// It takes more than the wallet holds.
    Wallet {
        needs: i64,
        has: i64,
    },
    /// The wallet holds too much to be topped up.
    WalletFull {
        has: i64,
    },
    /// The tray holds too little.
    Tray {
        has: i64,
    },
    /// The progressive takes no wagers.
    Stopped {
        why: StopReason,
    },
}

impl Refused {
    /// What its sentence names; nothing where the code says all, or where only the staff can meet
    /// it, who read the server's sentence.
    pub fn facts(&self) -> Option<RefusalFacts> {
        use RefusalFacts as Facts;
        Some(match *self {
            Refused::NoSeat { seat, seats } => Facts::Seats { seat, seats },
            Refused::SeatTaken { seat } => Facts::SeatTaken { seat },
            Refused::SeatsEach { most } => Facts::SeatsEach { most },
            Refused::Elsewhere { table } => Facts::Elsewhere { table },
            Refused::NotYours { seat } => Facts::SeatNotYours { seat },
            Refused::SeatEmpty { seat } => Facts::SeatEmpty { seat },
            Refused::SeatInRound { seat } => Facts::SeatInRound { seat },
            Refused::BuyIn { least, most, .. } => Facts::BuyIn { least, most },
            Refused::Chips { needs, has } => Facts::Chips { needs, has },
            Refused::Wallet { needs, has } => Facts::Wallet { needs, has },
            Refused::WalletFull { has } => Facts::WalletFull { has },
            Refused::Tray { has, .. } => Facts::Tray { has },
            Refused::NotYet { due } => Facts::NotYet { due },
            Refused::Bet(refused) => return of_bet(refused),
            Refused::NotOffered { spot, ref plays } => not_offered(spot, plays.clone()),
            Refused::NotLegal { action, doubles, why } => Facts::NotLegal { action, doubles, why },
            Refused::Round(refused) => return of_round(refused),
            Refused::Hand { asked, .. } => Facts::Hand { hand: asked },
            Refused::Cut(cards::CutRefused { least, most }) => {
                let card = |place| u16::try_from(place).unwrap_or(u16::MAX);
                Facts::Cut { least: card(least), most: card(most) }
            }
            Refused::Early { seconds } => Facts::Wait { seconds },
            Refused::Link(LinkRefused::Stopped { ref why }) => Facts::Stopped { why: why.clone() },
            Refused::Role { .. }
            | Refused::Stale { .. }
            | Refused::Ahead { .. }
            | Refused::IdReused
            | Refused::Reserved
            | Refused::Closed
            | Refused::Open
            | Refused::Dealing
            | Refused::Private
            | Refused::NotSeated
            | Refused::BuyInByStaff
            | Refused::NoAmount
            | Refused::NoBetting
            | Refused::NoRound
            | Refused::InRound
            | Refused::Announced
            | Refused::NotAnnounced
            | Refused::NoHouse
            | Refused::OtherKind
            | Refused::PostedSo
            | Refused::NoCut
            | Refused::ShoeLost
            | Refused::ShoeGood
            | Refused::NoTurn
            | Refused::OffDuty { .. }
            | Refused::DutyTaken { .. }
            | Refused::NotOnDuty { .. }
            | Refused::CallOpen { .. }
            | Refused::NoCall
            | Refused::NoSupervisor
            | Refused::TwoHats { .. }
            | Refused::Reason
            | Refused::NoClock
            | Refused::Link(_) => {
                return None;
            }
        })
    }
}

fn not_offered(spot: Spot, plays: Vec<Spot>) -> RefusalFacts {
    RefusalFacts::Bet { spot, why: NotBet::NotOffered { plays } }
}

fn of_bet(refused: BetRefused) -> Option<RefusalFacts> {
    let (spot, why) = match refused {
        BetRefused::NoBets => return None,
        BetRefused::Seat { seat, seats } => return Some(RefusalFacts::Seats { seat, seats }),
        BetRefused::Games { most, .. } => return Some(RefusalFacts::Games { most }),
        BetRefused::Spot { spot, .. } => return Some(not_offered(spot, Vec::new())),
        BetRefused::Set { spot, other, .. } => (spot, NotBet::Beside { spot: other }),
        BetRefused::Unit { spot, unit, .. } => (spot, NotBet::Limits { least: unit, most: unit }),
        BetRefused::Limit { spot, least, most, .. } => (spot, NotBet::Limits { least, most }),
        BetRefused::Step { spot, step, below, above, .. } => {
            (spot, NotBet::Step { step, below, above })
        }
        BetRefused::Requires { spot, needs, .. } => (spot, NotBet::Needs { spot: needs }),
    };
    Some(RefusalFacts::Bet { spot, why })
}

fn of_round(refused: RoundRefused) -> Option<RefusalFacts> {
    let why = match refused {
        RoundRefused::NoCardDue
        | RoundRefused::NoChoiceDue
        | RoundRefused::Illegal { .. }
        | RoundRefused::NotInsurance { .. } => return None,
        RoundRefused::InsuranceDue { .. } => {
            return Some(RefusalFacts::NotYet { due: Due::Insurance });
        }
        RoundRefused::Turn { asked, .. } => return Some(RefusalFacts::Turn { seat: asked }),
        RoundRefused::InsuranceLimit { most, .. } => NotBet::Limits { least: 0, most },
        RoundRefused::InsuranceStep { cents, step, .. } => {
            let below = cents / step * step;
            NotBet::Step { step, below, above: below + step }
        }
    };
    Some(RefusalFacts::Bet { spot: Spot::Insurance, why })
}

#[cfg(test)]
mod tests {
    use rules::Word as _;

    use super::*;

    fn told(refused: &Refused) -> String {
        serde_json::to_string(&refused.facts()).unwrap()
    }

    #[test]
    fn a_refusal_names_what_its_sentence_needs() {
        let limit = BetRefused::Limit {
            seat: 1,
            spot: Spot::Main,
            cents: 100_000,
            least: 500,
            most: 50_000,
        };
        let why = NotLegal::Game;
        for (refused, facts) in [
            (
                limit.into(),
                r#"{"is":"bet","spot":"main","why":{"is":"limits","least":500,"most":50000}}"#,
            ),
            (
                Refused::NotOffered { spot: Spot::Trilux, plays: vec![Spot::MatchUp] },
                r#"{"is":"bet","spot":"trilux","why":{"is":"not-offered","plays":["match-up"]}}"#,
            ),
            (
                Refused::NotLegal { action: Action::Rescue, doubles: 0, why },
                r#"{"is":"not-legal","action":"rescue","doubles":0,"why":"game"}"#,
            ),
            (
                RoundRefused::InsuranceStep { seat: 1, cents: 125, step: 50 }.into(),
                concat!(
                    r#"{"is":"bet","spot":"insurance","#,
                    r#""why":{"is":"step","step":50,"below":100,"above":150}}"#
                ),
            ),
            (RoundRefused::Turn { seat: 1, asked: 3 }.into(), r#"{"is":"turn","seat":3}"#),
            (Refused::Chips { needs: 900, has: 400 }, r#"{"is":"chips","needs":900,"has":400}"#),
            (Refused::Early { seconds: 12 }, r#"{"is":"wait","seconds":12}"#),
            (Refused::NoBetting, "null"),
        ] {
            assert_eq!(told(&refused), facts);
        }
    }

    #[test]
    fn the_programs_sentence_says_the_same() {
        let plays = vec![Spot::MatchUp, Spot::MatchDown];
        let other = Refused::NotOffered { spot: Spot::Trilux, plays };
        assert_eq!(other.to_string(), "this table plays Match, not TriLux");
        let none = Refused::NotOffered { spot: Spot::Super3, plays: Vec::new() };
        assert_eq!(none.to_string(), "this table does not offer TriLux Super 3");
        let illegal = |action, doubles, why| Refused::NotLegal { action, doubles, why }.to_string();
        assert_eq!(illegal(Action::Rescue, 0, NotLegal::Game), "Rescue: this game has none");
        assert_eq!(illegal(Action::Double, 1, NotLegal::Limit), "Redouble: above the limit");
        let due: Vec<&str> = Due::ALL.iter().map(|due| due.words()).collect();
        assert!(due.iter().all(|words| !words.is_empty()), "{due:?}");
    }
}
