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

#[cfg(test)]
mod tests {
    use super::*;

    const EVERY_KIND: &str = r##"{"title":"T","subtitle":"S","date":"2026-11-15","notice":"N",
        "sections":[{"id":"a","title":"A","own_page":false,"blocks":[
            {"kind":"heading","text":"*not bold*"},{"kind":"text","text":"#panic()"},
            {"kind":"note","text":"n"},{"kind":"list","items":["i"]},
            {"kind":"facts","rows":[["term","what"]]},
            {"kind":"table","caption":"c","columns":[{"head":"h","numeric":true}],
             "rows":[["1"]],"foot":["1"]},
            {"kind":"charts","caption":"c","charts":[{"title":"t","description":"d",
             "svg":"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'></svg>"}]}
        ]}]}"##;

    #[test]
    fn every_kind_of_block_is_laid_out_and_words_are_no_markup() {
        let pdf = render(EVERY_KIND).unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        assert_eq!(pdf, render(EVERY_KIND).unwrap());
    }

    #[test]
    fn what_is_no_document_is_refused() {
        for text in ["", "{}", &EVERY_KIND.replace("\"note\"", "\"song\"")] {
            assert!(matches!(render(text), Err(PdfFailed::Layout(_))), "{text}");
        }
    }
}
