use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::house::{House, Visitor};

fn check(response: &reqwest::Response, why: &str) {
    let header = |name: &str| {
        response.headers().get(name).unwrap_or_else(|| panic!("{why}: no {name}")).to_str().unwrap()
    };
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'self'"), "{why}: {policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{why}: {policy}");
    assert!(!policy.contains("unsafe"), "{why}: {policy}");
    assert_eq!(header("x-content-type-options"), "nosniff", "{why}");
    assert_eq!(header("referrer-policy"), "no-referrer", "{why}");
    assert!(response.headers().get("strict-transport-security").is_none(), "{why}: plain");
    assert!(response.headers().get("content-encoding").is_none(), "{why}: S-19");
    assert!(response.headers().get("server").is_none(), "{why}");
}

#[tokio::test]
async fn s_12_every_response_has_the_security_headers() {
    let house = House::with(|settings| settings.rates.session = 1).await;
    let guest = house.guest().await;
    let nobody = Visitor::default();
    for (status, path) in [
        (200, "/"),
        (200, "/healthz"),
        (200, "/metrics"),
        (200, "/assets/plain.js"),
        (200, "/api/docs"),
        (200, "/api/openapi.json"),
        (200, "/enter/whatever"),
        (401, "/api/me"),
        (401, "/table/1"),
        (404, "/nowhere"),
        (404, "/api/nowhere"),
    ] {
        let response = house.get(&nobody, path).await;
        assert_eq!(response.status().as_u16(), status, "{path}");
        check(&response, path);
        let cache = response.headers()["cache-control"].to_str().unwrap();
        assert_eq!(cache, if path.starts_with("/assets") { "no-cache" } else { "no-store" });
    }
    let origin = house.server.url();
    let wrong_method = house.bare(Method::DELETE, "/healthz").header("origin", &origin);
    let wrong_method = wrong_method.send().await.unwrap();
    assert_eq!(wrong_method.status(), StatusCode::METHOD_NOT_ALLOWED);
    check(&wrong_method, "405");
    let foreign = house.bare(Method::POST, "/api/guest").send().await.unwrap();
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    check(&foreign, "403");
    let large = house.own_post(&nobody, "/api/sign-in").header("content-type", "application/json");
    let large = large.body(vec![b' '; 65_537]).send().await.unwrap();
    assert_eq!(large.status(), StatusCode::PAYLOAD_TOO_LARGE);
    check(&large, "413");
    let mut limited = house.get(&guest, "/api/me").await;
    for _ in 0..10 {
        limited = house.get(&guest, "/api/me").await;
    }
    assert_eq!(limited.status(), StatusCode::TOO_MANY_REQUESTS);
    check(&limited, "429");
    let elsewhere = house.bare(Method::GET, "/healthz").header("host", "evil.example");
    let elsewhere = elsewhere.send().await.unwrap();
    assert_eq!(elsewhere.status(), StatusCode::MISDIRECTED_REQUEST);
    check(&elsewhere, "421");
}

#[tokio::test]
async fn the_description_is_the_committed_one() {
    let house = House::open().await;
    let served = house.get(&Visitor::default(), "/api/openapi.json").await.text().await.unwrap();
    assert_eq!(served, server::openapi_json());
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    if std::env::var_os("BAHAMA_WRITE_GOLDEN").is_some() {
        std::fs::write(place, &served).unwrap();
    }
    let committed = std::fs::read_to_string(place).unwrap();
    assert!(served == committed, "docs/openapi.json is stale; run `cargo xtask docs`");
    let document: serde_json::Value = serde_json::from_str(&served).unwrap();
    for name in ["Entry", "Event", "View", "Command", "Body", "Posted", "ErrorBody"] {
        assert_ne!(document["components"]["schemas"][name], json!(null), "{name}");
    }
}

#[tokio::test]
async fn pages_have_nothing_inline() {
    let house = House::open().await;
    let guest = house.guest().await;
    for path in ["/", "/table/1", "/display/1", "/enter/x", "/api/docs"] {
        let text = house.get(&guest, path).await.text().await.unwrap();
        assert!(!text.contains("style="), "{path}");
        assert!(!text.contains("<style"), "{path}");
        assert!(!text.contains(" onclick"), "{path}");
        let scripts = text.split("<script").skip(1);
        for script in scripts {
            let (tag, rest) = script.split_once('>').unwrap();
            assert!(tag.contains(" src=\"/"), "{path}: {tag}");
            assert!(rest.starts_with("</script>"), "{path}: {tag}");
        }
    }
}
