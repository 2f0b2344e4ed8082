//! What people send, and send again where no answer comes.

use ::floor::{Letter, Order as FloorOrder};
use store::Journal;
use table::{Actor, Body, Command, CommandId, Context, LinkId, PersonBody, Stream};

use super::{Answer, Schedule};
use crate::crowd::{any_question, player, posting, wish};
use crate::floor::{Ticket, id, wait};
use crate::links::Order;
use crate::post::{Key, Message, garble, key};
use crate::report::count;

impl Schedule {
    /// Somebody wants something, having seen the table as it is or as it was.
    pub(super) fn somebody(&mut self) {
        let table = self.any_table();
        let (by, body) = self.wish(table);
        self.command(table, by, body);
    }

    /// What somebody wants of a table; now and then that it is posted anew.
    pub(super) fn wish(&mut self, table: usize) -> (Actor, Body) {
        if !self.dice.once_in(40) {
            return wish(self.floor.table(table), &mut self.dice);
        }
        // Sometimes with the sign of another table, whose rules are not at hand here.
        let of = if self.dice.once_in(6) { self.any_table() } else { table };
        posting(self.floor.table(table), &self.floor.houses[of], &mut self.dice)
    }

    /// Somebody wants something of a link, away from the tables.
    pub(super) fn order(&mut self) -> Result<(), String> {
        let links = self.floor.links().count();
        if links == 0 {
            return Ok(());
        }
        let link = LinkId(1 + self.dice.below(links) as u32);
        let Order { by, body, proofs } = Order::any(self.floor.link(link), &mut self.dice);
        self.commands += 1;
        let id = CommandId::try_from(format!("order-{:06}", self.commands));
        let id = id.map_err(|it| it.to_string())?;
        let expected = self.floor.link(link).version();
        let order = FloorOrder::Link(Command { id, expected, body });
        let context = Context { proofs, ..self.context() };
        self.give_order(link.into(), by, order, context)
    }

    /// A player wants his wallet filled, at whichever process.
    pub(super) fn top_up(&mut self) -> Result<(), String> {
        let by = player(&mut self.dice);
        self.commands += 1;
        let id = CommandId::try_from(format!("top-up-{:06}", self.commands));
        let id = id.map_err(|it| it.to_string())?;
        let body = PersonBody::TopUp {};
        let order = FloorOrder::Person(Command { id, expected: 0, body });
        let context = self.context();
        self.give_order(by.account.into(), by, order, context)
    }

    pub(super) fn give_order(
        &mut self,
        to: Stream,
        by: Actor,
        order: FloorOrder,
        context: Context,
    ) -> Result<(), String> {
        let process = self.any_process();
        let letter = Letter::Command { ticket: Ticket::Order, to, by, order, context };
        self.floor.letter(process, letter)
    }

    pub(super) fn any_process(&mut self) -> usize {
        self.dice.below(self.floor.processes())
    }

    pub(super) fn strike_clocks(&mut self) -> Result<(), String> {
        let (process, context) = (self.any_process(), self.context());
        self.floor.strike(process, &context)?;
        // And now and then somebody strikes who should not.
        for table in 0..self.truths.len() {
            if self.dice.once_in(8) {
                let of = any_question(self.floor.table(table), &mut self.dice);
                self.command(table, Actor::HOUSE, Body::Clock { of });
            }
        }
        Ok(())
    }

    pub(super) fn command(&mut self, table: usize, by: Actor, body: Body) {
        self.commands += 1;
        let version = self.floor.table(table).version();
        let expected = match self.dice.below(25) {
            0 => version.saturating_sub(1 + self.dice.below(4) as u64),
            1 => version.saturating_sub(self.dice.below(200) as u64),
            2 => version + 1 + self.dice.below(3) as u64,
            _ => version,
        };
        // Now and then somebody's client uses an id again.
        let number = if self.dice.once_in(40) { self.commands / 2 } else { self.commands };
        let id = CommandId::try_from(format!("command-{number}")).expect("an id of fitting length");
        let command = Command { id, expected, body };
        let raw = serde_json::to_vec(&command).expect("a command is plain data");
        let text = String::from_utf8_lossy(&raw);
        let kind = text.split("\"do\":\"").nth(1).and_then(|rest| rest.split('"').next());
        count(&mut self.report.commands, kind.unwrap_or("?"));
        let key = key(table, by, &command);
        if !self.told.contains_key(&key) {
            self.post.open.insert(key, (self.step, by, raw.clone()));
        }
        self.send(&Message { table, by, raw });
    }

    pub(super) fn send(&mut self, letter: &Message) {
        let travel = self.post.send(self.step, letter, &mut self.dice);
        self.report.copies += travel.copies.saturating_sub(1) as u64;
        self.report.lost += u64::from(travel.copies == 0);
    }

    /// A garbled message: refused, or a command in its own right.
    pub(super) fn noise(&mut self) -> Result<(), String> {
        let table = self.any_table();
        let (by, body) = self.wish(table);
        self.commands += 1;
        let id = CommandId::try_from(format!("garbled-{}", self.commands));
        let id = id.map_err(|it| it.to_string())?;
        let command = Command { id, expected: self.floor.table(table).version(), body };
        let raw = serde_json::to_vec(&command).map_err(|it| it.to_string())?;
        let raw = garble(&raw, &mut self.dice);
        if let Ok(command) = serde_json::from_slice::<Command>(&raw) {
            let key = key(table, by, &command);
            if !self.told.contains_key(&key) {
                self.post.open.insert(key, (self.step, by, raw.clone()));
            }
        }
        self.send(&Message { table, by, raw });
        Ok(())
    }

    /// Somebody who got no answer asks for the outcome (L-10), or sends the same again.
    pub(super) fn ask_or_repeat(&mut self) -> Result<(), String> {
        let Some(key) = self.post.unheard(self.step, &mut self.dice) else { return Ok(()) };
        if self.dice.once_in(2) {
            self.ask(&key)
        } else {
            self.repeat(&key);
            Ok(())
        }
    }

    pub(super) fn ask(&mut self, key: &Key) -> Result<(), String> {
        let (table, account, name, body) = key;
        let command = CommandId::try_from(name.clone()).map_err(|it| it.to_string())?;
        let outcome = wait(self.floor.journal.outcome(id(*table).into(), *account, &command));
        match outcome.map_err(|it| it.to_string())? {
            Some(outcome) if outcome.body == *body => {
                self.report.outcomes += 1;
                self.tell(key, Answer::Done(outcome.version))
            }
            // The id was used for another command: this one will be refused.
            Some(_) => Ok(()),
            None => {
                self.report.unknown += 1;
                Ok(())
            }
        }
    }

    pub(super) fn repeat(&mut self, key: &Key) {
        let Some((sent, by, raw)) = self.post.open.get_mut(key) else { return };
        *sent = self.step;
        let letter = Message { table: key.0, by: *by, raw: raw.clone() };
        self.send(&letter);
    }
}
