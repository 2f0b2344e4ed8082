//! A live table: physical cards, sensors, and the four cards keyed in as evidence.

use rules::{Class, Spot};
use table::{Account, Body, CardName, ClassName, Event, LinkBody, Micros, Phase, SpotName};

use crate::common::crowd::{DEALER, SUPERVISOR};
use crate::common::floor::{EXECUTIVE, Floor, card, game_with, live as on_felt, sign_on};
use crate::common::player;

fn light(seat: u8, spot: Spot, lit: bool) -> Body {
    Body::Light { seat, spot: SpotName(spot), lit }
}

fn button(seat: u8, spot: Spot, hand: Class, cards: &str) -> Body {
    let cards = cards.split_whitespace().map(|card| CardName(card.parse().unwrap())).collect();
    Body::HandButton { seat, spot: SpotName(spot), hand: ClassName(hand), cards }
}

const RED: &str = "8h 8d 8h 8d";

#[test]
fn t_01_a_live_game_with_its_claims() {
    let mut floor = Floor::live(&game_with("wsgc-bahama-bonus", &[], &[]), 1);
    let spot = Spot::Progressive;
    floor.does(0, DEALER, light(2, spot, true));
    floor.does(0, DEALER, light(5, spot, true));
    floor.does(0, DEALER, light(6, spot, true));
    floor.does(0, DEALER, light(6, spot, false));
    let lit: Vec<u8> = {
        let view = floor.table(0).view(player(1));
        view.seats.iter().filter(|seat| !seat.bets.is_empty()).map(|seat| seat.seat).collect()
    };
    assert_eq!(lit, [2, 5]);
    floor.does(0, DEALER, Body::Deal {});
    // T-02: the second START, and a sensor that lights too late.
    assert_eq!(floor.refused(0, DEALER, Body::Deal {}), "round.running");
    assert_eq!(floor.refused(0, DEALER, light(1, spot, true)), "round.running");
    let confirm = Body::Confirm { evidence: String::new() };
    assert_eq!(floor.refused(0, SUPERVISOR, confirm), "claim.none");
    let wagers = floor.link.link().tallies()[0].wagered;
    assert_eq!(wagers, Micros::of_cents(200));
    assert_eq!(
        floor.refused(0, DEALER, button(6, spot, Class::FourSameColour, RED)),
        "claim.not-lit"
    );
    assert_eq!(
        floor.refused(0, DEALER, button(5, spot, Class::FourSameColour, "8h 8d 8h")),
        "claim.cards"
    );
    let impossible = "8h 8h 8h Th";
    assert_eq!(floor.refused(0, DEALER, button(5, spot, Class::Three, impossible)), "claim.cards");
    assert_eq!(
        floor.refused(0, DEALER, button(5, spot, Class::FourSameColour, "8h 8d 8h 8s")),
        "claim.unsupported"
    );
    assert_eq!(
        floor.refused(0, DEALER, button(5, spot, Class::NoFourCardHand, "2h 3d 4h 8s")),
        "claim.unsupported"
    );
    // Fixed pays come from the tray; their button only records them.
    floor.does(0, DEALER, button(2, spot, Class::SuitedPair, "8h 2d 8h 3s"));
    floor.does(0, DEALER, button(2, spot, Class::SuitedPair, ""));
    floor.does(0, DEALER, button(2, spot, Class::SuitedPair, "8h 2d 8h 3s"));
    floor.does(0, DEALER, button(5, spot, Class::FourSameColour, RED));
    assert_eq!(floor.refused(0, DEALER, Body::EndGame {}), "claim.open");
    floor.does(0, SUPERVISOR, Body::Confirm { evidence: String::new() });
    floor.swipes(0, card(SUPERVISOR), 5, spot).unwrap();
    floor.does(0, DEALER, Body::EndGame {});
    assert_eq!(floor.table(0).phase(), Phase::Dealer);
    let link = floor.link.link();
    assert!(link.is_idle());
    assert_eq!(link.slips()[0].award.cents, 200_024);
    // The award waits for its slip; the table's books hold only the wagers.
    assert_eq!(link.books().balance(Account::PendingAward(spot)), Micros::of_cents(200_024));
    assert_eq!(link.books().balance(Account::Table(table::TableId(1))), Micros::of_cents(-200));
}

#[test]
fn p_24_a_slip_is_paid_once() {
    let mut floor = Floor::live(&game_with("wsgc-bahama-bonus", &[], &[]), 1);
    let spot = Spot::Progressive;
    for _ in 0..2 {
        floor.does(0, DEALER, light(1, spot, true));
        floor.does(0, DEALER, Body::Deal {});
        floor.does(0, DEALER, button(1, spot, Class::FourSameColour, RED));
        floor.does(0, SUPERVISOR, Body::Confirm { evidence: String::new() });
        floor.swipes(0, card(SUPERVISOR), 1, spot).unwrap();
        floor.does(0, DEALER, Body::EndGame {});
    }
    let pay = |slip| LinkBody::PaySlip { slip };
    floor.office(SUPERVISOR, pay(1)).unwrap();
    assert_eq!(floor.office_refused(SUPERVISOR, pay(1)), "slip.paid");
    for slip in [0, 3, u64::MAX] {
        assert_eq!(floor.office_refused(SUPERVISOR, pay(slip)), "slip.unknown");
    }
    for copies in 1..=2 {
        floor.office(SUPERVISOR, LinkBody::ReprintSlip { slip: 1 }).unwrap();
        assert_eq!(floor.link.link().slip(1).unwrap().copies, copies);
    }
    // A slip whose award was backed out is void, whoever holds it.
    let reason = "the cards were misread".to_owned();
    floor.with_two(LinkBody::BackOut { slip: 2, reason: reason.clone() }).unwrap();
    assert_eq!(floor.office_refused(SUPERVISOR, pay(2)), "slip.void");
    let again = floor.with_two(LinkBody::BackOut { slip: 2, reason }).unwrap_err();
    assert_eq!(again.code(), "slip.void");
}

#[test]
fn monster_match_has_two_sensors_and_two_meters() {
    let mut floor = Floor::live(&game_with("players-edge-21", &[], &[]), 1);
    let (one, five) = (Spot::Progressive1, Spot::Progressive5);
    floor.does(0, DEALER, light(3, one, true));
    floor.does(0, DEALER, light(3, five, true));
    floor.does(0, DEALER, light(4, five, true));
    assert_eq!(floor.refused(0, DEALER, light(4, Spot::Progressive, true)), "bet.spot");
    assert_eq!(floor.refused(0, DEALER, light(4, Spot::MatchUp, true)), "bet.spot");
    assert_eq!(floor.refused(0, DEALER, light(8, one, true)), "seat.unknown");
    floor.does(0, DEALER, Body::Deal {});
    let wagered = |floor: &Floor, spot| {
        let tallies = floor.link.link().tallies().iter();
        tallies.filter(|tally| tally.spot.0 == spot).map(|tally| tally.wagered.0).sum::<i64>()
    };
    assert_eq!(wagered(&floor, one), 1_000_000);
    assert_eq!(wagered(&floor, five), 10_000_000);
    // Seat 3 wins both meters, seat 4 only the one it played for.
    floor.does(0, DEALER, button(3, one, Class::FourSameColour, RED));
    floor.does(0, DEALER, button(3, five, Class::FourSameColour, RED));
    assert_eq!(
        floor.refused(0, DEALER, button(4, one, Class::FourSameColour, RED)),
        "claim.not-lit"
    );
    floor.does(0, DEALER, button(4, five, Class::FourSameColour, RED));
    floor.does(0, SUPERVISOR, Body::Confirm { evidence: "cards shown".to_owned() });
    floor.swipes(0, card(EXECUTIVE), 3, one).unwrap();
    floor.swipes(0, card(EXECUTIVE), 4, five).unwrap();
    assert_eq!(floor.refused(0, DEALER, Body::EndGame {}), "claim.open");
    floor.swipes(0, card(EXECUTIVE), 3, five).unwrap();
    floor.does(0, DEALER, Body::EndGame {});
    let slips = floor.link.link().slips();
    let paid: Vec<(u8, Spot, i64)> = slips
        .iter()
        .map(|slip| (slip.award.claim.seat, slip.award.claim.spot.0, slip.award.cents))
        .collect();
    // $2,000 + 12 % of $1; $10,000 + 12 % of $10; then seed and 2 % of $10.
    assert_eq!(paid, [(3, one, 200_012), (4, five, 1_000_120), (3, five, 1_000_020)]);
    // O-04: 300 times the wager and $2,000 or more.
    assert!(slips[1].award.tax && !slips[0].award.notice);
}

#[test]
fn p_04_p_09_where_all_pays_leave_the_meter_it_is_lent_what_it_lacks() {
    let set = [("progressive.from-meter", "all")];
    let of = game_with("wsgc-bahama-bonus", &set, &[]);
    let mut sign = table::LinkPosted::of("Link", &of.0, &of.1, table::Staffing::Attended).unwrap();
    sign.jackpots[0].parameters.seed = 25_000;
    let mut floor = Floor::closed(sign);
    // 12 % is below 70 %, so two persons open it.
    assert_eq!(floor.office_refused(EXECUTIVE, LinkBody::OpenLink {}), "parameters.advice");
    floor.with_two(LinkBody::OpenLink {}).unwrap();
    floor.open(&of, on_felt(sign_on(&of)));
    floor.staff(0);
    let spot = Spot::Progressive;
    for seat in [1, 2, 3] {
        floor.does(0, DEALER, light(seat, spot, true));
    }
    floor.does(0, DEALER, Body::Deal {});
    let four = "8h 8d 8h 8s";
    floor.does(0, DEALER, button(1, spot, Class::Four, four));
    // 250 + 0.36 - 200.
    assert_eq!(floor.link.link().view(player(1)).jackpots[0].cents, 5_036);
    floor.does(0, DEALER, button(2, spot, Class::Four, four));
    let link = floor.link.link();
    assert_eq!(link.view(player(1)).jackpots[0].cents, 0);
    assert_eq!(link.books().balance(Account::HouseLoan(spot)), Micros::of_cents(-14_964));
    assert_eq!(floor.refused(0, DEALER, button(1, spot, Class::Four, four)), "award.posted");
    // A void takes it all back.
    floor.does(0, SUPERVISOR, Body::Void { reason: "wrong shoe".to_owned() });
    let link = floor.link.link();
    assert_eq!(link.books().balance(Account::Table(table::TableId(1))), Micros::ZERO);
    assert_eq!(link.view(player(1)).jackpots[0].cents, 25_000 + 14_964);
}

#[test]
fn a_closed_table_has_dark_sensors() {
    let mut floor = Floor::live(&game_with("wsgc-bahama-bonus", &[], &[]), 1);
    floor.does(0, DEALER, light(2, Spot::Progressive, true));
    let events = floor.does(0, SUPERVISOR, Body::Close {});
    assert!(matches!(events[0], Event::SensorsDark { .. }));
    floor.does(0, SUPERVISOR, Body::Open {});
    floor.does(0, DEALER, Body::Deal {});
    assert!(floor.link.link().is_idle());
    assert!(floor.table(0).view(DEALER).progressive.is_none());
}
