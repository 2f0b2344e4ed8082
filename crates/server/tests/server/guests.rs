//! What a stranger may take and see of a table that people share.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::StatusCode;
use serde_json::{Value, json};
use table::Role;

use crate::house::{House, Visitor, code, document, next, software};

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

/// A table without clocks at which somebody sat down and left again a few times; its number and
/// version. It is young: it has seen no round and few entries.
async fn young_table(house: &House, supervisor: &Visitor) -> (u32, u64) {
    let clocks: Value = ["betting_ms", "turn_ms", "insurance_ms", "cut_ms", "idle_ms"]
        .iter()
        .map(|clock| ((*clock).to_owned(), json!(0)))
        .collect();
    let open = json!({"game": games::GAMES[0].id, "clocks": clocks});
    let opened = document(house.post(supervisor, "/api/tables", &open).await).await;
    let table = u32::try_from(opened["table"].as_u64().unwrap()).unwrap();
    let early = house.guest().await;
    for _ in 0..3 {
        does(house, &early, table, sit(1, 20_000)).await;
        does(house, &early, table, json!({"do": "leave", "seat": 1})).await;
    }
    let view = document(house.get(&early, &format!("/api/tables/{table}")).await).await;
    (table, view["version"].as_u64().unwrap())
}

/// The texts of the entries of a table that somebody is given, and the first of their versions.
async fn told(house: &House, who: &Visitor, table: u32, after: &str) -> (String, Option<u64>) {
    let path = format!("/api/tables/{table}/events{after}");
    let text = house.get(who, &path).await.text().await.unwrap();
    let entries: Value = serde_json::from_str(&text).unwrap();
    (text, entries[0]["version"].as_u64())
}

#[tokio::test]
async fn g_07_a_stranger_never_sees_the_buy_ins_before_he_came_however_young_the_table() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let (table, version) = young_table(&house, &supervisor).await;
    assert!(version < 20, "{version}");
    let (all, first) = told(&house, &supervisor, table, "").await;
    assert_eq!(first, Some(1), "the staff reads everything");
    assert!(all.contains("bought-in"), "{all}");
    let stream = |after: u64| format!("/api/tables/{table}/stream?after={after}");
    for role in [Role::Player, Role::Spectator] {
        let stranger = house.visitor_as(role).await;
        for after in ["", "?after=0", "?after=3"] {
            assert_eq!(told(&house, &stranger, table, after).await.0, "[]", "{role} {after}");
        }
        let stranger = house.visitor_as(role).await;
        let mut socket = house.socket(&stranger, &stream(0)).await;
        let hello = next(&mut socket).await;
        assert_eq!(hello["hello"]["after"], version, "{role}: {hello}");
    }
}

#[tokio::test]
async fn g_07_whoever_has_seen_a_table_reads_on_from_there() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let (table, version) = young_table(&house, &supervisor).await;
    let guest = house.guest().await;
    document(house.get(&guest, &format!("/api/tables/{table}")).await).await;
    let player = house.guest().await;
    does(&house, &player, table, sit(1, 20_000)).await;
    does(&house, &player, table, json!({"do": "leave", "seat": 1})).await;
    for after in ["", "?after=1"] {
        let (_, first) = told(&house, &guest, table, after).await;
        assert_eq!(first, Some(version + 1), "what happened while he was there");
    }
    let path = format!("/api/tables/{table}/stream?after={version}");
    let mut socket = house.socket(&guest, &path).await;
    assert_eq!(next(&mut socket).await["hello"]["after"], version);
    assert_eq!(next(&mut socket).await["version"], version + 1);
    // The player himself reads his own command, and a new stranger neither.
    assert_eq!(told(&house, &player, table, "").await.1, Some(version + 1));
    let late = house.guest().await;
    assert_eq!(told(&house, &late, table, "").await.0, "[]");
}

#[tokio::test]
async fn g_07_the_record_of_the_shoes_is_public_from_the_first_and_names_nobody() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let (table, _) = young_table(&house, &supervisor).await;
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

/// S-07: the jackpot of a practice table is its player's and the staff's.
#[tokio::test]
async fn s_07_nobody_else_sees_the_link_of_a_practice_table() {
    let house = House::open().await;
    let (owner, stranger) = (house.guest().await, house.guest().await);
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let links = async |who| {
        let links = document(house.get(who, "/api/links").await).await;
        links.as_array().unwrap().iter().map(|link| link["link"].clone()).collect::<Vec<_>>()
    };
    let before = links(&stranger).await;
    let practice = json!({"game": "bahama-bonus", "kind": "practice"});
    let opened = document(house.post(&owner, "/api/tables", &practice).await).await;
    assert_eq!(links(&stranger).await, before);
    let own = links(&owner).await;
    assert_eq!((own.len(), links(&supervisor).await), (before.len() + 1, own.clone()));
    let link = own.iter().find(|link| !before.contains(link)).unwrap();
    for tail in ["", "/news"] {
        let address = format!("/api/links/{link}{tail}");
        assert_eq!(house.get(&owner, &address).await.status(), StatusCode::OK, "{tail}");
        let found = house.get(&stranger, &address).await.status();
        assert_eq!(found, StatusCode::NOT_FOUND, "{tail}");
    }
    let sit = json!({"id": "a-strange-one", "expected": 1, "body": {"do": "sit", "seat": 2}});
    let address = format!("/api/tables/{}/commands", opened["table"]);
    let refused = house.post(&stranger, &address, &sit).await;
    assert_eq!(refused.status(), StatusCode::NOT_FOUND, "as if there were no such table");
}

/// N-11: game, decks, cards, commitment, time, program and cut of every shoe, for everybody; who
/// opened the table stands in the record that the staff reads.
#[tokio::test]
async fn n_11_the_record_of_a_shoe_says_what_it_was_made_of_by_whom_and_when() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let (table, _) = young_table(&house, &supervisor).await;
    let guest = house.guest().await;
    let path = format!("/api/tables/{table}");
    let record = document(house.get(&guest, &format!("{path}/shoes")).await).await;
    let all = record.as_array().unwrap();
    let find = |name: &str| {
        let has = |it: &&Value| it["event"] == name;
        let of = |entry: &Value| Some((entry["at"].clone(), entry["version"].clone()));
        let found = all.iter().find_map(|entry| {
            let event = entry["events"].as_array().unwrap().iter().find(has)?.clone();
            Some((event, of(entry)?))
        });
        found.unwrap_or_else(|| panic!("no {name}: {record}"))
    };
    let (posted, _) = find("posted");
    let (committed, (at, version)) = find("shoe-committed");
    assert_eq!(posted["sign"]["game"], games::GAMES[0].id);
    let decks = posted["sign"]["decks"].as_u64().unwrap();
    let cards = committed["cards"].as_u64().unwrap();
    assert!(cards >= decks * 48 && cards.is_multiple_of(decks), "{committed}");
    assert_eq!(committed["shoe"], 1);
    assert_eq!(committed["root"].as_str().unwrap().len(), 64);
    assert_eq!(committed["software"], serde_json::to_value(software()).unwrap());
    assert_eq!(at, json!(house.clock.now().0));
    let (cut, _) = find("shoe-cut");
    assert_eq!(cut["place"].as_u64(), Some(cards / 2), "{cut}");
    let entries = document(house.get(&supervisor, &format!("{path}/events")).await).await;
    let entry = entries.as_array().unwrap().iter().find(|it| it["version"] == version).unwrap();
    assert!(entry["by"]["account"].is_u64(), "{entry}");
}
