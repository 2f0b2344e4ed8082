//! A table plays as posted (A49, R-19): wagers, limits and settings are chosen when it is opened.

use reqwest::StatusCode;
use serde_json::{Value, json};
use table::Role;

use crate::house::{House, Visitor, document};

async fn open(house: &House, who: &Visitor, posting: Value) -> (StatusCode, Value) {
    let response = house.post(who, "/api/tables", &posting).await;
    (response.status(), document(response).await)
}

async fn view(house: &House, who: &Visitor, table: &Value) -> Value {
    document(house.get(who, &format!("/api/tables/{table}")).await).await
}

#[tokio::test]
async fn r_19_wagers_limits_and_settings_are_posted() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let posting = json!({
        "game": "bahama-bonus", "kind": "shared", "wagers": ["match-up"],
        "limits": {"main": {"minimum": 1_000, "maximum": 20_000}},
        "set": {"surrender": "none"},
    });
    let (status, opened) = open(&house, &supervisor, posting).await;
    assert_eq!(status, StatusCode::CREATED, "{opened}");
    let table = &opened["table"];
    let posted = view(&house, &supervisor, table).await["posted"].clone();
    assert_eq!(posted["spots"], json!(["main", "match-up"]));
    assert_eq!(posted["link"], Value::Null, "no progressive, no link");
    assert_eq!(posted["set"]["surrender"], "none");
    let rules = document(house.get(&supervisor, &format!("/api/tables/{table}/rules")).await).await;
    assert_eq!(rules["profile"], posted["profile"]);
    let main = &rules["wagers"][0];
    assert_eq!((&main["least"], &main["most"]), (&json!(1_000), &json!(20_000)));
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    assert_eq!(view(&house, &supervisor, table).await["posted"], posted, "after a restart, too");
}

#[tokio::test]
async fn r_19_a_posting_that_cannot_be_is_refused_with_all_its_faults_and_nothing_is_opened() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let tables = document(house.get(&supervisor, "/api/tables").await).await;
    let posting = json!({
        "game": "bahama-bonus",
        "set": {"doubles": "nine", "no-such-setting": "1", "peek": "sometimes"},
    });
    let (status, refused) = open(&house, &supervisor, posting).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let message = refused["error"]["message"].as_str().unwrap();
    for named in ["doubles", "no-such-setting", "peek"] {
        assert!(message.contains(named), "{named}: {message}");
    }
    assert_eq!(document(house.get(&supervisor, "/api/tables").await).await, tables);
}

#[tokio::test]
async fn r_20_what_favours_the_player_is_refused_unless_it_is_named() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let generous = json!({"game": "bahama-bonus", "set": {"natural-pays": "3 to 1"}});
    let (status, refused) = open(&house, &supervisor, generous.clone()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("“main h17 6” favours the player"), "{message}");
    let mut allowed = generous;
    allowed["override"] = json!(["main h17 6"]);
    let (status, opened) = open(&house, &supervisor, allowed).await;
    assert_eq!(status, StatusCode::CREATED, "{opened}");
    let posted = view(&house, &supervisor, &opened["table"]).await["posted"].clone();
    assert_eq!(posted["set"]["overrides.player-edge"], "main h17 6");
}

#[tokio::test]
async fn r_20_pays_in_coins_smaller_than_the_smallest_chip_are_refused() {
    let house = House::open().await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let posting = json!({"game": "bahama-bonus", "set": {"natural-pays": "6 to 5"}});
    let (status, refused) = open(&house, &supervisor, posting).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("chip"), "{message}");
}

#[tokio::test]
async fn a_45_one_set_of_wagers_is_posted() {
    let house = House::of("wsgc-bahama-bonus").await;
    let supervisor = house.visitor_as(Role::Supervisor).await;
    let posted = |wagers: Value| json!({"game": "wsgc-bahama-bonus", "wagers": wagers});
    let both = open(&house, &supervisor, posted(json!(["trilux", "match-up"]))).await;
    assert_eq!(both.0, StatusCode::CONFLICT);
    let message = both.1["error"]["message"].as_str().unwrap();
    assert!(message.contains("never posted together"), "{message}");
    for (wagers, spots) in [
        (json!(["trilux"]), json!(["main", "trilux"])),
        (json!([]), json!(["main"])),
        (json!(["match-up", "match-down"]), json!(["main", "match-up", "match-down"])),
        (Value::Null, json!(["main", "insurance", "match-up", "match-down", "progressive"])),
    ] {
        let (status, opened) = open(&house, &supervisor, posted(wagers)).await;
        assert_eq!(status, StatusCode::CREATED, "{opened}");
        let posted = view(&house, &supervisor, &opened["table"]).await["posted"].clone();
        assert_eq!(posted["spots"], spots);
    }
}
