//! How long a round takes in the asking engine: one seat, a main wager, a fresh
//! six-deck shoe that is shuffled while it is dealt.
//!
//! `cargo bench -p round` measures; `-- --answers` only checks that the rounds
//! end as they always did. A time is printed and never asserted: how fast a
//! machine is on a given day is not a property of the code. The ratio to a
//! yardstick beside it says more than nanoseconds when machines differ.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cards::{ChaChaWords, Shoe, Words};
use round::Round;
use rules::{Bets, Placed, Rules, Spot};
use strategy::Tally;

mod strategy;

/// The rounds whose answers are asserted.
const ROUNDS_CHECKED: u64 = 20_000;
/// The rounds of one measurement: a few milliseconds, so that on a busy machine many
/// measurements pass without the scheduler taking the processor away.
const ROUNDS_TIMED: u64 = 20_000;
/// The measurements, each of other rounds; their median and their least are printed.
const REPETITIONS: u64 = 151;
/// The stake: small enough for every double, and halved to the cent.
const MAIN_CENTS: u32 = 1_000;

/// What the checked rounds come to. A change here is a change of the rules, of
/// the strategy or of the shuffle.
const ANSWER_WYRAND: Tally = Tally {
    house_gain: 393_000,
    meter_shares: 0,
    cards: 110_496,
    actions: [10_156, 14_206, 3_320, 273, 76, 629],
    redoubles: 88,
};
const ANSWER_CHACHA: Tally = Tally {
    house_gain: 392_500,
    meter_shares: 0,
    cards: 110_415,
    actions: [10_090, 14_093, 3_355, 299, 83, 731],
    redoubles: 61,
};

/// Wang Yi's wyrand, a fast generator of which the high half of each word is used.
#[derive(Clone)]
struct Wyrand(u64);

impl Words for Wyrand {
    #[inline]
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (((product >> 64) as u64 ^ product as u64) >> 32) as u32
    }
}

fn wyrand(stream: u64) -> Wyrand {
    Wyrand(2_026 + (stream << 32))
}

fn chacha(stream: u64) -> ChaChaWords {
    ChaChaWords::new([26; 32], stream)
}

/// What every round of the benchmark starts from.
struct Table {
    rules: Rules,
    placed: Placed,
    shoe: Shoe,
}

impl Table {
    fn new() -> Table {
        let rules = strategy::bahama_bonus();
        let mut bets = Bets::default();
        bets[0].set(Spot::Main, MAIN_CENTS);
        let placed = rules.accept(&bets).expect("the wager is within the limits");
        Table { shoe: Shoe::new(rules.deck, rules.decks), rules, placed }
    }

    /// Plays and settles rounds, each from a whole shoe.
    fn play(&self, rounds: u64, mut words: impl Words) -> Tally {
        let mut shoe = self.shoe;
        let mut round = Round::new(&self.placed);
        let mut tally = Tally::default();
        for _ in 0..rounds {
            shoe.gather();
            round.restart();
            strategy::play(&mut round, &self.rules, &mut shoe, &mut words, &mut tally);
            strategy::settle(&round, &self.rules, &mut tally);
        }
        tally
    }

    /// The number of cards of each round, for [`Table::draw`].
    fn cards_of_rounds(&self, rounds: u64, mut words: impl Words) -> Vec<u8> {
        let mut shoe = self.shoe;
        let mut round = Round::new(&self.placed);
        let count = |_| {
            let mut tally = Tally::default();
            shoe.gather();
            round.restart();
            strategy::play(&mut round, &self.rules, &mut shoe, &mut words, &mut tally);
            tally.cards as u8
        };
        (0..rounds).map(count).collect()
    }

    /// Only draws: the same cards as the rounds whose counts are given.
    fn draw(&self, counts: impl Iterator<Item = u8>, mut words: impl Words) -> u64 {
        let mut shoe = self.shoe;
        let mut sum = 0;
        for count in counts {
            shoe.gather();
            for _ in 0..count {
                let card = shoe.draw_shuffling(&mut words).expect("the shoe is not empty");
                sum += u64::from(card.value());
            }
        }
        sum
    }

    /// The yardstick: five and six cards in turn, with the fast generator, and no game.
    fn yardstick(&self, rounds: u64) -> u64 {
        self.draw((0..rounds).map(|number| 5 + (number & 1) as u8), wyrand(0))
    }
}

/// Asserts the answers: the constants, and that a round that is started again is
/// the same as a new one.
fn check<W: Words + Clone>(table: &Table, words: W, answer: &Tally) {
    let mut shoe = table.shoe;
    let mut restarted = Round::new(&table.placed);
    let (mut words_of_new, mut words_of_restarted) = (words.clone(), words.clone());
    let (mut new_tally, mut tally) = (Tally::default(), Tally::default());
    for number in 0..ROUNDS_CHECKED {
        let mut order = shoe;
        let mut new = Round::new(&table.placed);
        strategy::play(&mut new, &table.rules, &mut order, &mut words_of_new, &mut new_tally);
        strategy::settle(&new, &table.rules, &mut new_tally);

        let words = &mut words_of_restarted;
        restarted.restart();
        strategy::play(&mut restarted, &table.rules, &mut shoe, words, &mut tally);
        strategy::settle(&restarted, &table.rules, &mut tally);

        assert_eq!(new_tally, tally, "a restarted round differs from a new one: round {number}");
        shoe.gather();
    }
    assert_eq!(tally, *answer, "the checked rounds do not end as they always did");
    assert_eq!(tally, table.play(ROUNDS_CHECKED, words), "the measured loop plays other rounds");
}

/// What one generator needs for a round, in nanoseconds.
#[derive(Default)]
struct Figures {
    round: Vec<f64>,
    draw: Vec<f64>,
    yardstick: Vec<f64>,
}

/// Runs `work` on this many threads at once, each with its own number, and gives
/// the time a round took on the slowest of them.
// The clock is what a benchmark is for.
#[allow(clippy::disallowed_methods)]
fn nanoseconds<T: Send>(threads: u64, work: impl Fn(u64) -> T + Sync) -> f64 {
    let timed = |thread| -> Duration {
        let start = Instant::now();
        black_box(work(thread));
        start.elapsed()
    };
    let longest = std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map(|thread| scope.spawn(move || timed(thread))).collect();
        let own = timed(0);
        others
            .into_iter()
            .map(|other| other.join().expect("no thread fails"))
            .fold(own, Duration::max)
    });
    longest.as_secs_f64() * 1e9 / ROUNDS_TIMED as f64
}

fn measure<W: Words>(table: &Table, threads: u64, words: impl Fn(u64) -> W + Sync) -> Figures {
    let mut figures = Figures::default();
    for repetition in 0..REPETITIONS {
        let words = |thread| words(repetition * threads + thread);
        let counts: Vec<Vec<u8>> =
            (0..threads).map(|thread| table.cards_of_rounds(ROUNDS_TIMED, words(thread))).collect();
        // The three are measured in turn, so that a busy moment of the machine
        // touches all of them.
        figures.round.push(nanoseconds(threads, |thread| {
            black_box(table).play(ROUNDS_TIMED, words(thread))
        }));
        figures.draw.push(nanoseconds(threads, |thread| {
            let counts = counts[thread as usize].iter().copied();
            black_box(table).draw(counts, words(thread))
        }));
        figures.yardstick.push(nanoseconds(threads, |_| black_box(table).yardstick(ROUNDS_TIMED)));
    }
    figures
}

fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn least(figures: &[f64]) -> f64 {
    figures.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Prints one line. Share and ratio are of the least times: on a busy machine the
/// medians of long and short work are disturbed unequally.
fn report(generator: &str, threads: u64, figures: &Figures) {
    let (round, draw) = (least(&figures.round), least(&figures.draw));
    let yardstick = least(&figures.yardstick);
    println!(
        "{generator:<8} {threads:>7} {:>7.1} {round:>7.1} {draw:>10.1} {:>5.0} % {yardstick:>10.1} {:>6.2}",
        median(&figures.round),
        100.0 * draw / round,
        round / yardstick,
    );
}

fn main() {
    let table = Table::new();
    check(&table, wyrand(0), &ANSWER_WYRAND);
    check(&table, chacha(0), &ANSWER_CHACHA);
    println!("round: the answers of {ROUNDS_CHECKED} rounds with either generator are right");
    if std::env::args().any(|argument| argument == "--answers") {
        return;
    }
    println!(
        "one seat, main wager, six decks; ns per round on each thread, {REPETITIONS} × \
         {ROUNDS_TIMED} rounds\n\
         {:<8} {:>7} {:>7} {:>7} {:>10} {:>7} {:>10} {:>6}",
        "words", "threads", "median", "least", "shuffling", "share", "yardstick", "ratio"
    );
    for threads in [1, 2] {
        report("wyrand", threads, &measure(&table, threads, wyrand));
        report("chacha20", threads, &measure(&table, threads, chacha));
    }
}
