//! The short codes in the cells of a chart, their colours and their meaning.

use std::collections::BTreeSet;

use odds::main_wager::{Cell, Part, Possible, Row, When};
use rules::{Action, Word};

use super::{COLUMNS, StrategySheet};

/// What a cell shows.
pub(super) struct Code {
    /// A letter or two, and the mark of an exception.
    pub(super) short: String,
    /// What it means, in words.
    pub(super) words: String,
    /// The play that gives the cell its colour.
    pub(super) play: Action,
}

/// The mark of a cell that is hardly asked, and what stands in one that never is.
const HARDLY_MARK: &str = "°";
const NEVER_MARK: &str = "·";

/// Whether a cell is asked by who plays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    Often,
    /// In less than one of a million rounds.
    Hardly,
    Never,
}

impl Met {
    /// By the hands of an average round that ask it.
    fn by(hands: f64) -> Met {
        // Fewer than this are none: rounding and the draws of a whole lifetime.
        match hands {
            ..1e-12 => Met::Never,
            ..1e-6 => Met::Hardly,
            _ => Met::Often,
        }
    }

    /// How a cell of a sheet is met.
    pub(super) fn of(sheet: &StrategySheet, part: Part, row: Row, up: u8) -> Met {
        Met::by(sheet.reach.of(part, row, up))
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Met::Often => "often",
            Met::Hardly => "hardly",
            Met::Never => "never",
        }
    }
}

impl Code {
    /// What a cell of a sheet shows; one that nobody asks who plays so is silent.
    pub(super) fn on(sheet: &StrategySheet, part: Part, row: Row, up: u8) -> Code {
        let code = Code::of(sheet.chart.cell(part, row, up), part);
        match Met::of(sheet, part, row, up) {
            Met::Never => Code {
                short: NEVER_MARK.to_owned(),
                words: format!("never met by who plays so; would {}", code.words),
                ..code
            },
            Met::Hardly => Code {
                short: format!("{}{HARDLY_MARK}", code.short),
                words: format!("{}; hardly ever met", code.words),
                ..code
            },
            Met::Often => code,
        }
    }

    /// Whether nothing is said.
    pub(super) fn is_silent(&self) -> bool {
        self.short == NEVER_MARK
    }

    fn of(cell: &Cell, part: Part) -> Code {
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

/// The legend: the letters and marks of these charts with their meaning.
pub(super) fn legend(sheet: &StrategySheet) -> Vec<(String, String)> {
    let rows = sheet.parts().flat_map(|part| part.rows().into_iter().map(move |row| (part, row)));
    let cells: Vec<&Cell> =
        rows.flat_map(|(part, row)| COLUMNS.map(|up| sheet.chart.cell(part, row, up))).collect();
    let plays = [
        (Action::Hit, "hit"),
        (Action::Stand, "stand"),
        (Action::Double, "double; if not allowed: Dh hit, Ds stand, Dx rescue"),
        (Action::Split, "split, also again"),
        (Action::Surrender, "surrender; if not allowed: Rh hit, Rs stand"),
        (Action::Rescue, "rescue: take the last double back and give up"),
    ];
    let is_played = |play: Action| cells.iter().any(|cell| cell.plays().first() == Some(&play));
    let mut lines: Vec<(String, String)> = plays
        .into_iter()
        .filter(|(play, _)| is_played(*play))
        .map(|(play, words)| (letter(play).to_owned(), words.to_owned()))
        .collect();
    let exceptions = || cells.iter().filter_map(|cell| cell.but);
    let numbers: BTreeSet<u8> = exceptions()
        .filter_map(|(when, _)| match when {
            When::Cards(cards) => Some(cards),
            When::Possible(_) => None,
        })
        .collect();
    if !numbers.is_empty() {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let meaning = "behind a code: hit with so many cards or more";
        lines.push((numbers.join(" "), meaning.to_owned()));
    }
    for possible in [Possible::Mixed, Possible::Suited, Possible::BonusSuit] {
        let when = When::Possible(possible);
        if exceptions().any(|(known, _)| known == when) {
            let (mark, meaning) = exception(when);
            lines.push((mark, format!("hit {meaning}")));
        }
    }
    let mets = || {
        let rows =
            sheet.parts().flat_map(|part| part.rows().into_iter().map(move |row| (part, row)));
        rows.flat_map(|(part, row)| COLUMNS.map(|up| Met::of(sheet, part, row, up)))
    };
    if mets().any(|met| met == Met::Hardly) {
        let meaning = "behind a code: met in less than one of a million rounds";
        lines.push((HARDLY_MARK.to_owned(), meaning.to_owned()));
    }
    if mets().any(|met| met == Met::Never) {
        lines.push((NEVER_MARK.to_owned(), "never met by who plays so".to_owned()));
    }
    if exceptions().any(|(_, play)| play != Action::Hit) {
        lines.push(("S4d".into(), "a letter behind a mark: that play instead of hit".into()));
    }
    lines
}
