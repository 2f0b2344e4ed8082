//! The clauses of the sheets, the rulings and the requirements, and which of them scenarios
//! prove.

use std::collections::BTreeSet;

use crate::{Fault, Scenario};

/// The name of the clause file.
pub const FILE: &str = "clauses.txt";

/// The clause file.
pub const TEXT: &str = include_str!("../scenarios/clauses.txt");

/// The name of the list of requirements, which has the form of the clause file.
pub const REQUIREMENTS_FILE: &str = "requirements.txt";

/// The list of requirements.
pub const REQUIREMENTS: &str = include_str!("../scenarios/requirements.txt");

/// One clause of a sheet, one ruling, or one requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Sheet and place (`003 base.3.e`), the ruling (`A44`), or the requirement (`L-04`).
    pub id: String,
    /// What it says, in our own words.
    pub says: String,
    /// How it is proven.
    pub proof: Proof,
    /// Its line in the file.
    pub line: usize,
}

/// How a clause is proven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// By at least one scenario.
    Scenario,
    /// A settlement cannot show it: why, and where it is proven instead.
    Procedure(String),
    /// The game-file checker must refuse it or warn about it.
    Checker(String),
    /// Tests name it, if any does: `docs/requirements.md` lists them.
    Tests,
}

/// Reads the clause file.
///
/// # Errors
/// When lines do not read, or an id stands twice; all faults at once.
pub fn read(file: &str, text: &str) -> Result<Vec<Clause>, Vec<Fault>> {
    let mut clauses = Vec::new();
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match clause(line, index + 1) {
            Ok(clause) if !seen.insert(clause.id.clone()) => {
                faults.push(fault(
                    file,
                    index + 1,
                    format!("`{}` stands here a second time", clause.id),
                ));
            }
            Ok(clause) => clauses.push(clause),
            Err(what) => faults.push(fault(file, index + 1, what)),
        }
    }
    if faults.is_empty() { Ok(clauses) } else { Err(faults) }
}

fn clause(text: &str, line: usize) -> Result<Clause, String> {
    let parts: Vec<&str> = text.split('|').map(str::trim).collect();
    let &[id, says, how] = parts.as_slice() else {
        return Err("must be `ID | what it says | how`".into());
    };
    let proof = match how.split_once(": ") {
        None if how == "scenario" => Proof::Scenario,
        None if how == "tests" => Proof::Tests,
        Some(("procedure", reason)) => Proof::Procedure(reason.into()),
        Some(("checker", refuses)) => Proof::Checker(refuses.into()),
        _ => {
            return Err(format!(
                "`{how}` must be `scenario`, `tests`, `procedure: reason` or `checker: what`"
            ));
        }
    };
    Ok(Clause { id: id.into(), says: says.into(), proof, line })
}

fn fault(file: &str, line: usize, what: String) -> Fault {
    Fault { file: file.into(), line, what }
}

/// What is missing between clauses and scenarios: clauses that need a scenario and have
/// none, and ids that scenarios cite but nobody wrote down.
#[must_use]
pub fn gaps(clauses: &[Clause], scenarios: &[Scenario]) -> Vec<String> {
    let known: BTreeSet<&str> = clauses.iter().map(|clause| clause.id.as_str()).collect();
    let mut cited = BTreeSet::new();
    let mut gaps = Vec::new();
    for scenario in scenarios {
        for id in &scenario.clauses {
            cited.insert(id.as_str());
            if !known.contains(id.as_str()) {
                gaps.push(format!("{}:{}: `{id}` is no clause", scenario.file, scenario.line));
            }
        }
    }
    for clause in clauses {
        if clause.proof == Proof::Scenario && !cited.contains(clause.id.as_str()) {
            gaps.push(format!(
                "`{}` has no scenario (line {} of its list)",
                clause.id, clause.line
            ));
        }
    }
    gaps
}

/// [`gaps`] of the project's own files; a file that does not read is a gap too.
#[must_use]
pub fn uncovered() -> Vec<String> {
    let lists = (read(FILE, TEXT), read(REQUIREMENTS_FILE, REQUIREMENTS));
    match (lists, crate::scenarios()) {
        ((Ok(clauses), Ok(requirements)), Ok(scenarios)) => {
            gaps(&[clauses, requirements].concat(), &scenarios)
        }
        ((clauses, requirements), scenarios) => {
            let faults = clauses.err().into_iter().chain(requirements.err()).chain(scenarios.err());
            faults.flatten().map(|fault| fault.to_string()).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_is_covered() {
        assert_eq!(uncovered(), Vec::<String>::new());
    }

    #[test]
    fn broken_lines_are_reported_with_their_place() {
        let text = "# comment\nA1 | says | scenario\nA1 | again | scenario\nA2 | no how\n\nA3 | x | maybe\n";
        let faults = read("c.txt", text).unwrap_err();
        let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [3, 4, 6]);
        assert!(faults[0].to_string().starts_with("c.txt:3: `A1`"));
    }

    #[test]
    fn a_missing_scenario_and_an_unknown_id_are_gaps() {
        let clauses = read("c.txt", "A1 | x | scenario\nA2 | y | procedure: z\n").unwrap();
        let text = "clause A9\nabout x\ngame bahama-bonus\nbets 1: main 10\n\
                    deal 1: 2s 5d; dealer: 9h 3c\nrefused bet.seat\n";
        let scenarios = crate::reader::read("s.scn", text).unwrap();
        assert_eq!(
            gaps(&clauses, &scenarios),
            ["s.scn:1: `A9` is no clause", "`A1` has no scenario (line 1 of its list)"]
        );
    }

    #[test]
    fn what_a_settlement_cannot_show_stays_the_exception() {
        let clauses = read(FILE, TEXT).unwrap();
        let others = clauses.iter().filter(|clause| clause.proof != Proof::Scenario).count();
        assert!(others * 10 < clauses.len(), "{others} of {}", clauses.len());
    }
}
