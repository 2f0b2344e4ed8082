//! Being told to stop from outside: Ctrl-C where lines are read, or a signal to the program.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::place::Bell;

/// Whether the program is told to stop. It is told once; whoever says it again does not want to
/// wait, and ends it at once.
#[derive(Clone, Default)]
pub struct Stop {
    is_told: Arc<AtomicBool>,
    bell: Arc<OnceLock<Bell>>,
}

impl Stop {
    /// Nobody tells the program to stop.
    pub fn never() -> Stop {
        Stop::default()
    }

    /// Listens for SIGINT and SIGTERM from now on.
    pub(crate) fn on_signals() -> io::Result<Stop> {
        let stop = Stop::default();
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let told = stop.clone();
        #[allow(clippy::disallowed_methods, reason = "a table that people sit at is not pure")]
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if told.is_told.swap(true, Ordering::SeqCst) {
                    let _ = emulate_default_handler(signal);
                }
                if let Some(bell) = told.bell.get() {
                    bell();
                }
            }
        });
        Ok(stop)
    }

    /// Has a bell rung when the program is told to stop.
    pub(crate) fn ring(&self, bell: Bell) {
        let _ = self.bell.set(bell);
    }

    pub(crate) fn is_told(&self) -> bool {
        self.is_told.load(Ordering::SeqCst)
    }

    /// Whether it is told to stop. From now on a signal ends the program at once: it is leaving.
    pub(crate) fn leaving(&self) -> bool {
        self.is_told.swap(true, Ordering::SeqCst)
    }
}
