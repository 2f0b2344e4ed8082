//! Displays as they are hung, listed and taken down, and what they are told while nothing happens.

use std::sync::Arc;

use futures_util::StreamExt;
use reqwest::StatusCode;
use serde_json::{Value, json};
use server::displays::Shows;
use server::staff::Staff;
use store::{DataDir, Options, People, Store};
use table::{LinkId, Role, Time};
use tokio_tungstenite::tungstenite::Message;

use crate::house::{House, PASSWORD, Visitor, closed, code, document, next_of_link, within};

/// Makes a display and enters by its link, as its screen does.
async fn hung(house: &House, supervisor: &Visitor, wish: &Value) -> (Visitor, String) {
    let made = house.post(supervisor, "/api/displays", wish).await;
    assert_eq!(made.status(), StatusCode::CREATED);
    let made = document(made).await;
    let token = made["enter"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let ((status, place), screen) = house.enter(&token).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let ((status, _), _) = house.enter(&token).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "a link is used once");
    (screen, place)
}

#[tokio::test]
async fn p_35_displays_are_hung_by_name_listed_and_revoked() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let (bar, place) = hung(&house, &supervisor, &json!({"name": "Bar wall", "link": 1})).await;
    assert_eq!(place, "/display/links/1");
    let (pit, place) = hung(&house, &supervisor, &json!({"name": "Pit 2", "table": 1})).await;
    assert_eq!(place, "/display/1");
    for (screen, page) in [(&bar, "/display/links/1"), (&pit, "/display/1")] {
        assert_eq!(house.get(screen, page).await.status(), StatusCode::OK);
        let me = document(house.get(screen, "/api/me").await).await;
        assert_eq!((&me["role"], &me["roles"]), (&json!("spectator"), &json!(["spectator"])));
        // A display becomes nothing else (P-21).
        for role in ["player", "supervisor"] {
            let refused = house.post(screen, "/api/me/role", &json!({"role": role})).await;
            assert_eq!(code(refused).await, "role.denied");
        }
        let refused = house.post(screen, "/api/displays", &json!({"name": "x2", "link": 1})).await;
        assert_eq!(code(refused).await, "role.denied");
    }
    let listed = document(house.get(&supervisor, "/api/displays").await).await;
    let named = |listed: &Value| -> Vec<(String, bool)> {
        let all = listed.as_array().unwrap().iter();
        all.map(|it| (it["name"].as_str().unwrap().to_owned(), it.get("revoked").is_some()))
            .collect()
    };
    let of = |name: &str, off| (name.to_owned(), off);
    assert_eq!(named(&listed), [of("display", false), of("Bar wall", false), of("Pit 2", false)]);
    // One goes dark at once, the other stays.
    let mut watching = house.socket(&bar, "/api/links/1/stream").await;
    next_of_link(&mut watching).await;
    let path = format!("/api/displays/{}/revoke", listed[1]["account"]);
    let off = house.post(&supervisor, &path, &json!({})).await;
    assert_eq!(off.status(), StatusCode::OK);
    assert_eq!(document(off).await["name"], "Bar wall");
    assert_eq!(closed(&mut watching).await, Some(4003));
    assert_eq!(house.get(&bar, "/api/links/1").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(house.get(&pit, "/api/links/1").await.status(), StatusCode::OK);
    let again = house.post(&supervisor, &path, &json!({})).await;
    assert_eq!(
        (again.status(), code(again).await),
        (StatusCode::CONFLICT, "display.revoked".into())
    );
    let listed = document(house.get(&supervisor, "/api/displays").await).await;
    assert_eq!(named(&listed), [of("display", false), of("Bar wall", true), of("Pit 2", false)]);
}

#[tokio::test]
async fn p_35_a_new_link_for_a_name_turns_the_screen_before_off() {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let wish = json!({"name": "Bar wall", "link": 1});
    let (before, _) = hung(&house, &supervisor, &wish).await;
    let mut watching = house.socket(&before, "/api/links/1/stream").await;
    next_of_link(&mut watching).await;
    let (after, _) = hung(&house, &supervisor, &wish).await;
    assert_eq!(closed(&mut watching).await, Some(4002));
    assert_eq!(house.get(&before, "/api/links/1").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(house.get(&after, "/api/links/1").await.status(), StatusCode::OK);
    // From the command line, beside the server, too.
    let (store, desk) = house.beside().await;
    desk.revoke_display("bar wall").await.unwrap();
    let mut watching = house.socket(&after, "/api/links/1/stream").await;
    assert_eq!(closed(&mut watching).await, Some(4003));
    store.close().await;
}

#[tokio::test]
async fn p_35_who_hangs_displays_and_what_is_refused() {
    let house = House::open().await;
    for role in [Role::Player, Role::Dealer, Role::Auditor, Role::Spectator] {
        let who = house.visitor_as(role).await;
        let refused = house.post(&who, "/api/displays", &json!({"name": "Wall", "link": 1})).await;
        assert_eq!(code(refused).await, "role.denied", "{role}");
        let refused = house.post(&who, "/api/displays/1/revoke", &json!({})).await;
        assert_eq!(code(refused).await, "role.denied", "{role}");
        let listed = house.get(&who, "/api/displays").await.status();
        assert_eq!(listed == StatusCode::OK, role.is_staff(), "{role}");
    }
    let executive = house.signed_in("manager", Role::Executive).await;
    for (wish, expected) in [
        (json!({"name": "W", "link": 1}), "name.malformed"),
        (json!({"name": "Wall"}), "display.malformed"),
        (json!({"name": "Wall", "link": 1, "table": 1}), "display.malformed"),
        (json!({"name": "Wall", "link": 99}), "link.unknown"),
        (json!({"name": "Wall", "table": 99}), "table.unknown"),
        (json!({"name": "manager", "link": 1}), "name.taken"),
    ] {
        let refused = house.post(&executive, "/api/displays", &wish).await;
        assert_eq!(code(refused).await, expected, "{wish}");
    }
    for display in ["99", "wall"] {
        let path = format!("/api/displays/{display}/revoke");
        let refused = house.post(&executive, &path, &json!({})).await;
        assert_eq!(code(refused).await, "display.unknown");
    }
    let listed = document(house.get(&executive, "/api/displays").await).await;
    assert_eq!(listed.as_array().unwrap().len(), 1, "only that of the first start: {listed}");
}

/// P-35: staff that were added before the first start do not cost the floor its display.
#[tokio::test]
async fn p_35_a_first_start_hands_out_a_display_also_where_there_is_staff() {
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::new(folder.path());
    let store = Arc::new(Store::open(&data, Options::BESIDE).await.unwrap());
    let people: Arc<dyn People> = store.clone();
    let desk = Staff::new(people, Time(1_800_000_000_000));
    desk.add("floor-1", &[Role::Supervisor], Some(PASSWORD)).await.unwrap();
    store.close().await;
    drop(desk);
    let house = House::at(folder, |_| {}).await;
    let roles = |house: &House| house.server.handouts().map(|(role, _)| role).collect::<Vec<_>>();
    assert_eq!(roles(&house), [Role::Spectator]);
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    assert!(roles(&house).is_empty(), "once");
    // Any number of them, also before anybody comes.
    let desk = house.staff();
    for number in 1..=20 {
        desk.add_display(&format!("wall {number}"), Shows::Link(LinkId(1))).await.unwrap();
    }
    assert_eq!(desk.displays().await.unwrap().len(), 21);
}

/// P-35: while nothing happens a display hears that its link is there, as data that a page sees;
/// so silence is a failure, and rest is not.
#[tokio::test]
async fn p_35_a_link_at_rest_beats_with_data() {
    let house = House::open().await;
    let display = house.visitor_as(Role::Spectator).await;
    let mut socket = house.socket(&display, "/api/links/1/stream").await;
    let mut told = Vec::new();
    while told.len() < 2 {
        if let Message::Text(text) = within(socket.next()).await.unwrap().unwrap() {
            told.push(serde_json::from_str::<Value>(&text).unwrap());
        }
    }
    assert!(told[0].get("hello").is_some(), "{told:?}");
    assert_eq!(told[1], json!({"beat": {}}));
}
