//! `bahama report`: what the journal says about jackpots, bank account, tables and days.
//! Every report is a fold over the record, beside a running server too, and is refused if
//! its totals do not tie to the ledger (O-01, O-02, L-20, P-28, P-29).

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use server::{Clock, Said, Settings, office};
use store::{DataDir, Journal, Options, Store, Stream};
use table::report::{self, Period};
use table::{Account, Entry, Link, LinkEvent, LinkId, Micros, Moment, TableId};

use super::Failed;
use crate::text;

/// The version of the rows' shape; columns are added, never changed, under one version.
const SCHEMA: u32 = 1;
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

/// The records a report is folded from.
struct Record {
    links: Vec<(Link, Vec<Entry<LinkEvent>>)>,
    tables: Vec<(TableId, Vec<Entry>)>,
    /// The balances of every link by the ledger's rows.
    ledger: Vec<(LinkId, Vec<(Account, Micros)>)>,
}

pub(crate) fn run(args: &ReportArgs) -> Result<(), Failed> {
    let data = DataDir::new(&args.data);
    if !data.is_used() {
        let path = args.data.display();
        let words = format!("{path} holds no data; name the right one with --data");
        return Err(Failed::Refused(words));
    }
    let settings = Settings::resolve(&args.data, &Said::default())?;
    let period = period(args, &settings)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let record = runtime.block_on(async {
        let store = Store::open(&data, Options::BESIDE).await?;
        let record = read(&store, matches!(args.what, What::Tables | What::Exceptions)).await;
        store.close().await;
        record
    })?;
    ties(&record)?;
    let rows = rows(args, &record, period, &settings)?;
    print(args.format, &rows)
}

fn period(args: &ReportArgs, settings: &Settings) -> Result<Period, Failed> {
    let begins = |day: u32, later: i64| {
        let wrong = || Failed::Usage(format!("“{day}” is not a gaming day such as 20261116"));
        settings.day_begins(day.into(), later).ok_or_else(wrong)
    };
    let from = args.from.map_or(Ok(Moment(0)), |day| begins(day, 0))?;
    let now = Moment(Clock::System.now().0 + 1);
    let to = args.until.map_or(Ok(now), |day| begins(day, 1))?;
    if from >= to {
        return Err(Failed::Usage("the first day is after the last".to_owned()));
    }
    Ok(Period { from, to })
}

async fn read(store: &Store, with_tables: bool) -> Result<Record, Failed> {
    let mut record = Record { links: Vec::new(), tables: Vec::new(), ledger: Vec::new() };
    for (stream, _) in store.streams().await? {
        match stream {
            Stream::Link(id) => {
                let (link, entries, rows) = link(store, id).await?;
                record.ledger.push((id, rows));
                record.links.push((link, entries));
            }
            Stream::Table(table) if with_tables => {
                record.tables.push((table, entries(store, stream).await?));
            }
            Stream::Table(_) => {}
        }
    }
    Ok(record)
}

type LinkRecord = (Link, Vec<Entry<LinkEvent>>, Vec<(Account, Micros)>);

/// A link with its entries and the rows of its ledger, all of one version: a server may
/// write while they are read, and then they are read again.
async fn link(store: &Store, id: LinkId) -> Result<LinkRecord, Failed> {
    for _ in 0..TRIES {
        let rows = store.balances(id.into()).await?;
        let link = office::link(store, id).await?;
        let entries = entries(store, id.into()).await?;
        let same = store.balances(id.into()).await? == rows;
        if same && entries.len() as u64 == link.version() {
            return Ok((link, entries, rows));
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

/// Whether what the folds start from is what the ledger's rows say (O-02): a report that
/// does not tie is no report.
fn ties(record: &Record) -> Result<(), Failed> {
    for ((link, entries), (id, rows)) in record.links.iter().zip(&record.ledger) {
        let untied =
            |what: &str| Failed::Refused(format!("{id}: {what} does not tie to the ledger"));
        for jackpot in report::jackpots(*id, entries, Period::ALL) {
            let balance = |account: Account| {
                rows.iter().find(|(of, _)| *of == account).map_or(Micros::ZERO, |(_, it)| *it)
            };
            let meter = balance(Account::Meter(jackpot.spot.0));
            let reserve = balance(Account::Reserve(jackpot.spot.0));
            if !jackpot.reconciles()
                || (jackpot.closing, jackpot.reserve_closing) != (meter, reserve)
            {
                return Err(untied("a meter"));
            }
        }
        if link.books().iter().collect::<Vec<_>>() != *rows {
            return Err(untied("an account"));
        }
    }
    Ok(())
}

/// Something with one row a line.
fn rows(
    args: &ReportArgs,
    record: &Record,
    period: Period,
    settings: &Settings,
) -> Result<Vec<Value>, Failed> {
    let now = Clock::System.now();
    let at = period.to.min(now);
    // Practice and exhibition tables are outside all reports.
    let links = record.links.iter().filter(|(link, _)| link.sign().is_reported());
    let of_links = links.map(|(link, entries)| match args.what {
        What::Jackpots => values(&report::jackpots(link.id(), entries, period)),
        What::Bank | What::Deposits => values(&[report::bank(link.id(), entries, at)]),
        What::Hits => values(&report::slips(link)),
        What::Pending => values(&report::pending(link)),
        What::Changes => values(&report::changes(link.id(), entries, period)),
        What::Tables | What::Exceptions => Ok(Vec::new()),
    });
    let tables = record.tables.iter().filter(|(_, entries)| report::is_reported(entries));
    let of_tables = tables.map(|(table, entries)| match args.what {
        What::Tables => {
            let days = report::table_days(*table, entries, |at| settings.gaming_day(at));
            let within = |day: u32| {
                args.from.is_none_or(|from| day >= from) && args.until.is_none_or(|to| day <= to)
            };
            let days: Vec<_> = days.into_iter().filter(|day| within(day.day)).collect();
            values(&days)
        }
        What::Exceptions => values(&report::exceptions(*table, entries, period)),
        _ => Ok(Vec::new()),
    });
    let mut all = Vec::new();
    for rows in of_links.chain(of_tables) {
        all.extend(rows?);
    }
    if let What::Hits = args.what {
        let within = |row: &Value| {
            let at = Moment(row["at"].as_u64().unwrap_or(0));
            (period.from..period.to).contains(&at)
        };
        all.retain(within);
    }
    if let What::Deposits = args.what {
        let columns = ["link", "at", "last_deposit", "accrued", "deposited", "is_short"];
        for row in &mut all {
            *row = columns.iter().map(|name| ((*name).to_owned(), row[*name].clone())).collect();
        }
    }
    Ok(all)
}

fn values<T: Serialize>(rows: &[T]) -> Result<Vec<Value>, Failed> {
    let value = |row: &T| serde_json::to_value(row);
    rows.iter()
        .map(value)
        .collect::<Result<_, _>>()
        .map_err(|error| Failed::Refused(error.to_string()))
}

fn print(format: Format, rows: &[Value]) -> Result<(), Failed> {
    let mut out = anstream::stdout();
    let columns: Vec<String> = rows
        .first()
        .and_then(Value::as_object)
        .map(|row| row.keys().cloned().collect())
        .unwrap_or_default();
    let cells = |row: &Value| columns.iter().map(|name| cell(&row[name.as_str()])).collect();
    match format {
        Format::Json => writeln!(out, "{:#}", json!({"schema": SCHEMA, "rows": rows}))?,
        Format::Csv => {
            writeln!(out, "schema,{}", columns.join(","))?;
            for row in rows {
                let cells: Vec<String> = cells(row);
                let cells: Vec<String> = cells.iter().map(|it| quoted(it)).collect();
                writeln!(out, "{SCHEMA},{}", cells.join(","))?;
            }
        }
        Format::Text if rows.is_empty() => writeln!(out, "nothing to report")?,
        Format::Text => {
            // One row is easier to read downwards.
            for row in rows {
                let lines: Vec<Vec<String>> = columns
                    .iter()
                    .map(|name| vec![name.replace('_', " "), cell(&row[name.as_str()])])
                    .collect();
                writeln!(out, "{}", text::table(&["", ""], lines, &[1]))?;
            }
        }
    }
    Ok(())
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
