//! Several processes over one record: who appends second reads what came between and decides
//! again (L-21).

use floor::NotDone;
use table::{Actor, Body, Clocks, TableId};

use crate::room::{Journal, Process, command, player, sit, table};

const TABLE: TableId = TableId(1);
/// How long the shoe waits for its cut.
const CUT_MS: u64 = Clocks::SHARED.cut_ms as u64;

/// Two processes that have read the same record.
fn two() -> (Journal, Process, Process) {
    let mut journal = Journal::default();
    let first = Process::with_table(&mut journal);
    let second = Process::reading(&journal, table(1, false, Clocks::OFF));
    (journal, first, second)
}

#[test]
fn l_21_whoever_was_second_decides_again() {
    let (mut journal, mut first, mut second) = two();
    let one = first.sends(&journal, TABLE, player(11), &command("sit-down-a", 1, sit(1)));
    let other = second.sends(&journal, TABLE, player(12), &command("sit-down-b", 1, sit(2)));
    first.flush(&mut journal);
    second.flush(&mut journal);
    assert_eq!(first.answer(one).unwrap().unwrap().version, 2);
    assert_eq!(second.answer(other).unwrap().unwrap().version, 3);
    assert_eq!(second.floor.counts().beaten, 1);
    // Its own followers hear of what the other process did, in order.
    let of_table = second.published.iter().filter(|(stream, _)| *stream == TABLE.into());
    let versions: Vec<u64> = of_table.map(|(_, version)| *version).collect();
    assert_eq!(versions, [1, 2, 3]);
}

#[test]
fn l_21_what_cannot_be_done_any_more_is_refused() {
    let (mut journal, mut first, mut second) = two();
    let one = first.sends(&journal, TABLE, player(11), &command("sit-down-a", 1, sit(1)));
    let other = second.sends(&journal, TABLE, player(12), &command("sit-down-b", 1, sit(1)));
    first.flush(&mut journal);
    second.flush(&mut journal);
    assert!(first.answer(one).unwrap().is_ok());
    let refused = second.answer(other).unwrap().unwrap_err();
    let NotDone::Refused(refused) = refused else { panic!("{refused}") };
    assert_eq!(refused.code(), "seat.taken");
    assert_eq!(journal.rows(TABLE).len(), 2);
}

#[test]
fn l_21_the_same_command_at_two_processes_is_done_once() {
    let (mut journal, mut first, mut second) = two();
    let sit_down = command("sit-down-a", 1, sit(1));
    let one = first.sends(&journal, TABLE, player(11), &sit_down);
    let other = second.sends(&journal, TABLE, player(11), &sit_down);
    first.flush(&mut journal);
    second.flush(&mut journal);
    let versions = [first.answer(one), second.answer(other)].map(|it| it.unwrap().unwrap().version);
    assert_eq!(versions, [2, 2]);
    assert_eq!(journal.rows(TABLE).len(), 2);
}

#[test]
fn l_21_a_number_that_is_taken_is_not_set_up_twice() {
    let mut journal = Journal::default();
    let mut first = Process::default();
    let mut second = Process::default();
    for process in [&mut first, &mut second] {
        drop(process.floor.admit(floor::Desk::new(table(1, false, Clocks::OFF))));
    }
    let open = command("open-table", 0, Body::Open {});
    let one = first.sends(&journal, TABLE, Actor::HOUSE, &open);
    let other = second.sends(&journal, TABLE, Actor::HOUSE, &open);
    first.flush(&mut journal);
    second.flush(&mut journal);
    assert!(first.answer(one).unwrap().is_ok());
    assert_eq!(second.answer(other), Some(Err(NotDone::Taken(TABLE.into()))));
    assert!(second.floor.table(TABLE).is_none());
}

#[test]
fn l_21_two_processes_strike_one_clock_once() {
    let mut journal = Journal::default();
    let mut first = Process::default();
    first.opens(&mut journal, table(1, false, Clocks::SHARED));
    // Somebody sits down, and has so long to cut the shoe.
    first.gives(&mut journal, TABLE, player(11), &command("sit-down-a", 1, sit(1))).unwrap();
    let mut second = Process::reading(&journal, table(1, false, Clocks::SHARED));
    for process in [&mut first, &mut second] {
        process.passes(&journal, CUT_MS);
    }
    let before = journal.rows(TABLE).len();
    first.flush(&mut journal);
    second.flush(&mut journal);
    let struck = &journal.rows(TABLE)[before..];
    assert_eq!(struck.len(), 1, "one of them did it");
    assert_eq!(struck[0].command.as_str(), format!("house-{before:08}"));
    assert_eq!(first.floor.table(TABLE), second.floor.table(TABLE));
}

#[test]
fn what_the_house_could_not_write_it_tries_again() {
    let mut journal = Journal::default();
    let mut process = Process::default();
    process.opens(&mut journal, table(1, false, Clocks::SHARED));
    process.gives(&mut journal, TABLE, player(11), &command("sit-down-a", 1, sit(1))).unwrap();
    process.passes(&journal, CUT_MS);
    let (append, _) = process.under_way.remove(0);
    process.does(&journal, floor::Letter::NotWritten { append });
    process.passes(&journal, 1);
    assert!(process.under_way.is_empty(), "not at once");
    process.passes(&journal, 1_000);
    assert_eq!(process.under_way.len(), 1, "a little later");
}

#[test]
fn l_25_a_clock_that_comes_late_ends_no_other_question() {
    let mut journal = Journal::default();
    let mut process = Process::default();
    process.opens(&mut journal, table(1, false, Clocks::SHARED));
    process.gives(&mut journal, TABLE, player(11), &command("sit-down-a", 1, sit(1))).unwrap();
    let version = journal.rows(TABLE).len() as u64;
    let cut = command("cut-the-shoe", version, Body::Cut { place: 50 });
    let ticket = process.sends(&journal, TABLE, player(11), &cut);
    // The time is up while the player's cut is on its way to the journal.
    process.passes(&journal, CUT_MS);
    process.flush(&mut journal);
    assert!(process.answer(ticket).unwrap().is_ok());
    assert_eq!(journal.rows(TABLE).len() as u64, version + 1, "nothing but the cut");
    assert!(process.under_way.is_empty() && process.floor.is_quiet());
    // A process that starts now watches what is open from now on.
    let mut other = Process::reading(&journal, table(1, false, Clocks::SHARED));
    let bet = Body::Bet { seat: 1, bets: [(rules::Spot::Main, 1_000)].into() };
    process
        .gives(&mut journal, TABLE, player(11), &command("first-bet", version + 1, bet))
        .unwrap();
    other.does(&journal, crate::room::read(&journal, TABLE.into(), version + 1));
    other.passes(&journal, Clocks::SHARED.betting_ms.into());
    assert_eq!(other.under_way.len(), 1, "the bets are closed by whoever has watched");
}
