//! `bahama play` in its line mode, driven through the real program.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::program::{give, text};

/// A folder for the purse.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().unwrap())
    }

    fn purse(&self) -> PathBuf {
        self.0.path().join("play.json")
    }

    fn play(&self, args: &[&str], lines: &str) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_bahama"));
        give(program.arg("play").args(args).env("BAHAMA_HOME", self.0.path()), lines)
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Compares with a file of `tests/all/play`; `BLESS=1` writes it anew.
fn assert_golden(name: &str, got: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/play").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, got).unwrap();
    }
    assert_eq!(got, read(&path), "{name}: run with BLESS=1 if the change is meant");
}

/// Plays the commands of a file; the whole output is in the file beside it.
fn check_sitting(name: &str, args: &[&str]) {
    let home = Home::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/play");
    let commands = read(&folder.join(format!("{name}.commands")));
    let output = home.play(args, &commands);
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
    assert_golden(&format!("{name}.txt"), &text(&output.stdout));
}

/// Two seats: bets, refusals, doubles and a rescue.
#[test]
fn a_sitting_reads_as_it_should() {
    check_sitting("sitting", &["wsgc-bahama-bonus", "--seed", "220", "--seats", "2"]);
}

/// One seat: a pair split to three hands, insurance, and the coach's word on both.
#[test]
fn splits_and_insurance_read_as_they_should() {
    check_sitting("splits", &["bahama-bonus", "--seed", "950"]);
}

/// A45: a table posts one set of wagers, the first where none is named, and says how to come to
/// the other; the meter is the same.
#[test]
fn a45_a_table_of_ones_own_posts_one_set_of_wagers() {
    let home = Home::new();
    let bets = "bet main 10\nbet match-up 5\nbet trilux 5\n";
    let played = |set: &[&str]| {
        let args = [&["wsgc-bahama-bonus"], set].concat();
        text(&home.play(&args, bets).stdout)
    };
    let first = played(&[]);
    assert!(first.contains("Main wager $10, Match-Up $5."), "{first}");
    assert!(first.contains("This table plays Match, not TriLux."), "{first}");
    let other = "`bahama play wsgc-bahama-bonus --set wagers=trilux+progressive` posts trilux.";
    assert!(first.contains(&format!("This table posts the set match; {other}")), "{first}");
    let second = played(&["--set", "wagers=trilux+progressive"]);
    assert!(second.contains("Main wager $10, TriLux Bonus $5."), "{second}");
    assert!(second.contains("This table plays TriLux, not Match."), "{second}");
    assert!(!second.contains("Beyond the sheets"), "{second}");
    assert!(played(&["--set", "wagers=base"]).contains("This table posts no set of wagers; "));
    let purse: serde_json::Value = serde_json::from_str(&read(&home.purse())).unwrap();
    assert_eq!(purse["meters"].as_object().unwrap().len(), 1, "one meter for both: {purse}");
    let both = ["wsgc-bahama-bonus", "--set", "wagers=match+trilux"];
    let refused = home.play(&both, bets);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("never posted together (A45)"));
}

#[test]
fn the_bankroll_and_the_meter_are_kept_between_sittings() {
    let home = Home::new();
    let first = home.play(&["bahama-bonus", "--seed", "3"], "bet main 5 progressive 1\ndeal\n");
    assert!(first.status.success());
    let first = text(&first.stdout);
    // The end of the lines ends the round as well: every hand stands.
    assert!(first.contains("The round is over"), "{first}");
    let left = first.lines().last().unwrap();
    let money =
        left.strip_prefix("You leave with ").and_then(|rest| rest.split_once(" of ")).unwrap();
    let second = text(&home.play(&["bahama-bonus"], "quit\n").stdout);
    assert!(second.contains(&format!("Your bankroll is {}.", money.0)), "{second}");
    assert!(second.contains("The Progressive meter shows $2,000.12."), "{second}");
    let third = text(&home.play(&["bahama-bonus", "--bankroll", "$250.50"], "").stdout);
    assert!(third.contains("You leave with $250.50 of play money"), "{third}");
    assert!(third.contains("$2,000.12"), "a new bankroll leaves the meter: {third}");
    assert!(read(&home.purse()).contains("\"bankroll\": 25050"));
}

#[test]
fn bets_that_were_not_dealt_are_not_lost() {
    let home = Home::new();
    let output = home.play(&["bahama-bonus"], "bet 100\nquit\n");
    assert!(text(&output.stdout).contains("You leave with $1,000"));
    assert!(read(&home.purse()).contains("\"bankroll\": 100000"));
}

#[test]
fn a_player_without_money_is_told_how_to_start_anew() {
    let home = Home::new();
    let output = home.play(&["bahama-bonus", "--bankroll", "4"], "bet 5\n");
    let said = text(&output.stdout);
    assert!(said.contains("`bahama play bahama-bonus --bankroll 1000` starts anew"), "{said}");
    assert!(said.contains("That takes $5 and your bankroll is $4."), "{said}");
}

#[test]
fn a_damaged_purse_is_reported_and_left_alone() {
    let held = r#"{"about":"","version":2,"bankroll":500,"meters":{"m":{"meter":-1,"reserve":0}}}"#;
    let debt = r#"{"about":"","version":2,"bankroll":-5}"#;
    for damage in ["", "{", "[]", r#"{"about":"","version":1,"bankroll":1}"#, held, debt] {
        let home = Home::new();
        std::fs::write(home.purse(), damage).unwrap();
        let output = home.play(&["bahama-bonus"], "bet 5\ndeal\n");
        assert_eq!(output.status.code(), Some(1), "{damage}");
        let said = text(&output.stderr);
        assert!(said.contains("play.json is damaged: "), "{damage}: {said}");
        assert!(said.contains("--bankroll 1000"), "{said}");
        assert_eq!(text(&output.stdout), "");
        assert_eq!(read(&home.purse()), damage, "nothing was changed");
        // Asked for a new bankroll, it keeps the damaged file and says so.
        let output = home.play(&["bahama-bonus", "--bankroll", "70"], "quit\n");
        assert!(output.status.success());
        assert!(text(&output.stderr).contains("play.json.damaged"), "{damage}");
        assert_eq!(read(&home.0.path().join("play.json.damaged")), damage);
        assert!(read(&home.purse()).contains("\"bankroll\": 7000"));
    }
}

/// A meter with another amount than its books is damage as well.
#[test]
fn a_changed_meter_is_found() {
    let home = Home::new();
    assert!(home.play(&["bahama-bonus"], "").status.success());
    let kept = read(&home.purse());
    let changed = kept.replacen("2000000000", "9000000000", 1);
    assert_ne!(changed, kept);
    std::fs::write(home.purse(), &changed).unwrap();
    let output = home.play(&["bahama-bonus"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("play.json is damaged: the meters"));
    assert_eq!(read(&home.purse()), changed, "nothing was changed");
    let output = home.play(&["bahama-bonus", "--bankroll", "70"], "");
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("play.json.damaged"));
    assert!(text(&output.stdout).contains("The Progressive meter shows $2,000."));
    assert!(read(&home.0.path().join("play.json.damaged")).contains("9000000000"));
}

#[test]
fn wrong_usage_is_refused_before_anything_is_kept() {
    let home = Home::new();
    for args in [
        &["no-such-game"][..],
        &["bahama-bonus", "--seats", "0"],
        &["bahama-bonus", "--seats", "8"],
        &["bahama-bonus", "--set", "seats=2", "--seats", "3"],
        &["bahama-bonus", "--bankroll", "0"],
        &["bahama-bonus", "--bankroll", "-5"],
        &["bahama-bonus", "--bankroll", "99999999999999"],
        &["bahama-bonus", "--seed", "x"],
        &["bahama-bonus", "--decks", "7"],
    ] {
        let output = home.play(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
    assert!(!home.purse().exists());
}

#[test]
fn two_tables_do_not_share_a_purse() {
    let home = Home::new();
    let _open = play::purse::Purse::open(home.0.path(), None).unwrap();
    let output = home.play(&["bahama-bonus"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("another table is open"));
}
