//! Where the optimum departs from a chart, and what each departure is worth.

use rules::{Action, Origin};

use super::chart::{Chart, Possible, possible};
use super::composition::{VALUES, compositions};
use super::outcomes::{Ended, follow};
use super::play::State;
use super::solution::{Solution, Strategy};

/// A hand on which the optimum plays otherwise than a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Departure {
    /// The values held, an ace being 1, ascending.
    pub cards: Vec<u8>,
    /// How close two cards are to 6-7-8 or 7-7-7.
    pub possible: Option<Possible>,
    /// The value of the up-card.
    pub up: u8,
    /// How often the hand was doubled.
    pub doubles: u8,
    /// What the optimum plays.
    pub optimum: Action,
    /// What the chart plays.
    pub chart: Action,
    /// What the optimum gains by it, in units of the wager, in an average round.
    pub gain: f64,
}

impl Solution {
    /// The hands before a split on which this optimum departs from a chart, the most
    /// valuable first.
    pub fn departures(&self, chart: &Chart) -> Vec<Departure> {
        let all = compositions();
        let mut departures: Vec<Departure> = Vec::new();
        let mut compare = |state: &State<'_>, optimum: Action, chance: f64, worths: &[f64; 6]| {
            let played = chart.choose(state);
            let gain = chance * (worths[optimum as usize] - worths[played as usize]);
            if played != optimum && gain > 0.0 {
                let departure = departure(state, optimum, played, gain);
                let same =
                    |known: &&mut Departure| Departure { gain, ..(**known).clone() } == departure;
                match departures.iter_mut().find(same) {
                    Some(known) => known.gain += gain,
                    None => departures.push(departure),
                }
            }
        };
        for against in &self.ups {
            let up = against.up_card.up;
            for start in &against.starts {
                let (hand, allowed) = (all.get(start.hand), start.allowed);
                let (index, suited) = (start.hand, start.suited);
                let state = State { index, hand, up, doubles: 0, allowed, suited };
                if let Some(action) = start.action {
                    compare(&state, action, start.chance, &start.worths);
                }
            }
            let met = follow(&self.table, &self.terms, against, &mut Ended::new(&self.terms));
            for (index, hand) in all.iter().filter(|(_, hand)| hand.cards > 2 && !hand.is_21()) {
                for (doubles, &chance) in met[usize::from(index)].iter().enumerate() {
                    let allowed = self.terms.options(Origin::Dealt, hand.cards, doubles);
                    let state = State { index, hand, up, doubles, allowed, suited: None };
                    let action = against.up_card.action[usize::from(index)][doubles];
                    compare(&state, action, chance, against.up_card.worths(index, doubles));
                }
            }
        }
        departures.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        departures
    }
}

fn departure(state: &State<'_>, optimum: Action, chart: Action, gain: f64) -> Departure {
    let held = (0..VALUES).flat_map(|value| {
        std::iter::repeat_n(value as u8 + 1, usize::from(state.hand.held[value]))
    });
    Departure {
        cards: held.collect(),
        possible: possible(state),
        up: state.up as u8 + 1,
        doubles: state.doubles as u8,
        optimum,
        chart,
        gain,
    }
}
