//! Counts rounds by where they ended, and makes a [`Tally`] of the counts.

use std::sync::Arc;

use cards::Card;

use crate::automaton::Automaton;
use crate::codes::{LETTERS, alphabet, card_of, letter};
use crate::job::{STRAND, STRANDS};
use crate::kernel::{Kernel, SeatResult};
use crate::lanes::LANES;
use crate::sights::Sights;
use crate::tally::{BLOCKS, Tally, cell};

/// How often, and what was won.
type Counts = Vec<(u64, i64)>;

/// Counts of ends, starts and classes.
pub(crate) struct Counter<'a> {
    kernel: &'a Kernel,
    automaton: &'a Automaton,
    tally: Tally,
    /// By outcome: how often, and what it wins.
    ends: Vec<(u64, i64)>,
    /// By outcome: the special bonuses it wins.
    specials: Vec<u8>,
    /// By letters of the first two cards, the cell but for the up-card; and what that adds.
    pairs: [[u16; 32]; 32],
    ups: [u16; 32],
    cells: Box<[(u64, i64); 1024]>,
    /// By number of all classes together: how often, and what was won.
    sights: Option<(Counts, Arc<Sights>)>,
    /// By lane: what was won since each of the two shorter blocks began.
    blocks: [[i64; 2]; LANES],
    /// What each strand won that is over.
    strands: [Option<i64>; STRANDS],
    rounds: u64,
}

/// The first cards of a seat and the dealer's, as codes, and the next card the seat's first
/// hand took, if it took one.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) first: u8,
    pub(crate) up: u8,
    pub(crate) second: u8,
    pub(crate) hole: u8,
    pub(crate) next: u8,
}

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
        let ends = automaton.outcomes.iter().map(|end| (0, end.net())).collect();
        let sights = kernel.sights(&tally).map(|sights| (vec![(0, 0); sights.numbers()], sights));
        Counter {
            kernel,
            automaton,
            specials: automaton.outcomes.iter().map(|end| end.special).collect(),
            ends,
            pairs,
            ups,
            cells: vec![(0, 0); 1024].try_into().expect("1024 cells"),
            sights,
            tally,
            blocks: [[0; 2]; LANES],
            strands: [None; STRANDS],
            rounds: 0,
        }
    }

    /// Counts a seat that did not split; what it won.
    #[inline(always)]
    pub(crate) fn seat(&mut self, outcome: usize, seen: Seen) -> i64 {
        let end = &mut self.ends[outcome];
        end.0 += 1;
        let net = end.1;
        let pair = self.pairs[letter(seen.first)][letter(seen.second)];
        let cell = &mut self.cells[usize::from(pair + self.ups[letter(seen.up)]) & 1023];
        cell.0 += 1;
        cell.1 += net;
        if let Some((counts, sights)) = &mut self.sights {
            let kernel = self.kernel;
            let count = &mut counts[sights.number(seen, || takes(kernel, seen))];
            count.0 += 1;
            count.1 += net;
        }
        net
    }

    /// Counts a seat that split; what it won.
    #[cold]
    pub(crate) fn split(&mut self, seat: &SeatResult, up: Card, hole: Card) -> i64 {
        self.tally.seat(self.kernel.rules(), seat, up, hole)
    }

    /// The special bonuses of an outcome.
    #[inline(always)]
    pub(crate) fn specials(&self, outcome: usize) -> u8 {
        self.specials[outcome]
    }

    /// Counts the special bonuses of a round by seat, and envy for them.
    pub(crate) fn special(&mut self, won: &[u8]) {
        self.tally.special(self.kernel.rules(), won);
    }

    /// Counts a round of a lane, of so many cards, that won so much.
    #[inline(always)]
    pub(crate) fn round<const SEATS: usize>(&mut self, lane: usize, cards: u64, net: i64) {
        self.tally.cards += cards;
        self.blocks[lane][0] += net;
        if SEATS > 1 {
            self.batch(net, SEATS as u64);
        }
    }

    /// Counts the bets of a round of so many seats: a batch of its own.
    #[inline(always)]
    pub(crate) fn batch(&mut self, net: i64, seats: u64) {
        self.tally.batch(net, u64::from(self.kernel.bet()) * seats);
    }

    /// So many lanes, which began with this strand, have played this round of theirs.
    #[inline]
    pub(crate) fn played(&mut self, first: usize, lanes: usize, round: u64) {
        self.rounds += lanes as u64;
        if round.is_multiple_of(BLOCKS[0]) {
            let bet = self.kernel.bet();
            for (lane, [short, long]) in self.blocks[..lanes].iter_mut().enumerate() {
                self.tally.block(0, *short, bet);
                *long += std::mem::take(short);
                if round == STRAND {
                    self.tally.block(1, *long, bet);
                    self.strands[first + lane] = Some(std::mem::take(long));
                }
            }
        }
    }

    /// The tally, with what was bet on each seat in so many rounds.
    pub(crate) fn finish(mut self, seats: u64) -> Tally {
        let rounds = self.rounds;
        for strands in self.strands.chunks_exact((BLOCKS[2] / STRAND) as usize) {
            if let Some(net) = strands.iter().copied().sum::<Option<i64>>() {
                self.tally.block(2, net, self.kernel.bet());
            }
        }
        let bet = u64::from(self.kernel.bet());
        self.tally.rounds += rounds;
        self.tally.shoes += rounds;
        self.tally.wagered.0 += i128::from(bet * rounds) * i128::from(seats);
        for (end, &(count, _)) in self.automaton.outcomes.iter().zip(&self.ends) {
            self.tally.ends(end.net(), end.staked, count);
            if seats == 1 {
                self.tally.special += u64::from(end.special) * count;
                self.tally.batches.add_many(end.net(), bet, count);
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

/// Whether the first hand of a seat that did not split took a card.
#[cold]
fn takes(kernel: &Kernel, seen: Seen) -> bool {
    let [first, second, up, hole] = [seen.first, seen.second, seen.up, seen.hole].map(card_of);
    !rules::class::is_natural(up, hole) && kernel.draws_first([first, second], up)
}
