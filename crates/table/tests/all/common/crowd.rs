//! A crowd that plays by chance: legal bets and answers, drawn from dice.

use rules::{Rules, SeatBets, Spot};
use table::{AccountId, Actor, Ask, Body, Dealing, House, Phase, Posted, Role, Staffing, Table};
use testkit::Dice;

use super::{Evening, bet, file_of, player, staff};

/// The dealer and the supervisor of every attended table.
pub(crate) const DEALER: Actor = Actor { account: AccountId(91), role: Role::Dealer };
pub(crate) const SUPERVISOR: Actor = Actor { account: AccountId(92), role: Role::Supervisor };

/// The sign of a random game in a random configuration, decks and pay tables.
pub(crate) fn random_sign(dice: &mut Dice) -> Posted {
    sign_of(dice.pick(games::GAMES).id, dice)
}

/// The sign of a game in a random configuration, decks and pay tables.
pub(crate) fn sign_of(id: &str, dice: &mut Dice) -> Posted {
    let file = file_of(id);
    let configuration = &file.configurations()[dice.below(file.configurations().len())];
    let game = file.game(Some(configuration), &[]).unwrap();
    let decks = dice.pick(&game.decks);
    let mut chosen = Vec::new();
    for (spot, tables) in game.tables.iter().filter(|(spot, _)| !spot.is_progressive()) {
        let fits: Vec<&str> = tables
            .iter()
            .filter(|table| table.decks.contains(&decks))
            .map(|table| table.id.as_str())
            .collect();
        chosen.push((spot.to_string(), dice.pick(&fits).to_owned()));
    }
    let profile = game.profile(Some(decks), &chosen).unwrap();
    Posted { clocks: table::Clocks::OFF, seats_each: 7, ..House::sign("Test", &game, &profile) }
}

/// The same sign on an attended table with a keypad.
pub(crate) fn keypad(posted: Posted) -> Posted {
    Posted { dealing: Dealing::Keypad, staffing: Staffing::Attended, ..posted }
}

impl Evening {
    /// Staff on duty where they are needed, and one to four players on random seats.
    pub(crate) fn people(&mut self, dice: &mut Dice) {
        let attended = self.table().house().posted().staffing == Staffing::Attended;
        if attended {
            self.does(DEALER, Body::OnDuty {});
            self.does(SUPERVISOR, Body::OnDuty {});
        }
        let seats = self.table().house().posted().seats;
        for seat in 1..=seats {
            if seat != 3 && dice.once_in(2) {
                continue;
            }
            let who = player(11 + dice.below(4) as u64);
            let buy_in = if attended { 0 } else { 500_000 };
            self.does(who, Body::Sit { seat, buy_in });
            if attended {
                self.does(SUPERVISOR, Body::BuyIn { seat, cents: 500_000 });
            }
        }
    }

    /// The next thing a willing crowd does.
    pub(crate) fn next(&mut self, dice: &mut Dice) -> (Actor, Body) {
        next(self.table(), dice)
    }

    /// Plays until a round is over; the events of it.
    pub(crate) fn round(&mut self, dice: &mut Dice) -> Vec<table::Event> {
        let mut events = Vec::new();
        for _ in 0..2_000 {
            let (by, body) = self.next(dice);
            let more = self.does(by, body);
            let over = more.iter().any(|event| matches!(event, table::Event::Ended { .. }));
            events.extend(more);
            if over {
                return events;
            }
        }
        panic!("a round that never ends");
    }
}

/// What somebody at the table does next, if all are willing.
pub(crate) fn next(table: &Table, dice: &mut Dice) -> (Actor, Body) {
    match table.phase() {
        Phase::Closed => (Actor::HOUSE, Body::Open {}),
        Phase::Cut { .. } => {
            let cards = table.view(player(1)).shoe.unwrap().cards;
            (somebody(table), Body::Cut { place: 10 + dice.below(usize::from(cards) - 19) as u16 })
        }
        Phase::Dealer => match table.house().posted().dealing {
            Dealing::Live => (DEALER, Body::Deal {}),
            _ => (DEALER, Body::OpenBetting {}),
        },
        Phase::HoleCard => (DEALER, Body::Turn {}),
        Phase::Claims | Phase::LiveGame => (DEALER, Body::EndGame {}),
        Phase::Betting { .. } => betting(table, dice),
        Phase::Insurance { .. } | Phase::Turn { .. } => answer(table, dice),
    }
}

fn somebody(table: &Table) -> Actor {
    let account = (1..=7).find_map(|seat| table.player_at(seat)).unwrap();
    Actor { account, role: Role::Player }
}

/// Seat by seat the bets, then who is ready: a table waits for nobody without a bet (T-15). A
/// keypad's dealer deals after that.
fn betting(table: &Table, dice: &mut Dice) -> (Actor, Body) {
    let view = table.view(staff(1, Role::Auditor));
    let free = |it: &&table::SeatView| it.player.as_ref().is_some_and(|player| !player.ready);
    let Some(seat) = view.seats.iter().find(free) else { return (DEALER, Body::Deal {}) };
    let at = |seat: &table::SeatView| seat.player.as_ref().unwrap().account;
    let who = |seat: &table::SeatView| Actor { account: at(seat), role: Role::Player };
    let empty = view.seats.iter().filter(free).find(|it| it.bets.is_empty());
    match empty {
        Some(seat) if !dice.once_in(4) => (who(seat), random_bet(table, seat.seat, dice)),
        _ if view.seats.iter().all(|it| it.bets.is_empty()) => {
            (who(seat), bet(seat.seat, &[(Spot::Main, 1_000)]))
        }
        _ => (who(seat), Body::Ready {}),
    }
}

/// Legal bets for one seat beside those that lie.
pub(crate) fn random_bet(table: &Table, seat: u8, dice: &mut Dice) -> Body {
    let rules = table.house().rules();
    let lying = table.view(player(1)).seats;
    let set = lying
        .iter()
        .flat_map(|it| &it.bets)
        .find_map(|stake| rules.wager(stake.spot).and_then(|wager| wager.set));
    let mut set = set;
    let mut bets = SeatBets::default();
    bets.set(Spot::Main, stake(rules, Spot::Main, &bets, dice));
    for spot in Spot::side() {
        let Some(wager) = rules.wager(spot) else { continue };
        let fits = (wager.set.is_none() || set.is_none() || wager.set == set)
            && wager.requires.is_none_or(|needs| bets.get(needs) > 0)
            && rules.games_per_seat.is_none_or(|most| bets.games() < most)
            && rules.most(spot, &bets).is_some_and(|most| most >= wager.least);
        if fits && !dice.once_in(3) {
            bets.set(spot, stake(rules, spot, &bets, dice));
            set = set.or(wager.set);
        }
    }
    Body::Bet { seat, bets: bets.iter().collect() }
}

fn stake(rules: &Rules, spot: Spot, bets: &SeatBets, dice: &mut Dice) -> u32 {
    let wager = rules.wager(spot).unwrap();
    let most = rules.most(spot, bets).unwrap().max(wager.least);
    // Mostly small, so that three doubles stay within limits and chips.
    let steps = (most - wager.least) / wager.step;
    let steps = if dice.once_in(6) { steps } else { steps / 8 };
    wager.least + wager.step * dice.below(steps as usize + 1) as u32
}

fn answer(table: &Table, dice: &mut Dice) -> (Actor, Body) {
    let rules = table.house().rules();
    match table.view(player(1)).ask.unwrap() {
        Ask::Insurance { seat, most } => {
            let step = rules.wager(Spot::Insurance).map_or(1, |wager| wager.step);
            let cents = dice.below((most / step) as usize + 1) as u32 * step;
            (owner(table, seat), Body::Insure { seat, cents })
        }
        Ask::Action { seat, hand, legal, .. } => {
            let who = owner(table, seat);
            let chips = table.chips(who.account);
            let can: Vec<_> = legal.iter().filter(|it| i64::from(it.adds) <= chips).collect();
            let bold = can.iter().find(|it| it.adds > 0).filter(|_| dice.once_in(2));
            let offer = bold.copied().unwrap_or_else(|| can[dice.below(can.len())]);
            (who, Body::Act { seat, hand, action: offer.action })
        }
    }
}

pub(crate) fn owner(table: &Table, seat: u8) -> Actor {
    Actor { account: table.player_at(seat).unwrap(), role: Role::Player }
}

/// The word of a kind of command, as it is written on the wire.
pub(crate) fn word(body: &Body) -> String {
    serde_json::to_value(body).unwrap()["do"].as_str().unwrap().to_owned()
}
