//! Naturals, insurance, surrender, 21s.

use auditor::{Choice, Objection};

use crate::round;

#[test]
fn wsgc_3_d_a_natural_beats_a_natural_and_nobody_else_does() {
    round("wsgc-bahama-bonus")
        .bets("1 main 1000, 2 main 1000")
        .cards("As Ks Kh Kd Qd Ah")
        .pays("2 main/1 1000 0, 1 main/1 1000 2500");
}

#[test]
fn ruling_002_naturals_push_each_other() {
    let bets = "1 main 1000, 2 main 1000";
    round("blackjack-bonus")
        .bets(bets)
        .cards("As Ts Th Td Td Ah")
        .pays("2 main/1 1000 0, 1 main/1 1000 1000");
    // Without a dealer's natural it is 3 to 2, or 2 to 1 as posted.
    let open = || round("blackjack-bonus").bets("1 main 500").cards("As 9h Kd 8c");
    open().pays("1 main/1 500 1250");
    let mut posted = open();
    posted.0.natural_pays = Some((2, 1));
    posted.pays("1 main/1 500 1500");
    let mut not_posted = open();
    not_posted.0.natural_pays = Some((6, 5));
    assert_eq!(not_posted.refused(), Objection::NaturalPays { won: 6, per: 5 });
}

#[test]
fn insurance_004_3_a_and_3_b() {
    let dealt = |hole: &str| {
        round("players-edge-21")
            .bets("1 main 1000, 4 main 500")
            .cards(&format!("As 5d Ah Kd 6c {hole}"))
            .choices("1 insure 500, 4 insure 250")
    };
    // A paid natural may be insured; a suited dealer's natural pays 5 to 1.
    dealt("Kh")
        .pays("4 main/1 500 0, 4 insurance 250 1500, 1 main/1 1000 2500, 1 insurance 500 3000");
    dealt("Kc")
        .pays("4 main/1 500 0, 4 insurance 250 750, 1 main/1 1000 2500, 1 insurance 500 1500");
}

#[test]
fn insurance_loses_to_every_other_hand() {
    round("bahama-bonus")
        .bets("1 main 1000")
        .cards("9s Ah Kd 6c Kc")
        .choices("1 insure 50, 1 stand")
        .pays("1 main/1 1000 2000, 1 insurance 50 0");
}

#[test]
fn insurance_is_asked_in_order_and_bounded_by_half() {
    let dealt =
        || round("bahama-bonus").bets("1 main 500, 2 main 500").cards("9s 9d Ah Kd Kc 6c 2c");
    dealt().asks(1, &[Choice::Insure(250), Choice::NoInsurance]);
    dealt().choices("1 no").asks(2, &[Choice::Insure(250), Choice::NoInsurance]);
    for cents in [-50, 0, 25, 300] {
        let refused = dealt().choices(&format!("1 insure {cents}")).refused();
        let legal = vec![Choice::Insure(250), Choice::NoInsurance];
        assert_eq!(refused, Objection::Illegal { seat: 1, choice: Choice::Insure(cents), legal });
    }
}

#[test]
fn sheet_001_has_no_insurance() {
    round("bahamas-bonus")
        .bets("1 main 100")
        .cards("9s Ah Kd 6c Kc")
        .choices("1 surrender")
        .pays("1 main/1 100 50");
}

#[test]
fn surrender_is_for_the_first_two_cards_of_an_unsplit_hand() {
    let dealt = || round("bahama-bonus").bets("1 main 500").cards("9s 9h 5d Kc 2c Kd");
    let account = dealt().choices("1 surrender").pays("1 main/1 500 250");
    assert_eq!((account.dealer_total, account.cards_used), (19, 4));
    dealt().choices("1 hit").asks(1, &[Choice::Hit, Choice::Stand, Choice::Double]);
    // 002 has none.
    round("blackjack-bonus")
        .bets("1 main 500")
        .cards("9s 9h 5d Kc")
        .asks(1, &[Choice::Hit, Choice::Stand, Choice::Double]);
}

#[test]
fn bonus_21_is_paid_on_split_hands_and_not_after_a_double() {
    // 6-7-8 in spades against 21: 3 to 1; doubled: even money (A20 stands it).
    let dealt = || round("bahama-bonus").bets("1 main 1000").cards("6s 9h 7s 7c 8s 5d");
    dealt().choices("1 hit").pays("1 main/1 1000 4000");
    dealt().choices("1 double").pays("1 main/1 2000 4000");
    // Diamonds are the suit of 004, spades are merely suited there.
    round("players-edge-21")
        .bets("1 main 1000")
        .cards("6s 9h 7s 7c 8s")
        .choices("1 hit")
        .pays("1 main/1 1000 3000");
    // A split hand 8-7-6 of diamonds: 3 to 1 in 004.
    round("players-edge-21")
        .bets("1 main 1000")
        .cards("8d 9h 8c Kc 7d 2c 6d Kd 5s")
        .choices("1 split, 1 hit, 1 hit, 1 stand")
        .pays("1 main/1 1000 4000, 1 main/2 1000 2000");
}

#[test]
fn ruling_002_21_pushes_21_and_bonus_21_does_not_exist() {
    let account = round("blackjack-bonus")
        .bets("1 main 1000")
        .cards("6s 9h 7s 7c 8s 5d")
        .choices("1 hit")
        .pays("1 main/1 1000 1000");
    assert_eq!((account.dealer_total, account.cards_used), (21, 6));
}
