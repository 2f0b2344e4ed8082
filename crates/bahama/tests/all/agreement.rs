//! Two witnesses: the engine and the auditor settle the same random rounds to the
//! cent, line by line.

use std::collections::BTreeSet;

use auditor::Account;
use bahama::library::{Choice, Library};
use bahama::settle::{Answer, Settler};
use games::GameText;
use round::{LineSpot, Reason};
use rules::{Class, Spot, Word};
use testkit::{Dice, Games, RandomRound, every_game, rounds};

/// The rounds per game: 1,000,000 in `cargo xtask prove`.
fn agree(game: &GameText) {
    let id = game.id;
    let library = Library::default();
    let mut settler = Settler::new(&library);
    let games = Games::of(game);
    let mut seen: BTreeSet<(LineName, Option<Class>)> = BTreeSet::new();
    let count = rounds(2_000, 20_000, 1_000_000);
    for seed in 0..count {
        let random = RandomRound::play(&games, &mut Dice::new(seed));
        let document = random.document().to_string();
        let engine = settler.settle(&document);
        let auditor = auditor::audit(&random.case());
        match (engine, auditor) {
            (Ok(engine), Ok(auditor)) => {
                let difference = compare(&engine, &auditor);
                assert!(
                    difference.is_none(),
                    "seed {seed}: {}\n{document}",
                    difference.unwrap_or_default()
                );
                seen.extend(
                    engine.lines.iter().map(|line| (line.spot.to_string(), class(&line.reason))),
                );
            }
            (Err(refusal), _) => panic!("seed {seed}: the engine refuses: {refusal}\n{document}"),
            (_, Err(objection)) => {
                panic!("seed {seed}: the auditor objects: {objection}\n{document}")
            }
        }
    }
    let missed: Vec<_> = expected(&library, id).difference(&seen).cloned().collect();
    assert!(count < 20_000 || missed.is_empty(), "never met in {count} rounds: {missed:?}");
    println!("{id}: {count} rounds agree, {} kinds of line met", seen.len());
}

type LineName = String;

fn class(reason: &Reason) -> Option<Class> {
    match reason {
        Reason::Class { class, .. } | Reason::TwentyOne { class, .. } => Some(*class),
        _ => None,
    }
}

/// Every class of every pay table of the game, and its prizes: random play that
/// never met one of them would prove nothing about it.
fn expected(library: &Library, id: &str) -> BTreeSet<(LineName, Option<Class>)> {
    let game = library.game(&Choice { game: id.to_owned(), ..Choice::default() }).unwrap();
    let mut all = BTreeSet::new();
    for (spot, tables) in &game.tables {
        for (class, _) in tables.iter().flat_map(|named| named.table.lines()) {
            all.insert((spot.to_string(), Some(class)));
        }
    }
    if let Some(bonus) = &game.rules().bonus_21 {
        let classes =
            bonus.table.lines().map(|(class, _)| class).filter(|&class| class != Class::Other21);
        all.extend(classes.map(|class| (Spot::Main.word().to_owned(), Some(class))));
    }
    if game.rules().special_bonus.is_some() {
        all.extend([LineSpot::SpecialBonus, LineSpot::Envy].map(|spot| (spot.to_string(), None)));
    }
    all
}

fn compare(engine: &Answer, auditor: &Account) -> Option<String> {
    let engine_lines: Vec<_> = engine
        .lines
        .iter()
        .map(|line| (line.seat, line.spot.to_string(), line.hand, line.staked, line.returned))
        .collect();
    let auditor_lines: Vec<_> = auditor
        .lines
        .iter()
        .map(|line| (line.seat, line.spot.clone(), line.hand, line.staked, line.returned))
        .collect();
    let meters = |what: &str| match what {
        "engine" => engine
            .meters
            .iter()
            .map(|(spot, meter)| {
                let (shown, reserve) = (meter.pot.shown(), meter.pot.reserve.money());
                (spot.to_string(), shown.in_cents(), reserve.in_cents())
            })
            .collect::<Vec<_>>(),
        _ => auditor
            .meters
            .iter()
            .map(|(spot, meter)| (spot.clone(), meter.meter, meter.reserve))
            .collect(),
    };
    let checks = [
        (engine_lines == auditor_lines, format!("lines\n{engine_lines:?}\n{auditor_lines:?}")),
        (engine.dealer == auditor.dealer, "the dealer's cards".to_owned()),
        (engine.dealer_total() == auditor.dealer_total, "the dealer's total".to_owned()),
        (engine.cards_used == auditor.cards_used, "the cards used".to_owned()),
        (
            meters("engine") == meters("auditor"),
            format!("meters\n{:?}\n{:?}", meters("engine"), meters("auditor")),
        ),
    ];
    checks.into_iter().find(|(same, _)| !same).map(|(_, what)| what)
}

#[test]
fn r_15_every_game_is_settled_alike() {
    every_game(agree);
}

/// The auditor lists its sheets by itself; it must have one for every game, and no other.
#[test]
fn r_15_the_auditor_has_the_sheet_of_every_game() {
    let games: BTreeSet<&str> = games::GAMES.iter().map(|game| game.id).collect();
    assert_eq!(auditor::games().collect::<BTreeSet<&str>>(), games);
}
