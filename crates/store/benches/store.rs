//! How fast commands become durable.
//!
//! `cargo bench -p store` lets two thousand tables append at once and measures records
//! per second, syncs per record and the processor's time; `-- --answers` only checks the
//! answers with fewer. The yardstick beside it is the same rows by raw statements: one
//! transaction for each batch of the same size, many rows a statement, full sync.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use store::{DataDir, Journal, Options, Store};
use table::{
    Account, AccountId, Actor, By, CommandId, Count, DealtCard, Entry, Event, Fate, HandView,
    Micros, Offer, Record, Role, TableId, Time, Transfer,
};

struct Scale {
    tables: u32,
    each: u64,
}

fn main() {
    let answers = std::env::args().any(|arg| arg == "--answers");
    let scale =
        if answers { Scale { tables: 50, each: 4 } } else { Scale { tables: 2_000, each: 30 } };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(run(&scale, answers));
}

async fn run(scale: &Scale, answers: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let data = DataDir::new(folder.path().join("data"));
    let store = Arc::new(Store::open(&data, Options::SERVE).await.expect("a store"));
    let records = u64::from(scale.tables) * scale.each;
    let appended = appended(&store, scale).await;
    let counters = store.counters();
    assert_eq!(counters.records, records);
    for table in 1..=scale.tables {
        let head = store.verify(TableId(table).into(), None).await.expect("a whole chain");
        assert_eq!(head.version, scale.each);
    }
    assert!(counters.commits * 3 < counters.records, "{counters:?}");
    store.close().await;
    if answers {
        println!("store: {records} records in {} commits, all chains whole", counters.commits);
        return;
    }
    let batch = records.div_ceil(counters.commits);
    let size = counters.bytes / records;
    let raw = yardstick(folder.path(), records, batch, size as usize).await;
    let syncs = counters.commits as f64 / records as f64;
    println!("entries of {size} bytes on average, {batch} to a commit");
    print("append, group commit", records, &appended);
    println!("  {syncs:.4} syncs a record");
    print("raw batched inserts", records, &raw);
    println!("  ratio {:.2}", raw.wall.as_secs_f64() / appended.wall.as_secs_f64());
}

struct Measured {
    wall: Duration,
    processor: Duration,
}

fn print(what: &str, records: u64, measured: &Measured) {
    let wall = measured.wall.as_secs_f64();
    let each = measured.processor.as_secs_f64() * 1e6 / records as f64;
    println!(
        "{what:24} {:>9.0} records/s, {each:.1} µs of processor a record",
        records as f64 / wall
    );
}

#[allow(clippy::disallowed_methods, reason = "the clock is what a benchmark is for")]
async fn measure(work: impl Future<Output = ()>) -> Measured {
    let (start, before) = (Instant::now(), processor());
    work.await;
    Measured { wall: start.elapsed(), processor: processor().saturating_sub(before) }
}

/// The processor's time of this process so far, user and system.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = after
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    Duration::from_millis(10 * ticks)
}

async fn appended(store: &Arc<Store>, scale: &Scale) -> Measured {
    measure(async {
        let tasks: Vec<_> = (1..=scale.tables)
            .map(|table| {
                let (store, each) = (store.clone(), scale.each);
                tokio::spawn(async move {
                    for version in 1..=each {
                        let record = record(TableId(table), version);
                        store.append(record).await.expect("a record that follows");
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("an appender");
        }
    })
    .await
}

/// A typical entry: a hand acts, a card is dealt, the next hand is asked; one in three
/// moves money.
fn record(table: TableId, version: u64) -> Record {
    let player = AccountId(u64::from(table.0) * 10 + version % 7);
    let transfer = Transfer {
        from: Account::Player(player),
        to: Account::Felt,
        micros: Micros::of_cents(1_000),
    };
    let hit = rules::Action::Hit;
    let counts = Count { total: 15, soft: false };
    let hand = HandView {
        cards: vec!["9s".parse().expect("a card"); 2],
        total: 18,
        soft: false,
        stake: 1_000,
        doubles: 0,
        fate: Fate::Open,
    };
    let card = Some("6h".parse().expect("a card"));
    let dealt = DealtCard { seat: 1, hand: 1, card, counts: Some(counts) };
    let offer = Offer { action: hit, adds: 0, stake: 1_000, gives_back: 0 };
    let (by, hands, fates) = (By::Player, vec![hand], Vec::new());
    let events = vec![
        Event::Acted { seat: 1, hand: 1, action: hit, added: 0, by, hands, fates },
        Event::Dealt { cards: vec![dealt], fates: Vec::new() },
        Event::Asked {
            seat: 2,
            hand: 1,
            legal: vec![offer; 4],
            not: [(rules::Action::Rescue, rules::NotLegal::NotDoubled)].into(),
            until: Some(Time(version)),
        },
    ];
    let entry = Entry {
        version,
        at: Time(1_800_000_000_000 + version),
        by: Actor { account: player, role: Role::Player },
        command: CommandId::try_from(format!("{:032x}", scattered(table, version))).expect("an id"),
        body: format!("{:064x}", scattered(table, version)),
        events,
        transfers: if version.is_multiple_of(3) { vec![transfer] } else { Vec::new() },
        with: Vec::new(),
    };
    Record { table, entry, secrets: Vec::new(), opened: Vec::new(), round: None }
}

/// Clients' ids come in no order.
fn scattered(table: TableId, version: u64) -> u64 {
    (u64::from(table.0) << 32 | version).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// As many bytes into one table by number, with as many syncs.
async fn yardstick(folder: &std::path::Path, records: u64, batch: u64, size: usize) -> Measured {
    let mut connection = SqliteConnectOptions::new()
        .filename(folder.join("raw.sqlite"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging()
        .connect()
        .await
        .expect("a database");
    let create = "CREATE TABLE raw (id INTEGER PRIMARY KEY, version BIGINT, text TEXT, hash BLOB)";
    sqlx::query(create).execute(&mut connection).await.expect("a table");
    let text: Arc<str> = "x".repeat(size + 150).into();
    measure(async {
        let mut done = 0;
        while done < records {
            let rows = batch.min(records - done);
            let values: Vec<String> = (0..rows)
                .map(|row| format!("(${},${},${})", 3 * row + 1, 3 * row + 2, 3 * row + 3))
                .collect();
            let sql = format!("INSERT INTO raw (version, text, hash) VALUES {}", values.join(","));
            let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.expect("begin");
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for row in 0..rows {
                query =
                    query.bind((done + row) as i64).bind(text.clone()).bind([7u8; 64].as_slice());
            }
            query.execute(&mut *transaction).await.expect("rows");
            transaction.commit().await.expect("a commit");
            done += rows;
        }
    })
    .await
}
