//! Where what-if settings leave what the sheets print (A49).

use super::fault::{Fault, Problem};
use super::reader::{Setting, items};
use crate::money::Money;

/// A note for every setting that is not the game's own, unless the sheet lets a table choose:
/// what it posts in any case, and the alternatives the sheet prints.
pub(super) fn notes(of_game: &[Setting], now: &[Setting]) -> Vec<Fault> {
    let mut notes = Vec::new();
    for setting in now {
        let Some(own) = of_game.iter().find(|own| own.key == setting.key) else { continue };
        let is_own = setting.value == own.value || own.alternatives.contains(&setting.value);
        if is_own || is_posted(own, setting) {
            continue;
        }
        let problem = Problem::Changed {
            to: setting.value.clone(),
            of_game: own.value.clone(),
            from: own.from.clone(),
        };
        notes.push(Fault { line: None, field: setting.key.clone(), problem });
    }
    notes
}

/// Whether a table posts this as it likes (A49): decks and wagers among the game's, limits
/// within the sheet's, how its meter is set up.
fn is_posted(own: &Setting, now: &Setting) -> bool {
    match own.part() {
        Part::Any => true,
        Part::Some => {
            let of_game = items(&own.value);
            items(&now.value).iter().all(|count| of_game.contains(count))
        }
        Part::Minimum => own.is_ours() || amounts(own, now).is_some_and(|(own, now)| now >= own),
        Part::Maximum => own.is_ours() || amounts(own, now).is_some_and(|(own, now)| now <= own),
        Part::Ours => own.is_ours(),
        Part::Sheet => false,
    }
}

/// What a table may do with a setting without leaving the sheets.
enum Part {
    /// Whatever it likes.
    Any,
    /// Some of the game's.
    Some,
    /// More than the sheet's.
    Minimum,
    /// Less than the sheet's.
    Maximum,
    /// Whatever it likes where the sheet is silent.
    Ours,
    /// Nothing but what the sheet prints.
    Sheet,
}

impl Setting {
    /// Whether the value is the project's own because the sheet is silent.
    pub fn is_ours(&self) -> bool {
        self.from.starts_with("ours")
    }

    /// Whether a table has something to choose here without leaving the sheets (A49).
    pub fn is_choice(&self) -> bool {
        !self.alternatives.is_empty()
            || match self.part() {
                Part::Any | Part::Some | Part::Minimum | Part::Maximum => true,
                Part::Ours => self.is_ours(),
                Part::Sheet => false,
            }
    }

    fn part(&self) -> Part {
        let name = self.key.rsplit('.').next().unwrap_or_default();
        match self.key.as_str() {
            "wagers" | "default-decks" | "overrides.player-edge" => Part::Any,
            "decks" => Part::Some,
            "single-wager-limit" => Part::Ours,
            // 004's own cap; elsewhere it is the table maximum or the single-wager limit.
            "double-cap" if self.value.parse::<Money>().is_ok() => Part::Maximum,
            key if key.contains(".presets.") || name == "executive-from" => Part::Any,
            _ => match name {
                "minimum" => Part::Minimum,
                "maximum" => Part::Maximum,
                "step" => Part::Ours,
                _ => Part::Sheet,
            },
        }
    }
}

fn amounts(own: &Setting, now: &Setting) -> Option<(Money, Money)> {
    Some((own.value.parse().ok()?, now.value.parse().ok()?))
}
