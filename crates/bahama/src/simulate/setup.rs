//! What is simulated: a game, a strategy, bets and shoes, ready to play.

use std::sync::Arc;

use cards::Counts;
use odds::Analysis;
use odds::main_wager::{Question, Solution, SplitClass, Table};
use rules::{Game, Look, Profile, Rules};
use serde::{Deserialize, Serialize};
use sim::{Job, Kernel, ShoeLife, Spread};

use crate::library::{Choice, ChoiceRefused, Library};
use crate::strategy::{StrategyChoice, StrategyRefused};

/// The main wager in cents where none is given; no limit binds it.
const UNLIMITED_BET: u32 = 1_000;

/// Everything that decides the figures of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The game and what is chosen of it.
    #[serde(flatten)]
    pub choice: Choice,
    /// The main wager in cents; without one no limit on doubling binds.
    pub bet: Option<u32>,
    /// How it is played.
    pub strategy: StrategyChoice,
    /// Seats.
    pub seats: u8,
    /// How long a shoe is dealt from.
    pub shoe: ShoeLife,
    /// Bets that follow a count; flat bets without.
    pub spread: Option<Spread>,
    /// The seed.
    pub seed: u64,
    /// Rounds.
    pub rounds: u64,
}

/// Rounds after which a standard error is given up where nobody said how many: years of them.
pub(crate) const MOST_ROUNDS: u64 = 1_000_000_000_000_000;

/// Why something cannot be simulated.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetupRefused {
    #[error(transparent)]
    Choice(#[from] ChoiceRefused),
    #[error(transparent)]
    Strategy(#[from] StrategyRefused),
    #[error("{0}")]
    NotInShoe(#[from] odds::NotInShoe),
}

/// A simulation that is ready to be played and compared.
pub struct Ready {
    pub(crate) setup: Setup,
    pub(crate) game: Game,
    pub(crate) profile: Profile,
    pub(crate) solution: Solution,
    pub(crate) analysis: Analysis,
    pub(crate) kernel: Kernel,
    pub(crate) looks: Vec<Look>,
    pub(crate) job: Job,
}

impl Setup {
    /// Solves the strategy and sets up the table.
    ///
    /// # Errors
    /// If the game is not offered so, or its main wager is not modelled.
    pub fn ready(self, library: &Library) -> Result<Ready, SetupRefused> {
        let (game, profile) = library.profile(&self.choice)?;
        let rules = profile.rules;
        let table = Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17));
        let question = Question { rules, bet: self.bet, class: SplitClass::Pair };
        let (_, solution) = self.strategy.solve(&table, question, || {})?;
        let analysis = Analysis::of(&game, rules.decks, &self.choice.paytables, &[])?;
        let kernel = kernel(&solution);
        let job = Job {
            profile: profile.hash.clone(),
            strategy: serde_json::to_string(&self.strategy).unwrap_or_default(),
            seats: self.seats,
            bet: kernel.bet(),
            shoe: self.shoe,
            spread: self.spread.clone(),
            seed: self.seed,
            rounds: self.rounds,
            beside: None,
        }
        .coupled(&kernel);
        Ok(Ready {
            kernel,
            looks: rules.looks().collect(),
            setup: self,
            game,
            profile,
            solution,
            analysis,
            job,
        })
    }
}

/// A table that plays a solved strategy at the bet it was solved for; where there is
/// none, no limit on doubling binds.
pub(crate) fn kernel(solution: &Solution) -> Kernel {
    let rules = solution.question.rules;
    let plays = solution.plays();
    match solution.question.bet {
        Some(bet) => Kernel::new(&rules, plays, bet),
        None => Kernel::new(&Rules { double_cap: u32::MAX, ..rules }, plays, UNLIMITED_BET),
    }
}

impl Ready {
    /// Whether a seat's rounds are independent of each other: then classes have
    /// standard errors without more ado.
    pub(crate) fn is_independent(&self) -> bool {
        self.setup.seats == 1 && self.setup.shoe == ShoeLife::Fresh
    }
}
