//! A person: where he sits, and for play money a wallet.
//!
//! Chips come from the wallet to a table and go back to it with the last seat there. Table and
//! person are then changed in one append, so nothing is spent twice, whoever decides for him.
//! At attended tables chips are sold and cashed by the staff, and only his seat stands here.

mod decide;
mod draft;
mod event;

use std::collections::BTreeSet;

use progressive::Micros;
use rules::Money;
use serde::{Deserialize, Serialize};

use crate::apply::{Booking, Misfit, ReplayFailed, follows};
use crate::event::Entry;
use crate::ids::{AccountId, TableId, Time};
use crate::ledger::{Account, Books, Transfer};
use crate::money::amount;

pub use decide::PersonBody;
pub use draft::PersonDecision;
pub(crate) use draft::{Demand, PersonDraft};
pub use event::PersonEvent;

/// A person, the fold of his entries. Only [`Person::decide`], a table's decision and
/// [`Person::apply`] change him, all through events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    id: AccountId,
    version: u64,
    at: Time,
    /// Where he sits.
    tables: BTreeSet<TableId>,
    /// The one table for everybody without staff at which he sits.
    shared: Option<TableId>,
    /// Whether he was ever given play money.
    has_wallet: bool,
    books: Books,
}

/// What somebody may see of himself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PersonView {
    /// The number of his entries so far.
    pub version: u64,
    /// The play money in his wallet, in cents.
    pub wallet: i64,
    /// What the house gives to whoever has none, and tops up to, in cents.
    pub allowance: i64,
    /// The tables at which he has a seat.
    pub tables: Vec<TableId>,
}

impl Person {
    /// The play money a person begins with: he finds it when he first buys chips.
    pub const ALLOWANCE: Money = Money::cents(1_000_000);

    /// Somebody nobody has seen yet, at version 0.
    pub fn new(id: AccountId) -> Person {
        Person {
            id,
            version: 0,
            at: Time(0),
            tables: BTreeSet::new(),
            shared: None,
            has_wallet: false,
            books: Books::default(),
        }
    }

    /// His account.
    pub fn id(&self) -> AccountId {
        self.id
    }

    /// The number of entries so far.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The balances.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// The play money in his wallet; before he is first given any, what he will find there.
    pub fn wallet(&self) -> Money {
        if self.has_wallet { self.holds() } else { Person::ALLOWANCE }
    }

    /// The tables at which he has a seat, in order.
    pub fn tables(&self) -> impl Iterator<Item = TableId> {
        self.tables.iter().copied()
    }

    /// What he may see of himself.
    pub fn view(&self) -> PersonView {
        PersonView {
            version: self.version,
            wallet: self.wallet().in_cents(),
            allowance: Person::ALLOWANCE.in_cents(),
            tables: self.tables().collect(),
        }
    }

    /// Applies the next entry. The money its events move is worked out again, and must be
    /// what the entry says.
    ///
    /// # Errors
    /// If the entry does not follow; the person is then in no state to be used.
    pub fn apply(&mut self, entry: &Entry<PersonEvent>) -> Result<(), ReplayFailed> {
        follows(entry, self.version, self.at)?;
        self.begin(entry.at);
        let version = entry.version;
        let mut booking = Booking::of(entry);
        for event in &entry.events {
            let made = self.fold(event);
            let made = made.map_err(|misfit| misfit.at(version))?;
            booking.book(&made, &mut self.books)?;
        }
        booking.end(&self.books)
    }

    fn holds(&self) -> Money {
        self.books.balance(Account::Wallet).money()
    }

    /// Starts the next version.
    fn begin(&mut self, at: Time) {
        self.version += 1;
        self.at = at;
    }

    /// Folds one event; the money it moves, which the caller books.
    fn fold(&mut self, event: &PersonEvent) -> Result<Vec<Transfer>, Misfit> {
        let sits = |table: &TableId| self.tables.contains(table);
        let (from, to, cents) = match event {
            PersonEvent::Granted { cents } => {
                self.has_wallet = true;
                (Account::Cage, Account::Wallet, *cents)
            }
            PersonEvent::TookChips { table, .. } if !sits(table) => {
                return Err("chips for a table at which he does not sit".into());
            }
            PersonEvent::TookChips { cents, .. } if *cents > self.holds().in_cents() => {
                return Err("more chips than the wallet holds".into());
            }
            PersonEvent::TookChips { table, cents } => {
                (Account::Wallet, Account::Table(*table), *cents)
            }
            PersonEvent::BroughtChips { table, .. } if !sits(table) => {
                return Err("chips from a table at which he does not sit".into());
            }
            PersonEvent::BroughtChips { table, cents } => {
                (Account::Table(*table), Account::Wallet, *cents)
            }
            PersonEvent::SatDown { table, shared } => {
                if *shared && self.shared.replace(*table).is_some() {
                    return Err("he sits at another shared table".into());
                }
                let is_new = self.tables.insert(*table);
                return if is_new { Ok(Vec::new()) } else { Err("he sits there already".into()) };
            }
            PersonEvent::StoodUp { table } => {
                self.shared = self.shared.filter(|shared| shared != table);
                let was_there = self.tables.remove(table);
                return if was_there {
                    Ok(Vec::new())
                } else {
                    Err("he does not sit there".into())
                };
            }
        };
        if cents <= 0 {
            return Err("nothing moves".into());
        }
        Ok(vec![Transfer { from, to, micros: Micros::of_cents(amount(cents)?) }])
    }
}
