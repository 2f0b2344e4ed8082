//! Every scenario of every clause and ruling, settled as a script would.

use bahama::library::{Choice, Library};
use bahama::settle::Settler;

#[test]
fn every_scenario_settles_as_its_clause_says() {
    let library = Library::default();
    let mut settler = Settler::new(&library);
    let scenarios = testkit::scenarios().expect("the scenario files have no faults");
    let mut wrong = Vec::new();
    for scenario in &scenarios {
        let answer = match settler.settle(&scenario.document().to_string()) {
            Ok(answer) => answer.to_json(),
            Err(refusal) => refusal.to_json(),
        };
        if let Err(difference) = scenario.check(&answer) {
            wrong.push(difference);
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} scenarios differ:\n{}",
        wrong.len(),
        scenarios.len(),
        wrong.join("\n")
    );
}

/// Where a game file says that a setting comes from a sheet, the sheet has such a
/// clause: every `003 base.3.b` in a source is a clause of the list, or a section of it.
#[test]
fn every_source_names_a_clause() {
    let clauses = testkit::clauses::read("clauses.txt", testkit::clauses::TEXT).unwrap();
    let library = Library::default();
    let mut strange = Vec::new();
    for game in library.ids() {
        let game = library.game(&Choice { game: game.to_owned(), ..Choice::default() }).unwrap();
        for setting in &game.settings {
            let words: Vec<&str> = setting.from.split([' ', ',', ';', '(', ')', ':']).collect();
            for pair in words.windows(2).filter(|pair| is_sheet(pair[0])) {
                let cited = format!("{} {}", pair[0], pair[1]).trim_end().to_owned();
                let known = |id: &str| id == cited || id.starts_with(&format!("{cited}."));
                if !clauses.iter().any(|clause| known(&clause.id)) && !pair[1].is_empty() {
                    strange.push(format!("{}: {} cites {cited}", game.id, setting.key));
                }
            }
        }
    }
    assert!(strange.is_empty(), "{}", strange.join("\n"));
}

fn is_sheet(word: &str) -> bool {
    ["000", "001", "002", "003", "004"].contains(&word)
}
