//! `bahama serve` and `bahama staff` as processes: start, hand out, stop.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::crowd::Server;
use crate::program::{document, fed, text};

/// Runs it on a data directory.
fn on(data: &Path, args: &[&str], input: &str) -> Output {
    fed(&[args, &["--data", data.to_str().unwrap()]].concat(), input)
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
    let first = Server::start(folder.path());
    let url = first.said["url"].as_str().unwrap().to_owned();
    assert!(get(&url, "/healthz").starts_with("HTTP/1.1 200"));
    let links = first.said["links"].as_array().unwrap();
    let roles: Vec<&str> = links.iter().map(|link| link["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["player", "dealer", "supervisor", "spectator"]);
    let add = ["staff", "add", "dealer-2", "--role", "auditor", "--server", &url, "--json"];
    let added = on(folder.path(), &add, "");
    let link = document(&added)["link"].as_str().unwrap().to_owned();
    assert!(get(&url, link.strip_prefix(&url).unwrap()).starts_with("HTTP/1.1 200"));
    let again = on(folder.path(), &["serve", "--listen", "127.0.0.1:0"], "");
    assert_eq!(again.status.code(), Some(1), "one server for each data directory");
    first.stop();
    let second = Server::start(folder.path());
    assert_eq!(second.said["links"], serde_json::json!([]), "links are handed out once");
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
    let other = on(folder.path(), &["serve", "--database", "mysql://u:secret@h/d"], "");
    assert_eq!(other.status.code(), Some(2));
    let said = text(&other.stderr);
    assert!(said.contains("postgres") && !said.contains("secret"), "{said}");
    assert!(!folder.path().join("bahama.sqlite").exists(), "nothing was made");
}
