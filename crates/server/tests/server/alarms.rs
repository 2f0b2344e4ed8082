//! O-11: every figure that an alarm looks at is among the server's, and every figure of the server is
//! explained to operators. The file of alarms reads as Prometheus reads it.

use std::collections::BTreeSet;
use std::process::Command;

use reqwest::StatusCode;
use serde_json::json;
use server::Transport;
use table::Role;

use crate::house::House;
use crate::transport::ask_over_tls;

/// The file, and the pages for operators.
const ALARMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/alerts.yml");
const OPERATORS: &str = include_str!("../../../../docs/operators.md");

fn alarms() -> String {
    std::fs::read_to_string(ALARMS).unwrap()
}

/// An alarm: its fields by their names, those below others with both names.
type Alarm = Vec<(String, String)>;

/// Reads the file line by line, more strictly than its form asks: a group with rules, each rule
/// with these fields at this depth and no others.
fn read(text: &str) -> Result<Vec<Alarm>, String> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let mut lines = lines.filter(|line| !line.is_empty());
    for wanted in ["groups:", "  - name: bahama", "    rules:"] {
        let line = lines.next().unwrap_or_default();
        if line != wanted {
            return Err(format!("`{line}` must be `{wanted}`"));
        }
    }
    let (mut alarms, mut above) = (Vec::<Alarm>::new(), "");
    for line in lines {
        let field = line.trim_start();
        let (key, value) = field.split_once(':').ok_or_else(|| format!("`{line}` is no field"))?;
        let value = value.trim_start();
        let is_quoted = value.len() > 1 && value.starts_with('"') && value.ends_with('"');
        // What stands bare must be a text to whoever reads it.
        let is_bare =
            !value.contains(": ") && !value.contains(" #") && !value.starts_with(['{', '"']);
        if !(is_quoted || is_bare) {
            return Err(format!("`{line}` must stand in quotes"));
        }
        let name = match (line.len() - field.len(), key) {
            (6, "- alert") => {
                alarms.push(Alarm::new());
                above = "";
                "alert".to_owned()
            }
            (8, "expr" | "for") => key.to_owned(),
            (8, "labels" | "annotations") if value.is_empty() => {
                above = key;
                continue;
            }
            (10, "severity") if above == "labels" => key.to_owned(),
            (10, "summary") if above == "annotations" => key.to_owned(),
            _ => return Err(format!("`{line}` does not belong there")),
        };
        let alarm = alarms.last_mut().ok_or_else(|| format!("`{line}` is of no alarm"))?;
        alarm.push((name, value.trim_matches('"').to_owned()));
    }
    Ok(alarms)
}

fn of<'a>(alarm: &'a [(String, String)], field: &str) -> &'a str {
    alarm.iter().find(|(name, _)| name == field).map_or("", |(_, value)| value.as_str())
}

/// The figures that a text names.
fn figures(text: &str) -> BTreeSet<&str> {
    let words = text.split(|it: char| !(it.is_ascii_alphanumeric() || it == '_'));
    words.filter(|word| word.starts_with("bahama_")).collect()
}

#[test]
fn o_11_the_alarms_read_as_prometheus_reads_them() {
    let text = alarms();
    let alarms = read(&text).unwrap();
    let mut names = BTreeSet::new();
    for alarm in &alarms {
        let fields: Vec<&str> = alarm.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(fields, ["alert", "expr", "for", "severity", "summary"], "{alarm:?}");
        assert!(alarm.iter().all(|(_, value)| !value.is_empty()), "{alarm:?}");
        assert!(names.insert(of(alarm, "alert")), "{alarm:?} stands twice");
        assert!(["page", "warn"].contains(&of(alarm, "severity")), "{alarm:?}");
        let wait = of(alarm, "for").strip_suffix(['s', 'm', 'h']).map(str::parse::<u32>);
        assert!(matches!(wait, Some(Ok(_))), "{alarm:?}");
        let expr = of(alarm, "expr");
        for (open, close) in [('(', ')'), ('{', '}'), ('[', ']')] {
            assert_eq!(expr.matches(open).count(), expr.matches(close).count(), "{expr}");
        }
        assert!(!figures(expr).is_empty() || expr.starts_with("up{"), "{expr} looks at nothing");
        assert!(OPERATORS.contains(of(alarm, "alert")), "{} is not explained", of(alarm, "alert"));
    }
    // What each must be told of.
    for what in ["Call", "Claim", "Meter", "Bank", "Commits", "Readers", "Backup", "Certificate"] {
        assert!(names.iter().any(|name| name.contains(what)), "no alarm of {what}");
    }
    for (from, to) in
        [("expr:", "expression:"), ("groups:", "group:"), ("        for:", "      for:")]
    {
        assert!(read(&text.replacen(from, to, 1)).is_err(), "{from} as {to}");
    }
    match Command::new("promtool").args(["check", "rules", ALARMS]).output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => println!("skipped: there is no promtool here"),
    }
}

/// Everything that a server says of itself which has a link with a bank account, and one that speaks
/// TLS.
async fn all_figures() -> String {
    let house = House::open().await;
    let supervisor = house.signed_in("floor-1", Role::Supervisor).await;
    let live = json!({"game": games::GAMES[0].id, "kind": "live"});
    assert_eq!(house.post(&supervisor, "/api/tables", &live).await.status(), StatusCode::CREATED);
    let text = house.get(&supervisor, "/metrics").await.text().await.unwrap();
    let house = House::with(|settings| settings.transport = Transport::SelfSigned).await;
    text + &ask_over_tls(&house, "/metrics").await
}

#[tokio::test]
async fn o_11_every_figure_is_there_and_explained() {
    let text = all_figures().await;
    let is_value = |line: &&str| !line.starts_with('#');
    let there: String = text.lines().filter(is_value).flat_map(|line| [line, "\n"]).collect();
    let there = figures(&there);
    let base = |name: &str| name.trim_end_matches("_sum").trim_end_matches("_count").to_owned();
    let there: BTreeSet<String> = there.into_iter().map(base).collect();
    let alarms = alarms();
    for figure in figures(&alarms) {
        assert!(there.contains(figure), "{figure} is not among {there:?}");
    }
    let explained = figures(OPERATORS);
    for figure in &there {
        assert!(explained.contains(figure.as_str()), "{figure} is not explained to operators");
    }
    let value = |name: &str| {
        let of = |line: &&str| line.split([' ', '{']).next() == Some(name);
        let line = text.lines().find(of).unwrap_or_else(|| panic!("{name}: {text}"));
        line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()
    };
    assert_eq!(value("bahama_record_stopped"), 0.0);
    assert_eq!(value("bahama_meter_ties"), 1.0);
    assert!(value("bahama_meter_dollars") > 0.0);
    // A certificate of our own is good for longer than anybody lives, and nothing is backed up.
    assert!(value("bahama_certificate_ends_in_seconds") > 1e9);
    assert_eq!(value("bahama_backup_age_seconds"), f64::INFINITY);
}
