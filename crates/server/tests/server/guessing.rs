//! S-10, S-20, S-23: guesses at passwords, PINs and links, many at once and over restarts.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use futures_util::future::join_all;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::json;
use table::Role;

use crate::house::{House, PASSWORD, Visitor, document, visitor};

fn count(of: &[StatusCode], status: StatusCode) -> usize {
    of.iter().filter(|it| **it == status).count()
}

async fn sign_ins(house: &House, names: impl Iterator<Item = String>) -> Vec<StatusCode> {
    let all =
        names.map(|name| async move { house.sign_in(&name, "wrong-lamp-otter").await.status() });
    join_all(all).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_20_parallel_guesses_count_before_they_are_checked_and_over_a_restart() {
    let house = House::open().await;
    house.staff().add("dealer-2", &[Role::Dealer], Some(PASSWORD)).await.unwrap();
    let answers = sign_ins(&house, (0..60).map(|_| "dealer-2".to_owned())).await;
    assert_eq!(count(&answers, StatusCode::UNAUTHORIZED), 3, "{answers:?}");
    assert_eq!(count(&answers, StatusCode::TOO_MANY_REQUESTS), 57);
    // One address with many names.
    let answers = sign_ins(&house, (0..60).map(|number| format!("nobody-{number}"))).await;
    assert_eq!(count(&answers, StatusCode::UNAUTHORIZED), 37, "40 in all: {answers:?}");
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    let early = document(house.sign_in("dealer-2", PASSWORD).await).await["error"].clone();
    assert_eq!((&early["code"], &early["facts"]["is"]), (&json!("sign-in.wait"), &json!("wait")));
    let seconds = early["facts"]["seconds"].as_u64();
    assert!(seconds.is_some_and(|seconds| (1..=61).contains(&seconds)), "{early}");
    house.clock.turn(61_000);
    assert_eq!(house.sign_in("dealer-2", PASSWORD).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_20_parallel_pins_count_before_they_are_checked() {
    let house = Arc::new(House::open().await);
    let boss = house.signed_in("floor-1", Role::Supervisor).await;
    let (_, number) = house.staff().issue_card("floor-1", Role::Supervisor, "4711").await.unwrap();
    let swipe = async |pin: String| {
        let command = json!({"id": "command-swipe", "expected": 0, "body": {"do": "open"}});
        let body = json!({"card": number.reveal(), "pin": pin, "command": command});
        house.post(&boss, "/api/tables/1/swipes", &body).await.status()
    };
    // Which of them come first is chance, so that the right one is not among them.
    let pins = (4651..=4710).map(|pin: u32| swipe(pin.to_string()));
    let answers = join_all(pins).await;
    assert_eq!(count(&answers, StatusCode::FORBIDDEN), 3, "{answers:?}");
    assert_eq!(count(&answers, StatusCode::TOO_MANY_REQUESTS), 57, "{answers:?}");
    // They have used up what there was: the right one comes too late.
    assert_eq!(swipe("4711".to_owned()).await, StatusCode::TOO_MANY_REQUESTS);
    house.clock.turn(16 * 60 * 1000);
    assert_eq!(swipe("4711".to_owned()).await, StatusCode::CREATED);
}

/// A request that a proxy on this machine hands on.
fn from(request: RequestBuilder, address: &str) -> RequestBuilder {
    request.header("x-forwarded-for", address).header("x-forwarded-proto", "http")
}

/// How many sign-ins wait to be checked, as the server says.
async fn waiting(house: &House, who: &Visitor) -> usize {
    let request = house.bare(Method::GET, "/metrics").header("cookie", &who.cookie);
    let text = from(request, "10.0.0.1").send().await.unwrap().text().await.unwrap();
    let line = text.lines().find_map(|line| {
        line.strip_prefix("bahama_password_queue{queue=\"sign-ins\"} ").map(str::trim)
    });
    line.and_then(|length| length.parse().ok()).unwrap_or(0)
}

/// Junk from everywhere waits in a queue; a supervisor's PIN passes it by.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_20_sign_ins_do_not_delay_a_pin() {
    let proxied = |settings: &mut server::Settings| {
        settings.transport = server::Transport::BehindProxy;
    };
    let house = Arc::new(House::with(proxied).await);
    house.staff().add("floor-1", &[Role::Supervisor], Some(PASSWORD)).await.unwrap();
    let (_, number) = house.staff().issue_card("floor-1", Role::Supervisor, "4711").await.unwrap();
    let own = json!({"name": "floor-1", "password": PASSWORD});
    let request = from(house.own_post(&Visitor::default(), "/api/sign-in"), "10.0.0.1");
    let boss = visitor(request.json(&own).send().await.unwrap()).await;
    let answered = Arc::new(AtomicUsize::new(0));
    let flood = (0..120).map(|number| {
        let (house, answered) = (house.clone(), answered.clone());
        tokio::spawn(async move {
            let body = json!({"name": format!("nobody-{number}"), "password": "wrong-lamp-otter"});
            let request = house.own_post(&Visitor::default(), "/api/sign-in");
            let request = from(request, &format!("10.1.{number}.1")).json(&body);
            let status = request.send().await.unwrap().status();
            answered.fetch_add(1, Ordering::SeqCst);
            status
        })
    });
    let flood: Vec<_> = flood.collect();
    while waiting(&house, &boss).await < 60 {
        assert!(answered.load(Ordering::SeqCst) < 60, "the queue was never long");
        tokio::task::yield_now().await;
    }
    let before = answered.load(Ordering::SeqCst);
    let command = json!({"id": "command-swipe", "expected": 0, "body": {"do": "open"}});
    let body = json!({"card": number.reveal(), "pin": "4711", "command": command});
    let request = from(house.own_post(&boss, "/api/tables/1/swipes"), "10.0.0.1").json(&body);
    assert_eq!(request.send().await.unwrap().status(), StatusCode::CREATED);
    let meanwhile = answered.load(Ordering::SeqCst) - before;
    assert!(meanwhile < 30, "the PIN waited for {meanwhile} sign-ins");
    for status in join_all(flood).await {
        assert_eq!(status.unwrap(), StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test]
async fn s_10_others_elsewhere_do_not_keep_the_owner_out() {
    let proxied = |settings: &mut server::Settings| {
        settings.transport = server::Transport::BehindProxy;
    };
    let house = House::with(proxied).await;
    house.staff().add("dealer-2", &[Role::Dealer], Some(PASSWORD)).await.unwrap();
    let from = async |address: String, password: &str| {
        let body = json!({"name": "dealer-2", "password": password});
        let request = house.own_post(&Visitor::default(), "/api/sign-in");
        let request = request.header("x-forwarded-for", address);
        let request = request.header("x-forwarded-proto", "http");
        request.json(&body).send().await.unwrap().status()
    };
    assert_eq!(from("10.0.0.1".to_owned(), PASSWORD).await, StatusCode::OK);
    let mut evaluated = 0;
    for number in 0..60 {
        let answer = from(format!("10.1.0.{number}"), "wrong-lamp-otter").await;
        evaluated += u32::from(answer == StatusCode::UNAUTHORIZED);
    }
    assert!(evaluated <= 31, "a name is counted from everywhere: {evaluated}");
    assert_eq!(from("10.0.0.1".to_owned(), PASSWORD).await, StatusCode::OK);
}

#[tokio::test]
#[allow(clippy::disallowed_methods, reason = "times are compared with each other")]
async fn s_10_who_has_no_password_takes_as_long_as_a_wrong_password() {
    let house = House::open().await;
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for number in 2..7 {
        let names = [format!("dealer-{number}"), format!("reset-{number}"), format!("no-{number}")];
        house.staff().add(&names[0], &[Role::Dealer], Some(PASSWORD)).await.unwrap();
        house.staff().add(&names[1], &[Role::Dealer], Some(PASSWORD)).await.unwrap();
        house.staff().reset(&names[1], "/").await.unwrap();
        for (kind, name) in names.iter().enumerate() {
            let start = Instant::now();
            assert_eq!(house.sign_in(name, "wrong-lamp-otter").await.status(), 401);
            times[kind].push(start.elapsed());
        }
    }
    let medians = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    let (least, most) = (medians.iter().min().unwrap(), medians.iter().max().unwrap());
    assert!(*most < *least * 3, "wrong, none, unknown: {medians:?}");
}

#[tokio::test]
async fn s_14_strangers_do_not_fill_the_security_log() {
    let house = House::open().await;
    let lines = async || house.people.verify_log().await.unwrap().0;
    let before = lines().await;
    for number in 0..50 {
        let name = "n".repeat(60_000 - number);
        house.sign_in(&name, "wrong-lamp-otter").await;
        house.enter(&format!("{number:064}")).await;
    }
    assert!(lines().await - before <= 4, "{} lines", lines().await - before);
}

#[tokio::test]
async fn s_23_a_reset_and_a_revocation_cancel_unused_links() {
    let house = House::open().await;
    let staff = house.staff();
    for name in ["dealer-2", "dealer-3"] {
        let id = staff.add(name, &[Role::Dealer], None).await.unwrap();
        let old = staff.link(Some(id), Role::Dealer, "/dealer/1").await.unwrap();
        let new = match name {
            "dealer-2" => Some(staff.reset(name, "/dealer/1").await.unwrap().1),
            _ => {
                staff.revoke(name).await.unwrap();
                None
            }
        };
        assert_eq!(house.enter(old.reveal()).await.0.0, StatusCode::NOT_FOUND, "{name}");
        if let Some(new) = new {
            assert_eq!(house.enter(new.reveal()).await.0.0, StatusCode::SEE_OTHER);
        }
    }
}
