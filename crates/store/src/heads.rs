//! The ends of all chains, noted in a table of their own (L-05, L-15), whatever a journal is
//! kept in.
//!
//! A hash chain does not show that its last lines are missing. So every commit also notes
//! where the chains it made longer end now, and a sum over all rows of that table: to each
//! row belongs a number that only the key of the shoes gives, and the sum is the exclusive
//! or of them all, sealed with the same key. Whoever changes rows without the key cannot
//! make the sum fit, and never sees it. One row of one stream cannot be put back either;
//! only all of them together, to a state that was once whole. Against that stand the heads
//! that a backup's manifest keeps elsewhere.

use std::collections::BTreeSet;

use table::{AccountId, Stream};

use crate::chain::{Hash, Head, NO_HASH};
use crate::error::{Cause, StoreError};
use crate::seal::SealKey;

/// What is sealed, so that nothing else that is sealed can stand in for it.
const PURPOSE: &[u8] = b"heads";

/// A chain that has become longer, by the number that its row has.
pub(crate) struct Longer {
    pub(crate) number: i64,
    pub(crate) before: Option<Head>,
    pub(crate) now: Head,
}

impl Longer {
    /// A stream that ended there and now ends here.
    pub(crate) fn stream(stream: Stream, before: Option<&Head>, now: Head) -> Longer {
        let before = before.filter(|head| head.version > 0).copied();
        Longer { number: stream.number(), before, now }
    }
}

/// The sum over all rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sum(Hash);

impl Sum {
    /// Of no rows.
    pub(crate) const NONE: Sum = Sum(NO_HASH);

    /// Adds a row, or takes it out again.
    fn add(&mut self, key: &SealKey, number: i64, head: &Head) {
        let mark = key.mark(number, head);
        self.0.iter_mut().zip(mark).for_each(|(sum, mark)| *sum ^= mark);
    }

    /// The rows of chains that have become longer are others now.
    pub(crate) fn follow(&mut self, key: &SealKey, longer: &[Longer]) {
        for Longer { number, before, now } in longer {
            if let Some(before) = before {
                self.add(key, *number, before);
            }
            self.add(key, *number, now);
        }
    }

    pub(crate) fn seal(&self, key: &SealKey) -> Result<Vec<u8>, StoreError> {
        key.close(PURPOSE, &self.0)
    }

    /// The sum that was sealed; nothing if this key has not sealed it.
    pub(crate) fn open(key: &SealKey, sealed: &[u8]) -> Option<Sum> {
        key.open(PURPOSE, sealed).and_then(|plain| plain.try_into().ok()).map(Sum)
    }
}

/// Checks that every chain ends where it was noted, row by row.
pub(crate) struct Check<'a> {
    key: Option<&'a SealKey>,
    noted: BTreeSet<i64>,
    total: Sum,
}

impl<'a> Check<'a> {
    /// With the key also whether the rows are those that were written.
    pub(crate) fn new(key: Option<&'a SealKey>) -> Check<'a> {
        Check { key, noted: BTreeSet::new(), total: Sum::NONE }
    }

    /// A row of the table.
    pub(crate) fn row(&mut self, number: i64, end: &Head) {
        if let Some(key) = self.key {
            self.total.add(key, number, end);
        }
        self.noted.insert(number);
    }

    /// Whether a stream that has entries has a row, too.
    pub(crate) fn is_noted(&self, stream: Stream) -> Result<(), StoreError> {
        match self.noted.contains(&stream.number()) {
            true => Ok(()),
            false => Err(StoreError::broken(stream, 1, Cause::Unnoted)),
        }
    }

    /// Whether the rows are those over which the sum was sealed.
    pub(crate) fn end(self, sealed: Option<&[u8]>) -> Result<(), StoreError> {
        let Some(key) = self.key else { return Ok(()) };
        match sealed.and_then(|sealed| Sum::open(key, sealed)) {
            Some(sum) if sum == self.total => Ok(()),
            _ => Err(StoreError::Heads),
        }
    }
}

/// What is wrong with the chain of a person concerns him alone: it is put aside. What is wrong
/// with another concerns everybody.
pub(crate) fn apart(
    found: Result<(), StoreError>,
    people: &mut Vec<StoreError>,
) -> Result<(), StoreError> {
    match found {
        Err(broken @ StoreError::Broken { stream: Stream::Person(_), .. }) => {
            people.push(broken);
            Ok(())
        }
        found => found,
    }
}

/// Whom these errors concern alone, and what they say.
pub(crate) fn named(people: &[StoreError]) -> Vec<(AccountId, String)> {
    let named = |error: &StoreError| match error {
        StoreError::Broken { stream: Stream::Person(person), .. } => {
            Some((*person, error.to_string()))
        }
        _ => None,
    };
    people.iter().filter_map(named).collect()
}

/// Whether a chain with this last version, and this hash at the version that was noted, ends
/// there.
pub(crate) fn ends_there(
    stream: Stream,
    end: &Head,
    last: u64,
    found: Option<&[u8]>,
) -> Result<(), StoreError> {
    if last > end.version {
        return Err(StoreError::broken(stream, last, Cause::Unnoted));
    }
    match found {
        None => Err(StoreError::broken(stream, end.version, Cause::Missing)),
        Some(found) if found != end.hash => {
            Err(StoreError::broken(stream, end.version, Cause::Anchor))
        }
        Some(_) => Ok(()),
    }
}
