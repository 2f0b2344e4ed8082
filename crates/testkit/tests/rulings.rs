//! every ruling is a setting or a fixed value, and scenarios or tests name it. The list says
//! where each stands; what it says is shown by what cites it.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use testkit::clauses::{self, Clause, Proof};

/// Where a ruling stands.
enum Stands {
    /// In the game files: a game, the key of a setting or of a line of a pay table, and another
    /// value for it.
    Setting(&'static str, &'static str, &'static str),
    /// In the code, once, in a file that cites it.
    Fixed(&'static str),
}
use Stands::{Fixed, Setting};

/// Every ruling, and where it stands.
const RULINGS: [(&str, Stands); 31] = [
    ("A1", Setting("wsgc-bahama-bonus", "progressive.policy", "share")),
    ("A2", Fixed("progressive/src/award.rs")),
    ("A3", Fixed("progressive/src/lib.rs")),
    ("A6", Fixed("rules/src/odds.rs")),
    ("A9", Setting("bahama-bonus", "rescue", "lose-original")),
    ("A10", Setting("bahamas-bonus", "rescue-on-split", "yes")),
    ("A13", Setting("bahama-bonus", "split", "same-rank")),
    ("A15", Fixed("round/src/hand.rs")),
    ("A19", Setting("wsgc-bahama-bonus", "double-limit", "per-wager")),
    ("A20", Fixed("rules/src/action.rs")),
    ("A22", Setting("bahamas-bonus", "special-bonus.void-after", "both")),
    ("A23", Setting("bahama-bonus", "special-bonus.envy-to-winners", "yes")),
    ("A25", Setting("bahama-bonus", "bonus-21.pays.7-or-more-cards", "2 to 1")),
    ("A29", Setting("wsgc-bahama-bonus", "match-up.paytables.1.two-suited-matches", "9 to 1")),
    ("A30", Setting("wsgc-bahama-bonus", "trilux.paytables.TRI-01.pair", "1 to 1")),
    ("A31", Setting("wsgc-bahama-bonus", "trilux.paytables.TRI-04.mini-royal", "straight-flush")),
    ("A32", Fixed("rules/src/class.rs")),
    ("A33", Fixed("rules/src/look.rs")),
    ("A34", Fixed("rules/src/look.rs")),
    ("A35", Fixed("progressive/src/group.rs")),
    ("A36", Fixed("progressive/src/award.rs")),
    ("A41", Fixed("round/src/machine.rs")),
    ("A42", Fixed("round/src/machine.rs")),
    ("A43", Fixed("rules/src/action.rs")),
    ("A44", Fixed("round/src/machine.rs")),
    ("A45", Setting("wsgc-bahama-bonus", "wagers", "match+progressive")),
    ("A46", Fixed("rules/src/bets.rs")),
    ("A47", Setting("bahama-bonus", "naturals-paid", "after-peek")),
    ("A48", Fixed("table/src/link/decide.rs")),
    ("A49", Fixed("table/src/posted.rs")),
    ("A50", Fixed("rules/src/book.rs")),
];

/// The rulings of the list of clauses.
fn rulings() -> Vec<Clause> {
    let all = clauses::read(clauses::FILE, clauses::TEXT).unwrap();
    all.into_iter().filter(|clause| clause.id.starts_with('A')).collect()
}

#[test]
fn r_14_every_ruling_has_its_place() {
    let listed: Vec<String> = rulings().into_iter().map(|clause| clause.id).collect();
    assert_eq!(RULINGS.map(|(id, _)| id.to_owned()).as_slice(), listed);
}

/// A setting says which values it can have and where its own comes from, and takes another.
#[test]
fn r_14_a_ruling_that_is_a_setting_can_be_set_otherwise() {
    for (ruling, stands) in RULINGS {
        let Setting(game, key, other) = stands else { continue };
        let file = games::find(game).unwrap().file();
        let own = file.game(None, &[]).unwrap();
        let setting = own.settings.iter().find(|it| it.key == key);
        let setting = setting.unwrap_or_else(|| panic!("{ruling}: {game} has no `{key}`"));
        let is_explained = !setting.from.is_empty() && !setting.values.is_empty();
        assert!(is_explained, "{ruling}: `{key}` says neither source nor values");
        let changed = file.game(None, &[(key.to_owned(), other.to_owned())]);
        let changed = changed.unwrap_or_else(|faults| panic!("{ruling}: {faults:?}"));
        let then = changed.settings.iter().find(|it| it.key == key).unwrap();
        assert_ne!(then.value, setting.value, "{ruling}: `{key}` as {other}");
    }
}

/// The words of a text that are rulings.
fn cited(text: &str) -> BTreeSet<&str> {
    text.split(|it: char| !it.is_ascii_alphanumeric()).collect()
}

#[test]
fn r_14_a_ruling_that_is_fixed_stands_where_it_is_cited() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for (ruling, stands) in RULINGS {
        let Fixed(file) = stands else { continue };
        let text = std::fs::read_to_string(crates.join(file)).unwrap();
        assert!(cited(&text).contains(ruling), "{ruling} is not cited in {file}");
    }
}

/// Who proves each: scenarios and evenings by their heads, the sentences of the rules by a test.
#[test]
fn r_14_every_ruling_is_proven_by_name() {
    let scenarios = testkit::scenarios().unwrap();
    let evenings = testkit::floor::evenings().unwrap();
    let of_rounds = scenarios.iter().flat_map(|it| &it.clauses);
    let of_floors = evenings.iter().flat_map(|it| &it.clauses);
    let named: BTreeSet<&str> = of_rounds.chain(of_floors).map(String::as_str).collect();
    let book = include_str!("../../rules/tests/book.rs");
    for ruling in rulings() {
        let proven = match ruling.proof {
            Proof::Scenario | Proof::Evening => named.contains(ruling.id.as_str()),
            _ => cited(book).contains(ruling.id.as_str()),
        };
        assert!(proven, "{} is named by no scenario, evening or test", ruling.id);
    }
}
