//! The sheet as one HTML page without scripts and without anything from outside.

use askama::Template;

use super::document::{Block, Document};
use super::sheet::ParSheet;
use super::{ParFailed, pages};

#[derive(Template)]
#[template(path = "par.html")]
struct Page {
    document: Document,
}

pub(super) fn render(sheet: &ParSheet) -> Result<Vec<u8>, ParFailed> {
    let page = Page { document: pages::document(sheet)? };
    Ok(page.render()?.into_bytes())
}
