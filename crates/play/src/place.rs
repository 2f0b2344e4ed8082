//! A table that somebody sits at: commands go in, the view and the events come out.

use std::sync::Arc;

use floor::{Alone, Desk, NotDone, Order};
use rules::{Game, Profile};
use table::{
    AccountId, Actor, Body, Clocks, Command, CommandId, Context, Entry, Event, House, Link,
    LinkBody, LinkId, LinkPosted, LinkSnapshot, LinkView, Person, PersonBody, Posted, PostedFault,
    Refused, Role, Staffing, Stream, Table, TableId, Time, View,
};

/// The most a meter can have been left with, in millionths of a dollar.
const MOST_METER: i64 = 10_000_000_000_000_000;

const TABLE: TableId = TableId(1);
const LINK: LinkId = LinkId(1);
const PLAYER: Actor = Actor { account: AccountId(1), role: Role::Player };

/// Whatever deals: everything a client of a table needs of it.
pub trait Place {
    /// Gives a command of the player's; what it brings about comes with the news.
    ///
    /// # Errors
    /// If it is refused; nothing has changed then. After [`PlaceRefused::Lost`] nobody knows
    /// yet, and the news will tell.
    fn give(&mut self, body: Body) -> Result<(), PlaceRefused>;

    /// What has come since the last call, in its order; the view and the link are those after
    /// it.
    fn news(&mut self) -> Vec<Arrived>;

    /// Waits until something has come by itself. Where nothing does, it does not wait.
    fn wait(&mut self);

    /// Has a bell rung whenever something comes by itself.
    fn ring(&mut self, bell: Bell);

    /// The table as the player sees it.
    fn view(&self) -> View;

    /// How many milliseconds the table still waits for what it asks, where a clock runs.
    fn left_ms(&self) -> Option<u64>;

    /// The server whose table it is; nothing for a table of one's own.
    fn host(&self) -> Option<&str>;

    /// The jackpots that the table's sensors play for.
    fn link(&self) -> Option<LinkView>;

    /// What a player keeps of the jackpots until his next sitting, where they are his.
    fn kept(&self) -> Option<LinkSnapshot>;
}

/// What a place rings when there is news.
pub type Bell = Box<dyn Fn() + Send + Sync>;

/// Something that came from a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrived {
    /// This happened at the table.
    Happened(Event),
    /// The connection is lost, for this reason, and is tried again.
    Lost(String),
    /// The connection is back, and nothing was missed.
    Back,
    /// A command that got no answer at first was refused.
    Refused(PlaceRefused),
    /// The place is closed to this player, for this reason.
    Over(String),
}

/// Why a table does not do what it is told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlaceRefused {
    #[error(transparent)]
    Table(#[from] Refused),
    #[error("the operating system gives no random numbers, and no card is dealt without them")]
    NoEntropy,
    #[error("{0}")]
    NotDone(NotDone),
    /// A server's refusal, as it came.
    #[error("{message}")]
    Told { code: String, message: String },
    #[error("the connection to {host} is lost and is tried again")]
    Lost { host: String },
    #[error("what you said last has no answer yet; it is asked for again")]
    Unanswered,
    #[error("{0}")]
    Over(String),
}

impl PlaceRefused {
    /// The stable code of a table's refusal.
    pub fn code(&self) -> Option<&str> {
        match self {
            PlaceRefused::Table(refused) => Some(refused.code()),
            PlaceRefused::Told { code, .. } => Some(code),
            _ => None,
        }
    }
}

impl From<NotDone> for PlaceRefused {
    fn from(not_done: NotDone) -> PlaceRefused {
        match not_done {
            NotDone::Refused(refused) => PlaceRefused::Table(refused),
            not_done => PlaceRefused::NotDone(not_done),
        }
    }
}

/// Why a table of one's own cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetUpFailed {
    #[error(transparent)]
    Posted(#[from] PostedFault),
    #[error("the meters that were kept cannot hold what they say")]
    Meters,
    #[error("not enough seats are left at this table")]
    NoSeat,
    #[error(transparent)]
    Refused(#[from] PlaceRefused),
}

/// Where the secrets of the shoes come from.
#[derive(Clone, Copy, Debug)]
pub enum Entropy {
    /// The same bytes every time. Each shoe mixes in the secret of the one before, so the
    /// same bytes deal the same cards whatever is wagered (N-08).
    Seeded([u8; 32]),
    /// New bytes every time, which this function fills in (N-05); false means that there
    /// are none.
    Fresh(fn(&mut [u8; 32]) -> bool),
}

impl Entropy {
    /// The entropy of `--seed`.
    pub fn of_seed(seed: u64) -> Entropy {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Entropy::Seeded(bytes)
    }

    fn bytes(self) -> Result<[u8; 32], PlaceRefused> {
        match self {
            Entropy::Seeded(bytes) => Ok(bytes),
            Entropy::Fresh(fill) => {
                let mut bytes = [0; 32];
                if fill(&mut bytes) { Ok(bytes) } else { Err(PlaceRefused::NoEntropy) }
            }
        }
    }
}

/// A floor of one's own: one table that the house deals, and a link for its meters.
#[derive(Debug)]
pub struct Own {
    floor: Alone,
    entropy: Entropy,
    commands: u64,
    /// What the player has not been told yet.
    events: Vec<Event>,
}

impl Own {
    /// The sign of a table of one's own: so many seats, any buy-in, no clocks, and the
    /// progressive where the game has presets for its meters (P-16).
    pub fn sign(game: &Game, profile: &Profile, seats: u8) -> Posted {
        let link = link_sign(game, profile);
        let mut sign = match &link {
            Some(_) => House::sign_on(&game.name, game, profile, LINK),
            None => House::sign(&game.name, game, profile),
        };
        let has_meter = |spot| link.as_ref().is_some_and(|link| link.jackpot(spot).is_some());
        sign.spots.retain(|&spot| !spot.is_progressive() || has_meter(spot));
        let seats_each = seats;
        Posted { seats, seats_each, buy_in: (1, u32::MAX), clocks: Clocks::OFF, ..sign }
    }

    /// Opens a table under a sign; the meters are as they were left.
    ///
    /// # Errors
    /// If the sign cannot be put up, there is no entropy, or the meters are not what they
    /// say.
    pub fn open(
        posted: Posted,
        game: &Game,
        profile: &Profile,
        entropy: Entropy,
        kept: Option<&LinkSnapshot>,
    ) -> Result<Own, SetUpFailed> {
        let has_link = posted.link.is_some();
        let house = Arc::new(House::new(posted, game, profile)?);
        let mut own = Own { floor: Alone::new(), entropy, commands: 0, events: Vec::new() };
        own.floor.admit(Desk::new(Table::new(TABLE, Arc::clone(&house))));
        if let Some(mut sign) = link_sign(game, profile).filter(|_| has_link) {
            sign.exhibition = house.posted().exhibition.is_some();
            own.open_link(sign, kept)?;
        }
        if let Some(terms) = house.terms() {
            own.tell_link(LinkBody::Join { table: TABLE, terms: Box::new(terms) })?;
        }
        own.tell(Actor::HOUSE, TABLE.into(), |command| Order::Table(command.of(Body::Open {})))?;
        Ok(own)
    }

    fn open_link(
        &mut self,
        sign: LinkPosted,
        kept: Option<&LinkSnapshot>,
    ) -> Result<(), SetUpFailed> {
        let sign = Arc::new(sign);
        let Some(kept) = kept else {
            self.floor.admit(Desk::new(Link::new(LINK, sign)));
            return Ok(self.tell_link(LinkBody::OpenLink {})?);
        };
        let link = Link::restore(LINK, sign, kept).filter(is_sound).ok_or(SetUpFailed::Meters)?;
        let has_joined = link.tables().any(|(table, _)| table == TABLE);
        self.floor.admit(Desk::new(link));
        if has_joined {
            // The table of the last sitting; this one may have other seats.
            self.tell_link(LinkBody::Part { table: TABLE })?;
        }
        Ok(())
    }

    fn tell_link(&mut self, body: LinkBody) -> Result<(), PlaceRefused> {
        self.tell(Actor::HOUSE, LINK.into(), |command| Order::Link(command.of(body)))?;
        Ok(())
    }

    /// Gives a command; the entry it made, as it is in the record.
    fn tell(
        &mut self,
        by: Actor,
        to: Stream,
        order: impl FnOnce(Named) -> Order,
    ) -> Result<Arc<str>, PlaceRefused> {
        // Nothing here depends on the time: the clocks are off, and no report counts it.
        let context = Context {
            at: Time(0),
            day: 0,
            name: "You".to_owned(),
            entropy: self.entropy.bytes()?,
            proofs: Vec::new(),
            house: None,
            software: None,
        };
        self.commands += 1;
        let expected = match to {
            Stream::Table(table) => self.floor.table(table).map_or(0, Table::version),
            Stream::Link(link) => self.floor.link(link).map_or(0, Link::version),
            Stream::Person(person) => self.floor.person(person).map_or(0, Person::version),
        };
        let id = CommandId::try_from(format!("play-{expected}-{}", self.commands));
        let named = Named { id: id.expect("two numbers make an id"), expected };
        let told = self.floor.give(to, by, order(named), context)?;
        Ok(told.json)
    }

    fn table(&self) -> &Table {
        self.floor.table(TABLE).expect("it was admitted, and nobody takes it off the floor")
    }
}

/// A command without its body.
struct Named {
    id: CommandId,
    expected: u64,
}

impl Named {
    fn of<B>(self, body: B) -> Command<B> {
        Command { id: self.id, expected: self.expected, body }
    }
}

impl Place for Own {
    fn give(&mut self, body: Body) -> Result<(), PlaceRefused> {
        if let Body::Sit { buy_in: cents @ 1.., .. } | Body::BuyIn { cents: cents @ 1.., .. } = body
        {
            // The bankroll is the player's own: what he buys chips with, he brings along.
            let grant = PersonBody::Grant { cents };
            self.tell(Actor::HOUSE, PLAYER.account.into(), |it| Order::Person(it.of(grant)))?;
        }
        let json = self.tell(PLAYER, TABLE.into(), |command| Order::Table(command.of(body)))?;
        let entry: Entry = serde_json::from_str(&json).expect("the floor writes entries");
        self.events.extend(entry.events);
        Ok(())
    }

    fn news(&mut self) -> Vec<Arrived> {
        self.events.drain(..).map(Arrived::Happened).collect()
    }

    fn wait(&mut self) {}

    fn ring(&mut self, _: Bell) {}

    /// Its clocks are off.
    fn left_ms(&self) -> Option<u64> {
        None
    }

    fn host(&self) -> Option<&str> {
        None
    }

    fn view(&self) -> View {
        self.table().view(PLAYER)
    }

    fn link(&self) -> Option<LinkView> {
        self.floor.link(LINK).map(|link| link.view(PLAYER))
    }

    fn kept(&self) -> Option<LinkSnapshot> {
        self.floor.link(LINK).and_then(Link::snapshot)
    }
}

fn link_sign(game: &Game, profile: &Profile) -> Option<LinkPosted> {
    LinkPosted::of(&game.name, game, profile, Staffing::Unattended)
}

/// Whether its meters hold amounts that a counter can go on from.
fn is_sound(link: &Link) -> bool {
    let holds = link.jackpots().map(|(_, jackpot)| jackpot.holds());
    holds.into_iter().all(|pot| {
        [pot.meter, pot.reserve].iter().all(|micros| (0..=MOST_METER).contains(&micros.0))
    })
}
