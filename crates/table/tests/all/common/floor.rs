//! Tables on one link: every command is decided, replayed and committed for both, and the
//! books of both are compared.

use std::sync::Arc;

use rules::{Game, Profile, Spot};
use table::{
    Account, AccountId, Actor, Body, CardProof, Clocks, Command, CommandId, Context, Dealing, Desk,
    Entry, Event, House, Link, LinkBody, LinkDecision, LinkDesk, LinkEvent, LinkId, LinkPosted,
    LinkProposed, Linked, Micros, Moment, Posted, Proposed, Refused, Role, RoundRecord, Secret,
    Staffing, Table, TableId,
};

use super::crowd::{DEALER, SUPERVISOR};
use super::{file_of, given, player};

pub(crate) const EXECUTIVE: Actor = Actor { account: AccountId(93), role: Role::Executive };
pub(crate) const LINK: LinkId = LinkId(1);

/// One table of the floor.
#[derive(Clone)]
pub(crate) struct Seated {
    pub(crate) desk: Desk,
    pub(crate) entries: Vec<Entry>,
    pub(crate) secrets: Vec<(u32, Secret)>,
    pub(crate) rounds: Vec<RoundRecord>,
}

#[derive(Clone)]
pub(crate) struct Floor {
    pub(crate) link: LinkDesk,
    pub(crate) entries: Vec<Entry<LinkEvent>>,
    pub(crate) tables: Vec<Seated>,
    /// The cards proven for the next command.
    pub(crate) proofs: Vec<CardProof>,
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
        floor
    }

    pub(crate) fn closed(sign: LinkPosted) -> Floor {
        Floor {
            link: LinkDesk::new(Link::new(LINK, Arc::new(sign))),
            entries: Vec::new(),
            tables: Vec::new(),
            proofs: Vec::new(),
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
        let place = self.tables.len();
        let id = TableId(place as u32 + 1);
        let house = Arc::new(House::new(posted, game, profile).unwrap());
        let terms = Box::new(house.terms().unwrap());
        let desk = Desk::new(Table::new(id, house));
        let (entries, secrets, rounds) = (Vec::new(), Vec::new(), Vec::new());
        self.tables.push(Seated { desk, entries, secrets, rounds });
        self.does(place, Actor::HOUSE, Body::Open {});
        self.office(Actor::HOUSE, LinkBody::Join { table: id, terms }).unwrap();
        place
    }

    /// Dealer and supervisor go on duty.
    pub(crate) fn staff(&mut self, place: usize) {
        self.does(place, DEALER, Body::OnDuty {});
        self.does(place, SUPERVISOR, Body::OnDuty {});
    }

    pub(crate) fn table(&self, place: usize) -> &Table {
        self.tables[place].desk.table()
    }

    pub(crate) fn context(&mut self) -> Context {
        Context {
            at: Moment(self.now),
            day: self.day,
            name: "Somebody".to_owned(),
            entropy: [7; 32],
            proofs: std::mem::take(&mut self.proofs),
        }
    }

    fn id(&mut self) -> CommandId {
        self.commands += 1;
        CommandId::try_from(format!("command-{}", self.commands)).unwrap()
    }

    /// Gives a command at a table that must be accepted; its events.
    pub(crate) fn does(&mut self, place: usize, by: Actor, body: Body) -> Vec<Event> {
        self.tries(place, by, body).unwrap()
    }

    /// Gives a command at a table with a card.
    pub(crate) fn swipes(
        &mut self,
        place: usize,
        proof: CardProof,
        seat: u8,
        spot: Spot,
    ) -> Result<Vec<Event>, Refused> {
        self.proofs = vec![proof];
        self.tries(place, SUPERVISOR, Body::Swipe { seat, spot: table::SpotName(spot) })
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
        let (id, context) = (self.id(), self.context());
        let command = Command { id, expected: self.table(place).version(), body };
        let before = (self.table(place).clone(), self.link.link().clone());
        let decided = self.propose(place, by, &command, &context);
        assert_eq!((self.table(place), self.link.link()), (&before.0, &before.1));
        let decision = decided?;
        let entry = decision.record.entry.clone();
        let seated = &mut self.tables[place];
        seated.secrets.extend(decision.record.secrets.iter().cloned());
        let mut replayed = before.0;
        replayed.apply(&read_again(&entry), &seated.secrets).unwrap();
        assert_eq!(replayed, decision.table);
        seated.rounds.extend(decision.record.round.clone());
        let events = entry.events.clone();
        seated.entries.push(entry);
        if let Some(link) = seated.desk.commit(decision) {
            self.commit(link);
        }
        self.check();
        Ok(events)
    }

    fn propose(
        &mut self,
        place: usize,
        by: Actor,
        command: &Command,
        context: &Context,
    ) -> Result<table::Decision, Refused> {
        let link = self.link.link().clone();
        let desk = &mut self.tables[place].desk;
        let mut propose = |link| match desk.propose_with(link, by, command, context)? {
            // No id is used twice here.
            Proposed::AskStore => desk.propose_new_with(link, by, command, context),
            other => Ok(other),
        };
        let first = propose(if self.is_down { Linked::Down } else { Linked::NotHeld })?;
        match first {
            Proposed::New(decision) => {
                assert!(decision.link.is_none(), "a link that is not held is not changed");
                Ok(decision)
            }
            Proposed::NeedsLink(id) => {
                assert_eq!(id, LINK);
                match propose(Linked::Held(&link))? {
                    Proposed::New(decision) => Ok(decision),
                    other => panic!("{other:?}"),
                }
            }
            other => panic!("{other:?}"),
        }
    }

    /// Gives a command straight to the link.
    pub(crate) fn office(&mut self, by: Actor, body: LinkBody) -> Result<Vec<LinkEvent>, Refused> {
        let (id, context) = (self.id(), self.context());
        let command = Command { id, expected: self.link.link().version(), body };
        let before = self.link.link().clone();
        let proposed = match self.link.propose(by, &command, &context) {
            Ok(LinkProposed::AskStore) => self.link.propose_new(by, &command, &context),
            other => other,
        };
        assert_eq!(*self.link.link(), before, "a proposal changes nothing");
        let LinkProposed::New(decision) = proposed? else { panic!("{command:?}") };
        let events = decision.record.entry.events.clone();
        self.commit(decision);
        self.check();
        Ok(events)
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

    fn commit(&mut self, decision: LinkDecision) {
        let entry = decision.record.entry.clone();
        let mut replayed = self.link.link().clone();
        replayed.apply(&read_again(&entry)).unwrap();
        assert_eq!(replayed, decision.link);
        self.entries.push(entry);
        self.link.commit(decision);
        let snapshot = self.link.link().snapshot();
        if let Some(snapshot) = snapshot.filter(|_| self.commands.is_multiple_of(7)) {
            let json = serde_json::to_string(&snapshot).unwrap();
            let sign = Arc::new(self.link.link().sign().clone());
            let restored = Link::restore(LINK, sign, &serde_json::from_str(&json).unwrap());
            assert_eq!(restored.as_ref(), Some(self.link.link()), "L-11");
        }
    }

    /// What must hold between any two commands.
    pub(crate) fn check(&self) {
        let link = self.link.link();
        assert_eq!(link.books().fault(), None);
        assert!(link.ties());
        for seated in &self.tables {
            let table = seated.desk.table();
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
        let link = self.link.link();
        let own = Account::of_jackpot(spot);
        let held = own.into_iter().filter(|it| !matches!(it, Account::PendingAward(_)));
        let held: i64 = held.map(|account| link.books().balance(account).0).sum();
        let tallies = link.tallies().iter().filter(|tally| tally.spot.0 == spot);
        let flows: i64 = tallies
            .map(|tally| {
                let awards: i64 = tally.levels.iter().map(|level| level.wins.0).sum();
                awards + tally.fixed.0 - tally.wagered.0
            })
            .sum();
        let pending: i64 = link.books().balance(Account::PendingAward(spot)).0;
        let unpaid = link.slips().iter().filter(|slip| slip.award.claim.spot.0 == spot);
        let unpaid: i64 = unpaid
            .filter(|slip| slip.paid.is_none() && slip.backed_out.is_none())
            .map(|slip| Micros::of_cents(slip.award.cents).0)
            .sum();
        // Shares that left the meter with the first of their payment and are not posted.
        Micros(held + flows + (pending - unpaid))
    }
}

/// An entry, written and read again.
fn read_again<E>(entry: &Entry<E>) -> Entry<E>
where
    E: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let json = serde_json::to_string(entry).unwrap();
    let read: Entry<E> = serde_json::from_str(&json).unwrap();
    assert_eq!(read, *entry);
    read
}
