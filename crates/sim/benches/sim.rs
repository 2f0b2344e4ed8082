//! How many rounds a second the simulator plays, beside the yardsticks in the same run.
//!
//! A only draws 5.5 cards a round from a fresh shoe of 288; F is a bare round: peek,
//! hit or stand by a table of totals, the dealer hits soft 17, a player's 21 wins; no
//! doubles, no splits, no bonuses. It stands in every run in two forms: F takes a word of its
//! generator for each card, the strict F six cards of each word. `-- --answers` only checks the
//! answers.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use cards::{Card, Counts, Deck, Shoe, Words};
use odds::main_wager::{Question, Solution, SplitClass, Table};
use rules::{GameFile, Look, Rules};
use sim::{CHUNK, Generator, Job, Kernel, ShoeLife};

const ROUNDS: u64 = 200_000;
const REPETITIONS: usize = 151;
const BET: u32 = 1_000;

fn solved() -> (Rules, Solution) {
    let text = include_str!("../../../games/bahama-bonus.toml");
    let game = GameFile::read(text).game(None, &[]).expect("the game file has no faults");
    let rules = game.profile(None, &[]).expect("the game has a default").rules;
    let table = Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17));
    let question = Question { rules, bet: None, class: SplitClass::Pair };
    (rules, Solution::of(&table, question).expect("the rules are modelled"))
}

fn draw(shoe: &mut Shoe, words: &mut impl Words) -> Card {
    shoe.draw_shuffling(words).expect("a round never uses up six decks")
}

/// Yardstick A.
fn draws(words: &mut impl Words) -> u64 {
    let mut shoe = Shoe::new(Deck::FortyEight, 6);
    let mut sum = 0;
    for round in 0..ROUNDS {
        shoe.gather();
        for _ in 0..5 + round % 2 {
            sum += u64::from(draw(&mut shoe, words).value());
        }
    }
    sum
}

/// Yardstick F, a bare round as fast as the machine plays it straight through: a 64-bit multiply
/// generator, each word of which gives so many cards by multiply and shift, one or six; a byte
/// array of 512 that is indexed with masks, so that no bound is checked; two small tables.
struct Bare<const A_WORD: u64> {
    /// What each card counts.
    shoe: [u8; 512],
    state: u64,
    /// What is left of the word, where it gives several cards.
    word: u64,
    /// By up-card, then sum and ace: whether the hand draws. The dealer's row is the first.
    draws: [[bool; 64]; 16],
    /// By sum and ace: the best total.
    totals: [u8; 64],
}

/// A hand's sum, and in the next bit whether it has an ace.
const ACE: u8 = 32;

/// F as the machine has it, a word a card.
type F = Bare<1>;
/// A stricter one, six cards a word.
type StrictF = Bare<6>;

impl<const A_WORD: u64> Bare<A_WORD> {
    const CARDS: u64 = 288;

    fn new(seed: u64) -> Bare<A_WORD> {
        const { assert!(A_WORD == 1 || A_WORD == 6, "words are used up at other cards") };
        let shoe = Shoe::new(Deck::FortyEight, 6);
        let mut bare = Bare {
            shoe: [0; 512],
            state: seed,
            word: 0,
            draws: [[false; 64]; 16],
            totals: [0; 64],
        };
        for (place, card) in bare.shoe.iter_mut().zip(shoe.rest()) {
            *place = card.value();
        }
        for hand in 0..64 {
            let (hard, ace) = (hand & (ACE - 1), hand & ACE != 0);
            let soft = ace && hard <= 11;
            let total = if soft { hard + 10 } else { hard };
            bare.totals[usize::from(hand)] = total;
            bare.draws[0][usize::from(hand)] = total < 17 || total == 17 && soft;
            // Hits below 17, or below 13 against 2 to 6; soft 18 stands.
            for up in 1..=10 {
                let least = if (2..=6).contains(&up) { 13 } else { 17 };
                let least = if soft { 18 } else { least };
                bare.draws[up][usize::from(hand)] = total < least;
            }
        }
        bare
    }

    // `swap` reads the card again: a fifth slower, and a yardstick must not be.
    #[allow(clippy::manual_swap)]
    #[inline(always)]
    fn draw(&mut self, next: &mut u64) -> u8 {
        if A_WORD == 1 || matches!(*next, 0 | 6 | 12 | 18) {
            self.state = self.state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            self.word = self.state;
        }
        let left = Self::CARDS - *next;
        let product = u128::from(self.word) * u128::from(left);
        if A_WORD > 1 {
            self.word = product as u64;
        }
        let place = *next + (product >> 64) as u64;
        let (front, place) = ((*next & 511) as usize, (place & 511) as usize);
        let card = self.shoe[place];
        self.shoe[place] = self.shoe[front];
        self.shoe[front] = card;
        *next += 1;
        card
    }

    #[inline(always)]
    fn with(hand: u8, card: u8) -> u8 {
        (hand + card) | if card == 1 { ACE } else { 0 }
    }

    #[inline(always)]
    fn play_out(&mut self, row: u8, mut hand: u8, next: &mut u64) -> u8 {
        while self.draws[usize::from(row & 15)][usize::from(hand & 63)] {
            let card = self.draw(next);
            hand = Self::with(hand, card);
        }
        hand
    }

    /// Twice what the player wins in a round.
    #[inline(always)]
    fn round(&mut self) -> i64 {
        let mut next = 0;
        let [first, up, second, hole] = std::array::from_fn(|_| self.draw(&mut next));
        let total = |bare: &Self, hand: u8| bare.totals[usize::from(hand & 63)];
        let player = Self::with(Self::with(0, first), second);
        let dealer = Self::with(Self::with(0, up), hole);
        if total(self, player) == 21 {
            return 3;
        }
        if total(self, dealer) == 21 {
            return -2;
        }
        let player = self.play_out(up, player, &mut next);
        let player = total(self, player);
        if player >= 21 {
            return if player == 21 { 2 } else { -2 };
        }
        let dealer = self.play_out(0, dealer, &mut next);
        let dealer = total(self, dealer);
        let dealer = if dealer > 21 { 0 } else { dealer };
        2 * (i64::from(player > dealer) - i64::from(player < dealer))
    }
}

fn bare<const A_WORD: u64>(words: &mut Bare<A_WORD>) -> i64 {
    (0..ROUNDS).map(|_| words.round()).sum()
}

/// Both forms of F play the same game: what they win in many rounds is the same but for chance,
/// and neither is empty work. A round wins twice as much as is counted, with a standard deviation of
/// about one.
fn check_yardsticks() {
    const TIMES: i64 = 20;
    let (mut f, mut strict) = (F::new(1), StrictF::new(2));
    let rounds = (TIMES * ROUNDS as i64) as f64;
    let won = [(0..TIMES).map(|_| bare(&mut f)).sum(), (0..TIMES).map(|_| bare(&mut strict)).sum()];
    let [f, strict] = won.map(|sum: i64| sum as f64 / 2.0 / rounds);
    let error = 1.1 / rounds.sqrt();
    assert!((f - strict).abs() < 4.0 * 2.0_f64.sqrt() * error, "{f} is not {strict}");
    // Without doubles and splits the house keeps a few hundredths of a wager.
    assert!((-0.06..0.0).contains(&f), "{f} is no bare round");
}

/// A job of so many seats with fresh shoes.
fn job(seats: u8) -> Job {
    Job {
        profile: String::new(),
        strategy: String::new(),
        seats,
        bet: BET,
        shoe: ShoeLife::Fresh,
        spread: None,
        seed: 1,
        rounds: u64::MAX,
        beside: None,
    }
}

/// How much faster two threads are than one at the same work on each: by the least times
/// of many, for whatever disturbs a measurement makes it longer.
fn two_threads(work: impl Fn(u64) + Sync) -> f64 {
    let (mut one, mut two) = (f64::INFINITY, f64::INFINITY);
    for stream in 0..REPETITIONS as u64 {
        one = one.min(time(|| work(2 * stream)));
        two = two.min(time(|| rayon::join(|| work(2 * stream), || work(2 * stream + 1))));
    }
    2.0 * one / two
}

// The clock is what a benchmark is for.
#[allow(clippy::disallowed_methods)]
fn time<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64() * 1e9
}

/// What is measured: a name, and nanoseconds a round or hand of one run.
type Measured<'a> = (&'a str, Box<dyn FnMut() -> f64 + 'a>);

/// The least of many measurements of each, in turn: what disturbs one disturbs its
/// neighbours.
fn least(measured: &mut [Measured<'_>]) -> Vec<f64> {
    let mut least = vec![f64::INFINITY; measured.len()];
    for _ in 0..REPETITIONS {
        for (least, (_, measure)) in least.iter_mut().zip(measured.iter_mut()) {
            *least = least.min(measure());
        }
    }
    least
}

/// Whole chunks of a job with everything counted: nanoseconds a hand.
fn hands<'a>(kernel: &'a Kernel, looks: &'a [Look], seats: u8) -> Box<dyn FnMut() -> f64 + 'a> {
    let job = job(seats);
    let mut chunk = 0;
    Box::new(move || {
        chunk += 1;
        time(|| job.chunk(kernel, looks, chunk)) / (CHUNK * u64::from(seats)) as f64
    })
}

fn main() {
    let (rules, solution) = solved();
    let kernel = Kernel::new(&rules, solution.plays(), BET);
    assert!(kernel.is_automatic(), "the game has too many states for the automaton");
    let tally = job(1).run(&kernel, &[], 0..10);
    // Four standard errors around the exact value.
    let (mean, error) = tally.result();
    assert!((mean - solution.ev).abs() < 4.0 * error, "{mean} is not {}", solution.ev);
    check_yardsticks();
    if std::env::args().any(|argument| argument == "--answers") {
        println!("the answers are right");
        return;
    }
    let looks = rules.looks().collect::<Vec<_>>();
    let mut words = Generator::new(1, 0);
    let (mut f, mut strict) = (F::new(1), StrictF::new(1));
    let rounds = ROUNDS as f64;
    let mut measured: Vec<Measured<'_>> = vec![
        ("A, draws alone", Box::new(|| time(|| draws(&mut words)) / rounds)),
        ("F, a bare round, a word a card", Box::new(|| time(|| bare(&mut f)) / rounds)),
        ("strict F, six cards a word", Box::new(|| time(|| bare(&mut strict)) / rounds)),
        ("one seat, main wager (aim 1.0)", hands(&kernel, &[], 1)),
        ("seven seats, a hand (aim 1.2)", hands(&kernel, &[], 7)),
        ("one seat, all wagers (aim 0.6)", hands(&kernel, &looks, 1)),
        ("seven seats, all wagers", hands(&kernel, &looks, 7)),
    ];
    let least = least(&mut measured);
    for ((name, _), nanoseconds) in measured.iter().zip(&least) {
        println!(
            "{name:<32} {nanoseconds:6.1} ns, {:6.2} million a second, {:.2} of F, {:.2} of strict F",
            1e3 / nanoseconds,
            least[1] / nanoseconds,
            least[2] / nanoseconds
        );
    }
    let gain_f = two_threads(|stream| {
        black_box(bare(&mut F::new(stream)));
    });
    let one = job(1);
    let gain = two_threads(|chunk| {
        black_box(one.chunk(&kernel, &[], chunk));
    });
    println!(
        "two threads: F gains {gain_f:.2}, the game {gain:.2} (aim 1.95), ratio {:.2}",
        gain / gain_f
    );
}
