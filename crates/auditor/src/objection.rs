//! Why a round does not fit its sheet.

use std::fmt;

use cards::Card;

use crate::case::Choice;
use crate::money::Dollars;

/// Why the auditor does not settle a round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The facts of a variant carry the names of the sheets.
pub enum Objection {
    /// No sheet has this id.
    UnknownGame { game: String },
    /// The sheet has no such configuration.
    UnknownConfiguration { configuration: String, offered: Vec<&'static str> },
    /// The sheet is not played with so many decks.
    Decks { decks: u8, offered: &'static [u8] },
    /// The game has no such spot, or the spot no such pay table.
    UnknownPayTable { spot: String, paytable: String, offered: Vec<&'static str> },
    /// The pay table is not for this shoe (Match table 3 with 8 decks).
    PayTableDecks { spot: &'static str, paytable: &'static str, decks: u8 },
    /// The sheet does not let naturals pay this.
    NaturalPays { won: i64, per: i64 },
    /// The sheet has no such wagers to be posted.
    UnknownWagers { wagers: String },
    /// The game has no meter at this spot.
    UnknownMeter { spot: String },
    /// A meter, reserve or seed is negative.
    MeterBelowZero { spot: String },

    /// A round without a main wager is no round.
    NoBets,
    /// Seats are numbered from 1 to 7.
    NoSuchSeat { seat: u8 },
    /// Every wager of a seat needs its main wager.
    MainMissing { seat: u8 },
    /// The game has no such wager.
    SpotNotOffered { seat: u8, spot: String },
    /// The amount is below the least or above the most.
    Limit { seat: u8, spot: &'static str, amount: i64, min: i64, max: i64 },
    /// The amount cannot be laid with the chips.
    Step { seat: u8, spot: &'static str, amount: i64, step: i64 },
    /// This wager is only for those who made the other one.
    Needs { seat: u8, spot: &'static str, needs: &'static str },
    /// The two wagers are never offered at one table.
    NotTogether { seat: u8, spot: &'static str, with: &'static str },
    /// More games than one seat may wager on.
    TooManyGames { seat: u8, max: usize },

    /// The shoe does not hold this card so often.
    NotInShoe { card: Card },
    /// The round needs more cards than were given.
    CardsMissing { given: usize },
    /// A seat was asked and nothing is left that answers.
    ChoiceMissing { seat: u8, legal: Vec<Choice> },
    /// Another seat was asked.
    WrongSeat { asked: u8, seat: u8, choice: Choice },
    /// The seat may not do this now; insurance is listed with its most.
    Illegal { seat: u8, choice: Choice, legal: Vec<Choice> },
    /// The round is over, and here is one more choice.
    NotAsked { seat: u8, choice: Choice },

    /// A percentage award, and no meter to take it from.
    MeterMissing { spot: &'static str },
    /// A meter too large to be counted.
    TooLarge { spot: &'static str },
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Objection as O;
        match self {
            O::UnknownGame { .. }
            | O::UnknownConfiguration { .. }
            | O::Decks { .. }
            | O::UnknownPayTable { .. }
            | O::PayTableDecks { .. }
            | O::NaturalPays { .. }
            | O::UnknownWagers { .. } => self.write_terms(f),
            O::NoBets
            | O::NoSuchSeat { .. }
            | O::MainMissing { .. }
            | O::SpotNotOffered { .. }
            | O::Limit { .. }
            | O::Step { .. }
            | O::Needs { .. }
            | O::NotTogether { .. }
            | O::TooManyGames { .. } => self.write_bet(f),
            O::NotInShoe { .. }
            | O::CardsMissing { .. }
            | O::ChoiceMissing { .. }
            | O::WrongSeat { .. }
            | O::Illegal { .. }
            | O::NotAsked { .. } => self.write_play(f),
            O::UnknownMeter { .. }
            | O::MeterBelowZero { .. }
            | O::MeterMissing { .. }
            | O::TooLarge { .. } => self.write_meter(f),
        }
    }
}

impl std::error::Error for Objection {}

impl Objection {
    fn write_terms(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::UnknownGame { game } => write!(f, "there is no game “{game}”"),
            Objection::UnknownConfiguration { configuration, offered } => write!(
                f,
                "the game has no configuration “{configuration}”; it has {}",
                offered.join(", ")
            ),
            Objection::Decks { decks, offered } => {
                write!(f, "the game is not played with {decks} decks but with {}", list(offered))
            }
            Objection::UnknownPayTable { spot, paytable, offered } => write!(
                f,
                "{spot} has no pay table “{paytable}”; the game's pay tables for it: {}",
                list(offered)
            ),
            Objection::PayTableDecks { spot, paytable, decks } => {
                write!(f, "pay table {paytable} of {spot} is not used with {decks} decks")
            }
            Objection::NaturalPays { won, per } => {
                write!(f, "the sheet does not let naturals pay {won} to {per}")
            }
            Objection::UnknownWagers { wagers } => {
                write!(f, "the sheet has no wagers “{wagers}” to be posted")
            }
            _ => Ok(()),
        }
    }

    fn write_bet(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::NoBets => f.write_str("nobody has made a main wager"),
            Objection::NoSuchSeat { seat } => {
                write!(f, "there is no seat {seat}; seats are 1 to 7")
            }
            Objection::MainMissing { seat } => write!(f, "seat {seat} has no main wager"),
            Objection::SpotNotOffered { seat, spot } => {
                write!(f, "seat {seat} bets on {spot}, which the game does not offer")
            }
            Objection::Limit { seat, spot, amount, min, max } => write!(
                f,
                "seat {seat} bets {} on {spot}; from {} to {} is allowed",
                Dollars(*amount),
                Dollars(*min),
                Dollars(*max)
            ),
            Objection::Step { seat, spot, amount, step } => write!(
                f,
                "seat {seat} bets {} on {spot}; only multiples of {} are allowed",
                Dollars(*amount),
                Dollars(*step)
            ),
            Objection::Needs { seat, spot, needs } => {
                write!(f, "seat {seat} bets on {spot} without a wager on {needs}")
            }
            Objection::NotTogether { seat, spot, with } => {
                write!(f, "seat {seat} bets on {spot}, which is never offered together with {with}")
            }
            Objection::TooManyGames { seat, max } => {
                write!(f, "seat {seat} bets on more than {max} games")
            }
            _ => Ok(()),
        }
    }

    fn write_play(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::NotInShoe { card } => {
                write!(f, "the shoe does not hold so many of {card}")
            }
            Objection::CardsMissing { given } => {
                write!(f, "the round needs more cards than the {given} given")
            }
            Objection::ChoiceMissing { seat, legal } => {
                write!(f, "seat {seat} has to choose among {}", list(legal))
            }
            Objection::WrongSeat { asked, seat, choice } => {
                write!(f, "seat {asked} is asked, but the choice is seat {seat}'s ({choice})")
            }
            Objection::Illegal { seat, choice, legal } => {
                write!(f, "seat {seat} may not {choice}; legal are {}", list(legal))
            }
            Objection::NotAsked { seat, choice } => {
                write!(f, "nobody asked seat {seat} for “{choice}”")
            }
            _ => Ok(()),
        }
    }

    fn write_meter(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::UnknownMeter { spot } => write!(f, "the game has no meter for {spot}"),
            Objection::MeterBelowZero { spot } => {
                write!(f, "the meter, reserve and seed of {spot} cannot be negative")
            }
            Objection::MeterMissing { spot } => {
                write!(f, "{spot} won a part of the meter, and no meter is given")
            }
            Objection::TooLarge { spot } => write!(f, "the meter of {spot} is too large"),
            _ => Ok(()),
        }
    }
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    if items.is_empty() {
        return "none".to_owned();
    }
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
