//! A floor under faults, simulated (L-13): several tables, the links they share, a crowd of
//! players and staff,
//! a network that loses, doubles, delays and garbles, a clock that jumps, and a journal
//! that fails at its commits. One number reproduces everything.
//!
//! There is one thread and no clock: [`run`] with the same seed and steps does the same
//! to the last bit. After every step the floor is compared with what its journal says
//! and with what people were told ([`Failure`] names what does not fit).

mod check;
mod crowd;
mod dice;
mod floor;
mod games;
mod links;
mod post;
mod report;
mod schedule;

pub use games::{Games, GamesRefused};
pub use report::Report;

/// Something that must never happen, and where it did.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seed {seed}, step {step}: {what}")]
pub struct Failure {
    /// The seed of the schedule.
    pub seed: u64,
    /// The step, from 1.
    pub step: u64,
    /// What was found.
    pub what: String,
}

/// Plays a schedule of so many steps.
///
/// # Errors
/// If something happened that must never happen.
pub fn run(games: &Games, seed: u64, steps: u64) -> Result<Report, Failure> {
    play(games, seed, steps, floor::Plant::default())
}

/// The same on a floor with a fault that is planted in it.
///
/// # Errors
/// If the fault was found, or another one.
#[cfg(feature = "planted")]
pub fn run_with(
    games: &Games,
    seed: u64,
    steps: u64,
    fault: ::floor::Fault,
) -> Result<Report, Failure> {
    play(games, seed, steps, floor::Plant { fault: Some(fault), believes: false })
}

/// The same over a journal whose start believes what no sync has made certain.
///
/// # Errors
/// If that was found, or something else.
#[cfg(feature = "planted")]
pub fn run_believing(games: &Games, seed: u64, steps: u64) -> Result<Report, Failure> {
    play(games, seed, steps, floor::Plant { fault: None, believes: true })
}

fn play(games: &Games, seed: u64, steps: u64, plant: floor::Plant) -> Result<Report, Failure> {
    let schedule = schedule::Schedule::new(games, seed, plant);
    schedule.map_err(|what| Failure { seed, step: 0, what })?.run(steps)
}
