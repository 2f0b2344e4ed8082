//! What only a store in PostgreSQL can show: several processes, lost connections, databases that
//! are not fit.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use sqlx::{Executor, SqlSafeStr};
use store::{
    Access, Address, Journal, Moved, Others as _, People, PostgresStore, SecurityLine, StoreError,
    Stream,
};
use table::{AccountId, TableId, Time};

use crate::make::{InPostgres, LINK, TABLE, command, fill, link_line, pair, record, secret};

/// Whoever is beaten reads on and comes again, as a floor does, until the stream has so many
/// entries; gives the versions that were his.
async fn compete(store: &PostgresStore, who: u64, table: TableId, until: u64) -> Vec<u64> {
    let mut own = Vec::new();
    loop {
        let last = store.entries(table.into(), 0, 10_000).await.unwrap().len() as u64;
        if last >= until {
            return own;
        }
        let mut next = record(table, last + 1);
        next.entry.by.account = AccountId(who);
        // Both link and table, so that batches want the same streams in different orders.
        let rows = match table == TABLE {
            true => vec![link_line(last + 1), next.into()],
            false => vec![next.into()],
        };
        match store.append_all(rows).await {
            Ok(_) => own.push(last + 1),
            Err(StoreError::Gap { .. } | StoreError::Twice { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_21_of_several_processes_one_is_first_and_nobody_deadlocks() {
    let Some(house) = InPostgres::start("processes that compete") else { return };
    let (first, url) = house.store().await;
    let stores = [first, house.open(&url).await, house.open(&url).await];
    let tables: Vec<TableId> = (1..=6).map(TableId).chain([TABLE]).collect();
    let all = stores
        .iter()
        .zip(100..)
        .flat_map(|(store, who)| tables.iter().map(move |table| compete(store, who, *table, 30)));
    let won = join_all(all).await;
    for (place, table) in tables.iter().enumerate() {
        let of_table = won.iter().skip(place).step_by(tables.len());
        let mut versions: Vec<u64> = of_table.flatten().copied().collect();
        versions.sort_unstable();
        assert_eq!(versions, (1..=30).collect::<Vec<_>>(), "{table}: each has one winner");
        assert_eq!(stores[0].verify((*table).into(), None).await.unwrap().version, 30);
    }
    assert_eq!(stores[1].verify(LINK.into(), None).await.unwrap().version, 30);
    for (store, who) in stores.iter().zip(100..) {
        let line = SecurityLine {
            at: Time(who),
            account: None,
            what: "test".to_owned(),
            detail: String::new(),
        };
        store.log(line).await.unwrap();
    }
    assert_eq!(stores[2].verify_log().await.unwrap().0, 3, "one log for all of them");
    for store in &stores {
        store.close().await;
    }
    // The sum over the heads is whole, or this would not open.
    house.open(&url).await.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_21_readers_see_every_version_in_the_order_of_commits() {
    let Some(house) = InPostgres::start("processes that follow") else { return };
    let (writer, url) = house.store().await;
    let reader = house.open(&url).await;
    // Until the reader listens, nobody is heard.
    let mut warm = 0;
    while tokio::time::timeout(Duration::from_millis(300), reader.nudged()).await.is_err() {
        warm += 1;
        writer.append(record(TableId(50), warm)).await.unwrap();
    }
    let mut mark = 0;
    let mut seen: Vec<Moved> = Vec::new();
    for version in 1..=5 {
        writer.append_all(pair(version)).await.unwrap();
        let nudged = tokio::time::timeout(Duration::from_secs(60), reader.nudged()).await;
        nudged.expect("a process that writes wakes the others");
        let moved = reader.moved(mark).await.unwrap();
        mark = moved.last().unwrap().mark;
        seen.extend(moved);
        assert!(reader.moved(mark).await.unwrap().is_empty());
    }
    for stream in [Stream::from(TABLE), Stream::from(LINK)] {
        let versions = seen.iter().filter(|it| it.stream == stream).map(|it| it.version);
        assert_eq!(versions.collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    }
    assert!(writer.others().is_some());
    writer.close().await;
    reader.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_21_a_cut_connection_loses_and_doubles_nothing() {
    let Some(house) = InPostgres::start("cut connections") else { return };
    let (store, url) = house.store().await;
    let store = Arc::new(store);
    fill(&*store, TableId(1), 1).await;
    let cutting = {
        let mut intruder = house.intruder(&url).await;
        tokio::spawn(async move {
            let mut cuts = 0;
            for pause in 1..=12 {
                let cut = sqlx::raw_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE application_name = 'bahama'",
                );
                cuts += cut.fetch_all(&mut intruder).await.unwrap().len();
                tokio::time::sleep(Duration::from_millis(30 * pause)).await;
            }
            cuts
        })
    };
    // Every answer says that it is written: each command is given once and never again.
    let writing = (1..=8).map(|table| {
        let store = store.clone();
        tokio::spawn(async move {
            let from = if table == 1 { 2 } else { 1 };
            for version in from..=40 {
                store.append(record(TableId(table), version)).await.unwrap();
            }
        })
    });
    for written in join_all(writing).await {
        written.unwrap();
    }
    assert!(cutting.await.unwrap() > 0, "something was cut");
    store.close().await;
    let again = house.open(&url).await;
    for table in (1..=8).map(TableId) {
        assert_eq!(again.verify(table.into(), None).await.unwrap().version, 40);
    }
    again.verify_across().await.unwrap();
    again.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_statement_prepares() {
    let Some(house) = InPostgres::start("the statements of PostgreSQL") else { return };
    let (store, url) = house.store().await;
    let mut connection = house.intruder(&url).await;
    let statements = store::postgres_statements();
    assert!(statements.len() > 50);
    for sql in statements {
        if let Err(error) = connection.prepare(sql.into_sql_str()).await {
            panic!("{sql}: {error}");
        }
    }
    store.close().await;
}

/// What an intruder does, and what the next start says of it.
const CHANGES: &[(&str, &str)] = &[
    ("DELETE FROM entries WHERE stream = 7 AND version = 3", "table 7, version 3: is missing"),
    (
        "DELETE FROM entries WHERE stream = 7 AND version = 3;
         UPDATE heads SET version = 2,
             hash = (SELECT hash FROM entries WHERE stream = 7 AND version = 2) WHERE stream = 7",
        "the table of heads is not as it was written",
    ),
    ("DELETE FROM heads WHERE stream = 7", "table 7, version 1: is not in the table of heads"),
    ("UPDATE heads_sum SET sealed = 'x'", "the table of heads is not as it was written"),
    ("DELETE FROM security_log", "security log, line 1: is missing"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_05_l_15_what_was_changed_is_found_at_the_start() {
    let Some(house) = InPostgres::start("changes in PostgreSQL") else { return };
    for (change, expected) in CHANGES {
        let (store, url) = house.store().await;
        fill(&store, TABLE, 3).await;
        let (what, detail) = ("test".to_owned(), String::new());
        store.log(SecurityLine { at: Time(1), account: None, what, detail }).await.unwrap();
        store.close().await;
        let mut intruder = house.intruder(&url).await;
        sqlx::raw_sql(*change).execute(&mut intruder).await.unwrap();
        let address = Address::read(&url).unwrap();
        let refused = PostgresStore::open(&address, &house.key(), Access::Serve).await;
        let Err(refused) = refused else { panic!("{change}: it opened") };
        assert!(refused.to_string().contains(expected), "{change}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_04_secrets_are_sealed_at_rest_and_need_the_key_of_all_processes() {
    let Some(house) = InPostgres::start("secrets in PostgreSQL") else { return };
    let (store, url) = house.store().await;
    fill(&store, TABLE, 3).await;
    let mut intruder = house.intruder(&url).await;
    let (sealed, plain): (Vec<u8>, Option<Vec<u8>>) =
        sqlx::query_as("SELECT sealed, plain FROM secrets").fetch_one(&mut intruder).await.unwrap();
    assert!(plain.is_none() && !sealed.windows(32).any(|it| it == secret(TABLE).reveal()));
    store.close().await;
    let other = house.key().with_file_name("other.key");
    std::fs::write(&other, [7; 32]).unwrap();
    let address = Address::read(&url).unwrap();
    for (key, code) in [(other, "store.key-wrong"), (house.key().join("none"), "store.file")] {
        let Err(refused) = PostgresStore::open(&address, &key, Access::Serve).await else {
            panic!("{}: it opened", key.display())
        };
        assert_eq!(refused.code(), code, "{refused}");
    }
    let missing = house.key().with_file_name("missing.key");
    let refused = PostgresStore::open(&address, &missing, Access::Serve).await.err().unwrap();
    assert_eq!(refused.code(), "store.key-lost");
    assert!(!missing.exists(), "no second key is made for a database that has one");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_not_fit_is_refused_in_a_sentence() {
    let Some(house) = InPostgres::start("databases that are not fit") else { return };
    let (cluster, fit) = (&house.cluster, house.cluster.database());
    for sql in [
        "CREATE ROLE stranger LOGIN",
        "CREATE DATABASE foreigner",
        "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0",
        "CREATE DATABASE shut",
        "ALTER DATABASE shut SET default_transaction_read_only = on",
    ] {
        cluster.say("postgres", sql);
    }
    cluster.say("foreigner", "CREATE TABLE meta (id INT)");
    house.open(&fit).await.close().await;
    let name = fit.split(['/', '?']).nth(3).unwrap();
    let nowhere = format!("postgres:///x?host={}/nowhere&user=bahama", cluster.folder().display());
    let cases = [
        (nowhere, "it cannot be reached"),
        (cluster.address("nobody", name), "it does not let this user in"),
        (cluster.address("bahama", "nothing"), "there is no such database"),
        (cluster.address("stranger", name), "this user may not"),
        (cluster.address("bahama", "foreigner"), "another program has its tables in it"),
        (cluster.address("bahama", "latin"), "its text is not UTF-8 but LATIN1"),
        (cluster.address("bahama", "shut"), "it is read only, or a standby"),
    ];
    for (url, expected) in cases {
        let address = Address::read(&url).unwrap();
        let Err(refused) = PostgresStore::open(&address, &house.key(), Access::Serve).await else {
            panic!("{address}: it opened")
        };
        let said = refused.to_string();
        assert!(said.contains(expected) && !said.contains('\n'), "{address}: {said}");
    }
    // What another release has written is left as it is.
    cluster.say(name, "UPDATE meta SET value = '2' WHERE name = 'format'");
    let address = Address::read(&fit).unwrap();
    let refused = PostgresStore::open(&address, &house.key(), Access::Serve).await.err().unwrap();
    assert_eq!(refused.code(), "store.format", "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_10_a_command_of_two_processes_is_answered_the_same() {
    let Some(house) = InPostgres::start("a command at two processes") else { return };
    let (first, url) = house.store().await;
    let second = house.open(&url).await;
    fill(&first, TABLE, 2).await;
    let mut again = record(TABLE, 3);
    again.entry.command = command(TABLE, 2);
    again.entry.by = record(TABLE, 2).entry.by;
    let refused = second.append(again).await;
    assert!(matches!(refused, Err(StoreError::Twice { version: 2, .. })), "{refused:?}");
    let by = record(TABLE, 2).entry.by.account;
    let outcome = second.outcome(TABLE.into(), by, &command(TABLE, 2)).await.unwrap();
    assert_eq!(outcome.unwrap().version, 2);
    first.close().await;
    second.close().await;
}
