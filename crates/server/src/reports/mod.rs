//! Reports for whoever asks, at a page or at the command line: the record is read, folded into typed
//! reports (`table::report`), and written as CSV or JSON. Both ask here, so both are told the same.

mod laws;
mod read;
mod written;

use table::report::{
    Bank, Changes, Days, Deposits, Exceptions, Hits, Holds, HouseDays, Jackpots, Pending, Period,
    Shifts, Starts, Trays, Wagers,
};
use table::{Role, Time};

pub(crate) use laws::NoLaw;
pub use laws::{Laws, Unit};
pub use read::{Asked, ReadFailed, Record};
pub use written::Written;

use crate::room_time::RoomTime;

rules::words! {
    /// A report, by its word.
    #[allow(missing_docs)]
    pub enum Which as "ReportName" {
        Jackpots = "jackpots",
        Bank = "bank",
        Deposits = "deposits",
        Hits = "hits",
        Pending = "pending",
        Changes = "changes",
        Tables = "tables",
        Days = "days",
        Shifts = "shifts",
        Trays = "trays",
        Wagers = "wagers",
        Hold = "hold",
        Exceptions = "exceptions",
        Starts = "starts",
    }
}

impl Which {
    /// Whether it is made of what tables did.
    pub const fn is_of_tables(self) -> bool {
        matches!(
            self,
            Which::Tables
                | Which::Days
                | Which::Shifts
                | Which::Trays
                | Which::Wagers
                | Which::Hold
                | Which::Exceptions
        )
    }

    /// Who may read it: the cage what concerns slips, trays and the bank account, and the floor and the
    /// auditor all of them.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Which::Jackpots
            | Which::Bank
            | Which::Deposits
            | Which::Hits
            | Which::Pending
            | Which::Changes
            | Which::Trays => &[Role::Cage, Role::Supervisor, Role::Executive, Role::Auditor],
            _ => &[Role::Supervisor, Role::Executive, Role::Auditor],
        }
    }

    /// Makes the report of a record; `now` is the last moment it can be about.
    pub fn of(
        self,
        record: &Record,
        period: Period,
        now: Time,
        room: &RoomTime,
        laws: &Laws,
    ) -> Written {
        let (source, at) = (&record.source, period.to.min(now));
        let day_of = |at| room.gaming_day(at);
        let wagers = || Wagers::of(source, period, |bets| laws.expected(record, &bets));
        match self {
            Which::Jackpots => Written::of(self, &Jackpots::of(source, period)),
            Which::Bank => Written::of(self, &Bank::of(source, at)),
            Which::Deposits => Written::of(self, &Deposits::of(source, at)),
            Which::Hits => Written::of(self, &Hits::of(source, period)),
            Which::Pending => Written::of(self, &Pending::of(source)),
            Which::Changes => Written::of(self, &Changes::of(source, period)),
            Which::Tables => Written::of(self, &Days::of(source, period, day_of)),
            Which::Days => Written::of(self, &HouseDays::of(source, period, day_of)),
            Which::Shifts => Written::of(self, &Shifts::of(source, period)),
            Which::Trays => Written::of(self, &Trays::of(source, period)),
            Which::Wagers => Written::of(self, &wagers()),
            Which::Hold => Written::of(self, &Holds::of(&wagers())),
            Which::Exceptions => Written::of(self, &Exceptions::of(source, period)),
            Which::Starts => Written::of(self, &Starts::of(source, period)),
        }
    }
}

/// Gaming days that are none, or in the wrong order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum NoPeriod {
    #[error("“{0}” is not a gaming day such as 20261116")]
    Day(u32),
    #[error("the first day is after the last")]
    Order,
}

/// From the beginning of a gaming day to the end of another; from the first entry and up to now where
/// none is named.
///
/// # Errors
/// If there is no such day, or the first is after the last.
pub fn period(
    room: &RoomTime,
    from: Option<u32>,
    until: Option<u32>,
    now: Time,
) -> Result<Period, NoPeriod> {
    let begins =
        |day: u32, later: i64| room.day_begins(day.into(), later).ok_or(NoPeriod::Day(day));
    let from = from.map_or(Ok(Time(0)), |day| begins(day, 0))?;
    let to = until.map_or(Ok(Time(now.0 + 1)), |day| begins(day, 1))?;
    if from < to { Ok(Period { from, to }) } else { Err(NoPeriod::Order) }
}
