//! What a hand puts down and gets back, by its cards and the dealer's end.
//!
//! A hand puts down its wager when it is dealt and more of it at each double; what comes
//! back depends on the dealer's end. A hand that is bust gets nothing back, so only
//! hands that are not bust are ever looked at.

use rules::{Action, Origin};

use super::composition::{Composition, NO_HAND, compositions};
use super::dealer::{ENDS, Ends};
use super::terms::{STAKES, Terms};

/// What comes back less what is put down when a hand holds these cards, at each of the
/// dealer's ends; for all orders together in which its cards can come.
pub(crate) type Flow = Vec<(u16, Ends)>;

/// The hands of one origin under one strategy.
pub(crate) struct Flows<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) origin: Origin,
    pub(crate) plays: &'a [[Action; STAKES]],
}

/// What is gathered on the way.
struct Gathered {
    orders: Vec<[f64; STAKES]>,
    flow: Vec<Ends>,
}

impl Flows<'_> {
    /// The hands that begin with these two cards and this action.
    pub(crate) fn from(&self, starts: &[(u16, Action)]) -> Flow {
        let all = compositions();
        let mut gathered =
            Gathered { orders: vec![[0.0; STAKES]; all.len()], flow: vec![[0.0; ENDS]; all.len()] };
        for &(two, action) in starts {
            gathered.add(two, -self.terms.stakes[0]);
            self.act(two, 0, action, 1.0, &mut gathered);
        }
        for (index, hand) in all.iter().filter(|(_, hand)| hand.cards > 2) {
            for doubles in 0..STAKES {
                let orders = gathered.orders[usize::from(index)][doubles];
                if orders > 0.0 {
                    let action = match hand.is_21() {
                        true => Action::Stand,
                        false => self.plays[usize::from(index)][doubles],
                    };
                    self.act(index, doubles, action, orders, &mut gathered);
                }
            }
        }
        let flows = (0..).zip(gathered.flow);
        flows.filter(|(_, ends)| ends.iter().any(|&end| end != 0.0)).collect()
    }

    fn act(&self, index: u16, doubles: usize, action: Action, orders: f64, into: &mut Gathered) {
        let hand = compositions().get(index);
        let stakes = &self.terms.stakes;
        match action {
            Action::Stand => {
                let returns = self.terms.returns(hand, self.origin, doubles);
                for (sum, end) in into.flow[usize::from(index)].iter_mut().zip(returns) {
                    *sum += orders * end;
                }
            }
            Action::Surrender => into.add(index, orders * 0.5 * stakes[doubles]),
            Action::Rescue => {
                into.add(index, orders * (stakes[doubles] - self.terms.forfeit(doubles)));
            }
            Action::Hit => into.draw(hand, doubles, orders),
            Action::Double => {
                into.add(index, orders * (stakes[doubles] - stakes[doubles + 1]));
                into.draw(hand, doubles + 1, orders);
            }
            // A hand of a split that may be split again is not a hand yet.
            Action::Split => {}
        }
    }
}

impl Gathered {
    fn add(&mut self, index: u16, amount: f64) {
        self.flow[usize::from(index)].iter_mut().for_each(|end| *end += amount);
    }

    fn draw(&mut self, hand: &Composition, doubles: usize, orders: f64) {
        for &child in hand.with.iter().filter(|&&child| child != NO_HAND) {
            self.orders[usize::from(child)][doubles] += orders;
        }
    }
}

/// The difference of two flows.
pub(crate) fn less(flow: Flow, other: Flow) -> Flow {
    let mut sums = vec![[0.0; ENDS]; compositions().len()];
    for (flow, sign) in [(flow, 1.0), (other, -1.0)] {
        for (index, ends) in flow {
            for (sum, end) in sums[usize::from(index)].iter_mut().zip(ends) {
                *sum += sign * end;
            }
        }
    }
    (0..).zip(sums).filter(|(_, ends)| ends.iter().any(|&end| end != 0.0)).collect()
}
