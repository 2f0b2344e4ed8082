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
mod source;

use progressive::Micros;
use serde::Serialize;

pub use bank::{Bank, BankRow, DepositRow, Deposits};
pub use changes::{ChangeRow, Changed, Changes};
pub use day::{DayRow, Days};
pub use exceptions::{Exception, ExceptionRow, Exceptions};
pub use hits::{HitRow, Hits};
pub use jackpots::{JackpotRow, Jackpots};
pub use pending::{Pending, PendingRow};
pub use source::{Source, Untied};

use crate::ids::Time;

/// The version of the rows' shape; columns are added, never changed, under one version.
pub const SCHEMA: u32 = 1;

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
    /// The columns that can be added up.
    const SUMS: &'static [Sum<Self>];
}

/// A column that can be added up, and what a row has in it.
pub type Sum<R> = (&'static str, fn(&R) -> i64);

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
