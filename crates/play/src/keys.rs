//! Keys to commands: the same letters as in the browser.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::Action;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    NextSpot,
    PreviousSpot,
    NextChip,
    PreviousChip,
    Seat(u8),
    Add,
    Remove,
    TypeAmount,
    Undo,
    Clear,
    Rebet,
    RebetDouble,
    /// More chips, where a house sells them.
    Buy,
    Deal,
    Act(Action),
    /// Surrender, or rescue after a double.
    GiveUp,
    Insure,
    NoInsurance,
    /// What the answers are worth, when something is asked; else the help.
    Coach,
    Help,
    Rules,
    Leave,
    /// Ctrl-C: leave without asking.
    LeaveNow,
    Scroll(Scroll),
    /// A character of a typed amount.
    Character(char),
    Backspace,
    Confirm,
    Cancel,
}

/// How far to scroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Scroll {
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    End,
}

/// What the keys mean now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Bets and cards.
    Table,
    /// A page is open.
    Reading,
    /// An amount is typed.
    Typing,
    /// A question is asked: yes or no.
    Asking,
}

/// The command of a key.
pub fn command(key: KeyEvent, mode: Mode) -> Option<Command> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => Some(Command::LeaveNow),
            _ => None,
        };
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    match mode {
        Mode::Table => table(key.code),
        Mode::Reading => reading(key.code),
        Mode::Typing => typing(key.code),
        Mode::Asking => asking(key.code),
    }
}

fn table(key: KeyCode) -> Option<Command> {
    Some(match key {
        KeyCode::Up | KeyCode::BackTab => Command::PreviousSpot,
        KeyCode::Down | KeyCode::Tab => Command::NextSpot,
        KeyCode::Left => Command::PreviousChip,
        KeyCode::Right => Command::NextChip,
        KeyCode::Enter => Command::Deal,
        KeyCode::Esc => Command::Leave,
        KeyCode::Backspace | KeyCode::Delete => Command::Remove,
        KeyCode::PageUp => Command::Scroll(Scroll::PageUp),
        KeyCode::PageDown => Command::Scroll(Scroll::PageDown),
        KeyCode::F(1) => Command::Help,
        KeyCode::Char(letter) => return letter_of_table(letter),
        _ => return None,
    })
}

fn letter_of_table(letter: char) -> Option<Command> {
    Some(match letter.to_ascii_lowercase() {
        ' ' => Command::Deal,
        '1'..='7' => Command::Seat(letter as u8 - b'0'),
        '+' | '=' | 'a' => Command::Add,
        '-' | '_' => Command::Remove,
        't' => Command::TypeAmount,
        'u' => Command::Undo,
        'c' => Command::Clear,
        'b' => Command::Rebet,
        'x' => Command::RebetDouble,
        'm' => Command::Buy,
        'h' => Command::Act(Action::Hit),
        's' => Command::Act(Action::Stand),
        'd' => Command::Act(Action::Double),
        'p' => Command::Act(Action::Split),
        'r' => Command::GiveUp,
        'i' => Command::Insure,
        'n' => Command::NoInsurance,
        'l' => Command::Rules,
        '?' => Command::Coach,
        'q' => Command::Leave,
        _ => return None,
    })
}

fn reading(key: KeyCode) -> Option<Command> {
    Some(match key {
        KeyCode::Up | KeyCode::Char('k') => Command::Scroll(Scroll::Up),
        KeyCode::Down | KeyCode::Char('j') => Command::Scroll(Scroll::Down),
        KeyCode::PageUp => Command::Scroll(Scroll::PageUp),
        KeyCode::PageDown | KeyCode::Char(' ') => Command::Scroll(Scroll::PageDown),
        KeyCode::Home => Command::Scroll(Scroll::Top),
        KeyCode::End => Command::Scroll(Scroll::End),
        KeyCode::Esc
        | KeyCode::Enter
        | KeyCode::F(1)
        | KeyCode::Char('q' | 'Q' | 'l' | 'L' | '?') => Command::Cancel,
        _ => return None,
    })
}

fn typing(key: KeyCode) -> Option<Command> {
    Some(match key {
        KeyCode::Char(letter) => Command::Character(letter),
        KeyCode::Backspace | KeyCode::Delete => Command::Backspace,
        KeyCode::Enter => Command::Confirm,
        KeyCode::Esc => Command::Cancel,
        _ => return None,
    })
}

fn asking(key: KeyCode) -> Option<Command> {
    Some(match key {
        KeyCode::Char('y' | 'Y') | KeyCode::Enter => Command::Confirm,
        KeyCode::Char('n' | 'N' | 'q' | 'Q') | KeyCode::Esc => Command::Cancel,
        _ => return None,
    })
}
