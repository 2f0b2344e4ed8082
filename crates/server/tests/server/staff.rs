//! The staff and their cards, listed and changed over HTTP by what `bahama staff` does.

use reqwest::StatusCode;
use serde_json::{Value, json};
use table::Role;

use crate::house::{Visitor, code, document};
use crate::progressive::{Evening, FOUR_SEVENS, PIN};

const PATH: &str = "/api/staff";

/// An executive changes the staff with these cards, shown one after the other.
async fn changes(
    evening: &Evening,
    who: &Visitor,
    id: &str,
    body: Value,
    cards: &[&str],
) -> Result<Value, String> {
    let command = json!({"id": id, "expected": 0, "body": body});
    let mut proofs = Vec::new();
    for card in cards {
        proofs.push(evening.show(PATH, card, PIN, &command).await?);
    }
    let response = evening.send_to(who, PATH, &command, &proofs.join(",")).await;
    if response.status() == StatusCode::OK {
        return Ok(document(response).await);
    }
    Err(code(response).await)
}

#[tokio::test]
async fn s_07_s_21_the_staff_is_changed_with_an_executives_card() {
    let evening = Evening::open(&FOUR_SEVENS).await;
    let (executive, supervisor) = (evening.executive.clone(), evening.supervisor.clone());
    let own = evening.card("manager", Role::Executive).await;
    let floor = evening.card("floor-1", Role::Supervisor).await;
    let add = json!({"do": "add", "name": "Nina", "roles": ["dealer", "supervisor"]});
    let by = async |who, id, body: &Value, cards: &[&str]| {
        changes(&evening, who, id, body.clone(), cards).await
    };
    assert_eq!(by(&executive, "staff-0001", &add, &[]).await.unwrap_err(), "card.missing");
    assert_eq!(by(&executive, "staff-0002", &add, &[&floor]).await.unwrap_err(), "card.level");
    assert_eq!(by(&supervisor, "staff-0003", &add, &[&own]).await.unwrap_err(), "role.denied");
    let added = by(&executive, "staff-0004", &add, &[&own]).await.unwrap();
    assert_eq!(by(&executive, "staff-0005", &add, &[&own]).await.unwrap_err(), "name.taken");
    let token = added["enter"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let ((status, place), nina) = evening.house.enter(&token).await;
    assert_eq!((status, place.as_str()), (StatusCode::SEE_OTHER, "/dealer/1"));
    let me = document(evening.house.get(&nina, "/api/me").await).await;
    assert_eq!(me["roles"], json!(["dealer", "supervisor"]));

    // A card for a role that is his, with a PIN that is not the first somebody tries.
    let card = |level: &str, pin: &str| {
        let (to, name) = ("issue-card", "Nina");
        json!({"do": to, "name": name, "level": level, "pin": pin})
    };
    let weak = by(&executive, "staff-0006", &card("supervisor", "1234"), &[&own]).await;
    assert_eq!(weak.unwrap_err(), "card.pin");
    let high = by(&executive, "staff-0007", &card("executive", PIN), &[&own]).await;
    assert_eq!(high.unwrap_err(), "staff.card");
    let made = by(&executive, "staff-0008", &card("supervisor", PIN), &[&own]).await.unwrap();
    assert_eq!(made["number"].as_str().unwrap().len(), 20);
    let roll = document(evening.house.get(&executive, PATH).await).await;
    let people = roll["people"].as_array().unwrap();
    assert!(people.iter().any(|line| line["name"] == "Nina" && line["revoked"].is_null()));
    let cards = roll["cards"].as_array().unwrap();
    assert!(cards.iter().any(|line| line["card"] == made["card"] && line["name"] == "Nina"));
    assert!(!roll.to_string().contains(made["number"].as_str().unwrap()), "it is kept nowhere");

    // Out of use at once: the card, then she herself, where she is signed in.
    let off = json!({"do": "revoke-card", "card": made["card"]});
    by(&executive, "staff-0009", &off, &[&own]).await.unwrap();
    let number = made["number"].as_str().unwrap();
    let again = json!({"id": "staff-0010", "expected": 0, "body": off});
    let shown = evening.show(PATH, number, PIN, &again).await;
    assert_eq!(shown.unwrap_err(), "card.refused");
    let gone = json!({"do": "revoke", "name": "Nina"});
    by(&executive, "staff-0011", &gone, &[&own]).await.unwrap();
    assert_eq!(evening.house.get(&nina, "/api/me").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(by(&executive, "staff-0012", &gone, &[&own]).await.unwrap_err(), "staff.revoked");
    let unknown = json!({"do": "reset", "name": "Nobody"});
    let refused = by(&executive, "staff-0013", &unknown, &[&own]).await;
    assert_eq!(refused.unwrap_err(), "staff.unknown");
}

#[tokio::test]
async fn s_07_s_08_who_sees_the_roll_and_what_a_proof_opens() {
    let evening = Evening::open(&FOUR_SEVENS).await;
    for role in [Role::Player, Role::Dealer, Role::Cage] {
        let who = evening.house.visitor_as(role).await;
        assert_eq!(evening.house.get(&who, PATH).await.status(), StatusCode::FORBIDDEN, "{role}");
    }
    let auditor = evening.house.visitor_as(Role::Auditor).await;
    assert_eq!(evening.house.get(&auditor, PATH).await.status(), StatusCode::OK);
    let own = evening.card("manager", Role::Executive).await;
    let order = |name: &str| {
        let body = json!({"do": "reset", "name": name});
        json!({"id": "staff-0001", "expected": 0, "body": body})
    };
    let proof = evening.show(PATH, &own, PIN, &order("dealer-1")).await.unwrap();
    let executive = evening.executive.clone();
    let crossed = evening.send_to(&executive, PATH, &order("floor-1"), &proof).await;
    assert_eq!(code(crossed).await, "card.proof");
}
