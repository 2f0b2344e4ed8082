//! Rounds at a table: voids at every point, the life of a shoe, any command at any time.
//! What is played line by line stands in `testkit`'s `tables.scn`.

use cards::{Card, ChaChaWords, Counts, Shoe};
use proptest::prelude::*;
use rules::{Action, Origin, Position, Spot, Word as _};
use table::{
    Account, AccountId, Actor, Ask, Body, Clocks, Dealing, Event, Micros, Posted, Question, Role,
};
use testkit::{Dice, rounds};

use crate::common::crowd::{DEALER, SUPERVISOR, keypad, random_bet, random_sign};
use crate::common::{Evening, act, given, player, sign, staff};

const ANN: Actor = Actor { account: AccountId(11), role: Role::Player };

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

// ---- the sign

#[test]
fn r_08_what_was_accepted_is_settled_by_its_sign() {
    // The sign is part of the table's first entry: whatever the game's file says later,
    // the round is played by the profile it names.
    let (evening, _) = dealt("bahama-bonus", "Kc 9d 5s 8h");
    let Event::Posted { sign: posted } = &evening.entries[0].events[0] else {
        panic!("the sign is first")
    };
    assert_eq!(posted.profile, evening.table().house().posted().profile);
    let other = Posted { decks: 8, ..(**posted).clone() };
    let game = crate::common::file_of("bahama-bonus").game(None, &[]).unwrap();
    let eight = game.profile(Some(8), &[]).unwrap();
    let refused = table::House::new(other, &game, &eight).unwrap_err();
    assert!(matches!(refused, table::PostedFault::Profile { .. }));
}

// ---- the shoe

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
                    Event::Dealt { cards, .. } => {
                        seen.extend(cards.iter().map(|dealt| dealt.card));
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

/// F-05: commitments, voids and openings are entries, and none of them is missing: shoes are numbered
/// without gaps, each is committed once and then opened once, and every round that began has ended or
/// is voided under its number. F-06: as long as one card of a shoe may still be dealt, nothing of its
/// secret stands anywhere, and the next shoe is of another one.
#[test]
fn f_05_f_06_shoes_and_rounds_have_no_gaps_and_nothing_is_opened_early() {
    for seed in 0..rounds(1, 3, 40) {
        let mut dice = Dice::new(seed);
        let mut evening = Evening::of(clocked(random_sign(&mut dice)));
        evening.people(&mut dice);
        let mut secrets: Vec<(u32, String)> = Vec::new();
        while secrets.len() < 2 {
            let (by, body) = evening.next(&mut dice);
            let mut events = evening.does(by, body);
            let is_in_round = events.iter().any(|it| matches!(it, Event::Asked { .. }));
            if is_in_round && dice.once_in(12) {
                let reason = "a card was exposed".to_owned();
                events.extend(evening.does(SUPERVISOR, Body::Void { reason }));
            }
            for event in &events {
                if let Event::ShoeOpened { shoe, secret } = event {
                    let told = told_before(&evening, *shoe);
                    assert!(!told.contains(secret), "seed {seed}: shoe {shoe} was told early");
                    secrets.push((*shoe, secret.clone()));
                }
            }
        }
        assert_ne!(secrets[0].1, secrets[1].1, "seed {seed}");
        check_gaps(&evening, seed);
    }
}

/// Every entry before the one that opens a shoe, as everybody reads it.
fn told_before(evening: &Evening, shoe: u32) -> String {
    let opens = |event: &Event| matches!(event, Event::ShoeOpened { shoe: of, .. } if *of == shoe);
    let before = evening.entries.iter().take_while(|entry| !entry.events.iter().any(opens));
    before.map(|entry| serde_json::to_string(entry).unwrap()).collect()
}

/// Shoes and rounds in the record, in the order of their numbers and one after the other.
fn check_gaps(evening: &Evening, seed: u64) {
    let (mut committed, mut opened, mut begun, mut over) = (0, 0, 0, 0);
    for (version, entry) in (1..).zip(&evening.entries) {
        assert_eq!(entry.version, version, "seed {seed}");
        for event in &entry.events {
            match event {
                Event::ShoeCommitted { shoe, .. } => {
                    assert_eq!(*shoe, committed + 1, "seed {seed}");
                    committed = *shoe;
                }
                Event::ShoeOpened { shoe, .. } | Event::ShoeLost { shoe } => {
                    assert!(*shoe == opened + 1 && *shoe <= committed, "seed {seed}: {shoe}");
                    opened = *shoe;
                }
                Event::Started { round, .. } => {
                    assert_eq!((*round, over), (begun + 1, begun), "seed {seed}");
                    begun = *round;
                }
                Event::Ended { round, .. } | Event::Voided { round, .. } => {
                    assert_eq!((*round, over), (begun, begun - 1), "seed {seed}");
                    over = *round;
                }
                _ => {}
            }
        }
    }
    assert_eq!(committed, opened + 1, "seed {seed}: all but the one on the table are opened");
}

/// F-07: what is told of the shoe says what its proof does not prove.
#[test]
fn f_07_the_documents_say_what_a_commitment_does_not_prove() {
    let page = include_str!("../../../../docs/live-table.md").replace('\n', " ");
    assert!(page.contains("It does not prove that nobody in the house knew it."));
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
    let exhibition = Some(cards.iter().copied().collect());
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
                Some(Ask::Action { seat, hand, legal, .. }) => {
                    let has = |action| legal.iter().any(|offer| offer.action == action);
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
    let restored = table::Table::restore(table::TableId(1), &snapshot, &evening.beside).unwrap();
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

// ---- anything at all (R-13)

fn question() -> impl Strategy<Value = Question> {
    let asked = || 0u64..60;
    let players = (11u64..14).prop_map(AccountId);
    prop_oneof![
        asked().prop_map(|asked| Question::Answer { asked }),
        (players, asked()).prop_map(|(player, asked)| Question::Presence { player, asked }),
        asked().prop_map(|asked| Question::Posting { asked }),
    ]
}

fn any_body() -> impl Strategy<Value = Body> {
    let seat = || prop_oneof![4 => 1u8..8, 1 => any::<u8>()];
    let steps = || (0u32..200).prop_map(|it| it * 50);
    let cents = || prop_oneof![3 => steps(), 1 => any::<u32>(), 1 => Just(500_000)];
    let spot = (0..Spot::COUNT).prop_map(|at| Spot::ALL[at]);
    let bets = proptest::collection::btree_map(spot, cents(), 0..4);
    let main = cents().prop_map(|it| [(Spot::Main, it)].into_iter().collect());
    let action = (0..Action::ALL.len()).prop_map(|at| Action::ALL[at]);
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
        question().prop_map(|of| Body::Clock { of }),
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
            if dice.once_in(4) {
                let waits = evening.table().waits();
                let of = waits.first().map_or(Question::Answer { asked: 0 }, |it| it.question);
                let _ = evening.tries(Actor::HOUSE, Body::Clock { of });
            }
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

#[test]
fn what_a_game_does_not_have_is_refused_as_such() {
    for id in games::GAMES.iter().map(|game| game.id) {
        let house = crate::common::house_of(sign(id));
        let rules = house.rules();
        let (origin, stake) = (Origin::Dealt, 500);
        let hand = Position { cards: 2, pair: false, doubles: 0, origin, stake, hands: 1 };
        let why = rules::not_legal(rules, &hand, Action::Rescue);
        let none = rules.rescue == rules::settings::Rescue::None;
        let expected = if none { rules::NotLegal::Game } else { rules::NotLegal::NotDoubled };
        assert_eq!(why, Some(expected), "{id}");
    }
}

#[test]
fn an_action_is_legal_or_has_a_reason_why_not() {
    for id in games::GAMES.iter().map(|game| game.id) {
        let house = crate::common::house_of(sign(id));
        let rules = house.rules();
        let mut reasons = 0;
        let origins = [Origin::Dealt, Origin::Split, Origin::SplitAces];
        for (origin, stake) in origins.into_iter().flat_map(|it| [(it, 500), (it, 400_000)]) {
            for (cards, doubles, hands) in
                (2..5).flat_map(|cards| (0..4).flat_map(move |it| [(cards, it, 1), (cards, it, 4)]))
            {
                for pair in [false, cards == 2] {
                    let hand = Position { cards, pair, doubles, origin, stake, hands };
                    let legal = rules::legal(rules, &hand);
                    for &action in Action::ALL {
                        let why = rules::not_legal(rules, &hand, action);
                        assert_eq!(legal.has(action), why.is_none(), "{id} {hand:?} {action}");
                        reasons += u32::from(why.is_some());
                    }
                }
            }
        }
        assert!(reasons > 0);
    }
}
