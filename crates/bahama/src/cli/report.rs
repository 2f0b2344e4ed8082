//! `bahama report`: what the journal says about jackpots, bank account, tables and days.
//! Every report is a typed value folded from the record (`table::report`), beside a running
//! server too, and is refused if it does not tie to the ledger (O-01, O-02, L-20, P-28, P-29).
//! Here it is only read for and rendered.

use std::io::Write as _;

use clap::{Args, Subcommand, ValueEnum};
use odds::main_wager::{NotModelled, Question};
use rules::Word as _;
use serde_json::Value;
use server::reports::{Asked, Laws, Record, Unit, Which, Written, period};
use server::{Clock, RoomTime};
use table::report::{Hundredths, Kind, Lasting, Period, dollars};
use table::{Micros, TableId, Time};

use super::Failed;
use super::data::room;
use super::record::AtRecord;
use crate::strategy::StrategyChoice;
use crate::text;

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
backed out stands in columns of its own, and net columns are without it. Bands are of the exact law of
each wager under its sign, for the best play, on wagers taken as independent of each other.";

#[derive(Args)]
pub(crate) struct ReportArgs {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    at: AtRecord,
    /// The first gaming day, as yyyymmdd; from the beginning without it.
    #[arg(long, value_name = "DAY", global = true)]
    from: Option<u32>,
    /// The last gaming day, as yyyymmdd; up to now without it.
    #[arg(long, value_name = "DAY", global = true)]
    until: Option<u32>,
    /// This table alone, in a report of what tables did.
    #[arg(long, value_name = "N", global = true)]
    table: Option<u32>,
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
    /// What trays held when their tables were opened and closed, and every fill and credit with who
    /// signs its slip.
    #[command(after_help = "Example:\n  bahama report trays --from 20261116 --table 3")]
    Trays,
    /// Per table, sign and wager: bets, who took them up, average, win, hold, and where the law
    /// expects the win in 95 of 100 cases.
    #[command(after_help = "Example:\n  bahama report wagers --from 20261116 --table 3")]
    Wagers,
    /// Per table and for the house: the hold of all wagers with its 95 % band.
    #[command(after_help = "Example:\n  bahama report hold --from 20261101 --until 20261130")]
    Hold,
    /// Voids, waived hands, withdrawn claims, lost shoes, trays below zero, refused cards and commands.
    #[command(after_help = "Example:\n  bahama report exceptions")]
    Exceptions,
    /// The starts of the server: version and hash of the program, the room's time.
    #[command(after_help = "Example:\n  bahama report starts")]
    Starts,
}

impl What {
    /// Which report it is.
    const fn which(&self) -> Which {
        match self {
            What::Jackpots => Which::Jackpots,
            What::Bank => Which::Bank,
            What::Deposits => Which::Deposits,
            What::Hits => Which::Hits,
            What::Pending => Which::Pending,
            What::Changes => Which::Changes,
            What::Tables => Which::Tables,
            What::Days => Which::Days,
            What::Shifts => Which::Shifts,
            What::Trays => Which::Trays,
            What::Wagers => Which::Wagers,
            What::Hold => Which::Hold,
            What::Exceptions => Which::Exceptions,
            What::Starts => Which::Starts,
        }
    }
}

pub(crate) fn run(args: &ReportArgs) -> Result<(), Failed> {
    let asked = Asked { which: args.what.which(), table: args.table.map(TableId) };
    if asked.table.is_some() && !asked.which.is_of_tables() {
        return Err(Failed::Usage(format!("the report of {} is not about tables", asked.which)));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (record, room) = runtime.block_on(async {
        let opened = args.at.open().await?;
        let (journal, people) = (opened.journal(), opened.people());
        let read = async {
            let room = room(&*people, &args.at).await?;
            let record = Record::read(&*journal, &*people, asked).await;
            Ok::<_, Failed>((record.map_err(|failed| Failed::Refused(failed.to_string()))?, room))
        };
        let read = read.await;
        opened.close().await;
        read
    })?;
    let now = Clock::System.now();
    let period = period(&room, args.from, args.until, now)
        .map_err(|wrong| Failed::Usage(wrong.to_string()))?;
    let laws = Laws::by(law);
    let make = || asked.which.of(&record, period, now, &room, &laws);
    let mut written = make();
    if laws.is_wanted() {
        laws.work_out();
        written = make();
    }
    let mut out = anstream::stdout();
    match args.format {
        Format::Json => writeln!(out, "{:#}", written.json(&room, period))?,
        Format::Csv => write!(out, "{}", written.csv())?,
        Format::Text => Sheet { room: &room, period }.text(&written)?,
    }
    Ok(())
}

/// The law of a main wager: as it was kept, or worked out and kept.
fn law(question: &Question) -> Result<Unit, NotModelled> {
    Unit::of(question, |solution| crate::law_cache::law(solution, &StrategyChoice::Optimal))
}

/// How a report is written for people.
struct Sheet<'a> {
    room: &'a RoomTime,
    period: Period,
}

impl Sheet<'_> {
    /// Dollars, and the time on the room's wall.
    fn text(&self, written: &Written) -> Result<(), Failed> {
        let mut out = anstream::stdout();
        let Period { from, to } = self.period;
        let from = if from == Time(0) { "the beginning".to_owned() } else { self.moment(from) };
        let (what, count) = (written.which.word(), written.rows.len());
        writeln!(out, "{what}, from {from} until {}: {count}", self.moment(to))?;
        for row in &written.rows {
            let cells = written.columns.iter();
            let cells = cells.map(|(name, kind)| (*name, self.cell(*kind, &row[*name])));
            write_down(&mut out, cells)?;
        }
        if written.totals.is_empty() {
            return Ok(());
        }
        writeln!(out, "all together")?;
        let kind = |name: &str| {
            let column = written.columns.iter().find(|(of, _)| *of == name);
            column.map_or(Kind::Number, |(_, kind)| *kind)
        };
        let total =
            |(name, sum): &(&'static str, i64)| (*name, self.cell(kind(name), &(*sum).into()));
        write_down(&mut out, written.totals.iter().map(total))
    }

    fn moment(&self, at: Time) -> String {
        self.room.local_minute(at)
    }

    /// A cell for people.
    fn cell(&self, kind: Kind, value: &Value) -> String {
        match (kind, value.as_i64()) {
            (Kind::Cents, Some(cents)) => dollars(Micros::of_cents(cents)),
            (Kind::Micros, Some(micros)) => dollars(Micros(micros)),
            (Kind::Hundredths, Some(share)) => Hundredths(share).to_string(),
            (Kind::Lasting, Some(lasting)) => {
                Lasting(u64::try_from(lasting).unwrap_or_default()).to_string()
            }
            (Kind::Moment, Some(0)) => String::new(),
            (Kind::Moment, _) if value.is_u64() => {
                self.room.local_time(Time(value.as_u64().unwrap_or_default()))
            }
            _ => match value {
                Value::Bool(true) => "yes".to_owned(),
                Value::Bool(false) => "no".to_owned(),
                other => Written::cell(other),
            },
        }
    }
}

/// Writes columns below each other.
fn write_down<'a>(
    out: &mut impl std::io::Write,
    cells: impl Iterator<Item = (&'a str, String)>,
) -> Result<(), Failed> {
    let lines = cells.map(|(name, cell)| vec![name.replace('_', " "), cell]).collect();
    Ok(writeln!(out, "{}", text::table(&["", ""], lines, &[1]))?)
}
