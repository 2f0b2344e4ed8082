//! The time, as something that can be given: tests turn it by hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use table::Time;

/// Tells the time.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The system's clock.
    System,
    /// A clock that stands until somebody turns it; in milliseconds since 1970.
    Manual(Arc<AtomicU64>),
}

impl Clock {
    /// A clock that stands at this moment.
    pub fn manual(at: Time) -> Clock {
        Clock::Manual(Arc::new(AtomicU64::new(at.0)))
    }

    /// The time now.
    pub fn now(&self) -> Time {
        match self {
            Clock::System => Time(system_ms()),
            Clock::Manual(at) => Time(at.load(Ordering::SeqCst)),
        }
    }

    /// Turns a manual clock on; the system's clock cannot be turned.
    pub fn turn(&self, milliseconds: u64) {
        if let Clock::Manual(at) = self {
            at.fetch_add(milliseconds, Ordering::SeqCst);
        }
    }
}

#[allow(clippy::disallowed_methods, reason = "the server is where the time comes from")]
fn system_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // A clock before 1970 is broken; sequence numbers rule, not times (L-18).
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
