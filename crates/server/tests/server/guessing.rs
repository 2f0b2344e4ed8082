//! S-10, S-20, S-23: guesses at passwords, PINs and links, many at once and over restarts.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::json;
use table::Role;

use crate::house::{House, PASSWORD, Visitor, document};

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
    assert!(count(&answers, StatusCode::UNAUTHORIZED) <= 40, "{answers:?}");
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
    assert!(count(&answers, StatusCode::FORBIDDEN) <= 3, "{answers:?}");
    assert!(count(&answers, StatusCode::TOO_MANY_REQUESTS) >= 57, "{answers:?}");
    // They have used up what there was: the right one comes too late.
    assert_eq!(swipe("4711".to_owned()).await, StatusCode::TOO_MANY_REQUESTS);
    house.clock.turn(16 * 60 * 1000);
    assert_eq!(swipe("4711".to_owned()).await, StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[allow(clippy::disallowed_methods, reason = "a wait is measured")]
async fn s_20_sign_ins_do_not_delay_a_pin() {
    let house = Arc::new(House::open().await);
    let boss = house.signed_in("floor-1", Role::Supervisor).await;
    let (_, number) = house.staff().issue_card("floor-1", Role::Supervisor, "4711").await.unwrap();
    let junk = house.clone();
    let flood = tokio::spawn(async move {
        sign_ins(&junk, (0..230).map(|number| format!("nobody-{number}"))).await
    });
    let start = Instant::now();
    let command = json!({"id": "command-swipe", "expected": 0, "body": {"do": "open"}});
    let body = json!({"card": number.reveal(), "pin": "4711", "command": command});
    let answer = house.post(&boss, "/api/tables/1/swipes", &body).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    assert!(start.elapsed().as_millis() < 3_000, "{:?}", start.elapsed());
    flood.await.unwrap();
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
