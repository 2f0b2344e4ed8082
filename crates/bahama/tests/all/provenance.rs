//! Every output of a mathematical command says where it comes from, and the command in it makes
//! the same bytes again.

use std::io::Cursor;
use std::path::Path;
use std::process::{Command, Output};

use calamine::{Reader, Xlsx};
use serde_json::Value;

#[cfg(feature = "pdf")]
use crate::pdf;
use crate::program::{Folder, bahama, document, give, text};

/// The setting that must leave its trace everywhere.
const SET: &str = "natural-pays=6 to 5";

/// Runs what a shell is given in a folder; the words of the command are its own.
fn shell(folder: &Folder, cache: &Folder, line: &str) -> Output {
    let exe = env!("CARGO_BIN_EXE_bahama");
    let script = format!("bahama() {{ \"{exe}\" \"$@\"; }}; {line}");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder.path("")).env("BAHAMA_CACHE", cache.path(""));
    give(&mut command, "")
}

/// What a command wrote: its file, or what it printed.
fn written(folder: &Folder, output: &Output, file: Option<&str>) -> Vec<u8> {
    match file {
        Some(name) => std::fs::read(folder.path(name)).unwrap(),
        None => output.stdout.clone(),
    }
}

fn unescaped(html: &str) -> String {
    let marks = [("&#39;", "'"), ("&#x27;", "'"), ("&quot;", "\""), ("&#34;", "\"")];
    let text = marks.iter().fold(html.to_owned(), |text, (mark, of)| text.replace(mark, of));
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// All cells of a workbook, one in a line.
fn cells(bytes: &[u8]) -> String {
    let mut book = Xlsx::new(Cursor::new(bytes.to_vec())).unwrap();
    let mut text = String::new();
    for sheet in book.sheet_names() {
        for row in book.worksheet_range(&sheet).unwrap().rows() {
            for cell in row {
                text.push_str(&cell.to_string());
                text.push('\n');
            }
        }
    }
    text
}

/// The command in an output, whatever its form.
fn command_in(bytes: &[u8], form: &str, command: &str) -> String {
    let said = match form {
        "xlsx" => cells(bytes),
        "html" | "svg" => unescaped(&text(bytes)),
        _ => text(bytes),
    };
    if form == "json" || form == "jsonl" {
        // Of many documents the last one says it.
        let last = if form == "json" { &*said } else { said.lines().last().unwrap() };
        let document: Value = serde_json::from_str(last).unwrap();
        return document["provenance"]["command"].as_str().unwrap().to_owned();
    }
    if form == "csv" {
        let line = said.lines().find(|line| line.contains("bahama ")).unwrap();
        let command = &line[line.rfind(&format!("bahama {command} ")).unwrap()..];
        return command.trim_end_matches('"').replace("\"\"", "\"");
    }
    let from = said.rfind(&format!("bahama {command} ")).unwrap();
    let line = said[from..].lines().next().unwrap();
    line.split("</").next().unwrap().trim().to_owned()
}

/// The same without what is measured.
fn without_rate(bytes: &[u8], line: &str) -> Vec<u8> {
    if !line.contains("simulate") || !line.contains("--json") {
        return bytes.to_vec();
    }
    let mut document: Value = serde_json::from_slice(bytes).unwrap();
    assert!(document["rounds_per_second"].as_f64().unwrap() > 0.0);
    document["rounds_per_second"] = Value::Null;
    document.to_string().into_bytes()
}

/// Runs a command, looks for all that must be said, and runs the command that is said.
fn again(words: &str, form: &str, file: Option<&str>, cache: &Folder) {
    let (first, second) = (Folder::new(), Folder::new());
    let schema = words.split(' ').next().unwrap();
    // The effects of rule changes are an option of `analyze` with a schema of their own.
    let (command, words) = match words.strip_prefix("effects ") {
        Some(rest) => ("analyze", format!("analyze --effects {rest}")),
        None => (schema, words.to_owned()),
    };
    let line = format!("bahama {words}");
    let output = shell(&first, cache, &line);
    assert!(output.status.success(), "{line}: {output:?}");
    let bytes = written(&first, &output, file);
    let said = match form {
        "xlsx" => cells(&bytes),
        _ => unescaped(&text(&bytes)),
    };
    for expected in [env!("CARGO_PKG_VERSION"), &format!("{schema}-")] {
        assert!(said.contains(expected), "{line} does not say {expected}");
    }
    if words.contains(SET) {
        assert!(said.contains("natural-pays") && said.contains("6 to 5"), "{line}: {SET}");
        let exe = std::fs::read(env!("CARGO_BIN_EXE_bahama")).unwrap();
        assert!(said.contains(&bahama::par::hash(&exe)), "{line} does not say its own hash");
    }
    // What is drawn is named by its seed and by what makes cards of it; nothing else is.
    let draws = match command {
        "simulate" | "law" => true,
        "analyze" => words.contains("--vulnerability"),
        _ => false,
    };
    let named = said.contains(sim::GENERATOR);
    assert!(named || !draws, "{line} does not name its generator");
    assert!(!named || draws || command == "analyze", "{line} draws nothing");
    let told = command_in(&bytes, form, command);
    let repeated = shell(&second, cache, &told);
    assert!(repeated.status.success(), "{told}: {repeated:?}");
    let repeated = written(&second, &repeated, file);
    let same = without_rate(&bytes, &line) == without_rate(&repeated, &line);
    assert!(same, "{told} gives other bytes than {line}");
}

#[test]
fn the_command_that_is_said_gives_the_same_bytes() {
    let cache = Folder::new();
    let game = format!("blackjack-bonus --set '{SET}'");
    for (words, form, file) in [
        (format!("analyze {game} --bet 500 --players 3"), "text", None),
        (format!("analyze {game} --json"), "json", None),
        (format!("analyze {game} --csv"), "csv", None),
        (format!("analyze {game} --wagers side --vulnerability"), "text", None),
        (format!("analyze {game} --wagers side --vulnerability --csv"), "csv", None),
        (format!("analyze {game} --wagers main --strategy totals --json"), "json", None),
        (format!("effects {game} --bet 500"), "text", None),
        (format!("effects {game} --json"), "json", None),
        (format!("effects {game} --csv"), "csv", None),
        (format!("hand {game} --cards '5s 6h' --up 2c"), "text", None),
        (format!("hand {game} --cards '8s 8h' --up 6c --json"), "json", None),
        (format!("hands {game}"), "text", None),
        (format!("hands {game} --json"), "json", None),
        (format!("hands {game} --csv"), "csv", None),
        (format!("hands {game} --out hands.xlsx"), "xlsx", Some("hands.xlsx")),
        (format!("strategy {game} --strategy totals"), "text", None),
        (format!("strategy {game} --strategy totals --format json"), "json", None),
        (format!("strategy {game} --strategy totals --format svg"), "svg", None),
        (format!("strategy {game} --format html --out it.html"), "html", Some("it.html")),
        (format!("simulate {game} --rounds 2e5 --seed 7"), "text", None),
        (format!("simulate {game} --rounds 2e5 --seed 7 --json"), "json", None),
        (format!("simulate {game} --shoe 9 --rounds 2e5 --html it.html"), "html", Some("it.html")),
        (format!("simulate {game} --shoe cut-card --spread 1:2 --rounds 2e5 --json"), "json", None),
        (format!("simulate {game} --rounds 1000 --penetration 0.75 --json"), "json", None),
        (format!("simulate {game} --until-se 2e-3 --threads 2 --json"), "json", None),
        (format!("simulate {game} --rounds 1e6 --find 3-hands"), "json", None),
        (format!("simulate {game} --rounds 3000 --samples it.csv"), "csv", Some("it.csv")),
        (format!("simulate {game} --rounds 900 --samples it.jsonl"), "jsonl", Some("it.jsonl")),
        ("simulate wsgc-bahama-bonus --meters --rounds 2e5 --json".to_owned(), "json", None),
        ("meter wsgc-bahama-bonus --seats 3".to_owned(), "text", None),
        ("meter wsgc-bahama-bonus --json".to_owned(), "json", None),
    ] {
        again(&words, form, file, &cache);
    }
}

/// What takes longest, with the law of a round worked out once and read from the cache after.
#[test]
fn laws_and_sheets_are_made_again_from_what_they_say() {
    let cache = Folder::new();
    let game = format!("blackjack-bonus --set '{SET}'");
    for (words, form, file) in [
        (format!("law {game}"), "text", None),
        (format!("law {game} --json"), "json", None),
        (format!("law {game} --csv"), "csv", None),
        (format!("analyze {game} --wagers main --law"), "text", None),
        (format!("par {game} --out sheet.html"), "html", Some("sheet.html")),
        (format!("par {game} --out sheet.xlsx"), "xlsx", Some("sheet.xlsx")),
        (format!("par {game} --out sheet.html --json"), "json", None),
    ] {
        again(&words, form, file, &cache);
    }
    let kept = std::fs::read_dir(Path::new(&cache.path("law"))).unwrap().count();
    assert_eq!(kept, 1, "one law was asked for again and again");
}

/// What stands on the pages of a PDF: program, schema, game file, profile, settings that differ, class
/// and command, word for word what the workbook and the document about it say.
#[cfg(feature = "pdf")]
#[test]
fn a_pdf_says_where_it_comes_from() {
    let (cache, folder) = (Folder::new(), Folder::new());
    for set in [SET, ""] {
        let chosen = if set.is_empty() { String::new() } else { format!(" --set '{set}'") };
        let line = format!("bahama par blackjack-bonus{chosen} --out sheet.pdf --json");
        let from = document(&shell(&folder, &cache, &line))["provenance"].clone();
        let pages = pdf::words(&std::fs::read(folder.path("sheet.pdf")).unwrap());
        let has = |text: &str| {
            let bare: String = pdf::bare(text).collect();
            pages.iter().any(|words| words.contains(&bare))
        };
        let keys = ["version", "program_hash", "schema", "game_file", "profile", "strategy_class"];
        let said = keys.iter().map(|key| from[key].as_str().unwrap().to_owned());
        let command = from["command"].as_str().unwrap().to_owned();
        let differs = match set {
            "" => "nothing: as the game file has it",
            set => set,
        };
        for expected in said.chain([command, differs.to_owned()]) {
            assert!(has(&expected), "the pages do not say: {expected}");
        }
        assert_eq!(has(&format!("configuration h17 with {SET}")), !set.is_empty());
    }
}

/// What `par` says about a PDF makes it again.
#[cfg(feature = "pdf")]
#[test]
fn a_pdf_is_made_again_from_what_is_said_about_it() {
    let (cache, first, second) = (Folder::new(), Folder::new(), Folder::new());
    let said = shell(&first, &cache, "bahama par blackjack-bonus --out sheet.pdf --json");
    let command = document(&said)["provenance"]["command"].as_str().unwrap().to_owned();
    assert_eq!(document(&shell(&second, &cache, &command)), document(&said), "{command}");
    let [first, second] = [first, second].map(|of| std::fs::read(of.path("sheet.pdf")).unwrap());
    assert!(first == second, "{command} gives another file");
}

/// Shards that are merged make the same document again where they lie.
#[test]
fn merged_shards_say_how_they_were_merged() {
    let (folder, cache) = (Folder::new(), Folder::new());
    for part in ["1/2", "2/2"] {
        let out = format!("part-{}.json", &part[..1]);
        let job = format!("simulate blackjack-bonus --rounds 2e5 --set '{SET}'");
        let output = shell(&folder, &cache, &format!("bahama {job} --shard {part} --out {out}"));
        assert!(output.status.success(), "{output:?}");
    }
    for form in ["--json", ""] {
        let words = format!("bahama simulate --merge part-1.json part-2.json {form}");
        let output = shell(&folder, &cache, &words);
        let told = match form {
            "" => command_in(&output.stdout, "text", "simulate"),
            _ => command_in(&output.stdout, "json", "simulate"),
        };
        assert!(text(&output.stdout).contains("6 to 5"), "{output:?}");
        assert_eq!(shell(&folder, &cache, &told).stdout, output.stdout, "{told}");
    }
}

/// What is played is named for what it is, by all commands alike: the best by a class, a chart, or a
/// file with its fingerprint.
#[test]
fn the_strategy_that_is_played_is_said() {
    let (folder, cache) = (Folder::new(), Folder::new());
    let game = "blackjack-bonus --set hands=2 --json";
    let from = |words: &str| document(&shell(&folder, &cache, words))["provenance"].clone();
    let commands = ["law", "analyze --wagers main", "simulate --rounds 1000", "strategy"];
    for command in commands {
        let strategy = if command == "strategy" { "chart" } else { "optimal" };
        let best = if command == "strategy" { "chart" } else { "best by pair" };
        for (strategy, class) in [(strategy, best), ("totals", "totals")] {
            let said = from(&format!("bahama {command} {game} --strategy {strategy}"));
            assert_eq!(said["strategy_class"], class, "{command} {strategy}");
            assert!(said["strategy_file"].is_null(), "{command} {strategy}");
        }
    }
    let words = format!("bahama strategy {game} --strategy totals --out mine.json");
    assert!(shell(&folder, &cache, &words).status.success());
    let sum = bahama::par::hash(&std::fs::read(folder.path("mine.json")).unwrap());
    for command in commands {
        let said = from(&format!("bahama {command} {game} --strategy mine.json"));
        assert_eq!(said["strategy_class"], "file", "{command}");
        assert_eq!(said["strategy_file"], sum, "{command}");
    }
    // In every other form, too; shards keep it.
    for words in ["law --csv", "law", "simulate --rounds 1000", "strategy"] {
        let words = format!("bahama {words} blackjack-bonus --strategy mine.json");
        let output = shell(&folder, &cache, &words);
        assert!(text(&output.stdout).contains(&sum), "{words}");
    }
    let job = "simulate blackjack-bonus --rounds 1e5 --strategy mine.json --shard 1/1 --out s.json";
    assert!(shell(&folder, &cache, &format!("bahama {job}")).status.success());
    let merged = from("bahama simulate --merge s.json --json");
    assert_eq!(merged["strategy_file"], sum);
    let best = from(&format!("bahama law {game} --strategy-class cdz-"));
    assert_eq!(best["strategy_class"], "CDZ-");
}

/// The game file of a folder of one's own is in the command.
#[test]
fn the_folder_of_games_is_said() {
    let folder = Folder::new();
    let own = include_str!("../../../../games/blackjack-bonus.toml");
    let own = own.replacen("blackjack-bonus", "my-game", 1);
    std::fs::write(folder.path("my-game.toml"), own).unwrap();
    let games = folder.path("");
    let words = ["--games", &games, "hand", "my-game", "--cards", "5s 6h", "--up", "2c", "--json"];
    let said = document(&bahama(&words));
    let command = said["provenance"]["command"].as_str().unwrap();
    assert!(command.contains("--games"), "{command}");
    let repeated = shell(&folder, &folder, command);
    assert_eq!(document(&repeated), said, "{command}");
}
