//! Limits on bets and doubles, at their borders.

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

use rules::settings::DoubleLimit;
use rules::{
    Action, BetRefused, Bets, GameFile, MAX_SEATS, Origin, Position, Rules, SeatBets, Spot,
    double_adds, legal,
};

fn rules(game: &str, configuration: &str, set: &[(&str, &str)]) -> Rules {
    let text = match game {
        "wsgc" => include_str!("../../../games/wsgc-bahama-bonus.toml"),
        "bahama" => include_str!("../../../games/bahama-bonus.toml"),
        "players-edge" => include_str!("../../../games/players-edge-21.toml"),
        _ => panic!("no such game"),
    };
    let set: Vec<(String, String)> =
        set.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    let game = GameFile::read(text).game(Some(configuration), &set).unwrap();
    game.profile(None, &[]).unwrap().rules
}

fn seat_one(spots: &[(Spot, u32)]) -> Bets {
    let mut bets: Bets = [SeatBets::default(); MAX_SEATS];
    for &(spot, cents) in spots {
        bets[0].set(spot, cents);
    }
    bets
}

/// of all combinations of the six wagers exactly those with a main wager,
/// TriLux under Super 3, one set and at most four games are accepted.
#[test]
fn r_03_all_combinations_of_wagers() {
    let rules = rules("wsgc", "h17", &[]);
    let spots = [
        (Spot::Main, 1000),
        (Spot::MatchUp, 100),
        (Spot::MatchDown, 100),
        (Spot::Trilux, 100),
        (Spot::Super3, 100),
        (Spot::Progressive, 100),
    ];
    let mut accepted = 0;
    for mask in 1..1u32 << spots.len() {
        let chosen: Vec<(Spot, u32)> = (0..)
            .zip(spots)
            .filter(|(bit, _)| mask >> bit & 1 == 1)
            .map(|(_, spot)| spot)
            .collect();
        let has = |spot: Spot| chosen.iter().any(|&(of, _)| of == spot);
        let both = (has(Spot::MatchUp) || has(Spot::MatchDown))
            && (has(Spot::Trilux) || has(Spot::Super3));
        let right = has(Spot::Main)
            && (!has(Spot::Super3) || has(Spot::Trilux))
            && !both
            && chosen.len() <= 4;
        assert_eq!(rules.accept(&seat_one(&chosen)).is_ok(), right, "{chosen:?}");
        accepted += u32::from(right);
    }
    // Main alone or with a Match wager, both, TriLux, both TriLux: six, each with
    // or without the progressive.
    assert_eq!(accepted, 12);
}

/// where the sets do not exclude each other, the fifth game is refused.
#[test]
fn r_03_the_fifth_game_is_refused() {
    let rules = rules("wsgc", "h17", &[("trilux.set", "any"), ("super3.set", "any")]);
    let four =
        [(Spot::Main, 1000), (Spot::MatchUp, 100), (Spot::MatchDown, 100), (Spot::Trilux, 100)];
    assert!(rules.accept(&seat_one(&four)).is_ok());
    let five: Vec<(Spot, u32)> = four.into_iter().chain([(Spot::Progressive, 100)]).collect();
    assert_eq!(
        rules.accept(&seat_one(&five)).unwrap_err(),
        BetRefused::Games { seat: 1, games: 5, most: 4 }
    );
}

/// the single-wager limit binds to the cent, at each of its dated values.
#[test]
fn r_04_no_wager_above_the_single_wager_limit() {
    for (limit, dollars) in [("$300", 300), ("$400", 400), ("$500", 500)] {
        let rules = rules("wsgc", "h17", &[("single-wager-limit", limit)]);
        let most = dollars * 100;
        for spot in [Spot::Main, Spot::MatchUp] {
            let bets = |cents| match spot {
                Spot::Main => seat_one(&[(Spot::Main, cents)]),
                _ => seat_one(&[(Spot::Main, 1000), (spot, cents)]),
            };
            assert!(rules.accept(&bets(most)).is_ok());
            let code = |cents| rules.accept(&bets(cents)).unwrap_err().code();
            assert_eq!(
                (code(most - 1), code(most + 1), code(most + 100)),
                ("bet.step", "bet.limit", "bet.limit")
            );
        }
    }
}

fn doubles_offered(rules: &Rules, base: u32) -> (u8, u32) {
    let mut hand = Position {
        cards: 2,
        pair: false,
        doubles: 0,
        origin: Origin::Dealt,
        stake: base,
        hands: 1,
    };
    while legal(rules, &hand).has(Action::Double) {
        hand.stake += double_adds(rules, hand.stake).unwrap();
        hand.doubles += 1;
        hand.cards += 1;
    }
    (hand.doubles, hand.stake)
}

/// R-05 and A19: in Washington the total on a hand stays within $400, eight times at most.
#[test]
fn r_05_the_total_of_a_doubled_hand_stays_within_the_limit() {
    let rules = rules("wsgc", "h17", &[]);
    for dollars in 5..=400 {
        let (doubles, total) = doubles_offered(&rules, dollars * 100);
        let expected = match dollars {
            ..=50 => 3,
            51..=100 => 2,
            101..=200 => 1,
            _ => 0,
        };
        assert_eq!(doubles, expected, "${dollars}");
        assert_eq!(total, (dollars * 100) << doubles);
        assert!(total <= 40_000);
    }
}

/// the other two kinds of limit (A19).
#[test]
fn r_06_limits_per_wager_refuse_or_cut() {
    let bahama = rules("bahama", "h17", &[]);
    assert_eq!(bahama.double_limit, DoubleLimit::PerWager);
    for (dollars, doubles) in [(125, 3), (126, 2), (250, 2), (251, 1), (500, 1)] {
        assert_eq!(doubles_offered(&bahama, dollars * 100).0, doubles, "${dollars}");
    }
    let players_edge = rules("players-edge", "h17", &[]);
    for (dollars, total) in [(125, 1000), (126, 1004), (200, 1300), (300, 1600), (500, 2000)] {
        assert_eq!(doubles_offered(&players_edge, dollars * 100), (3, total * 100), "${dollars}");
    }
}

/// where the dealer stands on soft 17 a hand is doubled once.
#[test]
fn r_07_one_double_with_s17() {
    assert_eq!(doubles_offered(&rules("wsgc", "s17", &[]), 1000).0, 1);
    assert_eq!(doubles_offered(&rules("wsgc", "h17", &[]), 1000).0, 3);
}
