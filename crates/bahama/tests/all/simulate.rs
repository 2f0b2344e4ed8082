//! The simulator as a script meets it: the same figures everywhere, shards that add
//! up, and agreement with the exact values.

use serde_json::Value;

use crate::program::{Folder, bahama};

fn document(args: &[&str]) -> Value {
    let output = bahama(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let mut document: Value = serde_json::from_slice(&output.stdout).unwrap();
    // How fast it went is no figure of the game.
    document["rounds_per_second"].take();
    document
}

#[test]
fn the_document_has_what_scripts_rely_on() {
    let answer = document(&["simulate", "wsgc-bahama-bonus", "--rounds", "1e6", "--seed", "3"]);
    assert_eq!((&answer["rounds"], &answer["seed"]), (&1_000_000.into(), &3.into()));
    let main = &answer["main"];
    for key in ["ev", "se", "variance", "exact"] {
        assert!(main[key].is_f64(), "{key}");
    }
    assert!(main["sigmas"].as_f64().unwrap().abs() < 4.5);
    assert_eq!(answer["agrees"], true);
    let side = answer["side"].as_array().unwrap();
    // Two matches with three tables each, TriLux, Super 3, the progressive, insurance.
    assert_eq!(side.len(), 3 + 3 + 3 + 2 + 4 + 1);
    for wager in side {
        assert!(wager["ev"].is_f64() && wager["se"].is_f64(), "{wager}");
        let counts = wager["classes"].as_array().unwrap().iter();
        let met: u64 = counts.map(|class| class["count"].as_u64().unwrap()).sum();
        assert_eq!(wager["wagers"].as_u64(), Some(met));
    }
}

/// A pay table that is chosen is the only one of its spot.
#[test]
fn a_chosen_pay_table_is_the_only_one() {
    let job = ["simulate", "wsgc-bahama-bonus", "--rounds", "1000"];
    let answer = document(&[&job[..], &["--paytable", "match-up=2"]].concat());
    let of_spot = |wager: &&Value| wager["spot"] == "match-up";
    let tables: Vec<&Value> = answer["side"].as_array().unwrap().iter().filter(of_spot).collect();
    assert_eq!(tables.len(), 1);
    assert_eq!(tables[0]["paytable"], "2");
}

#[test]
fn shards_add_up_to_the_whole() {
    let folder = Folder::new();
    let job = ["simulate", "bahamas-bonus", "--rounds", "650000", "--seats", "2"];
    let mut files = Vec::new();
    for part in 1..=3 {
        let file = folder.path(&format!("{part}.json"));
        let shard = format!("{part}/3");
        let output = bahama(&[&job[..], &["--shard", &shard, "--out", &file]].concat());
        assert_eq!(output.status.code(), Some(0));
        files.push(file);
    }
    let merge: Vec<&str> =
        ["simulate", "--merge"].into_iter().chain(files.iter().map(String::as_str)).collect();
    assert_eq!(document(&merge), document(&job));

    let other = folder.path("other.json");
    let changed = ["simulate", "bahamas-bonus", "--rounds", "650000", "--seats", "3"];
    bahama(&[&changed[..], &["--shard", "2/3", "--out", &other]].concat());
    for (second, why) in [(&other, "the seats or the bet"), (&files[0], "is already")] {
        let output = bahama(&["simulate", "--merge", &files[0], second]);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn it_stops_at_a_precision_and_writes_a_page() {
    let folder = Folder::new();
    let page = folder.path("page.html");
    let answer = document(&[
        "simulate",
        "blackjack-bonus",
        "--rounds",
        "1e9",
        "--until-se",
        "1e-3",
        "--html",
        &page,
    ]);
    assert!(answer["main"]["se"].as_f64().unwrap() <= 1e-3);
    assert!(answer["rounds"].as_u64().unwrap() < 1_000_000_000);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<svg") && !page.contains("http") && !page.contains("<script"));
}

/// A chart is simulated as it is valued.
#[test]
fn charts_and_shoes_are_simulated() {
    let totals = document(&["simulate", "bahama-bonus", "--strategy", "totals", "--rounds", "4e6"]);
    assert!(totals["main"]["exact"].as_f64().unwrap() < -0.0042);
    assert_eq!(totals["agrees"], true);
    let cut = document(&["simulate", "bahama-bonus", "--shoe", "cut-card", "--rounds", "4e5"]);
    assert!(cut["main"]["cut_card_effect"].is_f64() && cut["main"]["sigmas"].is_null());
    let shoes = cut["shoes"].as_f64().unwrap();
    let cards = cut["cards"].as_f64().unwrap();
    assert!((216.0..288.0).contains(&(cards / shoes)), "{}", cards / shoes);
    let fixed = document(&["simulate", "bahama-bonus", "--shoe", "9", "--rounds", "4e5"]);
    assert!(fixed["main"]["sigmas"].as_f64().unwrap().abs() < 4.5);
}

/// Match can favour somebody who knows the dealt cards; a full shoe never does.
#[test]
fn knowledge_is_worth_something_deep_in_the_shoe() {
    let known = |share: &str| {
        let args = ["simulate", "wsgc-bahama-bonus", "--rounds", "1000", "--penetration", share];
        document(&args)["knowledge"]["wagers"].as_array().unwrap().clone()
    };
    assert!(known("0").iter().all(|wager| wager["positive"] == 0.0 && wager["gain"] == 0.0));
    let deep = known("0.9");
    let best = deep.iter().find(|wager| wager["spot"] == "match-up").unwrap();
    assert!(best["positive"].as_f64().unwrap() > 0.01 && best["gain"].as_f64().unwrap() > 0.0);
}

/// A counter who bets more on good shoes does better than one who bets flat.
#[test]
fn bets_can_follow_a_count() {
    let job = ["simulate", "blackjack-bonus", "--shoe", "cut-card", "--rounds", "4e6"];
    let flat = document(&job);
    let spread = document(&[&job[..], &["--spread", "1:4,3:12"]].concat());
    let ev = |of: &Value| (of["main"]["ev"].as_f64().unwrap(), of["main"]["se"].as_f64().unwrap());
    let ((flat_ev, flat_se), (ev, se)) = (ev(&flat), ev(&spread));
    assert!(ev - flat_ev > 3.0 * flat_se.hypot(se), "{ev} ± {se} and {flat_ev} ± {flat_se}");
    assert!(spread["main"]["average_bet"].as_f64().unwrap() > 1.5);
    assert!(spread["main"]["sigmas"].is_null() && spread["main"]["cut_card_effect"].is_null());
    // A spread of one unit everywhere is a flat bet.
    let ones = document(&[&job[..], &["--spread", "-5:1,2:1"]].concat());
    assert_eq!(ones["main"]["ev"], flat["main"]["ev"]);
}

/// Meters grow, are hit and reseeded as their mathematics says.
#[test]
fn meters_are_led_through_the_rounds() {
    let args = ["simulate", "wsgc-bahama-bonus", "--rounds", "8e6", "--seats", "3", "--meters"];
    let answer = document(&args);
    let meters = answer["meters"].as_array().unwrap();
    assert_eq!(meters.len(), 4);
    for meter in meters {
        let number = |key: &str| meter[key].as_f64().unwrap();
        assert!(number("hits") > 20.0, "{meter}");
        assert!(number("sigmas").abs() < 4.5, "{meter}");
        // The number of hits is Poisson's, nearly.
        let expected = 8e6 / number("exact_rounds_between_hits");
        assert!((number("hits") - expected).abs() < 4.5 * expected.sqrt() + 2.0, "{meter}");
    }
}

/// A rare round is found and replayed by the settlement.
#[test]
fn a_rare_round_is_found_and_settles() {
    for (event, spot) in [("four-same-colour", None), ("4-hands", Some("main"))] {
        let args = ["simulate", "bahama-bonus", "--bet", "500", "--rounds", "1e6", "--find", event];
        let output = bahama(&args);
        assert_eq!(output.status.code(), Some(0), "{event}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("of seed 1, seat 1"));
        let folder = Folder::new();
        let file = folder.path("round.json");
        std::fs::write(&file, &output.stdout).unwrap();
        let settled = bahama(&["settle", &file, "--json"]);
        assert_eq!(settled.status.code(), Some(0), "{event}");
        let settled: Value = serde_json::from_slice(&settled.stdout).unwrap();
        let lines = settled["lines"].as_array().unwrap();
        if spot.is_some() {
            assert_eq!(lines.iter().filter(|line| line["spot"] == "main").count(), 4);
        }
    }
    let none = bahama(&["simulate", "bahama-bonus", "--rounds", "1000", "--find", "special-bonus"]);
    assert_eq!(none.status.code(), Some(1));
}

/// Every round is a line, and the lines add up to the figures.
#[test]
fn samples_add_up() {
    let folder = Folder::new();
    let file = folder.path("rounds.csv");
    let job = ["simulate", "players-edge-21", "--rounds", "20000", "--seats", "2"];
    let answer = document(&[&job[..], &["--samples", &file]].concat());
    assert_eq!(answer, document(&job));
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 40_000);
    let sum =
        |place: usize| lines.iter().map(|line| line[place].parse::<f64>().unwrap()).sum::<f64>();
    let ev = (sum(7) - sum(6)) / 1_000.0 / 40_000.0;
    assert!((ev - answer["main"]["ev"].as_f64().unwrap()).abs() < 1e-12);
}

#[test]
fn wrong_usage_is_refused() {
    for (args, why) in [
        (&["bahama-bonus", "--rounds", "0"][..], "is no number of rounds"),
        (&["bahama-bonus", "--rounds", "1.5"], "is no number of rounds"),
        (&["bahama-bonus", "--shard", "4/3", "--out", "x"], "is no part of a whole"),
        (&["bahama-bonus", "--shoe", "often"], "is none of fresh"),
        (&["bahama-bonus", "--seats", "8"], "8 is not in 1..=7"),
        (&["bahama-bonus", "--bet", "1"], "outside the limits"),
        (&["bahama-bonus", "--find", "luck"], "is no event"),
        (&["bahama-bonus", "--spread", "1:2"], "needs a shoe that lasts"),
        (&["bahama-bonus", "--shoe", "9", "--spread", "2:2,1:4"], "is no spread"),
        (&["bahama-bonus", "--shoe", "9", "--spread", "1:2", "--tags", "1 2"], "thirteen"),
        (&["no-such-game"], "no-such-game"),
        (&[], "GAME"),
    ] {
        let output = bahama(&[&["simulate"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(why), "{args:?}");
    }
}
