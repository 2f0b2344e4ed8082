//! How two hands of a split vary together.
//!
//! Both hands are played by their own cards, so the chance that they hold two given sets of
//! cards depends on the sum of the sets alone: a product of falling factorials. The
//! expected product of two flows is therefore a sum over sums of compositions, each
//! against the dealer's ends when all of it is out of the shoe. Other hands of the split
//! are known by whether they paired, as for one hand: an alternating sum over lanes.

use super::composition::{Held, VALUES, compositions};
use super::dealer::{Dealer, ENDS, Ends};
use super::flow::Flow;
use super::pair::LANES;
use super::shoe::Shoe;

/// Bits of a packed set of cards for the count of each value.
const BITS: u32 = 6;

/// A set of cards in one number: the sum of two sets is the sum of their numbers.
type Packed = u64;

fn pack(held: &Held) -> Packed {
    (0..).zip(held).map(|(value, &count)| Packed::from(count) << (BITS * value)).sum()
}

fn unpack(packed: Packed) -> Held {
    std::array::from_fn(|value| (packed >> (BITS * value as u32)) as u8 & ((1 << BITS) - 1))
}

/// Finds the place of each set of cards; places are given in the order of asking, so that
/// sums never depend on how sets are found.
struct Places {
    sets: Vec<Packed>,
    /// One more than the place, by a hash of the set; nothing is zero.
    slots: Vec<u32>,
}

impl Places {
    fn new() -> Places {
        Places { sets: Vec::new(), slots: vec![0; 1 << 12] }
    }

    fn slot(&self, set: Packed) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (set.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.slots[slot] != 0 && self.sets[self.slots[slot] as usize - 1] != set {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The place of a set, which may be new.
    fn of(&mut self, set: Packed) -> usize {
        let slot = self.slot(set);
        if self.slots[slot] != 0 {
            return self.slots[slot] as usize - 1;
        }
        self.sets.push(set);
        self.slots[slot] = self.sets.len() as u32;
        if self.sets.len() * 2 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            for place in 0..self.sets.len() {
                let slot = self.slot(self.sets[place]);
                self.slots[slot] = place as u32 + 1;
            }
        }
        self.sets.len() - 1
    }
}

/// Two flows multiplied: for each sum of cards the sum of the products at each end.
struct Product {
    places: Places,
    sums: Vec<Ends>,
}

impl Product {
    fn of(one: &[(Packed, Ends)], other: &[(Packed, Ends)]) -> Product {
        let mut product = Product { places: Places::new(), sums: Vec::new() };
        for (first, by_end) in one {
            for (second, other_by_end) in other {
                let place = product.places.of(first + second);
                if place == product.sums.len() {
                    product.sums.push([0.0; ENDS]);
                }
                let into = &mut product.sums[place];
                for end in 0..ENDS {
                    into[end] += by_end[end] * other_by_end[end];
                }
            }
        }
        product
    }
}

/// The expected products of flows of two hands of one split, in each lane.
pub(crate) type Products = Vec<Vec<[f64; LANES]>>;

/// A pair of a value against an up-card.
pub(crate) struct Pair<'a> {
    pub(crate) shoe: &'a Shoe,
    pub(crate) dealer: &'a Dealer,
    pub(crate) value: usize,
    pub(crate) up: usize,
    /// The lanes that are wanted.
    pub(crate) lanes: [bool; LANES],
}

impl Pair<'_> {
    /// The expected product of each two flows, joint with no natural of the dealer's; the
    /// flows of two hands that each began with a card of the pair.
    pub(crate) fn products(&self, flows: &[&Flow]) -> Products {
        let all = compositions();
        let packed: Vec<Vec<(Packed, Ends)>> = flows
            .iter()
            .map(|flow| flow.iter().map(|&(hand, by)| (pack(&all.get(hand).held), by)).collect())
            .collect();
        let mut chances = Chances::new(self);
        let mut products = vec![vec![[0.0; LANES]; flows.len()]; flows.len()];
        for one in 0..flows.len() {
            for other in one..flows.len() {
                let product = Product::of(&packed[one], &packed[other]);
                products[one][other] = chances.expect(&product);
                products[other][one] = products[one][other];
            }
        }
        products
    }
}

/// The chances of sets of cards and of the dealer's ends behind them.
struct Chances<'a> {
    pair: &'a Pair<'a>,
    /// By lane and value: the ways to draw so many cards of it, one after another.
    falling: [[Vec<f64>; VALUES]; LANES],
    /// By lane: one by the ways to draw so many cards of any value.
    shares: [Vec<f64>; LANES],
    known: Places,
    ends: Vec<Ends>,
}

/// More cards than two hands can draw.
const MOST_DRAWN: usize = 44;

impl<'a> Chances<'a> {
    fn new(pair: &'a Pair<'a>) -> Chances<'a> {
        let products = |first: i32| {
            let mut product = 1.0;
            let mut all = vec![product];
            for gone in 0..MOST_DRAWN as i32 {
                product *= f64::from((first - gone).max(0));
                all.push(product);
            }
            all
        };
        // The up-card is out, one card of the pair in each hand, and one more for each lane.
        let left = |value: usize, lane: i32| {
            let of_pair = if value == pair.value { 2 + lane } else { 0 };
            pair.shoe.left[value] - of_pair - i32::from(value == pair.up)
        };
        let falling = std::array::from_fn(|lane| {
            std::array::from_fn(|value| products(left(value, lane as i32)))
        });
        let shares = std::array::from_fn(|lane| {
            let ways = products(pair.shoe.total - 3 - lane as i32);
            ways.into_iter().map(|ways| if ways > 0.0 { 1.0 / ways } else { 0.0 }).collect()
        });
        Chances { pair, falling, shares, known: Places::new(), ends: Vec::new() }
    }

    /// The expectation of a product in each lane.
    fn expect(&mut self, product: &Product) -> [f64; LANES] {
        let one_more = 1 << (BITS * self.pair.value as u32);
        let mut met = Vec::with_capacity(product.sums.len() * 2);
        for (at, &set) in product.places.sets.iter().enumerate() {
            let held = unpack(set);
            for lane in (0..LANES).filter(|&lane| self.pair.lanes[lane]) {
                let chance = self.chance(&held, lane);
                if chance > 0.0 {
                    met.push((at, lane, chance, self.known.of(set + lane as u64 * one_more)));
                }
            }
        }
        self.find_ends();
        let mut sums = [0.0; LANES];
        for (at, lane, chance, place) in met {
            let (ends, by_end) = (&self.ends[place], &product.sums[at]);
            let sum: f64 = ends.iter().zip(by_end).map(|(end, by)| end * by).sum();
            sums[lane] += chance * sum;
        }
        sums
    }

    /// The chance of the cards that two hands drew, in one order.
    fn chance(&self, held: &Held, lane: usize) -> f64 {
        let mut ways = 1.0;
        let mut drawn = 0;
        for (value, &count) in held.iter().enumerate() {
            let own = usize::from(count) - if value == self.pair.value { 2 } else { 0 };
            ways *= self.falling[lane][value][own];
            drawn += own;
        }
        ways * self.shares[lane][drawn]
    }

    /// Finds the dealer's ends for the sets that are new.
    fn find_ends(&mut self) {
        let new: Vec<Held> =
            self.known.sets[self.ends.len()..].iter().map(|&set| unpack(set)).collect();
        self.ends.extend(self.pair.dealer.ends_behind(self.pair.up, &self.pair.shoe.left, &new));
    }
}
