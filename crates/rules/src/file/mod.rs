//! Game files: text in, a checked [`Game`] or all faults at once out.

mod beyond;
mod check;
mod entries;
mod fault;
mod game;
mod offered;
mod reader;
mod sections;
mod text;
mod wagers;

pub use entries::line_of;
pub use fault::{Fault, Problem};
pub use game::{Game, NamedTable, Preset, ProfileRefused};
pub use offered::{WAGERS, wagers_setting};
pub use reader::Setting;
pub use text::{Draft, GameFile};
