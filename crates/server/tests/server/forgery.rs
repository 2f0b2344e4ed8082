use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::house::{House, Visitor, code, command};

/// What nobody needs to be signed in for, and which therefore has no token to repeat.
const WITHOUT_SESSION: [&str; 2] = ["/api/guest", "/api/sign-in"];

fn posts() -> Vec<String> {
    let document: Value = serde_json::from_str(&server::openapi_json()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let posts = paths.iter().filter(|(_, item)| item.get("post").is_some());
    posts.map(|(path, _)| path.replace("{table}", "1")).collect()
}

#[tokio::test]
async fn s_06_every_post_needs_our_origin_and_the_sessions_token() {
    let house = House::open().await;
    let guest = house.guest().await;
    assert!(posts().len() >= 5);
    for path in posts() {
        let with = |origin: Option<&str>, csrf: Option<&str>| {
            let mut request = house.bare(Method::POST, &path).header("cookie", &guest.cookie);
            if let Some(origin) = origin {
                request = request.header("origin", origin);
            }
            if let Some(csrf) = csrf {
                request = request.header("x-bahama-csrf", csrf);
            }
            let body = command("forged-1", &json!({"do": "sit", "seat": 1}));
            async move { request.json(&body).send().await.unwrap() }
        };
        let own = house.server.url();
        let csrf = Some(guest.csrf.as_str());
        assert_eq!(code(with(None, csrf).await).await, "origin.missing", "{path}");
        for foreign in ["http://evil.example", "null", "https://127.0.0.1:1"] {
            assert_eq!(code(with(Some(foreign), csrf).await).await, "origin.foreign", "{path}");
        }
        if !WITHOUT_SESSION.contains(&path.as_str()) {
            assert_eq!(code(with(Some(&own), None).await).await, "csrf.token", "{path}");
            assert_eq!(code(with(Some(&own), Some("0")).await).await, "csrf.token", "{path}");
        }
    }
    assert_eq!(house.happened().await, "[]", "nothing happened");
    let other = house.guest().await;
    let crossed = Visitor { cookie: guest.cookie, csrf: other.csrf };
    let refused = house.post(&crossed, "/api/sign-out", &json!({})).await;
    assert_eq!(code(refused).await, "csrf.token", "another session's token");
}

#[tokio::test]
async fn s_06_nothing_changes_by_get() {
    let house = House::open().await;
    let guest = house.guest().await;
    for path in ["/api/guest", "/api/sign-in", "/api/sign-out", "/api/tables/1/commands"] {
        let response = house.get(&guest, path).await;
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
}

#[tokio::test]
async fn s_06_a_socket_is_opened_by_our_own_pages_only() {
    let house = House::open().await;
    let guest = house.guest().await;
    let (own, path) = (house.server.url(), "/api/tables/1/stream");
    let cookie = ("cookie", guest.cookie.as_str());
    let origin = |value| ("origin", value);
    assert_eq!(house.socket_with(path, &[cookie]).await.err(), Some(403));
    let foreign = [cookie, origin("http://evil.example")];
    assert_eq!(house.socket_with(path, &foreign).await.err(), Some(403));
    assert_eq!(house.socket_with(path, &[origin(&own)]).await.err(), Some(401));
    assert!(house.socket_with(path, &[cookie, origin(&own)]).await.is_ok());
}
