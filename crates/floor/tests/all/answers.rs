//! A command is done once, and a copy of it gets the same answer (L-09, L-10).

use floor::{Effect, NotDone, REMEMBERED, WAITING};
use table::{Actor, Body, Clocks, Command, Role, TableId};

use crate::room::{Journal, Process, buy, command, player, read, sit, table};

const TABLE: TableId = TableId(1);

fn seated() -> (Journal, Process) {
    let mut journal = Journal::default();
    let mut process = Process::with_table(&mut journal);
    process.gives(&mut journal, TABLE, player(11), &command("sit-down-0", 1, sit(1))).unwrap();
    (journal, process)
}

fn code(not_done: NotDone) -> &'static str {
    let NotDone::Refused(refused) = not_done else { panic!("{not_done}") };
    refused.code()
}

#[test]
fn l_09_a_copy_gets_the_same_answer() {
    let (mut journal, mut process) = seated();
    let first = command("buy-in-0001", 2, buy(5_000));
    let done = process.gives(&mut journal, TABLE, player(11), &first).unwrap();
    assert_eq!(done.version, 3);
    assert!(done.json.is_some(), "the entry comes with the first answer");
    // A copy may name another version: it is the same command.
    for expected in [2, 3] {
        let copy = Command { expected, ..first.clone() };
        let again = process.gives(&mut journal, TABLE, player(11), &copy).unwrap();
        assert_eq!((again.version, again.json), (3, None));
    }
    assert_eq!(journal.rows(TABLE).len(), 3);
    assert_eq!(process.asked, 0, "the desk remembers it");
}

#[test]
fn l_09_an_id_is_not_used_for_another_command() {
    let (mut journal, mut process) = seated();
    let first = command("buy-in-0001", 2, buy(5_000));
    process.gives(&mut journal, TABLE, player(11), &first).unwrap();
    let other = Command { body: buy(6_000), ..first };
    let refused = process.gives(&mut journal, TABLE, player(11), &other).unwrap_err();
    assert_eq!(code(refused), "id.reused");
    // Ids belong to their accounts: another player's is another command.
    let theirs = command("buy-in-0001", 3, sit(4));
    process.gives(&mut journal, TABLE, player(12), &theirs).unwrap();
}

#[test]
fn l_09_a_refused_command_stays_refused() {
    let (mut journal, mut process) = seated();
    let late = command("sit-down-01", 2, sit(1));
    let refused = process.gives(&mut journal, TABLE, player(12), &late).unwrap_err();
    assert_eq!(code(refused), "seat.taken");
    let leave = command("leave-it-01", 2, Body::Leave { seat: 1 });
    process.gives(&mut journal, TABLE, player(11), &leave).unwrap();
    // Now it could be done, but its sender was told that it was not.
    let refused = process.gives(&mut journal, TABLE, player(12), &late).unwrap_err();
    assert_eq!(code(refused), "seat.taken");
    let new = command("sit-down-02", 3, sit(1));
    process.gives(&mut journal, TABLE, player(12), &new).unwrap();
}

#[test]
fn l_09_the_id_of_a_refused_command_is_not_used_for_another() {
    let (mut journal, mut process) = seated();
    let taken = command("sit-down-01", 2, sit(1));
    let refused = process.gives(&mut journal, TABLE, player(12), &taken).unwrap_err();
    assert_eq!(code(refused), "seat.taken");
    let other = Command { body: sit(2), ..taken };
    let refused = process.gives(&mut journal, TABLE, player(12), &other).unwrap_err();
    assert_eq!(code(refused), "id.reused", "not the answer to another question");
}

/// Buys chips so often that everything before is forgotten.
fn forget(journal: &mut Journal, process: &mut Process) {
    for number in 0..=REMEMBERED {
        let version = process.floor.table(TABLE).unwrap().version();
        let next = command(&format!("buy-more-{number:03}"), version, buy(2_000));
        process.gives(journal, TABLE, player(11), &next).unwrap();
    }
}

#[test]
fn l_09_copies_older_than_memory_are_found_in_the_journal() {
    let (mut journal, mut process) = seated();
    let first = command("buy-in-0001", 2, buy(5_000));
    process.gives(&mut journal, TABLE, player(11), &first).unwrap();
    forget(&mut journal, &mut process);
    let rows = journal.rows(TABLE).len();
    let again = process.gives(&mut journal, TABLE, player(11), &first).unwrap();
    assert_eq!((again.version, process.asked), (3, 1));
    let other = Command { body: buy(6_000), ..first };
    let refused = process.gives(&mut journal, TABLE, player(11), &other).unwrap_err();
    assert_eq!((code(refused), process.asked), ("id.reused", 2));
    // What was never done is done, old as it is.
    let old = command("never-seen-1", 2, buy(2_000));
    process.gives(&mut journal, TABLE, player(11), &old).unwrap();
    assert_eq!((journal.rows(TABLE).len(), process.asked), (rows + 1, 3));
}

#[test]
fn l_10_nothing_is_refused_that_may_be_done() {
    let (mut journal, mut process) = seated();
    let leave = command("leave-now-1", 2, Body::Leave { seat: 1 });
    process.gives(&mut journal, TABLE, player(11), &leave).unwrap();
    let back = command("sit-again-1", 3, sit(1));
    process.gives(&mut journal, TABLE, player(11), &back).unwrap();
    forget(&mut journal, &mut process);
    let leave_again = command("leave-now-2", 60, Body::Leave { seat: 1 });
    process.gives(&mut journal, TABLE, player(11), &leave_again).unwrap();
    // He has heard nothing of the first one and asks with the table as it is now. By
    // itself it would be refused: nobody sits there.
    let version = process.floor.table(TABLE).unwrap().version();
    let again = Command { expected: version, ..leave };
    let done = process.gives(&mut journal, TABLE, player(11), &again).unwrap();
    assert_eq!((done.version, process.asked), (3, 1));
    // Only the journal can say that something was never done.
    let never = command("leave-now-3", version, Body::Leave { seat: 1 });
    let refused = process.gives(&mut journal, TABLE, player(11), &never).unwrap_err();
    assert_eq!((code(refused), process.asked), ("seat.empty", 2));
}

#[test]
fn l_09_memory_comes_back_with_the_entries() {
    let (mut journal, mut process) = seated();
    let first = command("buy-in-0001", 2, buy(5_000));
    process.gives(&mut journal, TABLE, player(11), &first).unwrap();
    let mut fresh = Process::reading(&journal, table(1, false, Clocks::OFF));
    let again = fresh.gives(&mut journal, TABLE, player(11), &first).unwrap();
    assert_eq!((again.version, fresh.asked), (3, 0));
    assert_eq!(fresh.floor.table(TABLE), process.floor.table(TABLE));
}

#[test]
fn l_09_whoever_has_seen_more_makes_the_floor_read_on() {
    let (mut journal, mut process) = seated();
    let mut behind = Process::reading(&journal, table(1, false, Clocks::OFF));
    process.gives(&mut journal, TABLE, player(12), &command("sit-down-1", 2, sit(2))).unwrap();
    let seen = command("buy-in-0001", 3, buy(5_000));
    let done = behind.gives(&mut journal, TABLE, player(11), &seen).unwrap();
    assert_eq!((done.version, behind.read), (4, 2), "the table, and who buys");
    assert_eq!(behind.floor.counts().beaten, 0);
    // Nobody has seen what is not there.
    let ahead = command("from-ahead", 9, buy(5_000));
    let refused = behind.gives(&mut journal, TABLE, player(11), &ahead).unwrap_err();
    assert_eq!(code(refused), "version.ahead");
}

#[test]
fn s_11_too_many_commands_are_told_to_come_again() {
    let (mut journal, mut process) = seated();
    let many: Vec<u32> = (0..WAITING + 2)
        .map(|number| {
            let next = command(&format!("buy-more-{number:03}"), 2, buy(2_000));
            process.sends(&journal, TABLE, player(11), &next)
        })
        .collect();
    // One is under way to the journal, so many wait, and the last is too many.
    let last = process.answer(*many.last().unwrap()).unwrap();
    assert!(matches!(last, Err(NotDone::Busy(_))));
    assert!(process.answers.is_empty(), "nobody else is answered before the journal has it");
    process.flush(&mut journal);
    assert!(process.answers.iter().all(|(_, answer)| answer.is_ok()));
    assert_eq!(process.answers.len(), WAITING + 1);
    assert!(process.floor.is_quiet());
}

#[test]
fn l_06_after_the_journal_has_stopped_nobody_is_answered_with_yes() {
    let (journal, mut process) = seated();
    let first = process.sends(&journal, TABLE, player(11), &command("buy-in-0001", 2, buy(5_000)));
    let second = process.sends(&journal, TABLE, player(11), &command("buy-in-0002", 2, buy(5_000)));
    process.does(&journal, floor::Letter::Stopped);
    let third = process.sends(&journal, TABLE, player(11), &command("buy-in-0003", 2, buy(5_000)));
    for ticket in [first, second, third] {
        assert_eq!(process.answer(ticket), Some(Err(NotDone::Stopped)));
    }
    assert_eq!(process.floor.table(TABLE).unwrap().version(), 2);
}

#[test]
fn l_11_snapshots_are_asked_for_now_and_then() {
    let (mut journal, mut process) = seated();
    let supervisor = Actor { account: table::AccountId(93), role: Role::Supervisor };
    for number in 0..1_100 {
        let fill = command(&format!("fill-tray-{number}"), 2, Body::Fill { cents: 100 });
        process.gives(&mut journal, TABLE, supervisor, &fill).unwrap();
    }
    assert_eq!(process.kept, 2);
}

/// A process that reads the tables again, and where a person's record was changed meanwhile.
fn with_a_broken_person() -> (Journal, Process) {
    let (mut journal, mut process) = seated();
    process.gives(&mut journal, TABLE, player(12), &command("sit-down-2", 2, sit(2))).unwrap();
    journal.change(table::AccountId(11), "\"version\":1", "\"version\":7");
    let again = Process::reading(&journal, table(1, false, Clocks::OFF));
    (journal, again)
}

/// L-05: whose own record does not follow is refused, and nobody else.
#[test]
fn l_05_a_person_whose_record_does_not_follow_is_refused_alone() {
    let (mut journal, mut process) = with_a_broken_person();
    let broken = NotDone::Broken(table::AccountId(11).into());
    let leave = |seat: u8, version: u64| {
        command(&format!("leave-seat-{seat}"), version, Body::Leave { seat })
    };
    // His command and another's come before his record is read.
    let his = process.sends(&journal, TABLE, player(11), &leave(1, 3));
    assert_eq!(process.answer(his), Some(Err(broken.clone())));
    assert_eq!(process.broken, [table::AccountId(11).into()]);
    assert_eq!(process.floor.broken().collect::<Vec<_>>(), [table::AccountId(11)]);
    assert!(!process.floor.is_stopped() && process.floor.is_quiet());
    // From now on he is refused at once, whatever he wants, also at tables he does not know.
    let read = process.read;
    let again =
        process.gives(&mut journal, TABLE, player(11), &command("buy-more-1", 3, buy(5_000)));
    assert_eq!(again, Err(broken.clone()));
    let other = process.gives(&mut journal, TABLE, player(11), &command("sit-there-3", 3, sit(3)));
    assert_eq!((other, process.read), (Err(broken.clone()), read));
    // Who has to do with him is told so; all others play on, and the table takes new people.
    let free = command("free-his-seat", 3, Body::Release { seat: 1 });
    let supervisor = Actor { account: table::AccountId(93), role: Role::Supervisor };
    assert_eq!(process.gives(&mut journal, TABLE, supervisor, &free), Err(broken));
    let done = process.gives(&mut journal, TABLE, player(12), &leave(2, 3)).unwrap();
    assert_eq!(done.version, 4);
    process.gives(&mut journal, TABLE, player(13), &command("sit-down-4", 4, sit(4))).unwrap();
    assert_eq!(process.floor.table(TABLE).unwrap().version(), 5);
}

/// L-05: the driver may find it first, while a table waits for him.
#[test]
fn l_05_a_table_does_not_wait_for_a_person_who_is_refused() {
    let (journal, mut process) = seated();
    let (to, by, at) = (TABLE.into(), player(12), process.context());
    let order = floor::Order::Table(command("sit-down-2", 2, sit(2)));
    let letter = floor::Letter::Command { ticket: 7, to, by, order, context: at };
    let effects = process.floor.step(letter);
    let his = table::Stream::from(table::AccountId(12));
    let reads = |it: &Effect<u32>| matches!(it, Effect::Read { stream, .. } if *stream == his);
    assert!(effects.iter().any(reads), "{effects:?}");
    process.does(&journal, floor::Letter::Broken { person: table::AccountId(12) });
    let broken = NotDone::Broken(table::AccountId(12).into());
    assert_eq!(process.answer(7), Some(Err(broken)));
    assert!(process.floor.is_quiet());
    let more = process.sends(&journal, TABLE, player(11), &command("buy-in-0001", 2, buy(5_000)));
    assert_eq!((process.answer(more), process.under_way.len()), (None, 1), "it is on its way");
}

/// L-05, T-15: a round ends though the record of somebody in it, who is gone, does not hold.
#[test]
fn l_05_a_round_ends_with_a_broken_person_in_it() {
    let (mut journal, mut process) = (Journal::default(), Process::default());
    process.opens(&mut journal, table(1, false, Clocks::SHARED));
    let gives = |process: &mut Process, journal: &mut Journal, who, id: &str, body| {
        let version = process.floor.table(TABLE).unwrap().version();
        process.gives(journal, TABLE, player(who), &command(id, version, body)).unwrap();
    };
    let bets = |seat| Body::Bet { seat, bets: [(rules::Spot::Main, 1_000)].into() };
    for (who, id, body) in [
        (11, "sit-down-1", sit(1)),
        (11, "cut-the-shoe", Body::Cut { place: 100 }),
        (12, "sit-down-2", sit(2)),
        (11, "bet-of-seat-1", bets(1)),
        (12, "bet-of-seat-2", bets(2)),
        (11, "ready-at-once-1", Body::Ready {}),
        (12, "ready-at-once-2", Body::Ready {}),
    ] {
        gives(&mut process, &mut journal, who, id, body);
    }
    let phase = process.floor.table(TABLE).unwrap().phase();
    let is_asked = matches!(phase, table::Phase::Insurance { .. } | table::Phase::Turn { .. });
    assert!(is_asked, "{phase:?}");
    // He loses the connection for good, and his record is found not to hold.
    let (stream, gone) = (TABLE.into(), table::AccountId(11));
    let context = process.context();
    let away = floor::Letter::Presence { stream, player: gone, is_here: false, context };
    process.does(&journal, away);
    process.flush(&mut journal);
    process.does(&journal, floor::Letter::Broken { person: gone });
    let ended = |journal: &Journal| {
        journal.rows(TABLE).iter().filter(|row| row.json.contains("\"event\":\"ended\"")).count()
    };
    for _ in 0..40 {
        process.passes(&journal, 5_000);
        process.flush(&mut journal);
    }
    assert_eq!(ended(&journal), 1, "nobody waits for him");
    assert!(journal.rows(TABLE).iter().any(|row| row.json.contains("\"event\":\"gone\"")));
    let table = process.floor.table(TABLE).unwrap();
    assert_eq!(table.player_at(1), Some(gone), "his seat and chips stay where they are");
    gives(&mut process, &mut journal, 12, "leave-seat-2", Body::Leave { seat: 2 });
}

#[test]
fn l_05_a_record_that_does_not_follow_stops_the_floor() {
    let (journal, _) = seated();
    let mut process = Process::default();
    drop(process.floor.admit(floor::Desk::new(table(1, false, Clocks::OFF))));
    let floor::Letter::Entries { stream, mut entries, beside } = read(&journal, TABLE.into(), 0)
    else {
        panic!("entries")
    };
    entries[1].json = entries[1].json.replace("\"version\":2", "\"version\":7").into();
    let effects = process.floor.step(floor::Letter::Entries { stream, entries, beside });
    let is_broken = |it: &Effect<u32>| matches!(it, Effect::Broken(it) if it.version == 2);
    assert!(effects.iter().any(is_broken), "{effects:?}");
    let ticket = process.sends(&journal, TABLE, player(11), &command("buy-in-01", 1, buy(5_000)));
    assert_eq!(process.answer(ticket), Some(Err(NotDone::Stopped)));
}
