//! What every wager did: reason, staked, returned; and what the coach says to it.

use ratatui::text::{Line, Span};
use rules::{Money, Spot};
use table::{LineSpot, PaidLine, SeatCards};

use super::palette::Palette;
use super::sheet::{Sheet, wrap};
use crate::coach::Mistake;
use crate::news::{signed, spot_name};
use crate::session::Session;
use crate::sitting::Sitting;

/// Draws the results, scrolled; a row says how many are hidden.
pub(super) fn draw(sheet: &mut Sheet<'_>, session: &Session) {
    let (palette, scroll) = (sheet.palette, session.scroll());
    sheet.line(0, &title(session.table(), palette));
    let room = sheet.area.height.saturating_sub(1);
    let rows = rows(session, palette, usize::from(sheet.area.width));
    let scroll = scroll.min(most_scroll_of(rows.len(), room));
    let below = rows.len().saturating_sub(usize::from(scroll) + usize::from(room));
    for (row, line) in (1u16..).zip(rows.iter().skip(scroll.into()).take(room.into())) {
        sheet.line(row, line);
    }
    let hidden = match (scroll, below) {
        (0, 0) => return,
        (_, 0) => "PgUp for the results above".to_owned(),
        (_, below) => format!("PgDn for {below} more"),
    };
    sheet.line_right(0, &Line::styled(format!(" {hidden} "), palette.key()));
}

/// How far the results can be scrolled in so many rows.
pub(super) fn most_scroll(session: &Session, width: u16, height: u16) -> u16 {
    let rows = rows(session, Palette::Plain, width.into());
    most_scroll_of(rows.len(), height.saturating_sub(1))
}

fn most_scroll_of(rows: usize, room: u16) -> u16 {
    u16::try_from(rows).unwrap_or(u16::MAX).saturating_sub(room)
}

/// How many rows the results want, their title included. A round in play counts
/// what it will settle, so that the cards do not change their size at its end.
pub(super) fn wanted(session: &Session, width: u16) -> u16 {
    let table = session.table();
    let now = wager_rows(table, Palette::Plain, width.into()).len();
    let mistakes = mistakes(session, Palette::Plain, width.into()).len();
    if table.cards().seats.is_empty() {
        return 0;
    }
    let later = table.cards().seats.iter().map(|cards| {
        let sides = cards.bets.len().saturating_sub(1);
        cards.hands.len() + sides + usize::from(cards.insurance > 0)
    });
    u16::try_from(now.max(later.sum()) + mistakes + 1).unwrap_or(u16::MAX)
}

fn title(table: &Sitting, palette: Palette) -> Line<'static> {
    match table.outcome() {
        Some(sum) => {
            let style = if sum.net() > Money::ZERO { palette.won() } else { palette.title() };
            let text = format!(
                "  Results: staked {}, returned {}, net {}",
                sum.staked,
                sum.returned,
                signed(sum.net())
            );
            Line::styled(text, style)
        }
        None if table.cards().lines.is_empty() => Line::default(),
        None => Line::styled("  Settled so far", palette.title()),
    }
}

fn rows(session: &Session, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let mut rows = wager_rows(session.table(), palette, width);
    // A round in play may still bring the next decision; nobody is told in between.
    if session.table().is_betting() {
        rows.extend(mistakes(session, palette, width));
    }
    rows
}

/// What the coach says to the round.
fn mistakes(session: &Session, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let text = session.coach().mistakes().iter().map(Mistake::sentence);
    let rows = text.flat_map(|text| wrap(&format!("Coach: {text}"), width.saturating_sub(4)));
    rows.map(|row| Line::styled(format!("  {row}"), palette.refused())).collect()
}

fn wager_rows(table: &Sitting, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let cards = table.cards();
    let mut rows: Vec<Line<'static>> =
        cards.lines.iter().flat_map(|line| row(table, line, palette, width)).collect();
    if !cards.over {
        rows.extend(waiting(table, palette, width));
    }
    rows
}

/// One wager: what it was, the amounts, and why; a long reason takes two rows.
fn row(table: &Sitting, line: &PaidLine, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let (staked, returned) = (Money::cents(line.staked), Money::cents(line.returned));
    let hands = table.cards_of(line.seat).map_or(0, |cards| cards.hands.len());
    let what = match line.hand {
        Some(hand) if hands > 1 => format!("Main, hand {hand}"),
        _ => spot_name(line.spot).to_owned(),
    };
    let several = table.cards().seats.len() > 1;
    let seat = if several { format!("{} ", line.seat) } else { String::new() };
    let start = format!("  {seat}{what:<16}{:>8} → ", staked.to_string());
    let amount = format!("{:>9}", returned.to_string());
    let style = if returned > staked { palette.won() } else { ratatui::style::Style::new() };
    let indent = start.chars().count() + amount.chars().count() + 2;
    let mut reasons = wrap(&line.reason.to_string(), width.saturating_sub(indent)).into_iter();
    let first = Line::from(vec![
        Span::raw(start),
        Span::styled(amount, style),
        Span::raw(format!("  {}", reasons.next().unwrap_or_default())),
    ]);
    let more = reasons.map(|text| Line::raw(format!("{:indent$}{text}", "")));
    std::iter::once(first).chain(more).collect()
}

/// The side wagers that still wait for a card.
fn waiting(table: &Sitting, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let cards = table.cards();
    let mut rows = Vec::new();
    for seat in &cards.seats {
        let names = open_wagers(seat, &cards.lines);
        if !names.is_empty() {
            let several = cards.seats.len() > 1;
            let of = if several { format!("Seat {}, open: ", seat.seat) } else { "Open: ".into() };
            let lines = wrap(&format!("{of}{}", names.join(", ")), width.saturating_sub(4));
            rows.extend(lines.into_iter().map(|t| Line::styled(format!("  {t}"), palette.dim())));
        }
    }
    rows
}

/// The wagers of a seat that no line has settled, insurance first and the main wager apart.
fn open_wagers(seat: &SeatCards, lines: &[PaidLine]) -> Vec<String> {
    let insurance = (seat.insurance > 0).then_some((Spot::Insurance, seat.insurance));
    let side = seat.bets.iter().map(|stake| (stake.spot, stake.cents));
    let is_open = |&(spot, _): &(Spot, u32)| {
        let settles =
            |line: &PaidLine| line.seat == seat.seat && line.spot == LineSpot::Wager(spot);
        spot != Spot::Main && !lines.iter().any(settles)
    };
    let open = insurance.into_iter().chain(side).filter(is_open);
    open.map(|(spot, cents)| format!("{} {}", spot.name(), Money::cents(cents.into()))).collect()
}
