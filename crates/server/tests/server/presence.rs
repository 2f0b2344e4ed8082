//! Who has gone holds nobody up, and his seat is freed after the posted time (T-15).

use std::time::Duration;

use serde_json::{Value, json};

use crate::house::{House, Socket, Visitor, document, next, within};

const TABLE: &str = "/api/tables/1";

async fn does(house: &House, who: &Visitor, id: &str, body: Value) -> Value {
    let version = document(house.get(who, TABLE).await).await["version"].clone();
    let command = json!({"id": format!("presence-{id}"), "expected": version, "body": body});
    document(house.post(who, &format!("{TABLE}/commands"), &command).await).await
}

async fn sits(house: &House, who: &Visitor, seat: u8) -> Socket {
    let body = json!({"do": "sit", "seat": seat, "buy_in": 50_000});
    does(house, who, &format!("sit-{seat}"), body).await;
    let mut socket = house.socket(who, &format!("{TABLE}/stream")).await;
    next(&mut socket).await;
    socket
}

/// Waits for an event and gives the entry it came with.
async fn hears(socket: &mut Socket, word: &str) -> Value {
    within(async {
        loop {
            let entry = next(socket).await;
            let is_it = |event: &Value| event["event"] == word;
            if entry["events"].as_array().is_some_and(|events| events.iter().any(is_it)) {
                return entry;
            }
        }
    })
    .await
}

fn words(entry: &Value) -> Vec<&str> {
    entry["events"].as_array().unwrap().iter().filter_map(|it| it["event"].as_str()).collect()
}

#[tokio::test]
async fn t_15_who_has_gone_is_told_and_loses_the_seat_with_the_chips_in_his_wallet() {
    let house = House::open().await;
    let (ann, bob) = (house.guest().await, house.guest().await);
    let mut hers = sits(&house, &ann, 3).await;
    let his = sits(&house, &bob, 4).await;
    let before = document(house.get(&bob, "/api/me/wallet").await).await["wallet"].clone();

    drop(his);
    // A page that is loaded again was never gone.
    let his = house.socket(&bob, &format!("{TABLE}/stream")).await;
    house.clock.turn(5_000);
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let view = document(house.get(&ann, TABLE).await).await;
    assert_eq!(view["seats"][3]["player"]["away"], Value::Null, "{view}");

    drop(his);
    tokio::time::sleep(Duration::from_millis(200)).await;
    house.clock.turn(5_000);
    let away = hears(&mut hers, "away").await;
    assert_eq!(away["by"], json!({"account": 0, "role": "house"}));
    let lobby = document(house.get(&ann, "/api/tables").await).await;
    assert_eq!([&lobby["tables"][0]["taken"], &lobby["tables"][0]["away"]], [&json!(2), &json!(1)]);

    house.clock.turn(30_000);
    let freed = hears(&mut hers, "left").await;
    assert_eq!(words(&freed), ["left", "cashed-out"]);
    assert_eq!(freed["events"][0]["why"], "clock");
    let wallet = document(house.get(&bob, "/api/me/wallet").await).await;
    assert_eq!(wallet["wallet"], json!(before.as_i64().unwrap() + 50_000), "in one append");
    assert_eq!(wallet["tables"], json!([]));
    let view = document(house.get(&ann, TABLE).await).await;
    assert!(view["seats"][2]["player"]["away"].is_null(), "she has the table open");
}

#[tokio::test]
async fn t_15_who_comes_back_keeps_the_seat_and_after_a_restart_nobody_is_missed_at_once() {
    let house = House::open().await;
    let (ann, bob) = (house.guest().await, house.guest().await);
    let mut hers = sits(&house, &ann, 3).await;
    drop(sits(&house, &bob, 4).await);
    tokio::time::sleep(Duration::from_millis(200)).await;
    house.clock.turn(5_000);
    hears(&mut hers, "away").await;
    let _his = house.socket(&bob, &format!("{TABLE}/stream")).await;
    hears(&mut hers, "back").await;
    drop(hers);

    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let view = document(house.get(&ann, TABLE).await).await;
    for seat in [2, 3] {
        assert_eq!(view["seats"][seat]["player"]["away"], Value::Null, "{view}");
    }
    let mut hers = house.socket(&ann, &format!("{TABLE}/stream")).await;
    next(&mut hers).await;
    house.clock.turn(15_000);
    let away = hears(&mut hers, "away").await;
    assert_eq!(words(&away), ["away"], "he alone has not come back");
}
