//! Watching for a floor: which questions have waited for their time, on the steady clock of
//! the process that has seen them (L-25). Whoever drives a floor has one of these.

use std::collections::{BTreeMap, BTreeSet};

use table::{Limit, Question, Stream, Table, Time, Wait};

/// What was said is said again so much later, as long as it is watched: the record may not
/// have taken what the house did, or a round may not be over.
const AGAIN_MS: u64 = 1_000;

/// A moment of a steady clock, in milliseconds from a start that means nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub u64);

impl Moment {
    /// So many milliseconds later.
    #[must_use]
    pub fn after(self, milliseconds: u64) -> Moment {
        Moment(self.0.saturating_add(milliseconds))
    }
}

/// The questions that are watched.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    streams: BTreeMap<Stream, Vec<Watched>>,
    moments: BTreeSet<(Moment, Stream, Question)>,
    dates: BTreeSet<(Time, Stream, Question)>,
}

/// A question with when it has waited for its time.
#[derive(Clone, Copy, Debug)]
struct Watched {
    wait: Wait,
    ends: End,
}

#[derive(Clone, Copy, Debug)]
enum End {
    Moment(Moment),
    Date(Time),
}

impl Watch {
    /// Watches these questions of a stream and no others. What was watched before goes on as
    /// it is; what is new begins now.
    pub fn set(&mut self, stream: Stream, waits: &[Wait], now: Moment) {
        let before = self.streams.remove(&stream).unwrap_or_default();
        let (known, old): (Vec<Watched>, Vec<Watched>) =
            before.into_iter().partition(|it| waits.contains(&it.wait));
        // First: what is new may end when something old would have.
        for it in old {
            self.forget(stream, it);
        }
        let mut watched = Vec::with_capacity(waits.len());
        for &wait in waits {
            let known = known.iter().find(|it| it.wait == wait).copied();
            let it = known.unwrap_or_else(|| {
                let ends = match wait.limit {
                    Limit::For(milliseconds) => End::Moment(now.after(milliseconds.into())),
                    Limit::From(date) => End::Date(date),
                };
                let it = Watched { wait, ends };
                self.note(stream, it);
                it
            });
            watched.push(it);
        }
        if !watched.is_empty() {
            self.streams.insert(stream, watched);
        }
    }

    /// The questions that have waited for their time at this moment and time of day, each of
    /// which is said again a little later if it is still watched then.
    pub fn over(&mut self, now: Moment, at: Time) -> Vec<(Stream, Question)> {
        let mut over = Vec::new();
        while let Some(&(ends, stream, question)) = self.moments.first().filter(|it| it.0 <= now) {
            self.moments.remove(&(ends, stream, question));
            over.push((stream, question));
        }
        while let Some(&(date, stream, question)) = self.dates.first().filter(|it| it.0 <= at) {
            self.dates.remove(&(date, stream, question));
            over.push((stream, question));
        }
        let again = End::Moment(now.after(AGAIN_MS));
        for &(stream, question) in &over {
            let all = self.streams.get_mut(&stream);
            let it = all.and_then(|all| all.iter_mut().find(|it| it.wait.question == question));
            if let Some(it) = it {
                it.ends = again;
                let it = *it;
                self.note(stream, it);
            }
        }
        over
    }

    /// The next moment at which a question has waited for its time, dates apart.
    pub fn next(&self) -> Option<Moment> {
        self.moments.first().map(|(ends, ..)| *ends)
    }

    /// How many milliseconds the answer that a table waits for may still take.
    pub fn left_ms(&self, table: &Table, now: Moment) -> Option<u64> {
        let waits = self.streams.get(&table.id().into())?;
        waits.iter().find_map(|it| match (it.wait.question, it.ends) {
            (Question::Answer { .. }, End::Moment(ends)) => Some(ends.0.saturating_sub(now.0)),
            _ => None,
        })
    }

    /// Whether a question is watched.
    pub fn has(&self, stream: Stream, wait: Wait) -> bool {
        self.streams.get(&stream).is_some_and(|all| all.iter().any(|it| it.wait == wait))
    }

    fn note(&mut self, stream: Stream, Watched { wait, ends }: Watched) {
        match ends {
            End::Moment(ends) => drop(self.moments.insert((ends, stream, wait.question))),
            End::Date(date) => drop(self.dates.insert((date, stream, wait.question))),
        }
    }

    fn forget(&mut self, stream: Stream, Watched { wait, ends }: Watched) {
        match ends {
            End::Moment(ends) => drop(self.moments.remove(&(ends, stream, wait.question))),
            End::Date(date) => drop(self.dates.remove(&(date, stream, wait.question))),
        }
    }
}

#[cfg(test)]
mod tests {
    use table::{AccountId, TableId};

    use super::*;

    const TABLE: Stream = Stream::Table(TableId(1));
    const TURN: Wait = Wait { question: Question::Answer { asked: 7 }, limit: Limit::For(20_000) };
    const IDLE: Wait = Wait {
        question: Question::Presence { player: AccountId(11), asked: 3 },
        limit: Limit::For(600_000),
    };

    #[test]
    fn l_25_a_question_is_over_when_its_time_has_passed_since_it_was_seen() {
        let mut watch = Watch::default();
        watch.set(TABLE, &[TURN], Moment(1_000));
        assert_eq!(watch.next(), Some(Moment(21_000)));
        // Whatever the wall clock says.
        for at in [0, 1_800_000_000_000, u64::MAX] {
            assert_eq!(watch.over(Moment(20_999), Time(at)), []);
        }
        assert_eq!(watch.over(Moment(21_000), Time(0)), [(TABLE, TURN.question)]);
        assert_eq!(watch.over(Moment(21_999), Time(0)), [], "not at once again");
        assert_eq!(
            watch.over(Moment(22_000), Time(0)),
            [(TABLE, TURN.question)],
            "until it is done"
        );
        watch.set(TABLE, &[], Moment(22_000));
        assert_eq!((watch.next(), watch.over(Moment(90_000), Time(0))), (None, Vec::new()));
    }

    #[test]
    fn l_25_what_is_watched_goes_on_while_other_questions_come() {
        let mut watch = Watch::default();
        watch.set(TABLE, &[IDLE], Moment(0));
        watch.set(TABLE, &[TURN, IDLE], Moment(590_000));
        let next = Wait { question: Question::Answer { asked: 8 }, ..TURN };
        watch.set(TABLE, &[next, IDLE], Moment(599_000));
        assert_eq!(watch.over(Moment(600_000), Time(0)), [(TABLE, IDLE.question)]);
        assert_eq!(watch.over(Moment(619_000), Time(0)).len(), 2, "and the new one from its start");
    }

    #[test]
    fn l_18_a_date_comes_by_the_wall_clock_and_holds_up_nothing() {
        let mut watch = Watch::default();
        let question = Question::Posting { asked: 5 };
        let date = Wait { question, limit: Limit::From(Time(9_000_000)) };
        watch.set(TABLE, &[date, TURN], Moment(0));
        assert_eq!(watch.over(Moment(20_000), Time(1)), [(TABLE, TURN.question)]);
        assert_eq!(watch.over(Moment(20_001), Time(9_000_000)), [(TABLE, question)]);
    }
}
