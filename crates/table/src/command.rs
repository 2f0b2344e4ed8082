//! Commands: what a person, or the house's clock, asks of a table.

use cards::Card;
use rules::{Action, Class, Spot};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::house::House;
use crate::ids::{AccountId, CommandId, Time};
use crate::posted::Posted;
use crate::question::Question;
use crate::role::Role;

/// A command: its name, what its sender had seen, and what is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Command<B = Body> {
    /// The client-made id; the same id is never done twice.
    pub id: CommandId,
    /// The version of the table or link its sender had seen. A command that answers a question
    /// (a bet, an action) is refused as stale if the question came later than that.
    pub expected: u64,
    /// What is wanted.
    pub body: B,
}

/// Reads stakes by spot. A spot that is named twice is refused: nobody knows which of the two
/// was meant.
fn each_once<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Spot, u32>, D::Error> {
    struct Stakes;
    impl<'de> Visitor<'de> for Stakes {
        type Value = BTreeMap<Spot, u32>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("stakes by spot, in cents")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut stakes = BTreeMap::new();
            while let Some((spot, cents)) = map.next_entry::<Spot, u32>()? {
                if stakes.insert(spot, cents).is_some() {
                    return Err(A::Error::custom(format!("{spot} is named twice")));
                }
            }
            Ok(stakes)
        }
    }
    from.deserialize_map(Stakes)
}

/// What a command wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Body {
    /// Takes a seat; on an unattended table with chips for `buy_in` cents.
    Sit {
        /// The seat, from 1.
        seat: u8,
        /// Chips bought with it, in cents; zero for a second seat.
        #[serde(default)]
        buy_in: u32,
    },
    /// Gives a seat up. With the last seat the chips are cashed.
    Leave {
        /// The seat, from 1.
        seat: u8,
    },
    /// Buys chips: the player on an unattended table, the staff for a player on an
    /// attended one.
    BuyIn {
        /// A seat of the player, from 1.
        seat: u8,
        /// The amount in cents.
        cents: u32,
    },
    /// Places the bets of a seat, in place of any that lie there; none takes them back.
    Bet {
        /// The seat, from 1.
        seat: u8,
        /// The stakes by spot, in cents; a spot is named once.
        #[serde(deserialize_with = "each_once")]
        bets: BTreeMap<Spot, u32>,
    },
    /// All my bets lie; deal as soon as everybody who bets says so.
    Ready {},
    /// Cuts the shoe: the cards in front of `place` go to the back.
    Cut {
        /// How many cards go to the back.
        place: u16,
    },
    /// Answers the question for insurance; zero is no.
    Insure {
        /// The seat, from 1.
        seat: u8,
        /// The stake in cents.
        cents: u32,
    },
    /// Acts on the hand that is asked.
    Act {
        /// The seat, from 1.
        seat: u8,
        /// The hand, from 1.
        hand: u8,
        /// The action.
        action: Action,
    },
    /// Goes on duty at the table, as dealer or supervisor.
    OnDuty {},
    /// Goes off duty.
    OffDuty {},
    /// Ends somebody else's duty (T-13): so that nobody who is gone holds the table up.
    Relieve {
        /// Whose duty.
        staff: AccountId,
        /// Why; at least three characters.
        reason: String,
    },
    /// Opens the betting (dealer's keypad).
    OpenBetting {},
    /// Closes the betting and deals; on a live table starts the game.
    Deal {},
    /// Turns the hole card and plays the dealer's hand (dealer's keypad).
    Turn {},
    /// Ends the game of a live table, or of one where a share of a meter was won: the dealer on
    /// duty, or a supervisor with a card (T-13).
    EndGame {},
    /// CALL SUPERVISOR: somebody of the floor is to come to the table (T-14).
    CallSupervisor {},
    /// The call is answered, by whoever says so.
    AnswerCall {},
    /// Frees the seat of an absent player between rounds; his chips are cashed.
    Release {
        /// The seat, from 1.
        seat: u8,
    },
    /// Adds chips from the cage to the tray; with a card from the posted amount on (S-21).
    Fill {
        /// The amount in cents.
        cents: u32,
    },
    /// Takes chips from the tray to the cage; with a card as a fill is.
    Credit {
        /// The amount in cents.
        cents: u32,
    },
    /// Voids the round in play: all stakes go back, the cards stay in the record (T-11). With a
    /// card where the stakes reach the posted amount, and always at a live table.
    Void {
        /// Why; at least three characters.
        reason: String,
    },
    /// Opens the table for play.
    Open {},
    /// Closes the table between rounds: players leave with their chips.
    Close {},
    /// Takes a shoe whose secret is lost off the table: a round in play is voided.
    ReplaceShoe {},
    /// A question has waited for its posted time: its posted default is taken (T-10).
    Clock {
        /// The question.
        of: Question,
    },
    /// A player has lost the connection: nobody has seen him at the table (T-15).
    Away {
        /// The account.
        player: AccountId,
    },
    /// A player who was away has the table open again.
    Back {
        /// The account.
        player: AccountId,
    },
    /// A sensor of a live table lights, or goes dark, between games.
    Light {
        /// The seat, from 1.
        seat: u8,
        /// The sensor.
        spot: Spot,
        /// Whether it is lit now.
        lit: bool,
    },
    /// A hand button: claims a share of the meter for a seat; pressed again it is off, until
    /// the supervisor confirms (T-03). On a live table the four cards are keyed in with it, and
    /// a hand with a fixed pay is only noted.
    HandButton {
        /// The seat, from 1.
        seat: u8,
        /// The sensor.
        spot: Spot,
        /// The hand.
        hand: Class,
        /// The player's two cards, the up-card and the hole card; on a live table only.
        #[serde(default)]
        cards: Vec<Card>,
    },
    /// Takes a claim back that no award is posted for, confirmed or not: with a card and a
    /// reason (T-03).
    Withdraw {
        /// The seat, from 1.
        seat: u8,
        /// The sensor.
        spot: Spot,
        /// Why; at least three characters.
        reason: String,
    },
    /// The supervisor's key: the claims of the round are verified.
    Confirm {
        /// What was done to verify it; needed for a large award (O-06).
        #[serde(default)]
        evidence: String,
    },
    /// The card that posts the award which is due; its proof comes beside the command. Where the
    /// award is handed out in chips, its winner is noted from the posted amounts on (O-09).
    Swipe {
        /// The seat, from 1.
        seat: u8,
        /// The sensor.
        spot: Spot,
        /// The winner's name.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        winner: String,
        /// What the winner showed of himself.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        identity: String,
        /// The number of the tax form.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        tax_form: String,
    },
    /// A hand that wins a share of the meter is not claimed, for a reason (T-04).
    Waive {
        /// The seat, from 1.
        seat: u8,
        /// The sensor.
        spot: Spot,
        /// Why; at least three characters.
        reason: String,
    },
    /// Puts up a new sign between rounds (A49). The rules behind it come beside the command.
    Post {
        /// The sign.
        sign: Box<Posted>,
        /// Not before this time; as soon as there is no round without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Time>,
    },
    /// Withdraws the sign that was announced.
    WithdrawPosting {},
}

/// What a table is told with a command and cannot know itself.
#[derive(Clone, Debug)]
pub struct Context {
    /// The time.
    pub at: Time,
    /// The gaming day as `yyyymmdd`, in the room's own time zone.
    pub day: u32,
    /// The name of the account, for others to read.
    pub name: String,
    /// Fresh entropy, should a shoe be shuffled (N-01, N-05).
    pub entropy: [u8; 32],
    /// The cards that were freshly proven, card and PIN, for exactly this command (S-08).
    pub proofs: Vec<CardProof>,
    /// The sign that a posting names, with the rules behind it.
    pub house: Option<Arc<House>>,
    /// The program that decides, where it is known (N-11).
    pub software: Option<Arc<Software>>,
}

/// A program, as the record of a shoe names it (N-11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Software {
    /// Its version.
    pub version: String,
    /// SHA-256 of its executable file, in hexadecimal.
    pub sha256: String,
}

/// A card that was proven for one command. The proof itself, with PIN and against replay,
/// is checked before; here it counts whose card it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardProof {
    /// The card's number.
    pub card: u32,
    /// Whose it is.
    pub account: AccountId,
    /// The name.
    pub name: String,
    /// Its level: supervisor or executive.
    pub level: Role,
}
