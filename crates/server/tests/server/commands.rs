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

/// Nobody knows which of the two was meant.
#[tokio::test]
async fn a_spot_that_is_named_twice_is_refused() {
    let house = House::open().await;
    let guest = house.guest().await;
    let body = r#"{"id":"command-twice","expected":0,
        "body":{"do":"bet","seat":1,"bets":{"main":500,"main":90000}}}"#;
    let sent = house.own_post(&guest, "/api/tables/1/commands");
    let sent = sent.header("content-type", "application/json").body(body).send().await.unwrap();
    let answer = document(sent).await;
    assert_eq!(answer["error"]["code"], "command.malformed");
    assert!(answer["error"]["message"].as_str().unwrap().contains("main is named twice"));
}

#[tokio::test]
async fn s_11_refusals_before_anybody_looks_are_described_for_every_route() {
    let described = serde_json::to_value(server::openapi()).unwrap();
    for (path, item) in described["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let answers = operation["responses"].as_object().unwrap();
            assert!(answers.contains_key("429"), "{method} {path}");
            let has_parameters =
                operation["parameters"].as_array().is_some_and(|all| !all.is_empty());
            assert!(!has_parameters || answers.contains_key("400"), "{method} {path}");
            assert!(method != "post" || answers.contains_key("403"), "{method} {path}");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                let place = if path.contains(&format!("{{{name}}}")) { "path" } else { "query" };
                assert_eq!(parameter["in"], place, "{method} {path}: {name}");
            }
            let takes_json = operation.get("requestBody").is_some();
            assert!(!takes_json || answers.contains_key("415"), "{method} {path}");
        }
    }
    let house = House::open().await;
    let guest = house.guest().await;
    let sent = house.own_post(&guest, "/api/sign-in").body("name=x").send().await.unwrap();
    assert_eq!(sent.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(code(sent).await, "request.type", "and its answer is as it is described");
}

/// The sentence of a refusal is made by whoever shows it, of facts and not of words.
#[tokio::test]
async fn t_16_a_refused_bet_names_what_the_wager_takes() {
    let house = House::open().await;
    let guest = house.guest().await;
    let path = "/api/tables/1/commands";
    let refused = async |id: &str, body: Value| {
        let version = document(house.get(&guest, "/api/tables/1").await).await["version"].clone();
        let asked = json!({"id": format!("command-{id}"), "expected": version, "body": body});
        document(house.post(&guest, path, &asked).await).await["error"].clone()
    };
    let poor = refused("buys", json!({"do": "sit", "seat": 1, "buy_in": 1})).await;
    assert_eq!((&poor["code"], &poor["facts"]["is"]), (&json!("chips.buy-in"), &json!("buy-in")));
    assert!(poor["facts"]["least"].as_u64() > Some(1), "{poor}");
    refused("sits", json!({"do": "sit", "seat": 1, "buy_in": 20_000})).await;
    refused("cuts", json!({"do": "cut", "place": 100})).await;
    let bet = json!({"do": "bet", "seat": 1, "bets": {"main": 100}});
    let error = refused("bets", bet).await;
    assert_eq!(error["code"], "bet.limit");
    let (least, most) = (&error["facts"]["why"]["least"], &error["facts"]["why"]["most"]);
    let facts = json!({"is": "limits", "least": least, "most": most});
    assert_eq!(error["facts"], json!({"is": "bet", "spot": "main", "why": facts}));
    assert!(least.as_u64() > Some(100) && most.as_u64() > least.as_u64(), "{error}");
    let other = refused("tells", json!({"do": "bet", "seat": 7, "bets": {"main": 1_000}})).await;
    assert_eq!(other["facts"], json!({"is": "seat-empty", "seat": 7}));
    let early = refused("acts", json!({"do": "act", "seat": 1, "hand": 1, "action": "hit"})).await;
    assert_eq!((&early["code"], &early["facts"]), (&json!("round.none"), &Value::Null));
}
