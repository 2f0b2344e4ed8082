//! Why a round cannot be settled: a stable code and a sentence.

use cards::{Card, Rank, UnknownCard};
use round::{Need, Refused};
use rules::{Action, Actions, BetRefused, Money, Rules, Spot};
use serde_json::{Map, Value, json};

use crate::library::ChoiceRefused;

/// A refusal: nothing was settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The stable code, such as `act.illegal`.
    pub code: &'static str,
    /// What is wrong and what would be right.
    pub message: String,
    /// What could have been answered, where something is asked.
    pub legal: Option<Vec<String>>,
    /// The seat that is asked.
    pub seat: Option<u8>,
    /// The hand that is asked.
    pub hand: Option<u8>,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for Refusal {}

fn refusal(code: &'static str, message: String) -> Refusal {
    Refusal { code, message, legal: None, seat: None, hand: None }
}

fn words(legal: Actions) -> Vec<String> {
    legal.iter().map(|action| action.to_string()).collect()
}

fn insurance_words() -> Vec<String> {
    vec!["insure".to_owned(), "no".to_owned()]
}

impl Refusal {
    /// The refusal as the document `{"error": …}`.
    pub fn to_json(&self) -> Value {
        let mut error = Map::new();
        error.insert("code".to_owned(), json!(self.code));
        error.insert("message".to_owned(), json!(self.message));
        for (key, value) in [("seat", self.seat), ("hand", self.hand)] {
            if let Some(value) = value {
                error.insert(key.to_owned(), json!(value));
            }
        }
        if let Some(legal) = &self.legal {
            error.insert("legal".to_owned(), json!(legal));
        }
        json!({ "error": error })
    }

    pub(super) fn shape(message: String) -> Refusal {
        refusal("round.shape", message)
    }

    pub(super) fn other_line(place: usize, own: Option<&Value>) -> Refusal {
        let own = own.map_or("there is none".to_owned(), |own| format!("it is {own}"));
        refusal("round.lines", format!("line {place} is not what this round pays: {own}"))
    }

    pub(super) fn decks(decks: &Value) -> Refusal {
        refusal("round.decks", format!("decks is a whole number from 1 to 8, not {decks}"))
    }

    pub(super) fn seat(text: &str, seats: u8) -> Refusal {
        refusal("bet.seat", format!("“{text}” is not a seat; this table has seats 1 to {seats}"))
    }

    pub(super) fn unknown_spot(seat: &str, spot: &str) -> Refusal {
        refusal("bet.spot", format!("seat {seat}: “{spot}” is not a spot"))
    }

    pub(super) fn amount(seat: &str, spot: &str, amount: &Value) -> Refusal {
        let message =
            format!("seat {seat}: {spot} is staked in whole cents above zero, not {amount}");
        refusal("bet.amount", message)
    }

    pub(super) fn too_much(seat: &str, spot: &str, cents: u64) -> Refusal {
        refusal("bet.limit", format!("seat {seat}: {cents} cents on {spot} are above every limit"))
    }

    pub(super) fn insurance_amount(seat: u8, amount: &str) -> Refusal {
        let message =
            format!("seat {seat}: insurance is staked in whole cents above zero, not {amount}");
        refusal("bet.amount", message)
    }

    pub(super) fn unknown_card(place: usize, error: &UnknownCard) -> Refusal {
        refusal("card.unknown", format!("card {place}: {error}"))
    }

    pub(super) fn card_not_left(place: usize, card: Card, rules: &Rules) -> Refusal {
        let message = if rules.deck.holds(card.rank()) {
            format!("card {place}: all {} copies of {card} are dealt already", rules.decks)
        } else {
            debug_assert_eq!(card.rank(), Rank::Ten);
            format!("card {place}: {card} is not in this shoe, its decks have no tens")
        };
        refusal("card.not-left", message)
    }

    pub(super) fn card_missing(given: usize) -> Refusal {
        refusal("card.missing", format!("the round needs a card more than the {given} given"))
    }

    pub(super) fn choice_shape(place: usize, text: &str) -> Refusal {
        let message = format!(
            "choice {place}: “{text}” is not a choice; write “1 hit”, “1 insure 500” or “1 no”"
        );
        Refusal::shape(message)
    }

    /// The round asks and nobody answers.
    pub(super) fn choice_missing(need: Need) -> Refusal {
        match need {
            Need::Action { seat, hand, legal } => Refusal {
                legal: Some(words(legal)),
                seat: Some(seat),
                hand: Some(hand),
                ..refusal("choice.missing", format!("seat {seat}, hand {hand} is asked: {legal}"))
            },
            Need::Insurance { seat, most } => Refusal {
                legal: Some(insurance_words()),
                seat: Some(seat),
                ..refusal(
                    "choice.missing",
                    format!(
                        "seat {seat} is asked for insurance of at most {}",
                        Money::cents(most.into())
                    ),
                )
            },
            Need::Card(_) | Need::Nothing => {
                refusal("choice.missing", "a choice is missing".to_owned())
            }
        }
    }

    pub(super) fn choice_extra(place: usize, text: &str) -> Refusal {
        refusal("choice.extra", format!("choice {place}, “{text}”: nobody asked for it"))
    }

    pub(super) fn unknown_action(word: &str, need: Need) -> Refusal {
        let asked = Refusal::choice_missing(need);
        let known: Vec<&str> =
            <Action as rules::Word>::ALL.iter().map(|&action| rules::Word::word(action)).collect();
        let message = format!("“{word}” is not an action; the actions are {}", known.join(", "));
        Refusal { code: "act.illegal", message, ..asked }
    }

    pub(super) fn meter_unknown(name: &str) -> Refusal {
        refusal("round.meter", format!("“{name}” is not a progressive spot of this game"))
    }

    pub(super) fn meter_amount(spot: Spot) -> Refusal {
        let message = format!("meters.{spot}: meter, reserve and seed are cents, zero or more");
        refusal("round.meter", message)
    }

    pub(super) fn meter_missing(spot: Spot) -> Refusal {
        let message = format!(
            "{spot} won a share of its meter; say what it shows: \"meters\": {{\"{spot}\": cents}}"
        );
        refusal("round.meter", message)
    }
}

impl From<ChoiceRefused> for Refusal {
    fn from(error: ChoiceRefused) -> Refusal {
        refusal(error.code(), error.to_string())
    }
}

impl From<BetRefused> for Refusal {
    fn from(error: BetRefused) -> Refusal {
        refusal(error.code(), error.to_string())
    }
}

impl From<Refused> for Refusal {
    fn from(error: Refused) -> Refusal {
        let message = error.to_string();
        match error {
            Refused::Turn { asked, .. } => {
                Refusal { seat: Some(asked), ..refusal("act.turn", message) }
            }
            Refused::Illegal { seat, legal, .. } | Refused::NotInsurance { seat, legal } => {
                Refusal {
                    legal: Some(words(legal)),
                    seat: Some(seat),
                    ..refusal("act.illegal", message)
                }
            }
            Refused::InsuranceDue { seat } => Refusal {
                legal: Some(insurance_words()),
                seat: Some(seat),
                ..refusal("act.illegal", message)
            },
            Refused::InsuranceLimit { .. } => refusal("bet.limit", message),
            Refused::InsuranceStep { .. } => refusal("bet.step", message),
            Refused::NoCardDue => refusal("card.extra", message),
            Refused::NoChoiceDue => refusal("choice.extra", message),
        }
    }
}
