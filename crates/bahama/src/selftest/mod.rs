//! Figures that other people published, worked out again: a lab's first question.
//!
//! The module `figures` has the one list of them. A figure passes if ours agrees to the printed
//! digits.

mod figures;
mod side;

use std::sync::Arc;

use cards::{Card, Counts, Deck};
use odds::main_wager::{
    Chart, ChartKind, Hand, Question, Solution, SplitClass, Table, effects_of_removal,
};
use rules::settings::Soft17;
use rules::{Action, GameFile, Rules};

use figures::{Dealt, FIGURES, Figure, Ours, Setup, Within};

/// A published figure beside ours.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The figure's name in the list of published figures.
    pub id: &'static str,
    /// The rules in a few words.
    pub rules: &'static str,
    /// The figure as it was printed.
    pub published: &'static str,
    /// What it counts in.
    pub unit: &'static str,
    /// How far ours may be away.
    pub tolerance: f64,
    /// Ours.
    pub ours: f64,
}

impl Checked {
    /// Whether ours is the published figure.
    pub fn passes(&self) -> bool {
        // Text to number and back: a figure on the very edge of rounding passes.
        (self.ours - number(self.published)).abs() <= self.tolerance * (1.0 + 1e-9)
    }

    /// The number of printed decimals.
    pub fn decimals(&self) -> usize {
        decimals(self.published)
    }
}

fn number(printed: &str) -> f64 {
    printed.parse().unwrap_or(f64::NAN)
}

fn decimals(printed: &str) -> usize {
    printed.split_once('.').map_or(0, |(_, digits)| digits.len())
}

/// Works out every figure again.
///
/// # Errors
/// If one cannot be worked out at all; the sentence names it.
pub fn run() -> Result<Vec<Checked>, String> {
    let solved = Solved::all()?;
    let check = |figure: &Figure| {
        let ours = solved.ours(figure.ours).map_err(|why| format!("{}: {why}", figure.id))?;
        let last = 10f64.powi(-(decimals(figure.published) as i32));
        let tolerance = match figure.within {
            Within::Digits => last / 2.0,
            Within::Simulated => last,
            Within::CutCard(near) => near,
        };
        let Figure { id, rules, published, unit, .. } = *figure;
        Ok(Checked { id, rules, published, unit, tolerance, ours })
    };
    FIGURES.iter().map(check).collect()
}

/// A set-up and how its hands are played after a split.
type Wanted = (Setup, SplitClass);

/// What a table of the dealer's hands depends on.
type TableKey = (Deck, u8, Soft17);

/// The set-ups of all figures, solved.
struct Solved {
    solutions: Vec<(Wanted, Solution)>,
    /// The effects of removal in percent, ace first.
    removals: Vec<(Setup, [f64; 10])>,
}

impl Solved {
    /// Solves each set-up once, on one table for all that can share it.
    fn all() -> Result<Solved, String> {
        let mut by_table: Vec<(TableKey, Vec<(Wanted, Rules)>)> = Vec::new();
        for wanted in FIGURES.iter().flat_map(|figure| figure.ours.wants()) {
            let rules = rules(wanted.0)?;
            let key = (rules.deck, rules.decks, rules.soft_17);
            match by_table.iter_mut().find(|(known, _)| *known == key) {
                None => by_table.push((key, vec![(wanted, rules)])),
                Some((_, list)) if list.iter().all(|(known, _)| *known != wanted) => {
                    list.push((wanted, rules));
                }
                Some(_) => {}
            }
        }
        let mut solved = Vec::new();
        for (key, list) in by_table {
            solved.extend(solve(key, &list)?);
        }
        let mut removals: Vec<(Setup, [f64; 10])> = Vec::new();
        for setup in FIGURES.iter().filter_map(|figure| figure.ours.removes()) {
            if removals.iter().all(|(known, _)| *known != setup) {
                removals.push((setup, effects(setup)?));
            }
        }
        Ok(Solved { solutions: solved, removals })
    }

    fn get(&self, setup: Setup, class: SplitClass) -> Result<&Solution, String> {
        let found = self.solutions.iter().find(|(wanted, _)| *wanted == (setup, class));
        found.map(|(_, solution)| solution).ok_or_else(|| "was not solved".to_owned())
    }

    fn ours(&self, ours: Ours) -> Result<f64, String> {
        let expectation = |setup, class| Ok::<f64, String>(self.get(setup, class)?.ev * 100.0);
        match ours {
            Ours::HouseEdge(setup, class) => Ok(-expectation(setup, class)?),
            Ours::Expectation(setup, class) => expectation(setup, class),
            Ours::Cost(without, with) => {
                Ok(expectation(with, SplitClass::Pair)? - expectation(without, SplitClass::Pair)?)
            }
            Ours::Hand(dealt, action) => {
                hand(self.get(dealt.setup, SplitClass::Pair)?, &dealt, action)
            }
            Ours::Deviation(setup, class) => Ok(self.get(setup, class)?.law().sd()),
            Ours::Variance(setup, class) => Ok(self.get(setup, class)?.law().variance),
            Ours::Removal(setup, value) => {
                let found = self.removals.iter().find(|(known, _)| *known == setup);
                let effect = found.and_then(|(_, effects)| effects.get(usize::from(value) - 1));
                effect.copied().ok_or_else(|| "no effects were found".to_owned())
            }
            Ours::Side(figure) => figure(),
            Ours::Totals(setup) => Ok(-100.0 * totals(setup)?.1.ev),
            Ours::TotalsAndSurrender(without, with) => {
                let chart = totals(without)?.0.with_surrenders_of(&totals(with)?.0);
                let (table, question) = asked(with)?;
                let following = Solution::following(&table, question, &chart);
                Ok(-100.0 * following.map_err(|refused| refused.to_string())?.ev)
            }
        }
    }
}

impl Ours {
    /// What must be solved for it.
    fn wants(&self) -> Vec<Wanted> {
        match *self {
            Ours::HouseEdge(setup, class)
            | Ours::Expectation(setup, class)
            | Ours::Deviation(setup, class)
            | Ours::Variance(setup, class) => vec![(setup, class)],
            Ours::Cost(without, with) => {
                vec![(without, SplitClass::Pair), (with, SplitClass::Pair)]
            }
            Ours::Hand(dealt, _) => vec![(dealt.setup, SplitClass::Pair)],
            Ours::Removal(..) | Ours::Side(_) | Ours::Totals(_) | Ours::TotalsAndSurrender(..) => {
                Vec::new()
            }
        }
    }

    /// The set-up whose effects of removal it wants.
    fn removes(&self) -> Option<Setup> {
        match *self {
            Ours::Removal(setup, _) => Some(setup),
            _ => None,
        }
    }
}

fn solve(
    (deck, decks, soft_17): TableKey,
    list: &[(Wanted, Rules)],
) -> Result<Vec<(Wanted, Solution)>, String> {
    let table = Arc::new(Table::new(&Counts::of(deck, decks), soft_17));
    let solve = |&(wanted, rules): &(Wanted, Rules)| {
        let question = Question { rules, bet: None, class: wanted.1 };
        let solution = Solution::of(&table, question).map_err(|refused| refused.to_string())?;
        Ok((wanted, solution))
    };
    list.iter().map(solve).collect()
}

fn asked(setup: Setup) -> Result<(Arc<Table>, Question), String> {
    let rules = rules(setup)?;
    let table = Table::new(&Counts::of(rules.deck, rules.decks), rules.soft_17);
    Ok((Arc::new(table), Question { rules, bet: None, class: SplitClass::CdzMinus }))
}

/// The best chart by totals alone.
fn totals(setup: Setup) -> Result<(Chart, Solution), String> {
    chart(setup, ChartKind::Totals)
}

fn chart(setup: Setup, kind: ChartKind) -> Result<(Chart, Solution), String> {
    let (table, question) = asked(setup)?;
    Solution::best_chart(&table, question, kind, || {}).map_err(|refused| refused.to_string())
}

/// The effects of removal under the best chart with exceptions, in percent.
fn effects(setup: Setup) -> Result<[f64; 10], String> {
    let (_, question) = asked(setup)?;
    let chart = chart(setup, ChartKind::Exceptions)?.0;
    let shoe = Counts::of(question.rules.deck, question.rules.decks);
    let effects = effects_of_removal(&shoe, question, &chart);
    Ok(effects.map_err(|refused| refused.to_string())?.map(|effect| 100.0 * effect))
}

fn rules(setup: Setup) -> Result<Rules, String> {
    let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let set: Vec<(String, String)> = setup.set.iter().map(owned).collect();
    let game = GameFile::read(setup.reference.text())
        .game(None, &set)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    let profile = game.profile(Some(setup.decks), &[]);
    profile.map(|profile| profile.rules).map_err(|refused| refused.to_string())
}

fn hand(solution: &Solution, dealt: &Dealt, action: Action) -> Result<f64, String> {
    let card = |text: &str| text.parse::<Card>().map_err(|unknown| unknown.to_string());
    let [first, second] = dealt.cards;
    let cards = [card(first)?, card(second)?];
    let up = card(dealt.up)?;
    let hand = Hand { cards: &cards, up, doubles: 0, from_split: false, hands: 1 };
    let worth = solution.hand(&hand).map_err(|refused| refused.to_string())?;
    worth.of(action).ok_or_else(|| format!("{action} is not allowed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(published: &'static str, tolerance: f64, ours: f64) -> Checked {
        Checked { id: "M0", rules: "", published, unit: "", tolerance, ours }
    }

    #[test]
    fn a_figure_passes_if_it_rounds_to_the_printed_digits() {
        assert!(checked("0.527", 0.0005, 0.5274).passes());
        assert!(!checked("0.527", 0.0005, 0.5276).passes());
        assert!(!checked("0.527", 0.0005, f64::NAN).passes());
        assert!(checked("0.38", 0.01, 0.385).passes());
        assert_eq!(checked("668382", 0.5, 0.0).decimals(), 0);
    }

    #[test]
    fn every_figure_is_a_number() {
        for figure in FIGURES {
            assert!(number(figure.published).is_finite(), "{}", figure.id);
        }
    }
}
