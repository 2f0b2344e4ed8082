//! The post: what was sent and not answered, copies under way, and a bad line.

use std::collections::BTreeMap;

use table::{AccountId, Actor, Command, fingerprint};

use crate::dice::Dice;

/// A command, whoever sends it how often: table, account, id and what it wants.
pub(crate) type Key = (usize, AccountId, String, String);

pub(crate) fn key(table: usize, by: Actor, command: &Command) -> Key {
    (table, by.account, command.id.as_str().to_owned(), fingerprint(&command.body))
}

/// A message as it reaches the floor.
pub(crate) struct Message {
    /// The table, from zero.
    pub(crate) table: usize,
    pub(crate) by: Actor,
    pub(crate) raw: Vec<u8>,
}

/// Messages under way and requests without an answer.
#[derive(Default)]
pub(crate) struct Post {
    under_way: Vec<(u64, Message)>,
    /// What was asked and not answered, with the step in which it was sent last.
    pub(crate) open: BTreeMap<Key, (u64, Actor, Vec<u8>)>,
}

/// How a message travels.
pub(crate) struct Travel {
    /// How many arrive; the first may be none.
    pub(crate) copies: usize,
}

impl Post {
    /// Sends a message: it may be lost, doubled and late.
    pub(crate) fn send(&mut self, step: u64, message: &Message, dice: &mut Dice) -> Travel {
        let copies = match dice.below(12) {
            0 => 0,
            1 => 2,
            2 => 3,
            _ => 1,
        };
        for _ in 0..copies {
            let late = match dice.below(6) {
                0 => dice.below(12) as u64,
                1 if dice.once_in(6) => dice.below(400) as u64,
                _ => 0,
            };
            let Message { table, by, raw } = message;
            let copy = Message { table: *table, by: *by, raw: raw.clone() };
            self.under_way.push((step + late, copy));
        }
        Travel { copies }
    }

    /// The messages that arrive now, at most one for a table, in any order.
    pub(crate) fn arrivals(&mut self, step: u64, dice: &mut Dice) -> Vec<Message> {
        let mut messages: Vec<Message> = Vec::new();
        let mut at = 0;
        while at < self.under_way.len() {
            let (due, message) = &self.under_way[at];
            let busy = messages.iter().any(|other| other.table == message.table);
            if *due <= step && !busy && !dice.once_in(10) {
                messages.push(self.under_way.swap_remove(at).1);
            } else {
                at += 1;
            }
        }
        messages
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.under_way.is_empty()
    }

    /// A request of which its sender has heard nothing for a while.
    pub(crate) fn unheard(&self, step: u64, dice: &mut Dice) -> Option<Key> {
        let waits = self.open.iter().filter(|(_, (sent, ..))| sent + 5 <= step);
        let waits: Vec<&Key> = waits.map(|(key, _)| key).collect();
        if waits.is_empty() { None } else { Some((*dice.pick(&waits)).clone()) }
    }
}

/// Garbles a message: cut, changed, doubled, or nothing but noise.
pub(crate) fn garble(raw: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut raw = raw.to_vec();
    match dice.below(5) {
        0 => raw = (0..dice.below(80)).map(|_| dice.word() as u8).collect(),
        1 => raw.truncate(dice.below(raw.len() + 1)),
        2 => raw.extend_from_within(..),
        3 => {
            let place = dice.below(raw.len() + 1);
            raw.insert(place, *dice.pick(b"{}[]\":,0-9ex\\\0 "));
        }
        _ => {
            for _ in 0..1 + dice.below(3) {
                let place = dice.below(raw.len());
                raw[place] = dice.word() as u8;
            }
        }
    }
    raw
}
