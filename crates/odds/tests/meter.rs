//! The meter's formulas against laws worked out step by step.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use cards::{Counts, Deck};
use odds::meter::{Plan, Report, rational_f64};
use odds::{Analysis, Fraction, winners};
use rules::settings::{FromMeter, Policy};
use rules::{Game, Spot};

fn wsgc() -> Game {
    testkit::file("wsgc-bahama-bonus").game(None, &[]).unwrap()
}

fn plan() -> Plan {
    Plan {
        seed: 2_500_000,
        contribution: Fraction::new(10, 100),
        reserve: Fraction::new(2, 100),
        policy: Policy::InTurn,
        from_meter: FromMeter::PercentagesOnly,
        tables: 2,
        seats: 5,
        rounds_per_hour: 60,
        hours_per_day: 10,
    }
}

/// The expected meter at the hit, summed wager by wager until hardly any chance is left.
#[test]
fn the_meter_at_a_hit_is_the_sum_over_all_wagers() {
    let game = wsgc();
    for id in ["1", "3"] {
        let chosen = [("progressive".to_owned(), id.to_owned())];
        let analysis = Analysis::of(&game, 6, &chosen, &[]).unwrap();
        let wager = &analysis.progressive[0];
        let table =
            &game.tables_of(Spot::Progressive).iter().find(|named| named.id == id).unwrap().table;
        let report = Report::of(wager, table, &analysis.counts, &plan());
        let top = wager.top().to_f64();
        let tenth = wager
            .levels
            .iter()
            .find(|level| level.share == 10)
            .map_or(0.0, |level| level.probability.to_f64());
        let (mut meter, mut alive, mut expected) = (report.restart.to_f64(), 1.0, 0.0);
        while alive > 1e-14 {
            meter += 10.0;
            expected += alive * top * meter;
            meter *= 1.0 - 0.1 * tenth / (1.0 - top);
            alive *= 1.0 - top;
        }
        let found = report.meter_at_hit.to_f64();
        assert!((found / expected - 1.0).abs() < 1e-6, "table {id}: {found} against {expected}");
    }
}

/// Every law of winners is one, and its mean is the number of seats times the
/// probability of one: expectations add whether or not seats are independent.
#[test]
fn the_law_of_winners_has_the_right_mean() {
    let game = wsgc();
    for named in game.tables_of(Spot::Progressive) {
        for decks in [5, 6, 8] {
            let counts = Counts::of(Deck::FortyEight, decks);
            let chosen = [("progressive".to_owned(), named.id.clone())];
            let top = Analysis::of(&game, decks, &chosen, &[]).unwrap().progressive[0].top();
            for seats in 1..=7u8 {
                let law = winners(&counts, &named.table, seats);
                let one = Fraction::ONE.to_ratio();
                let zero = Fraction::ZERO.to_ratio();
                assert_eq!(law.iter().fold(zero.clone(), |sum, part| sum + part), one);
                let mean = law.iter().zip(0i128..).fold(zero, |sum, (part, count)| {
                    sum + part * Fraction::whole(count).to_ratio()
                });
                assert_eq!(mean, (top * Fraction::whole(seats.into())).to_ratio());
            }
        }
    }
}

/// Seats share the dealer's cards, so two winners are far likelier than chance alone.
#[test]
fn winners_come_together() {
    let game = wsgc();
    let table = &game.tables_of(Spot::Progressive)[0].table;
    let law = winners(&Counts::of(Deck::FortyEight, 6), table, 2);
    let one = rational_f64(&law[1]) / 2.0;
    assert!(rational_f64(&law[2]) > 10.0 * one * one);
}

/// A seed costs the same shared or in turn at one seat, less when shared by several.
#[test]
fn sharing_saves_reseeds() {
    let game = wsgc();
    let analysis = Analysis::of(&game, 6, &[], &[]).unwrap();
    let table = &game.tables_of(Spot::Progressive)[0].table;
    let cost = |policy, seats| {
        let plan = Plan { policy, seats, ..plan() };
        Report::of(&analysis.progressive[0], table, &analysis.counts, &plan).seed_cost
    };
    assert_eq!(cost(Policy::Share, 1), cost(Policy::InTurn, 1));
    assert!(cost(Policy::Share, 7) < cost(Policy::InTurn, 7));
}

/// A meter that pays everything: it grows only if the contribution beats the fixed
/// pays, and the bound on running dry falls with the seed.
#[test]
fn the_bound_on_running_dry() {
    let game = wsgc();
    let analysis = Analysis::of(&game, 6, &[], &[]).unwrap();
    let table = &game.tables_of(Spot::Progressive)[0].table;
    let dry = |contribution, seed| {
        let contribution = Fraction::new(contribution, 100);
        let plan = Plan { from_meter: FromMeter::All, contribution, seed, ..plan() };
        Report::of(&analysis.progressive[0], table, &analysis.counts, &plan).dry.unwrap()
    };
    assert_eq!(dry(50, 500_000), 1.0);
    assert!(dry(70, 100_000) < dry(70, 20_000));
    assert!(dry(80, 20_000) < dry(70, 20_000));
    assert!(dry(70, 20_000) < 1.0);
}
