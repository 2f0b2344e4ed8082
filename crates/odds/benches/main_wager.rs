//! How long the exact value of the main wager and its strategy take.
//!
//! `cargo bench -p odds --bench main_wager` measures on one thread, then on all cores; `-- --answers`
//! only checks the answers. The yardstick beside it is a sum of as many products as
//! the dealer's ends need for one rule set: what is left is bookkeeping.
//!
//! It fails where an answer is wrong, where work takes longer than is asked, or where it takes more of
//! the yardstick than it may: ratios to that hold on any machine.

mod clock;

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use cards::Counts;
use clock::median;
use odds::main_wager::{Hand, Question, Solution, SplitClass, Table, hand_worth};
use rules::{GameFile, Rules};

const REPETITIONS: usize = 7;

/// A rule set with its published or proven value in percent, and its digits.
struct Case {
    name: &'static str,
    text: &'static str,
    set: &'static [(&'static str, &'static str)],
    class: SplitClass,
    value: &'static str,
    digits: usize,
    /// The seconds it may take on one core.
    seconds: f64,
}

const CASES: [Case; 3] = [
    Case {
        name: "the conventional game, M17",
        text: include_str!("../../../games/published/conventional.toml"),
        set: &[("surrender", "late")],
        class: SplitClass::CdzMinus,
        value: "-0.527191547",
        digits: 9,
        seconds: 0.5,
    },
    Case {
        name: "bahama-bonus, 6 decks, best by pair",
        text: include_str!("../../../games/bahama-bonus.toml"),
        set: &[],
        class: SplitClass::Pair,
        value: "-0.416759383",
        digits: 9,
        seconds: 1.0,
    },
    Case {
        name: "bahama-bonus, 6 decks, CDZ-",
        text: include_str!("../../../games/bahama-bonus.toml"),
        set: &[],
        class: SplitClass::CdzMinus,
        value: "-0.416870764",
        digits: 9,
        seconds: 1.0,
    },
];

fn rules(case: &Case) -> Rules {
    let set: Vec<(String, String)> =
        case.set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    *GameFile::read(case.text).game(None, &set).expect("the game file has no faults").rules()
}

fn solve(rules: &Rules, class: SplitClass) -> Solution {
    let table = Arc::new(Table::new(&Counts::of(rules.deck, 6), rules.soft_17));
    let question = Question { rules: *rules, bet: None, class };
    Solution::of(&table, question).expect("the rules are modelled")
}

/// Twenty thousand sets of removed cards with fifteen thousand products each.
fn yardstick() -> f64 {
    let factors: Vec<f64> = (0..15_000).map(|place| 1.0 / f64::from(place + 1)).collect();
    let mut sums = [0.0; 8];
    for _ in 0..20_000 / sums.len() {
        for factor in black_box(&factors) {
            for sum in &mut sums {
                *sum += factor * 0.5;
            }
        }
    }
    sums.iter().sum()
}

/// Solves every configuration and deck count of all games and does this with each; gives how
/// many there are.
fn all_configurations(with: impl Fn(&Solution)) -> usize {
    let mut solved = 0;
    for game in games::GAMES {
        let file = game.file();
        let game = file.game(None, &[]).expect("the game file has no faults");
        for configuration in &game.configurations {
            let game = file.game(Some(configuration), &[]).expect("its configurations have none");
            for &decks in &game.decks {
                let profile = game.profile(Some(decks), &[]).expect("the decks are offered");
                let rules = profile.rules;
                let table = Arc::new(Table::new(&Counts::of(rules.deck, decks), rules.soft_17));
                let question = Question { rules, bet: None, class: SplitClass::Pair };
                with(&Solution::of(&table, question).expect("the rules are modelled"));
                solved += 1;
            }
        }
    }
    solved
}

fn one_hand() -> f64 {
    let rules = rules(&CASES[1]);
    let cards = ["5s", "6h"].map(|card| card.parse().expect("a card"));
    let up = "2c".parse().expect("a card");
    let hand = Hand { cards: &cards, up, doubles: 0, from_split: false, hands: 1 };
    let question = Question { rules, bet: None, class: SplitClass::Pair };
    let counts = Counts::of(rules.deck, 6);
    let worth = hand_worth(&counts, question, &hand).expect("the hand has a choice");
    worth.of(rules::Action::Double).expect("a double is legal")
}

/// The variance of 000 with six decks, from its law.
fn law() {
    let law = solve(&rules(&CASES[1]), SplitClass::Pair).law();
    assert_eq!(format!("{:.9}", law.variance), "1.620468303");
}

/// What a law may take on one core, where ten seconds are asked of two.
const LAW_SECONDS: f64 = 20.0;

/// The yardsticks that stand for a second: where a machine is slower or busy, its yardstick is so, too.
/// The machine of which seconds are asked does 47 of them in a second, so this asks for more than twice
/// as much as the seconds do.
const YARDSTICKS_A_SECOND: f64 = 20.0;

fn check_answers() {
    for case in &CASES {
        let ev = 100.0 * solve(&rules(case), case.class).ev;
        assert_eq!(format!("{ev:.*}", case.digits), case.value, "{}", case.name);
    }
    assert_eq!(format!("{:.6}", one_hand()), "0.348048");
    assert_eq!(all_configurations(|_| ()), 17);
    law();
}

fn main() -> ExitCode {
    check_answers();
    if std::env::args().any(|argument| argument == "--answers") {
        println!("the answers are right");
        return ExitCode::SUCCESS;
    }
    let mut verdicts = Verdicts::default();
    // One thread: the figures are CPU seconds on one core.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| on_one_core(&mut verdicts));
    on_all_cores(&mut verdicts);
    match verdicts.failed {
        0 => ExitCode::SUCCESS,
        failed => {
            println!("FAILED: {failed} of these took longer than they may");
            ExitCode::FAILURE
        }
    }
}

fn on_one_core(verdicts: &mut Verdicts) {
    let yard = median(REPETITIONS, yardstick);
    println!("yardstick, 300 million products: {:.1} ms", yard.as_secs_f64() * 1e3);
    for case in &CASES {
        let rules = rules(case);
        let time = median(REPETITIONS, || solve(&rules, case.class));
        let what = format!("{}: {} %", case.name, case.value);
        verdicts.ratio(&what, case.seconds, time, yard);
    }
    verdicts.ratio("one hand", 0.1, median(REPETITIONS, one_hand), yard);
    verdicts.ratio("a law, its solution included", LAW_SECONDS, median(1, law), yard);
}

/// What is asked of two cores.
fn on_all_cores(verdicts: &mut Verdicts) {
    println!("on {} threads, where two are asked:", rayon::current_num_threads());
    let all = || all_configurations(|_| ());
    verdicts.seconds("all 17 configurations", 10.0, median(REPETITIONS, all));
    let rules = rules(&CASES[1]);
    let hands = || solve(&rules, SplitClass::Pair).starting_hands();
    verdicts.seconds("all starting hands", 2.0, median(REPETITIONS, hands));
    verdicts.seconds("a law", 10.0, median(1, law));
    let laws = || all_configurations(|solution| drop(black_box(solution.law())));
    verdicts.seconds("all 17 laws", 180.0, median(1, laws));
}

/// What took longer than it may.
#[derive(Default)]
struct Verdicts {
    failed: usize,
}

impl Verdicts {
    /// Says how long work took beside the seconds it may take.
    fn seconds(&mut self, what: &str, most: f64, time: Duration) {
        let time = time.as_secs_f64();
        let verdict = self.verdict(time < most);
        println!("{verdict}  {what}: {time:.3} s, asked: {most} s");
    }

    /// Says how many yardsticks work took beside those it may take.
    fn ratio(&mut self, what: &str, seconds: f64, time: Duration, yard: Duration) {
        let (ratio, most) = (time.div_duration_f64(yard), seconds * YARDSTICKS_A_SECOND);
        let verdict = self.verdict(ratio < most);
        let seconds = time.as_secs_f64();
        println!("{verdict}  {what}: {seconds:.3} s, ratio {ratio:.1}, at most {most}");
    }

    fn verdict(&mut self, passes: bool) -> &'static str {
        self.failed += usize::from(!passes);
        if passes { "pass" } else { "FAIL" }
    }
}
