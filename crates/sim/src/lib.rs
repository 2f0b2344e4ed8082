//! Fast simulation of whole rounds, and its statistics.
//!
//! [`Kernel`] plays rounds straight through, by the strategy that `odds` solved. A
//! [`Job`] is everything that decides its figures; its chunks have a random stream
//! each, so it gives the same figures on any number of threads and machines. A
//! [`Tally`] is what chunks count: integers that add up exactly in any order.

mod automaton;
mod codes;
mod counter;
mod coupling;
mod fresh;
mod generator;
mod job;
mod kernel;
mod lanes;
mod sights;
mod spread;
mod tally;

pub use coupling::{Coupled, Estimate};
pub use generator::{GENERATOR, Generator};
pub use job::{CHUNK, Job, ShoeLife, Visited};
pub use kernel::{Kernel, Played, SeatResult};
pub use spread::Spread;
pub use tally::{BIN_WIDTHS, BLOCKS, Batches, Moments, Seen, Stretch, Tally, Wide, cell};
