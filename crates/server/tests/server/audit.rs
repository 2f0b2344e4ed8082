//! The auditor sees everything and changes nothing but the list of notes.

use reqwest::StatusCode;
use serde_json::{Value, json};
use table::{Addressee, Kind, Role};

use crate::house::{House, Visitor, code, document};
use crate::roles::example;

/// Somebody sits down, with chips, and leaves again.
async fn comes_and_goes(house: &House) {
    let guest = house.guest().await;
    for (id, body) in [
        ("sit-down-1", json!({"do": "sit", "seat": 1, "buy_in": 50_000})),
        ("get-up-0001", json!({"do": "leave", "seat": 1})),
    ] {
        let sent = json!({"id": id, "expected": 1, "body": body});
        let answer = house.post(&guest, "/api/tables/1/commands", &sent).await;
        assert_eq!(answer.status(), StatusCode::OK, "{id}");
    }
}

async fn look(house: &House, who: &Visitor, path: &str) -> Value {
    let answer = house.get(who, path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    document(answer).await
}

/// S-07: an auditor tries every command of the matrix, and everything else that changes something.
#[tokio::test]
async fn s_07_an_auditor_changes_nothing() {
    let house = House::open().await;
    let auditor = house.visitor_as(Role::Auditor).await;
    let before = look(&house, &auditor, "/api/audit/chains").await;
    for &kind in Kind::ALL {
        assert!(!kind.roles().contains(&Role::Auditor), "{kind:?}");
        let path = match kind.addressee() {
            Addressee::Table => "/api/tables/1/commands",
            Addressee::Link => "/api/links/1/commands",
            Addressee::Person => "/api/me/wallet/commands",
        };
        let sent = match kind {
            Kind::TopUp => json!({"id": "top-up-1", "expected": 0, "body": {"do": "top-up"}}),
            Kind::Grant => {
                json!({"id": "grant-01", "expected": 0, "body": {"do": "grant", "cents": 100}})
            }
            kind => example(kind, Role::Auditor),
        };
        let refused = house.post(&auditor, path, &sent).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{kind:?}");
        assert_eq!(code(refused).await, "role.denied", "{kind:?}");
    }
    for (path, body) in [
        ("/api/displays", json!({"name": "lobby-1", "table": 1})),
        ("/api/displays/1/revoke", json!({})),
        ("/api/tables", json!({"game": "bahama-bonus", "kind": "shared"})),
    ] {
        let refused = house.post(&auditor, path, &body).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(look(&house, &auditor, "/api/audit/chains").await, before);
    let denied = look(&house, &auditor, "/api/audit/log?what=command.denied").await;
    assert_eq!(
        denied["lines"].as_array().unwrap().len(),
        Kind::ALL.len(),
        "each stands in the log"
    );
}

/// S-07: nobody else looks at the record, and only auditors add notes.
#[tokio::test]
async fn s_07_the_audit_is_the_auditors() {
    let house = House::open().await;
    let paths = ["record?table=1", "log", "chains", "verify"].map(|it| format!("/api/audit/{it}"));
    let others = [Role::Spectator, Role::Player, Role::Dealer, Role::Supervisor];
    for role in others {
        let who = house.visitor_as(role).await;
        for path in &paths {
            let refused = house.get(&who, path).await;
            assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{role} {path}");
        }
        let refused = house.post(&who, "/api/audit/verify", &json!({})).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{role}");
    }
    let executive = house.visitor_as(Role::Executive).await;
    look(&house, &executive, "/api/audit/log").await;
    let note = json!({"text": "counted the tray"});
    let refused = house.post(&executive, "/api/audit/notes", &note).await;
    assert_eq!(code(refused).await, "role.denied");
}

/// S-14: notes are lines of the chained log, with author and time; none is changed or taken away.
#[tokio::test]
async fn s_14_an_auditors_notes_are_lines_of_the_log() {
    let house = House::open().await;
    let auditor = house.visitor_as(Role::Auditor).await;
    let long = "x".repeat(501);
    for text in ["no", "two\nlines", long.as_str()] {
        let refused = house.post(&auditor, "/api/audit/notes", &json!({"text": text})).await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST, "{text}");
    }
    for text in ["counted the tray of table 1", "it is as the record has it"] {
        let noted = house.post(&auditor, "/api/audit/notes", &json!({"text": text})).await;
        assert_eq!(noted.status(), StatusCode::CREATED);
    }
    let notes = look(&house, &auditor, "/api/audit/log?what=audit.note").await;
    let lines = notes["lines"].as_array().unwrap();
    let text = |line: &Value| line["detail"].as_str().unwrap().to_owned();
    assert_eq!(
        lines.iter().map(text).collect::<Vec<_>>(),
        ["it is as the record has it", "counted the tray of table 1"]
    );
    assert!(lines.iter().all(|line| line["name"] == "a auditor"), "{notes}");
    let number = lines[0]["number"].as_u64().unwrap();
    let earlier = format!("/api/audit/log?what=audit.note&before={number}");
    assert_eq!(look(&house, &auditor, &earlier).await["lines"].as_array().unwrap().len(), 1);
    let nobody = look(&house, &auditor, "/api/audit/log?person=999").await;
    assert_eq!(nobody["lines"], json!([]));
    assert_eq!(look(&house, &auditor, "/api/audit/log?until=20000101").await["lines"], json!([]));
}

/// The record is found by what happened, by whom and when.
#[tokio::test]
async fn s_07_the_record_is_found_by_table_kind_person_and_day() {
    let house = House::open().await;
    comes_and_goes(&house).await;
    let auditor = house.visitor_as(Role::Auditor).await;
    let all = look(&house, &auditor, "/api/audit/record?table=1").await;
    let entries = all["entries"].as_array().unwrap();
    assert_eq!(all["next"], Value::Null);
    let versions: Vec<u64> =
        entries.iter().map(|entry| entry["version"].as_u64().unwrap()).collect();
    assert!(
        versions.is_sorted_by(|a, b| *a == b + 1) && versions.last() == Some(&1),
        "{versions:?}"
    );
    let seated = look(&house, &auditor, "/api/audit/record?table=1&kind=seated").await;
    let found = seated["entries"].as_array().unwrap();
    assert_eq!(found.len(), 1, "{seated}");
    assert_eq!(found[0]["by"]["role"], "player");
    let person = &found[0]["by"]["account"];
    let own = look(&house, &auditor, &format!("/api/audit/record?table=1&person={person}")).await;
    assert_eq!(own["entries"].as_array().unwrap().len(), 2);
    let wallet = look(&house, &auditor, &format!("/api/audit/record?wallet={person}")).await;
    assert!(!wallet["entries"].as_array().unwrap().is_empty(), "{wallet}");
    let link = look(&house, &auditor, "/api/audit/record?link=1").await;
    assert!(!link["entries"].as_array().unwrap().is_empty(), "{link}");
    let long_ago = look(&house, &auditor, "/api/audit/record?table=1&until=20000101").await;
    assert_eq!(long_ago["entries"], json!([]));
    let both = house.get(&auditor, "/api/audit/record?table=1&link=1").await;
    assert_eq!(both.status(), StatusCode::BAD_REQUEST);
    assert_eq!(look(&house, &auditor, "/api/audit/record?table=999").await["entries"], json!([]));
}

/// L-05, L-15: what `bahama audit verify` checks, beside the running server, with its progress.
#[tokio::test]
async fn l_05_l_15_the_running_server_checks_its_record() {
    let house = House::open().await;
    comes_and_goes(&house).await;
    let auditor = house.visitor_as(Role::Auditor).await;
    let never = look(&house, &auditor, "/api/audit/verify").await;
    assert_eq!((&never["running"], &never["started"]), (&json!(false), &Value::Null));
    let begun = document(house.post(&auditor, "/api/audit/verify", &json!({})).await).await;
    assert_eq!(begun["running"], true);
    let mut check = begun;
    for _ in 0..200 {
        check = look(&house, &auditor, "/api/audit/verify").await;
        if check["running"] == false {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!((&check["running"], &check["failed"]), (&json!(false), &Value::Null), "{check}");
    assert_eq!(check["faults"], json!([]), "{check}");
    assert_eq!((&check["done"], &check["by"]), (&check["of"], &json!("a auditor")), "{check}");
    let ends = look(&house, &auditor, "/api/audit/chains").await;
    assert_eq!(check["chains"], ends.as_array().unwrap().len());
    assert!(check["entries"].as_u64().unwrap() > 5, "{check}");
    assert!(check["security_log"].as_u64().unwrap() > 0, "{check}");
}
