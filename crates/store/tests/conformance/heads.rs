//! L-05, L-11, L-15: what a chain alone does not show is found when a store is opened.

use store::{
    DataDir, Journal, Options, People, SecurityLine, Snapshot, Store, StoreError, audit, backup,
};
use table::{AccountId, TableId, Time};

use crate::make::{LINK, OnDisk, TABLE, fill, of_person, pair, record};

fn line(number: u64) -> SecurityLine {
    let what = "sign-in".to_owned();
    SecurityLine { at: Time(number), account: None, what, detail: number.to_string() }
}

/// A store with two tables, a link, a snapshot and a security log, stopped in order.
async fn stopped() -> OnDisk {
    let on_disk = OnDisk::new().await;
    let store = &on_disk.store;
    for version in 1..=3 {
        store.append_all(pair(version)).await.unwrap();
        store.log(line(version)).await.unwrap();
    }
    fill(store, TableId(8), 6).await;
    let head = store.verify(TABLE.into(), None).await.unwrap();
    let bytes = br#"{"chips":5500}"#.to_vec();
    let snapshot = Snapshot { version: head.version, hash: head.hash, bytes };
    store.save_snapshot(TABLE.into(), snapshot).await.unwrap();
    store.close().await;
    on_disk
}

async fn change(on_disk: &OnDisk, change: &'static str) {
    let mut intruder = on_disk.intruder().await;
    sqlx::raw_sql(change).execute(&mut intruder).await.unwrap();
    sqlx::Connection::close(intruder).await.unwrap();
}

/// What an intruder does, and what the next start says of it.
const CHANGES: &[(&str, &str)] = &[
    (
        "DELETE FROM ledger WHERE stream = 8 AND version = 6;
         DELETE FROM rounds WHERE table_id = 8 AND round = 2;
         DELETE FROM round_players WHERE table_id = 8 AND round = 2;
         DELETE FROM entries WHERE stream = 8 AND version = 6",
        "table 8, version 6: is missing",
    ),
    ("DELETE FROM entries WHERE stream = 8", "table 8, version 6: is missing"),
    ("DELETE FROM entries WHERE stream = -5 AND version = 3", "link 5, version 3: is missing"),
    (
        "DELETE FROM entries WHERE stream = 8 AND version = 6;
         UPDATE heads SET version = 5,
             hash = (SELECT hash FROM entries WHERE stream = 8 AND version = 5) WHERE stream = 8",
        "the table of heads is not as it was written",
    ),
    (
        "DELETE FROM entries WHERE stream = 8; DELETE FROM heads WHERE stream = 8",
        "the table of heads",
    ),
    ("DELETE FROM heads WHERE stream = 8", "table 8, version 1: is not in the table of heads"),
    ("UPDATE heads_sum SET sealed = zeroblob(72)", "the table of heads is not as it was written"),
    ("DELETE FROM heads_sum", "the table of heads is not as it was written"),
    (
        "UPDATE entries SET hash = zeroblob(32) WHERE stream = 8 AND version = 6",
        "table 8, version 6: the head noted elsewhere has another hash",
    ),
    ("DELETE FROM security_log WHERE number = 3", "security log, line 3: is missing"),
    ("DELETE FROM security_log", "security log, line 3: is missing"),
    (
        "DELETE FROM security_log WHERE number = 3;
         UPDATE heads SET version = 2, hash = (SELECT hash FROM security_log WHERE number = 2)
             WHERE stream = 0",
        "the table of heads is not as it was written",
    ),
];

#[tokio::test]
async fn l_05_l_15_a_missing_last_entry_is_found_at_the_start() {
    for &(intruder, expected) in CHANGES {
        let on_disk = stopped().await;
        change(&on_disk, intruder).await;
        let Err(refused) = Store::open(&on_disk.data, Options::SERVE).await else {
            panic!("it was opened after {intruder}")
        };
        assert!(refused.to_string().starts_with(expected), "{intruder}: {refused}");
        let faults = audit(on_disk.data.path()).await.unwrap().faults;
        let said = faults.iter().any(|fault| fault.to_string().starts_with(expected));
        assert!(said, "{intruder}: {faults:?}");
        let saved = on_disk.data.path().join("saved");
        backup(&on_disk.data, &saved, Time(1), |_| {}).await.unwrap_err();
    }
}

/// A missing last entry of a person concerns him alone: the store is opened and names him, and
/// copies and checks find it as before.
#[tokio::test]
async fn l_05_a_persons_missing_last_entry_is_named_at_the_start() {
    let on_disk = stopped().await;
    let store = Store::open(&on_disk.data, Options::SERVE).await.unwrap();
    assert_eq!(store.broken(), []);
    for version in [1, 2] {
        store.append_all(vec![of_person(AccountId(21), version)]).await.unwrap();
    }
    store.close().await;
    change(&on_disk, "DELETE FROM entries WHERE stream = 4294967317 AND version = 2").await;
    let expected = "person 21, version 2: is missing";
    let store = Store::open(&on_disk.data, Options::SERVE).await.unwrap();
    assert_eq!(store.broken(), [(AccountId(21), expected.to_owned())]);
    store.append(record(TableId(8), 7)).await.unwrap();
    store.close().await;
    let faults = audit(on_disk.data.path()).await.unwrap().faults;
    assert!(faults.iter().any(|fault| fault.to_string() == expected), "{faults:?}");
    let saved = on_disk.data.path().join("saved");
    backup(&on_disk.data, &saved, Time(1), |_| {}).await.unwrap_err();
}

#[tokio::test]
async fn l_15_one_stream_cannot_be_put_back_to_an_older_end() {
    let on_disk = stopped().await;
    let older = tempfile::tempdir().unwrap();
    let before = older.path().join("before.sqlite");
    std::fs::copy(on_disk.data.database(), &before).unwrap();
    let store = Store::open(&on_disk.data, Options::SERVE).await.unwrap();
    store.append(record(TableId(8), 7)).await.unwrap();
    store.log(line(4)).await.unwrap();
    store.close().await;
    let mut intruder = on_disk.intruder().await;
    let attach = sqlx::AssertSqlSafe(format!("ATTACH '{}' AS old", before.display()));
    sqlx::raw_sql(attach).execute(&mut intruder).await.unwrap();
    let put_back = "DELETE FROM entries WHERE stream = 8 AND version = 7;
        DELETE FROM ledger WHERE stream = 8 AND version = 7;
        DELETE FROM heads WHERE stream = 8;
        INSERT INTO heads SELECT * FROM old.heads WHERE stream = 8";
    sqlx::raw_sql(put_back).execute(&mut intruder).await.unwrap();
    sqlx::Connection::close(intruder).await.unwrap();
    let refused = Store::open(&on_disk.data, Options::SERVE).await.err().unwrap();
    assert!(matches!(refused, StoreError::Heads), "{refused}");
}

#[tokio::test]
async fn l_11_a_snapshot_fits_its_entry_and_its_code_or_is_named() {
    for (intruder, why) in [
        ("UPDATE snapshots SET bytes = CAST('{\"chips\":900005500}' AS BLOB)", "was changed"),
        ("UPDATE snapshots SET code = zeroblob(40)", "was changed"),
        ("UPDATE snapshots SET code = x''", "was changed"),
        (
            "UPDATE snapshots SET version = 2,
                hash = (SELECT hash FROM entries WHERE stream = 7 AND version = 2)",
            "was changed",
        ),
        (
            "UPDATE snapshots SET stream = 8, version = 3,
                hash = (SELECT hash FROM entries WHERE stream = 8 AND version = 3)",
            "was changed",
        ),
        ("UPDATE snapshots SET hash = zeroblob(32)", "was made for another entry"),
    ] {
        let on_disk = stopped().await;
        change(&on_disk, intruder).await;
        let store = Store::open(&on_disk.data, Options::SERVE).await.unwrap();
        let of = if intruder.contains("stream = 8, ") { TableId(8) } else { TABLE };
        let unfit = store.snapshot(of.into()).await.unwrap_err();
        assert_eq!(unfit.code(), "store.snapshot");
        assert!(unfit.to_string().contains(why), "{unfit}");
        store.close().await;
        let faults = audit(on_disk.data.path()).await.unwrap().faults;
        assert!(faults.iter().any(|fault| fault.code() == "store.snapshot"), "{faults:?}");
        let saved = on_disk.data.path().join("saved");
        let refused = backup(&on_disk.data, &saved, Time(1), |_| {}).await.unwrap_err();
        assert_eq!(refused.code(), "store.snapshot", "a backup says so, too");
    }
}

#[tokio::test]
async fn data_of_an_older_release_is_noted_once() {
    let on_disk = stopped().await;
    let older = "DROP TABLE heads; DROP TABLE heads_sum; DROP TABLE attempts;
        ALTER TABLE snapshots DROP COLUMN code; DELETE FROM _sqlx_migrations WHERE version > 3";
    change(&on_disk, older).await;
    let store = Store::open(&on_disk.data, Options::SERVE).await.unwrap();
    assert_eq!(store.noted(), 4, "two tables, a link, the security log");
    store.append(record(TableId(8), 7)).await.unwrap();
    store.close().await;
    let store = Store::open(&on_disk.data, Options::SERVE).await.unwrap();
    assert_eq!(store.noted(), 0);
    assert_eq!(store.streams().await.unwrap().len(), 3);
    assert!(store.streams().await.unwrap().iter().any(|(stream, _)| *stream == LINK.into()));
}

/// Everything that can be asked of a record, as one text.
async fn answers(data: &DataDir) -> Result<String, StoreError> {
    let store = Store::open(data, Options::SERVE).await?;
    let mut said = String::new();
    for (stream, head) in store.streams().await? {
        said += &format!("{stream} {head:?} {:?}", store.entries(stream, 0, 100).await?);
        said += &format!("{:?} {:?}", store.balances(stream).await?, store.snapshot(stream).await?);
    }
    for table in [TABLE, TableId(8)] {
        let rounds = store.rounds(table, None, 100).await?;
        let secrets = store.secrets(table, 0).await?;
        let secrets: Vec<_> = secrets.iter().map(|(shoe, it)| (shoe, *it.reveal())).collect();
        said += &format!("{rounds:?} {secrets:?}");
    }
    for player in 42..=43 {
        let player = AccountId(player);
        said += &format!("{:?}", store.statement(player, Time(0), Time(u64::MAX >> 1)).await?);
        said += &format!("{:?}", store.rounds_of(player, None, 100).await?);
    }
    said += &format!("{:?} {:?}", store.security_log(100).await?, store.staff().await?);
    store.close().await;
    Ok(said)
}

/// Flips bits of a database, one at a time; each is found by the audit or by the start, or
/// changes no answer. With the seal every one is found; without it, the rows must show it.
async fn flip(sealed: bool, flips: u64) {
    let on_disk = stopped().await;
    let whole = std::fs::read(on_disk.data.database()).unwrap();
    let seal = std::fs::read(on_disk.data.path().join(DataDir::SEAL)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = |name: String, bytes: &[u8]| {
        let data = DataDir::new(folder.path().join(name));
        data.create().unwrap();
        std::fs::write(data.database(), bytes).unwrap();
        std::fs::copy(on_disk.data.key(), data.key()).unwrap();
        if sealed {
            std::fs::write(data.path().join(DataDir::SEAL), &seal).unwrap();
        }
        data
    };
    let right = answers(&copy("whole".to_owned(), &whole)).await.unwrap();
    let (mut found, mut random) = (0, 0x9e37_79b9_7f4a_7c15_u64);
    for number in 0..flips {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let place = (random % (8 * whole.len() as u64)) as usize;
        let mut bytes = whole.clone();
        bytes[place / 8] ^= 1 << (place % 8);
        let data = copy(number.to_string(), &bytes);
        let is_found = audit(data.path()).await.map_or(true, |it| !it.faults.is_empty());
        found += u64::from(is_found);
        assert!(is_found || !sealed, "bit {place} was not found");
        if !is_found && let Ok(said) = answers(&data).await {
            assert_eq!(said, right, "bit {place} changes an answer and was not found");
        }
        std::fs::remove_dir_all(data.path()).unwrap();
    }
    println!("L-15: {found} of {flips} flipped bits found, the others change no answer");
}

#[tokio::test]
async fn l_15_every_flipped_bit_of_a_stopped_database_is_found() {
    flip(true, 200).await;
}

#[tokio::test]
async fn l_15_a_flipped_bit_is_found_by_the_rows_or_changes_no_answer() {
    flip(false, 200).await;
}
