//! The worth of every action on one hand.

use std::borrow::Borrow;

use cards::{Card, Counts};
use rules::{Action, Origin};

use super::composition::{VALUES, compositions};
use super::pair::{Becomes, SplitPair, most_hands};
use super::play::{Best, State};
use super::shoe::{Suits, third_value, value_of};
use super::solution::{Against, NotModelled, Question, Solution};
use super::table::Table;
use super::terms::{Terms, best_of};
use super::up_card::UpCard;

/// A hand that is to act.
#[derive(Clone, Copy, Debug)]
pub struct Hand<'a> {
    /// Its cards in the order in which they came.
    pub cards: &'a [Card],
    /// The dealer's up-card.
    pub up: Card,
    /// How often it was doubled.
    pub doubles: u8,
    /// Whether it comes from a split; its first card is then one of the pair.
    pub from_split: bool,
    /// How many hands the seat has.
    pub hands: u8,
}

/// The worth of each legal action after the peek, in units of the original wager,
/// each followed by the best play.
#[derive(Clone, Debug, PartialEq)]
pub struct HandWorth {
    /// The actions, in their fixed order.
    pub actions: Vec<(Action, f64)>,
    /// The best of them.
    pub best: Action,
}

impl HandWorth {
    /// What an action is worth, if it is legal.
    pub fn of(&self, action: Action) -> Option<f64> {
        self.actions.iter().find(|(known, _)| *known == action).map(|&(_, worth)| worth)
    }

    /// What taking this action instead of the best one costs.
    pub fn cost(&self, action: Action) -> Option<f64> {
        Some(self.of(self.best)? - self.of(action)?)
    }
}

/// A hand about which nothing can be said.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoChoice {
    /// Fewer than two cards.
    #[error("a hand that acts has at least two cards")]
    TooFew,
    /// Over twenty-one.
    #[error("the hand counts {0}: it is bust")]
    Bust(u32),
    /// Twenty-one.
    #[error("the hand is 21: it stands by itself")]
    TwentyOne,
    /// A card too many.
    #[error("{0} is not in the shoe, or not so often")]
    NotInShoe(Card),
    /// A number of doubles that cannot be.
    #[error("the hand cannot have been doubled {}: the game and the bet allow {most}", times(*asked))]
    Doubles {
        /// The doubles asked for.
        asked: u8,
        /// The most the game and the bet allow.
        most: u8,
    },
    /// Fewer cards than the first two and one for each double.
    #[error("a hand doubled {} has at least {least} cards", times(*doubles))]
    TooFewForDoubles {
        /// The doubles asked for.
        doubles: u8,
        /// The least number of cards.
        least: u8,
    },
    /// Only one action is left.
    #[error("the hand has nothing to choose: it stands")]
    NothingToChoose,
}

fn times(doubles: u8) -> String {
    match doubles {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

/// Why the worth of one hand is not told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandRefused {
    /// The rules or the shoe are outside what is modelled.
    #[error(transparent)]
    NotModelled(#[from] NotModelled),
    /// The hand has no choice, or cannot be.
    #[error(transparent)]
    NoChoice(#[from] NoChoice),
}

/// The worth of each action on one hand, without solving the whole game; otherwise
/// as [`Solution::hand`].
///
/// # Errors
/// If the rules or the shoe are not modelled, or the hand has no choice.
pub fn hand_worth(
    counts: &Counts,
    question: Question,
    hand: &Hand<'_>,
) -> Result<HandWorth, HandRefused> {
    let pair = match *hand.cards {
        [first, second] if first.value() == second.value() => Some(value_of(first)),
        _ => None,
    };
    let table = Table::with_splits(counts, question.rules.soft_17, |value| pair == Some(value));
    Solution::modelled(&table, &question)?;
    let terms = Terms::new(&question.rules, question.bet);
    let against = |up| Against::new(&table, &terms, up, question.class, None);
    Ok(Known { table: &table, terms: &terms, question: &question }.worth(hand, against)?)
}

impl Solution {
    /// The worth of each action on a hand. A hand from a split is looked at with
    /// its own cards alone; cards of the other hands count where the shoe was
    /// solved without them.
    ///
    /// # Errors
    /// If such a hand has no choice, or cannot be.
    pub fn hand(&self, hand: &Hand<'_>) -> Result<HandWorth, NoChoice> {
        let known = Known { table: &self.table, terms: &self.terms, question: &self.question };
        known.worth(hand, |up| self.against(up))
    }
}

/// What is known before a hand is looked at.
struct Known<'a> {
    table: &'a Table,
    terms: &'a Terms,
    question: &'a Question,
}

impl Known<'_> {
    fn worth<A: Borrow<Against>>(
        &self,
        hand: &Hand<'_>,
        against: impl Fn(usize) -> A,
    ) -> Result<HandWorth, NoChoice> {
        let index = self.find(hand)?;
        let doubles = usize::from(hand.doubles);
        let composition = compositions().get(index);
        let up = value_of(hand.up);
        let against = against(up);
        let against = against.borrow();
        let origin = origin(hand);
        let mut allowed = self.terms.options(origin, composition.cards, doubles);
        let fresh;
        let up_card = match origin {
            Origin::Dealt => &against.up_card,
            _ => {
                fresh = UpCard::new(self.table, self.terms, up, origin, &Best);
                &fresh
            }
        };
        let mut worths = *up_card.worths(index, doubles);
        let suits = [hand.cards[0].suit(), hand.cards[1].suit()];
        if let Some(two) = up_card.suited(index).filter(|_| suits[0] == suits[1]) {
            let values = [value_of(hand.cards[0]), value_of(hand.cards[1])];
            let known = hand
                .cards
                .iter()
                .chain([&hand.up])
                .fold(Suits::of(&self.table.shoe), |suits, &card| {
                    suits.without(value_of(card), card.suit() as usize)
                });
            let third = third_value(values[0], values[1]).unwrap_or(values[0]);
            let bonus = self.question.rules.bonus_21.is_some_and(|it| it.suit == suits[0]);
            let (main, prize) = two.suited(bonus, known.chance(third, suits[0] as usize));
            worths = std::array::from_fn(|action| main[action][0] + prize[action][0]);
        }
        if let Some(worth) = self.split_worth(hand, against) {
            allowed = allowed.with(Action::Split);
            worths[Action::Split as usize] = worth;
        }
        if allowed.len() < 2 {
            return Err(NoChoice::NothingToChoose);
        }
        let free: f64 = self.table.ends(index, up).iter().sum();
        let worth = |action: Action| worths[action as usize] / free;
        Ok(HandWorth {
            actions: allowed.iter().map(|action| (action, worth(action))).collect(),
            best: best_of(allowed, worth),
        })
    }

    /// The composition of a hand that can act.
    fn find(&self, hand: &Hand<'_>) -> Result<u16, NoChoice> {
        if hand.cards.len() < 2 {
            return Err(NoChoice::TooFew);
        }
        let mut left = self.table.counts;
        for &card in hand.cards.iter().chain([&hand.up]) {
            if !left.take(card) {
                return Err(NoChoice::NotInShoe(card));
            }
        }
        let mut held = [0u8; VALUES];
        let mut hard = 0;
        for &card in hand.cards {
            held[value_of(card)] += 1;
            hard += u32::from(card.value());
        }
        let index = match compositions().find(&held) {
            Some(index) if compositions().get(index).is_21() => return Err(NoChoice::TwentyOne),
            Some(index) => index,
            None if hard > 21 => return Err(NoChoice::Bust(hard)),
            None => return Err(NoChoice::TwentyOne),
        };
        let most = self.most_doubles(origin(hand));
        if hand.doubles > most {
            return Err(NoChoice::Doubles { asked: hand.doubles, most });
        }
        let least = hand.doubles + 2;
        if hand.cards.len() < usize::from(least) {
            return Err(NoChoice::TooFewForDoubles { doubles: hand.doubles, least });
        }
        Ok(index)
    }

    /// How often a hand of this origin may be doubled at this bet.
    fn most_doubles(&self, origin: Origin) -> u8 {
        let may = |doubles: u8| {
            let cards = if doubles == 0 { 2 } else { 3 };
            self.terms.options(origin, cards, usize::from(doubles)).has(Action::Double)
        };
        (0..self.question.rules.doubles).take_while(|&doubles| may(doubles)).count() as u8
    }

    /// What splitting a pair is worth, where the game allows it.
    fn split_worth(&self, hand: &Hand<'_>, against: &Against) -> Option<f64> {
        let &[first, second] = hand.cards else { return None };
        let up = against.up_card.up;
        let value = value_of(first);
        let rules = &self.question.rules;
        if value != value_of(second) {
            return None;
        }
        let [one, other, up_suit] = [first, second, hand.up].map(|card| card.suit() as usize);
        // The other hands of the seat use up some of the splits.
        let others = if hand.from_split { usize::from(hand.hands.max(2)) - 1 } else { 0 };
        let most = most_hands(rules, value).checked_sub(others).filter(|&most| most > 1)?;
        let as_unsplit = |state: &State<'_>| against.up_card.play(state);
        let plan = self.question.class.plan(&as_unsplit);
        let worth = |split: &SplitPair| {
            let worth = split.worth(one, other, up_suit);
            worth.main + worth.prize
        };
        let again = match (&against.splits[value], hand.from_split) {
            (Some(split), false) => worth(split),
            (None, false) => return None,
            (_, true) => {
                let of = Becomes { value, up, most, lane: None };
                worth(&SplitPair::new(self.table, self.terms, of, plan))
            }
        };
        if most == 2 {
            return Some(again);
        }
        // Whoever splits need not split again.
        let of = Becomes { value, up, most: 2, lane: None };
        let once = worth(&SplitPair::new(self.table, self.terms, of, plan));
        Some(again.max(once))
    }
}

fn origin(hand: &Hand<'_>) -> Origin {
    match (hand.from_split, hand.cards[0].is_ace()) {
        (false, _) => Origin::Dealt,
        (true, false) => Origin::Split,
        (true, true) => Origin::SplitAces,
    }
}
