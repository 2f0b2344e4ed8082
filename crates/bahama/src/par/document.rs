//! A document as words, figures and pictures; HTML and PDF are made from it.

use serde::Serialize;

use super::chart::Chart;

/// A document of sections. As JSON it is what the crate `par-pdf` reads.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Document {
    pub(super) title: String,
    pub(super) subtitle: String,
    /// YYYY-MM-DD.
    pub(super) date: String,
    pub(super) notice: String,
    pub(super) sections: Vec<Section>,
}

/// One section.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Section {
    /// A name for links, unique in the document.
    pub(super) id: String,
    pub(super) title: String,
    /// Whether it starts a page when printed.
    pub(super) own_page: bool,
    pub(super) blocks: Vec<Block>,
}

/// What a section is made of.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Block {
    Heading {
        text: String,
    },
    Text {
        text: String,
    },
    /// Something a reader must not miss.
    Note {
        text: String,
    },
    List {
        items: Vec<String>,
    },
    /// Terms and what they are.
    Facts {
        rows: Vec<(String, String)>,
    },
    Table(Table),
    /// Pictures side by side.
    Charts {
        caption: String,
        charts: Vec<Chart>,
    },
}

/// A table with a caption.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<String>>,
    /// The line of totals, if there is one.
    pub(super) foot: Option<Vec<String>>,
}

/// A column's head, and whether its cells are numbers.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Column {
    pub(super) head: String,
    pub(super) numeric: bool,
}

impl Table {
    /// Whether every cell is a few words at most, so that a page would stretch it.
    pub(super) fn is_short(&self) -> bool {
        self.rows.iter().flatten().all(|cell| cell.chars().count() <= 40)
    }

    /// A table with these column heads; a head that starts with `#` is over numbers.
    pub(super) fn new(caption: &str, heads: &[&str], rows: Vec<Vec<String>>) -> Table {
        let column = |head: &&str| match head.strip_prefix('#') {
            Some(head) => Column { head: head.to_owned(), numeric: true },
            None => Column { head: (*head).to_owned(), numeric: false },
        };
        let columns = heads.iter().map(column).collect();
        Table { caption: caption.to_owned(), columns, rows, foot: None }
    }
}
