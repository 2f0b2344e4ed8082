//! `bahama play --server`: a real server, a second guest at the same table, and a server that
//! is killed in between.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::crowd::{Server, Visitor};
use crate::program::{fed, text};

/// Seat 1 has 20, seat 2 has 17, the dealer 15 and then 25; then it is 20, 18 and 19.
const CARDS: &str = "Kd 9h 5c Qd 8h Jc Js Kc 9s Jc Qc 9c 9d";

/// The program at a server's table, line by line.
struct Player {
    program: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    said: String,
}

/// A test that fails leaves no player behind.
impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Player {
    fn sit_down(url: &str, table: u64) -> Player {
        Player::at("bahama-bonus", url, table)
    }

    fn at(game: &str, url: &str, table: u64) -> Player {
        let mut program = Command::new(env!("CARGO_BIN_EXE_bahama"))
            .args(["play", game, "--plain", "--coach", "off", "--server", url])
            .args(["--table", &table.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = program.stdin.take();
        let output = BufReader::new(program.stdout.take().unwrap());
        Player { program, input, output, said: String::new() }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads on until a line contains this text; that line.
    fn says(&mut self, wanted: &str) -> String {
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).unwrap();
            self.said.push_str(&line);
            assert!(length > 0, "never “{wanted}” in\n{}", self.said);
            if line.contains(wanted) {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Is told to stop by a signal; what it says last.
    fn stops_at(mut self, signal: &str) -> String {
        let id = self.program.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let mut last = String::new();
        while self.output.read_line(&mut last).unwrap() > 0 {}
        assert!(self.program.wait().unwrap().success(), "{}{last}", self.said);
        last
    }

    /// Leaves; the last line.
    fn quits(&mut self) -> String {
        self.types("quit");
        let last = self.says("You leave with $");
        self.input = None;
        assert!(self.program.wait().unwrap().success(), "{}", self.said);
        last
    }
}

/// The other guest at the table.
struct Other {
    visitor: Visitor,
    table: u64,
    commands: u32,
}

impl Other {
    async fn gives(&mut self, body: &str) {
        let view = self.visitor.get(&format!("/api/tables/{}", self.table)).await;
        let view: Value = serde_json::from_str(&view).unwrap();
        self.commands += 1;
        let (id, expected) = (self.commands, &view["version"]);
        let command = format!(r#"{{"id":"other-{id:04}","expected":{expected},"body":{body}}}"#);
        let path = format!("/api/tables/{}/commands", self.table);
        let (status, answer) = self.visitor.post(&path, command).await.unwrap();
        assert_eq!(status, 200, "{answer}");
    }

    async fn bets(&mut self) {
        self.gives(r#"{"do":"bet","seat":1,"bets":{"main":2500}}"#).await;
    }

    /// Is ready once the bets of seat 2 lie: a table does not wait for who has none (T-15).
    async fn is_ready_too(&mut self) {
        let mut view = Value::Null;
        for _ in 0..400 {
            let text = self.visitor.get(&format!("/api/tables/{}", self.table)).await;
            view = serde_json::from_str(&text).unwrap();
            if view["seats"][1]["player"]["ready"] == true {
                return self.gives(r#"{"do":"ready"}"#).await;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("seat 2 is not ready: {view}");
    }

    async fn stands(&mut self) {
        self.gives(r#"{"do":"act","seat":1,"hand":1,"action":"stand"}"#).await;
    }

    /// All events at the table since he sat down, from the record.
    async fn record(&mut self) -> Vec<Value> {
        record(&mut self.visitor, self.table).await
    }
}

/// All events at a table that somebody may read.
async fn record(reader: &mut Visitor, table: u64) -> Vec<Value> {
    let entries = reader.get(&format!("/api/tables/{table}/events")).await;
    let entries: Vec<Value> = serde_json::from_str(&entries).unwrap();
    let mut ids: Vec<String> = entries.iter().map(|it| it["command"].to_string()).collect();
    let commands = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), commands, "every command is in the record once");
    let events = |entry: &Value| entry["events"].as_array().unwrap().clone();
    entries.iter().flat_map(events).collect()
}

/// A table whose cards are known and whose clocks are off, with the other guest on seat 1.
async fn table(server: &Server) -> Other {
    let clocks = r#"{"betting_ms":0,"turn_ms":0,"insurance_ms":0,"cut_ms":0,"idle_ms":0}"#;
    table_with(server, clocks).await
}

/// The same with these clocks.
async fn table_with(server: &Server, clocks: &str) -> Other {
    let cards: Vec<String> = CARDS.split(' ').map(|card| format!("{card:?}")).collect();
    let cards = cards.join(",");
    let open = format!(r#"{{"game":"bahama-bonus","clocks":{clocks},"exhibition":[{cards}]}}"#);
    let mut boss = server.supervisor().await;
    let (status, answer) = boss.post("/api/tables", open).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    let opened: Value = serde_json::from_str(&answer).unwrap();
    let visitor = Visitor::guest(&server.address).await;
    let mut other = Other { visitor, table: opened["table"].as_u64().unwrap(), commands: 0 };
    other.gives(r#"{"do":"sit","seat":1,"buy_in":100000}"#).await;
    other
}

/// What seat 2 staked and got back in each round, by the record.
fn settled(record: &[Value]) -> Vec<(i64, i64)> {
    let paid = record.iter().filter(|event| event["event"] == "paid");
    let lines = paid.flat_map(|event| event["lines"].as_array().unwrap());
    let own = lines.filter(|line| line["seat"] == 2);
    own.map(|line| (line["staked"].as_i64().unwrap(), line["returned"].as_i64().unwrap())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn rounds_beside_another_guest_survive_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (url, address) = (format!("http://{}", server.address), server.address.clone());
    let mut other = table(&server).await;
    let mut player = Player::sit_down(&url, other.table);
    player.says(&format!("at table {} of {url}.", other.table));
    player.types("bet main 1");
    player.says("Seat 2");
    player.types("buy 1");
    player.says("A buy-in is $20 to $10,000, not $1.");

    // A round beside another guest, whose bets and cards are seen.
    player.types("bet 10");
    player.says("Seat 2: Main wager $10. Your bankroll is $990.");
    other.bets().await;
    player.says("Seat 1 bets Main wager $25.");
    player.types("deal");
    other.is_ready_too().await;
    player.says("Seat 1 has the king of diamonds and the queen of diamonds: 20.");
    player.types("stand");
    player.says("Seat 1 is asked now, which is not yours.");
    other.stands().await;
    player.says("Seat 2: 17 against a five.");

    // The power goes with cards out; what is typed meanwhile waits.
    server.kill();
    player.says("is lost");
    player.types("stand");
    let server = Server::start_at(folder.path(), &address);
    player.says("The connection is back; play goes on.");
    player.says("The round is over: staked $10, returned $20, net +$10.");

    // A server that does not answer any more: the bets arrive once.
    player.types("rebet");
    player.says("Your bankroll is $1,000.");
    other.bets().await;
    player.says("Seat 1 bets Main wager $25.");
    server.freeze();
    player.types("deal");
    server.kill();
    player.says("is lost");
    let server = Server::start_at(folder.path(), &address);
    player.says("The connection is back; play goes on.");
    player.types("deal");
    other.is_ready_too().await;
    player.says("Seat 2 has the nine of spades and the nine of clubs: 18.");
    other.stands().await;
    player.says("Seat 2: 18 against a jack.");
    player.types("stand");
    player.says("The round is over: staked $10, returned $0, net -$10.");

    let last = player.quits();
    assert_eq!(last, "You leave with $1,000 of the $1,000 you brought: $0.");
    // The new process does not know since when the guest has watched; the staff reads everything.
    let mut boss = server.staff("supervisor-3", "supervisor").await;
    let record = record(&mut boss, other.table).await;
    assert_eq!(settled(&record), [(1_000, 2_000), (1_000, 0)]);
    let cashed = record.iter().find(|event| event["event"] == "cashed-out").unwrap();
    assert_eq!(cashed["cents"], 100_000);
    let seats = record.iter().filter(|event| event["event"] == "left").count();
    assert_eq!(seats, 1, "the other guest has his seat");
}

/// T-10: Ctrl-C between rounds gives the seats up, and the chips come back.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn who_is_stopped_between_rounds_leaves_his_seat() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut other = table(&server).await;
    let url = format!("http://{}", server.address);
    for signal in ["-INT", "-TERM"] {
        let mut player = Player::sit_down(&url, other.table);
        player.says("Your bankroll is $1,000.");
        player.types("bet 10");
        player.says("Your bankroll is $990.");
        let last = player.stops_at(signal);
        assert!(last.ends_with("You leave with $1,000 of the $1,000 you brought: $0.\n"), "{last}");
    }
    let record = other.record().await;
    let of = |word: &str| record.iter().filter(|it| it["event"] == word).collect::<Vec<_>>();
    assert_eq!(of("left").iter().filter(|it| it["seat"] == 2 && it["why"] == "player").count(), 2);
    assert_eq!(of("cashed-out").iter().filter(|it| it["cents"] == 100_000).count(), 2);
}

/// T-10: with cards out the hand stands; who would have to wait for others leaves the rest to
/// the table's clocks, and is told so.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn who_is_stopped_with_cards_out_is_told_what_becomes_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let clocks = r#"{"betting_ms":0,"turn_ms":900,"insurance_ms":0,"cut_ms":0,"idle_ms":900}"#;
    let mut other = table_with(&server, clocks).await;
    let mut player = Player::sit_down(&format!("http://{}", server.address), other.table);
    player.types("bet 10");
    player.says("Your bankroll is $990.");
    other.bets().await;
    player.types("deal");
    other.is_ready_too().await;
    player.says("Seat 1 has the king of diamonds and the queen of diamonds: 20.");
    let last = player.stops_at("-INT");
    assert!(last.contains("You leave with cards out: every open hand stands."), "{last}");
    assert!(last.contains("You leave seat 2 behind: what table "), "{last}");
    assert!(last.contains("answered by the posted default"), "{last}");
    assert!(last.contains("your chips go back to your wallet"), "{last}");
    // The clocks play the hand, and free the seat with the chips of 17 against 25.
    loop {
        let record = other.record().await;
        let cashed = record.iter().find(|it| it["event"] == "cashed-out" && it["cents"] == 101_000);
        if cashed.is_some() {
            assert_eq!(settled(&record), [(1_000, 2_000)]);
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

/// A49: a posting that favours the player says so wherever it is seen.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a49_a_table_that_favours_the_player_says_so_before_the_first_bet() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let open = r#"{"game":"blackjack-bonus","set":{"natural-pays":"2 to 1"},
        "override":["main h17 6"]}"#;
    let mut boss = server.supervisor().await;
    let (status, answer) = boss.post("/api/tables", open.to_owned()).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    let opened: Value = serde_json::from_str(&answer).unwrap();
    let url = format!("http://{}", server.address);
    let mut player = Player::at("blackjack-bonus", &url, opened["table"].as_u64().unwrap());
    player.says("May favour the player, by override: main h17 6.");
    player.quits();
}

/// R-19: a table that is posted anew plays by rules that the terminal's screens do not know; the
/// player leaves with his chips, and is told why.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn who_sits_at_a_table_that_is_posted_anew_leaves_with_his_chips() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut boss = server.supervisor().await;
    let open = r#"{"game":"bahama-bonus","name":"Changing"}"#.to_owned();
    let (status, answer) = boss.post("/api/tables", open).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    let opened: Value = serde_json::from_str(&answer).unwrap();
    let table = opened["table"].as_u64().unwrap();
    let mut player = Player::sit_down(&format!("http://{}", server.address), table);
    player.types("bet 10");
    player.says("Your bankroll is $");
    let path = format!("/api/tables/{table}/posting");
    let view: Value = serde_json::from_str(&boss.get(&path).await).unwrap();
    let anew = format!(
        r#"{{"id":"post-anew-1","expected":{},"posting":{{"game":"bahama-bonus","decks":8}}}}"#,
        view["version"]
    );
    let (status, answer) = boss.post(&path, anew).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    player.says("The table is posted anew; you have left it, and your chips are in your wallet.");
    let view = boss.get(&format!("/api/tables/{table}")).await;
    let view: Value = serde_json::from_str(&view).unwrap();
    assert!(view["seats"].as_array().unwrap().iter().all(|seat| seat["player"].is_null()));
}

/// R-01: nobody is shown rules that are not the table's. The server and the player have files of
/// one name that say different things.
#[test]
fn rules_that_are_not_the_tables_are_refused() {
    let theirs_says = include_str!("../../../../../games/bahama-bonus.toml");
    let theirs_says = theirs_says.replacen("\"bahama-bonus\"", "\"our-bonus\"", 1);
    let ours_says = theirs_says.replacen("{ is = \"late\", from", "{ is = \"none\", from", 1);
    assert_ne!(theirs_says, ours_says);
    let [theirs, ours, data] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    std::fs::write(theirs.path().join("our-bonus.toml"), theirs_says).unwrap();
    std::fs::write(ours.path().join("our-bonus.toml"), ours_says).unwrap();
    let games = |folder: &tempfile::TempDir| folder.path().to_str().unwrap().to_owned();
    let server = Server::start_with(
        data.path(),
        "127.0.0.1:0",
        &["--games", &games(&theirs)],
        Stdio::null(),
    );
    let url = format!("http://{}", server.address);
    let plays = |folder: &str| {
        let args = ["play", "our-bonus", "--plain", "--games", folder, "--server", &url];
        fed(&args, "quit\n")
    };
    let refused = plays(&games(&ours));
    assert_eq!(refused.status.code(), Some(1));
    let said = text(&refused.stderr);
    assert!(said.contains("plays our-bonus by other rules than this program's"), "{said}");
    assert!(said.contains("name its game files with --games"), "{said}");
    assert_eq!(text(&refused.stdout), "", "no rule is shown, and nobody sat down");
    let played = plays(&games(&theirs));
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert!(text(&played.stdout).contains("You leave with $"));
}

#[test]
fn what_cannot_be_played_at_a_server_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let check = |args: &[&str], code: i32, words: &[&str]| {
        let args = [&["play", "bahama-bonus", "--plain"], args].concat();
        let output = fed(&args, "quit\n");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        for words in words {
            assert!(said.contains(words), "{args:?}: no “{words}” in {said}");
        }
    };
    check(&["--server", &url, "--seed", "7"], 2, &["--seed", "cannot be used with", "--server"]);
    check(&["--server", &url, "--bankroll", "50"], 2, &["--bankroll", "--server"]);
    check(&["--server", &url, "--set", "decks=6"], 2, &["--set", "--server"]);
    check(&["--table", "1"], 2, &["--server"]);
    check(&["--server", "127.0.0.1:8080"], 2, &["is not a server's address"]);
    check(&["--server", &url, "--table", "99"], 2, &["there is no table 99", "table 1 ("]);
    let other = ["--server", &url, "--decks", "8"];
    check(&other, 1, &["no table of bahama-bonus", "has 6 decks, not 8", "plays "]);
    check(&["--server", "http://127.0.0.1:1"], 1, &["http://127.0.0.1:1 cannot be reached"]);
    check(&["--server", &url], 0, &["You join table "]);
}
