//! `bahama play`: a table in the terminal.

use clap::{Args, ValueEnum};
use rules::Money;

use play::purse::{MOST_CENTS, Variant};
use play::{Coaching, Lines, Options, PlayFailed};

use super::{Failed, GameArgs};
use crate::library::Library;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama play bahama-bonus
  bahama play wsgc-bahama-bonus --seats 3 --paytable trilux=TRI-04
  bahama play players-edge-21 --bankroll 500
  bahama play blackjack-bonus --seed 7 --plain
  bahama play bahamas-bonus --coach warn

Keys: + bets the chip in hand, Enter deals, H hit, S stand, D double, P split, R surrender or
rescue, I insure, N no, U undo, B rebet, L rules, ? coach, F1 help, Q leave.

The coach knows basic strategy: the exact value of every action on a fresh shoe, for these rules
and this bet. ? shows it whenever you are asked; mistakes and their cost follow after the round.

Without a terminal, or with --plain, the table reads one command per line: bet main 10, deal,
hit, stand, quit; help lists them all.

Play money only. The bankroll and the progressive's meters are kept between sittings in
play.json, in $BAHAMA_HOME or the user's data folder (~/.local/share/bahama).";

#[derive(Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many seats you play.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    seats: u8,
    /// A number that repeats the shoe: the same seed deals the same cards.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Start anew with this much play money; $1,000 the first time.
    #[arg(long, value_name = "AMOUNT", value_parser = bankroll)]
    bankroll: Option<Money>,
    /// Lines of text instead of a screen, as without a terminal; for screen readers.
    #[arg(long)]
    plain: bool,
    /// When the coach speaks.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "ask")]
    coach: CoachArg,
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
    let choice = args.game.choice();
    let (game, profile) = library.profile(&choice)?;
    let coaching = match args.coach {
        CoachArg::Off => Coaching::Off,
        CoachArg::Ask => Coaching::Ask,
        CoachArg::Warn => Coaching::Warn,
    };
    let options = Options {
        coaching,
        seats: args.seats,
        seed: args.seed,
        bankroll: args.bankroll,
        lines: if args.plain { Lines::Always } else { Lines::WithoutTerminal },
        variant: if choice.set.is_empty() { Variant::Posted } else { Variant::WhatIf },
    };
    play::run(game, profile, options).map_err(|failed| match failed {
        PlayFailed::Terminal(error) => Failed::Output(error),
        failed => Failed::Play(failed),
    })
}
