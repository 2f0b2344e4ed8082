//! The table of starting hands: every first two cards against every up-card.

use cards::Suit;
use rayon::prelude::*;
use rules::Action;

use super::composition::VALUES;
use super::pair::{Becomes, SplitPair};
use super::play::State;
use super::shoe::is_suited_value;
use super::solution::{Against, Solution, Start};
use super::terms::best_of;

/// First two cards against an up-card, in suits that make no difference.
#[derive(Clone, Debug, PartialEq)]
pub struct StartingHand {
    /// The values of the two cards, an ace being 1, the lower first.
    pub values: [u8; 2],
    /// The value of the up-card.
    pub up: u8,
    /// The suits of the two cards and the up-card; nothing where suits never matter.
    pub suits: Vec<[Suit; 3]>,
    /// The chance of being dealt this, before the peek.
    pub probability: f64,
    /// The worth of each action after the peek, each followed by the best play; none for a
    /// natural.
    pub actions: Vec<(Action, f64)>,
    /// The best of them.
    pub best: Option<Action>,
    /// What the hand is worth under its best play, the dealer's naturals counted.
    pub worth: f64,
}

impl Solution {
    /// Every first two cards against every up-card; those of the same worth, which only their
    /// suits tell apart, are one.
    pub fn starting_hands(&self) -> Vec<StartingHand> {
        let by_up: Vec<Vec<StartingHand>> =
            self.ups.par_iter().map(|against| self.starting_against(against)).collect();
        by_up.concat()
    }

    fn starting_against(&self, against: &Against) -> Vec<StartingHand> {
        let once: Vec<Option<SplitPair>> =
            (0..VALUES).map(|value| self.split_once(against, value)).collect();
        let mut hands: Vec<StartingHand> = Vec::new();
        for start in &against.starts {
            let hand = starting(start, once[start.values[0]].as_ref());
            let same = |known: &&mut StartingHand| {
                let alike = known.values == hand.values && known.best == hand.best;
                let near = |&(one, of): &(Action, f64)| {
                    hand.actions
                        .iter()
                        .any(|&(other, worth)| one == other && (worth - of).abs() < 1e-13)
                };
                alike && known.actions.iter().all(near)
            };
            match hands.iter_mut().find(same) {
                Some(known) => {
                    known.probability += hand.probability;
                    known.suits.extend(hand.suits);
                }
                None => hands.push(hand),
            }
        }
        hands
    }

    /// A pair that is split and never again: whoever splits need not split again.
    fn split_once(&self, against: &Against, value: usize) -> Option<SplitPair> {
        let again = against.splits[value].as_ref().filter(|split| split.of.most > 2)?;
        let as_unsplit = |state: &State<'_>| against.up_card.play(state);
        let of = Becomes { most: 2, ..again.of };
        let plan = self.question.class.plan(&as_unsplit);
        Some(SplitPair::new(&self.table, &self.terms, of, plan))
    }
}

fn starting(start: &Start, once: Option<&SplitPair>) -> StartingHand {
    let mut worths = start.worths;
    if start.allowed.has(Action::Split)
        && let Some(once) = once
    {
        let worth = once.worth(start.suits[0], start.suits[1], start.up_suit);
        let split = &mut worths[Action::Split as usize];
        *split = split.max(worth.main + worth.prize);
    }
    let worth = |action: Action| worths[action as usize] / start.free;
    let actions: Vec<(Action, f64)> =
        start.allowed.iter().map(|action| (action, worth(action))).collect();
    let best = start.action.map(|_| best_of(start.allowed, worth));
    // A dealer's natural takes the wager.
    let of_best = best.map(|best| worths[best as usize] - (1.0 - start.free));
    let suits = match start.by_suit {
        false => Vec::new(),
        true => {
            let suit = |suit: usize| Suit::ALL[suit];
            let of = [start.suits[0], start.suits[1], start.up_suit].map(suit);
            let ups = if is_suited_value(start.up) { vec![of[2]] } else { Suit::ALL.to_vec() };
            ups.into_iter().map(|up| [of[0], of[1], up]).collect()
        }
    };
    StartingHand {
        values: start.values.map(|value| value as u8 + 1),
        up: start.up as u8 + 1,
        suits,
        probability: start.chance,
        actions,
        best,
        worth: of_best.unwrap_or(start.worth.main),
    }
}
