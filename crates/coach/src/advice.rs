//! What the answers to a question are worth.

use cards::Counts;
use odds::SideWager;
use odds::main_wager::{NoChoice, NotModelled, Solution};
use rules::{Money, Rules, Spot};

use crate::asked::{Answer, Asked, May};
use crate::solutions::{Solutions, question};

/// Answers whose worths differ by less are equally good, in wagers.
pub const TIE: f64 = 1e-9;

/// Why the coach has nothing to say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum NoAdvice {
    #[error("nothing is asked now")]
    NothingAsked,
    #[error("the coach cannot help here: {0}")]
    NotModelled(#[from] NotModelled),
    #[error("the coach cannot help here: {0}")]
    NoChoice(#[from] NoChoice),
}

/// What the answers to one question are worth, in wagers.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The question.
    pub asked: Asked,
    /// The answers that can be given, in their fixed order; of insurance the most and none.
    pub worths: Vec<(Answer, f64)>,
    /// The best of them.
    pub best: Answer,
}

impl Advice {
    /// What every answer to a question is worth; what is not solved yet is solved for it.
    ///
    /// # Errors
    /// If the rules are outside what can be solved, or the hand has no choice.
    pub fn on(asked: Asked, rules: &Rules, solutions: &Solutions) -> Result<Advice, NoAdvice> {
        match asked.may {
            May::Insure { most } => Ok(Advice::on_insurance(asked, rules, most)),
            May::Act(_) => {
                let solution = solutions.solved(&question(rules, asked.bet))?;
                Advice::on_actions(asked, &solution)
            }
        }
    }

    /// What every action on a hand is worth under the strategy for its bet.
    fn on_actions(asked: Asked, solution: &Solution) -> Result<Advice, NoAdvice> {
        let worth = solution.hand(&asked.as_hand())?;
        let open = |answer| matches!(&asked.may, May::Act(open) if open.contains(answer));
        let worths = worth.actions.iter().filter(|(action, _)| open(action));
        let worths = worths.map(|&(action, worth)| (Answer::Act(action), worth)).collect();
        Advice::new(asked, worths)
    }

    fn on_insurance(asked: Asked, rules: &Rules, most: u32) -> Advice {
        let all = insurance(rules, &asked).map_or(0.0, |wager| wager.ev.to_f64());
        let all = all * f64::from(most) / f64::from(asked.bet.max(1));
        let none = (Answer::Insure(Money::ZERO), 0.0);
        let mut worths = vec![none];
        if most > 0 {
            worths.insert(0, (Answer::Insure(Money::cents(most.into())), all));
        }
        let best = best_of(&worths).unwrap_or(none.0);
        Advice { asked, worths, best }
    }

    fn new(asked: Asked, worths: Vec<(Answer, f64)>) -> Result<Advice, NoAdvice> {
        let best = best_of(&worths).ok_or(NoAdvice::NothingAsked)?;
        Ok(Advice { asked, worths, best })
    }

    /// What an answer is worth in wagers, if it can be given.
    pub fn worth(&self, answer: Answer) -> Option<f64> {
        match (answer, self.worths.first()) {
            // Any part of the most that can be insured is worth its part.
            (Answer::Insure(amount), Some(&(Answer::Insure(most), worth))) if most >= amount => {
                let part = amount.in_cents() as f64 / (most.in_cents() as f64).max(1.0);
                Some(worth * part)
            }
            _ => self.worths.iter().find(|(known, _)| *known == answer).map(|&(_, worth)| worth),
        }
    }

    /// What an answer costs against the best one, in wagers; nothing where it cannot be given.
    pub fn cost(&self, answer: Answer) -> Option<f64> {
        let cost = self.worth(self.best)? - self.worth(answer)?;
        Some(if cost > TIE { cost } else { 0.0 })
    }
}

/// Insurance as who holds these cards can take it; nothing where the game has none.
pub(crate) fn insurance(rules: &Rules, asked: &Asked) -> Option<SideWager> {
    let pays = rules.table(Spot::Insurance)?;
    let fresh = Counts::of(rules.deck, rules.decks);
    Some(SideWager::insurance(pays, fresh, &asked.cards, asked.up))
}

/// The first of the best.
fn best_of(worths: &[(Answer, f64)]) -> Option<Answer> {
    let mut best = *worths.first()?;
    for &(answer, worth) in worths {
        if worth > best.1 {
            best = (answer, worth);
        }
    }
    Some(best.0)
}
