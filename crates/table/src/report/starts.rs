//! The starts of the server: which program it was (P-17).

use super::{Period, Report, Source, row};
use crate::ids::Time;

/// What the security log calls a start; its detail is version, hash, time zone and the hour at
/// which the gaming day begins.
pub const STARTED: &str = "program.started";

row! {
    /// A start of the server.
    StartRow {
        at: Time,
        /// The line of the security log.
        number: u64,
        version: String,
        /// The SHA-256 of the executable file.
        sha256: String,
        time_zone: String,
        gaming_day_start: String,
        /// Whether the start before was by another program or in another time.
        changed: bool,
    }
    sums {}
}

/// The starts of the server.
pub type Starts = Report<StartRow>;

impl Starts {
    /// The starts in a period, in order.
    pub fn of(source: &Source, period: Period) -> Starts {
        let mut rows: Vec<StartRow> = Vec::new();
        let mut before: Option<&str> = None;
        for line in source.log().filter(|line| line.what == STARTED) {
            let mut words = line.detail.split(' ').map(str::to_owned);
            let mut word = || words.next().unwrap_or_default();
            rows.push(StartRow {
                at: line.at,
                number: line.number,
                version: word(),
                sha256: word(),
                time_zone: word(),
                gaming_day_start: word(),
                changed: before.is_some_and(|before| before != line.detail),
            });
            before = Some(&line.detail);
        }
        rows.retain(|row| period.contains(row.at));
        Report { rows }
    }
}
