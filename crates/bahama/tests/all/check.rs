//! `check`: really all faults, in one pass.

use bahama::library;
use rules::{GameFile, Problem};

use crate::program::{bahama, document, text};

const WASHINGTON: &str = include_str!("../../../../games/wsgc-bahama-bonus.toml");
const BLACKJACK: &str = include_str!("../../../../games/blackjack-bonus.toml");

/// Replaces one place of a file.
fn plant(text: &str, place: &str, old: &str, new: &str) -> String {
    let (before, after) = text.split_once(place).expect("the place is in the file");
    assert!(after.contains(old), "{place} has no {old}");
    format!("{before}{place}{}", after.replacen(old, new, 1))
}

/// Faults of syntax, shape, value and analysis, none of which hides another.
#[test]
fn nine_planted_faults_are_found_in_one_pass() {
    let planted = [
        ("[rules]\n", "seats                    = { is = 7", "seats = { is = true", "seats"),
        (
            "[rules]\n",
            "peek                     = { is = \"ace-or-face\", from = \"ours\" }",
            "peek = { is = \"ace-or-face\" }",
            "peek",
        ),
        (
            "[rules]\n",
            "insure-naturals          = { is = \"yes\"",
            "insure-naturals = { is = \"maybe\"",
            "insure-naturals",
        ),
        ("[rules]\n", "games-per-seat ", "games-per-set  ", "games-per-set"),
        (
            "[match-up]\n",
            "minimum  = { is = \"$1\"",
            "minimum  = { is = \"$500\"",
            "match-up.minimum",
        ),
        ("[match-up.paytables.1]\n", "no-match ", "no-mach  ", "match-up.paytables.1.no-mach"),
        (
            "[match-up.paytables.3]\n",
            "decks  = [5, 6]",
            "decks  = [5, 6, 8]",
            "match-up.paytables.3.decks",
        ),
        (
            "[trilux.paytables.TRI-01]\n",
            "straight         = \"8 to 1\"",
            "straight         = \"80 to 1\"",
            "trilux.paytables.TRI-01.decks",
        ),
        (
            "[progressive.presets.4]\n",
            "contribution = { is = \"16%\"",
            "contribution = { is = \"26%\"",
            "progressive.presets.4.contribution",
        ),
    ];
    let mut text = WASHINGTON.to_owned();
    for (place, old, new, _) in planted {
        text = plant(&text, place, old, new);
    }
    let faults = library::faults(&GameFile::read(&text));
    let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
    for (.., field) in planted {
        assert!(fields.contains(&field), "{field} is not found: {faults:#?}");
    }
    assert!(faults.is_sorted_by_key(|fault| fault.line.unwrap_or(usize::MAX)));
    // A misspelt key is one that is unknown and one that is missing, nothing else is told twice.
    let misspelt = 2;
    assert_eq!(faults.len(), planted.len() + misspelt + 2, "{faults:#?}");
}

/// What the main wager is worth is found beside other faults, and allowed by name.
#[test]
fn naturals_at_two_to_one_are_a_fault_unless_allowed_by_name() {
    let generous = BLACKJACK.replacen("is = \"3 to 2\", or = \"2 to 1\"", "is = \"2 to 1\"", 1);
    let torn = format!("nothing = = 1\n{}", plant(&generous, "[three-card]\n", "$10", "$0.50"));
    let is_edge = |fault: &rules::Fault| match &fault.problem {
        Problem::PlayerEdge { offer, .. } => offer.to_string() == "main h17 6",
        _ => false,
    };
    let faults = library::faults(&GameFile::read(&torn));
    assert!(faults.iter().any(is_edge), "{faults:#?}");
    assert!(faults.iter().any(|fault| fault.field == "three-card.minimum"), "{faults:#?}");
    assert!(faults.iter().any(|fault| matches!(fault.problem, Problem::Syntax(_))), "{faults:#?}");
    let allowed = "[overrides]\nplayer-edge = { is = [\"main h17 6\"], from = \"ours\" }\n";
    assert_eq!(library::faults(&GameFile::read(&format!("{generous}\n{allowed}"))), []);
}

/// A49: one verdict. A posting is judged by the function that judges the file.
#[test]
fn a49_a_posting_is_judged_as_the_file_is() {
    let two_to_one = [("natural-pays".to_owned(), "2 to 1".to_owned())];
    let game = GameFile::read(BLACKJACK).game(None, &two_to_one).unwrap();
    assert!(game.beyond.is_empty(), "the sheet prints it");
    let offers = game.profile(None, &[]).unwrap().offers();
    let worths = odds::Worths::default();
    let edges = odds::player_edges(&game, &offers, &[], &worths).unwrap();
    let named: Vec<String> = edges.iter().map(|edge| edge.offer.to_string()).collect();
    assert_eq!(named, ["main h17 6"]);
    assert!(edges[0].ev > 0.01);
    let allowed = [edges[0].offer.clone()];
    assert_eq!(odds::player_edges(&game, &offers, &allowed, &worths).unwrap(), []);
    // And in the same words.
    let file = BLACKJACK.replacen("is = \"3 to 2\", or = \"2 to 1\"", "is = \"2 to 1\"", 1);
    let faults = library::faults(&GameFile::read(&file));
    let posted = Problem::from(edges[0].clone());
    assert!(faults.iter().any(|fault| fault.problem == posted), "{posted}: {faults:#?}");
    assert!(
        posted.to_string().contains("allow it by this name (overrides.player-edge"),
        "{posted}"
    );
}

/// a file is judged at its own lowest bet, its fixed prizes counted, like a posting.
#[test]
fn r_20_a_file_is_judged_with_its_fixed_prizes() {
    let good = include_str!("../../../../games/bahamas-bonus.toml");
    let prized = good.replacen("[\"from $0: $1,000\"]", "[\"from $0: $4,000\"]", 1);
    assert_ne!(prized, good);
    let faults = library::faults(&GameFile::read(&prized));
    let said: Vec<String> = faults.iter().map(|fault| fault.problem.to_string()).collect();
    let names = |wanted: &str| said.iter().any(|fault| fault.contains(wanted));
    assert!(names("“main h17 6” favours the player by 0."), "{said:#?}");
    assert!(said.iter().all(|fault| fault.contains("% of a wager of $1;")), "{said:#?}");
    let dearer = prized.replacen("minimum = { is = \"$1\"", "minimum = { is = \"$5\"", 1);
    assert_ne!(dearer, prized);
    assert_eq!(library::faults(&GameFile::read(&dearer)), []);
}

#[test]
fn check_reports_all_faults_and_other_folders_add_games() {
    let folder = tempfile::tempdir().unwrap();
    let good = include_str!("../../../../games/bahama-bonus.toml")
        .replace("\"bahama-bonus\"", "\"our-bonus\"");
    let file = folder.path().join("our-bonus.toml");
    let path = file.to_str().unwrap();
    std::fs::write(&file, &good).unwrap();
    assert_eq!(bahama(&["check", path]).status.code(), Some(0));
    let games = bahama(&["games", "--games", folder.path().to_str().unwrap()]);
    assert!(text(&games.stdout).contains("our-bonus"));

    std::fs::write(&file, good.replace("\"hit\"", "\"draw\"").replace("\"3 to 2\"", "\"3:2\""))
        .unwrap();
    let output = bahama(&["check", path, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report = document(&output);
    assert_eq!(report[0]["ok"], false);
    assert_eq!(report[0]["faults"].as_array().unwrap().len(), 5);
    assert!(report[0]["faults"].as_array().unwrap().iter().all(|fault| fault["line"].is_u64()));
    let refused = bahama(&["games", "--games", folder.path().to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("has faults"));
}

/// Match table 3 with eight decks gives the player 0.67 %; a file may only
/// offer it by name.
#[test]
fn r_09_a_pay_table_that_favours_the_player_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("edge.toml");
    let path = file.to_str().unwrap();
    let good = include_str!("../../../../games/wsgc-bahama-bonus.toml");
    let edge = good.replacen("decks  = [5, 6]\n", "decks  = [5, 6, 8]\n", 1);
    let line = 1 + edge.lines().take_while(|line| *line != "[match-up.paytables.3]").count() + 2;
    std::fs::write(&file, &edge).unwrap();
    let output = bahama(&["check", path]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(
        said.contains(&format!(
            ":{line}: match-up.paytables.3.decks: “match-up 3 8” favours the player by 0.6698 %"
        )),
        "{said}"
    );
    let allowed = "[overrides]\nplayer-edge = { is = [\"match-up 3 8\"], from = \"ours\" }";
    std::fs::write(&file, format!("{edge}\n{allowed}\n")).unwrap();
    let output = bahama(&["check", path]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let seed = good.lines().find(|line| line.starts_with("seed ")).unwrap();
    std::fs::write(&file, good.replacen(seed, "seed = { is = \"$20,000\", from = \"ours\" }", 1))
        .unwrap();
    assert!(text(&bahama(&["check", path]).stdout).contains("the house loses"));
}

/// A main wager that favours the player is a fault, unless its file allows it by name.
#[test]
fn a_main_wager_that_favours_the_player_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("edge.toml");
    let path = file.to_str().unwrap();
    let good = include_str!("../../../../games/blackjack-bonus.toml");
    let edge = good.replacen("{ is = \"3 to 2\"", "{ is = \"2 to 1\"", 1);
    let line = 1 + edge.lines().take_while(|line| !line.starts_with("decks ")).count();
    std::fs::write(&file, &edge).unwrap();
    let output = bahama(&["check", path]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    let fault = format!(":{line}: decks: “main h17 6” favours the player by 1.65");
    assert!(said.contains(&fault), "{said}");
    let allowed = "[overrides]\nplayer-edge = { is = [\"main h17 6\"], from = \"ours\" }";
    std::fs::write(&file, format!("{edge}\n{allowed}\n")).unwrap();
    let output = bahama(&["check", path]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}
