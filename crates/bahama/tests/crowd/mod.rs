//! A crowd that plays at a real server: the program as a process of its own, people with
//! cookies, tables that are played command by command.
//!
//! The load benchmark and the tests of crashes share it.
#![allow(dead_code, reason = "each of them uses a part of it")]
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests and measurements")]

mod connection;

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use connection::{Connection, Response, Socket};
use games::GAMES;

/// The tables a first start opens: one for each game, or for each set of wagers that exclude
/// each other, and one with long clocks.
pub(crate) fn first_tables() -> usize {
    let postings = |it: &games::GameText| it.file().game(None, &[]).unwrap().postings().len();
    GAMES.iter().map(postings).sum::<usize>() + 1
}
/// The seats of a table, all taken.
pub(crate) const SEATS: usize = 7;

/// The program itself, as a process of its own.
pub(crate) struct Server {
    process: Child,
    /// What it said when it was ready.
    pub(crate) said: serde_json::Value,
    pub(crate) address: String,
    data: PathBuf,
}

/// A test that fails leaves no server behind.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Starts it on any free port, without limits on rates: the whole crowd comes from
    /// one address.
    pub(crate) fn start(data: &Path) -> Server {
        Server::start_at(data, "127.0.0.1:0")
    }

    /// Starts it where people look for it.
    pub(crate) fn start_at(data: &Path, listen: &str) -> Server {
        Server::start_with(data, listen, &[], Stdio::null())
    }

    /// Starts it with more arguments, and whatever it complains about goes elsewhere.
    pub(crate) fn start_with(data: &Path, listen: &str, more: &[&str], log: Stdio) -> Server {
        Server::starting(data, listen, more, log, "", &[])
    }

    /// Starts it in another environment.
    pub(crate) fn start_in(data: &Path, environment: &[(&str, &str)], log: Stdio) -> Server {
        Server::starting(data, "127.0.0.1:0", &[], log, "", environment)
    }

    /// The same for a server that reads something first.
    pub(crate) fn start_reading(data: &Path, more: &[&str], input: &str) -> Server {
        Server::starting(data, "127.0.0.1:0", more, Stdio::null(), input, &[])
    }

    fn starting(
        data: &Path,
        listen: &str,
        more: &[&str],
        log: Stdio,
        input: &str,
        environment: &[(&str, &str)],
    ) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_bahama"))
            .args(["serve", "--listen", listen, "--json", "--data"])
            .arg(data)
            .args(["--rate-address", "0", "--rate-session", "0", "--rate-openings", "0"])
            .args(["--rate-address-sockets", "0"])
            .args(more)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        let address = said["url"].as_str().unwrap().trim_start_matches("http://").to_owned();
        Server { process, said, address, data: data.to_owned() }
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// What the program says about its data directory.
    pub(crate) fn run(data: &Path, arguments: &[&str], input: &str) -> serde_json::Value {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bahama"))
            .args(arguments)
            .args(["--json", "--data"])
            .arg(data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
    }

    /// A supervisor, made with the program's own command.
    pub(crate) async fn supervisor(&self) -> Visitor {
        self.staff("supervisor-2", "supervisor").await
    }

    /// Somebody of the staff, made with the program's own command.
    pub(crate) async fn staff(&self, name: &str, role: &str) -> Visitor {
        let password = "nine blue herons at dusk";
        let add = ["staff", "add", name, "--role", role, "--password-stdin"];
        Server::run(&self.data, &add, password);
        let mut visitor = Visitor::connect(&self.address).await;
        let body = format!(r#"{{"name":"{name}","password":"{password}"}}"#);
        visitor.enter("/api/sign-in", body).await;
        visitor
    }

    /// Ends it without a word, as a power cut would.
    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
    }

    /// Waits until it has ended by itself; whether it ended well.
    pub(crate) fn ended(mut self) -> bool {
        self.process.wait().unwrap().success()
    }

    /// Has it do nothing any more: connections stay open, and nobody is answered.
    pub(crate) fn freeze(&self) {
        let frozen = Command::new("kill").args(["-STOP", &self.process.id().to_string()]).status();
        assert!(frozen.unwrap().success());
    }

    /// Its resident memory, in bytes.
    pub(crate) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kilobytes.unwrap_or(0) * 1024
    }

    /// Commits, records and their bytes so far, from its metrics.
    pub(crate) async fn counters(&self) -> (u64, u64, u64) {
        let mut visitor = Visitor::connect(&self.address).await;
        let text = visitor.get("/metrics").await;
        let count = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.and_then(|value| value.parse::<f64>().ok()).unwrap_or(0.0) as u64
        };
        let total = |name: &str| count(&format!("bahama_store_{name}_total"));
        (total("commits"), total("records"), total("bytes"))
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) fn stop(mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        let status = self.process.wait().unwrap();
        assert!(status.success(), "a graceful stop");
    }
}

/// Somebody with a connection of his own, signed in or not.
pub(crate) struct Visitor {
    connection: Connection,
    address: String,
    /// The cookie of the session.
    pub(crate) cookie: String,
    /// The anti-forgery token.
    pub(crate) csrf: String,
    /// The proof of a card for the next command, if one is shown.
    pub(crate) proof: String,
}

impl Visitor {
    /// Opens tables whose clocks are off, so that nothing happens but by a command.
    pub(crate) async fn open_tables(&mut self, tables: usize) -> Vec<u64> {
        let clocks = r#"{"betting_ms":0,"turn_ms":0,"insurance_ms":0,"cut_ms":0,"idle_ms":0}"#;
        let mut opened = Vec::with_capacity(tables);
        for number in 0..tables {
            let game = GAMES[number % GAMES.len()].id;
            let body = format!(r#"{{"game":"{game}","kind":"shared","clocks":{clocks}}}"#);
            let (status, answer) = self.post("/api/tables", body).await.unwrap();
            assert_eq!(status, 201, "{answer}");
            opened.push(number_after(&answer, r#""table":"#).unwrap());
        }
        opened
    }

    /// Somebody of the staff, by the link that a first start gave him.
    pub(crate) async fn by_link(server: &Server, role: &str) -> Visitor {
        let links = server.said["links"].as_array().unwrap();
        let link = links.iter().find(|it| it["role"] == role).unwrap()["link"].as_str().unwrap();
        let path = format!("/{}", link.splitn(4, '/').nth(3).unwrap());
        let mut visitor = Visitor::connect(&server.address).await;
        // Whoever only looks at a link has not used it.
        let entered = visitor.send("POST", &path, "").await.unwrap();
        let cookie = entered.header("set-cookie").unwrap().split(';').next();
        cookie.unwrap_or_default().clone_into(&mut visitor.cookie);
        let me: serde_json::Value = serde_json::from_str(&visitor.get("/api/me").await).unwrap();
        me["csrf"].as_str().unwrap().clone_into(&mut visitor.csrf);
        visitor
    }

    pub(crate) async fn connect(address: &str) -> Visitor {
        let connection = Connection::open(address).await.unwrap();
        let address = address.to_owned();
        let (cookie, csrf, proof) = Default::default();
        Visitor { connection, address, cookie, csrf, proof }
    }

    pub(crate) async fn guest(address: &str) -> Visitor {
        let mut visitor = Visitor::connect(address).await;
        visitor.enter("/api/guest", String::new()).await;
        visitor
    }

    /// Signs in, and remembers the cookie and the anti-forgery token.
    pub(crate) async fn enter(&mut self, path: &str, body: String) {
        let response = self.send("POST", path, &body).await.unwrap();
        let cookie = response.header("set-cookie").unwrap().split(';').next();
        cookie.unwrap_or_default().clone_into(&mut self.cookie);
        let me: serde_json::Value = serde_json::from_str(&response.body).unwrap();
        me["csrf"].as_str().unwrap().clone_into(&mut self.csrf);
    }

    pub(crate) async fn get(&mut self, path: &str) -> String {
        self.send("GET", path, "").await.unwrap().body
    }

    /// Sends a POST; an error means that the server is gone.
    pub(crate) async fn post(&mut self, path: &str, body: String) -> io::Result<(u16, String)> {
        let response = self.send("POST", path, &body).await?;
        Ok((response.status, response.body))
    }

    /// A socket that hears everything at a table from a version on.
    pub(crate) async fn socket(self, table: u64, version: u64) -> Socket {
        self.try_socket(table, version).await.unwrap()
    }

    /// The same where nobody may be there.
    pub(crate) async fn try_socket(self, table: u64, version: u64) -> io::Result<Socket> {
        let path = format!("/api/tables/{table}/stream?after={version}");
        let upgrade = "connection: upgrade\r\nupgrade: websocket\r\n\
            sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        let request = self.request("GET", &path, upgrade, "");
        self.connection.upgrade(&request).await
    }

    /// A server closes connections that were idle for long; then another is opened, and
    /// the request is sent again.
    async fn send(&mut self, method: &str, path: &str, body: &str) -> io::Result<Response> {
        let mut more =
            format!("content-type: application/json\r\nx-bahama-csrf: {}\r\n", self.csrf);
        if !self.proof.is_empty() {
            more.push_str(&format!("x-bahama-proof: {}\r\n", self.proof));
        }
        let request = self.request(method, path, &more, body);
        match self.connection.ask(&request).await {
            Err(closed) => match Connection::open(&self.address).await {
                Ok(connection) => {
                    self.connection = connection;
                    self.connection.ask(&request).await
                }
                Err(_) => Err(closed),
            },
            answer => answer,
        }
    }

    fn request(&self, method: &str, path: &str, more: &str, body: &str) -> String {
        let Visitor { address, cookie, .. } = self;
        let length = body.len();
        format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
            cookie: {cookie}\r\n{more}content-length: {length}\r\n\r\n{body}"
        )
    }
}

/// One table: a connection for its commands, and who sits on its seats.
pub(crate) struct Table {
    pub(crate) id: u64,
    visitor: Visitor,
    /// Cookie and anti-forgery token of every seat's player.
    pub(crate) players: Vec<(String, String)>,
    pub(crate) version: u64,
    commands: u64,
    question: Question,
    /// The seat and id of the last command that was sent.
    pub(crate) sent: Option<(usize, String)>,
}

/// What a table waits for, read off its last entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Cut,
    Bets,
    Insurance { seat: usize },
    Action { seat: usize, hand: u64, can_hit: bool },
}

impl Table {
    /// A table that its players have not reached yet.
    pub(crate) async fn new(id: u64, address: &str) -> Table {
        let visitor = Visitor::connect(address).await;
        let question = Question::Cut;
        Table { id, visitor, players: Vec::new(), version: 0, commands: 0, question, sent: None }
    }

    /// Seven guests come and sit down.
    pub(crate) async fn fill(&mut self, address: &str) {
        for _ in 0..SEATS {
            let guest = Visitor::guest(address).await;
            self.players.push((guest.cookie, guest.csrf));
        }
        self.sit_down().await;
        self.resume(address).await;
    }

    async fn sit_down(&mut self) {
        for seat in 0..SEATS {
            let body = format!(r#"{{"do":"sit","seat":{},"buy_in":1000000}}"#, seat + 1);
            self.command(seat, &body).await.unwrap();
        }
    }

    /// Finds out at another server, on the same data, where the table stands.
    pub(crate) async fn resume(&mut self, address: &str) {
        self.visitor = Visitor::connect(address).await;
        self.be(0);
        let view = self.visitor.get(&format!("/api/tables/{}", self.id)).await;
        let view: serde_json::Value = serde_json::from_str(&view).unwrap();
        self.version = view["version"].as_u64().unwrap();
        let seat = || view["ask"]["seat"].as_u64().unwrap() as usize - 1;
        self.question = match view["phase"]["phase"].as_str().unwrap() {
            "cut" => Question::Cut,
            "betting" => Question::Bets,
            "insurance" => Question::Insurance { seat: seat() },
            "turn" => {
                let hand = view["ask"]["hand"].as_u64().unwrap();
                Question::Action { seat: seat(), hand, can_hit: false }
            }
            phase => panic!("{phase}"),
        };
        let seats = view["seats"].as_array().unwrap();
        let bets = seats.iter().filter(|seat| !seat["bets"].as_array().unwrap().is_empty());
        let ready = seats.iter().filter(|seat| seat["player"]["ready"] == true);
        self.commands = (bets.count() + ready.count()) as u64;
    }

    /// Every player says something that changes nothing, so that the server has heard of him: who
    /// plays without a page is taken to be away otherwise.
    pub(crate) async fn show_up(&mut self) {
        for seat in 0..SEATS {
            self.be(seat);
            let (id, version) = (self.id, self.version);
            let body = r#"{"do":"leave","seat":99}"#;
            let command = format!(
                r#"{{"id":"here-{id}-{version}-{seat}","expected":{version},"body":{body}}}"#
            );
            let path = format!("/api/tables/{id}/commands");
            let (status, _) = self.visitor.post(&path, command).await.unwrap();
            assert_ne!(status, 200);
        }
    }

    /// What became of a command of a seat's player: the version, if it was accepted.
    pub(crate) async fn outcome(&mut self, seat: usize, command: &str) -> Option<u64> {
        self.be(seat);
        let path = format!("/api/tables/{}/commands/{command}", self.id);
        let outcome = self.visitor.get(&path).await;
        let outcome: serde_json::Value = serde_json::from_str(&outcome).unwrap();
        outcome["version"].as_u64()
    }

    /// Speaks as the player of a seat.
    fn be(&mut self, seat: usize) {
        (self.visitor.cookie, self.visitor.csrf) = self.players[seat].clone();
    }

    /// Gives the next command of the game; its time in microseconds. An error means that
    /// the server is gone, and nobody knows what became of the command.
    pub(crate) async fn step(&mut self) -> io::Result<u32> {
        match self.question {
            Question::Cut => self.command(0, r#"{"do":"cut","place":100}"#).await,
            Question::Bets => {
                let turn = self.commands as usize % (2 * SEATS);
                let seat = turn % SEATS;
                if turn < SEATS {
                    let body =
                        format!(r#"{{"do":"bet","seat":{},"bets":{{"main":500}}}}"#, seat + 1);
                    self.command(seat, &body).await
                } else {
                    self.command(seat, r#"{"do":"ready"}"#).await
                }
            }
            Question::Insurance { seat } => {
                self.command(seat, &format!(r#"{{"do":"insure","seat":{},"cents":0}}"#, seat + 1))
                    .await
            }
            Question::Action { seat, hand, can_hit } => {
                let action =
                    if can_hit && self.version.is_multiple_of(3) { "hit" } else { "stand" };
                let seat_number = seat + 1;
                let body = format!(
                    r#"{{"do":"act","seat":{seat_number},"hand":{hand},"action":"{action}"}}"#
                );
                self.command(seat, &body).await
            }
        }
    }

    async fn command(&mut self, seat: usize, body: &str) -> io::Result<u32> {
        self.be(seat);
        let (id, version) = (self.id, self.version);
        let was_betting = self.question == Question::Bets;
        let name = format!("load-{id}-{version}-{seat}");
        self.sent = Some((seat, name.clone()));
        let command = format!(r#"{{"id":"{name}","expected":{version},"body":{body}}}"#);
        let start = Instant::now();
        let path = format!("/api/tables/{id}/commands");
        let (status, entry) = self.visitor.post(&path, command).await?;
        let time = start.elapsed().as_micros() as u32;
        // A proxy says so of a server that is gone.
        if [502, 503].contains(&status) {
            return Err(io::Error::other(entry));
        }
        assert_eq!(status, 200, "table {id}: {body}: {entry}");
        self.version = number_after(&entry, r#""version":"#).unwrap();
        if let Some(question) = question(&entry) {
            self.question = question;
        }
        // Bets and readiness are counted from the opening of the betting.
        self.commands =
            if was_betting && self.question == Question::Bets { self.commands + 1 } else { 0 };
        Ok(time)
    }
}

/// The question an entry ends with, if it puts one.
fn question(entry: &str) -> Option<Question> {
    let last = &entry[entry.rfind(r#"{"event":"#)?..];
    let seat = || number_after(last, r#""seat":"#).map(|seat| seat as usize - 1);
    if last.starts_with(r#"{"event":"asked""#) {
        let hand = number_after(last, r#""hand":"#)?;
        let can_hit = last.contains(r#""hit""#);
        Some(Question::Action { seat: seat()?, hand, can_hit })
    } else if last.starts_with(r#"{"event":"insurance-asked""#) {
        Some(Question::Insurance { seat: seat()? })
    } else if last.starts_with(r#"{"event":"cut-asked""#) {
        Some(Question::Cut)
    } else if last.starts_with(r#"{"event":"betting-opened""#) || entry.contains("betting-opened") {
        Some(Question::Bets)
    } else {
        None
    }
}

/// The number behind a name in a text.
pub(crate) fn number_after(text: &str, name: &str) -> Option<u64> {
    let rest = &text[text.find(name)? + name.len()..];
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}
