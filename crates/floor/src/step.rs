//! The floor itself: a letter comes in, effects go out.

use std::collections::{BTreeMap, BTreeSet};

use table::{
    AccountId, Actor, Around, Body, Context, Held, Link, LinkId, Outcome, Person, Refused, Stream,
    Table, TableId, Time,
};

use crate::desk::Desk;
use crate::letter::{Append, Done, Effect, Letter, NotDone, Order, ReadEntry};
use crate::machine::{Change, Machine, Verdict, decide_link, decide_person, decide_table};
use crate::memory::Name;
use crate::place::{Asked, Doing, Due, Place, Wish};
use crate::planted::{Fault, Planted};

/// How many commands may wait at one place; more are told to come again.
pub const WAITING: usize = 256;
/// How often a place reads on for one command, when others are always ahead of it.
const READS: u8 = 16;
/// How many people the floor keeps who sit nowhere; more are read again when they come.
const PEOPLE: usize = 4_096;

/// Every machine of a floor, each decided by one writer. See the crate's own words.
#[derive(Clone, Debug)]
pub struct Floor<T> {
    places: BTreeMap<Stream, Place<T>>,
    under_way: BTreeMap<Append, UnderWay<T>>,
    /// How many of the places are people's.
    people: usize,
    /// People whose records do not hold: they are refused, and all others play on.
    broken: BTreeSet<Stream>,
    appends: u64,
    counts: Counts,
    is_stopped: bool,
    planted: Planted,
}

/// What a floor has met so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Commands of which only the journal could say whether they were done before.
    pub asked: u64,
    /// Appends that came second, so that their commands were decided again.
    pub beaten: u64,
    /// Commands that waited until another machine was free.
    pub waited: u64,
}

/// Rows that the journal has not answered.
#[derive(Clone, Debug)]
struct UnderWay<T> {
    home: Stream,
    asked: Asked<T>,
    changes: Vec<Pending>,
}

/// A machine as it will be.
#[derive(Clone, Debug)]
struct Pending {
    machine: Machine,
    name: Name,
    json: std::sync::Arc<str>,
}

/// Whether a place can turn to its next command at once.
enum Next {
    Yes,
    No,
}

impl<T> Default for Floor<T> {
    fn default() -> Floor<T> {
        Floor {
            places: BTreeMap::new(),
            under_way: BTreeMap::new(),
            people: 0,
            broken: BTreeSet::new(),
            appends: 0,
            counts: Counts::default(),
            is_stopped: false,
            planted: Planted::default(),
        }
    }
}

impl<T> Floor<T> {
    /// A floor without a machine.
    pub fn new() -> Floor<T> {
        Floor::default()
    }

    /// The same floor with a fault, for the test that the soak finds it.
    #[cfg(feature = "planted")]
    #[must_use]
    pub fn with(mut self, fault: Fault) -> Floor<T> {
        self.planted = Planted::of(fault);
        self
    }

    /// Puts a machine on the floor, in place of one with the same number.
    pub fn admit(&mut self, desk: Desk) -> Vec<Effect<T>> {
        let stream = desk.machine().stream();
        self.places.insert(stream, Place::new(desk));
        let mut effects = Vec::new();
        self.watch(stream, &mut effects);
        effects
    }

    /// Takes a machine off the floor; what waits at it is answered by nobody.
    pub fn dismiss(&mut self, stream: Stream) {
        self.places.remove(&stream);
    }

    /// A machine.
    pub fn machine(&self, stream: Stream) -> Option<&Machine> {
        self.places.get(&stream).map(Place::machine)
    }

    /// A table.
    pub fn table(&self, table: TableId) -> Option<&Table> {
        match self.machine(table.into())? {
            Machine::Table(table) => Some(table),
            Machine::Link(_) | Machine::Person(_) => None,
        }
    }

    /// A link.
    pub fn link(&self, link: LinkId) -> Option<&Link> {
        match self.machine(link.into())? {
            Machine::Link(link) => Some(link),
            Machine::Table(_) | Machine::Person(_) => None,
        }
    }

    /// A person, if he has come to the floor.
    pub fn person(&self, person: AccountId) -> Option<&Person> {
        match self.machine(person.into())? {
            Machine::Person(person) => Some(person),
            Machine::Table(_) | Machine::Link(_) => None,
        }
    }

    /// All tables, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.places.values().filter_map(|place| match place.machine() {
            Machine::Table(table) => Some(&**table),
            Machine::Link(_) | Machine::Person(_) => None,
        })
    }

    /// All links, in order.
    pub fn links(&self) -> impl Iterator<Item = &Link> {
        self.places.values().filter_map(|place| match place.machine() {
            Machine::Link(link) => Some(&**link),
            Machine::Table(_) | Machine::Person(_) => None,
        })
    }

    /// The people who have come to the floor, in order.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.places.values().filter_map(|place| match place.machine() {
            Machine::Person(person) => Some(&**person),
            Machine::Table(_) | Machine::Link(_) => None,
        })
    }

    /// The people whose records were found not to hold, in order.
    pub fn broken(&self) -> impl Iterator<Item = AccountId> {
        self.broken.iter().filter_map(|stream| match stream {
            Stream::Person(person) => Some(*person),
            Stream::Table(_) | Stream::Link(_) => None,
        })
    }

    /// What the floor has met so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether the journal has stopped, so that nothing is decided any more.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Whether nothing is under way to the journal and nothing waits.
    pub fn is_quiet(&self) -> bool {
        self.under_way.is_empty() && self.places.values().all(|place| place.queue.is_empty())
    }

    /// Reads a letter; what is to be done now, in this order.
    pub fn step(&mut self, letter: Letter<T>) -> Vec<Effect<T>> {
        let mut effects = Vec::new();
        match letter {
            Letter::Command { ticket, to, by, order, context } => {
                self.command(ticket, to, Asked::of(by, order, context), &mut effects);
            }
            Letter::Time { stream, question, context } => {
                self.notice(stream, Due::Time(question), context, &mut effects);
            }
            Letter::Presence { stream, player, is_here, context } => {
                let due = Due::Presence { player, is_here };
                self.notice(stream, due, context, &mut effects);
            }
            Letter::Appended { append, hashes } => self.appended(append, &hashes, &mut effects),
            Letter::Beaten { append } => self.beaten(append, &mut effects),
            Letter::NotWritten { append } => self.not_written(append, &mut effects),
            Letter::Stopped => self.stop(&mut effects),
            Letter::Broken { person } => self.bar(person.into(), &mut effects),
            Letter::Known { stream, outcome } => self.known(stream, outcome, &mut effects),
            Letter::Entries { stream, entries, beside } => {
                self.entries(stream, &entries, &beside, &mut effects);
            }
        }
        effects
    }

    // ---- what comes from outside

    fn command(
        &mut self,
        ticket: T,
        to: Stream,
        mut asked: Asked<T>,
        effects: &mut Vec<Effect<T>>,
    ) {
        self.fetch(to, effects);
        let concerned = [to, asked.by.account.into()];
        let broken = concerned.into_iter().find(|stream| self.broken.contains(stream));
        let refused = match (self.places.get(&to), broken) {
            _ if self.is_stopped => Some(NotDone::Stopped),
            (_, Some(stream)) => Some(NotDone::Broken(stream)),
            (None, None) => Some(NotDone::Unknown(to)),
            (Some(place), None) if place.queue.len() >= WAITING => Some(NotDone::Busy(to)),
            (Some(_), None) => None,
        };
        if let Some(refused) = refused {
            effects.push(Effect::Answer { ticket, answer: Err(refused) });
            return;
        }
        asked.ticket = Some(ticket);
        if let Some(place) = self.places.get_mut(&to) {
            place.queue.push_back(asked);
        }
        self.advance(to, effects);
    }

    /// The house does something by itself.
    fn notice(&mut self, stream: Stream, due: Due, context: Context, effects: &mut Vec<Effect<T>>) {
        if self.is_stopped {
            return;
        }
        let Some(place) = self.places.get_mut(&stream) else { return };
        if !place.has_due(due) {
            place.queue.push_back(Asked::new(None, Actor::HOUSE, Wish::Due(due), context));
        }
        self.advance(stream, effects);
    }

    fn known(&mut self, stream: Stream, outcome: Option<Outcome>, effects: &mut Vec<Effect<T>>) {
        let Some(place) = self.places.get_mut(&stream) else { return };
        if place.doing != Doing::Asking {
            return;
        }
        place.doing = Doing::Nothing;
        match (outcome, place.queue.front_mut()) {
            (None, Some(asked)) => (asked.is_new, asked.in_doubt) = (true, false),
            (Some(outcome), Some(_)) => {
                let asked = place.queue.pop_front().expect("the first command is asked for");
                let checked = asked.name().map_or(Ok(()), |name| name.check(&outcome.body));
                let done = Done { version: outcome.version, json: None };
                asked.answer(checked.map(|()| done).map_err(NotDone::from), effects);
                self.watch(stream, effects);
            }
            (_, None) => {}
        }
        self.freed(stream, effects);
    }

    /// Applies what the journal has more than a place.
    fn entries(
        &mut self,
        stream: Stream,
        entries: &[ReadEntry],
        beside: &table::Beside,
        effects: &mut Vec<Effect<T>>,
    ) {
        let Some(place) = self.places.get_mut(&stream) else { return };
        // Its own rows are under way. If they come too late, it will read again.
        if place.doing == Doing::Writing {
            return;
        }
        for ReadEntry { version, json } in entries {
            if *version != place.machine().version() + 1 {
                continue;
            }
            if let Err(failed) = place.desk.read(json, beside) {
                effects.push(Effect::Broken(failed));
                return match stream {
                    Stream::Person(_) => self.bar(stream, effects),
                    Stream::Table(_) | Stream::Link(_) => self.stop(effects),
                };
            }
            let (version, json) = (*version, json.clone());
            effects.push(Effect::Publish { stream, version, json });
        }
        if place.doing == Doing::Reading {
            place.doing = Doing::Nothing;
        }
        self.watch(stream, effects);
        self.freed(stream, effects);
    }

    // ---- what the journal answers

    fn appended(&mut self, append: Append, hashes: &[[u8; 32]], effects: &mut Vec<Effect<T>>) {
        let Some(UnderWay { home, asked, changes }) = self.under_way.remove(&append) else {
            return;
        };
        let mut streams = Vec::with_capacity(changes.len());
        let mut own = None;
        for (Pending { machine, name, json }, hash) in changes.into_iter().zip(hashes) {
            let (stream, version) = (machine.stream(), machine.version());
            let Some(place) = self.places.get_mut(&stream) else { continue };
            let name = (!self.planted.is(Fault::IdForgotten)).then_some(name);
            place.desk.commit(machine, name);
            place.doing = Doing::Nothing;
            streams.push(stream);
            if stream == home {
                own = Some(Done { version, json: Some(json.clone()) });
            }
            if !self.planted.is(Fault::PublishedEarly) {
                effects.push(Effect::Publish { stream, version, json });
            }
            if let Some((version, bytes)) = place.snapshot() {
                effects.push(Effect::Keep { stream, version, hash: *hash, bytes });
            }
            self.watch(stream, effects);
        }
        asked.answer(own.ok_or(NotDone::NotWritten), effects);
        // Its partners first: others wait for them, and its own next command may want them.
        for stream in streams.into_iter().rev() {
            self.freed(stream, effects);
        }
    }

    fn beaten(&mut self, append: Append, effects: &mut Vec<Effect<T>>) {
        let Some(UnderWay { home, mut asked, changes }) = self.under_way.remove(&append) else {
            return;
        };
        self.counts.beaten += 1;
        if self.planted.is(Fault::ConflictIsSuccess) {
            let version = changes.first().map_or(0, |change| change.machine.version());
            asked.answer(Ok(Done { version, json: None }), effects);
        } else if self.machine(home).is_none_or(is_set_up_now) {
            // Its number is taken meanwhile.
            asked.answer(Err(NotDone::Taken(home)), effects);
            return self.dismiss(home);
        } else if let Some(place) = self.places.get_mut(&home) {
            (asked.is_new, asked.in_doubt) = (false, asked.ticket.is_some());
            place.put_back(asked);
        }
        for change in &changes {
            self.read_on(change.machine.stream(), effects);
        }
    }

    fn not_written(&mut self, append: Append, effects: &mut Vec<Effect<T>>) {
        let Some(UnderWay { asked, changes, .. }) = self.under_way.remove(&append) else {
            return;
        };
        let version = changes.first().map_or(0, |change| change.machine.version());
        let is_done = self.planted.is(Fault::UnwrittenIsSuccess);
        let done = is_done.then_some(Done { version, json: None });
        asked.answer(done.ok_or(NotDone::NotWritten), effects);
        for change in changes.iter().rev() {
            let stream = change.machine.stream();
            if let Some(place) = self.places.get_mut(&stream) {
                place.doing = Doing::Nothing;
            }
            self.freed(stream, effects);
        }
    }

    /// Nothing is decided any more, and nobody hears of what is not stored for certain.
    fn stop(&mut self, effects: &mut Vec<Effect<T>>) {
        self.is_stopped = true;
        let under_way = std::mem::take(&mut self.under_way);
        let waiting = self.places.values_mut().flat_map(|place| place.queue.drain(..));
        let asked = under_way.into_values().map(|under_way| under_way.asked).chain(waiting);
        asked.for_each(|asked| asked.answer(Err(NotDone::Stopped), effects));
    }

    /// Somebody's record does not hold: he is refused, and who waits for him goes on without.
    fn bar(&mut self, stream: Stream, effects: &mut Vec<Effect<T>>) {
        self.broken.insert(stream);
        let Some(place) = self.places.remove(&stream) else { return };
        self.people = self.people.saturating_sub(1);
        for asked in place.queue {
            asked.answer(Err(NotDone::Broken(stream)), effects);
        }
        for waits in place.waiting {
            self.wake(waits, effects);
        }
    }

    // ---- turning to commands

    /// A place that waited for another machine looks again.
    fn wake(&mut self, waits: Stream, effects: &mut Vec<Effect<T>>) {
        if let Some(place) = self.places.get_mut(&waits)
            && place.doing == Doing::Waiting
        {
            place.doing = Doing::Nothing;
            self.advance(waits, effects);
        }
    }

    /// A machine can take part in decisions again: its own commands and those that wait
    /// for it go on.
    fn freed(&mut self, stream: Stream, effects: &mut Vec<Effect<T>>) {
        self.advance(stream, effects);
        while self.is_free(stream) && !self.planted.is(Fault::LostWakeUp) {
            let Some(place) = self.places.get_mut(&stream) else { return };
            let Some(waits) = place.waiting.pop_front() else { return };
            self.wake(waits, effects);
        }
        self.part_with(stream);
    }

    /// Forgets somebody who sits nowhere and waits for nothing, where there are many: he is in
    /// the record.
    fn part_with(&mut self, stream: Stream) {
        let is_idle = self.places.get(&stream).is_some_and(|place| match place.machine() {
            Machine::Person(person) => place.is_idle() && person.tables().next().is_none(),
            Machine::Table(_) | Machine::Link(_) => false,
        });
        if is_idle && self.people > PEOPLE {
            self.places.remove(&stream);
            self.people -= 1;
        }
    }

    fn is_free(&self, stream: Stream) -> bool {
        self.places.get(&stream).is_some_and(|place| place.doing == Doing::Nothing)
    }

    /// Turns to the commands that wait at a place, until one of them takes time.
    fn advance(&mut self, home: Stream, effects: &mut Vec<Effect<T>>) {
        while self.is_free(home) && !self.is_stopped {
            let place = self.places.get_mut(&home).expect("a free place is there");
            let Some(asked) = place.queue.pop_front() else { return };
            if let Next::No = self.attend(home, asked, effects) {
                return;
            }
        }
    }

    fn attend(&mut self, home: Stream, mut asked: Asked<T>, effects: &mut Vec<Effect<T>>) -> Next {
        let place = self.places.get_mut(&home).expect("a place is there");
        if let Wish::Due(mut it) = asked.what {
            if let Due::Time(question) = &mut it
                && self.planted.is(Fault::OtherQuestion)
            {
                *question = place.machine().waits().first().map_or(*question, |it| it.question);
            }
            match due(place.machine(), it, asked.context.at) {
                Some(body) => asked.become_order(place.machine().version(), body),
                // It was answered meanwhile, or its round is not over.
                None => return Next::Yes,
            }
        }
        let Wish::Order(order, name) = &asked.what else { return Next::Yes };
        match place.desk.answer(name) {
            Ok(None) => {}
            Ok(Some(version)) => {
                asked.answer(Ok(Done { version, json: None }), effects);
                self.watch(home, effects);
                return Next::Yes;
            }
            Err(refused) => {
                asked.answer(Err(refused.into()), effects);
                return Next::Yes;
            }
        }
        let (_, expected, _) = order.parts();
        if expected > place.machine().version() && asked.reads == 0 {
            // Its sender has seen more than this floor: it catches up first.
            asked.reads = 1;
            place.put_back(asked);
            self.read_on(home, effects);
            return Next::No;
        }
        self.decide(home, asked, expected, effects)
    }

    fn decide(
        &mut self,
        home: Stream,
        mut asked: Asked<T>,
        expected: u64,
        effects: &mut Vec<Effect<T>>,
    ) -> Next {
        let verdict = if asked.in_doubt { None } else { Some(self.verdict(home, &asked)) };
        let place = self.places.get_mut(&home).expect("a place is there");
        let Wish::Order(order, name) = &asked.what else { return Next::Yes };
        let is_refused = verdict.as_ref().is_none_or(Result::is_err);
        let may = order.is_allowed(asked.by);
        let asks = !asked.is_new && place.desk.asks_journal(expected, may, is_refused);
        if asked.in_doubt || (asks && !self.planted.is(Fault::IdForgotten)) {
            let (account, command) = (name.account, name.command.clone());
            effects.push(Effect::Ask { stream: home, account, command });
            place.put_back(asked);
            place.doing = Doing::Asking;
            self.counts.asked += 1;
            return Next::No;
        }
        match verdict.expect("what is in doubt is asked for") {
            // What is due cannot be refused by machines that fit together: one is behind.
            Err(_) if asked.due.is_some() && asked.reads == 0 => {
                asked.reads += 1;
                let link = place.machine().link();
                place.put_back(asked);
                self.read_on(home, effects);
                if let Some(link) = link.filter(|link| self.is_free((*link).into())) {
                    self.read_on(link.into(), effects);
                }
                Next::No
            }
            Err(refused) => {
                // The house has no copies under way, and tries again until it is done.
                if asked.by != Actor::HOUSE {
                    place.desk.note_refusal(name, &refused);
                }
                asked.answer(Err(refused.into()), effects);
                Next::Yes
            }
            Ok(Verdict::Needs(other)) => self.wait_for(other, home, asked, effects),
            Ok(Verdict::Behind(_)) if asked.reads == READS => {
                asked.answer(Err(NotDone::Busy(home)), effects);
                Next::Yes
            }
            Ok(Verdict::Behind(other)) => {
                asked.reads += 1;
                place.put_back(asked);
                self.read_on(home, effects);
                self.read_on(other, effects);
                Next::No
            }
            Ok(Verdict::Changes(changes)) => {
                self.write(home, asked, changes, effects);
                Next::No
            }
        }
    }

    /// A command concerns a machine that is not free: it waits, unless that never comes.
    fn wait_for(
        &mut self,
        other: Stream,
        home: Stream,
        asked: Asked<T>,
        effects: &mut Vec<Effect<T>>,
    ) -> Next {
        if self.broken.contains(&other) {
            asked.answer(Err(NotDone::Broken(other)), effects);
            return Next::Yes;
        }
        self.counts.waited += u64::from(self.places.contains_key(&other));
        self.fetch(other, effects);
        let place = self.places.get_mut(&home).expect("a place is there");
        place.put_back(asked);
        place.doing = Doing::Waiting;
        if let Some(other) = self.places.get_mut(&other) {
            other.waiting.push_back(home);
        }
        Next::No
    }

    /// What the machine says to a command, and what it says of the machines it concerns.
    fn verdict(&self, home: Stream, asked: &Asked<T>) -> Result<Verdict, Refused> {
        let machine = self.places[&home].machine();
        let Wish::Order(order, _) = &asked.what else { unreachable!("an order is decided") };
        match (machine, order) {
            (Machine::Table(table), Order::Table(command)) => {
                match decide_table(table, self, asked.by, command, &asked.context) {
                    // His wallet may be fuller than this floor knows, or he has left the table.
                    Err(Refused::Wallet { .. } | Refused::Elsewhere { .. }) if asked.reads == 0 => {
                        Ok(Verdict::Behind(asked.by.account.into()))
                    }
                    verdict => verdict,
                }
            }
            (Machine::Link(link), Order::Link(command)) => {
                decide_link(link, asked.by, command, &asked.context)
            }
            (Machine::Person(person), Order::Person(command)) => {
                decide_person(person, asked.by, command, &asked.context)
            }
            // The driver has sent a command to another kind of machine than it is for.
            (Machine::Table(_) | Machine::Link(_) | Machine::Person(_), _) => {
                unreachable!("{home} gets commands of its own kind")
            }
        }
    }

    /// Has somebody come to the floor: he is read when he is first asked for.
    fn fetch(&mut self, stream: Stream, effects: &mut Vec<Effect<T>>) {
        if let Stream::Person(id) = stream
            && !self.places.contains_key(&stream)
            && !self.broken.contains(&stream)
            && !self.is_stopped
        {
            self.places.insert(stream, Place::new(Desk::new(Person::new(id))));
            self.people += 1;
            self.read_on(stream, effects);
        }
    }

    fn held<'a, M>(&'a self, stream: Stream, machine: Option<&'a M>) -> Held<'a, M> {
        match machine {
            Some(machine) if self.is_free(stream) => Held::Free(machine),
            Some(_) => Held::Taken,
            None if self.broken.contains(&stream) => Held::Broken,
            None => Held::Away,
        }
    }

    fn write(
        &mut self,
        home: Stream,
        asked: Asked<T>,
        changes: Vec<Change>,
        effects: &mut Vec<Effect<T>>,
    ) {
        self.appends += 1;
        let append = Append(self.appends);
        let mut rows = Vec::with_capacity(changes.len());
        let mut pending = Vec::with_capacity(changes.len());
        for Change { machine, row } in changes {
            let stream = machine.stream();
            if let Some(place) = self.places.get_mut(&stream) {
                place.doing = Doing::Writing;
            }
            if self.planted.is(Fault::PublishedEarly) {
                let (version, json) = (row.version, row.json.clone());
                effects.push(Effect::Publish { stream, version, json });
            }
            pending.push(Pending { machine, name: Name::of(&row), json: row.json.clone() });
            rows.push(row);
        }
        if self.planted.is(Fault::LinkAlone) && rows.len() > 1 {
            rows.remove(0);
        }
        self.under_way.insert(append, UnderWay { home, asked, changes: pending });
        effects.push(Effect::Append { append, rows });
    }

    fn read_on(&mut self, stream: Stream, effects: &mut Vec<Effect<T>>) {
        if let Some(place) = self.places.get_mut(&stream) {
            place.doing = Doing::Reading;
            effects.push(Effect::Read { stream, after: place.machine().version() });
        }
    }

    /// Asks the driver to watch what the machine waits for, if that has changed.
    fn watch(&mut self, stream: Stream, effects: &mut Vec<Effect<T>>) {
        let Some(place) = self.places.get_mut(&stream) else { return };
        let waits = place.machine().waits();
        if waits != place.watched {
            place.watched.clone_from(&waits);
            effects.push(Effect::Watch { stream, waits });
        }
    }
}

/// What is around a table on this floor: at hand, in use, or not here (P-16).
impl<T> Around for Floor<T> {
    fn link(&self, link: LinkId) -> Held<'_, Link> {
        self.held(link.into(), Floor::link(self, link))
    }

    fn person(&self, person: AccountId) -> Held<'_, Person> {
        self.held(person.into(), Floor::person(self, person))
    }
}

impl<T> Asked<T> {
    fn of(by: Actor, order: Order, context: Context) -> Asked<T> {
        let (id, _, body) = order.parts();
        let name = Name { account: by.account, command: id.clone(), body };
        Asked::new(None, by, Wish::Order(order, name), context)
    }

    fn become_order(&mut self, version: u64, body: Body) {
        let order = Order::of_house(version, body);
        let (id, _, body) = order.parts();
        let name = Name { account: self.by.account, command: id.clone(), body };
        self.what = Wish::Order(order, name);
    }

    fn name(&self) -> Option<&Name> {
        match &self.what {
            Wish::Order(_, name) => Some(name),
            Wish::Due(_) => None,
        }
    }

    fn answer(self, answer: Result<Done, NotDone>, effects: &mut Vec<Effect<T>>) {
        if let Some(ticket) = self.ticket {
            effects.push(Effect::Answer { ticket, answer });
        }
    }
}

/// Whether a machine is being set up: its first entry is under way. People are just there.
fn is_set_up_now(machine: &Machine) -> bool {
    machine.version() == 0 && !matches!(machine, Machine::Person(_))
}

/// What the house does at a machine by itself with what it has noticed, if that is still to be
/// done.
fn due(machine: &Machine, noticed: Due, at: Time) -> Option<Body> {
    let Machine::Table(table) = machine else { return None };
    match noticed {
        Due::Time(_) if table.has_lost_shoe() => Some(Body::ReplaceShoe {}),
        Due::Time(of) => table.is_open_for(of, at).then_some(Body::Clock { of }),
        Due::Presence { player, is_here } => {
            let is_away = table.company().find(|it| it.0 == player)?.2;
            let body = if is_here { Body::Back { player } } else { Body::Away { player } };
            (is_away == is_here && !table.has_lost_shoe()).then_some(body)
        }
    }
}
