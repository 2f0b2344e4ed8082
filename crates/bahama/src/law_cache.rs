//! Laws of rounds that were worked out before, in the user's cache folder.
//!
//! A law takes seconds and depends on the program, the rules, the bet and the strategy alone, so
//! it is kept under a fingerprint of these. What cannot be read or written is worked out again.

use std::path::{Path, PathBuf};

use odds::main_wager::{RoundLaw, Solution, SplitRounds};

use crate::par::{executable_hash, hash};
use crate::strategy::StrategyChoice;

/// The law of a solved strategy: as it was kept, or worked out and kept.
pub(crate) fn law(solution: &Solution, strategy: &StrategyChoice) -> RoundLaw {
    let Some(path) = folder().zip(executable_hash()).map(|(folder, program)| {
        let question = format!("{:?}", solution.question);
        let strategy = serde_json::to_string(strategy).unwrap_or_default();
        folder.join(hash(format!("{program}\n{question}\n{strategy}").as_bytes()))
    }) else {
        return solution.law();
    };
    if let Some(law) = read(solution, &path) {
        return law;
    }
    let law = solution.law();
    // Without it the next one waits for some seconds, and nothing else.
    let _ = write(&law, &path);
    law
}

/// The folder of laws: `law` in `BAHAMA_CACHE`, or in `bahama` in the user's cache folder.
fn folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = named("BAHAMA_CACHE") {
        return Some(PathBuf::from(folder).join("law"));
    }
    let cache = named("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = cache.or_else(|| named("HOME").map(|home| PathBuf::from(home).join(".cache")));
    cache.map(|cache| cache.join("bahama").join("law"))
}

/// What is kept, bit by bit: figures must not change by being written.
fn numbers(law: &RoundLaw) -> Vec<f64> {
    let mut numbers = vec![law.ev, law.prize, law.variance, law.variance_with_prize];
    if let Some(split) = &law.split {
        let SplitRounds { probability, ev, variance, hands, covariance } = *split;
        numbers.extend([probability, ev, variance, hands, covariance]);
    }
    numbers
}

fn read(solution: &Solution, path: &Path) -> Option<RoundLaw> {
    let text = std::fs::read_to_string(path).ok()?;
    let number = |word: &str| u64::from_str_radix(word, 16).map(f64::from_bits).ok();
    let numbers: Vec<f64> = text.split_whitespace().map(number).collect::<Option<_>>()?;
    let (&[ev, prize, variance, variance_with_prize], split) = numbers.split_first_chunk()?;
    let split = match *split {
        [] => None,
        [probability, ev, variance, hands, covariance] => {
            Some(SplitRounds { probability, ev, variance, hands, covariance })
        }
        _ => return None,
    };
    // A file that belongs to something else is not believed.
    let outcomes = solution.outcomes();
    let own = ev == solution.ev && prize == solution.prize;
    let own = own && split.map_or(0.0, |split| split.probability) == outcomes.split;
    own.then_some(RoundLaw { ev, prize, variance, variance_with_prize, outcomes, split })
}

fn write(law: &RoundLaw, path: &Path) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let words: Vec<String> =
        numbers(law).iter().map(|number| format!("{:016x}\n", number.to_bits())).collect();
    let beside = path.with_extension(format!("{}.part", std::process::id()));
    std::fs::write(&beside, words.concat())?;
    std::fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use cards::Counts;
    use odds::main_wager::{Question, SplitClass, Table};

    use super::*;
    use crate::library::{Choice, Library};

    /// What was kept is read to the last bit, and nothing else is believed.
    #[test]
    fn a_law_is_kept_to_the_last_bit() {
        let choice = Choice { game: "blackjack-bonus".to_owned(), ..Choice::default() };
        let rules = Library::default().profile(&choice).unwrap().1.rules;
        let counts = Counts::of(rules.deck, rules.decks);
        let table = Arc::new(Table::new(&counts, rules.soft_17));
        let question = Question { rules, bet: None, class: SplitClass::CdzMinus };
        let solution = Solution::of(&table, question).unwrap();
        let outcomes = solution.outcomes();
        let split = SplitRounds {
            probability: outcomes.split,
            ev: 0.1,
            variance: 1.0 / 3.0,
            hands: 2.2,
            covariance: 0.7,
        };
        let (ev, prize) = (solution.ev, solution.prize);
        let made = RoundLaw {
            ev,
            prize,
            variance: 1.1,
            variance_with_prize: 2.0 / 3.0,
            outcomes,
            split: Some(split),
        };
        let folder = std::env::temp_dir().join(format!("bahama-laws-{}", std::process::id()));
        let path = folder.join("law").join("kept");
        assert!(read(&solution, &path).is_none());
        write(&made, &path).unwrap();
        assert_eq!(numbers(&read(&solution, &path).unwrap()), numbers(&made));
        write(&RoundLaw { ev: 0.0, ..made }, &path).unwrap();
        assert!(read(&solution, &path).is_none());
        std::fs::write(&path, "3ff0000000000000\nnonsense").unwrap();
        assert!(read(&solution, &path).is_none());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
