//! A report as it is written down: the same rows and totals as JSON and as CSV (O-13).

use serde_json::{Map, Value, json};
use table::report::{Kind, Period, Report, Row, SCHEMA};

use super::Which;
use crate::room_time::RoomTime;

/// A report of any shape, its rows as they are written.
#[derive(Clone, Debug)]
pub struct Written {
    /// Which one.
    pub which: Which,
    /// Its columns and what stands in each.
    pub columns: Vec<(&'static str, Kind)>,
    /// Its rows.
    pub rows: Vec<Value>,
    /// The sums of the columns that can be added up.
    pub totals: Vec<(&'static str, i64)>,
}

impl Written {
    pub(super) fn of<R: Row>(which: Which, report: &Report<R>) -> Written {
        let row = |row: &R| serde_json::to_value(row).unwrap_or(Value::Null);
        Written {
            which,
            columns: R::COLUMNS.iter().copied().zip(R::KINDS.iter().copied()).collect(),
            rows: report.rows.iter().map(row).collect(),
            totals: report.totals(),
        }
    }

    /// One document with the rows and what they are about.
    pub fn json(&self, room: &RoomTime, period: Period) -> Value {
        let totals = self.totals.iter().map(|(name, sum)| ((*name).to_owned(), (*sum).into()));
        let totals: Map<String, Value> = totals.collect();
        let columns: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        let kinds: Vec<Kind> = self.columns.iter().map(|(_, kind)| *kind).collect();
        json!({
            "schema": SCHEMA, "report": rules::Word::word(self.which),
            "program": env!("CARGO_PKG_VERSION"), "time_zone": room.zone_name(),
            "from": period.from, "to": period.to, "columns": columns,
            "kinds": kinds, "count": self.rows.len(), "rows": self.rows, "totals": totals,
        })
    }

    /// One line a row and one for the totals, told apart by the second column.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        let mut line = |what: &str, cells: Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|it| quoted(it)).collect();
            text.push_str(&format!("{what},{}\n", cells.join(",")));
        };
        let names = || self.columns.iter().map(|(name, _)| *name);
        line("schema,line", names().map(str::to_owned).collect());
        for row in &self.rows {
            line(&format!("{SCHEMA},row"), names().map(|name| Written::cell(&row[name])).collect());
        }
        if !self.totals.is_empty() {
            let total = |name: &str| self.totals.iter().find(|(of, _)| *of == name);
            let total = |name| total(name).map(|(_, sum)| sum.to_string()).unwrap_or_default();
            line(&format!("{SCHEMA},total"), names().map(total).collect());
        }
        text
    }

    /// A cell as it is.
    pub fn cell(value: &Value) -> String {
        match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }
}

/// A cell of CSV. A text that a spreadsheet would take for a formula is made a text.
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '@']);
    let cell = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}
