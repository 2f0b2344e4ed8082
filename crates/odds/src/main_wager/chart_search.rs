//! The best chart: cell by cell, the play that is worth most over all hands of the
//! cell, again and again until nothing changes.

use std::sync::Arc;

use rayon::prelude::*;
use rules::{Action, Actions, Origin};

use super::chart::{CELLS, Cell, Chart, Part, Possible, Row, When, place, possible, row_of};
use super::composition::{VALUES, compositions};
use super::outcomes::{Ended, Met, follow};
use super::play::State;
use super::reach::likely;
use super::solution::{Against, NotModelled, Question, Solution, SplitClass, Start};
use super::table::Table;
use super::terms::Terms;

/// The least an exception must be worth, in units of the wager, to be in a chart.
pub const LEAST_EXCEPTION: f64 = 1e-6;

/// Differences in a cell below this are tried out in full: hands after a split play
/// by the same cell, but do not count when the cell is chosen.
const CLOSE: f64 = 2e-6;

/// Rounds of improvement; charts settle in three or four.
const ROUNDS: usize = 12;

/// What a chart may tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartKind {
    /// Totals, and the exceptions people can learn.
    Exceptions,
    /// Totals alone: no exceptions, and a total is hit or stood on with any number
    /// of cards.
    Totals,
}

impl Solution {
    /// The best chart found for the game, and its exact value. `done` hears of every
    /// column that is finished.
    ///
    /// # Errors
    /// If the rules or the shoe are outside what is modelled.
    pub fn best_chart(
        table: &Arc<Table>,
        question: Question,
        kind: ChartKind,
        done: impl Fn() + Sync,
    ) -> Result<(Chart, Solution), NotModelled> {
        Solution::modelled(table, &question)?;
        let terms = Terms::new(&question.rules, question.bet);
        let ups: Vec<usize> = (0..VALUES).filter(|&up| table.shoe.left[up] > 0).collect();
        let search = |&up: &usize| {
            let column = Search { table, terms: &terms, up, kind }.best();
            done();
            (up, column)
        };
        let columns: Vec<(usize, Chart)> = ups.par_iter().map(search).collect();
        let mut chart = Chart::default();
        for (up, column) in &columns {
            chart.take_column(column, *up);
        }
        let solution = Solution::following(table, question, &chart)?;
        Ok((chart, solution))
    }
}

/// The search for one column.
struct Search<'a> {
    table: &'a Table,
    terms: &'a Terms,
    up: usize,
    kind: ChartKind,
}

impl Search<'_> {
    fn best(&self) -> Chart {
        let optimum = Against::new(self.table, self.terms, self.up, SplitClass::CdzMinus, None);
        let mut next = self.chosen(&optimum).0;
        let mut best = Chart::default();
        let mut most = f64::NEG_INFINITY;
        for _ in 0..ROUNDS {
            let (worth, against) = self.value(&next);
            if worth <= most {
                break;
            }
            (best, most) = (next, worth);
            next = self.chosen(&against).0;
        }
        let (_, against) = self.value(&best);
        for (place, cell) in self.chosen(&against).1 {
            let mut tried = best.clone();
            *tried.at(place, self.up) = cell;
            let (worth, _) = self.value(&tried);
            if worth > most {
                (best, most) = (tried, worth);
            }
        }
        best
    }

    /// What the chart is worth against this up-card.
    fn value(&self, chart: &Chart) -> (f64, Against) {
        let against =
            Against::new(self.table, self.terms, self.up, SplitClass::CdzMinus, Some(chart));
        let worth = |start: &Start| start.chance * (start.worth.main + start.worth.prize);
        (against.starts.iter().map(worth).sum(), against)
    }

    /// The best cells if everything else is played as it was, and close alternatives.
    fn chosen(&self, against: &Against) -> (Chart, Vec<(usize, Cell)>) {
        let met = follow(self.table, self.terms, against, &mut Ended::new(self.terms));
        let sums = self.sums(against, &met);
        let mut chart = Chart::default();
        let mut close = Vec::new();
        for part in Part::ALL {
            for row in part.rows() {
                let Some(groups) = &sums[place(part, row)] else { continue };
                let (cell, others) = match (part, self.kind) {
                    (Part::AfterDouble, _) => doubled_cell(groups),
                    (Part::TwoCards, ChartKind::Exceptions) => plain_cell(groups, &POSSIBLE),
                    (Part::MoreCards, ChartKind::Exceptions) => plain_cell(groups, &CARDS),
                    (_, ChartKind::Totals) if matches!(row, Row::Pair(_)) => {
                        plain_cell(groups, &[])
                    }
                    (_, ChartKind::Totals) => {
                        let both = [Part::TwoCards, Part::MoreCards]
                            .map(|part| sums[place(part, row)].as_ref().map(|of| Group::of(&of.0)));
                        (total_cell(Group::of(&groups.0), both), Vec::new())
                    }
                };
                *chart.at(place(part, row), self.up) = cell;
                close.extend(others.into_iter().map(|other| (place(part, row), other)));
            }
        }
        (chart, close)
    }

    /// The worths of all actions in every row, weighted by how often hands are met.
    fn sums(&self, against: &Against, met: &Met) -> Vec<Option<Groups>> {
        let all = compositions();
        let mut sums = vec![None; CELLS];
        let mut add = |state: &State<'_>, weight: f64, worths: &[f64; 6]| {
            let (part, row) = row_of(state);
            let groups: &mut Groups = sums[place(part, row)].get_or_insert_with(Groups::default);
            let group = match part {
                Part::TwoCards => possible(state).map_or(0, |possible| possible as usize + 1),
                Part::MoreCards => usize::from(state.hand.cards.min(7)) - 3,
                Part::AfterDouble => state.doubles - 1,
            };
            groups.0[group].add(state.allowed, weight, worths);
        };
        for start in against.starts.iter().filter(|start| start.action.is_some()) {
            let state = State {
                index: start.hand,
                hand: all.get(start.hand),
                up: self.up,
                doubles: 0,
                allowed: start.allowed,
                suited: start.suited,
            };
            add(&state, start.chance, &start.worths);
        }
        for (index, hand) in all.iter().filter(|(_, hand)| hand.cards > 2 && !hand.is_21()) {
            let most = usize::from(self.terms.rules.doubles);
            for (doubles, met) in met[usize::from(index)].iter().enumerate().take(most + 1) {
                let allowed = self.terms.options(Origin::Dealt, hand.cards, doubles);
                let state = State { index, hand, up: self.up, doubles, allowed, suited: None };
                // A hand that nobody meets still wants the right cell: by what is likely. Each
                // double has brought a card.
                let can_be = usize::from(hand.cards) >= doubles + 2;
                let unmet = if can_be { UNMET * likely(&self.table.shoe, hand) } else { 0.0 };
                add(&state, met + unmet, against.up_card.worths(index, doubles));
            }
        }
        sums
    }
}

const UNMET: f64 = 1e-18;

/// The exceptions for two cards: from each group on.
const POSSIBLE: [When; 3] = [
    When::Possible(Possible::Mixed),
    When::Possible(Possible::Suited),
    When::Possible(Possible::BonusSuit),
];
/// The exceptions for more cards: from each group on.
const CARDS: [When; 4] = [When::Cards(4), When::Cards(5), When::Cards(6), When::Cards(7)];

/// The sums of one row, by the groups between which a cell can tell: how possible
/// 6-7-8 is, the number of cards, or the number of doubles.
#[derive(Clone, Default)]
struct Groups([Group; 5]);

#[derive(Clone, Copy, Default)]
struct Group {
    allowed: Actions,
    worths: [f64; 6],
}

impl Group {
    fn add(&mut self, allowed: Actions, weight: f64, worths: &[f64; 6]) {
        self.allowed = allowed;
        for action in allowed.iter() {
            self.worths[action as usize] += weight * worths[action as usize];
        }
    }

    fn of(groups: &[Group]) -> Group {
        let mut sum = Group::default();
        for group in groups.iter().filter(|group| !group.allowed.is_empty()) {
            sum.add(group.allowed, 1.0, &group.worths);
        }
        sum
    }

    /// The actions, best first, down to the first that is always allowed.
    fn preferred(&self) -> Vec<Action> {
        let mut actions: Vec<Action> = self.allowed.iter().collect();
        actions.sort_by(|a, b| self.worths[*b as usize].total_cmp(&self.worths[*a as usize]));
        let last = actions.iter().position(|play| matches!(play, Action::Hit | Action::Stand));
        actions.truncate(last.map_or(0, |last| last + 1));
        actions
    }

    /// The best worth if of some actions only one is left.
    fn best_but(&self, some: &[Action], left: Action) -> f64 {
        let actions = self.allowed.iter().filter(|play| *play == left || !some.contains(play));
        actions.map(|play| self.worths[play as usize]).fold(f64::NEG_INFINITY, f64::max)
    }

    fn best(&self) -> f64 {
        let worths = self.allowed.iter().map(|action| self.worths[action as usize]);
        worths.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The best cell of a row that has not been doubled: one list of plays, and the
/// exception that is worth most; and cells that are nearly as good.
fn plain_cell(groups: &Groups, exceptions: &[When]) -> (Cell, Vec<Cell>) {
    let all = Group::of(&groups.0);
    let mut cells = vec![(all.best(), Cell::new(&all.preferred()))];
    for (place, &when) in exceptions.iter().enumerate() {
        let (below, above) = groups.0.split_at(place + 1);
        let (below, above) = (Group::of(below), Group::of(above));
        if below.allowed.is_empty() || above.allowed.is_empty() {
            continue;
        }
        let mut cell = Cell::new(&below.preferred());
        let play = above.preferred()[0];
        if cell.plays().first() == Some(&play) {
            continue;
        }
        cell.but = Some((when, play));
        cells.push((below.best() + above.best() - LEAST_EXCEPTION, cell));
    }
    let preferred = all.preferred();
    if let [first, second, ..] = preferred[..] {
        let swapped: Vec<Action> =
            [second, first].into_iter().chain(preferred[2..].iter().copied()).collect();
        cells.push((all.worths[second as usize], Cell::new(&swapped)));
    }
    pick(&cells)
}

/// The best cell of a row whose total is hit or stood on with any number of cards.
fn total_cell(row: Group, with_any_cards: [Option<Group>; 2]) -> Cell {
    let last = |play: Action| -> f64 {
        let groups = with_any_cards.iter().flatten();
        groups.map(|group| group.best_but(&[Action::Hit, Action::Stand], play)).sum()
    };
    let last = if last(Action::Hit) > last(Action::Stand) { Action::Hit } else { Action::Stand };
    let mut plays: Vec<Action> = row.allowed.iter().collect();
    plays.sort_by(|a, b| row.worths[*b as usize].total_cmp(&row.worths[*a as usize]));
    plays.retain(|play| !matches!(play, Action::Hit | Action::Stand));
    // What is worth less than hitting or standing here is not played.
    plays.retain(|&play| row.worths[play as usize] > row.worths[last as usize]);
    plays.push(last);
    Cell::new(&plays)
}

/// The best cell of a doubled row: whether to double again while that is possible,
/// and whether to rescue.
fn doubled_cell(groups: &Groups) -> (Cell, Vec<Cell>) {
    let lists: [&[Action]; 4] = [
        &[Action::Stand],
        &[Action::Rescue, Action::Stand],
        &[Action::Double, Action::Stand],
        &[Action::Double, Action::Rescue, Action::Stand],
    ];
    let met = groups.0.iter().filter(|group| !group.allowed.is_empty());
    let anywhere =
        met.clone().fold(Actions::NONE, |all, group| group.allowed.iter().fold(all, Actions::with));
    let possible = lists.into_iter().filter(|list| list.iter().all(|&play| anywhere.has(play)));
    let cells: Vec<(f64, Cell)> = possible
        .map(|list| {
            let played = |group: &Group| {
                let play = list.iter().find(|&&play| group.allowed.has(play));
                play.map_or(0.0, |&play| group.worths[play as usize])
            };
            (met.clone().map(played).sum(), Cell::new(list))
        })
        .collect();
    pick(&cells)
}

/// The best cell, the first of equals, and the others that come close.
fn pick(cells: &[(f64, Cell)]) -> (Cell, Vec<Cell>) {
    let mut best = 0;
    for (place, (worth, _)) in cells.iter().enumerate() {
        if *worth > cells[best].0 {
            best = place;
        }
    }
    let (most, chosen) = cells[best];
    let close = cells.iter().filter(|(worth, cell)| most - worth < CLOSE && *cell != chosen);
    (chosen, close.map(|&(_, cell)| cell).collect())
}
