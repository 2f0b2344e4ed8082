//! What people hear, and that the journal holds it.

use ::floor::NotDone;
use table::{Actor, Command, Entry, Table};

use super::{Answer, REFUSALS, Schedule};
use crate::floor::{Answered, Ticket};
use crate::links::check_links;
use crate::post::{Key, Message, key};
use crate::report::count;

impl Schedule {
    /// Everybody hears what was published and answered so far, also by a process that dies now.
    pub(super) fn hear(&mut self) -> Result<(), String> {
        self.publish()?;
        let answers = std::mem::take(&mut self.floor.answers);
        for table in 0..self.truths.len() {
            self.follow(table)?;
        }
        answers.into_iter().try_for_each(|Answered { ticket, answer }| self.heard(&ticket, answer))
    }

    pub(super) fn heard(
        &mut self,
        ticket: &Ticket,
        answer: Result<::floor::Done, NotDone>,
    ) -> Result<(), String> {
        let answer = match answer {
            Ok(done) => {
                self.report.again += u64::from(done.json.is_none());
                Answer::Done(done.version)
            }
            Err(NotDone::Refused(refused)) => Answer::Refused(refused.code()),
            // Nobody knows; the sender will ask or send again.
            Err(NotDone::Stopped | NotDone::Busy(_)) => return Ok(()),
            Err(NotDone::NotWritten) => return self.unwritten(ticket),
            Err(other) => return Err(format!("a command was not done: {other}")),
        };
        match (ticket, answer) {
            (Ticket::Order, Answer::Refused(code)) => count(&mut self.report.orders, code),
            (Ticket::Order, _) => count(&mut self.report.orders, "done"),
            (Ticket::Post(number), answer) => return self.answered(*number, answer),
        }
        Ok(())
    }

    /// The journal did not take a command: its sender sends the same again.
    pub(super) fn unwritten(&mut self, ticket: &Ticket) -> Result<(), String> {
        self.report.not_written += 1;
        let Ticket::Post(number) = ticket else {
            count(&mut self.report.orders, "not-written");
            return Ok(());
        };
        let key = self.key_of(*number)?;
        if let Some(Answer::Done(version)) = self.told.get(&key) {
            return Err(format!("{key:?} is not written and was done as {version}"));
        }
        if self.post.open.contains_key(&key) {
            self.not_written.insert(key);
        }
        Ok(())
    }

    /// Whose answer comes with a message's number.
    pub(super) fn key_of(&self, number: usize) -> Result<Key, String> {
        let Message { table, by, raw } = &self.delivered[number];
        let command: Command = serde_json::from_slice(raw).map_err(|it| it.to_string())?;
        Ok(key(*table, *by, &command))
    }

    pub(super) fn answered(&mut self, number: usize, answer: Answer) -> Result<(), String> {
        let key = self.key_of(number)?;
        if let Answer::Refused(code) = answer {
            count(&mut self.report.refused, code);
            self.note_refusal(key.clone());
        }
        if self.dice.once_in(15) {
            return self.check_answer(&key, answer);
        }
        self.tell(&key, answer)
    }

    /// Notes a refusal as long as a desk remembers it: it remembers few, and some not at all.
    pub(super) fn note_refusal(&mut self, key: Key) {
        if self.is_forgotten_at_once(&key) {
            self.forgotten.insert(key);
            return;
        }
        let recent = &mut self.refusals[key.0];
        recent.push(key);
        if recent.len() > REFUSALS {
            self.forgotten.insert(recent.remove(0));
        }
    }

    /// Whether a copy may be done after another was refused, whose word is late then: what one
    /// process has refused another does not know, and what the house may not do it tries again.
    fn is_forgotten_at_once(&self, key: &Key) -> bool {
        self.floor.processes() > 1 || key.1 == Actor::HOUSE.account
    }

    /// Tells a sender; the same command always gets the same answer (L-09).
    pub(super) fn tell(&mut self, key: &Key, answer: Answer) -> Result<(), String> {
        self.check_answer(key, answer)?;
        self.post.open.remove(key);
        if self.not_written.remove(key) && matches!(answer, Answer::Done(_)) {
            self.report.written_later += 1;
        }
        let before = self.told.insert(key.clone(), answer);
        match (before, answer) {
            (Some(Answer::Done(before)), Answer::Done(now)) if before == now => Ok(()),
            // A copy had been refused before it was done, and the word of it was late.
            (Some(done @ Answer::Done(_)), Answer::Refused(_))
                if self.is_forgotten_at_once(key) =>
            {
                self.told.insert(key.clone(), done);
                self.report.done_after_all += 1;
                Ok(())
            }
            (Some(Answer::Done(_)), _) => Err(format!("{key:?} was done and is now {answer:?}")),
            (Some(Answer::Refused(_)), Answer::Done(_)) if self.forgotten.contains(key) => {
                self.report.done_after_all += 1;
                Ok(())
            }
            (Some(Answer::Refused(_)), Answer::Done(_)) => {
                Err(format!("{key:?} was refused and is now done"))
            }
            _ => Ok(()),
        }
    }

    /// What somebody is told is what the journal holds: done exactly once, or not there.
    pub(super) fn check_answer(&self, key: &Key, answer: Answer) -> Result<(), String> {
        let (table, account, name, body) = key;
        let done = self.truths[*table].done.get(&(*account, name.clone()));
        let is_there = done.is_some_and(|(_, of)| of == body);
        match answer {
            Answer::Done(version) => match done {
                Some((at, of)) if *at == version && of == body => Ok(()),
                _ => Err(format!("{key:?} is answered with {version}, the journal has {done:?}")),
            },
            Answer::Refused(code) if is_there && !self.is_forgotten_at_once(key) => {
                Err(format!("{key:?} is refused with {code} and in the journal"))
            }
            _ => Ok(()),
        }
    }

    /// Reads the journal on, and checks that nobody was told the contrary.
    pub(super) fn follow(&mut self, table: usize) -> Result<(), String> {
        let truth = &mut self.truths[table];
        let entries: Vec<Entry> = truth.follow(&self.floor, &mut self.dice, &mut self.report)?;
        for entry in entries {
            self.report.accepted += 1;
            let command = entry.command.as_str().to_owned();
            let key: Key = (table, entry.by.account, command, entry.body);
            let refused = matches!(self.told.get(&key), Some(Answer::Refused(_)));
            if refused && !self.forgotten.contains(&key) {
                return Err(format!("{key:?} was refused and is in the journal"));
            }
        }
        // A single process has all of them as the journal has them; of two, one may be
        // behind with a table and the other with its link.
        if self.floor.processes() == 1 {
            let tables: Vec<&Table> = self.floor.tables().collect();
            check_links(self.floor.links(), &tables)?;
        }
        Ok(())
    }
}
