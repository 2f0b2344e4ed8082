//! Several tables on one link: who comes first, and what a frozen meter pays (A35).

use rules::{Class, Spot};
use table::{Body, CardName, ClassName, LinkBody, Micros, SpotName, TableId};

use crate::common::crowd::{DEALER, SUPERVISOR};
use crate::common::floor::{EXECUTIVE, Floor, card, game_with};
use crate::common::player;

const SPOT: Spot = Spot::Progressive;

fn button(seat: u8, hand: Class, cards: &str) -> Body {
    let cards = cards.split_whitespace().map(|card| CardName(card.parse().unwrap())).collect();
    Body::HandButton { seat, spot: SpotName(SPOT), hand: ClassName(hand), cards }
}

fn whole(seat: u8) -> Body {
    button(seat, Class::FourSuited, "8h 8h 8h 8h")
}

fn tenth(seat: u8) -> Body {
    button(seat, Class::FourSameColour, "8h 8h 8d 8h")
}

fn start(floor: &mut Floor, table: usize, seats: &[u8]) {
    for &seat in seats {
        floor.does(table, DEALER, Body::Light { seat, spot: SpotName(SPOT), lit: true });
    }
    floor.does(table, DEALER, Body::Deal {});
}

fn confirm(floor: &mut Floor, table: usize) {
    floor.does(table, SUPERVISOR, Body::Confirm { evidence: "cards shown".to_owned() });
}

fn shown(floor: &Floor) -> i64 {
    floor.link.link().view(player(1)).jackpots[0].cents
}

/// Two live tables with pay table 3: 100 % suited, 10 % of the same colour.
fn two_tables() -> Floor {
    Floor::live(&game_with("wsgc-bahama-bonus", &[], &[("progressive", "3")]), 2)
}

#[test]
fn p_18_two_tables_that_hit_in_the_same_instant() {
    let mut floor = two_tables();
    start(&mut floor, 0, &[1]);
    start(&mut floor, 1, &[1]);
    // $25,000 and 10 % of two dollars; 2 % of them in the reserve.
    assert_eq!(shown(&floor), 2_500_020);
    floor.does(1, DEALER, whole(1));
    floor.does(0, DEALER, whole(1));
    // P-20: the display shows what the third would get, less a cent that may move with the
    // fractions of two awards, and both pending groups.
    assert_eq!(shown(&floor), 2_499_999);
    let pending: Vec<(TableId, i64)> = {
        let view = floor.link.link().view(player(1));
        view.jackpots[0].pending.iter().map(|it| (it.table, it.frozen)).collect()
    };
    assert_eq!(pending, [(TableId(2), 2_500_020), (TableId(1), 0)]);
    let early = floor.refused(0, SUPERVISOR, Body::Confirm { evidence: "cards".to_owned() });
    assert_eq!(early, "claim.earlier");
    confirm(&mut floor, 1);
    let early = floor.refused(0, SUPERVISOR, Body::Confirm { evidence: "cards".to_owned() });
    assert_eq!(early, "claim.earlier");
    floor.swipes(1, card(EXECUTIVE), 1, SPOT).unwrap();
    confirm(&mut floor, 0);
    floor.swipes(0, card(EXECUTIVE), 1, SPOT).unwrap();
    let paid: Vec<i64> = floor.link.link().slips().iter().map(|slip| slip.award.cents).collect();
    assert_eq!(paid, [2_500_020, 2_500_004]);
    for table in [0, 1] {
        floor.does(table, DEALER, Body::EndGame {});
    }
    assert!(floor.link.link().is_idle());
}

#[test]
fn p_19_a_frozen_meter_is_not_touched_by_later_wagers() {
    let mut floor = two_tables();
    start(&mut floor, 0, &[1, 2, 3]);
    floor.does(0, DEALER, tenth(2));
    // Table 2 goes on with the successor meter.
    for _ in 0..50 {
        start(&mut floor, 1, &[1, 2, 3, 4, 5, 6, 7]);
        floor.does(1, DEALER, Body::EndGame {});
    }
    floor.does(0, DEALER, whole(3));
    confirm(&mut floor, 0);
    // A3: the whole meter first, because seat 3 is further to the right; the tenth is of
    // seed and reserve as they were when the round froze: 2 % of three dollars.
    floor.swipes(0, card(EXECUTIVE), 3, SPOT).unwrap();
    floor.swipes(0, card(SUPERVISOR), 2, SPOT).unwrap();
    let paid: Vec<i64> = floor.link.link().slips().iter().map(|slip| slip.award.cents).collect();
    assert_eq!(paid, [2_500_030, 250_000]);
    // What is left, with 10 % of the 350 dollars since.
    let left = 2_500_006 - 250_000;
    assert_eq!(shown(&floor), left + 3_500);
}

#[test]
fn p_19_a_claim_that_is_withdrawn_changes_nothing() {
    let mut claimed = two_tables();
    let mut quiet = claimed.clone();
    for floor in [&mut claimed, &mut quiet] {
        start(floor, 0, &[1]);
    }
    claimed.does(0, DEALER, whole(1));
    for floor in [&mut claimed, &mut quiet] {
        start(floor, 1, &[1, 2]);
    }
    claimed.does(0, DEALER, whole(1));
    let holds = |floor: &Floor| floor.link.link().jackpot(SPOT).unwrap().holds();
    assert_eq!(holds(&claimed), holds(&quiet));
    assert_eq!(shown(&claimed), shown(&quiet));
}

#[test]
fn p_11_a_back_out_is_a_further_entry() {
    let mut floor = two_tables();
    start(&mut floor, 0, &[1]);
    let before = floor.link.link().jackpot(SPOT).unwrap().holds();
    floor.does(0, DEALER, whole(1));
    confirm(&mut floor, 0);
    floor.swipes(0, card(EXECUTIVE), 1, SPOT).unwrap();
    let back_out = |slip| LinkBody::BackOut { slip, reason: "misread cards".to_owned() };
    floor.proofs = vec![card(EXECUTIVE)];
    assert_eq!(floor.office_refused(EXECUTIVE, back_out(1)), "card.two-persons");
    floor.proofs = vec![card(EXECUTIVE), card(EXECUTIVE)];
    assert_eq!(floor.office_refused(EXECUTIVE, back_out(1)), "card.two-persons");
    let other = crate::common::staff(95, table::Role::Supervisor);
    floor.proofs = vec![card(SUPERVISOR), card(other)];
    assert_eq!(floor.office_refused(EXECUTIVE, back_out(1)), "card.level");
    let unknown = floor.with_two(back_out(2)).unwrap_err();
    assert_eq!(unknown.code(), "slip.unknown");
    floor.with_two(back_out(1)).unwrap();
    let link = floor.link.link();
    assert_eq!(link.jackpot(SPOT).unwrap().holds(), before, "seed and reserve are back too");
    let slip = link.slip(1).unwrap();
    assert!(slip.backed_out.is_some() && slip.award.cents == 2_500_010, "the award stays");
    assert_eq!(link.tallies()[0].levels[0].wins, Micros::ZERO);
    // The round can be voided then.
    floor.does(0, SUPERVISOR, Body::Void { reason: "misread cards".to_owned() });
}
