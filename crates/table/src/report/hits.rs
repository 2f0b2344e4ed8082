//! The awards with everything on their slips, and what became of these (O-03).

use std::collections::BTreeMap;

use progressive::Micros;
use rules::{Spot, Word};

use super::changes::names;
use super::source::OfLink;
use super::{Period, Report, Source, row};
use crate::ids::{LinkId, TableId, Time};
use crate::link::{LinkEvent, Slip};

row! {
    /// An award with what became of its slip; amounts of slips in cents, of meters in
    /// micro-dollars.
    HitRow {
        link: LinkId,
        slip: u64,
        day: u32,
        /// When it was posted.
        at: Time,
        table: TableId,
        round: u64,
        seat: u8,
        spot: Spot,
        hand: String,
        cards: String,
        percent: u8,
        /// The claims of one round are a group; its number on this jackpot.
        group: u64,
        /// Its place in the paying order of the round.
        order: u8,
        /// What was wagered.
        wager: i64,
        /// The award.
        cents: i64,
        /// What of it was backed out since.
        backed_out: i64,
        /// The award less that.
        net: i64,
        meter_before: Micros,
        meter_after: Micros,
        /// Whether it shared the meter with other winners of the round.
        shared: bool,
        dealer: String,
        claimed_at: Time,
        confirmed_by: String,
        confirmed_at: Time,
        evidence: String,
        posted_by: String,
        card: Option<u32>,
        tax: bool,
        notice: bool,
        /// Whether it was handed out in chips at the table; else its slip is paid at the cage.
        in_chips: bool,
        paid_at: Option<Time>,
        paid_by: String,
        winner: String,
        backed_out_at: Option<Time>,
        backed_out_by: String,
        /// What its winner still owes.
        owed: i64,
        copies: u32,
    }
    sums { wager cents backed_out net owed }
}

/// The awards of all links: the list of hits, and of slips.
pub type Hits = Report<HitRow>;

impl Hits {
    /// The awards that were posted in a period, by link and in the order of their slips.
    pub fn of(source: &Source, period: Period) -> Hits {
        let all = source.links().flat_map(|it| {
            let back_outs = back_outs(it);
            it.link.slips().iter().map(move |slip| {
                let by = back_outs.get(&slip.award.slip).cloned().unwrap_or_default();
                HitRow::of(source, it.link.id(), slip, by)
            })
        });
        Report { rows: all.filter(|row| period.contains(row.at)).collect() }
    }
}

/// Who backed awards out, by slip.
fn back_outs(of: &OfLink) -> BTreeMap<u64, String> {
    let events = of.entries.iter().flat_map(|entry| &entry.events);
    let who = events.filter_map(|event| match event {
        LinkEvent::BackedOut { slip, persons, .. } => Some((*slip, names(persons))),
        _ => None,
    });
    who.collect()
}

impl HitRow {
    fn of(source: &Source, link: LinkId, slip: &Slip, backed_out_by: String) -> HitRow {
        let award = &slip.award;
        let claim = &award.claim;
        let cards: Vec<String> = claim.cards.iter().map(ToString::to_string).collect();
        let backed_out = slip.backed_out.map_or(0, |_| award.cents);
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
            group: award.group,
            order: award.order,
            wager: award.wager.into(),
            cents: award.cents,
            backed_out,
            net: award.cents - backed_out,
            meter_before: award.before.meter,
            meter_after: award.after.meter,
            shared: award.shared,
            dealer: claim.dealer.map(|dealer| source.name(dealer)).unwrap_or_default(),
            claimed_at: claim.at,
            confirmed_by: award.confirmed_by.name.clone(),
            confirmed_at: award.confirmed_at,
            evidence: award.evidence.clone(),
            posted_by: award.posted_by.name.clone(),
            card: award.posted_by.card,
            tax: award.tax,
            notice: award.notice,
            in_chips: award.in_chips,
            paid_at: slip.paid.as_ref().map(|(_, at)| *at),
            paid_by: slip.paid.as_ref().map(|(by, _)| by.name.clone()).unwrap_or_default(),
            winner: slip.winner.as_ref().map(|winner| winner.name.clone()).unwrap_or_default(),
            backed_out_at: slip.backed_out,
            backed_out_by,
            owed: slip.owed.map_or(0, |owed| owed.open()),
            copies: slip.copies,
        }
    }
}
