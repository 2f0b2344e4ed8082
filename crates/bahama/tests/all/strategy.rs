//! Strategy charts: every form, and the file that reads back.

use serde_json::Value;

use crate::program::{Folder, bahama};

fn printed(args: &[&str]) -> String {
    let output = bahama(args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_chart_reads_back_with_its_value() {
    let folder = Folder::new();
    let file = folder.path("chart.json");
    printed(&["strategy", "blackjack-bonus", "--format", "json", "--out", &file]);
    let chart: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert!(chart["cost"].as_f64().unwrap() > 0.0);
    let again = printed(&["strategy", "blackjack-bonus", "--strategy", &file, "--json"]);
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!(again["charts"], chart["charts"]);
    assert_eq!(again["ev"], chart["ev"]);
    let analysed =
        printed(&["analyze", "blackjack-bonus", "--wagers", "main", "--strategy", &file, "--json"]);
    let analysed: Value = serde_json::from_str(&analysed).unwrap();
    assert_eq!(analysed["main"]["ev"], chart["ev"]);
}

/// What players know: hit hard 12 against a ten, double eleven, split aces, and the
/// columns from 2 to ace.
#[test]
fn the_text_shows_three_charts() {
    let text = printed(&["strategy", "bahama-bonus"]);
    for title in ["FIRST TWO CARDS", "THREE OR MORE CARDS", "AFTER A DOUBLE"] {
        assert!(text.contains(title), "{title}");
    }
    let row = |label: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(label)).unwrap();
        line.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("A-A"), vec!["P"; 10]);
    assert_eq!(row("11 "), vec!["Dh"; 10]);
    assert_eq!(row("Hard totals")[1..], ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]);
    // Without doubles after a double and rescue there is no third chart, and the legend
    // explains what the charts show.
    let plain = printed(&["strategy", "blackjack-bonus"]);
    for (word, is_plain) in [("AFTER A DOUBLE", false), ("X  rescue", false), ("S  stand", true)] {
        assert!(text.contains(word) && plain.contains(word) == is_plain, "{word}");
    }
}

#[test]
fn pages_and_pictures_stand_alone() {
    let html = printed(&["strategy", "players-edge-21", "--bet", "2500", "--format", "html"]);
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("<th scope=\"row\">A-A</th>"));
    assert!(!html.contains("http") && !html.contains("<script"));
    let svg = printed(&["strategy", "blackjack-bonus", "--strategy", "totals", "--format", "svg"]);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<rect").count(), svg.matches("</rect>").count() + 1);
}

#[test]
fn wrong_files_are_refused_with_their_place() {
    let folder = Folder::new();
    let file = folder.path("wrong.json");
    let chart = printed(&["strategy", "blackjack-bonus", "--strategy", "totals", "--json"]);
    for (from, to, why) in [
        ("bahama-strategy-1", "bahama-strategy-9", "bahama-strategy-9"),
        ("\"pairs\"", "\"pears\"", "charts.two-cards.pairs.2 is missing"),
        ("\"split/hit\"", "\"spilt/hit\"", "\"spilt/hit\" is no cell of a chart"),
        ("\"split/hit\"", "\"rescue/hit\"", "charts.two-cards.pairs.2: rescue is never legal"),
        ("{", "[", "not JSON"),
    ] {
        std::fs::write(&file, chart.replacen(from, to, 1)).unwrap();
        let output = bahama(&["strategy", "blackjack-bonus", "--strategy", &file]);
        assert_eq!(output.status.code(), Some(1), "{to}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(why), "{said}");
    }
    let output = bahama(&["strategy", "blackjack-bonus", "--strategy", "nowhere.json"]);
    assert_eq!(output.status.code(), Some(1));
    let output = bahama(&["strategy", "bahama-bonus", "--bet", "1"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Nobody who follows the chart doubles down to a hard 8 against a nine: the cell is silent, and
/// the file still has the play that is right there. What is hardly met is marked.
#[test]
fn cells_that_nobody_meets_are_silent() {
    let file: Value =
        serde_json::from_str(&printed(&["strategy", "bahama-bonus", "--json"])).unwrap();
    let at = |what: &str, part: &str, group: &str, row: &str, up: usize| {
        file[what][part][group][row][up].clone()
    };
    // Columns run from two to ace, so a nine is the eighth.
    assert_eq!(at("hands_per_round", "after-double", "hard", "8", 7), 0.0);
    let two = at("hands_per_round", "two-cards", "hard", "12", 7).as_f64().unwrap();
    assert!((1e-4..1e-2).contains(&two), "{two}");
    let text = printed(&["strategy", "bahama-bonus"]);
    let doubled = &text[text.find("AFTER A DOUBLE").unwrap()..];
    let row = doubled.lines().find(|line| line.trim_start().starts_with("8 ")).unwrap();
    assert_eq!(row.split_whitespace().nth(8), Some("\u{b7}"), "{row}");
    assert!(text.contains("never met by who plays so"), "{text}");
    // Who is there all the same: doubled once, 2-2-4 against a nine.
    let hand = ["hand", "bahama-bonus", "--cards", "2s 2h 4d", "--up", "9c", "--doubles", "1"];
    let worth: Value = serde_json::from_str(&printed(&[&hand[..], &["--json"]].concat())).unwrap();
    let play = at("charts", "after-double", "hard", "8", 7);
    let first = play.as_str().unwrap().split(['/', ' ']).next().unwrap().to_owned();
    assert_eq!(worth["best"], first);
}

/// Every form marks the same cells: those that nobody asks, and those that hardly anybody does.
#[test]
fn every_form_marks_what_is_seldom_met() {
    let printed = |format| printed(&["strategy", "bahama-bonus", "--format", format]);
    let file: Value = serde_json::from_str(&printed("json")).unwrap();
    let groups = file["met"].as_object().unwrap().values().flat_map(|of| of.as_object().unwrap());
    let rows = groups.flat_map(|(_, rows)| rows.as_object().unwrap().values());
    let cells: Vec<&str> = rows
        .flat_map(|cells| cells.as_array().unwrap().iter().map(|it| it.as_str().unwrap()))
        .collect();
    let said = |word: &str| cells.iter().filter(|met| **met == word).count();
    let [never, hardly] = ["never", "hardly"].map(said);
    assert!(never > 10 && hardly > 0 && said("often") > never, "{never} never, {hardly} hardly");
    assert_eq!(never + hardly + said("often"), cells.len());
    // In the text the legend has each mark once more.
    let text = printed("text");
    assert_eq!(text.matches('\u{b7}').count(), never + 1, "{text}");
    assert_eq!(text.matches('\u{b0}').count(), hardly + 1, "{text}");
    for (form, end) in [("html", "</abbr>"), ("svg", "</text>")] {
        let page = printed(form);
        let marked = |mark: char| page.matches(&format!("{mark}{end}")).count();
        let legend = usize::from(form == "svg");
        assert_eq!(
            [marked('\u{b7}'), marked('\u{b0}')],
            [never + legend, hardly + legend],
            "{form}"
        );
    }
}

/// A-A-2 and A-A-A against a four, doubled: what the cells say is the play that `hand` finds best for
/// who is there, also where hardly anybody is, and only there they are marked.
#[test]
fn cells_that_are_seldom_met_are_right() {
    let args = ["strategy", "bahama-bonus"];
    let file: Value = serde_json::from_str(&printed(&[&args[..], &["--json"]].concat())).unwrap();
    let text = printed(&args);
    let doubled = &text[text.find("AFTER A DOUBLE").unwrap()..];
    for (total, cards, is_marked) in [("14", "As Ah 2d", false), ("13", "As Ah Ad", true)] {
        // Columns run from two to ace, so a four is the third.
        let at = |what: &str| file[what]["after-double"]["soft"][total][2].clone();
        let met = at("hands_per_round").as_f64().unwrap();
        assert!(met > 0.0 && (met < 1e-6) == is_marked, "soft {total}: {met}");
        let label = format!("soft {total} ");
        let row = doubled.lines().find(|line| line.trim_start().starts_with(&label)).unwrap();
        let shown = row.split_whitespace().nth(4).unwrap();
        assert_eq!(shown.ends_with('\u{b0}'), is_marked, "{row}");
        let hand = ["hand", "bahama-bonus", "--cards", cards, "--up", "4c", "--doubles", "1"];
        let worth = printed(&[&hand[..], &["--json"]].concat());
        let worth: Value = serde_json::from_str(&worth).unwrap();
        let cell = at("charts");
        let first = cell.as_str().unwrap().split(['/', ' ']).next().unwrap().to_owned();
        assert_eq!((worth["best"].as_str(), &*first), (Some("double"), "double"), "{worth}");
    }
}
