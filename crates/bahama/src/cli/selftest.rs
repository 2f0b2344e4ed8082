//! `bahama selftest`: published figures, worked out again.

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use super::{Failed, ThreadArgs};
use crate::provenance::Provenance;
use crate::selftest::{self, Checked};
use crate::text::table;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama selftest
  bahama selftest --json

Each figure was published by others for the rules beside it; it passes if ours is the same to
the printed digits (two-decimal house edges: within one of the last digit, because some were
simulated). Exit code 1 if one fails.";

#[derive(Args)]
pub(crate) struct SelftestArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &SelftestArgs) -> Result<(), Failed> {
    args.threads.start()?;
    let figures = selftest::run().map_err(Failed::Refused)?;
    let failed = figures.iter().filter(|figure| !figure.passes()).count();
    let provenance = Provenance::of_program("selftest-1");
    let mut out = anstream::stdout();
    if args.json {
        let list: Vec<Value> = figures.iter().map(figure_json).collect();
        let document = json!({
            "passed": figures.len() - failed,
            "failed": failed,
            "figures": list,
            "provenance": provenance.json(),
        });
        writeln!(out, "{document:#}")?;
    } else {
        let rows = figures.iter().map(row).collect();
        let header = ["", "figure", "rules", "published", "ours", "within", "in"];
        writeln!(out, "{}", table(&header, rows, &[3, 4, 5]))?;
        writeln!(
            out,
            "\n{} figures: {} passed, {failed} failed",
            figures.len(),
            figures.len() - failed
        )?;
        write!(out, "{}", provenance.text())?;
    }
    if failed == 0 { Ok(()) } else { Err(Failed::Said) }
}

fn row(figure: &Checked) -> Vec<String> {
    let decimals = figure.decimals();
    vec![
        if figure.passes() { "pass" } else { "FAIL" }.to_owned(),
        figure.id.to_owned(),
        figure.rules.to_owned(),
        figure.published.to_owned(),
        // One digit more than printed shows how it rounds.
        format!("{:.*}", decimals + 1, figure.ours),
        format!("{:.*}", decimals + 1, figure.tolerance),
        figure.unit.to_owned(),
    ]
}

fn figure_json(figure: &Checked) -> Value {
    json!({
        "id": figure.id,
        "rules": figure.rules,
        "unit": figure.unit,
        "published": figure.published,
        "ours": figure.ours,
        "tolerance": figure.tolerance,
        "pass": figure.passes(),
    })
}
