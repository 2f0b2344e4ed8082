//! L-14, L-22: what docs/processes.md says of proxies, with the configuration it names: HAProxy in
//! front of two processes of one floor, and between them and a primary with its standby.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use testkit::{Cluster, Proxy, free_port};

use crate::crowd::{Server, Table, Visitor, number_after};
use crate::program::bahama;
use crate::several::{Answered, play};

const CONFIGURATION: &str = include_str!("../../../../docs/haproxy.cfg");

/// The configuration with the addresses of this machine, where nobody is called haproxy and no
/// Patroni runs.
fn configured(front: u16, processes: [u16; 2], (primary, databases): (u16, [u16; 2])) -> String {
    let [one, two] = processes.map(|port| format!("127.0.0.1:{port}"));
    let [db1, db2] = databases.map(|port| format!("127.0.0.1:{port}"));
    let changes = [
        ("    user haproxy\n    group haproxy\n".to_owned(), String::new()),
        // A machine for tests may open fewer files than one for a floor.
        ("maxconn 20000".to_owned(), "maxconn 1000".to_owned()),
        ("bind :443 ssl crt /etc/haproxy/floor.pem".to_owned(), format!("bind 127.0.0.1:{front}")),
        ("server one 10.0.0.11:8080".to_owned(), format!("server one {one}")),
        ("server two 10.0.0.12:8080".to_owned(), format!("server two {two}")),
        ("option httpchk GET /primary".to_owned(), "option pgsql-check user bahama".to_owned()),
        ("bind 10.0.0.5:5432".to_owned(), format!("bind 127.0.0.1:{primary}")),
        ("check port 8008".to_owned(), "check".to_owned()),
        ("server db1 10.0.0.21:5432".to_owned(), format!("server db1 {db1}")),
        ("server db2 10.0.0.22:5432".to_owned(), format!("server db2 {db2}")),
    ];
    changes.iter().fold(CONFIGURATION.to_owned(), |text, (from, to)| {
        assert!(text.contains(from.as_str()), "{from}");
        text.replace(from, to)
    })
}

/// Two processes of one floor, a primary with its standby, and the proxy between all of them.
struct House {
    primary: Cluster,
    standby: Cluster,
    url: String,
    folder: tempfile::TempDir,
    front: String,
    ports: [u16; 2],
    _proxy: Proxy,
}

impl House {
    fn start(what: &str) -> Option<House> {
        if !Proxy::is_installed(what) {
            return None;
        }
        let [front, one, two, database, db1, db2] = [(); 6].map(|()| free_port().unwrap());
        let [primary, standby] = Cluster::pair(what, [db1, db2])?;
        let text = configured(front, [one, two], (database, [db1, db2]));
        let proxy = Proxy::start(&text, &[front, database]);
        standby_is_found_out(&primary, database);
        let name = primary.database();
        let name = name.split(['/', '?']).nth(3).unwrap();
        Some(House {
            url: format!("postgres://bahama@127.0.0.1:{database}/{name}"),
            folder: tempfile::tempdir().unwrap(),
            front: format!("127.0.0.1:{front}"),
            ports: [one, two],
            primary,
            standby,
            _proxy: proxy,
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// One of the processes, known by the address of the proxy.
    fn serve(&self, place: usize) -> Server {
        let key = self.path("shoe.key");
        let key = key.to_str().unwrap();
        let more = ["--behind-proxy", "--database", &self.url, "--shoe-key", key];
        let listen = format!("127.0.0.1:{}", self.ports[place]);
        let data = self.path("data");
        let mut server = Server::start_with(&data, &listen, &more, Stdio::null());
        server.address.clone_from(&self.front);
        server
    }

    /// Two tables with people at them, opened by the supervisor whom this process named.
    async fn tables(&self, named: &Server) -> Vec<Table> {
        let mut supervisor = Visitor::by_link(named, "supervisor").await;
        let mut tables = Vec::new();
        for id in supervisor.open_tables(2).await {
            let mut table = Table::new(id, &self.front).await;
            table.fill(&self.front).await;
            tables.push(table);
        }
        tables
    }

    /// Waits until somebody is let in.
    async fn answers(&self) {
        for _ in 0..200 {
            let mut visitor = Visitor::connect(&self.front).await;
            if visitor.get("/healthz").await.contains(r#""status":"ok""#) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("nobody answers at {}", self.front);
    }
}

/// Until the proxy has looked for the first time it sends every second connection to the standby,
/// which lets nobody in.
fn standby_is_found_out(primary: &Cluster, database: u16) {
    let mut let_in = 0;
    for _ in 0..200 {
        let mut asks = primary.program("pg_isready");
        asks.args(["-q", "-h", "127.0.0.1", "-p", &database.to_string()]);
        let_in = if asks.status().unwrap().success() { let_in + 1 } else { 0 };
        if let_in == 4 {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the proxy does not find out which of two is the primary");
}

/// Follows a table by its socket, which comes back whenever it was closed; every version that was
/// heard, in order.
async fn follow(front: String, cookie: String, table: u64, heard: Arc<Mutex<Vec<u64>>>) {
    loop {
        let mut visitor = Visitor::connect(&front).await;
        visitor.cookie.clone_from(&cookie);
        let last = heard.lock().unwrap().last().copied().unwrap_or_default();
        if let Ok(socket) = visitor.try_socket(table, last).await {
            let hear = |text: &str| {
                if text.starts_with(r#"{"version":"#) {
                    heard.lock().unwrap().extend(number_after(text, r#""version":"#));
                }
            };
            // Whatever ends it, it comes back.
            let _ = socket.listen(hear).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Lets all tables play for a moment while something happens, and finds everything again.
async fn played(
    tables: &mut Vec<Table>,
    front: &str,
    happens: impl AsyncFnOnce(),
) -> Vec<Answered> {
    let is_over = Arc::new(AtomicBool::new(false));
    let playing: Vec<_> =
        tables.drain(..).map(|table| tokio::spawn(play(table, is_over.clone()))).collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    happens().await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    is_over.store(true, Ordering::Relaxed);
    let mut all = Vec::new();
    for playing in playing {
        let (mut table, answered) = playing.await.unwrap();
        let (seen, in_doubt) = (table.version, table.sent.take());
        table.resume(front).await;
        assert!(table.version >= seen, "version {} after {seen}", table.version);
        for (seat, id, version) in &answered {
            assert_eq!(table.outcome(*seat, id).await, Some(*version), "{id}");
        }
        if let Some((seat, id)) = in_doubt {
            let done = table.outcome(seat, &id).await;
            assert_eq!(table.version, done.unwrap_or(seen), "nothing else happened");
        }
        table.show_up().await;
        for _ in 0..10 {
            table.step().await.unwrap();
        }
        table.sent = None;
        all.extend(answered);
        tables.push(table);
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_14_who_loses_a_process_goes_on_at_another_behind_haproxy() {
    let Some(house) = House::start("two processes behind HAProxy") else { return };
    let (first, second) = (house.serve(0), house.serve(1));
    house.answers().await;
    let mut tables = house.tables(&first).await;
    let (id, cookie) = (tables[0].id, tables[0].players[0].0.clone());
    let heard = Arc::new(Mutex::new(vec![tables[0].version]));
    let following = tokio::spawn(follow(house.front.clone(), cookie, id, heard.clone()));

    let answered = played(&mut tables, &house.front, async || first.kill()).await;
    assert!(!answered.is_empty(), "people played");
    // It comes back, and the other one goes.
    let again = house.serve(0);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let answered = played(&mut tables, &house.front, async || second.kill()).await;
    assert!(!answered.is_empty(), "people played on");

    let last = tables[0].version;
    for _ in 0..600 {
        if heard.lock().unwrap().last() == Some(&last) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    following.abort();
    let heard = heard.lock().unwrap().clone();
    let first_heard = heard[0];
    assert_eq!(heard, (first_heard..=last).collect::<Vec<_>>(), "every version once, in order");
    again.stop();
}

/// Gives the next command of a table until it is done; what is said meanwhile is a refusal in words.
async fn heals(table: &mut Table, front: &str) {
    for _ in 0..300 {
        match table.step().await {
            Ok(_) => return,
            Err(error) => assert!(error.to_string().contains("store.failed"), "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        // It may have been done after all, once the record was there again.
        let (seat, id) = table.sent.clone().unwrap();
        if table.outcome(seat, &id).await.is_some() {
            return table.resume(front).await;
        }
    }
    panic!("the record does not come back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_22_the_standby_takes_the_primarys_place_and_nothing_is_lost() {
    let Some(house) = House::start("a primary with a standby behind HAProxy") else { return };
    let (first, second) = (house.serve(0), house.serve(1));
    house.answers().await;
    let mut tables = house.tables(&first).await;
    let is_over = Arc::new(AtomicBool::new(false));
    let playing: Vec<_> =
        tables.drain(..).map(|table| tokio::spawn(play(table, is_over.clone()))).collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    house.primary.kill();
    let mut all: Vec<(Table, Vec<Answered>)> = Vec::new();
    for playing in playing {
        all.push(playing.await.unwrap());
    }
    assert!(all.iter().all(|(_, answered)| !answered.is_empty()), "people played");

    // The record is away: bets are refused in words, pages are shown, hands wait.
    let mut visitor = Visitor::connect(&house.front).await;
    assert!(visitor.get("/healthz").await.contains("away"));
    for (table, _) in &mut all {
        let seen = table.version;
        let refused = table.step().await.unwrap_err().to_string();
        assert!(refused.contains("store.failed"), "{refused}");
        visitor.cookie.clone_from(&table.players[0].0);
        let view = visitor.get(&format!("/api/tables/{}", table.id)).await;
        let version = number_after(&view, r#""version":"#).expect(&view);
        assert!(version <= seen, "nothing happens meanwhile: {version} after {seen}");
    }

    // It heals by itself, and what was answered is in the record of the new primary.
    house.standby.promote();
    for (table, answered) in &mut all {
        heals(table, &house.front).await;
        for (seat, id, version) in answered.iter() {
            assert_eq!(table.outcome(*seat, id).await, Some(*version), "{id}");
        }
        table.show_up().await;
        for _ in 0..10 {
            table.step().await.unwrap();
        }
    }
    house.answers().await;
    first.stop();
    second.stop();
    let key = house.path("shoe.key");
    let at = ["--database", &house.url, "--shoe-key", key.to_str().unwrap()];
    let whole = bahama(&[&["audit", "verify"][..], &at].concat());
    assert!(whole.status.success(), "{whole:?}");
}
