//! `bahama soak`: a simulated floor under faults, seed after seed.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use soak::{Games, Report};

use super::Failed;
use crate::library::Library;
use crate::progress;
use crate::text::table;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama soak --minutes 10
  bahama soak --seed 4711 --schedules 1
  bahama soak --minutes 1 --json

Each schedule is a floor of its own: tables of every kind, players and staff, messages lost,
doubled, late and garbled, a clock that jumps, a journal that fails at its commits, crashes. One
number makes it happen again. Exit code 1 if a promise was broken.";

#[derive(Args)]
pub(crate) struct SoakArgs {
    /// The first seed; the schedules after it have the next numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long to go on, in minutes.
    #[arg(long, value_name = "M", default_value_t = 1.0)]
    minutes: f64,
    /// At most so many schedules.
    #[arg(long, value_name = "N")]
    schedules: Option<u64>,
    /// The steps of a schedule.
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    steps: u64,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(library: &Library, args: &SoakArgs) -> Result<(), Failed> {
    let time = Duration::try_from_secs_f64(args.minutes * 60.0)
        .map_err(|_| Failed::Usage("--minutes is a number of minutes".to_owned()))?;
    let texts = library.ids().filter_map(|id| library.text(id));
    let games = Games::read(texts).map_err(|it| Failed::Refused(it.to_string()))?;
    // The clock says when to stop; a schedule knows nothing of it.
    #[allow(clippy::disallowed_methods)]
    let start = Instant::now();
    let bar = progress::bar(args.schedules.unwrap_or(0) as usize, "Schedules");
    let mut report = Report::default();
    for number in 0..args.schedules.unwrap_or(u64::MAX) {
        let seed = args.seed.wrapping_add(number);
        match soak::run(&games, seed, args.steps) {
            Ok(one) => report.add(&one),
            Err(failure) => {
                bar.finish_and_clear();
                return failed(args, &failure);
            }
        }
        bar.inc(1);
        if start.elapsed() >= time {
            break;
        }
    }
    bar.finish_and_clear();
    print(args, &report, start.elapsed())
}

/// Says what was broken, and how to see it again.
fn failed(args: &SoakArgs, failure: &soak::Failure) -> Result<(), Failed> {
    let again = format!(
        "bahama soak --seed {} --schedules 1 --steps {} --minutes 60",
        failure.seed, args.steps
    );
    let mut out = anstream::stdout();
    if args.json {
        let document = json!({
            "failed": {
                "seed": failure.seed,
                "step": failure.step,
                "what": failure.what,
                "again": again,
            },
        });
        writeln!(out, "{document:#}")?;
    } else {
        writeln!(out, "FAIL {failure}\nAgain: {again}")?;
    }
    Err(Failed::Said)
}

fn print(args: &SoakArgs, report: &Report, time: Duration) -> Result<(), Failed> {
    let document = serde_json::to_value(report).map_err(std::io::Error::from)?;
    let mut out = anstream::stdout();
    if args.json {
        let (seed, steps) = (args.seed, args.steps);
        let document = json!({"seed": seed, "steps_each": steps, "report": document});
        writeln!(out, "{document:#}")?;
        return Ok(());
    }
    let mut rows = Vec::new();
    for (name, value) in document.as_object().into_iter().flatten() {
        let name = name.replace('_', " ");
        match value.as_object() {
            Some(parts) => rows.extend(
                parts
                    .iter()
                    .map(|(part, count)| vec![format!("{name}: {part}"), count.to_string()]),
            ),
            None => rows.push(vec![name, value.to_string()]),
        }
    }
    writeln!(out, "{}", table(&["what", "times"], rows, &[1]))?;
    let schedules = report.schedules;
    writeln!(out, "\n{schedules} schedules in {:.0} s, every promise kept", time.as_secs_f64())?;
    Ok(())
}
