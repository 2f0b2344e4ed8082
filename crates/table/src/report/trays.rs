//! What happened to trays: what they held when their tables were opened and closed, and every fill and
//! credit with the two who sign its slip.

use progressive::Micros;
use serde::Serialize;

use super::source::OfTable;
use super::{Period, Report, Source, row};
use crate::event::{Entry, Event};
use crate::ids::{TableId, Time};
use crate::ledger::{Account, Transfer};
use crate::role::Role;

row! {
    /// Something that happened to a tray, in cents.
    TrayRow {
        at: Time,
        table: TableId,
        /// The version of the table's entry, which is the number of the slip.
        number: u64,
        what: TrayMove,
        /// What was brought or taken; nothing where the table was opened or closed.
        cents: Option<i64>,
        /// Who gave the command.
        by: String,
        /// Whose card it was done with, and which.
        signed: String,
        /// The second executive, from the posted bound on.
        second: String,
        /// Who deals and signs with them; nobody at a table without a dealer.
        dealer: String,
        /// What the tray holds by the ledger after it.
        tray: i64,
    }
    sums {}
}

/// What happened to a tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum TrayMove {
    Opened,
    Filled,
    Credited,
    Closed,
}

/// What happened to trays.
pub type Trays = Report<TrayRow>;

impl Trays {
    /// What happened to trays in a period, table by table and in order.
    pub fn of(source: &Source, period: Period) -> Trays {
        let rows = source.tables().flat_map(|it| moves(source, it));
        Report { rows: rows.filter(|row| period.contains(row.at)).collect() }
    }
}

/// What an entry leaves in a tray that held so much before it.
pub(super) fn after(tray: Micros, entry: &Entry) -> Micros {
    entry.transfers.iter().fold(tray, |tray, transfer| match *transfer {
        Transfer { to: Account::Tray, micros, .. } => tray + micros,
        Transfer { from: Account::Tray, micros, .. } => tray - micros,
        _ => tray,
    })
}

fn moves(source: &Source, of: &OfTable) -> Vec<TrayRow> {
    let (mut rows, mut tray, mut dealer) = (Vec::new(), Micros::ZERO, String::new());
    for entry in &of.entries {
        tray = after(tray, entry);
        for event in &entry.events {
            let (what, cents, card, second) = match event {
                Event::OnDuty { role: Role::Dealer, name, .. } => {
                    dealer.clone_from(name);
                    continue;
                }
                Event::OffDuty { role: Role::Dealer, .. } => {
                    dealer.clear();
                    continue;
                }
                Event::Filled { cents, card, second } => {
                    (TrayMove::Filled, Some(*cents), *card, *second)
                }
                Event::Credited { cents, card, second } => {
                    (TrayMove::Credited, Some(*cents), *card, *second)
                }
                Event::Opened {} => (TrayMove::Opened, None, None, None),
                Event::Closed {} => (TrayMove::Closed, None, None, None),
                _ => continue,
            };
            let signature = |card: Option<u32>| card.map(|card| source.owner(card));
            rows.push(TrayRow {
                at: entry.at,
                table: of.table,
                number: entry.version,
                what,
                cents,
                by: source.name(entry.by.account),
                signed: signature(card).unwrap_or_default(),
                second: signature(second).unwrap_or_default(),
                dealer: dealer.clone(),
                tray: tray.cents(),
            });
        }
    }
    rows
}
