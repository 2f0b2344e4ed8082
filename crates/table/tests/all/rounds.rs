//! Rounds at a table: clocks and their posted defaults, voids, the life of a shoe, the
//! keypad, live tables, prizes across players.

use cards::{Card, ChaChaWords, Counts, Shoe};
use proptest::prelude::*;
use rules::{Action, Spot, Word};
use table::{
    Account, AccountId, ActionName, Actor, Ask, Body, By, CardName, Clocks, Dealing, Event, Micros,
    Phase, Posted, Role, SpotName,
};
use testkit::{Dice, rounds};

use crate::common::crowd::{DEALER, SUPERVISOR, keypad, random_bet, random_sign};
use crate::common::{Evening, act, bet, given, player, sign, staff};

const ANN: Actor = Actor { account: AccountId(11), role: Role::Player };
const BOB: Actor = Actor { account: AccountId(12), role: Role::Player };

fn clocked(posted: Posted) -> Posted {
    Posted { clocks: Clocks::SHARED, ..posted }
}

/// Ann on seat 2 with these cards, dealt on a main wager of $10.
fn dealt(game: &str, cards: &str) -> (Evening, Vec<Event>) {
    let mut evening = Evening::of(clocked(given(sign(game), cards)));
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 100_000 });
    evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
    let events = evening.does(ANN, Body::Ready {});
    (evening, events)
}

fn lines(events: &[Event]) -> Vec<(u8, String, i64, i64)> {
    let paid = events.iter().flat_map(|event| match event {
        Event::Paid { lines } => lines.as_slice(),
        _ => &[],
    });
    paid.map(|line| (line.seat, line.spot.clone(), line.staked, line.returned)).collect()
}

// ---- clocks (T-10)

#[test]
fn t_10_a_hand_that_does_not_answer_stands() {
    let (mut evening, events) = dealt("bahama-bonus", "Kc 9d 5s 8h");
    let Some(Event::Asked { until: Some(until), .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!(until.0, evening.now + 20_000);
    assert_eq!(evening.refused(Actor::HOUSE, Body::Clock {}), "clock.early");
    evening.now += 19_999;
    assert_eq!(evening.refused(Actor::HOUSE, Body::Clock {}), "clock.early");
    let events = evening.clock(1);
    let stood = ActionName(Action::Stand);
    let Event::Acted { seat: 2, hand: 1, action, by: By::Clock, .. } = events[0] else {
        panic!("{events:?}")
    };
    assert_eq!(action, stood);
    assert!(events.iter().any(|event| matches!(event, Event::Ended { .. })));
}

#[test]
fn t_09_t_10_no_insurance_is_the_default_and_a_natural_ends_the_round() {
    let (mut evening, events) = dealt("bahama-bonus", "9c Ad 8s Kh");
    let Some(Event::InsuranceAsked { seat: 2, most: 500, .. }) = events.last() else {
        panic!("{events:?}")
    };
    assert_eq!(evening.refused(ANN, act(2, 1, Action::Hit)), "act.illegal", "not before");
    let events = evening.clock(10_000);
    assert!(matches!(events[0], Event::Insured { seat: 2, cents: 0, by: By::Clock }));
    // The dealer's natural ends the hand before any action.
    assert!(!events.iter().any(|event| matches!(event, Event::Asked { .. } | Event::Peeked {})));
    assert_eq!(lines(&events), [(2, "main".to_owned(), 1_000, 0)]);
}

#[test]
fn t_09_insurance_is_paid_after_the_peek_and_late_surrender_after_it() {
    let (mut evening, _) = dealt("bahama-bonus", "9c Ad 8s Kh");
    let refused = evening.refused(ANN, Body::Insure { seat: 2, cents: 501 });
    assert!(["bet.limit", "bet.step"].contains(&refused), "{refused}");
    let events = evening.does(ANN, Body::Insure { seat: 2, cents: 500 });
    let expected = [(2, "main".to_owned(), 1_000, 0), (2, "insurance".to_owned(), 500, 1_500)];
    assert_eq!(lines(&events), expected);
    // No natural: insurance is lost at once, then the hand is asked, and may give up.
    let (mut evening, _) = dealt("bahama-bonus", "9c Ad 8s 6h 9h");
    let events = evening.does(ANN, Body::Insure { seat: 2, cents: 500 });
    assert_eq!(lines(&events), [(2, "insurance".to_owned(), 500, 0)]);
    assert!(events.contains(&Event::Peeked {}));
    let Some(Event::Asked { legal, .. }) = events.last() else { panic!("{events:?}") };
    assert!(legal.contains(&ActionName(Action::Surrender)));
    assert_eq!(evening.refused(ANN, Body::Insure { seat: 2, cents: 100 }), "act.illegal");
    let events = evening.does(ANN, act(2, 1, Action::Surrender));
    assert_eq!(lines(&events), [(2, "main".to_owned(), 1_000, 500)]);
}

#[test]
fn t_08_open_side_wagers_are_paid_after_the_deal_and_hole_card_wagers_when_it_is_turned() {
    let mut evening = Evening::of(given(sign("bahama-bonus"), "9c 9c 8s 8s"));
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 100_000 });
    let bets = [(Spot::Main, 1_000), (Spot::MatchUp, 500), (Spot::MatchDown, 500)];
    evening.bet(ANN, 2, &bets);
    let events = evening.does(ANN, Body::Ready {});
    assert_eq!(lines(&events), [(2, "match-up".to_owned(), 500, 5_000)], "9 to 1");
    let events = evening.does(ANN, act(2, 1, Action::Stand));
    let turned = events.iter().position(|event| matches!(event, Event::HoleTurned { .. })).unwrap();
    let down = (2, "match-down".to_owned(), 500, 5_000);
    assert!(lines(&events[..turned]).is_empty() && lines(&events).contains(&down));
}

#[test]
fn t_10_f_02_a_shoe_nobody_cuts_is_cut_in_the_middle() {
    let mut evening = Evening::of(clocked(sign("bahama-bonus")));
    assert!(matches!(evening.table().phase(), Phase::Cut { .. }));
    let events = evening.clock(8_000);
    assert_eq!(events[0], Event::ShoeCut { place: 144, by: By::Clock });
    assert!(matches!(evening.table().phase(), Phase::Betting { until: None }));
}

#[test]
fn t_10_t_12_betting_closes_and_only_bets_are_dealt() {
    let mut evening = Evening::of(clocked(given(sign("bahama-bonus"), "Kc 9d 5s 8h")));
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 100_000 });
    evening.does(BOB, Body::Sit { seat: 3, buy_in: 100_000 });
    assert_eq!(evening.refused(Actor::HOUSE, Body::Clock {}), "clock.early", "nobody has bet");
    let events = evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
    assert!(matches!(events[1], Event::BettingCloses { until } if until.0 == evening.now + 15_000));
    let events = evening.clock(15_000);
    assert!(matches!(events[0], Event::Started { round: 1, .. }));
    // R-11: a late bet is refused, also by somebody who had seen the open betting.
    let version = evening.table().version() - 1;
    let late =
        table::Command { expected: version, ..evening.command(bet(3, &[(Spot::Main, 500)])) };
    assert_eq!(evening.sends(BOB, &late).unwrap_err().code(), "version.stale");
    assert_eq!(evening.refused(BOB, bet(3, &[(Spot::Main, 500)])), "bet.closed");
    evening.does(ANN, act(2, 1, Action::Stand));
    // T-12: the next round needs bets of its own.
    assert!(evening.table().view(ANN).seats.iter().all(|seat| seat.bets.is_empty()));
    evening.now += 100_000;
    assert_eq!(evening.refused(Actor::HOUSE, Body::Clock {}), "clock.early");
}

#[test]
fn t_10_a_bet_taken_back_stops_the_clock() {
    let mut evening = Evening::of(clocked(given(sign("bahama-bonus"), "Kc 9d 5s 8h")));
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 100_000 });
    evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
    evening.bet(ANN, 2, &[]);
    assert_eq!(evening.table().phase(), Phase::Betting { until: None });
    evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
    evening.does(ANN, Body::Leave { seat: 2 });
    assert_eq!(evening.table().phase(), Phase::Betting { until: None });
}

#[test]
fn t_10_an_idle_seat_is_freed_and_its_chips_are_cashed() {
    let mut evening = Evening::of(clocked(given(sign("bahama-bonus"), "Kc 9d 5s 8h")));
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 100_000 });
    evening.does(ANN, Body::Sit { seat: 5, buy_in: 0 });
    evening.now += 300_000;
    evening.does(BOB, Body::Sit { seat: 3, buy_in: 100_000 });
    let events = evening.clock(300_000);
    let cashed = Event::CashedOut { player: ANN.account, cents: 100_000 };
    assert!(matches!(events[0], Event::Left { seat: 2, why: By::Clock, .. }));
    assert!(matches!(events[1], Event::Left { seat: 5, why: By::Clock, .. }));
    assert_eq!(events[2], cashed);
    assert!(evening.table().is_seated(BOB.account));
}

// ---- voids (T-11)

#[test]
fn t_11_a_void_at_every_point_restores_every_balance() {
    let mut voids = 0;
    for seed in 0..rounds(5, 40, 1_000) {
        let mut dice = Dice::new(seed);
        let posted = random_sign(&mut dice);
        let mut evening = Evening::of(if dice.once_in(3) { keypad(posted) } else { posted });
        evening.people(&mut dice);
        let before = evening.table().books().clone();
        while evening.rounds.is_empty() {
            let (by, body) = evening.next(&mut dice);
            evening.does(by, body);
            let playing = evening.table().books().balance(Account::Felt) > Micros::ZERO;
            if evening.rounds.is_empty() && playing {
                let mut other = evening.clone();
                void(&mut other, &before);
                voids += 1;
                other.round(&mut dice);
            }
        }
        let nothing = Body::Void { reason: "the round is over".to_owned() };
        assert_eq!(evening.refused(SUPERVISOR, nothing), "round.none");
    }
    assert!(voids > 50 || rounds(0, 1, 1) == 0, "{voids}");
}

fn void(evening: &mut Evening, before: &table::Books) {
    let cards = |evening: &Evening| evening.table().view(ANN).shoe.unwrap().dealt;
    let (entries, dealt) = (evening.entries.clone(), cards(evening));
    for reason in ["", "  a ", &"x".repeat(201)] {
        let reason = reason.to_owned();
        assert_eq!(evening.refused(SUPERVISOR, Body::Void { reason }), "reason.missing");
    }
    let events = evening.does(SUPERVISOR, Body::Void { reason: "card exposed".to_owned() });
    assert!(matches!(&events[0], Event::Voided { by, .. } if *by == SUPERVISOR.account));
    assert_eq!(evening.table().books(), before, "every balance is as before the round");
    assert_eq!(evening.entries[..entries.len()], entries, "the record is only added to");
    assert!(cards(evening) == dealt || events.len() > 2, "the cards stay dealt");
    let record = evening.rounds.last().unwrap();
    assert!(record.voided);
    assert!(record.players.iter().all(|(_, staked, returned)| staked == returned));
    let mut accounts: Vec<_> = record.players.iter().map(|(account, ..)| account).collect();
    accounts.sort();
    accounts.dedup();
    assert_eq!(accounts.len(), record.players.len(), "a player is one line");
}

// ---- prizes, splits, doubles

#[test]
fn a_23_envy_goes_to_other_players_once_and_not_to_the_winners_own_seat() {
    // Seats: ann 1 and 5, bob 2 and 6. Ann's suited sevens on seat 1 against a seven.
    let cards = "7h Ks Ks Kd 7d 7h 9d 9c 9c Kc 7h";
    let mut evening = Evening::of(given(sign("bahama-bonus"), cards));
    for (who, seats) in [(ANN, [1, 5]), (BOB, [2, 6])] {
        for seat in seats {
            evening.does(who, Body::Sit { seat, buy_in: 10_000 });
            evening.bet(who, seat, &[(Spot::Main, 1_000)]);
        }
    }
    evening.does(ANN, Body::Ready {});
    evening.does(BOB, Body::Ready {});
    evening.does(ANN, act(1, 1, Action::Hit));
    let mut events = Vec::new();
    for (who, seat) in [(BOB, 2), (ANN, 5), (BOB, 6)] {
        events = evening.does(who, act(seat, 1, Action::Stand));
    }
    let prizes: Vec<_> = lines(&events).into_iter().filter(|line| line.2 == 0).collect();
    let expected = [(2, "envy".to_owned(), 0, 5_000), (1, "special-bonus".to_owned(), 0, 100_000)];
    assert_eq!(prizes, expected);
}

#[test]
fn splits_to_four_hands() {
    let cards = "8h 9d 8c 7h 8d 8s 3c 3d 2h 2c Kh";
    let (mut evening, _) = dealt("bahama-bonus", cards);
    let chips = evening.table().chips(ANN.account);
    while let Some(Ask::Action { seat, hand, legal }) = evening.table().view(ANN).ask {
        let can_split = legal.iter().any(|offer| offer.action.0 == Action::Split);
        let hands = evening.table().view(ANN).felt.seats[0].hands.len();
        assert!(!can_split || hands < 4, "never a fifth hand");
        let action = if can_split { Action::Split } else { Action::Stand };
        evening.does(ANN, act(seat, hand, action));
    }
    let felt = evening.table().view(ANN).felt;
    assert_eq!(felt.seats[0].hands.len(), 4);
    let mains: Vec<_> = felt.lines.iter().filter(|line| line.spot == "main").collect();
    assert_eq!(mains.iter().map(|line| line.hand).collect::<Vec<_>>(), [1, 2, 3, 4].map(Some));
    let won: i64 = mains.iter().map(|line| line.returned - line.staked).sum();
    assert_eq!(evening.table().chips(ANN.account), chips + 1_000 + won);
}

#[test]
fn three_doubles_and_a_rescue() {
    let cards = "2h 9d 3c 7h 2d 2s 3h";
    let (mut evening, _) = dealt("bahama-bonus", cards);
    for stake in [2_000, 4_000, 8_000] {
        let events = evening.does(ANN, act(2, 1, Action::Double));
        let Event::Acted { added, .. } = events[0] else { panic!("{events:?}") };
        assert_eq!(added, stake / 2);
        assert_eq!(evening.table().view(ANN).felt.seats[0].hands[0].stake, stake as u32);
    }
    let Some(Ask::Action { legal, .. }) = evening.table().view(ANN).ask else { panic!("asked") };
    let legal: Vec<Action> = legal.iter().map(|offer| offer.action.0).collect();
    assert_eq!(legal, [Action::Stand, Action::Rescue]);
    let events = evening.does(ANN, act(2, 1, Action::Rescue));
    // A9: the last double comes back, the rest is given up.
    assert_eq!(lines(&events), [(2, "main".to_owned(), 8_000, 4_000)]);
}

#[test]
fn a_double_needs_chips() {
    let mut evening = Evening::of(given(sign("bahama-bonus"), "2h 9d 3c 7h 2d 2s 3h"));
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 2_000 });
    evening.bet(ANN, 2, &[(Spot::Main, 1_500)]);
    evening.does(ANN, Body::Ready {});
    assert_eq!(evening.refused(ANN, act(2, 1, Action::Double)), "chips.short");
    evening.does(ANN, Body::BuyIn { seat: 2, cents: 2_000 });
    evening.does(ANN, act(2, 1, Action::Double));
    let mut evening = Evening::of(sign("bahama-bonus"));
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 2_000 });
    evening.does(ANN, Body::Sit { seat: 3, buy_in: 0 });
    evening.bet(ANN, 2, &[(Spot::Main, 1_500)]);
    // Bets on two seats are paid from one stack.
    assert_eq!(evening.refused(ANN, bet(3, &[(Spot::Main, 1_500)])), "chips.short");
}

#[test]
fn a_45_one_round_has_one_set_of_wagers() {
    let mut evening = Evening::of(sign("wsgc-bahama-bonus"));
    evening.does(ANN, Body::Sit { seat: 1, buy_in: 100_000 });
    evening.does(BOB, Body::Sit { seat: 2, buy_in: 100_000 });
    evening.bet(ANN, 1, &[(Spot::Main, 1_000), (Spot::MatchUp, 100)]);
    let other = bet(2, &[(Spot::Main, 1_000), (Spot::Trilux, 100)]);
    assert_eq!(evening.refused(BOB, other.clone()), "bet.spot");
    evening.bet(ANN, 1, &[(Spot::Main, 1_000)]);
    evening.does(BOB, other);
    // What the sign does not name is not offered; no progressive without its controller.
    let progressive = bet(1, &[(Spot::Main, 1_000), (Spot::Progressive, 100)]);
    assert_eq!(evening.refused(ANN, progressive), "bet.spot");
    let insured = bet(1, &[(Spot::Main, 1_000), (Spot::Insurance, 100)]);
    assert_eq!(evening.refused(ANN, insured), "bet.spot");
    assert_eq!(evening.refused(ANN, bet(1, &[(Spot::MatchUp, 100)])), "bet.requires");
}

#[test]
fn r_08_what_was_accepted_is_settled_by_its_sign() {
    // The sign is part of the table's first entry: whatever the game's file says later,
    // the round is played by the profile it names.
    let (evening, _) = dealt("bahama-bonus", "Kc 9d 5s 8h");
    let Event::Posted(posted) = &evening.entries[0].events[0] else { panic!("the sign is first") };
    assert_eq!(posted.profile, evening.table().house().posted().profile);
    let other = Posted { decks: 8, ..(**posted).clone() };
    let game = crate::common::file_of("bahama-bonus").game(None, &[]).unwrap();
    let eight = game.profile(Some(8), &[]).unwrap();
    let refused = table::House::new(other, &game, &eight).unwrap_err();
    assert!(matches!(refused, table::PostedFault::Profile { .. }));
}

// ---- the shoe

#[test]
fn n_10_a_cut_leaves_ten_cards_on_either_side() {
    let mut evening = Evening::of(clocked(sign("bahama-bonus")));
    assert_eq!(evening.refused(ANN, Body::Cut { place: 50 }), "seat.none");
    evening.does(ANN, Body::Sit { seat: 1, buy_in: 50_000 });
    for place in [0, 9, 279, 288, u16::MAX] {
        assert_eq!(evening.refused(ANN, Body::Cut { place }), "cut.place");
    }
    assert_eq!(evening.refused(ANN, bet(1, &[(Spot::Main, 1_000)])), "bet.closed");
    evening.does(ANN, Body::Cut { place: 278 });
    assert_eq!(evening.refused(ANN, Body::Cut { place: 100 }), "cut.closed");
}

#[test]
fn f_01_f_04_the_opened_secret_gives_the_dealt_cards() {
    for seed in 0..rounds(1, 3, 40) {
        let mut dice = Dice::new(seed);
        let mut evening = Evening::of(clocked(random_sign(&mut dice)));
        evening.people(&mut dice);
        let mut cut = 0;
        let mut seen: Vec<Option<Card>> = Vec::new();
        let (secret, events) = loop {
            let (by, body) = evening.next(&mut dice);
            let events = evening.does(by, body);
            for event in &events {
                match event {
                    Event::ShoeCut { place, .. } if cut == 0 => cut = *place,
                    Event::Dealt { cards } => {
                        seen.extend(cards.iter().map(|dealt| dealt.card.map(|name| name.0)));
                    }
                    _ => {}
                }
            }
            let opened = events.iter().find_map(|event| match event {
                Event::ShoeOpened { shoe: 1, secret } => Some(secret.clone()),
                _ => None,
            });
            if let Some(secret) = opened {
                break (secret, events);
            }
        };
        assert!(events.iter().any(|event| matches!(event, Event::ShoeCommitted { shoe: 2, .. })));
        let bytes: Vec<u8> = (0..32)
            .map(|at| u8::from_str_radix(&secret[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        let rules = *evening.table().house().rules();
        let mut shoe = Shoe::new(rules.deck, rules.decks);
        shoe.shuffle(&mut ChaChaWords::new(bytes.try_into().unwrap(), 0));
        shoe.cut(cut.into()).unwrap();
        assert!(seen.len() * 4 >= shoe.rest().len() * 3, "to the cut card");
        for (seen, card) in seen.iter().zip(shoe.rest()) {
            assert!(seen.is_none_or(|seen| seen == *card));
        }
        // Another secret would not open the commitment: the replay of every entry with
        // its secrets is the check, and it is made in `Evening::sends`.
    }
}

#[test]
fn n_10_a_shoe_that_runs_out_is_shuffled_from_the_discards() {
    let posted = sign("bahama-bonus");
    let rules = *crate::common::house_of(posted.clone()).rules();
    // High cards first, then the small ones with which hands grow long.
    let mut cards: Vec<Card> = Counts::of(rules.deck, rules.decks).cards().collect();
    cards.sort_by_key(|card| (card.value() < 5, card.suit()));
    cards[..190].sort_by_key(|card| card.suit());
    cards[200..].sort_by_key(|card| card.value());
    let exhibition = Some(cards.iter().copied().map(CardName).collect());
    let mut evening = Evening::of(Posted { exhibition, ..posted });
    for seat in 1..=7 {
        evening.does(ANN, Body::Sit { seat, buy_in: 1_000_000 });
    }
    let ran_out = loop {
        assert!(evening.rounds.len() < 40, "the shoe never ran out");
        for seat in 1..=7 {
            evening.bet(ANN, seat, &[(Spot::Main, 500)]);
        }
        let mut events = evening.does(ANN, Body::Ready {});
        let late = evening.table().view(ANN).shoe.unwrap().dealt > 200;
        loop {
            let (seat, hand, action) = match evening.table().view(ANN).ask {
                Some(Ask::Insurance { seat, .. }) => {
                    events.extend(evening.does(ANN, Body::Insure { seat, cents: 0 }));
                    continue;
                }
                Some(Ask::Action { seat, hand, legal }) => {
                    let has = |action| legal.iter().any(|offer| offer.action.0 == action);
                    let long = [Action::Split, Action::Hit].into_iter().find(|&it| late && has(it));
                    (seat, hand, long.unwrap_or(Action::Stand))
                }
                None => break,
            };
            events.extend(evening.does(ANN, act(seat, hand, action)));
        }
        let opened = events.iter().any(|event| matches!(event, Event::ShoeOpened { .. }));
        if opened {
            break events;
        }
    };
    let place = |of: &dyn Fn(&Event) -> bool| ran_out.iter().position(of);
    let discards = place(&|it| matches!(it, Event::ShoeCommitted { shoe: 2, discards: true, .. }));
    let ended = place(&|it| matches!(it, Event::Ended { .. })).unwrap();
    let first = place(&|it| matches!(it, Event::ShoeOpened { shoe: 1, .. })).unwrap();
    let second = place(&|it| matches!(it, Event::ShoeOpened { shoe: 2, .. })).unwrap();
    assert!(discards.unwrap() < ended && ended < first && first < second, "{ran_out:?}");
    assert!(evening.table().has_all_cards());
    let snapshot = evening.table().snapshot().unwrap();
    let house = evening.table().house().clone();
    let restored =
        table::Table::restore(table::TableId(1), house, &snapshot, &evening.secrets).unwrap();
    assert_eq!(restored, *evening.table());
}

#[test]
fn an_exhibition_is_marked_in_every_view_and_deals_what_it_says() {
    let (evening, events) = dealt("bahama-bonus", "Kc 9d 5s 8h");
    for role in Role::ALL {
        let view = evening.table().view(staff(5, role));
        assert!(view.posted.exhibition.is_some());
        assert!(!serde_json::to_string(&view.posted).unwrap().contains("Kc"));
    }
    let told = serde_json::to_string(&events).unwrap();
    assert!(told.contains(r#""card":"Kc""#) && told.contains(r#""card":"9d""#));
    assert!(!told.contains("shoe-cut"), "a given shoe is not cut");
}

// ---- attended tables

#[test]
fn a_keypad_opens_deals_and_turns() {
    let mut evening = Evening::of(keypad(given(sign("bahama-bonus"), "Kc 9d 5s 8h")));
    evening.does(DEALER, Body::OnDuty {});
    evening.does(SUPERVISOR, Body::OnDuty {});
    assert_eq!(evening.refused(ANN, Body::Sit { seat: 2, buy_in: 5_000 }), "chips.staff");
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 0 });
    assert_eq!(evening.refused(ANN, Body::BuyIn { seat: 2, cents: 5_000 }), "chips.staff");
    evening.does(DEALER, Body::BuyIn { seat: 2, cents: 5_000 });
    assert_eq!(evening.refused(ANN, bet(2, &[(Spot::Main, 1_000)])), "bet.closed");
    assert_eq!(evening.refused(DEALER, Body::Deal {}), "bet.closed");
    evening.does(DEALER, Body::OpenBetting {});
    assert_eq!(evening.refused(DEALER, Body::Deal {}), "bet.seat", "nobody has bet");
    evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
    evening.does(ANN, Body::Ready {});
    assert!(matches!(evening.table().phase(), Phase::Betting { .. }), "the dealer deals");
    assert_eq!(evening.refused(DEALER, Body::Turn {}), "turn.closed");
    evening.does(DEALER, Body::Deal {});
    assert_eq!(evening.refused(ANN, Body::Leave { seat: 2 }), "seat.in-round");
    assert_eq!(evening.refused(SUPERVISOR, Body::Close {}), "round.running");
    assert_eq!(evening.refused(SUPERVISOR, Body::Open {}), "table.open");
    let events = evening.does(ANN, act(2, 1, Action::Stand));
    assert_eq!(events.last(), Some(&Event::TurnAsked {}));
    assert!(evening.table().view(DEALER).felt.hole_down);
    let events = evening.does(DEALER, Body::Turn {});
    assert!(matches!(events[0], Event::HoleTurned { .. }));
    assert_eq!(evening.table().phase(), Phase::Dealer);
    assert_eq!(evening.refused(DEALER, Body::EndGame {}), "round.none");
    evening.does(SUPERVISOR, Body::Close {});
    assert_eq!(evening.refused(DEALER, Body::OpenBetting {}), "table.closed");
}

#[test]
fn a_live_table_holds_seats_and_games_and_no_bets() {
    let posted = Posted { dealing: Dealing::Live, ..keypad(sign("bahama-bonus")) };
    let mut evening = Evening::of(posted);
    evening.does(DEALER, Body::OnDuty {});
    assert_eq!(evening.refused(DEALER, Body::Deal {}), "duty.supervisor");
    evening.does(SUPERVISOR, Body::OnDuty {});
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 0 });
    assert_eq!(evening.refused(ANN, bet(2, &[(Spot::Main, 1_000)])), "bet.closed");
    assert_eq!(evening.refused(DEALER, Body::OpenBetting {}), "table.dealing");
    evening.does(DEALER, Body::Deal {});
    assert_eq!(evening.table().phase(), Phase::LiveGame);
    assert_eq!(evening.refused(DEALER, Body::Deal {}), "round.running");
    assert_eq!(evening.refused(ANN, act(2, 1, Action::Hit)), "round.none");
    evening.does(DEALER, Body::EndGame {});
    evening.does(DEALER, Body::Deal {});
    evening.does(SUPERVISOR, Body::Void { reason: "wrong button".to_owned() });
    assert_eq!(evening.rounds.iter().map(|it| it.voided).collect::<Vec<_>>(), [false, true]);
    assert!(evening.table().view(ANN).shoe.is_none());
}

// ---- anything at all (R-13)

fn any_body() -> impl Strategy<Value = Body> {
    let seat = || prop_oneof![4 => 1u8..8, 1 => any::<u8>()];
    let cents = || prop_oneof![3 => (0u32..200).prop_map(|it| it * 50), 1 => any::<u32>(), 1 => Just(500_000)];
    let spot = (0..Spot::COUNT).prop_map(|at| SpotName(Spot::ALL[at]));
    let bets = proptest::collection::btree_map(spot, cents(), 0..4);
    let main = cents().prop_map(|it| [(SpotName(Spot::Main), it)].into_iter().collect());
    let action = (0..Action::ALL.len()).prop_map(|at| ActionName(Action::ALL[at]));
    prop_oneof![
        (seat(), cents()).prop_map(|(seat, buy_in)| Body::Sit { seat, buy_in }),
        seat().prop_map(|seat| Body::Leave { seat }),
        (seat(), cents()).prop_map(|(seat, cents)| Body::BuyIn { seat, cents }),
        (seat(), prop_oneof![bets, main]).prop_map(|(seat, bets)| Body::Bet { seat, bets }),
        Just(Body::Ready {}),
        prop_oneof![any::<u16>(), 0u16..400].prop_map(|place| Body::Cut { place }),
        (seat(), cents()).prop_map(|(seat, cents)| Body::Insure { seat, cents }),
        (seat(), any::<u8>().prop_map(|it| it % 6), action)
            .prop_map(|(seat, hand, action)| Body::Act { seat, hand, action }),
        Just(Body::OnDuty {}),
        Just(Body::OffDuty {}),
        Just(Body::OpenBetting {}),
        Just(Body::Deal {}),
        Just(Body::Turn {}),
        Just(Body::EndGame {}),
        seat().prop_map(|seat| Body::Release { seat }),
        cents().prop_map(|cents| Body::Fill { cents }),
        cents().prop_map(|cents| Body::Credit { cents }),
        ".{0,5}".prop_map(|reason| Body::Void { reason }),
        Just(Body::Open {}),
        Just(Body::Close {}),
        Just(Body::Clock {}),
        Just(Body::ReplaceShoe {}),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(rounds(20, 100, 20_000) as u32))]

    /// `Evening::sends` asserts that a refusal changes nothing and that an entry replays;
    /// this asks for anything, mixed with willing play, and nothing may panic.
    #[test]
    fn r_13_any_command_at_any_time(
        seed in any::<u64>(),
        wild in proptest::collection::vec((any_body(), 0usize..7, 11u64..14, 0u64..40_000), 60),
    ) {
        let mut dice = Dice::new(seed);
        let mut posted = random_sign(&mut dice);
        if dice.once_in(2) {
            posted = clocked(posted);
        }
        if dice.once_in(3) {
            posted = keypad(posted);
        }
        let mut evening = Evening::of(posted);
        evening.people(&mut dice);
        for (body, role, account, later) in wild {
            evening.now = evening.now.wrapping_add(later) % (1 << 60);
            let by = Actor { account: AccountId(account), role: Role::ALL[role] };
            let role_may = by.role.may(body.kind());
            let done = evening.tries(by, body);
            prop_assert!(role_may || done.unwrap_err().code() == "role.denied");
            prop_assert!(evening.table().books().fault().is_none());
            let somebody = (1..=7).any(|seat| evening.table().player_at(seat).is_some());
            let staffed = evening.table().view(DEALER).duty.len() >= 2
                || evening.table().house().posted().dealing == Dealing::Automatic;
            if somebody && staffed && dice.once_in(2) {
                let (by, body) = evening.next(&mut dice);
                let _ = evening.tries(by, body);
            }
        }
    }
}

#[test]
fn r_13_random_bets_are_accepted_as_they_lie() {
    let mut dice = Dice::new(7);
    let mut evening = Evening::of(random_sign(&mut dice));
    evening.does(ANN, Body::Sit { seat: 1, buy_in: 1_000_000 });
    for _ in 0..50 {
        let body = random_bet(evening.table(), 1, &mut dice);
        evening.bet(ANN, 1, &[]);
        evening.does(ANN, body);
    }
    let _ = player(1);
}
