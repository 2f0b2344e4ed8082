//! A house-dealt table on a link: what nobody is told, and how the two journals name each
//! other. The procedure itself stands in `testkit`'s `procedure.scn`.

use rules::{Action, Class, Spot};
use table::{Body, Event, LinkEvent, Staffing};

use crate::common::crowd::{DEALER, SUPERVISOR};
use crate::common::floor::{EXECUTIVE, Floor, LINK, card, game_with, sign_on};
use crate::common::{act, bet, given, player};

/// Two seats and the dealer with red eights: both win the whole meter of sheet 000.
const TWO_WINNERS: &str = "8h 8h 8h 8d 8d 8d 5c";

/// Both seats bet, and the hole card is to be turned.
fn dealt(floor: &mut Floor, seats: u8) {
    floor.does(0, DEALER, Body::OpenBetting {});
    for seat in 1..=seats {
        let stakes = [(Spot::Main, 1_000), (Spot::Progressive, 100)];
        floor.does(0, player(10 + u64::from(seat)), bet(seat, &stakes));
    }
    floor.does(0, DEALER, Body::Deal {});
    for seat in 1..=seats {
        floor.does(0, player(10 + u64::from(seat)), act(seat, 1, Action::Stand));
    }
}

#[test]
fn a_33_s_01_nothing_of_the_progressive_is_told_before_the_turn() {
    let of = game_with("bahama-bonus", &[], &[]);
    let told = |hole: &str| {
        let mut floor = Floor::keypad(&of, &format!("8h 8h 8h 8d 8d {hole} 5c"), 2);
        dealt(&mut floor, 2);
        let text = |events: &[Event]| {
            let tells = |event: &&Event| {
                !matches!(event, Event::ShoeCommitted { .. } | Event::Posted { .. })
            };
            events.iter().filter(tells).map(|event| format!("{event:?}")).collect::<String>()
        };
        let entries: String =
            floor.tables[0].entries.iter().map(|entry| text(&entry.events)).collect();
        let mut view = floor.table(0).view(DEALER);
        view.shoe = None;
        view.posted.exhibition = None;
        let link: Vec<String> = floor.entries.iter().skip(2).map(|it| format!("{it:?}")).collect();
        let shown = format!("{:?}", floor.link().view(EXECUTIVE));
        (entries, serde_json::to_string(&view).unwrap(), link, shown)
    };
    assert_eq!(told("8d"), told("Kc"));
}

/// An unattended table with two winners, whose round is over.
pub(crate) fn unattended() -> Floor {
    let of = game_with("wsgc-bahama-bonus", &[], &[]);
    let mut sign = table::LinkPosted::of("Link", &of.0, &of.1, Staffing::Unattended).unwrap();
    sign.exhibition = true;
    let mut floor = Floor::opened(sign);
    floor.open(&of, given(sign_on(&of), TWO_WINNERS));
    for seat in [1u8, 2] {
        let who = player(10 + u64::from(seat));
        floor.does(0, who, Body::Sit { seat, buy_in: 50_000 });
        floor.does(0, who, bet(seat, &[(Spot::Main, 1_000), (Spot::Progressive, 100)]));
    }
    for seat in [1, 2] {
        floor.does(0, player(10 + seat), Body::Ready {});
    }
    floor.does(0, player(11), act(1, 1, Action::Stand));
    floor.does(0, player(12), act(2, 1, Action::Stand));
    floor
}

#[test]
fn the_claims_of_an_unattended_table_are_one_entry_of_each_journal() {
    let floor = unattended();
    // The claims, their awards and the end are one entry of each.
    let last = floor.entries.last().unwrap();
    assert!(matches!(last.events[0], LinkEvent::Claimed(_)));
    assert!(matches!(last.events[..], [.., LinkEvent::Ended { .. }, LinkEvent::Shown { .. }]));
    let with = &floor.tables[0].entries.last().unwrap().with;
    assert_eq!(*with, [table::Partner::Link { link: LINK, version: last.version }]);
    assert_eq!(last.command.as_str(), format!("table-0001-{:08}", floor.table(0).version()));
}

#[test]
fn p_18_a_claim_on_one_meter_leaves_another_confirmed() {
    let mut floor = Floor::live(&game_with("players-edge-21", &[], &[]), 1);
    let (seat, one, five) = (3, Spot::Progressive1, Spot::Progressive5);
    for spot in [one, five] {
        floor.does(0, DEALER, Body::Light { seat, spot, lit: true });
    }
    floor.does(0, DEALER, Body::Deal {});
    let cards = || "8h 8h 8d 8h".split(' ').map(|card| card.parse().unwrap()).collect();
    let button = |spot, cards| Body::HandButton { seat, spot, hand: Class::FourSameColour, cards };
    let confirm = || Body::Confirm { evidence: "cards shown".to_owned() };
    let confirmed = |floor: &Floor| {
        let claims = floor.table(0).view(DEALER).progressive.unwrap().claims;
        let due = claims.into_iter().filter(|it| it.due().is_some());
        due.map(|it| it.won.spot).collect::<Vec<Spot>>()
    };
    floor.does(0, DEALER, button(one, cards()));
    floor.does(0, SUPERVISOR, confirm());
    floor.does(0, DEALER, button(five, cards()));
    assert_eq!(confirmed(&floor), [one]);
    floor.does(0, SUPERVISOR, confirm());
    assert_eq!(confirmed(&floor), [one, five]);
    let reason = "misread".to_owned();
    floor.does(0, SUPERVISOR, Body::Withdraw { seat, spot: five, reason });
    assert_eq!(confirmed(&floor), [one]);
    floor.swipes(0, card(EXECUTIVE), seat, one).unwrap();
    floor.does(0, DEALER, Body::EndGame {});
}
