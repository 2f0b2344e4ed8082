//! Doubles, their limits, and the rescue.

use auditor::{Choice, Objection};

use crate::round;

const AGAIN: [Choice; 3] = [Choice::Stand, Choice::Double, Choice::Rescue];
const LAST: [Choice; 2] = [Choice::Stand, Choice::Rescue];

/// 2-3 against 9-8, and small cards behind.
const SMALL: &str = "2s 9h 3d 8c 2c 2d 3c";

#[test]
fn a9_rescue_takes_back_exactly_what_the_last_double_added() {
    let dealt = || round("bahama-bonus").bets("1 main 1000").cards(SMALL);
    dealt().choices("1 double, 1 rescue").pays("1 main/1 2000 1000");
    dealt().choices("1 double, 1 double, 1 rescue").pays("1 main/1 4000 2000");
    let account =
        dealt().choices("1 double, 1 double, 1 double, 1 rescue").pays("1 main/1 8000 4000");
    // A44: the hole card is turned, and nothing is drawn.
    assert_eq!((account.dealer_total, account.cards_used), (17, 7));
}

#[test]
fn a9_rescue_after_doubles_for_less() {
    // 004 8.a at $300: 300, then 500 instead of 600, then 500 instead of 1200.
    let dealt = || round("players-edge-21").bets("1 main 30000").cards(SMALL);
    dealt().choices("1 double, 1 rescue").pays("1 main/1 60000 30000");
    dealt().choices("1 double, 1 double, 1 rescue").pays("1 main/1 110000 50000");
    dealt().choices("1 double, 1 double, 1 double, 1 rescue").pays("1 main/1 160000 50000");
    dealt().choices("1 double, 1 double, 1 double, 1 stand").pays("1 main/1 160000 0");
}

#[test]
fn a43_after_the_last_double_stand_and_rescue_are_asked() {
    let dealt = || round("bahama-bonus").bets("1 main 1000").cards(SMALL);
    dealt().choices("1 double").asks(1, &AGAIN);
    dealt().choices("1 double, 1 double").asks(1, &AGAIN);
    dealt().choices("1 double, 1 double, 1 double").asks(1, &LAST);
    // A20: never a hit after a double.
    assert_eq!(
        dealt().choices("1 double, 1 hit").refused(),
        Objection::Illegal { seat: 1, choice: Choice::Hit, legal: AGAIN.to_vec() }
    );
}

#[test]
fn r_07_s17_has_one_double() {
    for game in ["bahamas-bonus", "wsgc-bahama-bonus"] {
        round(game).s17().bets("1 main 1000").cards(SMALL).choices("1 double").asks(1, &LAST);
    }
}

#[test]
fn sheet_002_doubles_two_cards_once_and_asks_no_more() {
    round("blackjack-bonus")
        .bets("1 main 1000")
        .cards("6s 9h 5d 8c Ks")
        .choices("1 double")
        .pays("1 main/1 2000 4000");
    round("blackjack-bonus")
        .bets("1 main 1000")
        .cards("2s 9h 3d 8c 2c")
        .choices("1 hit")
        .asks(1, &[Choice::Hit, Choice::Stand]);
}

#[test]
fn a20_a_bust_double_cannot_be_rescued() {
    round("bahama-bonus")
        .bets("1 main 1000")
        .cards("Ks 9h 6d 8c Kd")
        .choices("1 double")
        .pays("1 main/1 2000 0");
}

#[test]
fn r_05_a19_total_refused_at_400() {
    let asked = |dollars: i64, doubles: usize, legal: &[Choice]| {
        let choices = ["1 double"; 3];
        let mut dealt = round("wsgc-bahama-bonus").cards(SMALL);
        dealt = dealt.bets(&format!("1 main {}", dollars * 100));
        if doubles > 0 {
            dealt = dealt.choices(&choices[..doubles].join(", "));
        }
        dealt.asks(1, legal);
    };
    asked(50, 2, &AGAIN);
    asked(50, 3, &LAST);
    asked(51, 2, &LAST);
    asked(100, 1, &AGAIN);
    asked(101, 1, &LAST);
    asked(200, 0, &[Choice::Hit, Choice::Stand, Choice::Double, Choice::Surrender]);
    asked(201, 0, &[Choice::Hit, Choice::Stand, Choice::Surrender]);
}

#[test]
fn a19_per_wager_refuses_a_double_above_the_table_maximum() {
    let dealt = |main: i64| {
        round("bahama-bonus")
            .bets(&format!("1 main {main}"))
            .cards(SMALL)
            .choices("1 double, 1 double")
    };
    dealt(12500).asks(1, &AGAIN);
    dealt(12600).asks(1, &LAST);
}
