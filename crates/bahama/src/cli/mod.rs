//! The command line: what a person types and a script parses.

mod analyze;
mod audit;
mod backup;
mod check;
mod data;
mod display;
mod games;
mod hand;
mod hands;
mod jackpot;
mod law;
mod meter;
mod notice;
mod par;
mod play;
mod record;
mod report;
mod rules;
mod selftest;
mod serve;
mod settle;
mod simulate;
mod soak;
mod staff;
mod strategy;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use ::rules::{Bets, Game, Rules, Spot};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use odds::main_wager::{Question, SplitClass};
use serde_json::json;

use crate::library::{Choice, ChoiceRefused, Library, LibraryRefused};
use ::play::PlayFailed;

/// Bahama Bonus Blackjack and its relatives: play it, run it, prove it.
#[derive(Parser)]
#[command(name = "bahama", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Cli {
    /// Also use the game files (*.toml) of this folder.
    #[arg(long, global = true, value_name = "DIR")]
    games: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Play money and laboratory use; no certification is claimed.

Examples:
  bahama games                         what there is
  bahama play bahama-bonus             a table in the terminal
  bahama rules wsgc-bahama-bonus       a game's rules
  bahama settle round.json             what does this round pay?
  bahama analyze bahama-bonus          the house edge of every wager
  bahama hand bahama-bonus --cards \"5s 6h\" --up 2c
  bahama law bahama-bonus              variance and law of a round, exactly
  bahama strategy bahama-bonus         charts to learn
  bahama simulate bahama-bonus         ten million rounds beside the exact values
  bahama serve                         tables in the browser

Exit codes: 0 done, 1 the answer is “no” or the work failed, 2 wrong usage.";

#[derive(Subcommand)]
enum Command {
    /// List the games with their decks, configurations, spots and pay tables.
    #[command(after_help = "Examples:\n  bahama games\n  bahama games --json")]
    Games(games::GamesArgs),
    /// Play a game in the terminal, for play money: alone, or at a running server.
    #[command(after_help = play::EXAMPLES)]
    Play(play::PlayArgs),
    /// Show a game's rules in the order of its rule sheet.
    #[command(after_help = rules::EXAMPLES)]
    Rules(rules::RulesArgs),
    /// Check game files and files of postings: all faults at once, each with its line and what
    /// would be right.
    #[command(after_help = check::EXAMPLES)]
    Check(check::CheckArgs),
    /// The exact value of every wager, the main wager under its best strategy.
    #[command(after_help = analyze::EXAMPLES)]
    Analyze(analyze::AnalyzeArgs),
    /// The exact value of every action on one hand.
    #[command(after_help = hand::EXAMPLES)]
    Hand(hand::HandArgs),
    /// Every starting hand against every up-card: the exact value of every action.
    #[command(after_help = hands::EXAMPLES)]
    Hands(hands::HandsArgs),
    /// The exact law of a round and of many: results, variance, skewness, covariance,
    /// bands.
    #[command(after_help = law::EXAMPLES)]
    Law(law::LawArgs),
    /// Strategy charts: first two cards, more cards, after a double.
    #[command(after_help = strategy::EXAMPLES)]
    Strategy(strategy::StrategyArgs),
    /// Monte Carlo of everything that can be wagered, beside the exact values.
    #[command(after_help = simulate::EXAMPLES)]
    Simulate(simulate::SimulateArgs),
    /// The progressive's mathematics: house edge, growth, time between hits, advice.
    #[command(after_help = meter::EXAMPLES)]
    Meter(meter::MeterArgs),
    /// Write the PAR sheet a test lab expects: HTML, workbook or PDF.
    #[command(after_help = par::EXAMPLES)]
    Par(par::ParArgs),
    /// What does this round pay? Reads a round as JSON and settles every wager.
    #[command(after_help = settle::EXAMPLES)]
    Settle(settle::SettleArgs),
    /// Run the tables for browsers: lobby, tables, floor and display.
    #[command(after_help = serve::EXAMPLES)]
    Serve(Box<serve::ServeArgs>),
    /// Who works here: add, reset, revoke and list dealers, supervisors and others.
    #[command(after_help = staff::EXAMPLES)]
    Staff(staff::StaffArgs),
    /// Screens that show meters or tables: make their links, list and revoke them.
    #[command(after_help = display::EXAMPLES)]
    Display(display::DisplayArgs),
    /// Copy the record of a server, which may be running, and check the copy.
    #[command(after_help = backup::BACKUP_EXAMPLES)]
    Backup(backup::BackupArgs),
    /// Put a backup into a new data directory or an empty database, after checking all of it.
    #[command(after_help = backup::RESTORE_EXAMPLES)]
    Restore(backup::RestoreArgs),
    /// Write a floor into a folder, to carry it from one database into the other.
    #[command(after_help = backup::EXPORT_EXAMPLES)]
    Export(backup::ExportArgs),
    /// Carry what was exported into a new data directory or an empty database.
    #[command(after_help = backup::IMPORT_EXAMPLES)]
    Import(backup::RestoreArgs),
    /// Check a record or a backup: chains, books, settlements.
    #[command(after_help = audit::EXAMPLES)]
    Audit(audit::AuditArgs),
    /// The progressive jackpots of a record: meters, slips, adjustments, parameters.
    #[command(after_help = jackpot::EXAMPLES)]
    Jackpot(jackpot::JackpotArgs),
    /// Reports from the journal: jackpots, hits, bank balance, tables and gaming days.
    #[command(after_help = report::EXAMPLES)]
    Report(report::ReportArgs),
    /// The placard of a table: rules, pay tables, limits, jackpots, notices.
    #[command(after_help = notice::EXAMPLES)]
    Notice(notice::NoticeArgs),
    /// Work out published figures again and print each with pass or fail.
    #[command(after_help = selftest::EXAMPLES)]
    Selftest(selftest::SelftestArgs),
    /// Simulate a floor under faults and check that nothing is lost.
    #[command(after_help = soak::EXAMPLES)]
    Soak(soak::SoakArgs),
    /// Write shell completions to standard output.
    #[command(after_help = "Example:\n  bahama completions bash > bahama.bash")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual page to standard output.
    #[command(after_help = "Example:\n  bahama manual > bahama.1")]
    Manual,
}

/// Which game, and in which form.
#[derive(Args, Clone, Debug)]
pub(crate) struct GameArgs {
    /// The game's id, as `bahama games` lists it.
    game: String,
    /// The number of decks; the game's default without it.
    #[arg(long, value_name = "N")]
    decks: Option<u8>,
    /// The configuration, such as h17 or s17.
    #[arg(long, value_name = "NAME")]
    configuration: Option<String>,
    /// The pay table of a spot; may be given several times.
    #[arg(long = "paytable", value_name = "SPOT=ID", value_parser = pair)]
    paytables: Vec<(String, String)>,
    /// A what-if setting, as `bahama rules GAME --settings` lists them; may be given several times.
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,
}

impl GameArgs {
    pub(crate) fn choice(&self) -> Choice {
        Choice {
            game: self.game.clone(),
            configuration: self.configuration.clone(),
            decks: self.decks,
            paytables: self.paytables.clone(),
            set: self.set.clone(),
        }
    }
}

/// On how many threads long work is done.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ThreadArgs {
    /// The threads that work; without it RAYON_NUM_THREADS of them, or as many as the machine
    /// runs at once. The figures are the same on any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// Starts them, before any work.
    ///
    /// # Errors
    /// If the system does not give them.
    pub(crate) fn start(self) -> Result<(), Failed> {
        let Some(threads) = self.threads else { return Ok(()) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads));
        pool.build_global().map_err(|error| Failed::Refused(error.to_string()))
    }
}

/// What is bet, and how hands are played after a split.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BetArgs {
    /// The main wager in cents, for limits on doubling and prizes of fixed dollars; without it
    /// no limit binds.
    #[arg(long, value_name = "CENTS")]
    bet: Option<u32>,
    /// How hands are played after a split.
    #[arg(long, value_name = "CLASS", value_enum, default_value = "pair")]
    strategy_class: StrategyClass,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StrategyClass {
    /// The plays that are best over all hands of a split pair together: the best without memory.
    Pair,
    /// The plays of the unsplit hand.
    #[value(name = "cdz-")]
    CdzMinus,
    /// The plays that are best where the pair becomes two hands.
    Cdp1,
    /// The best plays for each number of cards of the pair that are out: for comparison with the
    /// literature, nobody can play so.
    Cdp,
}

impl BetArgs {
    /// What is to be solved under these rules.
    ///
    /// # Errors
    /// If the game does not take the bet.
    pub(crate) fn question(&self, rules: &Rules) -> Result<Question, Failed> {
        check_bet(rules, self.bet)?;
        let class = match self.strategy_class {
            StrategyClass::Pair => SplitClass::Pair,
            StrategyClass::CdzMinus => SplitClass::CdzMinus,
            StrategyClass::Cdp1 => SplitClass::Cdp1,
            StrategyClass::Cdp => SplitClass::Cdp,
        };
        Ok(Question { rules: *rules, bet: self.bet, class })
    }
}

/// A bet must be one the table accepts as a main wager.
pub(crate) fn check_bet(rules: &Rules, bet: Option<u32>) -> Result<(), Failed> {
    let Some(bet) = bet else { return Ok(()) };
    let mut bets = Bets::default();
    bets[0].set(Spot::Main, bet);
    match rules.accept(&bets) {
        Ok(_) => Ok(()),
        Err(refused) => {
            Err(Failed::Usage(format!("--bet {bet}: {refused}; --bet counts in cents")))
        }
    }
}

/// Says on standard error where what-if settings go beyond the sheets.
pub(crate) fn warn_beyond(game: &Game) {
    for note in &game.beyond {
        anstream::eprintln!("beyond the sheets: {note}");
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| format!("“{text}” has no “=”"))?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// Why a command did not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failed {
    /// The answer is "no"; it has been printed already.
    #[error("")]
    Said,
    /// It stands in the log; the program ends with this code.
    #[error("")]
    Logged(u8),
    /// Something that was asked for is not there.
    #[error(transparent)]
    Choice(#[from] ChoiceRefused),
    /// What was typed does not fit.
    #[error("{0}")]
    Usage(String),
    /// What was asked for cannot be.
    #[error("{0}")]
    Refused(String),
    /// The same, and scripts know it by its code.
    #[error("{message}")]
    Coded { code: &'static str, message: String },
    /// The rules or the shoe cannot be analysed.
    #[error(transparent)]
    NotModelled(#[from] odds::main_wager::NotModelled),
    /// A hand that cannot be, or has nothing to choose.
    #[error(transparent)]
    Hand(#[from] odds::main_wager::HandRefused),
    #[error(transparent)]
    NotInShoe(#[from] odds::NotInShoe),
    #[error(transparent)]
    Library(#[from] LibraryRefused),
    #[error(transparent)]
    Play(PlayFailed),
    #[error(transparent)]
    Par(#[from] crate::par::ParFailed),
    #[error(transparent)]
    Strategy(#[from] crate::strategy::StrategyRefused),
    #[error("the strategy file does not read: {0}")]
    NoStrategy(#[from] crate::strategy::NoStrategy),
    #[error(transparent)]
    Setup(#[from] crate::simulate::SetupRefused),
    #[error(transparent)]
    Shard(#[from] crate::simulate::NoShard),
    #[error(transparent)]
    Settings(#[from] server::SettingsRefused),
    #[error(transparent)]
    Start(#[from] server::StartFailed),
    #[error(transparent)]
    Load(#[from] server::floor::LoadFailed),
    #[error(transparent)]
    Command(#[from] server::floor::CommandRefused),
    #[error(transparent)]
    Store(#[from] store::StoreError),
    #[error("a page could not be filled in: {0}")]
    Page(#[from] askama::Error),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: std::io::Error },
    #[error("{0}")]
    Output(#[from] std::io::Error),
}

impl From<server::office::OfficeRefused> for Failed {
    fn from(refused: server::office::OfficeRefused) -> Failed {
        Failed::Coded { code: refused.code(), message: refused.to_string() }
    }
}

impl From<server::staff::StaffRefused> for Failed {
    fn from(refused: server::staff::StaffRefused) -> Failed {
        Failed::Coded { code: refused.code(), message: refused.to_string() }
    }
}

impl Failed {
    /// A refusal with a code is a document too, where documents are asked for.
    fn told(self, as_json: bool) -> Failed {
        match self {
            Failed::Coded { code, message } if as_json => {
                let error = json!({"error": {"code": code, "message": message}});
                let told = writeln!(anstream::stdout(), "{error}");
                told.map_or_else(Failed::Output, |()| Failed::Said)
            }
            failed => failed,
        }
    }

    /// Whether somebody must still be told.
    const fn is_unsaid(&self) -> bool {
        !matches!(self, Failed::Said | Failed::Logged(_))
    }

    fn code(&self) -> u8 {
        match self {
            Failed::Logged(code) => *code,
            // Naming a game, deck count or setting that does not exist is wrong usage.
            // So is removing a card that the shoe does not have, or sitting down at more
            // seats than the table has.
            Failed::Choice(_)
            | Failed::Usage(_)
            | Failed::NotInShoe(_)
            | Failed::Settings(_)
            | Failed::Play(PlayFailed::Seats { .. }) => 2,
            Failed::Play(PlayFailed::Server(refused)) if refused.is_wrong_usage() => 2,
            _ => 1,
        }
    }
}

/// Runs the program with the arguments it was started with.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    // A crash must not write the shoes to the disk. A server tells its log.
    let is_server = matches!(cli.command, Command::Serve(_));
    if let Err(error) = server::memory::no_core_dumps()
        && !is_server
    {
        anstream::eprintln!("bahama: core dumps cannot be switched off: {error}");
    }
    match execute(cli) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough (`bahama rules … | head`) is no failure.
        Err(Failed::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failed) => {
            if failed.is_unsaid() {
                anstream::eprintln!("bahama: {failed}");
            }
            ExitCode::from(failed.code())
        }
    }
}

fn execute(cli: Cli) -> Result<(), Failed> {
    let library = match &cli.games {
        Some(folder) => Library::with_folder(folder)?,
        None => Library::default(),
    };
    match cli.command {
        Command::Games(args) => games::run(&library, &args),
        Command::Play(args) => play::run(&library, &args),
        Command::Rules(args) => rules::run(&library, &args),
        Command::Check(args) => check::run(&library, &args),
        Command::Settle(args) => settle::run(&library, &args),
        Command::Analyze(args) => analyze::run(&library, &args),
        Command::Hand(args) => hand::run(&library, &args),
        Command::Hands(args) => hands::run(&library, &args),
        Command::Law(args) => law::run(&library, &args),
        Command::Selftest(args) => selftest::run(&args),
        Command::Soak(args) => soak::run(&library, &args),
        Command::Strategy(args) => strategy::run(&library, &args),
        Command::Simulate(args) => simulate::run(&library, &args),
        Command::Meter(args) => meter::run(&library, &args),
        Command::Par(args) => par::run(&library, &args),
        Command::Serve(args) => serve::run(&library, &args),
        Command::Staff(args) => staff::run(&args),
        Command::Display(args) => display::run(&args),
        Command::Jackpot(args) => jackpot::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Notice(args) => notice::run(&library, &args),
        Command::Audit(args) => audit::run(&args),
        Command::Backup(args) => backup::backup(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Export(args) => backup::export(&args),
        Command::Import(args) => backup::import(&args),
        Command::Completions { shell } => {
            // Written at once: a reader that closes early is an error of writing, not a crash.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "bahama", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
        Command::Manual => {
            Ok(clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout())?)
        }
    }
}
