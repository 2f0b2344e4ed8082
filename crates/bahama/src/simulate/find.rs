//! Rare rounds: where they are, and the round itself as `bahama settle` reads it.

use odds::main_wager::Asked;
use round::{Need, Round};
use rules::{Bets, Class, Kind, Look, Rules, Spot, Word};
use serde_json::{Map, Value, json};
use sim::{SeatResult, Visited};

use super::setup::Ready;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The special bonus.
    SpecialBonus,
    /// A seat with so many hands.
    Hands(u8),
    /// A class of a side wager.
    Class(Class),
}

impl Event {
    /// Reads an event: `special-bonus`, `3-hands`, `4-hands`, or a class of a side wager
    /// as the pay tables name it.
    pub fn read(text: &str) -> Option<Event> {
        match text {
            "special-bonus" => Some(Event::SpecialBonus),
            "3-hands" => Some(Event::Hands(3)),
            "4-hands" => Some(Event::Hands(4)),
            class => Class::from_word(class)
                .filter(|class| !Kind::Bonus21.classes().contains(class))
                .map(Event::Class),
        }
    }

    fn is_in(self, ready: &Ready, round: &Visited<'_>, seat: &SeatResult) -> bool {
        match self {
            Event::SpecialBonus => seat.special > 0,
            Event::Hands(hands) => seat.hands == hands,
            Event::Class(class) => {
                let (sight, deck) = (seat.sight(round.up, round.hole), ready.profile.rules.deck);
                let is_it = |look: &Look| look.class(&sight, deck) == class;
                ready.looks.iter().any(|look| look.is_offered(round.up) && is_it(look))
            }
        }
    }
}

/// A round that was found.
pub struct Found {
    /// Its number in the job, from 1.
    pub round: u64,
    /// The seat, from 1.
    pub seat: usize,
    /// The round as `bahama settle` reads it.
    pub document: Value,
}

/// Looks for the first round of the job with an event; `done` hears of every chunk.
pub fn find(ready: &Ready, event: Event, mut done: impl FnMut() -> bool) -> Option<Found> {
    for chunk in 0..ready.job.chunks() {
        let mut found = None;
        ready.job.visit(&ready.kernel, &[], chunk, |round| {
            let seat = round.seats.iter().position(|seat| event.is_in(ready, round, seat));
            if let (None, Some(seat), false) = (&found, seat, round.cards.is_empty()) {
                found = Some((round.round, seat + 1, round.cards.to_vec()));
            }
        });
        if let Some((round, seat, cards)) = found {
            return Some(Found { round, seat, document: document(ready, &cards) });
        }
        if !done() {
            return None;
        }
    }
    None
}

/// The round with the choices of the strategy, as the table would have asked for them.
pub(super) fn document(ready: &Ready, cards: &[cards::Card]) -> Value {
    let rules = ready.kernel.rules();
    let bet = ready.kernel.bet();
    let mut bets = Bets::default();
    bets[..usize::from(ready.job.seats)].iter_mut().for_each(|seat| seat.set(Spot::Main, bet));
    let choices = match rules.accept(&bets) {
        Ok(placed) => choices(ready, rules, Round::new(&placed), cards),
        Err(_) => Vec::new(),
    };
    let seats: Map<String, Value> =
        (1..=ready.job.seats).map(|seat| (seat.to_string(), json!({"main": bet}))).collect();
    json!({
        "game": ready.game.id,
        "configuration": ready.profile.configuration,
        "decks": ready.profile.rules.decks,
        "set": ready.setup.choice.set.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "bets": seats,
        "cards": cards.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "choices": choices,
    })
}

fn choices(ready: &Ready, rules: &Rules, mut round: Round, cards: &[cards::Card]) -> Vec<String> {
    let mut cards = cards.iter();
    let mut choices = Vec::new();
    loop {
        let answered = match round.need() {
            Need::Nothing => return choices,
            Need::Card(_) => match cards.next() {
                Some(&card) => round.card(rules, card),
                None => return choices,
            },
            Need::Insurance { seat, .. } => {
                choices.push(format!("{seat} no"));
                round.insure(rules, seat, 0)
            }
            Need::Action { seat, hand, legal } => {
                let asked = &round.hands(seat)[usize::from(hand) - 1];
                let Some(up) = round.up_card() else { return choices };
                let asked = Asked {
                    cards: asked.cards(),
                    up,
                    origin: asked.origin(),
                    doubles: asked.doubles(),
                    legal,
                };
                let Some(action) = ready.solution.play(&asked) else { return choices };
                choices.push(format!("{seat} {action}"));
                round.act(rules, seat, action)
            }
        };
        if answered.is_err() {
            return choices;
        }
    }
}
