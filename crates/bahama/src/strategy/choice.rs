//! How the main wager is played: `--strategy` of the mathematical commands.

use std::sync::Arc;

use cards::Card;
use odds::main_wager::{Chart, ChartKind, NotModelled, Question, Solution, SplitClass, Table};
use serde::{Deserialize, Serialize};

use super::file::{NoStrategy, StrategyFile, chart};
use crate::wording::{shoe, strategy_class};

/// How the main wager is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrategyChoice {
    /// By the best play, which looks at every card.
    Optimal,
    /// By the best chart, with exceptions.
    Chart,
    /// By the best chart of totals alone.
    Totals,
    /// By the chart of a strategy file.
    File(StrategyFile),
}

/// Why a strategy has no value.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StrategyRefused {
    #[error(transparent)]
    NotModelled(#[from] NotModelled),
    #[error(transparent)]
    File(#[from] NoStrategy),
    #[error(
        "the best play looks at every card, which no chart shows; choose chart, totals or a file"
    )]
    NoChart,
}

impl StrategyChoice {
    /// The choice in a word.
    pub const fn word(&self) -> &'static str {
        match self {
            StrategyChoice::Optimal => "optimal",
            StrategyChoice::Chart => "chart",
            StrategyChoice::Totals => "totals",
            StrategyChoice::File(_) => "file",
        }
    }

    /// The class of strategies that is played, as provenance names it. A chart is followed after a
    /// split, too; only the best play needs a class there, which is this one.
    pub const fn class(&self, best: SplitClass) -> &'static str {
        match self {
            StrategyChoice::Optimal => best.name(),
            chart => chart.word(),
        }
    }

    /// SHA-256 of the file that is followed.
    pub fn file_hash(&self) -> Option<&str> {
        match self {
            StrategyChoice::File(file) => file.sha256.as_deref(),
            _ => None,
        }
    }

    /// Finds the play and its value, and its chart where it has one; `done` hears of
    /// every up-card for which a chart has been searched.
    ///
    /// # Errors
    /// If the rules are not modelled, or the file is no strategy.
    pub fn solve(
        &self,
        table: &Arc<Table>,
        question: Question,
        done: impl Fn() + Sync,
    ) -> Result<(Option<Chart>, Solution), StrategyRefused> {
        let best = |kind| {
            let (chart, solution) = Solution::best_chart(table, question, kind, done)?;
            Ok((Some(chart), solution))
        };
        match self {
            StrategyChoice::Optimal => Ok((None, Solution::of(table, question)?)),
            StrategyChoice::Chart => best(ChartKind::Exceptions),
            StrategyChoice::Totals => best(ChartKind::Totals),
            StrategyChoice::File(file) => {
                let chart = chart(&file.document)?;
                let solution = Solution::following(table, question, &chart)?;
                Ok((Some(chart), solution))
            }
        }
    }

    /// The play in a sentence.
    pub(crate) fn sentence(&self, question: &Question, removed: &[Card]) -> String {
        let chart = match self {
            StrategyChoice::Optimal => return strategy_class(question, removed),
            StrategyChoice::Chart => "the best chart by total, with exceptions",
            StrategyChoice::Totals => "the best chart by totals alone",
            StrategyChoice::File(_) => "the chart of the file",
        };
        format!(
            "{chart}, on {}; after a split the same chart, pairs split again whenever allowed",
            shoe(removed)
        )
    }
}
