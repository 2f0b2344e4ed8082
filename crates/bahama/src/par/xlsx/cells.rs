//! A worksheet that is filled from top to bottom.

use rust_xlsxwriter::utility::{row_col_to_cell, row_col_to_cell_absolute};
use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder, Formula, Worksheet, XlsxError};

/// How the kinds of cells look.
pub(super) struct Formats {
    title: Format,
    heading: Format,
    head: Format,
    text: Format,
    pub(super) total: Format,
    pub(super) input: Format,
    pub(super) number: Format,
    pub(super) integer: Format,
    pub(super) percent: Format,
    pub(super) probability: Format,
    pub(super) signed: Format,
    pub(super) money: Format,
    pub(super) level: Format,
}

impl Formats {
    pub(super) fn new() -> Formats {
        let number = |pattern: &str| Format::new().set_num_format(pattern);
        Formats {
            title: Format::new().set_bold().set_font_size(16),
            heading: Format::new().set_bold().set_font_size(12),
            head: Format::new()
                .set_bold()
                .set_border_bottom(FormatBorder::Thin)
                .set_align(FormatAlign::Bottom),
            text: Format::new().set_align(FormatAlign::Top),
            total: Format::new().set_bold().set_border_top(FormatBorder::Thin),
            input: number("#,##0.00")
                .set_background_color(Color::RGB(0x00FF_F4CE))
                .set_border(FormatBorder::Thin),
            number: number("#,##0.000000"),
            integer: number("#,##0"),
            percent: number("0.000000%"),
            probability: number("0.000000000"),
            signed: number("+0.00000000;-0.00000000;0"),
            money: number("#,##0.00"),
            level: number("0%").set_bold().set_border_bottom(FormatBorder::Thin),
        }
    }
}

/// A worksheet and the row to be filled next.
pub(super) struct Page<'a> {
    pub(super) sheet: Worksheet,
    pub(super) formats: &'a Formats,
    pub(super) row: u32,
}

/// The address of a cell, as formulas of the same worksheet name it.
pub(super) fn at(row: u32, column: u16) -> String {
    row_col_to_cell(row, column)
}

/// The address of a cell that stays when a formula is copied.
pub(super) fn fixed(row: u32, column: u16) -> String {
    row_col_to_cell_absolute(row, column)
}

impl<'a> Page<'a> {
    pub(super) fn new(name: &str, formats: &'a Formats) -> Result<Page<'a>, XlsxError> {
        let mut sheet = Worksheet::new();
        sheet.set_name(name)?;
        sheet.set_paper_size(9).set_landscape().set_print_fit_to_pages(1, 0);
        sheet.set_footer("&L&F, &A&R&P / &N");
        sheet.set_screen_gridlines(false);
        Ok(Page { sheet, formats, row: 0 })
    }

    pub(super) fn widths(&mut self, widths: &[f64]) -> Result<(), XlsxError> {
        for (column, &width) in (0..).zip(widths) {
            self.sheet.set_column_width(column, width)?;
        }
        Ok(())
    }

    /// Keeps everything above the next row in sight.
    pub(super) fn freeze(&mut self) -> Result<(), XlsxError> {
        self.sheet.set_freeze_panes(self.row, 0)?;
        self.sheet.set_repeat_rows(self.row - 1, self.row - 1)?;
        Ok(())
    }

    pub(super) fn skip(&mut self) {
        self.row += 1;
    }

    fn words(&mut self, words: &[&str], format: &Format) -> Result<(), XlsxError> {
        for (column, word) in (0..).zip(words) {
            self.sheet.write_string_with_format(self.row, column, *word, format)?;
        }
        self.row += 1;
        Ok(())
    }

    pub(super) fn title(&mut self, text: &str) -> Result<(), XlsxError> {
        self.words(&[text], &self.formats.title)
    }

    pub(super) fn heading(&mut self, text: &str) -> Result<(), XlsxError> {
        self.words(&[text], &self.formats.heading)
    }

    pub(super) fn head(&mut self, heads: &[&str]) -> Result<(), XlsxError> {
        self.words(heads, &self.formats.head)
    }

    pub(super) fn line(&mut self, texts: &[&str]) -> Result<(), XlsxError> {
        self.words(texts, &self.formats.text)
    }

    pub(super) fn text(&mut self, column: u16, text: &str) -> Result<(), XlsxError> {
        self.sheet.write_string(self.row, column, text)?;
        Ok(())
    }

    pub(super) fn number(
        &mut self,
        column: u16,
        value: f64,
        format: &Format,
    ) -> Result<(), XlsxError> {
        self.sheet.write_number_with_format(self.row, column, value, format)?;
        Ok(())
    }

    /// A live formula, with the value this program has for it.
    pub(super) fn formula(
        &mut self,
        column: u16,
        formula: &str,
        value: f64,
        format: &Format,
    ) -> Result<(), XlsxError> {
        let formula = Formula::new(formula).set_result(value.to_string());
        self.sheet.write_formula_with_format(self.row, column, formula, format)?;
        Ok(())
    }

    /// A line of a name and a formula; gives the formula's address back.
    pub(super) fn figure(
        &mut self,
        name: &str,
        formula: &str,
        value: f64,
        format: &Format,
    ) -> Result<String, XlsxError> {
        self.text(0, name)?;
        self.formula(1, formula, value, format)?;
        self.row += 1;
        Ok(fixed(self.row - 1, 1))
    }
}
