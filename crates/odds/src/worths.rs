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
    /// together. It keeps the dealer's hands that were worked out last: the bets of a posting,
    /// and most postings one after the other, have them in common.
    solving: Mutex<Option<Arc<Table>>>,
}

impl Worths {
    /// What a unit of the main wager wins on average under its best play; with a bet its special
    /// bonus is counted, and envy at a full table.
    ///
    /// # Errors
    /// If its rules are outside what is modelled.
    pub fn ev(&self, question: &Question) -> Answer {
        let asked = with_envy(question);
        if let Some(answer) = self.known(&asked) {
            return answer;
        }
        let mut last = lock(&self.solving);
        // Somebody may have asked the same before us.
        if let Some(answer) = self.known(&asked) {
            return answer;
        }
        let counts = Counts::of(asked.rules.deck, asked.rules.decks);
        let fits = |table: &Arc<Table>| table.is_for(&counts, asked.rules.soft_17);
        let table = last.take().filter(fits);
        let table = table.unwrap_or_else(|| Arc::new(Table::new(&counts, asked.rules.soft_17)));
        *last = Some(Arc::clone(&table));
        let answer = Solution::of(&table, asked).map(|solution| solution.at_full_table());
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

/// The question as the main wager and its prizes meet it: envy depends on the seats.
fn with_envy(question: &Question) -> Question {
    let mut met = question.as_met();
    if met.rules.special_bonus.is_some() {
        met.rules.special_bonus = question.rules.special_bonus;
        met.rules.seats = question.rules.seats;
    }
    met
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

    /// What is remembered is what is solved anew, with another shoe in between, too.
    #[test]
    fn r_20_fixed_prizes_count_by_bet_and_by_seats() {
        let game = games::GAMES[0].file().game(None, &[]).unwrap();
        let rules = *game.rules();
        let worths = Worths::default();
        let at = |rules: Rules, bet: u32| {
            let question = Question { rules, bet: Some(bet), class: SplitClass::Pair };
            worths.ev(&question).unwrap()
        };
        let five = at(rules, 500);
        assert!(five > at(rules, 1_000), "a prize is worth less to a larger bet");
        let alone = at(Rules { seats: 1, ..rules }, 500);
        assert!(alone < five, "envy is paid for others");
        let other = at(Rules { decks: 8, ..rules }, 500);
        assert!(other < five);
        let counts = Counts::of(rules.deck, rules.decks);
        let table = Arc::new(Table::new(&counts, rules.soft_17));
        let question = Question { rules, bet: Some(500), class: SplitClass::Pair };
        let solved = Solution::of(&table, question).unwrap();
        let envy = f64::from(rules.seats - 1) * solved.envy_each().unwrap();
        assert!((five - (solved.ev + solved.prize + envy)).abs() < 1e-15);
        assert_eq!(Worths::default().ev(&question).unwrap(), five);
    }
}
