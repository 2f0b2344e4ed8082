use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::house::{House, Socket, closed, command, document, next};

/// The versions of the next entries.
async fn versions(socket: &mut Socket, many: usize) -> Vec<u64> {
    let mut seen = Vec::new();
    while seen.len() < many {
        if let Some(version) = next(socket).await["version"].as_u64() {
            seen.push(version);
        }
    }
    seen
}

#[tokio::test]
async fn a_stream_begins_with_what_was_missed_and_goes_on_without_gaps() {
    let house = House::open().await;
    let guest = house.guest().await;
    let ready = async |number: u32| -> Value {
        let body = if number.is_multiple_of(2) {
            json!({"do": "sit", "seat": 1, "buy_in": 20_000})
        } else {
            json!({"do": "leave", "seat": 1})
        };
        let body = command(&format!("number-{number}"), &body);
        document(house.post(&guest, "/api/tables/1/commands", &body).await).await
    };
    let mut last = 0;
    for number in 0..5 {
        last = ready(number).await["version"].as_u64().unwrap();
    }
    let path = format!("/api/tables/1/stream?after={}", last - 3);
    let mut socket = house.socket(&guest, &path).await;
    let hello = next(&mut socket).await;
    assert_eq!(
        hello,
        json!({"hello": {"table": 1, "version": last, "after": last - 3, "role": "player"}})
    );
    assert_eq!(versions(&mut socket, 3).await, [last - 2, last - 1, last]);
    for number in 5..8 {
        ready(number).await;
    }
    assert_eq!(versions(&mut socket, 3).await, [last + 1, last + 2, last + 3]);
    let mut fresh = house.socket(&guest, "/api/tables/1/stream").await;
    assert_eq!(next(&mut fresh).await["hello"]["version"], last + 3);
    let entry = ready(8).await;
    assert_eq!(next(&mut fresh).await, entry, "what is sent is the entry itself");
}

#[tokio::test]
async fn commands_on_a_socket_are_answered_on_it() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut socket = house.socket(&guest, "/api/tables/1/stream").await;
    next(&mut socket).await;
    let sit = command("socket-1", &json!({"do": "sit", "seat": 1, "buy_in": 20_000}));
    socket.send(Message::text(sit.to_string())).await.unwrap();
    let mut said = [next(&mut socket).await, next(&mut socket).await];
    said.sort_by_key(|one| one.get("answer").is_none());
    let version = said[1]["version"].as_u64().unwrap();
    assert_eq!(said[0], json!({"answer": {"id": "command-socket-1", "version": version}}));
    let deal = command("socket-2", &json!({"do": "deal"}));
    socket.send(Message::text(deal.to_string())).await.unwrap();
    let said = next(&mut socket).await;
    assert_eq!(said["refused"]["id"], "command-socket-2");
    assert_eq!(said["refused"]["code"], "role.denied");
}

#[tokio::test]
async fn text_only() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut socket = house.socket(&guest, "/api/tables/1/stream").await;
    next(&mut socket).await;
    socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(closed(&mut socket).await, Some(1003));
}

#[tokio::test]
async fn a_stop_closes_sockets_with_a_reason() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut socket = house.socket(&guest, "/api/tables/1/stream").await;
    next(&mut socket).await;
    let closing = tokio::spawn(house.close());
    assert_eq!(closed(&mut socket).await, Some(1001));
    crate::house::within(closing).await.unwrap();
}
