//! Pages and questions over the table: help, rules, an amount, leaving.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType};
use rules::{Money, Spot};
use table::Ask;

use super::sheet::{Sheet, wrap};
use crate::session::{Panel, Purpose, Session};

const KEYS: [(&str, &str); 20] = [
    ("Betting", ""),
    ("↑ ↓  Tab", "choose a spot"),
    ("1-7", "choose a seat"),
    ("← →", "choose a chip"),
    ("+  A", "add the chip; switch a progressive sensor"),
    ("-", "take a chip back"),
    ("T  M", "type an amount; at a server: buy more chips"),
    ("U  C", "undo step by step; take all bets back"),
    ("B  X", "the last bets again; twice as high"),
    ("Enter  Space", "deal; with no bets down: the last bets again"),
    ("Playing", ""),
    ("H  S", "hit, stand"),
    ("D  P", "double or redouble, split"),
    ("R", "surrender, or rescue after a double"),
    ("I  N", "insure (type how much), no insurance"),
    ("?", "the coach: what every answer is worth"),
    ("Always", ""),
    ("L  F1", "the rules, this page (also ? between rounds)"),
    ("PgUp PgDn", "scroll the results"),
    ("Q  Esc", "leave; the bankroll is kept"),
];

/// Draws the open page over the sheet.
pub(super) fn draw(sheet: &mut Sheet<'_>, session: &Session) {
    let Some(panel) = session.panel() else { return };
    let lines = lines(session, panel, sheet);
    let area = place(sheet.area, panel, lines.len());
    let (border, title) = (sheet.palette.title(), title(panel));
    let mut sheet = sheet.part(area);
    sheet.clear();
    let block = Block::bordered().border_type(BorderType::Rounded).border_style(border);
    sheet.widget(block.title(format!(" {title} ")).title_bottom(format!(" {} ", keys(panel))));
    let inside = Rect::new(area.x + 2, area.y + 1, area.width - 4, area.height - 2);
    let mut inside = sheet.part(inside);
    let scroll = session.scroll().min(most(lines.len(), inside.area.height));
    for (row, line) in (0u16..).zip(lines.iter().skip(scroll.into())) {
        inside.line(row, line);
    }
}

/// How far the open page can be scrolled on a screen of this size.
pub(super) fn most_scroll(session: &Session, panel: &Panel, area: Rect) -> u16 {
    let mut cells = ratatui::buffer::Buffer::empty(area);
    let sheet = Sheet::new(&mut cells, area, super::Palette::Plain);
    let lines = lines(session, panel, &sheet);
    most(lines.len(), place(area, panel, lines.len()).height.saturating_sub(2))
}

fn most(lines: usize, room: u16) -> u16 {
    u16::try_from(lines).unwrap_or(u16::MAX).saturating_sub(room)
}

fn title(panel: &Panel) -> &'static str {
    match panel {
        Panel::Help => "Keys",
        Panel::Rules(_) => "Rules",
        Panel::Coach(_) => "Coach",
        Panel::Leave => "Leave the table?",
        Panel::Amount { purpose: Purpose::Bet, .. } => "How much?",
        Panel::Amount { purpose: Purpose::Insurance, .. } => "Insurance: how much?",
        Panel::Amount { purpose: Purpose::Chips, .. } => "Chips: how much?",
    }
}

fn keys(panel: &Panel) -> &'static str {
    match panel {
        Panel::Help | Panel::Coach(_) => "Esc closes",
        Panel::Rules(_) => "↑ ↓ PgUp PgDn scroll, Esc closes",
        Panel::Leave => "Y leave, N stay",
        Panel::Amount { .. } => "Enter places it, Esc goes back",
    }
}

/// The middle of the screen, as high as the page needs.
fn place(area: Rect, panel: &Panel, lines: usize) -> Rect {
    let width = match panel {
        Panel::Rules(_) => area.width.saturating_sub(4).min(100),
        Panel::Help | Panel::Coach(_) | Panel::Leave | Panel::Amount { .. } => 68,
    };
    let width = width.min(area.width);
    let wanted = u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(2);
    let height = wanted.min(area.height).max(4.min(area.height));
    let (x, y) = ((area.width - width) / 2, (area.height - height) / 2);
    Rect::new(area.x + x, area.y + y, width, height)
}

fn lines(session: &Session, panel: &Panel, sheet: &Sheet<'_>) -> Vec<Line<'static>> {
    let palette = sheet.palette;
    let width = usize::from(place(sheet.area, panel, 0).width.saturating_sub(4));
    match panel {
        Panel::Help => KEYS
            .iter()
            .map(|&(keys, what)| match what {
                "" => Line::styled(keys, palette.title()),
                what => Line::from(vec![
                    Span::styled(format!("  {keys:<15}"), palette.key()),
                    Span::raw(what),
                ]),
            })
            .collect(),
        Panel::Rules(text) => text
            .lines()
            .flat_map(|line| indented(line, width))
            .map(|line| match line.starts_with(char::is_uppercase) {
                true => Line::styled(line, palette.title()),
                false => Line::raw(line),
            })
            .collect(),
        Panel::Coach(text) => text
            .iter()
            .flat_map(|line| indented(line, width))
            .map(|line| match line.ends_with("best") {
                true => Line::styled(line, palette.key()),
                false => Line::raw(line),
            })
            .collect(),
        Panel::Leave => {
            let text = "Cards are out. If you leave now, every open hand stands as it is, \
                        insurance is declined, and the round is settled so.";
            wrap(text, width).into_iter().map(Line::raw).collect()
        }
        Panel::Amount { purpose, text } => {
            let mut lines: Vec<Line<'static>> =
                wrap(&amount_text(session, *purpose), width).into_iter().map(Line::raw).collect();
            lines.push(Line::styled(format!("$ {text}▏"), palette.key()));
            lines
        }
    }
}

/// Wraps a line and keeps its indentation.
fn indented(line: &str, width: usize) -> Vec<String> {
    let depth = line.chars().take_while(|letter| *letter == ' ').count();
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let lines = wrap(line, width.saturating_sub(depth));
    lines.into_iter().map(|text| format!("{:depth$}{text}", "")).collect()
}

fn amount_text(session: &Session, purpose: Purpose) -> String {
    let table = session.table();
    match (purpose, table.asked()) {
        (Purpose::Insurance, Some(Ask::Insurance { seat, .. })) => {
            let most = Money::cents(table.most_insurance().into());
            let pays = table.rules().table(Spot::Insurance);
            let pays: Vec<String> = pays
                .into_iter()
                .flat_map(rules::PayTable::lines)
                .filter(|(_, pay)| *pay != rules::Pay::Loses)
                .map(|(class, pay)| format!("{} {pay}", class.label()))
                .collect();
            format!("Seat {seat}, at most {most}. Pays: {}.", pays.join(", "))
        }
        (Purpose::Chips, _) => format!("You have {} in chips.", table.bankroll()),
        _ => format!(
            "{}, seat {}. Your bankroll is {}.",
            session.spot().name(),
            session.seat(),
            table.bankroll()
        ),
    }
}
