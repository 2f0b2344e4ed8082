//! A table on a gaming day: drop, win, contributions, awards (L-20).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::event::{Entry, Event};
use crate::ids::{Moment, TableId};
use crate::ledger::{Account, Micros, Transfer};

/// Whether reports count a table, by the sign that is its first event: practice and
/// exhibition tables are outside all of them.
pub fn is_reported(entries: &[Entry]) -> bool {
    let mut events = entries.iter().flat_map(|entry| &entry.events);
    let Some(Event::Posted(sign)) = events.next() else { return true };
    sign.private.is_none() && sign.exhibition.is_none()
}

/// A table on a gaming day, in cents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct TableDay {
    pub table: TableId,
    /// The gaming day, as `yyyymmdd`.
    pub day: u32,
    /// Rounds that ended, voided ones apart.
    pub rounds: u64,
    pub voided: u64,
    /// Chips sold.
    pub drop: i64,
    /// Chips changed back.
    pub cashed_out: i64,
    pub fills: i64,
    pub credits: i64,
    /// What was staked in rounds that ended.
    pub staked: i64,
    /// What they handed back, awards in chips included.
    pub returned: i64,
    /// What the tray won of players, less what it paid.
    pub win: i64,
    /// Progressive wagers handed to the link.
    pub to_link: i64,
    /// What came back from it: awards in chips, voided wagers, fixed pays of a meter that
    /// pays all.
    pub from_link: i64,
    /// The awards that were posted, in chips or on a slip.
    pub awards: i64,
}

impl TableDay {
    fn new(table: TableId, day: u32) -> TableDay {
        TableDay {
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
            (Account::Cage, Account::Player(_)) => self.drop += cents,
            (Account::Player(_), Account::Cage) => self.cashed_out += cents,
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

/// The gaming days of a table; `day_of` says which day a moment belongs to.
pub fn table_days<'a>(
    table: TableId,
    entries: impl IntoIterator<Item = &'a Entry>,
    day_of: impl Fn(Moment) -> u32,
) -> Vec<TableDay> {
    let mut days: BTreeMap<u32, TableDay> = BTreeMap::new();
    for entry in entries {
        let day = day_of(entry.at);
        let report = days.entry(day).or_insert_with(|| TableDay::new(table, day));
        entry.transfers.iter().for_each(|transfer| report.book(transfer));
        entry.events.iter().for_each(|event| report.count(event));
    }
    days.into_values().collect()
}
