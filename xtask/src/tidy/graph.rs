//! The crates and what each may use, as ARCHITECTURE.md says and as cargo sees it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Fault;
use super::tree::Page;
use crate::parts::Failure;
use crate::tools::cargo;

const PAGE: &str = "ARCHITECTURE.md";

/// The crates of the workspace, each with the crates that it uses. What only its tests use
/// is left out: tests may look at anything.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Every difference between the table and cargo.
///
/// # Errors
/// If cargo does not answer, or the table is not there.
pub(crate) fn check(pages: &[Page]) -> Result<Vec<Fault>, Failure> {
    let page = pages.iter().find(|page| page.path == PAGE).ok_or("there is no ARCHITECTURE.md")?;
    Ok(differences(&allowed(&page.text)?, &used(&metadata()?)?)
        .into_iter()
        .map(|(line, what)| Fault::new(page, line, what))
        .collect())
}

fn metadata() -> Result<Value, Failure> {
    let mut command = cargo("metadata");
    command.args(["--format-version", "1", "--no-deps"]);
    let answer = command.output().map_err(|error| format!("cargo metadata: {error}"))?;
    if !answer.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&answer.stderr)));
    }
    serde_json::from_slice(&answer.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

fn used(metadata: &Value) -> Result<Graph, Failure> {
    let strange = || "cargo metadata has changed its form".to_owned();
    let mut graph = Graph::new();
    for package in metadata["packages"].as_array().ok_or_else(strange)? {
        let name = package["name"].as_str().ok_or_else(strange)?;
        let dependencies = package["dependencies"].as_array().ok_or_else(strange)?;
        let own = dependencies.iter().filter(|it| it["path"].is_string() && it["kind"] != "dev");
        let own = own.filter_map(|dependency| dependency["name"].as_str());
        graph.insert(name.to_owned(), own.map(str::to_owned).collect());
    }
    Ok(graph)
}

/// One row of the table: where it stands, and what it allows.
struct Row {
    line: usize,
    uses: May,
}

enum May {
    All,
    Only(BTreeSet<String>),
}

/// The table of crates: the one whose last column is “may use”. Rows of folders that are no
/// crates (`web/`) are left out.
fn allowed(text: &str) -> Result<BTreeMap<String, Row>, Failure> {
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| !line.ends_with("| may use |"));
    let mut rows = BTreeMap::new();
    for (index, line) in lines.by_ref().skip(2).take_while(|(_, line)| line.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[_, name, .., uses, _] = cells.as_slice() else { continue };
        let name = name.trim_matches('`');
        if name.ends_with('/') {
            continue;
        }
        let uses = match uses {
            "all" => May::All,
            "—" => May::Only(BTreeSet::new()),
            list => May::Only(list.split(", ").map(str::to_owned).collect()),
        };
        rows.insert(name.to_owned(), Row { line: index + 1, uses });
    }
    if rows.is_empty() { Err(format!("{PAGE} has no table of crates")) } else { Ok(rows) }
}

fn differences(allowed: &BTreeMap<String, Row>, used: &Graph) -> Vec<(usize, String)> {
    let mut differences = Vec::new();
    for (name, uses) in used {
        let Some(row) = allowed.get(name) else {
            differences.push((0, format!("the crate `{name}` is not in the table of crates")));
            continue;
        };
        let May::Only(may) = &row.uses else { continue };
        for other in uses.difference(may) {
            differences.push((row.line, format!("`{name}` uses `{other}`, which it may not")));
        }
        for other in may.difference(uses) {
            differences.push((row.line, format!("`{name}` may use `{other}` and does not")));
        }
    }
    for (name, row) in allowed.iter().filter(|(name, _)| !used.contains_key(*name)) {
        differences.push((row.line, format!("there is no crate `{name}`")));
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_is_named() {
        let text = "\
| crate | what it is | may use |
|---|---|---|
| `a` | x | — |
| `b` | x, y | a |
| `gone` | x | all |
| `web/` | x | b |

| `c` | another table | a |
";
        let metadata = serde_json::json!({"packages": [
            {"name": "a", "dependencies": [
                {"name": "b", "path": "/b", "kind": "dev"},
                {"name": "serde", "kind": null},
            ]},
            {"name": "b", "dependencies": [{"name": "c", "path": "/c", "kind": null}]},
            {"name": "c", "dependencies": []},
        ]});
        let found = differences(&allowed(text).unwrap(), &used(&metadata).unwrap());
        let found: Vec<String> = found.iter().map(|(at, what)| format!("{at}: {what}")).collect();
        assert_eq!(
            found,
            [
                "4: `b` uses `c`, which it may not",
                "4: `b` may use `a` and does not",
                "0: the crate `c` is not in the table of crates",
                "5: there is no crate `gone`",
            ]
        );
    }
}
