//! A strategy as a file: the JSON of `bahama strategy`, which every mathematical
//! command reads.

use odds::main_wager::{Cell, Chart, NoCell, Part, Row};
use rules::{Action, Word};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json as object};

use super::code::Met;
use super::{COLUMNS, StrategySheet, part_word, possible_word, value_label};
use crate::par::hash;
use crate::wording::bet_note;

const FORMAT: &str = "bahama-strategy-1";

/// A strategy file: its document, and which file that was. Both are in shards and checkpoints,
/// side by side in one object, so that those of programs that kept the document alone still read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategyFile {
    /// SHA-256 of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sha256: Option<String>,
    #[serde(flatten)]
    pub(super) document: Value,
}

impl StrategyFile {
    /// Reads the text of a file, as far as it is JSON.
    ///
    /// # Errors
    /// If it is not.
    pub fn read(text: &str) -> Result<StrategyFile, NoStrategy> {
        let document = serde_json::from_str(text)?;
        Ok(StrategyFile { sha256: Some(hash(text.as_bytes())), document })
    }
}

/// A strategy file that does not read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum NoStrategy {
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error(
        "the format is {found}; this program reads \"{FORMAT}\", as `bahama strategy GAME \
         --format json` writes it"
    )]
    Format { found: String },
    #[error(
        "charts.{part}.{group}.{row} is missing or has not ten cells, one for each up-card 2 to 10 and A"
    )]
    Row { part: &'static str, group: &'static str, row: String },
    #[error("charts.{part}.{group}.{row}: {play} is never legal on such a hand")]
    Illegal { part: &'static str, group: &'static str, row: String, play: Action },
    #[error("charts.{part}.{group}.{row}: {cell}")]
    Cell { part: &'static str, group: &'static str, row: String, cell: NoCell },
}

fn place(row: Row) -> (&'static str, String) {
    match row {
        Row::Hard(total) => ("hard", total.to_string()),
        Row::Soft(total) => ("soft", total.to_string()),
        Row::Pair(value) => ("pairs", value_label(value)),
    }
}

/// The sheet as one JSON document, which reads back as a strategy.
pub(crate) fn json(sheet: &StrategySheet) -> Value {
    let charts = by_cell(|part, row, up| object!(sheet.chart.cell(part, row, up).to_string()));
    let reach = by_cell(|part, row, up| object!(sheet.reach.of(part, row, up)));
    let met = by_cell(|part, row, up| object!(Met::of(sheet, part, row, up).word()));
    let departures: Vec<Value> = sheet.departures.iter().map(|departure| {
        object!({
            "cards": departure.cards.iter().map(|&value| value_label(value)).collect::<Vec<_>>(),
            "possible": departure.possible.map(possible_word),
            "up": value_label(departure.up),
            "doubles": departure.doubles,
            "optimum": departure.optimum.word(),
            "chart": departure.chart.word(),
            "gain": departure.gain,
        })
    }).collect();
    let set = sheet.set.iter().cloned();
    let set: Map<_, _> = set.map(|(key, value)| (key, Value::String(value))).collect();
    object!({
        "format": FORMAT,
        "game": sheet.game,
        "configuration": sheet.configuration,
        "decks": sheet.decks,
        "set": set,
        "bet": sheet.bet,
        "bet_note": bet_note(sheet.bet),
        "terms": sheet.terms(),
        "ev": sheet.ev,
        "house_edge": sheet.house_edge(),
        "optimal_ev": sheet.optimum,
        "cost": sheet.cost(),
        "columns": COLUMNS.map(value_label),
        "charts": charts,
        "hands_per_round": reach,
        "met": met,
        "departures": departures,
    })
}

/// Something about every cell, in the places of the charts.
fn by_cell(of: impl Fn(Part, Row, u8) -> Value) -> Value {
    let mut charts = Map::new();
    for part in Part::ALL {
        let mut groups = Map::new();
        for row in part.rows() {
            let (group, name) = place(row);
            let cells = COLUMNS.map(|up| of(part, row, up));
            let rows = groups.entry(group).or_insert_with(|| Value::Object(Map::new()));
            if let Some(rows) = rows.as_object_mut() {
                rows.insert(name, object!(cells));
            }
        }
        charts.insert(part_word(part).to_owned(), Value::Object(groups));
    }
    Value::Object(charts)
}

/// The chart of a strategy file.
pub(super) fn chart(value: &Value) -> Result<Chart, NoStrategy> {
    if value["format"] != FORMAT {
        return Err(NoStrategy::Format { found: value["format"].to_string() });
    }
    let mut chart = Chart::default();
    for part in Part::ALL {
        for row in part.rows() {
            let (group, name) = place(row);
            let cells = value["charts"][part_word(part)][group][&name].as_array();
            let cells = cells.filter(|cells| cells.len() == COLUMNS.len());
            let part_name = part_word(part);
            let missing = || NoStrategy::Row { part: part_name, group, row: name.clone() };
            for (up, cell) in COLUMNS.into_iter().zip(cells.ok_or_else(missing)?) {
                let cell = cell.as_str().ok_or_else(missing)?.parse();
                let cell: Cell = cell.map_err(|cell| NoStrategy::Cell {
                    part: part_name,
                    group,
                    row: name.clone(),
                    cell,
                })?;
                let plays = cell.plays().iter().copied().chain(cell.but.map(|but| but.1));
                for play in plays {
                    if !can_be_legal(part, row, play) {
                        let row = name.clone();
                        return Err(NoStrategy::Illegal { part: part_name, group, row, play });
                    }
                }
                chart.set(part, row, up, cell);
            }
        }
    }
    Ok(chart)
}

/// Whether some game allows an action on hands of a row.
fn can_be_legal(part: Part, row: Row, play: Action) -> bool {
    match play {
        Action::Stand | Action::Double => true,
        Action::Hit => part != Part::AfterDouble,
        Action::Surrender => part == Part::TwoCards,
        Action::Split => part == Part::TwoCards && matches!(row, Row::Pair(_)),
        Action::Rescue => part == Part::AfterDouble,
    }
}
