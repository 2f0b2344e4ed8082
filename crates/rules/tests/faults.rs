//! Every kind of fault is found, with its line, its field and what would be right.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use rules::GameFile;

const WSGC: &str = include_str!("../../../games/wsgc-bahama-bonus.toml");
const BAHAMA: &str = include_str!("../../../games/bahama-bonus.toml");
const BLACKJACK: &str = include_str!("../../../games/blackjack-bonus.toml");

/// Replaces one piece of a game file and gives its faults as text.
fn faults(text: &str, old: &str, new: &str) -> Vec<String> {
    assert!(text.contains(old), "the file has no “{old}”");
    GameFile::read(&text.replacen(old, new, 1)).faults().iter().map(ToString::to_string).collect()
}

/// The one fault names the edited line, its field, and `what`.
#[track_caller]
fn check(text: &str, old: &str, new: &str, field: &str, what: &str) {
    let found = only_fault(text, old, new);
    let line = 1 + text[..text.find(old).unwrap()].matches('\n').count();
    assert!(found.starts_with(&format!("line {line}: {field}: ")), "{found}");
    assert!(found.contains(what), "{found}");
}

/// The one fault is elsewhere than the edit: it names `field` and `what`.
#[track_caller]
fn check_elsewhere(text: &str, old: &str, new: &str, field: &str, what: &str) {
    let found = only_fault(text, old, new);
    assert!(found.contains(&format!("{field}: ")) && found.contains(what), "{found}");
}

#[track_caller]
fn only_fault(text: &str, old: &str, new: &str) -> String {
    let found = faults(text, old, new);
    assert_eq!(found.len(), 1, "{found:#?}");
    found[0].clone()
}

#[test]
fn an_unknown_class_is_named_with_the_known_ones() {
    check(
        WSGC,
        "suited-match              = \"9 to 1\"",
        "suitd-match = \"9 to 1\"\nsuited-match = \"9 to 1\"",
        "match-up.paytables.1.suitd-match",
        "unknown class “suitd-match”; the classes here are two-suited-matches",
    );
}

#[test]
fn a_class_neither_priced_nor_losing_is_named() {
    check_elsewhere(
        WSGC,
        "unsuited-match            = \"4 to 1\"\n",
        "",
        "match-up.paytables.1",
        "neither priced nor losing; write unsuited-match =",
    );
}

#[test]
fn an_unreachable_line_is_found() {
    // Four identical cards need four decks.
    let two_decks = WSGC
        .replace("[5, 6, 8]", "[2]")
        .replace("[5, 6]", "[2]")
        .replace("default-decks            = { is = 6", "default-decks            = { is = 2");
    let found: Vec<String> =
        GameFile::read(&two_decks).faults().iter().map(ToString::to_string).collect();
    assert!(
        found.iter().any(|fault| fault.contains("progressive.paytables.3.four-suited")
            && fault.contains("unreachable: four-suited cannot occur with 2 decks")),
        "{found:#?}"
    );
}

#[test]
fn a_pay_table_at_a_deck_count_the_game_does_not_offer_is_found() {
    check(
        WSGC,
        "decks  = [5, 6]\n",
        "decks  = [5, 6, 7]\n",
        "match-up.paytables.3.decks",
        "7 decks are not among the game's decks (5, 6, 8)",
    );
}

/// redoubling only where the dealer hits soft 17.
#[test]
fn r_09_stand_17_with_redoubling_is_refused() {
    check(
        WSGC,
        "doubles = { is = 1, from = \"003 base.3.b, 003 base.5.e\" }",
        "doubles = { is = 2, from = \"003 base.3.b, 003 base.5.e\" }",
        "doubles",
        "redoubling is only offered where the dealer hits soft 17",
    );
}

#[test]
fn super_3_without_trilux_is_refused() {
    check(
        WSGC,
        "requires = { is = \"trilux\", from = \"003 trilux.6.a\" }",
        "requires = { is = \"main\", from = \"003 trilux.6.a\" }",
        "super3.requires",
        "Super 3 needs a TriLux wager",
    );
}

/// meter, reserve and house share are 100 % together.
#[test]
fn r_09_shares_that_do_not_add_up_are_refused() {
    let house = BAHAMA.lines().find(|line| line.starts_with("house ")).unwrap();
    let other = "house = { is = \"50.5%\", from = \"ours\" }";
    let found = faults(BAHAMA, house, other);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].contains("progressive.presets.standard.contribution: "), "{found:#?}");
    assert!(found[0].contains("not 100%"), "{found:#?}");
}

#[test]
fn a_seed_below_the_largest_fixed_award_is_refused() {
    let seed = BAHAMA.lines().find(|line| line.starts_with("seed ")).unwrap();
    let found = faults(BAHAMA, seed, "seed = { is = \"$199\", from = \"ours\" }");
    assert!(
        found.len() == 1 && found[0].contains("below the largest fixed award ($200)"),
        "{found:#?}"
    );
}

#[test]
fn words_numbers_amounts_and_pays_say_what_would_be_right() {
    check(
        BAHAMA,
        "soft-17                  = { is = \"hit\"",
        "soft-17                  = { is = \"draw\"",
        "soft-17",
        "“draw” is not one of its values; write one of: hit, stand",
    );
    check(
        BAHAMA,
        "doubles                  = { is = 3",
        "doubles                  = { is = 4",
        "doubles",
        "“4” is not a whole number from 0 to 3",
    );
    check(
        BAHAMA,
        "minimum = { is = \"$5\"",
        "minimum = { is = \"five\"",
        "main.minimum",
        "“five” is not an amount",
    );
    check(
        BAHAMA,
        "other-21         = \"1 to 1\"",
        "other-21         = \"even\"",
        "bonus-21.pays.other-21",
        "“even” is neither a pay nor a class",
    );
    check(
        BAHAMA,
        "suited-pair       = \"2 for 1\"",
        "suited-pair       = \"2 to 1\"",
        "progressive.paytables.standard.suited-pair",
        "“for” belong to the progressive",
    );
    check(
        WSGC,
        "suited-trips     = \"trips\"\nmini-royal",
        "suited-trips     = \"mini-royal\"\nmini-royal",
        "trilux.paytables.TRI-01.suited-trips",
        "counts as “mini-royal”, which has no pay of its own",
    );
}

#[test]
fn missing_unknown_and_unsourced_entries_are_found() {
    let peek = BAHAMA.lines().find(|line| line.starts_with("peek ")).unwrap();
    check_elsewhere(
        BAHAMA,
        &format!("{peek}\n"),
        "",
        "peek",
        "missing; write peek = { is = …, from = … }",
    );
    check(
        BAHAMA,
        peek,
        &format!("peak = {{ is = \"x\", from = \"ours\" }}\n{peek}"),
        "peak",
        "unknown key; did you mean “peek”?",
    );
    check(BAHAMA, peek, "peek = { is = \"ace-or-face\" }", "peek", "no source; add from =");
    check(
        BAHAMA,
        peek,
        "peek = { is = true, from = \"ours\" }",
        "peek",
        "a boolean cannot stand here",
    );
}

#[test]
fn settings_that_contradict_each_other_are_found() {
    check(
        BLACKJACK,
        "peek                     = { is = \"ace-or-ten-value\"",
        "peek                     = { is = \"ace-or-face\"",
        "peek",
        "a pip ten up would hide a natural",
    );
    check(
        BLACKJACK,
        "naturals-paid            = { is = \"after-peek\"",
        "naturals-paid            = { is = \"after-deal\"",
        "naturals-paid",
        "cannot be paid before the peek",
    );
}

/// All faults at once, in the order of lines.
#[test]
fn several_faults_are_reported_together() {
    let text = BAHAMA
        .replace("is = \"hit\"", "is = \"draw\"")
        .replace("is = \"$500\"", "is = \"lots\"")
        .replace("no-match                  = \"loses\"", "no-match = \"nothing\"");
    let found = GameFile::read(&text).faults();
    assert_eq!(found.len(), 4, "{found:#?}");
    assert!(found.is_sorted_by_key(|fault| fault.line));
}

#[test]
fn a_file_that_is_not_toml_is_reported_with_its_line() {
    let found = GameFile::read("id = \"x\"\nname = = 3\n").faults();
    assert!(!found.is_empty());
    assert!(found[0].to_string().starts_with("line 2: not TOML"), "{}", found[0]);
}

/// A what-if setting may go beyond the sheets, and says so; nonsense is refused.
#[test]
fn what_if_settings_go_beyond_the_sheets_and_say_so() {
    let set = |key: &str, value: &str| {
        GameFile::read(BAHAMA).game(None, &[(key.to_owned(), value.to_owned())])
    };
    let game = set("soft-17", "stand").unwrap();
    let notes: Vec<String> = game.beyond.iter().map(ToString::to_string).collect();
    assert!(notes[0].starts_with("soft-17: is “stand”; the game has “hit” (000"), "{notes:?}");
    assert!(notes[1].contains("doubles: redoubling"), "{notes:?}");
    assert_eq!(notes.len(), 2);
    assert!(set("soft-17", "sit").is_err());
    assert!(set("soft17", "stand").is_err());
}

/// the fingerprint changes with every setting, and with nothing else.
#[test]
fn r_01_a_changed_pay_changes_the_hash() {
    let hash = |text: &str, decks| {
        GameFile::read(text).game(None, &[]).unwrap().profile(decks, &[]).unwrap().hash
    };
    let other = BAHAMA.replace("5-cards          = \"3 to 2\"", "5-cards          = \"2 to 1\"");
    assert_eq!(hash(BAHAMA, None), hash(&format!("# a comment\n{BAHAMA}"), Some(6)));
    assert_ne!(hash(BAHAMA, None), hash(&other, None));
    assert_ne!(hash(BAHAMA, None), hash(BAHAMA, Some(8)));
}

/// A what-if setting can do away with a bonus although the file has a section for it;
/// in a file both would be a fault.
#[test]
fn a_what_if_setting_switches_a_section_off() {
    let file = GameFile::read(include_str!("../../../games/bahama-bonus.toml"));
    for key in ["bonus-21", "special-bonus"] {
        let game = file.game(None, &[(key.to_owned(), "no".to_owned())]).unwrap();
        let within = format!("{key}.");
        assert!(game.settings.iter().all(|setting| !setting.key.starts_with(&within)), "{key}");
        assert_eq!(game.beyond.len(), 1, "{key}");
    }
    let both = [("bonus-21", "no"), ("bonus-21.suit", "hearts")];
    let both = both.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert!(file.game(None, &both).is_err(), "nobody asks for the suit");
}

/// Settings with a closed list of values say it value by value.
#[test]
fn settings_know_their_choices() {
    let file = GameFile::read(include_str!("../../../games/bahama-bonus.toml"));
    let game = file.game(None, &[]).unwrap();
    let choices = |key: &str| {
        let found = game.settings.iter().find(|setting| setting.key == key);
        found.map(|setting| setting.choices.join(" "))
    };
    assert_eq!(choices("soft-17").as_deref(), Some("hit stand"));
    assert_eq!(choices("doubles").as_deref(), Some("0 1 2 3"));
    assert_eq!(choices("natural-pays").as_deref(), Some(""));
}
