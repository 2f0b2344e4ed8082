//! L-14, L-16: a floor is carried from one database into the other and back, by the program, with
//! a kill in the middle; and every command on a record finds it in either.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _, PgConnection};
use testkit::Cluster;

use crate::crowd::{Server, Table, Visitor};
use crate::jackpot::card;
use crate::program::{bahama, document, fed, text};

/// How long anything may take that is waited for.
const TRIES: u32 = 2_000;
const PAUSE: Duration = Duration::from_millis(1);

/// A floor's record: what the command line is told.
#[derive(Clone)]
struct At(Vec<String>);

impl At {
    fn data(folder: &Path) -> At {
        At(vec!["--data".to_owned(), folder.display().to_string()])
    }

    fn database(url: &str, key: &Path) -> At {
        let words = ["--database", url, "--shoe-key", key.to_str().unwrap()];
        At(words.map(str::to_owned).to_vec())
    }

    fn with<'a>(&'a self, words: &[&'a str]) -> Vec<&'a str> {
        words.iter().copied().chain(self.0.iter().map(String::as_str)).collect()
    }

    /// What it answers, as a document.
    fn told(&self, words: &[&str]) -> Value {
        document(&bahama(&self.with(&[words, &["--json"]].concat())))
    }

    /// What it says when it refuses.
    fn refused(&self, words: &[&str]) -> String {
        let output = bahama(&self.with(words));
        assert!(!output.status.success(), "{words:?}: {output:?}");
        text(&output.stderr)
    }

    /// Everything that whoever carries a floor wants to find again.
    fn floor(&self) -> Value {
        let whole = self.told(&["audit", "verify"]);
        assert_eq!((&whole["whole"], &whole["with_key"]), (&json!(true), &json!(true)), "{whole}");
        json!({
            "chains": whole["chains"], "entries": whole["entries"],
            "rounds": whole["rounds"], "security_log": whole["security_log"],
            "staff": self.told(&["staff", "list"]), "cards": self.told(&["staff", "card", "list"]),
            "jackpots": self.told(&["jackpot", "list"]),
            "log": text(&bahama(&self.with(&["audit", "log"])).stdout),
            "notice": text(&bahama(&self.with(&["notice", "--table", "1"])).stdout),
            "hold": document(&bahama(&self.with(&["report", "tables", "--format", "json"])))["rows"],
        })
    }

    fn spawn(&self, words: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_bahama"))
            .args(self.with(words))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }
}

/// A floor where some rounds were played and one is open; and the cards of two who may sign.
async fn played(folder: &Path) -> (Table, String) {
    let server = Server::start(folder);
    let ids = server.supervisor().await.open_tables(2).await;
    let mut last = None;
    for id in ids {
        let mut table = Table::new(id, &server.address).await;
        table.fill(&server.address).await;
        for _ in 0..120 {
            table.step().await.unwrap();
        }
        last = Some(table);
    }
    let cards = [("floor-2", "supervisor"), ("manager", "executive")];
    let cards = cards.map(|(name, role)| format!("{} 4711\n", card(folder, name, role)));
    server.stop();
    (last.unwrap(), cards.concat())
}

/// Somebody who holds a table of a database, so that whoever wants it waits.
async fn hold(url: &str) -> PgConnection {
    for _ in 0..TRIES {
        let mut holder = PgConnection::connect(url).await.unwrap();
        let held = holder.execute("BEGIN; LOCK TABLE cards IN ACCESS EXCLUSIVE MODE").await;
        if held.is_ok() {
            return holder;
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("the tables are not made")
}

/// Kills a command once it waits for the table that is held: it has carried others before.
async fn kill_in_the_middle(mut child: Child, cluster: &Cluster, holder: PgConnection) {
    let waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND locktype = 'relation'";
    for _ in 0..TRIES {
        if cluster.say("postgres", waiting) != "0" {
            child.kill().unwrap();
            child.wait().unwrap();
            return holder.close().await.unwrap();
        }
        assert!(child.try_wait().unwrap().is_none(), "it was over before it could be killed");
        tokio::time::sleep(PAUSE).await;
    }
    panic!("it does not wait")
}

/// The places of a floor that moves.
struct Way {
    cluster: Cluster,
    folder: tempfile::TempDir,
    url: String,
}

impl Way {
    fn start(what: &str) -> Option<Way> {
        let cluster = Cluster::start(what)?;
        let (url, folder) = (cluster.database(), tempfile::tempdir().unwrap());
        Some(Way { cluster, folder, url })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn serve(&self, at: &At) -> Server {
        let more: Vec<&str> = at.0.iter().map(String::as_str).collect();
        let more = if more[0] == "--data" { &[] } else { &more[..] };
        let data =
            if at.0[0] == "--data" { PathBuf::from(&at.0[1]) } else { self.path("settings") };
        Server::start_with(&data, "127.0.0.1:0", more, Stdio::null())
    }
}

/// Waits until the figures of a running server have the first link's meter at so many cents.
async fn sees(server: &Server, cents: f64) {
    for _ in 0..TRIES {
        let figures = Visitor::connect(&server.address).await.get("/metrics").await;
        let own = r#"bahama_meter_dollars{link="1","#;
        let mut meters = figures.lines().filter_map(|it| it.strip_prefix(own)?.split_once(' '));
        if meters.any(|(_, dollars)| dollars.parse::<f64>().is_ok_and(|it| it * 100.0 == cents)) {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("the server does not see a meter of {cents}");
}

/// A server opens the floor, and the table is where it was.
async fn plays_on(way: &Way, at: &At, table: &Table) {
    let server = way.serve(at);
    // Everybody signs in again: whoever looks on sees the table as it was.
    let mut guest = Visitor::guest(&server.address).await;
    let view = guest.get(&format!("/api/tables/{}", table.id)).await;
    let view: Value = serde_json::from_str(&view).unwrap();
    assert!(view["version"].as_u64().unwrap() >= table.version, "{view}");
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_14_l_16_a_floor_is_carried_there_and_back_with_kills_in_the_middle() {
    let Some(way) = Way::start("carrying a floor") else { return };
    let (data, key) = (way.path("data"), way.path("data/shoe.key"));
    let (table, _) = played(&data).await;
    let here = At::data(&data);
    let floor = here.floor();
    let (moving, back) = (way.path("moving"), way.path("back"));
    let (moving, back) = (moving.to_str().unwrap(), back.to_str().unwrap());
    let exported = here.told(&["export", moving]);
    assert!(exported["tables"].as_array().unwrap().len() > 2, "{exported}");

    // Into PostgreSQL, killed when it has carried the entries.
    let there = At::database(&way.url, &way.path("there.key"));
    let key = key.to_str().unwrap();
    let import = ["import", moving, "--key", key];
    let child = there.spawn(&import);
    let holder = hold(&way.url).await;
    kill_in_the_middle(child, &way.cluster, holder).await;
    let name = way.url.split(['/', '?']).nth(3).unwrap();
    let entries: u64 = way.cluster.say(name, "SELECT COUNT(*) FROM entries").parse().unwrap();
    assert_eq!(json!(entries), floor["entries"], "they were carried");
    for unfinished in [&["audit", "verify"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        assert!(there.refused(unfinished).contains("was not carried into it to the end"));
    }
    assert_eq!(there.told(&import)["security_log"], exported["security_log"]);
    assert_eq!(there.floor(), floor);
    // Once more does nothing, and another floor is never touched.
    assert_eq!(there.told(&import)["tables"], exported["tables"]);
    let other = way.path("other");
    Server::start(&other).stop();
    let others = way.path("others");
    At::data(&other).told(&["export", others.to_str().unwrap()]);
    let others = others.to_str().unwrap();
    let keyless = At::database(&way.url, &way.path("none.key"));
    assert!(keyless.refused(&["import", others]).contains("holds another floor"));
    assert!(there.refused(&["import", others]).contains("not the key"));
    assert!(At::data(&other).refused(&["import", moving]).contains("not the key"));
    plays_on(&way, &there, &table).await;

    // And back into SQLite, killed while it is read.
    let floor = there.floor();
    let holder = hold(&way.url).await;
    let child = there.spawn(&["export", back]);
    kill_in_the_middle(child, &way.cluster, holder).await;
    let half = At::data(Path::new(back));
    assert!(half.refused(&["audit", "verify"]).contains("was not carried into it to the end"));
    there.told(&["export", back]);
    let home = At::data(&way.path("home"));
    let import =
        ["import", back, "--key", way.path("there.key").to_str().unwrap()].map(str::to_owned);
    home.told(&import.each_ref().map(String::as_str));
    assert_eq!(home.floor(), floor);
    plays_on(&way, &home, &table).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_16_a_backup_of_either_record_is_restored_into_either() {
    let Some(way) = Way::start("backups of a database") else { return };
    let data = way.path("data");
    let (_, cards) = played(&data).await;
    let key = way.path("data/shoe.key");
    let path = |name: &str| way.path(name).to_str().unwrap().to_owned();
    let here = At::data(&data);
    let floor = here.floor();
    here.told(&["backup", &path("first")]);
    let there = At::database(&way.url, &way.path("there.key"));
    there.told(&["restore", &path("first"), "--key", key.to_str().unwrap()]);
    assert_eq!(there.floor(), floor);

    // Beside a running server, which then knows of it; what is done from the command line beside
    // it is seen there.
    let server = way.serve(&there);
    assert!(there.refused(&["audit", "verify"]).contains("servers run on it"));
    assert!(there.refused(&["export", &path("moving")]).contains("servers run on it"));
    let saved = there.told(&["backup", &path("second")]);
    assert!(!way.path("second").join("shoe.key").exists(), "S-04");
    let figures = Visitor::connect(&server.address).await.get("/metrics").await;
    let age = figures.lines().find_map(|it| it.strip_prefix("bahama_backup_age_seconds "));
    assert!(age.unwrap().parse::<f64>().unwrap() < 600.0, "{age:?}");
    let adjust = ["jackpot", "adjust", "1", "--add", "250.00", "--why", "malfunction"];
    let adjust = [&adjust[..], &["--reason", "sensor stuck", "--json"]].concat();
    let adjusted = document(&fed(&there.with(&adjust), &cards));
    assert_eq!(adjusted["events"][0]["event"], "adjusted", "{adjusted}");
    let shown = there.told(&["jackpot", "show", "1"]);
    sees(&server, shown["jackpots"][0]["cents"].as_f64().unwrap()).await;
    there.told(&["staff", "revoke", "floor-2"]);
    server.stop();
    let verified = bahama(&["audit", "verify", &path("second")]);
    assert!(verified.status.success(), "{verified:?}");

    // Without the key the shoes are lost, and a new one is made at the start.
    let home = At::data(&way.path("home"));
    let restored = home.told(&["restore", &path("second")]);
    assert_eq!(restored["tables"], saved["tables"]);
    way.serve(&home).stop();
    assert!(way.path("home/shoe.key").exists());
    let list = home.told(&["staff", "list"]);
    let staff = list.as_array().unwrap().iter().find(|it| it["name"] == "floor-2").unwrap();
    assert_eq!(staff["revoked"], Value::Null, "revoked after the backup was made");
}

#[test]
fn a_record_that_is_not_there_is_named_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nowhere");
    let saved = folder.path().join("saved");
    let saved = saved.to_str().unwrap();
    let commands: [&[&str]; 9] = [
        &["staff", "list"],
        &["display", "list"],
        &["jackpot", "show", "1"],
        &["report", "bank"],
        &["notice", "--table", "1"],
        &["audit", "log"],
        &["audit", "verify"],
        &["backup", saved],
        &["export", saved],
    ];
    let url = "postgres:///floor?host=/nowhere&user=secret";
    for command in commands {
        let said = At::data(&nowhere).refused(command);
        assert!(said.contains("nowhere") && said.trim().lines().count() == 1, "{said}");
        let said = At::database(url, &nowhere).refused(command);
        assert!(said.contains("cannot be reached") && !said.contains("secret"), "{said}");
        assert!(!nowhere.exists() && !Path::new(saved).exists(), "{command:?} has made something");
    }
    let Some(cluster) = Cluster::start("an empty database") else { return };
    let url = cluster.database();
    for command in commands {
        let said = At::database(&url, &nowhere).refused(command);
        assert!(said.contains("holds no data") || said.contains("no floor in it"), "{said}");
    }
    let name = url.split(['/', '?']).nth(3).unwrap();
    let tables = "SELECT COUNT(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public'";
    assert_eq!(cluster.say(name, tables), "0", "nothing is made in it");
}
