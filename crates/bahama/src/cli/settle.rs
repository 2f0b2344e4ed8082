//! `bahama settle`: one round, or one round per line.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use clap::Args;

use super::Failed;
use crate::library::Library;
use crate::settle::{Refusal, Settler};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama settle round.json
  bahama settle --json - < round.json
  bahama settle --batch rounds.jsonl > answers.jsonl

A round:
  {\"game\": \"bahama-bonus\", \"bets\": {\"1\": {\"main\": 1000, \"match-up\": 500}},
   \"cards\": [\"7s\", \"6h\", \"5d\", \"3c\", \"9c\", \"8h\"], \"choices\": [\"1 hit\"]}
Amounts are cents. The cards are the shoe from the top, in dealing order: a first card to each
seat, the up-card, second cards, the hole card, then whatever is drawn.";

#[derive(Args)]
pub(crate) struct SettleArgs {
    /// The round's file; - reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// One JSON document instead of a table.
    #[arg(long)]
    json: bool,
    /// One round per line in, one JSON answer per line out.
    #[arg(long)]
    batch: bool,
}

pub(crate) fn run(library: &Library, args: &SettleArgs) -> Result<(), Failed> {
    let file_error = |error| Failed::File { path: args.file.clone(), error };
    let input: Box<dyn Read> = if args.file.as_os_str() == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(&args.file).map_err(file_error)?)
    };
    let mut input = unpacked(BufReader::new(input)).map_err(file_error)?;
    let mut settler = Settler::new(library);
    if args.batch {
        return batch(&mut settler, input, args);
    }
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(file_error)?;
    let answer = settler.settle(&String::from_utf8_lossy(&bytes));
    let mut out = anstream::stdout();
    match (answer, args.json) {
        (Ok(answer), true) => writeln!(out, "{}", answer.to_json())?,
        (Ok(answer), false) => write!(out, "{}", answer.to_text())?,
        (Err(refusal), true) => {
            writeln!(out, "{}", refusal.to_json())?;
            return Err(Failed::Said);
        }
        (Err(refusal), false) => {
            anstream::eprintln!("bahama: {}", explain(&refusal));
            return Err(Failed::Said);
        }
    }
    Ok(())
}

/// What is in a file, packed or not: a packed one begins with two bytes that no text has.
fn unpacked(mut input: BufReader<Box<dyn Read>>) -> std::io::Result<BufReader<Box<dyn Read>>> {
    let packed = input.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(match packed {
        true => BufReader::new(Box::new(flate2::bufread::MultiGzDecoder::new(input))),
        false => input,
    })
}

fn explain(refusal: &Refusal) -> String {
    format!("this round does not fit: {refusal}")
}

/// One answer per line; the exit code is 1 if any round was refused.
fn batch(settler: &mut Settler<'_>, input: impl BufRead, args: &SettleArgs) -> Result<(), Failed> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut refused = false;
    for line in input.split(b'\n') {
        let line = line.map_err(|error| Failed::File { path: args.file.clone(), error })?;
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        match settler.settle(&text) {
            Ok(answer) => writeln!(out, "{}", answer.to_json())?,
            Err(refusal) => {
                refused = true;
                writeln!(out, "{}", refusal.to_json())?;
            }
        }
    }
    out.flush()?;
    if refused { Err(Failed::Said) } else { Ok(()) }
}
