//! Figures other people published, to the digits they printed.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use cards::{Counts, Deck};
use odds::ways::{self, ThirdCard};
use odds::{Fraction, ProgressiveWager, SideWager, special_bonus};
use rules::{Class, Game, Pay, PayTable, Spot};

fn game(id: &str) -> Game {
    testkit::file(id).game(None, &[]).unwrap()
}

fn side(game: &Game, spot: Spot, id: &str, decks: u8) -> SideWager {
    let named = game.tables_of(spot).iter().find(|named| named.id == id).unwrap();
    let deck = game.rules().deck;
    SideWager::with_cards(spot, id, &named.table, &Counts::of(deck, decks), deck).unwrap()
}

/// M6: Match, six decks, 9 suited, 4 unsuited.
#[test]
fn m6_match() {
    let wager = side(&game("wsgc-bahama-bonus"), Spot::MatchUp, "1", 6);
    assert_eq!((wager.ev.num(), wager.ev.den()), (-114, 3731));
    assert_eq!(format!("{:.5}", wager.house_edge().to_f64()), "0.03055");
    assert_eq!(format!("{:.5}", wager.hit_rate.to_f64()), "0.15411");
    assert_eq!(format!("{:.4}", wager.sd()), "2.4476");
}

/// Match table 3 with eight decks gives the player 0.67 %.
#[test]
fn match_3_with_eight_decks() {
    let wager = side(&game("wsgc-bahama-bonus"), Spot::MatchUp, "3", 8);
    assert_eq!(format!("{:.4}", wager.ev.to_f64()), "0.0067");
}

/// M7: the counts of 21+3 with six 52-card decks.
#[test]
fn m7_three_cards() {
    let ways = ways::three_card(&Counts::of(Deck::FiftyTwo, 6), Deck::FiftyTwo);
    assert_eq!(ways.total(), 5_013_320);
    assert_eq!(ways.of(Class::StraightFlush) + ways.of(Class::MiniRoyal), 10_368);
    assert_eq!(ways.of(Class::Trips) + ways.of(Class::SuitedTrips), 26_312);
    assert_eq!(ways.of(Class::Straight), 155_520);
    assert_eq!(ways.of(Class::Flush), 292_896);
}

/// M7: 21+3 pays 9 to 1 on all four.
#[test]
fn m7_21_plus_3() {
    let deck = Deck::FiftyTwo;
    let ways = ways::three_card(&Counts::of(deck, 6), deck);
    let mut table = PayTable::losing(rules::Kind::ThreeCard);
    for &class in &rules::Kind::ThreeCard.classes()[..6] {
        table.set(class, "9 to 1".parse().unwrap());
    }
    let wager = SideWager::of(Spot::ThreeCard, "21+3", &table, &ways);
    assert_eq!(format!("{:.6}", wager.house_edge().to_f64()), "0.032386");
}

fn super_sevens(third_card: ThirdCard) -> SideWager {
    let ways = ways::sevens(&Counts::of(Deck::FiftyTwo, 6), third_card);
    let mut table = PayTable::losing(rules::Kind::Sevens);
    for (class, pay) in [
        (Class::OneSeven, "3 to 1"),
        (Class::TwoSevens, "50 to 1"),
        (Class::TwoSuitedSevens, "100 to 1"),
        (Class::ThreeSevens, "500 to 1"),
        (Class::ThreeSuitedSevens, "5000 to 1"),
    ] {
        table.set(class, pay.parse::<Pay>().unwrap());
    }
    SideWager::of(Spot::Bonus7s, "super sevens", &table, &ways)
}

/// M8: Super Sevens with a third card for every pair.
#[test]
fn m8_super_sevens() {
    let wager = super_sevens(ThirdCard::Always);
    assert_eq!(format!("{:.4}", wager.house_edge().to_f64()), "0.1140");
    assert_eq!(format!("{:.1}", wager.sd()), "22.8");
}

/// M9: without a third card on a dealer's natural.
#[test]
fn m9_super_sevens_without_a_third_card_on_a_natural() {
    let wager = super_sevens(ThirdCard::UnlessDealerNatural);
    assert_eq!(format!("{:.3}", wager.house_edge().to_f64()), "0.126");
}

/// M16: suited 7-7-7 on the first three cards against a seven.
#[test]
fn m16_special_bonus() {
    for (decks, one_in) in [(6, 668_382.0), (8, 549_188.0)] {
        let found = special_bonus(&Counts::of(Deck::FortyEight, decks)).inverse().to_f64();
        assert_eq!(found.round(), one_in);
    }
}

/// The progressive figures of the interface document.
#[test]
fn the_progressive_of_the_interface() {
    let wager =
        ProgressiveWager::of(side(&game("wsgc-bahama-bonus"), Spot::Progressive, "1", 6), 100);
    assert_eq!(format!("{:.8}", wager.fixed_return.to_f64()), "0.53683928");
    assert_eq!(format!("{:.2e}", wager.top().to_f64()), "4.23e-5");
    assert_eq!(format!("{:.0}", wager.break_even_meter().unwrap().to_f64()), "1094433");
    assert_eq!(wager.return_at(0), wager.fixed_return);
    assert_eq!(
        wager.fixed_return + wager.meter_share() * Fraction::whole(10_000),
        wager.return_at(1_000_000)
    );
}
