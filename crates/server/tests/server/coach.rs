//! The coach at the tables: the figures of the analysis, for those who may have them.

use cards::{Card, Counts};
use odds::main_wager::{Hand, Question, SplitClass, hand_worth};
use reqwest::StatusCode;
use serde_json::{Value, json};
use table::Role;

use crate::house::{House, Visitor, code, document};

/// Somebody at a table of given cards.
struct Player<'a> {
    house: &'a House,
    who: Visitor,
    table: u64,
    given: u32,
}

impl Player<'_> {
    /// Opens a table with these cards and sits down.
    async fn sits<'a>(house: &'a House, cards: &str) -> Player<'a> {
        let supervisor = house.visitor_as(Role::Supervisor).await;
        let given: Vec<&str> = cards.split(' ').collect();
        let wanted = json!({"game": "bahama-bonus", "kind": "shared", "exhibition": given,
            "clocks": {"betting_ms": 0, "turn_ms": 0, "insurance_ms": 0, "cut_ms": 0, "idle_ms": 0}});
        let opened = document(house.post(&supervisor, "/api/tables", &wanted).await).await;
        let table = opened["table"].as_u64().unwrap();
        let mut player = Player { house, who: house.guest().await, table, given: 0 };
        player.does(json!({"do": "sit", "seat": 1, "buy_in": 50_000})).await;
        player
    }

    async fn does(&mut self, body: Value) {
        let path = format!("/api/tables/{}", self.table);
        let view = document(self.house.get(&self.who, &path).await).await;
        self.given += 1;
        let id = format!("coached-{}-{}", self.table, self.given);
        let sent = json!({"id": id, "expected": view["version"], "body": body});
        let answer = self.house.post(&self.who, &format!("{path}/commands"), &sent).await;
        assert_eq!(answer.status(), StatusCode::OK, "{body}: {}", answer.text().await.unwrap());
    }

    async fn bets(&mut self, cents: u32) {
        self.does(json!({"do": "bet", "seat": 1, "bets": {"main": cents}})).await;
        self.does(json!({"do": "ready"})).await;
    }

    async fn acts(&mut self, hand: u8, action: &str) {
        self.does(json!({"do": "act", "seat": 1, "hand": hand, "action": action})).await;
    }

    async fn coach(&self, query: &str) -> Value {
        let path = format!("/api/tables/{}/coach{query}", self.table);
        let answer = self.house.get(&self.who, &path).await;
        assert_eq!(answer.status(), StatusCode::OK);
        document(answer).await
    }
}

/// What `bahama hand` says to a hand, which asks this very function.
fn exact(cards: &str, up: &str, bet: u32, doubles: u8, hands: u8) -> Value {
    let file = games::find("bahama-bonus").unwrap().file();
    let set: Vec<_> = file.first_set(None, &[]).into_iter().collect();
    let rules = file.game(None, &set).unwrap().profile(None, &[]).unwrap().rules;
    let cards: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
    let question = Question { rules, bet: Some(bet), class: SplitClass::Pair };
    let hand =
        Hand { cards: &cards, up: up.parse().unwrap(), doubles, from_split: hands > 1, hands };
    let worth = hand_worth(&Counts::of(rules.deck, rules.decks), question, &hand).unwrap();
    let actions: serde_json::Map<String, Value> =
        worth.actions.iter().map(|(action, worth)| (action.to_string(), json!(worth))).collect();
    json!({"actions": actions, "best": worth.best.to_string()})
}

fn is_exact(said: &Value, exact: &Value) {
    let (said_all, all) = (&said["actions"], exact["actions"].as_object().unwrap());
    assert_eq!(said_all.as_object().unwrap().len(), all.len(), "{said}");
    for (action, worth) in all {
        let (said, worth) = (said_all[action].as_f64().unwrap(), worth.as_f64().unwrap());
        assert!((said - worth).abs() < 1e-12, "{action}: {said} and {worth}");
    }
    assert_eq!(said["best"], exact["best"]);
}

#[tokio::test]
async fn the_coach_gives_the_exact_worth_of_every_action_and_judges_the_last_one() {
    let house = House::of("bahama-bonus").await;
    // 5-6 against a six, doubled for a two, then hit for a nine too many.
    let mut ann = Player::sits(&house, "5s 6d 6h Kc 2c 9d Kd").await;
    let nothing = ann.coach("").await;
    assert_eq!((&nothing["actions"], nothing.get("last")), (&json!({}), None));
    ann.bets(1_000).await;
    let said = ann.coach("").await;
    is_exact(&said, &exact("5s 6h", "6d", 1_000, 0, 1));
    assert_eq!((&said["unit"], &said["hand"]["bet"]), (&json!("wager"), &json!(1_000)));
    let cell = json!({"part": "two-cards", "kind": "hard", "value": 11, "up": 6});
    assert_eq!(said["hand"]["cell"], cell);
    assert_eq!(ann.coach("?seat=1&hand=1").await["best"], said["best"]);
    assert_eq!(ann.coach("?seat=2").await["actions"], json!({}), "no such hand is asked");

    ann.acts(1, "double").await;
    let said = ann.coach("").await;
    is_exact(&said, &exact("5s 6h 2c", "6d", 1_000, 1, 1));
    let last = &said["last"];
    assert_eq!((&last["made"], &last["cost"]), (&json!("double"), &json!(0.0)));
    let worths = exact("5s 6h 2c", "6d", 1_000, 1, 1);
    let of = |action: &str| worths["actions"][action].as_f64().unwrap();
    let best = worths["best"].as_str().unwrap();
    let all = worths["actions"].as_object().unwrap().keys().map(String::as_str);
    let worst = all.min_by(|a, b| of(a).total_cmp(&of(b))).unwrap();
    ann.acts(1, worst).await;
    let last = ann.coach("").await["last"].clone();
    assert_eq!((&last["made"], &last["best"]), (&json!(worst), &json!(best)));
    let cost = of(best) - of(worst);
    assert!((last["cost"].as_f64().unwrap() - cost).abs() < 1e-12, "{last}");
    assert_eq!(last["cost_cents"], json!((cost * 1_000.0).round() as i64));
    // The same again from the record, once the round is over.
    let path = format!("/api/tables/{}/rounds/1/coach", ann.table);
    let all = document(house.get(&ann.who, &path).await).await;
    assert_eq!(all.as_array().unwrap().len(), 2, "{all}");
    assert_eq!(all[1], last);
    let stranger = house.guest().await;
    assert_eq!(house.get(&stranger, &path).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn split_hands_and_insurance_have_their_worths() {
    let house = House::of("bahama-bonus").await;
    let mut ann = Player::sits(&house, "8s Ah 8h 9c 3d 2c 9d 9s Kd Kc").await;
    ann.bets(2_000).await;
    let said = ann.coach("").await;
    assert_eq!((&said["actions"], said.get("best")), (&json!({}), None));
    let insurance = &said["insurance"];
    assert_eq!((&insurance["most"], &insurance["take"]), (&json!(1_000), &json!(false)));
    let worth = insurance["worth"].as_f64().unwrap();
    assert!((worth + 23.0 / 190.0).abs() < 1e-12, "half a wager at 24.2 per cent: {worth}");
    ann.does(json!({"do": "insure", "seat": 1, "cents": 500})).await;
    let said = ann.coach("").await;
    let last = &said["last"];
    assert_eq!((&last["insured"], last.get("made")), (&json!(500), None));
    assert!((last["cost"].as_f64().unwrap() + worth / 2.0).abs() < 1e-12, "half of it: {last}");
    is_exact(&said, &exact("8s 8h", "Ah", 2_000, 0, 1));
    ann.acts(1, "split").await;
    let said = ann.coach("").await;
    is_exact(&said, &exact("8s 3d", "Ah", 2_000, 0, 2));
}

#[tokio::test]
async fn there_is_no_coach_at_tables_with_staff() {
    let house = House::of("bahama-bonus").await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let guest = house.guest().await;
    for kind in ["keypad", "attended", "live"] {
        let wanted = json!({"game": "bahama-bonus", "kind": kind});
        let opened = document(house.post(&supervisor, "/api/tables", &wanted).await).await;
        for what in ["coach", "chart", "rounds/1/coach"] {
            let path = format!("/api/tables/{}/{what}", opened["table"]);
            let refused = house.get(&guest, &path).await;
            assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{kind} {what}");
            assert_eq!(code(refused).await, "coach.attended");
        }
        let path = format!("/api/tables/{}/drill", opened["table"]);
        let refused = house.post(&guest, &path, &json!({})).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{kind} drill");
        assert_eq!(code(refused).await, "coach.attended");
    }
    assert_eq!(code(house.get(&guest, "/api/tables/99/coach").await).await, "table.unknown");
    let unreadable = house.get(&guest, "/api/tables/1/coach?seat=x").await;
    assert_eq!(code(unreadable).await, "request.malformed");
}

/// A hand as `exact` writes it.
fn cards_of(hand: &Value) -> (String, String) {
    let cards: Vec<&str> =
        hand["cards"].as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();
    (cards.join(" "), hand["up"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_drill_asks_exact_hands_of_the_part_and_what_is_known_comes_later() {
    let house = House::of("bahama-bonus").await;
    let guest = house.guest().await;
    let drill = async |body: Value| {
        let answer = house.post(&guest, "/api/tables/1/drill", &body).await;
        assert_eq!(answer.status(), StatusCode::OK, "{body}");
        document(answer).await
    };
    for (part, kind, places, doubles) in [
        ("two-cards", "soft", 80, 0),
        ("more-cards", "hard", 150, 0),
        ("after-double", "hard", 150, 1),
    ] {
        let of = json!({"part": part, "kind": kind});
        let said = drill(json!({"of": of})).await;
        assert_eq!((&said["places"], &said["known"]), (&json!(places), &json!(0)));
        let hands = said["hands"].as_array().unwrap();
        assert_eq!(hands.len(), 10);
        for hand in hands {
            let (cards, up) = cards_of(&hand["hand"]);
            let bet = hand["hand"]["bet"].as_u64().unwrap() as u32;
            is_exact(hand, &exact(&cards, &up, bet, doubles, 1));
            let cell = &hand["hand"]["cell"];
            assert_eq!((&cell["part"], &cell["kind"]), (&json!(part), &json!(kind)));
            assert_eq!((&hand["right"]["place"], &hand["wrong"]["place"]), (cell, cell));
            let today = said["today"].as_u64().unwrap();
            assert_eq!(hand["right"]["due"], json!(today + 1));
            assert_eq!(
                (&hand["wrong"]["due"], &hand["wrong"]["level"]),
                (&json!(today), &json!(0))
            );
        }
        // One was wrong and comes first; the others were right and do not come today.
        let known: Vec<Value> = (0..hands.len())
            .map(|place| hands[place][if place == 3 { "wrong" } else { "right" }].clone())
            .collect();
        let next = drill(json!({"of": of, "known": known})).await;
        assert_eq!(next["known"], 9);
        let cells = |said: &Value| -> Vec<Value> {
            said["hands"].as_array().unwrap().iter().map(|it| it["hand"]["cell"].clone()).collect()
        };
        let (before, now) = (cells(&said), cells(&next));
        assert_eq!(now[0], before[3]);
        assert!(now[1..].iter().all(|cell| !before.contains(cell)), "{now:?}");
    }
    let strange = json!({"place": {"part": "two-cards", "kind": "hard", "value": 4, "up": 6},
        "level": 0, "due": 1});
    for body in [json!({"known": [strange]}), json!({"of": {"part": "all", "kind": "hard"}})] {
        let refused = house.post(&guest, "/api/tables/1/drill", &body).await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
        assert_eq!(code(refused).await, "request.malformed");
    }
}

#[tokio::test]
async fn weak_hands_are_those_that_gave_most_away_and_wait_for_their_day() {
    let house = House::of("bahama-bonus").await;
    // 9-2 against a five: whoever stands gives something away.
    let mut ann = Player::sits(&house, "9d 5h 2s Qc Kc").await;
    let path = format!("/api/tables/{}/drill", ann.table);
    let none = document(house.post(&ann.who, &path, &json!({})).await).await;
    assert_eq!((&none["places"], &none["hands"]), (&json!(0), &json!([])));
    ann.bets(1_000).await;
    ann.acts(1, "stand").await;
    let said = document(house.post(&ann.who, &path, &json!({})).await).await;
    let hands = said["hands"].as_array().unwrap();
    assert_eq!(hands.len(), 1, "{said}");
    let cell = json!({"part": "two-cards", "kind": "hard", "value": 11, "up": 5});
    assert_eq!(hands[0]["hand"]["cell"], cell);
    let worths = exact("9d 2s", "5h", 1_000, 0, 1);
    let of = |action: &str| worths["actions"][action].as_f64().unwrap();
    let lost = (of(worths["best"].as_str().unwrap()) - of("stand")) * 1_000.0;
    assert_eq!(hands[0]["lost"], json!(lost.round() as i64));
    let known = json!({"known": [hands[0]["right"]]});
    let done = document(house.post(&ann.who, &path, &known).await).await;
    assert_eq!((&done["hands"], &done["known"]), (&json!([]), &json!(1)));
    assert_eq!(done["next"], hands[0]["right"]["due"]);
    let stranger = house.guest().await;
    let others = document(house.post(&stranger, &path, &json!({})).await).await;
    assert_eq!(others["places"], 0, "nobody drills another's mistakes");
}

#[tokio::test]
async fn the_chart_of_a_table_has_a_cell_for_every_hand() {
    let house = House::of("bahama-bonus").await;
    let guest = house.guest().await;
    let chart = document(house.get(&guest, "/api/tables/1/chart").await).await;
    assert_eq!(chart["ups"], json!([2, 3, 4, 5, 6, 7, 8, 9, 10, 1]));
    let parts = chart["parts"].as_array().unwrap();
    assert_eq!(parts[0]["part"], "two-cards");
    let rows = parts[0]["rows"].as_array().unwrap();
    let row = |kind: &str, value: u8| {
        let is_it = |row: &&Value| row["kind"] == kind && row["value"] == value;
        rows.iter().find(is_it).unwrap_or_else(|| panic!("{kind} {value}"))
    };
    assert_eq!(row("hard", 19)["cells"][0]["plays"], json!(["stand"]));
    assert_eq!(row("hard", 11)["cells"][4]["plays"][0], "double", "against a six");
    assert_eq!(row("pair", 8)["cells"].as_array().unwrap().len(), 10);
    let (edge, cost) = (chart["edge"].as_f64().unwrap(), chart["cost"].as_f64().unwrap());
    assert!((0.0..0.05).contains(&edge) && (0.0..0.005).contains(&cost), "{edge} {cost}");
}
