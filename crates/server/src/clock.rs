//! The time, as something that can be given: tests turn it by hand.
//!
//! There are two clocks. The wall clock says what time of day it is, and somebody may set it;
//! what it says is written down. The steady clock only measures how long something takes:
//! every turn at a table ends by it (L-25).

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use ::floor::Moment;
use table::Time;

/// The clocks may go apart by so much between two looks before that is a jump, in
/// milliseconds: network time sets a clock right in smaller steps.
const TOLERANCE_MS: i64 = 2_000;

/// Tells the time.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The system's clocks.
    System,
    /// Clocks that stand until somebody turns them.
    Manual(Arc<Mutex<Now>>),
}

/// What both clocks say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The time of day.
    pub wall: Time,
    /// The steady clock.
    pub steady: Moment,
}

impl Clock {
    /// Clocks that stand at this moment.
    pub fn manual(at: Time) -> Clock {
        Clock::Manual(Arc::new(Mutex::new(Now { wall: at, steady: Moment(0) })))
    }

    /// The time of day.
    pub fn now(&self) -> Time {
        self.both().wall
    }

    /// The steady clock.
    pub fn steady(&self) -> Moment {
        self.both().steady
    }

    /// Both at once.
    pub fn both(&self) -> Now {
        match self {
            Clock::System => Now { wall: Time(system_ms()), steady: Moment(steady_ms()) },
            Clock::Manual(now) => *now.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Lets time pass on manual clocks; the system's cannot be turned.
    pub fn turn(&self, milliseconds: u64) {
        self.change(|now| {
            now.wall = Time(now.wall.0.saturating_add(milliseconds));
            now.steady = now.steady.after(milliseconds);
        });
    }

    /// Sets a manual wall clock on or back, while no time passes.
    pub fn set(&self, milliseconds: i64) {
        self.change(|now| now.wall = Time(now.wall.0.saturating_add_signed(milliseconds)));
    }

    fn change(&self, change: impl FnOnce(&mut Now)) {
        if let Clock::Manual(now) = self {
            change(&mut now.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// Notices when somebody sets the wall clock.
pub(crate) struct Jumps {
    last: Now,
    /// All jumps together, in milliseconds: nothing once the clock is put right.
    off: i64,
}

impl Jumps {
    /// From now on.
    pub(crate) fn since(now: Now) -> Jumps {
        Jumps { last: now, off: 0 }
    }

    /// How far the wall clock has jumped since the last look, in milliseconds, if it has.
    pub(crate) fn look(&mut self, now: Now) -> Option<i64> {
        let wall = signed(now.wall.0) - signed(self.last.wall.0);
        let steady = signed(now.steady.0) - signed(self.last.steady.0);
        self.last = now;
        let jump = wall - steady;
        if jump.abs() <= TOLERANCE_MS {
            return None;
        }
        self.off = self.off.saturating_add(jump);
        Some(jump)
    }

    /// How far the wall clock is from where it was without its jumps, in milliseconds.
    pub(crate) fn off(&self) -> i64 {
        self.off
    }
}

fn signed(milliseconds: u64) -> i64 {
    i64::try_from(milliseconds).unwrap_or(i64::MAX)
}

#[allow(clippy::disallowed_methods, reason = "the server is where the time comes from")]
fn system_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // A clock before 1970 is broken; sequence numbers rule, not times (L-18).
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

#[allow(clippy::disallowed_methods, reason = "the server is where the time comes from")]
fn steady_ms() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let since = START.get_or_init(Instant::now).elapsed();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_25_a_jump_is_noticed_once_and_small_steps_are_none() {
        let clock = Clock::manual(Time(1_800_000_000_000));
        let mut jumps = Jumps::since(clock.both());
        clock.turn(3_600_000);
        assert_eq!(jumps.look(clock.both()), None, "time passes");
        clock.set(2_000);
        assert_eq!(jumps.look(clock.both()), None, "network time puts a clock right");
        clock.set(-7_200_000);
        clock.turn(1_000);
        assert_eq!(jumps.look(clock.both()), Some(-7_200_000));
        assert_eq!(jumps.look(clock.both()), None, "once");
        clock.set(7_200_000);
        assert_eq!(jumps.look(clock.both()), Some(7_200_000));
        assert_eq!(jumps.off(), 0, "it is right again");
    }
}
