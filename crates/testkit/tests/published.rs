//! The reference rule sets of published figures read like any game file, and the
//! engine under them gives the figures of single hands.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use cards::{Card, Counts};
use rules::settings::Soft17;
use rules::{Action, GameFile, Rules};
use testkit::PUBLISHED;
use testkit::enumerate::best_from;

fn rules(id: &str, set: &[(&str, &str)]) -> Rules {
    let set: Vec<(String, String)> =
        set.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    testkit::file(id).game(None, &set).unwrap().profile(None, &[]).unwrap().rules
}

#[test]
fn the_reference_sets_have_no_faults() {
    for (id, text) in PUBLISHED {
        let file = GameFile::read(text);
        let faults: Vec<String> = file.faults().iter().map(ToString::to_string).collect();
        assert_eq!(faults, Vec::<String>::new(), "{id}");
        let game = file.game(None, &[]).unwrap();
        assert_eq!(game.id, id);
        assert_eq!(game.profile(None, &[]).unwrap().rules.decks, 6, "{id}");
        for decks in [1, 2, 6, 8] {
            assert_eq!(game.profile(Some(decks), &[]).unwrap().rules.decks, decks, "{id}");
        }
    }
}

#[test]
fn the_reference_sets_are_not_games() {
    for (id, _) in PUBLISHED {
        assert_eq!(games::find(id), None);
    }
}

/// The rows of the published figures that differ from the file are what-if settings.
#[test]
fn the_rows_are_what_if_settings() {
    let m3 = rules("spanish-21", &[("soft-17", "stand")]);
    assert_eq!((m3.soft_17, m3.doubles), (Soft17::Stand, 1));
    assert_eq!(rules("spanish-21", &[("doubles", "3")]).doubles, 3);
    rules("spanish-21", &[("surrender", "none")]);
    rules("conventional", &[("surrender", "late")]);
    assert_eq!(rules("conventional", &[("soft-17", "stand")]).soft_17, Soft17::Stand);
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// A whole shoe of spades, ten values as kings: where no suit counts, it is worth
/// what the real one is, with few kinds of card to enumerate.
fn suitless(rules: &Rules) -> Counts {
    let one = |of: Card| {
        let rank = if of.value() == 10 { 'K' } else { of.rank().letter() };
        std::iter::repeat_n(card(&format!("{rank}s")), usize::from(rules.decks))
    };
    Counts::of(rules.deck, 1).cards().flat_map(one).collect()
}

#[track_caller]
fn check(rules: &Rules, cards: [&str; 3], expected: &[(Action, f64)]) {
    let [first, second, up] = cards.map(card);
    let worth = best_from(rules, 10_000, &suitless(rules), [first, second], up);
    for (action, expected) in expected {
        let (_, worth) = worth.iter().find(|(of, _)| of == action).unwrap();
        assert!((worth - expected).abs() < 0.000_000_6, "{action}: {worth}, not {expected}");
    }
}

/// The engine under these files, enumerated, gives the published figures of hands.
#[test]
fn published_hands() {
    use Action::{Double, Hit, Stand};
    let m13 = rules("conventional", &[]);
    check(&m13, ["7s", "8s", "Ks"], &[(Stand, -0.536220), (Hit, -0.499763), (Double, -0.999525)]);
    let m14 = rules("conventional", &[("default-decks", "1")]);
    check(&m14, ["2s", "6s", "6s"], &[(Stand, -0.108450), (Hit, 0.119677), (Double, 0.111237)]);
    let m15 = rules("conventional", &[("default-decks", "1"), ("soft-17", "stand")]);
    check(&m15, ["7s", "9s", "As"], &[(Stand, -0.643247), (Hit, -0.495493), (Double, -0.990987)]);
    // A doubled 21 has no bonus, so that suits do not count here either.
    let m1 = rules("spanish-21", &[("doubles", "3")]);
    check(&m1, ["5s", "6s", "2s"], &[(Double, 0.348048)]);
}
