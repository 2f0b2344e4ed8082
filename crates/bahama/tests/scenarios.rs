//! Every scenario of every clause and ruling, settled as a script would.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use bahama::library::Library;
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
