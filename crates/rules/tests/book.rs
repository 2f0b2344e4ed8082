//! The rules as sentences: each setting has one, and it changes with the setting (A50).

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use rules::{Book, Game, GameFile, Setting, Spot};

/// Values of every kind; a setting takes those that it can have.
const VALUES: &[&str] = &[
    "$0.50",
    "$1",
    "$2",
    "$4",
    "$7",
    "$1,000",
    "none",
    "no-maximum",
    "table-maximum",
    "main-wager",
    "single-wager-limit",
    "1 to 1",
    "7 to 1",
    "9 for 1",
    "50%",
    "loses",
    "any",
    "another",
    "main",
    "match-up",
    "insurance",
    "2",
    "6",
    "7",
    "5, 6",
    "$0.50, $1",
    "base",
    "from $0: $7",
];

/// Settings that say nothing unless another one has this value.
const NEEDS: &[(&str, &str, &str)] = &[
    ("rescue-on-split", "rescue", "last-double"),
    ("surrender-on-split", "surrender", "late"),
    ("deck", "peek", "ace-or-ten-value"),
    ("natural-v-dealer-natural", "naturals-paid", "after-peek"),
    ("naturals-paid", "natural-v-dealer-natural", "wins"),
];

type Set = Vec<(String, String)>;

/// The rules of a table that posts the pay table which a key tells of; what leaves the sheets
/// is told in any case, and left out here.
fn told(mut game: Game, key: &str) -> Option<String> {
    game.beyond.clear();
    let words: Vec<&str> = key.split('.').collect();
    let chosen: Set = match words[..] {
        [spot, "paytables", id, ..] => vec![(spot.to_owned(), id.to_owned())],
        _ => Vec::new(),
    };
    let profile = game.profile(None, &chosen).ok()?;
    Some(Book::of(&game, &profile).to_text())
}

/// Everything a game is, beside how its settings are written.
fn meaning(game: &Game) -> String {
    let Game { decks, default_decks, chips, cut_card, sets, tables, presets, .. } = game;
    let limit = game.single_wager_limit;
    let tables: Vec<_> = tables
        .iter()
        .map(|(spot, named)| (spot, named.iter().map(|it| (&it.id, &it.decks, it.table))))
        .map(|(spot, named)| (spot, named.collect::<Vec<_>>()))
        .collect();
    format!(
        "{:?} {decks:?} {default_decks} {chips:?} {cut_card} {sets:?} {tables:?} {presets:?} {limit:?}",
        game.rules()
    )
}

/// A meter's rates are its link's to tell, not the table's; and where there is no insurance,
/// it is offered to nobody.
fn is_untold(game: &Game, key: &str) -> bool {
    let is_insured = game.spots().any(|spot| spot == Spot::Insurance);
    key.contains(".presets.") || key == "insure-naturals" && !is_insured
}

/// The keys of a game whose sentence was seen to change.
fn seen_to_change(file: &GameFile, configuration: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let own = file.game(Some(configuration), &[]).unwrap();
    let of_table = own.settings.iter().filter(|setting| !is_untold(&own, &setting.key));
    for Setting { key, choices, .. } in of_table {
        let needs = NEEDS.iter().filter(|(of, ..)| of == key);
        let needs: Set = needs.map(|&(_, key, value)| (key.into(), value.into())).collect();
        let base = file.game(Some(configuration), &needs).unwrap();
        let before = told(base.clone(), key).unwrap();
        for value in choices.iter().map(String::as_str).chain(VALUES.iter().copied()) {
            let mut set = needs.clone();
            set.push((key.clone(), value.to_owned()));
            let Ok(changed) = file.game(Some(configuration), &set) else { continue };
            if meaning(&changed) == meaning(&base) {
                continue;
            }
            let Some(after) = told(changed, key) else { continue };
            assert_ne!(before, after, "{} {configuration}: {key}={value} is not told", own.id);
            seen.insert(key.clone());
        }
    }
    seen
}

#[test]
fn a50_every_setting_is_told_and_every_change_of_it() {
    for game in games::GAMES {
        let file = game.file();
        for configuration in file.configurations() {
            let seen = seen_to_change(&file, &configuration);
            let own = file.game(Some(&configuration), &[]).unwrap();
            // Every value of a closed list has been tried: what has not changed cannot be
            // changed. With one number of decks there is no other for its pay tables.
            let only = own.decks.len() == 1;
            let excused = |setting: &&Setting| {
                let key = &setting.key;
                !setting.choices.is_empty()
                    || is_untold(&own, key)
                    || only && key.ends_with(".decks")
            };
            let untold = own.settings.iter().filter(|setting| !seen.contains(&setting.key));
            let untold: Vec<&Setting> = untold.filter(|setting| !excused(setting)).collect();
            assert!(untold.is_empty(), "{} {configuration}: {untold:?}", game.id);
        }
    }
}

fn book(id: &str, set: &[(&str, &str)]) -> String {
    let set: Set = set.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    let game = games::find(id).unwrap().file().game(None, &set).unwrap();
    Book::of(&game, &game.profile(None, &[]).unwrap()).to_text()
}

/// A50: what a player would ask, game by game.
#[test]
fn a50_the_rules_answer_what_is_asked() {
    let says = |id: &str, text: &str| {
        let book = book(id, &[]);
        assert!(book.contains(text), "{id} does not say “{text}”:\n{book}");
    };
    for game in games::GAMES {
        says(game.id, "A hand of 21 stands by itself");
        says(game.id, "HOUSE RULINGS");
    }
    for id in ["bahamas-bonus", "wsgc-bahama-bonus"] {
        says(id, "7-8-9, 8-9-J, 9-J-Q, J-Q-K, Q-K-A; K-A-2 are none.");
        says(id, "A mini royal is ace, king and queen of one suit.");
        says(id, "mini royal counts as straight flush.");
        says(id, "nothing voids it.");
        says(id, "receives envy too, for the other players' hands");
    }
    says("blackjack-bonus", "8-9-10, 9-10-J, 10-J-Q, J-Q-K, Q-K-A; K-A-2 are none.");
    says("bahama-bonus", "A player who wins the prize in a round receives no envy in that round.");
    says("bahama-bonus", "Splitting or doubling voids the prize.");
    says("players-edge-21", "$1,000 for a main wager from $3 to below $25");
    says("players-edge-21", "below $3 there is no prize and no envy.");
    says("wsgc-bahama-bonus", "Under an ace a seat may insure");
    // The sheet is silent on the seats, and is read so on rescue.
    says("wsgc-bahama-bonus", "Up to 7 seats. (house ruling)");
    says("wsgc-bahama-bonus", "the rest is lost. (house reading)");
    says("bahamas-bonus", "Up to 7 seats.\n");
}

/// A49: what no sheet prints stands at the top of what is posted.
#[test]
fn a49_the_rules_say_what_is_beyond_the_sheets() {
    let text = book("players-edge-21", &[("double-cap", "$1,000")]);
    let beyond = text.find("BEYOND THE SHEETS\n  double-cap: is “$1,000”; the game has “$500”");
    assert!(beyond.is_some_and(|place| place < text.find("CARDS").unwrap()), "{text}");
    assert!(!book("players-edge-21", &[]).contains("BEYOND"));
}
