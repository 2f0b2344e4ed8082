//! When the dealer draws (A44), and how.

use crate::round;

#[test]
fn a44_the_hole_card_is_turned_but_nothing_drawn_for_decided_hands() {
    // Bust, surrendered, natural, 21 by hit; Match-Down still reads the hole card.
    let account = round("bahama-bonus")
        .bets("1 main 1000 match-up 200 match-down 200, 2 main 1000, 3 main 1000, 4 main 1000")
        .cards("Ks 9d As 6d 5h 6s 6c Kd 5s 6d Kc Kh 2d")
        .choices("1 hit, 2 surrender, 4 hit")
        .pays(
            "4 main/1 1000 2000, 3 main/1 1000 2500, 2 main/1 1000 500, \
             1 main/1 1000 0, 1 match-up 200 0, 1 match-down 200 1000",
        );
    assert_eq!((account.dealer_total, account.cards_used), (11, 12));
}

#[test]
fn a44_one_open_hand_makes_the_dealer_draw() {
    let account = round("bahama-bonus")
        .bets("1 main 1000, 2 main 1000")
        .cards("As 9d 5h Kd Kc 6d Kh")
        .choices("2 stand")
        .pays("2 main/1 1000 0, 1 main/1 1000 2500");
    assert_eq!((account.dealer_total, account.cards_used), (21, 7));
}

#[test]
fn a44_in_002_a_21_is_open_and_a_natural_is_not() {
    let open = round("blackjack-bonus")
        .bets("1 main 1000")
        .cards("6s 5h 5d 6d Ts Kh")
        .choices("1 hit")
        .pays("1 main/1 1000 1000");
    assert_eq!(open.cards_used, 6);
    let decided = round("blackjack-bonus")
        .bets("1 main 1000")
        .cards("As 5h Td 6d")
        .pays("1 main/1 1000 2500");
    assert_eq!((decided.dealer_total, decided.cards_used), (11, 4));
}

#[test]
fn soft_17_is_hit_or_stood_on() {
    let dealt = || {
        round("wsgc-bahama-bonus").bets("1 main 1000").cards("9s 6h 9d Ac 4c").choices("1 stand")
    };
    assert_eq!(dealt().pays("1 main/1 1000 0").dealer_total, 21);
    assert_eq!(dealt().s17().pays("1 main/1 1000 2000").dealer_total, 17);
    // A hard 17 with an ace stands in both.
    let hard = || {
        round("wsgc-bahama-bonus").bets("1 main 1000").cards("9s 6h 9d Kc Ac").choices("1 stand")
    };
    assert_eq!(hard().pays("1 main/1 1000 2000").dealer_total, 17);
    assert_eq!(hard().s17().pays("1 main/1 1000 2000").cards_used, 5);
}

#[test]
fn a_bust_dealer_pays_every_open_hand() {
    round("bahama-bonus")
        .bets("1 main 1000, 2 main 1000")
        .cards("9s 9d 6h 3d 9h Kc Kh")
        .choices("1 stand, 2 stand")
        .pays("2 main/1 1000 2000, 1 main/1 1000 2000");
}
