//! The worksheet of one wager with one pay table.

use rules::Pay;
use rust_xlsxwriter::{Chart, ChartType, XlsxError};

use super::cells::{Page, at, fixed};
use crate::par::pages;
use crate::par::spread::CONFIDENCE;
use crate::par::wager::{Meter, Row, WagerSheet};

// The columns of the table of classes.
const PAY: u16 = 2;
const WORD: u16 = 3;
const PER: u16 = 4;
const RESULT: u16 = 5;
const WAYS: u16 = 6;
const PROBABILITY: u16 = 7;
const ONE_IN: u16 = 8;
const CONTRIBUTION: u16 = 9;
const SQUARE: u16 = 10;
/// Where the meter and the unit of a progressive wager stand, in dollars.
const METER_ROW: u32 = 4;
const UNIT_ROW: u32 = 5;
/// The head of the table of classes.
const CLASSES_ROW: u32 = 7;

/// The addresses of a wager's figures.
pub(super) struct Figures {
    pub(super) house_edge: String,
    pub(super) returns: String,
    pub(super) hit_rate: String,
    pub(super) variance: String,
    pub(super) sd: String,
    pub(super) meter: Option<String>,
}

/// The rows of the table of classes.
#[derive(Clone, Copy)]
struct Classes {
    first: u32,
    last: u32,
}

impl Classes {
    /// A column of the table, as formulas name it.
    fn column(self, column: u16) -> String {
        format!("{}:{}", fixed(self.first, column), fixed(self.last, column))
    }

    fn total(self, column: u16) -> String {
        fixed(self.last + 1, column)
    }
}

/// Fills the worksheet, which has this name.
pub(super) fn fill(
    page: &mut Page<'_>,
    name: &str,
    wager: &WagerSheet,
) -> Result<Figures, XlsxError> {
    page.widths(&[30.0, 18.0, 14.0, 14.0, 14.0, 16.0, 20.0, 16.0, 18.0, 16.0, 16.0])?;
    page.title(&format!("{}, pay table {}", wager.spot.name(), wager.paytable))?;
    page.line(&[&format!("From {}. Decided by {}.", wager.from, pages::decided_by(wager.spot))])?;
    page.line(&[
        "Pays and ways are numbers; everything else is a formula of them, per unit staked.",
    ])?;
    if let Some(meter) = &wager.meter {
        inputs(page, meter)?;
    }
    page.row = CLASSES_ROW;
    let classes = classes(page, wager)?;
    chart(page, name, classes)?;
    page.skip();
    let mut figures = figures(page, wager, classes)?;
    if let Some(meter) = &wager.meter {
        page.skip();
        meter_figures(page, meter, classes)?;
        figures.meter = Some(fixed(METER_ROW, 1));
    }
    page.skip();
    intervals(page, wager, &figures)?;
    page.skip();
    results(page, wager, &figures)?;
    Ok(figures)
}

/// The meter may be changed: every figure of the worksheet follows.
fn inputs(page: &mut Page<'_>, meter: &Meter) -> Result<(), XlsxError> {
    for (row, name, cents) in [
        (METER_ROW, "Meter ($): change it", meter.cents),
        (UNIT_ROW, "Unit ($)", meter.unit.into()),
    ] {
        page.row = row;
        page.text(0, name)?;
        page.number(1, cents as f64 / 100.0, &page.formats.input)?;
    }
    Ok(())
}

fn classes(page: &mut Page<'_>, wager: &WagerSheet) -> Result<Classes, XlsxError> {
    page.head(&[
        "class",
        "pays",
        "pay",
        "to, for, share",
        "per",
        "result",
        "ways",
        "probability",
        "one in",
        "contribution",
        "probability × result²",
    ])?;
    let first = page.row;
    let classes = Classes { first, last: first + wager.rows.len() as u32 - 1 };
    for row in &wager.rows {
        class(page, row, classes, wager.of)?;
        page.skip();
    }
    let square = |row: &Row| row.contribution.to_f64() * row.result.to_f64();
    let totals = [
        (WAYS, wager.of as f64, page.formats.integer.clone()),
        (PROBABILITY, 1.0, page.formats.probability.clone()),
        (CONTRIBUTION, wager.ev.to_f64(), page.formats.signed.clone()),
        (SQUARE, wager.rows.iter().map(square).sum(), page.formats.number.clone()),
    ];
    for column in 0..=SQUARE {
        page.sheet.write_blank(page.row, column, &page.formats.total)?;
    }
    page.sheet.write_string_with_format(page.row, 0, "all", &page.formats.total)?;
    for (column, value, format) in totals {
        let format = format.merge(&page.formats.total);
        page.formula(column, &format!("=SUM({})", classes.column(column)), value, &format)?;
    }
    page.skip();
    Ok(classes)
}

/// Pay, word and per of a line: the number before the word, and the one after it.
fn parts(pay: Pay) -> (f64, &'static str, f64) {
    let pair = |(pay, per): (u16, u16), word| (f64::from(pay), word, f64::from(per));
    match pay {
        Pay::Loses => (0.0, "loses", 1.0),
        Pay::To(odds) => pair(odds.fraction(), "to"),
        Pay::For(odds) => pair(odds.fraction(), "for"),
        Pay::Share(percent) => (f64::from(percent), "share", 100.0),
    }
}

fn class(page: &mut Page<'_>, row: &Row, classes: Classes, of: u64) -> Result<(), XlsxError> {
    let formats = page.formats;
    let here = |column: u16| at(page.row, column);
    let (pay, word, per) = (here(PAY), here(WORD), here(PER));
    let (result, ways, probability) = (here(RESULT), here(WAYS), here(PROBABILITY));
    let (meter, unit) = (fixed(METER_ROW, 1), fixed(UNIT_ROW, 1));
    let contribution = here(CONTRIBUTION);
    let result_formula = format!(
        "=IF({word}=\"to\",{pay}/{per},IF({word}=\"for\",{pay}/{per}-1,\
         IF({word}=\"share\",{pay}/{per}*{meter}/{unit}-1,-1)))"
    );
    let (number, text, divisor) = parts(row.pay);
    let (p, value) = (row.probability.to_f64(), row.result.to_f64());
    page.text(0, row.class.label())?;
    page.text(1, &row.pay.to_string())?;
    page.number(PAY, number, &formats.integer)?;
    page.text(WORD, text)?;
    page.number(PER, divisor, &formats.integer)?;
    page.formula(RESULT, &result_formula, value, &formats.money)?;
    page.number(WAYS, row.ways as f64, &formats.integer)?;
    page.formula(
        PROBABILITY,
        &format!("={ways}/{}", classes.total(WAYS)),
        p,
        &formats.probability,
    )?;
    if row.ways > 0 {
        let one_in = of as f64 / row.ways as f64;
        page.formula(ONE_IN, &format!("=1/{probability}"), one_in, &formats.money)?;
    }
    page.formula(
        CONTRIBUTION,
        &format!("={probability}*{result}"),
        row.contribution.to_f64(),
        &formats.signed,
    )?;
    page.formula(
        SQUARE,
        &format!("={contribution}*{result}"),
        row.contribution.to_f64() * value,
        &formats.number,
    )
}

fn figures(
    page: &mut Page<'_>,
    wager: &WagerSheet,
    classes: Classes,
) -> Result<Figures, XlsxError> {
    let formats = page.formats;
    page.heading("Figures per unit staked")?;
    let (ev, hits) = (wager.ev.to_f64(), wager.hit_rate.to_f64());
    page.text(2, &format!("exactly {}", wager.ev))?;
    let total = classes.total(CONTRIBUTION);
    let value = page.figure("Expected value", &format!("={total}"), ev, &formats.signed)?;
    let house_edge = page.figure("House edge", &format!("=-{value}"), -ev, &formats.percent)?;
    let returns = page.figure("Return", &format!("=1+{value}"), 1.0 + ev, &formats.percent)?;
    let (words, probabilities) = (classes.column(WORD), classes.column(PROBABILITY));
    let formula = format!("=SUMIF({words},\"<>loses\",{probabilities})");
    page.text(2, &format!("exactly {}", wager.hit_rate))?;
    let hit_rate = page.figure("Hit frequency", &formula, hits, &formats.percent)?;
    if hits > 0.0 {
        page.figure("One hit in", &format!("=1/{hit_rate}"), 1.0 / hits, &formats.money)?;
    }
    let formula = format!("={}-{value}^2", classes.total(SQUARE));
    let variance = page.figure("Variance", &formula, wager.variance, &formats.number)?;
    let sd = page.figure(
        "Standard deviation",
        &format!("=SQRT({variance})"),
        wager.sd(),
        &formats.number,
    )?;
    Ok(Figures { house_edge, returns, hit_rate, variance, sd, meter: None })
}

fn meter_figures(page: &mut Page<'_>, meter: &Meter, classes: Classes) -> Result<(), XlsxError> {
    let formats = page.formats;
    let [word, p, pay, per] = [WORD, PROBABILITY, PAY, PER].map(|column| classes.column(column));
    let (unit, unit_value) = (fixed(UNIT_ROW, 1), f64::from(meter.unit) / 100.0);
    let fixed_value = meter.fixed_return.to_f64();
    let share_value = meter.per_thousand.to_f64() * unit_value / 1000.0;
    page.heading("The meter")?;
    let formula = format!("=SUMPRODUCT(({word}=\"for\")*{p}*{pay}/{per})");
    let fixed_return =
        page.figure("Fixed lines return", &formula, fixed_value, &formats.percent)?;
    let formula = format!("=SUMPRODUCT(({word}=\"share\")*{p}*{pay}/{per})");
    let share =
        page.figure("Expected share of the meter", &formula, share_value, &formats.probability)?;
    let formula = format!("=1000*{share}/{unit}");
    page.figure("$1,000 of meter adds", &formula, meter.per_thousand.to_f64(), &formats.percent)?;
    if let Some(break_even) = meter.break_even {
        let formula = format!("=(1-{fixed_return})*{unit}/{share}");
        page.figure("Break-even meter ($)", &formula, break_even.to_f64() / 100.0, &formats.money)?;
    }
    page.skip();
    page.head(&[
        "meter at",
        "amount ($)",
        "return",
        "house edge",
        "variance",
        "standard deviation",
    ])?;
    for point in &meter.points {
        let (amount, returns, variance) = (at(page.row, 1), at(page.row, 2), at(page.row, 4));
        page.text(0, point.name)?;
        page.number(1, point.meter as f64 / 100.0, &formats.money)?;
        let formula = format!("={fixed_return}+{share}*{amount}/{unit}");
        page.formula(2, &formula, point.returns, &formats.percent)?;
        page.formula(3, &format!("=1-{returns}"), 1.0 - point.returns, &formats.percent)?;
        let formula = format!(
            "=SUMPRODUCT(({word}=\"for\")*{p}*({pay}/{per})^2)+\
             SUMPRODUCT(({word}=\"share\")*{p}*({pay}/{per}*{amount}/{unit})^2)-{returns}^2"
        );
        page.formula(4, &formula, point.variance, &formats.number)?;
        page.formula(5, &format!("=SQRT({variance})"), point.variance.sqrt(), &formats.number)?;
        page.skip();
    }
    Ok(())
}

fn intervals(page: &mut Page<'_>, wager: &WagerSheet, figures: &Figures) -> Result<(), XlsxError> {
    let formats = page.formats;
    page.heading("Confidence intervals of the observed return: return ± z·sd/√n")?;
    let level_row = page.row;
    page.head(&["wagers", "", "", "", "95 %: from", "to"])?;
    for (column, (level, _)) in (1..).zip(CONFIDENCE) {
        page.sheet.write_number_with_format(level_row, column, level, &formats.level)?;
    }
    page.text(0, "z")?;
    for (column, (_, z)) in (1..).zip(CONFIDENCE) {
        let formula = format!("=NORMSINV((1+{})/2)", at(level_row, column));
        page.formula(column, &formula, z, &formats.number)?;
    }
    page.skip();
    let returns = 1.0 + wager.ev.to_f64();
    for interval in &wager.intervals {
        let count = format!("$A{}", page.row + 1);
        page.number(0, interval.wagers as f64, &formats.integer)?;
        for (column, half) in (1..).zip(interval.half_widths) {
            let z = at(level_row + 1, column);
            let formula = format!("={z}*{}/SQRT({count})", figures.sd);
            page.formula(column, &formula, half, &formats.percent)?;
        }
        let half = at(page.row, 2);
        let value = interval.half_widths[1];
        page.formula(
            4,
            &format!("={}-{half}", figures.returns),
            returns - value,
            &formats.percent,
        )?;
        page.formula(
            5,
            &format!("={}+{half}", figures.returns),
            returns + value,
            &formats.percent,
        )?;
        page.skip();
    }
    Ok(())
}

fn results(page: &mut Page<'_>, wager: &WagerSheet, figures: &Figures) -> Result<(), XlsxError> {
    let formats = page.formats;
    page.heading("Net result of many wagers, in units")?;
    let note = match &wager.meter {
        Some(_) => {
            "Mean and deviation are formulas; the rest is the program's convolution and holds for \
             the meter as delivered."
        }
        None => "Mean and deviation are formulas; the rest is the program's convolution.",
    };
    page.line(&[note])?;
    page.head(&[
        "wagers",
        "mean",
        "standard deviation",
        "ahead",
        "5 % point",
        "median",
        "95 % point",
    ])?;
    for spread in &wager.spreads {
        let count = at(page.row, 0);
        page.number(0, spread.wagers.into(), &formats.integer)?;
        page.formula(
            1,
            &format!("={count}*({}-1)", figures.returns),
            spread.mean,
            &formats.number,
        )?;
        page.formula(2, &format!("=SQRT({count})*{}", figures.sd), spread.sd, &formats.number)?;
        page.number(3, spread.ahead, &formats.percent)?;
        for (column, point) in (4..).zip(spread.points) {
            page.number(column, point, &formats.money)?;
        }
        page.skip();
    }
    Ok(())
}

/// The contributions as bars, to the right of the table.
fn chart(page: &mut Page<'_>, name: &str, classes: Classes) -> Result<(), XlsxError> {
    let mut chart = Chart::new(ChartType::Bar);
    let (first, last) = (classes.first, classes.last);
    chart
        .add_series()
        .set_categories((name, first, 0, last, 0))
        .set_values((name, first, CONTRIBUTION, last, CONTRIBUTION))
        .set_gap(40);
    chart.title().set_name("Contribution to the expected value");
    chart.legend().set_hidden();
    chart.y_axis().set_reverse();
    chart.set_width(560).set_height(320);
    chart.set_alt_text("Contribution of each class to the expected value, per unit staked");
    page.sheet.insert_chart(CLASSES_ROW, SQUARE + 2, &chart)?;
    Ok(())
}
