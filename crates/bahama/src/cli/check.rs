//! `bahama check`: all faults of game files and files of postings at once.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use odds::Worths;
use rules::GameFile;
use serde_json::{Value, json};
use server::floor::OpenTable;
use server::postings::PostingsFile;

use super::Failed;
use crate::library::Library;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama check my-game.toml
  bahama check games/*.toml --json
  bahama check tables.toml

A file with [[table]] sections is one of postings, as `bahama serve --tables FILE` takes it.";

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The game files, or files of postings.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

/// A fault as it is printed.
pub(super) struct Found {
    line: Option<usize>,
    field: String,
    problem: String,
}

pub(crate) fn run(library: &Library, args: &CheckArgs) -> Result<(), Failed> {
    let mut checked: Vec<(&PathBuf, Vec<Found>)> = Vec::new();
    for path in &args.files {
        let text = read(path)?;
        let faults = if PostingsFile::is_one(&text) {
            postings(library, &text).err().unwrap_or_default()
        } else {
            let faults = crate::library::faults(&GameFile::read(&text)).into_iter();
            let found = faults.map(|fault| Found {
                line: fault.line,
                field: fault.field,
                problem: fault.problem.to_string(),
            });
            found.collect()
        };
        checked.push((path, faults));
    }
    let mut out = anstream::stdout();
    if args.json {
        let list: Vec<Value> =
            checked.iter().map(|(path, faults)| file_json(path, faults)).collect();
        writeln!(out, "{:#}", Value::Array(list))?;
    } else {
        for (path, faults) in &checked {
            print(&mut out, path, faults)?;
        }
    }
    if checked.iter().all(|(_, faults)| faults.is_empty()) { Ok(()) } else { Err(Failed::Said) }
}

/// The text of a file. Bytes that are not UTF-8 become marks that the reader reports in their
/// line.
pub(super) fn read(path: &Path) -> Result<String, Failed> {
    let bytes =
        std::fs::read(path).map_err(|error| Failed::File { path: path.to_owned(), error })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The postings of a file, or all that is wrong with them.
pub(super) fn postings(library: &Library, text: &str) -> Result<Vec<OpenTable>, Vec<Found>> {
    let judged = PostingsFile::read(text).judge(&library.texts(), &Worths::default());
    let found = |fault: server::postings::PostingsFault| Found {
        line: fault.line,
        field: fault.field,
        problem: fault.problem,
    };
    judged.map_err(|faults| faults.into_iter().map(found).collect())
}

/// Writes the faults of a file, one a line, and how many there are.
pub(super) fn print(out: &mut impl Write, path: &Path, faults: &[Found]) -> std::io::Result<()> {
    for Found { line, field, problem } in faults {
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        let field = if field.is_empty() { String::new() } else { format!(" {field}:") };
        writeln!(out, "{}{line}:{field} {problem}", path.display())?;
    }
    match faults.len() {
        0 => writeln!(out, "{}: no faults", path.display()),
        1 => writeln!(out, "{}: 1 fault", path.display()),
        count => writeln!(out, "{}: {count} faults", path.display()),
    }
}

fn file_json(path: &Path, faults: &[Found]) -> Value {
    let faults: Vec<Value> = faults
        .iter()
        .map(|fault| json!({"line": fault.line, "field": fault.field, "problem": fault.problem}))
        .collect();
    json!({"file": path.display().to_string(), "ok": faults.is_empty(), "faults": faults})
}
