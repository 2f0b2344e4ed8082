//! One jackpot over a period: from opening to closing, to the micro-dollar (P-29, P-31).

use std::collections::BTreeMap;

use progressive::Micros;
use rules::Spot;

use super::{Period, Report, Source, row};
use crate::event::Entry;
use crate::ids::{LinkId, Time};
use crate::ledger::{Account, Transfer};
use crate::link::LinkEvent;

row! {
    /// What became of a jackpot in a period, in micro-dollars.
    JackpotRow {
        link: LinkId,
        spot: Spot,
        from: Time,
        to: Time,
        /// The meter when the period began; its beginning amount is a seed of the first one.
        opening: Micros,
        /// The meter's share of wagers.
        contributions: Micros,
        /// Seeds of the house.
        seeds: Micros,
        /// The reserve that went into new meters.
        from_reserve: Micros,
        /// Loans of the house to a meter that had run dry.
        loans: Micros,
        /// Awards that were backed out, less what went back to seed and reserve with them.
        back_outs: Micros,
        /// Corrections of malfunctions, more or less.
        corrections: Micros,
        /// What came from a jackpot out of play, less what went to another one.
        moved: Micros,
        /// Awards.
        awards: Micros,
        /// Fixed pays, where they leave the meter.
        fixed: Micros,
        /// Contributions that voided rounds gave back.
        voided: Micros,
        /// What the house took back of its seeds and loans.
        seeds_recovered: Micros,
        /// What was taken off above a limit.
        over_limit: Micros,
        /// The meter when the period ended.
        closing: Micros,
        /// The reserve when the period began.
        reserve_opening: Micros,
        /// The reserve's share of wagers.
        reserve_contributions: Micros,
        /// What came back into the reserve with awards that were backed out.
        reserve_returned: Micros,
        /// What voided rounds gave back of it.
        reserve_voided: Micros,
        /// What left it otherwise, to gross or to another jackpot, less what came so.
        reserve_other: Micros,
        /// The reserve when the period ended.
        reserve_closing: Micros,
        /// The house's share of wagers, voided rounds taken off.
        house: Micros,
        /// Of the awards, those that were backed out in the period, whenever they were posted.
        awards_backed_out: Micros,
        /// The awards less those.
        awards_net: Micros,
        /// The rounds with a wager, voided ones too.
        rounds: u64,
        /// The awards that were posted.
        hits: u64,
    }
    sums {
        opening contributions seeds from_reserve loans back_outs corrections moved awards fixed
        voided seeds_recovered over_limit closing reserve_opening reserve_contributions
        reserve_returned reserve_voided reserve_other reserve_closing house awards_backed_out
        awards_net rounds hits
    }
}

/// The jackpots of all links over a period.
pub type Jackpots = Report<JackpotRow>;

impl Jackpots {
    /// The jackpots over a period, folded from all entries up to its end.
    pub fn of(source: &Source, period: Period) -> Jackpots {
        let rows = source.links().flat_map(|it| jackpots(it.link.id(), &it.entries, period));
        Report { rows: rows.collect() }
    }
}

impl JackpotRow {
    fn new(link: LinkId, spot: Spot, period: Period) -> JackpotRow {
        let (from, to, none) = (period.from, period.to, Micros::ZERO);
        JackpotRow {
            link,
            spot,
            from,
            to,
            opening: none,
            contributions: none,
            seeds: none,
            from_reserve: none,
            loans: none,
            back_outs: none,
            corrections: none,
            moved: none,
            awards: none,
            fixed: none,
            voided: none,
            seeds_recovered: none,
            over_limit: none,
            closing: none,
            reserve_opening: none,
            reserve_contributions: none,
            reserve_returned: none,
            reserve_voided: none,
            reserve_other: none,
            reserve_closing: none,
            house: none,
            awards_backed_out: none,
            awards_net: none,
            rounds: 0,
            hits: 0,
        }
    }

    /// Whether opening, what came and what went make closing, exactly (P-29).
    pub fn reconciles(&self) -> bool {
        let sum =
            |amounts: &[Micros]| amounts.iter().map(|micros| i128::from(micros.0)).sum::<i128>();
        let came = [
            self.opening,
            self.contributions,
            self.seeds,
            self.from_reserve,
            self.loans,
            self.back_outs,
            self.corrections,
            self.moved,
        ];
        let went = [self.awards, self.fixed, self.voided, self.seeds_recovered, self.over_limit];
        // What went into new meters is one column for both: the two sides tie by it.
        let into = [self.reserve_opening, self.reserve_contributions, self.reserve_returned];
        let out_of = [self.from_reserve, self.reserve_voided, self.reserve_other];
        sum(&came) - sum(&went) == i128::from(self.closing.0)
            && sum(&into) - sum(&out_of) == i128::from(self.reserve_closing.0)
    }

    /// Books a transfer on the line it belongs to.
    fn book(&mut self, spot: Spot, why: Why, transfer: &Transfer) {
        let Transfer { from, to, micros } = *transfer;
        let (meter, reserve) = (Account::Meter(spot), Account::Reserve(spot));
        let (gain, other) = match () {
            () if to == meter => (micros, from),
            () if from == meter => (-micros, to),
            () => return self.book_besides(spot, why, transfer),
        };
        let line = match (why, other) {
            (Why::BackOut, account) => {
                if account == reserve {
                    self.reserve_returned -= gain;
                }
                &mut self.back_outs
            }
            (Why::Void, Account::Table(_)) => return less(&mut self.voided, gain),
            (_, Account::Table(_)) if gain > Micros::ZERO => &mut self.contributions,
            (_, Account::Table(_)) => return less(&mut self.fixed, gain),
            (_, Account::SeedFunding(_)) if gain > Micros::ZERO => &mut self.seeds,
            (_, Account::SeedFunding(_)) => return less(&mut self.seeds_recovered, gain),
            (_, Account::HouseLoan(_)) => &mut self.loans,
            (_, Account::PendingAward(_)) => return less(&mut self.awards, gain),
            (_, Account::Overflow(_)) => return less(&mut self.over_limit, gain),
            (_, Account::Correction(_)) => &mut self.corrections,
            (_, Account::Meter(_)) => &mut self.moved,
            (_, account) if account == reserve => &mut self.from_reserve,
            // No other account has to do with a meter; a strange one breaks the sum.
            _ => return,
        };
        *line += gain;
    }

    /// Books a transfer that does not touch the meter.
    fn book_besides(&mut self, spot: Spot, why: Why, transfer: &Transfer) {
        let Transfer { from, to, micros } = *transfer;
        match (from, to) {
            (Account::Table(_), Account::Reserve(of)) if of == spot => {
                self.reserve_contributions += micros;
            }
            (Account::Reserve(of), Account::Table(_)) if of == spot && why == Why::Void => {
                self.reserve_voided += micros;
            }
            (_, Account::Reserve(of)) if of == spot && why == Why::BackOut => {
                self.reserve_returned += micros;
            }
            (Account::Reserve(of), _) if of == spot => {
                self.reserve_other += micros;
            }
            (_, Account::Reserve(of)) if of == spot => {
                self.reserve_other -= micros;
            }
            (Account::Table(_), Account::ProgressiveHouse(of)) if of == spot => {
                self.house += micros;
            }
            (Account::ProgressiveHouse(of), Account::Table(_)) if of == spot => {
                self.house -= micros;
            }
            _ => {}
        }
    }

    fn count(&mut self, event: &LinkEvent, slips: &BTreeMap<u64, Spot>) {
        match event {
            LinkEvent::Contributed { lit, .. } => {
                self.rounds += u64::from(lit.iter().any(|lit| lit.spot == self.spot));
            }
            LinkEvent::Awarded(award) if award.claim.won.spot == self.spot => {
                self.hits += 1;
                self.awards_net += Micros::of_cents(award.cents);
            }
            LinkEvent::BackedOut { slip, cents, .. } if slips.get(slip) == Some(&self.spot) => {
                self.awards_backed_out += Micros::of_cents(*cents);
                self.awards_net -= Micros::of_cents(*cents);
            }
            _ => {}
        }
    }
}

fn less(line: &mut Micros, gain: Micros) {
    *line -= gain;
}

/// What an entry is about, where its transfers alone do not say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    Void,
    BackOut,
    Other,
}

impl Why {
    fn of(entry: &Entry<LinkEvent>) -> Why {
        let has = |what: fn(&LinkEvent) -> bool| entry.events.iter().any(what);
        if has(|event| matches!(event, LinkEvent::Voided { .. })) {
            Why::Void
        } else if has(|event| matches!(event, LinkEvent::BackedOut { .. })) {
            Why::BackOut
        } else {
            Why::Other
        }
    }
}

/// The jackpots of a link over a period, folded from all entries up to its end.
pub(super) fn jackpots<'a>(
    link: LinkId,
    entries: impl IntoIterator<Item = &'a Entry<LinkEvent>>,
    period: Period,
) -> Vec<JackpotRow> {
    let mut all: BTreeMap<Spot, JackpotRow> = BTreeMap::new();
    let mut slips: BTreeMap<u64, Spot> = BTreeMap::new();
    for entry in entries.into_iter().take_while(|entry| entry.at < period.to) {
        for event in &entry.events {
            match event {
                LinkEvent::LinkPosted { sign } => {
                    for spot in sign.jackpots.iter().map(|jackpot| jackpot.spot) {
                        all.insert(spot, JackpotRow::new(link, spot, period));
                    }
                }
                LinkEvent::Awarded(award) => drop(slips.insert(award.slip, award.claim.won.spot)),
                _ => {}
            }
        }
        let (why, is_in) = (Why::of(entry), period.contains(entry.at));
        for (&spot, report) in &mut all {
            for transfer in &entry.transfers {
                report.balance(spot, transfer, is_in);
                if is_in {
                    report.book(spot, why, transfer);
                }
            }
            if is_in {
                entry.events.iter().for_each(|event| report.count(event, &slips));
            }
        }
    }
    all.into_values().collect()
}

impl JackpotRow {
    /// Leads the balances of meter and reserve, apart from what they are made of.
    fn balance(&mut self, spot: Spot, transfer: &Transfer, is_in: bool) {
        let Transfer { from, to, micros } = *transfer;
        let pairs = [
            (Account::Meter(spot), &mut self.opening, &mut self.closing),
            (Account::Reserve(spot), &mut self.reserve_opening, &mut self.reserve_closing),
        ];
        for (account, opening, closing) in pairs {
            let gain = match () {
                () if to == account => micros,
                () if from == account => -micros,
                () => continue,
            };
            *closing += gain;
            if !is_in {
                *opening += gain;
            }
        }
    }
}
