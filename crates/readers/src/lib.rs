//! Everything that reads bytes from outside, each as one function from bytes (L-19).
//!
//! A target gives the bytes to the product's own reader and, where it takes them, goes on with
//! what was read as the product does. It may refuse; it may not panic, and it may not take more
//! memory than the bytes deserve. The suite replays the corpora in `corpus/` and thousands of
//! changed copies of them; `cargo xtask prove` gives the same functions to a fuzzer (`fuzz/`).

mod command;
mod journal;
mod room;
mod snapshot;
mod texts;

pub use room::Room;

/// A reader.
pub struct Target {
    /// Its name: the folder of its corpus and the program that fuzzes it.
    pub name: &'static str,
    /// Reads bytes; whether all of them made sense.
    pub read: fn(&[u8]) -> bool,
}

/// All readers.
pub const TARGETS: [Target; 7] = [
    Target { name: "command", read: command::read },
    Target { name: "journal", read: journal::read },
    Target { name: "snapshot", read: snapshot::read },
    Target { name: "game", read: texts::game },
    Target { name: "posting", read: texts::posting },
    Target { name: "cards", read: texts::cards },
    Target { name: "export", read: texts::export },
];

/// Gives bytes to the reader of this name, for a fuzzer.
///
/// # Panics
/// If there is no such reader, or the reader is wrong.
pub fn read(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("a reader of this name").read)(bytes);
}
