//! What the rules say to a hand, in units of the original wager.

use rules::settings::Tie;
use rules::{Action, Actions, Class, MAX_DOUBLES, Origin, Position, Rules, doubled, legal};

use super::composition::Composition;
use super::dealer::{END_21, END_BUST, ENDS, Ends};
use super::shoe::{SEVEN, is_suited_21};

/// The number of stakes a hand can have: not doubled, and after each double.
pub(crate) const STAKES: usize = MAX_DOUBLES + 1;

/// The place of an origin in tables: dealt, split, split aces.
const ORIGINS: [Origin; 3] = [Origin::Dealt, Origin::Split, Origin::SplitAces];

/// The rules as one hand meets them at one size of bet.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) rules: Rules,
    /// The stake after so many doubles.
    pub(crate) stakes: [f64; STAKES],
    /// What a rescue forfeits after so many doubles.
    forfeits: [f64; STAKES],
    /// What a hand may do, a split not counted: by origin, then two cards, more
    /// cards, once, twice, three times doubled.
    options: [[Actions; 2 + STAKES - 1]; 3],
    /// What the special bonus adds; nothing where no bet is given.
    pub(crate) prize: f64,
}

impl Terms {
    /// The terms at this bet in cents; without a bet no limit binds, and prizes of
    /// fixed dollars have no size.
    pub(crate) fn new(rules: &Rules, bet: Option<u32>) -> Terms {
        let mut rules = *rules;
        if bet.is_none() {
            rules.double_cap = u32::MAX;
        }
        let original = bet.unwrap_or(100);
        let hand = doubled(&rules, original);
        let in_wagers = |cents: u32| f64::from(cents) / f64::from(original);
        let prize = match (rules.special_bonus, bet) {
            (Some(special), Some(bet)) => f64::from(special.prize(bet)) / f64::from(bet),
            _ => 0.0,
        };
        Terms {
            options: ORIGINS.map(|origin| options(&rules, origin, &hand.map(|it| it.stake))),
            stakes: hand.map(|it| in_wagers(it.stake)),
            forfeits: hand.map(|it| in_wagers(it.stake - it.rescue_keeps)),
            prize,
            rules,
        }
    }

    /// Whether suits can change what a hand is worth.
    pub(crate) fn minds_suits(&self) -> bool {
        self.rules.bonus_21.is_some() || self.prize > 0.0
    }

    /// What a hand that is not 21 may do, a split not counted.
    pub(crate) fn options(&self, origin: Origin, cards: u8, doubles: usize) -> Actions {
        let place = if doubles > 0 { doubles + 1 } else { usize::from(cards > 2) };
        self.options[origin as usize][place]
    }

    /// What a hand gives up by a rescue.
    pub(crate) fn forfeit(&self, doubles: usize) -> f64 {
        self.forfeits[doubles]
    }

    /// What 6-7-8 and 7-7-7 pay in mixed suits, any other 21 by its cards; to one.
    pub(crate) fn pays_21(&self, hand: &Composition, origin: Origin, doubles: usize) -> f64 {
        self.price(class_of_21(hand), origin, doubles)
    }

    /// How much more than mixed suits the same 21 pays in one suit.
    pub(crate) fn suited_adds(
        &self,
        sevens: bool,
        in_bonus_suit: bool,
        origin: Origin,
        doubles: usize,
    ) -> f64 {
        let [mixed, suited] = self.suited_pays(sevens, in_bonus_suit, origin, doubles);
        suited - mixed
    }

    /// What 6-7-8 or 7-7-7 pays in mixed suits, and in one suit.
    pub(crate) fn suited_pays(
        &self,
        sevens: bool,
        in_bonus_suit: bool,
        origin: Origin,
        doubles: usize,
    ) -> [f64; 2] {
        let mixed = if sevens { Class::ThreeSevensMixed } else { Class::SixSevenEightMixed };
        let suited = suited_class(sevens, in_bonus_suit);
        [mixed, suited].map(|class| self.price(class, origin, doubles))
    }

    fn price(&self, class: Class, origin: Origin, doubles: usize) -> f64 {
        match &self.rules.bonus_21 {
            Some(bonus) if bonus.is_paid(origin, doubles as u8) => {
                let (win, per) = bonus.price(class).fraction();
                f64::from(win) / f64::from(per)
            }
            _ => 1.0,
        }
    }

    /// The special bonus on a hand of this origin, where it is paid at all.
    pub(crate) fn special_bonus(&self, origin: Origin, doubles: usize) -> f64 {
        match &self.rules.special_bonus {
            Some(special) if special.is_paid(origin, doubles as u8) => self.prize,
            _ => 0.0,
        }
    }

    /// The part of the dealer's ends against which a 21 is paid.
    pub(crate) fn wins_with_21(&self, ends: &Ends) -> f64 {
        let all: f64 = ends.iter().sum();
        match self.rules.tied_21 {
            Tie::Wins => all,
            Tie::Pushes => all - ends[END_21],
        }
    }

    /// What a unit staked on a standing hand wins, on average over the ends.
    pub(crate) fn stands(
        &self,
        hand: &Composition,
        origin: Origin,
        doubles: usize,
        ends: &Ends,
    ) -> f64 {
        if hand.is_21() {
            return self.wins_with_21(ends) * self.pays_21(hand, origin, doubles);
        }
        against(hand.total, ends)
    }

    /// The square of what a unit staked on a standing hand wins, on average over the ends.
    pub(crate) fn stands_squared(
        &self,
        hand: &Composition,
        origin: Origin,
        doubles: usize,
        ends: &Ends,
    ) -> f64 {
        if hand.is_21() {
            return self.wins_with_21(ends) * self.pays_21(hand, origin, doubles).powi(2);
        }
        let tied = if hand.total >= 17 { ends[usize::from(hand.total) - 17] } else { 0.0 };
        ends.iter().sum::<f64>() - tied
    }

    /// What comes back to a standing hand at each of the dealer's ends, its stake included.
    pub(crate) fn returns(&self, hand: &Composition, origin: Origin, doubles: usize) -> Ends {
        std::array::from_fn(|end| {
            let mut ends = [0.0; ENDS];
            ends[end] = 1.0;
            self.stakes[doubles] * (1.0 + self.stands(hand, origin, doubles, &ends))
        })
    }
}

/// The class of a 21, 6-7-8 and 7-7-7 taken as mixed.
pub(crate) fn class_of_21(hand: &Composition) -> Class {
    match (is_suited_21(hand), hand.held[SEVEN] == 3) {
        (true, true) => Class::ThreeSevensMixed,
        (true, false) => Class::SixSevenEightMixed,
        (false, _) => rules::class::bonus_21_by_number(usize::from(hand.cards)),
    }
}

/// The class of 7-7-7 or 6-7-8 in one suit.
pub(crate) fn suited_class(sevens: bool, in_bonus_suit: bool) -> Class {
    match (sevens, in_bonus_suit) {
        (true, true) => Class::ThreeSevensBonusSuit,
        (true, false) => Class::ThreeSevensSuited,
        (false, true) => Class::SixSevenEightBonusSuit,
        (false, false) => Class::SixSevenEightSuited,
    }
}

/// What a unit on a total below 21 wins against the dealer's ends.
fn against(total: u8, ends: &Ends) -> f64 {
    let place = usize::from(total.max(16)) - 16;
    // Totals below 17 beat nothing and tie with nothing.
    let beaten: f64 = ends[..place.saturating_sub(1)].iter().sum();
    let higher: f64 = ends[place..END_BUST].iter().sum();
    ends[END_BUST] + beaten - higher
}

fn options(rules: &Rules, origin: Origin, stakes: &[u32; STAKES]) -> [Actions; 1 + STAKES] {
    let position = |cards, doubles: usize| Position {
        cards,
        pair: false,
        doubles: doubles as u8,
        origin,
        stake: stakes[doubles],
        hands: 1,
    };
    let at = [(2, 0), (3, 0), (3, 1), (3, 2), (3, 3)];
    at.map(|(cards, doubles)| legal(rules, &position(cards, doubles)))
}

/// The action of the greatest worth among those allowed; the first in the order of
/// [`Action::ALL`] where two are equal.
pub(crate) fn best_of(allowed: Actions, worth: impl Fn(Action) -> f64) -> Action {
    let mut best = Action::Stand;
    let mut most = f64::NEG_INFINITY;
    for action in allowed.iter() {
        let worth = worth(action);
        if worth > most {
            (best, most) = (action, worth);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_meet_the_ends() {
        // 17, 18, 19, 20, 21, bust
        let ends = [0.1, 0.2, 0.05, 0.15, 0.1, 0.4];
        let expected = [(12, -0.2), (16, -0.2), (17, -0.1), (18, 0.2), (19, 0.45), (20, 0.65)];
        for (total, worth) in expected {
            assert!((against(total, &ends) - worth).abs() < 1e-12, "{total}");
        }
    }
}
