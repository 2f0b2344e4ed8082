//! A job: everything that decides its figures, and its work in numbered chunks.

use std::collections::BTreeMap;

use cards::{Card, Counts, Shoe, Words};
use rayon::prelude::*;
use rules::Look;
use serde::{Deserialize, Serialize};

use crate::automaton::Automaton;
use crate::codes::card_of;
use crate::counter::Counter;
use crate::coupling::{Coupling, Estimate, estimate};
use crate::fresh::{Fresh, Out};
use crate::generator::Generator;
use crate::kernel::{Kernel, Played, SeatResult};
use crate::lanes::{LANES, Lanes};
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
    /// The fixed number of rounds that each shoe is laid beside; see [`Job::coupled`].
    #[serde(default)]
    pub beside: Option<u32>,
}

/// The seed and the rounds of what is played to know how many rounds a shoe has.
const TRIED: (u64, u64) = (0, 20_000);

impl Job {
    /// The same job with its shoes laid beside a fixed number of rounds each, where something
    /// depends on how long a shoe lasts or on what was dealt from it; about as many as a shoe
    /// has on average, whatever the seed.
    #[must_use]
    pub fn coupled(self, kernel: &Kernel) -> Job {
        let beside = match self.shoe {
            ShoeLife::Fresh => None,
            ShoeLife::Rounds(rounds) => self.spread.is_some().then_some(rounds),
            ShoeLife::CutCard(_) => {
                let (seed, rounds) = TRIED;
                let tried = Job { seed, rounds, beside: None, spread: None, ..self.clone() };
                let tally = tried.visit(kernel, &[], 0, |_| {});
                let rounds = (tally.rounds as f64 / tally.shoes.max(1) as f64).round() as u32;
                Some(rounds.max(1))
            }
        };
        Job { beside, ..self }
    }

    /// The estimate of a tally of this job with the fixed rounds taken off, where a unit is
    /// expected to win so much with a fresh shoe; nothing where nothing was laid beside.
    pub fn estimate(&self, tally: &Tally, expected: f64) -> Option<Estimate> {
        let rounds = f64::from(self.beside?) * f64::from(self.seats);
        let expected = rounds * f64::from(self.bet) * expected;
        estimate(&tally.coupled, expected, self.spread.is_none())
    }

    /// The number of chunks.
    pub fn chunks(&self) -> u64 {
        self.rounds.div_ceil(CHUNK)
    }

    /// The rounds of a chunk.
    fn rounds_of(&self, chunk: u64) -> u64 {
        CHUNK.min(self.rounds - chunk * CHUNK)
    }

    /// Plays a chunk; as an automaton, where shoes are fresh and bets do not change.
    pub fn chunk(&self, kernel: &Kernel, looks: &[Look], chunk: u64) -> Tally {
        let plain = self.shoe == ShoeLife::Fresh && self.spread.is_none();
        match kernel.automaton().filter(|_| plain) {
            Some(automaton) => self.automatic(kernel, automaton, Tally::new(looks), chunk),
            None => self.visit(kernel, looks, chunk, |_| {}),
        }
    }

    fn automatic(&self, kernel: &Kernel, automaton: &Automaton, tally: Tally, chunk: u64) -> Tally {
        let mut counter = Counter::new(kernel, automaton, tally);
        match self.seats {
            1 => self.lanes::<1>(kernel, automaton, &mut counter, chunk),
            2 => self.lanes::<2>(kernel, automaton, &mut counter, chunk),
            3 => self.lanes::<3>(kernel, automaton, &mut counter, chunk),
            4 => self.lanes::<4>(kernel, automaton, &mut counter, chunk),
            5 => self.lanes::<5>(kernel, automaton, &mut counter, chunk),
            6 => self.lanes::<6>(kernel, automaton, &mut counter, chunk),
            _ => self.lanes::<7>(kernel, automaton, &mut counter, chunk),
        }
        let mut tally = counter.finish(u64::from(self.seats.min(7)));
        tally.is_of(chunk);
        tally
    }

    /// Plays the rounds of a chunk, as many side by side as there are lanes.
    fn lanes<const SEATS: usize>(
        &self,
        kernel: &Kernel,
        automaton: &Automaton,
        counter: &mut Counter<'_>,
        chunk: u64,
    ) {
        let fresh = Fresh::new(kernel.rules(), self.seed);
        let mut lanes = Lanes::<SEATS>::new(kernel, automaton, &fresh);
        let (mut round, end) = (chunk * CHUNK, chunk * CHUNK + self.rounds_of(chunk));
        while round < end {
            let playing = (LANES as u64).min(end - round);
            lanes.rounds(round, playing as usize, counter);
            round += playing;
        }
    }

    /// Plays a chunk straight through and shows every round of it.
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
        let rounds = self.rounds_of(chunk);
        let mut played = Straight { round: chunk * CHUNK, blocks: [0; BLOCKS.len()] };
        if self.shoe == ShoeLife::Fresh {
            let mut dealer = FreshDealer::new(kernel, self.seed);
            played.fresh::<SEATS>(rounds, &mut dealer, &bets, &mut tally, &mut visit);
        } else {
            // What is dealt behind the end of shoes has words of its own.
            let beside = |rounds| Coupling::new(rounds, Generator::new(!self.seed, chunk));
            let mut coupling = self.beside.map(beside);
            let words = Generator::new(self.seed, chunk * STREAMS);
            let mut dealer = Dealer::new(kernel, self.shoe, words);
            let coupled = &mut coupling;
            played.shoes::<SEATS>(rounds, &mut dealer, &mut bets, coupled, &mut tally, &mut visit);
            if let Some(coupling) = coupling {
                tally.coupled[(chunk % 2) as usize] = coupling.sums;
            }
        }
        tally.is_of(chunk);
        tally
    }
}

/// Chunks of shoes that last take every hundredth stream, as they always did: so their
/// recorded figures stay.
const STREAMS: u64 = 100;

/// Rounds of a chunk that are played one after the other.
struct Straight {
    /// The number of the last round in the job.
    round: u64,
    /// What was won since each length of block began.
    blocks: [i64; BLOCKS.len()],
}

impl Straight {
    /// Rounds with fresh shoes, each a batch of its own.
    fn fresh<const SEATS: usize>(
        &mut self,
        rounds: u64,
        dealer: &mut FreshDealer,
        bets: &Bets<'_>,
        tally: &mut Tally,
        visit: &mut impl FnMut(&Visited<'_>),
    ) {
        let at_bet = bets.next(dealer.fresh.cards());
        for _ in 0..rounds {
            let played: Played<SEATS> = dealer.deal(at_bet, self.round);
            let net = tally.count(bets.kernel.rules(), at_bet.bet(), &played);
            tally.shoes += 1;
            tally.batch(net, u64::from(at_bet.bet()) * SEATS as u64);
            self.ended(bets.kernel.bet(), net, &played, &dealer.dealt, tally, visit);
        }
    }

    /// Rounds from shoes that last.
    #[inline(always)]
    fn shoes<const SEATS: usize>(
        &mut self,
        rounds: u64,
        dealer: &mut Dealer<Generator>,
        bets: &mut Bets<'_>,
        coupling: &mut Option<Coupling>,
        tally: &mut Tally,
        visit: &mut impl FnMut(&Visited<'_>),
    ) {
        let kernel = bets.kernel;
        let mut batch = (0, 0);
        for _ in 0..rounds {
            if dealer.is_over() {
                if let Some(coupling) = coupling {
                    coupling.close::<SEATS>(kernel, dealer);
                }
                dealer.shuffle();
                tally.shoes += 1;
                bets.running = bets.initial;
                if batch.1 > 0 {
                    tally.batch(batch.0, batch.1);
                    batch = (0, 0);
                }
            }
            let at_bet = bets.next(dealer.left());
            let played: Played<SEATS> = dealer.deal(at_bet);
            let net = tally.count(kernel.rules(), at_bet.bet(), &played);
            let wagered = u64::from(at_bet.bet()) * SEATS as u64;
            if let Some(coupling) = coupling {
                coupling.round(wagered, at_bet.bet() / kernel.bet(), net);
            }
            bets.see(dealer.cards());
            batch = (batch.0 + net, batch.1 + wagered);
            self.ended(kernel.bet(), net, &played, dealer.cards(), tally, visit);
        }
        if batch.1 > 0 {
            tally.batch(batch.0, batch.1);
        }
        if let Some(coupling) = coupling {
            coupling.finish::<SEATS>(bets, dealer);
        }
    }

    /// A round is over: shows it, and closes the blocks that end with it.
    #[inline(always)]
    fn ended<const SEATS: usize>(
        &mut self,
        bet: u32,
        net: i64,
        played: &Played<SEATS>,
        cards: &[Card],
        tally: &mut Tally,
        visit: &mut impl FnMut(&Visited<'_>),
    ) {
        self.round += 1;
        let Played { seats, up, hole, .. } = played;
        visit(&Visited { round: self.round, seats, up: *up, hole: *hole, cards });
        for (place, block) in self.blocks.iter_mut().enumerate() {
            *block += net;
            if self.round.is_multiple_of(BLOCKS[place]) {
                tally.block(place, *block, bet);
                *block = 0;
            }
        }
    }
}

/// Deals rounds with fresh shoes.
struct FreshDealer {
    fresh: Fresh,
    out: Out,
    /// The cards of the last round.
    dealt: Vec<Card>,
}

impl FreshDealer {
    fn new(kernel: &Kernel, seed: u64) -> FreshDealer {
        let fresh = Fresh::new(kernel.rules(), seed);
        FreshDealer { out: fresh.gathered(), fresh, dealt: Vec::new() }
    }

    /// Deals and plays the round that follows so many.
    fn deal<const SEATS: usize>(&mut self, kernel: &Kernel, round: u64) -> Played<SEATS> {
        let mut words = self.fresh.words(round);
        self.fresh.gather(&mut self.out);
        self.dealt.clear();
        kernel.play::<SEATS>(|| {
            let is_dealt = self.dealt.len() == 2 * SEATS + 2;
            if is_dealt {
                self.fresh.next_word(&mut words);
            }
            let card = card_of(self.fresh.draw(&mut self.out, 1, &mut words));
            self.dealt.push(card);
            card
        })
    }
}

/// What is bet next: always the same, or by a count.
pub(crate) struct Bets<'a> {
    pub(crate) kernel: &'a Kernel,
    spread: Option<&'a Spread>,
    /// The table at each number of units that the spread has.
    at_units: BTreeMap<u32, Kernel>,
    running: i32,
    /// The running count of a new shoe.
    initial: i32,
    /// The cards of a deck, and what they add to the running count.
    deck: (usize, i32),
}

impl<'a> Bets<'a> {
    fn new(kernel: &'a Kernel, spread: Option<&'a Spread>) -> Bets<'a> {
        let steps = spread.map_or(&[][..], |spread| &spread.steps);
        let at_units =
            steps.iter().map(|&(_, units)| (units, kernel.at_bet(kernel.bet() * units))).collect();
        let (deck, decks) = (kernel.rules().deck, kernel.rules().decks);
        let initial = spread.map_or(0, |spread| spread.initial(deck, decks));
        let imbalance = spread.map_or(0, |spread| spread.imbalance(deck));
        let deck = (deck.size(), imbalance);
        Bets { kernel, spread, at_units, running: initial, initial, deck }
    }

    /// The table at the next bet, with so many cards left in the shoe.
    #[inline]
    pub(crate) fn next(&self, left: usize) -> &Kernel {
        let Some(spread) = self.spread else { return self.kernel };
        let units = spread.units(self.running, left, self.deck);
        self.at_units.get(&units).unwrap_or(self.kernel)
    }

    /// Counts the cards of a round.
    #[inline]
    pub(crate) fn see(&mut self, cards: &[Card]) {
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
pub(crate) struct Dealer<W> {
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

    /// Whether the next round begins a new shoe.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        let over = match self.life {
            ShoeLife::Fresh => true,
            ShoeLife::Rounds(rounds) => self.rounds >= rounds,
            ShoeLife::CutCard(_) => self.rounds == u32::MAX || self.shoe.is_cut_card_out(),
        };
        over || self.ran_out
    }

    /// Gathers the cards for a new shoe.
    #[inline]
    pub(crate) fn shuffle(&mut self) {
        if self.ran_out {
            self.restore();
        }
        self.shoe.gather();
        self.rounds = 0;
    }

    /// Whether cards ran out in the last round.
    pub(crate) fn ran_out(&self) -> bool {
        self.ran_out
    }

    /// The cards that are left in the shoe.
    #[inline]
    pub(crate) fn left(&self) -> usize {
        self.shoe.rest().len()
    }

    /// The same shoe as it lies there, shuffled on by other words.
    pub(crate) fn with_words<V: Words>(&self, words: V) -> Dealer<V> {
        let &Dealer { life, rounds, start, ran_out, .. } = self;
        Dealer { shoe: self.shoe, words, life, rounds, start, ran_out }
    }

    pub(crate) fn into_words(self) -> W {
        self.words
    }

    /// Deals and plays a round.
    #[inline]
    pub(crate) fn deal<const SEATS: usize>(&mut self, kernel: &Kernel) -> Played<SEATS> {
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
    pub(crate) fn cards(&self) -> &[Card] {
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
