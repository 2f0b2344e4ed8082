use futures_util::SinkExt;
use reqwest::StatusCode;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::house::{House, Visitor, closed, code, command, next};

#[tokio::test]
async fn s_11_an_address_that_asks_too_much_is_told_to_wait() {
    let house = House::with(|settings| settings.rates.address = 5).await;
    let mut answers = Vec::new();
    for _ in 0..40 {
        answers.push(house.get(&Visitor::default(), "/healthz").await);
    }
    assert_eq!(answers[0].status(), StatusCode::OK);
    let last = answers.pop().unwrap();
    assert_eq!(last.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(last.headers()["retry-after"], "1");
    assert_eq!(code(last).await, "rate.limit");
}

#[tokio::test]
async fn s_11_a_session_that_asks_too_much_does_not_harm_another() {
    let house = House::with(|settings| settings.rates.session = 2).await;
    let (greedy, modest) = (house.guest().await, house.guest().await);
    let mut limited = 0;
    for _ in 0..20 {
        let status = house.get(&greedy, "/api/me").await.status();
        limited += u32::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(limited >= 10, "{limited}");
    assert_eq!(house.get(&modest, "/api/me").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn s_11_guests_from_one_address_are_limited() {
    let house = House::with(|settings| settings.rates.openings = 3).await;
    for _ in 0..3 {
        house.guest().await;
    }
    let fourth = house.post(&Visitor::default(), "/api/guest", &json!({})).await;
    assert_eq!(code(fourth).await, "rate.limit");
}

#[tokio::test]
async fn s_11_a_request_has_a_largest_size() {
    let house = House::open().await;
    let guest = house.guest().await;
    let send = |bytes: usize| {
        house
            .own_post(&guest, "/api/tables/1/commands")
            .header("content-type", "application/json")
            .body(vec![b' '; bytes])
            .send()
    };
    assert_eq!(code(send(65_536).await.unwrap()).await, "command.malformed");
    let large = send(65_537).await.unwrap();
    assert_eq!(large.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(code(large).await, "request.large");
}

#[tokio::test]
async fn s_11_a_message_on_a_socket_has_a_largest_size() {
    let house = House::open().await;
    let guest = house.guest().await;
    let mut socket = house.socket(&guest, "/api/tables/1/stream").await;
    next(&mut socket).await;
    socket.send(Message::text(" ".repeat(4096))).await.unwrap();
    assert_eq!(next(&mut socket).await["refused"]["code"], "command.malformed");
    socket.send(Message::text(" ".repeat(4097))).await.unwrap();
    assert_eq!(closed(&mut socket).await, Some(1009));
}

#[tokio::test]
async fn s_11_a_socket_that_asks_too_much_is_refused_and_then_closed() {
    let house = House::with(|settings| settings.rates.session = 2).await;
    let guest = house.guest().await;
    let mut socket = house.socket(&guest, "/api/tables/1/stream").await;
    next(&mut socket).await;
    let mut codes = Vec::new();
    for _ in 0..60 {
        if socket.send(Message::text("{}")).await.is_err() {
            break;
        }
    }
    for _ in 0..20 {
        codes.push(next(&mut socket).await["refused"]["code"].as_str().unwrap().to_owned());
    }
    assert!(codes.contains(&"rate.limit".to_owned()), "{codes:?}");
    assert_eq!(closed(&mut socket).await, Some(4029));
}

#[tokio::test]
async fn s_11_a_session_has_a_most_of_sockets() {
    let house = House::with(|settings| settings.rates.session_sockets = 2).await;
    let guest = house.guest().await;
    let origin = house.server.url();
    let headers = [("origin", origin.as_str()), ("cookie", guest.cookie.as_str())];
    let path = "/api/tables/1/stream";
    let first = house.socket_with(path, &headers).await.unwrap();
    let _second = house.socket_with(path, &headers).await.unwrap();
    assert_eq!(house.socket_with(path, &headers).await.err(), Some(429));
    drop(first);
    for _ in 0..100 {
        if house.socket_with(path, &headers).await.is_ok() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the place of a socket that is gone was not given back");
}

#[tokio::test]
async fn p_21_a_display_has_no_way_to_give_a_command() {
    let house = House::open().await;
    let display = house.visitor_as(table::Role::Spectator).await;
    let mut socket = house.socket(&display, "/api/tables/1/stream").await;
    next(&mut socket).await;
    for text in [command("display-1", &json!({"do": "ready"})).to_string(), "{".to_owned()] {
        socket.send(Message::text(text)).await.unwrap();
        assert_eq!(next(&mut socket).await["refused"]["code"], "role.denied");
    }
    assert_eq!(house.happened().await, "[]");
}
