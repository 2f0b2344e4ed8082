//! Claims that are open.

use rules::{Spot, Word};

use super::{Report, Source, row};
use crate::ids::{LinkId, TableId};
use crate::link::{Link, OpenClaim};

row! {
    /// A claim that is open.
    PendingRow {
        link: LinkId,
        spot: Spot,
        /// The claims of one round are a group; its number on this jackpot.
        group: u64,
        /// Its place among the open claims of the link, in paying order.
        order: u64,
        table: TableId,
        round: u64,
        seat: u8,
        hand: String,
        percent: u8,
        /// What it is awarded if all of them are confirmed, in cents.
        cents: i64,
        /// Whose card that needs (P-22).
        needs: String,
        confirmed: bool,
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
    let row = |(order, claim): (u64, OpenClaim)| PendingRow {
        link: link.id(),
        spot: claim.won.spot,
        group: claim.group,
        order,
        table: claim.table,
        round: claim.round,
        seat: claim.won.seat,
        hand: claim.won.hand.word().to_owned(),
        percent: claim.won.percent,
        cents: claim.cents,
        needs: claim.needs.word().to_owned(),
        confirmed: claim.confirmed,
    };
    (1..).zip(link.open_claims()).map(row).collect()
}
