//! What main wagers are worth, remembered: postings differ mostly in what does not concern them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cards::Counts;

use crate::main_wager::{NotModelled, Question, Solution, Table};

/// So many answers are kept, the latest ones.
const KEPT: usize = 256;

type Answer = Result<f64, NotModelled>;

/// Solved main wagers by what was asked.
#[derive(Debug, Default)]
pub struct Worths {
    known: Mutex<VecDeque<(Question, Answer)>>,
    /// Held while one is solved: solving takes all cores, and two at once would only be late
    /// together.
    solving: Mutex<()>,
}

impl Worths {
    /// What a unit of the main wager wins on average under its best play.
    ///
    /// # Errors
    /// If its rules are outside what is modelled.
    pub fn ev(&self, question: &Question) -> Answer {
        let asked = question.as_met();
        if let Some(answer) = self.known(&asked) {
            return answer;
        }
        let _alone = lock(&self.solving);
        // Somebody may have asked the same before us.
        if let Some(answer) = self.known(&asked) {
            return answer;
        }
        let rules = &asked.rules;
        let table = Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17);
        let answer = Solution::of(&Arc::new(table), asked).map(|solution| solution.ev);
        let mut known = lock(&self.known);
        known.push_back((asked, answer.clone()));
        if known.len() > KEPT {
            known.pop_front();
        }
        answer
    }

    fn known(&self, asked: &Question) -> Option<Answer> {
        let known = lock(&self.known);
        known.iter().find(|(question, _)| question == asked).map(|(_, answer)| answer.clone())
    }
}

/// A lock whose holder panicked still holds what was written last.
fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use rules::{Rules, Spot};

    use super::*;
    use crate::main_wager::SplitClass;

    #[test]
    fn what_does_not_concern_the_main_wager_is_not_solved_again() {
        let game = games::GAMES[0].file().game(None, &[]).unwrap();
        let asked = |rules: Rules| Question { rules, bet: None, class: SplitClass::Pair };
        let (rules, worths) = (*game.rules(), Worths::default());
        let ev = worths.ev(&asked(rules)).unwrap();
        let mut other = Rules { seats: 3, ..rules };
        other.wagers[Spot::MatchUp as usize] = None;
        assert_eq!(worths.ev(&asked(other)).unwrap(), ev);
        assert_eq!(lock(&worths.known).len(), 1);
        let fewer = Rules { doubles: 1, ..rules };
        assert!(worths.ev(&asked(fewer)).unwrap() < ev);
        assert_eq!(lock(&worths.known).len(), 2);
    }
}
