//! A PAR sheet as PDF, typeset by typst.
//!
//! Typst compiles for minutes, so everything here stands behind the feature
//! `typst`, which is off by default. The crate knows nothing of games: it takes a
//! document as JSON and lays it out by `document.typ`, with the fonts it carries
//! and nothing from the network, the file system or the clock.

#[cfg(feature = "typst")]
mod render;
#[cfg(feature = "typst")]
pub use render::{PdfFailed, render};
