//! What must hold after every step, checked against the journal and nothing else.

use std::collections::BTreeMap;
use std::sync::Arc;

use ::floor::Moment;
use cards::Card;
use store::Journal;
use table::{
    Account, AccountId, Actor, By, Entry, Event, House, Limit, LinkEvent, Micros, Partner, Person,
    PersonEvent, Question, Role, RoundRecord, Stream, Table, Wait,
};

use crate::dice::Dice;
use crate::floor::{Floor, id, wait};
use crate::report::{Report, count};

/// What the journal of one table has told so far.
pub(crate) struct Truth {
    at: usize,
    /// The fold of its entries.
    table: Table,
    /// The entries as they are stored.
    pub(crate) texts: Vec<String>,
    /// Version by account, id and body.
    pub(crate) done: BTreeMap<(AccountId, String), (u64, String)>,
    /// What every player bought, cashed and won, in cents.
    money: BTreeMap<AccountId, i64>,
    /// The cards that were shown in the round on the felt.
    shown: Vec<Card>,
    /// When the questions that are open were put, on the steady clock.
    asked: BTreeMap<Question, Moment>,
}

impl Truth {
    pub(crate) fn new(at: usize, house: Arc<House>) -> Truth {
        Truth {
            at,
            table: Table::new(id(at), house),
            texts: Vec::new(),
            done: BTreeMap::new(),
            money: BTreeMap::new(),
            shown: Vec::new(),
            asked: BTreeMap::new(),
        }
    }

    /// Reads what is new in the journal and checks everything that must hold; gives the
    /// new entries.
    pub(crate) fn follow(
        &mut self,
        floor: &Floor,
        dice: &mut Dice,
        report: &mut Report,
    ) -> Result<Vec<Entry>, String> {
        let texts = floor.texts(id(self.at).into(), self.texts.len() as u64)?;
        let mut entries = Vec::new();
        for text in texts {
            let entry: Entry = serde_json::from_str(&text).map_err(|it| it.to_string())?;
            self.learn(floor, &entry, report)?;
            text.split("\"event\":\"").skip(1).for_each(|rest| {
                count(&mut report.events, rest.split('"').next().unwrap_or_default());
            });
            self.texts.push(text);
            entries.push(entry);
        }
        self.check(floor, dice)?;
        Ok(entries)
    }

    fn learn(&mut self, floor: &Floor, entry: &Entry, report: &mut Report) -> Result<(), String> {
        self.check_time(floor, entry, report)?;
        self.table.apply(entry, &floor.beside(self.at)?).map_err(|it| it.to_string())?;
        let now = |wait: Wait| {
            let question = wait.question;
            (question, self.asked.get(&question).copied().unwrap_or(floor.moment))
        };
        self.asked = self.table.waits().into_iter().map(now).collect();
        let command = (entry.by.account, entry.command.as_str().to_owned());
        if let Some((before, _)) = self.done.insert(command, (entry.version, entry.body.clone())) {
            return Err(format!("version {} does again what {before} did (L-09)", entry.version));
        }
        for with in &entry.with {
            self.check_partner(floor, entry.version, *with)?;
        }
        for event in &entry.events {
            self.learn_event(floor, event, report)?;
        }
        Ok(())
    }

    /// What the house answers by itself has waited for its posted time (L-25).
    fn check_time(&self, floor: &Floor, entry: &Entry, report: &mut Report) -> Result<(), String> {
        if entry.by != Actor::HOUSE || !entry.command.as_str().starts_with("house-") {
            return Ok(());
        }
        report.struck += 1;
        let (table, version) = (id(self.at), entry.version);
        let wait = self.table.waits().into_iter().find(|wait| answers(entry, wait.question));
        let Some(Wait { question, limit }) = wait else {
            return Err(format!("{table}, version {version}: the house answers no question"));
        };
        let has = self.asked.get(&question).map_or(0, |asked| floor.moment.0 - asked.0);
        match limit {
            Limit::For(ms) if has < ms.into() => {
                Err(format!("{table}, version {version}: {} ms too early", u64::from(ms) - has))
            }
            Limit::For(_) | Limit::From(_) => Ok(()),
        }
    }

    /// What a table decided together with its link or with people is there of all, and they
    /// name each other.
    fn check_partner(&self, floor: &Floor, version: u64, with: Partner) -> Result<(), String> {
        let own = vec![Partner::Table { table: id(self.at), version }];
        let (stream, named) = match with {
            Partner::Link { link, version } => {
                let entry: Option<Entry<LinkEvent>> = floor.entry(link.into(), version)?;
                (Stream::from(link), entry.map(|entry| entry.with))
            }
            Partner::Person { person, version } => {
                let entry: Option<Entry<PersonEvent>> = floor.entry(person.into(), version)?;
                (Stream::from(person), entry.map(|entry| entry.with))
            }
            Partner::Table { .. } => return Err("a table's partner is no table".to_owned()),
        };
        if named == Some(own) {
            return Ok(());
        }
        Err(format!("{} and {stream} were torn apart at {version}", id(self.at)))
    }

    fn learn_event(
        &mut self,
        floor: &Floor,
        event: &Event,
        report: &mut Report,
    ) -> Result<(), String> {
        match event {
            Event::BoughtIn { player, cents } => *self.money.entry(*player).or_default() += cents,
            Event::CashedOut { player, cents } => *self.money.entry(*player).or_default() -= cents,
            // A new sign sweeps the felt.
            Event::Started { .. } | Event::Posted { .. } => self.shown.clear(),
            Event::Dealt { cards, .. } => {
                self.shown.extend(cards.iter().filter_map(|dealt| dealt.card));
            }
            Event::HoleTurned { card, .. } => self.shown.push(*card),
            Event::Ended { round, .. } => {
                report.rounds += 1;
                let record = self.record(floor, *round)?;
                for (player, staked, returned) in &record.players {
                    *self.money.entry(*player).or_default() += returned - staked;
                }
            }
            Event::Voided { round, .. } => {
                report.voids += 1;
                self.shown.clear();
                if !self.record(floor, *round)?.voided {
                    return Err("a voided round is not recorded as such".to_owned());
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn record(&self, floor: &Floor, round: u64) -> Result<RoundRecord, String> {
        let rounds = wait(floor.journal.rounds(id(self.at), Some(round + 1), 1));
        let rounds = rounds.map_err(|it| it.to_string())?;
        let found = rounds.into_iter().next().filter(|record| record.round == round);
        found.ok_or_else(|| format!("round {round} is not recorded"))
    }

    fn check(&self, floor: &Floor, dice: &mut Dice) -> Result<(), String> {
        for process in 0..floor.processes() {
            let live = floor.table_of(process, self.at);
            let (has, told) = (live.version(), self.table.version());
            // Another process may be behind; nobody is ahead of the journal.
            if has > told || (has == told && *live != self.table) {
                return Err(format!(
                    "the table is at {has}, its journal at {told}, or they differ"
                ));
            }
        }
        let live = &self.table;
        if let Some(fault) = live.books().fault() {
            return Err(fault.to_string());
        }
        if !live.has_all_cards() {
            return Err("cards are missing (N-09)".to_owned());
        }
        // A round may have paid everything and still wait for the dealer's key.
        let between_rounds = live.snapshot().is_some();
        if between_rounds && live.books().balance(Account::Felt) != Micros::ZERO {
            return Err("stakes lie on the felt between rounds".to_owned());
        }
        if between_rounds {
            for (player, cents) in &self.money {
                let has = live.chips(*player);
                if has != *cents {
                    return Err(format!("player {player} has {has} cents and should have {cents}"));
                }
            }
        }
        self.check_view(live, dice)
    }

    /// A view shows the cards the entries told, and no other.
    fn check_view(&self, live: &Table, dice: &mut Dice) -> Result<(), String> {
        let role = *dice.pick(&Role::ALL);
        let felt = live.view(Actor { account: AccountId(11), role }).felt;
        let hands = felt.seats.iter().flat_map(|seat| &seat.hands);
        let cards = hands.flat_map(|hand| &hand.cards).chain(&felt.dealer);
        let mut seen: Vec<Card> = cards.copied().collect();
        let mut told = self.shown.clone();
        seen.sort();
        told.sort();
        if seen != told {
            return Err(format!("a {role} sees {seen:?}, the entries told {told:?}"));
        }
        Ok(())
    }
}

/// Whether an entry of the house is its answer to a question.
fn answers(entry: &Entry, question: Question) -> bool {
    let left = entry.events.iter().find_map(|event| match event {
        Event::Left { player, why: By::Clock, .. } => Some(*player),
        _ => None,
    });
    // A round that ends by the clock may be followed by a new sign.
    let is_answer = entry.events.iter().any(|event| {
        matches!(event, Event::Acted { .. } | Event::Insured { .. } | Event::Started { .. })
    });
    let is_cut = matches!(entry.events.first(), Some(Event::ShoeCut { .. }));
    match question {
        Question::Presence { player, .. } => left == Some(player),
        Question::Return { player, .. } => {
            let is_gone =
                |event: &Event| matches!(event, Event::Gone { player: it } if *it == player);
            left == Some(player) || entry.events.iter().any(is_gone)
        }
        Question::Posting { .. } => left.is_none() && !is_answer && !is_cut,
        Question::Answer { .. } => is_answer || is_cut,
    }
}

/// Everybody's wallet and seats are what the tables say of him, and no wallet was overdrawn.
pub(crate) fn check_people(people: &[Person], tables: &[&Table]) -> Result<(), String> {
    for person in people {
        let who = Stream::from(person.id());
        if let Some(fault) = person.books().fault() {
            return Err(format!("{who}: {fault}"));
        }
        for table in tables {
            let sits = person.tables().any(|at| at == table.id());
            if sits != table.is_seated(person.id()) {
                return Err(format!("{who} and {} do not agree whether he sits", table.id()));
            }
            let brought = table.books().balance(Account::Person(person.id()));
            let took = person.books().balance(Account::Table(table.id()));
            if brought + took != Micros::ZERO {
                return Err(format!("{who} and {} do not agree about his chips", table.id()));
            }
        }
    }
    let known = |player| people.iter().any(|person| person.id() == player);
    let strangers = tables.iter().flat_map(|table| table.seated()).find(|player| !known(*player));
    strangers.map_or(Ok(()), |player| Err(format!("player {player} sits and has no record")))
}
