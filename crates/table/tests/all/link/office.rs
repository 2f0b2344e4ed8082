//! Setting a link up, adjusting it, changing it, and who may.

use rules::Spot;
use table::{
    Account, Actor, AdjustReason, Body, Change, Command, CommandId, Kind, LinkBody, LinkEvent,
    LinkFault, LinkParameters, LinkPosted, Micros, Moment, ReplayFailed, Role, SpotName, Staffing,
    TableId,
};

use crate::common::crowd::{DEALER, SUPERVISOR};
use crate::common::floor::{EXECUTIVE, Floor, LINK, attended, card, game_with, sign_on};
use crate::common::{given, house_of, player, staff};

const SPOT: SpotName = SpotName(Spot::Progressive);

fn adjust(change: Change, why: AdjustReason, micros: i64) -> LinkBody {
    let reason = "meter test".to_owned();
    LinkBody::Adjust { spot: SPOT, change, micros, why, reason }
}

fn wsgc() -> Floor {
    Floor::live(&game_with("wsgc-bahama-bonus", &[], &[]), 1)
}

fn bodies() -> Vec<LinkBody> {
    let terms = house_of(sign_on(&game_with("wsgc-bahama-bonus", &[], &[]))).terms().unwrap();
    let reason = || "for the test".to_owned();
    let parameters = LinkParameters { seed: 200_000, contribution: 1_200, reserve: 200 };
    vec![
        LinkBody::OpenLink {},
        LinkBody::Join { table: TableId(9), terms: Box::new(terms) },
        LinkBody::Part { table: TableId(1) },
        adjust(Change::Add, AdjustReason::Malfunction, 1),
        LinkBody::SetParameters {
            spot: SPOT,
            parameters,
            reason: reason(),
            override_advice: false,
        },
        LinkBody::BackOut { slip: 1, reason: reason() },
        LinkBody::Retire { spot: SPOT, to: None, reason: reason() },
        LinkBody::Stop { reason: reason() },
        LinkBody::Resume {},
        LinkBody::Deposit { cents: 100 },
        LinkBody::PaySlip { slip: 1 },
        LinkBody::ReprintSlip { slip: 1 },
    ]
}

#[test]
fn s_07_every_role_and_every_command_of_a_link() {
    let allowed = [
        ("supervisor", "open-link adjust back-out stop resume pay-slip reprint-slip"),
        (
            "executive",
            "open-link adjust set-parameters back-out retire stop resume deposit pay-slip reprint-slip",
        ),
        ("house", "open-link join part stop"),
    ];
    let bodies = bodies();
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.is_of_link()).collect();
    assert_eq!(bodies.iter().map(LinkBody::kind).collect::<Vec<_>>(), kinds);
    for role in Role::ALL {
        let own = allowed.iter().find(|(name, _)| *name == role.word()).map_or("", |it| it.1);
        for body in &bodies {
            let word = serde_json::to_value(body).unwrap()["do"].as_str().unwrap().to_owned();
            assert_eq!(word, body.kind().word());
            let may = own.split(' ').any(|allowed| allowed == word);
            assert_eq!(role.may(body.kind()), may, "{role} {word}");
            let mut floor = wsgc();
            floor.proofs = vec![card(SUPERVISOR), card(EXECUTIVE)];
            let refused = floor.office(staff(77, role), body.clone()).err();
            let denied = refused.is_some_and(|refused| refused.code() == "role.denied");
            assert_eq!(denied, !may, "{role} {word}");
        }
    }
}

#[test]
fn p_10_a_meter_falls_only_for_a_reason_of_the_list() {
    let mut floor = wsgc();
    let two = |floor: &mut Floor, body| floor.with_two(body).map_err(|refused| refused.code());
    for why in ["won", "theft", "", "Malfunction"] {
        let json = format!(
            r#"{{"do":"adjust","spot":"progressive","change":"take","micros":1,"why":"{why}","reason":"abc"}}"#
        );
        assert!(serde_json::from_str::<LinkBody>(&json).is_err(), "{why}");
    }
    let take = |why, micros| adjust(Change::Take, why, micros);
    assert_eq!(two(&mut floor, take(AdjustReason::Malfunction, 0)).err(), Some("amount.none"));
    assert_eq!(two(&mut floor, take(AdjustReason::Malfunction, -5)).err(), Some("amount.none"));
    let all = 2_000_000_000;
    assert_eq!(
        two(&mut floor, take(AdjustReason::Malfunction, all + 1)).err(),
        Some("meter.short")
    );
    assert_eq!(
        two(&mut floor, take(AdjustReason::Malfunction, i64::MAX)).err(),
        Some("meter.short")
    );
    for why in
        [AdjustReason::OverLimit, AdjustReason::SeedRecovery, AdjustReason::NonDisplayedToGross]
    {
        assert_eq!(two(&mut floor, adjust(Change::Add, why, 5)).err(), Some("adjust.reason"));
    }
    assert_eq!(
        two(&mut floor, take(AdjustReason::NonDisplayedToGross, 1)).err(),
        Some("meter.short")
    );
    let absurd = adjust(Change::Add, AdjustReason::Malfunction, i64::MAX);
    assert_eq!(two(&mut floor, absurd).err(), Some("meter.limit"));
    two(&mut floor, adjust(Change::Add, AdjustReason::Malfunction, 70)).unwrap();
    two(&mut floor, take(AdjustReason::Malfunction, 7)).unwrap();
    two(&mut floor, take(AdjustReason::OverLimit, 3)).unwrap();
    // Of the seed no more than the house put in.
    assert_eq!(
        two(&mut floor, take(AdjustReason::SeedRecovery, all + 1)).err(),
        Some("meter.short")
    );
    two(&mut floor, take(AdjustReason::SeedRecovery, all)).unwrap();
    let books = floor.link.link().books();
    assert_eq!(books.balance(Account::Meter(Spot::Progressive)), Micros(60));
    assert_eq!(books.balance(Account::Overflow(Spot::Progressive)), Micros(3));
    assert_eq!(books.balance(Account::SeedFunding(Spot::Progressive)), Micros::ZERO);
    let Some(LinkEvent::Adjusted { persons, reason, before, after, .. }) =
        floor.entries.last().and_then(|entry| entry.events.last())
    else {
        panic!("an adjustment");
    };
    assert_eq!((persons.len(), reason.as_str()), (2, "meter test"));
    assert_eq!(before.meter.0 - after.meter.0, all);
    // Two persons, each with a card; a reason in words.
    assert_eq!(
        floor.office_refused(EXECUTIVE, take(AdjustReason::Malfunction, 1)),
        "card.two-persons"
    );
    let LinkBody::Adjust { spot, change, micros, why, .. } = take(AdjustReason::Malfunction, 1)
    else {
        panic!("an adjustment");
    };
    let mute = LinkBody::Adjust { spot, change, micros, why, reason: "ab".to_owned() };
    assert_eq!(two(&mut floor, mute).err(), Some("reason.missing"));
}

#[test]
fn p_15_parameters_change_while_nothing_is_played() {
    let mut floor = wsgc();
    let set = |contribution, override_advice| LinkBody::SetParameters {
        spot: SPOT,
        parameters: LinkParameters { seed: 200_000, contribution, reserve: 300 },
        reason: "new season".to_owned(),
        override_advice,
    };
    let light = Body::Light { seat: 1, spot: SPOT, lit: true };
    floor.does(0, DEALER, light.clone());
    floor.does(0, DEALER, Body::Deal {});
    assert_eq!(floor.with_two(set(1_000, false)).unwrap_err().code(), "link.busy");
    floor.does(0, DEALER, Body::EndGame {});
    floor.proofs = vec![card(SUPERVISOR), card(staff(95, Role::Supervisor))];
    assert_eq!(floor.office_refused(EXECUTIVE, set(1_000, false)), "card.level");
    // R-09: above the preset only by an override, and never above the wager.
    assert_eq!(floor.with_two(set(1_300, false)).unwrap_err().code(), "parameters.advice");
    assert_eq!(floor.with_two(set(9_800, true)).unwrap_err().code(), "parameters.rates");
    assert_eq!(floor.with_two(set(10_001, true)).unwrap_err().code(), "parameters.rates");
    let events = floor.with_two(set(1_300, true)).unwrap();
    let LinkEvent::ParametersSet { old, new, overridden, persons, .. } = &events[0] else {
        panic!("{events:?}");
    };
    assert_eq!((old.contribution, new.contribution), (1_200, 1_300));
    assert_eq!((overridden.len(), persons.len()), (1, 2));
    // They hold from the next game.
    floor.does(0, DEALER, light);
    floor.does(0, DEALER, Body::Deal {});
    let tally = &floor.link.link().tallies()[0];
    assert_eq!(tally.meter, Micros(120_000 + 130_000));
}

#[test]
fn r_09_what_sheet_003_advises_against_needs_two_persons() {
    let of = game_with("wsgc-bahama-bonus", &[], &[]);
    let sign = LinkPosted::of("Link", &of.0, &of.1, Staffing::Attended).unwrap();
    assert!(sign.advice().is_empty(), "the presets follow all advice");
    let with = |parameters: LinkParameters| {
        let mut sign = sign.clone();
        sign.jackpots[0].parameters = parameters;
        sign
    };
    let preset = sign.jackpots[0].parameters;
    for bad in [
        LinkParameters { seed: 0, ..preset },
        LinkParameters { seed: 19_999, ..preset },
        LinkParameters { contribution: 1_201, ..preset },
    ] {
        let mut floor = Floor::closed(with(bad));
        assert_eq!(floor.office_refused(EXECUTIVE, LinkBody::OpenLink {}), "parameters.advice");
        floor.proofs = vec![card(EXECUTIVE)];
        assert_eq!(floor.office_refused(EXECUTIVE, LinkBody::OpenLink {}), "parameters.advice");
        let events = floor.with_two(LinkBody::OpenLink {}).unwrap();
        assert!(
            matches!(&events[1], LinkEvent::AdviceOverridden { persons, .. } if persons.len() == 2)
        );
    }
    let rates = LinkParameters { contribution: 9_900, reserve: 101, ..preset };
    let mut floor = Floor::closed(with(rates));
    assert_eq!(floor.with_two(LinkBody::OpenLink {}).unwrap_err().code(), "link.sign");
}

#[test]
fn p_26_p_27_who_may_share_a_meter() {
    let of = game_with("wsgc-bahama-bonus", &[], &[]);
    let mut floor = Floor::of(&of, Staffing::Attended);
    let join = |posted| {
        let terms = Box::new(house_of(posted).terms().unwrap());
        LinkBody::Join { table: TableId(1), terms }
    };
    let code = |floor: &mut Floor, posted| floor.office_refused(Actor::HOUSE, join(posted));
    let other_table = game_with("wsgc-bahama-bonus", &[], &[("progressive", "3")]);
    assert_eq!(code(&mut floor, attended(sign_on(&other_table))), "link.terms");
    // Sheet 000 pays the same hand with the same probability, but shares among winners.
    let sheet_000 = game_with("bahama-bonus", &[], &[]);
    assert_eq!(code(&mut floor, attended(sign_on(&sheet_000))), "link.terms");
    assert_eq!(
        code(&mut floor, attended(sign_on(&game_with("players-edge-21", &[], &[])))),
        "link.terms"
    );
    assert_eq!(code(&mut floor, sign_on(&of)), "link.kind");
    assert_eq!(code(&mut floor, given(attended(sign_on(&of)), "8h")), "link.kind");
    let in_turn = game_with("bahama-bonus", &[("progressive.policy", "in-turn")], &[]);
    floor.open(&in_turn, attended(sign_on(&in_turn)));
    assert_eq!(code(&mut floor, attended(sign_on(&of))), "link.joined");
    floor.office(Actor::HOUSE, LinkBody::Part { table: TableId(1) }).unwrap();
    assert_eq!(
        floor.office_refused(Actor::HOUSE, LinkBody::Part { table: TableId(1) }),
        "link.table"
    );
    // P-27: the house's fixed prizes have no meter.
    let mut bonus = LinkPosted::of("Link", &of.0, &of.1, Staffing::Attended).unwrap();
    bonus.jackpots[0].spot = SpotName(Spot::Main);
    assert_eq!(bonus.check(), Err(LinkFault::NotProgressive(Spot::Main)));
}

#[test]
fn p_30_a_jackpot_out_of_play_stays_owed_or_moves() {
    let mut floor = Floor::live(&game_with("players-edge-21", &[], &[]), 1);
    let (one, five) = (SpotName(Spot::Progressive1), SpotName(Spot::Progressive5));
    let retire = |spot, to| LinkBody::Retire { spot, to, reason: "season is over".to_owned() };
    floor.does(0, DEALER, Body::Light { seat: 1, spot: one, lit: true });
    floor.does(0, DEALER, Body::Deal {});
    assert_eq!(floor.with_two(retire(one, Some(five))).unwrap_err().code(), "link.busy");
    floor.does(0, DEALER, Body::EndGame {});
    let required = floor.link.link().required_bank();
    let house = Account::ProgressiveHouse(Spot::Progressive1);
    let kept = floor.link.link().books().balance(house);
    assert_eq!(floor.with_two(retire(one, Some(SPOT))).unwrap_err().code(), "jackpot.unknown");
    floor.with_two(retire(one, Some(five))).unwrap();
    assert_eq!(floor.with_two(retire(one, Some(five))).unwrap_err().code(), "jackpot.retired");
    let link = floor.link.link();
    assert_eq!((link.required_bank(), link.books().balance(house)), (required, kept));
    assert_eq!(link.books().balance(Account::Meter(Spot::Progressive1)), Micros::ZERO);
    let light = |spot| Body::Light { seat: 1, spot, lit: true };
    assert_eq!(floor.refused(0, DEALER, light(one)), "jackpot.retired");
    // The other one goes on, with what it took over.
    floor.does(0, DEALER, light(five));
    floor.does(0, DEALER, Body::Deal {});
    floor.does(0, DEALER, Body::EndGame {});
    let required = floor.link.link().required_bank();
    floor.with_two(retire(five, None)).unwrap();
    assert_eq!(floor.link.link().required_bank(), required, "it stays owed");
}

#[test]
fn p_28_the_bank_and_its_deposits() {
    let mut floor = wsgc();
    assert_eq!(floor.link.link().required_bank(), Micros(2_000_000_000));
    floor.office(EXECUTIVE, LinkBody::Deposit { cents: 200_000 }).unwrap();
    assert_eq!(floor.link.link().bank(), floor.link.link().required_bank());
    assert_eq!(floor.office_refused(EXECUTIVE, LinkBody::Deposit { cents: 0 }), "amount.none");
    let negative = r#"{"do":"deposit","cents":-1}"#;
    assert!(serde_json::from_str::<LinkBody>(negative).is_err());
    let stop = || LinkBody::Stop { reason: "funds short".to_owned() };
    floor.office(SUPERVISOR, stop()).unwrap();
    assert_eq!(floor.office_refused(SUPERVISOR, stop()), "link.stopped");
    let light = Body::Light { seat: 1, spot: SPOT, lit: true };
    assert_eq!(floor.refused(0, DEALER, light.clone()), "link.stopped");
    assert!(floor.link.link().view(player(1)).stopped.is_some(), "players are told");
    floor.office(SUPERVISOR, LinkBody::Resume {}).unwrap();
    assert_eq!(floor.office_refused(SUPERVISOR, LinkBody::Resume {}), "link.running");
    floor.does(0, DEALER, light);
}

/// A deposit is due every week. When it is not there, the next START stops the progressive
/// for every table and display, and nobody resumes it before the account is whole.
#[test]
fn p_28_funds_short_stop_the_progressive() {
    const WEEK: u64 = 7 * 24 * 60 * 60 * 1000;
    let light = || Body::Light { seat: 1, spot: SPOT, lit: true };
    let mut floor = wsgc();
    let due = floor.link.link().deposit_due().unwrap();
    floor.now = due.0;
    floor.does(0, DEALER, light());
    floor.now += 1;
    assert_eq!(floor.refused(0, DEALER, light()), "link.funds-short");
    let wagered = floor.link.link().tallies().to_vec();
    floor.does(0, DEALER, Body::Deal {});
    floor.does(0, DEALER, Body::EndGame {});
    assert_eq!(floor.link.link().tallies(), wagered, "the game went on without the sensor");
    let stopped = floor.link.link().view(player(1)).stopped;
    assert_eq!(stopped.as_deref(), Some("funds short"), "players are told");
    let resumed = floor.office_refused(SUPERVISOR, LinkBody::Resume {});
    assert_eq!(resumed, "link.funds-short");
    floor.office(EXECUTIVE, LinkBody::Deposit { cents: 199_999 }).unwrap();
    let resumed = floor.office_refused(SUPERVISOR, LinkBody::Resume {});
    assert_eq!(resumed, "link.funds-short", "a cent is missing");
    floor.office(EXECUTIVE, LinkBody::Deposit { cents: 1 }).unwrap();
    floor.office(SUPERVISOR, LinkBody::Resume {}).unwrap();
    assert_eq!(floor.link.link().deposit_due(), Some(Moment(floor.now + WEEK)));
    floor.does(0, DEALER, light());
}

#[test]
fn l_09_ids_that_tables_use_are_no_clients() {
    let mut floor = wsgc();
    let id = CommandId::try_from("table-0001-00000099".to_owned()).unwrap();
    let command = Command { id, expected: 0, body: LinkBody::Resume {} };
    let context = floor.context();
    let refused = floor.link.propose(SUPERVISOR, &command, &context).unwrap_err();
    assert_eq!(refused.code(), "id.reserved");
    let id = CommandId::try_from("stop-it-now".to_owned()).unwrap();
    let body = LinkBody::Stop { reason: "test".to_owned() };
    let command = Command { id, expected: 0, body };
    let table::LinkProposed::New(decision) =
        floor.link.propose(SUPERVISOR, &command, &context).unwrap()
    else {
        panic!("it is new");
    };
    floor.link.commit(decision);
    let again = floor.link.propose(SUPERVISOR, &command, &context).unwrap();
    assert!(matches!(again, table::LinkProposed::Again(_)));
    let other = Command { body: LinkBody::Resume {}, ..command };
    let reused = floor.link.propose(SUPERVISOR, &other, &context).unwrap_err();
    assert_eq!(reused.code(), "id.reused");
}

#[test]
fn l_11_p_17_the_log_gives_the_link_again_and_a_changed_one_is_found() {
    let mut floor = wsgc();
    floor.does(0, DEALER, Body::Light { seat: 1, spot: SPOT, lit: true });
    floor.does(0, DEALER, Body::Deal {});
    let sign = std::sync::Arc::new(floor.link.link().sign().clone());
    let replay = |entries: &[table::Entry<LinkEvent>]| {
        let mut link = table::Link::new(LINK, sign.clone());
        entries.iter().try_for_each(|entry| link.apply(entry)).map(|()| link)
    };
    assert_eq!(replay(&floor.entries).as_ref(), Ok(floor.link.link()));
    let mut stolen = floor.entries.clone();
    let last = stolen.last_mut().unwrap();
    last.transfers[0].micros = Micros(last.transfers[0].micros.0 - 1);
    assert!(matches!(replay(&stolen), Err(ReplayFailed::Event { .. })));
    let mut gap = floor.entries.clone();
    gap.remove(1);
    assert!(matches!(replay(&gap), Err(ReplayFailed::Version { .. })));
    let mut twice = floor.entries.clone();
    let mut copy = twice.last().unwrap().clone();
    copy.version += 1;
    twice.push(copy);
    let found =
        ReplayFailed::Event { version: floor.entries.len() as u64 + 1, what: "game.started" };
    assert_eq!(replay(&twice), Err(found));
}

#[test]
fn p_14_an_unreasonable_contribution_is_refused() {
    let floor = wsgc();
    let entry = floor.entries.last().unwrap().clone();
    let contributed = |seats: Vec<u8>| table::Entry {
        version: entry.version + 1,
        events: vec![LinkEvent::Contributed {
            table: TableId(1),
            round: 1,
            day: 20_261_116,
            lit: vec![table::Lit { spot: SPOT, seats }],
        }],
        transfers: Vec::new(),
        ..entry.clone()
    };
    for seats in [vec![1, 1], vec![0], vec![8], (1..=20).collect()] {
        let mut link = floor.link.link().clone();
        let what = "contribution.unreasonable";
        let found = ReplayFailed::Event { version: entry.version + 1, what };
        assert_eq!(link.apply(&contributed(seats)), Err(found));
    }
}

#[test]
fn p_13_every_meter_is_a_fold_of_the_log() {
    let mut floor = wsgc();
    for seats in 1..=7u8 {
        for seat in 1..=seats {
            floor.does(0, DEALER, Body::Light { seat, spot: SPOT, lit: true });
        }
        floor.does(0, DEALER, Body::Deal {});
        floor.does(0, DEALER, Body::EndGame {});
    }
    let moved = |account| {
        let transfers = floor.entries.iter().flat_map(|entry| &entry.transfers);
        let of_table = |it: &&table::Transfer| it.from == Account::Table(TableId(1));
        let own = transfers.filter(of_table).filter(|it| it.to == account);
        own.map(|it| it.micros.0).sum::<i64>()
    };
    let tally = &floor.link.link().tallies()[0];
    assert_eq!(tally.rounds, 7);
    assert_eq!(tally.wagered, Micros::of_cents(2_800));
    assert_eq!(tally.meter.0, moved(Account::Meter(Spot::Progressive)));
    assert_eq!(tally.reserve.0, moved(Account::Reserve(Spot::Progressive)));
    assert_eq!(tally.house.0, moved(Account::ProgressiveHouse(Spot::Progressive)));
    let office = floor.link.link().view(SUPERVISOR).office.unwrap();
    assert_eq!(office.tallies, floor.link.link().tallies());
    assert!(floor.link.link().view(player(1)).office.is_none(), "the reserve is not displayed");
}
