//! The simulator as a script meets it: the same figures everywhere, shards that add
//! up, and agreement with the exact values.

use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::{Folder, bahama, text};

fn document(args: &[&str]) -> Value {
    let output = bahama(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let mut document: Value = serde_json::from_slice(&output.stdout).unwrap();
    // How fast it went is no figure of the game.
    document["rounds_per_second"].take();
    // Different commands make the same figures.
    document["provenance"]["command"].take();
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
    // What was merged can be merged again.
    let two = folder.path("two.json");
    let output = bahama(&["simulate", "--merge", &files[2], &files[0], "--out", &two]);
    assert!(output.status.success());
    assert_eq!(document(&["simulate", "--merge", &files[1], &two]), document(&job));

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

/// What another generator played is neither gone on from nor merged: the same seed has other cards
/// there.
#[test]
fn figures_of_another_generator_are_refused() {
    let folder = Folder::new();
    let (part, stands) = (folder.path("part.json"), folder.path("stands.json"));
    let job = ["simulate", "bahama-bonus", "--rounds", "1000"];
    let shard = [&job[..], &["--shard", "1/1", "--out", &part]].concat();
    let kept = [&job[..], &["--checkpoint", &stands]].concat();
    for (first, then) in [(&shard[..], &["simulate", "--merge", &part][..]), (&kept[..], &kept[..])]
    {
        for args in [first, then] {
            assert_eq!(bahama(args).status.code(), Some(0), "{args:?}");
        }
        let file = if first == kept { &stands } else { &part };
        let text_of = std::fs::read_to_string(file).unwrap();
        let other = text_of.replace(sim::GENERATOR, "folded-counter-0");
        assert_ne!(other, text_of);
        std::fs::write(file, other).unwrap();
        let refused = bahama(then);
        assert_eq!(refused.status.code(), Some(1), "{then:?}");
        let said = text(&refused.stderr);
        assert!(said.contains("was played with the generator “folded-counter-0”"), "{said}");
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

/// A run that goes on from its checkpoint has the figures of one that was never stopped.
#[test]
fn a_checkpoint_is_gone_on_from() {
    let folder = Folder::new();
    let file = folder.path("stands.json");
    let job = ["simulate", "bahama-bonus", "--rounds", "300000", "--threads", "1"];
    let kept = [&job[..], &["--checkpoint", &file]].concat();
    let whole = document(&job);
    assert_eq!(document(&kept), whole);
    assert_eq!(document(&kept), whole);
    let other = [&kept[..], &["--seed", "2"]].concat();
    let output = bahama(&other);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("the seed"));
}

/// A run that has written its first checkpoint.
fn under_way(args: &[&str], checkpoint: &str) -> Child {
    let mut run = Command::new(env!("CARGO_BIN_EXE_bahama"));
    let mut run = run.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !std::fs::exists(checkpoint).unwrap() {
        assert!(run.try_wait().unwrap().is_none(), "{args:?} is over without a checkpoint");
        std::thread::sleep(Duration::from_millis(1));
    }
    run
}

/// A run that is killed in the middle goes on to the figures of one that never was.
#[test]
fn a_killed_run_goes_on_to_the_same_figures() {
    let folder = Folder::new();
    let file = folder.path("stands.json");
    let job = ["simulate", "bahama-bonus", "--rounds", "3e7"];
    let kept = [&job[..], &["--checkpoint", &file]].concat();
    let done = loop {
        let mut run = under_way(&kept, &file);
        run.kill().unwrap();
        run.wait().unwrap();
        let stands: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        // On a busy machine it may have come to its end before it was killed.
        match stands["chunks"].as_u64().unwrap() {
            300 => std::fs::remove_file(&file).unwrap(),
            chunks => break chunks,
        }
    };
    assert!((1..300).contains(&done), "{done} chunks");
    let output = bahama(&[&kept[..], &["--json"]].concat());
    let said = format!("going on after {} rounds", done * 100_000);
    assert!(text(&output.stderr).contains(&said), "{output:?}");
    let mut on: Value = serde_json::from_slice(&output.stdout).unwrap();
    on["rounds_per_second"].take();
    on["provenance"]["command"].take();
    assert_eq!(on, document(&job));
}

/// A checkpoint that is as precise as was asked is not gone on from: the figures stay.
#[test]
fn a_precision_that_is_reached_stays() {
    let folder = Folder::new();
    let file = folder.path("stands.json");
    let job = ["simulate", "bahama-bonus", "--until-se", "6e-4"];
    let kept = [&job[..], &["--checkpoint", &file]].concat();
    let first = document(&kept);
    assert!(first["main"]["se"].as_f64().unwrap() <= 6e-4);
    let stands = std::fs::read(&file).unwrap();
    assert_eq!(document(&kept), first);
    assert_eq!(std::fs::read(&file).unwrap(), stands);
    assert_eq!(document(&job), first);
}

/// Interrupts a run by Ctrl-C and waits for what it says.
fn interrupted(args: &[&str]) -> Output {
    let folder = Folder::new();
    let file = folder.path("stands.json");
    let run = under_way(&[args, &["--checkpoint", &file]].concat(), &file);
    let id = run.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    run.wait_with_output().unwrap()
}

/// Runs the command that an output says.
fn repeated(command: &str) -> Vec<u8> {
    let words: Vec<&str> = command.split(' ').collect();
    assert!(!command.contains("--checkpoint") && !command.contains("--until-se"), "{command}");
    let output = bahama(&words[1..]);
    assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
    output.stdout
}

/// Ctrl-C: what was played is shown, and says so; the command in it names the rounds that were
/// played and makes the same bytes, but for the word that it was interrupted.
#[test]
fn an_interrupted_run_is_made_again_by_its_command() {
    let job = ["simulate", "bahama-bonus", "--rounds=1e11", "--seed", "3"];
    let output = interrupted(&[&job[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let mut cut: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rounds = cut["rounds"].as_u64().unwrap();
    assert!(0 < rounds && rounds < 100_000_000_000);
    assert_eq!(cut["interrupted"], true);
    assert_eq!(cut["rounds_asked"], 100_000_000_000u64);
    let command = cut["provenance"]["command"].as_str().unwrap();
    let mut whole: Value = serde_json::from_slice(&repeated(command)).unwrap();
    assert_eq!((&whole["interrupted"], &whole["rounds_asked"]), (&json!(false), &json!(rounds)));
    for of in [&mut cut, &mut whole] {
        for measured in ["interrupted", "rounds_asked", "rounds_per_second"] {
            of[measured].take();
        }
    }
    assert_eq!(cut, whole);

    for (asked, said) in [("--rounds", "before the 100,000,000,000 rounds"), ("--until-se", "")] {
        let much = if said.is_empty() { "1e-9" } else { "1e11" };
        let output = interrupted(&["simulate", "bahama-bonus", asked, much]);
        let cut = text(&output.stdout);
        let is_note = |line: &&str| line.starts_with("interrupted before the");
        let note: Vec<&str> = cut.lines().filter(is_note).collect();
        assert!(note.len() == 1 && note[0].contains(said), "{cut}");
        let command = cut.lines().last().unwrap().trim().strip_prefix("again").unwrap().trim();
        let without: Vec<&str> = cut.lines().filter(|line| !is_note(line)).collect();
        assert_eq!(text(&repeated(command)).lines().collect::<Vec<_>>(), without, "{command}");
    }
}

/// How fast it went is told on standard error, by the wall's clock and by the processor's, which is
/// the time of all threads: of one thread, no more than passed on the wall.
#[test]
fn the_pace_is_told_in_processor_time() {
    for form in [&[][..], &["--json"]] {
        let job = ["simulate", "bahama-bonus", "--rounds", "4e6", "--threads", "1"];
        let output = bahama(&[&job[..], form].concat());
        let said = text(&output.stderr);
        let line = said.lines().find(|line| line.ends_with("million rounds a processor second"));
        let words: Vec<&str> = line.unwrap_or_else(|| panic!("{said}")).split(' ').collect();
        // "W s, N million rounds a second; P s of processor time, N million rounds a processor second"
        let [wall, rate, processor, processor_rate] =
            [0, 2, 7, 12].map(|place| words[place].parse::<f64>().unwrap());
        assert!(0.02 < processor && processor < 1.1 * wall + 0.1, "{said}");
        for (seconds, rate) in [(wall, rate), (processor, processor_rate)] {
            // Both are rounded to two digits.
            assert!((rate * seconds / 4.0 - 1.0).abs() < 0.006 / seconds + 0.006 / rate, "{said}");
        }
        let figures = text(&output.stdout);
        assert!(!figures.contains("million rounds"), "{figures}");
    }
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

/// Whole rounds, packed or not, are settled again to the same lines; a line that was changed is
/// not believed.
#[test]
fn whole_samples_settle_again() {
    let folder = Folder::new();
    let job = ["simulate", "players-edge-21", "--rounds", "2000", "--bet", "1000", "--seats", "2"];
    let mut answers = Vec::new();
    for name in ["rounds.jsonl", "rounds.jsonl.gz"] {
        let file = folder.path(name);
        let ev = document(&[&job[..], &["--samples", &file]].concat())["main"]["ev"].take();
        let settled = bahama(&["settle", "--batch", &file]);
        assert_eq!(settled.status.code(), Some(0), "{name}");
        let lines = String::from_utf8(settled.stdout).unwrap();
        let gain = |line: &str| {
            let answer: Value = serde_json::from_str(line).unwrap();
            let main = answer["lines"].as_array().unwrap().iter().filter(|it| it["spot"] == "main");
            main.map(|it| it["returned"].as_f64().unwrap() - it["staked"].as_f64().unwrap())
                .sum::<f64>()
        };
        let won: f64 = lines.lines().map(gain).sum();
        assert_eq!(lines.lines().count(), 2_000, "{name}");
        assert!((won / 4_000.0 / 1_000.0 - ev.as_f64().unwrap()).abs() < 1e-12, "{name}");
        answers.push(lines);
    }
    assert_eq!(answers[0], answers[1]);
    let plain = std::fs::read_to_string(folder.path("rounds.jsonl")).unwrap();
    let changed = plain.lines().next().unwrap().replacen("\"returned\":", "\"returned\":1", 1);
    let file = folder.path("changed.jsonl");
    std::fs::write(&file, changed).unwrap();
    let refused = bahama(&["settle", "--json", &file]);
    assert_eq!(refused.status.code(), Some(1));
    let refused: Value = serde_json::from_slice(&refused.stdout).unwrap();
    assert_eq!(refused["error"]["code"], "round.lines");
}

#[test]
fn wrong_usage_is_refused() {
    for (args, why) in [
        (&["bahama-bonus", "--rounds", "0"][..], "is no number of rounds"),
        (&["bahama-bonus", "--rounds", "1.5"], "is no number of rounds"),
        (&["bahama-bonus", "--shard", "4/3", "--out", "x"], "is no part of a whole"),
        (&["bahama-bonus", "--shoe", "often"], "is none of fresh"),
        (&["bahama-bonus", "--seats", "8"], "8 is not in 1..=7"),
        (&["bahama-bonus", "--bet", "1"], "takes $"),
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

/// A shoe that lasts has a second estimate beside the plain one, with an error of its own, and
/// says how many rounds that saves; so do bets by a count, which say whether their count balances.
#[test]
fn shoes_that_last_are_coupled_with_what_is_known() {
    let job = ["simulate", "bahama-bonus", "--rounds", "4e5", "--shoe", "cut-card"];
    let main = document(&job)["main"].take();
    let coupled = &main["coupled"];
    let number = |value: &Value| value.as_f64().unwrap();
    assert!(number(&coupled["se"]) < number(&main["se"]) / 2.0, "{main}");
    let apart = number(&coupled["ev"]) - number(&main["ev"]);
    assert!(apart.abs() < 4.5 * number(&main["se"]), "{main}");
    assert!(number(&coupled["times_fewer_rounds"]) > 4.0, "{main}");
    assert!(coupled["cut_card_effect"].is_f64() && main["cut_card_effect"].is_f64());
    let fresh = document(&["simulate", "bahama-bonus", "--rounds", "1000"]);
    assert!(fresh["main"]["coupled"].is_null());
    let counted = document(&[&job[..], &["--spread", "1:2,3:4"]].concat());
    assert!(number(&counted["main"]["coupled"]["se"]) < number(&counted["main"]["se"]));
    assert_eq!(counted["count"]["balanced"], true);
    let hi_lo = ["--spread", "1:2,3:4", "--tags", "-1 1 1 1 1 1 0 0 0 -1 -1 -1 -1"];
    let hi_lo = document(&[&job[..], &hi_lo].concat());
    assert_eq!(hi_lo["count"]["balanced"], false);
    assert_eq!(hi_lo["count"]["initial_running_count"], -24);
    // The two counts are nearly the same, and so is what is bet by them.
    let bets = [&counted, &hi_lo].map(|it| number(&it["main"]["average_bet"]));
    assert!((bets[0] - bets[1]).abs() < 0.2, "{bets:?}");
}

/// What is written between two marks, the first time.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap_or_else(|| panic!("no {from}")) + from.len();
    &page[start..start + page[start..].find(to).unwrap()]
}

/// The places of a line's points in the picture.
fn points(page: &str, class: &str) -> Vec<(f64, f64)> {
    let points = between(page, &format!("class=\"{class}\" points=\""), "\"");
    let point = |point: &str| {
        let (x, y) = point.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    points.split_whitespace().map(point).collect()
}

/// Where a value lies in the picture, by the labels of the axis of results: the labels have five
/// digits, the places a tenth.
fn axis(page: &str) -> impl Fn(f64) -> f64 {
    let ticks = between(page, "<polygon class=\"band\"", "<path class=\"axis\"");
    let values: Vec<(f64, f64)> = ticks
        .split("<line class=\"tick\" x1=\"87\"")
        .skip(1)
        .map(|tick| {
            let place = between(tick, "y1=\"", "\"").parse().unwrap();
            (place, between(tick, "text-anchor=\"end\">", "<").parse().unwrap())
        })
        .collect();
    let (first, last) = (values[0], values[values.len() - 1]);
    assert!(values.len() >= 3 && first.1 < last.1, "{values:?}");
    move |value| first.0 + (value - first.1) / (last.1 - first.1) * (last.0 - first.0)
}

/// The page shows how the estimate came to the exact value, drawn where its axes say; the caption
/// names each line with its figure, units and source, and what the band is.
#[test]
fn the_page_has_the_way_of_the_estimate() {
    let folder = Folder::new();
    let file = folder.path("page.html");
    let job = ["simulate", "bahama-bonus", "--rounds", "1e6", "--seed", "5"];
    let answer = document(&[&job[..], &["--html", &file]].concat());
    let page = std::fs::read_to_string(&file).unwrap();
    let main = |key: &str| answer["main"][key].as_f64().unwrap();
    let half = 1.96 * main("se");

    let y = axis(&page);
    let level = between(&page, "<line class=\"zero\"", "/>");
    let level: f64 = between(level, "y1=\"", "\"").parse().unwrap();
    let (way, band) = (points(&page, "way"), points(&page, "band"));
    assert_eq!(band.len(), 2 * way.len());
    let end = way.len() - 1;
    for (drawn, value) in [
        (level, main("exact")),
        (way[end].1, main("ev")),
        (band[end].1, main("exact") + half),
        (band[end + 1].1, main("exact") - half),
    ] {
        assert!((drawn - y(value)).abs() < 0.8, "{drawn} is not {} of {value}", y(value));
    }

    let caption = between(&page, "<figcaption>", "</figcaption>");
    for said in [
        format!("seed 5; at the end {:+.6} after 1,000,000 rounds", main("ev")),
        format!("fresh shoe, {:+.6}, by exact analysis (bahama analyze)", main("exact")),
        "± 1.96 standard errors, in which 95 of 100 estimates of as many rounds lie".to_owned(),
        format!("lie; at the end ± {half:.6}"),
        "in main wagers".to_owned(),
    ] {
        assert!(caption.contains(&said), "{said}: {caption}");
    }
    for part in [">result, in main wagers<", ">rounds, in powers of ten<", ">1e6<"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("Where this comes from"));

    // A cut card moves the estimate: then nobody is told that estimates lie in the band.
    let cut = [&job[..], &["--shoe", "cut-card", "--html", &file]].concat();
    assert_eq!(bahama(&cut).status.code(), Some(0));
    let page = std::fs::read_to_string(&file).unwrap();
    let caption = between(&page, "<figcaption>", "</figcaption>");
    assert!(caption.contains("with a cut card") && !caption.contains("95 of 100"), "{caption}");
}
