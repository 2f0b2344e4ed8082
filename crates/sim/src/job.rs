//! A job: everything that decides its figures, and its work in numbered chunks.

use std::collections::BTreeMap;

use cards::{Card, Counts, Shoe, Words};
use rayon::prelude::*;
use rules::Look;
use serde::{Deserialize, Serialize};

use crate::generator::Generator;
use crate::kernel::{Kernel, Played, SeatResult};
use crate::spread::Spread;
use crate::tally::{BLOCKS, Tally};

/// Rounds of a chunk: whole blocks of every length.
pub const CHUNK: u64 = 100_000;

/// How long a shoe is dealt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShoeLife {
    /// A fresh shoe for every round; a continuous shuffle is the same.
    Fresh,
    /// So many rounds.
    Rounds(u32),
    /// To the end of the round in which the cut card comes out, which stands in front
    /// of so many cards.
    CutCard(u16),
}

/// A job; the same job gives the same figures anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The hash of the profile: game, configuration, decks, pay tables.
    pub profile: String,
    /// The strategy, in words that tell strategies apart.
    pub strategy: String,
    /// Seats, from 1 to 7.
    pub seats: u8,
    /// The main wager of each seat, in cents.
    pub bet: u32,
    /// How long a shoe is dealt from.
    pub shoe: ShoeLife,
    /// Bets that follow a count, in units of the bet; flat bets without.
    pub spread: Option<Spread>,
    /// The seed.
    pub seed: u64,
    /// Rounds of the whole job.
    pub rounds: u64,
}

impl Job {
    /// The number of chunks.
    pub fn chunks(&self) -> u64 {
        self.rounds.div_ceil(CHUNK)
    }

    /// The rounds of a chunk.
    fn rounds_of(&self, chunk: u64) -> u64 {
        CHUNK.min(self.rounds - chunk * CHUNK)
    }

    /// Plays a chunk.
    pub fn chunk(&self, kernel: &Kernel, looks: &[Look], chunk: u64) -> Tally {
        self.visit(kernel, looks, chunk, |_| {})
    }

    /// Plays a chunk and shows every round of it.
    pub fn visit(
        &self,
        kernel: &Kernel,
        looks: &[Look],
        chunk: u64,
        visit: impl FnMut(&Visited<'_>),
    ) -> Tally {
        match self.seats {
            1 => self.play::<1>(kernel, looks, chunk, visit),
            2 => self.play::<2>(kernel, looks, chunk, visit),
            3 => self.play::<3>(kernel, looks, chunk, visit),
            4 => self.play::<4>(kernel, looks, chunk, visit),
            5 => self.play::<5>(kernel, looks, chunk, visit),
            6 => self.play::<6>(kernel, looks, chunk, visit),
            _ => self.play::<7>(kernel, looks, chunk, visit),
        }
    }

    /// Plays chunks on all threads and adds them up: integers, so in any order. Only
    /// as many tallies are kept as threads are at work.
    pub fn run(
        &self,
        kernel: &Kernel,
        looks: &[Look],
        chunks: impl IntoIterator<Item = u64>,
    ) -> Tally {
        let chunks: Vec<u64> = chunks.into_iter().collect();
        chunks.par_iter().map(|&chunk| self.chunk(kernel, looks, chunk)).reduce(
            || Tally::new(looks),
            |mut sum, tally| {
                sum.merge(&tally);
                sum
            },
        )
    }

    fn play<const SEATS: usize>(
        &self,
        kernel: &Kernel,
        looks: &[Look],
        chunk: u64,
        mut visit: impl FnMut(&Visited<'_>),
    ) -> Tally {
        let mut tally = Tally::new(looks);
        let mut bets = Bets::new(kernel, self.spread.as_ref());
        let mut dealer = Dealer::new(kernel, self.shoe, Generator::new(self.seed, chunk));
        let mut batch = (0, 0);
        let mut blocks = [0; BLOCKS.len()];
        for round in 1..=self.rounds_of(chunk) {
            if dealer.shuffles() {
                tally.shoes += 1;
                bets.running = 0;
                if batch.1 > 0 {
                    tally.batch(batch.0, batch.1);
                    batch = (0, 0);
                }
            }
            let at_bet = bets.next(dealer.shoe.rest().len());
            let played: Played<SEATS> = dealer.deal(at_bet);
            let net = tally.count(kernel.rules(), at_bet.bet(), &played);
            let wagered = u64::from(at_bet.bet()) * SEATS as u64;
            bets.see(dealer.cards());
            visit(&Visited {
                round: chunk * CHUNK + round,
                seats: &played.seats,
                up: played.up,
                hole: played.hole,
                cards: dealer.cards(),
            });
            batch = (batch.0 + net, batch.1 + wagered);
            for (place, block) in blocks.iter_mut().enumerate() {
                *block += net;
                if round.is_multiple_of(BLOCKS[place]) {
                    tally.block(place, *block, kernel.bet());
                    *block = 0;
                }
            }
        }
        if batch.1 > 0 {
            tally.batch(batch.0, batch.1);
        }
        tally
    }
}

/// What is bet next: always the same, or by a count.
struct Bets<'a> {
    kernel: &'a Kernel,
    spread: Option<&'a Spread>,
    /// The table at each number of units that the spread has.
    at_units: BTreeMap<u32, Kernel>,
    running: i32,
}

impl<'a> Bets<'a> {
    fn new(kernel: &'a Kernel, spread: Option<&'a Spread>) -> Bets<'a> {
        let steps = spread.map_or(&[][..], |spread| &spread.steps);
        let at_units =
            steps.iter().map(|&(_, units)| (units, kernel.at_bet(kernel.bet() * units))).collect();
        Bets { kernel, spread, at_units, running: 0 }
    }

    /// The table at the next bet, with so many cards left in the shoe.
    #[inline]
    fn next(&self, left: usize) -> &Kernel {
        let Some(spread) = self.spread else { return self.kernel };
        let units = spread.units(self.running, left, self.kernel.rules().deck.size());
        self.at_units.get(&units).unwrap_or(self.kernel)
    }

    /// Counts the cards of a round.
    #[inline]
    fn see(&mut self, cards: &[Card]) {
        if let Some(spread) = self.spread {
            self.running += spread.count(cards);
        }
    }
}

/// A round as a visitor sees it.
pub struct Visited<'a> {
    /// Its number in the job, from 1.
    pub round: u64,
    /// What became of each seat.
    pub seats: &'a [SeatResult],
    /// The up-card.
    pub up: Card,
    /// The hole card.
    pub hole: Card,
    /// Its cards in the order in which they were dealt; none where the shoe ran out
    /// in the middle.
    pub cards: &'a [Card],
}

/// Deals rounds from a shoe that is shuffled while it is dealt.
struct Dealer<W> {
    shoe: Shoe,
    words: W,
    life: ShoeLife,
    rounds: u32,
    /// Where the round began in the shoe.
    start: usize,
    /// Whether cards ran out in the last round: the shoe is at its end.
    ran_out: bool,
}

impl<W: Words> Dealer<W> {
    /// A dealer with a new shoe.
    fn new(kernel: &Kernel, life: ShoeLife, words: W) -> Dealer<W> {
        let rules = kernel.rules();
        let mut shoe = Shoe::new(rules.deck, rules.decks);
        if let ShoeLife::CutCard(behind) = life {
            shoe.place_cut_card(usize::from(behind));
        }
        Dealer { shoe, words, life, rounds: u32::MAX, start: 0, ran_out: false }
    }

    /// Whether the next round begins a new shoe; then the cards are gathered.
    #[inline]
    fn shuffles(&mut self) -> bool {
        let over = match self.life {
            ShoeLife::Fresh => true,
            ShoeLife::Rounds(rounds) => self.rounds >= rounds,
            ShoeLife::CutCard(_) => self.rounds == u32::MAX || self.shoe.is_cut_card_out(),
        };
        let over = over || self.ran_out;
        if over {
            if self.ran_out {
                self.restore();
            }
            self.shoe.gather();
            self.rounds = 0;
        }
        over
    }

    /// Deals and plays a round.
    #[inline]
    fn deal<const SEATS: usize>(&mut self, kernel: &Kernel) -> Played<SEATS> {
        self.rounds += 1;
        self.start = self.shoe.dealt().len();
        let start = self.start;
        let (shoe, words, ran_out) = (&mut self.shoe, &mut self.words, &mut self.ran_out);
        kernel.play::<SEATS>(|| match shoe.draw_shuffling(words) {
            Some(card) => card,
            None => {
                *ran_out = true;
                run_out(shoe, start, words)
            }
        })
    }

    /// The cards of the last round.
    fn cards(&self) -> &[Card] {
        if self.ran_out { &[] } else { &self.shoe.dealt()[self.start..] }
    }

    #[cold]
    fn restore(&mut self) {
        self.shoe.reshuffle_without(&Counts::EMPTY, &mut self.words);
        if let ShoeLife::CutCard(behind) = self.life {
            self.shoe.place_cut_card(usize::from(behind));
        }
        self.ran_out = false;
    }
}

/// The cards of earlier rounds are shuffled and the round goes on (N-10).
#[cold]
fn run_out(shoe: &mut Shoe, start: usize, words: &mut impl Words) -> Card {
    let in_play: Counts = shoe.dealt()[start..].iter().copied().collect();
    shoe.reshuffle_without(&in_play, words);
    shoe.draw_shuffling(words).expect("one round never uses up a whole shoe")
}
