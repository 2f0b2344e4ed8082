//! `bahama strategy`: charts to learn, to print, and to keep as a file.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use odds::main_wager::SplitClass;

use super::{Failed, GameArgs, ThreadArgs, warn_beyond};
use crate::library::Library;
use crate::progress;
use crate::provenance::Provenance;
use crate::strategy::{self, StrategyChoice, StrategyFile, StrategySheet};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama strategy bahama-bonus
  bahama strategy wsgc-bahama-bonus --configuration s17 --format html --out chart.html
  bahama strategy players-edge-21 --bet 2500 --format json --out mine.json
  bahama strategy players-edge-21 --strategy mine.json
  bahama strategy blackjack-bonus --strategy totals --format svg --out chart.svg

Rows are hands, columns the dealer's up-card. The value beside the chart is exact for the chart as
it is printed, on a fresh shoe; the cost is against the best play that looks at every card.";

#[derive(Args)]
pub(crate) struct StrategyArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The chart: the best with exceptions people can learn (chart), the best by totals alone
    /// (totals), or a file that `--format json` wrote.
    #[arg(long, value_name = "chart|totals|FILE", default_value = "chart")]
    strategy: String,
    /// The main wager in cents, for limits on doubling and prizes of fixed dollars; without it
    /// no limit binds.
    #[arg(long, value_name = "CENTS")]
    bet: Option<u32>,
    /// What to write.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For the terminal.
    Text,
    /// The strategy file.
    Json,
    /// One picture.
    Svg,
    /// One page that prints well.
    Html,
}

pub(crate) fn run(library: &Library, args: &StrategyArgs) -> Result<(), Failed> {
    args.threads.start()?;
    let choice = args.game.choice();
    let (game, profile) = library.profile(&choice)?;
    super::check_bet(&profile.rules, args.bet)?;
    let strategy = read(&args.strategy)?;
    let bar = progress::bar(10, "up-cards");
    let sheet = StrategySheet::of(&game, &profile.rules, args.bet, &strategy, || bar.inc(1));
    bar.finish_and_clear();
    let mut sheet = sheet?;
    let provenance = Provenance::of(library, &choice, (&game, &profile), "strategy-2");
    let provenance = provenance.playing_by(&strategy, SplitClass::Pair);
    sheet.set = choice.set;
    sheet.from = Some(provenance.clone());
    let format = if args.json { Format::Json } else { args.format };
    let written = match format {
        Format::Text => format!("{}{}", strategy::text(&sheet), provenance.text()),
        Format::Json => {
            let mut document = strategy::json(&sheet);
            document["provenance"] = provenance.json();
            format!("{document:#}\n")
        }
        Format::Svg => strategy::svg(&sheet)?,
        Format::Html => strategy::html(&sheet)?,
    };
    match &args.out {
        None => anstream::stdout().write_all(written.as_bytes())?,
        Some(path) => {
            let plain = anstream::adapter::strip_str(&written).to_string();
            std::fs::write(path, plain)
                .map_err(|error| Failed::File { path: path.clone(), error })?;
        }
    }
    warn_beyond(&game);
    Ok(())
}

/// Reads `--strategy`: a word, or the name of a strategy file.
///
/// # Errors
/// If it is neither.
pub(crate) fn read(text: &str) -> Result<StrategyChoice, Failed> {
    let path = match text {
        "optimal" => return Ok(StrategyChoice::Optimal),
        "chart" => return Ok(StrategyChoice::Chart),
        "totals" => return Ok(StrategyChoice::Totals),
        path => Path::new(path),
    };
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failed::Refused(format!(
            "--strategy {}: neither a word this option knows nor a file",
            path.display()
        )),
        _ => Failed::File { path: path.to_owned(), error },
    })?;
    Ok(StrategyChoice::File(StrategyFile::read(&text)?))
}
