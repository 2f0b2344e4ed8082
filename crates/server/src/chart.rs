//! The strategy chart of a table, for people who want to learn it.

use coach::{Place, Solutions};
use odds::main_wager::{
    Cell, ChartKind, NotModelled, Part, Possible, Question, Row, Solution, When,
};
use rules::settings::Rescue;
use rules::{Action, Rules};
use serde::{Deserialize, Serialize};

/// The up-cards in the order of the columns, an ace being 1.
const COLUMNS: [u8; 10] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 1];

/// One of the charts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ChartPart {
    /// The first two cards, also those of a split hand.
    TwoCards,
    /// Three or more cards.
    MoreCards,
    /// Any hand that has been doubled.
    AfterDouble,
}

/// What a row of a chart counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RowKind {
    /// A total without an ace that counts eleven.
    Hard,
    /// A total with an ace that counts eleven.
    Soft,
    /// Two cards of one value, an ace being 1.
    Pair,
}

/// How close two cards are to 6-7-8 or 7-7-7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NearBonus {
    /// It is possible in mixed suits at least.
    Mixed,
    /// Both cards have one suit.
    Suited,
    /// Both cards have the bonus suit.
    BonusSuit,
}

/// A strategy that people can learn.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub(crate) struct StrategyChart {
    /// The main wager it is for, in cents: limits on doubling depend on it.
    bet: u32,
    /// The house edge of who follows it, as a part of the wager.
    edge: f64,
    /// What that costs against the best play, which looks at every card.
    cost: f64,
    /// The up-cards of the columns, an ace being 1.
    ups: Vec<u8>,
    /// The charts that this game needs.
    parts: Vec<PartOfChart>,
}

/// One of the charts.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub(crate) struct PartOfChart {
    /// Which.
    part: ChartPart,
    /// Its rows.
    rows: Vec<ChartRow>,
}

/// A row of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub(crate) struct ChartRow {
    /// What it counts.
    kind: RowKind,
    /// The total, or the value of each card of a pair.
    value: u8,
    /// What to do against each up-card.
    cells: Vec<ChartCell>,
}

/// A cell of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub(crate) struct ChartCell {
    /// The plays, the preferred first: the next one is for where it is not allowed.
    plays: Vec<Action>,
    /// What is played instead, and when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    but: Option<ChartException>,
}

/// When something else is played than a cell says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub(crate) struct ChartException {
    /// The play.
    play: Action,
    /// With so many cards or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cards: Option<u8>,
    /// While 6-7-8 or 7-7-7 is so possible, or more so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    possible: Option<NearBonus>,
}

/// Where a hand stands in the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChartPlace {
    /// The chart.
    part: ChartPart,
    /// The row.
    kind: RowKind,
    /// Its total, or the value of each card of a pair.
    value: u8,
    /// The column, an ace being 1.
    up: u8,
}

impl From<Place> for ChartPlace {
    fn from(Place { part, row, up }: Place) -> ChartPlace {
        let (kind, value) = row_words(row);
        ChartPlace { part: part_word(part), kind, value, up }
    }
}

impl ChartPlace {
    /// The place, if a chart has it.
    pub(crate) fn place(self) -> Option<Place> {
        let ChartPlace { part, kind, value, up } = self;
        let row = match kind {
            RowKind::Hard => Row::Hard(value),
            RowKind::Soft => Row::Soft(value),
            RowKind::Pair => Row::Pair(value),
        };
        Some(Place { part: part.part(), row, up }).filter(|place| place.is_in_a_chart())
    }
}

impl ChartPart {
    fn part(self) -> Part {
        match self {
            ChartPart::TwoCards => Part::TwoCards,
            ChartPart::MoreCards => Part::MoreCards,
            ChartPart::AfterDouble => Part::AfterDouble,
        }
    }

    /// The places of its rows of a kind where there is something to learn by these rules.
    pub(crate) fn places(self, kind: RowKind, rules: &Rules) -> Vec<Place> {
        let is_learned = parts(rules).any(|part| part == self.part());
        let of_kind = |place: &Place| is_learned && row_words(place.row).0 == kind;
        Place::all(self.part()).filter(of_kind).collect()
    }
}

/// The charts in which there is something to learn: not after a double where such a hand only stands.
fn parts(rules: &Rules) -> impl Iterator<Item = Part> {
    let again = rules.rescue != Rescue::None || rules.doubles > 1;
    Part::ALL.into_iter().filter(move |&part| part != Part::AfterDouble || again)
}

fn part_word(part: Part) -> ChartPart {
    match part {
        Part::TwoCards => ChartPart::TwoCards,
        Part::MoreCards => ChartPart::MoreCards,
        Part::AfterDouble => ChartPart::AfterDouble,
    }
}

fn row_words(row: Row) -> (RowKind, u8) {
    match row {
        Row::Hard(total) => (RowKind::Hard, total),
        Row::Soft(total) => (RowKind::Soft, total),
        Row::Pair(value) => (RowKind::Pair, value),
    }
}

impl From<&Cell> for ChartCell {
    fn from(cell: &Cell) -> ChartCell {
        let but = cell.but.map(|(when, play)| match when {
            When::Cards(cards) => ChartException { play, cards: Some(cards), possible: None },
            When::Possible(possible) => {
                let possible = match possible {
                    Possible::Mixed => NearBonus::Mixed,
                    Possible::Suited => NearBonus::Suited,
                    Possible::BonusSuit => NearBonus::BonusSuit,
                };
                ChartException { play, cards: None, possible: Some(possible) }
            }
        });
        ChartCell { plays: cell.plays().to_vec(), but }
    }
}

impl StrategyChart {
    /// The best chart for a bet, which takes seconds to find.
    ///
    /// # Errors
    /// If the rules are outside what is modelled.
    pub(crate) fn of(
        solutions: &Solutions,
        asked: Question,
        bet: u32,
    ) -> Result<StrategyChart, NotModelled> {
        let optimum = solutions.solved(&asked)?;
        let dealer = solutions.dealer(&asked.rules);
        let (chart, followed) = Solution::best_chart(&dealer, asked, ChartKind::Exceptions, || {})?;
        let row = |part: Part, row: Row| {
            let (kind, value) = row_words(row);
            let cells = COLUMNS.map(|up| ChartCell::from(chart.cell(part, row, up)));
            ChartRow { kind, value, cells: cells.to_vec() }
        };
        let parts = parts(&asked.rules).map(|part| PartOfChart {
            part: part_word(part),
            rows: part.rows().into_iter().map(|it| row(part, it)).collect(),
        });
        Ok(StrategyChart {
            bet,
            edge: -followed.ev,
            cost: optimum.ev - followed.ev,
            ups: COLUMNS.to_vec(),
            parts: parts.collect(),
        })
    }
}
