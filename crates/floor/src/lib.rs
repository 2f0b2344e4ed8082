//! The floor: one writer for every table, link and person, without I/O.
//!
//! A [`Floor`] is a value. A [`Letter`] comes in, [`Effect`]s go out: append these rows,
//! answer, publish, read from here, watch these questions. It awaits nothing and knows no database;
//! whoever drives it does what it asks for and writes the next letter. The server drives it
//! with tokio and a store, the soak with a journal that fails on purpose, [`Alone`] with a
//! record in memory for tests and the terminal table.
//!
//! A command is decided on what the floor knows, appended with the versions it was decided
//! on, and counts once the journal has it. The journal is the arbiter: if somebody else was
//! first, the floor reads what came between and decides again.

#![deny(clippy::float_arithmetic)]

mod alone;
mod desk;
mod letter;
mod machine;
mod memory;
mod place;
mod planted;
mod step;
mod watch;

pub use alone::{Alone, Told};
pub use desk::{Desk, ReadFailed};
pub use letter::{Append, Done, Effect, Letter, NotDone, Order, ReadEntry};
pub use machine::Machine;
pub use memory::REMEMBERED;
#[cfg(feature = "planted")]
pub use planted::Fault;
pub use step::{Counts, Floor, WAITING};
pub use watch::{Moment, Watch};
