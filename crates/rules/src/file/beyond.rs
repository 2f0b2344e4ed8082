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
    let is_ours = own.from.starts_with("ours");
    let name = own.key.rsplit('.').next().unwrap_or_default();
    match own.key.as_str() {
        "wagers" | "default-decks" | "overrides.player-edge" => true,
        "decks" => {
            let of_game = items(&own.value);
            items(&now.value).iter().all(|count| of_game.contains(count))
        }
        "single-wager-limit" => is_ours,
        key if key.contains(".presets.") || name == "executive-from" => true,
        _ => match name {
            "minimum" => is_ours || amounts(own, now).is_some_and(|(own, now)| now >= own),
            "maximum" => is_ours || amounts(own, now).is_some_and(|(own, now)| now <= own),
            "step" => is_ours,
            _ => false,
        },
    }
}

fn amounts(own: &Setting, now: &Setting) -> Option<(Money, Money)> {
    Some((own.value.parse().ok()?, now.value.parse().ok()?))
}
