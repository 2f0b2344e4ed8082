use reqwest::StatusCode;
use serde_json::{Value, json};
use table::{Addressee, Kind, Role};

use crate::house::{House, PASSWORD, Visitor, code, document, visitor};
use crate::wire::examples;

/// Everybody who can be signed in.
const ROLES: [Role; 7] = [
    Role::Spectator,
    Role::Player,
    Role::Dealer,
    Role::Cage,
    Role::Supervisor,
    Role::Executive,
    Role::Auditor,
];

/// A command of a kind, under an id of its own. Nobody has seen so much of a table or link:
/// whoever may give the command is refused for that, and nothing happens.
pub(crate) fn example(kind: Kind, role: Role) -> Value {
    let of = match kind.addressee() {
        Addressee::Link => "link command",
        Addressee::Table | Addressee::Person => "command",
    };
    let name = format!("{of} {}", kind.word());
    let found = examples().into_iter().find(|(example, _)| *example == name);
    let (_, mut command) = found.unwrap_or_else(|| panic!("{name}: no example"));
    command["id"] = json!(format!("{role}-{kind:?}"));
    command["expected"] = json!(999_999);
    command
}

#[tokio::test]
async fn s_07_commands_to_a_link_are_denied_by_role() {
    let house = House::open().await;
    for role in ROLES {
        let who = house.visitor_as(role).await;
        for &kind in Kind::ALL.iter().filter(|kind| kind.addressee() == Addressee::Link) {
            let sent = example(kind, role);
            let response = house.post(&who, "/api/links/1/commands", &sent).await;
            let listed = kind.roles().contains(&role);
            let status = response.status();
            let denied = status == StatusCode::FORBIDDEN && code(response).await == "role.denied";
            assert_eq!(denied, !listed, "{role} {kind:?}: {status}");
            assert_ne!(status, StatusCode::OK, "{role} {kind:?}");
        }
    }
    let view = house.get(&house.guest().await, "/api/links/1").await;
    let version = document(view).await["version"].clone();
    assert_eq!(version, 3, "opened and joined by two tables, nothing else");
}

#[tokio::test]
async fn s_07_commands_are_denied_by_role() {
    let house = House::open().await;
    for role in ROLES {
        let who = house.visitor_as(role).await;
        for &kind in Kind::ALL.iter().filter(|kind| kind.addressee() == Addressee::Table) {
            let sent = example(kind, role);
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
    let pages: [(&str, &[Role]); 9] = [
        ("/table/1", &[Role::Player, Role::Auditor]),
        ("/display/1", &ROLES),
        ("/dealer/1", &[Role::Dealer]),
        ("/floor/1", &[Role::Supervisor, Role::Executive, Role::Auditor]),
        ("/floor", &[Role::Supervisor, Role::Executive, Role::Auditor]),
        ("/cage", &[Role::Cage, Role::Supervisor, Role::Executive, Role::Auditor]),
        ("/office", &[Role::Supervisor, Role::Executive, Role::Auditor]),
        ("/reports", &[Role::Cage, Role::Supervisor, Role::Executive, Role::Auditor]),
        ("/audit", &[Role::Executive, Role::Auditor]),
    ];
    for role in ROLES {
        let who = house.visitor_as(role).await;
        for (page, roles) in pages {
            // The staff's pages are the application's alone.
            let is_there = cfg!(feature = "web") || ["/table/1", "/display/1"].contains(&page);
            let expected = match roles.contains(&role) {
                true if is_there => 200,
                true => 404,
                false => 403,
            };
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
    assert_eq!(shown.len(), 2, "the game's own table and the one at a slower pace");
}

#[tokio::test]
async fn nothing_is_shown_to_strangers() {
    let house = House::open().await;
    let nobody = Default::default();
    let document: Value = serde_json::from_str(&server::openapi_json()).unwrap();
    // A session says only who is asking.
    let open = ["/healthz", "/metrics", "/api/openapi.json", "/api/docs", "/api/session"];
    for (path, item) in document["paths"].as_object().unwrap() {
        if item.get("get").is_none() || open.contains(&path.as_str()) {
            continue;
        }
        let path =
            path.replace("{table}", "1").replace("{round}", "1").replace("{command}", "command-1");
        assert_eq!(house.get(&nobody, &path).await.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
}

/// Whoever has two roles chooses one at the sign-in, and another one later; never one that is not
/// his.
#[tokio::test]
async fn s_07_people_with_two_roles_choose_one() {
    let house = House::open().await;
    let roles = [Role::Executive, Role::Supervisor];
    house.staff().add("manager", &roles, Some(PASSWORD)).await.unwrap();
    let sign_in = json!({"name": "manager", "password": PASSWORD, "role": "supervisor"});
    let chosen = visitor(house.post(&Visitor::default(), "/api/sign-in", &sign_in).await).await;
    let me = document(house.get(&chosen, "/api/me").await).await;
    assert_eq!((&me["role"], &me["roles"]), (&json!("supervisor"), &json!(roles)));
    assert_eq!(house.get(&chosen, "/floor/1").await.status(), StatusCode::OK);
    for (wish, expected) in [
        (json!({"role": "dealer"}), "role.denied"),
        (json!({"role": "king"}), "role.malformed"),
        (json!({}), "role.malformed"),
    ] {
        assert_eq!(code(house.post(&chosen, "/api/me/role", &wish).await).await, expected);
    }
    let wish = json!({"role": "executive"});
    let other = visitor(house.post(&chosen, "/api/me/role", &wish).await).await;
    let me = document(house.get(&other, "/api/me").await).await;
    assert_eq!(me["role"], "executive");
    let before = house.get(&chosen, "/api/me").await;
    assert_eq!(before.status(), StatusCode::UNAUTHORIZED, "one sign-in at a time");
}

#[tokio::test]
async fn s_07_an_auditor_sees_every_table_and_touches_none() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let owner = house.guest().await;
    let mut tables = vec![json!(1)];
    for (who, kind) in [(&owner, "practice"), (&supervisor, "attended"), (&supervisor, "live")] {
        let open = json!({"game": "bahama-bonus", "kind": kind});
        tables.push(document(house.post(who, "/api/tables", &open).await).await["table"].clone());
    }
    let auditor = house.signed_in("books", Role::Auditor).await;
    let lobby = document(house.get(&auditor, "/api/tables").await).await;
    let listed: Vec<&Value> =
        lobby["tables"].as_array().unwrap().iter().map(|it| &it["table"]).collect();
    for table in &tables {
        assert!(listed.contains(&table), "{table} among {listed:?}");
        for path in ["/table/", "/api/tables/"] {
            let path = format!("{path}{table}");
            assert_eq!(house.get(&auditor, &path).await.status(), StatusCode::OK, "{path}");
        }
        let events = format!("/api/tables/{table}/events");
        assert_eq!(house.get(&auditor, &events).await.status(), StatusCode::OK, "{events}");
    }
    for kind in Kind::ALL {
        assert!(!kind.roles().contains(&Role::Auditor), "{kind:?}");
    }
}
