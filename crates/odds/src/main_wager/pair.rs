//! Splitting a pair, with every resplit.
//!
//! After a split each hand is played by its own cards alone, so the hands' worths
//! add up, and a hand's worth depends on the others only through what is known of
//! their second cards: so many were of the pair's value (and were split), so many
//! were not. Cards of the pair's value are simply out of the shoe: one lane for
//! each number of them. "Was not" is "any card" less "was": an alternating sum over
//! the lanes. The order in which cards are dealt does not matter to their chances.
//! The result is exact for a strategy that looks at the hand's own cards, the
//! up-card and the pair, and that splits again whenever the game allows it.

use std::collections::BTreeMap;

use rules::settings::Allowed;
use rules::{Action, Origin, Rules};

use super::composition::{ACE, Composition, VALUES, compositions};
use super::dealer::Ends;
use super::play::{Chooser, Hands, Measure, Played, State, Suited, Worths};
use super::shoe::{Shoe, Suits, Unseen, is_suited_value, third_value};
use super::table::Table;
use super::terms::{STAKES, Terms, best_of};
use super::two_cards::{TwoCards, Worth};

/// The most cards of the pair's value that may be out beside the pair, and none:
/// two resplits, and two more in the alternating sum.
pub(crate) const LANES: usize = 5;

/// Which card a hand began with: the pair's first or second, or a later one.
pub(crate) const FIRSTS: usize = 3;
pub(crate) const LATER: usize = 2;

/// A pair of a value against an up-card, and the hands it becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Becomes {
    pub(crate) value: usize,
    pub(crate) up: usize,
    /// The most hands it may become.
    pub(crate) most: usize,
    /// Only the part of the sum with so many more cards of the value out of the shoe.
    pub(crate) lane: Option<usize>,
}

/// How often a split has each kind of hand, as weights on the lanes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    /// Hands whose second card is not of the pair's value.
    other: [[f64; LANES]; FIRSTS],
    /// Hands whose second card is, but which may not be split again.
    pair: [[f64; LANES]; FIRSTS],
    /// Two hands, the earlier first: what each began with, then whether each has a second
    /// card of the pair's value.
    pub(crate) both: [[BothKinds; FIRSTS]; FIRSTS],
}

/// Weights of two hands by whether the first, and the second, holds the pair again.
type BothKinds = [[[f64; LANES]; 2]; 2];

impl Weights {
    /// For a pair of a value against an up-card that may become so many hands.
    pub(crate) fn of(shoe: &Shoe, of: &Becomes) -> Weights {
        let pairing = shoe.left[of.value] - 2 - i32::from(of.up == of.value);
        Weights::new(of, pairing, shoe.total - 3)
    }

    /// For so many hands at most, when so many cards that pair are among the unseen.
    fn new(of: &Becomes, pairing: i32, unseen: i32) -> Weights {
        let mut all_pair = [1.0; LANES];
        for out in 1..LANES {
            let gone = out as i32 - 1;
            let share = f64::from((pairing - gone).max(0)) / f64::from((unseen - gone).max(1));
            all_pair[out] = all_pair[out - 1] * share;
        }
        let mut weights = Weights::default();
        deal(&[0, 1], 0, of.most, &mut |hands, at| weights.add(hands, at, &all_pair));
        if let Some(only) = of.lane {
            weights.keep(only);
        }
        weights
    }

    /// Leaves the weights of one lane.
    fn keep(&mut self, only: usize) {
        let both = self.both.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        for lanes in self.other.iter_mut().chain(&mut self.pair).chain(both) {
            for (_, weight) in lanes.iter_mut().enumerate().filter(|(lane, _)| *lane != only) {
                *weight = 0.0;
            }
        }
    }

    #[allow(clippy::needless_range_loop, reason = "a lane indexes several arrays at once")]
    fn add(&mut self, hands: &[usize], at: usize, all_pair: &[f64; LANES]) {
        for (place, &first) in hands.iter().enumerate() {
            let not_paired = if place < at { at - 1 } else { at };
            let weights = alternating(hands.len() - 2, not_paired, all_pair);
            for lane in 0..LANES {
                self.other[first][lane] += weights[lane];
                if place >= at {
                    self.pair[first][lane] += weights[lane];
                }
            }
        }
        for (second, &later) in hands.iter().enumerate() {
            for (first, &before) in hands.iter().enumerate().take(second) {
                let told = usize::from(first < at) + usize::from(second < at);
                let weights = alternating(hands.len() - 2, at - told, all_pair);
                for kind in PAIR_KINDS {
                    // A hand before `at` is known not to have paired.
                    if (kind[0] && first < at) || (kind[1] && second < at) {
                        continue;
                    }
                    let into = &mut self.both[before][later];
                    let into = &mut into[usize::from(kind[0])][usize::from(kind[1])];
                    for lane in 0..LANES {
                        into[lane] += weights[lane];
                    }
                }
            }
        }
    }
}

/// Whether each of two hands has a second card of the pair's value.
const PAIR_KINDS: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];

/// Deals second cards in turn; the hands before `at` did not pair, those from there on may
/// not be split again. Tells every way in which that ends.
fn deal(hands: &[usize], at: usize, most: usize, told: &mut impl FnMut(&[usize], usize)) {
    if hands.len() < most && at < hands.len() {
        deal(hands, at + 1, most, told);
        let mut split = hands.to_vec();
        split.insert(at + 1, LATER);
        deal(&split, at, most, told);
        return;
    }
    told(hands, at);
}

/// The weights of the lanes when so many cards paired and so many did not.
fn alternating(paired: usize, not_paired: usize, all_pair: &[f64; LANES]) -> [f64; LANES] {
    let mut weights = [0.0; LANES];
    let mut sign_and_ways = 1.0;
    for more in 0..=not_paired {
        weights[paired + more] = sign_and_ways * all_pair[paired + more];
        sign_and_ways *= -((not_paired - more) as f64) / (more + 1) as f64;
    }
    weights
}

/// How hands are played after a split.
#[derive(Clone, Copy)]
pub(crate) enum AfterSplit<'a> {
    /// As a function of the state says: the plays of the unsplit hand (CDZ-), a chart.
    Follow(&'a dyn Fn(&State<'_>) -> Action),
    /// By the best strategy for this pair and up-card.
    Best,
    /// By the strategy that is best where the pair becomes two hands (CDP1).
    First,
    /// In each lane by the plays that are best in it (CDP).
    ByLane,
}

/// Plays as a function of the state says.
struct Follow<F>(F);

impl<F: Fn(&State<'_>) -> Action> Chooser<LANES> for Follow<F> {
    fn choose(&self, state: &State<'_>, _: &Worths<LANES>) -> Action {
        (self.0)(state)
    }
}

/// The best action for hands that are met in several shoes, each with its weight.
struct Mixed<'a> {
    weights: [f64; LANES],
    /// How likely the cards of each composition are in each shoe.
    sequences: &'a [[f64; LANES]],
}

impl Chooser<LANES> for Mixed<'_> {
    fn choose(&self, state: &State<'_>, worths: &Worths<LANES>) -> Action {
        let sequence = &self.sequences[usize::from(state.index)];
        let met: [f64; LANES] = std::array::from_fn(|lane| self.weights[lane] * sequence[lane]);
        best_of(state.allowed, |action| {
            worths[action as usize].iter().zip(met).map(|(worth, met)| worth * met).sum()
        })
    }
}

/// The hands of a split pair against one up-card.
pub(crate) struct SplitPair {
    pub(crate) of: Becomes,
    /// Where the plays depend on the lane: the part of each. The plays of this are then those
    /// of the first.
    by_lane: Vec<SplitPair>,
    /// What the split is worth by the suits of the up-card, the first and the second;
    /// one entry where suits do not matter.
    worth: Vec<Worth>,
    /// The plays of hands whose second card did not pair.
    pub(crate) others: Vec<[Action; STAKES]>,
    /// The plays of pairs that may not be split again.
    pub(crate) pairs: Vec<[Action; STAKES]>,
    /// The plays of suited hands, by second card, suit and suit of the up-card.
    pub(crate) suited: BTreeMap<[usize; 3], Action>,
}

/// The origin of the hands that come from splitting a value.
pub(crate) fn split_origin(value: usize) -> Origin {
    if value == ACE { Origin::SplitAces } else { Origin::Split }
}

/// The most hands a pair of this value may become.
pub(crate) fn most_hands(rules: &Rules, value: usize) -> usize {
    let most = usize::from(rules.hands);
    if value == ACE && rules.resplit_aces == Allowed::No { most.min(2) } else { most }
}

impl SplitPair {
    /// The hands of a pair.
    pub(crate) fn new(
        table: &Table,
        terms: &Terms,
        of: Becomes,
        plan: AfterSplit<'_>,
    ) -> SplitPair {
        let split = Dealing { table, terms, of, measure: Measure::Result };
        let lane = |at: usize| {
            let mut weights = [0.0; LANES];
            weights[at] = 1.0;
            [weights; 2]
        };
        match plan {
            AfterSplit::Follow(strategy) => split.play(&Follow(strategy), &Follow(strategy)),
            AfterSplit::Best => {
                let weights = split.weights();
                split.best([sum(&weights.other), sum(&weights.pair)])
            }
            AfterSplit::First => split.best(lane(0)),
            AfterSplit::ByLane => {
                let only = |at: usize| {
                    let of = Becomes { lane: Some(at), ..of };
                    Dealing { table, terms, of, measure: Measure::Result }.best(lane(at))
                };
                SplitPair::all((0..LANES).map(only).collect(), of)
            }
        }
    }

    /// The sum of all lanes.
    fn all(by_lane: Vec<SplitPair>, of: Becomes) -> SplitPair {
        let first = &by_lane[0];
        let worth = (0..first.worth.len()).map(|suits| {
            let mut sum = Worth::default();
            by_lane.iter().for_each(|part| sum.add(1.0, part.worth[suits]));
            sum
        });
        SplitPair {
            of,
            worth: worth.collect(),
            others: first.others.clone(),
            pairs: first.pairs.clone(),
            suited: first.suited.clone(),
            by_lane,
        }
    }

    /// The parts in each of which all hands follow one strategy.
    pub(crate) fn parts(&self) -> &[SplitPair] {
        if self.by_lane.is_empty() { std::slice::from_ref(self) } else { &self.by_lane }
    }

    /// The sum of another measure over the hands, on average; as [`SplitPair::worth`].
    pub(crate) fn measured(&self, table: &Table, terms: &Terms, measure: Measure) -> SplitPair {
        if !self.by_lane.is_empty() {
            let parts = self.by_lane.iter().map(|part| part.measured(table, terms, measure));
            return SplitPair::all(parts.collect(), self.of);
        }
        let split = Dealing { table, terms, of: self.of, measure };
        let recorded = |of: &[[Action; STAKES]], state: &State<'_>| match state.suited {
            Some(seen) => {
                let second = second_of(state.hand, self.of.value);
                self.suited[&[second, seen.suit, seen.up_suit]]
            }
            None => of[usize::from(state.index)][state.doubles],
        };
        split.play(
            &Follow(|state: &State<'_>| recorded(&self.others, state)),
            &Follow(|state: &State<'_>| recorded(&self.pairs, state)),
        )
    }

    /// What the split is worth by the suits of the pair and of the up-card; joint
    /// with no natural of the dealer's.
    pub(crate) fn worth(&self, first: usize, second: usize, up: usize) -> Worth {
        match self.worth[..] {
            [one] => one,
            _ if is_suited_value(self.of.up) => self.worth[(up * 4 + first) * 4 + second],
            _ => self.worth[first * 4 + second],
        }
    }
}

/// The other card of two, beside one of this value.
fn second_of(two: &Composition, value: usize) -> usize {
    let other = (0..VALUES).find(|&other| two.held[other] > u8::from(other == value));
    other.unwrap_or(value)
}

/// A pair that is split, and what is to be summed over its hands.
struct Dealing<'a> {
    table: &'a Table,
    terms: &'a Terms,
    of: Becomes,
    measure: Measure,
}

impl Dealing<'_> {
    fn unseen(&self) -> Unseen<LANES> {
        Unseen::new(&self.table.shoe, self.of.up, Some((self.of.value, 1)))
    }

    fn weights(&self) -> Weights {
        Weights::of(&self.table.shoe, &self.of)
    }

    /// By the plays that are best with these weights, of hands that did not pair and of those
    /// that did.
    fn best(&self, [others, pairs]: [[f64; LANES]; 2]) -> SplitPair {
        let holding = compositions().holding(self.of.value);
        let sequences = self.unseen().sequences(compositions(), holding);
        let by = |weights| Mixed { weights, sequences: &sequences };
        self.play(&by(others), &by(pairs))
    }

    fn play(&self, of_others: &impl Chooser<LANES>, of_pairs: &impl Chooser<LANES>) -> SplitPair {
        let Becomes { value, up, .. } = self.of;
        let hands = Hands {
            all: compositions(),
            terms: self.terms,
            measure: self.measure,
            up,
            origin: split_origin(value),
            unseen: self.unseen(),
            ends: |index, lane| self.table.split_ends(value, index, lane, up),
        };
        let (others, worths) = play(&hands, value, 1, of_others);
        let (pairs, pair_worths) = play(&hands, value, 2, of_pairs);
        let dealt = Dealt::new(&hands, self, [&worths, &pair_worths], [&others, &pairs]);
        let (worth, suited) = dealt.by_suits(of_others, of_pairs);
        SplitPair {
            of: self.of,
            by_lane: Vec::new(),
            worth,
            others: others.action,
            pairs: pairs.action,
            suited,
        }
    }
}

fn sum(of: &[[f64; LANES]; FIRSTS]) -> [f64; LANES] {
    std::array::from_fn(|lane| of.iter().map(|first| first[lane]).sum())
}

/// Plays out the hands that hold a value at least so often; also gives the worths
/// of the hands of two cards, by their second.
fn play<'a, E: Fn(u16, usize) -> &'a Ends>(
    hands: &Hands<'a, LANES, E>,
    value: usize,
    least: u8,
    chooser: &impl Chooser<LANES>,
) -> (Played<LANES>, [Worths<LANES>; VALUES]) {
    let all = hands.all;
    let mut two = [[[0.0; LANES]; 6]; VALUES];
    let holding = all.holding(value).iter().copied();
    let of = holding.filter(|&index| all.get(index).held[value] >= least);
    let played = hands.play(of, chooser, |index, _, worths| {
        let hand = all.get(index);
        if hand.cards == 2 {
            two[second_of(hand, value)] = *worths;
        }
    });
    (played, two)
}

/// The hands of a split as they are dealt their second cards.
struct Dealt<'a> {
    value: usize,
    up: usize,
    shoe: &'a Shoe,
    weights: Weights,
    /// The chance of each second card.
    chance: [[f64; LANES]; VALUES],
    /// Each hand of two cards; that of the split value itself is one that may not
    /// be split again.
    two: [TwoCards<LANES>; VALUES],
    bonus_suit: Option<usize>,
}

/// What hands of each first and second card are worth together.
type ByCards = [[Worth; VALUES]; FIRSTS];

impl<'a> Dealt<'a> {
    fn new<'e, E: Fn(u16, usize) -> &'e Ends>(
        hands: &Hands<'e, LANES, E>,
        dealing: &Dealing<'a>,
        worths: [&[Worths<LANES>; VALUES]; 2],
        plays: [&Played<LANES>; 2],
    ) -> Dealt<'a> {
        let value = dealing.of.value;
        let first = hands.all.get(hands.all.get(0).with[value]);
        let chance = std::array::from_fn(|second| {
            std::array::from_fn(|lane| hands.unseen.chance(first, second, lane))
        });
        let two = std::array::from_fn(|second| {
            let of = usize::from(second == value);
            let plain = plays[of].action[usize::from(first.with[second])][0];
            TwoCards::new(hands, (value, second), worths[of][second], plain)
        });
        let bonus_suit = hands.terms.rules.bonus_21.map(|bonus| bonus.suit as usize);
        let (shoe, weights) = (&dealing.table.shoe, dealing.weights());
        Dealt { value, up: hands.up, shoe, weights, chance, two, bonus_suit }
    }

    /// The worth of the split for all suits, and the plays of suited hands.
    fn by_suits(
        &self,
        of_others: &impl Chooser<LANES>,
        of_pairs: &impl Chooser<LANES>,
    ) -> (Vec<Worth>, BTreeMap<[usize; 3], Action>) {
        let plain: ByCards = std::array::from_fn(|first| {
            std::array::from_fn(|second| self.weigh(first, second, &self.two[second].plain_worth()))
        });
        let mut actions = BTreeMap::new();
        if !self.two.iter().any(TwoCards::minds_suits) {
            let mut worth = Worth::default();
            plain.as_flattened().iter().for_each(|&hand| worth.add(1.0, hand));
            return (vec![worth], actions);
        }
        let mut worth = Vec::new();
        for up_suit in 0..if is_suited_value(self.up) { 4 } else { 1 } {
            let suits = Suits::of(self.shoe).without(self.up, up_suit);
            let mut suited = [ByCards::default(); 4];
            for (second, suit) in self.suited_hands() {
                let seen = self.seen(&suits, second, suit, up_suit);
                let (worths, action) = match second == self.value {
                    true => self.two[second].choose_suited(of_pairs, seen, seen.chance),
                    false => self.two[second].choose_suited(of_others, seen, seen.chance),
                };
                actions.insert([second, suit, up_suit], action);
                for (first, by_second) in suited[suit].iter_mut().enumerate() {
                    by_second[second] = self.weigh(first, second, &worths);
                }
            }
            // 7-7 that may become 7-7-7 minds which sevens are elsewhere.
            let pair = |known: &Suits, first: usize, suit: usize| {
                let seen = self.seen(&suits, self.value, suit, up_suit);
                let actual = known.without(self.value, suit).chance(self.value, suit);
                let (worths, _) = self.two[self.value].choose_suited(of_pairs, seen, actual);
                self.weigh(first, self.value, &worths)
            };
            for first in 0..4 {
                for second in 0..4 {
                    let known = suits.without(self.value, first).without(self.value, second);
                    worth.push(self.split(&known, [first, second], |known, first, suit| {
                        let mut in_suit = suited[suit][first];
                        if self.two[self.value].minds_suits() {
                            in_suit[self.value] = pair(known, first, suit);
                        }
                        self.hand(known, suit, &plain[first], &in_suit)
                    }));
                }
            }
        }
        (worth, actions)
    }

    /// The hands of a pair in these suits: one for each of its cards, and those that
    /// begin with later cards.
    fn split(
        &self,
        known: &Suits,
        suits: [usize; 2],
        hand: impl Fn(&Suits, usize, usize) -> Worth,
    ) -> Worth {
        let mut split = Worth::default();
        for (first, suit) in suits.into_iter().enumerate() {
            split.add(1.0, hand(known, first, suit));
        }
        for suit in 0..4 {
            let chance = known.chance(self.value, suit);
            split.add(chance, hand(&known.without(self.value, suit), LATER, suit));
        }
        split
    }

    /// A hand by its second card, which may have the suit of the first.
    fn hand(
        &self,
        known: &Suits,
        suit: usize,
        plain: &[Worth; VALUES],
        in_suit: &[Worth; VALUES],
    ) -> Worth {
        let mut worth = Worth::default();
        for second in 0..VALUES {
            let same = match self.two[second].minds_suits() {
                true => known.chance(second, suit),
                false => 0.0,
            };
            worth.add(1.0 - same, plain[second]);
            worth.add(same, in_suit[second]);
        }
        worth
    }

    /// The second cards and suits with which a hand can become a suited 21.
    fn suited_hands(&self) -> impl Iterator<Item = (usize, usize)> {
        let minding = (0..VALUES).filter(|&second| self.two[second].minds_suits());
        minding.flat_map(|second| (0..4).map(move |suit| (second, suit)))
    }

    /// What a suited hand tells of its third card.
    fn seen(&self, suits: &Suits, second: usize, suit: usize, up_suit: usize) -> Suited {
        let own = suits.without(self.value, suit).without(second, suit);
        let third = third_value(self.value, second).unwrap_or(second);
        let bonus = self.bonus_suit == Some(suit);
        Suited { suit, up_suit, bonus, chance: own.chance(third, suit) }
    }

    /// The hands of this first and second card, with their weights in all lanes.
    fn weigh(&self, first: usize, second: usize, worths: &[Worth; LANES]) -> Worth {
        let of = if second == self.value { &self.weights.pair } else { &self.weights.other };
        let mut sum = Worth::default();
        for lane in 0..LANES {
            sum.add(of[first][lane] * self.chance[second][lane], worths[lane]);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected number of hands, counted by the weights, is that of dealing
    /// second cards one by one.
    #[test]
    fn weights_count_the_hands() {
        let (pairing, unseen) = (22.0, 285.0);
        for most in 2..=4 {
            let of = Becomes { value: 7, up: 9, most, lane: None };
            let weights = Weights::new(&of, 22, 285);
            let mut hands = 0.0;
            for lane in 0..LANES {
                let pair = (pairing - lane as f64) / (unseen - lane as f64);
                hands += sum(&weights.other)[lane] * (1.0 - pair) + sum(&weights.pair)[lane] * pair;
            }
            assert!((hands - expected(2, 0, 0, most, pairing, unseen)).abs() < 1e-12, "{most}");
        }
    }

    fn expected(
        hands: usize,
        done: usize,
        paired: usize,
        most: usize,
        pairing: f64,
        unseen: f64,
    ) -> f64 {
        if hands == most || done == hands {
            return hands as f64;
        }
        let left = unseen - (done + paired) as f64;
        let pair = (pairing - paired as f64) / left;
        pair * expected(hands + 1, done, paired + 1, most, pairing, unseen)
            + (1.0 - pair) * expected(hands, done + 1, paired, most, pairing, unseen)
    }

    /// No single change of a play makes the best strategy after a split better.
    #[test]
    fn no_other_play_is_better() {
        let text = include_str!("../../../../games/bahama-bonus.toml");
        let rules = *rules::GameFile::read(text).game(None, &[]).unwrap().rules();
        let table = Table::new(&cards::Counts::of(rules.deck, 2), rules.soft_17);
        let terms = Terms::new(&rules, None);
        let all = compositions();
        for (value, up) in [(ACE, 5), (1, 3), (6, 6), (7, 9)] {
            let of = Becomes { value, up, most: 4, lane: None };
            let best = SplitPair::new(&table, &terms, of, AfterSplit::Best);
            let dealing = Dealing { table: &table, terms: &terms, of, measure: Measure::Result };
            let mut changed = 0;
            for &index in all.holding(value).iter().filter(|&&index| all.get(index).cards < 5) {
                let hand = all.get(index);
                for doubles in 0..if hand.cards == 2 { 1 } else { 2 } {
                    let options = terms.options(split_origin(value), hand.cards, doubles);
                    for other in options.iter().filter(|_| hand.cards > 1 && !hand.is_21()) {
                        let with = |of: &[[Action; STAKES]], state: &State<'_>| {
                            let here = state.index == index && state.doubles == doubles;
                            match state.suited {
                                None if here => other,
                                None => of[usize::from(state.index)][state.doubles],
                                Some(seen) => {
                                    let second = second_of(state.hand, value);
                                    best.suited[&[second, seen.suit, seen.up_suit]]
                                }
                            }
                        };
                        let tried = dealing.play(
                            &Follow(|state: &State<'_>| with(&best.others, state)),
                            &Follow(|state: &State<'_>| with(&best.pairs, state)),
                        );
                        changed += 1;
                        for (tried, best) in tried.worth.iter().zip(&best.worth) {
                            assert!(tried.main <= best.main + 1e-12, "{value} {up} {hand:?}");
                        }
                    }
                }
            }
            assert!(changed > 100);
        }
    }
}
