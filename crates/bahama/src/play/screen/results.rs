//! What every wager did: reason, staked, returned; and what the coach says to it.

use ratatui::text::{Line, Span};
use round::LineSpot;
use rules::{Money, Spot};

use super::palette::Palette;
use super::sheet::{Sheet, wrap};
use crate::pay::PaidLine;
use crate::play::coach::Mistake;
use crate::play::event::{signed, spot_name};
use crate::play::session::Session;
use crate::play::table::{Phase, Table};

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
    let Some(round) = table.round() else { return 0 };
    let later = table.seats_in_round().into_iter().map(|seat| {
        let sides = usize::from(round.placed().seat(usize::from(seat) - 1).games()) - 1;
        round.hands(seat).len() + sides + usize::from(round.insurance(seat) > 0)
    });
    u16::try_from(now.max(later.sum()) + mistakes + 1).unwrap_or(u16::MAX)
}

fn title(table: &Table, palette: Palette) -> Line<'static> {
    match table.outcome() {
        Some(outcome) => {
            let sum = outcome.sum;
            let style = if sum.net() > Money::ZERO { palette.won() } else { palette.title() };
            let text = format!(
                "  Results: staked {}, returned {}, net {}",
                sum.staked,
                sum.returned,
                signed(sum.net())
            );
            Line::styled(text, style)
        }
        None if table.settled().is_empty() => Line::default(),
        None => Line::styled("  Settled so far", palette.title()),
    }
}

fn rows(session: &Session, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let mut rows = wager_rows(session.table(), palette, width);
    // A round in play may still bring the next decision; nobody is told in between.
    if session.table().phase() == Phase::Betting {
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

fn wager_rows(table: &Table, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let seats = table.seats_in_round();
    let lines = match table.outcome() {
        Some(outcome) => &outcome.lines,
        None => table.settled(),
    };
    let mut rows: Vec<Line<'static>> =
        lines.iter().flat_map(|paid| row(table, paid, palette, width)).collect();
    if table.outcome().is_none() {
        rows.extend(waiting(table, &seats, palette, width));
    }
    rows
}

/// One wager: what it was, the amounts, and why; a long reason takes two rows.
fn row(table: &Table, paid: &PaidLine, palette: Palette, width: usize) -> Vec<Line<'static>> {
    let PaidLine { line, returned } = paid;
    let hands = table.round().map_or(0, |round| round.hands(line.seat).len());
    let what = match (line.spot, line.hand) {
        (LineSpot::Wager(Spot::Main), Some(hand)) if hands > 1 => format!("Main, hand {hand}"),
        (spot, _) => spot_name(spot).to_owned(),
    };
    let seat =
        if table.seats_in_round().len() > 1 { format!("{} ", line.seat) } else { String::new() };
    let start = format!("  {seat}{what:<16}{:>8} → ", line.staked.to_string());
    let amount = format!("{:>9}", returned.to_string());
    let style = if *returned > line.staked { palette.won() } else { ratatui::style::Style::new() };
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
fn waiting(table: &Table, seats: &[u8], palette: Palette, width: usize) -> Vec<Line<'static>> {
    let Some(round) = table.round() else { return Vec::new() };
    let mut rows = Vec::new();
    for &seat in seats {
        let open = |spot| {
            let is_line =
                |paid: &PaidLine| paid.line.seat == seat && paid.line.spot == LineSpot::Wager(spot);
            spot != Spot::Main && !table.settled().iter().any(is_line)
        };
        let mut names: Vec<String> = round
            .placed()
            .seat(usize::from(seat) - 1)
            .iter()
            .filter(|&(spot, _)| open(spot))
            .map(|(spot, cents)| format!("{} {}", spot.name(), Money::cents(cents.into())))
            .collect();
        let insurance = round.insurance(seat);
        if insurance > 0 && open(Spot::Insurance) {
            names.insert(0, format!("Insurance {}", Money::cents(insurance.into())));
        }
        if !names.is_empty() {
            let seat =
                if seats.len() > 1 { format!("Seat {seat}, open: ") } else { "Open: ".into() };
            let text = format!("{seat}{}", names.join(", "));
            let lines = wrap(&text, width.saturating_sub(4));
            rows.extend(lines.into_iter().map(|t| Line::styled(format!("  {t}"), palette.dim())));
        }
    }
    rows
}
