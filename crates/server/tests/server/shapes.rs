use futures_util::SinkExt;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::house::{House, Visitor, code, next};

/// What cannot be read as a command, in many shapes.
fn malformed() -> Vec<String> {
    let mut shapes: Vec<String> = [
        "", " ", "{", "}", "[]", "null", "true", "0", "\"sit\"", "{}", "{\"id\":1}", "\u{0}", "[[[[",
        r#"{"id":"command-1","expected":0}"#,
        r#"{"id":"command-1","expected":0,"body":null}"#,
        r#"{"id":"command-1","expected":0,"body":{}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"fly"}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"sit"}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"sit","seat":-1}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"sit","seat":256}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"sit","seat":1.5}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"sit","seat":"1"}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"sit","seat":1,"chips":9}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"bet","seat":1,"bets":{"moon":1}}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"bet","seat":1,"bets":{"main":-5}}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"bet","seat":1,"bets":{"main":4294967296}}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"act","seat":1,"hand":1,"action":"win"}}"#,
        r#"{"id":"command-1","expected":-1,"body":{"do":"ready"}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"ready"},"admin":true}"#,
        r#"{"id":"short","expected":0,"body":{"do":"ready"}}"#,
        r#"{"id":"has space","expected":0,"body":{"do":"ready"}}"#,
        r#"{"id":"command-1","expected":0,"body":{"do":"ready"}} trailing"#,
        r#"{"id":"command-1","id":"command-2","expected":0,"body":{"do":"ready"}}"#,
    ]
    .map(str::to_owned)
    .to_vec();
    shapes.push(format!(r#"{{"id":"{}","expected":0,"body":{{"do":"ready"}}}}"#, "x".repeat(65)));
    shapes.push("[".repeat(1000));
    shapes
}

#[tokio::test]
async fn every_malformed_command_has_a_coded_answer_and_changes_nothing() {
    let house = House::open().await;
    let guest = house.guest().await;
    let path = "/api/tables/1/commands";
    let json = |body: String| {
        house.own_post(&guest, path).header("content-type", "application/json").body(body)
    };
    for shape in malformed() {
        let response = json(shape.clone()).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{shape}");
        assert_eq!(code(response).await, "command.malformed", "{shape}");
    }
    let untyped = house.own_post(&guest, path).body("{}").send().await.unwrap();
    assert_eq!(code(untyped).await, "request.type");
    let broken = json(String::new()).body(vec![b'"', 0xff, 0xfe, b'"']).send().await.unwrap();
    assert_eq!(code(broken).await, "command.malformed");
    assert_eq!(house.happened().await, "[]");
    for path in ["/api/tables/x", "/api/tables/-1", "/api/tables/99999999999", "/api/tables/1%00"] {
        assert_eq!(code(house.get(&guest, path).await).await, "table.unknown", "{path}");
    }
    for query in ["after=x", "after=-1", "after=", "after=1&after=2"] {
        let response = house.get(&guest, &format!("/api/tables/1/events?{query}")).await;
        assert_eq!(code(response).await, "request.malformed", "{query}");
    }
}

#[tokio::test]
async fn every_malformed_message_on_a_socket_has_a_coded_answer() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut socket = house.socket(&guest, "/api/tables/1/stream").await;
    assert_eq!(next(&mut socket).await["hello"]["role"], "player");
    for shape in malformed() {
        socket.send(Message::text(shape.clone())).await.unwrap();
        let said = next(&mut socket).await;
        assert_eq!(said["refused"]["code"], "command.malformed", "{shape}: {said}");
        assert_eq!(said["refused"]["id"], Value::Null);
    }
    assert_eq!(house.happened().await, "[]");
}

#[tokio::test]
async fn s_13_a_malformed_sign_in_does_not_repeat_what_was_sent() {
    let house = House::open().await;
    let nobody = Visitor::default();
    let shapes = [
        json!({"name": "x", "password": ["hunter-two-secret"]}),
        json!({"name": "x", "pass": "hunter-two-secret"}),
        json!({"name": "x", "password": "p", "hunter-two-secret": 1}),
        json!("hunter-two-secret"),
    ];
    for shape in shapes {
        let response = house.post(&nobody, "/api/sign-in", &shape).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{shape}");
        let text = response.text().await.unwrap();
        assert!(text.contains("sign-in.malformed"), "{text}");
        assert!(!text.contains("hunter"), "{text}");
    }
}
