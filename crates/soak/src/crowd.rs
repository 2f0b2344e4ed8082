//! The crowd: what people at a table would do, and what nobody should.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{Action, Class, SeatBets, Spot, Word};
use table::{
    AccountId, Actor, Ask, Body, Dealing, House, Phase, Question, Role, ShareState, Staffing, Table,
};

use crate::dice::Dice;

/// The player a private table belongs to.
pub(crate) const OWNER: AccountId = AccountId(11);
const PLAYERS: [u64; 5] = [11, 12, 13, 14, 15];
pub(crate) const DEALERS: [u64; 2] = [91, 92];
const SUPERVISORS: [u64; 2] = [93, 94];

pub(crate) fn player(dice: &mut Dice) -> Actor {
    Actor { account: AccountId(*dice.pick(&PLAYERS)), role: Role::Player }
}

fn supervisor(dice: &mut Dice) -> Actor {
    Actor { account: AccountId(*dice.pick(&SUPERVISORS)), role: Role::Supervisor }
}

/// What somebody wants of a table: mostly what it waits for.
pub(crate) fn wish(table: &Table, dice: &mut Dice) -> (Actor, Body) {
    match dice.below(20) {
        0 => whim(table, dice),
        1 | 2 => wild(table, dice),
        _ => willing(table, dice),
    }
}

/// A supervisor posts a table anew, at once or later, or thinks better of it.
pub(crate) fn posting(table: &Table, signs: &[Arc<House>], dice: &mut Dice) -> (Actor, Body) {
    let by = supervisor(dice);
    if dice.once_in(4) {
        return (by, Body::WithdrawPosting {});
    }
    let sign = Box::new(dice.pick(signs).posted().clone());
    let from = dice.once_in(2).then(|| table.at().after(dice.below(60_000) as u32));
    (by, Body::Post { sign, from })
}

/// What the table waits for.
fn willing(table: &Table, dice: &mut Dice) -> (Actor, Body) {
    if let Phase::Closed = table.phase() {
        return (Actor::HOUSE, Body::Open {});
    }
    if let Some(wish) = arrival(table, dice) {
        return wish;
    }
    let view = table.view(Actor::HOUSE);
    if view.call.is_some() && dice.once_in(4) {
        return (supervisor(dice), Body::AnswerCall {});
    }
    let on_duty = |role: Role| view.duty.iter().find(|duty| duty.role == role);
    let dealer = on_duty(Role::Dealer).map_or(AccountId(DEALERS[0]), |duty| duty.staff);
    let dealer = Actor { account: dealer, role: Role::Dealer };
    match table.phase() {
        Phase::Closed => (Actor::HOUSE, Body::Open {}),
        Phase::Cut { .. } => {
            let cards = view.shoe.map_or(0, |shoe| shoe.cards);
            (seated(table, dice), Body::Cut { place: dice.below(usize::from(cards) + 1) as u16 })
        }
        Phase::Dealer if table.house().posted().dealing == Dealing::Live => {
            live(table, dealer, dice)
        }
        Phase::Dealer => (dealer, Body::OpenBetting {}),
        Phase::HoleCard => (dealer, Body::Turn {}),
        Phase::Claims | Phase::LiveGame => claims(table, dealer, dice),
        Phase::Betting { .. } => match dice.below(6) {
            0 if table.house().posted().dealing == Dealing::Keypad => (dealer, Body::Deal {}),
            0 | 1 => (seated(table, dice), Body::Ready {}),
            _ => placing(table, dice),
        },
        Phase::Insurance { .. } | Phase::Turn { .. } => answer(table, dice),
    }
}

/// Sensors of a live table light, and the game starts.
fn live(table: &Table, dealer: Actor, dice: &mut Dice) -> (Actor, Body) {
    match sensor(table, dice) {
        Some(spot) if dice.once_in(2) => {
            let (seat, lit) = (1 + dice.below(7) as u8, !dice.once_in(5));
            (dealer, Body::Light { seat, spot, lit })
        }
        _ => (dealer, Body::Deal {}),
    }
}

/// A sensor of the table, if it has any.
fn sensor(table: &Table, dice: &mut Dice) -> Option<Spot> {
    let spots = table.house().posted().spots.iter().copied();
    let sensors: Vec<Spot> = spots.filter(|spot| spot.is_progressive()).collect();
    (!sensors.is_empty()).then(|| *dice.pick(&sensors))
}

/// The procedure of claims: buttons, the supervisor's key, cards, the end of the game.
fn claims(table: &Table, dealer: Actor, dice: &mut Dice) -> (Actor, Body) {
    let Some(told) = table.view(Actor::HOUSE).progressive else {
        return (dealer, Body::EndGame {});
    };
    let by = supervisor(dice);
    // The dealer calls somebody for a claim.
    if !told.claims.is_empty() && dice.once_in(8) {
        return (dealer, Body::CallSupervisor {});
    }
    // Mostly the one that is paid next, now and then another one.
    let all: Vec<_> = told.claims.iter().filter(|it| it.due().is_some()).collect();
    let due = if all.is_empty() { None } else { Some(*dice.pick(&all)) };
    if let Some(claim) = due.filter(|_| !dice.once_in(8)) {
        return (by, swipe(table, claim.won.seat, claim.won.spot, dice));
    }
    if let Some(claim) = due.filter(|_| dice.once_in(4)) {
        let (seat, spot, reason) = (claim.won.seat, claim.won.spot, "misread".to_owned());
        return (by, Body::Withdraw { seat, spot, reason });
    }
    let claimed = told.claims.iter().find(|it| it.state == ShareState::Claimed);
    if let Some(claim) = claimed.filter(|_| dice.once_in(8)) {
        // A card before the supervisor's key.
        return (by, swipe(table, claim.won.seat, claim.won.spot, dice));
    }
    if claimed.is_some() && dice.once_in(2) {
        let evidence = ["cards shown, shoe counted down", "shoe counted down", ""][dice.below(3)];
        return (by, Body::Confirm { evidence: evidence.to_owned() });
    }
    let open = told
        .hands
        .iter()
        .find(|hand| !told.claims.iter().any(|it| it.won.is_at(hand.seat, hand.spot)));
    match open {
        // END GAME before every hand is seen to.
        Some(_) if dice.once_in(8) => (dealer, Body::EndGame {}),
        Some(hand) if dice.once_in(6) => {
            let reason = "the player left".to_owned();
            (by, Body::Waive { seat: hand.seat, spot: hand.spot, reason })
        }
        Some(hand) => {
            let (seat, spot, hand) = (hand.seat, hand.spot, hand.hand);
            (dealer, Body::HandButton { seat, spot, hand, cards: Vec::new() })
        }
        None if table.house().posted().dealing == Dealing::Live && dice.once_in(2) => {
            (dealer, keyed(&told.lit, dice))
        }
        None => (dealer, Body::EndGame {}),
    }
}

/// The card of an award, mostly with its winner where it is handed out in chips.
fn swipe(table: &Table, seat: u8, spot: Spot, dice: &mut Dice) -> Body {
    let in_chips = table.house().posted().dealing != Dealing::Live;
    let notes = in_chips != dice.once_in(8);
    let note = |text: &str, dice: &mut Dice| {
        if notes && !dice.once_in(10) { text.to_owned() } else { String::new() }
    };
    let winner = note("Ann Winner", dice);
    let (identity, tax_form) = (note("licence", dice), note("17", dice));
    Body::Swipe { seat, spot, winner, identity, tax_form }
}

/// A hand keyed in at a live table: often four sevens of one colour, so that shares of
/// meters are won; otherwise hands that win none, or are not what the cards say.
fn keyed(lit: &[(u8, Spot)], dice: &mut Dice) -> Body {
    let any = (1 + dice.below(7) as u8, Spot::Progressive);
    let is_any = lit.is_empty() || dice.once_in(12);
    let (seat, spot) = if is_any { any } else { *dice.pick(lit) };
    let (hand, cards) = match dice.below(6) {
        0 | 1 => ("four-same-colour", &["7s", "7s", "7c", "7c"][..]),
        // All of the meter where the other is a tenth of it.
        4 => ("four-suited", &["7c", "7c", "7c", "7c"][..]),
        2 => ("four", &["7s", "7h", "7c", "7d"][..]),
        // Too few to be a hand.
        5 => ("four-suited", &["7c", "7c"][..]),
        _ => ("three", &["7s", "2h", "2h", "3d"][..]),
    };
    let hand = Class::from_word(hand).expect("a class");
    let cards = cards.iter().map(|text| text.parse().expect("a card"));
    Body::HandButton { seat, spot, hand, cards: cards.collect() }
}

/// Staff come on duty, players sit down and get chips.
fn arrival(table: &Table, dice: &mut Dice) -> Option<(Actor, Body)> {
    let posted = table.house().posted();
    let attended = posted.staffing == Staffing::Attended;
    let duty = table.view(Actor::HOUSE).duty;
    let missing = |role: Role| duty.iter().all(|duty| duty.role != role);
    if attended && missing(Role::Dealer) {
        let account = AccountId(*dice.pick(&DEALERS));
        return Some((Actor { account, role: Role::Dealer }, Body::OnDuty {}));
    }
    if attended && missing(Role::Supervisor) && !dice.once_in(3) {
        return Some((supervisor(dice), Body::OnDuty {}));
    }
    let seat = 1 + dice.below(posted.seats.into()) as u8;
    match table.player_at(seat) {
        None if table.seats_taken() < 2 || dice.once_in(8) => {
            let by = match posted.private {
                Some(owner) if !dice.once_in(8) => Actor { account: owner, role: Role::Player },
                _ => player(dice),
            };
            // Now and then for more than any wallet holds.
            let most = if dice.once_in(24) { 4_000 } else { 400 };
            let buy_in = if attended { 0 } else { 2_000 + 500 * dice.below(most) as u32 };
            Some((by, Body::Sit { seat, buy_in }))
        }
        Some(account) if table.chips(account) < 5_000 && dice.once_in(3) => {
            let cents = 5_000 + 1_000 * dice.below(50) as u32;
            let own = Actor { account, role: Role::Player };
            let by = if attended { supervisor(dice) } else { own };
            Some((by, Body::BuyIn { seat, cents }))
        }
        _ => None,
    }
}

/// A player with a seat, or anyone.
fn seated(table: &Table, dice: &mut Dice) -> Actor {
    let seats: Vec<AccountId> = (1..=7).filter_map(|seat| table.player_at(seat)).collect();
    match seats.as_slice() {
        [] => player(dice),
        seats => Actor { account: *dice.pick(seats), role: Role::Player },
    }
}

/// Bets on a taken seat.
fn placing(table: &Table, dice: &mut Dice) -> (Actor, Body) {
    let taken: Vec<(u8, AccountId)> =
        (1..=7).filter_map(|seat| Some((seat, table.player_at(seat)?))).collect();
    let Some(&(seat, account)) = taken.get(dice.below(taken.len().max(1))) else {
        return (player(dice), Body::Ready {});
    };
    let rules = table.house().rules();
    let mut bets = SeatBets::default();
    let mut set = None;
    let spots = [Spot::Main].into_iter().chain(Spot::side());
    let offered = spots.filter_map(|spot| Some((spot, rules.wager(spot)?)));
    for (spot, wager) in offered {
        let lacks = wager.requires.is_some_and(|needs| bets.get(needs) == 0);
        let clashes = wager.set.is_some() && set.is_some() && wager.set != set;
        let careless = dice.once_in(12);
        if spot != Spot::Main && (dice.once_in(2) || ((lacks || clashes) && !careless)) {
            continue;
        }
        set = set.or(wager.set);
        let most = rules.most(spot, &bets).unwrap_or(0).max(wager.least);
        let steps = (most - wager.least) / wager.step / if dice.once_in(8) { 1 } else { 10 };
        let odd = u32::from(dice.once_in(60));
        let over = if dice.once_in(60) { most } else { 0 };
        let steps = dice.below(steps as usize + 1) as u32;
        bets.set(spot, wager.least + wager.step * steps + odd + over);
    }
    let bets = bets.iter().collect();
    (Actor { account, role: Role::Player }, Body::Bet { seat, bets })
}

/// An answer to the open question.
fn answer(table: &Table, dice: &mut Dice) -> (Actor, Body) {
    let by =
        |seat: u8| Actor { account: table.player_at(seat).unwrap_or(OWNER), role: Role::Player };
    match table.view(Actor::HOUSE).ask {
        Some(Ask::Insurance { seat, most }) => {
            let cents =
                if dice.once_in(2) { 0 } else { 50 * dice.below(most as usize / 50 + 1) as u32 };
            (by(seat), Body::Insure { seat, cents })
        }
        Some(Ask::Action { seat, hand, legal, .. }) => {
            let bold: Vec<_> = legal.iter().filter(|offer| offer.adds > 0).collect();
            let action = match bold.as_slice() {
                [] => dice.pick(&legal).action,
                _ if dice.once_in(2) => dice.pick(&legal).action,
                bold => dice.pick(bold).action,
            };
            (by(seat), Body::Act { seat, hand, action })
        }
        None => (seated(table, dice), Body::Ready {}),
    }
}

/// Something that is allowed and that nobody waits for.
fn whim(table: &Table, dice: &mut Dice) -> (Actor, Body) {
    let seat = 1 + dice.below(7) as u8;
    let duty = table.view(Actor::HOUSE).duty;
    match dice.below(8) {
        0 | 1 => {
            let reason = ["card exposed", "power cut", "no"][dice.below(3)].to_owned();
            (supervisor(dice), Body::Void { reason })
        }
        2 => {
            let account = table.player_at(seat).unwrap_or(OWNER);
            (Actor { account, role: Role::Player }, Body::Leave { seat })
        }
        3 => (supervisor(dice), Body::Release { seat }),
        4 => (supervisor(dice), Body::Fill { cents: 100 * dice.below(10_000) as u32 }),
        5 => (supervisor(dice), Body::Credit { cents: 100 * dice.below(60_000) as u32 }),
        6 if dice.once_in(3) => (Actor::HOUSE, Body::Close {}),
        6 => (seated(table, dice), Body::Bet { seat, bets: BTreeMap::new() }),
        _ => match duty.as_slice() {
            [] => (supervisor(dice), Body::OffDuty {}),
            duty => {
                let duty = dice.pick(duty);
                let staff = duty.staff;
                match dice.below(5) {
                    0 => {
                        let reason = "shift change".to_owned();
                        (supervisor(dice), Body::Relieve { staff, reason })
                    }
                    1 => (supervisor(dice), Body::AnswerCall {}),
                    // Off duty, or a key that nobody asked for.
                    _ => {
                        let keys = [Body::OffDuty {}, Body::Turn {}, Body::CallSupervisor {}];
                        (Actor { account: staff, role: duty.role }, dice.pick(&keys).clone())
                    }
                }
            }
        },
    }
}

/// Anything by anybody.
fn wild(table: &Table, dice: &mut Dice) -> (Actor, Body) {
    let account = AccountId([11, 12, 13, 91, 93, 97][dice.below(6)]);
    let by = Actor { account, role: *dice.pick(&Role::ALL[..7]) };
    let by = if dice.once_in(2) { player(dice) } else { by };
    let seat = dice.below(9) as u8;
    let cents = [0, 1, 100, 500, 2_500, 50_000, u32::MAX][dice.below(7)];
    let spots: Vec<Spot> = (0..dice.below(4)).map(|_| *dice.pick(Spot::ALL)).collect();
    let any_spot = *dice.pick(Spot::ALL);
    let body = match dice.below(30) {
        0 => Body::Sit { seat, buy_in: cents },
        1 => Body::Leave { seat },
        2 => Body::BuyIn { seat, cents },
        3 | 4 => {
            let stakes = spots.into_iter().map(|spot| (spot, cents));
            let mut bets: BTreeMap<Spot, u32> = stakes.collect();
            if dice.once_in(2) {
                bets.insert(Spot::Main, [500, 1_000, cents][dice.below(3)]);
            }
            Body::Bet { seat, bets }
        }
        5 => Body::Ready {},
        6 => Body::Cut { place: dice.below(65_536) as u16 },
        7 => Body::Insure { seat, cents },
        8 | 9 => {
            let action = *dice.pick(Action::ALL);
            Body::Act { seat, hand: dice.below(5) as u8, action }
        }
        10 => Body::OnDuty {},
        11 => Body::OffDuty {},
        12 => Body::OpenBetting {},
        13 => Body::Deal {},
        14 => Body::Turn {},
        15 => Body::EndGame {},
        16 => Body::Release { seat },
        17 => Body::Fill { cents },
        18 => Body::Open {},
        19 => return (Actor::HOUSE, Body::ReplaceShoe {}),
        20 => Body::Light { seat, spot: any_spot, lit: dice.once_in(2) },
        21 => keyed(&[], dice),
        22 => Body::Confirm { evidence: String::new() },
        23 => swipe(table, seat, any_spot, dice),
        24 => Body::Waive { seat, spot: any_spot, reason: "a wish".to_owned() },
        25 => Body::Relieve { staff: account, reason: "gone home".to_owned() },
        26 => Body::CallSupervisor {},
        27 => Body::AnswerCall {},
        28 => Body::Withdraw { seat, spot: any_spot, reason: "a wish".to_owned() },
        _ => Body::Clock { of: any_question(table, dice) },
    };
    (by, body)
}

/// A question that the table may have put, or one that it has not.
pub(crate) fn any_question(table: &Table, dice: &mut Dice) -> Question {
    let waits = table.waits();
    if !waits.is_empty() && dice.once_in(3) {
        return dice.pick(&waits).question;
    }
    let asked = table.version().saturating_sub(dice.below(6) as u64);
    match dice.below(3) {
        0 => Question::Answer { asked },
        1 => Question::Presence { player: player(dice).account, asked },
        _ => Question::Posting { asked },
    }
}
