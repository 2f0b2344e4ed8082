//! `bahama simulate`: Monte Carlo of everything that can be wagered.

mod options;
mod waves;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use sim::{CHUNK, ShoeLife, Spread};

use super::{Failed, GameArgs, ThreadArgs, check_bet, warn_beyond};
use crate::library::Library;
use crate::pace::{Took, Watch};
use crate::progress;
use crate::provenance::Provenance;
use crate::simulate::{
    self, Event, KNOWN_SHOES, Knowledge, MOST_ROUNDS, MeterLife, Ready, Report, Setup, Shard,
};
use options::{Shoe, Steps, Tags, event, part, shoe, steps, tags};
pub(super) use options::{penetration, rounds};
use waves::Run;

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama simulate bahama-bonus --rounds 1e8
  bahama simulate wsgc-bahama-bonus --seats 5 --shoe cut-card --rounds 2e7 --seed 7
  bahama simulate players-edge-21 --until-se 1e-4 --html simulation.html
  bahama simulate blackjack-bonus --shoe cut-card --spread 1:2,2:4,4:8 --rounds 1e8
  bahama simulate bahamas-bonus --rounds 1e10 --shard 3/16 --out part-3.json
  bahama simulate --merge part-1.json part-2.json part-3.json
  bahama simulate bahama-bonus --rounds 1e11 --threads 8 --checkpoint run.json
  bahama simulate bahama-bonus --bet 500 --rounds 1e8 --find special-bonus | bahama settle -

The same seed, rounds and choices give the same figures on any number of threads, and in shards
that are merged. Without --bet no limit on doubling binds. Errors are one standard error.";

#[derive(Args)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    game: Option<GameArgs>,
    /// Rounds to play, such as 1000000 or 1e9.
    /// Without it ten million, or as many as --until-se takes.
    #[arg(long, value_name = "N", value_parser = rounds)]
    rounds: Option<u64>,
    /// The seed of the shuffles.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Seats, each with the same bet and strategy.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    seats: u8,
    /// The main wager in cents, for limits on doubling and fixed prizes.
    #[arg(long, value_name = "CENTS")]
    bet: Option<u32>,
    /// The play: optimal, chart, totals, or a file that `bahama strategy --format json` wrote.
    #[arg(long, value_name = "optimal|chart|totals|FILE", default_value = "optimal")]
    strategy: String,
    /// How long a shoe is dealt from: fresh (each round, as with a continuous shuffle), cut-card
    /// (as the game places it), or a number of rounds.
    #[arg(long, value_name = "fresh|cut-card|ROUNDS", default_value = "fresh", value_parser = shoe)]
    shoe: Shoe,
    /// Bets by a count: from which true count on how many units, such as 1:2,2:4,4:8; one unit
    /// below. Needs a shoe that lasts, and no --bet: no limit may bind.
    #[arg(long, value_name = "COUNT:UNITS,...", value_parser = steps)]
    #[arg(conflicts_with = "bet", allow_hyphen_values = true)]
    spread: Option<Steps>,
    /// What each rank adds to the count, from ace to king; without it hi-lo, with nothing for the
    /// twos where the deck has no tens, so that it balances.
    #[arg(long, value_name = "TAGS", value_parser = tags, requires = "spread", allow_hyphen_values = true)]
    tags: Option<Tags>,
    /// Stop when the standard error of the main wager is no more than this, in wagers.
    #[arg(long, value_name = "ERROR", conflicts_with = "shard")]
    until_se: Option<f64>,
    /// Play only this part of the job, such as 3/16, and write it to --out.
    #[arg(long, value_name = "PART/PARTS", value_parser = part, requires = "out")]
    shard: Option<(u64, u64)>,
    /// The file of a shard, or of what was merged.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Add up shards of one job instead of playing; with --out also into a file, which can be
    /// merged again.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    #[arg(conflicts_with_all = ["game", "shard", "until_se"])]
    merge: Vec<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Keep in this file where the run stands, and go on from there if it exists.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["merge", "find", "samples", "meters"])]
    checkpoint: Option<PathBuf>,
    /// Look for the first round with an event, and write it as `bahama settle` reads it:
    /// special-bonus, 3-hands, 4-hands, or a class of a side wager such as four-suited.
    #[arg(long, value_name = "EVENT", value_parser = event)]
    #[arg(conflicts_with_all = ["shard", "until_se", "samples"])]
    find: Option<Event>,
    /// Also write every round as comma-separated values; into a file whose name ends in .jsonl
    /// with every card, action and line, as `bahama settle --batch` reads them; packed with .gz
    /// behind the name. The last line also says where they come from.
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    samples: Option<PathBuf>,
    /// Also lead the meters of the progressive through all rounds, from the file's presets.
    #[arg(long, conflicts_with_all = ["shard", "samples"])]
    meters: bool,
    /// Also look at the side wagers and the progressive of 2,000 shoes for somebody who knows every
    /// card, when this share of the shoe has been dealt, such as 0.75.
    #[arg(long, value_name = "SHARE", value_parser = penetration)]
    penetration: Option<f64>,
    /// Also write a page with plots.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(library: &Library, args: &SimulateArgs) -> Result<(), Failed> {
    if args.out.is_some() && args.shard.is_none() && args.merge.is_empty() {
        return Err(Failed::Usage("--out goes with --shard or --merge".to_owned()));
    }
    args.threads.start()?;
    if !args.merge.is_empty() {
        return merge(library, args);
    }
    let Some(game) = &args.game else {
        return Err(Failed::Usage("name a game, or shards to --merge".to_owned()));
    };
    let ready = setup(library, args, game)?.ready(library)?;
    if let Some(event) = args.find {
        return find(library, &ready, event);
    }
    let (part, parts) = args.shard.unwrap_or((1, 1));
    let watch = Watch::start();
    let mut lives = if args.meters { simulate::meters(&ready) } else { Vec::new() };
    let run = waves::play(library, &ready, args, (part, parts), &mut lives)?;
    let took = watch.took();
    if let (Some(part), Some(out)) = (args.shard, &args.out) {
        let shard = Shard::new(ready.setup.clone(), ready.job.clone(), part, run.tally);
        return write_shard(&shard, out);
    }
    show(library, &ready, run, lives, args, Some(took))
}

fn write_shard(shard: &Shard, out: &Path) -> Result<(), Failed> {
    write(out, &serde_json::to_string(shard).map_err(std::io::Error::from)?)?;
    writeln!(anstream::stdout(), "{}: {} rounds", out.display(), shard.tally.rounds)?;
    Ok(())
}

fn setup(library: &Library, args: &SimulateArgs, game: &GameArgs) -> Result<Setup, Failed> {
    let choice = game.choice();
    let (found, profile) = library.profile(&choice)?;
    check_bet(&profile.rules, args.bet)?;
    let strategy = super::strategy::read(&args.strategy)?;
    let cards = profile.rules.deck.size() * usize::from(profile.rules.decks);
    let shoe = match args.shoe {
        Shoe::Fresh => ShoeLife::Fresh,
        Shoe::Rounds(rounds) => ShoeLife::Rounds(rounds),
        Shoe::CutCard => ShoeLife::CutCard((cards / usize::from(found.cut_card)) as u16),
    };
    let spread = args.spread.as_ref().map(|steps| Spread {
        tags: args.tags.as_ref().map_or(Spread::hi_lo(profile.rules.deck), |tags| **tags),
        steps: steps.to_vec(),
    });
    if spread.is_some() && shoe == ShoeLife::Fresh {
        return Err(Failed::Usage(
            "a count needs a shoe that lasts: add --shoe cut-card or --shoe ROUNDS".to_owned(),
        ));
    }
    Ok(Setup {
        choice,
        bet: args.bet,
        strategy,
        seats: args.seats,
        shoe,
        spread,
        seed: args.seed,
        rounds: args.rounds.unwrap_or(match args.until_se {
            Some(_) => MOST_ROUNDS,
            None => ROUNDS,
        }),
    })
}

/// Rounds that are played where nothing is said.
const ROUNDS: u64 = 10_000_000;

fn merge(library: &Library, args: &SimulateArgs) -> Result<(), Failed> {
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failed::File { path: path.clone(), error })?;
        let name = path.display().to_string();
        Ok((name.clone(), Shard::read(&name, &text)?))
    };
    let shards = args.merge.iter().map(read).collect::<Result<Vec<_>, Failed>>()?;
    let (sum, parts) = simulate::merge(shards)?;
    if (parts.len() as u64) < sum.part.1 {
        anstream::eprintln!("{} of {} shards are there: {parts:?}", parts.len(), sum.part.1);
    }
    let ready = sum.setup.clone().ready(library)?;
    if ready.job.profile != sum.job.profile {
        return Err(Failed::Refused(
            "the shards were played under another version of the game file".to_owned(),
        ));
    }
    if let Some(out) = &args.out {
        return write_shard(&sum, out);
    }
    let run = Run { tally: sum.tally, played: 0, interrupted: false, samples: None };
    show(library, &ready, run, Vec::new(), args, None)
}

/// Looks for a rare round and writes it.
fn find(library: &Library, ready: &Ready, event: Event) -> Result<(), Failed> {
    let interrupted = waves::interrupted()?;
    let bar = progress::bar(ready.job.chunks() as usize, "rounds (100,000)");
    let found = simulate::find(ready, event, || {
        bar.inc(1);
        !interrupted.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let Some(mut found) = found else {
        return Err(Failed::Refused("no such round among those that were played".to_owned()));
    };
    anstream::eprintln!(
        "round {} of seed {}, seat {}; the round as `bahama settle -` reads it:",
        found.round,
        ready.job.seed,
        found.seat
    );
    found.document["provenance"] = provenance(library, ready, "simulate-round-1").json();
    writeln!(anstream::stdout(), "{:#}", found.document)?;
    Ok(())
}

/// Where the figures come from, and single rounds.
fn provenance(library: &Library, ready: &Ready, schema: &'static str) -> Provenance {
    let Ready { setup, job, .. } = ready;
    let made = (&ready.game, &ready.profile);
    let of = Provenance::of(library, &setup.choice, made, schema);
    of.playing_by(&setup.strategy, ready.solution.question.class).seeded(job.seed)
}

/// The options that say when a run ends, and what an interrupted one makes of them: the rounds
/// that were played are all of the rounds.
fn shortened(from: Provenance, rounds: u64) -> Provenance {
    from.without(&["--rounds", "--until-se", "--checkpoint"]).saying(&format!("--rounds {rounds}"))
}

/// Shows what a run found, and how long it took where rounds were played.
fn show(
    library: &Library,
    ready: &Ready,
    run: Run<'_>,
    meters: Vec<MeterLife>,
    args: &SimulateArgs,
    took: Option<Took>,
) -> Result<(), Failed> {
    let Run { tally, played, interrupted, samples } = run;
    let from = |schema| {
        let from = provenance(library, ready, schema);
        if interrupted { shortened(from, tally.rounds) } else { from }
    };
    if let Some((path, samples)) = samples {
        let finished = samples.finish(&from("simulate-samples-1"));
        finished.map_err(|error| Failed::File { path: path.to_owned(), error })?;
    }
    let mut report = Report::of(ready, &tally);
    report.interrupted = interrupted;
    report.meters = meters;
    report.knowledge = args.penetration.map(|share| {
        let rules = &ready.profile.rules;
        let cards = cards::Counts::of(rules.deck, rules.decks);
        Knowledge::of(&ready.game, rules.decks, &cards, share, (KNOWN_SHOES, ready.job.seed))
    });
    let provenance = from("simulate-1");
    if let Some(path) = &args.html {
        write(path, &simulate::html(&report, &provenance)?)?;
    }
    let mut out = anstream::stdout();
    match args.json {
        true => {
            let mut document = simulate::document(&report, took.map(|took| took.rate(played)));
            document["provenance"] = provenance.json();
            writeln!(out, "{document:#}")?;
        }
        false => {
            write!(out, "{}{}", simulate::text(&report, &provenance), provenance.text())?;
        }
    }
    out.flush()?;
    // How fast it went depends on the machine; it is no figure of the game.
    if let Some(took) = took {
        anstream::eprintln!("{}", took.pace(played));
    }
    warn_beyond(&ready.game);
    if let Some(until) = args.until_se.filter(|until| report.se > *until) {
        return Err(Failed::Refused(format!(
            "the standard error is {:.2e} after {} rounds, not {until:.2e} as asked; more rounds \
             are needed",
            report.se, report.tally.rounds
        )));
    }
    if report.agrees() { Ok(()) } else { Err(Failed::Said) }
}

fn write(path: &Path, text: &str) -> Result<(), Failed> {
    std::fs::write(path, text).map_err(|error| Failed::File { path: path.to_owned(), error })
}

/// Rounds of a chunk, as the progress bar counts them.
const _: () = assert!(CHUNK == 100_000);
