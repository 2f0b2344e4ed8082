//! The progressive across seats: A1, A2, A3, A34, A36.

use auditor::{Meter, Objection};

use crate::round;

#[test]
fn a1_share_divides_the_meter_and_its_odd_cents() {
    let account = round("bahama-bonus")
        .bets(
            "1 main 500 progressive 100, 2 main 500 progressive 100, 4 main 500, \
             5 main 500 progressive 100",
        )
        .cards("7s 7s 7s 7c 7c 7s 7c 7c 7s 7c 3d")
        .choices("1 stand, 2 stand, 4 stand, 5 stand")
        .meter("progressive", 100_001, 250, 50_000)
        .pays(
            "5 main/1 500 0, 5 progressive 100 33334, 4 main/1 500 0, \
             2 main/1 500 0, 2 progressive 100 33334, 1 main/1 500 0, 1 progressive 100 33333",
        );
    let after = Meter { meter: 50_250, reserve: 0, seed: 50_000 };
    assert_eq!(account.meters["progressive"], after);
}

#[test]
fn a2_a3_in_turn_with_all_and_a_tenth() {
    // Dealer 7s 7s; seats 1 and 3 suited (100 %), seat 2 same colour (10 %).
    let account = round("wsgc-bahama-bonus")
        .decks(8)
        .paytable("progressive", "3")
        .bets("1 main 500 progressive 100, 2 main 500 progressive 100, 3 main 500 progressive 100")
        .cards("7s 7c 7s 7s 7s 7s 7s 7s 3d")
        .choices("1 surrender, 2 stand, 3 stand")
        .meter("progressive", 1_000_000, 12_345, 500_000)
        .pays(
            "3 main/1 500 0, 3 progressive 100 1000000, 2 main/1 500 0, 2 progressive 100 51234, \
             1 main/1 500 250, 1 progressive 100 461111",
        );
    let after = Meter { meter: 500_000, reserve: 0, seed: 500_000 };
    assert_eq!(account.meters["progressive"], after);
}

#[test]
fn sheet_004_12_each_sensor_has_its_table_its_unit_and_its_meter() {
    // Three of a kind: 10 for 1 on the $1 sensor, 12 for 1 on the $5 sensor.
    let dealt = |second: &str| {
        round("players-edge-21")
            .paytable("progressive-5", "2")
            .bets("1 main 500 progressive-1 100 progressive-5 500")
            .cards(&format!("9s 9h {second} 9d Kc"))
            .choices("1 stand")
    };
    dealt("8c").pays("1 main/1 500 0, 1 progressive-1 100 1000, 1 progressive-5 500 6000");
    // Four of a kind: 200 for 1 from the tray.
    dealt("9c").pays("1 main/1 500 500, 1 progressive-1 100 20000, 1 progressive-5 500 100000");
    let all_red = || {
        round("players-edge-21")
            .bets("1 main 500 progressive-1 100 progressive-5 500")
            .cards("9d 9h 9h 9d")
            .choices("1 stand")
            .meter("progressive-5", 900_000, 0, 100_000)
    };
    assert_eq!(all_red().refused(), Objection::MeterMissing { spot: "progressive-1" });
    let account = all_red()
        .meter("progressive-1", 200_000, 10, 50_000)
        .pays("1 main/1 500 500, 1 progressive-1 100 200000, 1 progressive-5 500 900000");
    assert_eq!(account.meters["progressive-1"].meter, 50_010);
    assert_eq!(account.meters["progressive-5"].meter, 100_000);
}

#[test]
fn a34_a_dealers_natural_leaves_the_progressive_alone() {
    round("wsgc-bahama-bonus")
        .paytable("progressive", "2")
        .bets("1 main 500 progressive 100, 2 main 500 progressive 100")
        .cards("Kd 4s Ks 4s Kd Ah")
        .pays("2 main/1 500 0, 2 progressive 100 0, 1 main/1 500 0, 1 progressive 100 0");
    round("wsgc-bahama-bonus")
        .paytable("progressive", "2")
        .bets("1 main 500 progressive 100")
        .cards("Ks Ks 5s Ah")
        .pays("1 main/1 500 0, 1 progressive 100 300");
}
