//! Bad input never panics: game files, amounts and pays, from a corpus and by chance.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rules::{GameFile, Money, Pay};

const WSGC: &str = include_str!("../../../games/wsgc-bahama-bonus.toml");

proptest! {
    #[test]
    fn any_text_is_read_or_refused_as_a_game_file(text in "\\PC{0,300}") {
        let _ = GameFile::read(&text).faults();
    }

    /// Bytes are changed, dropped and doubled in a good file.
    #[test]
    fn a_damaged_game_file_is_read_or_refused(
        edits in prop::collection::vec((0usize..14_000, any::<u8>(), 0u8..3), 1..8),
    ) {
        let mut bytes = WSGC.as_bytes().to_vec();
        for (place, byte, kind) in edits {
            let place = place % bytes.len();
            match kind {
                0 => bytes[place] = byte,
                1 => { bytes.remove(place); }
                _ => bytes.insert(place, byte),
            }
        }
        let file = GameFile::read(&String::from_utf8_lossy(&bytes));
        let faults = file.faults();
        // What is without fault can be played.
        if faults.is_empty() {
            prop_assert!(file.game(None, &[]).unwrap().profile(None, &[]).is_ok());
        }
    }

    /// Values are swapped for other values of the file, which keeps it well formed.
    #[test]
    fn a_file_with_swapped_values_is_read_or_refused(from in 0usize..300, to in 0usize..300) {
        let lines: Vec<&str> = WSGC.lines().collect();
        let value = |line: &str| line.split_once('=').map(|(_, value)| value.trim().to_owned());
        let (from, to) = (from % lines.len(), to % lines.len());
        if let (Some(new), Some((key, _))) = (value(lines[from]), lines[to].split_once('=')) {
            let mut text: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            text[to] = format!("{key}= {new}");
            let _ = GameFile::read(&text.join("\n")).faults();
        }
    }

    #[test]
    fn any_text_is_read_or_refused_as_an_amount_or_a_pay(text in "[$0-9.,% to for-]{0,24}") {
        if let Ok(money) = text.parse::<Money>() {
            prop_assert!(money >= Money::ZERO);
        }
        if let Ok(pay) = text.parse::<Pay>() {
            prop_assert_eq!(pay.to_string().parse(), Ok(pay));
        }
    }
}

/// Texts that once did harm, or that look as if they could.
#[test]
fn the_corpus_of_bad_game_files_is_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read(entry.unwrap().path()).unwrap();
        let file = GameFile::read(&String::from_utf8_lossy(&text));
        assert!(!file.faults().is_empty());
        assert!(file.game(None, &[]).is_err());
        seen += 1;
    }
    assert!(seen >= 8, "the corpus has {seen} files");
}
