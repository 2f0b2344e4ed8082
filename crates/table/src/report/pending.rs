//! Claims that are open.

use rules::Spot;

use super::{Report, Source, row};
use crate::ids::{LinkId, TableId};
use crate::link::Link;

row! {
    /// A claim that is open.
    PendingRow {
        link: LinkId,
        spot: Spot,
        group: u64,
        table: TableId,
        round: u64,
        seat: u8,
        percent: u8,
        /// What it is awarded, once confirmed.
        cents: Option<i64>,
        is_posted: bool,
    }
    sums { cents }
}

/// The claims of all links that are open.
pub type Pending = Report<PendingRow>;

impl Pending {
    /// The claims that are open after the last entry, in the order in which they will be paid.
    pub fn of(source: &Source) -> Pending {
        Report { rows: source.links().flat_map(|it| claims(&it.link)).collect() }
    }
}

fn claims(link: &Link) -> Vec<PendingRow> {
    let rows = link.jackpots().flat_map(|(spot, jackpot)| {
        jackpot.groups().flat_map(move |group| {
            group.claims.iter().map(move |claim| {
                let awards = group.awards.iter();
                let place = awards.clone().position(|award| award.winner == *claim);
                PendingRow {
                    link: link.id(),
                    spot,
                    group: group.number,
                    table: TableId(group.round.table),
                    round: group.round.round,
                    seat: claim.seat,
                    percent: claim.percent,
                    cents: place.map(|place| group.awards[place].amount.in_cents()),
                    is_posted: place.is_some_and(|place| place < group.posted),
                }
            })
        })
    });
    rows.collect()
}
