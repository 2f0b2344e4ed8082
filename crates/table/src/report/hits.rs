//! The awards with everything on their slips, and what became of these.

use progressive::Micros;
use rules::{Spot, Word};

use super::{Period, Report, Source, row};
use crate::ids::{AccountId, LinkId, TableId, Time};
use crate::link::Slip;

row! {
    /// An award with what became of its slip.
    HitRow {
        link: LinkId,
        slip: u64,
        day: u32,
        at: Time,
        table: TableId,
        round: u64,
        seat: u8,
        spot: Spot,
        hand: String,
        cards: String,
        percent: u8,
        cents: i64,
        meter_before: Micros,
        meter_after: Micros,
        dealer: Option<AccountId>,
        confirmed_by: String,
        posted_by: String,
        card: Option<u32>,
        tax: bool,
        notice: bool,
        paid_at: Option<Time>,
        paid_by: String,
        backed_out_at: Option<Time>,
        copies: u32,
    }
    sums { cents }
}

/// The awards of all links: the list of hits, and of slips.
pub type Hits = Report<HitRow>;

impl Hits {
    /// The awards that were posted in a period, by link and in the order of their slips.
    pub fn of(source: &Source, period: Period) -> Hits {
        let all = source
            .links()
            .flat_map(|it| it.link.slips().iter().map(|slip| HitRow::of(it.link.id(), slip)));
        Report { rows: all.filter(|row| period.contains(row.at)).collect() }
    }
}

impl HitRow {
    fn of(link: LinkId, slip: &Slip) -> HitRow {
        let award = &slip.award;
        let claim = &award.claim;
        let cards: Vec<String> = claim.cards.iter().map(ToString::to_string).collect();
        HitRow {
            link,
            slip: award.slip,
            day: award.day,
            at: award.posted_at,
            table: claim.table,
            round: claim.round,
            seat: claim.won.seat,
            spot: claim.won.spot,
            hand: claim.won.hand.word().to_owned(),
            cards: cards.join(" "),
            percent: claim.won.percent,
            cents: award.cents,
            meter_before: award.before.meter,
            meter_after: award.after.meter,
            dealer: claim.dealer,
            confirmed_by: award.confirmed_by.name.clone(),
            posted_by: award.posted_by.name.clone(),
            card: award.posted_by.card,
            tax: award.tax,
            notice: award.notice,
            paid_at: slip.paid.as_ref().map(|(_, at)| *at),
            paid_by: slip.paid.as_ref().map(|(by, _)| by.name.clone()).unwrap_or_default(),
            backed_out_at: slip.backed_out,
            copies: slip.copies,
        }
    }
}
