//! L-15: whatever is changed in the rows is found, and named.

use store::Journal;
use table::TableId;

use crate::make::{OnDisk, TABLE, fill};

/// Makes a change behind the store's back; the check must fail and name the version.
async fn check(change: &'static str, expected: &str) {
    let on_disk = OnDisk::new().await;
    fill(&on_disk.store, TABLE, 12).await;
    fill(&on_disk.store, TableId(8), 3).await;
    let head = on_disk.store.verify(TABLE.into(), None).await.unwrap();
    let mut intruder = on_disk.intruder().await;
    sqlx::raw_sql(change).execute(&mut intruder).await.unwrap();
    let broken = on_disk.store.verify(TABLE.into(), Some(head)).await.unwrap_err();
    assert_eq!(broken.to_string(), expected, "{change}");
    assert_eq!(on_disk.store.verify(TableId(8).into(), None).await.unwrap().version, 3);
}

/// What an intruder does, and what the check says of it.
const CHANGES: &[(&str, &str)] = &[
    (
        "UPDATE entries SET json = replace(json, '1000', '1001') WHERE stream = 7 AND version = 6",
        "table 7, version 6: its hash is not that of its text",
    ),
    (
        "UPDATE entries SET hash = zeroblob(32) WHERE stream = 7 AND version = 6",
        "table 7, version 6: its hash is not that of its text",
    ),
    (
        "UPDATE entries SET previous = zeroblob(32) WHERE stream = 7 AND version = 6",
        "table 7, version 6: does not follow the line before",
    ),
    (
        "UPDATE entries SET version = 13 WHERE stream = 7 AND version = 12",
        "table 7, version 12: is missing",
    ),
    ("DELETE FROM entries WHERE stream = 7 AND version = 5", "table 7, version 5: is missing"),
    ("DELETE FROM entries WHERE stream = 7 AND version = 1", "table 7, version 1: is missing"),
    (
        "DELETE FROM ledger WHERE stream = 7 AND version = 12;
         DELETE FROM entries WHERE stream = 7 AND version = 12",
        "table 7, version 12: is missing",
    ),
    (
        "UPDATE entries SET version = -1 WHERE stream = 7 AND version = 5;
         UPDATE entries SET version = 5 WHERE stream = 7 AND version = 6;
         UPDATE entries SET version = 6 WHERE stream = 7 AND version = -1",
        "table 7, version 5: does not follow the line before",
    ),
    (
        "UPDATE entries SET account = 1 WHERE stream = 7 AND version = 4",
        "table 7, version 4: its column account says something else than its text",
    ),
    (
        "UPDATE entries SET body = '' WHERE stream = 7 AND version = 4",
        "table 7, version 4: its column body says something else than its text",
    ),
    (
        "UPDATE ledger SET micros = micros + 1 WHERE stream = 7 AND version = 9 AND position = 1",
        "table 7, version 9: the ledger's rows are not its transfers",
    ),
    (
        "DELETE FROM ledger WHERE stream = 7 AND version = 9 AND position = 0",
        "table 7, version 9: the ledger's rows are not its transfers",
    ),
    (
        "INSERT INTO ledger VALUES (7, 4, 1, 0, 'tray', 'cage', 5, NULL, NULL)",
        "table 7, version 4: the ledger's rows are not its transfers",
    ),
    (
        "UPDATE rounds SET day = day + 1 WHERE table_id = 7 AND round = 3",
        "table 7, version 9: the index of rounds says something else than its entries",
    ),
    (
        "UPDATE rounds SET players = replace(players, '1000', '1001') WHERE table_id = 7 AND round = 2",
        "table 7, version 6: the index of rounds says something else than its entries",
    ),
    (
        "UPDATE rounds SET first_version = 1 WHERE table_id = 7 AND round = 1",
        "table 7, version 3: the index of rounds says something else than its entries",
    ),
    (
        "UPDATE rounds SET voided = 1 WHERE table_id = 7 AND round = 4",
        "table 7, version 12: the index of rounds says something else than its entries",
    ),
    (
        "DELETE FROM rounds WHERE table_id = 7 AND round = 2",
        "table 7, version 6: the index of rounds says something else than its entries",
    ),
    (
        "INSERT INTO rounds VALUES (7, 5, 20261116, 0, 0, 11, 12, 0, '[]')",
        "table 7, version 12: the index of rounds says something else than its entries",
    ),
    (
        "INSERT INTO ledger VALUES (7, 99, 0, 0, 'tray', 'cage', 5, NULL, NULL)",
        "table 7, version 99: the ledger's rows are not its transfers",
    ),
];

#[tokio::test]
async fn l_15_every_change_is_found_and_named() {
    for &(change, expected) in CHANGES {
        check(change, expected).await;
    }
}

#[tokio::test]
async fn l_15_every_byte_of_an_entry_counts() {
    let on_disk = OnDisk::new().await;
    fill(&on_disk.store, TABLE, 3).await;
    let mut intruder = on_disk.intruder().await;
    let text = on_disk.store.entries(TABLE.into(), 1, 1).await.unwrap()[0].json.clone();
    for place in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1;
        let update = "UPDATE entries SET json = $1 WHERE stream = 7 AND version = 2";
        let changed = String::from_utf8(bytes).unwrap();
        sqlx::query(update).bind(changed).execute(&mut intruder).await.unwrap();
        let broken = on_disk.store.verify_tail(TABLE.into(), 2).await.unwrap_err();
        assert!(broken.to_string().starts_with("table 7, version 2: "), "{broken}");
        sqlx::query(update).bind(text.as_str()).execute(&mut intruder).await.unwrap();
    }
    on_disk.store.verify(TABLE.into(), None).await.unwrap();
}

#[tokio::test]
async fn l_15_players_lists_of_rounds_are_the_tables() {
    for change in [
        "UPDATE round_players SET returned = returned + 1 WHERE table_id = 7 AND round = 2",
        "UPDATE round_players SET player = 99 WHERE table_id = 7 AND round = 2",
        "DELETE FROM round_players WHERE table_id = 7 AND round = 2",
        "INSERT INTO round_players VALUES (42, 0, 7, 99, 1, 1)",
    ] {
        let on_disk = OnDisk::new().await;
        fill(&on_disk.store, TABLE, 12).await;
        on_disk.store.verify_across().await.unwrap();
        let mut intruder = on_disk.intruder().await;
        sqlx::raw_sql(change).execute(&mut intruder).await.unwrap();
        let broken = on_disk.store.verify_across().await.unwrap_err();
        assert_eq!(broken.code(), "store.rounds", "{change}");
    }
}
