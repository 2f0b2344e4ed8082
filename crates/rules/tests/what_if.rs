//! What-if settings: one option each, whatever else it needs; what is shown can be typed; and
//! what leaves the sheets says so (A45, A49).

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use rules::{Book, Fault, Game, GameFile, Profile, Spot, Word};

fn file(id: &str) -> GameFile {
    games::find(id).unwrap().file()
}

fn set(id: &str, set: &[(&str, &str)]) -> Result<Game, Vec<Fault>> {
    let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    file(id).game(None, &set.iter().map(owned).collect::<Vec<_>>())
}

fn profile(id: &str, key: &str, value: &str) -> Profile {
    set(id, &[(key, value)]).unwrap().profile(None, &[]).unwrap()
}

/// A displayed value is a value: typing it changes nothing and leaves no sheet.
#[test]
fn every_displayed_value_can_be_typed_back() {
    for game in games::GAMES {
        let file = game.file();
        for configuration in file.configurations() {
            let shown = file.game(Some(&configuration), &[]).unwrap();
            let hash = shown.profile(None, &[]).unwrap().hash;
            for setting in &shown.settings {
                let typed = [(setting.key.clone(), setting.value.clone())];
                let again = file.game(Some(&configuration), &typed);
                let again = again.unwrap_or_else(|faults| panic!("{}: {faults:?}", setting.key));
                assert!(again.beyond.is_empty(), "{} {}: {:?}", game.id, setting.key, again.beyond);
                assert_eq!(again.profile(None, &[]).unwrap().hash, hash, "{}", setting.key);
            }
        }
    }
}

/// A what-if number of decks needs no other option: the default follows it, and all pay tables
/// of a spot are looked at with a shoe that none of them names.
#[test]
fn decks_beyond_the_sheet_take_one_option() {
    for game in games::GAMES {
        for decks in 1..=8u8 {
            let asked = set(game.id, &[("decks", &decks.to_string())]).unwrap();
            let profile = asked.profile(None, &[]).unwrap();
            assert_eq!(profile.rules.decks, decks, "{}", game.id);
            let own = game.file().game(None, &[]).unwrap();
            let noted = asked.beyond.iter().any(|note| note.field == "decks");
            assert_eq!(noted, !own.decks.contains(&decks), "{} {decks}", game.id);
            for (spot, tables) in &own.tables {
                let offered = asked.tables_of(*spot).iter().filter(|it| it.decks == [decks]);
                let same = tables.iter().filter(|it| noted || it.decks.contains(&decks));
                assert_eq!(offered.count(), same.count(), "{} {spot} {decks}", game.id);
            }
        }
    }
    // What the sheet excludes stays excluded.
    let eight = set("wsgc-bahama-bonus", &[("decks", "8")]).unwrap();
    assert!(eight.profile(None, &[("match-up".to_owned(), "3".to_owned())]).is_err());
}

/// An error says what there is, and says so too where there is nothing.
#[test]
fn no_refusal_ends_in_nothing() {
    let wsgc = set("wsgc-bahama-bonus", &[("wagers", "main")]).unwrap();
    let paytable = [("match-up".to_owned(), "1".to_owned())];
    let refused = wsgc.profile(None, &paytable).unwrap_err().to_string();
    assert!(refused.ends_with("there are none to choose"), "{refused}");
    let refused = file("bahama-bonus").game(None, &[]).unwrap().profile(Some(4), &[]);
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("choose 5, 6, 8, or ask what it would be by the setting decks=4"),
        "{refused}"
    );
}

/// A45: a Washington table is posted as base, match or trilux, each with or without the
/// progressive; a list of spots leaves out whatever it does not name.
#[test]
fn a45_wagers_are_posted_by_name_or_by_list() {
    use Spot::{Insurance, MatchDown, MatchUp, Progressive, Super3, Trilux};
    let posted: [(&str, &[Spot]); 8] = [
        ("base", &[Insurance]),
        ("match", &[Insurance, MatchUp, MatchDown]),
        ("trilux", &[Insurance, Trilux, Super3]),
        ("base+progressive", &[Insurance, Progressive]),
        ("match+progressive", &[Insurance, MatchUp, MatchDown, Progressive]),
        ("trilux+progressive", &[Insurance, Trilux, Super3, Progressive]),
        ("trilux, progressive", &[Trilux, Progressive]),
        ("main", &[]),
    ];
    let whole = file("wsgc-bahama-bonus").game(None, &[]).unwrap().profile(None, &[]).unwrap();
    for (text, wagers) in posted {
        let game = set("wsgc-bahama-bonus", &[("wagers", text)]).unwrap();
        assert!(game.beyond.is_empty(), "{text}: {:?}", game.beyond);
        let profile = game.profile(None, &[]).unwrap();
        assert_eq!(profile.wagers, wagers, "{text}");
        assert_ne!(profile.hash, whole.hash, "{text}");
        for spot in Spot::ALL.iter().filter(|&&spot| spot != Spot::Main) {
            assert_eq!(
                profile.rules.wager(*spot).is_some(),
                wagers.contains(spot),
                "{text} {spot}"
            );
            let shown = game.settings.iter().any(|it| it.key.starts_with(&format!("{spot}.")));
            assert_eq!(shown, wagers.contains(spot), "{text} {spot}");
        }
        // One offer has one fingerprint, however it is typed.
        let list: Vec<String> = profile.wagers.iter().rev().map(ToString::to_string).collect();
        let list = format!("main, {}", list.join(","));
        assert_eq!(self::profile("wsgc-bahama-bonus", "wagers", &list).hash, profile.hash);
    }
}

/// A45: where nobody chooses, a table posts the first of the sets that exclude each other, and
/// knows how the others are posted.
#[test]
fn a45_one_set_is_posted_where_none_is_chosen() {
    let file = file("wsgc-bahama-bonus");
    let first = file.first_set(None, &[]).unwrap();
    assert_eq!(first, set_of("wagers", "insurance, match-up, match-down, progressive"));
    let posted = file.game(None, &[first]).unwrap();
    assert_eq!(
        (&posted.sets[..], &posted.other_sets[..]),
        (&["match".into()][..], &["trilux".into()][..])
    );
    assert_eq!(posted.sets_together(), None);
    assert_eq!(posted.other_postings(), ["trilux+progressive"]);
    for wagers in posted.other_postings() {
        let other = file.game(None, &[set_of("wagers", &wagers)]).unwrap();
        assert_eq!(other.other_postings(), ["match+progressive"]);
    }
    let base = file.game(None, &[set_of("wagers", "base")]).unwrap();
    assert_eq!(base.other_postings(), ["match", "trilux"]);
    // Who chooses is not corrected, and what excludes nothing is posted whole.
    assert_eq!(file.first_set(None, &[set_of("wagers", "match+trilux")]), None);
    let free = ["match-up", "match-down", "trilux", "super3"].map(|spot| format!("{spot}.set"));
    let free: Vec<_> = free.iter().map(|key| set_of(key, "any")).collect();
    assert_eq!(file.first_set(None, &free), None);
    assert_eq!(self::file("bahama-bonus").first_set(None, &[]), None);
    // A file has all of its sets; a table that offers them all is none.
    let all = file.game(None, &[]).unwrap();
    assert!(all.sets_together().unwrap().to_string().contains("never posted together"));
    assert_eq!(all.other_postings(), [""; 0]);
}

fn set_of(key: &str, value: &str) -> (String, String) {
    (key.to_owned(), value.to_owned())
}

/// A45: what cannot be posted is refused or noted.
#[test]
fn a45_wagers_that_cannot_be() {
    let both = set("wsgc-bahama-bonus", &[("wagers", "match+trilux")]).unwrap();
    assert!(both.beyond.iter().any(|note| note.to_string().contains("never posted together")));
    for (id, text) in [
        ("wsgc-bahama-bonus", "super3, progressive"),
        ("wsgc-bahama-bonus", "three-card"),
        ("wsgc-bahama-bonus", "matches"),
        ("bahama-bonus", "match-down"),
        ("bahama-bonus", "match"),
    ] {
        assert!(set(id, &[("wagers", text)]).is_err(), "{id} {text}");
    }
    // Any game can leave out insurance, or be posted without side wagers.
    assert_eq!(profile("bahama-bonus", "wagers", "base").wagers, [Spot::Insurance]);
    assert_eq!(profile("bahama-bonus", "wagers", "progressive").wagers, [Spot::Progressive]);
}

/// A49: the alternatives a sheet prints and what a table posts in any case leave no sheet;
/// everything else says so.
#[test]
fn a49_beyond_the_sheets_is_what_no_sheet_prints() {
    let cases = [
        ("blackjack-bonus", "natural-pays", "2 to 1", false),
        ("blackjack-bonus", "natural-pays", "1 to 1", true),
        ("blackjack-bonus", "main.maximum", "$5", false),
        ("blackjack-bonus", "main.maximum", "$25", true),
        ("players-edge-21", "double-cap", "$1,000", true),
        ("players-edge-21", "double-cap", "$100", false),
        ("players-edge-21", "main.minimum", "$1", true),
        ("players-edge-21", "main.minimum", "$25", false),
        ("wsgc-bahama-bonus", "single-wager-limit", "$300", false),
        ("wsgc-bahama-bonus", "progressive.policy", "share", false),
        ("wsgc-bahama-bonus", "progressive.settle", "at-the-end", false),
        ("bahama-bonus", "progressive.policy", "in-turn", true),
        ("bahama-bonus", "main.minimum", "$10", false),
        ("bahama-bonus", "special-bonus.prizes", "from $0: $1,000, from $25: $5,000", true),
        ("bahama-bonus", "seats", "5", true),
    ];
    for (id, key, value, beyond) in cases {
        let game = set(id, &[(key, value)]).unwrap();
        assert_eq!(!game.beyond.is_empty(), beyond, "{id} {key}={value}: {:?}", game.beyond);
    }
}

/// A33, A49: a table where cards are dealt by hand posts when the progressive is settled, and its
/// rules say so. What an older record keeps of a file does not say it.
#[test]
fn a33_when_the_progressive_is_settled_is_posted() {
    let told = |game: &Game| Book::of(game, &game.profile(None, &[]).unwrap()).to_text();
    for id in ["bahama-bonus", "wsgc-bahama-bonus", "players-edge-21"] {
        let own = set(id, &[]).unwrap();
        assert!(told(&own).contains("it is settled right after the deal"), "{id}");
        let sensors = own.spots().filter(|spot| spot.is_progressive());
        let keys: Vec<String> = sensors.map(|spot| format!("{spot}.settle")).collect();
        let at_the_end: Vec<(&str, &str)> =
            keys.iter().map(|key| (key.as_str(), "at-the-end")).collect();
        let posted = told(&set(id, &at_the_end).unwrap());
        let both = "it is settled together with the main wagers";
        assert_eq!(posted.matches(both).count(), keys.len(), "{id}");
        let text = games::find(id).unwrap().text;
        let older: Vec<&str> = text.lines().filter(|line| !line.starts_with("settle ")).collect();
        let older = GameFile::read(&older.join("\n")).game(None, &[]).unwrap();
        assert!(told(&older).contains("it is settled right after the deal"), "{id}");
    }
}

/// A49: odds that the chips cannot pay name the wagers they happen to.
#[test]
fn a49_pays_below_the_smallest_chip_are_found() {
    let six_to_five = ("natural-pays", "6 to 5");
    let game = set("bahama-bonus", &[six_to_five]).unwrap();
    let note = game.beyond.iter().map(ToString::to_string).find(|it| it.contains("coin")).unwrap();
    assert!(note.contains("6 to 5 on $6 is $7.20") && note.contains("no multiple of $5"), "{note}");
    // In steps of five dollars they can; so they can with smaller chips.
    for whole in [("main.step", "$5"), ("chips", "$0.05, $1, $5")] {
        let game = set("bahama-bonus", &[six_to_five, whole]).unwrap();
        assert!(!game.beyond.iter().any(|it| it.to_string().contains("coin")), "{whole:?}");
    }
    // Half of a wager in half dollars, given up, and a bonus at 3 to 2.
    let game = set("bahamas-bonus", &[("main.step", "$0.50")]).unwrap();
    let fields: Vec<&str> = game.beyond.iter().map(|note| note.field.as_str()).collect();
    for key in ["natural-pays", "surrender", "bonus-21.pays.5-cards"] {
        assert!(fields.contains(&key), "{key}: {fields:?}");
    }
    for game in games::GAMES {
        let own = game.file().game(None, &[]).unwrap();
        assert_eq!(rules::small_coins(own.rules(), &own.tables, &own.chips), [], "{}", game.id);
    }
}
