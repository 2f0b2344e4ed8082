//! Somebody sets the server's wall clock while people play (L-25).

use std::time::Duration;

use serde_json::{Value, json};
use table::Role;

use crate::house::{House, Visitor, command, document, within};

const HOUR: i64 = 3_600_000;

async fn view(house: &House, who: &Visitor) -> Value {
    document(house.get(who, "/api/tables/1").await).await
}

/// The table once it is so.
async fn once(house: &House, who: &Visitor, is_so: impl Fn(&Value) -> bool) -> Value {
    let looking = async {
        loop {
            let view = view(house, who).await;
            if is_so(&view) {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    within(looking).await
}

/// The lines of the security log about jumps, once there are so many.
async fn jumps(house: &House, count: usize) -> Vec<String> {
    let looking = async {
        loop {
            let log = house.people.security_log(50).await.unwrap();
            let told = log.into_iter().filter(|row| row.line.what == "clock.jumped");
            let details: Vec<String> = told.map(|row| row.line.detail).collect();
            if details.len() >= count {
                return details;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    within(looking).await
}

async fn give(house: &House, who: &Visitor, id: &str, body: Value) {
    let mut sent = command(id, &body);
    sent["expected"] = view(house, who).await["version"].clone();
    let answer = house.post(who, "/api/tables/1/commands", &sent).await;
    assert_eq!(answer.status(), 200, "{}", answer.text().await.unwrap());
}

#[tokio::test]
async fn l_25_a_wall_clock_that_is_set_neither_stops_nor_stretches_a_turn() {
    let house = House::open().await;
    // The clock of a display's session is not this test's matter.
    let display = house.visitor_as(Role::Spectator).await;
    assert_eq!(view(&house, &display).await["left_ms"], 8_000, "for the cut");
    house.clock.set(-2 * HOUR);
    assert_eq!(jumps(&house, 1).await, ["-7200 s, -7200 s in all"]);
    house.clock.turn(7_999);
    let cut = view(&house, &display).await;
    assert_eq!((&cut["phase"]["phase"], &cut["left_ms"]), (&json!("cut"), &json!(1)));
    house.clock.turn(1);
    once(&house, &display, |view| view["phase"]["phase"] == "betting").await;

    let guest = house.guest().await;
    give(&house, &guest, "sit-down", json!({"do": "sit", "seat": 1, "buy_in": 50_000})).await;
    // An hour ahead and back again, with a bet in between.
    house.clock.set(HOUR / 3);
    jumps(&house, 2).await;
    let bet = json!({"do": "bet", "seat": 1, "bets": {"main": 1_000}});
    give(&house, &guest, "first-bet", bet).await;
    house.clock.set(-HOUR / 3);
    jumps(&house, 3).await;
    assert_eq!(view(&house, &guest).await["left_ms"], 15_000, "for the bets");
    house.clock.turn(14_999);
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(view(&house, &guest).await["phase"]["phase"], "betting");
    house.clock.turn(1);
    let dealt = once(&house, &guest, |view| view["felt"]["round"] == 1).await;
    if dealt["phase"]["phase"] == "turn" {
        assert_eq!(dealt["left_ms"], 20_000, "for an action");
    }
    let figures = house.get(&Visitor::default(), "/metrics").await.text().await.unwrap();
    for line in ["bahama_clock_jumps_total 3", "bahama_clock_off_seconds -7200"] {
        assert!(figures.lines().any(|it| it == line), "no {line} in\n{figures}");
    }
    assert_eq!(jumps(&house, 3).await.len(), 3, "once for each");
}

#[tokio::test]
async fn l_25_after_a_restart_the_posted_time_runs_anew() {
    let house = House::open().await;
    let display = house.visitor_as(Role::Spectator).await;
    house.clock.turn(5_000);
    assert_eq!(view(&house, &display).await["left_ms"], 3_000);
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    assert_eq!(view(&house, &display).await["left_ms"], 8_000, "it was seen just now");
    house.clock.turn(8_000);
    once(&house, &display, |view| view["phase"]["phase"] == "betting").await;
    house.close().await;
}
