//! The link itself: the fold of its entries.

use std::collections::BTreeMap;
use std::sync::Arc;

use progressive::{Jackpot, Micros, RoundId};
use rules::{Money, Spot};
use serde::{Deserialize, Serialize};

use super::event::{AwardRecord, Claim, Signature, StopReason, Winner};
use super::join::TableTerms;
use super::news::Shown;
use super::refusal::LinkRefused;
use super::sign::LinkPosted;
use crate::ids::{LinkId, TableId, Time};
use crate::ledger::{Account, Books};
use crate::posted::Staffing;

/// A week, in milliseconds: deposits into the bank account are due so often (P-28).
const DEPOSIT_EVERY: u32 = 7 * 24 * 60 * 60 * 1000;

/// A link: jackpots that tables share. Only [`Link::decide`], a table's decision and
/// [`Link::apply`] change it, and all of them through events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub(crate) id: LinkId,
    pub(crate) sign: Arc<LinkPosted>,
    pub(crate) version: u64,
    /// The time of the last entry.
    pub(crate) at: Time,
    /// None before the link is opened.
    pub(crate) jackpots: BTreeMap<Spot, Jackpot>,
    // Behind pointers, because a link is copied for every command and these seldom change.
    pub(crate) tables: Arc<BTreeMap<TableId, TableTerms>>,
    pub(crate) slips: Arc<Vec<Slip>>,
    /// The claims of the groups that are open.
    pub(crate) claims: Vec<Claim>,
    /// Who confirmed which of them.
    pub(crate) confirmed: Vec<Confirmation>,
    pub(crate) stopped: Option<StopReason>,
    /// When the bank account last held what it must, by a deposit or by the opening.
    pub(crate) funded_at: Time,
    /// Whether it ever held what it must.
    pub(crate) is_funded: bool,
    /// Since when it has not, by the time of the entry that left it short.
    pub(crate) short_since: Option<Time>,
    pub(crate) deposits: Vec<DepositMade>,
    pub(crate) tallies: Vec<Tally>,
    pub(crate) books: Books,
    /// What displays were told last.
    pub(super) shown: Vec<Shown>,
}

/// An award with what became of its slip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Slip {
    /// The award.
    pub award: AwardRecord,
    /// Who paid it, and when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<(Signature, Time)>,
    /// When the award was backed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backed_out: Option<Time>,
    /// How often it was printed; the first printing is the original.
    #[serde(default)]
    pub copies: u32,
    /// To whom it was paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// What the winner owes, if it was backed out after it was paid (P-33).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owed: Option<Owed>,
}

/// What a winner owes of an award that was paid and backed out, in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Owed {
    /// All of it.
    pub cents: i64,
    /// What came back.
    pub recovered: i64,
    /// What was given up.
    pub written_off: i64,
}

impl Owed {
    /// What is still owed, in cents.
    pub const fn open(&self) -> i64 {
        self.cents - self.recovered - self.written_off
    }
}

/// The jackpots' bank account against what it must hold (P-28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Funds {
    /// What it must hold.
    pub required: Micros,
    /// What it holds.
    pub bank: Micros,
    /// What it is short of, in whole cents; nothing if it holds enough.
    pub short: i64,
    /// Since when it is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Time>,
    /// When being short stops the progressive.
    pub stops_at: Time,
    /// Whether it has never held what it must: no wagers are taken before it does.
    pub never_funded: bool,
}

/// A deposit into the jackpots' bank account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DepositMade {
    /// Its number on this link, from 1.
    pub number: u64,
    /// When it was noted.
    pub at: Time,
    /// The gaming day, as `yyyymmdd`.
    pub day: u32,
    /// The amount in cents.
    pub cents: i64,
    /// When it was taken back by a further entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reversed: Option<Time>,
}

/// Who confirmed the claims of a round on a jackpot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Confirmation {
    pub(crate) table: TableId,
    pub(crate) round: u64,
    pub(crate) spot: Spot,
    pub(crate) by: Signature,
    pub(crate) at: Time,
    pub(crate) evidence: String,
}

/// The meters a controller keeps for one jackpot at one table (P-13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tally {
    /// The table.
    pub table: TableId,
    /// The jackpot.
    pub spot: Spot,
    /// The rounds with a wager.
    pub rounds: u64,
    /// What was wagered.
    pub wagered: Micros,
    /// What of it went to the meter.
    pub meter: Micros,
    /// What of it went to the reserve.
    pub reserve: Micros,
    /// What of it went to the house.
    pub house: Micros,
    /// Fixed pays that left the meter.
    pub fixed: Micros,
    /// Awards by level.
    pub levels: Vec<Level>,
}

/// The awards of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Level {
    /// The share of the meter, in percent.
    pub percent: u8,
    /// How many awards were posted and stand.
    pub hits: u64,
    /// What they paid.
    pub wins: Micros,
}

impl Link {
    /// A link nobody has opened yet, at version 0.
    pub fn new(id: LinkId, sign: Arc<LinkPosted>) -> Link {
        Link {
            id,
            sign,
            version: 0,
            at: Time(0),
            jackpots: BTreeMap::new(),
            tables: Arc::default(),
            slips: Arc::default(),
            claims: Vec::new(),
            confirmed: Vec::new(),
            stopped: None,
            funded_at: Time(0),
            is_funded: false,
            short_since: None,
            deposits: Vec::new(),
            tallies: Vec::new(),
            books: Books::default(),
            shown: Vec::new(),
        }
    }

    /// The link's number.
    pub fn id(&self) -> LinkId {
        self.id
    }

    /// The sign it was put up with.
    pub fn sign(&self) -> &LinkPosted {
        &self.sign
    }

    /// The number of entries so far.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The time of the last entry.
    pub fn at(&self) -> Time {
        self.at
    }

    /// The balances.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// A jackpot.
    pub fn jackpot(&self, spot: Spot) -> Option<&Jackpot> {
        self.jackpots.get(&spot)
    }

    /// The jackpots in their order.
    pub fn jackpots(&self) -> impl Iterator<Item = (Spot, &Jackpot)> {
        self.jackpots.iter().map(|(spot, jackpot)| (*spot, jackpot))
    }

    /// The tables that have joined, with their terms.
    pub fn tables(&self) -> impl Iterator<Item = (TableId, &TableTerms)> {
        self.tables.iter().map(|(table, terms)| (*table, terms))
    }

    /// The slips so far; the first has number 1.
    pub fn slips(&self) -> &[Slip] {
        &self.slips
    }

    /// A slip by its number.
    pub fn slip(&self, number: u64) -> Option<&Slip> {
        self.slips.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// The meters of every table and jackpot (P-13).
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Whether no game is started and no claim open on any of its jackpots (P-15).
    pub fn is_idle(&self) -> bool {
        self.jackpots.values().all(Jackpot::is_idle)
    }

    /// Whether it takes wagers; if not, why (P-16, P-28).
    pub(crate) fn takes_wagers(&self, now: Time) -> Result<(), LinkRefused> {
        match &self.stopped {
            _ if self.jackpots.is_empty() => Err(LinkRefused::New),
            Some(why) => Err(LinkRefused::Stopped { why: why.clone() }),
            None => self.has_funds(now),
        }
    }

    /// Whether the bank account holds what it must, or the deposit is not due yet: one is due
    /// before the first wager, and then every week (P-28).
    pub(crate) fn has_funds(&self, now: Time) -> Result<(), LinkRefused> {
        match self.funds() {
            Some(Funds { short, never_funded: true, .. }) if short > 0 => {
                Err(LinkRefused::NeverFunded { short: Money::cents(short) })
            }
            Some(Funds { short, stops_at, .. }) if short > 0 && now > stops_at => {
                Err(LinkRefused::FundsShort { short: Money::cents(short) })
            }
            _ => Ok(()),
        }
    }

    /// What the bank account is short of, since when, and when that stops the progressive: the
    /// same for the office, reports, figures and the command line. Nothing for play money.
    pub fn funds(&self) -> Option<Funds> {
        let stops_at = self.deposit_due()?;
        let (required, bank) = (self.required_bank(), self.bank());
        let short = whole_cents((required - bank).max(Micros::ZERO));
        let never_funded = !self.is_funded;
        // What was never paid in has never let it begin.
        let stops_at = if never_funded { self.funded_at } else { stops_at };
        Some(Funds { required, bank, short, since: self.short_since, stops_at, never_funded })
    }

    /// Notes whether the account is short after an entry.
    pub(super) fn note_funds(&mut self) {
        let is_short = self.deposit_due().is_some() && self.bank() < self.required_bank();
        self.short_since = is_short.then(|| self.short_since.unwrap_or(self.at));
    }

    /// When the bank account must hold what it must at the latest. What is won at unattended
    /// and exhibition tables is play money, for which there is none.
    pub fn deposit_due(&self) -> Option<Time> {
        let is_play = self.sign.staffing == Staffing::Unattended || self.sign.exhibition;
        (!is_play).then(|| self.funded_at.after(DEPOSIT_EVERY))
    }

    /// Whether it takes wagers of this table on these sensors.
    pub(crate) fn takes_wagers_of(
        &self,
        table: TableId,
        sensors: impl IntoIterator<Item = Spot>,
        now: Time,
    ) -> Result<(), LinkRefused> {
        self.takes_wagers(now)?;
        if !self.tables.contains_key(&table) {
            return Err(LinkRefused::NotJoined);
        }
        for spot in sensors {
            let jackpot = self.jackpot(spot).ok_or(LinkRefused::NoJackpot { spot })?;
            if jackpot.is_retired() {
                return Err(progressive::Refused::Retired.into());
            }
        }
        Ok(())
    }

    /// What must lie in the jackpots' bank account: meters, reserves and awards that are
    /// not handed out (P-28).
    pub fn required_bank(&self) -> Micros {
        let owed = |spot: &Spot| {
            [Account::Meter(*spot), Account::Reserve(*spot), Account::PendingAward(*spot)]
        };
        let accounts = self.jackpots.keys().flat_map(owed);
        accounts.map(|account| self.books.balance(account)).sum()
    }

    /// What lies in it: what was paid in (deposits, what the house lent, what winners gave back)
    /// less what was paid out (awards, and fixed pays that left a meter). A back-out of what was
    /// paid brings nothing back by itself (P-33).
    pub fn bank(&self) -> Micros {
        let slips = self.slips.iter().filter(|slip| slip.paid.is_some());
        let recovered = |slip: &Slip| slip.owed.map_or(0, |owed| owed.recovered);
        let awards = slips.map(|slip| Micros::of_cents(slip.award.cents - recovered(slip)));
        let fixed = self.tallies.iter().map(|tally| tally.fixed);
        let deposited = self.books.balance(Account::JackpotBank);
        deposited - awards.chain(fixed).sum()
    }

    /// What the bank account lacks for a payment of so many cents; nothing where there is none
    /// because play money is played for.
    pub(crate) fn lacks(&self, cents: i64) -> Option<i64> {
        let short = Micros::of_cents(cents) - self.bank();
        (self.deposit_due().is_some() && short > Micros::ZERO).then(|| whole_cents(short))
    }

    /// The claims of a round that are open.
    pub(crate) fn claims_of(&self, id: RoundId) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(move |claim| round_id(claim.table, claim.round) == id)
    }
}

/// What is missing in cents: a part of a cent is a cent that is missing.
pub(crate) fn whole_cents(short: Micros) -> i64 {
    (short + Micros(Micros::of_cents(1).0 - 1)).cents()
}

/// A round as a jackpot names it.
pub(crate) fn round_id(table: TableId, round: u64) -> RoundId {
    RoundId { table: table.0, round }
}
