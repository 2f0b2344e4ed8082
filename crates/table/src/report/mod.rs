//! Reports as typed values, folded from the entries of links and tables and from nothing
//! else (O-01, L-20). A report is rows of one shape with its columns and its totals; who
//! prints it, on paper, on a page or as a file, only renders it. Totals tie to the ledger,
//! because transfers are what is added up.

mod bank;
mod changes;
mod day;
mod exceptions;
mod hits;
mod jackpots;
mod pending;
mod play;
mod shift;
mod source;
mod starts;
mod trays;
mod wagers;

use progressive::Micros;
use rules::{Money, Spot};
use serde::Serialize;

pub use bank::{Bank, BankRow, DepositRow, Deposits};
pub use changes::{ChangeRow, Changed, Changes};
pub use day::{DayRow, Days, HouseDayRow, HouseDays};
pub use exceptions::{Exception, ExceptionRow, Exceptions};
pub use hits::{HitRow, Hits};
pub use jackpots::{JackpotRow, Jackpots};
pub use pending::{Pending, PendingRow};
pub use play::Play;
pub use shift::{ShiftRow, Shifts};
pub use source::{Noted, Source, Untied};
pub use starts::{STARTED, StartRow, Starts};
pub use trays::{TrayMove, TrayRow, Trays};
pub use wagers::{Bets, Expected, HoldRow, Holds, WagerRow, Wagers};

use crate::ids::{AccountId, LinkId, TableId, Time};

/// The version of the rows' shape; columns are added, never changed, under one version.
pub const SCHEMA: u32 = 2;

/// Rows of one shape, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<R> {
    /// The rows.
    pub rows: Vec<R>,
}

impl<R: Row> Report<R> {
    /// The columns of every row, in order; an empty report has them too.
    pub const fn columns(&self) -> &'static [&'static str] {
        R::COLUMNS
    }

    /// The sums of the columns that can be added up, by column.
    pub fn totals(&self) -> Vec<(&'static str, i64)> {
        let sum = |(column, of): &Sum<R>| (*column, self.rows.iter().map(of).sum());
        R::SUMS.iter().map(sum).collect()
    }
}

/// One line of a report: flat, each field a column.
pub trait Row: Serialize + Sized + 'static {
    /// The names of the columns, as they are serialised and in that order.
    const COLUMNS: &'static [&'static str];
    /// What stands in each column, in the same order.
    const KINDS: &'static [Kind];
    /// The columns that can be added up.
    const SUMS: &'static [Sum<Self>];
}

/// A column that can be added up, and what a row has in it.
pub type Sum<R> = (&'static str, fn(&R) -> i64);

/// What stands in a column, so that whoever renders it for people knows its unit. Files have the
/// bare numbers: cents, micro-dollars, milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An amount in cents.
    Cents,
    /// An amount in micro-dollars.
    Micros,
    /// A moment.
    Moment,
    /// A number of something, or its number.
    Number,
    /// A share in hundredths of a percent.
    Hundredths,
    /// How long something took, in milliseconds.
    Lasting,
    /// Words.
    Words,
}

/// What can stand in a column.
trait Cell {
    const KIND: Kind;
}

macro_rules! cells {
    ($($type:ty => $kind:ident,)+) => {
        $(impl Cell for $type {
            const KIND: Kind = Kind::$kind;
        })+
    };
}

cells! {
    i64 => Cents,
    Micros => Micros,
    Time => Moment,
    u8 => Number,
    u32 => Number,
    u64 => Number,
    AccountId => Number,
    LinkId => Number,
    TableId => Number,
    Hundredths => Hundredths,
    Lasting => Lasting,
    bool => Words,
    String => Words,
    Spot => Words,
    Changed => Words,
    Exception => Words,
    TrayMove => Words,
}

impl<T: Cell> Cell for Option<T> {
    const KIND: Kind = T::KIND;
}

/// A share in hundredths of a percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Hundredths(pub i64);

impl Hundredths {
    /// A part of a whole, rounded towards zero; nothing of nothing.
    pub fn share(part: i64, whole: i64) -> Option<Hundredths> {
        let share = (i128::from(part) * 10_000).checked_div(i128::from(whole))?;
        i64::try_from(share).ok().map(Hundredths)
    }
}

/// As a percentage.
impl std::fmt::Display for Hundredths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let share = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02} %", share / 100, share % 100)
    }
}

/// How long something took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Lasting(pub u64);

/// Hours, minutes and seconds.
impl std::fmt::Display for Lasting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.0 / 1_000;
        write!(f, "{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
    }
}

/// An amount in dollars, with every place it has.
pub fn dollars(micros: Micros) -> String {
    let (sign, amount) = if micros.0 < 0 { ("-", -micros) } else { ("", micros) };
    let whole = Money::cents(amount.0 / 1_000_000 * 100);
    let places = format!("{:06}", amount.0 % 1_000_000);
    let (cents, rest) = places.split_at(2);
    format!("{sign}{whole}.{cents}{}", rest.trim_end_matches('0'))
}

/// Something that can be added up in a column.
trait Summand: Copy {
    fn summand(self) -> i64;
}

impl Summand for i64 {
    fn summand(self) -> i64 {
        self
    }
}

impl Summand for u64 {
    fn summand(self) -> i64 {
        i64::try_from(self).unwrap_or(i64::MAX)
    }
}

impl Summand for Lasting {
    fn summand(self) -> i64 {
        self.0.summand()
    }
}

impl Summand for Micros {
    fn summand(self) -> i64 {
        self.0
    }
}

impl<T: Summand> Summand for Option<T> {
    fn summand(self) -> i64 {
        self.map_or(0, T::summand)
    }
}

/// Defines a row once: its fields are its columns, and `sums` names those to add up.
macro_rules! row {
    (
        $(#[$about:meta])*
        $name:ident { $($(#[$doc:meta])* $column:ident: $type:ty,)+ }
        sums { $($sum:ident)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        #[allow(missing_docs)]
        pub struct $name {
            $($(#[$doc])* pub $column: $type,)+
        }

        impl $crate::report::Row for $name {
            const COLUMNS: &'static [&'static str] = &[$(stringify!($column)),+];
            const KINDS: &'static [$crate::report::Kind] =
                &[$(<$type as $crate::report::Cell>::KIND),+];
            const SUMS: &'static [$crate::report::Sum<$name>] = &[$((
                stringify!($sum),
                |row| $crate::report::Summand::summand(row.$sum),
            )),*];
        }
    };
}
use row;

/// From a moment on, up to another one that is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first moment.
    pub from: Time,
    /// The first moment after it.
    pub to: Time,
}

impl Period {
    /// All time.
    pub const ALL: Period = Period { from: Time(0), to: Time(u64::MAX) };

    fn contains(&self, at: Time) -> bool {
        (self.from..self.to).contains(&at)
    }
}
