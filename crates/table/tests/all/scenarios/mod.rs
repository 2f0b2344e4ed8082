//! The evenings of `testkit::floor`, played at tables and links: every command of the list is
//! given, every event told and every code met, or the test says which was not.

mod driver;
mod postings;
mod rules;

use std::collections::BTreeSet;

use ::rules::Word as _;
use serde_json::Value;
use table::{Actor, Code, Event, Kind, LinkEvent, Micros};
use testkit::floor::{COMMANDS, Check, Evening, Of, Order, Outcome, Step, Tale, stands, text_at};

use self::driver::{Driver, Told, actor};
use crate::common::player;
use crate::ledger::Felt;

/// What evenings have met.
#[derive(Default)]
struct Met {
    done: BTreeSet<&'static str>,
    events: BTreeSet<&'static str>,
    link_events: BTreeSet<&'static str>,
    codes: BTreeSet<&'static str>,
}

/// Whether the power goes between any two steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Power {
    Stays,
    Goes,
}

/// Plays an evening to its end, or to the first line that is not so.
fn check(evening: &Evening, power: Power, met: &mut Met) -> Result<Driver, String> {
    let mut driver = Driver::new(evening)?;
    let mut told: Told = (Vec::new(), Vec::new());
    let mut table = 1;
    for (line, step) in &evening.steps {
        let done = match step {
            Step::Later(milliseconds) => {
                driver.later(*milliseconds);
                Ok(())
            }
            Step::Reach(is_up) => {
                driver.reach_link(*is_up);
                Ok(())
            }
            Step::LoseShoe(number) => {
                driver.lose_shoe(*number);
                Ok(())
            }
            Step::Give(order) => {
                table = order.table;
                let given = give(&mut driver, order, met).map(|events| told = events);
                if power == Power::Goes {
                    driver.restart();
                }
                given
            }
            Step::Check(check) => so(&driver, table, &told, check),
        };
        done.map_err(|what| format!("{}:{line}: {}: {what}", evening.file, evening.about))?;
    }
    Ok(driver)
}

fn give(driver: &mut Driver, order: &Order, met: &mut Met) -> Result<Told, String> {
    let word = order.body["do"].as_str().unwrap_or_default().to_owned();
    let outcome = driver.give(order);
    match (&order.outcome, outcome) {
        (Outcome::Refused(wanted), Err(refused)) if *wanted == refused.code() => {
            met.codes.insert(refused.code());
            let never = ["role.denied", "seat.not-yours", "table.private"];
            assert_eq!(refused.is_denied(), never.contains(&refused.code()));
            Ok((Vec::new(), Vec::new()))
        }
        (Outcome::Done, Ok(Some(told))) => {
            met.done.extend(Kind::ALL.iter().map(|kind| kind.word()).find(|it| *it == word));
            met.events.extend(told.0.iter().map(Event::word));
            met.link_events.extend(told.1.iter().map(LinkEvent::word));
            Ok(told)
        }
        (Outcome::Again, Ok(None)) => Ok((Vec::new(), Vec::new())),
        (wanted, got) => {
            let got = got.map_err(|refused| format!("{}: {refused}", refused.code()));
            Err(format!("{word} must be {wanted:?}, got {got:?}"))
        }
    }
}

/// Whether something is so after a command.
fn so(driver: &Driver, table: usize, told: &Told, check: &Check) -> Result<(), String> {
    let same = |found: &dyn std::fmt::Debug, is: bool| {
        if is { Ok(()) } else { Err(format!("{check:?} is not so: {found:?}")) }
    };
    let (link, shown) = (driver.link(), || driver.link().view(player(1)));
    match check {
        Check::Paid(lines) => {
            let (paid, wanted) = (paid(&told.0), lines.iter().map(fields));
            same(&paid, paid == wanted.collect::<Vec<_>>())
        }
        Check::Tells(words) => {
            let found: Vec<&str> = told.0.iter().map(Event::word).collect();
            same(&found, found == *words)
        }
        Check::Told(of, tales) => {
            let events = values(*of, told);
            same(&events, in_order(&events, tales))
        }
        Check::Untold(of, tales) => {
            let events = values(*of, told);
            let is = |tale: &Tale| events.iter().any(|event| tale.is(event));
            same(&events, !tales.iter().any(is))
        }
        Check::Phase(phase) => {
            let found = serde_json::to_value(driver.table(table).phase()).unwrap();
            same(&found, found["phase"] == **phase)
        }
        Check::Wallet(who, cents) => same(&driver.wallet(who), driver.wallet(who) == *cents),
        Check::Chips(who, cents) => {
            let chips = driver.table(table).chips(actor(who).account);
            same(&chips, chips == *cents)
        }
        Check::Shows(spot, cents) => {
            let mut jackpots = shown().jackpots.into_iter();
            let own = jackpots.find(|it| it.spot.to_string() == *spot).ok_or("no jackpot")?;
            same(&own.cents, own.cents == *cents)
        }
        Check::Holds(spot, meter, reserve) => {
            let own =
                link.jackpots().find(|(it, _)| it.to_string() == *spot).ok_or("no jackpot")?;
            let holds = own.1.holds();
            same(&holds, (holds.meter.0, holds.reserve.0) == (*meter, *reserve))
        }
        Check::Balance(of, account, micros) => {
            let account = account.parse().map_err(|it| format!("{it}"))?;
            let books = if *of == Of::Link { link.books() } else { driver.table(table).books() };
            let balance = books.balance(account);
            same(&balance, balance == Micros(*micros))
        }
        Check::Bank(required, has) => {
            let found = (link.required_bank(), link.bank());
            same(&found, found == (Micros(*required), Micros(*has)))
        }
        Check::Sees(of, who, place, text) => {
            let view = view(driver, *of, table, actor(who));
            same(&text_at(&view, place), stands(&view, place, text))
        }
        Check::Slip(number, place, text) => {
            let slip = serde_json::to_value(link.slip(*number)).unwrap();
            same(&text_at(&slip, place), stands(&slip, place, text))
        }
        Check::Slips(many) => same(&link.slips().len(), link.slips().len() == *many),
        Check::Idle(idle) => same(&link.is_idle(), link.is_idle() == *idle),
        Check::Round(who, staked, returned) => {
            let players = driver.rounds(table).last().map(|round| &round.players);
            let own = (actor(who).account, *staked, *returned);
            same(&players, players.is_some_and(|players| players.contains(&own)))
        }
    }
}

/// Whether these are among the events, in this order.
fn in_order(events: &[Value], tales: &[Tale]) -> bool {
    let mut rest = events.iter();
    tales.iter().all(|tale| rest.any(|event| tale.is(event)))
}

fn view(driver: &Driver, of: Of, table: usize, who: Actor) -> Value {
    let view = match of {
        Of::Table => serde_json::to_value(driver.table(table).view(who)),
        Of::Link => serde_json::to_value(driver.link().view(who)),
    };
    view.unwrap()
}

fn values(of: Of, told: &Told) -> Vec<Value> {
    match of {
        Of::Table => told.0.iter().map(|it| serde_json::to_value(it).unwrap()).collect(),
        Of::Link => told.1.iter().map(|it| serde_json::to_value(it).unwrap()).collect(),
    }
}

type Fields = (usize, String, Option<usize>, i64, i64);

fn fields(line: &testkit::Line) -> Fields {
    (line.seat, line.spot.clone(), line.hand, line.staked, line.returned)
}

fn paid(events: &[Event]) -> Vec<Fields> {
    let lines = events.iter().flat_map(|event| match event {
        Event::Paid { lines } => lines.as_slice(),
        _ => &[],
    });
    let hand = |hand: Option<u8>| hand.map(usize::from);
    lines
        .map(|it| {
            (usize::from(it.seat), it.spot.to_string(), hand(it.hand), it.staked, it.returned)
        })
        .collect()
}

fn evenings() -> Vec<Evening> {
    testkit::floor::evenings().expect("the files have no faults")
}

/// Plays evenings; the floors on which they took place.
fn play_all(evenings: &[Evening], power: Power) -> (Vec<Driver>, Met) {
    let (mut floors, mut wrong, mut met) = (Vec::new(), Vec::new(), Met::default());
    for evening in evenings {
        match check(evening, power, &mut met) {
            Ok(floor) => floors.push(floor),
            Err(what) => wrong.push(what),
        }
    }
    assert!(wrong.is_empty(), "{} evenings differ:\n{}", wrong.len(), wrong.join("\n"));
    (floors, met)
}

/// What no evening meets, with where it is met instead.
const ELSEWHERE: [(&str, &str); 7] = [
    ("command grant", "the house gives it, to a bankroll or a bot: common/mod.rs"),
    ("event cut-card", "it comes after hundreds of cards: rounds.rs"),
    ("code link.terms", "needs tables of several games: link/office.rs"),
    ("code bet.games", "a fifth game is always of another set, which is refused first"),
    ("code game.started", "no table starts a round twice: link/office.rs"),
    ("code game.none", "no table claims what it has not started: progressive's own guard"),
    ("code contribution.unreasonable", "no table wagers so: link/office.rs"),
];

#[test]
fn every_evening_goes_as_it_says_and_meets_everything_there_is() {
    let evenings = evenings();
    let (floors, met) = play_all(&evenings, Power::Stays);
    let words: Vec<&str> = Kind::ALL.iter().map(|kind| kind.word()).collect();
    assert_eq!(COMMANDS.map(|(word, _)| word), *words, "the form has every command");
    let mut never = Vec::new();
    let mut ask = |what: &str, all: &[&'static str], met: &BTreeSet<&'static str>| {
        let unmet = all.iter().filter(|it| !met.contains(*it));
        never.extend(unmet.map(|it| format!("{what} {it}")));
    };
    ask("command", &words, &met.done);
    ask("event", Event::WORDS, &met.events);
    ask("link's event", LinkEvent::WORDS, &met.link_events);
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
    ask("code", &codes, &met.codes);
    assert_eq!(never, ELSEWHERE.map(|(what, _)| what), "of {} evenings", floors.len());
}

/// What a start forgets: that a command was refused, and where a shoe's secret went that no journal
/// has. Those evenings are none for it.
fn outlives_a_restart(evening: &Evening) -> bool {
    let refused: Vec<&String> =
        evening.steps.iter().filter_map(|(_, step)| refused_id(step)).collect();
    let is_again = |id: &&String| refused.iter().filter(|it| it == &id).count() > 1;
    let loses = evening.steps.iter().any(|(_, step)| matches!(step, Step::LoseShoe(_)));
    !loses && !refused.iter().any(is_again)
}

/// The id under which a command is refused, where it matters.
fn refused_id(step: &Step) -> Option<&String> {
    let Step::Give(order) = step else { return None };
    order.id.as_ref().filter(|_| matches!(order.outcome, Outcome::Refused(_)))
}

#[test]
fn t_06_every_evening_goes_on_as_it_says_when_the_power_goes_between_any_two_steps() {
    let all = evenings();
    let outliving: Vec<Evening> = all.iter().filter(|it| outlives_a_restart(it)).cloned().collect();
    assert_eq!(all.len() - outliving.len(), 2, "evenings that a start would change");
    play_all(&outliving, Power::Goes);
}

/// whatever happens at tables and links, no entry moves money from one person to another, and
/// what somebody takes off the felt he has put there. Every event that there is moves its money here.
#[test]
fn r_16_no_event_moves_money_from_one_player_to_another() {
    let (floors, _) = play_all(&evenings(), Power::Stays);
    let mut met = BTreeSet::new();
    for floor in &floors {
        let mut felt = Felt::default();
        for (events, transfers) in floor.entries() {
            met.extend(events);
            felt.follow(transfers);
        }
    }
    let unmet = |all: &[&'static str]| {
        all.iter().filter(|it| !met.contains(*it)).copied().collect::<Vec<_>>()
    };
    assert_eq!((unmet(Event::WORDS), unmet(LinkEvent::WORDS)), (vec!["cut-card"], vec![]));
}

/// A scenario that expects the wrong thing is found: the form can fail.
#[test]
fn an_evening_that_is_not_so_is_found() {
    let text = "\
clause   T-09
about    x
game     bahama-bonus
table    automatic
shoe     9c Ad 8s Kh
ann      sit 2 1000
ann      bet 2 main 10
ann      ready
told     insurance-asked seat=2 most=500
ann      act 2 1 hit refused act.illegal
ann      insure 2 5
paid     2 main 1: 10 -> 0; 2 insurance: 5 -> 15
told     paid; ended
untold   asked
chips    ann 1000
phase    betting
balance  felt 0
sees     ann you/chips 100000
round    ann 15 -> 15
";
    let play = |text: &str| {
        let evening = testkit::floor::read("t.scn", text).unwrap().remove(0);
        check(&evening, Power::Stays, &mut Met::default()).map(drop)
    };
    assert_eq!(play(text), Ok(()));
    let changes = [
        ("most=500", "most=501"),
        ("refused act.illegal", "refused act.turn"),
        (" refused act.illegal", ""),
        ("insure 2 5", "insure 2 5 refused bet.limit"),
        ("5 -> 15", "5 -> 0"),
        ("; 2 insurance: 5 -> 15", ""),
        ("told     paid; ended", "told     ended; paid"),
        ("untold   asked", "untold   ended"),
        ("ann 1000\nphase", "ann 1001\nphase"),
        ("phase    betting", "phase    turn"),
        ("felt 0", "felt 1"),
        ("100000", "1"),
        ("round    ann 15 -> 15", "round    ann 15 -> 0"),
    ];
    for (from, to) in changes {
        let changed = text.replace(from, to);
        assert!(changed != text && play(&changed).is_err(), "{from} as {to}");
    }
}
