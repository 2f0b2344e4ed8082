//! A table on a gaming day: drop, win, contributions, awards (L-20).

use progressive::Micros;
use std::collections::BTreeMap;

use super::source::OfTable;
use super::{Period, Report, Source, row};
use crate::event::Event;
use crate::ids::{TableId, Time};
use crate::ledger::{Account, Transfer};

row! {
    /// A table on a gaming day, in cents.
    DayRow {
        table: TableId,
        /// The gaming day, as `yyyymmdd`.
        day: u32,
        /// Rounds that ended, voided ones apart.
        rounds: u64,
        voided: u64,
        /// Chips sold.
        drop: i64,
        /// Chips changed back.
        cashed_out: i64,
        fills: i64,
        credits: i64,
        /// What was staked in rounds that ended.
        staked: i64,
        /// What they handed back, awards in chips included.
        returned: i64,
        /// What the tray won of players, less what it paid.
        win: i64,
        /// Progressive wagers handed to the link.
        to_link: i64,
        /// What came back from it: awards in chips, voided wagers, fixed pays of a meter that
        /// pays all.
        from_link: i64,
        /// The awards that were posted, in chips or on a slip.
        awards: i64,
    }
    sums {
        rounds voided drop cashed_out fills credits staked returned win to_link from_link awards
    }
}

/// The gaming days of all tables.
pub type Days = Report<DayRow>;

impl Days {
    /// The days of a period, table by table; `day_of` says which day a moment belongs to.
    pub fn of(source: &Source, period: Period, day_of: impl Fn(Time) -> u32) -> Days {
        let rows = source.tables().flat_map(|it| days(it, period, &day_of));
        Report { rows: rows.collect() }
    }
}

impl DayRow {
    fn new(table: TableId, day: u32) -> DayRow {
        DayRow {
            table,
            day,
            rounds: 0,
            voided: 0,
            drop: 0,
            cashed_out: 0,
            fills: 0,
            credits: 0,
            staked: 0,
            returned: 0,
            win: 0,
            to_link: 0,
            from_link: 0,
            awards: 0,
        }
    }

    fn book(&mut self, transfer: &Transfer) {
        let Transfer { from, to, micros } = *transfer;
        let cents = Micros::cents(micros);
        match (from, to) {
            (Account::Cage | Account::Person(_), Account::Player(_)) => self.drop += cents,
            (Account::Player(_), Account::Cage | Account::Person(_)) => self.cashed_out += cents,
            (Account::Cage, Account::Tray) => self.fills += cents,
            (Account::Tray, Account::Cage) => self.credits += cents,
            (_, Account::Link(_)) => self.to_link += cents,
            (Account::Link(_), _) => self.from_link += cents,
            _ => {}
        }
        match (from, to) {
            (Account::Felt | Account::Player(_) | Account::Link(_), Account::Tray) => {
                self.win += cents;
            }
            (Account::Tray, Account::Felt | Account::Player(_) | Account::Link(_)) => {
                self.win -= cents;
            }
            _ => {}
        }
    }

    fn count(&mut self, event: &Event) {
        match event {
            Event::Ended { staked, returned, .. } => {
                self.rounds += 1;
                self.staked += staked;
                self.returned += returned;
            }
            Event::Voided { .. } => self.voided += 1,
            Event::Awarded { cents, .. } => self.awards += cents,
            _ => {}
        }
    }
}

fn days(of: &OfTable, period: Period, day_of: impl Fn(Time) -> u32) -> Vec<DayRow> {
    let mut days: BTreeMap<u32, DayRow> = BTreeMap::new();
    for entry in of.entries.iter().filter(|entry| period.contains(entry.at)) {
        let day = day_of(entry.at);
        let row = days.entry(day).or_insert_with(|| DayRow::new(of.table, day));
        entry.transfers.iter().for_each(|transfer| row.book(transfer));
        entry.events.iter().for_each(|event| row.count(event));
    }
    days.into_values().collect()
}
