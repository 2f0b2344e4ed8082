//! What each sheet lets a table post is posted in some scenario (A49): rounds and evenings
//! together meet every configuration, every number of decks, every pay table with a wager on it,
//! every set of wagers with and without its sensors, every wager left out, and every alternative.

use std::collections::BTreeSet;

use rules::{Book, Game, GameFile, Profile, Spot, Word as _};
use testkit::Head;
use testkit::floor::{Evening, Outcome, Step};

use super::{Met, Power, check, rules as rounds};

/// What is posted, in words.
type Postings = BTreeSet<String>;

/// A game as somebody posts it; nothing where that is refused.
fn posted(head: &Head) -> Option<(Game, Profile)> {
    let file = games::find(&head.game)?.file();
    let game = file.game(head.configuration.as_deref(), &head.settings).ok()?;
    let profile = game.profile(head.decks, &head.paytables).ok()?;
    Some((game, profile))
}

/// What a scenario meets that is posted so, with wagers on these spots.
fn note(head: &Head, wagers: &BTreeSet<String>, met: &mut Postings) {
    let Some((game, profile)) = posted(head) else { return };
    let id = &game.id;
    met.insert(format!("{id}: configuration {}", profile.configuration));
    met.insert(format!("{id}: {} decks", profile.rules.decks));
    met.insert(offered(id, &profile.wagers));
    for (spot, table) in &profile.paytables {
        if wagers.contains(spot.word()) {
            met.insert(format!("{id}: {spot} by table {table}"));
        }
    }
    for setting in &game.settings {
        met.insert(format!("{id}: {} {}", setting.key, setting.value));
    }
    let whole = games::find(id).expect("a game").file().game(None, &[]).expect("no faults");
    let left_out = whole.spots().filter(|spot| *spot != Spot::Main);
    let left_out = left_out.filter(|spot| !profile.wagers.contains(spot));
    met.extend(left_out.map(|spot| format!("{id}: without {spot}")));
}

fn offered(id: &str, wagers: &[Spot]) -> String {
    let words: Vec<&str> = wagers.iter().map(|spot| spot.word()).collect();
    format!("{id}: {} together", words.join(", "))
}

/// All that can be posted of a game.
fn choices(id: &str, file: &GameFile) -> Postings {
    let whole = file.game(None, &[]).expect("no faults");
    let mut all = Postings::new();
    all.extend(file.configurations().iter().map(|name| format!("{id}: configuration {name}")));
    all.extend(whole.decks.iter().map(|decks| format!("{id}: {decks} decks")));
    for (spot, tables) in &whole.tables {
        all.extend(tables.iter().map(|table| format!("{id}: {spot} by table {}", table.id)));
    }
    let beside = whole.spots().filter(|spot| *spot != Spot::Main);
    all.extend(beside.map(|spot| format!("{id}: without {spot}")));
    for setting in &whole.settings {
        let alternatives = setting.alternatives.iter();
        all.extend(alternatives.map(|value| format!("{id}: {} {value}", setting.key)));
    }
    if !whole.sets.is_empty() {
        let sensors: Vec<Spot> = whole.spots().filter(|spot| spot.is_progressive()).collect();
        for name in whole.sets.iter().map(String::as_str).chain(["base"]) {
            let with = sensors.iter().map(|sensor| format!("{name}+{sensor}"));
            for wagers in with.chain([name.to_owned()]) {
                let set = [("wagers".to_owned(), wagers)];
                let game = file.game(None, &set).expect("it can be posted");
                let profile = game.profile(None, &[]).expect("it has decks and tables");
                all.insert(offered(id, &profile.wagers));
            }
        }
    }
    all
}

/// The spots that an evening bets on, insures or lights.
fn wagers(evening: &Evening) -> BTreeSet<String> {
    let mut spots = BTreeSet::new();
    for (_, step) in &evening.steps {
        let Step::Give(order) = step else { continue };
        if order.outcome != Outcome::Done {
            continue;
        }
        match order.body["do"].as_str() {
            Some("bet") => {
                let bets = order.body["bets"].as_object().into_iter().flatten();
                spots.extend(bets.map(|(spot, _)| spot.clone()));
            }
            Some("insure") => {
                spots.insert("insurance".to_owned());
            }
            Some("light") => spots.extend(order.body["spot"].as_str().map(str::to_owned)),
            _ => {}
        }
    }
    spots
}

#[test]
fn a49_every_posting_of_each_sheet_is_met_by_a_scenario() {
    let mut met = Postings::new();
    for round in testkit::scenarios().expect("the files have no faults") {
        let bets = round.bets.values().flatten().map(|(spot, _)| spot.clone());
        let insured = round.choices().iter().any(|choice| choice.contains("insure"));
        let spots = bets.chain(insured.then(|| "insurance".to_owned())).collect();
        note(&round.head, &spots, &mut met);
    }
    for evening in testkit::floor::evenings().expect("the files have no faults") {
        note(&evening.head, &wagers(&evening), &mut met);
    }
    let all = games::GAMES.iter().flat_map(|game| choices(game.id, &game.file()));
    let never: Vec<String> = all.filter(|it| !met.contains(it)).collect();
    assert!(never.is_empty(), "no scenario posts\n{}", never.join("\n"));
}

/// What a table posts and its rules alone say: when the dealer pays by hand.
const SAID_ALONE: &str = ".settle";

/// Whether a head posts a setting so.
fn posts(head: &Head, key: &str, value: &str) -> bool {
    let is_chosen = head.settings.iter().any(|(chosen, _)| chosen == key);
    let game = posted(head).filter(|_| is_chosen).map(|(game, _)| game);
    let is_it = |game: &Game| game.settings.iter().any(|it| it.key == key && it.value == value);
    game.is_some_and(|game| is_it(&game))
}

/// The rules of a game as a table posts them.
fn told(file: &GameFile, set: &[(String, String)]) -> String {
    let game = file.game(None, set).expect("it can be posted");
    Book::of(&game, &game.profile(None, &[]).expect("it has decks and tables")).to_text()
}

/// A posting that nobody would miss is not proved: without its alternative some scenario that posts
/// it goes otherwise, or where no scenario can, the rules at the table say something else.
#[test]
fn a49_every_alternative_of_a_sheet_makes_a_difference() {
    let all = testkit::scenarios().expect("the files have no faults");
    let evenings = testkit::floor::evenings().expect("the files have no faults");
    let mut never = Vec::new();
    for game in games::GAMES {
        let whole = game.file().game(None, &[]).expect("no faults");
        let chosen = whole.settings.iter().flat_map(|setting| {
            setting.alternatives.iter().map(move |value| (&setting.key, value))
        });
        for (key, value) in chosen {
            if key.ends_with(SAID_ALONE) {
                let set = [(key.clone(), value.clone())];
                assert_ne!(told(&game.file(), &set), told(&game.file(), &[]), "{key} {value}");
                continue;
            }
            let is_so = |head: &Head| head.game == game.id && posts(head, key, value);
            let by_round = all.iter().filter(|it| is_so(&it.head)).any(|round| {
                let mut other = round.clone();
                other.head.settings.retain(|(chosen, _)| chosen != key);
                rounds::goes(round) && !rounds::goes(&other)
            });
            let by_evening = evenings.iter().filter(|it| is_so(&it.head)).any(|evening| {
                let mut other = evening.clone();
                other.head.settings.retain(|(chosen, _)| chosen != key);
                check(&other, Power::Stays, &mut Met::default()).is_err()
            });
            if !(by_round || by_evening) {
                never.push(format!("{}: {key} {value}", game.id));
            }
        }
    }
    assert!(never.is_empty(), "no scenario misses\n{}", never.join("\n"));
}
