//! `bahama play`: a table in the terminal.

use clap::{Args, ValueEnum};
use rules::{Money, Spot, Word};
use table::Posted;

use play::purse::{MOST_CENTS, Variant};
use play::{Address, Coaching, Lines, Options, OwnOptions, PlayFailed, Server, Wanted};

use super::{Failed, GameArgs};
use crate::library::{Choice, Library};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama play bahama-bonus
  bahama play wsgc-bahama-bonus --seats 3
  bahama play wsgc-bahama-bonus --set wagers=trilux+progressive --paytable trilux=TRI-04
  bahama play players-edge-21 --bankroll 500
  bahama play blackjack-bonus --seed 7 --plain
  bahama play bahamas-bonus --coach warn
  bahama play bahama-bonus --server http://127.0.0.1:8080
  bahama play wsgc-bahama-bonus --server https://cards.example --table 3 --seats 2

Keys: + bets the chip in hand, Enter deals, H hit, S stand, D double, P split, R surrender or
rescue, I insure, N no, U undo, B rebet, L rules, ? coach, F1 help, Q leave.

The coach knows basic strategy: the exact value of every action on a fresh shoe, for these rules
and this bet. ? shows it whenever you are asked; mistakes and their cost follow after the round.

A table posts the wagers it offers: all of the game's, or those that --set wagers= names, as a
list of spots or by name (base, a set of wagers, +SPOT for each further one). Of sets that
exclude each other it posts one, the first where none is named.

Without a terminal, or with --plain, the table reads one command per line: bet main 10, deal,
hit, stand, quit; help lists them all.

With --server the table is one of a running `bahama serve`, and others may sit at it. You come as
a guest, to the first open table of the game with a free seat or to --table N, and buy in for
$1,000 as far as its sign allows; M, or the line buy 500, buys more. Enter, or deal, puts your
bets down and says that you are ready: the table deals when all who bet are, or when its clock says
so, and answers for you when your time is over. A connection that is lost is tried again, and
nothing is done twice. Leaving gives your seats up and says what you bring back; so does Ctrl-C,
which waits for nobody: what the table still asks of you is answered by its posted default. https
needs a certificate that this system trusts (or one in $SSL_CERT_FILE).

Play money only. At a table of your own the bankroll and the progressive's meters are kept
between sittings in play.json, in $BAHAMA_HOME or the user's data folder
(~/.local/share/bahama).";

#[derive(Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many seats you play.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    seats: u8,
    /// A number that repeats the shoe: the same seed deals the same cards.
    #[arg(long, value_name = "N", conflicts_with = "server")]
    seed: Option<u64>,
    /// Start anew with this much play money; $1,000 the first time.
    #[arg(long, value_name = "AMOUNT", value_parser = bankroll, conflicts_with = "server")]
    bankroll: Option<Money>,
    /// Lines of text instead of a screen, as without a terminal; for screen readers.
    #[arg(long)]
    plain: bool,
    /// When the coach speaks.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "ask")]
    coach: CoachArg,
    /// Play at a table of this server, such as http://127.0.0.1:8080.
    #[arg(long, value_name = "URL", conflicts_with = "set")]
    server: Option<Address>,
    /// The number of the server's table; the first that fits without it.
    #[arg(long, value_name = "N", requires = "server")]
    table: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CoachArg {
    /// Never.
    Off,
    /// When asked with ?, and after a round with mistakes.
    Ask,
    /// Also before a mistake: it takes the same answer twice.
    Warn,
}

fn bankroll(text: &str) -> Result<Money, String> {
    let amount: Money = text.parse().map_err(|error: rules::NotMoney| error.to_string())?;
    let most = Money::cents(MOST_CENTS);
    if amount == Money::ZERO || amount > most {
        return Err(format!("a bankroll is more than nothing and at most {most}"));
    }
    Ok(amount)
}

pub(crate) fn run(library: &Library, args: &PlayArgs) -> Result<(), Failed> {
    let coaching = match args.coach {
        CoachArg::Off => Coaching::Off,
        CoachArg::Ask => Coaching::Ask,
        CoachArg::Warn => Coaching::Warn,
    };
    let lines = if args.plain { Lines::Always } else { Lines::WithoutTerminal };
    let options = Options { seats: args.seats, lines, coaching };
    let played = match &args.server {
        Some(address) => at_server(library, args, address.clone(), options)?,
        None => alone(library, args, options)?,
    };
    played.map_err(|failed| match failed {
        PlayFailed::Terminal(error) => Failed::Output(error),
        failed => Failed::Play(failed),
    })
}

/// Whether it was played to the end; the outer error is of what was typed.
type Played = Result<Result<(), PlayFailed>, Failed>;

fn alone(library: &Library, args: &PlayArgs, options: Options) -> Played {
    let choice = args.game.choice();
    let (game, profile) = library.posted(&choice)?;
    // Which wagers a table posts is no question of what if: its meters are the game's.
    let is_posted = choice.set.iter().all(|(key, _)| key == rules::WAGERS);
    let own = OwnOptions {
        seed: args.seed,
        bankroll: args.bankroll,
        variant: if is_posted { Variant::Posted } else { Variant::WhatIf },
    };
    Ok(play::run(game, profile, own, options))
}

/// Plays at a server's table, by the rules of its sign.
fn at_server(library: &Library, args: &PlayArgs, address: Address, options: Options) -> Played {
    let wanted = wanted(library, args)?;
    let found = Server::enter(address).and_then(|server| server.find(&wanted));
    let table = match found {
        Ok(table) => table,
        Err(refused) => return Ok(Err(refused.into())),
    };
    let (game, profile) = library.profile(&as_posted(table.sign()))?;
    anstream::eprintln!("You join {}: {}.", table.table(), table.sign().name);
    Ok(play::run_at(table, game, profile, options))
}

/// What was typed, as far as the game has it.
fn wanted(library: &Library, args: &PlayArgs) -> Result<Wanted, Failed> {
    let choice = args.game.choice();
    library.profile(&choice)?;
    let spot = |(spot, id): (String, String)| Some((Spot::from_word(&spot)?, id));
    Ok(Wanted {
        game: choice.game,
        table: args.table,
        seats: args.seats,
        configuration: choice.configuration,
        decks: choice.decks,
        paytables: choice.paytables.into_iter().filter_map(spot).collect(),
    })
}

/// The choice that a sign stands for.
fn as_posted(sign: &Posted) -> Choice {
    let paytables = sign.paytables.iter();
    Choice {
        game: sign.game.clone(),
        configuration: Some(sign.configuration.clone()),
        decks: Some(sign.decks),
        paytables: paytables.map(|it| (it.spot.to_string(), it.paytable.clone())).collect(),
        set: sign.set.clone().into_iter().collect(),
    }
}
