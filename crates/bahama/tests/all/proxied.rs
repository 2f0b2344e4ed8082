//! L-14: what docs/processes.md says of proxies, with the configuration that it names: HAProxy in
//! front of two processes of one floor.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use testkit::{Cluster, Proxy, free_port};

use crate::crowd::{Server, Table, Visitor, number_after};
use crate::several::{Answered, play};

const CONFIGURATION: &str = include_str!("../../../../docs/haproxy.cfg");

/// The configuration with the addresses of this machine, where nobody is called haproxy.
fn configured(front: u16, processes: [u16; 2]) -> String {
    let (floor, database) = CONFIGURATION.split_once("# Patroni answers").unwrap();
    assert!(database.contains("listen database"));
    let [one, two] = processes.map(|port| format!("127.0.0.1:{port}"));
    let changes = [
        ("    user haproxy\n    group haproxy\n".to_owned(), String::new()),
        ("bind :443 ssl crt /etc/haproxy/floor.pem".to_owned(), format!("bind 127.0.0.1:{front}")),
        ("server one 10.0.0.11:8080".to_owned(), format!("server one {one}")),
        ("server two 10.0.0.12:8080".to_owned(), format!("server two {two}")),
    ];
    changes.iter().fold(floor.to_owned(), |text, (from, to)| {
        assert!(text.contains(from.as_str()), "{from}");
        text.replace(from, to)
    })
}

/// Two processes of one floor, and where people find them.
struct House {
    _cluster: Cluster,
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
        let cluster = Cluster::start(what)?;
        let (url, folder) = (cluster.database(), tempfile::tempdir().unwrap());
        let [front, one, two] = [(); 3].map(|()| free_port().unwrap());
        let proxy = Proxy::start(&configured(front, [one, two]), &[front]);
        let (front, ports) = (format!("127.0.0.1:{front}"), [one, two]);
        Some(House { _cluster: cluster, url, folder, front, ports, _proxy: proxy })
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
    let mut supervisor = Visitor::by_link(&first, "supervisor").await;
    let mut tables = Vec::new();
    for id in supervisor.open_tables(2).await {
        let mut table = Table::new(id, &house.front).await;
        table.fill(&house.front).await;
        tables.push(table);
    }
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

#[test]
fn the_document_names_the_configuration() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/processes.md")).unwrap();
    assert!(text.contains("(haproxy.cfg)"));
}
