//! A record that was changed is found: every number of every stored entry is changed, one at a
//! time, and the replay of the record refuses it (L-11, P-17). What is free is listed.

use std::collections::BTreeSet;
use std::sync::Arc;

use rules::{Action, Class, Spot, Word};
use serde_json::Value;
use table::{
    Actor, Body, Clocks, Command, Entry, Event, Link, LinkBody, LinkEvent, LinkParameters, Person,
    PersonBody, PersonEvent, Posted, ReplayFailed, Staffing, Table,
};
use testkit::Dice;

use crate::common::crowd::{DEALER, SUPERVISOR, keypad, sign_of};
use crate::common::floor::{EXECUTIVE, Floor, LINK, Seated, card, game_with, sign_on};
use crate::common::{Evening, player, staff};
use crate::link::procedure::unattended;
use crate::link::wire::{button, house_dealt, live_floor};

/// The numbers that nothing else in the record tells, with the event they stand in. The only
/// amounts among them are parameters that nothing was played by yet. (So is a bet that is
/// taken back before the deal, as far as the table takes it; there is none here.)
const FREE: [(&str, &str); 19] = [
    // Who it was, and by which card.
    ("*", "account"),
    ("*", "card"),
    ("*", "staff"),
    ("*", "by"),
    ("ready", "player"),
    ("claimed", "player"),
    ("claimed", "dealer"),
    // When: times must not go back, and a gaming day is what the room says.
    ("*", "at"),
    ("*", "day"),
    // What the other journal says, of the table, the link or a person.
    ("with", "table"),
    ("with", "link"),
    ("with", "person"),
    ("with", "version"),
    ("awarded", "slip"),
    // A sensor of a live table lights at any seat, and a table joins with as many as it has.
    ("bet-placed", "seat"),
    ("joined", "seats"),
    // New parameters are news; what is played by them is not.
    ("parameters-set", "seed"),
    ("parameters-set", "contribution"),
    ("parameters-set", "reserve"),
];

/// By how much a number is changed.
const CHANGES: [i64; 3] = [1, -1, i64::MAX];

/// Rounds of every game with all that players and staff can do to the money.
fn evenings() -> Vec<Evening> {
    let mut all = Vec::new();
    for (seed, game) in (1u64..).zip(games::GAMES) {
        let mut dice = Dice::new(seed);
        let posted = Posted { clocks: Clocks::SHARED, ..sign_of(game.id, &mut dice) };
        let mut evening = Evening::of(if seed % 2 == 0 { keypad(posted) } else { posted });
        evening.people(&mut dice);
        for _ in 0..12 {
            evening.round(&mut dice);
        }
        // Between rounds there is a snapshot.
        while evening.table().snapshot().is_some() {
            let (by, body) = evening.next(&mut dice);
            evening.does(by, body);
        }
        evening.does(SUPERVISOR, Body::Void { reason: "card exposed".to_owned() });
        evening.round(&mut dice);
        let executive = staff(99, EXECUTIVE.role);
        evening.does(executive, Body::Fill { cents: 4_900_000 });
        evening.does(executive, Body::Credit { cents: 2_500 });
        evening.does(Actor::HOUSE, Body::Close {});
        all.push(evening);
    }
    all
}

/// A link whose parameters are changed, then a round with a whole award and a part of it.
fn new_parameters() -> Floor {
    let of = game_with("wsgc-bahama-bonus", &[], &[("progressive", "3")]);
    let (mut floor, spot) = (Floor::live(&of, 1), Spot::Progressive);
    let parameters = LinkParameters { seed: 2_600_000, contribution: 1_100, reserve: 300 };
    let reason = "a larger seed".to_owned();
    let body = LinkBody::SetParameters { spot, parameters, reason, override_advice: true };
    floor.with_two(body).unwrap();
    for seat in [1, 2] {
        floor.does(0, DEALER, Body::Light { seat, spot, lit: true });
    }
    floor.does(0, DEALER, Body::Deal {});
    let hands = [(1, Class::FourSameColour, "8h 8d 8h 8h"), (2, Class::FourSuited, "8h 8h 8h 8h")];
    for (seat, hand, cards) in hands {
        floor.does(0, DEALER, button(seat, hand, cards));
    }
    floor.does(0, SUPERVISOR, Body::Confirm { evidence: "cards shown".to_owned() });
    for seat in [2, 1] {
        floor.swipes(0, card(EXECUTIVE), seat, spot).unwrap();
    }
    floor.does(0, DEALER, Body::EndGame {});
    floor
}

/// The numbers in a value, as pointers to them.
fn numbers(value: &Value, at: &str, all: &mut Vec<String>) {
    match value {
        Value::Number(_) => all.push(at.to_owned()),
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                numbers(item, &format!("{at}/{place}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                numbers(field, &format!("{at}/{name}"), all);
            }
        }
        _ => {}
    }
}

/// What a number is: the event it stands in, and the name of its field.
fn named(entry: &Value, pointer: &str) -> (String, String) {
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    let is_name = |step: &&&str| step.parse::<usize>().is_err();
    let field = steps.iter().rev().find(is_name).map_or("", |step| step);
    let event = match steps[..] {
        ["events", place, ..] => entry["events"][place.parse::<usize>().unwrap()]["event"].as_str(),
        [part, ..] => Some(part),
        [] => None,
    };
    (event.unwrap_or_default().to_owned(), field.to_owned())
}

/// The numbers of a record that can be changed unnoticed. `apply` must refuse the entry
/// with the change, or a later one.
fn unnoticed<E, M: Clone>(
    mut machine: M,
    entries: &[Entry<E>],
    apply: impl Fn(&mut M, &Entry<E>) -> Result<(), ReplayFailed>,
) -> BTreeSet<(String, String)>
where
    E: serde::Serialize + serde::de::DeserializeOwned,
{
    let mut unnoticed = BTreeSet::new();
    for (place, entry) in entries.iter().enumerate() {
        let value = serde_json::to_value(entry).unwrap();
        let mut all = Vec::new();
        numbers(&value, "", &mut all);
        for (pointer, by) in all.iter().flat_map(|it| CHANGES.map(|by| (it, by))) {
            let mut changed = value.clone();
            let number = changed.pointer_mut(pointer).unwrap();
            *number = number.as_i64().unwrap().saturating_add(by).into();
            // What is no entry any more is found before it is replayed.
            let Ok(changed) = serde_json::from_value::<Entry<E>>(changed) else { continue };
            let mut replayed = machine.clone();
            let mut entries = std::iter::once(&changed).chain(&entries[place + 1..]);
            match entries.find_map(|entry| apply(&mut replayed, entry).err()) {
                Some(refused) => assert!(refused.to_string().starts_with("version")),
                None => _ = unnoticed.insert(named(&value, pointer)),
            }
        }
        apply(&mut machine, entry).unwrap();
    }
    unnoticed
}

fn of_table(
    table: &Table,
    entries: &[Entry],
    beside: &table::Beside,
) -> BTreeSet<(String, String)> {
    let new = Table::new(table.id(), Arc::clone(table.house()));
    unnoticed(new, entries, |table, entry| table.apply(entry, beside))
}

fn of_link(floor: &Floor) -> BTreeSet<(String, String)> {
    let new = Link::new(LINK, Arc::new(floor.link().sign().clone()));
    unnoticed(new, &floor.entries, |link, entry: &Entry<LinkEvent>| link.apply(entry))
}

/// Somebody whose chips go to a table and come back, and whose wallet is filled meanwhile.
fn with_a_wallet() -> (Floor, Actor) {
    let (of, who) = (game_with("bahama-bonus", &[], &[]), player(11));
    let mut floor = Floor::of(&of, Staffing::Unattended);
    floor.open(&of, sign_on(&of));
    floor.does(0, who, Body::Sit { seat: 1, buy_in: 50_000 });
    floor.does(0, who, Body::BuyIn { seat: 1, cents: 20_000 });
    let id = floor.id();
    let top_up = Command { id, expected: 0, body: PersonBody::TopUp {} };
    assert!(floor.person_sends(who, top_up).unwrap());
    floor.does(0, who, Body::Leave { seat: 1 });
    (floor, who)
}

fn of_person(floor: &Floor, who: Actor) -> BTreeSet<(String, String)> {
    let entries = floor.person_entries(who.account);
    let has = |wanted: fn(&PersonEvent) -> bool| {
        assert!(entries.iter().flat_map(|entry| &entry.events).any(wanted));
    };
    has(|event| matches!(event, PersonEvent::TookChips { .. }));
    has(|event| matches!(event, PersonEvent::BroughtChips { .. }));
    has(|event| matches!(event, PersonEvent::Granted { .. }));
    let new = Person::new(who.account);
    unnoticed(new, &entries, |person, entry: &Entry<PersonEvent>| person.apply(entry))
}

#[test]
fn l_11_p_17_every_changed_number_is_found() {
    let (floor, who) = with_a_wallet();
    let mut unnoticed = of_person(&floor, who);
    for evening in evenings() {
        unnoticed.extend(of_table(evening.table(), &evening.entries, &evening.beside));
    }
    for floor in [house_dealt(), live_floor(), unattended(), new_parameters()] {
        unnoticed.extend(of_link(&floor));
        for (place, Seated { entries, beside, .. }) in floor.tables.iter().enumerate() {
            unnoticed.extend(of_table(floor.table(place), entries, beside));
        }
    }
    let is_free = |(event, field): &(String, String), free: &(&str, &str)| {
        (free.0 == "*" || free.0 == event) && free.1 == field
    };
    unnoticed.retain(|number| {
        let is_listed = FREE.iter().any(|free| is_free(number, free));
        assert!(is_listed, "{number:?} was changed unnoticed");
        true
    });
    for free in FREE {
        assert!(unnoticed.iter().any(|number| is_free(number, &free)), "{free:?} is always found");
    }
}

#[test]
fn p_15_parameters_are_found_by_what_was_played_by_them() {
    let unnoticed = of_link(&new_parameters());
    let of_parameters = unnoticed.iter().filter(|(event, _)| event == "parameters-set");
    let fields: Vec<&str> = of_parameters.map(|(_, field)| field.as_str()).collect();
    assert_eq!(fields, ["account", "card"]);
}

#[test]
fn the_session_is_a_varied_one() {
    let evenings = evenings();
    let events = evenings.iter().flat_map(|it| &it.entries).flat_map(|entry| &entry.events);
    let events: Vec<&Event> = events.collect();
    for action in Action::ALL {
        let is_it =
            |event: &&&Event| matches!(event, Event::Acted { action: it, .. } if it == action);
        assert!(events.iter().find(is_it).is_some(), "{action}");
    }
    let has = |wanted: fn(&Event) -> bool| assert!(events.iter().any(|event| wanted(event)));
    has(|event| matches!(event, Event::Insured { cents: 1.., .. }));
    has(|event| matches!(event, Event::Voided { .. }));
    has(|event| matches!(event, Event::CashedOut { .. }));
}
