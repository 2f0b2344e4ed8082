//! The first worksheet: what the workbook is about, and all wagers at a glance.

use rust_xlsxwriter::XlsxError;
use rust_xlsxwriter::utility::quote_sheet_name;

use super::cells::Page;
use super::main_wager;
use super::wager::Figures;
use crate::par::main_wager::MainSheet;
use crate::par::pages;
use crate::par::sheet::ParSheet;

/// The main wager at a glance.
fn main_figures(
    page: &mut Page<'_>,
    main: &MainSheet,
    figures: &main_wager::Figures,
) -> Result<(), XlsxError> {
    let form = &main.form;
    let there = |cell: &str| format!("={}!{cell}", quote_sheet_name(main_wager::NAME));
    let (percent, number) = (&page.formats.percent, &page.formats.number);
    let sd = main.variance.value.sqrt();
    page.heading("Main wager, under the best strategy")?;
    if let Some(edge) = main.all_in() {
        page.text(0, "House edge, all in")?;
        page.number(1, edge, percent)?;
        page.skip();
    }
    for (name, cell, value, format) in [
        ("House edge", &figures.house_edge, form.house_edge(), percent),
        ("Return", &figures.returns, 1.0 + form.ev, percent),
        ("Element of risk", &figures.element_of_risk, form.element_of_risk(), percent),
        ("Average wager", &figures.average_wager, form.outcomes.average_wager, number),
        ("Standard deviation", &figures.sd, sd, number),
    ] {
        page.figure(name, &there(cell), value, format)?;
    }
    page.skip();
    Ok(())
}

/// Fills the summary; its figures point at the wagers' worksheets.
pub(super) fn fill(
    page: &mut Page<'_>,
    sheet: &ParSheet,
    main: Option<(&MainSheet, &main_wager::Figures)>,
    names: &[String],
    figures: &[Figures],
) -> Result<(), XlsxError> {
    page.widths(&[30.0, 16.0, 16.0, 16.0, 16.0, 16.0, 18.0, 14.0])?;
    page.title(&format!("{}: PAR sheet", sheet.name))?;
    page.heading(pages::NOTICE)?;
    page.skip();
    for (term, what) in pages::facts_of(sheet) {
        page.line(&[&term, &what])?;
    }
    for note in pages::warnings(sheet).into_iter().chain(pages::warning(sheet)) {
        page.heading(&note)?;
    }
    page.skip();
    if let Some((main, figures)) = main {
        main_figures(page, main, figures)?;
    }
    if let Some(probability) = sheet.special_bonus {
        let exact = format!(
            "exactly {probability}, for a seat whose suited 7-7 against a seven is always hit"
        );
        page.text(2, &exact)?;
        let formula = format!("={}/{}", probability.num(), probability.den());
        page.figure(
            "Special bonus, probability",
            &formula,
            probability.to_f64(),
            &page.formats.percent,
        )?;
    }
    page.skip();
    page.head(&[
        "wager",
        "pay table",
        "house edge",
        "return",
        "hit frequency",
        "variance",
        "standard deviation",
        "meter ($)",
    ])?;
    for ((wager, name), figures) in sheet.wagers.iter().zip(names).zip(figures) {
        let there = |cell: &str| format!("={}!{cell}", quote_sheet_name(name));
        let (percent, number) = (&page.formats.percent, &page.formats.number);
        page.text(0, wager.spot.name())?;
        page.text(1, &wager.paytable)?;
        page.formula(2, &there(&figures.house_edge), wager.house_edge().to_f64(), percent)?;
        page.formula(3, &there(&figures.returns), 1.0 + wager.ev.to_f64(), percent)?;
        page.formula(4, &there(&figures.hit_rate), wager.hit_rate.to_f64(), percent)?;
        page.formula(5, &there(&figures.variance), wager.variance, number)?;
        page.formula(6, &there(&figures.sd), wager.sd(), number)?;
        if let (Some(cell), Some(meter)) = (&figures.meter, &wager.meter) {
            page.formula(7, &there(cell), meter.cents as f64 / 100.0, &page.formats.money)?;
        }
        page.skip();
    }
    Ok(())
}
