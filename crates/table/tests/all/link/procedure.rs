//! START GAME, hand button, confirm, card, END GAME at a house-dealt table.

use rules::{Action, Class, Spot};
use table::{
    Account, Body, ClaimState, ClassName, Event, LinkEvent, Micros, Phase, Role, SpotName, Staffing,
};

use crate::common::crowd::{DEALER, SUPERVISOR};
use crate::common::floor::{EXECUTIVE, Floor, LINK, attended, card, game_with, sign_on};
use crate::common::{act, bet, given, player, staff};

const SPOT: SpotName = SpotName(Spot::Progressive);

/// Two seats and the dealer with red eights: both win the whole meter of sheet 000.
const TWO_WINNERS: &str = "8h 8h 8h 8d 8d 8d 5c";

fn button(seat: u8, hand: Class) -> Body {
    Body::HandButton { seat, spot: SPOT, hand: ClassName(hand), cards: Vec::new() }
}

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

fn two_winners() -> Floor {
    let mut floor = Floor::keypad(&game_with("bahama-bonus", &[], &[]), TWO_WINNERS, 2);
    dealt(&mut floor, 2);
    floor.does(0, DEALER, Body::Turn {});
    floor
}

#[test]
fn p_03_t_02_contributions_are_booked_at_start_and_once() {
    let mut floor = Floor::keypad(&game_with("bahama-bonus", &[], &[]), TWO_WINNERS, 2);
    let before = floor.link.link().jackpot(Spot::Progressive).unwrap().holds();
    dealt(&mut floor, 2);
    let link = floor.link.link();
    let after = link.jackpot(Spot::Progressive).unwrap().holds();
    // 12 % and 2 % of two dollars.
    assert_eq!(after.meter.0 - before.meter.0, 240_000);
    assert_eq!(after.reserve.0 - before.reserve.0, 40_000);
    assert_eq!(
        link.books().balance(Account::ProgressiveHouse(Spot::Progressive)),
        Micros(1_720_000)
    );
    let booked = |entry: &table::Entry<LinkEvent>| {
        entry.events.iter().filter(|it| matches!(it, LinkEvent::Contributed { .. })).count()
    };
    assert_eq!(floor.entries.iter().map(booked).sum::<usize>(), 1);
    // T-02: the key pressed again, by this dealer or another one.
    assert_eq!(floor.refused(0, DEALER, Body::Deal {}), "bet.closed");
    floor.does(0, DEALER, Body::Turn {});
    assert_eq!(floor.entries.iter().map(booked).sum::<usize>(), 1);
}

#[test]
fn t_01_t_07_the_whole_procedure_of_sheet_003() {
    let mut floor = two_winners();
    assert_eq!(floor.table(0).phase(), Phase::Claims);
    let view = floor.table(0).view(DEALER).progressive.unwrap();
    let seats: Vec<(u8, u8)> = view.hands.iter().map(|hand| (hand.seat, hand.percent)).collect();
    assert_eq!(seats, [(2, 100), (1, 100)], "in paying order");
    let shown = floor.link.link().view(player(1)).jackpots[0].cents;
    for seat in [1, 2] {
        floor.does(0, DEALER, button(seat, Class::FourSameColour));
    }
    floor.does(0, SUPERVISOR, Body::Confirm { evidence: String::new() });
    for seat in [2, 1] {
        floor.swipes(0, card(SUPERVISOR), seat, Spot::Progressive).unwrap();
        // The card of an award that is posted posts nothing more.
        let again = floor.swipes(0, card(SUPERVISOR), seat, Spot::Progressive).unwrap_err();
        assert_eq!(again.code(), "claim.none");
    }
    floor.does(0, DEALER, Body::EndGame {});
    let link = floor.link.link();
    let awards: Vec<(u8, i64)> =
        link.slips().iter().map(|slip| (slip.award.claim.seat, slip.award.cents)).collect();
    // P-07: equal shares of $2,000.24.
    assert_eq!((shown, awards), (200_024, vec![(2, 100_012), (1, 100_012)]));
    // One reseed: seed and reserve.
    let holds = link.jackpot(Spot::Progressive).unwrap().holds();
    assert_eq!((holds.meter.0, holds.reserve.0), (2_000_040_000, 0));
    assert!(link.is_idle());
    // The round's record has stakes and awards: $11 each, the main wager lost or won.
    let round = floor.tables[0].rounds.last().unwrap();
    let lines = |seat| {
        let events = floor.tables[0].entries.iter().flat_map(|entry| &entry.events);
        let paid = events.filter_map(|event| match event {
            Event::Paid { lines } => Some(lines),
            _ => None,
        });
        let own = paid.flatten().filter(move |line| line.seat == seat);
        own.fold((0, 0), |sum, line| (sum.0 + line.staked, sum.1 + line.returned))
    };
    for (account, staked, returned) in &round.players {
        let seat = (account.0 - 10) as u8;
        assert_eq!((*staked, *returned), lines(seat));
        assert_eq!(floor.table(0).chips(*account), 50_000 - staked + returned);
    }
}

#[test]
fn o_03_p_24_an_award_tells_everything_and_its_number_has_no_gap() {
    let mut floor = two_winners();
    for seat in [1, 2] {
        floor.does(0, DEALER, button(seat, Class::FourSameColour));
    }
    floor.now = 5_000;
    floor.does(0, SUPERVISOR, Body::Confirm { evidence: "cards shown".to_owned() });
    floor.now = 6_000;
    floor.swipes(0, card(EXECUTIVE), 2, Spot::Progressive).unwrap();
    floor.swipes(0, card(SUPERVISOR), 1, Spot::Progressive).unwrap();
    let slips = floor.link.link().slips();
    assert_eq!(slips.iter().map(|slip| slip.award.slip).collect::<Vec<_>>(), [1, 2]);
    let award = &slips[0].award;
    assert_eq!((award.claim.table.0, award.claim.round, award.claim.seat), (1, 1, 2));
    let cards: Vec<String> = award.claim.cards.iter().map(|card| card.0.to_string()).collect();
    assert_eq!(cards, ["8h", "8d", "8h", "8d"]);
    assert_eq!((award.claim.hand.0, award.claim.percent), (Class::FourSameColour, 100));
    assert_eq!((award.order, award.cents, award.wager), (1, 100_012, 100));
    assert_eq!(award.before.meter, Micros(2_000_240_000));
    assert_eq!(award.after.meter, Micros(2_000_040_000));
    assert_eq!(award.claim.dealer, Some(DEALER.account));
    assert_eq!((award.confirmed_by.account, award.confirmed_at.0), (SUPERVISOR.account, 5_000));
    assert_eq!((award.posted_by.card, award.posted_at.0), (Some(1_093), 6_000));
    assert_eq!((award.day, award.evidence.as_str()), (20_261_116, "cards shown"));
    // O-04: $1,000.12 is below $2,000.
    assert!(!award.tax && slips[0].paid.is_some() && award.in_chips);
}

#[test]
fn t_03_the_button_toggles_until_the_card() {
    let mut floor = two_winners();
    let frozen = |floor: &Floor| floor.link.link().view(player(1)).jackpots[0].pending.len();
    floor.does(0, DEALER, button(1, Class::FourSameColour));
    assert_eq!(frozen(&floor), 1);
    floor.does(0, DEALER, button(1, Class::FourSameColour));
    assert_eq!(frozen(&floor), 0);
    for seat in [1, 2] {
        floor.does(0, DEALER, button(seat, Class::FourSameColour));
    }
    let confirm = Body::Confirm { evidence: String::new() };
    floor.does(0, SUPERVISOR, confirm.clone());
    assert_eq!(floor.refused(0, SUPERVISOR, confirm.clone()), "claim.confirmed");
    // Off and on again: it must be confirmed anew.
    floor.does(0, DEALER, button(2, Class::FourSameColour));
    floor.does(0, DEALER, button(2, Class::FourSameColour));
    let early = floor.swipes(0, card(SUPERVISOR), 2, Spot::Progressive).unwrap_err();
    assert_eq!(early.code(), "claim.not-confirmed");
    floor.does(0, SUPERVISOR, confirm);
    floor.swipes(0, card(SUPERVISOR), 2, Spot::Progressive).unwrap();
    for seat in [1, 2] {
        assert_eq!(floor.refused(0, DEALER, button(seat, Class::FourSameColour)), "award.posted");
    }
}

#[test]
fn t_04_t_05_cards_decide_what_is_claimed() {
    let mut floor = two_winners();
    assert_eq!(floor.refused(0, DEALER, button(1, Class::FourSuited)), "claim.unsupported");
    assert_eq!(floor.refused(0, DEALER, button(1, Class::SuitedPair)), "claim.unsupported");
    assert_eq!(floor.refused(0, DEALER, button(3, Class::FourSameColour)), "claim.not-lit");
    assert_eq!(floor.refused(0, DEALER, button(200, Class::FourSameColour)), "claim.not-lit");
    assert_eq!(floor.refused(0, DEALER, Body::EndGame {}), "claim.missing");
    floor.does(0, DEALER, button(2, Class::FourSameColour));
    let confirm = Body::Confirm { evidence: String::new() };
    assert_eq!(floor.refused(0, SUPERVISOR, confirm.clone()), "claim.missing");
    let waive = |reason: &str| Body::Waive { seat: 1, spot: SPOT, reason: reason.to_owned() };
    assert_eq!(floor.refused(0, SUPERVISOR, waive("  ")), "reason.missing");
    assert_eq!(floor.refused(0, DEALER, waive("the player left")), "role.denied");
    floor.does(0, SUPERVISOR, waive("the player left"));
    assert_eq!(floor.refused(0, SUPERVISOR, waive("the player left")), "claim.no-hand");
    assert_eq!(floor.refused(0, DEALER, button(1, Class::FourSameColour)), "claim.no-hand");
    // T-05: a claim is open.
    assert_eq!(floor.refused(0, DEALER, Body::EndGame {}), "claim.open");
    floor.does(0, SUPERVISOR, confirm);
    assert_eq!(floor.refused(0, DEALER, Body::EndGame {}), "claim.open");
    floor.swipes(0, card(SUPERVISOR), 2, Spot::Progressive).unwrap();
    floor.does(0, DEALER, Body::EndGame {});
    // The one that was claimed has it all.
    assert_eq!(floor.link.link().slips()[0].award.cents, 200_024);
}

#[test]
fn p_22_p_23_o_05_o_06_the_card_is_of_the_right_level_and_not_the_dealers() {
    let of = game_with("bahama-bonus", &[("progressive.executive-from", "$1,000")], &[]);
    let mut floor = Floor::keypad(&of, TWO_WINNERS, 2);
    dealt(&mut floor, 2);
    floor.does(0, DEALER, Body::Turn {});
    for seat in [1, 2] {
        floor.does(0, DEALER, button(seat, Class::FourSameColour));
    }
    // O-06: so large an award needs a note on the evidence.
    assert_eq!(
        floor.refused(0, SUPERVISOR, Body::Confirm { evidence: " ".to_owned() }),
        "claim.evidence"
    );
    assert_eq!(floor.refused(0, DEALER, Body::Confirm { evidence: String::new() }), "role.denied");
    let dealer_confirms = staff(DEALER.account.0, Role::Supervisor);
    let confirm = || Body::Confirm { evidence: "shoe counted down".to_owned() };
    assert_eq!(floor.refused(0, dealer_confirms, confirm()), "card.dealer");
    assert_eq!(floor.refused(0, staff(11, Role::Supervisor), confirm()), "duty.player");
    floor.does(0, SUPERVISOR, confirm());
    let view = floor.table(0).view(DEALER).progressive.unwrap();
    let needs = ClaimState::Confirmed { cents: 100_012, needs: Role::Executive };
    assert!(view.claims.iter().all(|claim| claim.state == needs));
    let mut code = |proofs: Vec<table::CardProof>, seat| {
        floor.proofs = proofs;
        floor.refused(0, SUPERVISOR, Body::Swipe { seat, spot: SPOT })
    };
    assert_eq!(code(vec![], 2), "card.missing");
    assert_eq!(code(vec![card(EXECUTIVE), card(SUPERVISOR)], 2), "card.missing");
    assert_eq!(code(vec![card(SUPERVISOR)], 2), "card.level");
    assert_eq!(code(vec![card(staff(DEALER.account.0, Role::Executive))], 2), "card.dealer");
    assert_eq!(code(vec![card(staff(11, Role::Executive))], 2), "duty.player");
    assert_eq!(code(vec![card(staff(77, Role::Auditor))], 2), "card.level");
    // A1: the dealer's right first.
    assert_eq!(code(vec![card(EXECUTIVE)], 1), "award.order");
    assert_eq!(code(vec![card(EXECUTIVE)], 3), "claim.none");
    floor.swipes(0, card(EXECUTIVE), 2, Spot::Progressive).unwrap();
}

#[test]
fn t_11_a_void_gives_contributions_back() {
    let of = game_with("bahama-bonus", &[], &[]);
    let mut floor = Floor::keypad(&of, TWO_WINNERS, 2);
    let before = floor.link.link().jackpot(Spot::Progressive).unwrap().holds();
    dealt(&mut floor, 2);
    floor.does(0, DEALER, Body::Turn {});
    floor.does(0, DEALER, button(1, Class::FourSameColour));
    let void = Body::Void { reason: "a card was exposed".to_owned() };
    floor.does(0, SUPERVISOR, void.clone());
    let link = floor.link.link();
    assert_eq!(link.jackpot(Spot::Progressive).unwrap().holds(), before);
    assert!(link.is_idle() && link.slips().is_empty());
    for account in [11, 12] {
        assert_eq!(floor.table(0).chips(table::AccountId(account)), 50_000);
    }
    assert_eq!(floor.table(0).books().balance(Account::Link(LINK)), Micros::ZERO);
    // Not over the head of an award.
    let mut floor = two_winners();
    for seat in [1, 2] {
        floor.does(0, DEALER, button(seat, Class::FourSameColour));
    }
    floor.does(0, SUPERVISOR, Body::Confirm { evidence: String::new() });
    floor.swipes(0, card(SUPERVISOR), 2, Spot::Progressive).unwrap();
    assert_eq!(floor.refused(0, SUPERVISOR, void), "award.posted");
}

#[test]
fn p_16_without_its_link_the_main_game_goes_on() {
    let mut floor = Floor::keypad(&game_with("bahama-bonus", &[], &[]), TWO_WINNERS, 2);
    floor.does(0, DEALER, Body::OpenBetting {});
    let both = bet(1, &[(Spot::Main, 1_000), (Spot::Progressive, 100)]);
    floor.is_down = true;
    assert_eq!(floor.refused(0, player(11), both.clone()), "link.down");
    floor.is_down = false;
    floor.office(SUPERVISOR, table::LinkBody::Stop { reason: "funds short".to_owned() }).unwrap();
    assert_eq!(floor.refused(0, player(11), both.clone()), "link.stopped");
    floor.office(SUPERVISOR, table::LinkBody::Resume {}).unwrap();
    floor.does(0, player(11), both);
    // It goes down between the bet and the deal: the sensor is dark, and nothing is taken.
    floor.is_down = true;
    let events = floor.does(0, DEALER, Body::Deal {});
    let dark = |event: &Event| *event == Event::SensorsDark { code: "link.down".to_owned() };
    assert!(events.iter().any(dark));
    floor.does(0, player(11), act(1, 1, Action::Stand));
    floor.does(0, DEALER, Body::Turn {});
    assert_eq!(floor.table(0).phase(), Phase::Dealer);
    let round = floor.tables[0].rounds.last().unwrap();
    assert_eq!(round.players[0].1, 1_000, "only the main wager was staked");
    // A game that was started waits for its link.
    floor.is_down = false;
    floor.does(0, DEALER, Body::OpenBetting {});
    floor.does(0, player(11), bet(1, &[(Spot::Main, 1_000), (Spot::Progressive, 100)]));
    floor.does(0, DEALER, Body::Deal {});
    floor.is_down = true;
    let mut last = None;
    for _ in 0..20 {
        let body = match floor.table(0).phase() {
            Phase::Turn { .. } => (player(11), act(1, 1, Action::Stand)),
            Phase::Insurance { .. } => (player(11), Body::Insure { seat: 1, cents: 0 }),
            Phase::HoleCard => (DEALER, Body::Turn {}),
            _ => break,
        };
        last = floor.tries(0, body.0, body.1).err().map(|refused| refused.code());
        if last.is_some() {
            break;
        }
    }
    assert_eq!(last, Some("link.down"));
    floor.is_down = false;
    floor.does(0, DEALER, Body::Turn {});
    assert!(floor.link.link().is_idle());
}

#[test]
fn a_33_s_01_nothing_of_the_progressive_is_told_before_the_turn() {
    let of = game_with("bahama-bonus", &[], &[]);
    let told = |hole: &str| {
        let mut floor = Floor::keypad(&of, &format!("8h 8h 8h 8d 8d {hole} 5c"), 2);
        dealt(&mut floor, 2);
        let text = |events: &[Event]| {
            let tells =
                |event: &&Event| !matches!(event, Event::ShoeCommitted { .. } | Event::Posted(_));
            events.iter().filter(tells).map(|event| format!("{event:?}")).collect::<String>()
        };
        let entries: String =
            floor.tables[0].entries.iter().map(|entry| text(&entry.events)).collect();
        let mut view = floor.table(0).view(DEALER);
        view.shoe = None;
        view.posted.exhibition = None;
        let link: Vec<String> = floor.entries.iter().skip(2).map(|it| format!("{it:?}")).collect();
        let shown = format!("{:?}", floor.link.link().view(EXECUTIVE));
        (entries, serde_json::to_string(&view).unwrap(), link, shown)
    };
    assert_eq!(told("8d"), told("Kc"));
}

#[test]
fn an_unattended_table_is_confirmed_by_the_recorded_policy() {
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
    let slips = floor.link.link().slips();
    let awards: Vec<(u8, i64)> =
        slips.iter().map(|slip| (slip.award.claim.seat, slip.award.cents)).collect();
    // P-06: in turn, and the second takes seed and reserve.
    assert_eq!(awards, [(2, 200_024), (1, 200_004)]);
    assert!(slips.iter().all(|slip| slip.award.posted_by.name == "house policy"));
    // The claims, their awards and the end are one entry of each.
    let last = floor.entries.last().unwrap();
    assert!(matches!(last.events[0], LinkEvent::Claimed(_)));
    assert!(matches!(last.events.last(), Some(LinkEvent::Ended { .. })));
    let with = floor.tables[0].entries.last().unwrap().with;
    assert_eq!(with, Some(table::Partner::Link { link: LINK, version: last.version }));
    assert_eq!(last.command.as_str(), format!("table-0001-{:08}", floor.table(0).version()));
}

/// Seat 1 has three eights, a fixed pay; seat 2 wins the whole meter.
const FIXED_AND_WHOLE: &str = "8s 8h 8h 2c 8d 8d 5c";

#[test]
fn p_04_t_11_fixed_pays_of_the_meter_at_a_house_dealt_table() {
    let of = game_with("wsgc-bahama-bonus", &[("progressive.from-meter", "all")], &[]);
    let mut sign = table::LinkPosted::of("Link", &of.0, &of.1, Staffing::Attended).unwrap();
    sign.exhibition = true;
    sign.jackpots[0].parameters.contribution = 7_000;
    let mut floor = Floor::opened(sign);
    floor.open(&of, given(attended(sign_on(&of)), FIXED_AND_WHOLE));
    floor.staff(0);
    for seat in [1u8, 2] {
        floor.does(0, player(10 + u64::from(seat)), Body::Sit { seat, buy_in: 0 });
        floor.does(0, SUPERVISOR, Body::BuyIn { seat, cents: 50_000 });
    }
    let before = floor.link.link().jackpot(Spot::Progressive).unwrap().holds();
    dealt(&mut floor, 2);
    let tray = |floor: &Floor| floor.table(0).books().balance(Account::Tray);
    let (first, shown) = (tray(&floor), floor.link.link().view(player(1)).jackpots[0].cents);
    floor.does(0, DEALER, Body::Turn {});
    // Ten for one: the tray paid it, and the meter gave it back. The main wagers lost.
    assert_eq!(floor.link.link().view(player(1)).jackpots[0].cents, shown - 1_000);
    assert_eq!(tray(&floor).cents() - first.cents(), 2_000);
    assert_eq!(floor.link.link().tallies()[0].fixed, Micros::of_cents(1_000));
    let mut voided = floor.clone();
    voided.does(0, SUPERVISOR, Body::Void { reason: "a card was exposed".to_owned() });
    assert_eq!(voided.link.link().jackpot(Spot::Progressive).unwrap().holds(), before);
    assert_eq!(tray(&voided), first);
    // A share of the meter is of what the fixed pays left.
    floor.does(0, DEALER, button(2, Class::FourSameColour));
    floor.does(0, SUPERVISOR, Body::Confirm { evidence: String::new() });
    floor.swipes(0, card(SUPERVISOR), 2, Spot::Progressive).unwrap();
    assert_eq!(floor.link.link().slips()[0].award.cents, shown - 1_000);
    // Backed out and voided, everything is as before the round.
    let reason = "misread cards".to_owned();
    floor.with_two(table::LinkBody::BackOut { slip: 1, reason: reason.clone() }).unwrap();
    floor.does(0, SUPERVISOR, Body::Void { reason });
    assert_eq!(floor.link.link().jackpot(Spot::Progressive).unwrap().holds(), before);
    for account in [11, 12] {
        assert_eq!(floor.table(0).chips(table::AccountId(account)), 50_000);
    }
}

#[test]
fn t_04_an_attended_table_that_deals_by_its_clock_waits_for_claims() {
    let of = game_with("bahama-bonus", &[], &[]);
    let mut sign = table::LinkPosted::of("Link", &of.0, &of.1, Staffing::Attended).unwrap();
    sign.exhibition = true;
    let mut floor = Floor::opened(sign);
    let posted = table::Posted { staffing: Staffing::Attended, ..sign_on(&of) };
    floor.open(&of, given(posted, FIXED_AND_WHOLE));
    floor.staff(0);
    for seat in [1u8, 2] {
        let who = player(10 + u64::from(seat));
        floor.does(0, who, Body::Sit { seat, buy_in: 0 });
        floor.does(0, SUPERVISOR, Body::BuyIn { seat, cents: 50_000 });
        floor.does(0, who, bet(seat, &[(Spot::Main, 1_000), (Spot::Progressive, 100)]));
    }
    for seat in [1, 2] {
        floor.does(0, player(10 + seat), Body::Ready {});
    }
    for seat in [1u8, 2] {
        floor.does(0, player(10 + u64::from(seat)), act(seat, 1, Action::Stand));
    }
    assert_eq!(floor.table(0).phase(), Phase::Claims);
    assert_eq!(floor.refused(0, table::Actor::HOUSE, Body::Clock {}), "clock.none");
    assert_eq!(floor.refused(0, player(12), Body::Leave { seat: 2 }), "seat.in-round");
    assert_eq!(floor.refused(0, SUPERVISOR, Body::Close {}), "round.running");
    floor.does(0, DEALER, button(2, Class::FourSameColour));
    floor.does(0, SUPERVISOR, Body::Confirm { evidence: String::new() });
    floor.swipes(0, card(SUPERVISOR), 2, Spot::Progressive).unwrap();
    floor.does(0, DEALER, Body::EndGame {});
    assert!(matches!(floor.table(0).phase(), Phase::Betting { .. }));
}
