//! The main wager: its exact value and the strategy that achieves it.
//!
//! [`Table`] holds how the dealer ends for every set of cards a player can hold;
//! [`Solution`] plays all hands backwards on it, splits and resplits included.

mod chart;
mod chart_search;
mod composition;
mod dealer;
mod decide;
mod departure;
mod flow;
mod hand;
mod law;
mod outcomes;
mod pair;
mod play;
pub mod plays;
mod reach;
mod removal;
mod sevens;
mod shoe;
mod solution;
mod split_law;
mod starting;
mod table;
mod terms;
mod together;
mod two_cards;
mod up_card;

pub use chart::{Cell, Chart, NoCell, Part, Possible, Row, When};
pub use chart_search::{ChartKind, LEAST_EXCEPTION};
pub use decide::Asked;
pub use departure::Departure;
pub use hand::{Hand, HandRefused, HandWorth, NoChoice, hand_worth};
pub use law::{RoundLaw, SplitRounds, band};
pub use outcomes::{End, Outcome, Outcomes};
pub use reach::Reach;
pub use removal::effects_of_removal;
pub use solution::{NotModelled, Question, Solution, SplitClass};
pub use starting::StartingHand;
pub use table::Table;
