//! How often each cell of a chart is asked.

use rules::{Action, Origin};

use super::chart::{CELLS, Chart, Part, Row, place, row_of};
use super::composition::{Composition, NO_HAND, VALUES, compositions};
use super::outcomes::{Ended, follow};
use super::pair::{most_hands, split_origin};
use super::play::State;
use super::shoe::Shoe;
use super::solution::{Solution, Start, Strategy};
use super::terms::STAKES;

/// How many hands of an average round ask each cell of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    cells: Vec<[f64; VALUES]>,
}

impl Reach {
    /// The hands of an average round in a row against an up-card, an ace being 1 and every
    /// card that counts ten 10.
    pub fn of(&self, part: Part, row: Row, up: u8) -> f64 {
        self.cells[place(part, row)][usize::from(up) - 1]
    }

    fn add(&mut self, state: &State<'_>, chance: f64) {
        let (part, row) = row_of(state);
        self.cells[place(part, row)][state.up] += chance;
    }
}

impl Solution {
    /// How often each cell of the chart is asked that this solution follows. Hands that are not
    /// split are counted exactly, hands of a split to their order of magnitude: as if each were
    /// one of two.
    pub fn reach(&self, chart: &Chart) -> Reach {
        let all = compositions();
        let mut reach = Reach { cells: vec![[0.0; VALUES]; CELLS] };
        for against in &self.ups {
            let up = against.up_card.up;
            for start in against.starts.iter().filter(|start| start.action.is_some()) {
                let &Start { hand: index, allowed, suited, .. } = start;
                let state = State { index, hand: all.get(index), up, doubles: 0, allowed, suited };
                reach.add(&state, start.chance);
                if start.action == Some(Action::Split) {
                    self.split_hands(chart, start, up, &mut reach);
                }
            }
            let met = follow(&self.table, &self.terms, against, &mut Ended::new(&self.terms));
            for (index, hand) in all.iter().filter(|(_, hand)| hand.cards > 2 && !hand.is_21()) {
                for (doubles, &chance) in met[usize::from(index)].iter().enumerate() {
                    let allowed = self.terms.options(Origin::Dealt, hand.cards, doubles);
                    let state = State { index, hand, up, doubles, allowed, suited: None };
                    reach.add(&state, chance);
                }
            }
        }
        reach
    }

    /// Follows the two hands of a pair that is split.
    fn split_hands(&self, chart: &Chart, start: &Start, up: usize, reach: &mut Reach) {
        let all = compositions();
        let Some(value) = (0..VALUES).find(|&value| all.get(start.hand).held[value] == 2) else {
            return;
        };
        let origin = split_origin(value);
        let mut out = [0; VALUES];
        out[up] += 1;
        out[value] += 1;
        let mut met = vec![[0.0; STAKES]; all.len()];
        let mut held = [0; VALUES];
        held[value] = 1;
        let Some(one) = all.find(&held) else { return };
        for (card, chance) in draws(&self.table.shoe, all.get(one), &out) {
            let child = all.get(one).with[card];
            let again = if card == value { self.kept_pairs(value) } else { 1.0 };
            if child != NO_HAND {
                met[usize::from(child)][0] += 2.0 * start.chance * chance * again;
            }
        }
        for (index, hand) in all.iter().filter(|(_, hand)| hand.cards > 1 && !hand.is_21()) {
            for doubles in 0..STAKES {
                let chance = met[usize::from(index)][doubles];
                if chance == 0.0 {
                    continue;
                }
                let allowed = self.terms.options(origin, hand.cards, doubles);
                let state = State { index, hand, up, doubles, allowed, suited: None };
                reach.add(&state, chance);
                let doubles = match chart.choose(&state) {
                    Action::Hit => doubles,
                    Action::Double => doubles + 1,
                    _ => continue,
                };
                for (card, drawn) in draws(&self.table.shoe, hand, &out) {
                    let child = hand.with[card];
                    if child != NO_HAND {
                        met[usize::from(child)][doubles] += chance * drawn;
                    }
                }
            }
        }
    }

    /// The share of the hands with a pair again that cannot be split again: those of a seat that
    /// has all its hands, for which as many more cards of the value had to come.
    fn kept_pairs(&self, value: usize) -> f64 {
        let more = most_hands(&self.question.rules, value) as i32 - 2;
        let shoe = &self.table.shoe;
        let chance = |card: i32| {
            f64::from((shoe.left[value] - 3 - card).max(0)) / f64::from(shoe.total - 4 - card)
        };
        (0..more).map(chance).product()
    }
}

/// The cards that a hand may draw and their chances, with others out of the shoe.
fn draws(
    shoe: &Shoe,
    hand: &Composition,
    out: &[i32; VALUES],
) -> impl Iterator<Item = (usize, f64)> {
    let left: [i32; VALUES] =
        std::array::from_fn(|value| shoe.left[value] - i32::from(hand.held[value]) - out[value]);
    let total: i32 = left.iter().sum();
    let chance = move |value: usize| (value, f64::from(left[value].max(0)) / f64::from(total));
    (0..VALUES).map(chance).filter(|(_, chance)| *chance > 0.0)
}

/// How likely a composition is when so many cards are drawn, in any order.
pub(crate) fn likely(shoe: &Shoe, hand: &Composition) -> f64 {
    let mut chance = 1.0;
    let mut drawn = 0;
    for (left, held) in shoe.left.iter().zip(hand.held) {
        for card in 0..i32::from(held) {
            drawn += 1;
            // The orders in which cards can come grow by the choice of each card's place.
            let places = f64::from(drawn) / f64::from(card + 1);
            chance *= places * f64::from((left - card).max(0)) / f64::from(shoe.total - drawn + 1);
        }
    }
    chance
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Counts, Deck};

    #[test]
    fn a_composition_is_as_likely_as_its_draws() {
        let shoe = Shoe::of(&Counts::of(Deck::FortyEight, 1));
        let two = |hand: &Composition| hand.cards == 2;
        let hands = compositions().iter().filter(|(_, hand)| two(hand));
        let all: f64 = hands.map(|(_, hand)| likely(&shoe, hand)).sum();
        assert!((all - 1.0).abs() < 1e-12, "{all}");
        let mut held = [0; VALUES];
        (held[0], held[1]) = (2, 1);
        let hand = compositions().get(compositions().find(&held).unwrap());
        // Two aces and a two of four each, in three orders.
        let exact = 3.0 * 4.0 * 3.0 * 4.0 / (48.0 * 47.0 * 46.0);
        assert!((likely(&shoe, hand) - exact).abs() < 1e-15);
    }
}
