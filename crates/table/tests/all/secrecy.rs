//! Nobody learns a hidden card: with the hole card and the undealt cards resampled,
//! every byte written and shown is the same until the legal reveal (S-01, S-02, S-03,
//! G-07).

use std::sync::Arc;

use cards::{Card, Counts};
use rules::Total;
use serde_json::Value;
use table::{AccountId, Actor, Body, Decided, Event, House, Role};
use testkit::{Dice, every_game, rounds};

use crate::common::Evening;
use crate::common::crowd::{SUPERVISOR, keypad, sign_of};

/// A shoe as the public has seen it.
#[derive(Clone, Default)]
struct Known {
    /// Place by place, the card; nothing for one that lay face down and still does.
    places: Vec<Option<Card>>,
    /// The place of the hole card of the round in play, until it is turned.
    hole: Option<usize>,
    up: Option<Card>,
    /// Hole cards at which the dealer has peeked, with their up-cards: no natural. Those
    /// of a voided round are never turned.
    peeked: Vec<(usize, Card)>,
}

impl Known {
    fn learn(&mut self, event: &Event) {
        match event {
            Event::Started { .. } => (self.hole, self.up) = (None, None),
            // The hole card of a voided round stays face down for good.
            Event::Ended { .. } | Event::Voided { .. } => self.hole = None,
            Event::Dealt { cards, .. } => {
                for dealt in cards {
                    if dealt.card.is_none() {
                        self.hole = Some(self.places.len());
                    } else if dealt.seat == 0 && self.up.is_none() {
                        self.up = dealt.card;
                    }
                    self.places.push(dealt.card);
                }
            }
            Event::HoleTurned { card, .. } => {
                let hole = self.hole.take().unwrap();
                self.places[hole] = Some(*card);
            }
            Event::Peeked {} => self.peeked.push((self.hole.unwrap(), self.up.unwrap())),
            _ => {}
        }
    }

    /// Whether a card may lie face down there as far as anybody knows.
    fn may_lie(&self, place: usize, card: Card) -> bool {
        let peeked = self.peeked.iter().find(|(hole, _)| *hole == place);
        peeked.is_none_or(|(_, up)| Total::of(&[*up, card]).best() != 21)
    }

    /// Another shoe that looks the same so far.
    fn resample(&self, all: &[Card], dice: &mut Dice) -> Vec<Card> {
        let mut counts: Counts = all.iter().copied().collect();
        for card in self.places.iter().flatten() {
            assert!(counts.take(*card));
        }
        let mut rest: Vec<Card> = counts.cards().collect();
        cards::shuffle(&mut rest, dice);
        let mut shoe = Vec::with_capacity(all.len());
        for (place, known) in self.places.iter().enumerate() {
            let card = known.unwrap_or_else(|| {
                let found = rest.iter().position(|card| self.may_lie(place, *card)).unwrap();
                rest.remove(found)
            });
            shoe.push(card);
        }
        shoe.append(&mut rest);
        shoe
    }
}

/// What everybody could write down of a step: the entry, and the view of every role.
fn told(evening: &Evening) -> String {
    let mut text = serde_json::to_string(&masked(evening.entries.last().unwrap())).unwrap();
    for role in Role::ALL {
        for account in [11, 12, 91, 99] {
            let view = evening.table().view(Actor { account: AccountId(account), role });
            text += &serde_json::to_string(&masked(&view)).unwrap();
        }
    }
    text
}

/// The commitment is of other cards, and the sign of an exhibition table names the cards
/// it was given: they are the only differences there may be.
fn masked(of: &impl serde::Serialize) -> Value {
    fn mask(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("root");
                fields.remove("exhibition");
                fields.values_mut().for_each(mask);
            }
            Value::Array(items) => items.iter_mut().for_each(mask),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(of).unwrap();
    mask(&mut value);
    value
}

/// What a log that writes a table down with `{:?}` would hold.
fn logged(evening: &Evening, cards: &[Card]) -> String {
    let text = format!("{:?} {:?}", evening.table(), evening.floor);
    text.replace(&format!("{cards:?}"), "")
}

fn house_with(id: &str, cards: &[Card], by_keypad: bool, seed: u64) -> Arc<House> {
    let mut posted = sign_of(id, &mut Dice::new(seed));
    posted.exhibition = Some(cards.iter().copied().collect());
    crate::common::house_of(if by_keypad { keypad(posted) } else { posted })
}

/// Plays, and at every step plays the same with other hidden cards.
fn secrecy(id: &str) {
    let (mut steps, mut hidden) = (0, 0);
    for seed in 0..rounds(2, 6, 200) {
        let mut dice = Dice::new(seed);
        let by_keypad = dice.once_in(3);
        let plain = crate::common::house_of(sign_of(id, &mut Dice::new(seed)));
        let mut shoe: Vec<Card> =
            Counts::of(plain.rules().deck, plain.rules().decks).cards().collect();
        cards::shuffle(&mut shoe, &mut dice);
        let mut evening = Evening::at(house_with(id, &shoe, by_keypad, seed));
        evening.people(&mut Dice::new(seed));
        let start = evening.entries.len();
        let mut known = Known::default();
        let mut commands: Vec<(Actor, Body)> = Vec::new();
        let mut tellings = Vec::new();
        while evening.rounds.len() < 2 {
            let next = match evening.next(&mut dice) {
                (by, body) if !known_hole(&known) || !dice.once_in(25) => (by, body),
                _ => (SUPERVISOR, Body::Void { reason: "for the test".to_owned() }),
            };
            evening.does(next.0, next.1.clone());
            commands.push(next);
            tellings.push(told(&evening));
            evening.entries.last().unwrap().events.iter().for_each(|event| known.learn(event));
            let other = known.resample(&shoe, &mut dice);
            let mut twin = Evening::at(house_with(id, &other, by_keypad, seed));
            twin.people(&mut Dice::new(seed));
            assert_eq!(twin.entries.len(), start);
            for (place, (by, body)) in commands.iter().enumerate() {
                twin.does(*by, body.clone());
                same(&tellings[place], &told(&twin), &format!("{id} seed {seed} step {place}"));
            }
            assert_eq!(logged(&evening, &shoe), logged(&twin, &other), "{id} seed {seed}");
            steps += 1;
            hidden += u64::from(known_hole(&known));
        }
    }
    println!("{id}: {steps} steps, {hidden} of them with a card face down");
    assert!(hidden > 5);
}

/// Equal texts, or where they differ.
fn same(one: &str, other: &str, what: &str) {
    let differ = one.bytes().zip(other.bytes()).position(|(one, other)| one != other);
    let differ = differ.or((one.len() != other.len()).then_some(one.len().min(other.len())));
    if let Some(at) = differ {
        let near = |text: &str| {
            text.get(at.saturating_sub(300)..text.len().min(at + 100)).map(str::to_owned)
        };
        panic!("{what}:\n{:?}\n{:?}", near(one), near(other));
    }
}

fn known_hole(known: &Known) -> bool {
    known.hole.is_some()
}

#[test]
fn s_01_s_03_every_game_keeps_its_secrets() {
    every_game(|game| secrecy(game.id));
}

#[test]
fn g_07_s_02_the_hole_card_stands_nowhere_until_it_is_turned() {
    // The only seven of spades of the shoe's front is the hole card.
    let cards = "Kc 9d 8h 7s 5d 4c";
    let mut evening = Evening::of(crate::common::given(crate::common::sign("bahama-bonus"), cards));
    let ann = crate::common::player(11);
    evening.does(ann, Body::Sit { seat: 2, buy_in: 10_000 });
    evening.bet(ann, 2, &[(rules::Spot::Main, 1_000)]);
    evening.does(ann, Body::Ready {});
    let shown = |evening: &Evening| {
        let table = evening.table();
        let view = masked(&table.view(crate::common::staff(99, Role::Auditor)));
        let entry = masked(evening.entries.last().unwrap());
        let debug = format!("{table:?} {:?}", evening.floor);
        let posted = format!("{:?}", table.house().posted().exhibition.as_ref().unwrap());
        let given: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
        let debug = debug.replace(&posted, "").replace(&format!("{given:?}"), "");
        format!("{view}{entry}{debug}")
    };
    assert!(shown(&evening).contains("9d"), "the up-card is seen");
    assert!(!shown(&evening).contains("7s"), "{}", shown(&evening));
    evening.does(ann, crate::common::act(2, 1, rules::Action::Stand));
    assert!(shown(&evening).contains("7s"));
}

#[test]
fn s_03_a_record_does_not_tell_its_secrets() {
    let house = crate::common::house_of(crate::common::sign("bahama-bonus"));
    let table = table::Table::new(table::TableId(1), house);
    let evening = Evening::at(table.house().clone());
    let id = table::CommandId::try_from("open-the-table".to_owned()).unwrap();
    let open = table::Command { id, expected: 0, body: Body::Open {} };
    let decided = table.decide(&(), Actor::HOUSE, &open, &evening.context()).unwrap();
    let Decided::Yes(decision) = decided else { panic!("opening concerns the table alone") };
    let [(_, secret)] = decision.record.secrets.as_slice() else { panic!("one secret") };
    let logged = format!("{:?} {decision:?}", decision.record);
    let hex: String = secret.reveal().iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(!logged.contains(&hex));
    assert!(!logged.contains(&format!("{:?}", secret.reveal())));
}
