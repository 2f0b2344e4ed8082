//! What can be wrong with a game file, and what would be right.

use std::fmt;

use crate::book::Topic;
use crate::class::{Class, Kind};
use crate::money::Money;
use crate::offer::Offer;
use crate::spot::Spot;
use crate::words::Word;

/// One fault: where it is and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line in the file, from 1; nothing for a what-if setting or a missing entry.
    pub line: Option<usize>,
    /// The dotted key of the entry.
    pub field: String,
    /// What is wrong and what would be right.
    pub problem: Problem,
}

impl Fault {
    /// Whether the rest of the file can be looked at as if this were not there.
    pub(super) const fn is_harmless(&self) -> bool {
        matches!(self.problem, Problem::Syntax(_) | Problem::UnknownKey(_))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        self.problem.fmt(f)
    }
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn wager_of(bet: Option<Money>) -> String {
    bet.map_or("the wager".to_owned(), |bet| format!("a wager of {bet}"))
}

fn class_words(kind: Kind) -> String {
    list(&kind.classes().iter().map(|class| class.word()).collect::<Vec<_>>())
}

/// The kinds of fault. Each message says what is wrong, then what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Problem {
    #[error("not TOML: {0}")]
    Syntax(String),
    #[error("a {0} cannot stand here; write text in quotes, a whole number, or a list of them")]
    WrongType(String),
    #[error("a setting holds only “is”, “or” and “from”")]
    NotInASetting,
    #[error("no source; add from = \"sheet and clause\", or from = \"ours\"")]
    NoSource,
    #[error("missing; {0}")]
    Missing(String),
    #[error("unknown key{}", match .0 {
        Some(near) => format!("; did you mean “{near}”?"),
        None => "; see `bahama rules GAME --settings` for the keys there are".to_owned(),
    })]
    UnknownKey(Option<String>),
    #[error("“{got}” is not one of its values; write one of: {}", list(.values))]
    NotAWord { got: String, values: Vec<&'static str> },
    #[error("“{got}” is not a whole number from {least} to {most}")]
    NotANumber { got: String, least: u32, most: u32 },
    #[error("{0}")]
    NotMoney(#[from] crate::money::NotMoney),
    #[error("{0}")]
    NotAPercentage(#[from] crate::percent::NotAPercentage),
    #[error("one value is expected, not a list")]
    NotAList,
    #[error("a list is expected, such as [5, 6, 8]")]
    NotOne,
    #[error("“{got}” is not a spot; the spots are {}", list(Spot::ALL))]
    NotASpot { got: String },
    #[error("“{0}” is not a prize; write “from $25: $5,000”, wagers ascending, at most four")]
    NotATier(String),
    #[error(
        "“{got}” is not a topic of this game, or stands there twice; the topics are {}",
        list(Topic::ALL)
    )]
    NotATopic { got: String },
    #[error("the topic “{0}” is missing")]
    TopicMissing(Topic),
    #[error("{0} is offered but the file has no [{0}] section")]
    NoSection(Spot),
    #[error(
        "{0} has a section but is not among the wagers offered; add it to “wagers” or remove the section"
    )]
    NotOffered(Spot),
    #[error("no pay table; add [{0}.paytables.standard]")]
    NoPayTable(Spot),
    #[error("unknown class “{class}”; the classes here are {}", class_words(*.kind))]
    UnknownClass { class: String, kind: Kind },
    #[error(
        "“{got}” is neither a pay nor a class; write “3 to 2”, “20 for 1”, “100%”, “loses”, \
         or the class it counts as"
    )]
    NotAPay { got: String },
    #[error(
        "neither priced nor losing; write {0} = \"9 to 1\", \"loses\", or the class it counts as"
    )]
    ClassUnpriced(Class),
    #[error("counts as “{0}”, which has no pay of its own; name a class that is priced or loses")]
    CountsAsUnpriced(Class),
    #[error("unreachable: {class} cannot occur with {} decks; remove the line or say what it \
             counts as", list(.decks))]
    Unreachable { class: Class, decks: Vec<u8> },
    #[error(
        "a share of the meter and “for” belong to the progressive, “to” to all other wagers (A6)"
    )]
    WrongPay,
    #[error("{decks} decks are not among the game's decks ({})", list(.offered))]
    PayTableDecks { decks: u8, offered: Vec<u8> },
    #[error("no pay table for {decks} decks; add one or take {decks} out of “decks”")]
    NoTableForDecks { decks: u8 },
    #[error(
        "“{offer}” favours the player by {edge} of {}; change what it pays, leave out these \
         decks, or allow it by this name (overrides.player-edge of a game file, override of a \
         posting)",
        wager_of(*.bet)
    )]
    PlayerEdge {
        offer: Offer,
        edge: String,
        /// The bet that gains most, where it matters how much is bet.
        bet: Option<Money>,
    },
    #[error("the main wager cannot be analysed: {0}")]
    NotAnalysed(String),
    #[error(
        "with {decks} decks the house loses {loss} of every wager in the long run; lower seed, \
         contribution or reserve"
    )]
    PresetLoses { decks: u8, loss: String },
    #[error("{0}")]
    NotAnOffer(#[from] crate::offer::NotAnOffer),
    #[error("is “{to}”; the game has “{of_game}” ({from})")]
    Changed { to: String, of_game: String, from: String },
    #[error("the sets {} are never posted together (A45); choose one of them", list(.0))]
    SetsTogether(Vec<String>),
    #[error("{0}")]
    SmallCoin(crate::coins::SmallCoin),
    #[error("the default of {0} decks is not among the decks offered")]
    DefaultDecks(u8),
    #[error(
        "redoubling is only offered where the dealer hits soft 17; set doubles to 1 (001, 003)"
    )]
    RedoubleOnStand17,
    #[error("Super 3 needs a TriLux wager; offer trilux and set requires to \"trilux\" (001, 003)")]
    Super3WithoutTrilux,
    #[error("needs {0}, which is not offered")]
    RequiresNotOffered(Spot),
    #[error("contribution, reserve and house shares add up to {}.{:02}%, not 100%", sum / 100, sum % 100)]
    Shares { sum: u32 },
    #[error("a pip ten up would hide a natural; with 52-card decks write \"ace-or-ten-value\"")]
    PeekMisses,
    #[error("naturals that can push cannot be paid before the peek; write \"after-peek\" (A47)")]
    NaturalsPaidTooEarly,
    #[error("the least ({least}) is above the most ({most})")]
    LimitsCrossed { least: Money, most: Money },
    #[error("{amount} is not a multiple of {step}")]
    NotAMultiple { amount: Money, step: Money },
    #[error(
        "an amount from {} to {} is expected",
        Money::cents(1),
        Money::cents(i64::from(crate::rules::MAX_WAGER))
    )]
    AmountRange,
    #[error("there is no single-wager-limit; set one, or write an amount or \"table-maximum\"")]
    NoSingleWagerLimit,
    #[error("the seed ({seed}) is below the largest fixed award ({award}) (003, advice on seeds)")]
    SeedTooSmall { seed: Money, award: Money },
    #[error("unknown configuration; the file has {0}")]
    UnknownConfiguration(String),
}

impl Problem {
    /// Whether the fault is only that the sheets do not offer this. A what-if
    /// setting may go beyond the sheets; a file may not.
    pub const fn is_beyond_the_sheets(&self) -> bool {
        matches!(
            self,
            Problem::RedoubleOnStand17
                | Problem::PayTableDecks { .. }
                | Problem::NoTableForDecks { .. }
                | Problem::PlayerEdge { .. }
                | Problem::PresetLoses { .. }
                | Problem::Super3WithoutTrilux
                | Problem::Unreachable { .. }
                | Problem::SeedTooSmall { .. }
                | Problem::SetsTogether(_)
                | Problem::SmallCoin(_)
        )
    }

    /// Whether the fault is that something is not there; in a file of which a part does not
    /// read it may stand in that part.
    pub(super) const fn is_absence(&self) -> bool {
        matches!(
            self,
            Problem::Missing(_)
                | Problem::TopicMissing(_)
                | Problem::NoSection(_)
                | Problem::NotOffered(_)
                | Problem::NoPayTable(_)
                | Problem::ClassUnpriced(_)
                | Problem::CountsAsUnpriced(_)
                | Problem::NoTableForDecks { .. }
                | Problem::NoSource
                | Problem::DefaultDecks(_)
                | Problem::RequiresNotOffered(_)
                | Problem::NotATopic { .. }
        )
    }
}
