//! The journal that fails on purpose.

use store::{Faults, Journal, Memory, StoreError};

use crate::make::{TABLE, record};

/// Appends through crashes; gives how many records had an answer, how many there were,
/// and the trace of all failures.
async fn schedule(seed: u64) -> (u64, Vec<u64>) {
    let mut store = Memory::new(Faults { seed, one_in: 5 });
    let mut failures = Vec::new();
    let mut version = 1;
    while version <= 40 {
        match store.append(record(TABLE, version)).await {
            Ok(_) => version += 1,
            Err(StoreError::Lost) => {
                assert!(store.has_stopped());
                assert!(store.append(record(TABLE, version)).await.is_err());
                store = store.restart();
                let head = store.verify(TABLE, None).await.unwrap();
                // Every answered record is there; the one without an answer may be.
                assert!(head.version == version - 1 || head.version == version);
                failures.push(2 * version + u64::from(head.version == version));
                version = head.version + 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    (store.verify(TABLE, None).await.unwrap().version, failures)
}

#[tokio::test]
async fn l_13_a_schedule_follows_from_its_seed_and_loses_nothing_answered() {
    let mut all = Vec::new();
    for seed in 0..200 {
        let (last, failures) = schedule(seed).await;
        assert_eq!(last, 40);
        assert_eq!(schedule(seed).await.1, failures, "seed {seed}");
        all.extend(failures);
    }
    // Both kinds of crash happen: with and without the record on the disk.
    assert!(all.iter().any(|it| it % 2 == 0) && all.iter().any(|it| it % 2 == 1));
}
