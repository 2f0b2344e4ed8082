//! What the auditor does not settle.

use auditor::{Choice, Objection};

use crate::{card, round};

fn bet(game: &str, bets: &str) -> Objection {
    round(game).bets(bets).refused()
}

#[test]
fn terms_the_sheet_does_not_offer() {
    assert_eq!(round("faro").refused(), Objection::UnknownGame { game: "faro".to_owned() });
    let s17 = round("bahama-bonus").s17().refused();
    let offered = vec!["h17"];
    assert_eq!(s17, Objection::UnknownConfiguration { configuration: "s17".to_owned(), offered });
    let decks = round("players-edge-21").decks(8).refused();
    assert_eq!(decks, Objection::Decks { decks: 8, offered: &[6] });
    for game in ["bahamas-bonus", "wsgc-bahama-bonus"] {
        let table_3 = || round(game).paytable("match-down", "3");
        assert_eq!(
            table_3().decks(8).refused(),
            Objection::PayTableDecks { spot: "match-down", paytable: "3", decks: 8 }
        );
        assert_eq!(table_3().decks(5).refused(), Objection::NoBets);
    }
    let unknown = round("bahama-bonus").paytable("match-up", "1").refused();
    let offered = vec!["standard"];
    let (spot, paytable) = ("match-up".to_owned(), "1".to_owned());
    assert_eq!(unknown, Objection::UnknownPayTable { spot, paytable, offered });
    let meter = round("bahamas-bonus").meter("progressive", 1, 0, 0).refused();
    assert_eq!(meter, Objection::UnknownMeter { spot: "progressive".to_owned() });
    let meter = round("bahama-bonus").meter("progressive", 1, -1, 0).refused();
    assert_eq!(meter, Objection::MeterBelowZero { spot: "progressive".to_owned() });
}

#[test]
fn seats_and_spots() {
    assert_eq!(bet("bahama-bonus", "8 main 500"), Objection::NoSuchSeat { seat: 8 });
    assert_eq!(bet("bahama-bonus", "0 main 500"), Objection::NoSuchSeat { seat: 0 });
    assert_eq!(bet("bahama-bonus", "1 match-up 500"), Objection::MainMissing { seat: 1 });
    for spot in ["trilux", "insurance", "envy"] {
        let refused = bet("bahama-bonus", &format!("1 main 500 {spot} 100"));
        assert_eq!(refused, Objection::SpotNotOffered { seat: 1, spot: spot.to_owned() });
    }
}

#[test]
fn r_04_limits_and_steps() {
    for (game, min, max) in [
        ("bahama-bonus", 500, 50_000),
        ("bahamas-bonus", 100, 50_000),
        ("blackjack-bonus", 200, 1_000),
        ("wsgc-bahama-bonus", 500, 40_000),
        ("players-edge-21", 300, 50_000),
    ] {
        for amount in [min, max] {
            let allowed = bet(game, &format!("1 main {amount}"));
            assert_eq!(allowed, Objection::CardsMissing { given: 0 });
        }
        for amount in [min - 100, min - 1, max + 1, max + 100, 0, -500] {
            let refused = bet(game, &format!("1 main {amount}"));
            assert_eq!(refused, Objection::Limit { seat: 1, spot: "main", amount, min, max });
        }
        let refused = bet(game, "1 main 550");
        let step = Objection::Step { seat: 1, spot: "main", amount: 550, step: 100 };
        assert_eq!(refused, step);
    }
    let up = |amount| bet("bahama-bonus", &format!("1 main 1000 match-up {amount}"));
    let spot = "match-up";
    assert_eq!(up(150), Objection::CardsMissing { given: 0 });
    assert_eq!(up(125), Objection::Step { seat: 1, spot, amount: 125, step: 50 });
    let (min, max) = (100, 1000);
    assert_eq!(up(50), Objection::Limit { seat: 1, spot, amount: 50, min, max });
    assert_eq!(up(1050), Objection::Limit { seat: 1, spot, amount: 1050, min, max });
    // Where nothing ties Match to the main wager, the table maximum holds.
    let free = bet("wsgc-bahama-bonus", "1 main 1000 match-up 40000");
    assert_eq!(free, Objection::CardsMissing { given: 0 });
    let sensor = bet("players-edge-21", "1 main 1000 progressive-5 100");
    let (spot, min, max) = ("progressive-5", 500, 500);
    assert_eq!(sensor, Objection::Limit { seat: 1, spot, amount: 100, min, max });
}

#[test]
fn r_10_wagers_that_need_another() {
    for game in ["bahama-bonus", "players-edge-21"] {
        let refused = bet(game, "1 main 1000 match-down 100");
        let (spot, needs) = ("match-down", "match-up");
        assert_eq!(refused, Objection::Needs { seat: 1, spot, needs });
    }
    for game in ["bahamas-bonus", "wsgc-bahama-bonus"] {
        let refused = bet(game, "1 main 1000 super3 100");
        assert_eq!(refused, Objection::Needs { seat: 1, spot: "super3", needs: "trilux" });
        let allowed = bet(game, "1 main 1000 match-down 100");
        assert_eq!(allowed, Objection::CardsMissing { given: 0 });
    }
}

#[test]
fn a45_a_wsgc_round_has_one_set() {
    let bets = "1 main 1000 match-up 100, 2 main 1000 trilux 100";
    let (spot, with) = ("trilux", "match-up");
    assert_eq!(bet("wsgc-bahama-bonus", bets), Objection::NotTogether { seat: 2, spot, with });
    assert_eq!(bet("bahamas-bonus", bets), Objection::CardsMissing { given: 0 });
}

#[test]
fn r_03_a_seat_has_at_most_four_games() {
    let four = "1 main 1000 trilux 100 super3 100 progressive 100";
    assert_eq!(bet("wsgc-bahama-bonus", four), Objection::CardsMissing { given: 0 });
    let five = bet("wsgc-bahama-bonus", &format!("{four} match-up 100"));
    assert_eq!(five, Objection::TooManyGames { seat: 1, max: 4 });
    // 004 counts the games and sets no maximum.
    let five = "1 main 1000 match-up 100 match-down 100 progressive-1 100 progressive-5 500";
    assert_eq!(bet("players-edge-21", five), Objection::CardsMissing { given: 0 });
}

#[test]
fn cards_and_choices_that_do_not_fit() {
    let dealt =
        || round("bahama-bonus").bets("1 main 1000, 2 main 1000").cards("9s 9s 5h 7s 7s 9d");
    assert_eq!(
        dealt().choices("2 stand").refused(),
        Objection::WrongSeat { asked: 1, seat: 2, choice: Choice::Stand }
    );
    assert_eq!(
        dealt().choices("1 rescue").refused(),
        Objection::Illegal {
            seat: 1,
            choice: Choice::Rescue,
            legal: vec![Choice::Hit, Choice::Stand, Choice::Double, Choice::Surrender],
        }
    );
    assert_eq!(dealt().choices("1 stand, 2 stand").refused(), Objection::CardsMissing { given: 6 });
    assert_eq!(
        dealt().choices("1 surrender, 2 surrender, 2 stand").refused(),
        Objection::NotAsked { seat: 2, choice: Choice::Stand }
    );
    // Cards behind the round count too.
    let seven = dealt().cards("9s 9s 5h 7s 7s 9d Kc Kc 2c 2c 2c 2c 2c 2c 2c").refused();
    assert_eq!(seven, Objection::NotInShoe { card: card("2c") });
    let ten = dealt().cards("9s 9s 5h 7s 7s 9d Ts").refused();
    assert_eq!(ten.to_string(), "the shoe does not hold so many of Ts");
}
