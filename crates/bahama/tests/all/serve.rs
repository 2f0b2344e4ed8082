//! `bahama serve` and `bahama staff` as processes: start, hand out, stop.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::program::{document, fed, text};

/// Runs it on a data directory.
fn on(data: &Path, args: &[&str], input: &str) -> Output {
    fed(&[args, &["--data", data.to_str().unwrap()]].concat(), input)
}

/// A server, ended with the test.
struct Serving {
    child: Child,
    start: Value,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(data: &Path) -> Serving {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bahama"))
        .args(["serve", "--listen", "127.0.0.1:0", "--json", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    Serving { start: serde_json::from_str(&line).unwrap(), child }
}

fn get(url: &str, path: &str) -> String {
    let address = url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_first_start_hands_out_links_and_a_signal_stops_it_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = serve(folder.path());
    let url = first.start["url"].as_str().unwrap().to_owned();
    assert!(get(&url, "/healthz").starts_with("HTTP/1.1 200"));
    let links = first.start["links"].as_array().unwrap();
    let roles: Vec<&str> = links.iter().map(|link| link["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["player", "dealer", "supervisor", "spectator"]);
    let add = ["staff", "add", "dealer-2", "--role", "auditor", "--server", &url, "--json"];
    let added = on(folder.path(), &add, "");
    let link = document(&added)["link"].as_str().unwrap().to_owned();
    assert!(get(&url, link.strip_prefix(&url).unwrap()).starts_with("HTTP/1.1 200"));
    let again = on(folder.path(), &["serve", "--listen", "127.0.0.1:0"], "");
    assert_eq!(again.status.code(), Some(1), "one server for each data directory");
    let pid = first.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(first.child.wait().unwrap().code(), Some(0));
    drop(first);
    let second = serve(folder.path());
    assert_eq!(second.start["links"], serde_json::json!([]), "links are handed out once");
}

#[test]
fn staff_are_added_listed_and_revoked() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str], input: &str| on(folder.path(), args, input);
    let early = run(&["staff", "list"], "");
    assert_eq!(early.status.code(), Some(1), "no data yet");
    let add = ["staff", "add", "floor-1", "--role", "supervisor", "--role", "executive", "--json"];
    let weak = run(&[&add[..], &["--password-stdin"]].concat(), "password1\n");
    assert_eq!(weak.status.code(), Some(1));
    assert_eq!(document(&weak)["error"]["code"], "staff.password");
    let added = run(&[&add[..], &["--password-stdin"]].concat(), "tin-lamp-otter\n");
    assert_eq!(document(&added)["link"], Value::Null, "{added:?}");
    let listed = document(&run(&["staff", "list", "--json"], ""));
    assert_eq!(listed[0]["name"], "floor-1");
    assert_eq!(listed[0]["roles"], serde_json::json!(["supervisor", "executive"]));
    assert_eq!(listed[0]["password"], true);
    let reset = document(&run(&["staff", "reset", "FLOOR-1", "--json"], ""));
    assert!(reset["link"].as_str().unwrap().starts_with("http://127.0.0.1:8080/enter/"));
    assert_eq!(run(&["staff", "revoke", "floor-1"], "").status.code(), Some(0));
    let gone = document(&run(&["staff", "reset", "floor-1", "--json"], ""));
    assert_eq!(gone["error"]["code"], "staff.revoked");
}

#[test]
fn an_open_address_or_another_database_is_refused_as_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    let open = on(folder.path(), &["serve", "--listen", "0.0.0.0:0"], "");
    assert_eq!(open.status.code(), Some(2));
    let said = text(&open.stderr);
    assert!(said.contains("--tls-self-signed") && said.contains("--behind-proxy"), "{said}");
    let other = on(folder.path(), &["serve", "--database", "postgres://u:secret@h/d"], "");
    assert_eq!(other.status.code(), Some(2));
    let said = text(&other.stderr);
    assert!(said.contains("postgres") && !said.contains("secret"), "{said}");
    assert!(!folder.path().join("bahama.sqlite").exists(), "nothing was made");
}
