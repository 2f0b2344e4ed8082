//! What a stranger may take and see of a table that people share.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::StatusCode;
use serde_json::{Value, json};
use table::Role;

use crate::house::{House, Visitor, code, document, next};

/// No command has the id of another one.
static SENT: AtomicU32 = AtomicU32::new(1);

async fn tries(house: &House, who: &Visitor, table: u32, body: Value) -> reqwest::Response {
    let path = format!("/api/tables/{table}");
    let version = document(house.get(who, &path).await).await["version"].clone();
    let id = format!("guests-{:05}", SENT.fetch_add(1, Ordering::Relaxed));
    let command = json!({"id": id, "expected": version, "body": body});
    house.post(who, &format!("{path}/commands"), &command).await
}

async fn does(house: &House, who: &Visitor, table: u32, body: Value) -> Value {
    let response = tries(house, who, table, body.clone()).await;
    let (status, answer) = (response.status(), document(response).await);
    assert_eq!(status, StatusCode::OK, "{body}: {answer}");
    answer
}

fn sit(seat: u8, buy_in: u32) -> Value {
    json!({"do": "sit", "seat": seat, "buy_in": buy_in})
}

#[tokio::test]
async fn s_07_one_guest_holds_three_seats_and_sits_at_one_shared_table() {
    let house = House::open().await;
    let guest = house.guest().await;
    does(&house, &guest, 1, sit(1, 20_000)).await;
    does(&house, &guest, 1, sit(2, 0)).await;
    does(&house, &guest, 1, sit(3, 0)).await;
    let fourth = tries(&house, &guest, 1, sit(4, 0)).await;
    assert_eq!(code(fourth).await, "seat.most");
    let elsewhere = tries(&house, &guest, 2, sit(1, 20_000)).await;
    let said = document(elsewhere).await;
    assert_eq!(said["error"]["code"], "seat.elsewhere");
    assert!(said["error"]["message"].as_str().unwrap().contains("table 1"), "{said}");
    let practice = json!({"game": games::GAMES[0].id, "kind": "practice"});
    let opened = document(house.post(&guest, "/api/tables", &practice).await).await;
    let own = u32::try_from(opened["table"].as_u64().unwrap()).unwrap();
    for seat in 1..=5 {
        does(&house, &guest, own, sit(seat, if seat == 1 { 20_000 } else { 0 })).await;
    }
    for seat in 1..=3 {
        does(&house, &guest, 1, json!({"do": "leave", "seat": seat})).await;
    }
    does(&house, &guest, 2, sit(1, 20_000)).await;
}

#[tokio::test]
async fn s_07_the_seats_of_a_player_are_posted() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let open = |seats: u8| json!({"game": games::GAMES[0].id, "seats_each": seats});
    for wrong in [0, 8] {
        let refused = house.post(&supervisor, "/api/tables", &open(wrong)).await;
        assert_eq!(code(refused).await, "table.sign", "{wrong}");
    }
    let opened = document(house.post(&supervisor, "/api/tables", &open(1)).await).await;
    let table = u32::try_from(opened["table"].as_u64().unwrap()).unwrap();
    let guest = house.guest().await;
    does(&house, &guest, table, sit(1, 20_000)).await;
    let second = tries(&house, &guest, table, sit(2, 0)).await;
    assert_eq!(code(second).await, "seat.most");
    let lobby = document(house.get(&guest, "/api/tables").await).await;
    let tables = lobby["tables"].as_array().unwrap();
    let own = tables.iter().find(|it| it["table"] == table).unwrap();
    assert_eq!(own["seats_each"], 1);
}

/// A table without clocks at which somebody sat down and left again, so often that it is long
/// ago; its number and version.
async fn long_ago(house: &House, supervisor: &Visitor) -> (u32, u64) {
    let clocks: Value = ["betting_ms", "turn_ms", "insurance_ms", "cut_ms", "idle_ms"]
        .iter()
        .map(|clock| ((*clock).to_owned(), json!(0)))
        .collect();
    let open = json!({"game": games::GAMES[0].id, "clocks": clocks});
    let opened = document(house.post(supervisor, "/api/tables", &open).await).await;
    let table = u32::try_from(opened["table"].as_u64().unwrap()).unwrap();
    let early = house.guest().await;
    for _ in 0..40 {
        does(house, &early, table, sit(1, 20_000)).await;
        does(house, &early, table, json!({"do": "leave", "seat": 1})).await;
    }
    let view = document(house.get(&early, &format!("/api/tables/{table}")).await).await;
    (table, view["version"].as_u64().unwrap())
}

#[tokio::test]
async fn g_07_a_guest_sees_the_present_of_a_table_and_not_every_buy_in() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let (table, version) = long_ago(&house, &supervisor).await;
    assert!(version > 70, "{version}");
    let guest = house.guest().await;
    let first = async |who: &Visitor, path: &str| {
        let entries = document(house.get(who, path).await).await;
        entries[0]["version"].as_u64()
    };
    for after in ["", "?after=0", "?after=3"] {
        let path = format!("/api/tables/{table}/events{after}");
        assert_eq!(first(&guest, &path).await, Some(version - 63), "{after}");
    }
    let all = format!("/api/tables/{table}/events");
    assert_eq!(first(&supervisor, &all).await, Some(1), "staff as before");
    let stream = |after: u64| format!("/api/tables/{table}/stream?after={after}");
    let mut socket = house.socket(&guest, &stream(1)).await;
    let hello = next(&mut socket).await;
    assert_eq!(hello["hello"]["after"], version - 64);
    assert_eq!(next(&mut socket).await["version"], version - 63);
    // Whoever is not too far behind misses nothing.
    let after = version - 5;
    let mut socket = house.socket(&guest, &stream(after)).await;
    assert_eq!(next(&mut socket).await["hello"]["after"], after);
    assert_eq!(next(&mut socket).await["version"], after + 1);
}

#[tokio::test]
async fn g_07_the_record_of_the_shoes_is_public_from_the_first_and_names_nobody() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let (table, _) = long_ago(&house, &supervisor).await;
    let guest = house.guest().await;
    let response = house.get(&guest, &format!("/api/tables/{table}/shoes")).await;
    let text = response.text().await.unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    let all: Vec<&str> = record
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|entry| entry["events"].as_array().unwrap())
        .map(|event| event["event"].as_str().unwrap())
        .collect();
    assert!(all.contains(&"posted") && all.contains(&"shoe-committed"), "{all:?}");
    for word in ["bought-in", "seated", "transfers", "\"command\"", "\"account\""] {
        assert!(!text.contains(word), "{word}");
    }
}
