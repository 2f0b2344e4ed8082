//! What a table, and the whole house, did on a gaming day: drop, win, contributions, awards (L-20).

use std::collections::BTreeMap;

use super::play::{Play, play_row};
use super::source::OfTable;
use super::{Period, Report, Source};
use crate::ids::{TableId, Time};

play_row! {
    /// A table on a gaming day, in cents.
    DayRow {
        table: TableId,
        /// The gaming day, as `yyyymmdd`.
        day: u32,
    }
}

play_row! {
    /// All tables on a gaming day, in cents.
    HouseDayRow {
        /// The gaming day, as `yyyymmdd`.
        day: u32,
        /// The tables at which something happened.
        tables: u64,
    }
}

/// The gaming days of all tables.
pub type Days = Report<DayRow>;

/// The gaming days of the house.
pub type HouseDays = Report<HouseDayRow>;

impl Days {
    /// The days of a period, table by table; `day_of` says which day a moment belongs to.
    pub fn of(source: &Source, period: Period, day_of: impl Fn(Time) -> u32) -> Days {
        let rows = source.tables().flat_map(|it| {
            let days = days(source, it, period, &day_of).into_iter();
            days.map(|(day, play)| DayRow::of_play((it.table, day), &play))
        });
        Report { rows: rows.collect() }
    }
}

impl HouseDays {
    /// The days of a period, all tables together.
    pub fn of(source: &Source, period: Period, day_of: impl Fn(Time) -> u32) -> HouseDays {
        let mut all: BTreeMap<u32, (u64, Play)> = BTreeMap::new();
        for table in source.tables() {
            for (day, play) in days(source, table, period, &day_of) {
                let (tables, sum) = all.entry(day).or_default();
                *tables += 1;
                sum.add_play(&play);
            }
        }
        let row =
            |(day, (tables, play)): (u32, (u64, Play))| HouseDayRow::of_play((day, tables), &play);
        Report { rows: all.into_iter().map(row).collect() }
    }
}

fn days(
    source: &Source,
    of: &OfTable,
    period: Period,
    day_of: impl Fn(Time) -> u32,
) -> BTreeMap<u32, Play> {
    let mut days: BTreeMap<u32, Play> = BTreeMap::new();
    for entry in of.entries.iter().filter(|entry| period.contains(entry.at)) {
        days.entry(day_of(entry.at)).or_default().add(entry);
    }
    for back_out in source.back_outs(of.table).filter(|it| period.contains(it.at)) {
        days.entry(day_of(back_out.at)).or_default().back_out(back_out);
    }
    days
}
