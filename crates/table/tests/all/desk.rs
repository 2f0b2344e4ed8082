//! The desk: a command is done once, and a copy of it gets the same answer (L-09).

use table::{Actor, Body, Command, CommandId, Desk, Proposed, Table};

use crate::common::{Evening, player, sign};

fn command(id: &str, expected: u64, body: Body) -> Command {
    Command { id: CommandId::try_from(id.to_owned()).unwrap(), expected, body }
}

fn again(evening: &mut Evening, by: Actor, command: &Command) -> Option<u64> {
    let context = evening.context();
    match evening.desk.propose(by, command, &context).unwrap() {
        Proposed::Again(version) => Some(version),
        Proposed::AskStore => None,
        Proposed::NeedsLink(_) => panic!("{command:?} touches no link"),
        Proposed::New(_) => panic!("{command:?} would be done twice"),
    }
}

fn seated() -> Evening {
    let mut evening = Evening::of(sign("bahama-bonus"));
    evening.does(player(11), Body::Sit { seat: 1, buy_in: 100_000 });
    evening
}

#[test]
fn l_09_a_copy_gets_the_same_answer() {
    let mut evening = seated();
    let buy = command("buy-in-0001", 2, Body::BuyIn { seat: 1, cents: 5_000 });
    evening.sends(player(11), &buy).unwrap();
    let chips = evening.table().chips(player(11).account);
    for _ in 0..3 {
        assert_eq!(again(&mut evening, player(11), &buy), Some(3));
    }
    // Other things happen meanwhile; the answer stays.
    evening.does(player(12), Body::Sit { seat: 4, buy_in: 5_000 });
    assert_eq!(again(&mut evening, player(11), &buy), Some(3));
    // A copy may name another version: it is the same command.
    let later = Command { expected: 4, ..buy.clone() };
    assert_eq!(again(&mut evening, player(11), &later), Some(3));
    assert_eq!(evening.table().chips(player(11).account), chips);
}

#[test]
fn l_09_an_id_is_not_used_for_another_command() {
    let mut evening = seated();
    let buy = command("buy-in-0001", 2, Body::BuyIn { seat: 1, cents: 5_000 });
    evening.sends(player(11), &buy).unwrap();
    let other = Command { body: Body::BuyIn { seat: 1, cents: 6_000 }, ..buy.clone() };
    assert_eq!(evening.sends(player(11), &other).unwrap_err().code(), "id.reused");
    // Ids belong to their accounts: another player's is another command.
    let version = evening.table().version();
    evening.does(player(12), Body::Sit { seat: 4, buy_in: 5_000 });
    let theirs = command("buy-in-0001", version, Body::BuyIn { seat: 4, cents: 5_000 });
    evening.sends(player(12), &theirs).unwrap();
}

#[test]
fn l_09_a_refused_command_stays_refused() {
    let mut evening = seated();
    let sit = command("sit-down-01", 2, Body::Sit { seat: 1, buy_in: 5_000 });
    assert_eq!(evening.sends(player(12), &sit).unwrap_err().code(), "seat.taken");
    evening.does(player(11), Body::Leave { seat: 1 });
    // Now it could be done, but its sender was told that it was not.
    assert_eq!(evening.sends(player(12), &sit).unwrap_err().code(), "seat.taken");
    assert!(!evening.table().is_seated(player(12).account));
    // A new command does it.
    evening.does(player(12), Body::Sit { seat: 1, buy_in: 5_000 });
}

#[test]
fn l_09_copies_older_than_memory_are_for_the_store() {
    let mut evening = seated();
    let buy = command("buy-in-0001", 2, Body::BuyIn { seat: 1, cents: 5_000 });
    evening.sends(player(11), &buy).unwrap();
    for _ in 0..63 {
        evening.does(player(11), Body::BuyIn { seat: 1, cents: 2_000 });
    }
    assert_eq!(again(&mut evening, player(11), &buy), Some(3), "64 are remembered");
    evening.does(player(11), Body::BuyIn { seat: 1, cents: 2_000 });
    assert_eq!(again(&mut evening, player(11), &buy), None, "the 65th is not");
    // A desk that was just built of its table remembers nothing and asks for all.
    let mut fresh = Desk::new(evening.table().clone());
    let (context, version) = (evening.context(), evening.table().version());
    let old = command("anything-1", version - 1, Body::BuyIn { seat: 1, cents: 2_000 });
    let proposed = fresh.propose(player(11), &old, &context).unwrap();
    assert!(matches!(proposed, Proposed::AskStore));
    // Told that the store does not have it, it does it.
    let proposed = fresh.propose_new(player(11), &old, &context).unwrap();
    assert!(matches!(proposed, Proposed::New(_)));
}

#[test]
fn l_09_memory_comes_back_with_the_entries() {
    let mut evening = seated();
    for _ in 0..100 {
        evening.does(player(11), Body::BuyIn { seat: 1, cents: 2_000 });
    }
    let mut fresh = Desk::new(evening.table().clone());
    let last = &evening.entries[evening.entries.len() - 20..];
    fresh.remember(last);
    let context = evening.context();
    for (behind, entry) in last.iter().enumerate() {
        let copy = command(
            entry.command.as_str(),
            entry.version - 1,
            Body::BuyIn { seat: 1, cents: 2_000 },
        );
        let proposed = fresh.propose(player(11), &copy, &context).unwrap();
        let Proposed::Again(version) = proposed else { panic!("{behind}: {proposed:?}") };
        assert_eq!(version, entry.version);
    }
}

#[test]
fn l_09_stale_and_ahead() {
    let mut evening = seated();
    evening.bet(player(11), 1, &[(rules::Spot::Main, 1_000)]);
    let asked = evening.table().version();
    evening.does(player(11), Body::Ready {});
    let ahead = command("from-ahead", asked + 5, Body::Ready {});
    assert_eq!(evening.sends(player(11), &ahead).unwrap_err().code(), "version.ahead");
    let stale = command("from-before", asked, crate::common::act(1, 1, rules::Action::Stand));
    let refused = evening.sends(player(11), &stale).unwrap_err();
    assert_eq!(refused.code(), "version.stale", "the question came after what he had seen");
    // What answers no question may be older: chips can be bought at any time.
    let buy = command("from-old-time", 2, Body::BuyIn { seat: 1, cents: 5_000 });
    evening.sends(player(11), &buy).unwrap();
}

#[test]
#[should_panic(expected = "one writer decides a table")]
fn l_09_two_decisions_of_one_version_are_not_both_committed() {
    let mut evening = seated();
    let context = evening.context();
    let buy = |id| command(id, 2, Body::BuyIn { seat: 1, cents: 5_000 });
    let decide = |table: &Table, id| table.decide(player(11), &buy(id), &context).unwrap();
    let first = decide(evening.table(), "command-a");
    let second = decide(evening.table(), "command-b");
    assert!(evening.desk.commit(first).is_none());
    let _ = evening.desk.commit(second);
}

#[test]
fn l_10_nothing_is_refused_that_may_be_done() {
    let mut evening = seated();
    let leave = command("leave-now-1", 2, Body::Leave { seat: 1 });
    evening.sends(player(11), &leave).unwrap();
    for _ in 0..70 {
        evening.does(crate::common::staff(93, table::Role::Supervisor), Body::Fill { cents: 100 });
    }
    // Its sender has heard nothing and asks again, having seen the table as it is now.
    let again = Command { expected: evening.table().version(), ..leave };
    let context = evening.context();
    let proposed = evening.desk.propose(player(11), &again, &context).unwrap();
    assert!(matches!(proposed, Proposed::AskStore), "{proposed:?}");
    // Only the store can say that it was never done.
    let refused = evening.desk.propose_new(player(11), &again, &context).unwrap_err();
    assert_eq!(refused.code(), "seat.empty");
}
