//! Exact analysis, from the same classes and prices the table uses.
//!
//! Side wagers are exact fractions: [`ways`] counts how the cards fall,
//! [`SideWager`] prices the count. [`ProgressiveWager`] adds the meter, [`meter`]
//! its life over time, [`Removal`] what dealt cards tell a counter. [`main_wager`] is
//! the main hand with its best strategy, [`Bracket`] what limits on doubling do to it,
//! [`effects`] what every change of its rules does.

mod analysis;
mod brackets;
mod edges;
pub mod effects;
mod fraction;
pub mod main_wager;
pub mod meter;
mod progressive;
mod removal;
pub mod results;
mod side;
mod special;
pub mod ways;
mod worths;

pub use analysis::{Analysis, KnownInsurance, NotInShoe};
pub use brackets::{Bracket, BracketEdge};
pub use edges::{LosingPreset, PlayerEdge, losing_presets, player_edges, preset_edge};
pub use fraction::Fraction;
pub use progressive::{Level, ProgressiveWager, winners};
pub use removal::{Count, Removal};
pub use side::{ClassRow, SideWager};
pub use special::{SuitedSevens, special_bonus};
pub use worths::Worths;
