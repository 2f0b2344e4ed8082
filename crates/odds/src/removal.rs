//! Vulnerability: what removing a card does to a wager, and what counting is worth.

use cards::{Card, Counts, Deck, Rank};

use crate::fraction::Fraction;

/// The effect of removing one card of a kind from the shoe on an expected value.
#[derive(Clone, Debug)]
pub struct Removal {
    /// The expected value of the whole shoe.
    pub ev: Fraction,
    /// For every kind of card, the expected value without one of it less the whole one's.
    pub effects: Vec<(Card, Fraction)>,
}

/// A count: a small whole number for every card, and how well it follows the effects.
#[derive(Clone, Debug)]
pub struct Count {
    /// The tag of every kind of card.
    pub tags: Vec<(Card, i8)>,
    /// The correlation of tags and effects, 1 where the tags follow them exactly.
    pub correlation: f64,
    /// Whether the tags depend on the rank alone.
    pub by_rank: bool,
}

impl Removal {
    /// The effects of removal on the value that `ev` finds.
    pub fn of(counts: &Counts, deck: Deck, ev: impl Fn(&Counts) -> Fraction) -> Removal {
        let whole = ev(counts);
        let effects = deck.cards().filter_map(|card| {
            let mut without = *counts;
            without.take(card).then(|| (card, ev(&without) - whole))
        });
        Removal { ev: whole, effects: effects.collect() }
    }

    /// Whether every card has the same effect: then no count tells anything (at
    /// first order), because all cards are alike to the wager.
    pub fn is_symmetric(&self) -> bool {
        self.effects.windows(2).all(|pair| pair[0].1 == pair[1].1)
    }

    /// The best count with tags up to `most` either way; by rank, and by rank and
    /// suit where that is better. Nothing where all cards are alike.
    pub fn counts(&self, counts: &Counts, most: i8) -> Vec<Count> {
        if self.is_symmetric() {
            return Vec::new();
        }
        let centred = self.centred(counts);
        let by_rank = best_tags(&average_by_rank(&centred, counts), most, counts, &centred, true);
        let by_card = best_tags(&centred, most, counts, &centred, false);
        let suits_matter = by_card.correlation > by_rank.correlation + 1e-9;
        if suits_matter { vec![by_rank, by_card] } else { vec![by_rank] }
    }

    /// The effects less their mean over the shoe: what a balanced count can follow.
    fn centred(&self, counts: &Counts) -> Vec<(Card, f64)> {
        let weight = |card: Card| f64::from(counts.get(card));
        let total: f64 = self.effects.iter().map(|(card, _)| weight(*card)).sum();
        let mean =
            self.effects.iter().map(|(card, e)| weight(*card) * e.to_f64()).sum::<f64>() / total;
        self.effects.iter().map(|(card, effect)| (*card, effect.to_f64() - mean)).collect()
    }
}

fn average_by_rank(effects: &[(Card, f64)], counts: &Counts) -> Vec<(Card, f64)> {
    let average = |rank: Rank| {
        let of_rank = effects.iter().filter(|(card, _)| card.rank() == rank);
        let (sum, weight) = of_rank.fold((0.0, 0.0), |(sum, total), (card, effect)| {
            let weight = f64::from(counts.get(*card));
            (sum + weight * effect, total + weight)
        });
        if weight > 0.0 { sum / weight } else { 0.0 }
    };
    effects.iter().map(|(card, _)| (*card, average(card.rank()))).collect()
}

/// Scales the effects to whole tags in every sensible way and keeps the best.
fn best_tags(
    scaled: &[(Card, f64)],
    most: i8,
    counts: &Counts,
    effects: &[(Card, f64)],
    by_rank: bool,
) -> Count {
    let largest = scaled.iter().map(|(_, effect)| effect.abs()).fold(0.0, f64::max);
    let mut best = Count { tags: Vec::new(), correlation: -1.0, by_rank };
    for step in 1..=i32::from(most) * 20 {
        let scale = f64::from(step) / 20.0 / largest;
        let tags: Vec<(Card, i8)> =
            scaled.iter().map(|&(card, effect)| (card, (effect * scale).round() as i8)).collect();
        let correlation = correlation(&tags, effects, counts);
        if correlation > best.correlation + 1e-12 {
            best = Count { tags, correlation, by_rank };
        }
    }
    best
}

fn correlation(tags: &[(Card, i8)], effects: &[(Card, f64)], counts: &Counts) -> f64 {
    let rows = || {
        tags.iter().zip(effects).map(|(&(card, tag), &(_, effect))| {
            (f64::from(counts.get(card)), f64::from(tag), effect)
        })
    };
    let total: f64 = rows().map(|(weight, ..)| weight).sum();
    let mean = |value: fn((f64, f64, f64)) -> f64| {
        rows().map(|row| row.0 * value(row)).sum::<f64>() / total
    };
    let (tag, effect) = (mean(|row| row.1), mean(|row| row.2));
    let (mut both, mut tags2, mut effects2) = (0.0, 0.0, 0.0);
    for (weight, a, b) in rows() {
        both += weight * (a - tag) * (b - effect);
        tags2 += weight * (a - tag).powi(2);
        effects2 += weight * (b - effect).powi(2);
    }
    if tags2 == 0.0 || effects2 == 0.0 { 0.0 } else { both / (tags2 * effects2).sqrt() }
}
