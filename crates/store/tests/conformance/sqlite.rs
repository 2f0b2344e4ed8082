//! What only a store on a disk can show.

use store::{DataDir, Journal, Options, Store};

use crate::make::{TABLE, record};

#[tokio::test]
async fn what_is_appended_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::new(folder.path().join("data"));
    let store = Store::open(&data, Options::SERVE).await.unwrap();
    for version in 1..=10 {
        store.append(record(TABLE, version)).await.unwrap();
    }
    let head = store.verify(TABLE, None).await.unwrap();
    store.close().await;
    drop(store);
    let store = Store::open(&data, Options::SERVE).await.unwrap();
    assert_eq!(store.tables().await.unwrap(), [(TABLE, head)]);
    assert_eq!(store.verify_tail(TABLE, 4).await.unwrap(), head);
    store.append(record(TABLE, 11)).await.unwrap();
}
