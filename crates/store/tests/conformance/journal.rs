//! What every journal does.

use std::sync::Arc;

use store::{Faults, Head, Journal, Memory, Snapshot, StoreError, Stream};
use table::{Account, AccountId, Books, Entry, LinkRecord, Micros, TableId, Time};

use crate::make::{
    InPostgres, LINK, OnDisk, PLAYER, TABLE, command, fill, link_entry, link_line, opening, pair,
    record, secret,
};

/// Runs a check against every kind of journal.
macro_rules! for_every_journal {
    ($($name:ident)+) => {$(
        #[tokio::test]
        async fn $name() {
            let memory = Memory::new(Faults::NONE);
            check::$name(&memory).await;
            let on_disk = OnDisk::new().await;
            check::$name(&on_disk.store).await;
        }
    )+
        /// Each in a database of its own; in one test, because a server is started for it.
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn every_one_of_them_on_postgres() {
            let Some(house) = InPostgres::start("the journal on PostgreSQL") else { return };
            $(
                println!("{}", stringify!($name));
                let (store, _) = house.store().await;
                check::$name(&store).await;
                store.close().await;
            )+
            let (store, _) = house.store().await;
            check::a_row_that_is_there_already_stops_nobody_else(&store).await;
            store.close().await;
        }
    };
}

for_every_journal! {
    an_entry_reads_as_it_was_written
    l_09_the_same_command_is_never_written_twice
    l_10_the_outcome_of_a_command_can_be_asked
    a_gap_is_refused_and_names_both_versions
    l_05_the_chain_is_verified_whole_and_from_its_tail
    g_04_statements_tie_to_the_ledger
    g_02_rounds_come_latest_first
    s_04_secrets_come_back
    a_wrong_snapshot_is_ignored
    a_profile_keeps_its_first_text
    l_04_a_table_and_its_link_are_written_together_or_not_at_all
    l_01_what_a_table_owes_a_link_is_what_the_link_has
}

mod check {
    use super::*;

    pub(super) async fn an_entry_reads_as_it_was_written(store: &dyn Journal) {
        fill(store, TABLE, 7).await;
        fill(store, TableId(3), 2).await;
        let stored = store.entries(TABLE.into(), 0, 100).await.unwrap();
        assert_eq!(stored.len(), 7);
        for (version, stored) in (1..).zip(&stored) {
            let entry: Entry = serde_json::from_str(&stored.json).unwrap();
            assert_eq!(entry, record(TABLE, version).entry);
            assert_eq!(serde_json::to_string(&entry).unwrap(), stored.json);
        }
        let some = store.entries(TABLE.into(), 3, 2).await.unwrap();
        assert_eq!(some, stored[3..5]);
        let streams: Vec<Stream> = store.streams().await.unwrap().iter().map(|it| it.0).collect();
        assert_eq!(streams, [TableId(3).into(), TABLE.into()]);
        assert!(store.entries(TableId(99).into(), 0, 10).await.unwrap().is_empty());
        assert_eq!(store.counters().records, 9);
    }

    pub(super) async fn l_09_the_same_command_is_never_written_twice(store: &dyn Journal) {
        fill(store, TABLE, 4).await;
        let mut again = record(TABLE, 5);
        again.entry.command = command(TABLE, 2);
        again.entry.by = record(TABLE, 2).entry.by;
        // In one commit with records that must not suffer.
        let (other, refused) =
            tokio::join!(store.append(record(TableId(8), 1)), store.append(again.clone()));
        other.unwrap();
        assert!(matches!(refused, Err(StoreError::Twice { version: 2, .. })), "{refused:?}");
        // The same id of another account is another command.
        again.entry.by.account = AccountId(1_000);
        store.append(again).await.unwrap();
        assert_eq!(store.verify(TABLE.into(), None).await.unwrap().version, 5);
    }

    pub(super) async fn l_10_the_outcome_of_a_command_can_be_asked(store: &dyn Journal) {
        fill(store, TABLE, 3).await;
        let by = record(TABLE, 2).entry.by.account;
        let outcome = store.outcome(TABLE.into(), by, &command(TABLE, 2)).await.unwrap().unwrap();
        assert_eq!((outcome.version, outcome.body), (2, record(TABLE, 2).entry.body));
        for (table, account, version) in
            [(TableId(1), by, 2), (TABLE, AccountId(9), 2), (TABLE, by, 4)]
        {
            let unknown =
                store.outcome(table.into(), account, &command(TABLE, version)).await.unwrap();
            assert_eq!(unknown, None);
        }
    }

    pub(super) async fn a_gap_is_refused_and_names_both_versions(store: &dyn Journal) {
        fill(store, TABLE, 2).await;
        for given in [1, 2, 4, 9] {
            let (refused, other) = tokio::join!(
                store.append(record(TABLE, given)),
                store.append(record(TableId(100 + given as u32), 1))
            );
            let Err(StoreError::Gap { stream, last, given: named }) = refused else {
                panic!("{refused:?}")
            };
            assert_eq!((stream, last, named), (TABLE.into(), 2, given));
            other.unwrap();
        }
        store.append(record(TABLE, 3)).await.unwrap();
    }

    pub(super) async fn l_05_the_chain_is_verified_whole_and_from_its_tail(store: &dyn Journal) {
        assert_eq!(store.verify(TABLE.into(), None).await.unwrap(), Head::NONE);
        assert_eq!(store.verify_tail(TABLE.into(), 5).await.unwrap(), Head::NONE);
        let mut heads = Vec::new();
        for version in 1..=20 {
            let hash = store.append(record(TABLE, version)).await.unwrap().hash;
            heads.push(Head { version, hash });
        }
        let last = heads[19];
        assert_eq!(store.verify(TABLE.into(), None).await.unwrap(), last);
        for entries in [0, 1, 5, 19, 20, 50] {
            assert_eq!(store.verify_tail(TABLE.into(), entries).await.unwrap(), last);
        }
        for head in heads {
            assert_eq!(store.verify(TABLE.into(), Some(head)).await.unwrap(), last);
            let other = Head { hash: [1; 32], ..head };
            assert!(store.verify(TABLE.into(), Some(other)).await.is_err());
        }
        // An end that was cut off shows against a head noted elsewhere.
        let missing = Head { version: 21, hash: [1; 32] };
        let broken = store.verify(TABLE.into(), Some(missing)).await.unwrap_err();
        assert_eq!(broken.to_string(), "table 7, version 21: is missing");
    }

    pub(super) async fn g_04_statements_tie_to_the_ledger(store: &dyn Journal) {
        let mut books = Books::default();
        for table in [TABLE, TableId(8)] {
            fill(store, table, 30).await;
        }
        for version in 1..=30 {
            record(TABLE, version).entry.transfers.iter().for_each(|it| books.apply(*it));
        }
        let balances = store.balances(TABLE.into()).await.unwrap();
        assert_eq!(balances, books.iter().collect::<Vec<_>>());
        assert_eq!(balances.iter().map(|(_, micros)| micros.0).sum::<i64>(), 0);
        let all = store.statement(PLAYER, Time(0), Time(u64::MAX >> 1)).await.unwrap();
        let both = books.balance(Account::Player(PLAYER)) + books.balance(Account::Player(PLAYER));
        assert_eq!((all.opening, all.closing), (Micros::ZERO, both));
        let mut sum = Micros::ZERO;
        for line in &all.lines {
            sum += line.micros;
            assert_eq!(line.balance, sum);
        }
        // Cut anywhere, the parts are the whole.
        for cut in [0, 1_100, 1_150, 5_000] {
            let first = store.statement(PLAYER, Time(0), Time(cut)).await.unwrap();
            let rest = store.statement(PLAYER, Time(cut), Time(u64::MAX >> 1)).await.unwrap();
            assert_eq!(first.closing, rest.opening);
            assert_eq!([first.lines, rest.lines].concat(), all.lines);
        }
    }

    pub(super) async fn g_02_rounds_come_latest_first(store: &dyn Journal) {
        for table in [TABLE, TableId(8)] {
            fill(store, table, 30).await;
        }
        let numbers = |rounds: &[table::RoundRecord]| -> Vec<u64> {
            rounds.iter().map(|round| round.round).collect()
        };
        let last = store.rounds(TABLE, None, 4).await.unwrap();
        assert_eq!(numbers(&last), [10, 9, 8, 7]);
        assert_eq!(last[0], record(TABLE, 30).round.unwrap());
        assert_eq!(numbers(&store.rounds(TABLE, Some(3), 9).await.unwrap()), [2, 1]);
        let all = store.rounds_of(PLAYER, None, 100).await.unwrap();
        assert_eq!(all.len(), 10);
        assert!(all.iter().all(|it| it.round.players[0].0 == PLAYER));
        let mut paged = Vec::new();
        let mut before = None;
        loop {
            let page = store.rounds_of(PLAYER, before, 3).await.unwrap();
            let Some(last) = page.last() else { break };
            before = Some(last.mark());
            paged.extend(page);
        }
        assert_eq!(paged, all);
    }

    pub(super) async fn s_04_secrets_come_back(store: &dyn Journal) {
        fill(store, TABLE, 3).await;
        let secrets = store.secrets(TABLE, 1).await.unwrap();
        assert!(secrets == [(1, secret(TABLE))]);
        assert!(store.secrets(TABLE, 2).await.unwrap().is_empty());
        store.append(opening(record(TABLE, 4))).await.unwrap();
        assert!(store.secrets(TABLE, 1).await.unwrap() == [(1, secret(TABLE))]);
    }

    pub(super) async fn a_wrong_snapshot_is_ignored(store: &dyn Journal) {
        fill(store, TABLE, 3).await;
        let (_, head) = store.streams().await.unwrap()[0];
        assert_eq!(store.snapshot(TABLE.into()).await.unwrap(), None);
        let right = Snapshot { version: 3, hash: head.hash, bytes: b"state".to_vec() };
        store.save_snapshot(TABLE.into(), right.clone()).await.unwrap();
        assert_eq!(store.snapshot(TABLE.into()).await.unwrap(), Some(right.clone()));
        for wrong in [
            Snapshot { hash: [1; 32], ..right.clone() },
            Snapshot { version: 2, ..right.clone() },
            Snapshot { version: 4, ..right.clone() },
        ] {
            store.save_snapshot(TABLE.into(), wrong).await.unwrap();
            let unfit = store.snapshot(TABLE.into()).await.unwrap_err();
            assert!(unfit.to_string().contains("was made for another entry"), "L-11: {unfit}");
        }
    }

    pub(super) async fn a_profile_keeps_its_first_text(store: &dyn Journal) {
        assert_eq!(store.profile("abc").await.unwrap(), None);
        store.save_profile("abc", "one").await.unwrap();
        store.save_profile("abc", "two").await.unwrap();
        assert_eq!(store.profile("abc").await.unwrap().as_deref(), Some("one"));
    }

    pub(super) async fn l_04_a_table_and_its_link_are_written_together_or_not_at_all(
        store: &dyn Journal,
    ) {
        let appended = store.append_all(pair(1)).await.unwrap();
        assert_eq!(appended.len(), 2);
        assert_ne!(appended[0].hash, appended[1].hash);
        let heads = async || {
            let table = store.verify(TABLE.into(), None).await.unwrap().version;
            (table, store.verify(LINK.into(), None).await.unwrap().version)
        };
        assert_eq!(heads().await, (1, 1));
        // The table's line follows, the link's does not; and the other way round.
        for (table, link) in [(2, 1), (2, 3), (3, 2)] {
            let (refused, other) = tokio::join!(
                store.append_all(vec![record(TABLE, table).into(), link_line(link)]),
                store.append(record(TableId(50 + (table + 2 * link) as u32), 1))
            );
            assert!(matches!(refused, Err(StoreError::Gap { .. })), "{refused:?}");
            other.unwrap();
            assert_eq!(heads().await, (1, 1));
        }
        // A command the link has had already stops the table's line too.
        let mut again = link_entry(2);
        again.command = link_entry(1).command;
        let refused = store
            .append_all(vec![
                record(TABLE, 2).into(),
                LinkRecord { link: LINK, entry: again }.into(),
            ])
            .await;
        let Err(StoreError::Twice { stream, version }) = refused else { panic!("{refused:?}") };
        assert_eq!((stream, version), (LINK.into(), 1));
        assert_eq!(heads().await, (1, 1));
        // Several lines of one stream follow each other.
        let lines = [pair(2), pair(3)].concat();
        assert_eq!(store.append_all(lines).await.unwrap().len(), 4);
        assert_eq!(heads().await, (3, 3));
        let streams: Vec<Stream> = store.streams().await.unwrap().iter().map(|it| it.0).collect();
        assert_eq!(streams.first(), Some(&TABLE.into()));
        assert_eq!(streams.last(), Some(&LINK.into()));
        let stored = store.entries(LINK.into(), 1, 1).await.unwrap();
        assert_eq!(stored[0].json, serde_json::to_string(&link_entry(2)).unwrap());
        let by = link_entry(2).by.account;
        let outcome = store.outcome(LINK.into(), by, &link_entry(2).command).await.unwrap();
        assert_eq!(outcome.unwrap().version, 2);
    }

    pub(super) async fn l_01_what_a_table_owes_a_link_is_what_the_link_has(store: &dyn Journal) {
        store.append_all(pair(1)).await.unwrap();
        store.append_all(pair(2)).await.unwrap();
        store.verify_across().await.unwrap();
        store.append(record(TABLE, 3)).await.unwrap();
        store.append_all(vec![link_line(3)]).await.unwrap();
        // Somebody has written to the link alone.
        let broken = store.verify_across().await;
        assert!(matches!(broken, Err(StoreError::Clearing { .. })), "{broken:?}");
    }

    pub(super) async fn a_row_that_is_there_already_stops_nobody_else(store: &dyn Journal) {
        fill(store, TABLE, 5).await;
        // A new command that ends round 1 once more.
        let mut wrong = record(TABLE, 6);
        wrong.round.as_mut().unwrap().round = 1;
        let (refused, other) =
            tokio::join!(store.append(wrong), store.append(record(TableId(8), 1)));
        assert!(matches!(refused, Err(StoreError::Clash { version: 6, .. })), "{refused:?}");
        other.unwrap();
        store.append(record(TABLE, 6)).await.unwrap();
        assert_eq!(store.verify(TABLE.into(), None).await.unwrap().version, 6);
        assert_eq!(store.verify(TableId(8).into(), None).await.unwrap().version, 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_04_many_tables_share_a_commit() {
    let store = Arc::new(OnDisk::new().await);
    let tasks: Vec<_> = (1..=200)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move { fill(&store.store, TableId(table), 10).await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let counters = store.store.counters();
    assert_eq!(counters.records, 2_000);
    assert!(counters.commits < 1_000, "{counters:?}");
    for table in 1..=200 {
        assert_eq!(store.store.verify(TableId(table).into(), None).await.unwrap().version, 10);
    }
}

#[tokio::test]
async fn a_row_that_is_there_already_stops_nobody_else() {
    let on_disk = OnDisk::new().await;
    check::a_row_that_is_there_already_stops_nobody_else(&on_disk.store).await;
}
