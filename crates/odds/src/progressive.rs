//! The exact value of the progressive wager, as a function of its meter.

use cards::{Card, Counts, Rank, Suit};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use rules::{Class, Pay, PayTable};

use crate::fraction::Fraction;
use crate::side::SideWager;

/// A share of the meter and how often it is won.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Level {
    pub class: Class,
    /// In percent.
    pub share: u8,
    pub probability: Fraction,
}

/// The progressive wager: what its fixed lines return, and what its meter adds.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct ProgressiveWager {
    pub side: SideWager,
    /// The wager in cents.
    pub unit: u32,
    /// What the fixed lines hand out per unit staked.
    pub fixed_return: Fraction,
    pub levels: Vec<Level>,
}

impl ProgressiveWager {
    /// The wager of a unit in cents on a priced side wager.
    pub fn of(side: SideWager, unit: u32) -> ProgressiveWager {
        let fixed = |row: &crate::ClassRow| match row.pay {
            Pay::For(odds) => row.probability * odds.fraction().into(),
            _ => Fraction::ZERO,
        };
        let fixed_return = side.rows.iter().map(fixed).sum();
        let level = |row: &crate::ClassRow| match row.pay {
            Pay::Share(share) => {
                Some(Level { class: row.class, share, probability: row.probability })
            }
            _ => None,
        };
        let levels = side.rows.iter().filter_map(level).collect();
        ProgressiveWager { side, unit, fixed_return, levels }
    }

    /// The expected share of the meter a wager wins, as a fraction of the meter.
    pub fn meter_share(&self) -> Fraction {
        self.levels
            .iter()
            .map(|level| level.probability * Fraction::new(level.share.into(), 100))
            .sum()
    }

    /// The probability of the 100 % level.
    pub fn top(&self) -> Fraction {
        self.levels.iter().filter(|level| level.share == 100).map(|level| level.probability).sum()
    }

    /// What a wager returns per unit staked with the meter at this many cents.
    pub fn return_at(&self, meter: u64) -> Fraction {
        self.fixed_return + self.meter_share() * Fraction::new(meter.into(), self.unit.into())
    }

    /// The meter, in cents, at which the wager returns what it costs.
    pub fn break_even_meter(&self) -> Option<Fraction> {
        let share = self.meter_share();
        (share > Fraction::ZERO).then(|| {
            (Fraction::ONE - self.fixed_return)
                * Fraction::whole(self.unit.into())
                * share.inverse()
        })
    }

    /// The variance of the result of one unit with the meter at this many cents.
    pub fn variance_at(&self, meter: u64) -> f64 {
        let value = |pay: Pay| match pay {
            Pay::Share(share) => f64::from(share) / 100.0 * meter as f64 / f64::from(self.unit),
            Pay::For(odds) => Fraction::from(odds.fraction()).to_f64(),
            Pay::To(_) | Pay::Loses => 0.0,
        };
        let moment = |power: i32| -> f64 {
            self.side
                .rows
                .iter()
                .map(|row| row.probability.to_f64() * value(row.pay).powi(power))
                .sum()
        };
        moment(2) - moment(1).powi(2)
    }
}

/// The cards that, on top of a dealer's pair, make the 100 % level: one group for
/// each such pair, with the number of dealer pairs and of cards left for players.
struct Group {
    pairs: u64,
    left: u64,
}

/// The exact probabilities that 0, 1, 2, … of `seats` seats win the 100 % level in
/// the same round. All seats share the dealer's two cards, so the seats are far
/// from independent.
pub fn winners(counts: &Counts, table: &PayTable, seats: u8) -> Vec<RBig> {
    let total = counts.total() as u64;
    let all_pairs = pairs_of(total);
    let mut law = vec![RBig::ZERO; usize::from(seats) + 1];
    for group in groups(counts, table) {
        for (count, probability) in
            winners_in_group(&group, total - 2, seats).into_iter().enumerate()
        {
            law[count] += probability * ratio(group.pairs, all_pairs);
        }
    }
    // Without a fitting dealer pair nobody wins.
    let with_pair = law.iter().fold(RBig::ZERO, |sum, part| sum + part);
    law[0] += RBig::ONE - with_pair;
    law
}

fn ratio(num: u64, den: u64) -> RBig {
    RBig::from_parts(IBig::from(num), UBig::from(den))
}

fn pairs_of(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}

fn groups(counts: &Counts, table: &PayTable) -> Vec<Group> {
    let whole = |class: Class| table.pay(class) == Pay::Share(100);
    let group = |cards: &[Card]| {
        let count: u64 = cards.iter().map(|&card| u64::from(counts.get(card))).sum();
        Group { pairs: pairs_of(count), left: count.saturating_sub(2) }
    };
    let mut groups = Vec::new();
    for rank in Rank::ALL {
        let cards = |suits: &[Suit]| -> Vec<Card> {
            suits.iter().map(|&suit| Card::new(rank, suit)).collect()
        };
        if whole(Class::FourSameColour) {
            groups.push(group(&cards(&[Suit::Clubs, Suit::Spades])));
            groups.push(group(&cards(&[Suit::Diamonds, Suit::Hearts])));
        } else if whole(Class::FourSuited) {
            groups.extend(Suit::ALL.iter().map(|&suit| group(&cards(&[suit]))));
        }
    }
    groups.retain(|group| group.pairs > 0);
    groups
}

/// Given the dealer's pair: how many seats hold two of the `left` cards that fit,
/// out of `others` cards. Inclusion and exclusion over the seats that do.
fn winners_in_group(group: &Group, others: u64, seats: u8) -> Vec<RBig> {
    let seats = u64::from(seats);
    // The probability that j given seats all hold two fitting cards.
    let all_fit: Vec<RBig> = (0..=seats)
        .map(|j| {
            (0..2 * j)
                .map(|drawn| {
                    ratio(group.left.saturating_sub(drawn), others.saturating_sub(drawn).max(1))
                })
                .fold(RBig::ONE, |product, factor| product * factor)
        })
        .collect();
    (0..=seats)
        .map(|winners| {
            (winners..=seats).fold(RBig::ZERO, |sum, j| {
                let ways = RBig::from(binomial(seats, j) * binomial(j, winners));
                let term = ways * &all_fit[j as usize];
                if (j - winners).is_multiple_of(2) { sum + term } else { sum - term }
            })
        })
        .collect()
}

fn binomial(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |product, step| product * (n - k + step) / step)
}
