//! A document of every kind of block becomes a PDF, the same one every time.
#![cfg(feature = "typst")]

const DOCUMENT: &str = r##"{
  "title": "A sheet", "subtitle": "six decks", "date": "2026-11-15", "notice": "Laboratory use.",
  "sections": [
    {"id": "summary", "title": "Summary", "own_page": false, "blocks": [
      {"kind": "heading", "text": "Heading"},
      {"kind": "text", "text": "Text with #signs, *stars* and $dollars$."},
      {"kind": "list", "items": ["one", "two"]},
      {"kind": "facts", "rows": [["Game", "a game"], ["Decks", "6"]]}
    ]}
  ]
}"##;

#[test]
fn the_same_document_gives_the_same_bytes() {
    let first = par_pdf::render(DOCUMENT);
    let first = first.expect("the document has the form that is asked for");
    assert!(first.starts_with(b"%PDF-"));
    assert_eq!(first, par_pdf::render(DOCUMENT).expect("it rendered once"));
}

#[test]
fn what_is_not_a_document_is_refused() {
    assert!(par_pdf::render("{}").is_err());
    assert!(par_pdf::render("not JSON").is_err());
}
