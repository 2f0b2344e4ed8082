//! Who may do what to a link, who may share it, and its log. What is done to it stands in
//! `testkit`'s `office.scn`.

use rules::Spot;
use table::{
    Account, Actor, Body, LinkBody, LinkEvent, LinkFault, LinkPosted, Micros, ReplayFailed, Role,
    Staffing, TableId,
};

use crate::common::crowd::{DEALER, SUPERVISOR};
use crate::common::examples::link_commands;
use crate::common::floor::{EXECUTIVE, Floor, LINK, attended, card, game_with, sign_on};
use crate::common::{given, house_of, player, staff};

const SPOT: Spot = Spot::Progressive;

fn wsgc() -> Floor {
    Floor::live(&game_with("wsgc-bahama-bonus", &[], &[]), 1)
}

#[test]
fn s_07_every_role_and_every_command_of_a_link() {
    let allowed = [
        ("cage", "deposit pay-slip reprint-slip recover"),
        ("supervisor", "open-link adjust back-out stop resume pay-slip reprint-slip recover"),
        (
            "executive",
            "open-link adjust set-parameters back-out retire stop resume deposit reverse-deposit \
             pay-slip reprint-slip recover write-off",
        ),
        ("house", "open-link join part stop"),
    ];
    let bodies = link_commands();
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
fn p_10_p_28_what_no_command_can_say() {
    let is_read = |json: &str| serde_json::from_str::<LinkBody>(json).is_ok();
    let adjust = |why: &str| {
        let what = r#""do":"adjust","spot":"progressive","change":"take","micros":1"#;
        format!(r#"{{{what},"why":"{why}","reason":"abc"}}"#)
    };
    assert!(is_read(&adjust("malfunction")));
    for why in ["won", "theft", "", "Malfunction"] {
        assert!(!is_read(&adjust(why)), "{why}");
    }
    assert!(!is_read(r#"{"do":"deposit","cents":-1}"#));
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
    bonus.jackpots[0].spot = Spot::Main;
    assert_eq!(bonus.check(), Err(LinkFault::NotProgressive(Spot::Main)));
}

#[test]
fn l_11_p_17_the_log_gives_the_link_again_and_a_changed_one_is_found() {
    let mut floor = wsgc();
    floor.does(0, DEALER, Body::Light { seat: 1, spot: SPOT, lit: true });
    floor.does(0, DEALER, Body::Deal {});
    let sign = std::sync::Arc::new(floor.link().sign().clone());
    let replay = |entries: &[table::Entry<LinkEvent>]| {
        let mut link = table::Link::new(LINK, sign.clone());
        entries.iter().try_for_each(|entry| link.apply(entry)).map(|()| link)
    };
    assert_eq!(replay(&floor.entries).as_ref(), Ok(floor.link()));
    let mut stolen = floor.entries.clone();
    let last = stolen.last_mut().unwrap();
    last.transfers[0].micros = Micros(last.transfers[0].micros.0 - 1);
    assert!(matches!(replay(&stolen), Err(ReplayFailed::Transfers { .. })));
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
        let mut link = floor.link().clone();
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
    let tally = &floor.link().tallies()[0];
    assert_eq!(tally.rounds, 7);
    assert_eq!(tally.wagered, Micros::of_cents(2_800));
    assert_eq!(tally.meter.0, moved(Account::Meter(Spot::Progressive)));
    assert_eq!(tally.reserve.0, moved(Account::Reserve(Spot::Progressive)));
    assert_eq!(tally.house.0, moved(Account::ProgressiveHouse(Spot::Progressive)));
    let office = floor.link().view(SUPERVISOR).office.unwrap();
    assert_eq!(office.tallies, floor.link().tallies());
    assert!(floor.link().view(player(1)).office.is_none(), "the reserve is not displayed");
}
