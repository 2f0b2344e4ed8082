//! L-24: a clean stop leaves one whole file, and a directory that lacks a part is refused.

use std::path::Path;

use store::{DataDir, Journal, Options, Store, StoreError, backup};
use table::Time;

use crate::make::{OnDisk, TABLE, fill, record};

const LOG: &str = "bahama.sqlite-wal";

/// Some files of a directory, in another.
fn copied(data: &DataDir, to: &Path, names: &[&str]) -> DataDir {
    std::fs::create_dir_all(to).unwrap();
    for name in names {
        std::fs::copy(data.path().join(name), to.join(name)).unwrap();
    }
    DataDir::new(to)
}

async fn refused(data: &DataDir) -> StoreError {
    let before = names(data);
    let Err(refused) = Store::open(data, Options::BESIDE).await else { panic!("it opened") };
    assert_eq!(names(data), before, "nothing is made beside what is refused");
    let Err(_) = Store::open(data, Options::SERVE).await else { panic!("it opened") };
    refused
}

fn names(data: &DataDir) -> Vec<String> {
    let files = std::fs::read_dir(data.path()).unwrap();
    let mut names: Vec<_> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn l_24_a_clean_stop_leaves_one_whole_file() {
    let on_disk = OnDisk::new().await;
    on_disk.store.close().await;
    let (data, elsewhere) = (&on_disk.data, tempfile::tempdir().unwrap());
    for start in 1..=6 {
        let store = Store::open(data, Options::SERVE).await.unwrap();
        store.append(record(TABLE, start)).await.unwrap();
        store.close().await;
        assert_eq!(names(data), ["bahama.seal", "bahama.sqlite", "server.lock", "shoe.key"]);
        let alone = elsewhere.path().join(start.to_string());
        let alone = copied(data, &alone, &[DataDir::DATABASE, DataDir::KEY]);
        let store = Store::open(&alone, Options::SERVE).await.unwrap();
        assert_eq!(store.verify(TABLE.into(), None).await.unwrap().version, start);
        store.close().await;
    }
}

#[tokio::test]
async fn l_24_a_database_that_needs_its_log_is_refused_without_it() {
    let on_disk = OnDisk::new().await;
    fill(&on_disk.store, TABLE, 3).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let both = [DataDir::DATABASE, DataDir::KEY, LOG];
    let alone = copied(&on_disk.data, &elsewhere.path().join("alone"), &both[..2]);
    let said = refused(&alone).await;
    assert_eq!(said.code(), "store.no-log");
    assert!(said.to_string().contains("bahama.sqlite-wal back beside it"), "{said}");
    let saved = elsewhere.path().join("saved");
    let not_saved = backup(&alone, &saved, Time(1), |_| {}).await.unwrap_err();
    assert_eq!(not_saved.code(), "store.no-log");
    // With its log it is what a killed server leaves.
    let whole = copied(&on_disk.data, &elsewhere.path().join("whole"), &both);
    let store = Store::open(&whole, Options::SERVE).await.unwrap();
    assert_eq!(store.verify(TABLE.into(), None).await.unwrap().version, 3);
    store.close().await;
    // A backup is one file, and opens as it is.
    backup(&on_disk.data, &saved, Time(1), |_| {}).await.unwrap();
    let data = copied(&DataDir::new(&saved), &elsewhere.path().join("of"), &both[..1]);
    std::fs::copy(on_disk.data.key(), data.key()).unwrap();
    let store = Store::open(&data, Options::SERVE).await.unwrap();
    assert_eq!(store.verify(TABLE.into(), None).await.unwrap().version, 3);
}

#[tokio::test]
async fn l_24_a_command_beside_a_killed_server_leaves_a_whole_file() {
    let on_disk = OnDisk::new().await;
    fill(&on_disk.store, TABLE, 3).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let data = copied(&on_disk.data, elsewhere.path(), &[DataDir::DATABASE, DataDir::KEY, LOG]);
    Store::open(&data, Options::BESIDE).await.unwrap().close().await;
    std::fs::remove_file(data.path().join(LOG)).ok();
    let store = Store::open(&data, Options::SERVE).await.unwrap();
    assert_eq!(store.verify(TABLE.into(), None).await.unwrap().version, 3);
}

#[tokio::test]
async fn l_24_a_key_without_its_database_begins_no_new_casino() {
    let on_disk = OnDisk::new().await;
    let elsewhere = tempfile::tempdir().unwrap();
    for bytes in [None, Some(Vec::new())] {
        let to = elsewhere.path().join(format!("{}", bytes.is_some()));
        let data = copied(&on_disk.data, &to, &[DataDir::KEY]);
        if let Some(bytes) = bytes {
            std::fs::write(data.database(), bytes).unwrap();
        }
        let said = refused(&data).await;
        assert_eq!(said.code(), "store.no-database");
        assert!(said.to_string().contains("shoe.key lies beside it; put the database back"));
        std::fs::remove_file(data.key()).unwrap();
        Store::open(&data, Options::SERVE).await.unwrap().close().await;
    }
    let to = elsewhere.path().join("log");
    let data = copied(&on_disk.data, &to, &[LOG]);
    std::fs::write(to.join(LOG), [1; 64]).unwrap();
    assert_eq!(refused(&data).await.code(), "store.no-database");
}
