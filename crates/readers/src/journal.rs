//! Entries as the journal has them, applied one after the other as a start does it.

use std::sync::Arc;

use floor::{Desk, Machine};
use serde::Deserialize;
use table::{
    AccountId, Beside, Entry, Event, Link, LinkEvent, LinkId, Person, Role, Secret, Table, TableId,
    unhex,
};

use crate::room::{house, person};

/// What stands over the entries: whose they are, and the secrets of a table's shoes, which are
/// never in entries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Head {
    table: Option<u32>,
    link: Option<u32>,
    person: Option<u64>,
    #[serde(default)]
    secrets: Vec<(u32, String)>,
}

/// Reads a head and entries, a line each; whether all of them follow.
pub(crate) fn read(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut lines = text.lines();
    let Some(head) = lines.next() else { return false };
    let Ok(head) = serde_json::from_str::<Head>(head) else { return false };
    let entries: Vec<&str> = lines.collect();
    let Some(machine) = head.machine(&entries) else { return false };
    let mut desk = Desk::new(machine);
    for entry in entries {
        let beside = Beside { secrets: secrets(&head.secrets), houses: houses(entry) };
        if desk.read(entry, &beside).is_err() {
            return false;
        }
        look_at(desk.machine());
    }
    true
}

/// The secrets that can be read.
pub(crate) fn secrets(told: &[(u32, String)]) -> Vec<(u32, Secret)> {
    let secret = |(shoe, text): &(u32, String)| Some((*shoe, Secret::of_bytes(unhex(text)?)));
    told.iter().filter_map(secret).collect()
}

/// The rules behind the signs of an entry.
fn houses(entry: &str) -> Vec<Arc<table::House>> {
    let Ok(entry) = serde_json::from_str::<Entry>(entry) else { return Vec::new() };
    let signs = entry.events.iter().filter_map(|event| match event {
        Event::Posted { sign } | Event::PostingAnnounced { sign, .. } => Some(sign),
        _ => None,
    });
    signs.filter_map(|sign| house(sign)).collect()
}

impl Head {
    /// The machine before its first entry, whose sign stands in it.
    fn machine(&self, entries: &[&str]) -> Option<Machine> {
        if let Some(id) = self.table {
            let house = houses(entries.first()?).into_iter().next()?;
            return Some(Table::new(TableId(id), house).into());
        }
        if let Some(id) = self.link {
            let first: Entry<LinkEvent> = serde_json::from_str(entries.first()?).ok()?;
            let Some(LinkEvent::LinkPosted { sign }) = first.events.into_iter().next() else {
                return None;
            };
            return Some(Link::new(LinkId(id), Arc::new(*sign)).into());
        }
        Some(Person::new(AccountId(self.person?)).into())
    }
}

/// Everybody's view of a machine, and its snapshot.
pub(crate) fn look_at(machine: &Machine) {
    let roles = Role::ALL.map(person);
    match machine {
        Machine::Table(table) => {
            roles.iter().for_each(|viewer| written(&table.view(*viewer)));
            written(&table.snapshot());
        }
        Machine::Link(link) => {
            roles.iter().for_each(|viewer| written(&link.view(*viewer)));
            written(&link.snapshot());
        }
        Machine::Person(person) => written(&person.view()),
    }
}

fn written(value: &impl serde::Serialize) {
    serde_json::to_vec(value).expect("it can be written");
}
