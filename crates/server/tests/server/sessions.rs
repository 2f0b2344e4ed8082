use reqwest::StatusCode;
use serde_json::json;
use table::Role;

use crate::house::{House, PASSWORD, Visitor, closed, next, visitor};

const MINUTE: u64 = 60_000;

#[tokio::test]
async fn s_05_the_cookie_is_a_host_cookie_and_its_token_is_not_stored() {
    let house = House::open().await;
    let response = house.post(&Visitor::default(), "/api/guest", &json!({})).await;
    let cookie = response.headers()["set-cookie"].to_str().unwrap().to_owned();
    let (pair, flags) = cookie.split_once("; ").unwrap();
    let mut flags: Vec<&str> = flags.split("; ").collect();
    flags.sort_unstable();
    assert_eq!(flags, ["HttpOnly", "Path=/", "SameSite=Strict", "Secure"]);
    let token = pair.strip_prefix("__Host-bahama=").unwrap();
    assert_eq!(token.len(), 64);
    let folder = house.close().await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let found = bytes.windows(64).any(|window| window == token.as_bytes());
        assert!(!found, "the token lies in the database");
    }
}

#[tokio::test]
async fn s_05_a_session_ends_when_idle_and_in_any_case() {
    let house = House::open().await;
    let guest = house.guest().await;
    for _ in 0..3 {
        house.clock.turn(29 * MINUTE);
        assert_eq!(house.get(&guest, "/api/me").await.status(), StatusCode::OK);
    }
    house.clock.turn(30 * MINUTE);
    assert_eq!(house.get(&guest, "/api/me").await.status(), StatusCode::UNAUTHORIZED, "idle");
    let guest = house.guest().await;
    for _ in 0..24 {
        assert_eq!(house.get(&guest, "/api/me").await.status(), StatusCode::OK);
        house.clock.turn(29 * MINUTE);
    }
    house.clock.turn(24 * MINUTE);
    assert_eq!(house.get(&guest, "/api/me").await.status(), StatusCode::UNAUTHORIZED, "12 hours");
}

#[tokio::test]
async fn s_05_an_idle_session_loses_its_socket_and_a_display_does_not() {
    let house = House::open().await;
    let (guest, display) = (house.guest().await, house.visitor_as(Role::Spectator).await);
    let mut playing = house.socket(&guest, "/api/tables/1/stream").await;
    let mut watching = house.socket(&display, "/api/tables/1/stream").await;
    next(&mut playing).await;
    next(&mut watching).await;
    house.clock.turn(31 * MINUTE);
    house.server.sweep().await;
    assert_eq!(closed(&mut playing).await, Some(4004));
    assert_eq!(house.get(&display, "/api/me").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn s_05_a_restart_signs_nobody_out() {
    let house = House::open().await;
    let guest = house.guest().await;
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    assert_eq!(house.get(&guest, "/api/me").await.status(), StatusCode::OK);
    assert_eq!(house.server.handouts().count(), 0, "not a first start");
}

#[tokio::test]
async fn s_05_signing_out_ends_the_session_and_its_sockets() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut socket = house.socket(&guest, "/api/tables/1/stream").await;
    next(&mut socket).await;
    let out = house.post(&guest, "/api/sign-out", &json!({})).await;
    assert_eq!(out.status(), StatusCode::NO_CONTENT);
    assert!(out.headers()["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(closed(&mut socket).await, Some(4001));
    assert_eq!(house.get(&guest, "/api/me").await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn s_15_a_second_sign_in_takes_over_visibly_with_a_new_token() {
    let house = House::open().await;
    let first = house.signed_in("dealer-2", Role::Dealer).await;
    let mut socket = house.socket(&first, "/api/tables/1/stream").await;
    next(&mut socket).await;
    let second = visitor(house.sign_in("DEALER-2", PASSWORD).await).await;
    assert_ne!(first.cookie, second.cookie, "rotated");
    assert_eq!(closed(&mut socket).await, Some(4002));
    assert_eq!(house.get(&first, "/api/me").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(house.get(&second, "/api/me").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn s_09_who_is_revoked_by_another_process_is_out_at_once() {
    let house = House::open().await;
    let dealer = house.signed_in("dealer-2", Role::Dealer).await;
    let mut socket = house.socket(&dealer, "/api/tables/1/stream").await;
    next(&mut socket).await;
    let (store, staff) = house.beside().await;
    staff.revoke("dealer-2").await.unwrap();
    assert_eq!(closed(&mut socket).await, Some(4003));
    assert_eq!(house.get(&dealer, "/api/me").await.status(), StatusCode::UNAUTHORIZED);
    let again = house.sign_in("dealer-2", PASSWORD).await;
    assert_eq!(again.status(), StatusCode::UNAUTHORIZED);
    store.close().await;
}

#[tokio::test]
async fn a_one_time_link_works_once_and_looking_at_it_does_not_use_it() {
    let house = House::open().await;
    let links: Vec<(Role, String)> = house.server.handouts().collect();
    let roles: Vec<Role> = links.iter().map(|(role, _)| *role).collect();
    assert_eq!(roles, [Role::Player, Role::Dealer, Role::Supervisor, Role::Spectator]);
    for (role, link) in links {
        let token = link.rsplit('/').next().unwrap().to_owned();
        for _ in 0..2 {
            let look = house.get(&Visitor::default(), &format!("/enter/{token}")).await;
            assert_eq!(look.status(), StatusCode::OK);
            assert!(look.headers().get("set-cookie").is_none());
        }
        let ((status, place), who) = house.enter(&token).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{role}");
        assert_eq!(house.get(&who, &place).await.status(), StatusCode::OK, "{role} {place}");
        let me: serde_json::Value = house.get(&who, "/api/me").await.json().await.unwrap();
        assert_eq!(me["role"], json!(role));
        let ((status, _), _) = house.enter(&token).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "used");
    }
}

#[tokio::test]
async fn a_one_time_link_ends_after_a_day() {
    let house = House::open().await;
    let token = house.staff().link(None, Role::Player, "/").await.unwrap();
    house.clock.turn(24 * 60 * MINUTE);
    assert_eq!(house.enter(token.reveal()).await.0.0, StatusCode::NOT_FOUND);
}
