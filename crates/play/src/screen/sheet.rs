//! A part of the screen that is drawn on; nothing is ever drawn outside it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::palette::Palette;

pub(super) use crate::text::wrap;

/// The screen's cells, cut to an area.
pub(super) struct Sheet<'a> {
    cells: &'a mut Buffer,
    pub(super) area: Rect,
    pub(super) palette: Palette,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(cells: &'a mut Buffer, area: Rect, palette: Palette) -> Sheet<'a> {
        let area = area.intersection(cells.area);
        Sheet { cells, area, palette }
    }

    /// A part of this sheet.
    pub(super) fn part(&mut self, area: Rect) -> Sheet<'_> {
        let area = area.intersection(self.area);
        Sheet { cells: self.cells, area, palette: self.palette }
    }

    /// The rows from `top` on, counted within the sheet, `height` of them.
    pub(super) fn rows(&mut self, top: u16, height: u16) -> Sheet<'_> {
        let Rect { x, y, width, .. } = self.area;
        self.part(Rect::new(x, y.saturating_add(top), width, height))
    }

    /// Writes text at a place of the screen; what does not fit is cut.
    pub(super) fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        if (self.area.top()..self.area.bottom()).contains(&y) && x < self.area.right() {
            let room = usize::from(self.area.right() - x);
            self.cells.set_stringn(x, y, text, room, style);
        }
    }

    /// Writes a line into a row of the sheet.
    pub(super) fn line(&mut self, row: u16, line: &Line<'_>) {
        self.line_at(0, row, line);
    }

    /// Writes a line into a row of the sheet, from a column on.
    pub(super) fn line_at(&mut self, column: u16, row: u16, line: &Line<'_>) {
        if row < self.area.height && column < self.area.width {
            let (x, y) = (self.area.x + column, self.area.y + row);
            self.cells.set_line(x, y, line, self.area.width - column);
        }
    }

    /// Writes a line that ends at the right edge of the sheet.
    pub(super) fn line_right(&mut self, row: u16, line: &Line<'_>) {
        let width = u16::try_from(line.width()).unwrap_or(u16::MAX);
        self.line_at(self.area.width.saturating_sub(width), row, line);
    }

    /// Gives a whole row a style.
    pub(super) fn style_row(&mut self, row: u16, style: Style) {
        if row < self.area.height {
            let Rect { x, y, width, .. } = self.area;
            self.cells.set_style(Rect::new(x, y + row, width, 1), style);
        }
    }

    /// Empties the sheet.
    pub(super) fn clear(&mut self) {
        ratatui::widgets::Widget::render(ratatui::widgets::Clear, self.area, self.cells);
    }

    /// Draws a widget over the whole sheet.
    pub(super) fn widget(&mut self, widget: impl ratatui::widgets::Widget) {
        widget.render(self.area, self.cells);
    }
}
