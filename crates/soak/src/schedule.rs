//! A schedule: step by step, what people send, what arrives, what breaks.

mod hear;
mod send;
mod watch;

use std::collections::{BTreeMap, BTreeSet};

use ::floor::{Letter, Order as FloorOrder};
use store::{Faults, Journal};
use table::{
    AccountId, Body, Command, Context, Entry, LinkEvent, LinkId, Question, Table, Time, Wait,
};

use self::watch::Watcher;
use crate::check::{Truth, check_people};
use crate::crowd::{DEALERS, OWNER};
use crate::dice::Dice;
use crate::floor::{Floor, Plant, Ticket, id, wait};
use crate::links::{card_of, check_links};
use crate::post::{Key, Message, Post};
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
            watchers: (0..tables).map(Watcher::of).collect(),
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
            8 | 9 => self.order()?,
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
        // Who needs a card has one, and mostly his own; now and then he has forgotten it, or shows
        // the one that the dealer carries on other days.
        if command.body.kind().is_by_card() && !self.dice.once_in(10) {
            let dealer = self.dice.once_in(12);
            let owner = if dealer { DEALERS[0] } else { message.by.account.0 };
            context.proofs.push(card_of(AccountId(owner)));
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
            self.come_back(at)?;
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
