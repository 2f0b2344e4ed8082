//! An example of every command, in the order of the kinds.

use rules::{Action, Class, Spot};
use table::{
    AccountId, Addressee, AdjustReason, Body, Change, Kind, LinkBody, LinkParameters, Question,
    TableId, Time,
};

use super::floor::{game_with, sign_on};
use super::{act, bet, house_of, sign};

const SPOT: Spot = Spot::Progressive;

/// The commands that go to a table.
pub(crate) fn commands() -> Vec<Body> {
    let cards = ["8h", "8d", "8h", "8d"].map(|card| card.parse().unwrap()).to_vec();
    let all = vec![
        Body::Sit { seat: 1, buy_in: 2_000 },
        Body::Leave { seat: 1 },
        Body::BuyIn { seat: 1, cents: 2_000 },
        bet(1, &[(Spot::Main, 1_000), (Spot::MatchUp, 500)]),
        Body::Ready {},
        Body::Cut { place: 100 },
        Body::Insure { seat: 1, cents: 500 },
        act(1, 2, Action::Double),
        Body::OnDuty {},
        Body::OffDuty {},
        Body::Relieve { staff: AccountId(91), reason: "gone home ill".to_owned() },
        Body::OpenBetting {},
        Body::Deal {},
        Body::Turn {},
        Body::EndGame {},
        Body::CallSupervisor {},
        Body::AnswerCall {},
        Body::Release { seat: 1 },
        Body::Fill { cents: 100 },
        Body::Credit { cents: 100 },
        Body::Void { reason: "card exposed".to_owned() },
        Body::Open {},
        Body::Close {},
        Body::ReplaceShoe {},
        Body::Clock { of: Question::Presence { player: AccountId(11), asked: 12 } },
        Body::Away { player: AccountId(11) },
        Body::Back { player: AccountId(11) },
        Body::Light { seat: 1, spot: SPOT, lit: true },
        Body::HandButton { seat: 1, spot: SPOT, hand: Class::FourSameColour, cards },
        Body::Withdraw { seat: 1, spot: SPOT, reason: "the cards were misread".to_owned() },
        Body::Confirm { evidence: "cards shown".to_owned() },
        Body::Swipe {
            seat: 1,
            spot: SPOT,
            winner: "Ann Winner".to_owned(),
            identity: "driving licence".to_owned(),
            tax_form: "W-2G 1".to_owned(),
        },
        Body::Waive { seat: 1, spot: SPOT, reason: "the player left".to_owned() },
        Body::Post { sign: Box::new(sign("bahama-bonus")), from: Some(Time(60_000)) },
        Body::WithdrawPosting {},
    ];
    let of_tables = Kind::ALL.iter().filter(|kind| kind.addressee() == Addressee::Table);
    assert!(all.iter().map(Body::kind).eq(of_tables.copied()), "one example a kind");
    all
}

/// The commands that go straight to a link.
pub(crate) fn link_commands() -> Vec<LinkBody> {
    let terms = house_of(sign_on(&game_with("wsgc-bahama-bonus", &[], &[]))).terms().unwrap();
    let reason = || "for the record".to_owned();
    let parameters = LinkParameters { seed: 300_000, contribution: 7_100, reserve: 100 };
    let (change, why) = (Change::Add, AdjustReason::Malfunction);
    let all = vec![
        LinkBody::OpenLink {},
        LinkBody::Join { table: TableId(9), terms: Box::new(terms) },
        LinkBody::Part { table: TableId(1) },
        LinkBody::Adjust { spot: SPOT, change, micros: 1_234, why, reason: reason() },
        LinkBody::SetParameters { spot: SPOT, parameters, reason: reason(), override_advice: true },
        LinkBody::BackOut { slip: 1, reason: reason() },
        LinkBody::Retire { spot: SPOT, to: None, reason: reason() },
        LinkBody::Stop { reason: reason() },
        LinkBody::Resume {},
        LinkBody::Deposit { cents: 100_000 },
        LinkBody::ReverseDeposit { deposit: 2, reason: reason() },
        LinkBody::PaySlip {
            slip: 1,
            winner: "Ann Winner".to_owned(),
            identity: "driving licence".to_owned(),
            tax_form: "W-2G 17".to_owned(),
            lend: true,
        },
        LinkBody::ReprintSlip { slip: 1 },
        LinkBody::Recover { slip: 1, cents: 100, reason: reason() },
        LinkBody::WriteOff { slip: 1, reason: reason() },
    ];
    let of_links = Kind::ALL.iter().filter(|kind| kind.addressee() == Addressee::Link);
    assert!(all.iter().map(LinkBody::kind).eq(of_links.copied()), "one example a kind");
    all
}
