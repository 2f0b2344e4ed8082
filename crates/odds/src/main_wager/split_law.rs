//! The second moment of the hands of a split, suits included.

use rules::Action;

use super::composition::{VALUES, compositions};
use super::dealer::{Dealer, ENDS};
use super::flow::{Flow, Flows, less};
use super::pair::{FIRSTS, LANES, LATER, SplitPair, Weights, split_origin};
use super::play::Measure;
use super::shoe::{SEVEN, Suits, is_suited_value, third_value};
use super::solution::Start;
use super::table::Table;
use super::terms::Terms;
use super::together::{Pair, Products};
use super::two_cards::Worth;

/// What must be known of suits for a part of a hand's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    /// Nothing.
    Nothing,
    /// The second card has the suit of the first, and that is played so.
    Second { second: usize, action: Action },
    /// The second and the third have it: the wager is paid more, not doubled or doubled.
    Third { second: usize, doubles: usize },
    /// They have it, and the special bonus is won.
    Prize { second: usize, doubles: usize },
    /// Nothing; the part counts hands.
    Count,
}

/// A part of what a hand of the split wins.
struct Part {
    /// Whether it is of hands that hold the pair again and may not split it.
    pair: bool,
    needs: Needs,
    flow: Flow,
}

/// Moments of all hands of a split together; joint with no natural of the dealer's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    /// The hands.
    pub(crate) hands: f64,
    /// The ordered pairs of two hands.
    pub(crate) pairs: f64,
    /// The squares of the sum, without the special bonus and what that adds to them.
    pub(crate) square: Worth,
    /// Of these, the products of two different hands, in both orders.
    pub(crate) products: Worth,
}

/// A split of one value against one up-card, ready to be asked by suits.
pub(crate) struct SplitLaw<'a> {
    table: &'a Table,
    terms: &'a Terms,
    split: &'a SplitPair,
    weights: Weights,
    parts: Vec<Part>,
    products: Products,
    squares: SplitPair,
    hands: SplitPair,
}

impl<'a> SplitLaw<'a> {
    pub(crate) fn new(
        table: &'a Table,
        terms: &'a Terms,
        dealer: &Dealer,
        split: &'a SplitPair,
    ) -> SplitLaw<'a> {
        let weights = Weights::of(&table.shoe, &split.of);
        let used = |lane: usize| {
            let all = weights.both.as_flattened().as_flattened().as_flattened();
            all.iter().any(|lanes| lanes[lane] != 0.0)
        };
        let pair = Pair {
            shoe: &table.shoe,
            dealer,
            value: split.of.value,
            up: split.of.up,
            lanes: std::array::from_fn(used),
        };
        let parts = Parts { terms, split }.all();
        let flows: Vec<&Flow> = parts.iter().map(|part| &part.flow).collect();
        SplitLaw {
            products: pair.products(&flows),
            squares: split.measured(table, terms, Measure::Square),
            hands: split.measured(table, terms, Measure::Hand),
            table,
            terms,
            split,
            weights,
            parts,
        }
    }

    /// The moments of a pair in the suits of a start.
    pub(crate) fn moments(&self, start: &Start) -> Moments {
        let [first, second] = start.suits;
        let mut moments = Moments {
            hands: self.hands.worth(first, second, start.up_suit).main,
            square: self.squares.worth(first, second, start.up_suit),
            ..Moments::default()
        };
        let value = self.split.of.value;
        let known = Suits::of(&self.table.shoe).without(self.split.of.up, start.up_suit);
        let known = known.without(value, first).without(value, second);
        for one in 0..self.parts.len() {
            for other in 0..self.parts.len() {
                self.add(&mut moments, [one, other], start, &known);
            }
        }
        moments.square.add(1.0, moments.products);
        moments
    }

    /// Adds the product of two parts, over all pairs of hands.
    fn add(&self, into: &mut Moments, [one, other]: [usize; 2], start: &Start, known: &Suits) {
        let parts = [&self.parts[one], &self.parts[other]];
        let counts = parts.map(|part| part.needs == Needs::Count);
        if counts[0] != counts[1] {
            return;
        }
        let products = &self.products[one][other];
        for first in 0..FIRSTS {
            for second in 0..FIRSTS {
                let by_kind = &self.weights.both[first][second];
                let lanes = &by_kind[usize::from(parts[0].pair)][usize::from(parts[1].pair)];
                let sum: f64 = (0..LANES).map(|lane| lanes[lane] * products[lane]).sum();
                if sum == 0.0 {
                    continue;
                }
                // Both orders of the two hands.
                let sum = 2.0 * sum * self.factor(parts, [first, second], start, known);
                let prize = parts.iter().any(|part| matches!(part.needs, Needs::Prize { .. }));
                match (counts[0], prize) {
                    (true, _) => into.pairs += sum,
                    (_, false) => into.products.main += sum,
                    (_, true) => into.products.prize += sum,
                }
            }
        }
    }

    /// The chance of the suits that two parts need, times what the parts are then.
    fn factor(&self, parts: [&Part; 2], firsts: [usize; 2], start: &Start, known: &Suits) -> f64 {
        let suits = |at: usize| match (parts[at].needs, firsts[at]) {
            (Needs::Nothing | Needs::Count, _) => 0..1,
            (_, LATER) => 0..4,
            (_, first) => start.suits[first]..start.suits[first] + 1,
        };
        let mut sum = 0.0;
        for one in suits(0) {
            for other in suits(1) {
                let mut known = *known;
                let mut factor = 1.0;
                for (at, suit) in [one, other].into_iter().enumerate() {
                    factor *= self.scale(parts[at], suit, start.up_suit);
                    if firsts[at] == LATER && !self.is_plain(parts[at]) {
                        factor *= take(&mut known, self.split.of.value, suit);
                    }
                    for value in self.cards(parts[at]).into_iter().flatten() {
                        factor *= take(&mut known, value, suit);
                    }
                }
                sum += factor;
            }
        }
        sum
    }

    fn is_plain(&self, part: &Part) -> bool {
        matches!(part.needs, Needs::Nothing | Needs::Count)
    }

    /// The cards behind the first that must have its suit.
    fn cards(&self, part: &Part) -> [Option<usize>; 2] {
        match part.needs {
            Needs::Nothing | Needs::Count => [None, None],
            Needs::Second { second, .. } => [Some(second), None],
            Needs::Third { second, .. } | Needs::Prize { second, .. } => {
                [Some(second), third_value(self.split.of.value, second)]
            }
        }
    }

    /// What a part is multiplied by in a suit.
    fn scale(&self, part: &Part, suit: usize, up_suit: usize) -> f64 {
        let played = |second: usize| self.split.suited.get(&[second, suit, up_suit]).copied();
        let drawn = |second: usize, doubles: usize| played(second) == Some(drawing(doubles));
        let origin = split_origin(self.split.of.value);
        let is = match part.needs {
            Needs::Nothing | Needs::Count => true,
            Needs::Second { second, action } => played(second) == Some(action),
            Needs::Third { second, doubles } | Needs::Prize { second, doubles } => {
                drawn(second, doubles)
            }
        };
        match part.needs {
            _ if !is => 0.0,
            Needs::Third { second, doubles } => {
                let sevens = second == self.split.of.value;
                let bonus = self.terms.rules.bonus_21.is_some_and(|it| it.suit as usize == suit);
                let more = self.terms.suited_adds(sevens, bonus, origin, doubles);
                self.terms.stakes[doubles] * more
            }
            Needs::Prize { doubles, .. } => self.terms.special_bonus(origin, doubles),
            _ => 1.0,
        }
    }
}

/// Draws with or without a double.
fn drawing(doubles: usize) -> Action {
    if doubles == 0 { Action::Hit } else { Action::Double }
}

/// The chance that the next known card of a value has a suit, which is then known.
fn take(known: &mut Suits, value: usize, suit: usize) -> f64 {
    let chance = known.chance(value, suit);
    *known = known.without(value, suit);
    chance
}

/// Takes what a hand wins apart.
struct Parts<'a> {
    terms: &'a Terms,
    split: &'a SplitPair,
}

impl Parts<'_> {
    fn all(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for pair in [false, true] {
            let starts: Vec<(u16, Action)> = (0..VALUES)
                .filter(|&second| (second == self.split.of.value) == pair)
                .map(|second| self.plain(second))
                .collect();
            let flow = self.flows(pair).from(&starts);
            parts.push(Part { pair, needs: Needs::Nothing, flow });
            let count = starts.iter().map(|&(two, _)| (two, [1.0; ENDS])).collect();
            parts.push(Part { pair, needs: Needs::Count, flow: count });
        }
        for second in (0..VALUES).filter(|&second| self.minds_suits(second)) {
            self.suited(second, &mut parts);
        }
        parts
    }

    fn minds_suits(&self, second: usize) -> bool {
        self.split.suited.keys().any(|[of, ..]| *of == second)
    }

    fn flows(&self, pair: bool) -> Flows<'_> {
        let plays = if pair { &self.split.pairs } else { &self.split.others };
        Flows { terms: self.terms, origin: split_origin(self.split.of.value), plays }
    }

    /// Two cards in mixed suits and what is done with them.
    fn plain(&self, second: usize) -> (u16, Action) {
        let two = compositions().pair_of(self.split.of.value, second);
        let pair = second == self.split.of.value;
        (two, self.flows(pair).plays[usize::from(two)][0])
    }

    /// What the suit of a second card changes.
    fn suited(&self, second: usize, parts: &mut Vec<Part>) {
        let pair = second == self.split.of.value;
        let (two, plain) = self.plain(second);
        let mut actions: Vec<Action> = Vec::new();
        for (_, &action) in self.split.suited.iter().filter(|([of, ..], _)| *of == second) {
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        let flows = self.flows(pair);
        for &action in actions.iter().filter(|&&action| action != plain) {
            let flow = less(flows.from(&[(two, action)]), flows.from(&[(two, plain)]));
            parts.push(Part { pair, needs: Needs::Second { second, action }, flow });
        }
        let Some(third) = third_value(self.split.of.value, second) else { return };
        let three = compositions().get(two).with[third];
        for doubles in (0..2).filter(|&doubles| actions.contains(&drawing(doubles))) {
            let paid = std::array::from_fn(|end| {
                let mut ends = [0.0; ENDS];
                ends[end] = 1.0;
                self.terms.wins_with_21(&ends)
            });
            let flow = vec![(three, paid)];
            parts.push(Part { pair, needs: Needs::Third { second, doubles }, flow });
            let origin = split_origin(self.split.of.value);
            let prize = self.terms.special_bonus(origin, doubles) > 0.0;
            if prize && pair && self.split.of.up == SEVEN && is_suited_value(second) {
                let flow = vec![(three, [1.0; ENDS])];
                parts.push(Part { pair, needs: Needs::Prize { second, doubles }, flow });
            }
        }
    }
}
