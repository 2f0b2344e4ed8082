//! The soak tests the product: a fault planted in the floor is found.
#![allow(clippy::unwrap_used)]

use floor::Fault;
use soak::{Failure, Games, Report, run_believing, run_with};

/// So many schedules must suffice to find any of them.
const SCHEDULES: u64 = 60;

/// Checks that a fault is found, by what gives it away.
fn check(fault: Fault, words: &str) {
    check_found(words, |games, seed| run_with(games, seed, 400, fault));
}

fn check_found(words: &str, run: impl Fn(&Games, u64) -> Result<Report, Failure>) {
    let games = Games::read(games::GAMES.iter().map(|game| game.text)).unwrap();
    let all = (0..SCHEDULES).filter_map(|seed| run(&games, seed).err());
    let all: Vec<String> = all.map(|failure| failure.what).collect();
    let first = all.first().cloned().unwrap_or_default();
    println!("found in {} of {SCHEDULES} schedules, first as: {first}", all.len());
    assert!(!all.is_empty(), "it was not found");
    assert!(first.contains(words), "it was found as: {first}");
}

#[test]
fn l_23_a_start_that_believes_what_was_not_synced_is_found() {
    check_found("", |games, seed| run_believing(games, seed, 400));
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
fn l_25_the_time_of_another_question_is_found() {
    check(Fault::OtherQuestion, "too early");
}

#[test]
fn l_13_a_link_committed_without_its_table_is_found() {
    check(Fault::LinkAlone, "published and not stored");
}
