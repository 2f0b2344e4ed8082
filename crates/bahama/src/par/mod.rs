//! PAR sheets: what a test lab expects to read about a game.
//!
//! [`ParSheet`] holds everything on a sheet as data, made once from a game, its
//! profile and its analysis. A [`Format`] renders it: the workbook from the data
//! itself, HTML and PDF from the same document of words, tables and charts. The
//! same sheet always gives the same bytes.

mod chart;
mod document;
mod html;
mod main_wager;
mod pages;
mod sheet;
mod show;
mod spread;
mod stated;
mod wager;
mod xlsx;

use std::path::Path;

pub use crate::wording::{ALL_IN_VARIANCE, SPLIT, end_name};
pub use main_wager::{Form, MainSheet, SPLIT_CLASS, forms};
pub use sheet::ParSheet;
pub use spread::{Bar, CONFIDENCE, Interval, OBSERVED, Spread, WAGERS};
pub(crate) use stated::executable_hash;
pub use stated::{Stated, hash};
pub use wager::{Meter, MeterPoint, Row, WagerSheet};

/// What a sheet is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One page for a browser or a printer, with charts.
    Html,
    /// A workbook with live formulas.
    Xlsx,
    /// A document for paper; needs the feature `pdf`.
    Pdf,
}

/// Why there is no sheet.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ParFailed {
    #[error(
        "this program was built without PDF; build it with “cargo build --release -p bahama \
         --features pdf” (it takes minutes), or write the same pages as HTML, which prints well: \
         --out {instead}"
    )]
    WithoutPdf { instead: String },
    #[error("the sheet cannot be rendered: {0}")]
    Html(#[from] askama::Error),
    #[error("the workbook cannot be made: {0}")]
    Xlsx(#[from] rust_xlsxwriter::XlsxError),
    #[cfg(feature = "pdf")]
    #[error(transparent)]
    Pdf(#[from] par_pdf::PdfFailed),
    #[cfg(feature = "pdf")]
    #[error("the document cannot be handed to the typesetter: {0}")]
    Document(#[from] serde_json::Error),
}

impl Format {
    /// The format a file's name asks for by its ending.
    pub fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "html" | "htm" => Some(Format::Html),
            "xlsx" => Some(Format::Xlsx),
            "pdf" => Some(Format::Pdf),
            _ => None,
        }
    }

    /// What a sheet calls its own file in the command that makes it again.
    pub fn file(self) -> &'static str {
        match self {
            Format::Html => "sheet.html",
            Format::Xlsx => "sheet.xlsx",
            Format::Pdf => "sheet.pdf",
        }
    }

    /// Whether this program can write it; said before any work is done.
    ///
    /// # Errors
    /// For PDF in a program built without it; `path` is where it was wanted.
    pub fn available(self, path: &Path) -> Result<(), ParFailed> {
        if self == Format::Pdf && !cfg!(feature = "pdf") {
            let instead = path.with_extension("html").display().to_string();
            return Err(ParFailed::WithoutPdf { instead });
        }
        Ok(())
    }

    /// The bytes of the sheet's file.
    ///
    /// # Errors
    /// If the program cannot write the format or the sheet does not fit it.
    pub fn render(self, sheet: &ParSheet) -> Result<Vec<u8>, ParFailed> {
        match self {
            Format::Html => html::render(sheet),
            Format::Xlsx => xlsx::render(sheet),
            #[cfg(feature = "pdf")]
            Format::Pdf => {
                let document = serde_json::to_string(&pages::document(sheet)?)?;
                Ok(par_pdf::render(&document)?)
            }
            #[cfg(not(feature = "pdf"))]
            Format::Pdf => {
                let instead = format!("{}.html", sheet.game);
                Err(ParFailed::WithoutPdf { instead })
            }
        }
    }
}
