//! The ledger: double entry, whole micro-dollars, append only.
//!
//! Money only moves from one account to another, so the sum of all accounts is zero
//! by construction; [`Books::apply`] checks it all the same after every entry (L-01).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use progressive::Micros;
use rules::{Spot, Word};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ids::{AccountId, LinkId, TableId};

/// The largest amount an event may name, in cents: a hundred billion dollars, far above any
/// and far below what 64 bits hold.
pub(crate) const MOST_CENTS: i64 = 10_000_000_000_000;

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
    /// What a table has handed to its link and not got back; in the table's books.
    Link(LinkId),
    /// What a person has brought to a table from his wallet and not taken back, below zero;
    /// in the table's books.
    Person(AccountId),
    /// In the books of a link or a person, what stands against its account in the table's:
    /// the two are equal and opposite.
    Table(TableId),
    /// A person's play money; in his own books.
    Wallet,
    /// A jackpot's meter, frozen parts included.
    Meter(Spot),
    /// What is held back for the next meter.
    Reserve(Spot),
    /// What the house has put into the meter as seeds.
    SeedFunding(Spot),
    /// What the house has lent to a meter that had run dry (P-09).
    HouseLoan(Spot),
    /// The house's share of progressive wagers.
    ProgressiveHouse(Spot),
    /// What was taken from a meter above its limit.
    Overflow(Spot),
    /// Awards that left the meter and are not yet handed out.
    PendingAward(Spot),
    /// Corrections of malfunctions.
    Correction(Spot),
    /// What winners owe of awards that were paid and then backed out (P-33), below zero.
    Receivable(Spot),
    /// What of it the house has given up, below zero.
    WrittenOff(Spot),
    /// What must lie in the jackpots' bank account.
    JackpotBank,
    /// What rounding would leave over: must stay zero.
    Breakage,
}

impl Account {
    /// The account's word, and the spot of an account that every jackpot has.
    fn name(self) -> (&'static str, Option<Spot>) {
        match self {
            Account::Cage => ("cage", None),
            Account::Player(_) => ("player", None),
            Account::Felt => ("felt", None),
            Account::Tray => ("tray", None),
            Account::Link(_) => ("link", None),
            Account::Person(_) => ("person", None),
            Account::Table(_) => ("table", None),
            Account::Wallet => ("wallet", None),
            Account::Meter(spot) => ("meter", Some(spot)),
            Account::Reserve(spot) => ("reserve", Some(spot)),
            Account::SeedFunding(spot) => ("seed-funding", Some(spot)),
            Account::HouseLoan(spot) => ("house-loan", Some(spot)),
            Account::ProgressiveHouse(spot) => ("progressive-house", Some(spot)),
            Account::Overflow(spot) => ("overflow", Some(spot)),
            Account::PendingAward(spot) => ("pending-award", Some(spot)),
            Account::Correction(spot) => ("correction", Some(spot)),
            Account::Receivable(spot) => ("receivable", Some(spot)),
            Account::WrittenOff(spot) => ("written-off", Some(spot)),
            Account::JackpotBank => ("jackpot-bank", None),
            Account::Breakage => ("breakage", None),
        }
    }

    /// Whether the account may be below zero: what comes from outside, and what a table
    /// and those around it owe each other.
    const fn may_owe(self) -> bool {
        matches!(
            self,
            Account::Cage
                | Account::Tray
                | Account::Link(_)
                | Account::Person(_)
                | Account::Table(_)
                | Account::SeedFunding(_)
                | Account::HouseLoan(_)
                | Account::ProgressiveHouse(_)
                | Account::Correction(_)
                | Account::Receivable(_)
                | Account::WrittenOff(_)
        )
    }

    /// The accounts of a jackpot.
    pub const fn of_jackpot(spot: Spot) -> [Account; 10] {
        [
            Account::Meter(spot),
            Account::Reserve(spot),
            Account::SeedFunding(spot),
            Account::HouseLoan(spot),
            Account::ProgressiveHouse(spot),
            Account::Overflow(spot),
            Account::PendingAward(spot),
            Account::Correction(spot),
            Account::Receivable(spot),
            Account::WrittenOff(spot),
        ]
    }
}

/// An account is written as its word, with the number or spot it belongs to behind a colon.
impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, spot) = self.name();
        f.write_str(name)?;
        match (self, spot) {
            (Account::Player(of) | Account::Person(of), _) => write!(f, ":{of}"),
            (Account::Link(link), _) => write!(f, ":{}", link.0),
            (Account::Table(table), _) => write!(f, ":{}", table.0),
            (_, Some(spot)) => write!(f, ":{spot}"),
            (_, None) => Ok(()),
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
        let read = || match text.split_once(':') {
            Some(("player", id)) => Some(Account::Player(AccountId(id.parse().ok()?))),
            Some(("person", id)) => Some(Account::Person(AccountId(id.parse().ok()?))),
            Some(("link", id)) => Some(Account::Link(LinkId(id.parse().ok()?))),
            Some(("table", id)) => Some(Account::Table(TableId(id.parse().ok()?))),
            Some((name, spot)) => {
                let own = Account::of_jackpot(Spot::from_word(spot)?).into_iter();
                own.into_iter().find(|account| account.name().0 == name)
            }
            None => PLAIN.into_iter().find(|account| account.name().0 == text),
        };
        read().ok_or_else(|| NotAnAccount(text.to_owned()))
    }
}

/// The accounts without a number or spot.
const PLAIN: [Account; 6] = [
    Account::Cage,
    Account::Felt,
    Account::Tray,
    Account::Wallet,
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

/// The balances of a machine's accounts.
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
        self.set(from, self.balance(from) - micros);
        self.set(to, self.balance(to) + micros);
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
        let short =
            self.iter().find(|(account, micros)| !account.may_owe() && *micros < Micros::ZERO);
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
