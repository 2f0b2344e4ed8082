//! Postings as an operator meets them: a file of them, and the placard of a table (A49, P-36).

use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::crowd::{Server, Visitor};
use crate::jackpot::card;
use crate::program::{Folder, bahama, document, text};

const OPERATORS: &str = include_str!("../../../../docs/operators.md");

/// The example file of the operators' page.
fn example() -> &'static str {
    let (_, chapter) = OPERATORS.split_once("## A file of postings").expect("the page has one");
    let (_, rest) = chapter.split_once("```toml\n").expect("the page has an example");
    rest.split_once("```").expect("the example ends").0
}

fn written(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.path(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Starts a server on a file of postings; gives what it complained about besides.
fn serve(folder: &Folder, file: &str) -> (Server, String) {
    let log = folder.path("stderr.txt");
    let to = Stdio::from(std::fs::File::create(&log).unwrap());
    let data = folder.path("data");
    let server = Server::start_with(Path::new(&data), "127.0.0.1:0", &["--tables", file], to);
    (server, std::fs::read_to_string(log).unwrap())
}

fn tables(server: &Server) -> Vec<Value> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let lobby = runtime.block_on(async {
        let mut guest = Visitor::guest(&server.address).await;
        guest.get("/api/tables").await
    });
    let lobby: Value = serde_json::from_str(&lobby).unwrap();
    lobby["tables"].as_array().unwrap().clone()
}

fn placard(folder: &Folder, table: u32) -> Value {
    let (table, data) = (table.to_string(), folder.path("data"));
    let args = ["notice", "--table", &table, "--data", &data, "--format", "json"];
    document(&bahama(&args))
}

/// R-19, A45: every posting of the Washington sheet, from a file, in the real program.
#[test]
fn r_19_a_file_of_postings_is_opened_and_known_again_by_its_names() {
    let folder = Folder::new();
    let file = written(&folder, "tables.toml", example());
    let checked = bahama(&["check", &file]);
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
    let (server, said) = serve(&folder, &file);
    assert!(!said.contains("is posted otherwise"), "{said}");
    let opened = tables(&server);
    let wanted = example().matches("[[table]]").count();
    assert_eq!(opened.len(), wanted, "the file replaces the tables of a first start");
    let names: std::collections::BTreeSet<&str> =
        opened.iter().map(|table| table["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), wanted, "every table has a name of its own");
    server.stop();

    // A new table is opened, another posting of an old one is told and left alone.
    let changed = example().replacen("decks = 6", "decks = 8", 1);
    let more = format!("{changed}\n[[table]]\ngame = \"bahama-bonus\"\nname = \"New\"\n");
    let (server, said) = serve(&folder, &written(&folder, "tables.toml", &more));
    assert_eq!(said.matches("is posted otherwise than the file").count(), 1, "{said}");
    assert!(said.contains("(decks)") && said.contains("/post/"), "{said}");
    let now = tables(&server);
    assert_eq!(now.len(), wanted + 1);
    assert_eq!(now[..wanted], opened[..], "as they were");
    server.stop();
}

/// R-20: all faults at once with their lines, from `check` and `serve` alike, and nothing opened.
#[test]
fn r_20_a_faulty_file_of_postings_is_refused_with_all_its_faults() {
    let folder = Folder::new();
    let faulty = "\
[[table]]
game = \"no-such-game\"

[[table]]
game = \"bahama-bonus\"
name = \"Twice\"
decks = \"many\"
colour = \"green\"
limits.main = { minimum = \"$500\", maximum = \"$100\" }

[[table]]
game = \"bahama-bonus\"
seats_each = 20

[[table]]
game = \"wsgc-bahama-bonus\"
name = \"Twice\"
kind = \"practice\"
wagers = [\"trilux\", \"match-up\", \"moon\"]
set.natural-pays = \"3 to 1\"
";
    let file = written(&folder, "tables.toml", faulty);
    let checked = bahama(&["check", &file]);
    assert_eq!(checked.status.code(), Some(1));
    let said = text(&checked.stdout);
    for place in [
        ":2: game:",
        ":7: decks:",
        ":8: colour:",
        ":9: limits.main.",
        ":13: seats_each:",
        ":17: name:",
        ":18: kind:",
        ":19: wagers:",
    ] {
        assert!(said.contains(place), "{place} in {said}");
    }
    assert!(said.contains("never posted together"), "{said}");
    assert!(
        !said.contains("wagers: wagers:") && !said.contains("minimum: main.minimum:"),
        "{said}"
    );
    assert!(said.contains("“main h17 6” favours the player"), "{said}");
    let data = folder.path("data");
    let served = bahama(&["serve", "--listen", "127.0.0.1:0", "--data", &data, "--tables", &file]);
    assert_eq!(served.status.code(), Some(1));
    assert_eq!(text(&served.stderr), said, "the same faults in the same words");
    assert!(!Path::new(&data).join("bahama.sqlite").exists(), "nothing was made");
}

/// P-36, O-08: the placard of a table shows its posting and the link as it is.
#[test]
fn p_36_the_placard_of_a_table_shows_its_posting_and_its_link() {
    let folder = Folder::new();
    let posted = "\
[[table]]
game = \"bahama-bonus\"
name = \"High limit\"
limits.main = { minimum = \"$25\", maximum = \"$200\" }
set.surrender = \"none\"
";
    let (server, _) = serve(&folder, &written(&folder, "tables.toml", posted));
    let beside = placard(&folder, 1);
    assert_eq!(beside["table"], "Table 1, High limit");
    let rules = beside["rules"].as_str().unwrap();
    assert!(rules.contains("$25") && rules.contains("$200"), "{rules}");
    let beyond = beside["beyond_the_sheets"][0].as_str().unwrap();
    assert!(beyond.contains("surrender"), "{beyond}");
    let preset = beside["jackpots"][0].as_str().unwrap().to_owned();
    assert!(preset.contains("$2,000"), "{preset}");
    server.stop();
    // Two cards change the seed; the file's preset is no longer what is posted.
    let data = folder.path("data");
    let at = Path::new(&data);
    let (first, second) = (card(at, "floor-2", "supervisor"), card(at, "manager", "executive"));
    let cards = format!("{second} 4711\n{first} 4711\n");
    let change = ["jackpot", "parameters", "1", "--seed", "2500.00", "--reason", "agreed"];
    let said = Server::run(at, &change, &cards);
    assert_eq!(said["error"], Value::Null, "{said}");
    let now = placard(&folder, 1)["jackpots"][0].as_str().unwrap().to_owned();
    assert!(now.contains("$2,500") && now != preset, "{now}");
    let args = ["notice", "--table", "9", "--data", &data];
    assert_eq!(bahama(&args).status.code(), Some(1), "there is no such table");
    assert_eq!(json!(bahama(&["notice"]).status.code()), json!(2), "neither a game nor a table");
}
