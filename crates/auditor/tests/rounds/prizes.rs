//! Special bonus and envy.

use crate::round;

/// Seat 2 draws to three sevens of spades against a seven; the dealer has 17.
fn four_seats(game: &str) -> crate::Round {
    round(game)
        .bets("1 main 1000, 2 main 1000, 3 main 1000, 5 main 1000")
        .cards("Kc 7s 9c 9d 7h Qc 7s 7c Kd Ks 7s")
        .choices("1 stand, 2 hit, 3 stand, 5 stand")
}

#[test]
fn a22_a23_special_bonus_on_top_and_envy_once_per_player() {
    // Seats 1 and 5 are one player; seat 3 loses its main wager and is envious too.
    four_seats("bahama-bonus").player(1, "p1").player(5, "p1").player(2, "p2").pays(
        "5 main/1 1000 2000, 3 main/1 1000 0, 3 envy 0 5000, \
         2 main/1 1000 4000, 2 special-bonus 0 100000, 1 main/1 1000 2000, 1 envy 0 5000",
    );
}

#[test]
fn a23_a_winner_has_no_envy_at_another_seat() {
    four_seats("wsgc-bahama-bonus").player(5, "p2").player(2, "p2").pays(
        "5 main/1 1000 2000, 3 main/1 1000 0, 3 envy 0 5000, \
         2 main/1 1000 4000, 2 special-bonus 0 100000, 1 main/1 1000 2000, 1 envy 0 5000",
    );
}

#[test]
fn a23_every_seat_is_a_player_of_its_own_unless_named() {
    four_seats("bahamas-bonus").pays(
        "5 main/1 1000 2000, 5 envy 0 5000, 3 main/1 1000 0, 3 envy 0 5000, \
         2 main/1 1000 4000, 2 special-bonus 0 100000, 1 main/1 1000 2000, 1 envy 0 5000",
    );
}

#[test]
fn a23_two_special_bonuses_double_the_envy_of_the_third_player() {
    round("bahama-bonus")
        .bets("1 main 500, 2 main 500, 7 main 500")
        .cards("7s 7d Kc 7h 7s 7d Kd Ks 7s 7d")
        .choices("1 hit, 2 hit, 7 stand")
        .pays(
            "7 main/1 500 1000, 7 envy 0 10000, 2 main/1 500 1500, 2 special-bonus 0 100000, \
             1 main/1 500 2000, 1 special-bonus 0 100000",
        );
}

#[test]
fn a23_winners_are_envious_of_each_other_but_in_000() {
    let dealt = |game: &str| {
        round(game)
            .bets("1 main 500, 2 main 500, 7 main 500")
            .cards("7h 7d Kc 7h 7h 7d Kd Ks 7h 7d")
            .choices("1 hit, 2 hit, 7 stand")
    };
    for game in ["bahamas-bonus", "wsgc-bahama-bonus"] {
        dealt(game).pays(
            "7 main/1 500 1000, 7 envy 0 10000, \
             2 main/1 500 1500, 2 special-bonus 0 100000, 2 envy 0 5000, \
             1 main/1 500 1500, 1 special-bonus 0 100000, 1 envy 0 5000",
        );
    }
    // One player at both seats has nobody to envy.
    dealt("wsgc-bahama-bonus").player(1, "p1").player(2, "p1").pays(
        "7 main/1 500 1000, 7 envy 0 10000, 2 main/1 500 1500, 2 special-bonus 0 100000, \
         1 main/1 500 1500, 1 special-bonus 0 100000",
    );
}

#[test]
fn a22_split_and_doubled_sevens_win_in_001_and_003() {
    for game in ["bahamas-bonus", "wsgc-bahama-bonus"] {
        let dealt = || round(game).bets("1 main 1000").cards("7s 7h 7s Kc 7s Kd 7s");
        dealt().choices("1 double").pays("1 main/1 2000 4000, 1 special-bonus 0 100000");
        dealt()
            .choices("1 split, 1 hit, 1 stand")
            .pays("1 main/1 1000 4000, 1 main/2 1000 1000, 1 special-bonus 0 100000");
        // Two hands of one seat are two prizes, and twice the envy of the neighbour.
        round(game)
            .bets("1 main 1000, 2 main 1000")
            .cards("7d Ks 7h 7d 9c Kc 7d 7d 7d 7d")
            .choices("1 split, 1 hit, 1 hit, 2 stand")
            .pays(
                "2 main/1 1000 2000, 2 envy 0 10000, 1 main/1 1000 3000, 1 main/2 1000 3000, \
                 1 special-bonus 0 200000",
            );
    }
}

#[test]
fn a23_a_prize_of_nothing_is_no_special_bonus() {
    let mut posted = round("players-edge-21")
        .bets("1 main 200, 2 main 200")
        .cards("7d Ks 7h 7d 9c Kc 7d")
        .choices("1 hit, 2 stand");
    posted.0.least.insert("main".to_owned(), 100);
    posted.pays("2 main/1 200 400, 1 main/1 200 800");
}

#[test]
fn super_bonus_004_13_has_two_tiers() {
    let dealt = |main: i64| {
        round("players-edge-21")
            .bets(&format!("1 main {main}"))
            .cards("7d 7h 7d Kc 7d")
            .choices("1 hit")
    };
    dealt(2400).pays("1 main/1 2400 9600, 1 special-bonus 0 100000");
    dealt(2500).pays("1 main/1 2500 10000, 1 special-bonus 0 500000");
}

#[test]
fn splitting_or_doubling_voids_the_special_bonus() {
    let dealt = || round("bahama-bonus").bets("1 main 1000").cards("7s 7h 7s Kc 7s Kd 7s");
    dealt().choices("1 double").pays("1 main/1 2000 4000");
    // Split: 7-7 of the first hand draws the fourth seven; bonus 21 stays.
    dealt().choices("1 split, 1 hit, 1 stand").pays("1 main/1 1000 4000, 1 main/2 1000 1000");
    // Mixed suits, or another up-card: no special bonus.
    round("bahama-bonus")
        .bets("1 main 1000")
        .cards("7s 8h 7s Kc 7s")
        .choices("1 hit")
        .pays("1 main/1 1000 4000");
}
