//! The effects of rule changes: what they are, and which way they must point.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use cards::Counts;
use games::{GAMES, GameText};
use odds::effects::{Base, Effect, Effects, Plan};
use odds::main_wager::{Question, Solution, SplitClass, Table};
use rules::GameFile;

fn base<'a>(file: &'a GameFile, set: &'a [(String, String)]) -> Base<'a> {
    Base { file, configuration: None, decks: None, set, bet: None, class: SplitClass::Pair }
}

/// The effects in each of the games, found once for all tests.
static EFFECTS: LazyLock<Vec<Effects>> = LazyLock::new(|| {
    let solve = |game: &GameText| Plan::of(&base(&game.file(), &[])).unwrap().solve(&|| {});
    GAMES.iter().map(|game| solve(game).unwrap()).collect()
});

fn find<'a>(effects: &'a Effects, setting: &str, to: &str) -> &'a Effect {
    let is_it = |effect: &&Effect| effect.setting == setting && effect.to == to;
    effects.changes.iter().find(is_it).unwrap_or_else(|| panic!("no {setting} = {to}"))
}

/// The house edge of the first sheet's game with what-if settings, solved directly.
fn house_edge(set: &[(&str, &str)]) -> f64 {
    let set: Vec<(String, String)> =
        set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let rules = *GAMES[0].file().game(None, &set).unwrap().rules();
    let table = Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17));
    let question = Question { rules, bet: None, class: SplitClass::Pair };
    -Solution::of(&table, question).unwrap().ev
}

#[test]
fn an_effect_is_the_difference_of_two_solutions() {
    let effects = &EFFECTS[0];
    let plain = house_edge(&[]);
    assert_eq!(effects.house_edge, plain);
    let peek = ("peek", "ace-or-ten-value");
    let decks = [("decks", "8"), ("default-decks", "8")];
    for (set, note) in [
        (&[("surrender", "none")][..], None),
        (&[("doubles", "1")], None),
        (&[("bonus-21", "no")], None),
        (&[("deck", "52"), peek], Some("with peek = ace-or-ten-value")),
        (&decks, None),
    ] {
        let found = find(effects, set[0].0, set[0].1);
        assert_eq!(found.house_edge, Some(house_edge(set)), "{set:?}");
        assert_eq!(found.effect, Some(house_edge(set) - plain), "{set:?}");
        assert_eq!(found.note.as_deref(), note, "{set:?}");
    }
}

#[test]
fn what_cannot_be_solved_is_listed_with_the_reason() {
    let effects = &EFFECTS[0];
    let by_rank = find(effects, "split", "same-rank");
    assert_eq!((by_rank.house_edge, by_rank.effect), (None, None));
    assert!(by_rank.note.as_ref().unwrap().contains("same-rank is not modelled"));
    let stand = find(effects, "soft-17", "stand");
    assert!(stand.effect.is_some() && stand.note.as_ref().unwrap().contains("redoubling"));
    let suit = find(effects, "bonus-21.suit", "hearts");
    assert_eq!(suit.effect, Some(0.0));
    for indifferent in ["seats", "peek", "double-limit", "special-bonus", "match-up.set"] {
        let all = EFFECTS.iter().flat_map(|effects| &effects.changes);
        assert!(all.map(|it| &it.setting).all(|it| it != indifferent), "{indifferent}");
    }
}

#[test]
fn the_order_and_the_figures_do_not_depend_on_the_threads() {
    let file = testkit::file("blackjack-bonus");
    let plan = Plan::of(&base(&file, &[])).unwrap();
    let solve = |threads: usize| {
        let done = AtomicUsize::new(0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let count = || {
            done.fetch_add(1, Ordering::Relaxed);
        };
        let effects = pool.install(|| plan.solve(&count)).unwrap();
        assert_eq!(done.into_inner(), plan.work(), "every piece of work is told once");
        effects
    };
    assert_eq!(solve(1), solve(3));
}

/// A19: at the single-wager limit of sheet 003's game nothing can be doubled, so that
/// with such a bet the way in which limits bind is among the rules that matter.
#[test]
fn limits_on_doubling_matter_to_a_bet() {
    let file = testkit::file("wsgc-bahama-bonus");
    let plan = Plan::of(&Base { bet: Some(40_000), ..base(&file, &[]) }).unwrap();
    let effects = plan.solve(&|| {}).unwrap();
    let per_wager = find(&effects, "double-limit", "per-wager").effect.unwrap();
    assert!(per_wager < -0.01, "{per_wager}");
    assert_eq!(find(&effects, "doubles", "0").effect, Some(0.0));
    assert!(effects.changes.iter().any(|it| it.setting == "special-bonus"));
}

/// M5: no late surrender costs 0.018 % with six decks, H17 and one double.
#[test]
fn m5_late_surrender() {
    let one = ("doubles", "1");
    let cost = house_edge(&[one, ("surrender", "none")]) - house_edge(&[one]);
    assert!((cost - 0.000_18).abs() < 0.000_01, "{cost}");
}

/// The values of a setting, each of which offers the player all that those before do.
const OPTIONS: [(&str, &[&str]); 15] = [
    ("natural-pays", &["1 to 1", "6 to 5", "3 to 2", "2 to 1"]),
    ("natural-v-dealer-natural", &["pushes", "wins"]),
    ("21-v-dealer-21", &["pushes", "wins"]),
    ("double-on", &["first-two", "any-cards"]),
    ("doubles", &["0", "1", "2", "3"]),
    ("double-after-split", &["no", "not-aces", "yes"]),
    ("rescue", &["none", "lose-doubles", "last-double", "lose-original"]),
    ("rescue-on-split", &["no", "yes"]),
    ("surrender", &["none", "late"]),
    ("surrender-on-split", &["no", "yes"]),
    ("hands", &["1", "2", "3", "4"]),
    ("resplit-aces", &["no", "yes"]),
    ("split-aces", &["one-card-each", "draw"]),
    ("bonus-21.on-split", &["void", "paid"]),
    ("bonus-21.after-double", &["void", "paid"]),
];

#[test]
fn an_option_never_raises_the_house_edge() {
    for effects in EFFECTS.iter() {
        let mut seen = 0;
        for (setting, values) in OPTIONS {
            let edges: Vec<f64> = values
                .iter()
                .filter_map(|value| {
                    let is_it = |it: &&Effect| it.setting == setting && it.to == *value;
                    let changed = effects.changes.iter().find(is_it);
                    changed.map_or(Some(effects.house_edge), |it| it.house_edge)
                })
                .collect();
            seen += edges.len();
            for (values, edges) in values.windows(2).zip(edges.windows(2)) {
                assert!(edges[1] <= edges[0] + 1e-12, "{setting} {values:?}: {edges:?}");
            }
        }
        assert!(seen > 20);
        let bonuses = effects.changes.iter().filter(|it| it.setting.starts_with("bonus-21.pays."));
        assert!(bonuses.filter_map(|it| it.effect).all(|effect| effect >= 0.0));
    }
}
