//! What was out of the ordinary: at tables, and cards and commands that were refused.

use progressive::Micros;
use serde::Serialize;

use super::trays::after;
use super::{Noted, Period, Report, Source, dollars, row};
use crate::event::{Entry, Event, Relieved};
use crate::ids::{TableId, Time};

row! {
    /// Something out of the ordinary, at a table or in the security log.
    ExceptionRow {
        at: Time,
        what: Exception,
        /// At which table; nothing for a line of the security log.
        table: Option<TableId>,
        /// The version of the table's entry, or the number of the log's line.
        number: u64,
        seat: Option<u8>,
        /// Who did it, or whose card it was.
        by: String,
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
    TrayBelowZero,
    Relieved,
    EndedBySupervisor,
    CardRefused,
    CardReplayed,
    CommandDenied,
    ProcedureRefused,
    KeyGivenUp,
    ClockJumped,
}

impl Exception {
    /// The exception that a line of the security log is, if it is one.
    fn of_log(what: &str) -> Option<Exception> {
        Some(match what {
            "card.refused" => Exception::CardRefused,
            "card.replayed" => Exception::CardReplayed,
            "command.denied" => Exception::CommandDenied,
            "progressive.refused" => Exception::ProcedureRefused,
            "key.given-up" => Exception::KeyGivenUp,
            "clock.jumped" => Exception::ClockJumped,
            _ => return None,
        })
    }
}

/// What was out of the ordinary.
pub type Exceptions = Report<ExceptionRow>;

impl Exceptions {
    /// What was out of the ordinary in a period, in the order in which it happened.
    pub fn of(source: &Source, period: Period) -> Exceptions {
        let at_tables = source.tables().flat_map(|it| {
            let mut tray = Micros::ZERO;
            it.entries.iter().flat_map(move |entry| {
                let of = |event| exception(source, it.table, entry, event);
                let below = below_zero(source, it.table, entry, &mut tray);
                entry.events.iter().filter_map(of).chain(below).collect::<Vec<_>>()
            })
        });
        let noted = source.log().filter_map(|line| in_log(source, line));
        let mut rows: Vec<ExceptionRow> = at_tables.chain(noted).collect();
        rows.retain(|row| period.contains(row.at));
        rows.sort_by_key(|row| row.at);
        Report { rows }
    }
}

fn in_log(source: &Source, line: &Noted) -> Option<ExceptionRow> {
    let what = Exception::of_log(&line.what)?;
    let by = line.account.map(|account| source.name(account)).unwrap_or_default();
    let (at, number, reason) = (line.at, line.number, line.detail.clone());
    Some(ExceptionRow { at, what, table: None, number, seat: None, by, reason })
}

/// An entry after which a tray holds less than nothing, and before which it did not: more was paid
/// than the cage had brought.
fn below_zero(
    source: &Source,
    table: TableId,
    entry: &Entry,
    tray: &mut Micros,
) -> Option<ExceptionRow> {
    let before = *tray;
    *tray = after(before, entry);
    if before < Micros::ZERO || *tray >= Micros::ZERO {
        return None;
    }
    let (at, number, by) = (entry.at, entry.version, source.name(entry.by.account));
    let (what, table, reason) = (Exception::TrayBelowZero, Some(table), dollars(*tray));
    Some(ExceptionRow { at, what, table, number, seat: None, by, reason })
}

fn exception(
    source: &Source,
    table: TableId,
    entry: &Entry,
    event: &Event,
) -> Option<ExceptionRow> {
    let (what, seat, reason) = match event {
        Event::Voided { why, .. } => (Exception::Voided, None, why.to_string()),
        Event::Waived { seat, reason, .. } => (Exception::Waived, Some(*seat), reason.clone()),
        Event::Withdrawn { seat, reason, .. } => {
            (Exception::Withdrawn, Some(*seat), reason.clone().unwrap_or_default())
        }
        Event::OffDuty { role, staff, relieved: Some(Relieved { why, .. }) } => {
            let who = source.name(*staff);
            (Exception::Relieved, None, format!("{role} {who}: {why}"))
        }
        Event::Ended { card: Some(card), .. } => {
            (Exception::EndedBySupervisor, None, format!("card {card}"))
        }
        Event::SensorsDark { code } => (Exception::SensorsDark, None, code.to_string()),
        Event::ShoeLost { shoe } => (Exception::ShoeLost, None, format!("shoe {shoe}")),
        _ => return None,
    };
    let (at, number, by) = (entry.at, entry.version, source.name(entry.by.account));
    Some(ExceptionRow { at, what, table: Some(table), number, seat, by, reason })
}
