//! The program as a script meets it: documents, exit codes, clear errors.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{Folder, bahama, document, fed, text};

/// The round of the interface's own example.
const EXAMPLE: &str = r#"{"game":"wsgc-bahama-bonus","configuration":"h17","decks":6,
 "paytables":{"match-up":"1"},
 "meters":{"progressive":{"meter":1000000,"reserve":0,"seed":500000}},
 "bets":{"1":{"main":1000,"match-up":500},"3":{"main":2000}},
 "cards":["7s","9d","6h","5d","Kc","3c","9c","8h"],
 "choices":["1 hit","3 stand"]}"#;

#[test]
fn the_example_of_the_interface_settles_as_printed() {
    let output = fed(&["settle", "-", "--json"], EXAMPLE);
    assert_eq!(output.status.code(), Some(0));
    let answer = document(&output);
    assert_eq!(
        answer["lines"],
        json!([
            {"seat":3,"spot":"main","hand":1,"staked":2000,"returned":4000,"reason":"19 beats 17"},
            {"seat":1,"spot":"main","hand":1,"staked":1000,"returned":2000,"reason":"21 wins"},
            {"seat":1,"spot":"match-up","staked":500,"returned":0,"reason":"no match"},
        ])
    );
    assert_eq!(answer["dealer"], json!(["6h", "3c", "8h"]));
    assert_eq!(answer["dealer_total"], 17);
    assert_eq!(answer["cards_used"], 8);
    assert_eq!(answer["house_gain"], -2500);
}

#[test]
fn a_refused_round_is_exit_code_one_and_an_error_document() {
    let input = EXAMPLE.replace("1 hit", "1 split");
    let output = fed(&["settle", "-", "--json"], &input);
    assert_eq!(output.status.code(), Some(1));
    let error = &document(&output)["error"];
    assert_eq!(error["code"], "act.illegal");
    assert_eq!(error["legal"], json!(["hit", "stand", "double", "surrender"]));
    let output = fed(&["settle", "-"], &input);
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true));
    assert!(
        text(&output.stderr)
            .contains("seat 1 cannot split now; it can hit, stand, double, surrender")
    );
}

#[test]
fn a_batch_answers_every_line() {
    let good = EXAMPLE.replace('\n', "");
    let input = format!("{good}\n{{}}\n\n{good}\n");
    let output = fed(&["settle", "--batch", "-"], &input);
    assert_eq!(output.status.code(), Some(1));
    let answers: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0], answers[2]);
    assert_eq!(answers[1]["error"]["code"], "round.shape");
    assert_eq!(fed(&["settle", "--batch", "-"], &good).status.code(), Some(0));
}

#[test]
fn games_lists_what_scripts_rely_on() {
    let output = bahama(&["games", "--json"]);
    let games = document(&output);
    let wsgc =
        games.as_array().unwrap().iter().find(|game| game["id"] == "wsgc-bahama-bonus").unwrap();
    assert_eq!(games.as_array().unwrap().len(), games::GAMES.len());
    assert_eq!(wsgc["decks"], json!([5, 6, 8]));
    assert_eq!(wsgc["configurations"], json!(["h17", "s17"]));
    for (key, ids) in
        [("match-up", json!(["1", "2", "3"])), ("trilux", json!(["TRI-01", "TRI-03", "TRI-04"]))]
    {
        assert_eq!(wsgc["paytables"][key], ids);
    }
    assert!(wsgc["spots"].as_array().unwrap().contains(&json!("progressive")));
}

#[test]
fn rules_list_every_setting_with_its_values_and_source() {
    let output = bahama(&["rules", "players-edge-21", "--json"]);
    let settings = document(&output)["settings"].clone();
    let soft_17 =
        settings.as_array().unwrap().iter().find(|setting| setting["key"] == "soft-17").unwrap();
    assert_eq!(
        soft_17,
        &json!({"key":"soft-17","value":"hit","values":"hit | stand","from":"004 14.note"})
    );
    for setting in settings.as_array().unwrap() {
        assert_ne!(setting["from"], "", "{setting}");
    }
}

#[test]
fn wrong_usage_is_exit_code_two_and_says_what_is_possible() {
    for (args, what) in [
        (&["rules", "bahama"][..], "there are bahama-bonus, bahamas-bonus"),
        (&["rules", "bahama-bonus", "--decks", "4"], "choose 5, 6, 8"),
        (&["rules", "bahama-bonus", "--configuration", "s17"], "it has h17"),
        (&["rules", "wsgc-bahama-bonus", "--paytable", "match-up=4"], "choose 1, 2, 3"),
        (
            &["rules", "wsgc-bahama-bonus", "--decks", "8", "--paytable", "match-up=3"],
            "choose 1, 2",
        ),
        (&["rules", "bahama-bonus", "--set", "soft-17=sit"], "write one of: hit, stand"),
        (&["rules", "bahama-bonus", "--set", "soft17=hit"], "did you mean “soft-17”"),
        (&["shuffle"], "unrecognized subcommand"),
    ] {
        let output = bahama(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains(what), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn what_if_settings_change_the_game_and_say_where_they_go_beyond_the_sheet() {
    let output = bahama(&["rules", "bahama-bonus", "--set", "soft-17=stand"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("stands on every 17"));
    assert!(text(&output.stderr).contains("beyond the sheets: "));
}

#[test]
fn the_selftest_passes_and_adds_no_game() {
    let output = bahama(&["selftest", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let report = document(&output);
    assert_eq!(report["failed"], 0);
    let figures = report["figures"].as_array().unwrap();
    assert_eq!(report["passed"], figures.len());
    let m17 = figures.iter().find(|figure| figure["id"] == "M17").unwrap();
    assert_eq!((&m17["published"], &m17["pass"]), (&json!("-0.527191547"), &json!(true)));
    for id in ["M18", "M19", "M20", "M23"] {
        assert!(figures.iter().any(|figure| figure["id"] == id), "{id} is missing");
    }
    assert_eq!(report["provenance"]["command"], "bahama selftest --json");
    // The command makes the same bytes again, on any number of threads the same figures.
    let again = bahama(&["selftest", "--json", "--threads", "1"]);
    let mut again = document(&again);
    again["provenance"]["command"] = report["provenance"]["command"].clone();
    assert_eq!(again.to_string(), report.to_string());
    let games = text(&bahama(&["games"]).stdout);
    assert!(!games.contains("spanish-21") && !games.contains("conventional"));
}

/// L-13: a few schedules, told as lines and as a document; the same seed tells the same.
#[test]
fn l_13_soak_reports_what_it_met() {
    let args = ["soak", "--seed", "7", "--schedules", "3", "--steps", "60", "--json"];
    let output = bahama(&args);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    let report = document(&output);
    assert_eq!((&report["seed"], &report["report"]["schedules"]), (&json!(7), &json!(3)));
    assert!(report["report"]["accepted"].as_u64().unwrap() > 20);
    assert_eq!(document(&bahama(&args)), report);
    let lines = text(&bahama(&args[..args.len() - 1]).stdout);
    assert!(lines.contains("3 schedules") && lines.contains("every promise kept"), "{lines}");
    let refused = bahama(&["soak", "--minutes", "never"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn help_has_examples_everywhere_and_the_manual_and_completions_are_written() {
    for command in [
        "games",
        "rules",
        "check",
        "analyze",
        "hand",
        "meter",
        "settle",
        "backup",
        "restore",
        "selftest",
        "simulate",
        "soak",
        "strategy",
        "play",
        "completions",
        "manual",
    ] {
        let output = bahama(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Example"), "{command}");
    }
    assert!(text(&bahama(&["manual"]).stdout).contains(".TH"));
    assert!(text(&bahama(&["completions", "bash"]).stdout).contains("_bahama"));
}

/// Everything that takes long works on as many threads as are asked for, with the same figures.
#[test]
fn long_work_takes_threads() {
    for command in ["analyze", "hands", "law", "par", "selftest", "simulate", "strategy"] {
        let output = bahama(&[command, "--help"]);
        assert!(text(&output.stdout).contains("--threads <N>"), "{command}");
    }
    let figures = |more: &[&str]| {
        let args = ["hands", "blackjack-bonus", "--set", "hands=2", "--json"];
        document(&bahama(&[&args[..], more].concat()))["hands"].to_string()
    };
    assert_eq!(figures(&["--threads", "1"]), figures(&["--threads", "3"]));
    let none = bahama(&["hands", "blackjack-bonus", "--threads", "0"]);
    assert_eq!(none.status.code(), Some(2));
}

/// Whoever has seen enough closes the pipe (`bahama completions bash | head`): no crash, no word.
#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    for words in [&["completions", "bash"][..], &["manual"], &["rules", "bahama-bonus"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bahama"));
        command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        assert_eq!(text(&output.stderr), "", "{words:?}");
    }
}

/// What is typed is looked at, also where it would not be used.
#[test]
fn options_that_do_not_fit_are_refused() {
    for (more, code, what) in [
        (&["--wagers", "side", "--bet", "3"][..], 2, "takes $"),
        (&["--wagers", "side", "--strategy", "nowhere"], 1, "--strategy nowhere"),
        (&["--wagers", "main", "--vulnerability"], 2, "--vulnerability"),
    ] {
        let output = bahama(&[&["analyze", "bahama-bonus"][..], more].concat());
        assert_eq!(output.status.code(), Some(code), "{more:?}");
        assert!(text(&output.stderr).contains(what), "{}", text(&output.stderr));
    }
}

#[test]
fn l_16_a_data_directory_goes_out_and_back() {
    let folder = Folder::new();
    let (data, saved, new) = (folder.path("data"), folder.path("saved"), folder.path("new"));
    let output = bahama(&["backup", &saved, "--data", &data, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(document(&output)["error"]["code"], "store.no-floor");

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // A store in use, as a running server has it.
    let _running = runtime
        .block_on(store::Store::open(&store::DataDir::new(&data), store::Options::SERVE))
        .unwrap();
    let output = bahama(&["backup", &saved, "--data", &data, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(document(&output)["tables"], json!([]));
    assert!(text(&output.stderr).contains("checking every chain"));

    let key = folder.path("data/shoe.key");
    let output = bahama(&["restore", &saved, "--data", &new, "--key", &key]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("rounds in play go on: 0 tables"));
    let output = bahama(&["restore", &saved, "--data", &new]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the directory is not empty"));
}
