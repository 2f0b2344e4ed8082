//! The books and the fold: nothing is lost, nothing is made, and the same entries give
//! the same table (L-01, L-02, L-03, L-11, L-12, L-18).

use std::collections::BTreeMap;

use table::{
    Account, AccountId, Actor, Beside, Body, Books, Clocks, Event, Micros, ReplayFailed, Snapshot,
    Table, TableId, Time, Transfer,
};
use testkit::{Dice, rounds};

use crate::common::crowd::{keypad, random_sign};
use crate::common::{Evening, house_of, player, sign};

/// An evening of some rounds at a random table.
fn evening(seed: u64) -> Evening {
    let mut dice = Dice::new(seed);
    let posted = random_sign(&mut dice);
    let mut evening = Evening::of(if dice.once_in(3) { keypad(posted) } else { posted });
    evening.people(&mut dice);
    for _ in 0..1 + dice.below(4) {
        evening.round(&mut dice);
    }
    if dice.once_in(3) {
        evening.does(Actor::HOUSE, Body::Close {});
    }
    evening
}

fn fold(evening: &Evening, entries: &[table::Entry]) -> Table {
    let mut table = Table::new(TableId(1), evening.table().house().clone());
    entries.iter().for_each(|entry| table.apply(entry, &evening.beside).unwrap());
    table
}

#[test]
fn l_01_l_02_books_sum_to_zero_after_every_entry() {
    for seed in 0..rounds(10, 60, 2_000) {
        let evening = evening(seed);
        let mut table = Table::new(TableId(1), evening.table().house().clone());
        let mut hand_made: BTreeMap<Account, i64> = BTreeMap::new();
        for entry in &evening.entries {
            table.apply(entry, &evening.beside).unwrap();
            assert_eq!(table.books().fault(), None);
            assert_eq!(table.books().balance(Account::Breakage), Micros::ZERO);
            for transfer in &entry.transfers {
                *hand_made.entry(transfer.from).or_default() -= transfer.micros.0;
                *hand_made.entry(transfer.to).or_default() += transfer.micros.0;
                assert_eq!(transfer.micros.0 % 10_000, 0, "chips are whole cents");
            }
            hand_made.retain(|_, micros| *micros != 0);
            let books = table.books().iter().map(|(account, micros)| (account, micros.0));
            assert!(books.eq(hand_made.clone()), "seed {seed}");
        }
        let felt = table.books().balance(Account::Felt);
        assert_eq!(felt, Micros::ZERO, "nothing lies on the felt between rounds");
    }
}

#[test]
fn l_01_money_of_a_player_is_what_was_bought_cashed_and_won() {
    for seed in 0..rounds(10, 60, 2_000) {
        let evening = evening(seed);
        let mut expected: BTreeMap<AccountId, i64> = BTreeMap::new();
        for event in evening.entries.iter().flat_map(|entry| &entry.events) {
            match event {
                Event::BoughtIn { player, cents } => *expected.entry(*player).or_default() += cents,
                Event::CashedOut { player, cents } => {
                    *expected.entry(*player).or_default() -= cents;
                }
                _ => {}
            }
        }
        for record in &evening.rounds {
            for (player, staked, returned) in &record.players {
                *expected.entry(*player).or_default() += returned - staked;
            }
        }
        for (player, cents) in expected {
            assert_eq!(evening.table().chips(player), cents, "seed {seed}");
        }
    }
}

/// What every player has put on the felt and not taken off.
#[derive(Default)]
pub(crate) struct Felt(BTreeMap<AccountId, i64>);

impl Felt {
    /// Follows the money of an entry: none goes from one person to another, neither straight nor
    /// over the felt, where stakes of several lie side by side.
    pub(crate) fn follow(&mut self, transfers: &[Transfer]) {
        for &Transfer { from, to, micros } in transfers {
            if let (Some(giver), Some(taker)) = (person(from), person(to)) {
                assert_eq!(giver, taker, "{from} -> {to}");
            }
            if let (Account::Player(player), Account::Felt) = (from, to) {
                *self.0.entry(player).or_default() += micros.0;
            }
            if let (Account::Felt, Account::Player(player)) = (from, to) {
                let own = self.0.entry(player).or_default();
                *own -= micros.0;
                assert!(*own >= 0, "{player} takes off the felt what is not his");
            }
        }
    }
}

/// Whose money an account holds, if it is somebody's own.
fn person(account: Account) -> Option<AccountId> {
    match account {
        Account::Player(of) | Account::Person(of) => Some(of),
        _ => None,
    }
}

#[test]
fn r_16_no_round_moves_money_from_one_player_to_another() {
    for seed in 0..rounds(20, 200, 5_000) {
        let mut felt = Felt::default();
        evening(seed).entries.iter().for_each(|entry| felt.follow(&entry.transfers));
    }
}

#[test]
fn l_11_l_12_the_fold_is_the_table_and_a_snapshot_is_only_a_cache() {
    for seed in 0..rounds(10, 60, 2_000) {
        let evening = evening(seed);
        assert_eq!(fold(&evening, &evening.entries), *evening.table());
        let mut dice = Dice::new(seed ^ 0xABCD);
        for _ in 0..4 {
            let at = dice.below(evening.entries.len() + 1);
            let (before, rest) = evening.entries.split_at(at);
            let table = fold(&evening, before);
            let Some(snapshot) = table.snapshot() else { continue };
            let bytes = serde_json::to_vec(&snapshot).unwrap();
            let read: Snapshot = serde_json::from_slice(&bytes).unwrap();
            assert_eq!(read.version(), before.len() as u64);
            let mut restored = Table::restore(TableId(1), &read, &evening.beside).unwrap();
            assert_eq!(restored, table, "seed {seed} at {at}");
            for entry in rest {
                restored.apply(entry, &evening.beside).unwrap();
            }
            assert_eq!(restored, *evening.table(), "seed {seed} from {at}");
            let views = [restored.view(player(11)), evening.table().view(player(11))];
            let [one, other] = views.map(|view| serde_json::to_string(&view).unwrap());
            assert_eq!(one, other);
        }
    }
}

#[test]
fn l_11_a_snapshot_without_its_secret_is_none() {
    let evening = Evening::of(sign("bahama-bonus"));
    let snapshot = evening.table().snapshot().unwrap();
    let beside = Beside { secrets: Vec::new(), ..evening.beside };
    assert_eq!(snapshot.shoe(), Some(1));
    assert!(Table::restore(TableId(1), &snapshot, &beside).is_none());
}

#[test]
fn l_12_the_same_commands_write_the_same_bytes() {
    for seed in 0..rounds(5, 20, 500) {
        let texts = [evening(seed), evening(seed)]
            .map(|evening| serde_json::to_string(&evening.entries).unwrap());
        assert!(texts[0] == texts[1], "seed {seed}");
    }
}

#[test]
fn l_18_a_clock_that_goes_back_reorders_nothing() {
    let clocks = Clocks { idle_ms: 0, ..Clocks::SHARED };
    let mut evening = Evening::of(table::Posted { clocks, ..sign("bahama-bonus") });
    evening.does(player(11), Body::Sit { seat: 1, buy_in: 50_000 });
    evening.does(player(11), Body::Cut { place: 50 });
    let mut dice = Dice::new(5);
    for now in [90_000, 10, 500_000, 0, 400_000, 1, 500_001, u64::MAX / 2, 3] {
        evening.now = now;
        let (by, body) = evening.next(&mut dice);
        evening.does(by, body);
    }
    let times: Vec<u64> = evening.entries.iter().map(|entry| entry.at.0).collect();
    assert!(times.is_sorted(), "{times:?}");
    assert!((1..).zip(&evening.entries).all(|(version, entry)| entry.version == version));
    // A record that goes back in time was changed.
    let mut changed = evening.entries.clone();
    changed[5].at = Time(1);
    let mut table = Table::new(TableId(1), evening.table().house().clone());
    let replayed = changed.iter().try_for_each(|entry| table.apply(entry, &evening.beside));
    assert_eq!(replayed, Err(ReplayFailed::Time { version: 6 }));
}

#[test]
fn l_11_an_entry_that_does_not_follow_is_found() {
    let evening = evening(3);
    let house = || evening.table().house().clone();
    let replay = |entries: &[table::Entry], beside: &Beside| {
        let mut table = Table::new(TableId(1), house());
        entries.iter().try_for_each(|entry| table.apply(entry, beside))
    };
    let mut gap = evening.entries.clone();
    gap.remove(2);
    let found = replay(&gap, &evening.beside);
    assert_eq!(found, Err(ReplayFailed::Version { version: 2, found: 4 }));
    let found = replay(&evening.entries, &Beside::default());
    assert_eq!(found, Err(ReplayFailed::NoSecret { version: 1, shoe: 1 }));
    let secrets = vec![(1, table::Secret::of_bytes([9; 32]))];
    let wrong = Beside { secrets, ..evening.beside.clone() };
    let found = replay(&evening.entries, &wrong);
    assert!(matches!(found, Err(ReplayFailed::Event { version: 1, .. })), "{found:?}");
    let mut dealt = evening.entries.clone();
    let cards =
        dealt.iter_mut().flat_map(|entry| &mut entry.events).find_map(|event| match event {
            Event::Dealt { cards, .. } => Some(cards),
            _ => None,
        });
    cards.unwrap().swap(0, 1);
    let found = replay(&dealt, &evening.beside);
    assert!(matches!(found, Err(ReplayFailed::Event { .. })), "{found:?}");
    let mut stolen = evening.entries.clone();
    let from = Account::Player(AccountId(4_711));
    let micros = Micros::of_cents(5);
    stolen[1].transfers.push(Transfer { from, to: Account::Tray, micros });
    let found = replay(&stolen, &evening.beside);
    assert_eq!(found, Err(ReplayFailed::Transfers { version: 2 }));
}

#[test]
fn l_02_breakage_is_a_fault() {
    let mut books = Books::default();
    let micros = Micros(1);
    books.apply(Transfer { from: Account::Tray, to: Account::Breakage, micros });
    assert!(matches!(books.fault(), Some(table::BooksFault::Breakage(Micros(1)))));
}

#[test]
#[should_panic(expected = "fits 64 bits")]
fn l_03_a_balance_that_does_not_fit_stops() {
    let mut books = Books::default();
    for _ in 0..2 {
        let micros = Micros(i64::MAX);
        books.apply(Transfer { from: Account::Cage, to: Account::Tray, micros });
    }
}

#[test]
#[should_panic(expected = "fits 64 bits")]
fn l_03_cents_that_do_not_fit_stop() {
    let _ = Micros::of_cents(i64::MAX);
}

#[test]
#[should_panic(expected = "money moves between two accounts")]
fn l_03_nothing_moves_backwards() {
    let micros = Micros(-1);
    Books::default().apply(Transfer { from: Account::Cage, to: Account::Tray, micros });
}

#[test]
fn l_11_another_sign_is_another_table() {
    let evening = Evening::of(sign("bahama-bonus"));
    let other = table::Posted { name: "Another".to_owned(), ..sign("bahama-bonus") };
    let mut table = Table::new(TableId(1), house_of(other));
    let found = table.apply(&evening.entries[0], &evening.beside);
    assert_eq!(found, Err(ReplayFailed::Event { version: 1, what: "another sign" }));
}
