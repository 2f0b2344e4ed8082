//! What people changed about links.

use progressive::{Change, Micros};
use rules::{Spot, Word};
use serde::Serialize;

use super::{Period, Report, Source, row};
use crate::event::Entry;
use crate::ids::{LinkId, Time};
use crate::link::{LinkEvent, LinkParameters, Signature};

row! {
    /// Something people changed about a link.
    ChangeRow {
        link: LinkId,
        version: u64,
        at: Time,
        what: Changed,
        spot: Option<Spot>,
        old: String,
        new: String,
        micros: Micros,
        reason: String,
        /// The names of those who did it, with their cards.
        persons: String,
    }
    sums {}
}

/// What was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Changed {
    Parameters,
    Adjustment,
    BackOut,
    Retired,
    Override,
    Stopped,
    Resumed,
    Deposit,
    Joined,
    Parted,
}

/// What people changed about all links.
pub type Changes = Report<ChangeRow>;

impl Changes {
    /// What was changed in a period, by link and in order.
    pub fn of(source: &Source, period: Period) -> Changes {
        let entries = source.links().flat_map(|it| it.entries.iter().map(|of| (it.link.id(), of)));
        let within = entries.filter(|(_, entry)| period.contains(entry.at));
        let rows = within.flat_map(|(link, entry)| {
            let changes = move |event| change(event, ChangeRow::blank(link, entry));
            entry.events.iter().filter_map(changes)
        });
        Report { rows: rows.collect() }
    }
}

impl ChangeRow {
    /// A row of an entry, before it says what was changed.
    fn blank(link: LinkId, entry: &Entry<LinkEvent>) -> ChangeRow {
        ChangeRow {
            link,
            version: entry.version,
            at: entry.at,
            what: Changed::Parameters,
            spot: None,
            old: String::new(),
            new: String::new(),
            micros: Micros::ZERO,
            reason: String::new(),
            persons: String::new(),
        }
    }
}

fn change(event: &LinkEvent, blank: ChangeRow) -> Option<ChangeRow> {
    let row = |what| ChangeRow { what, ..blank };
    Some(match event {
        LinkEvent::ParametersSet { spot, old, new, reason, persons, .. } => ChangeRow {
            spot: Some(*spot),
            old: words(old),
            new: words(new),
            reason: reason.clone(),
            persons: names(persons),
            ..row(Changed::Parameters)
        },
        LinkEvent::Adjusted { spot, why, change, micros, reason, persons, before, after } => {
            ChangeRow {
                spot: Some(*spot),
                old: before.meter.0.to_string(),
                new: after.meter.0.to_string(),
                micros: match change {
                    Change::Add => *micros,
                    Change::Take => -*micros,
                },
                reason: format!("{}: {reason}", why.word()),
                persons: names(persons),
                ..row(Changed::Adjustment)
            }
        }
        LinkEvent::BackedOut { slip, cents, reason, persons } => ChangeRow {
            old: format!("slip {slip}"),
            micros: Micros::of_cents(*cents),
            reason: reason.clone(),
            persons: names(persons),
            ..row(Changed::BackOut)
        },
        LinkEvent::Retired { spot, to, reason, persons } => ChangeRow {
            spot: Some(*spot),
            new: to.map_or("owed", |to| to.word()).to_owned(),
            reason: reason.clone(),
            persons: names(persons),
            ..row(Changed::Retired)
        },
        LinkEvent::AdviceOverridden { advice, persons } => {
            let advice = advice.iter().map(|it| format!("{}: {}", it.spot, it.advice));
            let reason = advice.collect::<Vec<_>>().join("; ");
            ChangeRow { reason, persons: names(persons), ..row(Changed::Override) }
        }
        LinkEvent::Stopped { why } => {
            ChangeRow { reason: why.to_string(), ..row(Changed::Stopped) }
        }
        LinkEvent::Resumed {} => row(Changed::Resumed),
        LinkEvent::Deposited { cents, by, .. } => ChangeRow {
            micros: Micros::of_cents(*cents),
            persons: names(by.as_slice()),
            ..row(Changed::Deposit)
        },
        LinkEvent::Joined { table, .. } => {
            ChangeRow { new: table.to_string(), ..row(Changed::Joined) }
        }
        LinkEvent::Parted { table } => ChangeRow { old: table.to_string(), ..row(Changed::Parted) },
        _ => return None,
    })
}

fn words(parameters: &LinkParameters) -> String {
    let LinkParameters { seed, contribution, reserve } = parameters;
    format!("seed {seed} contribution {contribution} reserve {reserve}")
}

fn names(persons: &[Signature]) -> String {
    let name = |person: &Signature| match person.card {
        Some(card) => format!("{} (card {card})", person.name),
        None => person.name.clone(),
    };
    persons.iter().map(name).collect::<Vec<_>>().join("; ")
}
