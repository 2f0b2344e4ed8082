//! The games the tests simulate, each solved once.

use std::sync::{Arc, LazyLock};

use cards::Counts;
use odds::main_wager::{Question, Solution, SplitClass, Table};
use rayon::prelude::*;
use rules::settings::{Allowed, DoubleLimit, NaturalsPaid};
use rules::{Look, Profile, Rules, Spot};
use sim::{CHUNK, Job, Kernel, ShoeLife, Tally};

/// The main wager in cents: whole cents come back from every price and half of it.
pub(crate) const BET: u32 = 1_000;

/// Chunks that are played at a time; their tallies are in memory together.
const GROUP: u64 = 10;

/// A main wager with its best strategy.
pub(crate) struct Solved {
    /// Game, configuration and decks.
    pub(crate) name: String,
    /// The rules as far as the main wager has to do with them.
    pub(crate) rules: Rules,
    table: Arc<Table>,
    /// What is exact.
    pub(crate) solution: Solution,
    /// What is simulated.
    pub(crate) kernel: Kernel,
}

/// Every configuration of every game with every number of decks.
pub(crate) fn profiles() -> Vec<Profile> {
    let mut profiles = Vec::new();
    for game in games::GAMES {
        let file = game.file();
        for configuration in file.configurations() {
            let game = file.game(Some(&configuration), &[]).unwrap();
            profiles
                .extend(game.decks.iter().map(|&decks| game.profile(Some(decks), &[]).unwrap()));
        }
    }
    profiles
}

/// The rules without all that does not change what the main wager wins: other wagers,
/// and limits on doubling, which do not bind.
fn main_wager(rules: &Rules) -> Rules {
    Rules {
        seats: 1,
        naturals_paid: NaturalsPaid::AfterPeek,
        insure_naturals: Allowed::No,
        double_limit: DoubleLimit::PerWager,
        double_cap: u32::MAX,
        special_bonus: None,
        games_per_seat: None,
        wagers: [None; Spot::COUNT],
        ..*rules
    }
}

/// The distinct main wagers of all games.
pub(crate) fn distinct() -> &'static [Solved] {
    static DISTINCT: LazyLock<Vec<Solved>> = LazyLock::new(|| {
        let mut distinct: Vec<Solved> = Vec::new();
        for profile in profiles() {
            let rules = main_wager(&profile.rules);
            if distinct.iter().all(|known| known.rules != rules) {
                let name = format!("{} {} {}", profile.game, profile.configuration, rules.decks);
                distinct.push(solve(name, rules, &distinct));
            }
        }
        distinct
    });
    &DISTINCT
}

/// Solves a main wager, with a table of dealer's hands that may be known already.
fn solve(name: String, rules: Rules, known: &[Solved]) -> Solved {
    let shoe = |rules: &Rules| (rules.deck, rules.decks, rules.soft_17);
    let table = match known.iter().find(|known| shoe(&known.rules) == shoe(&rules)) {
        Some(known) => Arc::clone(&known.table),
        None => Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17)),
    };
    let question = Question { rules, bet: None, class: SplitClass::Pair };
    let solution = Solution::of(&table, question).unwrap();
    let kernel = Kernel::new(&rules, solution.plays(), BET);
    // Chunks would be played straight through without a word.
    assert!(kernel.is_automatic(), "{name}: too many states for the automaton");
    Solved { name, rules, table, solution, kernel }
}

/// The main wager of a profile.
pub(crate) fn solved(profile: &Profile) -> &'static Solved {
    let rules = main_wager(&profile.rules);
    distinct().iter().find(|known| known.rules == rules).unwrap()
}

/// More chunks than any test plays.
pub(crate) const ENDLESS: u64 = 1_000_000;

/// A job of one seat with a fresh shoe for every round and as many chunks as anybody
/// wants.
pub(crate) fn endless(name: &str, seed: u64) -> Job {
    Job {
        profile: name.to_owned(),
        strategy: "optimal".to_owned(),
        seats: 1,
        bet: BET,
        shoe: ShoeLife::Fresh,
        spread: None,
        seed,
        rounds: ENDLESS * CHUNK,
        beside: None,
    }
}

/// Plays the first chunks of a job on all threads, not many more than are asked for;
/// their tallies in order.
pub(crate) fn tallies(
    job: &Job,
    kernel: &Kernel,
    looks: &[Look],
    chunks: u64,
) -> impl Iterator<Item = Tally> {
    (0..chunks.div_ceil(GROUP)).flat_map(move |group| {
        let chunks = group * GROUP..chunks.min((group + 1) * GROUP);
        let tallies = chunks.into_par_iter().map(|chunk| job.chunk(kernel, looks, chunk));
        tallies.collect::<Vec<Tally>>()
    })
}
