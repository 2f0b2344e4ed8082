//! The main wager: everything a sheet says about it.

use std::sync::Arc;

use cards::Counts;
use odds::main_wager::{NotModelled, Outcomes, Question, Solution, SplitClass, Table};
use rules::{Profile, Rules};

use crate::library::{Choice, Library};
use crate::simulate::Variance;
use crate::strategy::StrategyChoice;
use crate::wording::{SPLIT, end_name, strategy_class};

/// How hands are played after a split: the best class that is worked out.
pub const SPLIT_CLASS: SplitClass = SplitClass::Pair;

/// The main wager under one configuration with one number of decks, in units of it.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Form {
    pub configuration: String,
    pub decks: u8,
    /// The expectation of the main wager alone.
    pub ev: f64,
    /// What the special bonus adds at the bet; nothing without a bet.
    pub prize: f64,
    /// What envy for each other player adds at the bet; nothing where it is not worked out.
    pub envy_each: Option<f64>,
    pub outcomes: Outcomes,
}

/// The main wager of a sheet.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct MainSheet {
    /// The bet in cents, for limits on doubling and prizes of fixed dollars.
    pub bet: Option<u32>,
    /// The strategy for which the figures hold, in a sentence.
    pub strategy: String,
    /// The stakes in cents to which the limit lets that bet be doubled.
    pub doubled: Vec<u32>,
    /// The sheet's own configuration and decks.
    pub form: Form,
    /// The variance over all its rounds, splits included.
    pub variance: Variance,
    /// Every configuration with every number of decks the game offers.
    pub forms: Vec<Form>,
    /// Players at the table, each with one seat: envy is paid among them.
    pub players: u8,
}

impl Form {
    /// Solves the main wager of a profile.
    ///
    /// # Errors
    /// If its rules are outside what is modelled.
    pub fn of(profile: &Profile, bet: Option<u32>) -> Result<Form, NotModelled> {
        solve(&profile.rules, bet).map(|solution| Form::from_solution(profile, &solution))
    }

    fn from_solution(profile: &Profile, solution: &Solution) -> Form {
        Form {
            configuration: profile.configuration.clone(),
            decks: profile.rules.decks,
            ev: solution.ev,
            prize: solution.prize,
            envy_each: solution.envy_each(),
            outcomes: solution.outcomes(),
        }
    }

    /// What the house expects to keep of a main wager.
    pub fn house_edge(&self) -> f64 {
        -self.ev
    }

    /// The same with the special bonus and envy among so many players, each with one seat.
    pub fn all_in(&self, players: u8) -> Option<f64> {
        let envy = f64::from(players - 1) * self.envy_each?;
        Some(-(self.ev + self.prize + envy))
    }

    /// What the house expects to keep of a unit of everything staked.
    pub fn element_of_risk(&self) -> f64 {
        self.house_edge() / self.outcomes.average_wager
    }

    /// The probability of a round that wins and has no split.
    pub fn won(&self) -> f64 {
        self.outcomes.whole.iter().filter(|end| end.net > 0.0).map(|end| end.chance).sum()
    }

    /// What a round with a split stakes and wins on average; nothing where no
    /// round has one.
    pub fn split(&self) -> Option<(f64, f64)> {
        let Outcomes { whole, split, split_ev, average_wager } = &self.outcomes;
        let staked: f64 = whole.iter().map(|end| end.chance * end.staked).sum();
        (*split > 0.0).then(|| ((average_wager - staked) / split, split_ev / split))
    }

    /// What each way to end contributes to the expectation, however often doubled.
    pub fn contributions(&self) -> Vec<(&'static str, f64)> {
        let mut sums: Vec<(&'static str, f64)> = Vec::new();
        for end in &self.outcomes.whole {
            let name = end_name(end.end);
            match sums.last_mut().filter(|(last, _)| *last == name) {
                Some((_, sum)) => *sum += end.chance * end.net,
                None => sums.push((name, end.chance * end.net)),
            }
        }
        if self.outcomes.split > 0.0 {
            sums.push((SPLIT, self.outcomes.split_ev));
        }
        sums
    }
}

impl MainSheet {
    /// The main wager of a profile, which is one of its game's `forms`.
    ///
    /// # Errors
    /// If its rules are outside what is modelled.
    pub fn of(
        profile: &Profile,
        forms: Vec<Form>,
        bet: Option<u32>,
    ) -> Result<MainSheet, NotModelled> {
        let solution = solve(&profile.rules, bet)?;
        let form = Form::from_solution(profile, &solution);
        let variance = Variance::exact(&crate::law_cache::law(&solution, &StrategyChoice::Optimal));
        let doubled = bet.map_or(Vec::new(), |bet| doubled(&profile.rules, bet));
        let question = Question { rules: profile.rules, bet, class: SPLIT_CLASS };
        let strategy = strategy_class(&question, &[]);
        Ok(MainSheet { bet, strategy, doubled, form, variance, forms, players: 1 })
    }

    /// The house edge with the special bonus and envy that the strategy plays for; nothing
    /// without a bet.
    pub fn all_in(&self) -> Option<f64> {
        self.bet?;
        self.form.all_in(self.players)
    }
}

fn solve(rules: &Rules, bet: Option<u32>) -> Result<Solution, NotModelled> {
    let counts = Counts::of(rules.deck, rules.decks);
    let table = Arc::new(Table::new(&counts, rules.soft_17));
    Solution::of(&table, Question { rules: *rules, bet, class: SPLIT_CLASS })
}

/// The main wager under every configuration with every number of decks of a game,
/// with the what-if settings chosen. A form that these settings do not fit is left
/// out.
///
/// # Errors
/// If a form is outside what is modelled.
pub fn forms(
    library: &Library,
    choice: &Choice,
    bet: Option<u32>,
) -> Result<Vec<Form>, NotModelled> {
    profiles(library, choice).iter().map(|profile| Form::of(profile, bet)).collect()
}

/// The profiles of all forms. Pay tables have no bearing on the main wager, and one
/// may not be offered with every number of decks.
fn profiles(library: &Library, choice: &Choice) -> Vec<Profile> {
    let configurations = library.game(choice).map_or(Vec::new(), |game| game.configurations);
    let mut profiles = Vec::new();
    for configuration in configurations {
        let form = Choice { configuration: Some(configuration), ..choice.clone() };
        let Ok(game) = library.game(&form) else { continue };
        let of_decks = game.decks.iter().filter_map(|&decks| game.profile(Some(decks), &[]).ok());
        profiles.extend(of_decks);
    }
    profiles
}

/// The stakes after each double of a bet that the limit allows (A19).
fn doubled(rules: &Rules, bet: u32) -> Vec<u32> {
    let doubles = rules::doubled(rules, bet).into_iter().skip(1).take(rules.doubles.into());
    doubles.take_while(|it| it.added.is_some()).map(|it| it.stake).collect()
}
