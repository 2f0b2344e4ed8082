use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house::{House, Visitor, code, document, next, within};

async fn does(house: &House, who: &Visitor, id: &str, body: Value) -> Value {
    does_at(house, who, "/api/tables/1", id, body).await
}

async fn does_at(house: &House, who: &Visitor, table: &str, id: &str, body: Value) -> Value {
    let version = document(house.get(who, table).await).await["version"].clone();
    let command = json!({"id": format!("command-{id}"), "expected": version, "body": body});
    document(house.post(who, &format!("{table}/commands"), &command).await).await
}

fn bots(view: &Value) -> usize {
    let seats = view["seats"].as_array().unwrap();
    let is_bot = |name: &Value| name.as_str().is_some_and(|name| name.ends_with(" (bot)"));
    seats.iter().filter(|seat| is_bot(&seat["player"]["name"])).count()
}

#[tokio::test]
async fn bots_sit_down_play_a_round_and_leave_after_the_last_person() {
    let house = House::open().await;
    let guest = house.guest().await;
    let asked = house.post(&guest, "/api/tables/1/bots", &json!({"bots": 3})).await;
    assert_eq!(code(asked).await, "seat.none");
    does(&house, &guest, "sit", json!({"do": "sit", "seat": 4, "buy_in": 50_000})).await;
    let asked = house.post(&guest, "/api/tables/1/bots", &json!({"bots": 3})).await;
    assert_eq!(document(asked).await, json!({"seated": 3}));

    let mut stream = house.socket(&guest, "/api/tables/1/stream").await;
    next(&mut stream).await;
    // A table is cut first; bots leave that to people and the clock.
    does(&house, &guest, "cut", json!({"do": "cut", "place": 100})).await;
    does(&house, &guest, "bet", json!({"do": "bet", "seat": 4, "bets": {"main": 1000}})).await;
    // Who has no bet holds nobody up (T-15), so the bots' bets are waited for here.
    within(async {
        loop {
            let view = document(house.get(&guest, "/api/tables/1").await).await;
            let seats = view["seats"].as_array().unwrap().iter();
            if seats.filter(|seat| seat["bets"] != json!([])).count() == 4 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    does(&house, &guest, "ready", json!({"do": "ready"})).await;
    let mut tries = 0;
    let ended = within(async {
        loop {
            let entry = next(&mut stream).await;
            let events = entry["events"].as_array().cloned().unwrap_or_default();
            if let Some(ended) = events.iter().find(|event| event["event"] == "ended") {
                return ended.clone();
            }
            let last = events.last().cloned().unwrap_or_default();
            if last["seat"] == 4 {
                tries += 1;
                let body = match last["event"].as_str() {
                    Some("insurance-asked") => json!({"do": "insure", "seat": 4, "cents": 0}),
                    Some("asked") => {
                        json!({"do": "act", "seat": 4, "hand": last["hand"], "action": "stand"})
                    }
                    _ => continue,
                };
                does(&house, &guest, &format!("answer-{tries}"), body).await;
            }
        }
    })
    .await;
    let view = document(house.get(&guest, "/api/tables/1").await).await;
    assert_eq!(view["felt"]["seats"].as_array().unwrap().len(), 4, "everybody was dealt in");
    assert!(ended["staked"].as_i64().unwrap() >= 2500, "{ended}");

    does(&house, &guest, "leave", json!({"do": "leave", "seat": 4})).await;
    within(async {
        while bots(&document(house.get(&guest, "/api/tables/1").await).await) > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn bots_play_on_after_a_restart_and_leave_a_seat_free() {
    let house = House::open().await;
    let guest = house.guest().await;
    does(&house, &guest, "sit", json!({"do": "sit", "seat": 1, "buy_in": 50_000})).await;
    let asked = house.post(&guest, "/api/tables/1/bots", &json!({"bots": 200})).await;
    assert_eq!(document(asked).await, json!({"seated": 5}), "one seat stays free");
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    let cut = json!({"do": "cut", "place": 100});
    does(&house, &guest, "cut", cut).await;
    does(&house, &guest, "bet", json!({"do": "bet", "seat": 1, "bets": {"main": 1000}})).await;
    within(async {
        loop {
            let view = document(house.get(&guest, "/api/tables/1").await).await;
            let bets = view["seats"].as_array().unwrap().iter();
            if bets.filter(|seat| seat["bets"] != json!([])).count() == 6 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn bots_come_to_the_practice_table_of_who_asks_and_to_nobody_elses() {
    let house = House::open().await;
    let (guest, other) = (house.guest().await, house.guest().await);
    let open = json!({"game": games::GAMES[0].id, "kind": "practice"});
    let opened = document(house.post(&guest, "/api/tables", &open).await).await;
    let table = format!("/api/tables/{}", opened["table"]);
    let (ask, two) = (format!("{table}/bots"), json!({"bots": 2}));
    let refused = house.post(&guest, &ask, &two).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    assert_eq!(code(refused).await, "seat.none");
    assert_eq!(code(house.post(&other, &ask, &two).await).await, "table.unknown");
    let sit = json!({"do": "sit", "seat": 4, "buy_in": 50_000});
    does_at(&house, &guest, &table, "sit", sit).await;
    assert_eq!(document(house.post(&guest, &ask, &two).await).await, json!({"seated": 2}));
    assert_eq!(bots(&document(house.get(&guest, &table).await).await), 2);
}

#[tokio::test]
async fn bots_do_not_hear_malformed_wishes() {
    let house = House::open().await;
    let guest = house.guest().await;
    let wrong = house.post(&guest, "/api/tables/1/bots", &json!({"bots": -1})).await;
    assert_eq!(code(wrong).await, "bots.malformed");
    let unknown = house.post(&guest, "/api/tables/99/bots", &json!({"bots": 1})).await;
    assert_eq!(code(unknown).await, "table.unknown");
}
