//! What a table waits for with a clock, whatever the wall clock does (L-25, L-18, T-10).

use std::sync::Arc;

use rules::Spot;
use table::{
    Account, AccountId, Actor, Body, Clocks, Event, House, Limit, Micros, Posted, Question, Role,
    Time, Wait,
};

use crate::common::crowd::SUPERVISOR;
use crate::common::{Evening, act, game_of, given, sign};

const ANN: Actor = Actor { account: AccountId(11), role: Role::Player };
const HOUR: u64 = 3_600_000;
const CLOCKS: Clocks = Clocks { idle_ms: 0, ..Clocks::SHARED };

/// Ann sits at a table with clocks, and its wall clock shows noon.
fn sat(clocks: Clocks) -> Evening {
    let posted = given(sign("bahama-bonus"), "Kc 9d 5s 8h 2c 3d 4s 5h Kc 9d 5s 8h");
    let mut evening = Evening::of(Posted { clocks, ..posted });
    evening.now = 12 * HOUR;
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 100_000 });
    evening
}

fn clock(of: Question) -> Body {
    Body::Clock { of }
}

/// The one question that is open, and for how long.
fn only(evening: &Evening) -> (Question, u32) {
    let [Wait { question, limit: Limit::For(ms) }] = evening.table().waits()[..] else {
        panic!("{:?}", evening.table().waits())
    };
    (question, ms)
}

#[test]
fn l_25_an_expiry_names_the_version_of_its_question() {
    let mut evening = sat(CLOCKS);
    evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
    let (bets, ms) = only(&evening);
    assert_eq!((bets, ms), (Question::Answer { asked: evening.table().version() }, 15_000));
    // More bets do not put another question.
    evening.bet(ANN, 2, &[(Spot::Main, 1_500)]);
    assert_eq!(only(&evening), (bets, ms));
    evening.does(ANN, Body::Ready {});
    let (turn, ms) = only(&evening);
    assert_eq!((turn, ms), (Question::Answer { asked: evening.table().version() }, 20_000));
    for other in [bets, Question::Answer { asked: evening.table().version() + 1 }] {
        assert_eq!(evening.refused(Actor::HOUSE, clock(other)), "clock.none");
    }
    let events = evening.does(Actor::HOUSE, clock(turn));
    assert!(matches!(&events[0], Event::Acted { by: table::By::Clock, .. }), "{events:?}");
    assert_eq!(evening.refused(Actor::HOUSE, clock(turn)), "clock.none", "it is answered");
}

#[test]
fn l_25_a_wall_clock_that_jumps_neither_stops_nor_stretches_a_turn() {
    // Two hours back; an hour ahead; an hour ahead and back again.
    for jumps in [vec![10 * HOUR], vec![13 * HOUR], vec![13 * HOUR, 12 * HOUR]] {
        let mut evening = sat(CLOCKS);
        for now in jumps {
            evening.now = now;
            evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
        }
        assert_eq!(only(&evening).1, 15_000, "betting is closed after 15 s");
        let (bets, _) = only(&evening);
        evening.does(Actor::HOUSE, clock(bets));
        assert_eq!(only(&evening).1, 20_000, "a turn is over after 20 s");
        let (turn, _) = only(&evening);
        evening.does(Actor::HOUSE, clock(turn));
        assert_eq!(evening.table().books().balance(Account::Felt), Micros::ZERO);
    }
}

#[test]
fn t_10_a_player_is_idle_since_his_last_command_and_not_by_the_hour() {
    let mut evening = sat(Clocks { betting_ms: 0, turn_ms: 0, ..Clocks::SHARED });
    let (seat_taken, ms) = only(&evening);
    let asked = evening.table().version();
    assert_eq!((seat_taken, ms), (Question::Presence { player: ANN.account, asked }, 600_000));
    evening.now += 2 * HOUR;
    evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
    assert_eq!(evening.refused(Actor::HOUSE, clock(seat_taken)), "clock.none", "he is there");
    let (bet, _) = only(&evening);
    assert_eq!(evening.refused(Actor::HOUSE, clock(bet)), "clock.none", "his bets lie");
    evening.does(ANN, Body::Ready {});
    let (ready, _) = only(&evening);
    assert_eq!(evening.refused(Actor::HOUSE, clock(ready)), "clock.none", "a round is played");
    evening.does(ANN, act(2, 1, rules::Action::Stand));
    let (stood, _) = only(&evening);
    let events = evening.does(Actor::HOUSE, clock(stood));
    assert!(matches!(events[0], Event::Left { seat: 2, why: table::By::Clock, .. }));
}

/// Announces a sign with another minimum.
fn announce(evening: &mut Evening, from: Option<Time>) -> Vec<Event> {
    let settings = [("main.minimum".to_owned(), "$25".to_owned())];
    let (game, _) = game_of("bahama-bonus");
    let game = games::find(&game.id).unwrap().file().game(None, &settings).unwrap();
    let profile = game.profile(None, &[]).unwrap();
    let clocks = evening.table().house().posted().clocks;
    let posted = Posted { clocks, ..House::sign("Test", &game, &profile) };
    let house = Arc::new(House::new(posted.clone(), &game, &profile).unwrap());
    evening.beside.houses.push(Arc::clone(&house));
    evening.house = Some(house);
    evening.does(SUPERVISOR, Body::Post { sign: Box::new(posted), from })
}

/// A table without given cards, with bets that lie.
fn bets_lie() -> Evening {
    let clocks = Clocks { cut_ms: 0, ..CLOCKS };
    let mut evening = Evening::of(Posted { clocks, ..sign("bahama-bonus") });
    evening.now = 12 * HOUR;
    evening.does(ANN, Body::Sit { seat: 2, buy_in: 100_000 });
    evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
    evening
}

fn posting(evening: &Evening) -> Wait {
    let is_posting = |it: &Wait| matches!(it.question, Question::Posting { .. });
    evening.table().waits().into_iter().find(is_posting).unwrap()
}

#[test]
fn l_18_a_sign_for_at_once_has_no_date_that_a_clock_can_move() {
    let mut evening = bets_lie();
    announce(&mut evening, None);
    evening.now = 10 * HOUR;
    let Wait { question, limit } = posting(&evening);
    assert_eq!(limit, Limit::For(0));
    assert_eq!(evening.refused(Actor::HOUSE, clock(question)), "clock.none", "bets lie");
    evening.bet(ANN, 2, &[]);
    let events = evening.does(Actor::HOUSE, clock(question));
    assert!(events.iter().any(|event| matches!(event, Event::Posted { .. })), "{events:?}");
}

#[test]
fn l_18_a_sign_for_a_date_is_put_up_by_the_wall_clock_and_holds_up_nothing() {
    let mut evening = bets_lie();
    // The wall clock has been ahead for a moment, and the record keeps that time.
    evening.now = 14 * HOUR;
    evening.bet(ANN, 2, &[(Spot::Main, 1_500)]);
    evening.now = 12 * HOUR;
    let date = Time(13 * HOUR);
    announce(&mut evening, Some(date));
    let Wait { question, limit } = posting(&evening);
    assert_eq!(limit, Limit::From(date));
    // The bets' own clock goes on beside it.
    let bets = evening.table().waits()[0];
    assert_eq!(bets.limit, Limit::For(15_000));
    evening.bet(ANN, 2, &[]);
    assert_eq!(evening.refused(Actor::HOUSE, clock(question)), "clock.early");
    evening.bet(ANN, 2, &[(Spot::Main, 1_000)]);
    evening.now = 13 * HOUR;
    assert_eq!(evening.refused(Actor::HOUSE, clock(question)), "clock.none", "not in a round");
    evening.bet(ANN, 2, &[]);
    evening.does(Actor::HOUSE, clock(question));
    assert!(evening.table().waits().is_empty());
}
