//! What people changed about links.

use progressive::{Advice, Change, Micros};
use rules::{Spot, Word};
use serde::Serialize;

use super::{Period, Report, Source, dollars, row};
use crate::event::Entry;
use crate::ids::{LinkId, Time};
use crate::link::{JackpotPosted, LinkEvent, LinkParameters, LinkPosted, Signature};

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
        /// What sheet 003 advises against and was overridden with it.
        overridden: String,
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
    /// How a jackpot began: its seed, and its parameters (P-31).
    Began,
    Parameters,
    Adjustment,
    BackOut,
    Retired,
    Override,
    Stopped,
    Resumed,
    Deposit,
    DepositReversed,
    Recovered,
    WrittenOff,
    Loan,
    Withdrawn,
    Joined,
    Parted,
}

/// What people changed about all links.
pub type Changes = Report<ChangeRow>;

impl Changes {
    /// What was changed in a period, by link and in order, from how each jackpot began.
    pub fn of(source: &Source, period: Period) -> Changes {
        let entries = source.links().flat_map(|it| it.entries.iter().map(|of| (it.link.id(), of)));
        let within = entries.filter(|(_, entry)| period.contains(entry.at));
        let rows = within.flat_map(|(link, entry)| {
            let blank = ChangeRow::blank(source, link, entry);
            let changes = move |event: &LinkEvent| match event {
                LinkEvent::LinkPosted { sign } => began(sign, &blank),
                event => change(event, blank.clone()).into_iter().collect(),
            };
            entry.events.iter().flat_map(changes)
        });
        Report { rows: rows.collect() }
    }
}

impl ChangeRow {
    /// A row of an entry, before it says what was changed.
    fn blank(source: &Source, link: LinkId, entry: &Entry<LinkEvent>) -> ChangeRow {
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
            overridden: String::new(),
            // Where no card was needed it is whoever gave the command.
            persons: source.name(entry.by.account),
        }
    }
}

fn began(sign: &LinkPosted, blank: &ChangeRow) -> Vec<ChangeRow> {
    let row = |jackpot: &JackpotPosted| ChangeRow {
        what: Changed::Began,
        spot: Some(jackpot.spot),
        new: words(&jackpot.parameters),
        micros: Micros::of_cents(jackpot.parameters.seed.into()),
        ..blank.clone()
    };
    sign.jackpots.iter().map(row).collect()
}

fn change(event: &LinkEvent, blank: ChangeRow) -> Option<ChangeRow> {
    let row = |what| ChangeRow { what, ..blank.clone() };
    Some(match event {
        LinkEvent::ParametersSet { spot, old, new, reason, overridden, persons } => ChangeRow {
            spot: Some(*spot),
            old: words(old),
            new: words(new),
            reason: reason.clone(),
            overridden: listed(overridden),
            persons: names(persons),
            ..row(Changed::Parameters)
        },
        LinkEvent::Adjusted { spot, why, change, micros, reason, persons, before, after } => {
            ChangeRow {
                spot: Some(*spot),
                old: dollars(before.meter),
                new: dollars(after.meter),
                micros: match change {
                    Change::Add => *micros,
                    Change::Take => -*micros,
                },
                reason: format!("{}: {reason}", why.word()),
                persons: names(persons),
                ..row(Changed::Adjustment)
            }
        }
        LinkEvent::BackedOut { slip, cents, reason, persons, .. } => ChangeRow {
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
            let overridden = advice.collect::<Vec<_>>().join("; ");
            ChangeRow { overridden, persons: names(persons), ..row(Changed::Override) }
        }
        LinkEvent::Stopped { why } => {
            ChangeRow { reason: why.to_string(), ..row(Changed::Stopped) }
        }
        LinkEvent::Resumed {} => row(Changed::Resumed),
        LinkEvent::Deposited { cents, by, .. } => ChangeRow {
            micros: Micros::of_cents(*cents),
            persons: by
                .as_ref()
                .map_or(blank.persons.clone(), |by| names(std::slice::from_ref(by))),
            ..row(Changed::Deposit)
        },
        LinkEvent::Joined { table, .. } => {
            ChangeRow { new: table.to_string(), ..row(Changed::Joined) }
        }
        LinkEvent::Parted { table } => ChangeRow { old: table.to_string(), ..row(Changed::Parted) },
        _ => return made_good(event, blank),
    })
}

/// What was taken back, given back, given up or lent.
fn made_good(event: &LinkEvent, blank: ChangeRow) -> Option<ChangeRow> {
    let row = |what| ChangeRow { what, ..blank };
    Some(match event {
        LinkEvent::Recovered { slip, cents, reason, persons }
        | LinkEvent::WrittenOff { slip, cents, reason, persons } => ChangeRow {
            old: format!("slip {slip}"),
            micros: Micros::of_cents(*cents),
            reason: reason.clone(),
            persons: names(persons),
            ..row(match event {
                LinkEvent::Recovered { .. } => Changed::Recovered,
                _ => Changed::WrittenOff,
            })
        },
        LinkEvent::BankLent { cents, slip, by } => ChangeRow {
            old: slip.map(|slip| format!("slip {slip}")).unwrap_or_default(),
            micros: Micros::of_cents(*cents),
            persons: names(std::slice::from_ref(by)),
            ..row(Changed::Loan)
        },
        LinkEvent::DepositReversed { deposit, cents, reason, by } => ChangeRow {
            old: format!("deposit {deposit}"),
            micros: -Micros::of_cents(*cents),
            reason: reason.clone(),
            persons: names(std::slice::from_ref(by)),
            ..row(Changed::DepositReversed)
        },
        LinkEvent::Withdrawn { seat, table, round, by: Some(by), reason, .. } => ChangeRow {
            old: format!("claim of seat {seat}, {table}, round {round}"),
            reason: reason.clone().unwrap_or_default(),
            persons: names(std::slice::from_ref(by)),
            ..row(Changed::Withdrawn)
        },
        _ => return None,
    })
}

fn words(parameters: &LinkParameters) -> String {
    let LinkParameters { seed, contribution, reserve } = parameters;
    let seed = dollars(Micros::of_cents((*seed).into()));
    let percent = |rate: &u32| format!("{}.{:02} %", rate / 100, rate % 100);
    format!("seed {seed}, contribution {}, reserve {}", percent(contribution), percent(reserve))
}

fn listed(advice: &[Advice]) -> String {
    advice.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// People with their cards, in a cell.
pub(super) fn names(persons: &[Signature]) -> String {
    let name = |person: &Signature| match person.card {
        Some(card) => format!("{} (card {card})", person.name),
        None => person.name.clone(),
    };
    persons.iter().map(name).collect::<Vec<_>>().join("; ")
}
