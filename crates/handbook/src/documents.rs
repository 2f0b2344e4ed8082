//! The generated documents: the rules of every game, the commands, the settings.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::PathBuf;

use bahama::cli::Cli;
use bahama::library::{Choice, Library};
use clap::CommandFactory;
use clap::error::ErrorKind;
use rules::{Book, Game};
use testkit::clauses::{self, Proof};

use crate::{Failure, figures, root};

/// The folder that holds nothing but generated documents.
const GAMES: &str = "docs/games";

/// Documents by their path from the root.
type Documents = BTreeMap<String, String>;

/// Writes every document, and removes those of games that are no more.
///
/// # Errors
/// If a game does not hold together or a file cannot be written.
pub fn write() -> Result<(), Failure> {
    let documents = documents()?;
    for path in orphans(&documents)? {
        fs::remove_file(root().join(&path)).map_err(|error| format!("{path}: {error}"))?;
        println!("removed {path}");
    }
    let folder = root().join(GAMES);
    fs::create_dir_all(&folder).map_err(|error| format!("{GAMES}: {error}"))?;
    for (path, text) in &documents {
        if read(path)?.as_ref() != Some(text) {
            fs::write(root().join(path), text).map_err(|error| format!("{path}: {error}"))?;
            println!("wrote {path}");
        }
    }
    Ok(())
}

/// Compares every document with what [`write()`] would write.
///
/// # Errors
/// If one differs; the failure names it and the command that refreshes it.
pub fn check() -> Result<(), Failure> {
    let documents = documents()?;
    let mut stale = orphans(&documents)?;
    for (path, text) in &documents {
        if read(path)?.as_ref() != Some(text) {
            stale.push(path.clone());
        }
    }
    if stale.is_empty() {
        println!("{} generated documents are fresh", documents.len());
        return Ok(());
    }
    Err(format!("stale: {}; refresh them with `cargo xtask docs`", stale.join(", ")))
}

/// The text of a document, or nothing where there is none yet.
fn read(path: &str) -> Result<Option<String>, Failure> {
    match fs::read_to_string(root().join(path)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{path}: {error}")),
    }
}

/// The files in the folder of generated documents that would not be written again.
fn orphans(documents: &Documents) -> Result<Vec<String>, Failure> {
    let entries = match fs::read_dir(root().join(GAMES)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(format!("{GAMES}: {error}")),
    };
    let mut orphans = Vec::new();
    for entry in entries {
        let name = entry.map_err(|error| format!("{GAMES}: {error}"))?.file_name();
        let path = format!("{GAMES}/{}", PathBuf::from(name).display());
        if !documents.contains_key(&path) {
            orphans.push(path);
        }
    }
    orphans.sort();
    Ok(orphans)
}

fn documents() -> Result<Documents, Failure> {
    let library = Library::default();
    let mut documents = Documents::new();
    let mut games = Vec::new();
    for id in library.ids() {
        let choice = Choice { game: id.to_owned(), ..Choice::default() };
        let (game, profile) =
            library.profile(&choice).map_err(|refused| format!("{id}: {refused}"))?;
        let rules = Book::of(&game, &profile).to_markdown();
        documents
            .insert(format!("{GAMES}/{id}.md"), generated(&format!("games/{id}.toml"), &rules));
        games.push(configurations(&library, &game)?);
    }
    let source = "the command line's definitions";
    documents.insert("docs/commands.md".to_owned(), generated(source, &commands()?));
    let source = "the game files";
    documents.insert("docs/settings.md".to_owned(), generated(source, &settings(&games)));
    let source = "the list of clauses";
    documents.insert("docs/clauses.md".to_owned(), generated(source, &clauses()?));
    let source = "the exact analysis";
    documents.insert("docs/meters.md".to_owned(), generated(source, &figures::meters()?));
    if let Some(page) = read("docs/live-table.md")? {
        documents.insert("docs/live-table.md".to_owned(), with_roles(&page)?);
    }
    documents.insert("docs/openapi.json".to_owned(), server::openapi_json());
    if let Some(readme) = read("README.md")? {
        documents.insert("README.md".to_owned(), figures::readme(&readme)?);
    }
    Ok(documents)
}

/// The page about the live table, with the matrix of roles as the code has it.
fn with_roles(page: &str) -> Result<String, Failure> {
    let mut matrix = "| command | roles |\n|---|---|\n".to_owned();
    for kind in table::Kind::ALL {
        let roles: Vec<&str> = kind.roles().iter().map(|role| role.word()).collect();
        let _ = writeln!(matrix, "| `{}` | {} |", kind.word(), roles.join(", "));
    }
    let (start, end) = ("<!-- roles -->\n", "<!-- /roles -->");
    let (before, rest) = page.split_once(start).ok_or("docs/live-table.md: no mark for roles")?;
    let (_, after) = rest.split_once(end).ok_or("docs/live-table.md: no end of roles")?;
    Ok(format!("{before}{start}\n{matrix}\n{end}{after}"))
}

/// Every clause of the sheets and every ruling that the code cites, and how each is
/// proven.
fn clauses() -> Result<String, Failure> {
    let clauses = clauses::read(clauses::FILE, clauses::TEXT);
    let clauses = clauses.map_err(|faults| format!("{} faults in the clauses", faults.len()))?;
    let scenarios = testkit::scenarios();
    let scenarios =
        scenarios.map_err(|faults| format!("{} faults in the scenarios", faults.len()))?;
    let evenings = testkit::floor::evenings();
    let evenings = evenings.map_err(|faults| format!("{} faults in the evenings", faults.len()))?;
    let mut text = "\
# Clauses and rulings

What the code cites as `003 base.3.b` (sheet, section and clause; `WSGC 3.b` is the same
clause), and as `A9` (a ruling, where a sheet is silent or two disagree), in our own words.

| clause | what it says | proven by |
|---|---|---|
"
    .to_owned();
    for clause in &clauses {
        let cited = scenarios.iter().filter(|it| it.clauses.contains(&clause.id)).count();
        let played = evenings.iter().filter(|it| it.clauses.contains(&clause.id)).count();
        let proof = match &clause.proof {
            Proof::Scenario => counted(cited, "scenario"),
            Proof::Evening => counted(played, "evening"),
            Proof::Checker(what) => format!("the game-file checker: {what}"),
            Proof::Procedure(why) => format!("not a settlement: {why}"),
            Proof::Tests => "tests that name it".to_owned(),
        };
        let _ =
            writeln!(text, "| {} | {} | {} |", cell(&clause.id), cell(&clause.says), cell(&proof));
    }
    Ok(text)
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A document under the line that says where it comes from.
fn generated(source: &str, text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!(
        "<!-- Generated by `cargo xtask docs` from {source}; do not edit. -->\n\n{}\n",
        lines.join("\n").trim_end()
    )
}

/// A game under each of its configurations, its default first.
fn configurations(library: &Library, game: &Game) -> Result<Vec<Game>, Failure> {
    let under = |configuration: &String| {
        let configuration = Some(configuration.clone());
        let choice = Choice { game: game.id.clone(), configuration, ..Choice::default() };
        library.game(&choice).map_err(|refused| format!("{}: {refused}", game.id))
    };
    game.configurations.iter().map(under).collect()
}

/// The help of every command, as `--help` prints it.
fn commands() -> Result<String, Failure> {
    let mut program = Cli::command();
    program.build();
    let mut text = "# Commands\n".to_owned();
    for command in paths(&program) {
        // A fixed width, because the help in a terminal is as wide as the terminal.
        let asked = Cli::command()
            .term_width(100)
            .try_get_matches_from(command.split(' ').chain(["--help"]));
        let help = match asked {
            Err(answer) if answer.kind() == ErrorKind::DisplayHelp => answer.render().to_string(),
            _ => return Err(format!("`{command} --help` prints no help")),
        };
        let _ = write!(text, "\n## `{command}`\n\n```text\n{help}```\n");
    }
    Ok(text)
}

/// A command and all below it, as one types them.
fn paths(command: &clap::Command) -> Vec<String> {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    std::iter::once(name).chain(below.flat_map(paths)).collect()
}

/// Every key with the values it can have and the one each game gives it.
fn settings(games: &[Vec<Game>]) -> String {
    let mut text = "\
# Settings

Every setting of a game file. `--set KEY=VALUE` changes one for a single command, and
`bahama rules GAME --settings` says where each value comes from. Where a further
configuration of a game differs, it is named; a dash means that the game has no such key.
"
    .to_owned();
    let is_paytable = |key: &&str| key.contains(".paytables.") || key.contains(".pays.");
    let keys = keys(games);
    let (paytables, rules): (Vec<&str>, Vec<&str>) = keys.iter().copied().partition(is_paytable);
    for (title, keys) in [("Rules and limits", rules), ("Pay tables", paytables)] {
        let ids: Vec<&str> = games.iter().map(|forms| forms[0].id.as_str()).collect();
        let _ = write!(text, "\n## {title}\n\n| key | values | {} |\n", ids.join(" | "));
        let _ = writeln!(text, "|---|---|{}", "---|".repeat(ids.len()));
        for key in keys {
            let values = games.iter().flatten().find_map(|game| setting(game, key));
            let values = values.map_or(String::new(), |(_, values)| cell(values));
            let row: Vec<String> = games.iter().map(|forms| value_of(forms, key)).collect();
            let _ = writeln!(text, "| `{key}` | {values} | {} |", row.join(" | "));
        }
    }
    text
}

/// All keys, each once, in the order in which the games have them.
fn keys(games: &[Vec<Game>]) -> Vec<&str> {
    let mut keys: Vec<&str> = Vec::new();
    for setting in games.iter().flatten().flat_map(|game| &game.settings) {
        if !keys.contains(&setting.key.as_str()) {
            keys.push(&setting.key);
        }
    }
    keys
}

/// A setting's value and the values it can have.
fn setting<'a>(game: &'a Game, key: &str) -> Option<(&'a str, &'a str)> {
    let setting = game.settings.iter().find(|setting| setting.key == key)?;
    Some((&setting.value, &setting.values))
}

/// The value a game gives a key, and what its further configurations make of it.
fn value_of(forms: &[Game], key: &str) -> String {
    let value = |game| setting(game, key).map_or("–", |(value, _)| value);
    let first = value(&forms[0]);
    let mut text = first.to_owned();
    for form in forms[1..].iter().filter(|form| value(form) != first) {
        let _ = write!(text, "; {}: {}", form.configuration, value(form));
    }
    cell(&text)
}

/// Text inside a table of Markdown, where a bar would end the cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
