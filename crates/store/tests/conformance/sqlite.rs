//! What only a store on a disk can show.

use std::os::unix::fs::PermissionsExt;
use std::sync::{Arc, Mutex};

use sqlx::{Executor, SqlSafeStr};
use store::{
    AfterRight, AttemptCount, Failure, Journal, OnFailure, Options, People, Store, StoreError,
};
use table::Time;

use crate::make::{OnDisk, TABLE, fill, opening, record, secret};

#[tokio::test]
async fn what_is_appended_is_there_after_a_restart() {
    let on_disk = OnDisk::new().await;
    fill(&on_disk.store, TABLE, 10).await;
    let head = on_disk.store.verify(TABLE.into(), None).await.unwrap();
    let OnDisk { store, data, _folder } = on_disk;
    let second = Store::open(&data, Options::SERVE).await;
    assert!(matches!(second, Err(StoreError::Locked(_))));
    let beside = Store::open(&data, Options::BESIDE).await.unwrap();
    assert!(matches!(beside.append(record(TABLE, 11)).await, Err(StoreError::Beside)));
    store.close().await;
    assert!(matches!(store.append(record(TABLE, 11)).await, Err(StoreError::Lost)));
    // Somebody may hold the closed store for a while: the next one opens all the same.
    let closed = store;
    let store = Store::open(&data, Options::SERVE).await.unwrap();
    drop(closed);
    assert_eq!(store.streams().await.unwrap(), [(TABLE.into(), head)]);
    assert_eq!(store.verify_tail(TABLE.into(), 4).await.unwrap(), head);
    store.append(record(TABLE, 11)).await.unwrap();
}

#[tokio::test]
async fn every_statement_prepares() {
    let on_disk = OnDisk::new().await;
    let mut connection = on_disk.intruder().await;
    let statements = store::statements();
    assert!(statements.len() > 50);
    for sql in statements {
        if let Err(error) = connection.prepare(sql.into_sql_str()).await {
            panic!("{sql}: {error}");
        }
    }
}

/// S-20: however many names somebody makes up, the database keeps so many counts and no more.
#[tokio::test]
async fn s_20_attempts_do_not_fill_the_database() {
    let on_disk = OnDisk::new().await;
    let mut intruder = on_disk.intruder().await;
    let made_up = "WITH RECURSIVE name(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM name
        WHERE number < 50100) INSERT INTO attempts (key, tries, last, ends)
        SELECT randomblob(32), 1, 1, 1000000 + number FROM name";
    intruder.execute(made_up).await.unwrap();
    let count = AttemptCount { key: [7; 32], free: 3, longest_ms: 1, right: AfterRight::Clear };
    assert_eq!(on_disk.store.reserve_attempt(vec![count], Time(1)).await.unwrap(), Ok(()));
    let kept = "SELECT COUNT(*), SUM(key = ?1), MAX(LENGTH(key)) FROM attempts";
    let (all, own, longest): (i64, i64, i64) =
        sqlx::query_as(kept).bind([7_u8; 32].as_slice()).fetch_one(&mut intruder).await.unwrap();
    assert_eq!((all, own, longest), (50_000, 1, 32), "those that end first went first");
}

#[tokio::test]
async fn the_database_is_in_wal_mode() {
    let on_disk = OnDisk::new().await;
    let mut connection = on_disk.intruder().await;
    let (mode,): (String,) =
        sqlx::query_as("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
    assert_eq!(mode, "wal");
}

#[tokio::test]
async fn s_04_secrets_are_sealed_at_rest_and_bound_to_their_shoe() {
    let on_disk = OnDisk::new().await;
    fill(&on_disk.store, TABLE, 3).await;
    let key = on_disk.data.key();
    assert_eq!(std::fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    let holds = |bytes: &[u8]| bytes.windows(32).any(|part| part == secret(TABLE).reveal());
    for file in std::fs::read_dir(on_disk.data.path()).unwrap() {
        let path = file.unwrap().path();
        assert!(!holds(&std::fs::read(&path).unwrap()), "{}", path.display());
    }
    let mut intruder = on_disk.intruder().await;
    sqlx::raw_sql("UPDATE secrets SET shoe = 2").execute(&mut intruder).await.unwrap();
    let moved = on_disk.store.secrets(TABLE, 1).await;
    assert!(matches!(moved, Err(StoreError::Secret { shoe: 2, .. })));
    sqlx::raw_sql("UPDATE secrets SET shoe = 1").execute(&mut intruder).await.unwrap();
    on_disk.store.append(opening(record(TABLE, 4))).await.unwrap();
    let (plain,): (Vec<u8>,) =
        sqlx::query_as("SELECT plain FROM secrets").fetch_one(&mut intruder).await.unwrap();
    assert!(holds(&plain));
}

#[tokio::test]
async fn s_04_a_lost_key_is_said_clearly_and_can_be_given_up() {
    let on_disk = OnDisk::new().await;
    fill(&on_disk.store, TABLE, 3).await;
    on_disk.store.close().await;
    let OnDisk { store, data, _folder } = on_disk;
    drop(store);
    let kept = std::fs::read(data.key()).unwrap();
    std::fs::remove_file(data.key()).unwrap();
    let lost = Store::open(&data, Options::SERVE).await.err().unwrap();
    assert!(matches!(&lost, StoreError::KeyLost(path) if *path == data.key()), "{lost}");
    std::fs::write(data.key(), [1; 32]).unwrap();
    assert!(matches!(Store::open(&data, Options::SERVE).await, Err(StoreError::KeyWrong(_))));
    std::fs::write(data.key(), [1; 5]).unwrap();
    assert!(matches!(Store::open(&data, Options::SERVE).await, Err(StoreError::KeyShape(_))));
    std::fs::write(data.key(), kept).unwrap();
    let store = Store::open(&data, Options::SERVE).await.unwrap();
    assert_eq!(store.secrets(TABLE, 1).await.unwrap().len(), 1);
    store.close().await;
    drop(store);
    std::fs::remove_file(data.key()).unwrap();
    let options = Options { forget_secrets: true, ..Options::SERVE };
    let store = Store::open(&data, options).await.unwrap();
    assert!(store.secrets(TABLE, 1).await.unwrap().is_empty());
    store.append(record(TABLE, 4)).await.unwrap();
}

#[tokio::test]
async fn l_06_after_a_failure_nobody_is_answered_any_more() {
    let on_disk = OnDisk::new().await;
    on_disk.store.close().await;
    let OnDisk { store, data, _folder } = on_disk;
    drop(store);
    let said: Arc<Mutex<Vec<Failure>>> = Arc::default();
    let hear = said.clone();
    let on_failure: OnFailure =
        Arc::new(move |failure: &Failure| hear.lock().unwrap().push(failure.clone()));
    let options = Options { on_failure: Some(on_failure), ..Options::SERVE };
    let store = Store::open(&data, options).await.unwrap();
    store.append(record(TABLE, 1)).await.unwrap();
    // A table that is gone stands for a disk that is.
    let mut intruder = {
        use sqlx::ConnectOptions;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(data.database());
        options.connect().await.unwrap()
    };
    sqlx::raw_sql("DROP TABLE ledger").execute(&mut intruder).await.unwrap();
    assert!(matches!(store.append(record(TABLE, 2)).await, Err(StoreError::Lost)));
    assert!(matches!(store.append(record(TABLE, 2)).await, Err(StoreError::Lost)));
    let said = said.lock().unwrap().clone();
    assert_eq!(said.len(), 1);
    assert!(said[0].to_string().contains("bahama.sqlite: writing failed: "), "{}", said[0]);
    assert!(said[0].to_string().contains("is unknown until the next start"), "L-23");
    // Nothing of it is there: the entry went with its ledger.
    let (entries,): (i64,) =
        sqlx::query_as("SELECT COUNT(*) FROM entries").fetch_one(&mut intruder).await.unwrap();
    assert_eq!(entries, 1);
}
