//! Cards where the house's money moves: a session alone moves nothing (S-21).

use reqwest::StatusCode;
use serde_json::{Value, json};
use table::Role;

use crate::house::{code, document};
use crate::progressive::{Evening, FOUR_SEVENS, PIN};

/// Sends a command to the table: first with the session alone, then with a card.
async fn needs_a_card(evening: &mut Evening, card: &str, body: Value) {
    let supervisor = evening.supervisor.clone();
    let path = format!("/api/tables/{}", evening.table);
    let view = document(evening.house.get(&supervisor, &path).await).await;
    evening.sent += 1;
    let id = format!("money-{:04}", evening.sent);
    let command = json!({"id": id, "expected": view["version"], "body": body});
    let alone = evening.send_to(&supervisor, &path, &command, "").await;
    assert_eq!(alone.status(), StatusCode::CONFLICT, "{body}");
    assert_eq!(code(alone).await, "card.missing", "{body}");
    let after = document(evening.house.get(&supervisor, &path).await).await;
    assert_eq!(after["version"], view["version"], "a refusal changes nothing");
    // Another id: a late copy of a refused command stays refused.
    let command = json!({"id": format!("{id}-card"), "expected": view["version"], "body": body});
    let wrong = evening.show(&path, card, "1793", &command).await;
    assert_eq!(wrong, Err("card.refused".to_owned()));
    let proof = evening.show(&path, card, PIN, &command).await.unwrap();
    let signed = evening.send_to(&supervisor, &path, &command, &proof).await;
    assert_eq!(signed.status(), StatusCode::OK, "{body}: {}", signed.text().await.unwrap());
}

#[tokio::test]
async fn s_21_fill_credit_and_void_need_a_card_and_not_a_session_alone() {
    let mut evening = Evening::open(&FOUR_SEVENS).await;
    let card = evening.card("floor-1", Role::Supervisor).await;
    needs_a_card(&mut evening, &card, json!({"do": "fill", "cents": 50_000})).await;
    needs_a_card(&mut evening, &card, json!({"do": "credit", "cents": 10_000})).await;
    evening.play().await;
    needs_a_card(&mut evening, &card, json!({"do": "void", "reason": "card exposed"})).await;
}

#[tokio::test]
async fn s_21_a_deposit_needs_a_card_of_the_cage_or_an_executive() {
    let mut evening = Evening::open(&FOUR_SEVENS).await;
    let executive = evening.executive.clone();
    let deposit = json!({"do": "deposit", "cents": 900});
    let supervisors = evening.card("floor-1", Role::Supervisor).await;
    let own = evening.card("manager", Role::Executive).await;
    let alone = evening.office(&executive, deposit.clone(), &[]).await;
    assert_eq!(alone, Err("card.missing".to_owned()));
    let level = evening.office(&executive, deposit.clone(), &[&supervisors]).await;
    assert_eq!(level, Err("card.level".to_owned()));
    let done = evening.office(&executive, deposit.clone(), &[&own]).await.unwrap();
    assert_eq!(done["events"][0]["by"]["role"], "executive", "{done}");
    let supervisor = evening.supervisor.clone();
    let denied = evening.office(&supervisor, deposit.clone(), &[&own]).await;
    assert_eq!(denied, Err("role.denied".to_owned()));
    let cage = evening.house.signed_in("cage-1", Role::Cage).await;
    let cages = evening.card("cage-1", Role::Cage).await;
    let done = evening.office(&cage, deposit, &[&cages]).await.unwrap();
    assert_eq!(done["events"][0]["by"]["role"], "cage", "{done}");
    // What the cage noted wrongly somebody else takes back.
    let back = json!({"do": "reverse-deposit", "deposit": 2, "reason": "noted twice"});
    let denied = evening.office(&cage, back, &[&cages]).await;
    assert_eq!(denied, Err("role.denied".to_owned()));
}

#[tokio::test]
async fn s_08_the_proof_for_one_fill_opens_no_other() {
    let evening = Evening::open(&FOUR_SEVENS).await;
    let card = evening.card("floor-1", Role::Supervisor).await;
    let supervisor = evening.supervisor.clone();
    let path = format!("/api/tables/{}", evening.table);
    let fill = |id: &str, cents: u32| {
        let body = json!({"do": "fill", "cents": cents});
        json!({"id": id, "expected": 1, "body": body})
    };
    let proof = evening.show(&path, &card, PIN, &fill("fill-0001", 100)).await.unwrap();
    let more = evening.send_to(&supervisor, &path, &fill("fill-0001", 900_000), &proof).await;
    assert_eq!(code(more).await, "card.proof");
    let again = evening.send_to(&supervisor, &path, &fill("fill-0001", 100), &proof).await;
    assert_eq!(code(again).await, "card.proof", "it was used up");
}
