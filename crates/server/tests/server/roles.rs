use reqwest::StatusCode;
use rules::Spot;
use serde_json::{Value, json};
use table::{Addressee, Body, Kind, Role};

use crate::house::{House, code, command};

const PROGRESSIVE: Spot = Spot::Progressive;

/// Everybody who can be signed in.
const ROLES: [Role; 6] =
    [Role::Spectator, Role::Player, Role::Dealer, Role::Supervisor, Role::Executive, Role::Auditor];

/// A command of every kind that goes to a table; a new kind does not compile without one.
fn example(kind: Kind) -> Option<Body> {
    let body = match kind {
        Kind::Sit => Body::Sit { seat: 1, buy_in: 10_000 },
        Kind::Leave => Body::Leave { seat: 1 },
        Kind::BuyIn => Body::BuyIn { seat: 1, cents: 10_000 },
        Kind::Bet => Body::Bet { seat: 1, bets: Default::default() },
        Kind::Ready => Body::Ready {},
        Kind::Cut => Body::Cut { place: 100 },
        Kind::Insure => Body::Insure { seat: 1, cents: 0 },
        Kind::Act => {
            serde_json::from_value(json!({"do":"act","seat":1,"hand":1,"action":"hit"})).unwrap()
        }
        Kind::OnDuty => Body::OnDuty {},
        Kind::OffDuty => Body::OffDuty {},
        Kind::OpenBetting => Body::OpenBetting {},
        Kind::Deal => Body::Deal {},
        Kind::Turn => Body::Turn {},
        Kind::EndGame => Body::EndGame {},
        Kind::Release => Body::Release { seat: 1 },
        Kind::Fill => Body::Fill { cents: 100 },
        Kind::Credit => Body::Credit { cents: 100 },
        Kind::Void => Body::Void { reason: "a test".to_owned() },
        Kind::Open => Body::Open {},
        Kind::Close => Body::Close {},
        Kind::ReplaceShoe => Body::ReplaceShoe {},
        Kind::Clock => Body::Clock {},
        Kind::Light => Body::Light { seat: 1, spot: PROGRESSIVE, lit: true },
        Kind::HandButton => {
            let hand = "four-same-colour";
            let body = json!({"do":"hand-button","seat":1,"spot":"progressive","hand":hand});
            serde_json::from_value(body).unwrap()
        }
        Kind::Confirm => Body::Confirm { evidence: String::new() },
        Kind::Swipe => Body::Swipe { seat: 1, spot: PROGRESSIVE },
        Kind::Waive => Body::Waive { seat: 1, spot: PROGRESSIVE, reason: "a test".to_owned() },
        Kind::OpenLink
        | Kind::Join
        | Kind::Part
        | Kind::Adjust
        | Kind::SetParameters
        | Kind::BackOut
        | Kind::Retire
        | Kind::Stop
        | Kind::Resume
        | Kind::Deposit
        | Kind::PaySlip
        | Kind::ReprintSlip
        | Kind::TopUp
        | Kind::Grant => return None,
    };
    Some(body)
}

/// A command of every kind that goes straight to a link.
fn link_example(kind: Kind) -> Option<Value> {
    Some(match kind {
        Kind::OpenLink => json!({"do": "open-link"}),
        Kind::Adjust => json!({"do": "adjust", "spot": "progressive", "change": "add",
            "micros": 1, "why": "malfunction", "reason": "a test"}),
        Kind::SetParameters => json!({"do": "set-parameters", "spot": "progressive",
            "parameters": {"seed": 1, "contribution": 1, "reserve": 1}, "reason": "a test"}),
        Kind::BackOut => json!({"do": "back-out", "slip": 1, "reason": "a test"}),
        Kind::Retire => json!({"do": "retire", "spot": "progressive", "reason": "a test"}),
        Kind::Stop => json!({"do": "stop", "reason": ""}),
        Kind::Resume => json!({"do": "resume"}),
        Kind::Deposit => json!({"do": "deposit", "cents": 0}),
        Kind::PaySlip => json!({"do": "pay-slip", "slip": 99}),
        Kind::ReprintSlip => json!({"do": "reprint-slip", "slip": 99}),
        Kind::Part => json!({"do": "part", "table": 1}),
        Kind::Join => json!({"do": "join", "table": 1, "terms": {"name": "x", "game": "x",
            "staffing": "attended", "dealing": "live", "seats": 7, "sensors": []}}),
        _ => return None,
    })
}

#[tokio::test]
async fn s_07_commands_to_a_link_are_denied_by_role() {
    let house = House::open().await;
    for role in ROLES {
        let who = house.visitor_as(role).await;
        for &kind in Kind::ALL.iter().filter(|kind| kind.addressee() == Addressee::Link) {
            let body = link_example(kind).unwrap();
            let sent = command(&format!("{role}-{kind:?}"), &body);
            let response = house.post(&who, "/api/links/1/commands", &sent).await;
            let listed = kind.roles().contains(&role);
            let status = response.status();
            let denied = status == StatusCode::FORBIDDEN && code(response).await == "role.denied";
            assert_eq!(denied, !listed, "{role} {kind:?}: {status}");
            assert_ne!(status, StatusCode::OK, "{role} {kind:?} without a card");
        }
    }
    let view = house.get(&house.guest().await, "/api/links/1").await;
    let version = crate::house::document(view).await["version"].clone();
    assert_eq!(version, 3, "opened and joined by two tables, nothing else");
}

#[tokio::test]
async fn s_07_commands_are_denied_by_role() {
    let house = House::open().await;
    for role in ROLES {
        let who = house.visitor_as(role).await;
        for &kind in Kind::ALL {
            let Some(body) = example(kind) else { continue };
            let body = serde_json::to_value(body).unwrap();
            let sent = command(&format!("{role}-{kind:?}"), &body);
            let response = house.post(&who, "/api/tables/1/commands", &sent).await;
            let listed = kind.roles().contains(&role);
            let status = response.status();
            let denied = status == StatusCode::FORBIDDEN && code(response).await == "role.denied";
            assert_eq!(denied, !listed, "{role} {kind:?}: {status}");
            let elsewhere = house.post(&who, "/api/tables/999/commands", &sent).await;
            let expected = if listed { StatusCode::NOT_FOUND } else { StatusCode::FORBIDDEN };
            assert_eq!(elsewhere.status(), expected, "{role} {kind:?} at another table");
        }
    }
}

#[tokio::test]
async fn s_07_pages_and_routes_are_open_to_their_roles_only() {
    let house = House::open().await;
    let pages: [(&str, &[Role]); 4] = [
        ("/table/1", &[Role::Player, Role::Auditor]),
        ("/dealer/1", &[Role::Dealer]),
        ("/floor/1", &[Role::Supervisor, Role::Executive]),
        ("/display/1", &ROLES),
    ];
    for role in ROLES {
        let who = house.visitor_as(role).await;
        for (page, roles) in pages {
            let expected = if roles.contains(&role) { 200 } else { 403 };
            let status = house.get(&who, page).await.status().as_u16();
            assert_eq!(status, expected, "{role} {page}");
        }
        for (kind, roles) in [
            ("practice", &[Role::Player, Role::Supervisor, Role::Executive][..]),
            ("shared", &[Role::Supervisor, Role::Executive][..]),
            ("attended", &[Role::Supervisor, Role::Executive][..]),
            ("live", &[Role::Supervisor, Role::Executive][..]),
        ] {
            let open = json!({"game": "bahama-bonus", "kind": kind});
            let status = house.post(&who, "/api/tables", &open).await.status();
            let may = roles.contains(&role);
            assert_eq!(status == StatusCode::CREATED, may, "{role} opens {kind}: {status}");
            assert_eq!(status == StatusCode::FORBIDDEN, !may, "{role} opens {kind}: {status}");
        }
        let path = "/api/tables/1/rounds";
        assert_eq!(house.get(&who, path).await.status(), StatusCode::OK, "{role} {path}");
    }
}

#[tokio::test]
async fn s_07_a_practice_table_is_its_owners() {
    let house = House::open().await;
    let (owner, other) = (house.guest().await, house.guest().await);
    let open = json!({"game": "bahama-bonus", "kind": "practice"});
    let opened: Value = house.post(&owner, "/api/tables", &open).await.json().await.unwrap();
    let path = format!("/api/tables/{}", opened["table"]);
    assert_eq!(house.get(&owner, &path).await.status(), StatusCode::OK);
    for tail in ["", "/events"] {
        let path = format!("{path}{tail}");
        assert_eq!(house.get(&other, &path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let lobby: Value = house.get(&other, "/api/tables").await.json().await.unwrap();
    let shown: Vec<&Value> = lobby["tables"].as_array().unwrap().iter().collect();
    assert!(shown.iter().all(|table| table["private"].is_null()), "{lobby}");
    assert_eq!(shown.len(), 2, "the game's own table and the one with long clocks");
}

#[tokio::test]
async fn nothing_is_shown_to_strangers() {
    let house = House::open().await;
    let nobody = Default::default();
    let document: Value = serde_json::from_str(&server::openapi_json()).unwrap();
    let open = ["/healthz", "/metrics", "/api/openapi.json", "/api/docs"];
    for (path, item) in document["paths"].as_object().unwrap() {
        if item.get("get").is_none() || open.contains(&path.as_str()) {
            continue;
        }
        let path =
            path.replace("{table}", "1").replace("{round}", "1").replace("{command}", "command-1");
        assert_eq!(house.get(&nobody, &path).await.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
}
