//! The load a server carries: 2,000 tables with 14,000 sockets, played by a client in a
//! process of its own.
//!
//! `cargo bench -p bahama --bench load` runs the whole of it (about three minutes, 17,000
//! open files on each side); with `--answers` a small floor is played, and only what must
//! be true of any floor is checked: every answered command is in the journal once, no
//! socket misses an entry, the chains hold and the books sum to zero.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a measurement")]

#[path = "../tests/crowd/mod.rs"]
mod crowd;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crowd::{SEATS, Server, Table, Visitor, first_tables, number_after};

/// How large a floor, and for how long.
struct Scale {
    tables: usize,
    full: Duration,
    half: Duration,
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--answers");
    let scale = if quick {
        Scale { tables: 12, full: Duration::from_secs(2), half: Duration::from_secs(1) }
    } else {
        Scale { tables: 2_000, full: Duration::from_secs(40), half: Duration::from_secs(30) }
    };
    let files = (scale.tables * (SEATS + 1) + 200) as u64;
    let limit = rlimit::increase_nofile_limit(files).unwrap_or(0);
    assert!(limit >= files, "the client needs {files} open files and may have {limit}");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(measure(&scale, quick));
}

async fn measure(scale: &Scale, quick: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let (floor, a_table) = Floor::open_all(&server, scale.tables).await;
    let with_tables = server.resident();
    let heard = floor.connect().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let with_sockets = server.resident();

    let before = server.counters().await;
    let full = floor.play(scale.full, None).await;
    let after = server.counters().await;
    let rate = full.commands as f64 / full.seconds;
    let half = floor.play(scale.half, Some(rate.min(6_000.0) / 2.0)).await;

    let sockets = scale.tables * SEATS;
    println!("floor: {} tables, {sockets} sockets", scale.tables);
    println!(
        "full load (asked: 6,000/s): {rate:.0} durable commands/s, 99th percentile {:.1} ms",
        full.percentile(99)
    );
    let (commits, records) = (after.0 - before.0, after.1 - before.1);
    println!(
        "syncs per command (asked: at most 0.3): {:.3} ({commits} for {records})",
        commits as f64 / records.max(1) as f64
    );
    println!(
        "half load, {:.0}/s: 50th percentile {:.1} ms, 99th {:.1} ms (asked: under 50)",
        half.commands as f64 / half.seconds,
        half.percentile(50),
        half.percentile(99)
    );
    println!(
        "memory: {:.1} KB a table (asked: under 50), {:.1} KB a socket (asked: under 40)",
        a_table,
        kilobytes(with_sockets, with_tables, sockets)
    );
    let expected = full.commands + half.commands;
    for _ in 0..100 {
        if heard.messages.load(Relaxed) >= expected * SEATS as u64 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let messages = heard.messages.load(Relaxed);
    println!(
        "messages to sockets: {messages}, {:.0}/s",
        messages as f64 / (full.seconds + half.seconds)
    );
    assert_eq!(heard.gaps.load(Relaxed), 0, "no socket misses an entry");
    assert_eq!(messages, expected * SEATS as u64, "every socket hears every entry");

    let (tables, entries) = drill(server, folder.path());
    assert_eq!(tables, scale.tables + first_tables(), "every table is in the record");
    assert!(entries >= full.commands + half.commands, "every answered command is in the record");
    if quick {
        println!("the answers are right");
    } else {
        let raw = yardstick(records, commits, after.2 - before.2).await;
        println!(
            "yardstick, raw batched inserts of the same bytes with the same syncs: {raw:.0}/s; ratio {:.3}",
            rate / raw
        );
    }
}

fn kilobytes(more: u64, less: u64, count: usize) -> f64 {
    more.saturating_sub(less) as f64 / 1024.0 / count as f64
}

/// The tables with their players.
struct Floor {
    address: String,
    tables: Vec<Arc<tokio::sync::Mutex<Table>>>,
}

/// What a while of playing came to.
struct Played {
    commands: u64,
    seconds: f64,
    /// The time of every command, in microseconds.
    times: Vec<u32>,
}

impl Played {
    fn percentile(&self, percent: usize) -> f64 {
        let mut times = self.times.clone();
        times.sort_unstable();
        let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times.get(place).map_or(0.0, |&time| f64::from(time) / 1e3)
    }
}

/// What all sockets have heard.
#[derive(Default)]
struct Heard {
    messages: AtomicU64,
    gaps: AtomicU64,
}

impl Floor {
    /// A floor of so many tables, and what each takes of the server's memory, in kilobytes.
    async fn open_all(server: &Server, tables: usize) -> (Floor, f64) {
        // What the start has worked out and given back is not what a table costs: it is measured
        // from a floor that has some already.
        let (some, mut boss) = (tables / 4, server.supervisor().await);
        let mut floor = Floor { address: server.address.clone(), tables: Vec::new() };
        floor.open(&mut boss, some).await;
        let with_some = server.resident();
        floor.open(&mut boss, tables - some).await;
        (floor, kilobytes(server.resident(), with_some, tables - some))
    }

    async fn open(&mut self, boss: &mut Visitor, tables: usize) {
        for id in boss.open_tables(tables).await {
            let table = Table::new(id, &self.address).await;
            self.tables.push(Arc::new(tokio::sync::Mutex::new(table)));
        }
    }

    /// Seven guests for every table, each with a socket of his own, and all seated.
    async fn connect(&self) -> Arc<Heard> {
        let heard = Arc::new(Heard::default());
        for table in &self.tables {
            let mut table = table.lock().await;
            table.fill(&self.address).await;
            for seat in 0..SEATS {
                let mut visitor = Visitor::connect(&self.address).await;
                visitor.cookie.clone_from(&table.players[seat].0);
                let socket = visitor.socket(table.id, table.version).await;
                tokio::spawn(socket.listen(hearing(table.version, Arc::clone(&heard))));
            }
        }
        heard
    }

    /// Lets every table play for a while: as fast as it is answered, or all tables
    /// together at a rate.
    async fn play(&self, duration: Duration, rate: Option<f64>) -> Played {
        let start = Instant::now();
        let pause = rate.map(|rate| Duration::from_secs_f64(self.tables.len() as f64 / rate));
        let mut playing = Vec::new();
        for (place, table) in self.tables.iter().enumerate() {
            let table = Arc::clone(table);
            let offset = pause.map_or(Duration::ZERO, |pause| {
                pause.mul_f64(place as f64 / self.tables.len() as f64)
            });
            playing.push(tokio::spawn(async move {
                let mut table = table.lock().await;
                let mut times = Vec::new();
                let mut next = start + offset;
                while start.elapsed() < duration {
                    if let Some(pause) = pause {
                        tokio::time::sleep_until(next.into()).await;
                        next += pause;
                    }
                    times.push(table.step().await.unwrap());
                }
                times
            }));
        }
        let mut times = Vec::new();
        for table in playing {
            times.extend(table.await.expect("a table plays"));
        }
        let seconds = start.elapsed().as_secs_f64();
        let commands = times.len() as u64;
        Played { commands, seconds, times }
    }
}

/// Counts what a socket hears from a version on, and what is missing.
fn hearing(version: u64, heard: Arc<Heard>) -> impl FnMut(&str) {
    let mut last = version;
    move |text| {
        if !text.starts_with(r#"{"version":"#) {
            return;
        }
        let version = number_after(text, r#""version":"#).unwrap_or(0);
        if version != last + 1 {
            heard.gaps.fetch_add(1, Relaxed);
        }
        last = version;
        heard.messages.fetch_add(1, Relaxed);
    }
}

/// Backs the floor up while the server runs, checking every chain; restores the backup
/// elsewhere, and serves it there (L-16). Gives the number of tables and of entries.
fn drill(server: Server, data: &Path) -> (usize, u64) {
    let folder = tempfile::tempdir().unwrap();
    let (saved, new) = (folder.path().join("saved"), folder.path().join("new"));
    let start = Instant::now();
    let report = Server::run(data, &["backup", saved.to_str().unwrap()], "");
    let backed_up = start.elapsed();
    server.stop();
    let key = data.join("shoe.key");
    let restore = ["restore", saved.to_str().unwrap(), "--key", key.to_str().unwrap()];
    let start = Instant::now();
    assert_eq!(Server::run(&new, &restore, ""), report, "what was saved is restored");
    let restored = start.elapsed();
    let start = Instant::now();
    let again = Server::start(&new);
    let served = start.elapsed();
    again.stop();

    let tables = report["tables"].as_array().unwrap();
    let entries = tables.iter().map(|table| table["version"].as_u64().unwrap()).sum();
    println!(
        "drill with {entries} entries: backup beside the server {:.1} s, restore {:.1} s, \
         open again after {:.1} s",
        backed_up.as_secs_f64(),
        restored.as_secs_f64(),
        served.as_secs_f64()
    );
    (tables.len(), entries)
}

/// Raw inserts of so many entries in so many commits, of the size ours have, into a table
/// of their own with full sync: what the disk and SQLite can do at most.
async fn yardstick(records: u64, commits: u64, bytes: u64) -> f64 {
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
    use sqlx::{ConnectOptions, Connection};
    let folder = tempfile::tempdir().unwrap();
    let mut connection = SqliteConnectOptions::new()
        .filename(folder.path().join("yardstick.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .connect()
        .await
        .unwrap();
    let table = "CREATE TABLE entry (id INTEGER PRIMARY KEY, json TEXT)";
    sqlx::query(table).execute(&mut connection).await.unwrap();
    let batch = (records / commits.max(1)).clamp(1, 500);
    let text = "x".repeat((bytes / records.max(1)) as usize);
    let values = vec!["(?)"; batch as usize].join(",");
    let insert = format!("INSERT INTO entry (json) VALUES {values}");
    let start = Instant::now();
    let mut written = 0;
    while written < records.min(200_000) {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let mut query = sqlx::query(sqlx::AssertSqlSafe(insert.as_str()));
        for _ in 0..batch {
            query = query.bind(text.as_str());
        }
        query.execute(&mut *transaction).await.unwrap();
        transaction.commit().await.unwrap();
        written += batch;
    }
    written as f64 / start.elapsed().as_secs_f64()
}
