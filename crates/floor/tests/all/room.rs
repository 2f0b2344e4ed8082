//! A table to test at, and a journal that answers when it is told to.

use std::collections::BTreeMap;
use std::sync::Arc;

use floor::{Append, Desk, Done, Effect, Floor, Letter, Moment, NotDone, Order, ReadEntry, Watch};
use rules::Spot;
use table::{
    AccountId, Actor, Beside, Body, Clocks, Command, CommandId, Context, House, JournalRow, Link,
    LinkBody, LinkId, LinkPosted, Posted, Role, Staffing, Stream, Table, TableId, Time,
};

pub(crate) const LINK: LinkId = LinkId(1);

pub(crate) fn player(number: u64) -> Actor {
    Actor { account: AccountId(number), role: Role::Player }
}

pub(crate) fn command(id: &str, expected: u64, body: Body) -> Command {
    Command { id: CommandId::try_from(id.to_owned()).unwrap(), expected, body }
}

pub(crate) fn sit(seat: u8) -> Body {
    Body::Sit { seat, buy_in: 100_000 }
}

pub(crate) fn buy(cents: u32) -> Body {
    Body::BuyIn { seat: 1, cents }
}

fn game() -> (rules::Game, rules::Profile) {
    let game = games::find("bahama-bonus").unwrap().file().game(None, &[]).unwrap();
    let profile = game.profile(None, &[]).unwrap();
    (game, profile)
}

/// A table with these clocks; on the link if it plays for one.
pub(crate) fn table(id: u32, on_link: bool, clocks: Clocks) -> Table {
    let (game, profile) = game();
    let sign = if on_link {
        House::sign_on("Test", &game, &profile, LINK)
    } else {
        House::sign("Test", &game, &profile)
    };
    // Small fills go without a card here.
    let card_from = 10_000;
    let house = House::new(Posted { clocks, card_from, ..sign }, &game, &profile).unwrap();
    Table::new(TableId(id), Arc::new(house))
}

pub(crate) fn link() -> Link {
    let (game, profile) = game();
    let sign = LinkPosted::of("Link", &game, &profile, Staffing::Unattended).unwrap();
    Link::new(LINK, Arc::new(sign))
}

/// The main wager and the progressive.
pub(crate) fn bets(seat: u8) -> Body {
    let bets = [(Spot::Main, 1_000), (Spot::Progressive, 100)];
    Body::Bet { seat, bets: bets.into() }
}

/// What everybody reads and writes: lists of rows.
#[derive(Default)]
pub(crate) struct Journal {
    rows: BTreeMap<Stream, Vec<JournalRow>>,
}

/// A process with its floor, over a journal that others may share.
#[derive(Default)]
pub(crate) struct Process {
    pub(crate) floor: Floor<u32>,
    /// Appends that have not reached the journal.
    pub(crate) under_way: Vec<(Append, Vec<JournalRow>)>,
    pub(crate) answers: Vec<(u32, Result<Done, NotDone>)>,
    pub(crate) published: Vec<(Stream, u64)>,
    pub(crate) watch: Watch,
    /// Its steady clock.
    pub(crate) moment: Moment,
    /// How often it asked the journal for a command, and how often it read on.
    pub(crate) asked: u32,
    pub(crate) read: u32,
    pub(crate) kept: u32,
    /// What was said of records that do not follow.
    pub(crate) broken: Vec<Stream>,
    pub(crate) now: u64,
    tickets: u32,
}

impl Journal {
    /// An intruder writes something else into an entry.
    pub(crate) fn change(&mut self, stream: impl Into<Stream>, from: &str, to: &str) {
        let rows = self.rows.get_mut(&stream.into()).expect("it has entries");
        let row = rows.iter_mut().find(|row| row.json.contains(from)).expect("one of them says so");
        row.json = row.json.replace(from, to).into();
    }

    pub(crate) fn rows(&self, stream: impl Into<Stream>) -> &[JournalRow] {
        self.rows.get(&stream.into()).map_or(&[], Vec::as_slice)
    }

    fn take(&mut self, append: Append, rows: Vec<JournalRow>) -> Letter<u32> {
        let is_next = |row: &JournalRow| row.version == self.rows(row.stream).len() as u64 + 1;
        let is_there = |row: &JournalRow| {
            let same =
                |it: &JournalRow| (it.by.account, &it.command) == (row.by.account, &row.command);
            self.rows(row.stream).iter().any(same)
        };
        if !rows.iter().all(is_next) || rows.iter().any(is_there) {
            return Letter::Beaten { append };
        }
        let hashes = vec![[0; 32]; rows.len()];
        for row in rows {
            self.rows.entry(row.stream).or_default().push(row);
        }
        Letter::Appended { append, hashes }
    }
}

impl Process {
    /// A process with one open table.
    pub(crate) fn with_table(journal: &mut Journal) -> Process {
        let mut process = Process::default();
        process.opens(journal, table(1, false, Clocks::OFF));
        process
    }

    pub(crate) fn opens(&mut self, journal: &mut Journal, table: Table) {
        let id = table.id();
        drop(self.floor.admit(Desk::new(table)));
        self.gives(journal, id, Actor::HOUSE, &command("open-table", 0, Body::Open {})).unwrap();
    }

    /// Another process over the same record.
    pub(crate) fn reading(journal: &Journal, table: Table) -> Process {
        let mut process = Process::default();
        let stream = Stream::from(table.id());
        drop(process.floor.admit(Desk::new(table)));
        let letter = read(journal, stream, 0);
        process.does(journal, letter);
        process
    }

    pub(crate) fn context(&self) -> Context {
        Context {
            at: Time(1_000 + self.now),
            day: 20_261_116,
            name: "Ann".to_owned(),
            entropy: [7; 32],
            proofs: Vec::new(),
            house: None,
            software: None,
        }
    }

    /// Sends a command; nothing reaches the journal by itself. Its ticket.
    pub(crate) fn sends(
        &mut self,
        journal: &Journal,
        table: TableId,
        by: Actor,
        command: &Command,
    ) -> u32 {
        self.send(journal, table.into(), by, Order::Table(command.clone()))
    }

    pub(crate) fn send(&mut self, journal: &Journal, to: Stream, by: Actor, order: Order) -> u32 {
        self.tickets += 1;
        let (ticket, context) = (self.tickets, self.context());
        self.does(journal, Letter::Command { ticket, to, by, order, context });
        ticket
    }

    /// Sends a command and lets everything reach the journal; the answer.
    pub(crate) fn gives(
        &mut self,
        journal: &mut Journal,
        table: TableId,
        by: Actor,
        command: &Command,
    ) -> Result<Done, NotDone> {
        let ticket = self.sends(journal, table, by, command);
        self.flush(journal);
        self.answer(ticket).expect("it is answered")
    }

    /// The house opens the link, or lets a table join it.
    pub(crate) fn office(&mut self, journal: &mut Journal, id: &str, body: LinkBody) {
        let expected = self.floor.link(LINK).unwrap().version();
        let id = CommandId::try_from(id.to_owned()).unwrap();
        let order = Order::Link(Command { id, expected, body });
        let ticket = self.send(journal, LINK.into(), Actor::HOUSE, order);
        self.flush(journal);
        self.answer(ticket).unwrap().unwrap();
    }

    pub(crate) fn answer(&mut self, ticket: u32) -> Option<Result<Done, NotDone>> {
        let at = self.answers.iter().position(|(it, _)| *it == ticket)?;
        Some(self.answers.remove(at).1)
    }

    /// Everything under way reaches the journal, and what follows from it.
    pub(crate) fn flush(&mut self, journal: &mut Journal) {
        while !self.under_way.is_empty() {
            let (append, rows) = self.under_way.remove(0);
            let letter = journal.take(append, rows);
            self.does(journal, letter);
        }
    }

    /// Lets so much time pass on its steady clock, and says what has waited for its time.
    pub(crate) fn passes(&mut self, journal: &Journal, milliseconds: u64) {
        self.moment = self.moment.after(milliseconds);
        for (stream, question) in self.watch.over(self.moment, self.context().at) {
            let context = self.context();
            self.does(journal, Letter::Time { stream, question, context });
        }
    }

    pub(crate) fn does(&mut self, journal: &Journal, letter: Letter<u32>) {
        for effect in self.floor.step(letter) {
            let next = match effect {
                Effect::Append { append, rows } => {
                    self.under_way.push((append, rows));
                    continue;
                }
                Effect::Ask { stream, account, command } => {
                    self.asked += 1;
                    let same =
                        |it: &&JournalRow| (it.by.account, &it.command) == (account, &command);
                    let found = journal.rows(stream).iter().find(same);
                    Letter::Known { stream, outcome: found.map(JournalRow::outcome) }
                }
                Effect::Read { stream, after } => {
                    self.read += 1;
                    read(journal, stream, after)
                }
                Effect::Publish { stream, version, .. } => {
                    let has = journal.rows(stream).len() as u64;
                    assert!(version <= has, "{stream} {version}: published before it is stored");
                    self.published.push((stream, version));
                    continue;
                }
                Effect::Answer { ticket, answer } => {
                    self.answers.push((ticket, answer));
                    continue;
                }
                Effect::Watch { stream, waits } => {
                    self.watch.set(stream, &waits, self.moment);
                    continue;
                }
                Effect::Keep { .. } => {
                    self.kept += 1;
                    continue;
                }
                Effect::Broken(failed) => {
                    self.broken.push(failed.stream);
                    continue;
                }
            };
            self.does(journal, next);
        }
    }
}

/// All entries of a stream after a version.
pub(crate) fn read(journal: &Journal, stream: Stream, after: u64) -> Letter<u32> {
    let rows = &journal.rows(stream)[after as usize..];
    let entry = |it: &JournalRow| ReadEntry { version: it.version, json: it.json.clone() };
    let secrets = journal.rows(stream).iter().flat_map(|it| it.secrets.iter().cloned()).collect();
    let beside = Beside { secrets, ..Beside::default() };
    Letter::Entries { stream, entries: rows.iter().map(entry).collect(), beside }
}
