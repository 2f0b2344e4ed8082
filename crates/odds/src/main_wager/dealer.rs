//! How the dealer ends, for every set of cards that may be out of the shoe.
//!
//! The dealer's final hands are listed once, by composition, with the number of
//! orders in which each can be drawn behind each up-card. The probability of one is
//! then a product of falling factorials of what the shoe still holds; products are
//! shared along a trie, up-cards share them too, and eight sets of removed cards
//! are evaluated side by side.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rules::settings::Soft17;

use super::composition::{ACE, Held, TEN, VALUES};

/// The ways the dealer ends: 17 to 21 and bust.
pub(crate) const ENDS: usize = 6;
/// The place of a dealer's 21 among the ends.
pub(crate) const END_21: usize = 4;
/// The place of a dealer's bust among the ends.
pub(crate) const END_BUST: usize = 5;

/// The probability of each end that is not a natural. They sum to the probability
/// that there is no natural: values built on them need no condition on the peek
/// until they are divided by that sum.
pub(crate) type Ends = [f64; ENDS];

/// Sets of removed cards evaluated side by side.
const LANES: usize = 8;
/// One more than the most cards of one value in a final hand.
const COPIES: usize = 18;
/// One more than the most cards in a final hand.
const LENGTHS: usize = 18;

type Lanes = [f64; LANES];

/// A step of the trie: multiply the product at `depth` by the falling factorial of
/// `copies` cards of `value`, and add what the final hand there is worth.
struct Node {
    depth: u8,
    value: u8,
    copies: u8,
    length: u8,
    /// The sums this hand belongs to, in `Dealer::sums`.
    first: u32,
    last: u32,
}

/// A final hand's part in the sum of one up-card and one end.
struct Sum {
    place: u8,
    orders: f64,
}

/// The dealer's final hands under one rule for soft 17.
pub(crate) struct Dealer {
    nodes: Vec<Node>,
    sums: Vec<Sum>,
}

/// The dealer's ends for each up-card.
pub(crate) type UpCards = [Ends; VALUES];

impl Dealer {
    pub(crate) fn new(soft_17: Soft17) -> Dealer {
        let mut finals = BTreeMap::<Held, [f64; VALUES]>::new();
        for up in 0..VALUES {
            for (held, orders) in orders_behind(up, soft_17) {
                finals.entry(held).or_insert([0.0; VALUES])[up] = orders;
            }
        }
        Dealer::listing(finals)
    }

    /// The final hands behind one up-card that are not bust.
    pub(crate) fn behind(up: usize, soft_17: Soft17) -> Dealer {
        let listed =
            orders_behind(up, soft_17).into_iter().filter(|(held, _)| end_of(held) != END_BUST);
        let finals = listed.map(|(held, orders)| {
            let mut behind = [0.0; VALUES];
            behind[up] = orders;
            (held, behind)
        });
        Dealer::listing(finals.collect())
    }

    fn listing(mut finals: BTreeMap<Held, [f64; VALUES]>) -> Dealer {
        // A natural is found by the peek, before anybody plays.
        let mut natural = [0; VALUES];
        (natural[ACE], natural[TEN]) = (1, 1);
        finals.remove(&natural);
        let mut dealer = Dealer { nodes: Vec::new(), sums: Vec::new() };
        let mut before = [u8::MAX; VALUES];
        for (held, orders) in &finals {
            dealer.push(&before, held, orders);
            before = *held;
        }
        dealer
    }

    /// Adds the steps that lead from the hand before to this one.
    fn push(&mut self, before: &Held, held: &Held, orders: &[f64; VALUES]) {
        let differs = (0..VALUES).find(|&value| before[value] != held[value]).unwrap_or(0);
        let last = (0..VALUES).rfind(|&value| held[value] > 0).unwrap_or(0);
        let end = end_of(held);
        // The products of equal beginnings are still on the stack.
        let mut depth = held[..differs].iter().filter(|&&copies| copies > 0).count() as u8;
        for value in differs..=last {
            if held[value] == 0 {
                continue;
            }
            let first = self.sums.len() as u32;
            if value == last {
                let behind = orders.iter().enumerate().filter(|(_, orders)| **orders > 0.0);
                self.sums.extend(
                    behind.map(|(up, &orders)| Sum { place: (up * ENDS + end) as u8, orders }),
                );
            }
            self.nodes.push(Node {
                depth,
                value: value as u8,
                copies: held[value],
                length: held.iter().sum(),
                first,
                last: self.sums.len() as u32,
            });
            depth += 1;
        }
    }

    /// The ends for each set of cards that are out of the shoe, the up-card not
    /// counted among them; all zero where an up-card or the set cannot be.
    pub(crate) fn ends(&self, shoe: &[i32; VALUES], removed: &[Held]) -> Vec<UpCards> {
        let batches: Vec<Vec<UpCards>> =
            removed.par_chunks(LANES).map(|batch| self.batch(shoe, batch)).collect();
        batches.concat()
    }

    /// As [`Dealer::ends`] for the one up-card of [`Dealer::behind`]: what is left of the
    /// chance of no natural is a bust.
    pub(crate) fn ends_behind(
        &self,
        up: usize,
        shoe: &[i32; VALUES],
        removed: &[Held],
    ) -> Vec<Ends> {
        let mut ends = Vec::with_capacity(removed.len());
        for batch in removed.chunks(LANES) {
            let sums = self.sums(shoe, batch);
            for (lane, held) in batch.iter().enumerate() {
                let left = |value: usize| f64::from((shoe[value] - i32::from(held[value])).max(0));
                let total: f64 = (0..VALUES).map(left).sum();
                let scale = if left(up) > 0.0 { total / left(up) } else { 0.0 };
                let mut of: Ends = std::array::from_fn(|end| sums[up * ENDS + end][lane] * scale);
                let natural = match up {
                    ACE => left(TEN),
                    TEN => left(ACE),
                    _ => 0.0,
                };
                let free = 1.0 - natural / (total - 1.0).max(1.0);
                of[END_BUST] = free - of[..END_BUST].iter().sum::<f64>();
                ends.push(of);
            }
        }
        ends
    }

    fn batch(&self, shoe: &[i32; VALUES], removed: &[Held]) -> Vec<UpCards> {
        let sums = self.sums(shoe, removed);
        let of_lane = |(lane, held): (usize, &Held)| -> UpCards {
            let total: i32 = (0..VALUES).map(|value| shoe[value] - i32::from(held[value])).sum();
            std::array::from_fn(|up| {
                let ups = shoe[up] - i32::from(held[up]);
                let scale = if ups > 0 { f64::from(total) / f64::from(ups) } else { 0.0 };
                std::array::from_fn(|end| sums[up * ENDS + end][lane] * scale)
            })
        };
        removed.iter().enumerate().map(of_lane).collect()
    }

    /// The sums of at most eight sets side by side.
    fn sums(&self, shoe: &[i32; VALUES], removed: &[Held]) -> [Lanes; VALUES * ENDS] {
        let mut falling = [[[0.0; LANES]; COPIES]; VALUES];
        let mut shares = [[0.0; LANES]; LENGTHS];
        for (lane, held) in removed.iter().enumerate() {
            let mut left = [0; VALUES];
            for (value, falling) in falling.iter_mut().enumerate() {
                left[value] = shoe[value] - i32::from(held[value]);
                let mut product = 1.0;
                for (gone, falling) in (0..).zip(&mut falling[1..]) {
                    product *= f64::from((left[value] - gone).max(0));
                    falling[lane] = product;
                }
            }
            let total: i32 = left.iter().sum();
            let mut share = 1.0;
            for (length, shares) in shares.iter_mut().enumerate().skip(1) {
                let cards = total + 1 - length as i32;
                share = if cards > 0 { share / f64::from(cards) } else { 0.0 };
                shares[lane] = share;
            }
        }
        self.walk(&falling, &shares)
    }

    /// Sums the products of all final hands, for all lanes at once.
    fn walk(
        &self,
        falling: &[[Lanes; COPIES]; VALUES],
        shares: &[Lanes; LENGTHS],
    ) -> [Lanes; VALUES * ENDS] {
        let mut sums = [[0.0; LANES]; VALUES * ENDS];
        let mut products = [[1.0; LANES]; VALUES + 1];
        for node in &self.nodes {
            let factor = &falling[usize::from(node.value)][usize::from(node.copies)];
            let depth = usize::from(node.depth);
            let product: Lanes = std::array::from_fn(|lane| products[depth][lane] * factor[lane]);
            products[depth + 1] = product;
            if node.first == node.last {
                continue;
            }
            let share = &shares[usize::from(node.length)];
            let weight: Lanes = std::array::from_fn(|lane| product[lane] * share[lane]);
            for sum in &self.sums[node.first as usize..node.last as usize] {
                let into = &mut sums[usize::from(sum.place)];
                for lane in 0..LANES {
                    into[lane] += weight[lane] * sum.orders;
                }
            }
        }
        sums
    }
}

/// The final hands behind an up-card, with the number of orders of each.
fn orders_behind(up: usize, soft_17: Soft17) -> BTreeMap<Held, f64> {
    let mut finals = BTreeMap::new();
    let mut start = [0; VALUES];
    start[up] = 1;
    let mut open = BTreeMap::from([(start, 1.0)]);
    while !open.is_empty() {
        let mut next = BTreeMap::new();
        for (held, orders) in open {
            for value in 0..VALUES {
                let mut held = held;
                held[value] += 1;
                let into = if stands(&held, soft_17) { &mut finals } else { &mut next };
                *into.entry(held).or_insert(0.0) += orders;
            }
        }
        open = next;
    }
    finals
}

fn hard_total(held: &Held) -> u32 {
    (1..).zip(held).map(|(value, &count)| value * u32::from(count)).sum()
}

fn best_total(held: &Held) -> (u32, bool) {
    let hard = hard_total(held);
    let soft = held[ACE] > 0 && hard <= 11;
    (if soft { hard + 10 } else { hard }, soft)
}

fn stands(held: &Held, soft_17: Soft17) -> bool {
    let (total, soft) = best_total(held);
    !soft_17.draws(total as u8, soft)
}

fn end_of(held: &Held) -> usize {
    match best_total(held).0 {
        total @ 17..=21 => total as usize - 17,
        _ => END_BUST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With all cards known the ends sum to one, less the naturals.
    #[test]
    fn probabilities_sum_to_one() {
        let shoe: [i32; VALUES] = std::array::from_fn(|value| if value == TEN { 96 } else { 24 });
        let mut seven_and_ten = [0; VALUES];
        (seven_and_ten[6], seven_and_ten[TEN]) = (1, 1);
        for soft_17 in [Soft17::Hit, Soft17::Stand] {
            let dealer = Dealer::new(soft_17);
            for held in [[0; VALUES], seven_and_ten] {
                let [ends] = dealer.ends(&shoe, &[held])[..] else { panic!("one set") };
                let others = f64::from(311 - i32::from(held.iter().sum::<u8>()));
                for (up, ends) in ends.iter().enumerate() {
                    let naturals = match up {
                        ACE => 96.0 - f64::from(held[TEN]),
                        TEN => 24.0,
                        _ => 0.0,
                    };
                    let sum: f64 = ends.iter().sum();
                    assert!((sum - (1.0 - naturals / others)).abs() < 1e-14, "{up}: {sum}");
                }
            }
        }
    }
}
