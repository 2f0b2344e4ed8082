//! The foot of the screen: who is asked, the keys, and the last message.

use ratatui::text::{Line, Span};
use rules::{Money, Total};
use table::Ask;

use super::letter;
use super::sheet::{Sheet, wrap};
use crate::news::{badge, insurance_pays, place, signed, total_badge};
use crate::offer::Offer;
use crate::session::{Screen, Session, Tone};

/// Where each button begins; buttons never change their places.
const BUTTONS: [u16; 5] = [2, 9, 18, 44, 54];

pub(super) fn draw(sheet: &mut Sheet<'_>, session: &Session) {
    rule(sheet, &prompt(session));
    match session.table().asked() {
        Some(Ask::Action { .. }) => turn(sheet, session),
        Some(Ask::Insurance { .. }) => insurance(sheet, session),
        None if session.table().is_betting() => betting(sheet, session),
        None => watching(sheet),
    }
    let (tone, text) = session.message();
    let palette = sheet.palette;
    let style = match tone {
        Tone::Said => ratatui::style::Style::new(),
        Tone::Refused => palette.refused(),
    };
    let room = usize::from(sheet.area.width.saturating_sub(4));
    for (row, text) in (3u16..).zip(wrap(text, room)) {
        sheet.line(row, &Line::styled(format!("  {text}"), style));
    }
}

/// The line above the keys, with what is asked in it.
fn rule(sheet: &mut Sheet<'_>, text: &str) {
    let palette = sheet.palette;
    let width = usize::from(sheet.area.width);
    let rest = width.saturating_sub(text.chars().count() + 5);
    let line = Line::from(vec![
        Span::styled("── ", palette.dim()),
        Span::styled(text.to_owned(), palette.active()),
        Span::styled(format!(" {}", "─".repeat(rest + 1)), palette.dim()),
    ]);
    sheet.line(0, &line);
}

/// What is asked or waited for, and how long.
fn prompt(session: &Session) -> String {
    let table = session.table();
    let clock = match table.seconds_left() {
        Some(seconds) => format!(" · {seconds} s"),
        None => String::new(),
    };
    let text = match table.waiting() {
        Some(waiting) if !table.is_betting() || session.shows() == Screen::Bets => waiting.text(),
        _ => question(session),
    };
    format!("{text}{clock}")
}

fn question(session: &Session) -> String {
    let table = session.table();
    let up = table.up_card().map_or(String::new(), |up| total_badge(Total::of(&[up])));
    match table.asked() {
        Some(&Ask::Action { seat, hand, .. }) => {
            let hands = table.cards_of(seat).map_or(&[][..], |cards| &cards.hands);
            let number = (hands.len() > 1).then_some(hand);
            let total = hands.get(usize::from(hand) - 1).map(badge).unwrap_or_default();
            format!("{}: {total} against {up}", place(seat, number))
        }
        Some(Ask::Insurance { seat, .. }) => {
            format!("Seat {seat}: the dealer shows an ace. Insurance?")
        }
        None => match (session.shows(), table.outcome()) {
            (Screen::Cards, Some(sum)) => {
                format!("The round is over: net {}", signed(sum.net()))
            }
            _ => "Place your bets".to_owned(),
        },
    }
}

fn turn(sheet: &mut Sheet<'_>, session: &Session) {
    for (offer, column) in session.table().offers().iter().zip(BUTTONS) {
        button(sheet, column, offer);
    }
    help(sheet, session);
}

fn button(sheet: &mut Sheet<'_>, column: u16, offer: &Offer) {
    let palette = sheet.palette;
    let open = offer.standing.is_open();
    let (key, name) = if open {
        (palette.key(), ratatui::style::Style::new())
    } else {
        (palette.dim(), palette.dim())
    };
    let line = Line::from(vec![
        Span::styled(letter(offer.action), key),
        Span::styled(format!(" {}", offer.name()), name),
    ]);
    sheet.line_at(column, 1, &line);
    sheet.line_at(column, 2, &Line::styled(offer.detail(), palette.dim()));
}

fn insurance(sheet: &mut Sheet<'_>, session: &Session) {
    let (table, palette) = (session.table(), sheet.palette);
    let most = Money::cents(table.most_insurance().into());
    let pays = insurance_pays(table).map_or(String::new(), |pays| format!("{pays} "));
    let line = Line::from(vec![
        Span::styled("I", palette.key()),
        Span::raw(" Insure         "),
        Span::styled("N", palette.key()),
        Span::raw(" No insurance"),
    ]);
    sheet.line_at(2, 1, &line);
    sheet.line_at(2, 2, &Line::styled(format!("{pays}At most {most}."), palette.dim()));
    help(sheet, session);
}

fn help(sheet: &mut Sheet<'_>, session: &Session) {
    let line = match session.coach().is_on() {
        true => keys(sheet, &[("?", "coach"), ("F1", "help")]),
        false => keys(sheet, &[("?", "help")]),
    };
    sheet.line_right(0, &line);
}

fn betting(sheet: &mut Sheet<'_>, session: &Session) {
    let table = session.table();
    let again = table.felt().last().is_some() && table.felt().total() == Money::ZERO;
    let enter = if again { "same bets again" } else { "deal" };
    let seats = match table.seats() {
        [1, .., last] if usize::from(*last) == table.seats().len() => format!("1-{last}"),
        seats => seats.iter().map(u8::to_string).collect::<Vec<_>>().join(" "),
    };
    let mut first = vec![("Enter", enter), ("+", "bet"), ("-", "take back")];
    first.extend([("← →", "chip"), ("↑ ↓", "spot")]);
    if table.seats().len() > 1 {
        first.push((&seats, "seat"));
    }
    let mut second = vec![
        ("T", "amount"),
        ("U", "undo"),
        ("C", "clear"),
        ("B", "rebet"),
        ("X", "rebet x2"),
        ("L", "rules"),
        ("?", "help"),
        ("Q", "leave"),
    ];
    if table.host().is_some() {
        second.insert(5, ("M", "more chips"));
    }
    let line = keys(sheet, &first);
    sheet.line(1, &line);
    let line = keys(sheet, &second);
    sheet.line(2, &line);
}

/// Others are asked.
fn watching(sheet: &mut Sheet<'_>) {
    let line =
        keys(sheet, &[("PgUp PgDn", "results"), ("L", "rules"), ("F1", "help"), ("Q", "leave")]);
    sheet.line(1, &line);
}

fn keys(sheet: &Sheet<'_>, keys: &[(&str, &str)]) -> Line<'static> {
    let palette = sheet.palette;
    let mut line = Line::raw("  ");
    for (key, what) in keys {
        line.push_span(Span::styled((*key).to_owned(), palette.key()));
        line.push_span(Span::raw(format!(" {what}  ")));
    }
    line
}
