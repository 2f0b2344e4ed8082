//! A PAR sheet in words: the document from which HTML and PDF are made.

mod front;
mod main_wager;
mod meter;
mod methods;
mod wager;

use super::document::{Block, Document, Section, Table};
use super::sheet::ParSheet;
use super::show;

pub(super) use front::{facts_of, warnings};
pub(super) use main_wager::{WITHOUT_SPLIT, bet, warning};
pub(super) use methods::{CONDITIONS, methods};
pub(super) use wager::decided_by;

/// What the first page says before anything else.
pub(super) const NOTICE: &str = "Play money and laboratory use; no certification is claimed.";

/// The whole sheet.
///
/// # Errors
/// If a chart cannot be drawn.
pub(super) fn document(sheet: &ParSheet) -> Result<Document, askama::Error> {
    let mut sections = vec![front::summary(sheet), main_wager::section(sheet)?];
    for wager in &sheet.wagers {
        sections.push(wager::section(sheet, wager)?);
    }
    sections.extend([rules(sheet), settings(sheet), methods::section(sheet)]);
    Ok(Document {
        title: sheet.name.clone(),
        subtitle: format!(
            "PAR sheet \u{b7} {} decks \u{b7} configuration {}",
            sheet.decks,
            sheet.stated.from.configuration(&sheet.configuration)
        ),
        date: sheet.stated.date.to_string(),
        notice: NOTICE.to_owned(),
        sections,
    })
}

fn text(text: impl Into<String>) -> Block {
    Block::Text { text: text.into() }
}

fn heading(text: &str) -> Block {
    Block::Heading { text: text.to_owned() }
}

fn facts(rows: Vec<(&str, String)>) -> Block {
    Block::Facts { rows: named(rows) }
}

fn named(rows: Vec<(&str, String)>) -> Vec<(String, String)> {
    rows.into_iter().map(|(term, what)| (term.to_owned(), what)).collect()
}

fn rules(sheet: &ParSheet) -> Section {
    let mut blocks = vec![
        text(&sheet.about),
        text("Written from the game file, as the engine plays it; pay tables are those posted."),
    ];
    for section in &sheet.rules.sections {
        blocks.push(heading(section.title));
        blocks.push(Block::List { items: section.sentences.clone() });
        for table in &section.tables {
            let rows = table.rows.iter().map(|(label, pay)| vec![label.clone(), pay.clone()]);
            let caption = format!("{} (from {})", table.title, table.from);
            blocks.push(Block::Table(Table::new(&caption, &["hand", "#pays"], rows.collect())));
        }
    }
    Section { id: "rules".to_owned(), title: "Rules".to_owned(), own_page: true, blocks }
}

fn settings(sheet: &ParSheet) -> Section {
    let rows = sheet
        .settings
        .iter()
        .map(|setting| vec![setting.key.clone(), setting.value.clone(), setting.from.clone()]);
    let caption = format!(
        "Every setting in force; \u{201c}from\u{201d} names the rule sheet and clause, or \
         \u{201c}ours\u{201d} \
         where the sheets are silent ({} settings)",
        show::grouped(sheet.settings.len() as u64)
    );
    let table = Table::new(&caption, &["setting", "value", "from"], rows.collect());
    Section {
        id: "settings".to_owned(),
        title: "Settings".to_owned(),
        own_page: true,
        blocks: vec![Block::Table(table)],
    }
}
