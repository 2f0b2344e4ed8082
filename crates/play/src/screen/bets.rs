//! The bets being placed: spots in rows, seats in columns, chips below.

use ratatui::text::{Line, Span};
use rules::{BetRefused, Money, Most, Pay, Spot};

use super::sheet::{Sheet, wrap};
use crate::news::{other_sets, stakes};
use crate::session::Session;
use crate::sitting::Sitting;

const NAME: usize = 18;
/// The least width in which limits can be said beside the spots.
const NOTE: usize = 24;

/// How many rows the bets want.
pub(super) fn wanted(table: &Sitting) -> u16 {
    let rows = table.spots().len() + 9 + others(table).len();
    u16::try_from(rows).unwrap_or(u16::MAX)
}

/// Draws the bets, the chips and what the marked spot pays.
pub(super) fn draw(sheet: &mut Sheet<'_>, session: &Session) {
    let table = session.table();
    let cell = if table.seats().len() > 4 { 8 } else { 10 };
    sheet.line(0, &head(session, sheet, cell));
    let mut row = 1;
    for spot in table.spots() {
        let line = spot_row(session, sheet, spot, cell);
        sheet.line(row, &line);
        row += 1;
    }
    row += 1;
    sheet.line(row, &chips(session, sheet));
    row += 2;
    let room = usize::from(sheet.area.width.saturating_sub(4));
    for text in about(table, session.seat(), session.spot()).iter().flat_map(|t| wrap(t, room)) {
        sheet.line(row, &Line::styled(format!("  {text}"), sheet.palette.dim()));
        row += 1;
    }
    for (row, text) in (row + 1..).zip(others(table)) {
        sheet.line(row, &Line::raw(format!("  {text}")));
    }
}

/// The others at the table: name, chips, and the bets that lie.
fn others(table: &Sitting) -> Vec<String> {
    let mut said = Vec::new();
    for seat in table.others() {
        let Some(player) = &seat.player else { continue };
        let bets = match &seat.bets[..] {
            [] => "no bets yet".to_owned(),
            bets => stakes(bets),
        };
        let ready = if player.ready { ", ready" } else { "" };
        said.push(format!("Seat {} {}: {bets}{ready}", seat.seat, player.name));
    }
    said
}

fn head(session: &Session, sheet: &Sheet<'_>, cell: usize) -> Line<'static> {
    let palette = sheet.palette;
    let mut line = Line::from(Span::styled(format!("  {:<NAME$}", "Your bets"), palette.title()));
    for &seat in session.table().seats() {
        let text = format!("{:>cell$}", format!("Seat {seat} "));
        let here = seat == session.seat();
        line.push_span(Span::styled(text, if here { palette.key() } else { palette.dim() }));
    }
    line
}

fn spot_row(session: &Session, sheet: &Sheet<'_>, spot: Spot, cell: usize) -> Line<'static> {
    let (table, palette) = (session.table(), sheet.palette);
    let mut line = Line::from(Span::raw(format!("  {:<NAME$}", spot.name())));
    for &seat in table.seats() {
        let stake = table.stake(seat, spot);
        let text = match stake {
            0 => "·".to_owned(),
            cents => Money::cents(cents.into()).to_string(),
        };
        if (seat, spot) == (session.seat(), session.spot()) {
            let text = format!("[{text}]");
            let before = cell.saturating_sub(text.chars().count());
            line.push_span(Span::raw(" ".repeat(before)));
            line.push_span(Span::styled(text, palette.marked()));
        } else {
            let style = if stake > 0 { palette.key() } else { palette.dim() };
            line.push_span(Span::styled(format!("{:>cell$}", format!("{text} ")), style));
        }
    }
    let used = 2 + NAME + table.seats().len() * cell;
    if usize::from(sheet.area.width).saturating_sub(used) >= NOTE {
        line.push_span(Span::styled(
            format!("  {}", note(table, session.seat(), spot)),
            palette.dim(),
        ));
    }
    line
}

/// The limits of a spot, or why it cannot be bet on beside what lies.
fn note(table: &Sitting, seat: u8, spot: Spot) -> String {
    objection(table, seat, spot).unwrap_or_else(|| limits(table, spot))
}

fn objection(table: &Sitting, seat: u8, spot: Spot) -> Option<String> {
    if table.stake(seat, spot) > 0 {
        return None;
    }
    match table.why_not(seat, spot)? {
        BetRefused::Requires { needs, .. } => Some(format!("needs {}", needs.name())),
        BetRefused::Games { most, .. } => Some(format!("a seat plays {most} games at most")),
        _ => None,
    }
}

fn limits(table: &Sitting, spot: Spot) -> String {
    let Some(wager) = table.rules().wager(spot) else { return String::new() };
    let least = Money::cents(wager.least.into());
    if spot.is_progressive() {
        let meter = table.meters().find(|(of, _)| *of == spot);
        let meter = meter.map_or(String::new(), |(_, meter)| format!("; meter {meter}"));
        return format!("{least}{meter}");
    }
    match wager.most {
        Most::Amount(most) => format!("{least} to {}", Money::cents(most.into())),
        Most::MainWager(_) => format!("{least} to the main wager"),
    }
}

fn chips(session: &Session, sheet: &Sheet<'_>) -> Line<'static> {
    let palette = sheet.palette;
    let mut line =
        Line::from(Span::styled(format!("  {:<NAME$}", "Chip in hand"), palette.title()));
    for (place, &chip) in session.table().game().chips.iter().enumerate() {
        let text = Money::cents(chip.into()).to_string();
        line.push_span(if place == session.chip() {
            Span::styled(format!("[{text}]"), palette.marked())
        } else {
            Span::raw(format!(" {text} "))
        });
        line.push_span(Span::raw(" "));
    }
    line
}

/// What a spot pays, and its limits.
fn about(table: &Sitting, seat: u8, spot: Spot) -> Vec<String> {
    let rules = table.rules();
    let mut pays: Vec<String> = Vec::new();
    let mut name = spot.name().to_owned();
    let pay_table = match spot {
        Spot::Main => {
            pays.push(format!("natural {}", rules.natural_pays));
            name = "Main wager pays 1 to 1; better".to_owned();
            rules.bonus_21.as_ref().map(|bonus| (&bonus.table, Some(bonus.suit)))
        }
        spot => rules.table(spot).map(|table| (table, None)),
    };
    if let Some((table, suit)) = pay_table {
        let better = table.lines().filter(|&(_, pay)| {
            pay != Pay::Loses && (spot != Spot::Main || pay != Pay::To(rules::To::EVEN))
        });
        pays.extend(better.map(|(class, pay)| {
            let label = class.label();
            let label =
                suit.map_or(label.to_owned(), |suit| label.replace("the bonus suit", suit.word()));
            format!("{label} {pay}")
        }));
    }
    let step = rules.wager(spot).map_or(0, |wager| wager.step);
    let step = match spot.is_progressive() {
        true => String::new(),
        false => format!(", in steps of {}", Money::cents(step.into())),
    };
    let mut about = vec![
        format!("{name}: {}.", pays.join(", ")),
        format!("Limits: {}{step}.", limits(table, spot)),
    ];
    about.extend(other_sets(table).filter(|_| spot == Spot::Main));
    about.extend(objection(table, seat, spot).map(|why| format!("Not now: {why}.")));
    about
}
