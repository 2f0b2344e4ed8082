//! Cards as boxes, or as text where there is no room for boxes.

use cards::{Card, Rank};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::palette::Palette;
use super::sheet::Sheet;

/// How large cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Large,
    Small,
}

impl Size {
    pub(super) const fn width(self) -> u16 {
        match self {
            Size::Large => 7,
            Size::Small => 5,
        }
    }

    pub(super) const fn height(self) -> u16 {
        match self {
            Size::Large => 5,
            Size::Small => 4,
        }
    }

    /// What stays visible of a card under the next one: its rank and its suit.
    const fn corner(self) -> u16 {
        match self {
            Size::Large => 4,
            Size::Small => 3,
        }
    }
}

/// Whether cards lie beside each other or overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    Beside,
    Overlapping,
}

/// A card as it lies: face up or face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Up(Card),
    Down,
}

/// How wide so many cards are.
pub(super) fn width(size: Size, spread: Spread, count: usize) -> u16 {
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    match spread {
        Spread::Beside => size.width().saturating_mul(count),
        Spread::Overlapping => {
            size.corner().saturating_mul(count.saturating_sub(1)).saturating_add(size.width())
        }
    }
}

/// Draws cards from the left upper corner on.
pub(super) fn draw(
    sheet: &mut Sheet<'_>,
    (x, y): (u16, u16),
    (size, spread): (Size, Spread),
    faces: &[Face],
) {
    let step = match spread {
        Spread::Beside => size.width(),
        Spread::Overlapping => size.corner(),
    };
    for (place, &face) in (0u16..).zip(faces) {
        let x = x.saturating_add(step.saturating_mul(place));
        draw_one(sheet, Rect::new(x, y, size.width(), size.height()), face);
    }
}

fn draw_one(sheet: &mut Sheet<'_>, at: Rect, face: Face) {
    let palette = sheet.palette;
    let inside = usize::from(at.width - 2);
    let (edge, body, ink) = match face {
        Face::Up(card) => (palette.card_edge(), face_of(card, at), palette.card(card.suit())),
        Face::Down => {
            let body = vec!["░".repeat(inside); usize::from(at.height - 2)];
            (palette.card_back(), body, palette.card_back())
        }
    };
    sheet.put(at.x, at.y, &format!("┌{}┐", "─".repeat(inside)), edge);
    for (row, text) in (1u16..).zip(&body) {
        sheet.put(at.x, at.y + row, "│", edge);
        sheet.put(at.x + 1, at.y + row, text, ink);
        sheet.put(at.x + at.width - 1, at.y + row, "│", edge);
    }
    sheet.put(at.x, at.bottom() - 1, &format!("└{}┘", "─".repeat(inside)), edge);
}

/// The lines inside a card: the rank in the corner, the suit in the middle.
fn face_of(card: Card, at: Rect) -> Vec<String> {
    let rank = rank(card.rank());
    let suit = card.suit().symbol();
    let inside = usize::from(at.width - 2);
    let mut lines = vec![format!("{rank:<inside$}"), format!("{suit:^inside$}")];
    if at.height == Size::Large.height() {
        // The suit also stands in the corner, where an overlapping card leaves it visible.
        lines[0] = format!("{:<inside$}", format!("{rank}{suit}"));
        lines.push(format!("{rank:>inside$}"));
    }
    lines
}

fn rank(rank: Rank) -> String {
    match rank {
        Rank::Ten => "10".to_owned(),
        rank => rank.letter().to_string(),
    }
}

/// A card as text: `7♠`.
pub(super) fn text(card: Card) -> String {
    format!("{}{}", rank(card.rank()), card.suit().symbol())
}

/// Cards as a line of text, red suits in red.
pub(super) fn line(palette: Palette, faces: &[Face]) -> Line<'static> {
    let spans = faces.iter().flat_map(|&face| {
        let card = match face {
            Face::Up(card) => Span::styled(text(card), palette.suit(card.suit())),
            Face::Down => Span::styled("▒▒", palette.dim()),
        };
        [card, Span::raw(" ")]
    });
    Line::from_iter(spans)
}
