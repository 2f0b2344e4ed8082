//! Tests as data: rounds worked out by hand from the rule sheets, the clauses they
//! prove, and the readers of both.
//!
//! The scenarios' expected results come from the sheets and the rulings alone, so a
//! fault of the engine cannot hide itself there. [`floor`] has evenings at tables and
//! links in the same manner. [`generate`] plays random rounds
//! on the engine, for properties and for its agreement with the auditor;
//! [`enumerate`] plays every round of a tiny shoe, for the exact analysis.

pub mod clauses;
mod cluster;
pub mod enumerate;
pub mod floor;
pub mod generate;
mod head;
mod proxy;
pub mod reader;
pub mod scenario;
mod slips;

use std::path::PathBuf;
use std::{fmt, fs, thread};

use games::{GAMES, GameText};
use rules::GameFile;

pub use clauses::{Clause, Proof, uncovered};
pub use cluster::Cluster;
pub use generate::{Dice, Games, RandomRound, choice_of, rounds};
pub use head::Head;
pub use proxy::{Proxy, free_port};
pub use scenario::{Expected, Line, Scenario};

/// The folder of the scenario files.
const SCENARIOS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");

/// The reference rule sets of published figures, by their ids: game files for tests,
/// not games of the program.
pub const PUBLISHED: [(&str, &str); 2] = [
    ("conventional", include_str!("../../../games/published/conventional.toml")),
    ("spanish-21", include_str!("../../../games/published/spanish-21.toml")),
];

/// The file of a game, or of a reference rule set.
///
/// # Panics
/// If there is none of this id.
pub fn file(id: &str) -> GameFile {
    let published = PUBLISHED.iter().find(|(name, _)| *name == id).map(|(_, text)| *text);
    let text = games::find(id).map(|game| game.text).or(published);
    GameFile::read(text.unwrap_or_else(|| panic!("no game is called “{id}”")))
}

/// Checks every game, each on a thread that has its name, so that a failure names the game.
///
/// # Panics
/// If one of them fails.
pub fn every_game(check: impl Fn(&GameText) + Sync) {
    thread::scope(|scope| {
        for game in GAMES {
            let named = thread::Builder::new().name(game.id.to_owned());
            let check = &check;
            named.spawn_scoped(scope, move || check(game)).expect("a thread can be had");
        }
    });
}

/// A place in a data file and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The name of the file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// Every scenario of every file, or every fault in them.
///
/// # Errors
/// When a file does not read; the faults of all files are given at once.
///
/// # Panics
/// When the folder of the scenarios is gone.
pub fn scenarios() -> Result<Vec<Scenario>, Vec<Fault>> {
    let folder = fs::read_dir(SCENARIOS).expect("the scenarios stand beside the program");
    let paths = folder.map(|entry| entry.expect("the folder can be read").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "scn")).collect();
    paths.sort();
    head::all_or_faults(paths.iter().map(|path| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(path).expect("a scenario file is text");
        reader::read(&file, &text)
    }))
}
