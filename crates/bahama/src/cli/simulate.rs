//! `bahama simulate`: Monte Carlo of everything that can be wagered.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use odds::main_wager::SplitClass;
use sim::{CHUNK, ShoeLife, Spread, Tally};

use super::{Failed, GameArgs, check_bet, warn_beyond};
use crate::library::Library;
use crate::progress;
use crate::provenance::Provenance;
use crate::simulate::{
    self, Checkpoint, Event, KNOWN_SHOES, Knowledge, MOST_ROUNDS, MeterLife, Ready, Report,
    Samples, Setup, Shard,
};
use crate::strategy::StrategyChoice;

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
    /// The threads that play; as many as the machine runs at once without it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
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
    /// behind the name.
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

#[derive(Clone, Copy, Debug)]
enum Shoe {
    Fresh,
    CutCard,
    Rounds(u32),
}

/// Reads a count; 1e9 is a thousand million.
pub(super) fn rounds(text: &str) -> Result<u64, String> {
    let wrong = || format!("“{text}” is no number of rounds; write one such as 1000000 or 1e9");
    if let Ok(count) = text.replace('_', "").parse::<u64>() {
        return if count > 0 { Ok(count) } else { Err(wrong()) };
    }
    let count: f64 = text.parse().map_err(|_| wrong())?;
    let whole = count.fract() == 0.0 && (1.0..=1e15).contains(&count);
    if whole { Ok(count as u64) } else { Err(wrong()) }
}

fn shoe(text: &str) -> Result<Shoe, String> {
    match text {
        "fresh" | "continuous" => Ok(Shoe::Fresh),
        "cut-card" => Ok(Shoe::CutCard),
        count => match count.parse() {
            Ok(rounds) if rounds > 0 => Ok(Shoe::Rounds(rounds)),
            _ => Err(format!("“{text}” is none of fresh, cut-card and a number of rounds")),
        },
    }
}

fn part(text: &str) -> Result<(u64, u64), String> {
    let read = || {
        let (part, parts) = text.split_once('/')?;
        let (part, parts): (u64, u64) = (part.parse().ok()?, parts.parse().ok()?);
        (1..=parts).contains(&part).then_some((part, parts))
    };
    read().ok_or_else(|| format!("“{text}” is no part of a whole; write one such as 3/16"))
}

type Steps = Arc<[(i32, u32)]>;
type Tags = Arc<[i8; 13]>;

/// The most units of a spread.
const MOST_UNITS: u32 = 1_000;

fn steps(text: &str) -> Result<Steps, String> {
    let read = |step: &str| -> Option<(i32, u32)> {
        let (count, units) = step.split_once(':')?;
        Some((count.trim().parse().ok()?, units.trim().parse().ok()?))
    };
    let steps: Option<Vec<(i32, u32)>> = text.split(',').map(read).collect();
    let rises = |steps: &Vec<(i32, u32)>| steps.windows(2).all(|two| two[0].0 < two[1].0);
    let paid =
        |steps: &Vec<(i32, u32)>| steps.iter().all(|step| (1..=MOST_UNITS).contains(&step.1));
    steps.filter(|steps| rises(steps) && paid(steps)).map(Arc::from).ok_or_else(|| {
        format!(
            "“{text}” is no spread; write rising true counts with 1 to {MOST_UNITS} units \
                 each, such as 1:2,3:8"
        )
    })
}

fn tags(text: &str) -> Result<Tags, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let tags: Option<Vec<i8>> = words.map(|word| word.parse().ok()).collect();
    let tags: Option<[i8; 13]> = tags.and_then(|tags| tags.try_into().ok());
    tags.map(Arc::new).ok_or_else(|| {
        format!("“{text}” is not thirteen whole numbers, one for each rank from ace to king")
    })
}

/// Reads a share of a shoe.
pub(super) fn penetration(text: &str) -> Result<f64, String> {
    let share: Option<f64> = text.parse().ok();
    share.filter(|share| (0.0..=0.95).contains(share)).ok_or_else(|| {
        format!("“{text}” is no share of a shoe; write one from 0 to 0.95, such as 0.75")
    })
}

fn event(text: &str) -> Result<Event, String> {
    Event::read(text).ok_or_else(|| {
        format!(
            "“{text}” is no event; write special-bonus, 3-hands, 4-hands or a class of a side \
             wager, as `bahama analyze` lists them"
        )
    })
}

pub(crate) fn run(library: &Library, args: &SimulateArgs) -> Result<(), Failed> {
    if args.out.is_some() && args.shard.is_none() && args.merge.is_empty() {
        return Err(Failed::Usage("--out goes with --shard or --merge".to_owned()));
    }
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads));
        pool.build_global().map_err(|error| Failed::Refused(error.to_string()))?;
    }
    if !args.merge.is_empty() {
        return merge(library, args);
    }
    let Some(game) = &args.game else {
        return Err(Failed::Usage("name a game, or shards to --merge".to_owned()));
    };
    let ready = setup(library, args, game)?.ready(library)?;
    if let Some(event) = args.find {
        return find(&ready, event);
    }
    let (part, parts) = args.shard.unwrap_or((1, 1));
    // The clock tells how fast it went, and nothing else.
    #[allow(clippy::disallowed_methods)]
    let start = Instant::now();
    let mut lives = if args.meters { simulate::meters(&ready) } else { Vec::new() };
    let tally = play(library, &ready, args, (part, parts), &mut lives)?;
    let seconds = start.elapsed().as_secs_f64();
    if let (Some(part), Some(out)) = (args.shard, &args.out) {
        let shard = Shard::new(ready.setup.clone(), ready.job.clone(), part, tally);
        return write_shard(&shard, out);
    }
    show(library, &ready, &tally, lives, args, Some(seconds))
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

/// Chunks played before the figures are looked at again; the same on every machine,
/// so that stopping at a precision stops at the same round.
const WAVE: usize = 32;

/// Plays a part of the job in waves; stops at a precision, or when interrupted.
fn play(
    library: &Library,
    ready: &Ready,
    args: &SimulateArgs,
    (part, parts): (u64, u64),
    lives: &mut [MeterLife],
) -> Result<Tally, Failed> {
    let interrupted = interrupted()?;
    let mut samples = args.samples.as_deref().map(|path| samples(library, path)).transpose()?;
    let mut stands = stands(ready, args, (part, parts))?;
    let done = stands.chunks as usize;
    let mut chunks = (part - 1..ready.job.chunks()).step_by(parts as usize).skip(done);
    let count = (ready.job.chunks() + parts - part) / parts;
    let bar = progress::bar(count as usize, "rounds (100,000)");
    bar.inc(stands.chunks);
    bar.reset_eta();
    loop {
        let tally = &mut stands.shard.tally;
        let wave: Vec<u64> = chunks.by_ref().take(WAVE).collect();
        if wave.is_empty() {
            break;
        }
        let played = match &mut samples {
            None if !lives.is_empty() => {
                let (played, hits) = simulate::play_with_meters(ready, &wave, lives);
                let to = tally.rounds + played.rounds;
                lives.iter_mut().for_each(|life| life.lead(&hits, to));
                played
            }
            None => ready.job.run(&ready.kernel, &ready.looks, wave.iter().copied()),
            Some((path, samples)) => samples
                .play(ready, &wave)
                .map_err(|error| Failed::File { path: path.to_path_buf(), error })?,
        };
        tally.merge(&played);
        let precise = estimate(ready, tally, args.until_se, &bar);
        bar.inc(wave.len() as u64);
        stands.chunks += wave.len() as u64;
        let stopped = interrupted.load(Ordering::Relaxed);
        let is_over = precise || stopped || chunks.clone().next().is_none();
        if let Some(path) = args.checkpoint.as_ref().filter(|_| is_over || is_kept(&stands)) {
            let failed = |error| Failed::File { path: path.clone(), error };
            stands.write(path).map_err(failed)?;
        }
        if stopped && args.shard.is_some() && chunks.clone().next().is_some() {
            return Err(Failed::Refused(
                "interrupted: a shard is whole or it is nothing, so none was written".to_owned(),
            ));
        }
        if precise || stopped {
            break;
        }
    }
    bar.finish_and_clear();
    if let Some((path, samples)) = samples {
        samples.finish().map_err(|error| Failed::File { path: path.to_owned(), error })?;
    }
    Ok(stands.shard.tally)
}

/// Chunks between two checkpoints: a second or two of a core.
const KEPT: u64 = 16 * WAVE as u64;

fn is_kept(stands: &Checkpoint) -> bool {
    stands.chunks.is_multiple_of(KEPT)
}

/// Where a run begins: at its first chunk, or where its checkpoint stands.
fn stands(ready: &Ready, args: &SimulateArgs, part: (u64, u64)) -> Result<Checkpoint, Failed> {
    let nothing = Tally::new(&ready.looks);
    let shard = Shard::new(ready.setup.clone(), ready.job.clone(), part, nothing);
    let Some(path) = args.checkpoint.as_ref().filter(|path| path.exists()) else {
        return Ok(Checkpoint::new(0, shard));
    };
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failed::File { path: path.clone(), error })?;
    let stands = Checkpoint::read(&path.display().to_string(), &text, &shard)?;
    anstream::eprintln!("{}: going on after {} rounds", path.display(), stands.shard.tally.rounds);
    Ok(stands)
}

/// A flag that Ctrl-C raises: what has been played until then is shown.
fn interrupted() -> std::io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&flag))?;
    Ok(flag)
}

fn samples<'a>(library: &'a Library, path: &'a Path) -> Result<(&'a Path, Samples<'a>), Failed> {
    let failed = |error| Failed::File { path: path.to_owned(), error };
    Samples::create(path, library).map(|samples| (path, samples)).map_err(failed)
}

/// Looks for a rare round and writes it.
fn find(ready: &Ready, event: Event) -> Result<(), Failed> {
    let interrupted = interrupted()?;
    let bar = progress::bar(ready.job.chunks() as usize, "rounds (100,000)");
    let found = simulate::find(ready, event, || {
        bar.inc(1);
        !interrupted.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let Some(found) = found else {
        return Err(Failed::Refused("no such round among those that were played".to_owned()));
    };
    anstream::eprintln!(
        "round {} of seed {}, seat {}; the round as `bahama settle -` reads it:",
        found.round,
        ready.job.seed,
        found.seat
    );
    writeln!(anstream::stdout(), "{:#}", found.document)?;
    Ok(())
}

/// Shows the estimate so far; `true` if it is precise enough.
fn estimate(ready: &Ready, tally: &Tally, until: Option<f64>, bar: &ProgressBar) -> bool {
    let report = Report::of(ready, tally);
    bar.set_message(format!("{:+.6} ± {:.6}", report.ev, report.se));
    until.is_some_and(|until| report.se <= until)
}

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
    show(library, &ready, &sum.tally, Vec::new(), args, None)
}

fn show(
    library: &Library,
    ready: &Ready,
    tally: &Tally,
    meters: Vec<MeterLife>,
    args: &SimulateArgs,
    seconds: Option<f64>,
) -> Result<(), Failed> {
    let mut report = Report::of(ready, tally);
    report.meters = meters;
    report.knowledge = args.penetration.map(|share| {
        let rules = &ready.profile.rules;
        let cards = cards::Counts::of(rules.deck, rules.decks);
        Knowledge::of(&ready.game, rules.decks, &cards, share, (KNOWN_SHOES, ready.job.seed))
    });
    let made = (&ready.game, &ready.profile);
    let provenance = Provenance::of(library, &ready.setup.choice, made, "simulate-1");
    let class = match &ready.setup.strategy {
        StrategyChoice::Optimal => SplitClass::Pair.name(),
        chart => chart.word(),
    };
    let provenance = provenance.playing(class).seeded(ready.job.seed);
    if let Some(path) = &args.html {
        write(path, &simulate::html(&report, &provenance)?)?;
    }
    let mut out = anstream::stdout();
    match args.json {
        true => {
            let mut document = simulate::document(&report, seconds);
            document["provenance"] = provenance.json();
            writeln!(out, "{document:#}")?;
        }
        false => {
            write!(out, "{}{}", simulate::text(&report, &provenance), provenance.text())?;
            out.flush()?;
            // How fast it went depends on the machine, and is no figure of the game's.
            if let Some(seconds) = seconds {
                let rate = tally.rounds as f64 / seconds / 1e6;
                anstream::eprintln!("{seconds:.1} s, {rate:.2} million rounds a second");
            }
        }
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
