//! What the figures of the main wager hold for, in the same words everywhere.

use cards::Card;
use odds::main_wager::{End, Question, SplitClass};
use rules::Money;

/// Which limits and prizes are in the figures.
pub(crate) fn bet_note(bet: Option<u32>) -> String {
    match bet {
        Some(bet) => {
            let bet = Money::cents(bet.into());
            format!("for a bet of {bet}: its limit on doubling and its prizes hold")
        }
        None => {
            "no bet given: no limit on doubling binds, and prizes of fixed dollars are left out"
                .to_owned()
        }
    }
}

/// What a variance that counts the special bonus holds, and what it does with envy.
pub const ALL_IN_VARIANCE: &str = "the own special bonus is counted exactly, envy is left out";

/// The shoe, given the cards that are no longer in it.
pub(crate) fn shoe(removed: &[Card]) -> &'static str {
    if removed.is_empty() { "a fresh shoe" } else { "the shoe without the removed cards" }
}

/// The best strategy in a sentence: its class, and what it holds fixed.
pub(crate) fn strategy_class(question: &Question, removed: &[Card]) -> String {
    let after_split = match question.class {
        SplitClass::Pair => "the best plays for each pair and up-card",
        SplitClass::CdzMinus => "the plays of the unsplit hand",
        SplitClass::Cdp1 => "the plays that are best where the pair becomes two hands",
        SplitClass::Cdp => "the best plays for each number of cards of the pair that are out",
    };
    let suits = match question.rules.bonus_21 {
        Some(_) => ", the suits of 6-7-8 and 7-7-7 used",
        None => "",
    };
    format!(
        "{}: composition-dependent on {}{suits}; after a split {after_split}, without memory of \
         the other hands, pairs split again whenever allowed",
        question.class.name(),
        shoe(removed),
    )
}

/// Rounds with a split, in tables of how rounds end.
pub const SPLIT: &str = "rounds with a split";

/// How a hand ends, in words.
pub const fn end_name(end: End) -> &'static str {
    match end {
        End::Natural => "natural, paid",
        End::NaturalsPush => "natural against the dealer's",
        End::DealerNatural => "dealer's natural",
        End::Surrendered => "surrender",
        End::Rescued => "rescue",
        End::Bust => "bust",
        End::TwentyOne(class) => class.label(),
        End::Wins => "win by total or dealer bust",
        End::Pushes => "push",
        End::Loses => "loss by total",
    }
}
