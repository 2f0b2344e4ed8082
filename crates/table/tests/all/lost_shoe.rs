//! A shoe whose secret is lost: the record alone gives every stake back (S-04, T-11).

use rules::Spot;
use table::{Actor, Beside, Body, Event, Table};

use crate::common::{Evening, player, sign};

#[test]
fn t_11_a_round_whose_shoe_is_lost_is_voided_and_a_new_shoe_comes() {
    for game in games::GAMES {
        let mut evening = Evening::of(sign(game.id));
        let ann = player(11);
        evening.does(ann, Body::Sit { seat: 2, buy_in: 10_000 });
        let mut in_play = false;
        for _ in 0..40 {
            // Play until a round waits for somebody, with whole rounds before it.
            evening.bet(ann, 2, &[(Spot::Main, 1_000)]);
            let events = evening.does(ann, Body::Ready {});
            in_play = !events.iter().any(|event| matches!(event, Event::Ended { .. }));
            if in_play && evening.table().round() > 3 {
                break;
            }
            while evening.table().view(ann).ask.is_some() {
                let body = match evening.table().view(ann).ask.unwrap() {
                    table::Ask::Insurance { seat, .. } => Body::Insure { seat, cents: 0 },
                    table::Ask::Action { seat, hand, .. } => {
                        crate::common::act(seat, hand, rules::Action::Stand)
                    }
                };
                evening.does(ann, body);
            }
        }
        assert!(in_play, "a round is open");
        let staked = evening.table().chips(ann.account) + 1_000;

        // Only the entries are left.
        let table = evening.table();
        let rules = table.house().rules();
        let dealt = table::dealt_cards(rules, &evening.entries, 1);
        let mut folded = Table::new(table.id(), std::sync::Arc::clone(table.house()));
        folded.lose_shoe(1, dealt);
        for entry in &evening.entries {
            folded.apply(entry, &Beside::default()).unwrap();
        }
        assert!(folded.has_lost_shoe());
        evening.floor.admit(floor::Desk::new(folded));
        assert_eq!(evening.tries(ann, Body::Leave { seat: 2 }).unwrap_err().code(), "shoe.lost");
        let events = evening.does(Actor::HOUSE, Body::ReplaceShoe {});
        let has = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
        assert!(has(|event| matches!(event, Event::Voided { .. })));
        assert!(has(|event| matches!(event, Event::ShoeLost { shoe: 1 })));
        assert!(has(|event| matches!(event, Event::ShoeCommitted { shoe: 2, .. })));
        assert_eq!(evening.table().chips(ann.account), staked);
        evening.bet(ann, 2, &[(Spot::Main, 1_000)]);
        evening.does(ann, Body::Ready {});
    }
}
