//! Solved main wagers, remembered by what was asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cards::{Counts, Deck};
use odds::main_wager::{NotModelled, Question, Solution, SplitClass, Table};
use rules::Rules;
use rules::settings::Soft17;

/// The dealer's hands serve every bet; so many shoes are kept.
const SHOES: usize = 4;

/// What a bet under these rules asks of the analysis: postings that are alike to the main wager
/// ask the same.
pub fn question(rules: &Rules, bet: u32) -> Question {
    Question { rules: *rules, bet: Some(bet), class: SplitClass::Pair }.as_met()
}

type Solved = Result<Arc<Solution>, NotModelled>;
type Shoe = (Deck, u8, Soft17);

/// The strategies for the bets that were asked about last.
pub struct Solutions {
    most: usize,
    known: Mutex<VecDeque<(Question, Solved)>>,
    dealers: Mutex<VecDeque<(Shoe, Arc<Table>)>>,
    /// Held while one is solved: solving takes all cores, and two at once would only be late
    /// together.
    solving: Mutex<()>,
}

impl Solutions {
    /// Room for so many of them; the one that was not needed for longest makes place.
    pub fn new(most: usize) -> Solutions {
        Solutions {
            most,
            known: Mutex::default(),
            dealers: Mutex::default(),
            solving: Mutex::default(),
        }
    }

    /// What was found, if this was solved before.
    pub fn known(&self, asked: &Question) -> Option<Solved> {
        let mut known = lock(&self.known);
        let place = known.iter().position(|(question, _)| question == asked)?;
        let found = known.remove(place)?;
        let solved = found.1.clone();
        known.push_back(found);
        Some(solved)
    }

    /// The strategy for a question, solved when it is first asked. That takes a good part of a
    /// second: whoever serves others asks from a thread of its own.
    ///
    /// # Errors
    /// If the rules are outside what is modelled.
    pub fn solved(&self, asked: &Question) -> Solved {
        if let Some(solved) = self.known(asked) {
            return solved;
        }
        let _alone = lock(&self.solving);
        // Somebody may have asked the same before us.
        if let Some(solved) = self.known(asked) {
            return solved;
        }
        let solved = Solution::of(&self.dealer(&asked.rules), *asked).map(Arc::new);
        let mut known = lock(&self.known);
        known.push_back((*asked, solved.clone()));
        if known.len() > self.most {
            known.pop_front();
        }
        solved
    }

    /// The dealer's hands from a fresh shoe of these rules.
    pub fn dealer(&self, rules: &Rules) -> Arc<Table> {
        let shoe = (rules.deck, rules.decks, rules.soft_17);
        let known = lock(&self.dealers).iter().find(|(of, _)| *of == shoe).cloned();
        if let Some((_, dealer)) = known {
            return dealer;
        }
        let dealer = Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17));
        let mut dealers = lock(&self.dealers);
        dealers.push_back((shoe, Arc::clone(&dealer)));
        if dealers.len() > SHOES {
            dealers.pop_front();
        }
        dealer
    }
}

/// A lock whose holder panicked still holds what was written last.
fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bet_is_solved_once_and_the_oldest_makes_place() {
        let game = games::GAMES[0].file().game(None, &[]).unwrap();
        let solutions = Solutions::new(2);
        let ask = |bet| question(game.rules(), bet);
        let first = solutions.solved(&ask(500)).unwrap();
        assert!(Arc::ptr_eq(&first, &solutions.solved(&ask(500)).unwrap()));
        // Where nobody else sits or what else is offered does not concern the main wager.
        let mut other = *game.rules();
        other.seats = 3;
        assert!(Arc::ptr_eq(&first, &solutions.solved(&question(&other, 500)).unwrap()));
        solutions.solved(&ask(1_000)).unwrap();
        assert!(solutions.known(&ask(500)).is_some());
        solutions.solved(&ask(1_500)).unwrap();
        assert!(solutions.known(&ask(1_000)).is_none(), "it was not needed for longest");
        assert!(solutions.known(&ask(500)).is_some() && solutions.known(&ask(1_500)).is_some());
    }
}
