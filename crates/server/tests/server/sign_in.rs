use std::time::Instant;

use reqwest::StatusCode;
use serde_json::json;
use table::Role;

use crate::house::{House, PASSWORD, Visitor, code, document};

#[tokio::test]
async fn s_10_an_unknown_name_and_a_wrong_password_look_the_same() {
    let house = House::open().await;
    house.staff().add("dealer-2", &[Role::Dealer], Some(PASSWORD)).await.unwrap();
    house.staff().add("dealer-3", &[Role::Dealer], None).await.unwrap();
    let mut answers = Vec::new();
    for (name, password) in
        [("dealer-2", "wrong-lamp-otter"), ("Nobody", PASSWORD), ("dealer-3", PASSWORD)]
    {
        let response = house.sign_in(name, password).await;
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{name}");
        answers.push(response.text().await.unwrap());
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
}

/// Without a hash worked out for nothing, an unknown name would be refused a hundred times
/// faster than a known one.
#[tokio::test]
#[allow(clippy::disallowed_methods, reason = "two times are compared with each other")]
async fn s_10_an_unknown_name_takes_as_long_as_a_wrong_password() {
    let house = House::open().await;
    let mut times = [Vec::new(), Vec::new()];
    for number in 2..7 {
        let name = format!("dealer-{number}");
        house.staff().add(&name, &[Role::Dealer], Some(PASSWORD)).await.unwrap();
        for (names, name) in [name, format!("nobody-{number}")].iter().enumerate() {
            let start = Instant::now();
            assert_eq!(house.sign_in(name, "wrong-lamp-otter").await.status(), 401);
            times[names].push(start.elapsed());
        }
    }
    let [known, unknown] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    assert!(unknown > known / 4 && known > unknown / 4, "{known:?} and {unknown:?}");
}

#[tokio::test]
async fn s_10_wrong_passwords_make_wait_and_the_right_one_forgets() {
    let house = House::open().await;
    house.staff().add("dealer-2", &[Role::Dealer], Some(PASSWORD)).await.unwrap();
    for _ in 0..3 {
        assert_eq!(code(house.sign_in("dealer-2", "wrong").await).await, "sign-in.refused");
    }
    assert_eq!(code(house.sign_in("DEALER-2", PASSWORD).await).await, "sign-in.wait");
    house.clock.turn(1000);
    assert_eq!(house.sign_in("dealer-2", PASSWORD).await.status(), StatusCode::OK);
    assert_eq!(code(house.sign_in("dealer-2", "wrong").await).await, "sign-in.refused");
    let log = house.people.security_log(50).await.unwrap();
    let whats: Vec<&str> = log.iter().map(|row| row.line.what.as_str()).collect();
    for what in ["sign-in", "sign-in.refused", "sign-in.throttled", "staff.added"] {
        assert!(whats.contains(&what), "{what}: {whats:?}");
    }
    house.people.verify_log().await.unwrap();
}

#[tokio::test]
async fn staff_choose_one_of_their_roles() {
    let house = House::open().await;
    let roles = [Role::Dealer, Role::Supervisor];
    house.staff().add("dealer-3", &roles, Some(PASSWORD)).await.unwrap();
    let sign_in = async |role: Option<&str>| {
        let mut body = json!({"name": "dealer-3", "password": PASSWORD});
        if let Some(role) = role {
            body["role"] = json!(role);
        }
        house.post(&Visitor::default(), "/api/sign-in", &body).await
    };
    assert_eq!(document(sign_in(None).await).await["role"], "dealer");
    assert_eq!(document(sign_in(Some("supervisor")).await).await["role"], "supervisor");
    assert_eq!(code(sign_in(Some("executive")).await).await, "sign-in.refused");
    assert_eq!(code(sign_in(Some("house")).await).await, "sign-in.refused");
}

#[tokio::test]
async fn s_10_staff_with_weak_passwords_or_strange_roles_are_refused() {
    let house = House::open().await;
    let staff = house.staff();
    let refused = async |name: &str, role, password| {
        staff.add(name, &[role], password).await.unwrap_err().code()
    };
    assert_eq!(refused("dealer-2", Role::Dealer, Some("password1")).await, "staff.password");
    assert_eq!(refused("dealer-2", Role::Player, None).await, "staff.role");
    assert_eq!(refused("dealer-2", Role::House, None).await, "staff.role");
    assert_eq!(refused("<b>", Role::Dealer, None).await, "staff.name");
    assert_eq!(refused("DEALER", Role::Dealer, None).await, "staff.taken");
    assert_eq!(staff.revoke("Nobody").await.unwrap_err().code(), "staff.unknown");
}
