//! L-16: backup while tables play, restore elsewhere, verify, continue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use store::{DataDir, Journal, Options, Store, StoreError, backup, restore};
use table::{TableId, Time};

use crate::make::{OnDisk, fill, record, secret};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[allow(clippy::disallowed_methods, reason = "the drill is timed")]
async fn l_16_backup_restore_verify_continue() {
    let start = Instant::now();
    let on_disk = Arc::new(OnDisk::new().await);
    for table in 1..=5 {
        fill(&on_disk.store, TableId(table), 100).await;
    }
    let over = Arc::new(AtomicBool::new(false));
    let playing: Vec<_> = (1..=5)
        .map(|table| {
            let (on_disk, over) = (on_disk.clone(), over.clone());
            tokio::spawn(async move {
                let mut version = 101;
                while !over.load(Ordering::Relaxed) || version == 101 {
                    on_disk.store.append(record(TableId(table), version)).await.unwrap();
                    version += 1;
                }
                version - 1
            })
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("backup");
    let manifest = backup(&on_disk.data, &saved, Time(77), |_| {}).await.unwrap();
    over.store(true, Ordering::Relaxed);
    for task in playing {
        assert!(task.await.unwrap() > 100);
    }
    assert_eq!(manifest.tables.len(), 5);
    assert!(manifest.tables.iter().all(|it| it.version >= 100));
    let has_key =
        std::fs::read_dir(&saved).unwrap().any(|it| it.unwrap().file_name() == DataDir::KEY);
    assert!(!has_key, "S-04");
    let refused = backup(&on_disk.data, &saved, Time(78), |_| {}).await.unwrap_err();
    assert!(matches!(refused, StoreError::NotEmpty(_)));

    let data = DataDir::new(folder.path().join("new"));
    let restored = restore(&saved, &data, Some(&on_disk.data.key()), |_| {}).await.unwrap();
    assert_eq!(restored, manifest);
    let store = Store::open(&data, Options::SERVE).await.unwrap();
    for head in &manifest.tables {
        let table = head.table.unwrap();
        assert_eq!(store.verify(table.into(), None).await.unwrap().version, head.version);
        assert!(store.secrets(table, 1).await.unwrap() == [(1, secret(table))]);
        store.append(record(table, head.version + 1)).await.unwrap();
    }
    let again = restore(&saved, &data, None, |_| {}).await.unwrap_err();
    assert!(matches!(again, StoreError::NotEmpty(_)));
    println!("L-16 drill: {} ms", start.elapsed().as_millis());
}

#[tokio::test]
async fn s_04_without_the_key_the_shoes_are_gone_and_play_goes_on() {
    let on_disk = OnDisk::new().await;
    fill(&on_disk.store, TableId(1), 3).await;
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("backup");
    backup(&on_disk.data, &saved, Time(77), |_| {}).await.unwrap();
    let data = DataDir::new(folder.path().join("new"));
    restore(&saved, &data, None, |_| {}).await.unwrap();
    let store = Store::open(&data, Options::SERVE).await.unwrap();
    assert!(store.secrets(TableId(1), 1).await.unwrap().is_empty());
    store.append(record(TableId(1), 4)).await.unwrap();
    let elsewhere = DataDir::new(folder.path().join("elsewhere"));
    let wrong_key = data.key();
    let refused = restore(&saved, &elsewhere, Some(&wrong_key), |_| {}).await.unwrap_err();
    assert!(matches!(refused, StoreError::KeyWrong(_)));
}

#[tokio::test]
async fn a_changed_backup_is_refused() {
    let on_disk = OnDisk::new().await;
    fill(&on_disk.store, TableId(1), 3).await;
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("backup");
    backup(&on_disk.data, &saved, Time(77), |_| {}).await.unwrap();
    let file = saved.join(DataDir::DATABASE);
    let mut bytes = std::fs::read(&file).unwrap();
    let place = bytes.len() / 2;
    bytes[place] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let data = DataDir::new(folder.path().join("new"));
    let refused = restore(&saved, &data, None, |_| {}).await.unwrap_err();
    assert!(matches!(refused, StoreError::NotABackup { .. }));
    assert!(!data.path().exists());
    std::fs::remove_file(saved.join("manifest.json")).unwrap();
    assert!(restore(&saved, &data, None, |_| {}).await.is_err());
}
