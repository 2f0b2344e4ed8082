//! Reports: pure folds over the entries of links and tables (O-01, L-20). Every row is
//! flat, one line of a table; every total ties to the ledger, because transfers are what
//! is added up.

mod bank;
mod jackpot;
mod lists;
mod tables;

use serde::{Deserialize, Serialize};

pub use bank::{BankReport, bank};
pub use jackpot::{JackpotReport, jackpots};
pub use lists::{
    ChangeRow, ExceptionRow, PendingRow, SlipRow, changes, exceptions, pending, slips,
};
pub use tables::{TableDay, is_reported, table_days};

use crate::ids::Moment;

/// From a moment on, up to another one that is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// The first moment.
    pub from: Moment,
    /// The first moment after it.
    pub to: Moment,
}

impl Period {
    /// All time.
    pub const ALL: Period = Period { from: Moment(0), to: Moment(u64::MAX) };

    fn contains(&self, at: Moment) -> bool {
        (self.from..self.to).contains(&at)
    }
}
