//! From a document as JSON to the bytes of a PDF.

use typst_as_lib::TypstEngine;
use typst_pdf::PdfOptions;

/// How a document becomes pages.
const LAYOUT: &str = include_str!("document.typ");
/// The name under which the layout reads the document.
const DOCUMENT: &str = "document.json";

/// Why there is no PDF; each is a fault of this program, not of the game.
#[derive(Debug, thiserror::Error)]
pub enum PdfFailed {
    /// The layout refused the document.
    #[error("the PAR sheet cannot be laid out as PDF: {0}")]
    Layout(String),
    /// The laid-out document cannot be written as PDF.
    #[error("the PAR sheet cannot be written as PDF: {0}")]
    Write(String),
}

/// Lays a document out. It is an object with `title`, `subtitle`, `date`
/// (YYYY-MM-DD), `notice` and `sections`; a section has a `title` and `blocks`,
/// and a block a `kind`: `heading`, `text`, `list`, `facts`, `table` or `charts`,
/// with the fields `document.typ` reads. The same document gives the same bytes.
///
/// # Errors
/// If the document does not have this form.
pub fn render(document: &str) -> Result<Vec<u8>, PdfFailed> {
    let engine = TypstEngine::builder()
        .main_file(LAYOUT)
        .fonts(typst_assets::fonts())
        .with_static_file_resolver([(DOCUMENT, document.as_bytes())])
        .build();
    let pages = engine.compile().output.map_err(|error| PdfFailed::Layout(error.to_string()))?;
    typst_pdf::pdf(&pages, &PdfOptions::default())
        .map_err(|errors| PdfFailed::Write(format!("{errors:?}")))
}
