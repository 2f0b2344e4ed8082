//! G-05: what stands in the record stays there. No statement of the program, on either database, takes
//! anything out of it or writes over it, and no step that brings a database to a release does.

use std::collections::BTreeSet;

/// What is the record: entries with their money, rounds, the security log.
const RECORD: [&str; 5] = ["entries", "ledger", "rounds", "round_players", "security_log"];

/// What is not: caches, ends of chains that are noted anew, and what ends by itself or by somebody's
/// word. A secret is only opened, and accounts and cards are only revoked.
const REST: [&str; 14] = [
    "snapshots",
    "heads",
    "heads_sum",
    "secrets",
    "profiles",
    "meta",
    "accounts",
    "sessions",
    "links",
    "cards",
    "proofs",
    "attempts",
    "present",
    "_sqlx_migrations",
];

/// The tables out of which a text takes rows, or in which it changes some.
fn changed(text: &str) -> BTreeSet<String> {
    let text = text.to_lowercase().replace(['(', ')', ';', ','], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut tables = BTreeSet::new();
    for at in 0..words.len() {
        let word = |more: usize| words.get(at + more).copied().unwrap_or_default();
        let table = match (word(0), word(1)) {
            ("delete", "from") | ("replace", "into") | ("drop" | "truncate", "table") => word(2),
            // Another name for a column, or one more, takes nothing out.
            ("alter", "table") if word(3) == "drop" => word(2),
            // `FOR UPDATE` only holds rows, and a conflict changes the row of the table before it.
            ("update", _) if at > 0 && words[at - 1] == "for" => continue,
            ("update", "set") => upserted(&words[..at]),
            // Folding the log into the database names no table.
            ("update" | "truncate", table) if !table.is_empty() => table,
            _ => continue,
        };
        tables.insert(table.to_owned());
    }
    tables
}

/// The table into which the statement before these words puts rows.
fn upserted<'a>(before: &[&'a str]) -> &'a str {
    let into =
        before.iter().rposition(|word| *word == "into").expect("`INSERT INTO` stands before");
    before[into + 1]
}

/// Every statement of the program, and every step of its databases.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = store::statements().into_iter().map(str::to_owned).collect();
    texts.extend(store::postgres_statements().into_iter().map(str::to_owned));
    for folder in ["sqlite", "postgres"] {
        let folder = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
        for step in std::fs::read_dir(folder).unwrap() {
            texts.push(std::fs::read_to_string(step.unwrap().path()).unwrap());
        }
    }
    texts
}

#[test]
fn g_05_no_statement_takes_anything_out_of_the_record() {
    let mut others = BTreeSet::new();
    for text in texts() {
        for table in changed(&text) {
            assert!(!RECORD.contains(&table.as_str()), "{text}");
            assert!(REST.contains(&table.as_str()), "{table} is neither: {text}");
            others.insert(table);
        }
    }
    // The reading does find what is taken out elsewhere.
    for table in ["snapshots", "sessions", "proofs", "attempts"] {
        assert!(others.contains(table), "{others:?}");
    }
    let forbidden = [
        "DELETE FROM entries WHERE version = $1",
        "UPDATE rounds SET day = 1",
        "INSERT INTO ledger (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 1",
    ];
    for text in forbidden {
        assert!(changed(text).iter().any(|table| RECORD.contains(&table.as_str())), "{text}");
    }
}

/// Every statement is written down in the lists that are looked at here: nothing is put together
/// elsewhere.
#[test]
fn g_05_no_statement_stands_outside_the_lists() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_list = name == "statements.rs" || name == "sql.rs";
            let taken = changed(&text.replace(['"', '\\'], " "));
            let of_record = taken.iter().any(|table| RECORD.contains(&table.as_str()));
            assert!(is_list || !of_record, "{}: {taken:?}", path.display());
        }
    }
}
