//! A run of `bahama simulate`: the waves in which it is played, where it stands, how it ends.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use sim::Tally;

use super::SimulateArgs;
use crate::cli::Failed;
use crate::library::Library;
use crate::progress;
use crate::simulate::{self, Checkpoint, MeterLife, Ready, Samples, Shard};

/// Chunks played before the figures are looked at again, where that decides anything: the same on
/// every machine, so that stopping at a precision stops at the same round.
const WAVE: usize = 32;

/// Chunks of the longest wave: at the end of each, threads wait for the last of them.
const LONGEST_WAVE: usize = 16 * WAVE;

/// A wave that takes less may be longer; Ctrl-C waits for the end of one.
const SHORT: Duration = Duration::from_millis(250);

/// Chunks between two checkpoints, at most: a second or two of a core.
const KEPT: u64 = 16 * WAVE as u64;

/// What was played, and why no more.
pub(super) struct Run<'a> {
    pub(super) tally: Tally,
    /// The rounds of it that were not in a checkpoint already.
    pub(super) played: u64,
    /// Whether Ctrl-C ended it before it was over.
    pub(super) interrupted: bool,
    /// The file of rounds, which still waits for its last words.
    pub(super) samples: Option<(&'a Path, Samples<'a>)>,
}

/// Plays a part of the job in waves; stops at a precision, or when interrupted.
pub(super) fn play<'a>(
    library: &'a Library,
    ready: &Ready,
    args: &'a SimulateArgs,
    (part, parts): (u64, u64),
    lives: &mut [MeterLife],
) -> Result<Run<'a>, Failed> {
    let interrupted = interrupted()?;
    let mut samples = args.samples.as_deref().map(|path| samples(library, path)).transpose()?;
    let mut stands = stands(ready, args, (part, parts))?;
    let mut kept = stands.chunks;
    let before = stands.shard.tally.rounds;
    let mut chunks = (part - 1..ready.job.chunks()).step_by(parts as usize).skip(kept as usize);
    let count = (ready.job.chunks() + parts - part) / parts;
    let bar = progress::bar(count as usize, "rounds (100,000)");
    bar.inc(kept);
    bar.reset_eta();
    let mut pace = Pace { chunks: WAVE, grows: args.until_se.is_none() };
    let (mut precise, mut stopped) = (is_precise(&stands.shard.tally, args.until_se), false);
    while !precise && !stopped {
        let wave: Vec<u64> = chunks.by_ref().take(pace.chunks).collect();
        if wave.is_empty() {
            break;
        }
        let played = pace.timed(|| play_wave(ready, &wave, &mut samples, lives, &stands))?;
        stands.shard.tally.merge(&played);
        stands.chunks += wave.len() as u64;
        show(&stands.shard.tally, wave.len(), &bar);
        precise = is_precise(&stands.shard.tally, args.until_se);
        let is_over = chunks.clone().next().is_none();
        stopped = interrupted.load(Ordering::Relaxed) && !is_over && !precise;
        let is_due = stands.chunks - kept >= kept.clamp(1, KEPT);
        if let Some(path) = &args.checkpoint
            && (is_over || precise || stopped || is_due)
        {
            kept = stands.chunks;
            stands.write(path).map_err(|error| Failed::File { path: path.clone(), error })?;
        }
        if stopped && args.shard.is_some() {
            return Err(Failed::Refused(
                "interrupted: a shard is whole or it is nothing, so none was written".to_owned(),
            ));
        }
    }
    bar.finish_and_clear();
    let tally = stands.shard.tally;
    Ok(Run { played: tally.rounds - before, tally, interrupted: stopped, samples })
}

/// Plays the chunks of a wave: with meters, into a file, or on all threads.
fn play_wave(
    ready: &Ready,
    wave: &[u64],
    samples: &mut Option<(&Path, Samples<'_>)>,
    lives: &mut [MeterLife],
    stands: &Checkpoint,
) -> Result<Tally, Failed> {
    match samples {
        None if !lives.is_empty() => {
            let (played, hits) = simulate::play_with_meters(ready, wave, lives);
            let to = stands.shard.tally.rounds + played.rounds;
            lives.iter_mut().for_each(|life| life.lead(&hits, to));
            Ok(played)
        }
        None => Ok(ready.job.run(&ready.kernel, &ready.looks, wave.iter().copied())),
        Some((path, samples)) => samples
            .play(ready, wave)
            .map_err(|error| Failed::File { path: path.to_path_buf(), error }),
    }
}

/// How long waves are.
struct Pace {
    chunks: usize,
    /// Whether short ones may become longer: not where their ends decide when the run stops.
    grows: bool,
}

impl Pace {
    /// Plays a wave, and makes the next one twice as long if that was short.
    // The clock tells how long it took, and no figure depends on that.
    #[allow(clippy::disallowed_methods)]
    fn timed<T>(&mut self, wave: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let played = wave();
        if self.grows && start.elapsed() < SHORT {
            self.chunks = (2 * self.chunks).min(LONGEST_WAVE);
        }
        played
    }
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
pub(super) fn interrupted() -> std::io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&flag))?;
    Ok(flag)
}

fn samples<'a>(library: &'a Library, path: &'a Path) -> Result<(&'a Path, Samples<'a>), Failed> {
    let failed = |error| Failed::File { path: path.to_owned(), error };
    Samples::create(path, library).map(|samples| (path, samples)).map_err(failed)
}

/// Whether the main wager is known as well as was asked.
fn is_precise(tally: &Tally, until: Option<f64>) -> bool {
    tally.rounds > 0 && until.is_some_and(|until| tally.result().1 <= until)
}

/// Shows the estimate so far.
fn show(tally: &Tally, chunks: usize, bar: &ProgressBar) {
    let (ev, se) = tally.result();
    bar.set_message(format!("{ev:+.6} ± {se:.6}"));
    bar.inc(chunks as u64);
}
