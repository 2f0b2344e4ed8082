//! Lists: slips and hits, changes by people, what is pending, what was out of the ordinary.

use rules::Word;
use serde::{Deserialize, Serialize};

use super::Period;
use crate::event::{Entry, Event, SpotName};
use crate::ids::{AccountId, LinkId, Moment, TableId};
use crate::ledger::Micros;
use crate::link::{Link, LinkEvent, LinkParameters, Person};

/// An award with what became of its slip: the list of hits, and of slips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct SlipRow {
    pub link: LinkId,
    pub slip: u64,
    pub day: u32,
    pub at: Moment,
    pub table: TableId,
    pub round: u64,
    pub seat: u8,
    pub spot: SpotName,
    pub hand: String,
    pub cards: String,
    pub percent: u8,
    pub cents: i64,
    pub meter_before: Micros,
    pub meter_after: Micros,
    pub dealer: Option<AccountId>,
    pub confirmed_by: String,
    pub posted_by: String,
    pub card: Option<u32>,
    pub tax: bool,
    pub notice: bool,
    pub paid_at: Option<Moment>,
    pub paid_by: String,
    pub backed_out_at: Option<Moment>,
    pub copies: u32,
}

/// All slips of a link, in the order of their numbers.
pub fn slips(link: &Link) -> Vec<SlipRow> {
    let row = |slip: &crate::link::Slip| {
        let award = &slip.award;
        let claim = &award.claim;
        let cards: Vec<String> = claim.cards.iter().map(|card| card.0.to_string()).collect();
        SlipRow {
            link: link.id(),
            slip: award.slip,
            day: award.day,
            at: award.posted_at,
            table: claim.table,
            round: claim.round,
            seat: claim.seat,
            spot: claim.spot,
            hand: claim.hand.0.word().to_owned(),
            cards: cards.join(" "),
            percent: claim.percent,
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
    };
    link.slips().iter().map(row).collect()
}

/// Something people changed about a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ChangeRow {
    pub link: LinkId,
    pub version: u64,
    pub at: Moment,
    /// `parameters`, `adjustment`, `back-out`, `retired`, `stopped`, `resumed`,
    /// `override`, `deposit`, `joined` or `parted`.
    pub what: String,
    pub spot: Option<SpotName>,
    pub old: String,
    pub new: String,
    pub micros: Micros,
    pub reason: String,
    /// The names of those who did it, with their cards.
    pub persons: String,
}

/// What people changed about a link in a period, in order.
pub fn changes<'a>(
    link: LinkId,
    entries: impl IntoIterator<Item = &'a Entry<LinkEvent>>,
    period: Period,
) -> Vec<ChangeRow> {
    let entries = entries.into_iter().filter(|entry| period.contains(entry.at));
    let rows = entries.flat_map(|entry| {
        let blank = ChangeRow {
            link,
            version: entry.version,
            at: entry.at,
            what: String::new(),
            spot: None,
            old: String::new(),
            new: String::new(),
            micros: Micros::ZERO,
            reason: String::new(),
            persons: String::new(),
        };
        entry.events.iter().filter_map(move |event| change(event, blank.clone()))
    });
    rows.collect()
}

fn change(event: &LinkEvent, blank: ChangeRow) -> Option<ChangeRow> {
    let row = |what: &str| ChangeRow { what: what.to_owned(), ..blank };
    Some(match event {
        LinkEvent::ParametersSet { spot, old, new, reason, persons, .. } => ChangeRow {
            spot: Some(*spot),
            old: words(old),
            new: words(new),
            reason: reason.clone(),
            persons: names(persons),
            ..row("parameters")
        },
        LinkEvent::Adjusted { spot, why, change, micros, reason, persons, before, after } => {
            ChangeRow {
                spot: Some(*spot),
                old: before.meter.0.to_string(),
                new: after.meter.0.to_string(),
                micros: match change {
                    crate::link::Change::Add => *micros,
                    crate::link::Change::Take => Micros(-micros.0),
                },
                reason: format!("{}: {reason}", why.word()),
                persons: names(persons),
                ..row("adjustment")
            }
        }
        LinkEvent::BackedOut { slip, cents, reason, persons } => ChangeRow {
            old: format!("slip {slip}"),
            micros: Micros::of_cents(*cents),
            reason: reason.clone(),
            persons: names(persons),
            ..row("back-out")
        },
        LinkEvent::Retired { spot, to, reason, persons } => ChangeRow {
            spot: Some(*spot),
            new: to.map_or("owed", |to| to.0.word()).to_owned(),
            reason: reason.clone(),
            persons: names(persons),
            ..row("retired")
        },
        LinkEvent::AdviceOverridden { advice, persons } => {
            ChangeRow { reason: advice.join("; "), persons: names(persons), ..row("override") }
        }
        LinkEvent::Stopped { reason } => ChangeRow { reason: reason.clone(), ..row("stopped") },
        LinkEvent::Resumed {} => row("resumed"),
        LinkEvent::Deposited { cents, .. } => {
            ChangeRow { micros: Micros::of_cents(*cents), ..row("deposit") }
        }
        LinkEvent::Joined { table, .. } => ChangeRow { new: table.to_string(), ..row("joined") },
        LinkEvent::Parted { table } => ChangeRow { old: table.to_string(), ..row("parted") },
        _ => return None,
    })
}

fn words(parameters: &LinkParameters) -> String {
    let LinkParameters { seed, contribution, reserve } = parameters;
    format!("seed {seed} contribution {contribution} reserve {reserve}")
}

fn names(persons: &[Person]) -> String {
    let name = |person: &Person| match person.card {
        Some(card) => format!("{} (card {card})", person.name),
        None => person.name.clone(),
    };
    persons.iter().map(name).collect::<Vec<_>>().join("; ")
}

/// A claim that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct PendingRow {
    pub link: LinkId,
    pub spot: SpotName,
    pub group: u64,
    pub table: TableId,
    pub round: u64,
    pub seat: u8,
    pub percent: u8,
    /// What it is awarded, once confirmed.
    pub cents: Option<i64>,
    pub is_posted: bool,
}

/// The claims that are open, in the order in which they will be paid.
pub fn pending(link: &Link) -> Vec<PendingRow> {
    let rows = link.jackpots().flat_map(|(spot, jackpot)| {
        jackpot.groups().flat_map(move |group| {
            group.claims.iter().map(move |claim| {
                let awards = group.awards.iter();
                let place = awards.clone().position(|award| award.winner == *claim);
                PendingRow {
                    link: link.id(),
                    spot: SpotName(spot),
                    group: group.number,
                    table: TableId(group.game.table),
                    round: group.game.round,
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

/// Something out of the ordinary at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ExceptionRow {
    pub table: TableId,
    pub version: u64,
    pub at: Moment,
    /// `voided`, `waived`, `withdrawn`, `sensors-dark` or `shoe-lost`.
    pub what: String,
    pub seat: Option<u8>,
    pub by: AccountId,
    pub reason: String,
}

/// What was out of the ordinary at a table in a period, in order.
pub fn exceptions<'a>(
    table: TableId,
    entries: impl IntoIterator<Item = &'a Entry>,
    period: Period,
) -> Vec<ExceptionRow> {
    let entries = entries.into_iter().filter(|entry| period.contains(entry.at));
    let rows = entries.flat_map(|entry| {
        entry.events.iter().filter_map(move |event| {
            let (what, seat, reason) = match event {
                Event::Voided { reason, .. } => ("voided", None, reason.clone()),
                Event::Waived { seat, reason, .. } => ("waived", Some(*seat), reason.clone()),
                Event::Withdrawn { seat, .. } => ("withdrawn", Some(*seat), String::new()),
                Event::SensorsDark { code } => ("sensors-dark", None, code.clone()),
                Event::ShoeLost { shoe } => ("shoe-lost", None, format!("shoe {shoe}")),
                _ => return None,
            };
            let (version, at, by) = (entry.version, entry.at, entry.by.account);
            Some(ExceptionRow { table, version, at, what: what.to_owned(), seat, by, reason })
        })
    });
    rows.collect()
}
