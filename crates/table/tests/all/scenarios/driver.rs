//! The one place that knows what plays an evening: the floor, as the tests hold it.

use std::collections::BTreeMap;
use std::sync::Arc;

use ::floor::{Desk, Moment, Watch};
use rules::{Game, Profile};
use table::{
    AccountId, Actor, Beside, Body, Clocks, Command, CommandId, Dealing, Event, House, Link,
    LinkBody, LinkEvent, LinkParameters, LinkPosted, Person, Posted, PostedFault, Question,
    Refused, Role, RoundRecord, Staffing, Table, TableId, Time, Transfer,
};
use testkit::floor::{Addressee, Evening, LinkSign, Order, TableSign, Who};

use crate::common::floor::{Floor, LINK, card, game_with};
use crate::common::given;

/// What a command brought about, at the table and on the link.
pub(crate) type Told = (Vec<Event>, Vec<LinkEvent>);

/// A floor that gives the commands of an evening.
pub(crate) struct Driver {
    floor: Floor,
    evening: Evening,
    /// The rules each table began with, and the link's sign.
    houses: Vec<Arc<House>>,
    sign: Arc<LinkPosted>,
    /// What the house watches.
    watch: Watch,
}

pub(crate) fn actor(who: &Who) -> Actor {
    let role = Role::ALL.into_iter().find(|role| role.word() == who.role);
    Actor { account: AccountId(who.account), role: role.expect("a role") }
}

impl Driver {
    /// The floor of an evening, its link and tables opened and joined unless they say so.
    ///
    /// # Errors
    /// If no table can have such a sign, in words.
    pub(crate) fn new(evening: &Evening) -> Result<Driver, &'static str> {
        let of = game_of(evening).ok_or("no table has such a sign")?;
        let sign = link_sign(evening, &of);
        let mut floor = Floor::closed(sign.clone());
        if evening.link.as_ref().is_some_and(|link| !link.closed) {
            floor.with_two(LinkBody::OpenLink {}).unwrap();
            if !evening.link.as_ref().is_some_and(|link| link.unfunded) {
                floor.fund();
            }
        }
        let (evening_played, sign) = (evening.clone(), Arc::new(sign));
        let (houses, watch) = (Vec::new(), Watch::default());
        let mut driver = Driver { floor, evening: evening_played, houses, sign, watch };
        for sign in &evening.tables {
            driver.put_up(sign, evening, &of)?;
        }
        driver.look();
        Ok(driver)
    }

    fn put_up(
        &mut self,
        sign: &TableSign,
        evening: &Evening,
        of: &(Game, Profile),
    ) -> Result<(), &'static str> {
        let posted = posted(sign, evening, of);
        let house = match House::new(posted, &of.0, &of.1) {
            Ok(house) => Arc::new(house),
            Err(PostedFault::Given { .. }) => return Err("the shoe does not hold these cards"),
            Err(fault) => panic!("{fault}"),
        };
        self.houses.push(Arc::clone(&house));
        let place = self.floor.put_up(house);
        if !sign.closed {
            self.floor.does(place, Actor::HOUSE, Body::Open {});
        }
        if evening.link.is_some() && !sign.apart {
            let terms = Box::new(self.table(place + 1).house().terms().unwrap());
            let table = TableId(place as u32 + 1);
            self.floor.office(Actor::HOUSE, LinkBody::Join { table, terms }).unwrap();
        }
        Ok(())
    }

    /// Lets the evening begin with another link in the place of the one there is.
    pub(crate) fn replace_link(&mut self, link: Link) {
        self.floor.replace(Desk::new(link));
    }

    /// Gives a command; nothing if it was done before.
    pub(crate) fn give(&mut self, order: &Order) -> Result<Option<Told>, Refused> {
        self.floor.proofs = order.cards.iter().map(|who| card(actor(who))).collect();
        let given = match order.to {
            Addressee::Table => self.give_table(order),
            Addressee::Link => self.give_link(order),
            Addressee::Person => self.give_person(order),
        };
        self.look();
        given
    }

    /// Sees what the tables wait for now.
    fn look(&mut self) {
        for place in 0..self.floor.tables.len() {
            let (id, waits) = (TableId(place as u32 + 1), self.table(place + 1).waits());
            self.watch.set(id.into(), &waits, Moment(self.floor.now));
        }
    }

    /// The question at a table that has waited for its time; if none has, the sign that is
    /// announced, or a question that nobody has put.
    fn question(&self, place: usize) -> Question {
        let id = TableId(place as u32 + 1).into();
        let over = self.watch.clone().over(Moment(self.floor.now), Time(self.floor.now));
        let over = over.into_iter().find(|(stream, _)| *stream == id).map(|(_, question)| question);
        let posting = || {
            let waits = self.table(place + 1).waits();
            let is_posting = |it: &Question| matches!(it, Question::Posting { .. });
            waits.into_iter().map(|wait| wait.question).find(is_posting)
        };
        over.or_else(posting).unwrap_or(Question::Answer { asked: 0 })
    }

    fn give_table(&mut self, order: &Order) -> Result<Option<Told>, Refused> {
        let (by, place) = (actor(&order.who), order.table - 1);
        let version = self.floor.table(place).version();
        let mut body = order.body.clone();
        if body["do"] == "post" {
            self.make_sign(place, &mut body);
        }
        if body["do"] == "clock" {
            body["of"] = serde_json::to_value(self.question(place)).unwrap();
            // Who has not seen the last entry may mean an older question.
            if let Some(asked) = body["of"]["asked"].as_i64() {
                body["of"]["asked"] = (asked + order.seen).into();
            }
        }
        let command = self.command::<Body>(order, version, body);
        let before = self.floor.entries.len();
        let events = self.floor.sends(place, by, command)?;
        let of_link = self.floor.entries[before..].iter().flat_map(|entry| entry.events.clone());
        Ok(events.map(|events| (events, of_link.collect())))
    }

    /// The sign of a posting: that of the evening with other settings, from a time that is
    /// still to come.
    fn make_sign(&mut self, place: usize, body: &mut serde_json::Value) {
        let set: BTreeMap<String, String> =
            serde_json::from_value(body["set"].take()).expect("settings");
        let has = |key: &str| set.contains_key(key);
        let mut evening = self.evening.clone();
        let own = set.iter().filter(|(_, value)| !value.is_empty());
        evening.head.settings.retain(|(key, _)| !has(key));
        evening.head.settings.extend(own.map(|(key, value)| (key.clone(), value.clone())));
        evening.link = evening.link.filter(|_| !has("apart"));
        let of = game_of(&evening).unwrap_or_else(|| panic!("no such posting: {set:?}"));
        let mut sign = self.evening.tables[place].clone();
        sign.clocks |= has("clocks");
        sign.attended |= has("attended");
        let house = House::new(posted(&sign, &evening, &of), &of.0, &of.1).unwrap();
        let sign = serde_json::to_value(house.posted()).unwrap();
        let from = body["from"].as_u64().map(|later| self.floor.now + later);
        *body = serde_json::json!({"do": "post", "sign": sign, "from": from});
        self.floor.house = (!has("unknown")).then(|| Arc::new(house));
    }

    fn give_link(&mut self, order: &Order) -> Result<Option<Told>, Refused> {
        let (by, mut body) = (actor(&order.who), order.body.clone());
        if body["do"] == "join" {
            let table = usize::try_from(body["table"].as_u64().unwrap()).unwrap();
            let terms = self.table(table).house().terms().unwrap();
            body["terms"] = serde_json::to_value(terms).unwrap();
        }
        let version = self.floor.link().version();
        let command = self.command::<LinkBody>(order, version, body);
        let events = self.floor.office_sends(by, command)?;
        Ok(events.map(|events| (Vec::new(), events)))
    }

    fn give_person(&mut self, order: &Order) -> Result<Option<Told>, Refused> {
        let (by, command) = (actor(&order.who), self.command(order, 0, order.body.clone()));
        let told = self.floor.person_sends(by, command)?;
        Ok(told.then(|| (Vec::new(), Vec::new())))
    }

    pub(crate) fn wallet(&self, who: &Who) -> i64 {
        let person = self.floor.person(actor(who).account);
        person.map_or(Person::ALLOWANCE, Person::wallet).in_cents()
    }

    fn command<B: serde::de::DeserializeOwned>(
        &mut self,
        order: &Order,
        version: u64,
        body: serde_json::Value,
    ) -> Command<B> {
        let own = order.id.clone().map(|id| CommandId::try_from(id).unwrap());
        let id = own.unwrap_or_else(|| self.floor.id());
        let body = serde_json::from_value(body).unwrap_or_else(|it| panic!("{order:?}: {it}"));
        Command { id, expected: version.checked_add_signed(order.seen).expect("a version"), body }
    }

    pub(crate) fn later(&mut self, milliseconds: u64) {
        self.floor.now += milliseconds;
    }

    pub(crate) fn reach_link(&mut self, is_up: bool) {
        self.floor.is_down = !is_up;
    }

    /// The power goes and comes back: every table and the link are what their entries say, and
    /// nothing else is remembered (T-06).
    pub(crate) fn restart(&mut self) {
        for (place, first) in self.houses.iter().enumerate() {
            let (seated, id) = (&self.floor.tables[place], TableId(place as u32 + 1));
            let mut table = Table::new(id, Arc::clone(first));
            seated.entries.iter().for_each(|entry| table.apply(entry, &seated.beside).unwrap());
            self.floor.replace(Desk::new(table));
        }
        let mut link = Link::new(LINK, Arc::clone(&self.sign));
        self.floor.entries.iter().for_each(|entry| link.apply(entry).unwrap());
        self.floor.replace(Desk::new(link));
    }

    /// The events of every entry so far, with the money it moved: those of tables, then the link's.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (Vec<&'static str>, &[Transfer])> {
        let of_tables = self.floor.tables.iter().flat_map(|seated| &seated.entries);
        let of_tables =
            of_tables.map(|it| (it.events.iter().map(Event::word).collect(), &it.transfers[..]));
        let of_link = self.floor.entries.iter();
        let of_link =
            of_link.map(|it| (it.events.iter().map(LinkEvent::word).collect(), &it.transfers[..]));
        of_tables.chain(of_link)
    }

    /// The table as its entries alone give it again.
    pub(crate) fn lose_shoe(&mut self, number: usize) {
        let (table, entries) = (self.table(number), &self.floor.tables[number - 1].entries);
        let shoe = table.view(Actor::HOUSE).shoe.map_or(1, |shoe| shoe.shoe);
        let dealt = table::dealt_cards(table.house().rules(), entries, shoe);
        let mut folded = Table::new(table.id(), Arc::clone(table.house()));
        folded.lose_shoe(shoe, dealt);
        entries.iter().for_each(|entry| folded.apply(entry, &Beside::default()).unwrap());
        self.floor.replace(Desk::new(folded));
    }

    /// A table, from 1.
    pub(crate) fn table(&self, number: usize) -> &Table {
        self.floor.table(number - 1)
    }

    pub(crate) fn link(&self) -> &Link {
        self.floor.link()
    }

    /// The rounds of a table that are over.
    pub(crate) fn rounds(&self, number: usize) -> &[RoundRecord] {
        &self.floor.tables[number - 1].rounds
    }
}

fn game_of(evening: &Evening) -> Option<(Game, Profile)> {
    let file = games::find(&evening.game)?.file();
    let game = file.game(evening.configuration.as_deref(), &evening.settings).ok()?;
    let profile = game.profile(evening.decks, &evening.paytables).ok()?;
    Some((game, profile))
}

/// Whether the game as it is played has a meter.
pub(crate) fn has_meter(evening: &Evening) -> bool {
    let sign = |(game, profile): (Game, Profile)| {
        LinkPosted::of("Link", &game, &profile, Staffing::Unattended)
    };
    game_of(evening).and_then(sign).is_some()
}

/// The link's sign. A floor without one has a link that nobody ever opens.
fn link_sign(evening: &Evening, of: &(Game, Profile)) -> LinkPosted {
    let LinkSign { unattended, parameters, .. } = evening.link.clone().unwrap_or_default();
    let staffing = if unattended { Staffing::Unattended } else { Staffing::Attended };
    let other = game_with("wsgc-bahama-bonus", &[], &[]);
    let (game, profile) = if evening.link.is_some() { of } else { &other };
    let mut sign = LinkPosted::of("Link", game, profile, staffing).unwrap();
    sign.exhibition = !evening.shoe.is_empty();
    if let Some(parameters) = parameters {
        let [seed, contribution, reserve] = parameters.map(|it| it.try_into().unwrap());
        sign.jackpots[0].parameters = LinkParameters { seed, contribution, reserve };
    }
    sign
}

fn posted(sign: &TableSign, evening: &Evening, (game, profile): &(Game, Profile)) -> Posted {
    let posted = match evening.link {
        Some(_) => House::sign_on("Test", game, profile, LINK),
        None => House::sign("Test", game, profile),
    };
    let dealing = match sign.dealing.as_str() {
        "automatic" => Dealing::Automatic,
        "keypad" => Dealing::Keypad,
        "live" => Dealing::Live,
        other => panic!("a table that is {other}"),
    };
    let attended = sign.attended || dealing != Dealing::Automatic;
    let posted = Posted {
        dealing,
        staffing: if attended { Staffing::Attended } else { Staffing::Unattended },
        clocks: if sign.clocks { Clocks::SHARED } else { Clocks::OFF },
        private: sign.private.as_ref().map(|who| AccountId(who.account)),
        sensors_stay: sign.stays,
        ..posted
    };
    if evening.shoe.is_empty() { posted } else { given(posted, &evening.shoe.join(" ")) }
}
