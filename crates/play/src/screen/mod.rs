//! The screen: a pure function from the sitting to a frame.

mod bets;
mod card;
mod foot;
mod palette;
mod panel;
mod results;
mod seats;
mod sheet;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use rules::Money;

pub use palette::Palette;
use sheet::Sheet;

use crate::news::signed;
use crate::session::{Screen, Session};
use crate::sitting::Sitting;

/// The least screen the table fits on.
const LEAST: (u16, u16) = (80, 24);
/// Rows of the head and of the foot.
const HEAD: u16 = 2;
const FOOT: u16 = 5;
/// Rows that results keep beside many hands.
const LEAST_RESULTS: u16 = 5;
/// From this many rows on, bets and cards are shown together.
const TALL: u16 = 29;

/// Draws the sitting.
pub fn draw(frame: &mut Frame<'_>, session: &Session, palette: Palette) {
    let area = frame.area();
    let mut sheet = Sheet::new(frame.buffer_mut(), area, palette);
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(&mut sheet);
    }
    head(&mut sheet.rows(0, HEAD), session.table());
    let middle = Rect::new(0, HEAD, area.width, area.height - HEAD - FOOT);
    draw_middle(&mut sheet.part(middle), session);
    foot::draw(&mut sheet.rows(area.height - FOOT, FOOT), session);
    let mut over = sheet.part(Rect::new(0, 1, area.width, area.height - 2));
    panel::draw(&mut over, session);
}

/// How far the open page, or else the results, can be scrolled.
pub fn most_scroll(session: &Session, area: Rect) -> u16 {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return 0;
    }
    if let Some(panel) = session.panel() {
        return panel::most_scroll(session, panel, Rect::new(0, 1, area.width, area.height - 2));
    }
    let parts = Parts::of(session, area.width, area.height - HEAD - FOOT);
    results::most_scroll(session, area.width, parts.results)
}

fn too_small(sheet: &mut Sheet<'_>) {
    let Rect { width, height, .. } = sheet.area;
    let text = format!(
        "The table needs {} columns and {} lines; this terminal has {width} and {height}. \
         Make it larger, or use --plain.",
        LEAST.0, LEAST.1
    );
    for (row, text) in (0u16..).zip(sheet::wrap(&text, width.into())) {
        sheet.line(row, &Line::raw(text));
    }
}

fn head(sheet: &mut Sheet<'_>, table: &Sitting) {
    let bar = sheet.palette.bar();
    sheet.style_row(0, bar);
    let rules = table.rules();
    let name = &table.game().name;
    let beyond = if table.game().beyond.is_empty() { "" } else { " · what-if" };
    let favours = if table.overrides().is_empty() { "" } else { " · may favour the player" };
    let form = format!("{} decks · {}", rules.decks, table.profile().configuration);
    let left = format!("  {name} · {form}{beyond}{favours}");
    sheet.line(0, &Line::styled(left, bar));
    sheet.line_right(0, &Line::styled(format!(" play money {}  ", table.bankroll()), bar));
    let status = status(sheet, table);
    sheet.line(1, &status);
}

/// Shoe, meters and stakes: as much of it as fits, the least needed left out first.
fn status(sheet: &Sheet<'_>, table: &Sitting) -> Line<'static> {
    let (dim, bold) = (sheet.palette.dim(), sheet.palette.key());
    let cut = match table.before_cut_card() {
        0 => "last round".to_owned(),
        cards => format!("{cards} to the cut"),
    };
    let number = table.shoe().map_or(0, |shoe| shoe.shoe);
    let shoe = vec![Span::styled(format!("Shoe {number}: {cut}"), dim)];
    let meters = table.meters().map(|(spot, meter)| {
        vec![Span::styled(format!("{} ", spot.name()), dim), Span::styled(meter.to_string(), bold)]
    });
    let felt = vec![Span::styled(format!("Felt {}", table.on_felt()), dim)];
    let net = match table.session_net() {
        Money::ZERO => "even".to_owned(),
        net => signed(net),
    };
    let session = vec![Span::styled(format!("Session {net}"), dim)];
    let mut pieces: Vec<Vec<Span<'static>>> = vec![felt];
    pieces.extend(meters);
    pieces.extend([shoe, session]);
    let mut line = Line::raw("  ");
    for piece in pieces {
        let width: usize = piece.iter().map(Span::width).sum();
        if line.width() + width + 2 <= usize::from(sheet.area.width) {
            line.extend(piece);
            line.push_span(Span::raw("   "));
        }
    }
    line
}

/// How the middle is divided: cards with results above, bets below.
struct Parts {
    cards: u16,
    results: u16,
    bets: u16,
}

impl Parts {
    fn of(session: &Session, width: u16, rows: u16) -> Parts {
        let table = session.table();
        let betting = table.is_betting();
        let bets = match (betting, session.shows()) {
            (true, _) if table.cards().seats.is_empty() => rows,
            (true, _) if rows >= TALL => bets::wanted(table).min(rows / 2),
            (true, Screen::Bets) => rows,
            _ => 0,
        };
        let rest = rows - bets;
        // Results get what they want as long as the hands keep room for small cards.
        let results = results::wanted(session, width).clamp(4, rest.saturating_sub(10).max(4));
        // Where cards are text, all hands come first: results can be scrolled.
        let for_text = rest.saturating_sub(LEAST_RESULTS);
        let cards = seats::rows(table, width, rest.saturating_sub(results), for_text);
        Parts { cards, results: rest.saturating_sub(cards), bets }
    }
}

fn draw_middle(sheet: &mut Sheet<'_>, session: &Session) {
    let parts = Parts::of(session, sheet.area.width, sheet.area.height);
    let table = session.table();
    let top = parts.cards + parts.results;
    if top > 0 {
        seats::draw(&mut sheet.rows(0, parts.cards), table);
        results::draw(&mut sheet.rows(parts.cards, parts.results), session);
    }
    bets::draw(&mut sheet.rows(top, parts.bets), session);
}

/// The action's letter on the keyboard.
fn letter(action: rules::Action) -> &'static str {
    match action {
        rules::Action::Hit => "H",
        rules::Action::Stand => "S",
        rules::Action::Double => "D",
        rules::Action::Split => "P",
        rules::Action::Surrender | rules::Action::Rescue => "R",
    }
}

#[cfg(test)]
mod tests {
    use rules::Word;

    use super::*;

    #[test]
    fn every_action_has_the_letter_of_its_key() {
        use crate::keys::{Command, Mode, command};
        use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
        for &action in rules::Action::ALL {
            let key = letter(action).chars().next().unwrap();
            let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::SHIFT);
            match command(key, Mode::Table) {
                Some(Command::Act(done)) => assert_eq!(done, action),
                Some(Command::GiveUp) => assert_eq!(letter(action), "R"),
                other => panic!("{action}: {other:?}"),
            }
        }
    }
}
