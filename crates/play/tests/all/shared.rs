//! A table where others sit: their bets, cards and turns, the clocks, and a line that breaks.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use ::table::{
    AccountId, Actor, Body, Clocks, Command, Context, Entry, House, LinkSnapshot, LinkView, Posted,
    Role, Table, TableId, Time, View,
};
use floor::{Alone, Desk, Moment, Order};
use play::plain::{self, Prompt};
use play::{
    Arrived, Bell, Coach, Coaching, Flow, Place, PlaceRefused, Session, SetUpFailed, Sitting, Stop,
    Waiting,
};
use rules::{Action, Money, Spot};

use super::game_with;
use super::screen::{page, press};

const TABLE: TableId = TableId(1);
const ANN: Actor = Actor { account: AccountId(1), role: Role::Player };
const YOU: Actor = Actor { account: AccountId(2), role: Role::Player };
/// Ann has 20, you have 17, the dealer 15 and then 25; then the same with a dealer's 19.
const CARDS: &str = "Kd 9h 5c Qd 8h Jc Js Kc 9s Jc Qc 8s 9c";

/// A floor in memory that the player shares with the test.
#[derive(Clone)]
struct Shared(Rc<RefCell<Inner>>);

struct Inner {
    floor: Alone,
    at: Time,
    commands: u64,
    /// The last version that the player was told.
    told: u64,
    arrived: Vec<Arrived>,
    is_cut: bool,
    /// Whether Ann is ready as soon as the player is.
    ann_follows: bool,
    /// What was said while the line was cut.
    pending: Option<Body>,
}

impl Shared {
    /// Opens a table and has Ann sit down on its first seat.
    fn open(clocks: Clocks) -> Shared {
        let (game, profile) = game_with("bahama-bonus", &[]);
        let given = CARDS.split(' ').map(|card| card.parse().unwrap()).collect();
        let sign = House::sign("The table", &game, &profile);
        let sign = Posted { exhibition: Some(given), clocks, seats_each: 7, ..sign };
        let house = Arc::new(House::new(sign, &game, &profile).unwrap());
        let mut floor = Alone::new();
        floor.admit(Desk::new(Table::new(TABLE, house)));
        let shared = Shared(Rc::new(RefCell::new(Inner {
            floor,
            at: Time(1_000_000),
            commands: 0,
            told: 0,
            arrived: Vec::new(),
            is_cut: false,
            ann_follows: false,
            pending: None,
        })));
        // The steady clock stands where the wall clock does.
        shared.pass(0);
        shared.tell(Actor::HOUSE, "House", Body::Open {}).unwrap();
        shared.ann(Body::Sit { seat: 1, buy_in: 100_000 });
        shared.0.borrow_mut().told = shared.version();
        shared
    }

    fn version(&self) -> u64 {
        self.0.borrow().floor.table(TABLE).unwrap().version()
    }

    fn tell(&self, by: Actor, name: &str, body: Body) -> Result<(), PlaceRefused> {
        let version = self.version();
        let mut inner = self.0.borrow_mut();
        inner.commands += 1;
        let id = format!("command-{}", inner.commands).try_into().unwrap();
        let order = Order::Table(Command { id, expected: version, body });
        let context = context(inner.at, name);
        inner.floor.give(TABLE.into(), by, order, context)?;
        Ok(())
    }

    fn ann(&self, body: Body) {
        self.tell(ANN, "Ann", body).unwrap();
    }

    /// Ann bets; she says that all her bets lie when the player has, or the table would deal
    /// without him (T-15).
    fn ann_bets(&self, dollars: u32) {
        self.ann(Body::Bet { seat: 1, bets: [(Spot::Main, dollars * 100)].into() });
        self.0.borrow_mut().ann_follows = true;
    }

    fn ann_stands(&self) {
        self.ann(Body::Act { seat: 1, hand: 1, action: Action::Stand });
    }

    /// Lets so much time pass; clocks that run out strike.
    fn pass(&self, milliseconds: u32) {
        let mut inner = self.0.borrow_mut();
        inner.at = inner.at.after(milliseconds);
        let context = context(inner.at, "House");
        let moment = Moment(inner.at.0);
        inner.floor.time(moment, &context);
    }

    fn cut_line(&self) {
        let mut inner = self.0.borrow_mut();
        inner.is_cut = true;
        inner.arrived.push(Arrived::Lost("The connection is lost; trying again".to_owned()));
    }

    /// The line is there again; what had no answer is asked for.
    fn mend_line(&self) {
        let pending = self.0.borrow_mut().pending.take();
        if let Some(body) = pending
            && let Err(refused) = self.tell(YOU, "You", body)
        {
            self.0.borrow_mut().arrived.push(Arrived::Refused(refused));
        }
        let mut inner = self.0.borrow_mut();
        inner.is_cut = false;
        inner.arrived.push(Arrived::Back);
    }

    fn sit(&self) -> Sitting {
        let (game, profile) = game_with("bahama-bonus", &[]);
        let place = Box::new(self.clone());
        Sitting::among_others(game, profile, place, 1, Money::dollars(1_000)).unwrap()
    }
}

fn context(at: Time, name: &str) -> Context {
    let name = name.to_owned();
    Context { at, day: 0, name, entropy: [7; 32], proofs: Vec::new(), house: None, software: None }
}

impl Place for Shared {
    fn give(&mut self, body: Body) -> Result<(), PlaceRefused> {
        if self.0.borrow().is_cut {
            let mut inner = self.0.borrow_mut();
            let lost = PlaceRefused::Lost { host: "the table".to_owned() };
            let unanswered = inner.pending.replace(body).is_some();
            return Err(if unanswered { PlaceRefused::Unanswered } else { lost });
        }
        let is_ready = body == Body::Ready {};
        self.tell(YOU, "You", body)?;
        if is_ready && std::mem::take(&mut self.0.borrow_mut().ann_follows) {
            self.ann(Body::Ready {});
        }
        Ok(())
    }

    fn news(&mut self) -> Vec<Arrived> {
        let mut inner = self.0.borrow_mut();
        let mut arrived = std::mem::take(&mut inner.arrived);
        let told = if inner.is_cut { u64::MAX } else { inner.told };
        let rows = inner.floor.rows(TABLE.into()).iter().filter(|row| row.version > told);
        let entries: Vec<Entry> =
            rows.map(|row| serde_json::from_str(&row.json).unwrap()).collect();
        inner.told = entries.last().map_or(inner.told, |entry| entry.version);
        arrived.extend(entries.into_iter().flat_map(|it| it.events).map(Arrived::Happened));
        arrived
    }

    /// Whoever waits waits for the clock.
    fn wait(&mut self) {
        self.pass(20_000);
    }

    fn ring(&mut self, _: Bell) {}

    fn view(&self) -> View {
        self.0.borrow().floor.table(TABLE).unwrap().view(YOU)
    }

    fn left_ms(&self) -> Option<u64> {
        self.0.borrow().floor.left_ms(TABLE)
    }

    fn host(&self) -> Option<&str> {
        Some("the test's table")
    }

    fn link(&self) -> Option<LinkView> {
        None
    }

    fn kept(&self) -> Option<LinkSnapshot> {
        None
    }
}

fn assert_shows(session: &Session, texts: &[&str]) {
    let page = page(session, (100, 30));
    for text in texts {
        assert!(page.contains(text), "no “{text}” in\n{page}");
    }
}

#[test]
fn others_bets_cards_turns_and_clocks_are_on_the_screen() {
    let shared = Shared::open(Clocks::SHARED);
    let mut session = Session::new(shared.sit());
    assert_shows(&session, &["You have seat 2 at the test's table.", "Seat 1 Ann: no bets yet"]);
    shared.ann_bets(10);
    assert_eq!(session.catch_up(), Flow::Stay);
    assert_shows(&session, &["Seat 1 Ann: Main wager $10", "Place your bets · 15 s"]);
    shared.pass(4_000);
    assert_shows(&session, &["Place your bets · 11 s"]);
    press(&mut session, "+!");
    assert_shows(&session, &["Seat 1 (Ann) plays · 20 s", "▶ Seat 1", "Seat 2, yours"]);
    press(&mut session, "s");
    assert_shows(&session, &["Seat 1 is asked now, which is not yours."]);
    shared.ann_stands();
    session.catch_up();
    assert_shows(&session, &["▶ Seat 2", "Seat 2: 17 against 5 · 20 s"]);
    press(&mut session, "s");
    // The dealer busts; what is said of the round is the player's part of it.
    assert_shows(&session, &["The round is over: net +$5", "Results: staked $5, returned $10"]);
    assert_eq!(session.table().outcome().unwrap().net(), Money::dollars(5));
    assert_eq!(session.table().bankroll(), Money::dollars(1_005));
}

#[test]
fn the_clock_answers_for_who_does_not_and_deals_without_who_has_not_bet() {
    let shared = Shared::open(Clocks::SHARED);
    let mut session = Session::new(shared.sit());
    shared.ann_bets(10);
    press(&mut session, "+!");
    shared.ann_stands();
    session.catch_up();
    shared.pass(20_000);
    session.catch_up();
    assert_shows(&session, &["Time is up: seat 2 stands."]);
    assert_eq!(session.table().rounds(), 1);
    // The chips of the next round stay in the hand.
    shared.ann_bets(10);
    session.catch_up();
    press(&mut session, "+");
    shared.pass(15_000);
    session.catch_up();
    assert_shows(&session, &["The round begins without your bets"]);
    let table = session.table();
    assert!(!table.is_in_round() && !table.is_betting());
    assert_eq!(table.stake(2, Spot::Main), 500);
    assert_eq!(table.bankroll() + table.on_felt(), Money::dollars(1_005));
    shared.ann_stands();
    session.catch_up();
    assert_eq!(session.table().rounds(), 1, "a round of others is not one of his");
    assert_eq!(session.table().outcome(), None);
}

#[test]
fn bets_that_lie_follow_the_hand() {
    let shared = Shared::open(Clocks::SHARED);
    let mut session = Session::new(shared.sit());
    shared.ann_bets(10);
    shared.0.borrow_mut().ann_follows = false;
    session.catch_up();
    press(&mut session, "+!");
    assert_eq!(session.table().waiting(), Some(Waiting::Bets(vec!["Ann".to_owned()])));
    assert_shows(&session, &["Your bets lie; waiting for Ann · 15 s"]);
    let lies = || shared.view().seats[1].bets.iter().map(|stake| stake.cents).sum::<u32>();
    assert_eq!(lies(), 500);
    press(&mut session, "+");
    assert_eq!(lies(), 1_000);
    press(&mut session, "u");
    assert_eq!(lies(), 500);
    press(&mut session, "c");
    assert_eq!(lies(), 0);
    shared.ann(Body::Bet { seat: 1, bets: [].into() });
    session.catch_up();
    assert_eq!(session.table().seconds_left(), None, "no clock runs without bets");
}

#[test]
fn a_broken_line_is_said_and_nothing_is_lost_or_done_twice() {
    let shared = Shared::open(Clocks::SHARED);
    let mut session = Session::new(shared.sit());
    shared.ann_bets(10);
    press(&mut session, "+!");
    shared.ann_stands();
    session.catch_up();
    shared.cut_line();
    session.catch_up();
    assert!(session.table().is_lost());
    assert_shows(&session, &["The connection is lost; trying again."]);
    press(&mut session, "h");
    assert_shows(&session, &["The connection to the table is lost and is tried again."]);
    press(&mut session, "h");
    assert_shows(&session, &["What you said last has no answer yet"]);
    shared.mend_line();
    session.catch_up();
    assert!(!session.table().is_lost());
    assert_shows(&session, &["The connection is back; play goes on."]);
    let cards = &session.table().cards_of(2).unwrap().hands[0].cards;
    assert_eq!(cards.len(), 3, "one card for one command");
}

#[test]
fn who_leaves_with_cards_out_waits_for_the_others_and_brings_his_chips_back() {
    let shared = Shared::open(Clocks::SHARED);
    let mut table = shared.sit();
    shared.ann_bets(10);
    table.catch_up();
    let mut coach = Coach::new(table.rules(), Coaching::Off);
    let mut out = Vec::new();
    let input = std::io::Cursor::new("bet 10 seat 1\nbet 10\ndeal\nhit\nbuy 50\nquit\n");
    let keep = |_: &Sitting| Ok(());
    plain::run(&mut table, &mut coach, input, &mut out, Prompt::Hidden, &Stop::never(), keep)
        .unwrap();
    let said = String::from_utf8(out).unwrap();
    for line in [
        "Bahama Bonus: 6 decks, h17, seat 2. Play money only.",
        "You are You at the test's table.",
        "You play seat 2, not seat 1.",
        "Seat 2: Main wager $10. Your bankroll is $990. The betting closes in 15 seconds.",
        "Seat 1 has the king of diamonds and the queen of diamonds: 20.",
        "Seat 1 (Ann) plays, for 20 seconds at most.",
        "Seat 1 is asked now, which is not yours.",
        "You leave with cards out: every open hand stands.",
        "Seat 1 stands.",
        "The round is over: staked $10, returned $20, net +$10.",
        "You leave with $1,060 of the $1,050 you brought: +$10.",
    ] {
        assert!(said.lines().any(|it| it == line), "no “{line}” in\n{said}");
    }
    assert_eq!(shared.view().seats[1].player, None);
}

#[test]
fn a_freed_seat_ends_the_sitting() {
    let shared = Shared::open(Clocks { idle_ms: 1_000, ..Clocks::SHARED });
    let mut session = Session::new(shared.sit());
    shared.pass(1_000);
    assert_eq!(session.catch_up(), Flow::Leave);
    assert_shows(&session, &["The house has freed your seat 2."]);
    assert_eq!(session.table().stack().bankroll, Money::dollars(1_000));
}

#[test]
fn a_table_without_a_free_seat_is_refused() {
    let shared = Shared::open(Clocks::SHARED);
    let (game, profile) = game_with("bahama-bonus", &[]);
    let full = Sitting::among_others(game, profile, Box::new(shared), 7, Money::dollars(1_000));
    assert_eq!(full.map(drop).unwrap_err(), SetUpFailed::NoSeat);
}
