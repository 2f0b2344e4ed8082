//! Whole rounds at a table, from the first seat to the books.

use rules::{Action, Spot};
use table::{Account, Body, Event, Micros, Phase};

use crate::common::{Evening, act, given, player, sign};

#[test]
fn a_round_is_dealt_played_paid_and_booked() {
    let mut evening = Evening::of(given(sign("bahama-bonus"), "Kc 9d 7s 6h 5d 4c"));
    let ann = player(11);
    evening.does(ann, Body::Sit { seat: 2, buy_in: 10_000 });
    evening.bet(ann, 2, &[(Spot::Main, 1_000), (Spot::MatchUp, 500)]);
    // Cards: Kc, up 9d, 7s, hole 6h; 17 against a nine.
    let events = evening.does(ann, Body::Ready {});
    assert!(matches!(events.last(), Some(Event::Asked { seat: 2, hand: 1, .. })), "{events:?}");
    assert_eq!(evening.table().chips(player(11).account), 8_500);
    let lines: Vec<_> = events.iter().filter(|event| matches!(event, Event::Paid { .. })).collect();
    assert_eq!(lines.len(), 1, "Match-Up is settled right after the deal (A33)");
    let events = evening.does(ann, act(2, 1, Action::Stand));
    let told = serde_json::to_string(&events).unwrap();
    assert!(told.contains(r#""event":"hole-turned","card":"6h""#), "{told}");
    // The dealer has 9 + 6 + 5 = 20 and wins.
    assert!(told.contains("17 loses to 20"), "{told}");
    assert_eq!(evening.table().chips(ann.account), 8_500);
    assert_eq!(evening.table().books().balance(Account::Felt), Micros::ZERO);
    assert!(matches!(evening.table().phase(), Phase::Betting { .. }));
}
