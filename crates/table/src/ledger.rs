//! The ledger: double entry, whole micro-dollars, append only.
//!
//! Money only moves from one account to another, so the sum of all accounts is zero
//! by construction; [`Books::apply`] checks it all the same after every entry (L-01).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ids::AccountId;

/// An amount in millionths of a dollar: fine enough for every share of a wager.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Micros(pub i64);

/// Micro-dollars in a cent.
const PER_CENT: i64 = 10_000;

impl Micros {
    /// Nothing.
    pub const ZERO: Micros = Micros(0);

    /// An amount of whole cents.
    ///
    /// # Panics
    /// If the amount does not fit 64 bits.
    pub fn of_cents(cents: i64) -> Micros {
        Micros(cents.checked_mul(PER_CENT).expect("an amount fits 64 bits"))
    }

    /// The amount in cents, rounded down.
    pub const fn cents(self) -> i64 {
        self.0.div_euclid(PER_CENT)
    }

    /// The sum.
    ///
    /// # Panics
    /// If it does not fit 64 bits.
    #[must_use]
    pub fn plus(self, other: Micros) -> Micros {
        Micros(self.0.checked_add(other.0).expect("an amount fits 64 bits"))
    }

    /// The difference.
    ///
    /// # Panics
    /// If it does not fit 64 bits.
    #[must_use]
    pub fn minus(self, other: Micros) -> Micros {
        Micros(self.0.checked_sub(other.0).expect("an amount fits 64 bits"))
    }
}

/// An account of the ledger (L-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// Cash and chips outside the table; below zero by what has gone in.
    Cage,
    /// The chips in front of a player.
    Player(AccountId),
    /// The stakes that lie on the felt.
    Felt,
    /// The dealer's tray.
    Tray,
    /// A progressive's meter, by level.
    Meter(u8),
    /// What is held back for the next meter.
    Reserve,
    /// What the house has put into meters as seeds.
    SeedFunding,
    /// The house's share of progressive wagers.
    ProgressiveHouse,
    /// Contributions above a meter's limit.
    Overflow,
    /// Awards that are claimed and not yet posted.
    PendingAward,
    /// What must lie in the jackpots' bank account.
    JackpotBank,
    /// What rounding would leave over: must stay zero.
    Breakage,
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Cage => f.write_str("cage"),
            Account::Player(player) => write!(f, "player:{player}"),
            Account::Felt => f.write_str("felt"),
            Account::Tray => f.write_str("tray"),
            Account::Meter(level) => write!(f, "meter:{level}"),
            Account::Reserve => f.write_str("reserve"),
            Account::SeedFunding => f.write_str("seed-funding"),
            Account::ProgressiveHouse => f.write_str("progressive-house"),
            Account::Overflow => f.write_str("overflow"),
            Account::PendingAward => f.write_str("pending-award"),
            Account::JackpotBank => f.write_str("jackpot-bank"),
            Account::Breakage => f.write_str("breakage"),
        }
    }
}

/// A text that names no account.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no account of the ledger")]
pub struct NotAnAccount(String);

impl FromStr for Account {
    type Err = NotAnAccount;

    fn from_str(text: &str) -> Result<Account, NotAnAccount> {
        let strange = || NotAnAccount(text.to_owned());
        match text.split_once(':') {
            Some(("player", id)) => {
                id.parse().map(|id| Account::Player(AccountId(id))).map_err(|_| strange())
            }
            Some(("meter", level)) => level.parse().map(Account::Meter).map_err(|_| strange()),
            _ => PLAIN.into_iter().find(|it| it.to_string() == text).ok_or_else(strange),
        }
    }
}

/// The accounts without a number.
const PLAIN: [Account; 10] = [
    Account::Cage,
    Account::Felt,
    Account::Tray,
    Account::Reserve,
    Account::SeedFunding,
    Account::ProgressiveHouse,
    Account::Overflow,
    Account::PendingAward,
    Account::JackpotBank,
    Account::Breakage,
];

impl Serialize for Account {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Account {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Account, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Account {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Account {}

/// Money that moves from one account to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Transfer {
    /// The account it leaves.
    pub from: Account,
    /// The account it reaches.
    pub to: Account,
    /// How much, in micro-dollars; always more than nothing.
    pub micros: Micros,
}

/// The balances of a table's accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Books {
    balances: BTreeMap<Account, Micros>,
}

impl Books {
    /// The balance of an account.
    pub fn balance(&self, account: Account) -> Micros {
        self.balances.get(&account).copied().unwrap_or_default()
    }

    /// All accounts that are not empty, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Account, Micros)> {
        self.balances.iter().map(|(account, micros)| (*account, *micros))
    }

    /// Moves money.
    ///
    /// # Panics
    /// If nothing or less is moved, an account moves money to itself, or a balance
    /// does not fit 64 bits: the table asked for something that cannot be.
    pub fn apply(&mut self, transfer: Transfer) {
        let Transfer { from, to, micros } = transfer;
        assert!(micros > Micros::ZERO && from != to, "money moves between two accounts");
        self.set(from, self.balance(from).minus(micros));
        self.set(to, self.balance(to).plus(micros));
    }

    fn set(&mut self, account: Account, micros: Micros) {
        // Players come and go; an account at zero is the same as none.
        if micros == Micros::ZERO {
            self.balances.remove(&account);
        } else {
            self.balances.insert(account, micros);
        }
    }

    /// What is wrong with the books, if anything (L-01, L-02).
    pub fn fault(&self) -> Option<BooksFault> {
        let sum = self.balances.values().fold(0i128, |sum, micros| sum + i128::from(micros.0));
        if sum != 0 {
            return Some(BooksFault::Sum(sum));
        }
        let breakage = self.balance(Account::Breakage);
        if breakage != Micros::ZERO {
            return Some(BooksFault::Breakage(breakage));
        }
        let short = self.iter().find(|(account, micros)| {
            let may_owe = matches!(account, Account::Cage | Account::Tray | Account::SeedFunding);
            !may_owe && *micros < Micros::ZERO
        });
        short.map(|(account, micros)| BooksFault::BelowZero { account, micros })
    }
}

/// Books that do not balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BooksFault {
    #[error("the accounts sum to {0} micro-dollars instead of zero")]
    Sum(i128),
    #[error("{} micro-dollars of breakage", .0.0)]
    Breakage(Micros),
    #[error("account {account} is below zero: {} micro-dollars", micros.0)]
    BelowZero { account: Account, micros: Micros },
}
