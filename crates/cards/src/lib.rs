//! Cards, decks, shoes and the shuffle.
//!
//! Everything here is a pure function of its arguments: no I/O, no clock, no
//! entropy, no floating point. A shuffle is a function of the seed it is given.

#![deny(clippy::float_arithmetic)]

mod card;
mod counts;
mod deck;
mod shoe;
mod shuffle;

pub use card::{Card, Rank, Suit, UnknownCard};
pub use counts::Counts;
pub use deck::Deck;
pub use shoe::{CutRefused, MAX_CARDS, MAX_DECKS, Shoe};
pub use shuffle::{ChaChaWords, Words, below, shuffle};
