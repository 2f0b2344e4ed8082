//! What was out of the ordinary at tables.

use serde::Serialize;

use super::{Period, Report, Source, row};
use crate::event::{Entry, Event};
use crate::ids::{AccountId, TableId, Time};

row! {
    /// Something out of the ordinary at a table.
    ExceptionRow {
        table: TableId,
        version: u64,
        at: Time,
        what: Exception,
        seat: Option<u8>,
        by: AccountId,
        reason: String,
    }
    sums {}
}

/// What was out of the ordinary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Exception {
    Voided,
    Waived,
    Withdrawn,
    SensorsDark,
    ShoeLost,
}

/// What was out of the ordinary at all tables.
pub type Exceptions = Report<ExceptionRow>;

impl Exceptions {
    /// What was out of the ordinary in a period, by table and in order.
    pub fn of(source: &Source, period: Period) -> Exceptions {
        let entries = source.tables().flat_map(|it| it.entries.iter().map(|of| (it.table, of)));
        let within = entries.filter(|(_, entry)| period.contains(entry.at));
        let rows = within.flat_map(|(table, entry)| {
            entry.events.iter().filter_map(move |event| exception(table, entry, event))
        });
        Report { rows: rows.collect() }
    }
}

fn exception(table: TableId, entry: &Entry, event: &Event) -> Option<ExceptionRow> {
    let (what, seat, reason) = match event {
        Event::Voided { why, .. } => (Exception::Voided, None, why.to_string()),
        Event::Waived { seat, reason, .. } => (Exception::Waived, Some(*seat), reason.clone()),
        Event::Withdrawn { seat, .. } => (Exception::Withdrawn, Some(*seat), String::new()),
        Event::SensorsDark { code } => (Exception::SensorsDark, None, code.to_string()),
        Event::ShoeLost { shoe } => (Exception::ShoeLost, None, format!("shoe {shoe}")),
        _ => return None,
    };
    let (version, at, by) = (entry.version, entry.at, entry.by.account);
    Some(ExceptionRow { table, version, at, what, seat, by, reason })
}
