//! What a simulation counts: integers only, so that parts add up exactly in any order.

use std::collections::BTreeMap;

use cards::Card;
use rules::settings::Allowed;
use rules::{Look, Rules, Sight, Word};
use serde::{Deserialize, Serialize};

use crate::coupling::Coupled;
use crate::kernel::{Played, SeatResult};

/// A wide integer, written as text: JSON readers keep no more than 53 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Wide(pub i128);

impl From<Wide> for String {
    fn from(wide: Wide) -> String {
        wide.0.to_string()
    }
}

impl TryFrom<String> for Wide {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Wide, Self::Error> {
        text.parse().map(Wide)
    }
}

/// A number of observations and the sums of their powers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: Wide,
    /// The sum of their squares.
    pub squares: Wide,
    /// The sum of their cubes.
    pub cubes: Wide,
    /// The sum of their fourth powers.
    pub fourths: Wide,
}

impl Moments {
    #[inline]
    fn add(&mut self, value: i64) {
        self.count += 1;
        // A result is below 2^31 cents, so its square fits.
        let square = value * value;
        self.sum.0 += i128::from(value);
        self.squares.0 += i128::from(square);
        self.cubes.0 += i128::from(square) * i128::from(value);
        self.fourths.0 += i128::from(square) * i128::from(square);
    }

    /// Adds as many observations of one value.
    fn add_many(&mut self, value: i64, count: u64) {
        let (wide, times) = (i128::from(value), i128::from(count));
        self.count += count;
        self.sum.0 += wide * times;
        self.squares.0 += wide * wide * times;
        self.cubes.0 += wide * wide * wide * times;
        self.fourths.0 += wide * wide * wide * wide * times;
    }

    fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum.0 += other.sum.0;
        self.squares.0 += other.squares.0;
        self.cubes.0 += other.cubes.0;
        self.fourths.0 += other.fourths.0;
    }

    /// The mean of the squares and its standard error.
    pub fn mean_square(&self) -> (f64, f64) {
        let count = self.count.max(1) as f64;
        let (second, fourth) = (self.squares.0 as f64 / count, self.fourths.0 as f64 / count);
        (second, ((fourth - second * second).max(0.0) / count).sqrt())
    }

    /// The standard error of the variance, of independent observations.
    pub fn variance_error(&self) -> f64 {
        let count = self.count.max(1) as f64;
        let [first, second, third, fourth] =
            [self.sum, self.squares, self.cubes, self.fourths].map(|sum| sum.0 as f64 / count);
        let spread = second - first * first;
        let central =
            fourth - 4.0 * first * third + 6.0 * first * first * second - 3.0 * first.powi(4);
        ((central - spread * spread).max(0.0) / count).sqrt()
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum.0 as f64 / self.count.max(1) as f64
    }

    /// The variance of one observation.
    pub fn variance(&self) -> f64 {
        let count = self.count as f64;
        if self.count < 2 {
            return 0.0;
        }
        // Exact integers up to the one division.
        let spread = i128::from(self.count).checked_mul(self.squares.0);
        let spread = spread.and_then(|all| all.checked_sub(self.sum.0.checked_mul(self.sum.0)?));
        match spread {
            Some(spread) => spread as f64 / (count * (count - 1.0)),
            None => {
                let mean = self.mean();
                (self.squares.0 as f64 / count - mean * mean) * count / (count - 1.0)
            }
        }
    }
}

/// Batches of rounds that share a shoe: their results are not independent, batches are.
/// The size of a batch is what was bet in it, in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batches {
    /// How many.
    pub count: u64,
    /// The sum of squared results of a batch.
    pub squares: Wide,
    /// The sum of results times sizes.
    pub cross: Wide,
    /// The sum of squared sizes.
    pub sizes: Wide,
}

impl Batches {
    #[inline]
    fn add(&mut self, result: i64, size: u64) {
        self.count += 1;
        self.squares.0 += i128::from(result) * i128::from(result);
        self.cross.0 += i128::from(result) * i128::from(size);
        self.sizes.0 += i128::from(size) * i128::from(size);
    }

    /// Adds as many batches that are alike.
    pub(crate) fn add_many(&mut self, result: i64, size: u64, count: u64) {
        let (result, size, times) = (i128::from(result), i128::from(size), i128::from(count));
        self.count += count;
        self.squares.0 += result * result * times;
        self.cross.0 += result * size * times;
        self.sizes.0 += size * size * times;
    }

    fn merge(&mut self, other: &Batches) {
        self.count += other.count;
        self.squares.0 += other.squares.0;
        self.cross.0 += other.cross.0;
        self.sizes.0 += other.sizes.0;
    }

    /// The standard error of the result per unit of size, which is a ratio of sums
    /// over batches, all of them together of this size.
    pub fn standard_error(&self, ratio: f64, size: f64) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        let spread = self.squares.0 as f64 - 2.0 * ratio * self.cross.0 as f64
            + ratio * ratio * self.sizes.0 as f64;
        let count = self.count as f64;
        (spread.max(0.0) * count / (count - 1.0)).sqrt() / size
    }
}

/// How often each class of what is looked at was met, and what the main wager did with it.
/// Pay tables price classes, so classes are counted and every pay table is priced afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// What is looked at.
    #[serde(rename = "view")]
    pub look: Look,
    /// How often each class came, in the order of its kind.
    pub counts: Vec<u64>,
    /// The sum of the main wager's results with each class, in cents.
    pub main: Vec<Wide>,
}

/// The lengths of the blocks whose results are kept, in rounds.
pub const BLOCKS: [u64; 3] = [100, 1_000, 10_000];
/// How many wagers wide the bins of their results are: a tenth of their spread or so.
pub const BIN_WIDTHS: [u32; 3] = [1, 4, 12];

/// Everything a simulation counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Rounds played.
    pub rounds: u64,
    /// Shoes shuffled.
    pub shoes: u64,
    /// Cards dealt.
    pub cards: u64,
    /// Main wagers as they were bet, in cents.
    pub wagered: Wide,
    /// Staked on main hands, doubles and splits included, in cents.
    pub staked: Wide,
    /// The main wager's result of a seat in a round, in cents.
    pub main: Moments,
    /// The same, of the rounds in which the seat split.
    pub split: Moments,
    /// Rounds that share cards.
    pub batches: Batches,
    /// By two cards and up-card: how often, and the sum of the results in cents.
    pub cells: Vec<(u64, i64)>,
    /// Hands that won the special bonus.
    pub special: u64,
    /// Envy payments.
    pub envy: u64,
    /// What the side wagers saw.
    pub seen: Vec<Seen>,
    /// Two of them together: the number of rounds with each pair of classes, for each
    /// pair in their order.
    pub joint: Vec<Vec<u64>>,
    /// For each length of block, how often its result fell into each bin of
    /// [`BIN_WIDTHS`] wagers.
    pub blocks: [BTreeMap<i64, u64>; 3],
    /// What parts of the job won, by their place in it: eight parts for each doubling of the
    /// chunks, so that the way of the estimate can be drawn however long it was.
    #[serde(default)]
    pub path: BTreeMap<u32, Stretch>,
    /// Shoes beside a fixed number of rounds from each, in two halves by the number of the chunk.
    #[serde(default)]
    pub coupled: [Coupled; 2],
}

/// What a part of a job won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// Its rounds.
    pub rounds: u64,
    /// What was bet, in cents.
    pub wagered: Wide,
    /// What that won.
    pub won: Wide,
}

/// The part of a job that a chunk is in.
fn stretch(chunk: u64) -> u32 {
    const PARTS: u32 = 8;
    let octave = (chunk + 1).ilog2();
    // Whole numbers only: the same on every machine.
    let within = ((chunk + 1 - (1 << octave)) * u64::from(PARTS)) >> octave;
    octave * PARTS + within as u32
}

/// The number of cells: two values and an up-card.
const CELLS: usize = 10 * 10 * 10;

impl Tally {
    /// Nothing counted yet, for a game that looks so at its cards.
    pub fn new(looks: &[Look]) -> Tally {
        let classes = |look: &Look| look.kind().classes().len();
        let seen = |look: &Look| Seen {
            look: *look,
            counts: vec![0; classes(look)],
            main: vec![Wide(0); classes(look)],
        };
        let pairs = (0..looks.len()).flat_map(|a| (a + 1..looks.len()).map(move |b| (a, b)));
        Tally {
            rounds: 0,
            shoes: 0,
            cards: 0,
            wagered: Wide(0),
            staked: Wide(0),
            main: Moments::default(),
            split: Moments::default(),
            batches: Batches::default(),
            cells: vec![(0, 0); CELLS],
            special: 0,
            envy: 0,
            joint: pairs.map(|(a, b)| vec![0; classes(&looks[a]) * classes(&looks[b])]).collect(),
            seen: looks.iter().map(seen).collect(),
            blocks: std::array::from_fn(|_| BTreeMap::new()),
            path: BTreeMap::new(),
            coupled: [Coupled::default(); 2],
        }
    }

    /// Counts a round with this main wager; gives the seats' result in cents.
    #[inline]
    pub(crate) fn count<const SEATS: usize>(
        &mut self,
        rules: &Rules,
        bet: u32,
        played: &Played<SEATS>,
    ) -> i64 {
        self.rounds += 1;
        self.wagered.0 += i128::from(bet) * SEATS as i128;
        self.cards += u64::from(played.cards);
        let mut all = 0;
        let mut special = 0;
        for seat in &played.seats {
            all += self.seat(rules, seat, played.up, played.hole);
            special += u64::from(seat.special);
        }
        if special > 0 {
            self.special(rules, &played.seats.map(|seat| seat.special));
        }
        all
    }

    /// Counts a seat; gives its result in cents.
    #[inline]
    pub(crate) fn seat(&mut self, rules: &Rules, seat: &SeatResult, up: Card, hole: Card) -> i64 {
        let net = i64::from(seat.returned) - i64::from(seat.staked);
        self.staked.0 += i128::from(seat.staked);
        self.main.add(net);
        if seat.hands > 1 {
            self.split.add(net);
        }
        let cell = &mut self.cells[cell(seat.cards, up)];
        cell.0 += 1;
        cell.1 += net;
        if !self.seen.is_empty() {
            self.look(rules, &seat.sight(up, hole), net);
        }
        net
    }

    /// Counts the special bonuses of a round, and envy for them.
    #[cold]
    pub(crate) fn special(&mut self, rules: &Rules, won: &[u8]) {
        self.special += won.iter().map(|&won| u64::from(won)).sum::<u64>();
        self.envy += envy_payments(rules, won);
    }

    /// Counts as many seats without a split that ended alike.
    pub(crate) fn ends(&mut self, net: i64, staked: u32, count: u64) {
        self.main.add_many(net, count);
        self.staked.0 += i128::from(staked) * i128::from(count);
    }

    /// Counts a seat that split.
    pub(crate) fn split(&mut self, net: i64, staked: u32) {
        self.main.add(net);
        self.split.add(net);
        self.staked.0 += i128::from(staked);
    }

    fn look(&mut self, rules: &Rules, sight: &Sight, net: i64) {
        let mut places = [None; Look::ALL.len()];
        for (seen, place) in self.seen.iter().zip(&mut places) {
            if seen.look.is_offered(sight.up) {
                let class = seen.look.class(sight, rules.deck);
                *place = Some(class as usize - seen.look.kind().classes()[0] as usize);
            }
        }
        self.see(&places, 1, net);
    }

    /// Counts as many seats that saw these classes and won so much together.
    pub(crate) fn see(&mut self, places: &[Option<usize>], count: u64, net: i64) {
        for (seen, place) in self.seen.iter_mut().zip(places) {
            if let Some(at) = *place {
                seen.counts[at] += count;
                seen.main[at].0 += i128::from(net);
            }
        }
        let mut pair = 0;
        for a in 0..self.seen.len() {
            for b in a + 1..self.seen.len() {
                if let (Some(at_a), Some(at_b)) = (places[a], places[b]) {
                    self.joint[pair][at_a * self.seen[b].counts.len() + at_b] += count;
                }
                pair += 1;
            }
        }
    }

    /// Says that this is the tally of one chunk.
    pub(crate) fn is_of(&mut self, chunk: u64) {
        let (rounds, wagered, won) = (self.rounds, self.wagered, self.main.sum);
        self.path.insert(stretch(chunk), Stretch { rounds, wagered, won });
    }

    /// The main wagers' result per cent bet, and its standard error.
    pub fn result(&self) -> (f64, f64) {
        let wagered = self.wagered.0.max(1) as f64;
        let ratio = self.main.sum.0 as f64 / wagered;
        (ratio, self.batches.standard_error(ratio, wagered))
    }

    /// Closes a batch of rounds that shared cards, with what was bet in it, in cents.
    #[inline]
    pub(crate) fn batch(&mut self, result: i64, size: u64) {
        self.batches.add(result, size);
    }

    /// Closes a block of rounds.
    pub(crate) fn block(&mut self, length: usize, result: i64, bet: u32) {
        let width = i64::from(BIN_WIDTHS[length]) * i64::from(bet);
        *self.blocks[length].entry(result.div_euclid(width)).or_insert(0) += 1;
    }

    /// Adds another tally of the same game.
    ///
    /// # Panics
    /// If it counts other things.
    pub fn merge(&mut self, other: &Tally) {
        assert_eq!(self.seen.len(), other.seen.len(), "tallies of one game look at the same cards");
        self.rounds += other.rounds;
        self.shoes += other.shoes;
        self.cards += other.cards;
        self.wagered.0 += other.wagered.0;
        self.staked.0 += other.staked.0;
        self.main.merge(&other.main);
        self.split.merge(&other.split);
        self.batches.merge(&other.batches);
        self.special += other.special;
        self.envy += other.envy;
        for (part, other) in &other.path {
            let own = self.path.entry(*part).or_default();
            own.rounds += other.rounds;
            own.wagered.0 += other.wagered.0;
            own.won.0 += other.won.0;
        }
        for (own, other) in self.coupled.iter_mut().zip(&other.coupled) {
            own.merge(other);
        }
        for (own, other) in self.cells.iter_mut().zip(&other.cells) {
            own.0 += other.0;
            own.1 += other.1;
        }
        for (own, other) in self.seen.iter_mut().zip(&other.seen) {
            own.counts.iter_mut().zip(&other.counts).for_each(|(own, other)| *own += other);
            own.main.iter_mut().zip(&other.main).for_each(|(own, other)| own.0 += other.0);
        }
        for (own, other) in self.joint.iter_mut().zip(&other.joint) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
        for (own, other) in self.blocks.iter_mut().zip(&other.blocks) {
            other.iter().for_each(|(bin, count)| *own.entry(*bin).or_insert(0) += count);
        }
    }
}

/// How often envy is paid for the special bonuses of each seat, every seat a player of its
/// own (A23).
fn envy_payments(rules: &Rules, won: &[u8]) -> u64 {
    let to_winners = rules.special_bonus.map(|special| special.envy_to_winners);
    let all: u64 = won.iter().map(|&won| u64::from(won)).sum();
    let paid = |&own: &u8| match own {
        0 => all,
        own if to_winners == Some(Allowed::Yes) => all - u64::from(own),
        _ => 0,
    };
    won.iter().map(paid).sum()
}

/// The cell of two cards, in any order, and an up-card.
#[inline]
pub fn cell(cards: [Card; 2], up: Card) -> usize {
    let [first, second] = cards.map(|card| usize::from(card.value()) - 1);
    (first.min(second) * 10 + first.max(second)) * 10 + usize::from(up.value()) - 1
}

#[cfg(test)]
mod tests {
    use super::stretch;

    #[test]
    fn parts_of_a_job_follow_each_other() {
        let parts: Vec<u32> = (0..100_000).map(stretch).collect();
        assert!(parts.windows(2).all(|two| two[0] <= two[1]));
        assert_eq!((parts[0], parts[1], parts[3], parts[7], parts[8]), (0, 8, 16, 24, 25));
        // Sixteen doublings of the chunks, eight parts each, the first of them less.
        assert!(parts[99_999] < 17 * 8);
    }
}
