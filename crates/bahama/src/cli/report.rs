//! `bahama report`: what the journal says about jackpots, bank account, tables and days.
//! Every report is a typed value folded from the record (`table::report`), beside a running
//! server too, and is refused if it does not tie to the ledger (O-01, O-02, L-20, P-28, P-29).
//! Here it is only read for and rendered.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use server::{Clock, Said, Settings};
use store::{DataDir, Journal, Options, Store, Stream};
use table::report::{
    Bank, Changes, Days, Deposits, Exceptions, Hits, Jackpots, Pending, Period, Report, Row,
    SCHEMA, Source,
};
use table::{Account, Entry, LinkEvent, LinkId, Micros, Time};

use super::Failed;
use super::data::used;
use crate::text;

/// How often a link that is being played for is read again.
const TRIES: u32 = 100;
/// How many entries are read at once.
const PAGE: u32 = 1_000;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama report jackpots --from 20261101 --until 20261130
  bahama report bank
  bahama report hits --format csv > hits.csv
  bahama report tables --from 20261116 --until 20261116 --format json

Days are gaming days, both included. Amounts of jackpots and of the bank are in micro-dollars,
those of tables and slips in cents.";

#[derive(Args)]
pub(crate) struct ReportArgs {
    #[command(subcommand)]
    what: What,
    /// The data directory.
    #[arg(long, value_name = "DIR", default_value = DataDir::DEFAULT, global = true)]
    data: PathBuf,
    /// The first gaming day, as yyyymmdd; from the beginning without it.
    #[arg(long, value_name = "DAY", global = true)]
    from: Option<u32>,
    /// The last gaming day, as yyyymmdd; up to now without it.
    #[arg(long, value_name = "DAY", global = true)]
    until: Option<u32>,
    /// How it is written.
    #[arg(long, value_enum, default_value = "text", global = true)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Csv,
    Json,
}

#[derive(Subcommand)]
enum What {
    /// Per jackpot: opening, contributions, seeds, reserve, awards, adjustments, closing.
    #[command(after_help = "Example:\n  bahama report jackpots --from 20261101 --until 20261130")]
    Jackpots,
    /// What must lie in the jackpots' bank account at the end of the last day, and what does.
    #[command(after_help = "Example:\n  bahama report bank --until 20261116")]
    Bank,
    /// What has accrued since the last deposit.
    #[command(after_help = "Example:\n  bahama report deposits")]
    Deposits,
    /// The awards with everything on their slips.
    #[command(after_help = "Example:\n  bahama report hits --format csv")]
    Hits,
    /// Claims that are open.
    #[command(after_help = "Example:\n  bahama report pending")]
    Pending,
    /// Parameters, adjustments, back-outs, stops and deposits, with who did them.
    #[command(after_help = "Example:\n  bahama report changes")]
    Changes,
    /// Per table and gaming day: drop, win, contributions, awards.
    #[command(after_help = "Example:\n  bahama report tables --from 20261116")]
    Tables,
    /// Voids, waived hands, withdrawn claims and lost shoes.
    #[command(after_help = "Example:\n  bahama report exceptions")]
    Exceptions,
}

pub(crate) fn run(args: &ReportArgs) -> Result<(), Failed> {
    let data = used(&args.data)?;
    let settings = Settings::resolve(&args.data, &Said::default())?;
    let period = period(args, &settings)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let source = runtime.block_on(async {
        let store = Store::open(&data, Options::BESIDE).await?;
        let source = read(&store, matches!(args.what, What::Tables | What::Exceptions)).await;
        store.close().await;
        source
    })?;
    let (format, at) = (args.format, period.to.min(Clock::System.now()));
    match args.what {
        What::Jackpots => print(format, &Jackpots::of(&source, period)),
        What::Bank => print(format, &Bank::of(&source, at)),
        What::Deposits => print(format, &Deposits::of(&source, at)),
        What::Hits => print(format, &Hits::of(&source, period)),
        What::Pending => print(format, &Pending::of(&source)),
        What::Changes => print(format, &Changes::of(&source, period)),
        What::Tables => print(format, &Days::of(&source, period, |at| settings.gaming_day(at))),
        What::Exceptions => print(format, &Exceptions::of(&source, period)),
    }
}

fn period(args: &ReportArgs, settings: &Settings) -> Result<Period, Failed> {
    let begins = |day: u32, later: i64| {
        let wrong = || Failed::Usage(format!("“{day}” is not a gaming day such as 20261116"));
        settings.day_begins(day.into(), later).ok_or_else(wrong)
    };
    let from = args.from.map_or(Ok(Time(0)), |day| begins(day, 0))?;
    let now = Time(Clock::System.now().0 + 1);
    let to = args.until.map_or(Ok(now), |day| begins(day, 1))?;
    if from >= to {
        return Err(Failed::Usage("the first day is after the last".to_owned()));
    }
    Ok(Period { from, to })
}

async fn read(store: &Store, with_tables: bool) -> Result<Source, Failed> {
    let mut source = Source::default();
    for (stream, _) in store.streams().await? {
        match stream {
            Stream::Link(id) => {
                let (entries, ledger) = link(store, id).await?;
                let untied = |untied: table::report::Untied| Failed::Refused(untied.to_string());
                source.add_link(id, entries, &ledger).map_err(untied)?;
            }
            Stream::Table(table) if with_tables => {
                source.add_table(table, entries(store, stream).await?);
            }
            Stream::Table(_) | Stream::Person(_) => {}
        }
    }
    Ok(source)
}

type LinkRecord = (Vec<Entry<LinkEvent>>, Vec<(Account, Micros)>);

/// The entries of a link and the rows of its ledger, both of one version: a server may
/// write while they are read, and then they are read again.
async fn link(store: &Store, id: LinkId) -> Result<LinkRecord, Failed> {
    for _ in 0..TRIES {
        let rows = store.balances(id.into()).await?;
        let all: Vec<Entry<LinkEvent>> = entries(store, id.into()).await?;
        let version = all.last().map_or(0, |entry| entry.version);
        let later = store.entries(id.into(), version, 1).await?;
        if later.is_empty() && store.balances(id.into()).await? == rows {
            return Ok((all, rows));
        }
    }
    Err(Failed::Refused(format!("{id} changes too fast to be read; ask the server to stop it")))
}

async fn entries<E: DeserializeOwned>(
    store: &Store,
    stream: Stream,
) -> Result<Vec<Entry<E>>, Failed> {
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let page = store.entries(stream, after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = last.version;
        for stored in &page {
            let entry = serde_json::from_str(&stored.json);
            let strange = |error| {
                let version = stored.version;
                Failed::Refused(format!("{stream}, version {version} cannot be read: {error}"))
            };
            all.push(entry.map_err(strange)?);
        }
    }
}

/// Renders a report: the same rows as text, as CSV, as JSON.
fn print<R: Row>(format: Format, report: &Report<R>) -> Result<(), Failed> {
    let mut out = anstream::stdout();
    let columns = report.columns();
    let rows = report.rows.iter().map(serde_json::to_value).collect::<Result<Vec<Value>, _>>();
    let rows = rows.map_err(|error| Failed::Refused(error.to_string()))?;
    let cells = |row: &Value| columns.iter().map(|name| cell(&row[*name])).collect();
    match format {
        Format::Json => {
            let totals =
                report.totals().into_iter().map(|(name, sum)| (name.to_owned(), sum.into()));
            let totals: Map<String, Value> = totals.collect();
            let document = json!({"schema": SCHEMA, "rows": rows, "totals": totals});
            writeln!(out, "{document:#}")?;
        }
        Format::Csv => {
            writeln!(out, "schema,{}", columns.join(","))?;
            for row in &rows {
                let cells: Vec<String> = cells(row);
                let cells: Vec<String> = cells.iter().map(|it| quoted(it)).collect();
                writeln!(out, "{SCHEMA},{}", cells.join(","))?;
            }
        }
        Format::Text if rows.is_empty() => writeln!(out, "nothing to report")?,
        Format::Text => {
            // One row is easier to read downwards.
            for row in &rows {
                let cells: Vec<String> = cells(row);
                write_down(&mut out, columns.iter().copied().zip(cells))?;
            }
            let totals = report.totals();
            if rows.len() > 1 && !totals.is_empty() {
                writeln!(out, "all together")?;
                write_down(
                    &mut out,
                    totals.into_iter().map(|(name, sum)| (name, sum.to_string())),
                )?;
            }
        }
    }
    Ok(())
}

/// Writes columns below each other.
fn write_down<'a>(
    out: &mut impl std::io::Write,
    cells: impl Iterator<Item = (&'a str, String)>,
) -> Result<(), Failed> {
    let lines = cells.map(|(name, cell)| vec![name.replace('_', " "), cell]).collect();
    Ok(writeln!(out, "{}", text::table(&["", ""], lines, &[1]))?)
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A cell of CSV. A text that a spreadsheet would take for a formula is made a text.
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '@']);
    let cell = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}
