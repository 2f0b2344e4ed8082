//! A guest's wallet: chips come from it, follow him from table to table, and cannot be spent
//! twice (G-09).

use reqwest::StatusCode;
use serde_json::{Value, json};
use store::Journal;
use table::Role;

use crate::house::{House, Visitor, code, command, document};

const TOP_UP: &str = "/api/me/wallet/commands";

async fn wallet(house: &House, who: &Visitor) -> Value {
    document(house.get(who, "/api/me/wallet").await).await
}

async fn does(house: &House, who: &Visitor, id: &str, table: u32, body: Value) -> StatusCode {
    let sent = command(id, &body);
    house.post(who, &format!("/api/tables/{table}/commands"), &sent).await.status()
}

#[tokio::test]
async fn g_09_chips_follow_a_player_from_table_to_table() {
    let house = House::open().await;
    let guest = house.guest().await;
    assert_eq!(wallet(&house, &guest).await["wallet"], 1_000_000, "what everybody finds");
    let sit = json!({"do": "sit", "seat": 1, "buy_in": 20_000});
    assert_eq!(does(&house, &guest, "sits-here", 1, sit.clone()).await, StatusCode::OK);
    let has = wallet(&house, &guest).await;
    assert_eq!((&has["wallet"], &has["tables"]), (&json!(980_000), &json!([1])));
    let twice = does(&house, &guest, "sits-twice", 2, sit.clone()).await;
    assert_eq!(twice, StatusCode::CONFLICT, "one table for everybody at a time");
    let leave = json!({"do": "leave", "seat": 1});
    assert_eq!(does(&house, &guest, "leaves-here", 1, leave).await, StatusCode::OK);
    assert_eq!(does(&house, &guest, "sits-there", 2, sit).await, StatusCode::OK);
    let has = wallet(&house, &guest).await;
    assert_eq!((&has["wallet"], &has["tables"]), (&json!(980_000), &json!([2])));
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    assert_eq!(wallet(&house, &guest).await, has, "the same after a restart");
}

#[tokio::test]
async fn g_09_more_than_the_wallet_holds_is_refused_and_changes_nothing() {
    let house = House::open().await;
    let guest = house.guest().await;
    for (seat, id) in [(1, "first-chips"), (2, "second-chips")] {
        let sit = json!({"do": "sit", "seat": seat, "buy_in": 500_000});
        assert_eq!(does(&house, &guest, id, 1, sit).await, StatusCode::OK);
    }
    let sent = command("third-chips", &json!({"do": "buy-in", "seat": 1, "cents": 2_000}));
    let refused = house.post(&guest, "/api/tables/1/commands", &sent).await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    assert_eq!(code(refused).await, "wallet.short");
    let before = wallet(&house, &guest).await;
    assert_eq!(before["wallet"], 0);
    let top_up = command("more-play-money", &json!({"do": "top-up"}));
    for _ in 0..2 {
        let entry = document(house.post(&guest, TOP_UP, &top_up).await).await;
        assert_eq!(entry["events"], json!([{"event": "granted", "cents": 1_000_000}]));
    }
    assert_eq!(wallet(&house, &guest).await["wallet"], 1_000_000, "the same id is done once");
    let outcome = house.get(&guest, &format!("{TOP_UP}/command-more-play-money")).await;
    let version = document(outcome).await["version"].as_u64().unwrap();
    assert_eq!(Some(version), wallet(&house, &guest).await["version"].as_u64());
    let full = house.post(&guest, TOP_UP, &command("still-more", &json!({"do": "top-up"}))).await;
    assert_eq!(code(full).await, "wallet.full");
}

#[tokio::test]
async fn g_09_two_tables_at_once_do_not_spend_the_same_chips() {
    let house = House::open().await;
    let guest = house.guest().await;
    let sits = [1, 2].map(|table| {
        let sit = json!({"do": "sit", "seat": 1, "buy_in": 600_000});
        let (house, guest) = (&house, &guest);
        async move { does(house, guest, "everything", table, sit).await }
    });
    let [first, second] = sits;
    let (first, second) = tokio::join!(first, second);
    let mut both = [first, second];
    both.sort();
    assert_eq!(both, [StatusCode::OK, StatusCode::CONFLICT]);
    let has = wallet(&house, &guest).await;
    assert_eq!((&has["wallet"], has["tables"].as_array().unwrap().len()), (&json!(400_000), 1));
    house.store.verify_across().await.unwrap();
}

#[tokio::test]
async fn s_07_a_wallet_is_its_players_alone() {
    let house = House::open().await;
    for role in Role::ALL.into_iter().filter(|role| *role != Role::House) {
        let who = house.visitor_as(role).await;
        let grant = json!({"do": "grant", "cents": 100});
        let denied = house.post(&who, TOP_UP, &command("give-me-some", &grant)).await;
        assert_eq!(code(denied).await, "role.denied", "{role}");
        let top_up =
            house.post(&who, TOP_UP, &command("fill-it-up", &json!({"do": "top-up"}))).await;
        let expected = if role == Role::Player { "wallet.full" } else { "role.denied" };
        assert_eq!(code(top_up).await, expected, "{role}");
    }
}
