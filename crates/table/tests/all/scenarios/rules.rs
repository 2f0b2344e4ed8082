//! The rule scenarios once more, at a house-dealt exhibition table that deals their cards:
//! what it pays, refuses and asks is what the clause says, to the cent.

use std::collections::BTreeMap;

use rules::{Spot, Word as _};
use serde_json::{Value, json};
use table::{Ask, Link};
use testkit::floor::{Addressee, Evening, LinkSign, Order, Outcome, TableSign, Who};
use testkit::scenario::Step;
use testkit::{Expected, Scenario};

use super::driver::{Driver, Told, actor, has_meter};
use super::{Fields, fields, paid};
use crate::common::player;

/// What a player has on him: chips for every wager of any scenario.
const CHIPS: i64 = 1_000_000;
const PURCHASES: usize = 10;

/// Why a scenario is none of a table.
type Cannot = &'static str;

/// The sign of the one table that plays a scenario.
fn evening(scenario: &Scenario) -> Evening {
    let mut evening = Evening {
        head: scenario.head.clone(),
        tables: vec![TableSign { dealing: "automatic".into(), ..TableSign::default() }],
        shoe: scenario.cards().into_iter().map(Into::into).collect(),
        ..Evening::default()
    };
    let unattended = || LinkSign { unattended: true, ..LinkSign::default() };
    evening.link = has_meter(&evening).then(unattended);
    evening
}

fn order(who: &Who, body: Value) -> Order {
    let outcome = Outcome::Done;
    let (cards, id) = (Vec::new(), None);
    Order { table: 1, who: who.clone(), to: Addressee::Table, body, cards, id, seen: 0, outcome }
}

/// A scenario being played: what was paid so far, and the code that stopped it.
struct Played {
    driver: Driver,
    lines: Vec<Fields>,
    refused: Option<&'static str>,
}

impl Played {
    fn give(&mut self, who: &Who, body: Value) {
        if self.refused.is_some() {
            return;
        }
        match self.driver.give(&order(who, body)) {
            Ok(told) => {
                let told: Told = told.expect("no id is used twice");
                self.lines.extend(paid(&told.0));
            }
            Err(refused) => self.refused = Some(refused.code()),
        }
    }

    /// Gives the answer of a seat, to the hand that is asked.
    fn answer(&mut self, who: &Who, seat: usize, choice: &str) {
        let hand = match self.driver.table(1).view(actor(who)).ask {
            Some(Ask::Action { hand, .. }) => hand,
            _ => 1,
        };
        let body = match choice.split_once(' ') {
            Some(("insure", cents)) => {
                json!({"do": "insure", "seat": seat, "cents": cents.parse::<u32>().unwrap()})
            }
            None if choice == "no" => json!({"do": "insure", "seat": seat, "cents": 0}),
            _ => json!({"do": "act", "seat": seat, "hand": hand, "action": choice}),
        };
        self.give(who, body);
    }
}

/// The link with the meters of the scenario, which this round adds nothing to.
fn link_with(scenario: &Scenario, link: &Link) -> Link {
    let mut snapshot = serde_json::to_value(link.snapshot().unwrap()).unwrap();
    for (spot, meter) in &scenario.meters {
        let (reserve, seed) = meter.behind.unwrap_or((0, 0));
        let holds = [meter.shows, reserve].map(|cents| cents * 10_000);
        let jackpots = snapshot["jackpots"].as_array_mut().unwrap();
        let own = jackpots.iter_mut().find(|own| own["spot"] == **spot).unwrap();
        own["open"] = json!({"meter": holds[0], "reserve": holds[1]});
        own["parameters"] = json!({"seed": seed, "contribution": 0, "reserve": 0});
        let books = snapshot["books"]["balances"].as_object_mut().unwrap();
        let had = books.get(&format!("meter:{spot}")).and_then(Value::as_i64).unwrap_or(0);
        books.insert(format!("meter:{spot}"), json!(holds[0]));
        if holds[1] != 0 {
            books.insert(format!("reserve:{spot}"), json!(holds[1]));
        }
        let corrected = had - holds[0] - holds[1];
        if corrected != 0 {
            books.insert(format!("correction:{spot}"), json!(corrected));
        }
    }
    let snapshot = serde_json::from_value(snapshot).unwrap();
    Link::restore(link.id(), std::sync::Arc::new(link.sign().clone()), &snapshot).unwrap()
}

/// The player of every seat: who is named on several has one stack for them.
fn players(scenario: &Scenario) -> BTreeMap<usize, Who> {
    let mut named: Vec<&String> = scenario.players.values().collect();
    named.sort();
    named.dedup();
    let account = |seat: &usize| match scenario.players.get(seat) {
        Some(name) => 101 + named.iter().position(|it| *it == name).unwrap() as u64,
        None => 10 + *seat as u64,
    };
    let who = |seat: &usize| Who { account: account(seat), role: "player".into() };
    scenario.bets.keys().map(|seat| (*seat, who(seat))).collect()
}

/// Plays a scenario at its table.
fn play(scenario: &Scenario) -> Result<Played, Cannot> {
    let evening = evening(scenario);
    if evening.shoe.iter().any(|card| card.parse::<cards::Card>().is_err()) {
        return Err("the shoe does not hold these cards");
    }
    let mut spots = scenario.bets.values().flatten().map(|(spot, _)| spot);
    if spots.any(|spot| Spot::from_word(spot).is_none()) {
        return Err("no table has a word for such a wager");
    }
    let mut driver = Driver::new(&evening)?;
    if !scenario.meters.is_empty() {
        if evening.link.is_none() {
            return Err("no table has such a sign");
        }
        let link = link_with(scenario, driver.link());
        driver.replace_link(link);
    }
    let mut played = Played { driver, lines: Vec::new(), refused: None };
    let players = players(scenario);
    for (seat, who) in &players {
        played.give(who, json!({"do": "sit", "seat": seat, "buy_in": CHIPS}));
        for _ in 1..PURCHASES {
            played.give(who, json!({"do": "buy-in", "seat": seat, "cents": CHIPS}));
        }
    }
    for (seat, spots) in &scenario.bets {
        if spots.iter().any(|(_, cents)| !(1..=i64::from(u32::MAX)).contains(cents)) {
            return Err("at a table a bet of nothing takes it back, and less cannot be said");
        }
        let bets: BTreeMap<&String, i64> =
            spots.iter().map(|(spot, cents)| (spot, *cents)).collect();
        played.give(&players[seat], json!({"do": "bet", "seat": seat, "bets": bets}));
    }
    let mut ready: Vec<&Who> = players.values().collect();
    ready.dedup();
    ready.sort_by_key(|who| who.account);
    ready.dedup();
    for who in ready {
        played.give(who, json!({"do": "ready"}));
    }
    for step in &scenario.play {
        if let Step::Choice { seat, choice, .. } = step {
            let Some(who) = players.get(seat) else { return Err("nobody sits there to answer") };
            played.answer(who, *seat, choice);
        }
    }
    Ok(played)
}

/// Whether the table says what the scenario says.
fn agrees(scenario: &Scenario, played: &mut Played) -> Result<bool, Cannot> {
    let ask = played.driver.table(1).view(player(1)).ask;
    Ok(match &scenario.expected {
        Expected::Lines(lines) => {
            let mut wanted: Vec<Fields> = lines.iter().map(fields).collect();
            wanted.sort();
            played.lines.sort();
            played.refused.is_none() && played.lines == wanted
        }
        Expected::Refused(codes) if codes[0] == "card.missing" => {
            return Err("the shoe of a table has more cards than the scenario gives");
        }
        Expected::Refused(codes) if codes[0] == "round.meter" => {
            return Err("the link of a table has all its meters");
        }
        Expected::Refused(codes) => match played.refused {
            // Nobody sits down at a seat that is none; no round asks for a choice too many.
            Some("seat.unknown") => codes.iter().any(|it| it == "bet.seat"),
            Some("round.none") => codes.iter().any(|it| it == "choice.extra"),
            Some(code) => codes.iter().any(|it| it == code),
            None => false,
        },
        Expected::Asks { seat, hand, legal } => match ask {
            Some(Ask::Insurance { seat: asked, .. }) => {
                usize::from(asked) == *seat && hand.is_none()
            }
            Some(Ask::Action { seat: asked, hand: of, legal: offers, .. }) => {
                let offered = offers.iter().map(|offer| offer.action.to_string());
                usize::from(asked) == *seat
                    && *hand == Some(usize::from(of))
                    && offered.eq(legal.iter().cloned())
            }
            None => false,
        },
    })
}

/// Whether a table can play a scenario, and it goes as it says.
pub(super) fn goes(scenario: &Scenario) -> bool {
    play(scenario).and_then(|mut played| agrees(scenario, &mut played)) == Ok(true)
}

#[test]
fn g_01_a_table_settles_every_rule_scenario_that_can_be_dealt_there() {
    let scenarios = testkit::scenarios().expect("the scenario files have no faults");
    let (mut wrong, mut cannot, mut agreed) = (Vec::new(), BTreeMap::<Cannot, usize>::new(), 0);
    for scenario in &scenarios {
        let done = play(scenario).and_then(|mut played| {
            agrees(scenario, &mut played).map(|is| (is, played.lines, played.refused))
        });
        match done {
            Ok((true, ..)) => agreed += 1,
            Ok((false, lines, refused)) => wrong.push(format!(
                "{}:{}: {}: must be {:?}, got {lines:?} {refused:?}",
                scenario.file, scenario.line, scenario.about, scenario.expected
            )),
            Err(why) => *cannot.entry(why).or_insert(0) += 1,
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    let known = [
        ("at a table a bet of nothing takes it back, and less cannot be said", 2),
        ("no table has a word for such a wager", 3),
        ("no table has such a sign", 20),
        ("nobody sits there to answer", 1),
        ("the link of a table has all its meters", 3),
        ("the shoe does not hold these cards", 12),
        ("the shoe of a table has more cards than the scenario gives", 3),
    ];
    let known = BTreeMap::from(known);
    assert_eq!(cannot, known);
    assert_eq!(agreed + known.values().sum::<usize>(), scenarios.len());
}
