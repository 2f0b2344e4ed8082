//! The office of a link and its reports from the command line, while no server runs.

use std::path::Path;

use serde_json::{Value, json};

use crate::crowd::{Server, Visitor};
use crate::program::{bahama, document, text};

pub(crate) fn card(data: &Path, name: &str, role: &str) -> String {
    let password = "nine blue herons at dusk";
    Server::run(data, &["staff", "add", name, "--role", role, "--password-stdin"], password);
    let add = ["staff", "card", "add", name, "--level", role, "--pin-stdin"];
    Server::run(data, &add, "4711")["number"].as_str().unwrap().to_owned()
}

fn report(data: &Path, what: &str) -> Value {
    document(&bahama(&["report", what, "--format", "json", "--data", data.to_str().unwrap()]))
}

#[tokio::test]
async fn p_10_p_29_an_adjustment_by_two_cards_is_in_the_reports() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Server::start(data);
    let (first, second) = (card(data, "floor-2", "supervisor"), card(data, "manager", "executive"));
    let adjust = [
        "jackpot",
        "adjust",
        "1",
        "--add",
        "250.00",
        "--why",
        "malfunction",
        "--reason",
        "sensor stuck",
    ];
    server.stop();
    let one = format!("{first} 4711\n");
    let refused = Server::run(data, &adjust, &one);
    assert_eq!(refused["error"]["code"], "card.two-persons");
    let wrong = format!("{first} 4711\n{second} 0815\n");
    assert_eq!(Server::run(data, &adjust, &wrong)["error"]["code"], "card.refused");
    let both = format!("{first} 4711\n{second} 4711\n");
    let done = Server::run(data, &adjust, &both);
    assert_eq!(done["events"][0]["event"], "adjusted", "{done}");
    let shown = Server::run(data, &["jackpot", "show", "1"], "");
    assert_eq!(shown["jackpots"][0]["cents"], 225_000);
    let jackpots = report(data, "jackpots");
    assert_eq!(
        (&jackpots["schema"], &jackpots["rows"][0]["corrections"]),
        (&2.into(), &250_000_000.into())
    );
    assert_eq!(jackpots["rows"][0]["closing"], 2_250_000_000_i64);
    assert_eq!(report(data, "bank")["rows"][0]["required"], 2_250_000_000_i64);
    let changes = report(data, "changes");
    let changed =
        changes["rows"].as_array().unwrap().iter().find(|row| row["what"] == "adjustment");
    assert_eq!(changed.unwrap()["reason"], "malfunction: sensor stuck", "{changes}");
    // The same report has how the jackpot began (P-31), and who refused a card where (O-13).
    let began = &changes["rows"][0];
    assert_eq!((&began["what"], &began["micros"]), (&json!("began"), &json!(2_000_000_000_i64)));
    let exceptions = report(data, "exceptions");
    let what = |row: &Value| row["what"].as_str().unwrap().to_owned();
    let whats: Vec<String> = exceptions["rows"].as_array().unwrap().iter().map(what).collect();
    assert!(whats.contains(&"card-refused".to_owned()), "{exceptions}");
    assert!(whats.contains(&"procedure-refused".to_owned()), "{exceptions}");
    forms_agree(data);
    // While a server runs, it alone writes.
    let server = Server::start(data);
    let running = std::process::Command::new(env!("CARGO_BIN_EXE_bahama"))
        .args(["jackpot", "resume", "1", "--data"])
        .arg(data)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert!(
        String::from_utf8_lossy(&running.stderr).contains("another server runs"),
        "{running:?}"
    );
    server.stop();
}

/// The same rows as JSON, as CSV and as text; columns also where there is no row.
fn forms_agree(data: &Path) {
    let form = |what: &str, form: &str| {
        let data = data.to_str().unwrap();
        // A period that ends on a day, not now.
        let args = ["report", what, "--format", form, "--until", "20991231", "--data", data];
        text(&bahama(&args).stdout)
    };
    let jackpots: Value = serde_json::from_str(&form("jackpots", "json")).unwrap();
    let rows: Vec<_> = jackpots["rows"].as_array().unwrap().iter().collect();
    let csv = form("jackpots", "csv");
    let mut lines = csv.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').skip(2).collect();
    assert!(rows[0].as_object().unwrap().keys().eq(&columns), "{csv}");
    for (row, line) in rows.iter().zip(lines.by_ref()) {
        let cells: Vec<String> = columns.iter().map(|it| row[*it].to_string()).collect();
        assert_eq!(format!("2,row,{}", cells.join(",").replace('"', "")), line);
    }
    let totals: Vec<&str> = lines.next().unwrap().split(',').skip(2).collect();
    for (column, total) in columns.iter().zip(totals) {
        let of_json = jackpots["totals"].get(column).map(ToString::to_string);
        assert_eq!(of_json.unwrap_or_default(), total, "{column}");
    }
    assert_eq!(lines.next(), None);
    let closing: i64 = rows.iter().map(|row| row["closing"].as_i64().unwrap()).sum();
    assert_eq!(jackpots["totals"]["closing"], closing);
    let shown = form("jackpots", "text");
    assert_eq!(shown.matches("reserve opening").count(), rows.len() + 1, "{shown}");
    let closing = table::report::dollars(table::Micros(closing));
    assert!(shown.contains("all together") && shown.contains(&closing), "{shown}");
    assert_eq!(report(data, "hits")["rows"], json!([]));
    assert!(form("hits", "csv").starts_with("schema,line,link,slip,day,at,table"));
    let shown = form("hits", "text");
    assert!(shown.starts_with("hits, from the beginning until "), "{shown}");
    assert!(shown.contains(": 0\n"), "{shown}");
}

#[tokio::test]
async fn o_01_practice_tables_are_outside_reports() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let server = Server::start(data);
    let of_links = |value: Value| -> Vec<u64> {
        value["rows"].as_array().unwrap().iter().map(|row| row["link"].as_u64().unwrap()).collect()
    };
    let before = of_links(report(data, "jackpots"));
    assert!(!before.is_empty());
    let mut guest = Visitor::guest(&server.address).await;
    let practice = r#"{"game":"wsgc-bahama-bonus","kind":"practice"}"#;
    let (status, answer) = guest.post("/api/tables", practice.to_owned()).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    let table = crate::crowd::number_after(&answer, r#""table":"#).unwrap();
    let view = guest.get(&format!("/api/tables/{table}")).await;
    let version = crate::crowd::number_after(&view, r#""version":"#).unwrap();
    let sit = r#"{"do":"sit","seat":1,"buy_in":50000}"#;
    let sit = format!(r#"{{"id":"sit-down-1","expected":{version},"body":{sit}}}"#);
    let (status, answer) = guest.post(&format!("/api/tables/{table}/commands"), sit).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    server.stop();
    let shown = Server::run(data, &["jackpot", "list"], "");
    let links = shown.as_array().unwrap().iter().map(|link| link["link"].as_u64());
    assert!(links.max().flatten() > before.iter().max().copied(), "it has its own: {shown}");
    assert_eq!(of_links(report(data, "jackpots")), before);
    let tables = report(data, "tables");
    let is_own = |row: &Value| row["table"] == table;
    assert!(!tables["rows"].as_array().unwrap().iter().any(is_own), "{tables}");
}
