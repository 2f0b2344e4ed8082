//! Tables on one link: every command is decided, replayed and committed for both, and the
//! books of both are compared.

use std::sync::Arc;

use ::floor::{Alone, Desk, Order};
use rules::{Game, Profile, Spot};
use table::{
    Account, AccountId, Actor, Beside, Body, CardProof, Clocks, Command, CommandId, Context,
    Dealing, Entry, Event, House, Link, LinkBody, LinkEvent, LinkId, LinkPosted, Micros, Person,
    PersonBody, PersonEvent, Posted, Refused, Role, RoundRecord, Staffing, Stream, Table, TableId,
    Time,
};

use super::crowd::{DEALER, SUPERVISOR};
use super::{check_replay, file_of, fund, given, own_card, player, reason};

pub(crate) const EXECUTIVE: Actor = Actor { account: AccountId(93), role: Role::Executive };
pub(crate) const LINK: LinkId = LinkId(1);

/// What is known of one table of the floor.
#[derive(Clone, Default)]
pub(crate) struct Seated {
    pub(crate) entries: Vec<Entry>,
    pub(crate) beside: Beside,
    pub(crate) rounds: Vec<RoundRecord>,
}

#[derive(Clone)]
pub(crate) struct Floor {
    alone: Alone,
    pub(crate) entries: Vec<Entry<LinkEvent>>,
    pub(crate) tables: Vec<Seated>,
    /// The cards proven for the next command.
    pub(crate) proofs: Vec<CardProof>,
    /// The rules behind the sign that the next command puts up.
    pub(crate) house: Option<Arc<House>>,
    pub(crate) is_down: bool,
    pub(crate) now: u64,
    pub(crate) day: u32,
    commands: u64,
}

/// A supervisor's card, and an executive's.
pub(crate) fn card(by: Actor) -> CardProof {
    let name = format!("Card {}", by.account);
    CardProof { card: by.account.0 as u32 + 1_000, account: by.account, name, level: by.role }
}

/// A game with settings laid over it.
pub(crate) fn game_with(
    id: &str,
    set: &[(&str, &str)],
    tables: &[(&str, &str)],
) -> (Game, Profile) {
    let owned = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        pairs.collect::<Vec<_>>()
    };
    let game = file_of(id).game(None, &owned(set)).unwrap();
    let profile = game.profile(None, &owned(tables)).unwrap();
    (game, profile)
}

/// The sign of a table on the link, with its clocks off.
pub(crate) fn sign_on((game, profile): &(Game, Profile)) -> Posted {
    Posted { clocks: Clocks::OFF, ..House::sign_on("Test", game, profile, LINK) }
}

/// The same sign with staff, and a keypad.
pub(crate) fn attended(posted: Posted) -> Posted {
    Posted { dealing: Dealing::Keypad, staffing: Staffing::Attended, ..posted }
}

/// The same sign over physical cards.
pub(crate) fn live(posted: Posted) -> Posted {
    Posted { dealing: Dealing::Live, staffing: Staffing::Attended, ..posted }
}

impl Floor {
    /// A link that was just opened, for tables of this game.
    pub(crate) fn of((game, profile): &(Game, Profile), staffing: Staffing) -> Floor {
        Floor::opened(LinkPosted::of("Link", game, profile, staffing).unwrap())
    }

    /// A link of this sign.
    pub(crate) fn opened(sign: LinkPosted) -> Floor {
        let mut floor = Floor::closed(sign);
        floor.office(Actor::HOUSE, LinkBody::OpenLink {}).unwrap();
        floor.fund();
        floor
    }

    /// Pays into the bank account what it must hold, if there is one.
    pub(crate) fn fund(&mut self) {
        let short = self.link().funds().map_or(0, |funds| funds.short);
        if short > 0 {
            let cents = u32::try_from(short).unwrap();
            self.office(EXECUTIVE, LinkBody::Deposit { cents }).unwrap();
        }
    }

    pub(crate) fn closed(sign: LinkPosted) -> Floor {
        let mut alone = Alone::new();
        alone.admit(Desk::new(Link::new(LINK, Arc::new(sign))));
        Floor {
            alone,
            entries: Vec::new(),
            tables: Vec::new(),
            proofs: Vec::new(),
            house: None,
            is_down: false,
            now: 1_000,
            day: 20_261_116,
            commands: 0,
        }
    }

    /// An attended floor of one keypad table, whose shoe begins with these cards, with
    /// staff on duty and players on the first seats.
    pub(crate) fn keypad(of: &(Game, Profile), cards: &str, players: u8) -> Floor {
        let mut sign = LinkPosted::of("Link", &of.0, &of.1, Staffing::Attended).unwrap();
        sign.exhibition = true;
        let mut floor = Floor::opened(sign);
        floor.open(of, given(attended(sign_on(of)), cards));
        floor.staff(0);
        for seat in 1..=players {
            floor.does(0, player(10 + u64::from(seat)), Body::Sit { seat, buy_in: 0 });
            floor.does(0, SUPERVISOR, Body::BuyIn { seat, cents: 50_000 });
        }
        floor
    }

    /// An attended floor of live tables with staff on duty.
    pub(crate) fn live(of: &(Game, Profile), tables: usize) -> Floor {
        let mut floor = Floor::of(of, Staffing::Attended);
        for table in 0..tables {
            floor.open(of, live(sign_on(of)));
            floor.staff(table);
        }
        floor
    }

    /// Opens a table and lets it join; its place.
    pub(crate) fn open(&mut self, (game, profile): &(Game, Profile), posted: Posted) -> usize {
        let house = Arc::new(House::new(posted, game, profile).unwrap());
        let terms = Box::new(house.terms().unwrap());
        let place = self.put_up(house);
        self.does(place, Actor::HOUSE, Body::Open {});
        self.office(Actor::HOUSE, LinkBody::Join { table: id_of(place), terms }).unwrap();
        place
    }

    /// Puts a table up that was never opened; its place.
    pub(crate) fn put_up(&mut self, house: Arc<House>) -> usize {
        let place = self.tables.len();
        self.alone.admit(Desk::new(Table::new(id_of(place), house)));
        self.tables.push(Seated::default());
        place
    }

    /// Lets a machine take the place of one with the same number.
    pub(crate) fn replace(&mut self, desk: Desk) {
        self.alone.admit(desk);
    }

    /// Dealer and supervisor go on duty.
    pub(crate) fn staff(&mut self, place: usize) {
        self.does(place, DEALER, Body::OnDuty {});
        self.does(place, SUPERVISOR, Body::OnDuty {});
    }

    pub(crate) fn table(&self, place: usize) -> &Table {
        self.alone.table(id_of(place)).unwrap()
    }

    pub(crate) fn link(&self) -> &Link {
        self.alone.link(LINK).unwrap()
    }

    pub(crate) fn context(&mut self) -> Context {
        let (proofs, house) = (std::mem::take(&mut self.proofs), self.house.take());
        Context { proofs, house, ..self.now() }
    }

    /// The time and the day, without a card.
    fn now(&self) -> Context {
        Context {
            at: Time(self.now),
            day: self.day,
            name: "Somebody".to_owned(),
            entropy: [7; 32],
            proofs: Vec::new(),
            house: None,
            software: None,
        }
    }

    pub(crate) fn id(&mut self) -> CommandId {
        self.commands += 1;
        CommandId::try_from(format!("command-{}", self.commands)).unwrap()
    }

    /// Gives a command at a table that must be accepted; its events.
    pub(crate) fn does(&mut self, place: usize, by: Actor, body: Body) -> Vec<Event> {
        self.tries(place, by, body).unwrap()
    }

    /// Gives a card for an award; where it is handed out in chips, with its winner.
    pub(crate) fn swipes(
        &mut self,
        place: usize,
        proof: CardProof,
        seat: u8,
        spot: Spot,
    ) -> Result<Vec<Event>, Refused> {
        self.proofs = vec![proof];
        let is_live = self.table(place).house().posted().dealing == Dealing::Live;
        let [winner, identity, tax_form] = ["Ann Winner", "driving licence", "W-2G 1"]
            .map(|note| if is_live { String::new() } else { note.to_owned() });
        self.tries(place, SUPERVISOR, Body::Swipe { seat, spot, winner, identity, tax_form })
    }

    /// The code with which a command at a table is refused; nothing has changed.
    pub(crate) fn refused(&mut self, place: usize, by: Actor, body: Body) -> &'static str {
        self.tries(place, by, body).expect_err("it must be refused").code()
    }

    /// Gives a command at a table; a refused one must change nothing.
    pub(crate) fn tries(
        &mut self,
        place: usize,
        by: Actor,
        body: Body,
    ) -> Result<Vec<Event>, Refused> {
        if self.proofs.is_empty() {
            self.proofs = own_card(by, body.kind());
        }
        let command = Command { id: self.id(), expected: self.table(place).version(), body };
        let now = self.now();
        fund(&mut self.alone, by, &command, &now);
        self.sends(place, by, command).map(|events| events.expect("no id is used twice here"))
    }

    /// Gives a command of this id; nothing if it was done before.
    pub(crate) fn sends(
        &mut self,
        place: usize,
        by: Actor,
        command: Command,
    ) -> Result<Option<Vec<Event>>, Refused> {
        let context = self.context();
        self.tables[place].beside.houses.extend(context.house.clone());
        let before = (self.table(place).clone(), self.link().clone());
        let away = if self.is_down { self.alone.dismiss(LINK.into()) } else { None };
        let given = self.alone.give(id_of(place).into(), by, Order::Table(command), context);
        if let Some(link) = away {
            self.alone.admit(Desk::new(link));
        }
        if let Err(refused) = given {
            assert_eq!((self.table(place), self.link()), (&before.0, &before.1));
            return Err(reason(refused));
        }
        let seated = &mut self.tables[place];
        let line = self.alone.rows(id_of(place).into()).last().unwrap();
        if line.version == before.0.version() {
            return Ok(None);
        }
        let entry: Entry = serde_json::from_str(&line.json).unwrap();
        seated.beside.secrets.extend(line.secrets.iter().cloned());
        seated.rounds.extend(line.round.clone());
        let after = self.alone.table(id_of(place)).unwrap();
        check_replay(before.0, &entry, &line.json, &seated.beside, after);
        let events = entry.events.clone();
        seated.entries.push(entry);
        self.check_link(before.1);
        self.check();
        Ok(Some(events))
    }

    /// Gives a command to the sender's own record; whether it was new.
    pub(crate) fn person_sends(
        &mut self,
        by: Actor,
        command: Command<PersonBody>,
    ) -> Result<bool, Refused> {
        let (stream, context) = (Stream::from(by.account), self.context());
        let before = self.alone.rows(stream).len();
        let given = self.alone.give(stream, by, Order::Person(command), context);
        given.map_err(reason)?;
        Ok(self.alone.rows(stream).len() > before)
    }

    /// Somebody, if he has come.
    pub(crate) fn person(&self, account: AccountId) -> Option<&Person> {
        self.alone.person(account)
    }

    /// Everything in somebody's own record.
    pub(crate) fn person_entries(&self, account: AccountId) -> Vec<Entry<PersonEvent>> {
        let rows = self.alone.rows(account.into()).iter();
        rows.map(|row| serde_json::from_str(&row.json).unwrap()).collect()
    }

    /// Gives a command straight to the link.
    pub(crate) fn office(&mut self, by: Actor, body: LinkBody) -> Result<Vec<LinkEvent>, Refused> {
        if self.proofs.is_empty() {
            self.proofs = own_card(by, body.kind());
        }
        let command = Command { id: self.id(), expected: self.link().version(), body };
        self.office_sends(by, command).map(|events| events.expect("no id is used twice here"))
    }

    /// Gives a command of this id to the link; nothing if it was done before.
    pub(crate) fn office_sends(
        &mut self,
        by: Actor,
        command: Command<LinkBody>,
    ) -> Result<Option<Vec<LinkEvent>>, Refused> {
        let context = self.context();
        let before = self.link().clone();
        let given = self.alone.give(LINK.into(), by, Order::Link(command), context);
        if let Err(refused) = given {
            assert_eq!(*self.link(), before, "a refusal changes nothing");
            return Err(reason(refused));
        }
        let version = before.version();
        self.check_link(before);
        self.check();
        let last = self.entries.last().filter(|entry| entry.version > version);
        Ok(last.map(|entry| entry.events.clone()))
    }

    /// Gives a command straight to the link with two cards.
    pub(crate) fn with_two(&mut self, body: LinkBody) -> Result<Vec<LinkEvent>, Refused> {
        self.proofs = vec![card(SUPERVISOR), card(EXECUTIVE)];
        self.office(EXECUTIVE, body)
    }

    /// The code with which the link refuses.
    pub(crate) fn office_refused(&mut self, by: Actor, body: LinkBody) -> &'static str {
        self.office(by, body).expect_err("it must be refused").code()
    }

    /// What the link's record has more leads from the link before to the link now.
    fn check_link(&mut self, mut before: Link) {
        for line in &self.alone.rows(LINK.into())[self.entries.len()..] {
            let entry: Entry<LinkEvent> = serde_json::from_str(&line.json).unwrap();
            assert_eq!(*serde_json::to_string(&entry).unwrap(), *line.json);
            before.apply(&entry).unwrap();
            self.entries.push(entry);
        }
        assert_eq!(before, *self.link());
        let snapshot = self.link().snapshot();
        if let Some(snapshot) = snapshot.filter(|_| self.commands.is_multiple_of(7)) {
            let json = serde_json::to_string(&snapshot).unwrap();
            let sign = Arc::new(self.link().sign().clone());
            let restored = Link::restore(LINK, sign, &serde_json::from_str(&json).unwrap());
            assert_eq!(restored.as_ref(), Some(self.link()), "L-11");
        }
    }

    /// What must hold between any two commands.
    pub(crate) fn check(&self) {
        let link = self.link();
        assert_eq!(link.books().fault(), None);
        assert!(link.ties());
        for table in self.alone.tables() {
            let owed = table.books().balance(Account::Link(LINK));
            let got = link.books().balance(Account::Table(table.id()));
            assert_eq!(owed, Micros(-got.0), "the clearing accounts are equal and opposite");
        }
        let each: Vec<i64> = link.jackpots().map(|(spot, _)| self.conserved(spot).0).collect();
        // A jackpot out of play may have handed its meter to another one.
        let moved = link.jackpots().any(|(_, jackpot)| jackpot.is_retired());
        let conserved =
            if moved { each.iter().sum::<i64>() == 0 } else { each.iter().all(|it| *it == 0) };
        assert!(conserved, "money is conserved: {each:?}");
    }

    /// meter + reserve + house + awards - seeds - wagers, which is nothing.
    fn conserved(&self, spot: Spot) -> Micros {
        let link = self.link();
        let own = Account::of_jackpot(spot);
        // What winners owe stands against the cage, not against the meter.
        let held = own.into_iter().filter(|it| {
            let other = [Account::PendingAward, Account::Receivable, Account::WrittenOff];
            !other.iter().any(|of| of(spot) == *it)
        });
        let held: i64 = held.map(|account| link.books().balance(account).0).sum();
        let tallies = link.tallies().iter().filter(|tally| tally.spot == spot);
        let flows: i64 = tallies
            .map(|tally| {
                let awards: i64 = tally.levels.iter().map(|level| level.wins.0).sum();
                awards + tally.fixed.0 - tally.wagered.0
            })
            .sum();
        let pending: i64 = link.books().balance(Account::PendingAward(spot)).0;
        let unpaid = link.slips().iter().filter(|slip| slip.award.claim.won.spot == spot);
        let unpaid: i64 = unpaid
            .filter(|slip| slip.paid.is_none() && slip.backed_out.is_none())
            .map(|slip| Micros::of_cents(slip.award.cents).0)
            .sum();
        // Shares that left the meter with the first of their payment and are not posted.
        Micros(held + flows + (pending - unpaid))
    }
}

/// The table at a place.
fn id_of(place: usize) -> TableId {
    TableId(place as u32 + 1)
}
