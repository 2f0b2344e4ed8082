//! The words of the wire: an example of every event and every command, and views, as
//! they are written. Journals are kept for years, so a name that changes is a fault.
//!
//! `BAHAMA_WRITE_GOLDEN=1 cargo test -p table wire` writes the file anew.

use std::collections::BTreeMap;

use rules::{Action, Spot};
use serde_json::Value;
use table::{Actor, Body, Clocks, Event, Posted, Question};

use crate::common::crowd::{DEALER, SUPERVISOR, keypad};
use crate::common::examples::commands;
use crate::common::{Evening, act, given, golden, player, sign};

/// Evenings in which everything happens once.
fn evenings() -> Vec<Evening> {
    let ann = player(11);
    let posted = given(sign("bahama-bonus"), "9c Ad 8s 6h 5d Kc Kd 7s 9h");
    let mut house = Evening::of(Posted { clocks: Clocks::SHARED, ..posted });
    house.does(ann, Body::Sit { seat: 2, buy_in: 10_000 });
    house.bet(ann, 2, &[(Spot::Main, 1_000), (Spot::MatchUp, 500)]);
    house.does(ann, Body::Ready {});
    house.does(ann, Body::Insure { seat: 2, cents: 500 });
    house.does(ann, act(2, 1, Action::Stand));
    house.bet(ann, 2, &[(Spot::Main, 1_000)]);
    house.does(ann, Body::Ready {});
    house.does(SUPERVISOR, Body::Void { reason: "card exposed".to_owned() });
    house.does(SUPERVISOR, Body::Fill { cents: 100 });
    house.does(SUPERVISOR, Body::Credit { cents: 100 });
    // Away, back, and away until the clock has played her hand.
    for body in [Body::Away { player: ann.account }, Body::Back { player: ann.account }] {
        house.does(Actor::HOUSE, body);
    }
    house.bet(ann, 2, &[(Spot::Main, 1_000)]);
    house.does(ann, Body::Ready {});
    house.does(Actor::HOUSE, Body::Away { player: ann.account });
    let mut waits = house.table().waits().into_iter().map(|wait| wait.question);
    let of = waits.find(|it| matches!(it, Question::Return { .. })).unwrap();
    house.does(Actor::HOUSE, Body::Clock { of });
    house.does(ann, Body::Sit { seat: 2, buy_in: 10_000 });
    house.does(ann, Body::Leave { seat: 2 });
    house.does(Actor::HOUSE, Body::Close {});
    let mut pad = Evening::of(keypad(given(sign("bahama-bonus"), "9c 7d 8s 6h 5d")));
    pad.does(DEALER, Body::OnDuty {});
    pad.does(SUPERVISOR, Body::OnDuty {});
    pad.does(ann, Body::Sit { seat: 1, buy_in: 0 });
    pad.does(DEALER, Body::BuyIn { seat: 1, cents: 5_000 });
    pad.does(DEALER, Body::OpenBetting {});
    pad.bet(ann, 1, &[(Spot::Main, 1_000)]);
    pad.does(DEALER, Body::Deal {});
    pad.does(ann, act(1, 1, Action::Stand));
    pad.does(DEALER, Body::Turn {});
    pad.does(DEALER, Body::CallSupervisor {});
    pad.does(SUPERVISOR, Body::AnswerCall {});
    pad.does(SUPERVISOR, Body::OffDuty {});
    let (staff, reason) = (DEALER.account, "gone home ill".to_owned());
    pad.does(SUPERVISOR, Body::Relieve { staff, reason });
    let mut cut = Evening::of(Posted { clocks: Clocks::SHARED, ..sign("blackjack-bonus") });
    cut.does(ann, Body::Sit { seat: 1, buy_in: 1_000_000 });
    cut.does(ann, Body::Cut { place: 100 });
    let mut dice = testkit::Dice::new(1);
    // To the cut card.
    let has_cut_card = |evening: &Evening| {
        let events = evening.entries.iter().flat_map(|entry| &entry.events);
        events.clone().any(|event| matches!(event, Event::CutCard {}))
    };
    while !has_cut_card(&cut) {
        cut.round(&mut dice);
    }
    vec![house, pad, cut]
}

fn examples() -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    let evenings = evenings();
    for entry in evenings.iter().flat_map(|evening| &evening.entries) {
        for event in &entry.events {
            let value = serde_json::to_value(event).unwrap();
            let name = format!("event {}", value["event"].as_str().unwrap());
            all.entry(name).or_insert(value);
        }
        all.entry("entry".to_owned()).or_insert_with(|| serde_json::to_value(entry).unwrap());
    }
    // What happens only to a house that has lost its key.
    let lost = Event::ShoeLost { shoe: 1 };
    all.insert("event shoe-lost".to_owned(), serde_json::to_value(&lost).unwrap());
    // What `testkit`'s `posting.scn` shows.
    let by = SUPERVISOR.account;
    let anew = Box::new(sign("bahama-bonus"));
    let announced = Event::PostingAnnounced { sign: anew, from: table::Time(60_000), by };
    for event in [announced, Event::PostingWithdrawn { by }] {
        all.insert(format!("event {}", event.word()), serde_json::to_value(&event).unwrap());
    }
    for body in commands() {
        let name = format!("command {}", crate::common::crowd::word(&body));
        let id = table::CommandId::try_from("an-id-of-the-client".to_owned()).unwrap();
        let command = table::Command { id, expected: 7, body };
        all.insert(name, serde_json::to_value(&command).unwrap());
    }
    let mut playing = Evening::of(given(sign("bahama-bonus"), "9c 7d 8s 6h 5d"));
    playing.does(player(11), Body::Sit { seat: 2, buy_in: 10_000 });
    let view = |evening: &Evening, by| serde_json::to_value(evening.table().view(by)).unwrap();
    all.insert("view before".to_owned(), view(&playing, player(11)));
    playing.bet(player(11), 2, &[(Spot::Main, 1_000), (Spot::MatchUp, 500)]);
    playing.does(player(11), Body::Ready {});
    all.insert("view asked".to_owned(), view(&playing, player(11)));
    playing.does(player(11), act(2, 1, Action::Stand));
    all.insert("view after".to_owned(), view(&playing, SUPERVISOR));
    all
}

#[test]
fn g_04_the_words_of_the_wire_do_not_change() {
    let examples = examples();
    golden("wire", &examples);
    let in_links = include_str!("link/golden.jsonl");
    let is_shown = |word: &&str| {
        let name = format!("event {word}");
        examples.contains_key(&name)
            || in_links.lines().any(|it| it.starts_with(&format!("{name}\t")))
    };
    let missing: Vec<&str> = Event::WORDS.iter().copied().filter(|it| !is_shown(it)).collect();
    assert_eq!(missing, [""; 0], "an example of every event, here or with the progressive's");
}

#[test]
fn s_13_what_is_not_a_command_is_not_read_as_one() {
    for text in [
        r#"{"id":"short","expected":1,"body":{"do":"ready"}}"#,
        r#"{"id":"long enough!","expected":1,"body":{"do":"ready"}}"#,
        r#"{"id":"long-enough","expected":-1,"body":{"do":"ready"}}"#,
        r#"{"id":"long-enough","expected":1,"body":{"do":"steal"}}"#,
        r#"{"id":"long-enough","expected":1,"body":{"do":"ready","more":1}}"#,
        r#"{"id":"long-enough","expected":1,"body":{"do":"ready"},"role":"house"}"#,
        r#"{"id":"long-enough","expected":1,"body":{"do":"sit","seat":256}}"#,
        r#"{"id":"long-enough","expected":1,"body":{"do":"bet","seat":1,"bets":{"pot":5}}}"#,
        r#"{"id":"long-enough","expected":1,"body":{"do":"bet","seat":1,"bets":{"main":0.5}}}"#,
    ] {
        assert!(serde_json::from_str::<table::Command>(text).is_err(), "{text}");
    }
    let text = r#"{"id":"long-enough","expected":1,"body":{"do":"sit","seat":1}}"#;
    let read: table::Command = serde_json::from_str(text).unwrap();
    assert_eq!(read.body, Body::Sit { seat: 1, buy_in: 0 });
}
