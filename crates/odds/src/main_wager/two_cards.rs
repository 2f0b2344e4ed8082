//! Two cards and what suits add to them.
//!
//! Suits count only in 6-7-8 and 7-7-7, so only hands of two cards that can become
//! one of these need them: there the choice may depend on the suit.

use rules::{Action, Actions};

use super::composition::compositions;
use super::dealer::Ends;
use super::play::{Chooser, Hands, Measure, State, Suited, Worths};
use super::shoe::{SEVEN, third_value};

/// What a hand is worth: the main wager alone, and the special bonus beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Worth {
    pub(crate) main: f64,
    pub(crate) prize: f64,
}

impl Worth {
    pub(crate) fn add(&mut self, weight: f64, other: Worth) {
        self.main += weight * other.main;
        self.prize += weight * other.prize;
    }
}

/// Two cards: the worth of each action where no suit helps, and what suits add.
#[derive(Clone, Debug)]
pub(crate) struct TwoCards<const L: usize> {
    pub(crate) index: u16,
    up: usize,
    pub(crate) allowed: Actions,
    pub(crate) worths: Worths<L>,
    pub(crate) plain: Action,
    third: Option<Third<L>>,
}

/// What the third card of 6-7-8 or 7-7-7 brings, per unit, if it has the right suit.
#[derive(Clone, Debug)]
struct Third<const L: usize> {
    /// The chance that it comes and is paid.
    paid: [f64; L],
    /// The chance that it comes.
    comes: [f64; L],
    /// What a suited hand adds, not doubled and doubled: [any suit, the bonus suit].
    adds: [[f64; 2]; 2],
    /// What the special bonus adds, not doubled and doubled.
    prize: [f64; 2],
    /// What it adds besides where the hand is paid: to the square, twice the product of both.
    both: [[f64; 2]; 2],
}

/// What a suited 6-7-8 or 7-7-7 adds to a measure.
struct Adds<'h, 'a, const L: usize, E> {
    hands: &'h Hands<'a, L, E>,
    sevens: bool,
}

impl<const L: usize, E> Adds<'_, '_, L, E> {
    /// To the main wager, where it is paid.
    fn main(&self, bonus: bool, doubles: usize) -> f64 {
        let stake = self.hands.terms.stakes[doubles];
        let [mixed, suited] =
            self.hands.terms.suited_pays(self.sevens, bonus, self.hands.origin, doubles);
        match self.hands.measure {
            Measure::Result => stake * (suited - mixed),
            Measure::Square => stake * stake * (suited * suited - mixed * mixed),
            Measure::Stake | Measure::Hand => 0.0,
        }
    }

    fn amount(&self, doubles: usize) -> f64 {
        match self.sevens && self.hands.up == SEVEN {
            true => self.hands.terms.special_bonus(self.hands.origin, doubles),
            false => 0.0,
        }
    }

    /// By the special bonus, paid or not.
    fn prize(&self, doubles: usize) -> f64 {
        match self.hands.measure {
            Measure::Result => self.amount(doubles),
            Measure::Square => self.amount(doubles).powi(2),
            Measure::Stake | Measure::Hand => 0.0,
        }
    }

    /// By the special bonus, where the main wager is paid, too.
    fn both(&self, bonus: bool, doubles: usize) -> f64 {
        let terms = self.hands.terms;
        let [_, suited] = terms.suited_pays(self.sevens, bonus, self.hands.origin, doubles);
        match self.hands.measure {
            Measure::Square => 2.0 * self.amount(doubles) * terms.stakes[doubles] * suited,
            _ => 0.0,
        }
    }
}

impl<const L: usize> TwoCards<L> {
    pub(crate) fn new<'a, E: Fn(u16, usize) -> &'a Ends>(
        hands: &Hands<'a, L, E>,
        (first, second): (usize, usize),
        worths: Worths<L>,
        plain: Action,
    ) -> TwoCards<L> {
        let index = hands.all.pair_of(first, second);
        let two = hands.all.get(index);
        let allowed = match two.is_21() {
            true => Actions::NONE.with(Action::Stand),
            false => hands.terms.options(hands.origin, two.cards, 0),
        };
        let pays_by_suit = hands.terms.minds_suits();
        let third = third_value(first, second).filter(|_| pays_by_suit).map(|value| {
            let sevens = value == SEVEN && first == second;
            let three = two.with[value];
            let comes: [f64; L] = std::array::from_fn(|lane| hands.unseen.chance(two, value, lane));
            let paid =
                |lane: usize| comes[lane] * hands.terms.wins_with_21((hands.ends)(three, lane));
            let free = |lane: usize| comes[lane] * (hands.ends)(three, lane).iter().sum::<f64>();
            let adds = Adds { hands, sevens };
            Third {
                paid: std::array::from_fn(paid),
                comes: std::array::from_fn(free),
                adds: [0, 1].map(|doubles| [false, true].map(|suit| adds.main(suit, doubles))),
                prize: [0, 1].map(|doubles| adds.prize(doubles)),
                both: [0, 1].map(|doubles| [false, true].map(|suit| adds.both(suit, doubles))),
            }
        });
        TwoCards { index, up: hands.up, allowed, worths, plain, third }
    }

    /// Whether suits matter to these cards.
    pub(crate) fn minds_suits(&self) -> bool {
        self.third.is_some()
    }

    /// The worths in suited cards, main wager and prize apart, if a right third
    /// card has the suit with this chance.
    pub(crate) fn suited(&self, bonus: bool, chance: f64) -> (Worths<L>, Worths<L>) {
        let mut main = self.worths;
        let mut prize = [[0.0; L]; 6];
        if let Some(third) = &self.third {
            for (action, doubles) in [(Action::Hit, 0), (Action::Double, 1)] {
                for lane in 0..L {
                    main[action as usize][lane] +=
                        third.paid[lane] * chance * third.adds[doubles][usize::from(bonus)];
                    prize[action as usize][lane] = chance
                        * (third.comes[lane] * third.prize[doubles]
                            + third.paid[lane] * third.both[doubles][usize::from(bonus)]);
                }
            }
        }
        (main, prize)
    }

    /// What suited cards are worth under a chooser, and the action it takes. The
    /// chooser sees the chance its own cards tell; the cards come with the actual one.
    pub(crate) fn choose_suited(
        &self,
        chooser: &impl Chooser<L>,
        seen: Suited,
        actual: f64,
    ) -> ([Worth; L], Action) {
        let (main, prize) = self.suited(seen.bonus, seen.chance);
        let both: Worths<L> = std::array::from_fn(|action| {
            std::array::from_fn(|lane| main[action][lane] + prize[action][lane])
        });
        let state = State {
            index: self.index,
            hand: compositions().get(self.index),
            up: self.up,
            doubles: 0,
            allowed: self.allowed,
            suited: Some(seen),
        };
        let action = chooser.choose(&state, &both);
        let (main, prize) = self.suited(seen.bonus, actual);
        let worth = |lane: usize| Worth {
            main: main[action as usize][lane],
            prize: prize[action as usize][lane],
        };
        (std::array::from_fn(worth), action)
    }

    /// What cards are worth where no suit helps.
    pub(crate) fn plain_worth(&self) -> [Worth; L] {
        let main = self.worths[self.plain as usize];
        main.map(|main| Worth { main, prize: 0.0 })
    }
}
