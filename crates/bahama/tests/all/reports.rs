//! Reports over the interface are those of the command line, on one record.

use serde_json::Value;

use crate::crowd::{Server, Table, Visitor};
use crate::program::{bahama, text};

/// A period that ends on a day, not now.
const UNTIL: &str = "20991231";
/// Every report, and whether it is made of what tables did.
const REPORTS: [(&str, bool); 14] = [
    ("jackpots", false),
    ("bank", false),
    ("deposits", false),
    ("hits", false),
    ("pending", false),
    ("changes", false),
    ("tables", true),
    ("days", true),
    ("shifts", true),
    ("trays", true),
    ("wagers", true),
    ("hold", true),
    ("exceptions", true),
    ("starts", false),
];

/// A table at which some rounds were played, each seat with every wager it may.
async fn played(server: &Server) -> u64 {
    let id = server.supervisor().await.open_tables(1).await[0];
    let mut table = Table::new(id, &server.address).await;
    table.fill(&server.address).await;
    for _ in 0..150 {
        table.step().await.unwrap();
    }
    id
}

/// A report over the interface, once no law is being worked out any more.
async fn asked(who: &mut Visitor, report: &str, more: &str) -> String {
    let path = format!("/api/reports/{report}?until={UNTIL}{more}");
    for _ in 0..600 {
        let answer = who.get(&path).await;
        if !answer.contains("being worked out") && !answer.contains("\"without\":\"main") {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    panic!("the law is not worked out in two minutes");
}

/// O-13, L-20: the same rows, totals and columns as JSON, and the same text as CSV, byte for byte.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn o_13_l_20_reports_over_the_interface_are_the_command_lines() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(folder.path());
    let table = played(&server).await.to_string();
    let mut auditor = server.staff("auditor-2", "auditor").await;
    let mut days = Value::Null;
    for (report, of_tables) in REPORTS {
        // One table alone has one law; all of them would take a minute.
        let (more, only) = match of_tables && report != "exceptions" {
            true => (format!("&table={table}"), vec!["--table", table.as_str()]),
            false => (String::new(), vec![]),
        };
        let said = |format: &str| {
            let args = ["report", report, "--until", UNTIL, "--data", data, "--format", format];
            let output = bahama(&[&args[..], &only[..]].concat());
            assert!(output.status.success(), "{report}: {output:?}");
            output
        };
        // What a bank account must hold is told of the moment in which it is asked for.
        let at = if ["bank", "deposits"].contains(&report) { MOMENT } else { "" };
        let answer = without(at, &asked(&mut auditor, report, &more).await);
        let printed = without(at, &text(&said("json").stdout));
        for part in ["schema", "report", "time_zone", "from", "to", "columns", "kinds", "count"] {
            assert_eq!(answer[part], printed[part], "{report}: {part}");
        }
        for part in ["rows", "totals"] {
            assert_eq!(answer[part].to_string(), printed[part].to_string(), "{report}: {part}");
        }
        let csv = asked(&mut auditor, report, &format!("{more}&format=csv")).await;
        if at.is_empty() {
            assert_eq!(csv, text(&said("csv").stdout), "{report}");
        }
        match report {
            "days" => days = answer,
            "wagers" => ties(&answer, &days),
            _ => {}
        }
    }
    server.stop();
}

/// The column of a moment that is now.
const MOMENT: &str = "at";

/// A report without a column.
fn without(column: &str, report: &str) -> Value {
    let mut report: Value = serde_json::from_str(report).unwrap();
    for row in report["rows"].as_array_mut().unwrap() {
        row.as_object_mut().unwrap().remove(column);
    }
    report
}

/// Every wager of the rounds that ended is in the report of wagers: it adds up to that of days.
fn ties(wagers: &Value, days: &Value) {
    let (all, day) = (&wagers["totals"], &days["totals"]);
    assert!(day["rounds"].as_i64().unwrap() > 3, "{day}");
    assert!(day["played"].as_i64().unwrap() > 0, "{day}");
    assert_eq!((&all["staked"], &all["returned"]), (&day["staked"], &day["returned"]));
    let rows = wagers["rows"].as_array().unwrap();
    let main = rows.iter().find(|row| row["wager"] == "main").unwrap();
    assert!(main["law"].as_str().unwrap().starts_with("exact"), "{main}");
    let number = |name: &str| main[name].as_i64().unwrap();
    assert!(number("low") < number("expected") && number("expected") < number("high"), "{main}");
    assert_eq!(number("average"), number("bet") / number("wagers"));
    assert_eq!(number("hold"), number("win") * 10_000 / number("bet"));
}

/// S-07: who reads which report, and what cannot be read.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn s_07_reports_are_read_by_their_roles() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut dealer = server.staff("dealer-9", "dealer").await;
    let mut cage = server.staff("cage-9", "cage").await;
    let mut floor = server.supervisor().await;
    let mut guest = Visitor::guest(&server.address).await;
    for (report, of_tables) in REPORTS {
        let path = format!("/api/reports/{report}?until=20261130");
        for stranger in [&mut dealer, &mut guest] {
            assert!(stranger.get(&path).await.contains("role.denied"), "{report}");
        }
        let is_cages = report == "trays" || (!of_tables && report != "starts");
        assert_eq!(cage.get(&path).await.contains("role.denied"), !is_cages, "{report}");
        assert!(!floor.get(&path).await.contains("role.denied"), "{report}");
    }
    for (wrong, code) in [
        ("tips", "not.found"),
        ("days?from=20261301", "day.unknown"),
        ("days?from=20261102&until=20261101", "request.malformed"),
        ("days?format=pdf", "request.malformed"),
        ("days?table=999", "table.unknown"),
        ("bank?table=1", "request.malformed"),
    ] {
        let said = floor.get(&format!("/api/reports/{wrong}")).await;
        assert!(said.contains(code), "{wrong}: {said}");
    }
    server.stop();
}
