//! What a server writes down: its log for programs, and the security log as it grows (S-14).

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::crowd::Server;
use crate::program::{Folder, bahama, text};

/// Somebody tries to sign in, from the server's own page.
fn tries_to_sign_in(server: &Server, name: &str) {
    let (at, body) = (&server.address, format!(r#"{{"name":"{name}","password":"not this one"}}"#));
    let mut stream = TcpStream::connect(at).unwrap();
    write!(
        stream,
        "POST /api/sign-in HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
}

/// The documents of a log; every line must be one.
fn documents(log: &str) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
    log.lines().map(read).collect()
}

fn message(line: &Value) -> &str {
    line["message"].as_str().unwrap_or_default()
}

/// Wrong usage, a file with faults, and a start that tells something besides.
#[test]
fn s_14_under_log_json_every_line_is_json_the_fatal_one_too() {
    let folder = Folder::new();
    let data = folder.path("data");
    let serve = ["serve", "--log", "json", "--data", &data, "--listen"];
    let open = bahama(&[&serve[..], &["0.0.0.0:0"]].concat());
    assert_eq!(open.status.code(), Some(2));
    let said = documents(&text(&open.stderr));
    assert!(message(said.last().unwrap()).contains("--tls-self-signed"), "{said:?}");

    let tables = folder.path("tables.toml");
    std::fs::write(&tables, "[[table]]\ngame = \"no-such-game\"\ndecks = \"many\"\n").unwrap();
    let faulty = bahama(&[&serve[..], &["127.0.0.1:0", "--tables", &tables]].concat());
    assert_eq!(faulty.status.code(), Some(1));
    let said = documents(&text(&faulty.stderr));
    assert!(said.iter().any(|line| message(line).contains("game:")), "{said:?}");
    assert!(said.iter().all(|line| line["level"] == "ERROR"), "{said:?}");

    let log = folder.path("log.jsonl");
    for decks in [6, 8] {
        let own = format!("[[table]]\ngame = \"bahama-bonus\"\nname = \"Own\"\ndecks = {decks}\n");
        std::fs::write(&tables, own).unwrap();
        let to = Stdio::from(File::create(&log).unwrap());
        let more = ["--log", "json", "--tables", &tables];
        let server = Server::start_with(Path::new(&data), "127.0.0.1:0", &more, to);
        tries_to_sign_in(&server, "mallory");
        server.stop();
    }
    let said = documents(&std::fs::read_to_string(&log).unwrap());
    assert!(said.iter().any(|line| message(line).contains("is posted otherwise")), "{said:?}");
    let refused = said.iter().find(|line| message(line) == "sign-in.refused").unwrap();
    assert_eq!((&refused["target"], &refused["level"]), (&"security".into(), &"INFO".into()));
    assert_eq!(refused["detail"], "127.0.0.1", "where it came from");
}

/// The hash of a line, worked out as docs/operators.md says.
fn hash(before: &[u8], line: &Value) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(before);
    hash.update(line["number"].as_u64().unwrap().to_be_bytes());
    hash.update(line["at"].as_u64().unwrap().to_be_bytes());
    let account = line["account"].as_u64();
    hash.update([u8::from(account.is_some())]);
    hash.update(account.unwrap_or(0).to_be_bytes());
    for text in [&line["what"], &line["detail"]].map(|text| text.as_str().unwrap()) {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().to_vec()
}

/// Another program follows the log beside the running server, and needs nothing else to see that
/// no line was changed or left out.
#[test]
#[allow(clippy::disallowed_methods, reason = "a line that does not come is not waited for")]
fn s_14_the_security_log_is_followed_as_it_grows_with_its_chain() {
    let folder = Folder::new();
    let data = folder.path("data");
    let server = Server::start(Path::new(&data));
    let mut follower = Command::new(env!("CARGO_BIN_EXE_bahama"))
        .args(["audit", "log", "--follow", "--data", &data])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(follower.stdout.take().unwrap()).lines();
    let (heard, hears) = mpsc::channel();
    std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| heard.send(line)));
    let mut log = Vec::new();
    for name in ["executive", "supervisor", "mallory"] {
        tries_to_sign_in(&server, name);
        loop {
            let line =
                hears.recv_timeout(Duration::from_secs(30)).expect("a line as it is written");
            log.extend(documents(&line));
            if log.last().unwrap()["what"] == "sign-in.refused" {
                break;
            }
        }
        assert_eq!(log.last().unwrap()["detail"], "127.0.0.1", "{log:?}");
    }
    follower.kill().unwrap();
    follower.wait().unwrap();
    server.stop();
    let mut before = vec![0; 32];
    for (number, line) in (1_u64..).zip(&log) {
        assert_eq!(line["number"], number);
        before = hash(&before, line);
        let told: String = before.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(line["hash"], told, "{line}");
    }
    let others = log.iter().filter(|line| line["account"].is_u64()).count();
    assert!(others > 0 && others < log.len(), "lines of people and of strangers");
}
