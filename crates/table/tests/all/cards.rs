//! Staff cards where the house's money moves: from which amount on, and what is written down.

use table::{Body, Clocks, Command, Event, Posted, Refused};

use crate::common::crowd::{DEALER, SUPERVISOR};
use crate::common::floor::{Floor, attended, card, game_with, sign_on};
use crate::common::{bet, player};

/// A keypad table whose sign asks for a card from this amount on, with a player on seat 1.
fn floor(card_from: u32) -> Floor {
    let of = game_with("bahama-bonus", &[], &[]);
    let mut floor = Floor::of(&of, table::Staffing::Attended);
    floor.open(&of, Posted { card_from, clocks: Clocks::OFF, ..attended(sign_on(&of)) });
    floor.staff(0);
    floor.does(0, player(11), Body::Sit { seat: 1, buy_in: 0 });
    floor.does(0, SUPERVISOR, Body::BuyIn { seat: 1, cents: 50_000 });
    floor
}

/// A command of the supervisor with his session alone.
fn without_card(floor: &mut Floor, body: Body) -> Result<Vec<Event>, Refused> {
    let command = Command { id: floor.id(), expected: floor.table(0).version(), body };
    Ok(floor.sends(0, SUPERVISOR, command)?.expect("no id is used twice"))
}

#[test]
fn s_21_fills_credits_and_voids_need_a_card_from_the_posted_amount_on() {
    let mut floor = floor(10_000);
    for body in [Body::Fill { cents: 9_999 }, Body::Credit { cents: 9_999 }] {
        without_card(&mut floor, body).unwrap();
    }
    for body in [Body::Fill { cents: 10_000 }, Body::Credit { cents: 10_000 }] {
        let refused = without_card(&mut floor, body.clone()).unwrap_err();
        assert_eq!(refused.code(), "card.missing", "{body:?}");
        floor.does(0, SUPERVISOR, body);
    }
    let void = || Body::Void { reason: "card exposed".to_owned() };
    for (stake, needs) in [(5_000, false), (10_000, true)] {
        floor.does(0, DEALER, Body::OpenBetting {});
        floor.does(0, player(11), bet(1, &[(rules::Spot::Main, stake)]));
        floor.does(0, DEALER, Body::Deal {});
        let given = without_card(&mut floor, void());
        assert_eq!(given.is_err(), needs, "{stake}");
        if needs {
            assert_eq!(given.unwrap_err().code(), "card.missing");
            floor.does(0, SUPERVISOR, void());
        }
    }
}

#[test]
fn s_21_a_card_is_asked_for_always_where_the_sign_does_not_say() {
    let mut floor = floor(0);
    let refused = without_card(&mut floor, Body::Fill { cents: 1 }).unwrap_err();
    assert_eq!(refused.code(), "card.missing");
}

#[test]
fn s_21_the_record_says_whose_card_it_was() {
    let mut floor = floor(0);
    let number = Some(card(SUPERVISOR).card);
    let events = floor.does(0, SUPERVISOR, Body::Fill { cents: 100 });
    assert_eq!(events, [Event::Filled { cents: 100, card: number, second: None }]);
    let events = floor.does(0, SUPERVISOR, Body::Credit { cents: 100 });
    assert_eq!(events, [Event::Credited { cents: 100, card: number, second: None }]);
}
