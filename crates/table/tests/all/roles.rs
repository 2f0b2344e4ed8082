//! Who may do what (S-07): the matrix, written a second time. What it cannot say, such as
//! other people's seats, stands in `testkit`'s `people.scn`.

use rules::Spot;
use table::{AccountId, Actor, Body, Dealing, Posted, Role};

use crate::common::crowd::{keypad, word};
use crate::common::examples::commands;
use crate::common::{Evening, house_of, player, sign};

/// Role by role, the words of the commands it may give.
const ALLOWED: [(&str, &str); 8] = [
    ("spectator", ""),
    ("player", "sit leave buy-in bet ready cut insure act"),
    (
        "dealer",
        "buy-in on-duty off-duty open-betting deal turn end-game call-supervisor release light \
         hand-button swipe",
    ),
    ("cage", ""),
    (
        "supervisor",
        "buy-in on-duty off-duty relieve end-game answer-call release fill credit void open close \
         withdraw confirm swipe waive post withdraw-posting",
    ),
    (
        "executive",
        "on-duty off-duty relieve end-game answer-call release fill credit void open close \
         withdraw confirm swipe waive post withdraw-posting",
    ),
    ("auditor", ""),
    ("house", "sit bet relieve open close clock away back replace-shoe light"),
];

/// The families of codes that the documents name.
const FAMILIES: [&str; 21] = [
    "role", "version", "id", "table", "seat", "chips", "tray", "amount", "bet", "round", "act",
    "cut", "turn", "duty", "call", "reason", "clock", "shoe", "claim", "card", "posting",
];

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
    let bodies = commands();
    for (role, (name, allowed)) in Role::ALL.into_iter().zip(ALLOWED) {
        assert_eq!(role.word(), name);
        let allowed: Vec<&str> = allowed.split(' ').collect();
        for body in &bodies {
            let word = word(body);
            assert_eq!(word, body.kind().word());
            let may = allowed.contains(&word.as_str());
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
