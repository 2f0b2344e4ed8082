//! `bahama report`: what the journal says about jackpots, bank account, tables and days.
//! Every report is a typed value folded from the record (`table::report`), beside a running
//! server too, and is refused if it does not tie to the ledger (O-01, O-02, L-20, P-28, P-29).
//! Here it is only read for and rendered.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use server::{Clock, RoomTime};
use store::{DataDir, Journal, Options, People, SecurityLine, Store, Stream};
use table::report::{
    Bank, Changes, Days, Deposits, Exceptions, Hits, HouseDays, Jackpots, Kind, Noted, Pending,
    Period, Report, Row, SCHEMA, Shifts, Source, Starts, dollars,
};
use table::{Account, Entry, LinkEvent, LinkId, Micros, Time};

use super::Failed;
use super::data::{room, used};
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
  bahama report shifts --from 20261116

Days are gaming days of the room, both included; without them a report is about all time. Text has
dollars and the room's time. CSV and JSON have the same rows and totals with bare numbers: jackpots
and bank in micro-dollars, tables and slips in cents, moments in milliseconds since 1970. What was
backed out stands in columns of its own, and net columns are without it.";

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
    /// The awards with everything on their slips: order, times, names, what became of them.
    #[command(after_help = "Example:\n  bahama report hits --format csv")]
    Hits,
    /// Claims that are open, in paying order, with what each is awarded.
    #[command(after_help = "Example:\n  bahama report pending")]
    Pending,
    /// How each jackpot began and every change since: parameters, overrides, adjustments,
    /// back-outs, stops and deposits, with who did them.
    #[command(after_help = "Example:\n  bahama report changes")]
    Changes,
    /// Per table and gaming day: drop, win, contributions, awards.
    #[command(after_help = "Example:\n  bahama report tables --from 20261116")]
    Tables,
    /// Per gaming day: all tables together.
    #[command(after_help = "Example:\n  bahama report days --from 20261101 --until 20261130")]
    Days,
    /// Per dealer's shift: what was played from going on duty to going off.
    #[command(after_help = "Example:\n  bahama report shifts --from 20261116")]
    Shifts,
    /// Voids, waived hands, withdrawn claims, lost shoes, refused cards and commands.
    #[command(after_help = "Example:\n  bahama report exceptions")]
    Exceptions,
    /// The starts of the server: version and hash of the program, the room's time.
    #[command(after_help = "Example:\n  bahama report starts")]
    Starts,
}

impl What {
    /// Its word on the command line and in files.
    fn word(&self) -> &'static str {
        match self {
            What::Jackpots => "jackpots",
            What::Bank => "bank",
            What::Deposits => "deposits",
            What::Hits => "hits",
            What::Pending => "pending",
            What::Changes => "changes",
            What::Tables => "tables",
            What::Days => "days",
            What::Shifts => "shifts",
            What::Exceptions => "exceptions",
            What::Starts => "starts",
        }
    }

    /// Whether it is made of what tables did.
    fn is_of_tables(&self) -> bool {
        matches!(self, What::Tables | What::Days | What::Shifts | What::Exceptions)
    }
}

pub(crate) fn run(args: &ReportArgs) -> Result<(), Failed> {
    let data = used(&args.data)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (source, room) = runtime.block_on(async {
        let store = Store::open(&data, Options::BESIDE).await?;
        let read = async {
            let room = room(&store, &args.data).await?;
            Ok::<_, Failed>((read(&store, args.what.is_of_tables()).await?, room))
        };
        let read = read.await;
        store.close().await;
        read
    })?;
    let period = period(args, &room)?;
    let at = period.to.min(Clock::System.now());
    let (day_of, sheet) = (|at| room.gaming_day(at), Sheet { args, room: &room, period });
    match args.what {
        What::Jackpots => sheet.print(&Jackpots::of(&source, period)),
        What::Bank => sheet.print(&Bank::of(&source, at)),
        What::Deposits => sheet.print(&Deposits::of(&source, at)),
        What::Hits => sheet.print(&Hits::of(&source, period)),
        What::Pending => sheet.print(&Pending::of(&source)),
        What::Changes => sheet.print(&Changes::of(&source, period)),
        What::Tables => sheet.print(&Days::of(&source, period, day_of)),
        What::Days => sheet.print(&HouseDays::of(&source, period, day_of)),
        What::Shifts => sheet.print(&Shifts::of(&source, period)),
        What::Exceptions => sheet.print(&Exceptions::of(&source, period)),
        What::Starts => sheet.print(&Starts::of(&source, period)),
    }
}

fn period(args: &ReportArgs, room: &RoomTime) -> Result<Period, Failed> {
    let begins = |day: u32, later: i64| {
        let wrong = || Failed::Usage(format!("“{day}” is not a gaming day such as 20261116"));
        room.day_begins(day.into(), later).ok_or_else(wrong)
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
    source.add_people(store.staff().await?.into_iter().map(|row| (row.id, row.name)));
    source.add_log(log(store).await?);
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

/// The whole security log.
async fn log(store: &Store) -> Result<Vec<Noted>, Failed> {
    let mut all: Vec<Noted> = Vec::new();
    loop {
        let after = all.last().map_or(0, |line| line.number);
        let page = store.security_log_after(after, PAGE).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page.into_iter().map(|row| {
            let SecurityLine { at, account, what, detail } = row.line;
            Noted { number: row.number, at, account, what, detail }
        }));
    }
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

/// How a report is written down.
struct Sheet<'a> {
    args: &'a ReportArgs,
    room: &'a RoomTime,
    period: Period,
}

impl Sheet<'_> {
    /// Renders a report: the same rows and totals as text, as CSV, as JSON (O-13).
    fn print<R: Row>(&self, report: &Report<R>) -> Result<(), Failed> {
        let rows = report.rows.iter().map(serde_json::to_value).collect::<Result<Vec<Value>, _>>();
        let rows = rows.map_err(|error| Failed::Refused(error.to_string()))?;
        match self.args.format {
            Format::Json => self.json(report, &rows),
            Format::Csv => csv(report, &rows),
            Format::Text => self.text(report, &rows),
        }
    }

    fn json<R: Row>(&self, report: &Report<R>, rows: &[Value]) -> Result<(), Failed> {
        let totals = report.totals().into_iter().map(|(name, sum)| (name.to_owned(), sum.into()));
        let totals: Map<String, Value> = totals.collect();
        let document = json!({
            "schema": SCHEMA, "report": self.args.what.word(), "program": VERSION,
            "time_zone": self.room.zone_name(), "from": self.period.from, "to": self.period.to,
            "columns": R::COLUMNS, "count": rows.len(), "rows": rows, "totals": totals,
        });
        Ok(writeln!(anstream::stdout(), "{document:#}")?)
    }

    /// Dollars, and the time on the room's wall.
    fn text<R: Row>(&self, report: &Report<R>, rows: &[Value]) -> Result<(), Failed> {
        let mut out = anstream::stdout();
        let Period { from, to } = self.period;
        let from = if from == Time(0) { "the beginning".to_owned() } else { self.moment(from) };
        let (what, count) = (self.args.what.word(), rows.len());
        writeln!(out, "{what}, from {from} until {}: {count}", self.moment(to))?;
        for row in rows {
            let cells = R::COLUMNS.iter().zip(R::KINDS);
            let cells = cells.map(|(name, kind)| (*name, self.cell(*kind, &row[*name])));
            write_down(&mut out, cells)?;
        }
        let totals = report.totals();
        if totals.is_empty() {
            return Ok(());
        }
        writeln!(out, "all together")?;
        let kind = |name: &str| R::COLUMNS.iter().position(|it| *it == name).map(|it| R::KINDS[it]);
        let total = |(name, sum): (&'static str, i64)| {
            (name, self.cell(kind(name).unwrap_or(Kind::Number), &sum.into()))
        };
        write_down(&mut out, totals.into_iter().map(total))
    }

    fn moment(&self, at: Time) -> String {
        self.room.local_minute(at)
    }

    /// A cell for people.
    fn cell(&self, kind: Kind, value: &Value) -> String {
        match (kind, value.as_i64()) {
            (Kind::Cents, Some(cents)) => dollars(Micros::of_cents(cents)),
            (Kind::Micros, Some(micros)) => dollars(Micros(micros)),
            (Kind::Moment, Some(0)) => String::new(),
            (Kind::Moment, _) if value.is_u64() => {
                self.room.local_time(Time(value.as_u64().unwrap_or_default()))
            }
            _ => match value {
                Value::Bool(true) => "yes".to_owned(),
                Value::Bool(false) => "no".to_owned(),
                other => cell(other),
            },
        }
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One line a row and one for the totals, told apart by the second column.
fn csv<R: Row>(report: &Report<R>, rows: &[Value]) -> Result<(), Failed> {
    let mut out = anstream::stdout();
    let mut line = |what: &str, cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|it| quoted(it)).collect();
        writeln!(out, "{what},{}", cells.join(","))
    };
    line("schema,line", R::COLUMNS.iter().map(|it| (*it).to_owned()).collect())?;
    for row in rows {
        line(&format!("{SCHEMA},row"), R::COLUMNS.iter().map(|it| cell(&row[*it])).collect())?;
    }
    let totals = report.totals();
    if totals.is_empty() {
        return Ok(());
    }
    let total = |name: &&str| totals.iter().find(|(of, _)| of == name);
    let total = |name| total(name).map(|(_, sum)| sum.to_string()).unwrap_or_default();
    Ok(line(&format!("{SCHEMA},total"), R::COLUMNS.iter().map(total).collect())?)
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
    let mark = if is_formula { "'" } else { "" };
    text::csv_cell(&format!("{mark}{cell}"))
}
