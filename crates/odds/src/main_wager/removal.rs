//! Griffin's effects of removal: what a card that is gone does to the play of a chart.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Card, Counts};
use rayon::prelude::*;

use super::chart::Chart;
use super::composition::VALUES;
use super::shoe::{is_suited_value, value_of};
use super::solution::{NotModelled, Question, Solution};
use super::table::Table;

/// What one card of each value out of the shoe adds to the expectation of a chart that stays
/// as it is, in units of the wager; ace first, then two to ten.
///
/// The effects are those of a single deck: a card is that much more of one deck than of `n`
/// cards, `(n − 1) / (deck − 1)` times (P. Griffin, The Theory of Blackjack). Weighted by the
/// cards of each value they sum to nothing, because a card that nobody saw may lie anywhere.
///
/// # Errors
/// If the rules or the shoe are outside what is modelled.
pub fn effects_of_removal(
    shoe: &Counts,
    question: Question,
    chart: &Chart,
) -> Result<[f64; VALUES], NotModelled> {
    let ev = |counts: &Counts| {
        let table = Arc::new(Table::new(counts, question.rules.soft_17));
        Solution::following(&table, question, chart).map(|solution| solution.ev)
    };
    let whole = ev(shoe)?;
    let kinds: Vec<(Card, f64)> = kinds(shoe).into_values().collect();
    let effect = |&(card, cards): &(Card, f64)| {
        let mut without = *shoe;
        assert!(without.take(card), "only cards of the shoe are taken out");
        Ok((value_of(card), cards, ev(&without)? - whole))
    };
    let effects = kinds.par_iter().map(effect).collect::<Result<Vec<_>, NotModelled>>()?;
    let of_one_deck = (shoe.total() - 1) as f64 / (question.rules.deck.size() - 1) as f64;
    Ok(std::array::from_fn(|value| {
        let of_value = effects.iter().filter(|effect| effect.0 == value);
        let (sum, cards) = of_value
            .fold((0.0, 0.0), |(sum, all), (_, cards, effect)| (sum + cards * effect, all + cards));
        if cards > 0.0 { of_one_deck * sum / cards } else { 0.0 }
    }))
}

/// A card of every kind that the main wager tells apart, and how many there are of it.
fn kinds(shoe: &Counts) -> BTreeMap<(usize, usize), (Card, f64)> {
    let mut kinds = BTreeMap::new();
    for card in shoe.cards() {
        let value = value_of(card);
        let suit = if is_suited_value(value) { card.suit() as usize } else { 0 };
        kinds.entry((value, suit)).or_insert((card, 0.0)).1 += 1.0;
    }
    kinds
}
