//! The dealer's cards and the hands of the seats.

use ratatui::text::{Line, Span};
use rules::Total;
use table::{Ask, Fate, HandView};

use super::card::{self, Face, Size, Spread};
use super::sheet::Sheet;
use crate::news::{badge, place, total_badge};
use crate::sitting::{Sitting, main_wager};

/// Space between the hands of a seat, and between seats.
const BETWEEN_HANDS: u16 = 2;
const BETWEEN_SEATS: u16 = 4;
/// Where the dealer's cards and the first hand begin.
const MARGIN: u16 = 14;

/// A hand as it is drawn.
struct Shown {
    seat: u8,
    /// Its number, where the seat has several.
    number: Option<u8>,
    cards: Vec<Face>,
    label: String,
    asked: bool,
    /// Whether it is the player's among those of others.
    own: bool,
}

/// How the hands of a round fit into a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    Boxes(Size, Spread),
    Rows,
}

/// Draws dealer and hands.
pub(super) fn draw(sheet: &mut Sheet<'_>, table: &Sitting) {
    let hands = shown(table);
    match fit(&hands, sheet.area.width, sheet.area.height) {
        Fit::Boxes(size, spread) => {
            draw_dealer(sheet, table, size);
            draw_boxes(sheet, &hands, (size, spread));
        }
        Fit::Rows => draw_rows(sheet, table, &hands),
    }
}

/// How many rows dealer and hands take: boxes must do with `for_boxes`, and where
/// they do not fit, rows of text with `for_text`.
pub(super) fn rows(table: &Sitting, width: u16, for_boxes: u16, for_text: u16) -> u16 {
    let hands = shown(table);
    match fit(&hands, width, for_boxes) {
        Fit::Boxes(size, _) => boxes_height(size),
        Fit::Rows => u16::try_from(hands.len()).unwrap_or(u16::MAX).saturating_add(2).min(for_text),
    }
}

/// Cards of the dealer and of the seats, the seats' titles and their totals.
fn boxes_height(size: Size) -> u16 {
    2 * size.height() + 2
}

fn shown(table: &Sitting) -> Vec<Shown> {
    let asked = table.view().ask.as_ref().map(|asked| match *asked {
        Ask::Action { seat, hand, .. } => (seat, Some(hand)),
        Ask::Insurance { seat, .. } => (seat, None),
    });
    let is_own = |seat: u8| table.seats().contains(&seat);
    let has_others = table.cards().seats.iter().any(|cards| !is_own(cards.seat));
    let mut all = Vec::new();
    for cards in &table.cards().seats {
        let (seat, main) = (cards.seat, main_wager(cards));
        for (number, hand) in (1u8..).zip(&cards.hands) {
            all.push(Shown {
                seat,
                number: (cards.hands.len() > 1).then_some(number),
                cards: hand.cards.iter().map(|&card| Face::Up(card)).collect(),
                label: label(hand, main),
                asked: asked.is_some_and(|(at, on)| at == seat && on.is_none_or(|on| on == number)),
                own: has_others && is_own(seat),
            });
        }
    }
    all
}

/// Total, stake and multiple: `7/17  $20 x2`.
fn label(hand: &HandView, main: u32) -> String {
    let total = match hand.fate {
        Fate::Surrendered => format!("{} surrendered", badge(hand)),
        Fate::Rescued => format!("{} rescued", badge(hand)),
        Fate::Open | Fate::Stood | Fate::Bust | Fate::Natural => badge(hand),
    };
    let stake = rules::Money::cents(hand.stake.into());
    match hand.stake.checked_div(main) {
        Some(times) if times > 1 && hand.stake.is_multiple_of(main) => {
            format!("{total}  {stake} x{times}")
        }
        _ => format!("{total}  {stake}"),
    }
}

impl Shown {
    fn title(&self) -> String {
        match self.number {
            None if self.own => format!("Seat {}, yours", self.seat),
            None => format!("Seat {}", self.seat),
            Some(1) => format!("Seat {}, hand 1", self.seat),
            Some(number) => format!("hand {number}"),
        }
    }

    fn width(&self, size: Size, spread: Spread) -> u16 {
        let text = self.title().chars().count().max(self.label.chars().count()) + 2;
        card::width(size, spread, self.cards.len()).max(u16::try_from(text).unwrap_or(u16::MAX))
    }
}

/// The largest cards that fit: beside each other, overlapping, or as text.
fn fit(hands: &[Shown], width: u16, rows: u16) -> Fit {
    let choices = [
        (Size::Large, Spread::Beside),
        (Size::Large, Spread::Overlapping),
        (Size::Small, Spread::Beside),
        (Size::Small, Spread::Overlapping),
    ];
    let fits = |&(size, spread): &(Size, Spread)| {
        boxes_height(size) <= rows && total_width(hands, size, spread) <= width
    };
    choices.into_iter().find(fits).map_or(Fit::Rows, |(size, spread)| Fit::Boxes(size, spread))
}

fn total_width(hands: &[Shown], size: Size, spread: Spread) -> u16 {
    let mut width = margin(hands);
    for (place, hand) in hands.iter().enumerate() {
        width = width.saturating_add(gap(hands, place)).saturating_add(hand.width(size, spread));
    }
    width
}

/// A single hand stands under the dealer's cards; many need all the room.
fn margin(hands: &[Shown]) -> u16 {
    if hands.len() == 1 { MARGIN } else { 2 }
}

fn gap(hands: &[Shown], place: usize) -> u16 {
    match place.checked_sub(1).and_then(|before| hands.get(before)) {
        None => 0,
        Some(before) if before.seat == hands[place].seat => BETWEEN_HANDS,
        Some(_) => BETWEEN_SEATS,
    }
}

/// The dealer's cards; the hole card stays face down until it is turned.
fn dealer(table: &Sitting) -> (Vec<Face>, String) {
    let cards = &table.cards().dealer;
    let total = Total::of(cards);
    let mut faces: Vec<Face> = cards.iter().map(|&card| Face::Up(card)).collect();
    let text = match (cards.len(), table.cards().hole_down) {
        (0, _) => String::new(),
        (_, true) => format!("shows {}", total_badge(total)),
        (2, false) if total.best() == 21 => "BJ".to_owned(),
        (_, false) => total_badge(total),
    };
    faces.extend(table.cards().hole_down.then_some(Face::Down));
    (faces, text)
}

fn draw_dealer(sheet: &mut Sheet<'_>, table: &Sitting, size: Size) {
    let (faces, total) = dealer(table);
    let (title, bold) = (sheet.palette.title(), sheet.palette.key());
    sheet.line_at(2, 1, &Line::styled("Dealer", title));
    sheet.line_at(2, 2, &Line::styled(total, bold));
    let room = sheet.area.width.saturating_sub(MARGIN);
    let beside = card::width(size, Spread::Beside, faces.len()) <= room;
    let spread = if beside { Spread::Beside } else { Spread::Overlapping };
    let at = (sheet.area.x + MARGIN, sheet.area.y);
    card::draw(sheet, at, (size, spread), &faces);
}

fn draw_boxes(sheet: &mut Sheet<'_>, hands: &[Shown], (size, spread): (Size, Spread)) {
    let palette = sheet.palette;
    let top = size.height();
    let mut column = margin(hands);
    for (place, hand) in hands.iter().enumerate() {
        column += gap(hands, place);
        let (mark, style) =
            if hand.asked { ("▶ ", palette.active()) } else { ("", palette.title()) };
        let title = Line::styled(format!("{mark}{}", hand.title()), style);
        sheet.line_at(column, top, &title);
        let at = (sheet.area.x + column, sheet.area.y + top + 1);
        card::draw(sheet, at, (size, spread), &hand.cards);
        let style = if hand.asked { palette.active() } else { ratatui::style::Style::new().bold() };
        sheet.line_at(column, top + 1 + size.height(), &Line::styled(hand.label.clone(), style));
        column += hand.width(size, spread);
    }
}

/// One row for each hand; with more hands than rows those around the asked one.
fn draw_rows(sheet: &mut Sheet<'_>, table: &Sitting, hands: &[Shown]) {
    let palette = sheet.palette;
    let (faces, total) = dealer(table);
    let longest = hands.iter().map(|hand| hand.cards.len()).chain([faces.len()]).max();
    let cards = 3 * longest.unwrap_or(0);
    let row_of = |place: Span<'static>, faces: &[Face], label: &str| {
        let mut line = Line::from(place);
        line.extend(card::line(palette, faces));
        let gap = (20 + cards).saturating_sub(line.width());
        line.push_span(Span::styled(format!("{:gap$} {label}", ""), palette.key()));
        line
    };
    let dealer = Span::styled(format!("  {:<18}", "Dealer"), palette.title());
    sheet.line(0, &row_of(dealer, &faces, &total));
    let rows = usize::from(sheet.area.height.saturating_sub(2)).max(1);
    let asked = hands.iter().position(|hand| hand.asked).unwrap_or(0);
    let first = asked.saturating_sub(rows / 2).min(hands.len().saturating_sub(rows));
    for (row, hand) in (2u16..).zip(hands.iter().skip(first).take(rows)) {
        let mark = if hand.asked { "▶ " } else { "  " };
        let style = if hand.asked { palette.active() } else { palette.title() };
        let place = place(hand.seat, hand.number);
        let place = Span::styled(format!("{mark}{place:<18}"), style);
        sheet.line(row, &row_of(place, &hand.cards, &hand.label));
    }
    let hidden = hands.len().saturating_sub(rows);
    if hidden > 0 {
        let text = if hidden == 1 {
            "  … 1 more hand".into()
        } else {
            format!("  … {hidden} more hands")
        };
        sheet.line(1, &Line::styled(text, palette.dim()));
    }
}
