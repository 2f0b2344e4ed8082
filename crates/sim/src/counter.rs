//! Counts rounds by where they ended, and makes a [`Tally`] of the counts.

use std::sync::Arc;

use cards::Card;

use crate::automaton::{Automaton, COLUMNS};
use crate::codes::{LETTERS, alphabet, letter};
use crate::kernel::Kernel;
use crate::sights::Sights;
use crate::tally::{BLOCKS, Tally, cell};

/// How often, and what was won.
type Counts = Vec<(u64, i64)>;

/// Counts of ends, starts and classes.
pub(crate) struct Counter<'a> {
    kernel: &'a Kernel,
    automaton: &'a Automaton,
    tally: Tally,
    /// By end of the hand and of the dealer: how often, and what it wins.
    ends: Vec<[(u64, i64); COLUMNS]>,
    /// By end of the hand: the special bonuses it wins.
    specials: Vec<u8>,
    /// By letters of the first two cards, the cell but for the up-card; and what that adds.
    pairs: [[u16; 32]; 32],
    ups: [u16; 32],
    cells: Box<[(u64, i64); 1024]>,
    /// By number of all classes together: how often, and what was won.
    sights: Option<(Counts, Arc<Sights>)>,
    /// What was won since each length of block began.
    blocks: [i64; BLOCKS.len()],
}

/// The first cards of a seat and the dealer's, as codes, and the first card the seat took.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) first: u8,
    pub(crate) up: u8,
    pub(crate) second: u8,
    pub(crate) hole: u8,
    /// [`NO_CARD`] if it took none.
    pub(crate) took: u8,
}

/// The code of no card.
pub(crate) const NO_CARD: u8 = u8::MAX;

impl<'a> Counter<'a> {
    /// Nothing counted yet.
    pub(crate) fn new(kernel: &'a Kernel, automaton: &'a Automaton, tally: Tally) -> Counter<'a> {
        let cards = alphabet();
        let mut pairs = [[0; 32]; 32];
        let mut ups = [0; 32];
        for first in 0..LETTERS {
            ups[first] = u16::from(cards[first].value()) - 1;
            for second in 0..LETTERS {
                let ace = Card::new(cards::Rank::Ace, cards::Suit::Clubs);
                pairs[first][second] = cell([cards[first], cards[second]], ace) as u16;
            }
        }
        let ends = automaton.outcomes.iter().map(|ends| ends.map(|end| (0, end.net()))).collect();
        let sights = kernel.sights(&tally).map(|sights| (vec![(0, 0); sights.numbers()], sights));
        Counter {
            kernel,
            automaton,
            specials: automaton.outcomes.iter().map(|end| end[0].special).collect(),
            ends,
            pairs,
            ups,
            cells: vec![(0, 0); 1024].try_into().expect("1024 cells"),
            sights,
            tally,
            blocks: [0; BLOCKS.len()],
        }
    }

    /// Counts cards.
    #[inline(always)]
    pub(crate) fn cards(&mut self, cards: u64) {
        self.tally.cards += cards;
    }

    /// Counts a seat, whose hand has this end; what it won.
    #[inline(always)]
    pub(crate) fn seat(&mut self, end: usize, column: usize, seen: Seen) -> i64 {
        let end = &mut self.ends[end][column];
        end.0 += 1;
        let net = end.1;
        self.see(seen, 1, net);
        net
    }

    /// Counts where a seat began and what its side wagers saw.
    #[inline(always)]
    fn see(&mut self, seen: Seen, count: u64, net: i64) {
        let pair = self.pairs[letter(seen.first)][letter(seen.second)];
        let cell = &mut self.cells[usize::from(pair + self.ups[letter(seen.up)]) & 1023];
        cell.0 += count;
        cell.1 += net;
        if let Some((counts, sights)) = &mut self.sights {
            let number = &mut counts[sights.number(seen)];
            number.0 += count;
            number.1 += net;
        }
    }

    /// Counts the hands of a seat that split, which was counted as one that won nothing; what
    /// it won.
    pub(crate) fn split(&mut self, ends: &[usize], column: usize, seen: Seen) -> i64 {
        let (mut net, mut staked) = (0, 0);
        for &end in ends {
            let outcome = &self.automaton.outcomes[end][column];
            net += outcome.net();
            staked += outcome.staked;
        }
        self.tally.split(net, staked);
        self.see(seen, 0, net);
        net
    }

    /// Counts the bet of a round as a batch of its own.
    pub(crate) fn batch(&mut self, net: i64, seats: u64) {
        self.tally.batch(net, u64::from(self.kernel.bet()) * seats);
    }

    /// The special bonuses of an end.
    #[inline(always)]
    pub(crate) fn specials(&self, end: usize) -> u8 {
        self.specials[end]
    }

    /// Counts the special bonuses of a round by seat, and envy for them.
    pub(crate) fn special(&mut self, won: &[u8]) {
        self.tally.special(self.kernel.rules(), won);
    }

    /// Counts what rounds of so many seats won, which follow those before: no more of them
    /// than the shortest block has.
    #[inline]
    pub(crate) fn rounds(&mut self, nets: &[i64], seats: u64) {
        let bet = self.kernel.bet();
        if seats > 1 {
            nets.iter().for_each(|&net| self.batch(net, seats));
        }
        self.tally.rounds += nets.len() as u64;
        let net: i64 = nets.iter().sum();
        for (place, block) in self.blocks.iter_mut().enumerate() {
            *block += net;
            if self.tally.rounds.is_multiple_of(BLOCKS[place]) {
                self.tally.block(place, std::mem::take(block), bet);
            }
        }
    }

    /// The tally, with what was bet on each seat.
    pub(crate) fn finish(mut self, seats: u64) -> Tally {
        let bet = u64::from(self.kernel.bet());
        self.tally.shoes += self.tally.rounds;
        self.tally.wagered.0 += i128::from(bet * self.tally.rounds) * i128::from(seats);
        for (ends, counts) in self.automaton.outcomes.iter().zip(&self.ends) {
            for (end, &(count, _)) in ends.iter().zip(counts) {
                // A hand that is not there is that of a seat that split.
                if end.staked == 0 {
                    continue;
                }
                self.tally.ends(end.net(), end.staked, count);
                if seats == 1 {
                    self.tally.batches.add_many(end.net(), bet, count);
                }
            }
        }
        for (own, counted) in self.tally.cells.iter_mut().zip(self.cells.iter()) {
            own.0 += counted.0;
            own.1 += counted.1;
        }
        if let Some((counts, sights)) = &self.sights {
            sights.add_to(counts, &mut self.tally);
        }
        self.tally
    }
}
