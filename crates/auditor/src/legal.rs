//! What a seat may do with a hand.

use crate::case::Choice;
use crate::hand::{Hand, Origin, total};
use crate::sheet::{DoubleLimit, DoubleOn, Rescue, SplitAces, Surrender};
use crate::terms::Terms;

/// The choices a hand has; `hands` is how many its seat holds.
///
/// Fewer than two choices mean that nobody is asked (A43).
pub(crate) fn choices(terms: &Terms, hand: &Hand, hands: usize) -> Vec<Choice> {
    // 21 stands by itself and a bust hand is over (A20, A43).
    if total(&hand.cards) >= 21 {
        return Vec::new();
    }
    let one_card_each = terms.sheet.split_aces != SplitAces::PlayedOn;
    if hand.is_split_ace() && one_card_each {
        return available([(true, Choice::Stand), (may_split(terms, hand, hands), Choice::Split)]);
    }
    if !hand.doubles.is_empty() {
        // A20: after a double there is no hit.
        return available([
            (true, Choice::Stand),
            (next_double(terms, hand).is_some(), Choice::Double),
            (may_rescue(terms, hand), Choice::Rescue),
        ]);
    }
    available([
        (true, Choice::Hit),
        (true, Choice::Stand),
        (next_double(terms, hand).is_some(), Choice::Double),
        (may_split(terms, hand, hands), Choice::Split),
        (may_surrender(terms, hand), Choice::Surrender),
    ])
}

fn available<const N: usize>(choices: [(bool, Choice); N]) -> Vec<Choice> {
    choices.into_iter().filter(|(legal, _)| *legal).map(|(_, choice)| choice).collect()
}

/// What the next double adds, if the hand may be doubled (A19).
pub(crate) fn next_double(terms: &Terms, hand: &Hand) -> Option<i64> {
    let made = hand.doubles.len();
    let too_many_cards = terms.sheet.double_on == DoubleOn::FirstTwoCards && hand.cards.len() > 2;
    if made >= terms.configuration.doubles_max || too_many_cards {
        return None;
    }
    // 004 8.b: once, twice, four times the original wager. That is the total so
    // far (WSGC 3.b) unless a double was for less, and then this one is as well.
    let added = hand.wager << made;
    match terms.sheet.double_limit {
        DoubleLimit::PerWager(max) => (added <= max).then_some(added),
        DoubleLimit::PerWagerForLess(max) => Some(added.min(max)),
        DoubleLimit::TotalRefused(max) => (hand.staked() + added <= max).then_some(added),
    }
}

fn may_split(terms: &Terms, hand: &Hand, hands: usize) -> bool {
    let barred = hand.is_split_ace() && terms.sheet.split_aces == SplitAces::OneCardEachNoResplit;
    hand.is_pair() && hands < terms.sheet.hands_max && !barred
}

fn may_surrender(terms: &Terms, hand: &Hand) -> bool {
    terms.sheet.surrender == Surrender::Late
        && hand.origin == Origin::Dealt
        && hand.cards.len() == 2
}

fn may_rescue(terms: &Terms, hand: &Hand) -> bool {
    match terms.sheet.rescue {
        Rescue::None => false,
        Rescue::NotAfterSplit => hand.origin == Origin::Dealt,
        Rescue::EveryHand => true,
    }
}
