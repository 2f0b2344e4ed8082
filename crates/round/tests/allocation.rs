//! A round asks the heap for nothing: not when it starts, not when it is dealt and
//! played, not when it is settled. The simulator's speed rests on that.

use allocation_counter::measure;
use cards::{ChaChaWords, Shoe};
use round::Round;
use rules::{Bets, Placed, Rules, SeatBets, Spot};
use strategy::Tally;

#[path = "../benches/strategy/mod.rs"]
mod strategy;

/// More than enough for splits, rescues, bonuses and shares of the meter to occur.
const ROUNDS: u32 = 5_000;

/// Seven seats with every wager of the game, so that every line can be paid.
fn everything(rules: &Rules) -> Placed {
    let mut bets = Bets::default();
    for (player, seat) in (0u8..).zip(&mut bets) {
        *seat = SeatBets::of_player(player);
        for (spot, cents) in [
            (Spot::Main, 1_000),
            (Spot::MatchUp, 500),
            (Spot::MatchDown, 500),
            (Spot::Progressive, 100),
        ] {
            seat.set(spot, cents);
        }
    }
    rules.accept(&bets).expect("the wagers are within the limits")
}

#[test]
fn rounds_and_their_settlement_allocate_nothing() {
    let rules = strategy::bahama_bonus();
    let placed = everything(&rules);
    let mut shoe = Shoe::new(rules.deck, rules.decks);
    let mut words = ChaChaWords::new([6; 32], 0);
    let mut tally = Tally::default();

    let heap = measure(|| {
        let mut round = Round::new(&placed);
        for _ in 0..ROUNDS {
            shoe.gather();
            round.restart();
            strategy::play(&mut round, &rules, &mut shoe, &mut words, &mut tally);
            round.settle_decided(&rules, |line| assert!(line.seat > 0));
            strategy::settle(&round, &rules, &mut tally);
        }
    });

    assert_eq!(heap.count_total, 0, "{} bytes came from the heap", heap.bytes_total);
    // The figure above says something only if the rounds did everything they can.
    assert!(tally.actions.iter().all(|&times| times > 0), "{tally:?}");
    assert!(tally.redoubles > 0 && tally.meter_shares > 0, "{tally:?}");
}

/// The counter itself works: it sees an allocation that is there.
#[test]
fn the_counter_sees_an_allocation() {
    let heap = measure(|| drop(std::hint::black_box(Box::new(7))));
    assert_eq!(heap.count_total, 1);
}
