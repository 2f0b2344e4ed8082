//! The table itself: the fold of its entries.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cards::Card;
use progressive::Micros;
use round::{PaidLine, Round};
use rules::{BetRefused, Bets, MAX_SEATS, SeatBets, ShareHand, Spot};
use serde::{Deserialize, Serialize};

use crate::house::House;
use crate::ids::{AccountId, LinkId, TableId, Time};
use crate::ledger::{Account, Books};
use crate::posted::{Dealing, Staffing};
use crate::role::Role;
use crate::share::Share;
use crate::shoe::{HouseShoe, Secret};
use crate::view::Felt;

/// A table. Only [`Table::decide`] and [`Table::apply`] change it, and both through
/// events.
///
/// ```
/// use std::sync::Arc;
///
/// use table::{Actor, Body, Command, Context, Decided, House, Phase, Table, TableId, Time};
///
/// let file = games::find("bahama-bonus").expect("a game of the folder").file();
/// let game = file.game(None, &[]).expect("it has no faults");
/// let profile = game.profile(None, &[])?;
/// let house = House::new(House::sign("First table", &game, &profile), &game, &profile)?;
/// let table = Table::new(TableId(1), Arc::new(house));
///
/// let id = String::from("open-the-table").try_into()?;
/// let command = Command { id, expected: 0, body: Body::Open {} };
/// let now = Context {
///     at: Time(0), day: 2026_11_17, name: "House".into(), entropy: [7; 32], proofs: vec![],
///     house: None, software: None,
/// };
/// let Decided::Yes(decision) = table.decide(&(), Actor::HOUSE, &command, &now)? else {
///     unreachable!("opening concerns nobody around");
/// };
/// // Deciding changes nothing; the decision holds what to store and the table after it.
/// assert_eq!(table.phase(), Phase::Closed);
/// assert_ne!(decision.table.phase(), Phase::Closed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub(crate) id: TableId,
    /// The sign it plays by.
    pub(crate) house: Arc<House>,
    /// Since when.
    pub(crate) posted_at: Time,
    /// The sign that is put up next.
    pub(crate) next: Option<Next>,
    pub(crate) version: u64,
    /// The version with which the open question was put.
    pub(crate) asked: u64,
    /// The version with which its clock began: that of the bets begins with the first.
    pub(crate) clock_since: u64,
    /// The time of the last entry.
    pub(crate) at: Time,
    pub(crate) phase: Phase,
    pub(crate) duty: Vec<OnDuty>,
    /// The call for a supervisor that nobody has answered.
    pub(crate) call: Option<Call>,
    pub(crate) seats: [Option<AccountId>; MAX_SEATS],
    pub(crate) players: BTreeMap<AccountId, Player>,
    pub(crate) bets: Bets,
    /// The number of the round that is bet on or played.
    pub(crate) round: u64,
    pub(crate) in_play: Option<Box<InPlay>>,
    /// What lay on the felt when the last round ended, until the next one starts.
    pub(crate) last: Felt,
    pub(crate) shoe: Option<HouseShoe>,
    /// Shoes that ran out in the round in play: they are opened when it is over, because
    /// the hole card may be theirs.
    pub(crate) spent: Vec<(u32, Secret)>,
    /// Shoes whose secrets are lost, with the cards that were dealt from them.
    pub(crate) lost: Vec<(u32, Vec<Card>)>,
    /// The shoes so far.
    pub(crate) shoes: u32,
    pub(crate) books: Books,
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "phase", rename_all = "kebab-case")]
pub enum Phase {
    /// The table is closed.
    Closed,
    /// For a player's cut.
    Cut {
        /// When the posted default is taken.
        until: Time,
        /// The least number of cards that may go to the back.
        least: u16,
        /// The most.
        most: u16,
    },
    /// For the dealer, who opens the betting or starts the game.
    Dealer,
    /// For bets.
    Betting {
        /// When it closes, once somebody has bet and where the clock is on.
        until: Option<Time>,
    },
    /// For a seat's insurance.
    Insurance {
        /// When the posted default is taken.
        until: Option<Time>,
    },
    /// For an action.
    Turn {
        /// When the posted default is taken.
        until: Option<Time>,
    },
    /// For the dealer, who turns the hole card.
    HoleCard,
    /// For the dealer, who claims the hands that win a share of a meter, and ends the game.
    Claims,
    /// For the end of a live game.
    LiveGame,
}

/// A sign that is announced.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Next {
    pub(crate) house: Arc<House>,
    /// Not before this time.
    pub(crate) from: Time,
    /// Whether that was the time when it was announced.
    pub(crate) is_at_once: bool,
    /// The version that announced it.
    pub(crate) announced: u64,
}

/// Somebody on duty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OnDuty {
    /// As what.
    pub role: Role,
    /// The account.
    pub staff: AccountId,
    /// The name.
    pub name: String,
}

/// A call for a supervisor (T-14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Call {
    /// Since when somebody is waited for.
    pub since: Time,
    /// Who calls.
    pub by: AccountId,
    /// The name.
    pub name: String,
}

/// A player with at least one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) name: String,
    /// The version of his last command.
    pub(crate) last: u64,
    pub(crate) ready: bool,
    #[serde(default)]
    pub(crate) presence: Presence,
}

/// Whether a player is at the table, as far as the house has been told (T-15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Presence {
    #[default]
    Here,
    /// He has lost the connection, and the version that said so.
    Away { since: u64 },
    /// He was away for the posted time; what he is asked is answered by the posted default.
    Gone,
}

rules::words! {
    /// What a table waits for.
    #[allow(missing_docs)]
    pub enum Due {
        Opening = "opening",
        Cut = "cut",
        Dealer = "dealer",
        Bets = "bets",
        Insurance = "insurance",
        Turn = "turn",
        HoleCard = "hole-card",
        Claims = "claims",
        LiveGame = "live-game",
    }
}

impl Due {
    /// In words for people.
    pub const fn words(self) -> &'static str {
        match self {
            Due::Opening => "somebody to open it",
            Due::Cut => "the cut of the shoe",
            Due::Dealer => "the dealer to open the betting or to press START GAME",
            Due::Bets => "bets, and then the deal",
            Due::Insurance => "answers about insurance",
            Due::Turn => "a player's decision",
            Due::HoleCard => "the dealer to turn the hole card",
            Due::Claims => "hand buttons, the supervisor and END GAME",
            Due::LiveGame => "the cards, hand buttons and END GAME",
        }
    }
}

/// A round that is played.
#[derive(Clone, PartialEq)]
pub(crate) struct InPlay {
    /// The engine; a live table's rounds have none.
    pub(crate) round: Option<Round>,
    pub(crate) day: u32,
    pub(crate) started: Time,
    /// The version that started it.
    pub(crate) first: u64,
    pub(crate) is_peeked: bool,
    pub(crate) is_hole_turned: bool,
    pub(crate) is_cut_card_out: bool,
    pub(crate) paid: Vec<PaidLine>,
    /// The sensors that were lit when it started, by seat.
    pub(crate) lit: Vec<(u8, Spot)>,
    /// The hands that win a share of a meter, once the dealer is asked for them.
    pub(crate) hands: Vec<ShareHand>,
    /// What became of them, and on a live table the hands that were noted.
    pub(crate) claims: Vec<Share>,
    /// The lines of shares that were awarded or waived.
    pub(crate) shares: Vec<PaidLine>,
    /// The cards that were keyed in with the claims of a live table, and with hands noted.
    pub(crate) keyed: Vec<Keyed>,
}

/// The four cards that were keyed in for a sensor of a seat: the player's two, the up-card, the
/// hole card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keyed {
    pub(crate) seat: u8,
    pub(crate) spot: Spot,
    pub(crate) cards: [Card; 4],
}

/// Not derived: the engine holds the hole card, and no log may show it (S-03).
impl fmt::Debug for InPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InPlay")
            .field("first", &self.first)
            .field("is_peeked", &self.is_peeked)
            .field("is_hole_turned", &self.is_hole_turned)
            .field("is_cut_card_out", &self.is_cut_card_out)
            .field("paid", &self.paid)
            .field("claims", &self.claims)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// A table nobody has opened yet, at version 0.
    pub fn new(id: TableId, house: Arc<House>) -> Table {
        Table {
            id,
            house,
            posted_at: Time(0),
            next: None,
            version: 0,
            asked: 0,
            clock_since: 0,
            at: Time(0),
            phase: Phase::Closed,
            duty: Vec::new(),
            call: None,
            seats: [None; MAX_SEATS],
            players: BTreeMap::new(),
            bets: [SeatBets::default(); MAX_SEATS],
            round: 0,
            in_play: None,
            last: Felt::default(),
            shoe: None,
            spent: Vec::new(),
            lost: Vec::new(),
            shoes: 0,
            books: Books::default(),
        }
    }

    /// The table's number.
    pub fn id(&self) -> TableId {
        self.id
    }

    /// The sign and the rules.
    pub fn house(&self) -> &Arc<House> {
        &self.house
    }

    /// Since when it plays by its sign.
    pub fn posted_at(&self) -> Time {
        self.posted_at
    }

    /// The number of entries so far.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The time of the last entry.
    pub fn at(&self) -> Time {
        self.at
    }

    /// The number of the round that is bet on or played.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// The call for a supervisor that nobody has answered (T-14).
    pub fn call(&self) -> Option<&Call> {
        self.call.as_ref()
    }

    /// Everybody on duty.
    pub fn duty(&self) -> &[OnDuty] {
        &self.duty
    }

    /// What the table waits for, as a word.
    pub(crate) const fn due_now(&self) -> Due {
        match self.phase {
            Phase::Closed => Due::Opening,
            Phase::Cut { .. } => Due::Cut,
            Phase::Dealer => Due::Dealer,
            Phase::Betting { .. } => Due::Bets,
            Phase::Insurance { .. } => Due::Insurance,
            Phase::Turn { .. } => Due::Turn,
            Phase::HoleCard => Due::HoleCard,
            Phase::Claims => Due::Claims,
            Phase::LiveGame => Due::LiveGame,
        }
    }

    /// What the table waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The balances.
    pub fn books(&self) -> &Books {
        &self.books
    }

    /// The chips in front of a player, in cents; they are always whole cents.
    pub fn chips(&self, player: AccountId) -> i64 {
        self.books.balance(Account::Player(player)).cents()
    }

    /// Who sits on a seat (from 1).
    pub fn player_at(&self, seat: u8) -> Option<AccountId> {
        self.seats.get(usize::from(seat).checked_sub(1)?).copied().flatten()
    }

    /// Whether an account has a seat.
    pub fn is_seated(&self, account: AccountId) -> bool {
        self.players.contains_key(&account)
    }

    /// Everybody at the table with his name, and whether the table knows that he is away: for
    /// whoever sees who has the table open (T-15). At a live table people stand at the felt, and
    /// nobody's connection says anything of them.
    pub fn company(&self) -> impl Iterator<Item = (AccountId, &str, bool)> {
        let all = self.players.iter().filter(|_| !self.is_live());
        all.map(|(player, it)| (*player, &*it.name, it.presence != Presence::Here))
    }

    /// Whether an automatic table may deal: somebody is ready, and so is everybody who bets and
    /// is there. Who has no bet, or no connection, holds nobody up (T-15).
    pub(crate) fn is_ready(&self) -> bool {
        let waits = |(player, it): (&AccountId, &Player)| {
            !it.ready && it.presence == Presence::Here && self.staked_by(*player) > 0
        };
        self.players.values().any(|it| it.ready) && !self.players.iter().any(waits)
    }

    /// Whether the player of a seat is gone, so that nobody waits for his answers.
    pub(crate) fn is_gone(&self, seat: u8) -> bool {
        let player = self.player_at(seat).and_then(|player| self.players.get(&player));
        player.is_some_and(|it| it.presence == Presence::Gone)
    }

    /// Whether a player has a hand in the round that is played.
    pub(crate) fn is_in_round(&self, player: AccountId) -> bool {
        let round = self.in_play.as_ref().and_then(|playing| playing.round.as_ref());
        let seats = round.map_or(0, |round| round.placed().seats());
        self.seats_of(player).any(|seat| seats & 1 << (seat - 1) != 0)
    }

    /// Everybody who has a seat, in order of their accounts.
    pub fn seated(&self) -> impl Iterator<Item = AccountId> {
        self.players.keys().copied()
    }

    /// How many seats are taken.
    pub fn seats_taken(&self) -> u8 {
        self.seats.iter().flatten().count() as u8
    }

    /// How many seats are taken by players who are away.
    pub fn seats_away(&self) -> u8 {
        let is_away = |(_, it): &(&AccountId, &Player)| it.presence != Presence::Here;
        let away = self.players.iter().filter(is_away);
        away.map(|(player, _)| self.seats_of(*player).count() as u8).sum()
    }

    /// Whether every card of the decks is in the shoe, on the felt or discarded (N-09).
    pub fn has_all_cards(&self) -> bool {
        self.shoe.as_ref().is_none_or(|shoe| shoe.is_whole(self.house.rules()))
    }

    /// What a player's bets that lie add up to, in cents.
    pub(crate) fn staked_by(&self, account: AccountId) -> i64 {
        self.seats_of(account).map(|seat| self.bets_of(seat).total().in_cents()).sum()
    }

    /// The seats of a player, from 1.
    pub(crate) fn seats_of(&self, account: AccountId) -> impl Iterator<Item = u8> {
        (1u8..).zip(&self.seats).filter(move |(_, at)| **at == Some(account)).map(|(seat, _)| seat)
    }

    pub(crate) fn bets_of(&self, seat: u8) -> &SeatBets {
        &self.bets[usize::from(seat) - 1]
    }

    /// The bets with their players numbered by their lowest seat, for envy (A23).
    pub(crate) fn numbered_bets(&self) -> Bets {
        let mut bets = self.bets;
        for (index, bets) in bets.iter_mut().enumerate() {
            let lowest = self.seats[index].and_then(|player| self.seats_of(player).next());
            bets.player = lowest.unwrap_or(index as u8 + 1);
        }
        bets
    }

    /// Whether these stakes may lie on a seat beside those of the others.
    pub(crate) fn accepts(&self, seat: u8, own: SeatBets) -> Result<(), BetRefused> {
        let mut all = self.numbered_bets();
        all[usize::from(seat) - 1] = own;
        if all.iter().any(|bets| bets.games() > 0) {
            self.house.rules().accept(&all)?;
        }
        Ok(())
    }

    /// What all stakes of a seat in the round add up to, in cents, those on sensors apart:
    /// the link has these.
    pub(crate) fn put_down(&self, round: &Round, seat: u8) -> i64 {
        let hands = round.hands(seat).iter().map(|hand| i64::from(hand.stake()));
        let side = round.placed().seat(usize::from(seat) - 1).iter();
        let on_felt = |spot: Spot| spot != Spot::Main && !spot.is_progressive();
        let side = side.filter(|(spot, _)| on_felt(*spot)).map(|(_, cents)| i64::from(cents));
        hands.chain(side).chain([i64::from(round.insurance(seat))]).sum()
    }

    pub(crate) fn is_live(&self) -> bool {
        self.house.posted().dealing == Dealing::Live
    }

    pub(crate) fn has_keypad(&self) -> bool {
        self.house.posted().dealing == Dealing::Keypad
    }

    pub(crate) fn is_attended(&self) -> bool {
        self.house.posted().staffing == Staffing::Attended
    }

    /// Whether anybody may sit down: it is nobody's own.
    pub(crate) fn is_for_everybody(&self) -> bool {
        self.house.posted().private.is_none()
    }

    /// Whether strangers share it without staff, so that nobody but the table itself sees to it
    /// that one of them does not take all of it.
    pub(crate) fn is_shared(&self) -> bool {
        self.is_for_everybody() && !self.is_attended()
    }

    /// Whether chips come from people's wallets: where play money is played for. Given cards
    /// prove nothing of a player, so those of an exhibition stay at its table.
    pub(crate) fn plays_for_wallets(&self) -> bool {
        let posted = self.house.posted();
        posted.staffing == Staffing::Unattended && posted.exhibition.is_none()
    }

    pub(crate) fn on_duty(&self, role: Role) -> Option<&OnDuty> {
        self.duty.iter().find(|duty| duty.role == role)
    }

    /// The number of the table's link.
    pub fn link(&self) -> Option<LinkId> {
        self.house.posted().link.map(|on| on.link)
    }

    /// The chips in the tray.
    pub fn tray(&self) -> Micros {
        self.books.balance(Account::Tray)
    }
}

/// The seats of a round, from 1.
pub(crate) fn seats_in(round: &Round) -> impl DoubleEndedIterator<Item = u8> + use<> {
    let seats = round.placed().seats();
    (1..=MAX_SEATS as u8).filter(move |seat| seats & 1 << (seat - 1) != 0)
}
