//! The recorded answers are the round: they play it again.

use cards::Card;
use rules::{Action, Placed, Rules};

use crate::machine::{Refused, Round};

/// One recorded answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The card that was due.
    Card(Card),
    /// A seat's insurance in cents; zero is no.
    Insure {
        /// The seat, from 1.
        seat: u8,
        /// The stake.
        cents: u32,
    },
    /// A seat's action.
    Act {
        /// The seat, from 1.
        seat: u8,
        /// What it did.
        action: Action,
    },
}

/// A record that does not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("answer {place} of the record is refused: {refused}")]
pub struct ReplayFailed {
    /// The answer's place in the record, from 1.
    pub place: usize,
    /// Why the round refused it.
    pub refused: Refused,
}

impl Round {
    /// Gives any answer.
    ///
    /// # Errors
    /// As [`Round::card`], [`Round::insure`] and [`Round::act`]; the round is unchanged.
    pub fn answer(&mut self, rules: &Rules, answer: Answer) -> Result<(), Refused> {
        match answer {
            Answer::Card(card) => self.card(rules, card),
            Answer::Insure { seat, cents } => self.insure(rules, seat, cents),
            Answer::Act { seat, action } => self.act(rules, seat, action),
        }
    }
}

/// Plays a record; the round may still need something at its end.
///
/// # Errors
/// If an answer does not fit.
pub fn replay(rules: &Rules, placed: &Placed, answers: &[Answer]) -> Result<Round, ReplayFailed> {
    let mut round = Round::new(placed);
    for (place, &answer) in (1..).zip(answers) {
        round.answer(rules, answer).map_err(|refused| ReplayFailed { place, refused })?;
    }
    Ok(round)
}
