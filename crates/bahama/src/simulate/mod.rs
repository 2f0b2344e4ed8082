//! Simulation of a game and its agreement with the exact analysis.

mod checkpoint;
mod find;
mod json;
mod knowledge;
mod meter;
mod page;
mod report;
mod samples;
mod setup;
mod shard;
mod skewness;
mod split;
mod text;
mod variance;

pub use checkpoint::Checkpoint;
pub use find::{Event, Found, find};
pub(crate) use json::document;
pub(crate) use knowledge::KNOWN_SHOES;
pub use knowledge::{Knowledge, Known};
pub(crate) use meter::play as play_with_meters;
pub use meter::{Hit, MeterLife, meters};
pub(crate) use page::html;
pub use report::{ClassSeen, CountMade, Distribution, Pair, Report, WagerSeen};
pub use samples::Samples;
pub(crate) use setup::MOST_ROUNDS;
pub use setup::{Ready, Setup, SetupRefused};
pub use shard::{NoShard, Shard, merge};
pub use skewness::Skewness;
pub use split::SplitShape;
pub(crate) use text::text;
pub(crate) use variance::SEED;
pub use variance::Variance;
