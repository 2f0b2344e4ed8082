//! A room in which commands can be given: tables in different states, a link, staff and players.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use floor::{Alone, Desk, NotDone, Order, Told};
use rules::{Game, Profile, Spot, Word as _};
use table::{
    AccountId, Actor, Body, CardProof, Clocks, Command, CommandId, Context, Dealing, House, Link,
    LinkBody, LinkId, LinkPosted, Posted, Role, Staffing, Stream, Table, TableId, Time,
};

/// The game that is played.
const GAME: &str = "bahama-bonus";
/// So many rules behind signs are remembered, because reading a game file takes milliseconds.
const KNOWN: usize = 16;

/// A floor with its record in memory: a table that takes bets, one that waits for a player's
/// turn, and one with staff on a link.
#[derive(Clone)]
pub struct Room {
    /// The floor.
    pub alone: Alone,
    given: u64,
}

/// Somebody in a role, always the same.
pub(crate) const fn person(role: Role) -> Actor {
    let account = match role {
        Role::House => return Actor::HOUSE,
        Role::Player => 11,
        Role::Spectator => 90,
        Role::Dealer => 91,
        Role::Supervisor => 92,
        Role::Executive => 93,
        Role::Auditor => 94,
        Role::Cage => 95,
    };
    Actor { account: AccountId(account), role }
}

impl Room {
    /// The table that takes bets.
    pub const BETTING: TableId = TableId(1);
    /// The table in the middle of a round.
    pub const PLAYING: TableId = TableId(2);
    /// The table with staff, on the link.
    pub const ATTENDED: TableId = TableId(3);
    /// The link.
    pub const LINK: LinkId = LinkId(1);

    /// The room as people have it before them.
    ///
    /// # Panics
    /// If the product refuses what has to be possible.
    pub fn new() -> Room {
        let mut room = Room { alone: Alone::new(), given: 0 };
        let (game, profile) = game();
        let sign = House::sign("Test", &game, &profile);
        let sign = Posted { clocks: Clocks::OFF, ..sign };
        for id in [Room::BETTING, Room::PLAYING] {
            room.open(id, sign.clone(), (&game, &profile));
        }
        let player = person(Role::Player);
        room.at(Room::BETTING, player, Body::Sit { seat: 1, buy_in: 20_000 });
        let second = Actor { account: AccountId(12), ..player };
        room.at(Room::PLAYING, second, Body::Sit { seat: 2, buy_in: 50_000 });
        room.plays(second, 2);
        room.attended((&game, &profile));
        room
    }

    /// Bets and deals until somebody is asked.
    fn plays(&mut self, player: Actor, seat: u8) {
        for _ in 0..20 {
            let bets = [(Spot::Main, 1_000)].into();
            self.at(Room::PLAYING, player, Body::Bet { seat, bets });
            self.at(Room::PLAYING, player, Body::Ready {});
            let view = self.table(Room::PLAYING).view(player);
            if view.ask.is_some() {
                return;
            }
        }
        panic!("nobody was asked in twenty rounds");
    }

    fn attended(&mut self, (game, profile): (&Game, &Profile)) {
        let link = LinkPosted::of("Link", game, profile, Staffing::Attended);
        let link = link.expect("the game has a progressive");
        self.alone.admit(Desk::new(Link::new(Room::LINK, Arc::new(link))));
        self.office(LinkBody::OpenLink {});
        let sign = House::sign_on("Test", game, profile, Room::LINK);
        let (dealing, staffing) = (Dealing::Keypad, Staffing::Attended);
        let sign = Posted { clocks: Clocks::OFF, dealing, staffing, ..sign };
        let house = self.open(Room::ATTENDED, sign, (game, profile));
        let terms = Box::new(house.terms().expect("a table on a link has terms"));
        self.office(LinkBody::Join { table: Room::ATTENDED, terms });
        let (dealer, supervisor) = (person(Role::Dealer), person(Role::Supervisor));
        self.at(Room::ATTENDED, dealer, Body::OnDuty {});
        self.at(Room::ATTENDED, supervisor, Body::OnDuty {});
        let third = Actor { account: AccountId(13), role: Role::Player };
        self.at(Room::ATTENDED, third, Body::Sit { seat: 1, buy_in: 0 });
        self.at(Room::ATTENDED, dealer, Body::BuyIn { seat: 1, cents: 50_000 });
        self.at(Room::ATTENDED, dealer, Body::OpenBetting {});
    }

    fn open(&mut self, id: TableId, sign: Posted, of: (&Game, &Profile)) -> Arc<House> {
        let house = House::new(sign, of.0, of.1).expect("the sign is one of this game");
        let house = Arc::new(house);
        self.alone.admit(Desk::new(Table::new(id, Arc::clone(&house))));
        self.at(id, Actor::HOUSE, Body::Open {});
        house
    }

    /// A table.
    fn table(&self, id: TableId) -> &Table {
        self.alone.table(id).expect("it was opened")
    }

    /// Gives a command to a table that has to be taken.
    fn at(&mut self, id: TableId, by: Actor, body: Body) {
        let expected = self.table(id).version();
        let order = Order::Table(Command { id: self.id(), expected, body });
        self.give(id.into(), by, order).expect("the table takes it");
    }

    fn office(&mut self, body: LinkBody) {
        let link = self.alone.link(Room::LINK).expect("there is a link");
        let expected = link.version();
        let order = Order::Link(Command { id: self.id(), expected, body });
        self.give(Room::LINK.into(), Actor::HOUSE, order).expect("the link takes it");
    }

    fn id(&mut self) -> CommandId {
        self.given += 1;
        CommandId::try_from(format!("readers-{}", self.given)).expect("a word and a number")
    }

    /// Gives an order of somebody, who shows his card with it.
    ///
    /// # Errors
    /// If it is refused.
    pub fn give(&mut self, to: Stream, by: Actor, order: Order) -> Result<Told, NotDone> {
        self.alone.give(to, by, order, context(by))
    }
}

impl Default for Room {
    fn default() -> Room {
        Room::new()
    }
}

fn game() -> (Game, Profile) {
    let file = games::find(GAME).expect("a game of the folder").file();
    let game = file.game(None, &[]).expect("it has no faults");
    let profile = game.profile(None, &[]).expect("its own decks and pay tables");
    (game, profile)
}

/// What comes with a command.
fn context(by: Actor) -> Context {
    let has_card = matches!(by.role, Role::Supervisor | Role::Executive);
    let card = has_card.then(|| CardProof {
        card: 1,
        account: by.account,
        name: "Somebody".to_owned(),
        level: by.role,
    });
    Context {
        at: Time(1_800_000_000_000),
        day: 20_270_115,
        name: "Somebody".to_owned(),
        entropy: [7; 32],
        proofs: card.into_iter().collect(),
        house: None,
        software: None,
    }
}

thread_local! {
    static HOUSES: RefCell<BTreeMap<String, Option<Arc<House>>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The rules behind a sign, from the game file it names; nothing if it is none of that game's.
pub(crate) fn house(sign: &Posted) -> Option<Arc<House>> {
    let key = serde_json::to_string(sign).ok()?;
    HOUSES.with_borrow_mut(|known| {
        if known.len() >= KNOWN && !known.contains_key(&key) {
            known.clear();
        }
        known.entry(key).or_insert_with(|| new_house(sign)).clone()
    })
}

fn new_house(sign: &Posted) -> Option<Arc<House>> {
    let file = games::find(&sign.game)?.file();
    let set: Vec<(String, String)> = sign.set.clone().into_iter().collect();
    let game = file.game(Some(&sign.configuration), &set).ok()?;
    let tables = sign.paytables.iter();
    let tables: Vec<(String, String)> =
        tables.map(|it| (it.spot.word().to_owned(), it.paytable.clone())).collect();
    let profile = game.profile(Some(sign.decks), &tables).ok()?;
    House::new(sign.clone(), &game, &profile).ok().map(Arc::new)
}
