//! A table to test at: commands in one line, every entry checked as it comes.
#![allow(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod crowd;
pub(crate) mod examples;
pub(crate) mod floor;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use ::floor::{Alone, Desk, NotDone, Order};
use rules::GameFile;
use table::{
    AccountId, Actor, Beside, Body, CardProof, Clocks, Command, CommandId, Context, Entry, Event,
    House, Kind, PersonBody, Posted, Refused, Role, RoundRecord, Table, TableId, Time,
};

/// Compares examples by their names with the golden file of a folder, line by line, or
/// writes it anew.
pub(crate) fn golden(folder: &str, examples: &BTreeMap<String, serde_json::Value>) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all");
    let path = tests.join(folder).join("golden.jsonl");
    let lines = examples.iter().map(|(name, value)| format!("{name}\t{value}"));
    let lines: Vec<String> = lines.collect();
    if std::env::var_os("BAHAMA_WRITE_GOLDEN").is_some() {
        return std::fs::write(path, lines.join("\n") + "\n").unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    for (line, golden) in lines.iter().zip(golden.lines()) {
        assert_eq!(line, golden);
    }
    assert_eq!(lines.len(), golden.lines().count());
}

pub(crate) fn player(number: u64) -> Actor {
    Actor { account: AccountId(number), role: Role::Player }
}

pub(crate) fn staff(number: u64, role: Role) -> Actor {
    Actor { account: AccountId(number), role }
}

/// The sign of a game with its clocks off and all seats for whoever wants them.
pub(crate) fn sign(game: &str) -> Posted {
    let (game, profile) = game_of(game);
    Posted { clocks: Clocks::OFF, seats_each: 7, ..House::sign("Test", &game, &profile) }
}

pub(crate) fn game_of(id: &str) -> (rules::Game, rules::Profile) {
    let game = file_of(id).game(None, &[]).unwrap();
    let profile = game.profile(None, &[]).unwrap();
    (game, profile)
}

pub(crate) fn file_of(id: &str) -> GameFile {
    games::find(id).unwrap().file()
}

/// The sign over its game, in the configuration it names.
pub(crate) fn house_of(posted: Posted) -> Arc<House> {
    let game = file_of(&posted.game).game(Some(&posted.configuration), &[]).unwrap();
    let tables: Vec<(String, String)> = posted
        .paytables
        .iter()
        .map(|it| (rules::Word::word(it.spot).to_owned(), it.paytable.clone()))
        .collect();
    let profile = game.profile(Some(posted.decks), &tables).unwrap();
    Arc::new(House::new(posted, &game, &profile).unwrap())
}

/// The same sign over given cards.
pub(crate) fn given(posted: Posted, cards: &str) -> Posted {
    let cards = cards.split(' ').map(|card| card.parse().unwrap()).collect();
    Posted { exhibition: Some(cards), ..posted }
}

#[derive(Clone)]
pub(crate) struct Evening {
    pub(crate) floor: Alone,
    pub(crate) entries: Vec<Entry>,
    pub(crate) beside: Beside,
    pub(crate) rounds: Vec<RoundRecord>,
    pub(crate) now: u64,
    /// The rules behind the sign that the next command puts up.
    pub(crate) house: Option<Arc<House>>,
    commands: u64,
}

impl Evening {
    /// A table that was just opened.
    pub(crate) fn of(posted: Posted) -> Evening {
        Evening::at(house_of(posted))
    }

    /// A table of this house that was just opened.
    pub(crate) fn at(house: Arc<House>) -> Evening {
        let mut evening = Evening::closed(house);
        evening.does(Actor::HOUSE, Body::Open {});
        evening
    }

    /// A table that was never opened.
    pub(crate) fn closed(house: Arc<House>) -> Evening {
        let mut floor = Alone::new();
        let beside = Beside { houses: vec![house.clone()], ..Beside::default() };
        floor.admit(Desk::new(Table::new(TableId(1), house)));
        Evening {
            floor,
            entries: Vec::new(),
            beside,
            rounds: Vec::new(),
            now: 1_000,
            house: None,
            commands: 0,
        }
    }

    pub(crate) fn table(&self) -> &Table {
        self.floor.table(TableId(1)).unwrap()
    }

    pub(crate) fn command(&mut self, body: Body) -> Command {
        self.commands += 1;
        let id = CommandId::try_from(format!("command-{}", self.commands)).unwrap();
        Command { id, expected: self.table().version(), body }
    }

    pub(crate) fn context(&self) -> Context {
        let (at, name) = (Time(self.now), "Ann".to_owned());
        let (house, proofs) = (self.house.clone(), Vec::new());
        Context { at, day: 20_261_116, name, entropy: [7; 32], proofs, house, software: None }
    }

    /// Gives a command that must be accepted; its events.
    pub(crate) fn does(&mut self, by: Actor, body: Body) -> Vec<Event> {
        self.tries(by, body).unwrap()
    }

    /// Gives a command; a refused one must change nothing.
    pub(crate) fn tries(&mut self, by: Actor, body: Body) -> Result<Vec<Event>, Refused> {
        let command = self.command(body);
        self.sends(by, &command)
    }

    pub(crate) fn sends(&mut self, by: Actor, command: &Command) -> Result<Vec<Event>, Refused> {
        let context = self.context();
        fund(&mut self.floor, by, command, &context);
        let (before, entries) = (self.table().clone(), self.entries.len());
        let order = Order::Table(command.clone());
        let context = Context { proofs: own_card(by, command.body.kind()), ..context };
        let given = self.floor.give(TableId(1).into(), by, order, context);
        if let Err(refused) = given {
            assert_eq!(*self.table(), before, "a refusal changes nothing");
            return Err(reason(refused));
        }
        let lines = &self.floor.rows(TableId(1).into())[entries..];
        let [line] = lines else { panic!("{command:?} was answered before") };
        let entry: Entry = serde_json::from_str(&line.json).unwrap();
        self.beside.secrets.extend(line.secrets.iter().cloned());
        self.rounds.extend(line.round.clone());
        check_replay(before, &entry, &line.json, &self.beside, self.table());
        assert!(self.table().has_all_cards());
        self.entries.push(entry.clone());
        Ok(entry.events)
    }

    /// The code with which a command is refused; the table is as before.
    pub(crate) fn refused(&mut self, by: Actor, body: Body) -> &'static str {
        let before = self.table().clone();
        let code = self.tries(by, body).expect_err("it must be refused").code();
        assert_eq!(*self.table(), before, "a refusal changes nothing");
        code
    }

    pub(crate) fn bet(&mut self, by: Actor, seat: u8, bets: &[(rules::Spot, u32)]) -> Vec<Event> {
        self.does(by, bet(seat, bets))
    }
}

/// The sender's own card, where a command that moves the house's money needs one (S-21).
pub(crate) fn own_card(by: Actor, kind: Kind) -> Vec<CardProof> {
    let has = matches!(by.role, Role::Supervisor | Role::Executive);
    let needs = kind.is_by_card() && kind != Kind::Swipe;
    if has && needs { vec![floor::card(by)] } else { Vec::new() }
}

/// Puts into a wallet what a command will take from it, so that nobody here is short.
pub(crate) fn fund(floor: &mut Alone, by: Actor, command: &Command, context: &Context) {
    let (Body::Sit { buy_in: cents, .. } | Body::BuyIn { cents, .. }) = command.body else {
        return;
    };
    let id = CommandId::try_from(format!("grant-{}", command.id)).unwrap();
    let order = Order::Person(Command { id, expected: 0, body: PersonBody::Grant { cents } });
    // Nothing is no gift, and the same gift is made once.
    let _ = floor.give(by.account.into(), Actor::HOUSE, order, context.clone());
}

/// Why a command was not done, where only the machine can refuse it.
pub(crate) fn reason(not_done: NotDone) -> Refused {
    let NotDone::Refused(refused) = not_done else { panic!("{not_done}") };
    refused
}

/// An entry is written as it is read, and leads to the table that was decided.
pub(crate) fn check_replay(
    mut before: Table,
    entry: &Entry,
    json: &str,
    beside: &Beside,
    after: &Table,
) {
    assert_eq!(serde_json::to_string(entry).unwrap(), json);
    before.apply(entry, beside).unwrap();
    assert_eq!(before, *after);
}

pub(crate) fn bet(seat: u8, bets: &[(rules::Spot, u32)]) -> Body {
    let bets = bets.iter().copied().collect();
    Body::Bet { seat, bets }
}

pub(crate) fn act(seat: u8, hand: u8, action: rules::Action) -> Body {
    Body::Act { seat, hand, action }
}
