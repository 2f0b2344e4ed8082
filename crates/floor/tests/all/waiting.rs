//! What concerns a table and its link is decided for both at once; tables of one link wait
//! for each other, and for nothing else.

use table::{Body, Clocks, LinkBody, TableId};

use crate::room::{Journal, LINK, Process, bets, buy, command, link, player, sit, table};

/// Two tables on one link, each with a player whose bet lies.
fn two_tables() -> (Journal, Process) {
    let (mut journal, mut process) = (Journal::default(), Process::default());
    drop(process.floor.admit(floor::Desk::new(link())));
    process.office(&mut journal, "open-link", LinkBody::OpenLink {});
    for number in [1, 2] {
        let (id, new) = (TableId(number), table(number, true, Clocks::OFF));
        let terms = Box::new(new.house().terms().unwrap());
        process.opens(&mut journal, new);
        let join = LinkBody::Join { table: id, terms };
        process.office(&mut journal, &format!("join-link-{number}"), join);
        let who = player(10 + u64::from(number));
        process.gives(&mut journal, id, who, &command("sit-down-a", 1, sit(1))).unwrap();
        cut(&mut journal, &mut process, id);
        let version = process.floor.table(id).unwrap().version();
        process.gives(&mut journal, id, who, &command("place-bets", version, bets(1))).unwrap();
    }
    (journal, process)
}

/// Whoever is asked to cut the shoe does it.
fn cut(journal: &mut Journal, process: &mut Process, id: TableId) {
    let table = process.floor.table(id).unwrap();
    if let table::Phase::Cut { .. } = table.phase() {
        let who = player(10 + u64::from(id.0));
        let cut = command("cut-the-shoe", table.version(), Body::Cut { place: 100 });
        process.gives(journal, id, who, &cut).unwrap();
    }
}

fn ready(process: &mut Process, journal: &Journal, number: u32) -> u32 {
    let id = TableId(number);
    let version = process.floor.table(id).unwrap().version();
    let ready = command("all-ready-1", version, Body::Ready {});
    process.sends(journal, id, player(10 + u64::from(number)), &ready)
}

#[test]
fn p_03_tables_of_a_link_start_one_after_the_other() {
    let (mut journal, mut process) = two_tables();
    let meter = process.floor.link(LINK).unwrap().version();
    let one = ready(&mut process, &journal, 1);
    let other = ready(&mut process, &journal, 2);
    assert_eq!(process.under_way.len(), 1, "the second waits for the link");
    let (_, rows) = &process.under_way[0];
    let streams: Vec<_> = rows.iter().map(|row| row.stream).collect();
    assert_eq!(streams, [TableId(1).into(), LINK.into()], "both in one append");
    process.flush(&mut journal);
    assert!(process.answer(one).unwrap().is_ok());
    assert!(process.answer(other).unwrap().is_ok());
    assert_eq!(process.floor.link(LINK).unwrap().version(), meter + 2);
    assert_eq!(process.floor.counts().waited, 1);
}

#[test]
fn p_03_what_does_not_touch_the_link_does_not_wait_for_it() {
    let (mut journal, mut process) = two_tables();
    ready(&mut process, &journal, 1);
    let version = process.floor.table(TableId(2)).unwrap().version();
    let chips = command("buy-in-0001", version, buy(5_000));
    let bought = process.sends(&journal, TableId(2), player(12), &chips);
    assert_eq!(process.under_way.len(), 2);
    process.flush(&mut journal);
    assert!(process.answer(bought).unwrap().is_ok());
    assert_eq!(process.floor.counts().waited, 0);
}

#[test]
fn p_03_a_link_that_is_not_written_leaves_both_as_they_were() {
    let (journal, mut process) = two_tables();
    let before = process.floor.link(LINK).unwrap().clone();
    let one = ready(&mut process, &journal, 1);
    let other = ready(&mut process, &journal, 2);
    let (append, _) = process.under_way.remove(0);
    process.does(&journal, floor::Letter::NotWritten { append });
    assert_eq!(process.answer(one), Some(Err(floor::NotDone::NotWritten)));
    assert_eq!(*process.floor.link(LINK).unwrap(), before);
    assert_eq!(process.under_way.len(), 1, "the other one has its turn");
    assert_eq!(process.answer(other), None);
}
