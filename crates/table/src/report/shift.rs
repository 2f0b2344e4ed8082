//! What was played while somebody dealt: from going on duty to going off.

use super::play::{Play, play_row};
use super::source::OfTable;
use super::{Period, Report, Source};
use crate::event::{Event, Relieved};
use crate::ids::{TableId, Time};
use crate::role::Role;

play_row! {
    /// A dealer's shift at a table, in cents.
    ShiftRow {
        table: TableId,
        /// Who dealt.
        dealer: String,
        /// When he went on duty.
        from: Time,
        /// When he went off; nothing while he deals.
        to: Option<Time>,
        /// Who ended it and why, if it was not he himself (T-13).
        relieved: String,
    }
}

/// The shifts of all dealers.
pub type Shifts = Report<ShiftRow>;

impl Shifts {
    /// The shifts that began in a period, by table and in order, each to its end.
    pub fn of(source: &Source, period: Period) -> Shifts {
        let rows = source.tables().flat_map(|it| shifts(source, it));
        Report { rows: rows.filter(|row| period.contains(row.from)).collect() }
    }
}

/// A shift that goes on.
struct Shift {
    dealer: String,
    from: Time,
    play: Play,
}

fn shifts(source: &Source, of: &OfTable) -> Vec<ShiftRow> {
    let mut rows = Vec::new();
    let mut open: Option<Shift> = None;
    let mut back_outs = source.back_outs(of.table).peekable();
    for entry in &of.entries {
        // What was backed out between two entries was so before the second.
        while let Some(it) = back_outs.next_if(|it| it.at < entry.at) {
            if let Some(shift) = &mut open {
                shift.play.back_out(it);
            }
        }
        if let Some(shift) = &mut open {
            shift.play.add(entry);
        }
        for event in &entry.events {
            match event {
                Event::OnDuty { role: Role::Dealer, name, .. } => {
                    let (dealer, from, play) = (name.clone(), entry.at, Play::default());
                    open = Some(Shift { dealer, from, play });
                }
                Event::OffDuty { role: Role::Dealer, relieved, .. } => {
                    let why = relieved.as_ref().map(|it| relief(source, it)).unwrap_or_default();
                    rows.extend(open.take().map(|it| it.row(of.table, Some(entry.at), why)));
                }
                _ => {}
            }
        }
    }
    if let Some(mut shift) = open {
        back_outs.for_each(|it| shift.play.back_out(it));
        rows.push(shift.row(of.table, None, String::new()));
    }
    rows
}

fn relief(source: &Source, relieved: &Relieved) -> String {
    format!("{}: {}", source.name(relieved.by), relieved.why)
}

impl Shift {
    fn row(self, table: TableId, to: Option<Time>, relieved: String) -> ShiftRow {
        ShiftRow::of_play((table, self.dealer, self.from, to, relieved), &self.play)
    }
}
