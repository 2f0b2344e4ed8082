//! Every round of a tiny shoe, for checking the exact analysis.
//!
//! The engine asks, and every kind of card left in the shoe answers with its chance;
//! what a hand may do and what it pays is the engine's word alone, so nothing is
//! computed a second time. One seat plays a main wager and never insures.
//!
//! A shoe must hold enough cards for the longest round of the play; one that runs
//! out stops the test. The best player also tries to hit a hand of 20, so that
//! [`best`] needs more cards than most plays.

use std::collections::BTreeMap;

use cards::{Card, Counts};
use round::{LineSpot, Need, Round, Slot};
use rules::{Action, Actions, Bets, MAX_SEATS, Returned, Rules, SeatBets, Spot};

/// The one seat that plays.
const SEAT: u8 = 1;

/// Deals every round of the shoe and shows each finished one with its probability.
/// `choose` answers for the player; a round does not tell it the hole card.
///
/// # Panics
/// If the bet is not accepted, an action is not legal or the shoe runs out.
pub fn every_round(
    rules: &Rules,
    bet: u32,
    shoe: &Counts,
    choose: &mut dyn FnMut(&Round, Actions) -> Action,
    visit: &mut dyn FnMut(&Round, f64),
) {
    Play { rules, choose, visit }.go_on(&mut start(rules, bet), &mut Left::of(shoe), 1.0);
}

/// The law of one seat's main wager: expectations in units of the bet, and the
/// probability of every result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Law {
    /// The expected net result of the main wager, all its hands together.
    pub net: f64,
    /// The expected special bonus, which is no part of `net`.
    pub special_bonus: f64,
    /// The expected total staked on all hands, doubles included.
    pub staked: f64,
    /// The probability that a pair is split.
    pub split: f64,
    /// The net results in cents of rounds without a split, with their probabilities;
    /// together with those of rounds with one they sum to 1.
    pub without_split: BTreeMap<i64, f64>,
    /// The net results in cents of rounds with a split.
    pub with_split: BTreeMap<i64, f64>,
    /// The expected square of the net result.
    pub square: f64,
    /// The expected square of the net result and the special bonus together.
    pub square_with_bonus: f64,
}

/// The law of the main wager over every round of the shoe, with these choices.
///
/// # Panics
/// As [`every_round`].
pub fn law(
    rules: &Rules,
    bet: u32,
    shoe: &Counts,
    choose: &mut dyn FnMut(&Round, Actions) -> Action,
) -> Law {
    let mut results: BTreeMap<(bool, Settled), Sum> = BTreeMap::new();
    every_round(rules, bet, shoe, choose, &mut |round, chance| {
        let split = round.hands(SEAT).len() > 1;
        results.entry((split, Settled::of(rules, round))).or_default().add(chance);
    });
    let mut law = Law::default();
    for ((split, settled), chance) in results {
        law.add(split, &settled, chance.total(), f64::from(bet));
    }
    law
}

impl Law {
    fn add(&mut self, split: bool, settled: &Settled, chance: f64, bet: f64) {
        self.net += chance * settled.net as f64 / bet;
        self.special_bonus += chance * settled.special_bonus as f64 / bet;
        self.staked += chance * settled.staked as f64 / bet;
        let with_bonus = (settled.net + settled.special_bonus) as f64 / bet;
        self.square += chance * (settled.net as f64 / bet).powi(2);
        self.square_with_bonus += chance * with_bonus.powi(2);
        if split {
            self.split += chance;
        }
        let results = if split { &mut self.with_split } else { &mut self.without_split };
        *results.entry(settled.net).or_default() += chance;
    }
}

/// The expectation of the main wager, in units of the bet, for the best player who
/// never splits: one who knows the rules, the shoe, the own cards and the up-card,
/// but neither the hole card nor the order of the shoe. The special bonus is not
/// counted.
///
/// # Panics
/// If the bet is not accepted or the shoe runs out.
pub fn best(rules: &Rules, bet: u32, shoe: &Counts) -> f64 {
    best_noting(rules, bet, shoe, &mut |_, _| {})
}

/// As [`best`]; every decision on the way is noted with a round in which it falls.
fn best_noting(
    rules: &Rules,
    bet: u32,
    shoe: &Counts,
    note: &mut dyn FnMut(&Round, Action),
) -> f64 {
    let mut player = BestPlayer { rules, note };
    player.deal(&start(rules, bet), &mut Left::of(shoe), 1.0) / f64::from(bet)
}

/// What each action but a split is worth on two cards against an up-card, in units
/// of the bet, with the best play after it and once the dealer has no natural. The
/// three cards are taken out of the shoe. A natural has nothing to decide: no actions.
///
/// # Panics
/// If the bet is not accepted, a card is not in the shoe or the shoe runs out.
pub fn best_from(
    rules: &Rules,
    bet: u32,
    shoe: &Counts,
    player: [Card; 2],
    up: Card,
) -> Vec<(Action, f64)> {
    let mut round = start(rules, bet);
    let mut shoe = *shoe;
    for card in [player[0], up, player[1]] {
        assert!(shoe.take(card), "the shoe has no {card} left");
        give(rules, &mut round, card);
    }
    let mut unseen = Left::of(&shoe);
    let mut chances = chances(rules, &round, &mut unseen, 1.0);
    // What is over before the first action is a dealer's natural or the player's own.
    chances.retain(|chance| chance.round.need() != Need::Nothing);
    let Some(Need::Action { legal, .. }) = chances.first().map(|chance| chance.round.need()) else {
        return Vec::new();
    };
    let unit = f64::from(bet) * chances.iter().map(|chance| chance.weight).sum::<f64>();
    let mut worth = BestPlayer { rules, note: &mut |_, _| {} }.weigh(&chances, legal, &mut unseen);
    worth.iter_mut().for_each(|(_, worth)| *worth /= unit);
    worth
}

/// A round of one seat with a main wager, before its first card.
fn start(rules: &Rules, bet: u32) -> Round {
    let mut bets: Bets = [SeatBets::default(); MAX_SEATS];
    bets[usize::from(SEAT) - 1].set(Spot::Main, bet);
    Round::new(&rules.accept(&bets).expect("the bet is a main wager the rules accept"))
}

fn give(rules: &Rules, round: &mut Round, card: Card) {
    round.card(rules, card).expect("the round waits for a card");
}

fn act(rules: &Rules, round: &mut Round, action: Action) {
    round.act(rules, SEAT, action).expect("the action is legal");
}

fn refuse_insurance(rules: &Rules, round: &mut Round) {
    round.insure(rules, SEAT, 0).expect("insurance can be refused");
}

/// A sum of very many small probabilities that keeps what rounding takes off
/// (Neumaier): a plain sum over a million rounds is wrong in the twelfth digit.
#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let (large, small) =
            if self.sum.abs() >= term.abs() { (self.sum, term) } else { (term, self.sum) };
        self.lost += large - sum + small;
        self.sum = sum;
    }

    fn total(self) -> f64 {
        self.sum + self.lost
    }
}

/// What the main wager and the special bonus came to, in cents.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Settled {
    staked: i64,
    net: i64,
    special_bonus: i64,
}

impl Settled {
    fn of(rules: &Rules, round: &Round) -> Settled {
        let mut settled = Settled::default();
        round.settle(rules, |line| {
            let Returned::Amount(returned) = line.returned else { return };
            match line.spot {
                LineSpot::Wager(Spot::Main) => {
                    settled.staked += line.staked.in_cents();
                    settled.net += (returned - line.staked).in_cents();
                }
                LineSpot::SpecialBonus => settled.special_bonus += returned.in_cents(),
                LineSpot::Wager(_) | LineSpot::Envy => {}
            }
        });
        settled
    }
}

/// What is left of a shoe: only the kinds of card it started with, so that a step
/// over all of them is short.
struct Left {
    kinds: Vec<(Card, u16)>,
    cards: usize,
}

impl Left {
    fn of(shoe: &Counts) -> Left {
        let mut kinds: Vec<(Card, u16)> = shoe.cards().map(|card| (card, shoe.get(card))).collect();
        kinds.dedup();
        Left { kinds, cards: shoe.total() }
    }

    /// Takes each kind of card out in turn, shows what is then left, the card and
    /// how many copies of it there were, and puts it back.
    fn each(&mut self, mut see: impl FnMut(&mut Left, Card, u16)) {
        for index in 0..self.kinds.len() {
            let (card, copies) = self.kinds[index];
            if copies > 0 {
                self.take(index);
                see(self, card, copies);
                self.put_back(index);
            }
        }
    }

    /// As [`Left::each`], with the chance of each card to be the next of the shoe.
    fn each_next(&mut self, mut see: impl FnMut(&mut Left, Card, f64)) {
        assert!(self.cards > 0, "the shoe is too small: a round needs one more card");
        let all = self.cards as f64;
        self.each(|left, card, copies| see(left, card, f64::from(copies) / all));
    }

    /// What something is worth when this card is gone, too.
    fn without(&mut self, card: Card, worth: impl FnOnce(&mut Left) -> f64) -> f64 {
        let index = self.kinds.iter().position(|&(kind, _)| kind == card);
        let index = index.expect("only a card of the shoe is taken out of it");
        self.take(index);
        let worth = worth(self);
        self.put_back(index);
        worth
    }

    fn take(&mut self, index: usize) {
        self.kinds[index].1 -= 1;
        self.cards -= 1;
    }

    fn put_back(&mut self, index: usize) {
        self.kinds[index].1 += 1;
        self.cards += 1;
    }
}

/// Play through every round.
struct Play<'a> {
    rules: &'a Rules,
    choose: &'a mut dyn FnMut(&Round, Actions) -> Action,
    visit: &'a mut dyn FnMut(&Round, f64),
}

impl Play<'_> {
    /// Plays on from a round that was reached with this probability.
    fn go_on(&mut self, round: &mut Round, left: &mut Left, chance: f64) {
        loop {
            match round.need() {
                Need::Nothing => return (self.visit)(round, chance),
                Need::Insurance { .. } => refuse_insurance(self.rules, round),
                Need::Action { legal, .. } => {
                    let action = (self.choose)(round, legal);
                    act(self.rules, round, action);
                }
                Need::Card(_) => {
                    return left.each_next(|left, card, next| {
                        let mut dealt = *round;
                        give(self.rules, &mut dealt, card);
                        self.go_on(&mut dealt, left, chance * next);
                    });
                }
            }
        }
    }
}

/// One of the rounds that look alike to the player: they differ in the hole card.
#[derive(Clone, Copy)]
struct Chance {
    round: Round,
    hole: Card,
    /// The probability of all its cards.
    weight: f64,
}

/// The rounds of every hole card, past the question for insurance. The hole card
/// stays among the unseen cards: the player cannot tell it from those of the shoe.
fn chances(rules: &Rules, round: &Round, unseen: &mut Left, weight: f64) -> Vec<Chance> {
    let mut chances = Vec::with_capacity(unseen.kinds.len());
    unseen.each_next(|_, hole, chance| {
        let mut round = *round;
        give(rules, &mut round, hole);
        if let Need::Insurance { .. } = round.need() {
            refuse_insurance(rules, &mut round);
        }
        chances.push(Chance { round, hole, weight: weight * chance });
    });
    chances
}

/// The player of [`best`], who weighs all hole cards at once. What it reckons with
/// are cents times probability.
struct BestPlayer<'a> {
    rules: &'a Rules,
    note: &'a mut dyn FnMut(&Round, Action),
}

impl BestPlayer<'_> {
    /// What all rounds after these first cards are worth.
    fn deal(&mut self, round: &Round, left: &mut Left, weight: f64) -> f64 {
        if round.need() == Need::Card(Slot::Hole) {
            return self.worth(chances(self.rules, round, left, weight), left);
        }
        let mut worth = 0.0;
        left.each_next(|left, card, chance| {
            let mut dealt = *round;
            give(self.rules, &mut dealt, card);
            worth += self.deal(&dealt, left, weight * chance);
        });
        worth
    }

    /// What rounds that look alike are worth together.
    fn worth(&mut self, mut chances: Vec<Chance>, unseen: &mut Left) -> f64 {
        let mut over = 0.0;
        chances.retain(|chance| match chance.round.need() {
            Need::Nothing | Need::Card(Slot::Draw) => {
                let finish = |left: &mut Left| finish(self.rules, &chance.round, left);
                over += chance.weight * unseen.without(chance.hole, finish);
                false
            }
            _ => true,
        });
        let Some(first) = chances.first() else { return over };
        let Need::Action { legal, .. } = first.round.need() else {
            return over + self.draw(&chances, unseen);
        };
        let actions = self.weigh(&chances, legal, unseen);
        let most = actions.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other));
        let (action, most) = most.expect("a hand can always stand");
        (self.note)(&first.round, action);
        over + most
    }

    /// What each action but a split is worth.
    fn weigh(
        &mut self,
        chances: &[Chance],
        legal: Actions,
        unseen: &mut Left,
    ) -> Vec<(Action, f64)> {
        let mut worth = |action| {
            let mut after = chances.to_vec();
            after.iter_mut().for_each(|chance| act(self.rules, &mut chance.round, action));
            (action, self.worth(after, unseen))
        };
        legal.iter().filter(|&action| action != Action::Split).map(&mut worth).collect()
    }

    /// What drawing a card is worth: any of the unseen ones but the hole card.
    fn draw(&mut self, chances: &[Chance], unseen: &mut Left) -> f64 {
        let mut worth = 0.0;
        unseen.each(|left, card, copies| {
            assert!(left.cards > 0, "the shoe is too small: a hand needs one more card");
            let mut dealt = Vec::with_capacity(chances.len());
            for chance in chances {
                let copies = copies - u16::from(card == chance.hole);
                if copies > 0 {
                    let next = f64::from(copies) / left.cards as f64;
                    let mut chance = Chance { weight: chance.weight * next, ..*chance };
                    give(self.rules, &mut chance.round, card);
                    dealt.push(chance);
                }
            }
            worth += self.worth(dealt, left);
        });
        worth
    }
}

/// The expected net result in cents of a round in which nobody but the dealer acts.
fn finish(rules: &Rules, round: &Round, left: &mut Left) -> f64 {
    if round.need() == Need::Nothing {
        return Settled::of(rules, round).net as f64;
    }
    let mut expected = 0.0;
    left.each_next(|left, card, chance| {
        let mut drawn = *round;
        give(rules, &mut drawn, card);
        expected += chance * finish(rules, &drawn, left);
    });
    expected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file;

    const BET: u32 = 10_000;

    fn rules(id: &str) -> Rules {
        file(id).game(None, &[]).unwrap().profile(None, &[]).unwrap().rules
    }

    /// `8s*3 Kd` is three eights of spades and a king of diamonds.
    fn shoe(text: &str) -> Counts {
        text.split(' ')
            .flat_map(|cards| {
                let (card, copies) = cards.split_once('*').unwrap_or((cards, "1"));
                std::iter::repeat_n(card.parse::<Card>().unwrap(), copies.parse().unwrap())
            })
            .collect()
    }

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    fn stand(_: &Round, _: Actions) -> Action {
        Action::Stand
    }

    fn hit_to_17(round: &Round, legal: Actions) -> Action {
        let open = round.hands(SEAT).iter().find(|hand| hand.fate() == round::Fate::Open).unwrap();
        let hit = legal.has(Action::Hit) && open.total().best() < 17;
        if hit { Action::Hit } else { Action::Stand }
    }

    fn split_or_hit_to_17(round: &Round, legal: Actions) -> Action {
        if legal.has(Action::Split) { Action::Split } else { hit_to_17(round, legal) }
    }

    #[track_caller]
    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-12, "{one} is not {other}");
    }

    #[test]
    fn the_probabilities_sum_to_one() {
        for (id, cards) in [
            ("conventional", "8s*4 8d Kd*6 9h*4 6h*3"),
            ("conventional", "As*4 9d*6 Kd*6"),
            ("spanish-21", "8s*4 8d Kd*6 9h*4 6h*3"),
            ("spanish-21", "As*4 9d*6 Kd*6"),
        ] {
            let (rules, shoe) = (rules(id), shoe(cards));
            let (mut sum, mut hands) = (Sum::default(), 0);
            every_round(&rules, BET, &shoe, &mut split_or_hit_to_17, &mut |round, chance| {
                sum.add(chance);
                hands = hands.max(round.hands(SEAT).len());
            });
            near(sum.total(), 1.0);
            // Conventional aces are split once, all other pairs up to four hands.
            let aces_once = id == "conventional" && cards.starts_with('A');
            assert!(hands == 4 || aces_once, "{id}: {hands}");
            let law = law(&rules, BET, &shoe, &mut split_or_hit_to_17);
            near(law.with_split.values().sum(), law.split);
            near(law.without_split.values().sum::<f64>(), 1.0 - law.split);
            let results = law.with_split.iter().chain(&law.without_split);
            near(results.map(|(&net, chance)| net as f64 * chance / 1e4).sum(), law.net);
            assert!(law.split > 0.1 && law.staked >= 1.0 + law.split - 1e-12);
        }
    }

    /// Five kings and an ace: the ace makes a natural on either side in two of six
    /// places, and else 20 pushes. Under the up-card's ace insurance is refused.
    #[test]
    fn a_law_by_hand() {
        let (rules, shoe) = (rules("conventional"), shoe("Kd*5 As"));
        let law = law(&rules, BET, &shoe, &mut stand);
        near(law.net, 1.0 / 6.0);
        near(law.staked, 1.0);
        assert_eq!(law.split, 0.0);
        assert_eq!(law.special_bonus, 0.0);
        let results: Vec<i64> = law.without_split.keys().copied().collect();
        assert_eq!(results, [-10_000, 0, 15_000]);
        law.without_split.values().for_each(|&chance| near(chance, 1.0 / 3.0));
        near(best(&rules, BET, &shoe), 1.0 / 6.0);
    }

    /// Nothing but eights: four hands of sixteen stand while the dealer busts.
    #[test]
    fn a_split_by_hand() {
        let law = law(&rules("conventional"), BET, &shoe("8d*11"), &mut |_, legal| {
            if legal.has(Action::Split) { Action::Split } else { Action::Stand }
        });
        assert_eq!((law.net, law.staked, law.split), (4.0, 4.0, 1.0));
        assert_eq!(law.with_split, BTreeMap::from([(40_000, 1.0)]));
        assert_eq!(law.without_split, BTreeMap::new());
    }

    /// Nothing but sevens of spades: the special bonus stands beside the result.
    #[test]
    fn a_special_bonus_by_hand() {
        let law = law(&rules("bahamas-bonus"), 100, &shoe("7s*5"), &mut |_, _| Action::Hit);
        assert_eq!((law.net, law.special_bonus), (3.0, 1000.0));
    }

    /// 16 against a king, with a seven and two fives unseen: who knew the hole card
    /// would win more than by any one action.
    #[test]
    fn the_best_player_does_not_know_the_hole_card() {
        let rules = rules("conventional");
        let player = [card("Kd"), card("6h")];
        let worth = best_from(&rules, BET, &shoe("Kd*2 6h 7c 5c*2"), player, card("Kd"));
        let expected =
            [(Action::Hit, 1.0 / 3.0), (Action::Stand, -1.0 / 3.0), (Action::Double, 2.0 / 3.0)];
        assert_eq!(worth.len(), expected.len());
        for ((action, worth), (of, expected)) in worth.into_iter().zip(expected) {
            assert_eq!(action, of);
            near(worth, expected);
        }
        let natural = [card("Kd"), card("As")];
        assert_eq!(best_from(&rules, BET, &shoe("Kd*2 As 7c"), natural, card("Kd")), []);
    }

    /// The best player is at least as good as others, and as good as its own plan.
    #[test]
    fn the_best_is_the_law_of_its_own_plan() {
        let mut three_doubles = rules("spanish-21");
        three_doubles.doubles = 3;
        let mut no_insurance = rules("conventional");
        no_insurance.wagers[Spot::Insurance as usize] = None;
        for (rules, cards) in [
            (rules("conventional"), "As*2 5d*4 6h*3 Kd*5"),
            (no_insurance, "As*2 5d*4 6h*3 Kd*5"),
            (three_doubles, "As*2 5d*4 6h*3 Kd*5"),
            (three_doubles, "As 4d*3 6h*3 7s*2 8h*2 Kd*3"),
        ] {
            let shoe = shoe(cards);
            let mut plan: BTreeMap<(Vec<Card>, u8, Option<Card>), Action> = BTreeMap::new();
            let seen = |round: &Round| {
                let [hand] = round.hands(SEAT) else { panic!("the best player never splits") };
                (hand.cards().to_vec(), hand.doubles(), round.up_card())
            };
            let best = best_noting(&rules, BET, &shoe, &mut |round, action| {
                assert_eq!(plan.insert(seen(round), action), None, "decided once");
            });
            near(best, law(&rules, BET, &shoe, &mut |round, _| plan[&seen(round)]).net);
            for choose in [stand, hit_to_17] {
                let other = law(&rules, BET, &shoe, &mut { choose }).net;
                assert!(other <= best + 1e-12, "{other} is more than {best}");
            }
        }
    }

    /// What the best player wins from its first two cards on is what it wins at all.
    #[test]
    fn the_best_actions_add_up_to_the_best() {
        let (rules, shoe) = (rules("spanish-21"), shoe("6h*4 5d*4 Kd*5 8c*2"));
        let kinds = ["6h", "5d", "Kd", "8c"].map(card);
        let mut sum = 0.0;
        for first in kinds {
            for up in kinds {
                for second in kinds {
                    let mut left = shoe;
                    let mut chance = 1.0;
                    for card in [first, up, second] {
                        chance *= f64::from(left.get(card)) / left.total() as f64;
                        let _ = left.take(card);
                    }
                    if chance > 0.0 {
                        let worth = best_from(&rules, BET, &shoe, [first, second], up);
                        sum +=
                            chance * worth.into_iter().map(|(_, worth)| worth).fold(-9.0, f64::max);
                    }
                }
            }
        }
        near(sum, best(&rules, BET, &shoe));
    }

    #[test]
    #[should_panic(expected = "the shoe is too small")]
    fn a_shoe_that_runs_out_stops() {
        law(&rules("conventional"), BET, &shoe("6h*4"), &mut stand);
    }
}
