//! Events: what happened at a table. Folded in order they are the table.
//!
//! Everything in an event is public: it is told to everybody who watches. A card
//! stands in an event only once it lies face up.

use std::collections::BTreeMap;
use std::fmt;

use cards::Card;
use round::PaidLine;
use rules::{Action, Class, NotLegal, ShareHand, Spot};
use serde::{Deserialize, Serialize};

use crate::command::Software;
use crate::ids::{AccountId, Actor, CommandId, LinkId, TableId, Time};
use crate::ledger::Transfer;
use crate::posted::Posted;
use crate::refusal::Code;
use crate::role::Role;
use crate::share::Share;
use crate::view::{Count, Fate, HandFate, HandView, Offer};

/// One line of the journal of a table, a link or a person: an accepted command with everything it
/// brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Entry<E = Event> {
    /// The version after it, from 1 and without gaps.
    pub version: u64,
    /// When it was accepted; never earlier than the entry before (L-18).
    pub at: Time,
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
    /// The entries of other streams that were written with it, where a table was changed
    /// together with its link or with people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Partner>,
}

/// Another part of a change of several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Partner {
    /// In the entry of a link or a person.
    Table { table: TableId, version: u64 },
    /// In a table's entry.
    Link { link: LinkId, version: u64 },
    /// In a table's entry.
    Person { person: AccountId, version: u64 },
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The table plays by this sign from now on: the first event of a table, and later what was
    /// announced and is due (A49).
    Posted {
        /// The sign.
        sign: Box<Posted>,
    },
    /// A new sign is put up between rounds, at this time or as soon as there is no round then.
    PostingAnnounced {
        /// The sign.
        sign: Box<Posted>,
        /// Not before this time.
        from: Time,
        /// Who announced it.
        by: AccountId,
    },
    /// The sign that was announced is not put up.
    PostingWithdrawn {
        /// Who withdrew it.
        by: AccountId,
    },
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
        /// Who ended the duty and why, if it was not he himself (T-13).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relieved: Option<Relieved>,
    },
    /// A supervisor is called to the table (T-14).
    Called {
        /// Who calls.
        by: AccountId,
        /// The name.
        name: String,
    },
    /// The call is answered.
    CallAnswered {
        /// By whom.
        by: AccountId,
        /// The name.
        name: String,
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
    /// A player has lost the connection; his seats are kept for the posted time (T-15).
    Away {
        /// The account.
        player: AccountId,
    },
    /// A player who was away is back.
    Back {
        /// The account.
        player: AccountId,
    },
    /// A player has been away for the posted time in the middle of a round: what he is asked is
    /// answered by the posted default, and his seats are free when the round is over.
    Gone {
        /// The account.
        player: AccountId,
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
        /// The staff card it was done with (S-21); the house itself has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<u32>,
        /// The second executive's, from the posted bound on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<u32>,
    },
    /// Chips went from the tray to the cage.
    Credited {
        /// The amount in cents.
        cents: i64,
        /// The staff card it was done with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<u32>,
        /// The second executive's, from the posted bound on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<u32>,
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
        /// The program that shuffled it (N-11); nothing where it is not known, as at a table
        /// of one's own in the terminal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        software: Option<Software>,
    },
    /// A player may cut the shoe.
    CutAsked {
        /// When the posted default is taken instead.
        until: Time,
        /// The least number of cards that may go to the back.
        least: u16,
        /// The most.
        most: u16,
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
    /// The clock of the betting was started, or stopped because no bet lies any more.
    BettingCloses {
        /// When the betting closes at the latest; nothing where its clock was stopped.
        until: Option<Time>,
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
        /// The hash of the rule profile it is played by.
        profile: String,
    },
    /// Cards were dealt, in this order.
    Dealt {
        /// The cards.
        cards: Vec<DealtCard>,
        /// The hands whose fate they changed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fates: Vec<HandFate>,
    },
    /// A seat is asked for insurance.
    InsuranceAsked {
        /// The seat, from 1.
        seat: u8,
        /// The most it may stake, in cents.
        most: u32,
        /// When the posted default (no) is taken; never where the clock is off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Time>,
    },
    /// A seat answered the question for insurance; zero is no.
    Insured {
        /// The seat, from 1.
        seat: u8,
        /// The stake in cents.
        cents: u32,
        /// Who answered.
        by: By,
        /// The hands whose fate changed with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fates: Vec<HandFate>,
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
        legal: Vec<Offer>,
        /// Why they do not allow the rest.
        not: BTreeMap<Action, NotLegal>,
        /// When the posted default (stand) is taken; never where the clock is off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Time>,
    },
    /// A hand acted. A split puts the new hand directly behind the old one (A41).
    Acted {
        /// The seat, from 1.
        seat: u8,
        /// The hand, from 1.
        hand: u8,
        /// What it did.
        action: Action,
        /// What it added to the felt, in cents.
        #[serde(default, skip_serializing_if = "is_zero")]
        added: i64,
        /// Who acted.
        by: By,
        /// The hands of the seat after it.
        hands: Vec<HandView>,
        /// The hands of others whose fate changed with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fates: Vec<HandFate>,
    },
    /// All hands are played; the dealer is asked to turn the hole card (keypad).
    TurnAsked {},
    /// The hole card was turned.
    HoleTurned {
        /// The card.
        card: Card,
        /// What the dealer's cards count.
        counts: Count,
        /// Whether that is a natural.
        fate: Fate,
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
        /// The staff card a supervisor ended it with, in the dealer's place (T-13).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<u32>,
    },
    /// The progressive takes no wagers: those that lay on its sensors are off (P-16).
    SensorsDark {
        /// The code of the refusal: the link's, or that the table is closed.
        code: Code,
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
        cards: Vec<Card>,
    },
    /// The claim is off: the hand button again, or a supervisor's card with a reason (T-03).
    Withdrawn {
        /// The seat, from 1.
        seat: u8,
        /// The sensor.
        spot: Spot,
        /// Why, where a supervisor took it back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The staff card it was done with.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<u32>,
    },
    /// The supervisor confirmed the claims; what they are awarded, in paying order.
    Confirmed {
        /// The awards.
        awards: Vec<Share>,
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
        spot: Spot,
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
        spot: Spot,
        /// The hand.
        hand: Class,
        /// The player's two cards, the up-card, the hole card.
        cards: Vec<Card>,
        /// Whether it is noted now.
        on: bool,
    },
    /// The round was voided: every stake went back, every payment was undone (T-11).
    Voided {
        /// The round.
        round: u64,
        /// Why.
        why: VoidReason,
        /// Who voided it.
        by: AccountId,
        /// The staff card it was done with; the house itself has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<u32>,
    },
}

/// Who ended somebody's duty, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Relieved {
    /// Who; zero is the house.
    pub by: AccountId,
    /// Why.
    pub why: ReliefReason,
}

/// Why somebody's duty was ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ReliefReason {
    /// His access was taken away.
    Revoked,
    /// A supervisor said so.
    Said {
        /// In these words.
        words: String,
    },
}

impl fmt::Display for ReliefReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReliefReason::Revoked => f.write_str("access was taken away"),
            ReliefReason::Said { words } => f.write_str(words),
        }
    }
}

/// Why a round was voided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum VoidReason {
    /// The secret of the shoe is lost, and the house took the shoe off the table.
    ShoeLost,
    /// A supervisor said so.
    Said {
        /// In these words.
        words: String,
    },
}

impl fmt::Display for VoidReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VoidReason::ShoeLost => f.write_str("the secret of the shoe is lost"),
            VoidReason::Said { words } => f.write_str(words),
        }
    }
}

fn is_zero(cents: &i64) -> bool {
    *cents == 0
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
    pub card: Option<Card>,
    /// What the hand counts with it; nothing where it lies face down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Count>,
}

/// The stake on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stake {
    /// The spot.
    pub spot: Spot,
    /// The amount in cents.
    pub cents: u32,
}
