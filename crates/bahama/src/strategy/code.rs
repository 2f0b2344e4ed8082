//! The short codes in the cells of a chart, their colours and their meaning.

use odds::main_wager::{Cell, Part, Possible, When};
use rules::{Action, Word};

/// What a cell shows.
pub(super) struct Code {
    /// A letter or two, and the mark of an exception.
    pub(super) short: String,
    /// What it means, in words.
    pub(super) words: String,
    /// The play that gives the cell its colour.
    pub(super) play: Action,
}

impl Code {
    pub(super) fn of(cell: &Cell, part: Part) -> Code {
        let plays = cell.plays();
        let first = plays.first().copied().unwrap_or(Action::Stand);
        let last = plays.last().copied().unwrap_or(Action::Stand);
        let mut short = letter(first).to_owned();
        let mut words = first.word().to_owned();
        // A split that is not allowed any more needs no letter: the row of the total holds.
        let second = plays.get(1).copied().unwrap_or(first);
        let otherwise = if part == Part::AfterDouble { second } else { last };
        if otherwise != first && first != Action::Split && !always_allowed(first) {
            short.push_str(&letter(otherwise).to_lowercase());
        }
        if plays.len() > 1 {
            words.push_str(", else ");
            let rest: Vec<&str> = plays[1..].iter().map(|play| play.word()).collect();
            words.push_str(&rest.join(", else "));
        }
        if let Some((when, play)) = cell.but {
            let (mark, meaning) = exception(when);
            short.push_str(&mark);
            if play != Action::Hit {
                short.push_str(&letter(play).to_lowercase());
            }
            words.push_str(&format!("; {} {meaning}", play.word()));
        }
        Code { short, words, play: first }
    }
}

/// Hitting and standing are open to every hand that can choose, but rescue is to
/// every doubled one.
fn always_allowed(play: Action) -> bool {
    matches!(play, Action::Hit | Action::Stand | Action::Rescue)
}

/// The letter of a play.
pub(super) fn letter(play: Action) -> &'static str {
    match play {
        Action::Hit => "H",
        Action::Stand => "S",
        Action::Double => "D",
        Action::Split => "P",
        Action::Surrender => "R",
        Action::Rescue => "X",
    }
}

/// The name of a play's colour in pages.
pub(super) fn colour(play: Action) -> &'static str {
    play.word()
}

fn exception(when: When) -> (String, String) {
    match when {
        When::Cards(cards) => (cards.to_string(), format!("with {cards} or more cards")),
        When::Possible(Possible::Mixed) => ("*".into(), "if 6-7-8 or 7-7-7 is possible".into()),
        When::Possible(Possible::Suited) => {
            ("†".into(), "if suited 6-7-8 or 7-7-7 is possible".into())
        }
        When::Possible(Possible::BonusSuit) => {
            ("‡".into(), "if 6-7-8 or 7-7-7 in the bonus suit is possible".into())
        }
    }
}

/// The legend: letters and marks with their meaning.
pub(super) fn legend() -> Vec<(String, String)> {
    let plays = [
        (Action::Hit, "hit"),
        (Action::Stand, "stand"),
        (Action::Double, "double; if not allowed: Dh hit, Ds stand, Dx rescue"),
        (Action::Split, "split, also again"),
        (Action::Surrender, "surrender; if not allowed: Rh hit, Rs stand"),
        (Action::Rescue, "rescue: take the last double back and give up"),
    ];
    let mut lines: Vec<(String, String)> =
        plays.iter().map(|(play, words)| (letter(*play).to_owned(), (*words).to_owned())).collect();
    lines.push(("4 5 6 7".into(), "behind a code: hit with so many cards or more".into()));
    for possible in [Possible::Mixed, Possible::Suited, Possible::BonusSuit] {
        let (mark, meaning) = exception(When::Possible(possible));
        lines.push((mark, format!("hit {meaning}")));
    }
    lines
}
