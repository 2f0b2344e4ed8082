//! The laws of wagers, for the bands of reports. Those of side wagers are fractions that take no time;
//! that of a main wager takes seconds, so it is worked out once, and a report says so until it is.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use cards::Counts;
use odds::main_wager::{NotModelled, Question, RoundLaw, Solution, SplitClass, Table, band};
use odds::{SideWager, ways};
use rules::{Rules, Spot};
use table::report::{Bets, Expected};

use super::Record;

/// So many main wagers are kept, the latest ones.
const KEPT: usize = 256;

/// What a wager of one wins on average for the player, and how much it varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// What it wins.
    pub ev: f64,
    /// The variance of that.
    pub variance: f64,
}

impl Unit {
    /// A main wager under its best strategy, by the law of its solution.
    ///
    /// # Errors
    /// If its rules are outside what is modelled.
    pub fn of(
        question: &Question,
        law: impl FnOnce(&Solution) -> RoundLaw,
    ) -> Result<Unit, NotModelled> {
        let rules = &question.rules;
        let table = Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17);
        let law = law(&Solution::of(&Arc::new(table), *question)?);
        Ok(Unit { ev: law.ev, variance: law.variance })
    }
}

/// Why a wager has no law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoLaw {
    #[error("it has no pay table")]
    NoTable,
    #[error("its law is being worked out; ask again in a moment")]
    Awaited,
    #[error(transparent)]
    NotModelled(#[from] NotModelled),
}

type Answer = Result<Unit, NotModelled>;
type Work = Box<dyn Fn(&Question) -> Answer + Send + Sync>;

/// The laws of main wagers by what was asked.
#[derive(Clone)]
pub struct Laws(Arc<Parts>);

struct Parts {
    known: Mutex<VecDeque<(Question, Answer)>>,
    /// What is to be worked out.
    wanted: Mutex<Vec<Question>>,
    /// Held while one is worked out: it takes all cores.
    working: Mutex<()>,
    work: Work,
}

impl Default for Laws {
    fn default() -> Laws {
        Laws::by(|question| Unit::of(question, Solution::law))
    }
}

impl Laws {
    /// Laws that are worked out so.
    pub fn by(work: impl Fn(&Question) -> Answer + Send + Sync + 'static) -> Laws {
        Laws(Arc::new(Parts {
            known: Mutex::default(),
            wanted: Mutex::default(),
            working: Mutex::new(()),
            work: Box::new(work),
        }))
    }

    /// What bets are expected to bring the house.
    pub(super) fn expected(&self, record: &Record, bets: &Bets<'_>) -> Expected {
        let Some(rules) = record.rules.get(&bets.sign.profile) else {
            return Expected::Unknown("its rules are not in the record".to_owned());
        };
        match self.unit(rules, bets.spot) {
            Ok(unit) if bets.spot == Spot::Main => {
                of_bets(unit, bets, "exact, for the best play; prizes of fixed dollars left out")
            }
            Ok(unit) => of_bets(unit, bets, "exact, every set of cards counted"),
            Err(why) => Expected::Unknown(why.to_string()),
        }
    }

    /// What one unit on a wager brings. The law of a main wager that is not known yet is noted as
    /// wanted.
    ///
    /// # Errors
    /// If the wager has no law, or none yet.
    pub(crate) fn unit(&self, rules: &Rules, spot: Spot) -> Result<Unit, NoLaw> {
        if spot != Spot::Main {
            return side(rules, spot).ok_or(NoLaw::NoTable);
        }
        let asked = Question { rules: *rules, bet: None, class: SplitClass::Pair }.as_met();
        if let Some(answer) = self.known(&asked) {
            return Ok(answer?);
        }
        let mut wanted = lock(&self.0.wanted);
        if !wanted.contains(&asked) {
            wanted.push(asked);
        }
        Err(NoLaw::Awaited)
    }

    /// Works out what was wanted, one after the other, unless somebody does so already. Whoever serves
    /// others does so elsewhere.
    pub fn work_out(&self) {
        let _alone = match self.0.working.try_lock() {
            Ok(alone) => alone,
            Err(TryLockError::Poisoned(broken)) => broken.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        loop {
            let Some(asked) = lock(&self.0.wanted).first().copied() else { return };
            if self.known(&asked).is_none() {
                let answer = (self.0.work)(&asked);
                let mut known = lock(&self.0.known);
                known.push_back((asked, answer));
                if known.len() > KEPT {
                    known.pop_front();
                }
            }
            lock(&self.0.wanted).retain(|other| *other != asked);
        }
    }

    /// Whether something waits to be worked out.
    pub fn is_wanted(&self) -> bool {
        !lock(&self.0.wanted).is_empty()
    }

    fn known(&self, asked: &Question) -> Option<Answer> {
        let known = lock(&self.0.known);
        known.iter().find(|(question, _)| question == asked).map(|(_, answer)| answer.clone())
    }
}

/// A side wager's law; nothing where it has no pay table.
fn side(rules: &Rules, spot: Spot) -> Option<Unit> {
    let table = rules.wager(spot)?.table.as_ref()?;
    let ways = ways::of_look(spot.look()?, &Counts::of(rules.deck, rules.decks), rules.deck);
    let wager = SideWager::of(spot, "", table, &ways);
    Some(Unit { ev: wager.ev.to_f64(), variance: wager.variance.to_f64() })
}

/// What the house wins of bets, taken as independent of each other.
fn of_bets(unit: Unit, bets: &Bets<'_>, law: &str) -> Expected {
    let mean = -unit.ev * bets.bet as f64;
    // A band of one result with the variance of all of them.
    let [low, high] = band(0.0, unit.variance * bets.squares as f64, 1.0);
    Expected::Known {
        cents: mean.round() as i64,
        half: ((high - low) / 2.0).round() as i64,
        law: law.to_owned(),
    }
}

/// A lock whose holder panicked still holds what was written last.
fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
