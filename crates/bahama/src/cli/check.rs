//! `bahama check`: all faults of game files at once.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use rules::{Fault, GameFile};
use serde_json::{Value, json};

use super::Failed;

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The game files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &CheckArgs) -> Result<(), Failed> {
    let mut checked: Vec<(&PathBuf, Vec<Fault>)> = Vec::new();
    for path in &args.files {
        let text =
            std::fs::read(path).map_err(|error| Failed::File { path: path.clone(), error })?;
        // Bytes that are not UTF-8 become marks that the reader reports in their line.
        let file = GameFile::read(&String::from_utf8_lossy(&text));
        checked.push((path, crate::library::faults(&file)));
    }
    let mut out = anstream::stdout();
    if args.json {
        let list: Vec<Value> =
            checked.iter().map(|(path, faults)| file_json(path, faults)).collect();
        writeln!(out, "{:#}", Value::Array(list))?;
    } else {
        for (path, faults) in &checked {
            for fault in faults {
                let line = fault.line.map_or(String::new(), |line| format!(":{line}"));
                let field = if fault.field.is_empty() {
                    String::new()
                } else {
                    format!(" {}:", fault.field)
                };
                writeln!(out, "{}{line}:{field} {}", path.display(), fault.problem)?;
            }
            match faults.len() {
                0 => writeln!(out, "{}: no faults", path.display())?,
                1 => writeln!(out, "{}: 1 fault", path.display())?,
                count => writeln!(out, "{}: {count} faults", path.display())?,
            }
        }
    }
    if checked.iter().all(|(_, faults)| faults.is_empty()) { Ok(()) } else { Err(Failed::Said) }
}

fn file_json(path: &Path, faults: &[Fault]) -> Value {
    let faults: Vec<Value> = faults
        .iter()
        .map(|fault| json!({"line": fault.line, "field": fault.field, "problem": fault.problem.to_string()}))
        .collect();
    json!({"file": path.display().to_string(), "ok": faults.is_empty(), "faults": faults})
}
