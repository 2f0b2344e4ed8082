//! Commands that go straight to a link. What happens at a table goes through the table.

use progressive::{AdjustReason, Change};
use rules::Spot;
use serde::{Deserialize, Serialize};

use super::join::TableTerms;
use super::sign::LinkParameters;
use crate::ids::TableId;

/// What a command wants of a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LinkBody {
    /// Puts the sign up and seeds the meters. What sheet 003 advises against needs two
    /// cards, one of them an executive's.
    OpenLink {},
    /// A table joins, with what it has in common (P-26).
    Join {
        /// The table.
        table: TableId,
        /// What its sign says of the progressive.
        terms: Box<TableTerms>,
    },
    /// A table leaves, between its games.
    Part {
        /// The table.
        table: TableId,
    },
    /// Adjusts a meter by hand (P-10): two cards.
    Adjust {
        /// The jackpot.
        spot: Spot,
        /// Whether it adds or takes.
        change: Change,
        /// How much, in micro-dollars.
        micros: i64,
        /// Which of the closed list of reasons.
        why: AdjustReason,
        /// Why, in words: 3 to 200 characters.
        reason: String,
    },
    /// Changes seed and rates while nothing is played (P-15): two cards, one of them an
    /// executive's.
    SetParameters {
        /// The jackpot.
        spot: Spot,
        /// The new ones.
        parameters: LinkParameters,
        /// Why.
        reason: String,
        /// Whether sheet 003's advice is overridden.
        #[serde(default)]
        override_advice: bool,
    },
    /// Backs a posted award out (P-11): two cards, of the level the award needed.
    BackOut {
        /// The number of the award's slip.
        slip: u64,
        /// Why.
        reason: String,
    },
    /// Takes a jackpot out of play (P-30): two cards, one of them an executive's.
    Retire {
        /// The jackpot.
        spot: Spot,
        /// The jackpot of this link that takes over what it holds; without one it is owed.
        #[serde(default)]
        to: Option<Spot>,
        /// Why.
        reason: String,
    },
    /// Takes no more wagers, as when the bank account is short (P-28).
    Stop {
        /// Why.
        reason: String,
    },
    /// Takes wagers again.
    Resume {},
    /// Notes a deposit into the jackpots' bank account (P-28): a card of the cage or of an
    /// executive (S-21).
    Deposit {
        /// The amount in cents.
        cents: u32,
    },
    /// Takes a deposit back that was noted wrongly, by a further entry: an executive's card.
    ReverseDeposit {
        /// The deposit's number, from 1.
        deposit: u64,
        /// Why: 3 to 200 characters.
        reason: String,
    },
    /// Pays a slip at the cage: once, not after a back-out, and by a card (P-24, O-09).
    PaySlip {
        /// The slip.
        slip: u64,
        /// The winner's name.
        #[serde(default)]
        winner: String,
        /// What the winner showed of himself; needed from the posted amount on.
        #[serde(default)]
        identity: String,
        /// The number of the tax form; needed where the award is flagged for the tax.
        #[serde(default)]
        tax_form: String,
        /// Whether the house lends what the bank account lacks: an executive's card.
        #[serde(default)]
        lend: bool,
    },
    /// Prints a slip: the first printing is the original, every other is marked and counted.
    ReprintSlip {
        /// The slip.
        slip: u64,
    },
    /// Notes what a winner gave back of an award that was paid and backed out (P-33): two cards.
    Recover {
        /// The slip.
        slip: u64,
        /// How much, in cents.
        cents: u32,
        /// Why, or how: 3 to 200 characters.
        reason: String,
    },
    /// Gives up what a winner still owes (P-33): two cards, one of them an executive's.
    WriteOff {
        /// The slip.
        slip: u64,
        /// Why.
        reason: String,
    },
}
