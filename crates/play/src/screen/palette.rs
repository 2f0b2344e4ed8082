//! Colours, or none where the player wants none.

use cards::Suit;
use ratatui::style::{Color, Modifier, Style};

/// The styles of the screen. Nothing is said by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// Red suits are red, cards are white.
    Colour,
    /// Bold, dim and reversed only (`NO_COLOR`).
    Plain,
}

impl Palette {
    fn style(self, colour: Style, plain: Style) -> Style {
        match self {
            Palette::Colour => colour,
            Palette::Plain => plain,
        }
    }

    pub(super) fn bar(self) -> Style {
        let colour = Style::new().fg(Color::White).bg(Color::Indexed(22));
        self.style(colour.add_modifier(Modifier::BOLD), Style::new().reversed())
    }

    pub(super) fn title(self) -> Style {
        self.style(Style::new().fg(Color::Green).bold(), Style::new().bold())
    }

    pub(super) fn dim(self) -> Style {
        self.style(Style::new().fg(Color::DarkGray), Style::new().dim())
    }

    pub(super) fn key(self) -> Style {
        // Cyan can be read on a dark and on a light background.
        self.style(Style::new().fg(Color::Cyan).bold(), Style::new().bold())
    }

    /// What is marked: the cursor, the chip in hand, the hand that is asked.
    pub(super) fn marked(self) -> Style {
        self.style(Style::new().fg(Color::Black).bg(Color::Yellow), Style::new().reversed())
    }

    pub(super) fn active(self) -> Style {
        self.key()
    }

    pub(super) fn refused(self) -> Style {
        self.style(Style::new().fg(Color::Red).bold(), Style::new().bold())
    }

    pub(super) fn won(self) -> Style {
        self.style(Style::new().fg(Color::Green).bold(), Style::new().bold())
    }

    pub(super) fn suit(self, suit: Suit) -> Style {
        let red = Style::new().fg(Color::Red);
        let red = if suit.is_red() { red } else { Style::new() };
        self.style(red.bold(), Style::new().bold())
    }

    pub(super) fn card(self, suit: Suit) -> Style {
        let ink = if suit.is_red() { Color::Red } else { Color::Black };
        self.style(Style::new().fg(ink).bg(Color::White), Style::new())
    }

    pub(super) fn card_edge(self) -> Style {
        self.style(Style::new().fg(Color::DarkGray).bg(Color::White), Style::new())
    }

    pub(super) fn card_back(self) -> Style {
        self.style(Style::new().fg(Color::LightBlue).bg(Color::Blue), Style::new().dim())
    }
}
