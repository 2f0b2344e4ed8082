//! A schedule: step by step, what people send, what arrives, what breaks.

use std::collections::{BTreeMap, BTreeSet};

use ::floor::{Letter, NotDone, Order as FloorOrder};
use store::{Faults, Journal};
use table::{
    Actor, Body, Command, CommandId, Context, Entry, LinkEvent, LinkId, PersonBody, Question,
    Stream, Table, Time, Wait,
};

use crate::check::{Truth, check_people};
use crate::crowd::{OWNER, any_question, player, posting, wish};
use crate::dice::Dice;
use crate::floor::{Answered, Floor, Plant, Ticket, id, wait};
use crate::links::{Order, card_of, check_links};
use crate::post::{Key, Message, Post, garble, key};
use crate::report::{Report, count};
use crate::{Failure, Games};

/// A day of the simulated calendar, in milliseconds.
const DAY: u64 = 86_400_000;
/// Longer than any question is posted to wait, presence apart.
const LONGEST_MS: u64 = 60_000;
/// So often an open question is said to be over before it must be answered, faults apart.
const STRIKES: u32 = 4;
/// So many of a table's last refusals a desk remembers for certain.
const REFUSALS: usize = 40;
/// The simulated clock starts here.
pub(crate) const START: u64 = 1_800_000_000_000;

/// What a sender is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Done(u64),
    Refused(&'static str),
}

pub(crate) struct Schedule {
    seed: u64,
    step: u64,
    dice: Dice,
    floor: Floor,
    truths: Vec<Truth>,
    post: Post,
    /// What senders were told.
    told: BTreeMap<Key, Answer>,
    /// Messages that were delivered, by their numbers.
    delivered: Vec<Message>,
    /// What the journal did not take and its sender will ask for again.
    not_written: BTreeSet<Key>,
    /// Refusals a desk may have forgotten: it remembers few, and none over a crash.
    forgotten: BTreeSet<Key>,
    refusals: Vec<Vec<Key>>,
    watchers: Vec<Watcher>,
    now: u64,
    commands: u64,
    report: Report,
}

/// Somebody who watches a table over a bad line.
struct Watcher {
    table: usize,
    connected: bool,
    seen: Vec<String>,
}

impl Schedule {
    pub(crate) fn new(games: &Games, seed: u64, plant: Plant) -> Result<Schedule, String> {
        let mut dice = Dice::new(seed, 0);
        let tables = 1 + dice.below(4);
        let mut links = Vec::new();
        let houses: Vec<_> =
            (0..tables).map(|_| games.signs(OWNER, &mut links, &mut dice)).collect();
        let one_in = [0, 10, 30, 100][dice.below(4)];
        let faults = Faults { seed: u64::from(dice.word()), one_in };
        let truths =
            houses.iter().enumerate().map(|(at, it)| Truth::new(at, it[0].clone())).collect();
        let watcher = |table| Watcher { table, connected: true, seen: Vec::new() };
        let processes = if dice.once_in(3) { 2 } else { 1 };
        let floor = Floor::new(houses, links, processes, faults, plant)?;
        Ok(Schedule {
            seed,
            step: 0,
            truths,
            post: Post::default(),
            told: BTreeMap::new(),
            delivered: Vec::new(),
            not_written: BTreeSet::new(),
            forgotten: BTreeSet::new(),
            refusals: vec![Vec::new(); tables],
            watchers: (0..tables).map(watcher).collect(),
            now: START,
            commands: 0,
            report: Report {
                schedules: 1,
                tables: tables as u64,
                pairs_of_processes: (processes - 1) as u64,
                ..Report::default()
            },
            floor,
            dice,
        })
    }

    pub(crate) fn run(mut self, steps: u64) -> Result<Report, Failure> {
        // The tables were opened before anything goes wrong.
        for table in 0..self.truths.len() {
            self.follow(table).map_err(|what| self.failure(what))?;
        }
        for _ in 0..steps {
            self.step += 1;
            self.one_step().map_err(|what| self.failure(what))?;
        }
        self.end().map_err(|what| self.failure(what))?;
        self.report.steps = self.step;
        Ok(self.report)
    }

    fn failure(&self, what: String) -> Failure {
        Failure { seed: self.seed, step: self.step, what }
    }

    fn one_step(&mut self) -> Result<(), String> {
        self.pass_time();
        if self.dice.once_in(200) {
            self.hear()?;
            // What is not certainly on the disk is gone.
            self.floor.journal.cut_power();
            self.crash("the power goes", None)?;
        }
        match self.dice.below(24) {
            0 => self.noise()?,
            1 => self.ask_or_repeat()?,
            2 => self.watch()?,
            3 => {
                let (at, wrong) = (self.any_table(), self.dice.once_in(4));
                self.floor.keep_snapshot(at, wrong)?;
            }
            4 if self.dice.once_in(6) => {
                let process = self.any_process();
                self.hear()?;
                self.crash("between commands", Some(process))?;
            }
            5..=7 => self.strike_clocks()?,
            8 if self.dice.once_in(3) => self.top_up()?,
            8 => self.order()?,
            _ => self.somebody(),
        }
        self.arrive()
    }

    fn any_table(&mut self) -> usize {
        self.dice.below(self.truths.len())
    }

    fn pass_time(&mut self) {
        let milliseconds = self.dice.below(4_000) as u64;
        self.pass(milliseconds);
        if self.dice.once_in(60) {
            self.jump();
        }
    }

    /// Time passes on both clocks.
    fn pass(&mut self, milliseconds: u64) {
        self.now += milliseconds;
        self.floor.moment = self.floor.moment.after(milliseconds);
    }

    /// Somebody sets the wall clock, ahead or back, or right again.
    fn jump(&mut self) {
        let right = START + self.floor.moment.0;
        let jump = self.dice.below(7_200_000) as u64;
        let before = self.now;
        self.now = match self.dice.below(3) {
            0 => self.now + jump,
            1 => self.now.saturating_sub(jump),
            _ => right,
        };
        self.report.clock_jumps_ahead += u64::from(self.now > before);
        self.report.clock_jumps_back += u64::from(self.now < before);
    }

    fn context(&mut self) -> Context {
        let day = 20_270_101 + ((self.now - START.min(self.now)) / DAY) as u32;
        let entropy = self.dice.bytes();
        Context {
            at: Time(self.now),
            day,
            name: "Somebody".to_owned(),
            entropy,
            proofs: Vec::new(),
            house: None,
            software: None,
        }
    }

    // ---- sending

    /// Somebody wants something, having seen the table as it is or as it was.
    fn somebody(&mut self) {
        let table = self.any_table();
        let (by, body) = self.wish(table);
        self.command(table, by, body);
    }

    /// What somebody wants of a table; now and then that it is posted anew.
    fn wish(&mut self, table: usize) -> (Actor, Body) {
        if !self.dice.once_in(40) {
            return wish(self.floor.table(table), &mut self.dice);
        }
        // Sometimes with the sign of another table, whose rules are not at hand here.
        let of = if self.dice.once_in(6) { self.any_table() } else { table };
        posting(self.floor.table(table), &self.floor.houses[of], &mut self.dice)
    }

    /// Somebody wants something of a link, away from the tables.
    fn order(&mut self) -> Result<(), String> {
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
    fn top_up(&mut self) -> Result<(), String> {
        let by = player(&mut self.dice);
        self.commands += 1;
        let id = CommandId::try_from(format!("top-up-{:06}", self.commands));
        let id = id.map_err(|it| it.to_string())?;
        let body = PersonBody::TopUp {};
        let order = FloorOrder::Person(Command { id, expected: 0, body });
        let context = self.context();
        self.give_order(by.account.into(), by, order, context)
    }

    fn give_order(
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

    fn any_process(&mut self) -> usize {
        self.dice.below(self.floor.processes())
    }

    fn strike_clocks(&mut self) -> Result<(), String> {
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

    fn command(&mut self, table: usize, by: Actor, body: Body) {
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

    fn send(&mut self, letter: &Message) {
        let travel = self.post.send(self.step, letter, &mut self.dice);
        self.report.copies += travel.copies.saturating_sub(1) as u64;
        self.report.lost += u64::from(travel.copies == 0);
    }

    /// A garbled message: refused, or a command in its own right.
    fn noise(&mut self) -> Result<(), String> {
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
    fn ask_or_repeat(&mut self) -> Result<(), String> {
        let Some(key) = self.post.unheard(self.step, &mut self.dice) else { return Ok(()) };
        if self.dice.once_in(2) {
            self.ask(&key)
        } else {
            self.repeat(&key);
            Ok(())
        }
    }

    fn ask(&mut self, key: &Key) -> Result<(), String> {
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

    fn repeat(&mut self, key: &Key) {
        let Some((sent, by, raw)) = self.post.open.get_mut(key) else { return };
        *sent = self.step;
        let letter = Message { table: key.0, by: *by, raw: raw.clone() };
        self.send(&letter);
    }

    // ---- arriving

    fn arrive(&mut self) -> Result<(), String> {
        for message in self.post.arrivals(self.step, &mut self.dice) {
            self.deliver(message)?;
        }
        // Not everything reaches the journal at once: others come meanwhile, and wait.
        if !self.dice.once_in(4) {
            self.settle()?;
        }
        Ok(())
    }

    /// A message reaches one of the processes.
    fn deliver(&mut self, message: Message) -> Result<(), String> {
        let Ok(command) = serde_json::from_slice::<Command>(&message.raw) else {
            self.report.malformed += 1;
            return Ok(());
        };
        let mut context = self.context();
        // Who needs a card has one, and mostly his own; now and then he has forgotten it.
        let is_by_card = command.body.kind().is_by_card();
        if is_by_card && (matches!(command.body, Body::Swipe { .. }) || !self.dice.once_in(8)) {
            context.proofs.push(card_of(message.by.account));
        }
        if let Body::Post { sign, .. } = &command.body {
            context.house = self.floor.house(message.table, sign);
        }
        let (to, by, process) = (id(message.table).into(), message.by, self.any_process());
        let ticket = Ticket::Post(self.delivered.len());
        self.delivered.push(message);
        let order = FloorOrder::Table(command);
        self.floor.letter(process, Letter::Command { ticket, to, by, order, context })
    }

    /// Everything under way reaches the journal, and everybody hears of it.
    fn settle(&mut self) -> Result<(), String> {
        self.floor.flush(&mut self.report)?;
        let dies = self.floor.journal.has_stopped();
        if dies {
            // What was answered and published before it died reached people all the same.
            self.floor.restart_journal();
        }
        self.hear()?;
        if dies {
            self.crash("at a commit", None)?;
        }
        self.floor.check_watch()
    }

    /// Everybody hears what was published and answered so far, also by a process that dies now.
    fn hear(&mut self) -> Result<(), String> {
        self.publish()?;
        let answers = std::mem::take(&mut self.floor.answers);
        for table in 0..self.truths.len() {
            self.follow(table)?;
        }
        answers.into_iter().try_for_each(|Answered { ticket, answer }| self.heard(&ticket, answer))
    }

    fn heard(
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
    fn unwritten(&mut self, ticket: &Ticket) -> Result<(), String> {
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
    fn key_of(&self, number: usize) -> Result<Key, String> {
        let Message { table, by, raw } = &self.delivered[number];
        let command: Command = serde_json::from_slice(raw).map_err(|it| it.to_string())?;
        Ok(key(*table, *by, &command))
    }

    fn answered(&mut self, number: usize, answer: Answer) -> Result<(), String> {
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

    /// Notes a refusal as long as a desk remembers it: it remembers few, what one process has
    /// refused another does not know, and the house's own commands, of which it has no copies
    /// under way, are refused until they are done.
    fn note_refusal(&mut self, key: Key) {
        if self.floor.processes() > 1 || key.1 == Actor::HOUSE.account {
            self.forgotten.insert(key);
            return;
        }
        let recent = &mut self.refusals[key.0];
        recent.push(key);
        if recent.len() > REFUSALS {
            self.forgotten.insert(recent.remove(0));
        }
    }

    /// Tells a sender; the same command always gets the same answer (L-09).
    fn tell(&mut self, key: &Key, answer: Answer) -> Result<(), String> {
        self.check_answer(key, answer)?;
        self.post.open.remove(key);
        if self.not_written.remove(key) && matches!(answer, Answer::Done(_)) {
            self.report.written_later += 1;
        }
        let before = self.told.insert(key.clone(), answer);
        match (before, answer) {
            (Some(Answer::Done(before)), Answer::Done(now)) if before == now => Ok(()),
            // Another process had refused a copy before it was done, and its word was late.
            (Some(done @ Answer::Done(_)), Answer::Refused(_)) if self.floor.processes() > 1 => {
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
    fn check_answer(&self, key: &Key, answer: Answer) -> Result<(), String> {
        let (table, account, name, body) = key;
        let done = self.truths[*table].done.get(&(*account, name.clone()));
        let is_there = done.is_some_and(|(_, of)| of == body);
        match answer {
            Answer::Done(version) => match done {
                Some((at, of)) if *at == version && of == body => Ok(()),
                _ => Err(format!("{key:?} is answered with {version}, the journal has {done:?}")),
            },
            Answer::Refused(code) if is_there && self.floor.processes() == 1 => {
                Err(format!("{key:?} is refused with {code} and in the journal"))
            }
            _ => Ok(()),
        }
    }

    /// Reads the journal on, and checks that nobody was told the contrary.
    fn follow(&mut self, table: usize) -> Result<(), String> {
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

    // ---- watching

    /// What is published is in the journal, and reaches those who are connected.
    fn publish(&mut self) -> Result<(), String> {
        for published in std::mem::take(&mut self.floor.published) {
            let (stream, version) = (published.stream, published.version);
            let stored = self.floor.texts(stream, version - 1)?.into_iter().next();
            if stored.as_deref() != Some(&*published.json) {
                return Err(format!("{stream}, version {version}: published and not stored"));
            }
            let Stream::Table(of) = stream else { continue };
            let watchers = self.watchers.iter_mut();
            for watcher in watchers.filter(|it| it.connected && id(it.table) == of) {
                // Two processes tell the same; a client knows what it has seen.
                if version == watcher.seen.len() as u64 + 1 {
                    watcher.seen.push(published.json.to_string());
                }
            }
        }
        Ok(())
    }

    /// A watcher loses the line, or comes back and asks for what was missed.
    fn watch(&mut self) -> Result<(), String> {
        let at = self.dice.below(self.watchers.len());
        let watcher = &mut self.watchers[at];
        watcher.connected = !watcher.connected;
        if watcher.connected {
            self.report.reconnects += 1;
            self.catch_up(at)?;
        }
        Ok(())
    }

    fn catch_up(&mut self, at: usize) -> Result<(), String> {
        let watcher = &mut self.watchers[at];
        let missed = self.floor.texts(id(watcher.table).into(), watcher.seen.len() as u64)?;
        watcher.seen.extend(missed);
        self.follow(self.watchers[at].table)?;
        let watcher = &self.watchers[at];
        if watcher.seen != self.truths[watcher.table].texts {
            return Err(format!("a watcher of table {} saw another journal", watcher.table));
        }
        Ok(())
    }

    // ---- breaking

    /// A process dies, or all of them with the journal, and starts again.
    fn crash(&mut self, when: &str, only: Option<usize>) -> Result<(), String> {
        count(&mut self.report.crashes, when);
        let by_snapshot = self.dice.once_in(2);
        self.floor.crash(only, by_snapshot, &mut self.report)?;
        if only.is_none() {
            self.floor.check_tampering(&mut self.dice, &mut self.report)?;
        }
        for keys in &mut self.refusals {
            self.forgotten.extend(keys.drain(..));
        }
        for at in 0..self.watchers.len() {
            self.catch_up(at)?;
            self.watchers[at].connected = true;
        }
        Ok(())
    }

    // ---- the end

    /// Every question that is open is over after its posted time, whatever the wall clock says
    /// (L-25); a process that was started meanwhile watches it anew.
    fn time_is_up(&mut self) -> Result<(), String> {
        let is_answer = |wait: &Wait| matches!(wait.question, Question::Answer { .. });
        for table in 0..self.truths.len() {
            let open = self.floor.table(table).waits().into_iter().find(is_answer);
            let Some(Wait { question, .. }) = open else { continue };
            let faults = |it: &Report| (it.crashes.clone(), it.not_written);
            let (mut met, mut in_vain) = (faults(&self.report), 0);
            while self.floor.table(table).waits().iter().any(|it| it.question == question) {
                // Whoever is behind reads on first and is told again.
                if in_vain == STRIKES {
                    return Err(format!("{} waits too long for {question:?}", id(table)));
                }
                let now = faults(&self.report);
                in_vain = if met == now { in_vain + 1 } else { 1 };
                met = now;
                self.jump();
                self.pass(LONGEST_MS);
                for process in 0..self.floor.processes() {
                    let context = self.context();
                    self.floor.strike(process, &context)?;
                }
                self.settle()?;
                self.report.ran_out += 1;
            }
        }
        Ok(())
    }

    /// Everything arrives, everybody is answered, everything is checked once more.
    fn end(&mut self) -> Result<(), String> {
        let mut patience = 4_000;
        while !(self.post.is_empty() && self.post.open.is_empty()) {
            self.step += 1;
            patience -= 1;
            if patience == 0 {
                let open = self.post.open.keys().next();
                return Err(format!("somebody is never answered: {open:?}"));
            }
            if let Some(key) = self.post.unheard(self.step, &mut self.dice) {
                self.repeat(&key);
            }
            self.arrive()?;
            self.settle()?;
        }
        self.time_is_up()?;
        self.crash("at the end", None)?;
        wait(self.floor.journal.verify_across()).map_err(|it| it.to_string())?;
        self.count_of_links()?;
        let tables: Vec<&Table> = self.floor.tables().collect();
        check_links(self.floor.links(), &tables)?;
        let people = self.floor.people()?;
        check_people(&people, &tables)?;
        self.report.people += people.len() as u64;
        self.report.awards += self.floor.links().map(|link| link.slips().len() as u64).sum::<u64>();
        for table in 0..self.truths.len() {
            self.follow(table)?;
            let fold = self.floor.table(table).books().iter().collect::<Vec<_>>();
            let rows =
                wait(self.floor.journal.balances(id(table).into())).map_err(|it| it.to_string())?;
            if fold != rows {
                return Err(format!("table {table}: the ledger's rows are not its books"));
            }
        }
        self.told.iter().try_for_each(|(key, answer)| match answer {
            Answer::Refused(_) if self.forgotten.contains(key) => Ok(()),
            answer => self.check_answer(key, *answer),
        })
    }

    /// What the links have met.
    fn count_of_links(&mut self) -> Result<(), String> {
        let links: Vec<LinkId> = self.floor.links().map(table::Link::id).collect();
        for link in links {
            for text in self.floor.texts(link.into(), 0)? {
                let entry: Entry<LinkEvent> =
                    serde_json::from_str(&text).map_err(|it| it.to_string())?;
                let words = entry.events.iter().map(LinkEvent::word);
                words.for_each(|word| count(&mut self.report.of_links, word));
            }
        }
        Ok(())
    }
}
