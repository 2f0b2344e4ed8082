//! The journal that fails on purpose.

use store::{Faults, Journal, Memory, Snapshot, StoreError, Stream, Tampering};

use crate::make::{LINK, TABLE, pair, record};

/// Appends through crashes; gives how many records there are, how many were not taken, and
/// the trace of all failures.
async fn schedule(seed: u64) -> (u64, u64, Vec<u64>) {
    let mut store = Memory::new(Faults { seed, one_in: 5 });
    let (mut failures, mut not_taken) = (Vec::new(), 0);
    let mut version = 1;
    while version <= 40 {
        match store.append(record(TABLE, version)).await {
            Ok(_) => version += 1,
            Err(StoreError::Lost) => {
                assert!(store.has_stopped());
                assert!(store.append(record(TABLE, version)).await.is_err());
                store = store.restart();
                let head = store.verify(TABLE.into(), None).await.unwrap();
                // Every answered record is there; the one without an answer may be.
                assert!(head.version == version - 1 || head.version == version);
                failures.push(2 * version + u64::from(head.version == version));
                version = head.version + 1;
            }
            // Nothing is written, and the journal goes on.
            Err(StoreError::Clash { stream, version: given }) => {
                assert_eq!((stream, given), (TABLE.into(), version));
                assert_eq!(store.verify(stream, None).await.unwrap().version, version - 1);
                not_taken += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    (store.verify(TABLE.into(), None).await.unwrap().version, not_taken, failures)
}

#[tokio::test]
async fn l_13_a_schedule_follows_from_its_seed_and_loses_nothing_answered() {
    let (mut all, mut all_not_taken) = (Vec::new(), 0);
    for seed in 0..200 {
        let (last, not_taken, failures) = schedule(seed).await;
        assert_eq!(last, 40);
        assert_eq!(schedule(seed).await, (last, not_taken, failures.clone()), "seed {seed}");
        all.extend(failures);
        all_not_taken += not_taken;
    }
    assert!(all_not_taken > 100, "{all_not_taken} were not taken");
    // Both kinds of crash happen: with and without the record on the disk.
    assert!(all.iter().any(|it| it % 2 == 0) && all.iter().any(|it| it % 2 == 1));
}

/// A table and its link, appended together through crashes: what is there of one is there
/// of the other.
#[tokio::test]
async fn l_04_a_pair_is_never_torn() {
    let (mut kept, mut lost) = (0, 0);
    for seed in 0..300 {
        let mut store = Memory::new(Faults { seed, one_in: 3 });
        let mut version = 1;
        while version <= 12 {
            match store.append_all(pair(version)).await {
                Ok(both) => {
                    assert_eq!(both.len(), 2);
                    version += 1;
                }
                Err(StoreError::Lost) => {
                    store = store.restart();
                    let table = store.verify(TABLE.into(), None).await.unwrap();
                    let link = store.verify(LINK.into(), None).await.unwrap();
                    assert_eq!(table.version, link.version, "seed {seed}");
                    assert!(table.version == version - 1 || table.version == version);
                    *(if table.version == version { &mut kept } else { &mut lost }) += 1;
                    version = table.version + 1;
                }
                Err(StoreError::Clash { .. }) => {
                    for stream in [TABLE.into(), LINK.into()] {
                        let head = store.verify(stream, None).await.unwrap();
                        assert_eq!(head.version, version - 1, "seed {seed}");
                    }
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(kept > 100 && lost > 100, "{kept} pairs were kept without an answer, {lost} lost");
}

/// Appends until a sync or something else fails; the journal then, and the last version that
/// was answered.
async fn failed(seed: u64) -> (Memory, u64) {
    let store = Memory::new(Faults { seed, one_in: 4 });
    let mut version = 1;
    loop {
        match store.append(record(TABLE, version)).await {
            Ok(_) => version += 1,
            Err(StoreError::Lost) => return (store, version - 1),
            Err(_) => {}
        }
    }
}

#[tokio::test]
async fn l_23_what_a_start_answers_is_there_after_a_power_cut() {
    let mut believed = 0;
    for seed in 0..200 {
        let (store, answered) = failed(seed).await;
        let started = store.restart();
        let told = started.verify(TABLE.into(), None).await.unwrap();
        assert!(told.version >= answered, "seed {seed}");
        started.cut_power();
        let after = started.restart();
        after.check().unwrap();
        assert_eq!(after.verify(TABLE.into(), None).await.unwrap(), told, "seed {seed}");
        // A start that believes what it reads loses it again.
        let (store, _) = failed(seed).await;
        let started = store.restart_believing();
        let told = started.verify(TABLE.into(), None).await.unwrap();
        started.cut_power();
        let after = started.restart().verify(TABLE.into(), None).await.unwrap();
        believed += u64::from(after != told);
    }
    assert!(believed > 5, "{believed}");
}

#[tokio::test]
async fn l_05_l_11_what_an_intruder_changes_is_found_or_discarded() {
    let store = Memory::new(Faults::NONE);
    for version in 1..=3 {
        store.append_all(pair(version)).await.unwrap();
    }
    let head = store.verify(TABLE.into(), None).await.unwrap();
    let snapshot = Snapshot { version: 3, hash: head.hash, bytes: br#"{"chips":5}"#.to_vec() };
    store.save_snapshot(TABLE.into(), snapshot).await.unwrap();
    store.check().unwrap();
    for of in Tampering::ALL {
        let how = of(Stream::from(TABLE));
        let changed = store.tampered(how).unwrap();
        let said = match changed.check() {
            Err(found) => found,
            Ok(()) => match changed.verify_tail(TABLE.into(), 8).await {
                Err(found) => found,
                Ok(_) => changed.snapshot(TABLE.into()).await.unwrap_err(),
            },
        };
        assert_eq!(how.is_discarded(), said.code() == "store.snapshot", "{how:?}: {said}");
        let is_named = said.to_string().contains("table 7") || said.code() == "store.heads";
        assert!(is_named, "{how:?}: {said}");
    }
    store.check().unwrap();
}
