//! Schedules: whatever breaks, nothing that was answered is lost (L-13, L-09, L-10).
#![allow(clippy::unwrap_used)]

use soak::{Games, Report, run};
use table::MATRIX;
use testkit::{GAMES, rounds};

fn games() -> Games {
    Games::read(GAMES.iter().map(|(_, text)| *text)).unwrap()
}

/// The length of a schedule: most are short, some outlast a shoe.
fn steps(seed: u64) -> u64 {
    if seed.is_multiple_of(25) { 1_500 } else { 150 }
}

/// Every code a table refuses with, besides those it cannot meet here.
const CODES: &str = "role.denied version.stale version.ahead id.reused table.closed table.open \
    table.dealing table.private seat.unknown seat.taken seat.not-yours seat.empty seat.in-round \
    seat.none chips.staff chips.buy-in chips.short tray.short amount.none bet.closed round.none \
    round.running bet.seat bet.spot bet.limit bet.step bet.requires act.turn act.illegal \
    cut.closed cut.place turn.closed duty.off duty.taken duty.supervisor duty.player \
    reason.missing clock.early clock.none shoe.good link.stopped card.level";

/// Every event.
const EVENTS: &str = "posted opened closed on-duty off-duty seated left bought-in cashed-out filled \
    credited shoe-committed cut-asked shoe-cut cut-card shoe-opened betting-opened bet-placed \
    betting-closes ready started dealt insurance-asked insured peeked asked acted turn-asked \
    hole-turned paid ended voided";

#[test]
fn l_13_every_schedule_keeps_its_promises() {
    let games = games();
    let schedules = rounds(60, 500, 10_000);
    let mut report = Report::default();
    for seed in 0..schedules {
        match run(&games, seed, steps(seed)) {
            Ok(one) => report.add(&one),
            Err(failure) => panic!("{failure}"),
        }
    }
    println!("{}", serde_json::to_string_pretty(&report).unwrap());
    if schedules < 500 {
        return;
    }
    let missed = |all: &str, met: &std::collections::BTreeMap<String, u64>| -> Vec<String> {
        all.split_whitespace().filter(|word| !met.contains_key(*word)).map(str::to_owned).collect()
    };
    assert_eq!(missed(CODES, &report.refused), Vec::<String>::new(), "refusals never met");
    assert_eq!(missed(EVENTS, &report.events), Vec::<String>::new(), "events never met");
    let of_tables = MATRIX.iter().filter(|(kind, _)| !kind.is_of_link()).count();
    assert_eq!(report.commands.len(), of_tables, "{:?}", report.commands);
    let counts = [
        report.malformed,
        report.copies,
        report.lost,
        report.again,
        report.asked_store,
        report.outcomes,
        report.unknown,
        report.voids,
        report.rebuilt,
        report.restored,
        report.rounds_continued,
        report.group_commits,
        report.reconnects,
        report.clock_jumps,
        report.took_link,
        report.waited_for_link,
        report.pairs_in_doubt,
        report.awards,
    ];
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

#[test]
fn l_13_one_number_reproduces_a_schedule() {
    let games = games();
    for seed in [3, 1_000_003] {
        assert_eq!(run(&games, seed, 200), run(&games, seed, 200));
    }
    assert_ne!(run(&games, 3, 200), run(&games, 4, 200));
}
