//! A running table is posted anew (A49, R-19).

use reqwest::StatusCode;
use serde_json::{Value, json};
use table::Role;

use crate::house::{House, Visitor, document};
use crate::posting::{open, view};

#[tokio::test]
async fn r_19_what_a_table_was_posted_with_is_given_back_each_in_its_field() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let wanted = json!({
        "game": "bahama-bonus", "name": "High limit", "kind": "keypad", "decks": 8,
        "wagers": ["match-up"], "limits": {"main": {"minimum": 2_500}},
        "set": {"natural-pays": "3 to 1"}, "override": ["main h17 8"],
    });
    let (status, opened) = open(&house, &supervisor, wanted.clone()).await;
    assert_eq!(status, StatusCode::CREATED, "{opened}");
    let address = format!("/api/tables/{}/posting", opened["table"]);
    let posting = document(house.get(&supervisor, &address).await).await["posting"].clone();
    for field in ["game", "name", "kind", "decks", "wagers", "override"] {
        assert_eq!(posting[field], wanted[field], "{field}");
    }
    assert_eq!(posting["set"], json!({"natural-pays": "3 to 1", "main.minimum": "$25"}));
}

/// A posting anew, as the form sends it.
fn anew(id: &str, version: &Value, posting: &Value) -> Value {
    json!({"id": id, "expected": version, "posting": posting})
}

#[tokio::test]
async fn r_19_a_running_table_is_posted_anew_and_stays_so_over_a_restart() {
    let house = House::of("wsgc-bahama-bonus").await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let posting = json!({"game": "wsgc-bahama-bonus", "wagers": ["match-up", "progressive"]});
    let (_, opened) = open(&house, &supervisor, posting).await;
    let table = &opened["table"];
    let address = format!("/api/tables/{table}/posting");
    let before = document(house.get(&supervisor, &address).await).await;
    let mut posting = before["posting"].clone();
    assert_eq!(posting["wagers"], json!(["match-up", "progressive"]));
    posting["wagers"] = json!(["trilux"]);
    posting["paytables"] = json!({"trilux": "TRI-03"});
    let wanted = anew("post-trilux", &before["version"], &posting);
    let response = house.post(&supervisor, &address, &wanted).await;
    assert_eq!(response.status(), StatusCode::OK);
    let entry = document(response).await;
    let words: Vec<&Value> =
        entry["events"].as_array().unwrap().iter().map(|it| &it["event"]).collect();
    assert!(words.contains(&&json!("posted")), "{words:?}");
    let again = document(house.post(&supervisor, &address, &wanted).await).await;
    assert_eq!(again, entry, "the same id is the same answer (L-09)");
    let seen = view(&house, &supervisor, table).await;
    assert_eq!(seen["posted"]["spots"], json!(["main", "trilux"]));
    assert_eq!(seen["posted_at"], entry["at"]);
    assert_eq!(seen["posted"]["link"], Value::Null, "it has parted from its link");
    let rules = document(house.get(&supervisor, &format!("/api/tables/{table}/rules")).await).await;
    assert_eq!(rules["profile"], seen["posted"]["profile"]);
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    assert_eq!(view(&house, &supervisor, table).await, seen, "after a restart, too");
}

#[tokio::test]
async fn r_19_a_posting_is_announced_and_can_be_withdrawn_also_after_a_restart() {
    let house = House::of("bahama-bonus").await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let (_, opened) = open(&house, &supervisor, json!({"game": "bahama-bonus"})).await;
    let table = &opened["table"];
    let address = format!("/api/tables/{table}/posting");
    let before = document(house.get(&supervisor, &address).await).await;
    let mut posting = before["posting"].clone();
    posting["limits"] = json!({"main": {"minimum": 2_500}});
    let mut wanted = anew("post-later", &before["version"], &posting);
    wanted["from"] = json!(32_503_680_000_000_u64);
    let response = house.post(&supervisor, &address, &wanted).await;
    assert_eq!(response.status(), StatusCode::OK);
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    let seen = view(&house, &supervisor, table).await;
    assert_eq!(seen["posted"]["set"].get("main.minimum"), None, "it does not hold yet");
    assert_eq!(seen["next"]["sign"]["set"]["main.minimum"], "$25");
    assert_eq!(seen["next"]["from"], wanted["from"]);
    let commands = format!("/api/tables/{table}/commands");
    let body = json!({"do": "withdraw-posting"});
    let withdraw = json!({"id": "withdraw-it", "expected": seen["version"], "body": body});
    assert_eq!(house.post(&supervisor, &commands, &withdraw).await.status(), StatusCode::OK);
    assert_eq!(view(&house, &supervisor, table).await.get("next"), None);
}

#[tokio::test]
async fn r_19_r_20_a_posting_anew_is_judged_like_a_new_one() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let player = house.visitor_as(Role::Player).await;
    let (_, opened) = open(&house, &supervisor, json!({"game": "bahama-bonus"})).await;
    let table = &opened["table"];
    let address = format!("/api/tables/{table}/posting");
    let before = view(&house, &supervisor, table).await;
    let links_before = document(house.get(&supervisor, "/api/links").await).await;
    let tried = async |who: &Visitor, id: &str, posting: Value| {
        let wanted = anew(id, &before["version"], &posting);
        let response = house.post(who, &address, &wanted).await;
        let status = response.status();
        (status, document(response).await["error"]["code"].clone())
    };
    let game = json!({"game": "bahama-bonus"});
    let generous = json!({"game": "bahama-bonus", "set": {"natural-pays": "3 to 1"}});
    let keypad = json!({"game": "bahama-bonus", "kind": "keypad"});
    for (who, id, posting, status, code) in [
        (&player, "as-a-player", &game, StatusCode::FORBIDDEN, "role.denied"),
        (&supervisor, "generous-one", &generous, StatusCode::CONFLICT, "game.faults"),
        (&supervisor, "another-kind", &keypad, StatusCode::CONFLICT, "posting.kind"),
        (&supervisor, "the-same-one", &game, StatusCode::CONFLICT, "posting.same"),
    ] {
        let found = tried(who, id, posting.clone()).await;
        assert_eq!(found, (status, json!(code)), "{id}");
    }
    assert_eq!(view(&house, &supervisor, table).await, before, "nothing has changed");
    let links = document(house.get(&supervisor, "/api/links").await).await;
    assert_eq!(links, links_before, "and no link was put up");
}

/// L-09: a copy of a posting for a link that was put up for it gets the same answer.
#[tokio::test]
async fn l_09_a_posting_that_put_up_a_link_of_its_own_is_done_once() {
    let house = House::open().await;
    let guest = house.guest().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let posting = json!({"game": "bahama-bonus", "kind": "practice"});
    let (_, opened) = open(&house, &guest, posting).await;
    let address = format!("/api/tables/{}/posting", opened["table"]);
    let before = document(house.get(&supervisor, &address).await).await;
    let mut posting = before["posting"].clone();
    posting["decks"] = json!(8);
    posting["link"] = Value::Null;
    let mut wanted = anew("eight-decks", &before["version"], &posting);
    wanted["from"] = json!(u32::MAX as u64 * 1_000);
    let entry = document(house.post(&supervisor, &address, &wanted).await).await;
    assert_eq!(entry["events"][0]["event"], "posting-announced", "{entry}");
    let links = document(house.get(&supervisor, "/api/links").await).await;
    let again = document(house.post(&supervisor, &address, &wanted).await).await;
    assert_eq!(again, entry);
    assert_eq!(document(house.get(&supervisor, "/api/links").await).await, links);
}
