//! Tests as data: rounds worked out by hand from the rule sheets, the clauses they
//! prove, and the readers of both.
//!
//! The scenarios' expected results come from the sheets and the rulings alone, so a
//! fault of the engine cannot hide itself there. [`generate`] plays random rounds
//! on the engine, for properties and for its agreement with the auditor;
//! [`enumerate`] plays every round of a tiny shoe, for the exact analysis.

pub mod clauses;
pub mod enumerate;
pub mod generate;
pub mod reader;
pub mod scenario;
mod slips;

use std::fmt;

pub use clauses::{Clause, Proof, uncovered};
pub use generate::{Dice, GAMES, Games, RandomRound, choice_of, rounds};
pub use scenario::{Expected, Line, Scenario};

/// The scenario files, each with its name.
pub const FILES: [(&str, &str); 6] = [
    ("000-bahama-bonus.scn", include_str!("../scenarios/000-bahama-bonus.scn")),
    ("001-bahamas-bonus.scn", include_str!("../scenarios/001-bahamas-bonus.scn")),
    ("002-blackjack-bonus.scn", include_str!("../scenarios/002-blackjack-bonus.scn")),
    ("003-wsgc-bahama-bonus.scn", include_str!("../scenarios/003-wsgc-bahama-bonus.scn")),
    ("004-players-edge-21.scn", include_str!("../scenarios/004-players-edge-21.scn")),
    ("rulings.scn", include_str!("../scenarios/rulings.scn")),
];

/// The reference rule sets of published figures, by their ids: game files for tests,
/// not games of the program.
pub const PUBLISHED: [(&str, &str); 2] = [
    ("conventional", include_str!("../../../games/published/conventional.toml")),
    ("spanish-21", include_str!("../../../games/published/spanish-21.toml")),
];

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
pub fn scenarios() -> Result<Vec<Scenario>, Vec<Fault>> {
    let mut all = Vec::new();
    let mut faults = Vec::new();
    for (file, text) in FILES {
        match reader::read(file, text) {
            Ok(scenarios) => all.extend(scenarios),
            Err(more) => faults.extend(more),
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}
