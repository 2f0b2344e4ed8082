//! Playing hands out: the worth of every action on every composition, backwards
//! from the hands that stand.
//!
//! All worths are *joint*: the expectation of the result times "the dealer has no
//! natural". The chance of the next card is then simply its share of the unseen
//! cards, hole card included; dividing by the chance of no natural gives the worth
//! after the peek.

use rules::{Action, Actions, Origin};

use super::composition::{Composition, Compositions, NO_HAND, VALUES};
use super::dealer::Ends;
use super::shoe::Unseen;
use super::terms::{STAKES, Terms};

/// A worth for each action, in the order of [`Action::ALL`]; only those of allowed
/// actions mean anything.
pub(crate) type Worths<const L: usize> = [[f64; L]; 6];

/// The state in which an action is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State<'a> {
    pub(crate) index: u16,
    pub(crate) hand: &'a Composition,
    pub(crate) up: usize,
    pub(crate) doubles: usize,
    pub(crate) allowed: Actions,
    /// Present where two cards of one suit can become a suited 21.
    pub(crate) suited: Option<Suited>,
}

/// Two cards in one suit that can become 6-7-8 or 7-7-7 in that suit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Suited {
    pub(crate) suit: usize,
    /// The suit of the up-card, where it matters.
    pub(crate) up_suit: usize,
    /// Whether it is the bonus suit.
    pub(crate) bonus: bool,
    /// The chance that a third card of the right value has the suit too, as far as
    /// the hand's own cards and the up-card tell.
    pub(crate) chance: f64,
}

/// Who decides.
pub(crate) trait Chooser<const L: usize> {
    /// Chooses one of the allowed actions.
    fn choose(&self, state: &State<'_>, worths: &Worths<L>) -> Action;
}

/// Always the best, for one shoe.
pub(crate) struct Best;

impl Chooser<1> for Best {
    fn choose(&self, state: &State<'_>, worths: &Worths<1>) -> Action {
        super::terms::best_of(state.allowed, |action| worths[action as usize][0])
    }
}

/// What is summed over the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// What the player wins.
    Result,
    /// What the player has staked at the end.
    Stake,
    /// One for every hand.
    Hand,
    /// The square of what the player wins.
    Square,
}

/// The hands to play out.
pub(crate) struct Hands<'a, const L: usize, E> {
    pub(crate) all: &'static Compositions,
    pub(crate) terms: &'a Terms,
    pub(crate) measure: Measure,
    pub(crate) up: usize,
    pub(crate) origin: Origin,
    pub(crate) unseen: Unseen<L>,
    /// The dealer's ends when this hand is out of the shoe of this lane.
    pub(crate) ends: E,
}

/// What playing out gives: for every composition and number of doubles the worth
/// under the chooser's action, and that action.
pub(crate) struct Played<const L: usize> {
    pub(crate) worth: Vec<[[f64; L]; STAKES]>,
    pub(crate) action: Vec<[Action; STAKES]>,
}

impl<'a, const L: usize, E: Fn(u16, usize) -> &'a Ends> Hands<'a, L, E> {
    /// Plays out the given compositions, which must hold all children of theirs;
    /// `told` hears of every state that has a choice or stands.
    pub(crate) fn play(
        &self,
        of: impl DoubleEndedIterator<Item = u16>,
        chooser: &impl Chooser<L>,
        mut told: impl FnMut(u16, usize, &Worths<L>),
    ) -> Played<L> {
        let mut played = Played {
            worth: vec![[[0.0; L]; STAKES]; self.all.len()],
            action: vec![[Action::Stand; STAKES]; self.all.len()],
        };
        for index in of.rev() {
            let hand = self.all.get(index);
            if hand.cards < 2 {
                continue;
            }
            let drawn = self.draw(hand, &played.worth);
            // A hand of two cards has not been doubled.
            let doubles = if hand.cards == 2 { 1 } else { self.terms.rules.doubles as usize + 1 };
            for doubles in 0..doubles {
                let worths = self.worths(index, hand, doubles, &drawn);
                let action = if hand.is_21() {
                    Action::Stand
                } else {
                    let allowed = self.terms.options(self.origin, hand.cards, doubles);
                    let state = State { index, hand, up: self.up, doubles, allowed, suited: None };
                    chooser.choose(&state, &worths)
                };
                told(index, doubles, &worths);
                played.worth[usize::from(index)][doubles] = worths[action as usize];
                played.action[usize::from(index)][doubles] = action;
            }
        }
        played
    }

    /// The expectation of one more card, for each number of doubles it leads to.
    fn draw(&self, hand: &Composition, worth: &[[[f64; L]; STAKES]]) -> [[f64; L]; STAKES] {
        let mut sums = [[0.0; L]; STAKES];
        if hand.is_21() {
            return sums;
        }
        let draws = self.unseen.draws(hand);
        let mut bust = [0.0; L];
        for value in 0..VALUES {
            let chance = &draws.chance[value];
            match hand.with[value] {
                NO_HAND => {
                    for lane in 0..L {
                        bust[lane] += chance[lane] * draws.free[value][lane];
                    }
                }
                child => {
                    let child = &worth[usize::from(child)];
                    for (sum, worth) in sums.iter_mut().zip(child) {
                        for lane in 0..L {
                            sum[lane] += chance[lane] * worth[lane];
                        }
                    }
                }
            }
        }
        for (sum, stake) in sums.iter_mut().zip(self.terms.stakes) {
            let counts = match self.measure {
                Measure::Result => -stake,
                Measure::Stake => stake,
                Measure::Hand => 1.0,
                Measure::Square => stake * stake,
            };
            for lane in 0..L {
                sum[lane] += counts * bust[lane];
            }
        }
        sums
    }

    #[allow(clippy::needless_range_loop, reason = "a lane indexes several arrays at once")]
    fn worths(
        &self,
        index: u16,
        hand: &Composition,
        doubles: usize,
        drawn: &[[f64; L]; STAKES],
    ) -> Worths<L> {
        let mut worths = [[f64::NEG_INFINITY; L]; 6];
        let stake = self.terms.stakes[doubles];
        for lane in 0..L {
            let ends = (self.ends)(index, lane);
            let free: f64 = ends.iter().sum();
            let stands = |square: bool| match square {
                false => stake * self.terms.stands(hand, self.origin, doubles, ends),
                true => stake * stake * self.terms.stands_squared(hand, self.origin, doubles, ends),
            };
            let [stood, rescued, surrendered] = match self.measure {
                Measure::Stake => [stake * free; 3],
                Measure::Hand => [free; 3],
                Measure::Result => {
                    [stands(false), -self.terms.forfeit(doubles) * free, -0.5 * stake * free]
                }
                Measure::Square => {
                    let forfeit = self.terms.forfeit(doubles);
                    [stands(true), forfeit * forfeit * free, 0.25 * stake * stake * free]
                }
            };
            worths[Action::Stand as usize][lane] = stood;
            worths[Action::Rescue as usize][lane] = rescued;
            worths[Action::Surrender as usize][lane] = surrendered;
        }
        worths[Action::Hit as usize] = drawn[0];
        if let Some(doubled) = drawn.get(doubles + 1) {
            worths[Action::Double as usize] = *doubled;
        }
        worths
    }
}
