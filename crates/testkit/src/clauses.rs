//! The clauses of the sheets, the rulings and the requirements, and which of them scenarios
//! prove.

use std::collections::BTreeSet;

use crate::floor::Evening;
use crate::head::Head;
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
    /// By at least one evening: it is about what people do at tables and links.
    Evening,
    /// Neither can show it: why, and where it is proven instead.
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
        None if how == "evening" => Proof::Evening,
        None if how == "tests" => Proof::Tests,
        Some(("procedure", reason)) => Proof::Procedure(reason.into()),
        Some(("checker", refuses)) => Proof::Checker(refuses.into()),
        _ => {
            return Err(format!(
                "`{how}` must be `scenario`, `evening`, `tests`, `procedure: reason` or `checker: what`"
            ));
        }
    };
    Ok(Clause { id: id.into(), says: says.into(), proof, line })
}

fn fault(file: &str, line: usize, what: String) -> Fault {
    Fault { file: file.into(), line, what }
}

/// What is missing between clauses and what proves them: clauses that need a scenario or an
/// evening and have none, and ids that are cited but nobody wrote down.
#[must_use]
pub fn gaps(clauses: &[Clause], scenarios: &[Scenario], evenings: &[Evening]) -> Vec<String> {
    let mut gaps = Vec::new();
    let of_rounds = cited(clauses, scenarios.iter().map(|it| &it.head), &mut gaps);
    let of_floors = cited(clauses, evenings.iter().map(|it| &it.head), &mut gaps);
    for Clause { id, proof, line, .. } in clauses {
        let lacks = match proof {
            Proof::Scenario if !of_rounds.contains(id.as_str()) => "scenario",
            Proof::Evening if !of_floors.contains(id.as_str()) => "evening",
            _ => continue,
        };
        gaps.push(format!("`{id}` has no {lacks} (line {line} of its list)"));
    }
    gaps
}

/// What heads cite; what is no clause is a gap.
fn cited<'a>(
    clauses: &[Clause],
    heads: impl Iterator<Item = &'a Head>,
    gaps: &mut Vec<String>,
) -> BTreeSet<&'a str> {
    let known: BTreeSet<&str> = clauses.iter().map(|clause| clause.id.as_str()).collect();
    let mut cited = BTreeSet::new();
    for head in heads {
        for id in head.clauses.iter().map(String::as_str) {
            cited.insert(id);
            if !known.contains(id) {
                gaps.push(format!("{}:{}: `{id}` is no clause", head.file, head.line));
            }
        }
    }
    cited
}

/// [`gaps`] of the project's own files; a file that does not read is a gap too.
#[must_use]
pub fn uncovered() -> Vec<String> {
    let lists = read(FILE, TEXT)
        .and_then(|clauses| Ok([clauses, read(REQUIREMENTS_FILE, REQUIREMENTS)?].concat()));
    let found = lists
        .and_then(|clauses| Ok(gaps(&clauses, &crate::scenarios()?, &crate::floor::evenings()?)));
    found.unwrap_or_else(|faults| faults.iter().map(ToString::to_string).collect())
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
            gaps(&clauses, &scenarios, &[]),
            ["s.scn:1: `A9` is no clause", "`A1` has no scenario (line 1 of its list)"]
        );
    }

    #[test]
    fn a_missing_evening_is_a_gap() {
        let clauses = read("c.txt", "A1 | x | evening\n").unwrap();
        let text = "clause A1\nabout x\ngame bahama-bonus\ntable automatic\nann sit 2 1000\n";
        let evenings = crate::floor::read("e.scn", text).unwrap();
        assert_eq!(gaps(&clauses, &[], &evenings), [""; 0]);
        assert_eq!(gaps(&clauses, &[], &[]), ["`A1` has no evening (line 1 of its list)"]);
    }

    /// Each item of the procedure of sheet 003 and each of its recommendations is played by people
    /// at a table; how dear a reseed is no evening can show.
    #[test]
    fn the_whole_procedure_of_sheet_003_is_played() {
        let evenings = crate::floor::evenings().unwrap();
        let played: BTreeSet<&str> =
            evenings.iter().flat_map(|it| &it.clauses).map(String::as_str).collect();
        let clauses = read(FILE, TEXT).unwrap();
        let of_procedure = |id: &&str| {
            let item = id.strip_prefix("003 nexus.").is_some_and(|it| !it.starts_with("intro"));
            item || id.starts_with("003 advice.")
        };
        let items = clauses.iter().map(|clause| clause.id.as_str()).filter(of_procedure);
        let missing: Vec<&str> = items.filter(|id| !played.contains(id)).collect();
        assert_eq!(missing, ["003 nexus.5.cost"]);
    }

    #[test]
    fn what_a_settlement_cannot_show_stays_the_exception() {
        let clauses = read(FILE, TEXT).unwrap();
        let is_played = |it: &&Clause| matches!(it.proof, Proof::Scenario | Proof::Evening);
        let others = clauses.len() - clauses.iter().filter(is_played).count();
        assert!(others * 10 < clauses.len(), "{others} of {}", clauses.len());
    }
}
