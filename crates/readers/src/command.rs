//! Commands as clients send them, decided at tables in different states.

use std::sync::LazyLock;

use floor::Order;
use serde::de::DeserializeOwned;
use table::{Body, Command, LinkBody, PersonBody, Role, Stream};

use crate::room::{Room, person};

static ROOM: LazyLock<Room> = LazyLock::new(Room::new);

/// Reads a command of any kind, and gives it in every role wherever it can be given.
pub(crate) fn read(bytes: &[u8]) -> bool {
    let tables = [Room::BETTING, Room::PLAYING, Room::ATTENDED].map(Stream::from);
    let own = [Stream::from(person(Role::Player).account)];
    let mut is_one = false;
    if let Some(command) = decoded::<Body>(bytes) {
        is_one = true;
        give(&tables, &Order::Table(command));
    }
    if let Some(command) = decoded::<LinkBody>(bytes) {
        is_one = true;
        give(&[Room::LINK.into()], &Order::Link(command));
    }
    if let Some(command) = decoded::<PersonBody>(bytes) {
        is_one = true;
        give(&own, &Order::Person(command));
    }
    is_one
}

/// What was read is written as it was read.
fn decoded<B: DeserializeOwned + serde::Serialize>(bytes: &[u8]) -> Option<Command<B>> {
    let command: Command<B> = serde_json::from_slice(bytes).ok()?;
    let text = serde_json::to_string(&command).expect("a command can be written");
    let again: Command<B> = serde_json::from_str(&text).expect("what is written can be read");
    assert_eq!(serde_json::to_string(&again).ok(), Some(text), "and is the same");
    Some(command)
}

fn give(places: &[Stream], order: &Order) {
    for place in places {
        for role in Role::ALL {
            // Refused or taken: both are answers.
            let _ = ROOM.clone().give(*place, person(role), order.clone());
        }
    }
}
