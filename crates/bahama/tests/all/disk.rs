//! L-08: the real program on a disk that is full, read only or slow. No bet is accepted that is not
//! on the disk, nothing is half done, and the program says what is wrong.
#![cfg(target_os = "linux")]
#![allow(clippy::disallowed_methods, reason = "how long a slow disk takes is measured")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::crowd::{Server, Visitor};

/// The library that stands between the program and its files.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../store/tests/disk/faulty.c");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let built = folder.join(format!("faulty-{}.so", std::process::id()));
        let cc = ["-shared", "-fPIC", "-O1", "-o"];
        let status = Command::new("cc").args(cc).arg(&built).arg(source).arg("-ldl").status();
        assert!(status.expect("a C compiler").success());
        built
    })
}

/// A data directory on a disk that can be made to fail, and what the program says meanwhile.
struct Disk {
    folder: tempfile::TempDir,
    how: &'static str,
}

impl Disk {
    fn new(how: &'static str) -> Disk {
        Disk { folder: tempfile::tempdir().unwrap(), how }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn said(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap()
    }

    /// The file that makes the disk fail as long as it is there.
    fn switch(&self) -> PathBuf {
        self.folder.path().join("fails")
    }

    fn fail(&self) {
        File::create(self.switch()).unwrap();
    }

    fn mend(&self) {
        std::fs::remove_file(self.switch()).unwrap();
    }

    fn environment(&self) -> Vec<(&'static str, String)> {
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        vec![
            ("LD_PRELOAD", text(library())),
            ("FAULTY_DIR", text(&self.data())),
            ("FAULTY_HOW", self.how.to_owned()),
            ("FAULTY_WHILE", text(&self.switch())),
            ("FAULTY_MS", "1500".to_owned()),
        ]
    }

    fn start(&self) -> Server {
        let environment = self.environment();
        let environment: Vec<(&str, &str)> =
            environment.iter().map(|(key, value)| (*key, value.as_str())).collect();
        Server::start_in(&self.data(), &environment, Stdio::from(File::create(self.log()).unwrap()))
    }
}

/// A player at a table that waits for his bet.
struct Player {
    visitor: Visitor,
    table: u64,
}

/// The bet that is made when the disk fails.
fn bet(version: u64) -> Value {
    let body = json!({"do": "bet", "seat": 1, "bets": {"main": 1_000}});
    json!({"id": "the-bet-in-doubt", "expected": version, "body": body})
}

impl Player {
    async fn seated(server: &Server) -> Player {
        let mut supervisor = server.supervisor().await;
        let table = supervisor.open_tables(1).await[0];
        let visitor = Visitor::guest(&server.address).await;
        let mut player = Player { visitor, table };
        let sit = json!({"do": "sit", "seat": 1, "buy_in": 20_000});
        player.does("sit-down-0001", &sit).await;
        if player.view().await["phase"]["phase"] == "cut" {
            player.does("cut-the-shoe-1", &json!({"do": "cut", "place": 100})).await;
        }
        player
    }

    async fn does(&mut self, id: &str, body: &Value) {
        let command = json!({"id": id, "expected": self.version().await, "body": body});
        let answer = self.send(&command).await.unwrap();
        assert_eq!(answer.0, 200, "{}", answer.1);
    }

    async fn view(&mut self) -> Value {
        let path = format!("/api/tables/{}", self.table);
        serde_json::from_str(&self.visitor.get(&path).await).unwrap()
    }

    async fn version(&mut self) -> u64 {
        self.view().await["version"].as_u64().unwrap()
    }

    async fn send(&mut self, command: &Value) -> std::io::Result<(u16, String)> {
        let path = format!("/api/tables/{}/commands", self.table);
        self.visitor.post(&path, command.to_string()).await
    }

    /// The same person at a server that was started again.
    async fn again(self, server: &Server) -> Player {
        let mut visitor = Visitor::connect(&server.address).await;
        (visitor.cookie, visitor.csrf) = (self.visitor.cookie, self.visitor.csrf);
        Player { visitor, table: self.table }
    }

    /// What lies on his seat, and the chips before him.
    async fn bets_and_chips(&mut self) -> (Value, i64) {
        let view = self.view().await;
        (view["seats"][0]["bets"].clone(), view["you"]["chips"].as_i64().unwrap())
    }
}

/// The disk fails while somebody bets: he is told nothing of a bet, the program ends with a word
/// about the disk, and at the next start all is as before; then the same bet is taken, once.
async fn fails_under_a_bet(how: &'static str, word: &str) {
    let disk = Disk::new(how);
    let server = disk.start();
    let mut player = Player::seated(&server).await;
    let (version, before) = (player.version().await, player.bets_and_chips().await);
    disk.fail();
    let answer = player.send(&bet(version)).await;
    assert!(!matches!(answer, Ok((200, _))), "{how}: {answer:?}");
    assert!(!server.ended(), "{how}: it ended as if all were well");
    let said = disk.said();
    assert!(
        said.contains("is unknown until the next start, and the server stops"),
        "{how}: {said}"
    );
    assert!(said.contains(word), "{how}: {said}");
    disk.mend();
    let server = disk.start();
    let mut player = player.again(&server).await;
    assert_eq!((player.version().await, player.bets_and_chips().await), (version, before));
    for _ in 0..2 {
        assert_eq!(player.send(&bet(version)).await.unwrap().0, 200);
    }
    assert_eq!(player.version().await, version + 1);
    server.stop();
    let verify = Command::new(env!("CARGO_BIN_EXE_bahama"))
        .args(["audit", "verify"])
        .arg(disk.data())
        .output()
        .unwrap();
    assert!(verify.status.success(), "{how}: {verify:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn l_08_a_full_disk_takes_no_bet() {
    fails_under_a_bet("enospc", "full").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn l_08_a_disk_that_becomes_read_only_takes_no_bet() {
    fails_under_a_bet("erofs", "disk I/O error").await;
}

/// A start on such a disk is refused in words, and nobody hears of an address.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn l_08_a_start_on_a_full_or_read_only_disk_is_refused() {
    for how in ["enospc", "erofs"] {
        let disk = Disk::new(how);
        disk.start().stop();
        disk.fail();
        let serve = Command::new(env!("CARGO_BIN_EXE_bahama"))
            .args(["serve", "--listen", "127.0.0.1:0", "--json", "--data"])
            .arg(disk.data())
            .envs(disk.environment())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&serve.stderr).into_owned();
        assert!(!serve.status.success() && serve.stdout.is_empty(), "{how}: {said}");
        assert!(said.contains(disk.data().to_str().unwrap()), "{how}: {said}");
        disk.mend();
        disk.start().stop();
    }
}

/// A slow disk answers nobody before it has the bet; meanwhile it is on no page, and pages are
/// served. Killed before the answer the bet is there whole or not at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn l_08_a_slow_disk_makes_people_wait_and_tells_them_nothing_sooner() {
    let disk = Disk::new("slow");
    let server = disk.start();
    let mut player = Player::seated(&server).await;
    let version = player.version().await;
    let mut other = Visitor::guest(&server.address).await;
    disk.fail();
    let path = format!("/api/tables/{}", player.table);
    let began = Instant::now();
    let sending = tokio::spawn(async move {
        let answer = player.send(&bet(version)).await;
        (player, answer, began.elapsed())
    });
    tokio::time::sleep(Duration::from_millis(400)).await;
    let view: Value = serde_json::from_str(&other.get(&path).await).unwrap();
    assert_eq!(view["version"], version, "what is not on the disk is on no page");
    assert!(other.get("/healthz").await.contains("ok"));
    assert!(other.get("/metrics").await.contains("bahama_store_waiting"));
    assert!(!sending.is_finished(), "it was answered before the disk had it");
    let (mut player, answer, took) = sending.await.unwrap();
    assert_eq!(answer.unwrap().0, 200);
    assert!(took >= Duration::from_millis(1_500), "{took:?}");
    // Once more, and the power goes while the disk is still at it.
    let take_back = json!({"id": "take-it-back", "expected": version + 1,
        "body": {"do": "bet", "seat": 1, "bets": {}}});
    let wait = tokio::time::timeout(Duration::from_millis(300), player.send(&take_back)).await;
    assert!(wait.is_err(), "{wait:?}");
    server.kill();
    disk.mend();
    let server = disk.start();
    let mut player = player.again(&server).await;
    let (bets, chips) = player.bets_and_chips().await;
    let is_there = match player.version().await - version {
        1 => true,
        2 => false,
        more => panic!("{more} entries since"),
    };
    assert_eq!(bets.as_array().is_some_and(|bets| !bets.is_empty()), is_there, "{bets}");
    assert_eq!(chips, 20_000);
    server.stop();
}
