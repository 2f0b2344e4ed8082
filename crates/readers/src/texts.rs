//! What people write: game files, postings, cards; and what is taken elsewhere: rounds, backups.

use std::sync::LazyLock;

use bahama::library::Library;
use bahama::settle::Settler;
use cards::Card;
use rules::{GameFile, Money, Pay};
use server::floor::OpenTable;
use server::postings::PostingsFile;
use store::Manifest;

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

/// A game file. What is without fault can be played in every configuration.
pub(crate) fn game(bytes: &[u8]) -> bool {
    let file = GameFile::read(&String::from_utf8_lossy(bytes));
    let is_sound = file.faults().is_empty();
    let game = file.game(None, &[]);
    if !is_sound {
        return false;
    }
    game.expect("a file without faults is a game").profile(None, &[]).expect("it has a profile");
    for configuration in file.configurations() {
        let game = file.game(Some(&configuration), &[]);
        game.expect("so is every configuration").profile(None, &[]).expect("with a profile");
    }
    true
}

/// A posting as the form sends it, or a file of postings.
pub(crate) fn posting(bytes: &[u8]) -> bool {
    if let Ok(open) = serde_json::from_slice::<OpenTable>(bytes) {
        let text = serde_json::to_vec(&open).expect("a posting can be written");
        let again = serde_json::from_slice(&text).ok();
        assert_eq!(again, Some(open), "and read again");
        return true;
    }
    let text = String::from_utf8_lossy(bytes);
    PostingsFile::is_one(&text) && !PostingsFile::read(&text).has_faults()
}

/// Cards, amounts and pays between spaces: what is read is written so that it is read again.
pub(crate) fn cards(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut is_known = !text.trim().is_empty();
    for word in text.split_ascii_whitespace() {
        let card = word.parse::<Card>().ok();
        if let Some(card) = card {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        is_known &= card.is_some();
    }
    for line in text.lines() {
        if let Ok(money) = line.parse::<Money>() {
            assert!(money >= Money::ZERO, "{line}");
        }
        if let Ok(pay) = line.parse::<Pay>() {
            assert_eq!(pay.to_string().parse(), Ok(pay), "{line}");
        }
    }
    // The same as JSON, in which commands and exports hold them.
    is_known | serde_json::from_slice::<Vec<Card>>(bytes).is_ok()
}

/// A round for `settle`, which must balance, or the list of what a backup holds.
pub(crate) fn export(bytes: &[u8]) -> bool {
    if let Ok(manifest) = Manifest::read(bytes) {
        let text = serde_json::to_vec(&manifest).expect("a manifest can be written");
        assert_eq!(Manifest::read(&text).ok(), Some(manifest), "and read again");
        return true;
    }
    let text = String::from_utf8_lossy(bytes);
    let Ok(answer) = Settler::new(&LIBRARY).settle(&text) else { return false };
    let json = answer.to_json();
    let lines = json["lines"].as_array().map_or(&[][..], Vec::as_slice);
    let sum = |key: &str| lines.iter().filter_map(|line| line[key].as_i64()).sum::<i64>();
    assert_eq!(sum("staked") - sum("returned"), answer.house_gain().in_cents(), "{text}");
    true
}
