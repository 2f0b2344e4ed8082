//! Who may do what (S-07): the matrix, written a second time, and what it cannot say:
//! other people's seats, staff not on duty, tables that belong to one player.

use rules::{Action, Class, Spot};
use table::{
    AccountId, Actor, Body, ClassName, Dealing, Kind, MATRIX, Posted, Role, SpotName, Staffing,
};

use crate::common::crowd::{DEALER, SUPERVISOR, keypad, word};
use crate::common::{Evening, act, bet, house_of, player, sign, staff};

/// Role by role, the words of the commands it may give.
const ALLOWED: [(&str, &str); 7] = [
    ("spectator", ""),
    ("player", "sit leave buy-in bet ready cut insure act"),
    (
        "dealer",
        "buy-in on-duty off-duty open-betting deal turn end-game release light hand-button swipe",
    ),
    (
        "supervisor",
        "buy-in on-duty off-duty release fill credit void open close confirm swipe waive",
    ),
    ("executive", "on-duty off-duty release fill credit void open close confirm swipe waive"),
    ("auditor", ""),
    ("house", "sit open close clock replace-shoe light"),
];

/// The families of codes that the documents name.
const FAMILIES: [&str; 19] = [
    "role", "version", "id", "table", "seat", "chips", "tray", "amount", "bet", "round", "act",
    "cut", "turn", "duty", "reason", "clock", "shoe", "claim", "card",
];

fn every_body() -> Vec<Body> {
    let reason = "the dealer dropped the shoe".to_owned();
    vec![
        Body::Sit { seat: 5, buy_in: 10_000 },
        Body::Leave { seat: 2 },
        Body::BuyIn { seat: 2, cents: 10_000 },
        bet(2, &[(Spot::Main, 1_000)]),
        Body::Ready {},
        Body::Cut { place: 100 },
        Body::Insure { seat: 2, cents: 0 },
        act(2, 1, Action::Stand),
        Body::OnDuty {},
        Body::OffDuty {},
        Body::OpenBetting {},
        Body::Deal {},
        Body::Turn {},
        Body::EndGame {},
        Body::Release { seat: 2 },
        Body::Fill { cents: 10_000 },
        Body::Credit { cents: 10_000 },
        Body::Void { reason },
        Body::Open {},
        Body::Close {},
        Body::ReplaceShoe {},
        Body::Clock {},
        Body::Light { seat: 2, spot: SpotName(Spot::Progressive), lit: true },
        Body::HandButton {
            seat: 2,
            spot: SpotName(Spot::Progressive),
            hand: ClassName(Class::FourSuited),
            cards: Vec::new(),
        },
        Body::Confirm { evidence: String::new() },
        Body::Swipe { seat: 2, spot: SpotName(Spot::Progressive) },
        Body::Waive {
            seat: 2,
            spot: SpotName(Spot::Progressive),
            reason: "the player left".to_owned(),
        },
    ]
}

fn tables() -> Vec<Evening> {
    let automatic = Evening::of(sign("bahama-bonus"));
    let attended = Evening::of(keypad(sign("wsgc-bahama-bonus")));
    let live = Evening::of(Posted { dealing: Dealing::Live, ..keypad(sign("players-edge-21")) });
    let mut playing = Evening::of(sign("players-edge-21"));
    playing.does(player(11), Body::Sit { seat: 2, buy_in: 10_000 });
    playing.bet(player(11), 2, &[(Spot::Main, 1_000)]);
    playing.does(player(11), Body::Ready {});
    let closed = Evening::closed(house_of(sign("bahamas-bonus")));
    vec![automatic, attended, live, playing, closed]
}

#[test]
fn s_07_every_role_and_every_command() {
    let bodies = every_body();
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| !kind.is_of_link()).collect();
    assert_eq!(bodies.iter().map(Body::kind).collect::<Vec<_>>(), kinds, "one body a kind");
    assert_eq!(MATRIX.map(|(kind, _)| kind), Kind::ALL, "one line a kind");
    for (role, (name, allowed)) in Role::ALL.into_iter().zip(ALLOWED) {
        assert_eq!(role.word(), name);
        let allowed: Vec<&str> = allowed.split(' ').collect();
        for body in &bodies {
            let may = allowed.contains(&word(body).as_str());
            assert_eq!(role.may(body.kind()), may, "{role} {body:?}");
            for mut evening in tables() {
                check(&mut evening, Actor { account: AccountId(77), role }, body, may);
            }
        }
    }
}

/// A command that is not allowed is refused as such, whatever the table is doing.
fn check(evening: &mut Evening, by: Actor, body: &Body, may: bool) {
    let before = evening.table().clone();
    let Err(refused) = evening.tries(by, body.clone()) else {
        return assert!(may, "{by:?} {body:?}");
    };
    let code = refused.code();
    assert_eq!(*evening.table(), before, "a refusal changes nothing");
    assert_eq!(code == "role.denied", !may, "{by:?} {body:?} {code}");
    let family = code.split('.').next().unwrap();
    assert!(FAMILIES.contains(&family), "{code}");
    assert!(!refused.to_string().is_empty());
}

#[test]
fn s_07_other_peoples_seats() {
    let mut evening = Evening::of(sign("bahama-bonus"));
    let (ann, bob) = (player(11), player(12));
    evening.does(ann, Body::Sit { seat: 2, buy_in: 10_000 });
    evening.does(bob, Body::Sit { seat: 3, buy_in: 10_000 });
    let of_ann = [
        Body::Leave { seat: 2 },
        Body::BuyIn { seat: 2, cents: 5_000 },
        bet(2, &[(Spot::Main, 1_000)]),
        Body::Insure { seat: 2, cents: 0 },
        act(2, 1, Action::Stand),
    ];
    for body in &of_ann {
        assert_eq!(evening.refused(bob, body.clone()), "seat.not-yours", "{body:?}");
        assert!(evening.tries(bob, body.clone()).unwrap_err().is_denied());
    }
    assert_eq!(evening.refused(bob, Body::Sit { seat: 2, buy_in: 0 }), "seat.taken");
    for seat in [0, 8, 255] {
        assert_eq!(evening.refused(bob, Body::Leave { seat }), "seat.unknown");
        assert_eq!(evening.refused(bob, Body::Sit { seat, buy_in: 5_000 }), "seat.unknown");
    }
    assert_eq!(evening.refused(bob, bet(4, &[(Spot::Main, 1_000)])), "seat.empty");
    assert_eq!(evening.refused(player(13), Body::Ready {}), "seat.none");
    // The same account in another role has none of its rights.
    let ann_watching = Actor { role: Role::Spectator, ..ann };
    for body in of_ann {
        assert_eq!(evening.refused(ann_watching, body), "role.denied");
    }
}

#[test]
fn s_07_staff_who_are_not_on_duty() {
    let mut evening = Evening::of(keypad(sign("bahama-bonus")));
    let other = staff(93, Role::Dealer);
    assert_eq!(evening.refused(DEALER, Body::OpenBetting {}), "duty.off");
    evening.does(DEALER, Body::OnDuty {});
    assert_eq!(evening.refused(other, Body::OnDuty {}), "duty.taken");
    assert_eq!(evening.refused(other, Body::OffDuty {}), "duty.off");
    evening.clock_or_cut();
    assert_eq!(evening.refused(DEALER, Body::OpenBetting {}), "duty.supervisor");
    evening.does(SUPERVISOR, Body::OnDuty {});
    for body in [Body::OpenBetting {}, Body::Deal {}, Body::Turn {}, Body::EndGame {}] {
        assert_eq!(evening.refused(other, body), "duty.off");
    }
    assert_eq!(evening.refused(other, Body::BuyIn { seat: 1, cents: 5_000 }), "duty.off");
    // One person is not on both sides of the table.
    let dealer_playing = Actor { role: Role::Player, ..DEALER };
    assert_eq!(evening.refused(dealer_playing, Body::Sit { seat: 1, buy_in: 0 }), "duty.player");
    evening.does(player(11), Body::Sit { seat: 1, buy_in: 0 });
    let player_working = staff(11, Role::Executive);
    assert_eq!(evening.refused(player_working, Body::OnDuty {}), "duty.player");
    evening.does(DEALER, Body::OpenBetting {});
}

#[test]
fn s_07_a_table_that_belongs_to_one_player() {
    let posted = Posted { private: Some(AccountId(11)), ..sign("bahama-bonus") };
    let mut evening = Evening::of(posted);
    assert_eq!(evening.refused(player(12), Body::Sit { seat: 1, buy_in: 5_000 }), "table.private");
    evening.does(player(11), Body::Sit { seat: 1, buy_in: 5_000 });
    assert_eq!(evening.refused(player(12), Body::Sit { seat: 2, buy_in: 5_000 }), "table.private");
    // The house brings a player of its own, who then plays as any other.
    let brought = Actor { role: Role::House, ..player(12) };
    evening.does(brought, Body::Sit { seat: 2, buy_in: 5_000 });
    evening.bet(player(12), 2, &[(Spot::Main, 1_000)]);
}

#[test]
fn s_07_nobody_works_where_nobody_stands() {
    let mut evening = Evening::of(sign("bahama-bonus"));
    assert_eq!(evening.table().house().posted().staffing, Staffing::Unattended);
    assert_eq!(evening.refused(DEALER, Body::OnDuty {}), "table.dealing");
    // The sign comes first: nobody is on duty at a table that was never opened.
    let mut closed = Evening::closed(house_of(keypad(sign("bahama-bonus"))));
    assert_eq!(closed.refused(DEALER, Body::OnDuty {}), "table.closed");
    closed.does(SUPERVISOR, Body::Open {});
    closed.does(DEALER, Body::OnDuty {});
}

impl Evening {
    /// With the clocks off the shoe is cut at once.
    fn clock_or_cut(&mut self) {
        assert_eq!(self.refused(Actor::HOUSE, Body::Clock {}), "clock.none");
    }
}
