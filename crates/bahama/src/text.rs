//! Tables and paragraphs of text as every command prints them.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

pub(crate) use play::wrap;

/// A table without lines, as wide as its content; the numbered columns are
/// aligned to the right.
pub(crate) fn table(header: &[&str], rows: Vec<Vec<String>>, right: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.to_vec());
    table.add_rows(rows);
    for &column in right {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// A paragraph behind its first words, broken so that a page stays readable.
pub(crate) fn paragraph(first: &str, text: &str) -> String {
    let indent = first.chars().count();
    let lines = wrap(text, 100usize.saturating_sub(indent));
    format!("{first}{}\n", lines.join(&format!("\n{}", " ".repeat(indent))))
}

/// A cell of comma-separated values: in quotes where it needs them, its own quotes doubled.
pub(crate) fn csv_cell(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A whole number in groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
