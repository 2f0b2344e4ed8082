//! L-14, L-21: several processes serve one floor from one database, under faults. Histories are
//! recorded: every answered command is in the record once, at the version answered; versions seen
//! by one client never go back; the books sum to zero and every meter is the fold of its stream.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use store::{Access, Address, Journal as _, PostgresStore};
use testkit::Cluster;

use crate::crowd::{Server, Table, Visitor};

/// A command that was answered: its seat, its id, its version.
pub(crate) type Answered = (usize, String, u64);

/// What happens to the floor while people play.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// A process ends without a word, and another comes in its place.
    Kill,
    /// Every connection to the database is cut.
    Cut,
    /// A process does nothing for longer than anybody waits for it, and then goes on.
    Stop,
}

const FAULTS: [Fault; 12] = [
    Fault::Cut,
    Fault::Kill,
    Fault::Cut,
    Fault::Stop,
    Fault::Kill,
    Fault::Cut,
    Fault::Kill,
    Fault::Cut,
    Fault::Kill,
    Fault::Cut,
    Fault::Stop,
    Fault::Kill,
];

/// The processes, and where people find them.
struct House {
    cluster: Cluster,
    url: String,
    folder: tempfile::TempDir,
    servers: Vec<Server>,
}

impl House {
    fn start(processes: usize) -> Option<House> {
        let cluster = Cluster::start("several processes on PostgreSQL")?;
        let (url, folder) = (cluster.database(), tempfile::tempdir().unwrap());
        let mut house = House { cluster, url, folder, servers: Vec::new() };
        house.servers = (0..processes).map(|_| house.server()).collect();
        Some(house)
    }

    fn key(&self) -> String {
        self.folder.path().join("shoe.key").display().to_string()
    }

    fn server(&self) -> Server {
        let more = ["--database", &self.url, "--shoe-key", &self.key()];
        Server::start_with(&self.folder.path().join("data"), "127.0.0.1:0", &more, Stdio::null())
    }

    fn address(&self, place: usize) -> &str {
        &self.servers[place % self.servers.len()].address
    }

    async fn happen(&mut self, fault: Fault, place: usize) {
        let place = place % self.servers.len();
        match fault {
            Fault::Kill => {
                let other = self.server();
                std::mem::replace(&mut self.servers[place], other).kill();
            }
            Fault::Cut => {
                let all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                           WHERE application_name = 'bahama'";
                self.cluster.say("postgres", all);
            }
            Fault::Stop => {
                self.servers[place].freeze();
                // Longer than the database lets anybody hold what others need.
                tokio::time::sleep(Duration::from_secs(7)).await;
                let id = self.servers[place].id().to_string();
                assert!(Command::new("kill").args(["-CONT", &id]).status().unwrap().success());
            }
        }
    }
}

/// Plays a table until its server does not answer or the time is over; what was answered.
pub(crate) async fn play(mut table: Table, is_over: Arc<AtomicBool>) -> (Table, Vec<Answered>) {
    let mut answered: Vec<Answered> = Vec::new();
    while !is_over.load(Ordering::Relaxed) && table.step().await.is_ok() {
        let (seat, id) = table.sent.take().unwrap();
        let last = answered.last().map_or(0, |(.., version)| *version);
        assert!(table.version > last, "L-21: versions never go back");
        answered.push((seat, id, table.version));
    }
    (table, answered)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_14_l_21_several_processes_lose_and_double_nothing() {
    let Some(mut house) = House::start(3) else { return };
    let mut supervisor = Visitor::by_link(&house.servers[0], "supervisor").await;
    let mut tables = Vec::new();
    for (place, id) in supervisor.open_tables(4).await.into_iter().enumerate() {
        // Opened at one process, played at another.
        let mut table = Table::new(id, house.address(place)).await;
        table.fill(house.address(place)).await;
        tables.push(table);
    }
    let rounds =
        if std::env::var("BAHAMA_TEST_SCALE").is_ok_and(|it| it == "prove") { 20 } else { 1 };
    let mut all: Vec<(u64, Vec<Answered>)> = Vec::new();
    for (turn, fault) in FAULTS.iter().cycle().take(FAULTS.len() * rounds).enumerate() {
        let is_over = Arc::new(AtomicBool::new(false));
        let playing: Vec<_> =
            tables.drain(..).map(|table| tokio::spawn(play(table, is_over.clone()))).collect();
        tokio::time::sleep(Duration::from_millis(150 + 97 * (turn as u64 % 7))).await;
        house.happen(*fault, turn).await;
        is_over.store(true, Ordering::Relaxed);
        for (place, playing) in playing.into_iter().enumerate() {
            let (mut table, answered) = playing.await.unwrap();
            let (seen, in_doubt) = (table.version, table.sent.take());
            // Another process goes on where this one was.
            table.resume(house.address(turn + place + 1)).await;
            assert!(table.version >= seen, "{fault:?}: version {} after {seen}", table.version);
            for (seat, id, version) in &answered {
                assert_eq!(table.outcome(*seat, id).await, Some(*version), "{fault:?}: {id}");
            }
            let done = match in_doubt {
                Some((seat, id)) => table.outcome(seat, &id).await,
                None => None,
            };
            assert_eq!(table.version, done.unwrap_or(seen), "{fault:?}: nothing else happened");
            table.show_up().await;
            table.sent = None;
            all.push((table.id, answered));
            tables.push(table);
        }
    }
    assert!(all.iter().map(|(_, answered)| answered.len()).sum::<usize>() > 100, "people played");
    house.servers.drain(..).for_each(Server::stop);
    check(&house.url, Path::new(&house.key()), &all).await;
}

/// What is in the record when everybody has gone.
async fn check(url: &str, key: &Path, all: &[(u64, Vec<Answered>)]) {
    let address = Address::read(url).unwrap();
    let store = PostgresStore::open(&address, key, Access::Serve).await.unwrap();
    for (stream, head) in store.streams().await.unwrap() {
        assert_eq!(store.verify(stream, None).await.unwrap(), head);
        let sum: i64 = store.balances(stream).await.unwrap().iter().map(|(_, it)| it.0).sum();
        assert_eq!(sum, 0, "{stream}: the books sum to zero");
    }
    store.verify_across().await.unwrap();
    let mut versions: Vec<(u64, u64)> = all
        .iter()
        .flat_map(|(table, answered)| answered.iter().map(|(.., version)| (*table, *version)))
        .collect();
    let count = versions.len();
    versions.sort_unstable();
    versions.dedup();
    assert_eq!(versions.len(), count, "no version was answered for two commands");
    store.close().await;
    // Every table and meter is folded from its entries and compared with the ledger.
    let store = PostgresStore::open(&address, key, Access::Look).await.unwrap();
    let mut faults = Vec::new();
    server::audit::fold(&store, &mut faults).await.unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    store.close().await;
}

#[test]
fn a_database_that_is_none_is_refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for (url, said) in [
        ("mysql://secret@db/floor", "--database takes an address such as postgres://"),
        ("postgres:///floor?host=/nowhere&user=secret", "it cannot be reached"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_bahama"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", url, "--data"])
            .arg(&data)
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && words.contains(said), "{words}");
        assert!(!words.contains("secret"), "{words}");
        assert!(!data.join("shoe.key").exists());
    }
}
