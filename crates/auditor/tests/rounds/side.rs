//! Match, TriLux, Super 3, the three-card bonus and Bonus 7's.

use crate::round;

#[test]
fn a29_every_match_pays_its_own_odds() {
    // Up 8s, hole 8d: against 8s-8h the up-card pays 9+4, the hole card 4+4.
    let bets = "1 main 1000 match-up 200 match-down 100";
    let dealt = |game| round(game).bets(bets).cards("8s 8s 8h 8d Kc").choices("1 stand");
    for game in ["bahama-bonus", "players-edge-21", "bahamas-bonus", "wsgc-bahama-bonus"] {
        dealt(game).pays("1 main/1 1000 2000, 1 match-up 200 2800, 1 match-down 100 900");
    }
    for game in ["bahamas-bonus", "wsgc-bahama-bonus"] {
        dealt(game)
            .paytable("match-up", "2")
            .paytable("match-down", "3")
            .pays("1 main/1 1000 2000, 1 match-up 200 3200, 1 match-down 100 700");
    }
}

#[test]
fn a29_a_jack_does_not_match_a_queen() {
    round("bahama-bonus")
        .bets("1 main 1000 match-up 200")
        .cards("Js Qs 9s 7d")
        .choices("1 stand")
        .pays("1 main/1 1000 2000, 1 match-up 200 0");
}

#[test]
fn side_wagers_are_settled_against_a_dealers_natural() {
    round("bahama-bonus")
        .bets("1 main 1000 match-up 200 match-down 200")
        .cards("As Ah Kd Kd")
        .choices("1 no")
        .pays("1 main/1 1000 2500, 1 match-up 200 1000, 1 match-down 200 2000");
}

fn trilux(trilux: &str, super_3: &str, cards: &str, lines: &str) {
    for game in ["bahamas-bonus", "wsgc-bahama-bonus"] {
        round(game)
            .bets("1 main 1000 trilux 500 super3 150")
            .paytable("trilux", trilux)
            .paytable("super3", super_3)
            .cards(cards)
            .choices("1 surrender")
            .pays(&format!("1 main/1 1000 500, {lines}"));
    }
}

#[test]
fn a31_the_mini_royal_is_tri_04s_alone() {
    for (table, returned) in [("TRI-01", 4500), ("TRI-03", 18000), ("TRI-04", 50500)] {
        round("wsgc-bahama-bonus")
            .bets("1 main 1000 trilux 500 super3 500")
            .paytable("trilux", table)
            .paytable("super3", "SUP-02")
            .cards("As Qs Ks 5c")
            .pays(&format!("1 main/1 1000 2500, 1 trilux 500 {returned}, 1 super3 500 75500"));
    }
    // Unsuited, it is a straight.
    round("wsgc-bahama-bonus")
        .bets("1 main 1000 trilux 500")
        .paytable("trilux", "TRI-04")
        .cards("As Qd Ks 5c")
        .pays("1 main/1 1000 2500, 1 trilux 500 5000");
}

#[test]
fn a32_nine_jack_queen_is_a_straight_and_king_ace_two_is_not() {
    trilux("TRI-03", "SUP-01", "9s Jd Qs 5c", "1 trilux 500 5500, 1 super3 150 0");
    trilux("TRI-03", "SUP-01", "9s Js Qs 5c", "1 trilux 500 18000, 1 super3 150 18900");
    trilux("TRI-04", "SUP-02", "8s Jd 9s 5c", "1 trilux 500 5000, 1 super3 150 0");
    // The dealer shows the king or the two, so that nobody has a natural.
    trilux("TRI-03", "SUP-01", "As Kd 2s 5c", "1 trilux 500 0, 1 super3 150 0");
    trilux("TRI-03", "SUP-01", "As Ks 2s 5c", "1 trilux 500 2500, 1 super3 150 0");
}

#[test]
fn a30_a_pair_loses_and_suited_trips_are_trips() {
    trilux("TRI-01", "SUP-01", "9s 9d 8s 5c", "1 trilux 500 0, 1 super3 150 0");
    trilux("TRI-01", "SUP-01", "9s 9s 9s 5c", "1 trilux 500 4500, 1 super3 150 37650");
    trilux("TRI-03", "SUP-02", "9s 9s 9s 5c", "1 trilux 500 13000, 1 super3 150 33900");
    trilux("TRI-04", "SUP-02", "9s 9s 9d 5c", "1 trilux 500 10500, 1 super3 150 11400");
    trilux("TRI-01", "SUP-01", "9s 3s 5s 5c", "1 trilux 500 4500, 1 super3 150 0");
}

#[test]
fn poker_bonus_002() {
    for (cards, returned) in [
        ("9s 9s 9s", 10100),
        ("9s Js Ts", 3100),
        ("9s 9h 9s", 2100),
        ("9s Jd Ts", 800),
        ("9s Js 3s", 500),
        ("9s 9d 3s", 0),
        ("9s Jd Qs", 0),
    ] {
        // With a king in the hole the dealer has one point more, or several.
        round("blackjack-bonus")
            .bets("1 main 200 three-card 100")
            .cards(&format!("{cards} Kd"))
            .choices("1 stand")
            .pays(&format!("1 main/1 200 0, 1 three-card 100 {returned}"));
    }
}

fn bonus_sevens(cards: &str, choices: &str, returned: i64) {
    let account = round("blackjack-bonus").bets("1 main 200 bonus-7s 100").cards(cards);
    let account = if choices.is_empty() { account } else { account.choices(choices) };
    let account = auditor::audit(&account.0).expect("the round fits");
    let line = account.lines.iter().find(|line| line.spot == "bonus-7s").expect("a line");
    assert_eq!((line.staked, line.returned), (100, returned), "{cards}");
}

#[test]
fn bonus_sevens_take_the_third_card_of_the_first_hand() {
    // Up 9h, hole 8c: the dealer stands on 17.
    bonus_sevens("7s 9h 7d 8c 7h Kc", "1 split, 1 stand, 1 stand", 25100);
    bonus_sevens("7s 9h 7s 8c 7s Kc", "1 split, 1 stand, 1 stand", 50100);
    // The second hand's seven does not count.
    bonus_sevens("7s 9h 7s 8c Kc 7s", "1 split, 1 stand, 1 stand", 10100);
    bonus_sevens("7s 9h 7d 8c 7h", "1 hit", 25100);
    bonus_sevens("7s 9h 7d 8c 7h", "1 double", 25100);
    // Two of three in one suit are not suited.
    bonus_sevens("7s 9h 7s 8c 7h", "1 hit", 25100);
    bonus_sevens("7s 9h 7s 8c 2h", "1 hit, 1 stand", 10100);
    bonus_sevens("7s 9h 7d 8c 7h", "1 stand", 5100);
    bonus_sevens("7s 9h 7s 8c 7h", "1 stand", 10100);
    bonus_sevens("7s 9h 8s 8c 7h", "1 stand", 400);
    bonus_sevens("7s 9h 8s 8c 6h", "1 hit", 400);
    // The first card must be a seven.
    bonus_sevens("8s 9h 7s 8c 7s", "1 hit", 0);
    // A dealer's natural leaves no third card.
    bonus_sevens("7s Ah 7d Kc 7h", "1 no", 5100);
    bonus_sevens("7s Kh 7s Ac 7h", "", 10100);
}
