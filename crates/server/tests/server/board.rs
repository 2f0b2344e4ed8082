use reqwest::StatusCode;
use serde_json::{Value, json};
use table::Role;

use crate::house::{House, code, document, next_but_beats};

/// The row of a table.
fn row(board: &Value, table: u64) -> &Value {
    let rows = board["tables"].as_array().unwrap();
    rows.iter().find(|row| row["summary"]["table"] == table).unwrap()
}

#[tokio::test]
async fn s_07_the_board_is_for_staff() {
    let house = House::open().await;
    for role in [Role::Player, Role::Spectator] {
        let who = house.visitor_as(role).await;
        let refused = house.get(&who, "/api/floor").await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{role}");
        assert_eq!(code(refused).await, "role.denied", "{role}");
        let origin = house.server.url();
        let headers = [("origin", origin.as_str()), ("cookie", who.cookie.as_str())];
        let refused = house.socket_with("/api/floor/stream", &headers).await;
        assert_eq!(refused.err(), Some(403), "{role}");
    }
    for role in [Role::Dealer, Role::Supervisor, Role::Executive, Role::Auditor] {
        let who = house.visitor_as(role).await;
        assert_eq!(house.get(&who, "/api/floor").await.status(), StatusCode::OK, "{role}");
    }
}

#[tokio::test]
async fn l_20_the_board_tells_what_the_days_of_tables_came_to_as_it_happens() {
    let house = House::open().await;
    let (floor, guest) = (house.visitor_as(Role::Supervisor).await, house.guest().await);
    let own = json!({"game": "bahama-bonus", "kind": "practice"});
    let own = document(house.post(&guest, "/api/tables", &own).await).await["table"].clone();
    let mut stream = house.socket(&floor, "/api/floor/stream").await;
    let first = next_but_beats(&mut stream, "BoardTold").await;
    assert_eq!(row(&first, 1)["today"]["drop"], 0);
    let rows = first["tables"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["summary"]["table"] != own), "a practice table is no row");

    let sit = json!({"id": "sit-down-1", "expected": 1, "body": {"do": "sit", "seat": 1, "buy_in": 50_000}});
    let sat = house.post(&guest, "/api/tables/1/commands", &sit).await;
    assert_eq!(sat.status(), StatusCode::OK);
    let told = next_but_beats(&mut stream, "BoardTold").await;
    let changed = told["tables"].as_array().unwrap();
    assert_eq!(changed.len(), 1, "only what has changed: {told}");
    assert_eq!(row(&told, 1)["today"]["drop"], 50_000);
    assert_eq!(row(&told, 1)["summary"]["taken"], 1);
    let board = document(house.get(&floor, "/api/floor").await).await;
    assert_eq!(row(&board, 1), row(&told, 1));

    // A new process reads the same day from the record.
    let folder = house.close().await;
    let house = House::at(folder, |_| {}).await;
    let floor = house.visitor_as(Role::Supervisor).await;
    let board = document(house.get(&floor, "/api/floor").await).await;
    assert_eq!(row(&board, 1)["today"]["drop"], 50_000);
}
