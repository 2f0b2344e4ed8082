//! The soak tests the product: a fault planted in the floor is found.
#![allow(clippy::unwrap_used)]

use floor::Fault;
use soak::{Games, run_with};

/// So many schedules must suffice to find any of them.
const SCHEDULES: u64 = 60;

/// What is found of a fault, and in how many schedules.
fn found(fault: Fault) -> (u64, String) {
    let games = Games::read(games::GAMES.iter().map(|game| game.text)).unwrap();
    let all = (0..SCHEDULES).filter_map(|seed| run_with(&games, seed, 400, fault).err());
    let all: Vec<String> = all.map(|failure| failure.what).collect();
    (all.len() as u64, all.into_iter().next().unwrap_or_default())
}

/// Checks that a fault is found, by what gives it away.
fn check(fault: Fault, words: &str) {
    let (times, what) = found(fault);
    println!("{fault:?}: found in {times} of {SCHEDULES} schedules, first as: {what}");
    assert!(times > 0, "{fault:?} was not found");
    assert!(what.contains(words), "{fault:?} was found as: {what}");
}

#[test]
fn l_13_an_entry_published_before_it_is_stored_is_found() {
    check(Fault::PublishedEarly, "published and not stored");
}

#[test]
fn l_13_a_conflict_answered_as_success_is_found() {
    check(Fault::ConflictIsSuccess, "the journal has");
}

#[test]
fn l_13_what_was_not_written_answered_as_success_is_found() {
    check(Fault::UnwrittenIsSuccess, "the journal has");
}

#[test]
fn l_13_a_lost_wake_up_is_found() {
    check(Fault::LostWakeUp, "somebody is never answered");
}

#[test]
fn l_13_a_forgotten_id_is_found() {
    check(Fault::IdForgotten, "is refused with");
}

#[test]
fn l_13_a_link_committed_without_its_table_is_found() {
    check(Fault::LinkAlone, "published and not stored");
}
