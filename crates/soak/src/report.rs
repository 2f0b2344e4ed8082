//! What a run has met: proof that all paths were walked.

use std::collections::BTreeMap;

use serde::Serialize;

/// Counts of everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Schedules played.
    pub schedules: u64,
    /// Steps in them.
    pub steps: u64,
    /// Tables on their floors.
    pub tables: u64,
    /// Commands sent, by kind; copies are not counted.
    pub commands: BTreeMap<String, u64>,
    /// Commands accepted.
    pub accepted: u64,
    /// Refusals, by code.
    pub refused: BTreeMap<String, u64>,
    /// Messages that were not a command.
    pub malformed: u64,
    /// Messages that came more than once.
    pub copies: u64,
    /// Messages that never came.
    pub lost: u64,
    /// Commands answered a second time as before.
    pub again: u64,
    /// Commands older than a desk's memory.
    pub asked_store: u64,
    /// Commands decided again because another process had been first.
    pub beaten: u64,
    /// Floors of two processes.
    pub pairs_of_processes: u64,
    /// Commands whose sender asked for the outcome and was told it.
    pub outcomes: u64,
    /// Commands whose sender asked for the outcome and was told that none is known.
    pub unknown: u64,
    /// Refused commands of which a late copy was done after the refusal was forgotten.
    pub done_after_all: u64,
    /// Commands that the journal did not take.
    pub not_written: u64,
    /// Of those, the ones that were done when their senders asked again.
    pub written_later: u64,
    /// Events in the journals, by name.
    pub events: BTreeMap<String, u64>,
    /// People whose wallets and seats were compared with the tables.
    pub people: u64,
    /// Rounds that ended.
    pub rounds: u64,
    /// Rounds that were voided.
    pub voids: u64,
    /// Crashes of the whole process, by what was going on.
    pub crashes: BTreeMap<String, u64>,
    /// Commands that were decided and had not reached the journal when their process died: kills
    /// within a step.
    pub killed_within: u64,
    /// Of those, the ones of a table and its link together, such as claims, cards and END GAME.
    pub killed_within_pairs: u64,
    /// Changes of an intruder between two runs, all of which were found, by what was changed.
    pub tampered: BTreeMap<String, u64>,
    /// Tables rebuilt from entries alone.
    pub rebuilt: u64,
    /// Tables rebuilt from a snapshot and the entries after it.
    pub restored: u64,
    /// Tables rebuilt in the middle of a round.
    pub rounds_continued: u64,
    /// Appends of a table and its link together.
    pub took_link: u64,
    /// Commands that had to wait until another table let the link go.
    pub waited_for_link: u64,
    /// Pairs of a table and its link of which nobody knew whether they were written.
    pub pairs_in_doubt: u64,
    /// Orders to links, by what became of them.
    pub orders: BTreeMap<String, u64>,
    /// Events in the journals of links, by name.
    pub of_links: BTreeMap<String, u64>,
    /// Awards that were posted.
    pub awards: u64,
    /// Commits with records of several tables.
    pub group_commits: u64,
    /// Watchers who came back and caught up.
    pub reconnects: u64,
    /// Jumps of the wall clock ahead.
    pub clock_jumps_ahead: u64,
    /// Jumps of the wall clock back.
    pub clock_jumps_back: u64,
    /// Questions that the house answered because their time was up.
    pub struck: u64,
    /// Times at the end of schedules that open questions were left to their clocks.
    pub ran_out: u64,
}

impl Report {
    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Report) {
        let maps = [
            (&mut self.commands, &other.commands),
            (&mut self.refused, &other.refused),
            (&mut self.events, &other.events),
            (&mut self.crashes, &other.crashes),
            (&mut self.orders, &other.orders),
            (&mut self.of_links, &other.of_links),
            (&mut self.tampered, &other.tampered),
        ];
        for (own, other) in maps {
            for (word, count) in other {
                *own.entry(word.clone()).or_default() += count;
            }
        }
        let counts = [
            (&mut self.schedules, other.schedules),
            (&mut self.steps, other.steps),
            (&mut self.tables, other.tables),
            (&mut self.accepted, other.accepted),
            (&mut self.malformed, other.malformed),
            (&mut self.copies, other.copies),
            (&mut self.lost, other.lost),
            (&mut self.again, other.again),
            (&mut self.asked_store, other.asked_store),
            (&mut self.beaten, other.beaten),
            (&mut self.pairs_of_processes, other.pairs_of_processes),
            (&mut self.outcomes, other.outcomes),
            (&mut self.unknown, other.unknown),
            (&mut self.done_after_all, other.done_after_all),
            (&mut self.not_written, other.not_written),
            (&mut self.written_later, other.written_later),
            (&mut self.people, other.people),
            (&mut self.rounds, other.rounds),
            (&mut self.voids, other.voids),
            (&mut self.killed_within, other.killed_within),
            (&mut self.killed_within_pairs, other.killed_within_pairs),
            (&mut self.rebuilt, other.rebuilt),
            (&mut self.restored, other.restored),
            (&mut self.rounds_continued, other.rounds_continued),
            (&mut self.took_link, other.took_link),
            (&mut self.waited_for_link, other.waited_for_link),
            (&mut self.pairs_in_doubt, other.pairs_in_doubt),
            (&mut self.awards, other.awards),
            (&mut self.group_commits, other.group_commits),
            (&mut self.reconnects, other.reconnects),
            (&mut self.clock_jumps_ahead, other.clock_jumps_ahead),
            (&mut self.clock_jumps_back, other.clock_jumps_back),
            (&mut self.struck, other.struck),
            (&mut self.ran_out, other.ran_out),
        ];
        for (own, other) in counts {
            *own += other;
        }
    }
}

/// Counts one more.
pub(crate) fn count(of: &mut BTreeMap<String, u64>, word: &str) {
    match of.get_mut(word) {
        Some(count) => *count += 1,
        None => drop(of.insert(word.to_owned(), 1)),
    }
}
