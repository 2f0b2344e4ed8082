//! The rules of the games: game files, money and odds, hand totals, legal
//! actions, classes and prices.
//!
//! A game's numbers stand in its file and nowhere else. Code says what the cards
//! *are* ([`class`]); the file says what that pays ([`PayTable`]). [`GameFile`]
//! reads and checks a file, all faults at once; [`Game::profile`] chooses decks
//! and pay tables; the [`Rules`] in a [`Profile`] are compact and `Copy`, for the
//! engine, the analysis and the simulator.

#![deny(clippy::float_arithmetic)]

mod action;
mod bets;
mod book;
pub mod class;
mod coins;
mod file;
mod look;
mod money;
mod odds;
mod offer;
mod paytable;
mod percent;
mod profile;
mod rules;
pub mod settings;
mod share;
mod spot;
mod stake;
mod total;
#[doc(hidden)]
pub mod words;

pub use action::{Action, Actions, NotLegal, Origin, Position, legal, not_legal};
pub use bets::{BetCode, BetRefused, Bets, Placed, SeatBets};
pub use book::{Book, BookTable, Section, Topic};
pub use class::{Class, Kind};
pub use coins::{Pays, SmallCoin, small_coins};
pub use file::{
    Draft, Fault, Game, GameFile, NamedTable, Preset, Problem, ProfileRefused, Setting, WAGERS,
    line_of, wagers_setting,
};
pub use look::{Look, Sight, When};
pub use money::{Money, NotMoney};
pub use odds::{For, NotAPay, Pay, Returned, To};
pub use offer::{NotAnOffer, Offer};
pub use paytable::PayTable;
pub use percent::{NotAPercentage, Percent};
pub use profile::Profile;
pub use rules::{Bonus21, MAX_HANDS, MAX_SEATS, MAX_WAGER, Most, Rules, SpecialBonus, Wager};
pub use share::ShareHand;
pub use spot::Spot;
pub use stake::{Doubled, MAX_DOUBLES, double_adds, doubled, rescue_keeps};
pub use total::Total;
pub use words::Word;
