//! The words of the progressive on the wire: an example of every event and command.
//!
//! `BAHAMA_WRITE_GOLDEN=1 cargo test -p table wire` writes the file anew.

use std::collections::BTreeMap;

use rules::{Action, Class, Spot};
use serde_json::Value;
use table::{Body, Command, CommandId, Kind, LinkBody, LinkEvent, LinkPosted, Staffing, TableId};

use crate::common::crowd::{DEALER, SUPERVISOR};
use crate::common::examples::link_commands;
use crate::common::floor::{EXECUTIVE, Floor, card, game_with, live, sign_on};
use crate::common::{act, bet, golden, player};

const SPOT: Spot = Spot::Progressive;

/// The events of a table that have to do with its link; the rest stand in the other `wire`.
const OWN: [&str; 8] = [
    "sensors-dark",
    "claims-asked",
    "claimed",
    "withdrawn",
    "confirmed",
    "awarded",
    "waived",
    "hand-noted",
];

pub(crate) fn button(seat: u8, hand: Class, cards: &str) -> Body {
    let cards = cards.split_whitespace().map(|card| card.parse().unwrap()).collect();
    Body::HandButton { seat, spot: SPOT, hand, cards }
}

fn confirm() -> Body {
    Body::Confirm { evidence: "cards shown".to_owned() }
}

fn waive() -> Body {
    Body::Waive { seat: 1, spot: SPOT, reason: "the player left".to_owned() }
}

/// A house-dealt table with two winners, one of whom is waived.
fn confirmed() -> Floor {
    let of = game_with("bahama-bonus", &[], &[]);
    let mut floor = Floor::keypad(&of, "8h 8h 8h 8d 8d 8d 5c", 2);
    floor.does(0, DEALER, Body::OpenBetting {});
    for seat in [1u8, 2] {
        let stakes = [(Spot::Main, 1_000), (Spot::Progressive, 100)];
        floor.does(0, player(10 + u64::from(seat)), bet(seat, &stakes));
    }
    floor.does(0, DEALER, Body::Deal {});
    floor.does(0, player(11), act(1, 1, Action::Stand));
    floor.does(0, player(12), act(2, 1, Action::Stand));
    floor.does(0, DEALER, Body::Turn {});
    for seat in [1, 1, 2] {
        floor.does(0, DEALER, button(seat, Class::FourSameColour, ""));
    }
    floor.does(0, SUPERVISOR, waive());
    floor.does(0, SUPERVISOR, confirm());
    floor
}

/// The same table after the award.
pub(crate) fn house_dealt() -> Floor {
    let mut floor = confirmed();
    floor.swipes(0, card(SUPERVISOR), 2, SPOT).unwrap();
    floor.does(0, DEALER, Body::EndGame {});
    floor
}

/// All that the office can do, in an order in which it can.
const OFFICE: [Kind; 12] = [
    Kind::PaySlip,
    Kind::ReprintSlip,
    Kind::BackOut,
    Kind::Recover,
    Kind::WriteOff,
    Kind::Adjust,
    Kind::SetParameters,
    Kind::Deposit,
    Kind::ReverseDeposit,
    Kind::Stop,
    Kind::Resume,
    Kind::Retire,
];

/// A live table on a link where all pays leave the meter, and all the office can do.
pub(crate) fn live_floor() -> Floor {
    let of = game_with("wsgc-bahama-bonus", &[("progressive.from-meter", "all")], &[]);
    let mut floor =
        Floor::closed(LinkPosted::of("Link", &of.0, &of.1, Staffing::Attended).unwrap());
    floor.with_two(LinkBody::OpenLink {}).unwrap();
    floor.fund();
    floor.open(&of, live(sign_on(&of)));
    floor.staff(0);
    let light = || Body::Light { seat: 1, spot: SPOT, lit: true };
    floor.does(0, DEALER, light());
    floor.does(0, DEALER, Body::Deal {});
    floor.does(0, DEALER, button(1, Class::Four, "8h 8d 8h 8s"));
    floor.does(0, SUPERVISOR, Body::Void { reason: "wrong shoe".to_owned() });
    floor.does(0, DEALER, light());
    floor.office(SUPERVISOR, LinkBody::Stop { reason: "funds short".to_owned() }).unwrap();
    floor.does(0, DEALER, Body::Deal {});
    floor.does(0, DEALER, Body::EndGame {});
    floor.office(SUPERVISOR, LinkBody::Resume {}).unwrap();
    floor.does(0, DEALER, light());
    floor.does(0, DEALER, Body::Deal {});
    floor.does(0, DEALER, button(1, Class::FourSameColour, "8h 8d 8h 8d"));
    floor.does(0, SUPERVISOR, confirm());
    floor.swipes(0, card(EXECUTIVE), 1, SPOT).unwrap();
    floor.does(0, DEALER, Body::EndGame {});
    for kind in OFFICE {
        let body = link_commands().into_iter().find(|body| body.kind() == kind);
        floor.with_two(body.unwrap()).unwrap();
    }
    floor.office(table::Actor::HOUSE, LinkBody::Part { table: TableId(1) }).unwrap();
    floor
}

fn examples() -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    let dealt = confirmed();
    let json = |value: &dyn erased::Json| value.json();
    all.insert("view of a table".to_owned(), json(&dealt.table(0).view(DEALER)));
    all.insert("view of a link".to_owned(), json(&dealt.link().view(SUPERVISOR)));
    for floor in [house_dealt(), live_floor()] {
        let tables = floor.tables[0].entries.iter().flat_map(|entry| &entry.events);
        for (kind, value) in tables.map(|event| ("event", json(event))).chain(
            floor.entries.iter().flat_map(|entry| &entry.events).map(|it| ("link event", json(it))),
        ) {
            let event = value["event"].as_str().unwrap();
            if kind == "link event" || OWN.contains(&event) {
                all.entry(format!("{kind} {event}")).or_insert(value);
            }
        }
        let entry = floor.entries.iter().find(|entry| !entry.with.is_empty()).unwrap();
        all.entry("link entry".to_owned()).or_insert_with(|| json(entry));
    }
    let id = || CommandId::try_from("an-id-of-the-client".to_owned()).unwrap();
    for body in link_commands() {
        let name = format!("link command {}", body.kind().word());
        all.insert(name, json(&Command { id: id(), expected: 7, body }));
    }
    all
}

/// Values of many types, written as JSON.
mod erased {
    pub(super) trait Json {
        fn json(&self) -> serde_json::Value;
    }

    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> serde_json::Value {
            serde_json::to_value(self).unwrap()
        }
    }
}

#[test]
fn g_04_the_words_of_the_progressive_do_not_change() {
    let examples = examples();
    golden("link", &examples);
    let count = |kind: &str| examples.keys().filter(|name| name.starts_with(kind)).count();
    assert_eq!(count("link event "), LinkEvent::WORDS.len(), "an example of every event of a link");
    assert_eq!(count("event "), OWN.len(), "an example of every event of the progressive");
}
