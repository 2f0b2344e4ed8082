//! Charts as a printable page and as a picture.

use askama::Template;

use super::code::{Code, colour, legend};
use super::{COLUMNS, StrategySheet, group, part_title, row_label, value_label};
use crate::wording::bet_note;

/// One cell as pages show it.
struct ChartCell {
    short: String,
    words: String,
    colour: &'static str,
    x: usize,
}

struct ChartRow {
    label: String,
    cells: Vec<ChartCell>,
    y: usize,
}

/// Rows of one kind: hard, soft or pairs.
struct ChartGroup {
    title: &'static str,
    rows: Vec<ChartRow>,
    y: usize,
}

struct ChartPart {
    title: &'static str,
    groups: Vec<ChartGroup>,
    y: usize,
}

/// Measures of the picture, in its own units.
const LABEL: usize = 92;
const CELL: usize = 46;
const LINE: usize = 22;
const HEAD: usize = 102;
const WIDTH: usize = LABEL + CELL * COLUMNS.len() + 24;

struct Charts {
    title: String,
    terms: String,
    bet_note: String,
    house_edge: String,
    optimum: String,
    cost: String,
    columns: Vec<(String, usize)>,
    parts: Vec<ChartPart>,
    /// Codes, their meaning, and where the picture has them.
    legend: Vec<(String, String, usize)>,
    /// Where this comes from, line by line.
    from: String,
    width: usize,
    height: usize,
    label: usize,
    cell: usize,
    line: usize,
}

impl Charts {
    fn of(sheet: &StrategySheet) -> Charts {
        let percent = |value: f64| format!("{:.4} %", 100.0 * value);
        let column = |place: usize| LABEL + CELL * place;
        let mut y = HEAD;
        let mut parts = Vec::new();
        for part in sheet.parts() {
            let part_y = y + 14;
            y += LINE + 14;
            let mut groups: Vec<ChartGroup> = Vec::new();
            for row in part.rows() {
                if groups.last().is_none_or(|last| last.title != group(row)) {
                    groups.push(ChartGroup { title: group(row), rows: Vec::new(), y });
                    y += LINE;
                }
                let cell = |(place, up): (usize, u8)| {
                    let code = Code::on(sheet, part, row, up);
                    let colour = if code.is_silent() { "silent" } else { colour(code.play) };
                    ChartCell { short: code.short, words: code.words, colour, x: column(place) }
                };
                let cells = COLUMNS.into_iter().enumerate().map(cell).collect();
                if let Some(last) = groups.last_mut() {
                    last.rows.push(ChartRow { label: row_label(part, row), cells, y });
                }
                y += LINE;
            }
            y += 8;
            parts.push(ChartPart { title: part_title(part), groups, y: part_y });
        }
        y += 20;
        let mut legend_lines = Vec::new();
        for (code, meaning) in legend(sheet) {
            legend_lines.push((code, meaning, y));
            y += 17;
        }
        let columns = COLUMNS.into_iter().enumerate();
        Charts {
            title: sheet.name.clone(),
            terms: sheet.terms(),
            bet_note: bet_note(sheet.bet),
            house_edge: percent(sheet.house_edge()),
            optimum: percent(-sheet.optimum),
            cost: percent(sheet.cost()),
            columns: columns.map(|(place, up)| (value_label(up), column(place))).collect(),
            parts,
            legend: legend_lines,
            from: sheet.from.as_ref().map_or(String::new(), |from| from.text().trim().to_owned()),
            width: WIDTH,
            height: y + 12,
            label: LABEL,
            cell: CELL,
            line: LINE,
        }
    }
}

#[derive(Template)]
#[template(path = "strategy.html")]
struct Page {
    charts: Charts,
}

#[derive(Template)]
#[template(path = "strategy.svg", escape = "html")]
struct Picture {
    charts: Charts,
}

/// The charts as one page that prints well, without scripts.
pub(crate) fn html(sheet: &StrategySheet) -> Result<String, askama::Error> {
    Page { charts: Charts::of(sheet) }.render()
}

/// The charts as one picture.
///
/// # Errors
/// If the picture cannot be filled in.
pub fn svg(sheet: &StrategySheet) -> Result<String, askama::Error> {
    Picture { charts: Charts::of(sheet) }.render()
}
