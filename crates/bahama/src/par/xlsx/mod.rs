//! The sheet as a workbook: counted ways and pays are numbers, everything that
//! follows from them is a live formula, with its value kept for viewers that do
//! not calculate.

mod cells;
mod main_wager;
mod summary;
mod wager;

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};

use super::ParFailed;
use super::pages;
use super::sheet::ParSheet;
use cells::{Formats, Page};

/// The most letters of a worksheet's name, and those it may not have.
const NAME_MOST: usize = 31;
const NAME_FORBIDDEN: [char; 8] = ['[', ']', ':', '*', '?', '/', '\\', '\''];

pub(super) fn render(sheet: &ParSheet) -> Result<Vec<u8>, ParFailed> {
    let formats = Formats::new();
    let mut workbook = Workbook::new();
    workbook.set_properties(&properties(sheet)?);
    let names = names(sheet);
    // The wagers are laid out first, because the summary points at their figures.
    let mut wagers = Vec::new();
    let mut figures = Vec::new();
    for (wager, name) in sheet.wagers.iter().zip(&names) {
        let mut page = Page::new(name, &formats)?;
        figures.push(wager::fill(&mut page, name, wager)?);
        wagers.push(page.sheet);
    }
    let main = match &sheet.main {
        Ok(main) => {
            let mut page = Page::new(main_wager::NAME, &formats)?;
            let figures = main_wager::fill(&mut page, main)?;
            Some((page.sheet, main, figures))
        }
        Err(_) => None,
    };
    let mut page = Page::new("Summary", &formats)?;
    let main_figures = main.as_ref().map(|(_, main, figures)| (*main, figures));
    summary::fill(&mut page, sheet, main_figures, &names, &figures)?;
    workbook.push_worksheet(page.sheet);
    workbook.push_worksheet(rules(sheet, &formats)?);
    workbook.push_worksheet(settings(sheet, &formats)?);
    workbook.push_worksheet(methods(sheet, &formats)?);
    let main = main.map(|(worksheet, ..)| worksheet);
    for wager in main.into_iter().chain(wagers) {
        workbook.push_worksheet(wager);
    }
    Ok(workbook.save_to_buffer()?)
}

/// The stated date in place of the moment of writing, so that the same sheet gives
/// the same bytes.
fn properties(sheet: &ParSheet) -> Result<DocProperties, XlsxError> {
    let date = sheet.stated.date;
    let [year, month, day] = [date.year(), date.month().into(), date.day().into()];
    let part = |number: i16| u16::try_from(number).unwrap_or_default();
    let created = ExcelDateTime::from_ymd(part(year), part(month) as u8, part(day) as u8)?;
    Ok(DocProperties::new()
        .set_title(format!("{}: PAR sheet", sheet.name))
        .set_author(format!("bahama {}", sheet.stated.from.version))
        .set_comment(pages::NOTICE)
        .set_creation_datetime(&created))
}

/// A worksheet name for every wager: short enough, allowed, and unique.
fn names(sheet: &ParSheet) -> Vec<String> {
    let mut names: Vec<String> =
        ["Summary", "Rules", "Settings", "Methods", main_wager::NAME].map(String::from).into();
    let taken = names.len();
    for wager in &sheet.wagers {
        let plain: String = format!("{} {}", wager.spot.name(), wager.paytable)
            .chars()
            .filter(|letter| !NAME_FORBIDDEN.contains(letter))
            .collect();
        let cut = |most: usize| -> String { plain.chars().take(most).collect() };
        let is_taken = |name: &String| names.iter().any(|other| other.eq_ignore_ascii_case(name));
        let numbered = (2..).map(|number| format!("{} ({number})", cut(NAME_MOST - 5)));
        let name = std::iter::once(cut(NAME_MOST)).chain(numbered).find(|name| !is_taken(name));
        names.extend(name);
    }
    names.split_off(taken)
}

fn rules(sheet: &ParSheet, formats: &Formats) -> Result<rust_xlsxwriter::Worksheet, XlsxError> {
    let mut page = Page::new("Rules", formats)?;
    page.widths(&[60.0, 16.0, 60.0])?;
    page.title(&sheet.rules.title)?;
    page.line(&[&sheet.rules.about])?;
    for section in &sheet.rules.sections {
        page.skip();
        page.heading(section.title)?;
        for sentence in &section.sentences {
            page.line(&[sentence])?;
        }
        for table in &section.tables {
            page.head(&[&table.title, "pays", "from"])?;
            for (place, (label, pay)) in table.rows.iter().enumerate() {
                page.line(&[label, pay, if place == 0 { &table.from } else { "" }])?;
            }
        }
    }
    Ok(page.sheet)
}

fn settings(sheet: &ParSheet, formats: &Formats) -> Result<rust_xlsxwriter::Worksheet, XlsxError> {
    let mut page = Page::new("Settings", formats)?;
    page.widths(&[44.0, 40.0, 44.0, 60.0])?;
    page.title("Every setting in force")?;
    page.skip();
    page.head(&["setting", "value", "values", "from"])?;
    page.freeze()?;
    for setting in &sheet.settings {
        page.line(&[&setting.key, &setting.value, &setting.values, &setting.from])?;
    }
    Ok(page.sheet)
}

fn methods(sheet: &ParSheet, formats: &Formats) -> Result<rust_xlsxwriter::Worksheet, XlsxError> {
    let mut page = Page::new("Methods", formats)?;
    page.widths(&[36.0, 110.0, 50.0])?;
    page.title("How the figures were obtained")?;
    page.skip();
    page.head(&["figure", "how it was obtained", "how exact it is"])?;
    for row in pages::methods(sheet) {
        page.line(&row.iter().map(String::as_str).collect::<Vec<_>>())?;
    }
    page.skip();
    for text in pages::CONDITIONS {
        page.line(&[text])?;
    }
    Ok(page.sheet)
}
