//! A strategy people can learn: by total, with few exceptions.
//!
//! Three charts: for two cards, for more cards, and after a double. A cell says what
//! to play in order of preference, because a play may not be allowed (a double at
//! the limit, a surrender after a split). It may have one exception: from so many
//! cards on, or while 6-7-8 or 7-7-7 is possible.

use std::fmt;
use std::str::FromStr;

use rules::{Action, Word};

use super::composition::VALUES;
use super::play::State;
use super::shoe::{SUITED_HANDS, third_value};
use super::solution::Strategy;

/// One of the three charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The first two cards, also those of a split hand.
    TwoCards,
    /// Three or more cards.
    MoreCards,
    /// Any hand that has been doubled.
    AfterDouble,
}

impl Part {
    /// All charts.
    pub const ALL: [Part; 3] = [Part::TwoCards, Part::MoreCards, Part::AfterDouble];

    /// The rows in the order in which a chart is printed.
    pub fn rows(self) -> Vec<Row> {
        let hard = match self {
            Part::TwoCards => 5..=19,
            Part::MoreCards | Part::AfterDouble => 6..=20,
        };
        let mut rows: Vec<Row> = hard.map(Row::Hard).collect();
        rows.extend((13..=20).map(Row::Soft));
        if self == Part::TwoCards {
            rows.extend((2..=10).chain([1]).map(Row::Pair));
        }
        rows
    }
}

/// A row of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// A total without an ace that counts eleven.
    Hard(u8),
    /// A total with an ace that counts eleven.
    Soft(u8),
    /// Two cards of this value, an ace being 1.
    Pair(u8),
}

/// How close two cards are to 6-7-8 or 7-7-7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Possible {
    /// It is possible in mixed suits at least.
    Mixed,
    /// Both cards have one suit.
    Suited,
    /// Both cards have the bonus suit.
    BonusSuit,
}

/// When the exception of a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// With so many cards or more.
    Cards(u8),
    /// While 6-7-8 or 7-7-7 is so possible, or more so.
    Possible(Possible),
}

/// The most plays a cell lists.
const PLAYS: usize = 4;

/// What a cell of a chart says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    plays: [Action; PLAYS],
    count: u8,
    /// The exception, if there is one.
    pub but: Option<(When, Action)>,
}

impl Cell {
    /// A cell with these plays, the one preferred first.
    pub(crate) fn new(preferred: &[Action]) -> Cell {
        let mut plays = [Action::Stand; PLAYS];
        let count = preferred.len().min(PLAYS);
        plays[..count].copy_from_slice(&preferred[..count]);
        Cell { plays, count: count as u8, but: None }
    }

    /// The plays, the one preferred first.
    pub fn plays(&self) -> &[Action] {
        &self.plays[..usize::from(self.count)]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, play) in self.plays().iter().enumerate() {
            write!(f, "{}{play}", if place > 0 { "/" } else { "" })?;
        }
        match self.but {
            None => Ok(()),
            Some((When::Cards(cards), play)) => write!(f, " but {play} with {cards} cards"),
            Some((When::Possible(Possible::Mixed), play)) => write!(f, " but {play} if possible"),
            Some((When::Possible(Possible::Suited), play)) => write!(f, " but {play} if suited"),
            Some((When::Possible(Possible::BonusSuit), play)) => {
                write!(f, " but {play} if in the bonus suit")
            }
        }
    }
}

/// A cell that does not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no cell of a chart; one is a play such as \"hit\", plays in order of preference such as \
     \"double/hit\", and at most one exception: \"stand but hit with 5 cards\", \"stand but hit if \
     possible\" (or suited, or in the bonus suit)"
)]
pub struct NoCell(String);

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Cell, NoCell> {
        let refused = || NoCell(text.to_owned());
        let action = |word: &str| Action::from_word(word.trim()).ok_or_else(refused);
        let (plays, but) = match text.split_once(" but ") {
            Some((plays, but)) => (plays, Some(but)),
            None => (text, None),
        };
        let plays = plays.split('/').map(action).collect::<Result<Vec<Action>, NoCell>>()?;
        if plays.len() > PLAYS {
            return Err(refused());
        }
        let mut cell = Cell::new(&plays);
        if let Some(but) = but {
            let (play, when) = but.split_once(' ').ok_or_else(refused)?;
            let when = match when {
                "if possible" => When::Possible(Possible::Mixed),
                "if suited" => When::Possible(Possible::Suited),
                "if in the bonus suit" => When::Possible(Possible::BonusSuit),
                _ => {
                    let cards =
                        when.strip_prefix("with ").and_then(|rest| rest.strip_suffix(" cards"));
                    let cards = cards.and_then(|cards| cards.parse().ok()).ok_or_else(refused)?;
                    When::Cards(cards)
                }
            };
            cell.but = Some((when, action(play)?));
        }
        Ok(cell)
    }
}

const TOTALS: usize = 22;
const ROWS: usize = 2 * TOTALS + VALUES;
/// The cells of a column.
pub(crate) const CELLS: usize = Part::ALL.len() * ROWS;

/// The three charts of a game. Columns are up-cards: ace first, then two to ten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    cells: Vec<[Cell; VALUES]>,
}

impl Default for Chart {
    /// A chart that always stands.
    fn default() -> Chart {
        Chart { cells: vec![[Cell::new(&[Action::Stand]); VALUES]; CELLS] }
    }
}

pub(crate) fn place(part: Part, row: Row) -> usize {
    let row = match row {
        Row::Hard(total) => usize::from(total),
        Row::Soft(total) => TOTALS + usize::from(total),
        Row::Pair(value) => 2 * TOTALS + usize::from(value) - 1,
    };
    part as usize * ROWS + row
}

impl Chart {
    /// What the chart says in a row against an up-card, an ace being 1 and every
    /// card that counts ten 10.
    pub fn cell(&self, part: Part, row: Row, up: u8) -> &Cell {
        &self.cells[place(part, row)][usize::from(up) - 1]
    }

    /// Changes a cell.
    pub fn set(&mut self, part: Part, row: Row, up: u8, cell: Cell) {
        self.cells[place(part, row)][usize::from(up) - 1] = cell;
    }

    /// This chart, with two cards surrendered where another chart surrenders them.
    #[must_use]
    pub fn with_surrenders_of(&self, other: &Chart) -> Chart {
        let mut chart = self.clone();
        let own_and_other = chart.cells[..ROWS].iter_mut().zip(&other.cells[..ROWS]);
        for (own, other) in own_and_other.flat_map(|(own, other)| own.iter_mut().zip(other)) {
            if other.plays().first() == Some(&Action::Surrender) {
                let plays: Vec<Action> =
                    [Action::Surrender].into_iter().chain(own.plays().iter().copied()).collect();
                *own = Cell { but: own.but, ..Cell::new(&plays) };
            }
        }
        chart
    }

    pub(crate) fn at(&mut self, place: usize, up: usize) -> &mut Cell {
        &mut self.cells[place][up]
    }

    /// Takes over a column of another chart.
    pub(crate) fn take_column(&mut self, other: &Chart, up: usize) {
        for (own, other) in self.cells.iter_mut().zip(&other.cells) {
            own[up] = other[up];
        }
    }
}

/// Where a state stands in a chart.
pub(crate) fn row_of(state: &State<'_>) -> (Part, Row) {
    let hand = state.hand;
    let part = match (state.doubles, hand.cards) {
        (0, 2) => Part::TwoCards,
        (0, _) => Part::MoreCards,
        _ => Part::AfterDouble,
    };
    let pair = (0..VALUES).find(|&value| hand.held[value] == 2);
    match pair {
        Some(value) if part == Part::TwoCards => (part, Row::Pair(value as u8 + 1)),
        _ if hand.soft => (part, Row::Soft(hand.total)),
        _ => (part, Row::Hard(hand.total)),
    }
}

/// How close two cards are to 6-7-8 or 7-7-7.
pub(crate) fn possible(state: &State<'_>) -> Option<Possible> {
    let held = &state.hand.held;
    let two = |&&(first, second): &&(usize, usize)| {
        third_value(first, second).is_some()
            && (held[first] == 2 && first == second
                || first != second && held[first] == 1 && held[second] == 1)
    };
    if state.hand.cards != 2 || SUITED_HANDS.iter().find(two).is_none() {
        return None;
    }
    match state.suited {
        None => Some(Possible::Mixed),
        Some(suited) if suited.bonus => Some(Possible::BonusSuit),
        Some(_) => Some(Possible::Suited),
    }
}

impl Strategy for Chart {
    fn choose(&self, state: &State<'_>) -> Action {
        let (part, row) = row_of(state);
        let cell = &self.cells[place(part, row)][state.up];
        let excepted = match cell.but {
            Some((When::Cards(cards), play)) => (state.hand.cards >= cards).then_some(play),
            Some((When::Possible(least), play)) => {
                possible(state).filter(|&possible| possible >= least).map(|_| play)
            }
            None => None,
        };
        let mut plays = excepted.into_iter().chain(cell.plays().iter().copied());
        // Standing is always allowed.
        plays.find(|&play| state.allowed.has(play)).unwrap_or(Action::Stand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_read_as_they_are_written() {
        for text in [
            "hit",
            "double/hit",
            "split/surrender/hit",
            "stand but hit with 5 cards",
            "stand but hit if possible",
            "double/stand but hit if suited",
            "split but hit if in the bonus suit",
        ] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for wrong in ["", "run", "hit but", "hit but stand", "hit but stand with cards"] {
            assert!(wrong.parse::<Cell>().is_err(), "{wrong}");
        }
    }
}
