//! How many rounds a second the simulator plays, beside two yardsticks in one run.
//!
//! A only draws 5.5 cards a round from a fresh shoe of 288; F is a bare round: peek,
//! hit or stand by a table of totals, the dealer hits soft 17, a player's 21 wins; no
//! doubles, no splits, no bonuses. `-- --answers` only checks the answers.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use cards::{Card, Counts, Deck, Shoe, Words};
use odds::main_wager::{Question, Solution, SplitClass, Table};
use rules::{GameFile, Look, Rules};
use sim::{CHUNK, Generator, Job, Kernel, ShoeLife};

const ROUNDS: u64 = 200_000;
const REPETITIONS: usize = 31;
const BET: u32 = 1_000;

fn solved() -> (Rules, Solution) {
    let text = include_str!("../../../games/bahama-bonus.toml");
    let game = GameFile::read(text).game(None, &[]).expect("the game file has no faults");
    let rules = game.profile(None, &[]).expect("the game has a default").rules;
    let table = Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17));
    let question = Question { rules, bet: None, class: SplitClass::Cdp };
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

/// Yardstick F: hits below 17, or below 13 against 2 to 6, soft 18 stands.
fn bare(words: &mut impl Words) -> i64 {
    let mut stands = [[[false; 2]; 22]; 11];
    for (up, by_total) in stands.iter_mut().enumerate() {
        for (total, by_soft) in by_total.iter_mut().enumerate() {
            let least = if (2..=6).contains(&up) { 13 } else { 17 };
            *by_soft = [total >= least, total >= 18];
        }
    }
    let mut shoe = Shoe::new(Deck::FortyEight, 6);
    let mut net = 0;
    for _ in 0..ROUNDS {
        shoe.gather();
        let first = draw(&mut shoe, words);
        let up = draw(&mut shoe, words);
        let second = draw(&mut shoe, words);
        let hole = draw(&mut shoe, words);
        let mut player = rules::Total::EMPTY.with(first).with(second);
        let mut dealer = rules::Total::EMPTY.with(up).with(hole);
        net += if player.best() == 21 {
            3
        } else if dealer.best() == 21 {
            -2
        } else {
            let table = &stands[usize::from(up.value())];
            while player.best() <= 21
                && !table[usize::from(player.best())][usize::from(player.is_soft())]
            {
                player = player.with(draw(&mut shoe, words));
            }
            if player.best() == 21 {
                2
            } else if player.is_bust() {
                -2
            } else {
                while dealer.best() < 17 || dealer.best() == 17 && dealer.is_soft() {
                    dealer = dealer.with(draw(&mut shoe, words));
                }
                let (player, dealer) = (player.best(), dealer.best());
                if dealer > 21 || player > dealer {
                    2
                } else if player == dealer {
                    0
                } else {
                    -2
                }
            }
        };
    }
    net
}

/// The whole game of so many seats: what the house gains, in cents.
fn whole<const SEATS: usize>(kernel: &Kernel, words: &mut impl Words) -> i64 {
    let mut shoe = Shoe::new(kernel.rules().deck, kernel.rules().decks);
    let mut gain = 0;
    for _ in 0..ROUNDS {
        shoe.gather();
        let played = kernel.play::<SEATS>(|| draw(&mut shoe, words));
        for seat in &played.seats {
            gain += i64::from(seat.staked) - i64::from(seat.returned);
        }
    }
    gain
}

/// A whole chunk of a job with everything counted: nanoseconds a round.
fn job(kernel: &Kernel, looks: &[Look], seats: u8) -> f64 {
    let job = Job {
        profile: String::new(),
        strategy: String::new(),
        seats,
        bet: BET,
        shoe: ShoeLife::Fresh,
        spread: None,
        seed: 1,
        rounds: u64::MAX,
    };
    let mut chunk = 0;
    let times = (0..REPETITIONS).map(|_| {
        chunk += 1;
        time(|| job.chunk(kernel, looks, chunk)) / CHUNK as f64
    });
    times.fold(f64::INFINITY, f64::min)
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

/// Nanoseconds a round: the least of many measurements.
fn least<T>(mut work: impl FnMut() -> T) -> f64 {
    let times = (0..REPETITIONS).map(|_| time(&mut work) / ROUNDS as f64);
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    let (rules, solution) = solved();
    let kernel = Kernel::new(&rules, solution.plays(), BET);
    let mut words = Generator::new(1, 0);
    let gain = whole::<1>(&kernel, &mut words);
    // Four standard errors around the exact value.
    let edge = gain as f64 / (ROUNDS as f64 * f64::from(BET));
    assert!((edge + solution.ev).abs() < 4.0 * 1.26 / (ROUNDS as f64).sqrt(), "{edge}");
    if std::env::args().any(|argument| argument == "--answers") {
        println!("the answers are right");
        return;
    }
    let million = |nanoseconds: f64| 1e3 / nanoseconds;
    let a = least(|| draws(&mut words));
    let f = least(|| bare(&mut words));
    println!("A, draws alone:     {a:6.1} ns a round, {:6.2} million a second", million(a));
    println!("F, a bare round:    {f:6.1} ns a round, {:6.2} million a second", million(f));
    let one = least(|| whole::<1>(&kernel, &mut words));
    println!(
        "one seat:           {one:6.1} ns a round, {:6.2} million a second, {:.2} of F (floor 0.4, aim 0.6)",
        million(one),
        f / one
    );
    let seven = least(|| whole::<7>(&kernel, &mut words)) / 7.0;
    println!(
        "seven seats:        {seven:6.1} ns a hand,  {:6.2} million a second, {:.2} of F (floor 0.5)",
        million(seven),
        f / seven
    );
    let looks = rules.looks().collect::<Vec<_>>();
    let all = job(&kernel, &looks, 1);
    println!(
        "all wagers counted: {all:6.1} ns a round, {:6.2} million a second, {:.2} of F (floor 0.2)",
        million(all),
        f / all
    );
    let gain_f = two_threads(|stream| {
        black_box(bare(&mut Generator::new(2, stream)));
    });
    let gain = two_threads(|stream| {
        black_box(whole::<1>(&kernel, &mut Generator::new(2, stream)));
    });
    println!(
        "two threads: F gains {gain_f:.2}, the game {gain:.2}, ratio {:.2} (floor 0.97)",
        gain / gain_f
    );
}
