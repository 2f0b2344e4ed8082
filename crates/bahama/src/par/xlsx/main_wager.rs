//! The worksheet of the main wager: stakes, nets and probabilities of the ends are
//! numbers, everything that follows from them is a formula.

use odds::main_wager::Outcome;
use rules::Spot;
use rust_xlsxwriter::XlsxError;

use super::cells::{Page, at, fixed};
use crate::par::main_wager::{Form, MainSheet};
use crate::par::pages;
use crate::wording::{ALL_IN_VARIANCE, SPLIT, end_name};

/// The worksheet's name.
pub(super) const NAME: &str = Spot::Main.name();

// The columns of the table of ends.
const DOUBLES: u16 = 1;
const STAKED: u16 = 2;
const NET: u16 = 3;
const PROBABILITY: u16 = 4;
const ONE_IN: u16 = 5;
const CONTRIBUTION: u16 = 6;
const SQUARE: u16 = 7;

/// Nets closer than this are the same result; a spreadsheet has no exact thirds.
const SAME_NET: &str = "0.000001";

/// The addresses of the main wager's figures.
pub(super) struct Figures {
    pub(super) house_edge: String,
    pub(super) returns: String,
    pub(super) element_of_risk: String,
    pub(super) average_wager: String,
    pub(super) sd: String,
}

/// The rows of the table of ends; a round with a split stands below those without.
#[derive(Clone, Copy)]
struct Ends {
    first: u32,
    last_whole: u32,
    last: u32,
}

impl Ends {
    /// A column of the rounds without a split, as formulas name it.
    fn whole(self, column: u16) -> String {
        format!("{}:{}", fixed(self.first, column), fixed(self.last_whole, column))
    }

    /// A column of all rounds.
    fn all(self, column: u16) -> String {
        format!("{}:{}", fixed(self.first, column), fixed(self.last, column))
    }

    fn total(self, column: u16) -> String {
        fixed(self.last + 1, column)
    }
}

/// Fills the worksheet.
pub(super) fn fill(page: &mut Page<'_>, main: &MainSheet) -> Result<Figures, XlsxError> {
    page.widths(&[30.0, 18.0, 16.0, 16.0, 18.0, 16.0, 18.0, 18.0])?;
    page.title(NAME)?;
    page.line(&["Strategy", &main.strategy])?;
    page.line(&["Bet", &pages::bet(main)])?;
    page.line(&[
        "Stakes, nets and probabilities of the ends are numbers, in main wagers; the rest are \
         formulas of them.",
    ])?;
    page.skip();
    let ends = ends(page, &main.form)?;
    page.skip();
    let figures = figures(page, main, ends)?;
    if let Some(edge) = main.all_in() {
        let envy = f64::from(main.players - 1) * main.form.envy_each.unwrap_or_default();
        page.text(0, "Special bonus adds")?;
        let prize = fixed(page.row, 1);
        page.number(1, main.form.prize, &page.formats.percent)?;
        page.skip();
        page.text(0, &format!("Envy adds, {} players", main.players))?;
        let envied = fixed(page.row, 1);
        page.number(1, envy, &page.formats.percent)?;
        page.skip();
        let formula = format!("={}-{prize}-{envied}", figures.house_edge);
        page.figure("House edge, all in", &formula, edge, &page.formats.percent)?;
        if let Some(variance) = main.variance.with_prize {
            page.text(2, ALL_IN_VARIANCE)?;
            given(page, "Variance, all in", variance)?;
        }
    }
    page.skip();
    results(page, &main.form, ends)?;
    page.skip();
    forms(page, main)?;
    Ok(figures)
}

fn ends(page: &mut Page<'_>, form: &Form) -> Result<Ends, XlsxError> {
    page.head(&[
        "end",
        "doubles",
        "staked",
        "net",
        "probability",
        "one in",
        "contribution",
        "probability × net²",
    ])?;
    let whole = &form.outcomes.whole;
    let first = page.row;
    let last_whole = first + whole.len() as u32 - 1;
    for Outcome { end, doubles, staked, net, chance } in whole {
        page.number(DOUBLES, f64::from(*doubles), &page.formats.integer)?;
        page.formula(
            SQUARE,
            &format!("={}*{}", at(page.row, CONTRIBUTION), at(page.row, NET)),
            chance * net * net,
            &page.formats.number,
        )?;
        line(page, end_name(*end), [*staked, *net, *chance])?;
    }
    if let Some((staked, net)) = form.split() {
        page.text(DOUBLES, "any; on average")?;
        line(page, SPLIT, [staked, net, form.outcomes.split])?;
    }
    let ends = Ends { first, last_whole, last: page.row - 1 };
    totals(page, form, ends)?;
    Ok(ends)
}

/// What every line of the table of ends has.
fn line(page: &mut Page<'_>, name: &str, [staked, net, chance]: [f64; 3]) -> Result<(), XlsxError> {
    let formats = page.formats;
    let (probability, net_cell) = (at(page.row, PROBABILITY), at(page.row, NET));
    page.text(0, name)?;
    page.number(STAKED, staked, &formats.number)?;
    page.number(NET, net, &formats.signed)?;
    page.number(PROBABILITY, chance, &formats.probability)?;
    page.formula(ONE_IN, &format!("=1/{probability}"), 1.0 / chance, &formats.money)?;
    let formula = format!("={probability}*{net_cell}");
    page.formula(CONTRIBUTION, &formula, chance * net, &formats.signed)?;
    page.skip();
    Ok(())
}

fn totals(page: &mut Page<'_>, form: &Form, ends: Ends) -> Result<(), XlsxError> {
    for column in 0..=SQUARE {
        page.sheet.write_blank(page.row, column, &page.formats.total)?;
    }
    page.sheet.write_string_with_format(page.row, 0, "all", &page.formats.total)?;
    let totals = [
        (PROBABILITY, 1.0, page.formats.probability.clone()),
        (CONTRIBUTION, form.ev, page.formats.signed.clone()),
    ];
    for (column, value, format) in totals {
        let format = format.merge(&page.formats.total);
        page.formula(column, &format!("=SUM({})", ends.all(column)), value, &format)?;
    }
    page.skip();
    Ok(())
}

fn figures(page: &mut Page<'_>, main: &MainSheet, ends: Ends) -> Result<Figures, XlsxError> {
    let formats = page.formats;
    let MainSheet { form, variance, .. } = main;
    let outcomes = &form.outcomes;
    page.heading("Figures per main wager")?;
    let formula = format!("={}", ends.total(CONTRIBUTION));
    let ev = page.figure("Expected value", &formula, form.ev, &formats.signed)?;
    let house_edge =
        page.figure("House edge", &format!("=-{ev}"), form.house_edge(), &formats.percent)?;
    let returns = page.figure("Return", &format!("=1+{ev}"), 1.0 + form.ev, &formats.percent)?;
    let formula = format!("=SUMPRODUCT({},{})", ends.all(PROBABILITY), ends.all(STAKED));
    let average_wager =
        page.figure("Average wager", &formula, outcomes.average_wager, &formats.number)?;
    let formula = format!("={house_edge}/{average_wager}");
    let element_of_risk =
        page.figure("Element of risk", &formula, form.element_of_risk(), &formats.percent)?;
    let all = given(page, "Variance", variance.value)?;
    if let Some(se) = variance.se {
        given(page, "Standard error of the variance", se)?;
    }
    page.line(&[&format!("Variance: {}", variance.method)])?;
    let formula = format!("=SQRT({all})");
    let sd = page.figure("Standard deviation", &formula, variance.value.sqrt(), &formats.number)?;
    page.skip();
    page.heading("Rounds without a split")?;
    page.line(&[pages::WITHOUT_SPLIT])?;
    let formula = format!("=SUM({})", ends.whole(PROBABILITY));
    let whole = page.figure("Without a split", &formula, 1.0 - outcomes.split, &formats.percent)?;
    let formula = format!("=SUMIF({},\">0\",{})/{whole}", ends.whole(NET), ends.whole(PROBABILITY));
    let won = form.won() / (1.0 - outcomes.split);
    page.figure("Hit frequency", &formula, won, &formats.percent)?;
    let formula = format!(
        "=SUM({})/{whole}-(SUM({})/{whole})^2",
        ends.whole(SQUARE),
        ends.whole(CONTRIBUTION)
    );
    let value = outcomes.variance_without_split();
    page.figure("Variance without a split", &formula, value, &formats.number)?;
    Ok(Figures { house_edge, returns, element_of_risk, average_wager, sd })
}

/// A figure that no formula of the workbook can give.
fn given(page: &mut Page<'_>, name: &str, value: f64) -> Result<String, XlsxError> {
    let format = &page.formats.number;
    let cell = fixed(page.row, 1);
    page.text(0, name)?;
    page.number(1, value, format)?;
    page.skip();
    Ok(cell)
}

fn results(page: &mut Page<'_>, form: &Form, ends: Ends) -> Result<(), XlsxError> {
    let formats = page.formats;
    page.heading("Net result of a round without a split")?;
    page.head(&["net", "probability", "among rounds without a split"])?;
    let (nets, probabilities) = (ends.whole(NET), ends.whole(PROBABILITY));
    let whole = 1.0 - form.outcomes.split;
    for (net, chance) in form.outcomes.results() {
        let (this, probability) = (at(page.row, 0), at(page.row, 1));
        page.number(0, net, &formats.signed)?;
        let formula = format!("=SUMPRODUCT((ABS({nets}-{this})<{SAME_NET})*{probabilities})");
        page.formula(1, &formula, chance, &formats.probability)?;
        let formula = format!("={probability}/SUM({probabilities})");
        page.formula(2, &formula, chance / whole, &formats.probability)?;
        page.skip();
    }
    Ok(())
}

fn forms(page: &mut Page<'_>, main: &MainSheet) -> Result<(), XlsxError> {
    let formats = page.formats;
    page.heading("Everything the game offers")?;
    page.head(&["configuration", "decks", "house edge", "average wager", "element of risk"])?;
    for form in &main.forms {
        let (edge, wager) = (at(page.row, 2), at(page.row, 3));
        page.text(0, &form.configuration)?;
        page.number(1, form.decks.into(), &formats.integer)?;
        page.number(2, form.house_edge(), &formats.percent)?;
        page.number(3, form.outcomes.average_wager, &formats.number)?;
        let formula = format!("={edge}/{wager}");
        page.formula(4, &formula, form.element_of_risk(), &formats.percent)?;
        page.skip();
    }
    Ok(())
}
