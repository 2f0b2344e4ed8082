//! Splits: order, aces, and what split hands lose.

use auditor::Choice;

use crate::round;

#[test]
fn a41_a_resplit_hand_moves_the_later_ones_up() {
    // 8-8 split: 8s+8c, 8d+3d. Split again: 8s+2c, 8c+9h, 8d+3d.
    let account = round("bahama-bonus")
        .bets("1 main 1000")
        .cards("8s 6h 8d Kc 8c 3d 2c 9h Kd Ks 5c")
        .choices("1 split, 1 split, 1 double, 1 stand, 1 stand, 1 hit")
        .pays("1 main/1 2000 0, 1 main/2 1000 0, 1 main/3 1000 2000");
    assert_eq!((account.dealer_total, account.cards_used), (21, 11));
}

#[test]
fn a_seat_has_at_most_four_hands() {
    let play = [Choice::Hit, Choice::Stand, Choice::Double];
    let split = [Choice::Hit, Choice::Stand, Choice::Double, Choice::Split];
    let dealt = || round("bahama-bonus").bets("1 main 1000").cards("8s 6h 8d Kc 8c 8h 8s 8d 8c 8h");
    dealt().choices("1 split, 1 split").asks(1, &split);
    dealt().choices("1 split, 1 split, 1 split").asks(1, &play);
}

#[test]
fn a13_jack_and_queen_are_a_pair_and_a15_their_21_is_no_natural() {
    round("bahama-bonus")
        .bets("1 main 1000")
        .cards("Js 6h Qd Kc As 9d Kd")
        .choices("1 split, 1 stand")
        .pays("1 main/1 1000 2000, 1 main/2 1000 2000");
}

#[test]
fn wsgc_5_c_split_aces_get_one_card_but_may_be_split_again() {
    let dealt =
        || round("wsgc-bahama-bonus").bets("1 main 1000").cards("As 6h Ad Kc Ac 5d 2c 9c Kd");
    dealt().choices("1 split").asks(1, &[Choice::Stand, Choice::Split]);
    // Stand: A-A and A-5 against 6-K-2.
    dealt().choices("1 split, 1 stand").pays("1 main/1 1000 0, 1 main/2 1000 0");
    // Split, A-5 (nothing is asked) against 6-K-K.
    dealt()
        .choices("1 split, 1 split")
        .pays("1 main/1 1000 2000, 1 main/2 1000 2000, 1 main/3 1000 2000");
}

#[test]
fn ruling_002_split_aces_get_one_card_and_nothing_more() {
    round("blackjack-bonus")
        .bets("1 main 1000")
        .cards("As 6h Ad Kc Ac Kd 5s")
        .choices("1 split")
        .pays("1 main/1 1000 0, 1 main/2 1000 1000");
}

#[test]
fn split_aces_are_played_on_where_the_sheet_says_so() {
    let all = [Choice::Hit, Choice::Stand, Choice::Double, Choice::Split];
    for game in ["bahama-bonus", "bahamas-bonus", "players-edge-21"] {
        round(game).bets("1 main 1000").cards("As 6h Ad Kc Ac 5d").choices("1 split").asks(1, &all);
    }
}

#[test]
fn a10_001_has_no_rescue_after_a_split() {
    let dealt = |game| round(game).bets("1 main 1000").cards("8s 6h 8d Kc 2c 9h 2d 2h 3s");
    dealt("bahamas-bonus").choices("1 split, 1 double").asks(1, &[Choice::Stand, Choice::Double]);
    // After the last double of the first hand the second is asked at once.
    let second = [Choice::Hit, Choice::Stand, Choice::Double];
    dealt("bahamas-bonus").choices("1 split, 1 double, 1 double, 1 double").asks(1, &second);
    dealt("bahamas-bonus").s17().choices("1 split, 1 double").asks(1, &second);
    dealt("bahama-bonus")
        .choices("1 split, 1 double")
        .asks(1, &[Choice::Stand, Choice::Double, Choice::Rescue]);
}
