use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house::{House, code, command, document};

#[tokio::test]
async fn l_09_the_same_id_is_done_once_and_l_10_its_outcome_can_be_asked() {
    let house = House::open().await;
    let guest = house.guest().await;
    let path = "/api/tables/1/commands";
    let sit = command("once", &json!({"do": "sit", "seat": 1, "buy_in": 20_000}));
    let outcome =
        async || document(house.get(&guest, "/api/tables/1/commands/command-once").await).await;
    assert_eq!(outcome().await, json!({"version": null}), "unknown is not a failure");
    let first: Value = document(house.post(&guest, path, &sit).await).await;
    let again: Value = document(house.post(&guest, path, &sit).await).await;
    assert_eq!(first, again);
    assert_eq!(outcome().await, json!({"version": first["version"]}));
    let other = command("once", &json!({"do": "sit", "seat": 2, "buy_in": 20_000}));
    assert_eq!(code(house.post(&guest, path, &other).await).await, "id.reused");
    let stranger = house.guest().await;
    let theirs = house.get(&stranger, "/api/tables/1/commands/command-once").await;
    assert_eq!(document(theirs).await, json!({"version": null}), "another's command");
    let bad = house.get(&guest, "/api/tables/1/commands/no").await;
    assert_eq!(bad.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn entries_can_be_caught_up() {
    let house = House::open().await;
    let guest = house.guest().await;
    let sit = command("catch-up", &json!({"do": "sit", "seat": 3, "buy_in": 20_000}));
    let entry = document(house.post(&guest, "/api/tables/1/commands", &sit).await).await;
    let version = entry["version"].as_u64().unwrap();
    let after = |version: u64| format!("/api/tables/1/events?after={version}");
    let events = document(house.get(&guest, &after(version - 1)).await).await;
    assert_eq!(events, json!([entry]));
    let nothing = document(house.get(&guest, &after(version)).await).await;
    assert_eq!(nothing, json!([]));
}
