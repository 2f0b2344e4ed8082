//! What the solved strategy plays on real cards.

use cards::Card;
use rules::{Action, Actions, Origin};

use super::composition::{VALUES, compositions};
use super::pair::SplitPair;
use super::shoe::{is_suited_value, value_of};
use super::solution::{Against, Solution};

/// A hand at the table that is asked to act.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its cards in the order in which they came.
    pub cards: &'a [Card],
    /// The dealer's up-card.
    pub up: Card,
    /// How it came to be.
    pub origin: Origin,
    /// How often it was doubled.
    pub doubles: u8,
    /// What it may do.
    pub legal: Actions,
}

impl Solution {
    /// The play of the solved strategy. A hand from a split is split again whenever
    /// that is legal. Nothing where such a hand cannot be.
    pub fn play(&self, asked: &Asked<'_>) -> Option<Action> {
        let up = value_of(asked.up);
        let against = self.ups.iter().find(|against| against.up_card.up == up)?;
        let action = match (asked.origin, asked.cards) {
            (Origin::Dealt, &[first, second]) => against.first_play([first, second], asked.up),
            (Origin::Dealt, cards) => {
                let index = usize::from(find(cards)?);
                Some(against.up_card.action[index][usize::from(asked.doubles)])
            }
            _ if asked.legal.has(Action::Split) => Some(Action::Split),
            (_, cards) => {
                let split = against.splits[value_of(*cards.first()?)].as_ref()?;
                split.play(cards, asked.up, usize::from(asked.doubles))
            }
        };
        action.filter(|&action| asked.legal.has(action))
    }
}

impl Against {
    fn first_play(&self, cards: [Card; 2], up: Card) -> Option<Action> {
        let seen = |card: Card| (value_of(card), card.suit() as usize);
        let (mut first, mut second) = (seen(cards[0]), seen(cards[1]));
        if first.0 > second.0 {
            (first, second) = (second, first);
        }
        let start = self.starts.iter().find(|start| {
            // Starts tell suits apart only where they matter.
            let same = |known: usize, suit: usize| !start.by_suit || known == suit;
            let same_up = !is_suited_value(start.up) || same(start.up_suit, up.suit() as usize);
            start.values == [first.0, second.0]
                && same(start.suits[0], first.1)
                && same(start.suits[1], second.1)
                && same_up
        })?;
        start.action
    }
}

impl SplitPair {
    fn play(&self, cards: &[Card], up: Card, doubles: usize) -> Option<Action> {
        let &[first, second, ..] = cards else { return None };
        let pair = value_of(first) == value_of(second);
        if cards.len() == 2 && first.suit() == second.suit() {
            let up_suit = if is_suited_value(value_of(up)) { up.suit() as usize } else { 0 };
            let key = [value_of(second), first.suit() as usize, up_suit];
            if let Some(&action) = self.suited.get(&key) {
                return Some(action);
            }
        }
        let plays = if pair { &self.pairs } else { &self.others };
        Some(plays[usize::from(find(cards)?)][doubles])
    }
}

fn find(cards: &[Card]) -> Option<u16> {
    let mut held = [0; VALUES];
    for &card in cards {
        held[value_of(card)] += 1;
    }
    compositions().find(&held)
}
