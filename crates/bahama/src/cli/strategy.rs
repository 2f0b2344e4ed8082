//! `bahama strategy`: charts to learn, to print, and to keep as a file.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cards::Card;
use clap::{Args, ValueEnum};
use odds::main_wager::{Chart, ChartKind, NotModelled, Question, Solution, Table};

use super::{Failed, GameArgs, warn_beyond};
use crate::library::Library;
use crate::progress;
use crate::strategy::{self, StrategySheet, Wanted};
use crate::wording::{shoe, strategy_class};

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
    let choice = args.game.choice();
    let (game, profile) = library.profile(&choice)?;
    super::check_bet(&profile.rules, args.bet)?;
    let wanted = match args.strategy.as_str() {
        "chart" => Wanted::Best(ChartKind::Exceptions),
        "totals" => Wanted::Best(ChartKind::Totals),
        path => Wanted::Given(read(path)?),
    };
    let bar = progress::bar(10, "up-cards");
    let sheet = StrategySheet::of(&game, &profile.rules, args.bet, wanted, || bar.inc(1));
    bar.finish_and_clear();
    let mut sheet = sheet?;
    sheet.set = choice.set;
    let format = if args.json { Format::Json } else { args.format };
    let written = match format {
        Format::Text => strategy::text(&sheet),
        Format::Json => format!("{:#}\n", strategy::json(&sheet)),
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

/// The document of a strategy file.
pub(crate) fn document(path: &str) -> Result<serde_json::Value, Failed> {
    let file = Path::new(path);
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failed::File { path: file.to_owned(), error })?;
    serde_json::from_str(&text)
        .map_err(|error| Failed::Strategy { path: file.to_owned(), error: error.into() })
}

fn read(path: &str) -> Result<Chart, Failed> {
    let path = Path::new(path);
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failed::Refused(format!(
            "--strategy {}: neither a word this option knows nor a file",
            path.display()
        )),
        _ => Failed::File { path: path.to_owned(), error },
    })?;
    strategy::read(&text).map_err(|error| Failed::Strategy { path: path.to_owned(), error })
}

/// How the main wager is played: `--strategy` of the mathematical commands.
pub(crate) enum Followed {
    /// By the best play.
    Optimal,
    /// By the best chart of a kind.
    Best(ChartKind),
    /// By the chart of a file.
    File {
        /// The file's name.
        name: String,
        chart: Chart,
    },
}

impl Followed {
    /// Reads the option.
    ///
    /// # Errors
    /// If it names a file that is no strategy.
    pub(crate) fn read(text: &str) -> Result<Followed, Failed> {
        Ok(match text {
            "optimal" => Followed::Optimal,
            "chart" => Followed::Best(ChartKind::Exceptions),
            "totals" => Followed::Best(ChartKind::Totals),
            path => Followed::File { name: path.to_owned(), chart: read(path)? },
        })
    }

    /// Finds the value of the play.
    pub(crate) fn solve(
        &self,
        table: &Arc<Table>,
        question: Question,
    ) -> Result<Solution, NotModelled> {
        match self {
            Followed::Optimal => Solution::of(table, question),
            Followed::File { chart, .. } => Solution::following(table, question, chart),
            Followed::Best(kind) => {
                let bar = progress::bar(10, "up-cards");
                let best = Solution::best_chart(table, question, *kind, || bar.inc(1));
                bar.finish_and_clear();
                best.map(|(_, solution)| solution)
            }
        }
    }

    /// The play in a sentence.
    pub(crate) fn sentence(&self, question: &Question, removed: &[Card]) -> String {
        let chart = match self {
            Followed::Optimal => return strategy_class(question, removed),
            Followed::Best(ChartKind::Exceptions) => "the best chart by total, with exceptions",
            Followed::Best(ChartKind::Totals) => "the best chart by totals alone",
            Followed::File { name, .. } => &format!("the chart of {name}"),
        };
        format!(
            "{chart}, on {}; after a split the same chart, pairs split again whenever allowed",
            shoe(removed)
        )
    }
}
