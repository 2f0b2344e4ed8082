//! Strategy charts: the best chart of a game as people know charts, and the file a
//! chart is kept in.

mod choice;
mod code;
mod file;
mod page;
mod text;

use std::sync::Arc;

use cards::Counts;
use odds::main_wager::{
    Chart, Departure, Part, Possible, Question, Reach, Row, Solution, SplitClass, Table,
};
use rules::{Game, Rules};

use crate::provenance::Provenance;

pub use choice::{StrategyChoice, StrategyRefused};
pub(crate) use file::json;
pub use file::{NoStrategy, StrategyFile};
pub(crate) use page::html;
pub use page::svg;
pub(crate) use text::text;

/// The up-cards in the order of the columns, an ace being 1.
const COLUMNS: [u8; 10] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 1];

/// A chart with its value.
pub struct StrategySheet {
    /// The name of the game.
    pub name: String,
    /// The id of the game.
    pub game: String,
    /// The configuration.
    pub configuration: String,
    /// What-if settings.
    pub set: Vec<(String, String)>,
    /// Where the sheet comes from, where that is to be said.
    pub from: Option<Provenance>,
    /// The number of decks.
    pub decks: u8,
    /// The bet in cents, if one was given.
    pub bet: Option<u32>,
    /// The rules the chart was made for.
    pub rules: Rules,
    /// The chart.
    pub chart: Chart,
    /// How often each of its cells is asked by who follows it.
    pub reach: Reach,
    /// What the main wager is worth when the chart is followed.
    pub ev: f64,
    /// What it is worth when every card in the hand counts.
    pub optimum: f64,
    /// Where the optimum plays otherwise.
    pub departures: Vec<Departure>,
}

impl StrategySheet {
    /// Finds or values a chart; `done` hears of every column that is finished.
    ///
    /// # Errors
    /// If the rules are not modelled, or the strategy has no chart.
    pub fn of(
        game: &Game,
        rules: &Rules,
        bet: Option<u32>,
        choice: &StrategyChoice,
        done: impl Fn() + Sync,
    ) -> Result<StrategySheet, StrategyRefused> {
        let table = Arc::new(Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17));
        let question = Question { rules: *rules, bet, class: SplitClass::Pair };
        let optimum = Solution::of(&table, question)?;
        let (chart, solution) = choice.solve(&table, question, done)?;
        let chart = chart.ok_or(StrategyRefused::NoChart)?;
        Ok(StrategySheet {
            name: game.name.clone(),
            game: game.id.clone(),
            configuration: game.configuration.clone(),
            set: Vec::new(),
            from: None,
            decks: rules.decks,
            bet,
            rules: *rules,
            ev: solution.ev,
            optimum: optimum.ev,
            departures: optimum.departures(&chart),
            reach: solution.reach(&chart),
            chart,
        })
    }

    /// The charts this game needs: where a doubled hand only stands there is none for it.
    fn parts(&self) -> impl Iterator<Item = Part> {
        let again = self.rules.rescue != rules::settings::Rescue::None || self.rules.doubles > 1;
        Part::ALL.into_iter().filter(move |&part| part != Part::AfterDouble || again)
    }

    fn house_edge(&self) -> f64 {
        -self.ev
    }

    fn cost(&self) -> f64 {
        self.optimum - self.ev
    }

    /// The shoe and the dealer, in a line.
    fn terms(&self) -> String {
        let soft_17 = match self.rules.soft_17 {
            rules::settings::Soft17::Hit => "dealer hits soft 17",
            rules::settings::Soft17::Stand => "dealer stands on soft 17",
        };
        let plural = if self.decks == 1 { "deck" } else { "decks" };
        format!("{} {plural} of {}, {soft_17}", self.decks, self.rules.deck.size())
    }
}

fn part_title(part: Part) -> &'static str {
    match part {
        Part::TwoCards => "First two cards",
        Part::MoreCards => "Three or more cards",
        Part::AfterDouble => "After a double",
    }
}

fn part_word(part: Part) -> &'static str {
    match part {
        Part::TwoCards => "two-cards",
        Part::MoreCards => "more-cards",
        Part::AfterDouble => "after-double",
    }
}

/// The label of a row as people say it.
fn row_label(part: Part, row: Row) -> String {
    match row {
        Row::Hard(total) => total.to_string(),
        Row::Soft(total) if part == Part::TwoCards => {
            format!("A-{} ({total})", total.saturating_sub(11))
        }
        Row::Soft(total) => format!("soft {total}"),
        Row::Pair(value) => format!("{0}-{0}", value_label(value)),
    }
}

/// How close two cards are to 6-7-8 or 7-7-7, as a word.
fn possible_word(possible: Possible) -> &'static str {
    match possible {
        Possible::Mixed => "mixed",
        Possible::Suited => "suited",
        Possible::BonusSuit => "bonus-suit",
    }
}

fn value_label(value: u8) -> String {
    if value == 1 { "A".to_owned() } else { value.to_string() }
}

/// The group of rows a row belongs to.
fn group(row: Row) -> &'static str {
    match row {
        Row::Hard(_) => "Hard totals",
        Row::Soft(_) => "Soft totals",
        Row::Pair(_) => "Pairs",
    }
}
