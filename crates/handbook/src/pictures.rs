//! The pictures of the documents that need no browser, as SVG: the terminal table as it
//! draws itself, and strategy charts.

use std::fmt::Write as _;
use std::fs;

use bahama::library::{Choice, Library};
use bahama::strategy::{self, StrategyChoice, StrategySheet};
use play::keys::Command;
use play::screen::{self, Palette};
use play::{Coach, Coaching, Entropy, Own, Session, Sitting};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use rules::{Action, Money};
use table::Ask;

use crate::Failure;
use crate::root;

const FOLDER: &str = "docs/pictures";
/// The terminal in cells, and a cell in pixels.
const COLUMNS: u16 = 100;
const ROWS: u16 = 32;
const CELL: (f32, f32) = (8.4, 17.0);
const BACKGROUND: &str = "#10171a";
const FOREGROUND: &str = "#d8dee2";

/// Writes every picture.
///
/// # Errors
/// If the table cannot be set up or a file cannot be written.
pub fn write() -> Result<(), Failure> {
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| format!("{FOLDER}: {error}"))?;
    for (name, picture) in [("play.svg", svg(&draw(&split_hands()?)?)), ("strategy.svg", chart()?)]
    {
        fs::write(folder.join(name), picture).map_err(|error| format!("{FOLDER}: {error}"))?;
        println!("wrote {FOLDER}/{name}");
    }
    Ok(())
}

/// The strategy charts of a game.
fn chart() -> Result<String, Failure> {
    let choice = Choice { game: "bahama-bonus".to_owned(), ..Choice::default() };
    let (game, profile) =
        Library::default().profile(&choice).map_err(|refused| refused.to_string())?;
    let sheet = StrategySheet::of(&game, &profile.rules, None, &StrategyChoice::Chart, || {})
        .map_err(|refused| refused.to_string())?;
    strategy::svg(&sheet).map_err(|error| error.to_string())
}

/// The first shoe, by number of its seed, that deals a pair: split, one hand acting.
fn split_hands() -> Result<Session, Failure> {
    let library = Library::default();
    let choice = Choice { game: "bahama-bonus".to_owned(), ..Choice::default() };
    let (game, profile) = library.profile(&choice).map_err(|refused| refused.to_string())?;
    for seed in 0..1000u64 {
        let sign = Own::sign(&game, &profile, 1);
        let own = Own::open(sign, &game, &profile, Entropy::of_seed(seed), None)
            .map_err(|failed| failed.to_string())?;
        let bankroll = Money::dollars(1000);
        let table = Sitting::new(game.clone(), profile.clone(), Box::new(own), bankroll)
            .map_err(|failed| failed.to_string())?;
        let coach = Coach::new(&profile.rules, Coaching::Ask);
        let mut session = Session::coached(table, coach);
        for command in [Command::Add, Command::Add, Command::NextSpot, Command::Add, Command::Deal]
        {
            session.handle(command);
        }
        let Some(Ask::Action { legal, .. }) = session.table().asked() else { continue };
        if legal.iter().any(|offer| offer.action == Action::Split) {
            session.handle(Command::Act(Action::Split));
            if matches!(session.table().asked(), Some(Ask::Action { .. })) {
                return Ok(session);
            }
        }
    }
    Err("no shoe deals a pair".to_owned())
}

fn draw(session: &Session) -> Result<Buffer, Failure> {
    let mut terminal =
        Terminal::new(TestBackend::new(COLUMNS, ROWS)).map_err(|error| error.to_string())?;
    terminal
        .draw(|frame| screen::draw(frame, session, Palette::Colour))
        .map_err(|error| error.to_string())?;
    Ok(terminal.backend().buffer().clone())
}

fn svg(buffer: &Buffer) -> String {
    let (width, height) = (f32::from(COLUMNS) * CELL.0, f32::from(ROWS) * CELL.1);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\" role=\"img\">\n\
         <title>A table of bahama play in the terminal</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{BACKGROUND}\"/>\n"
    );
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            cell(&buffer[(column, row)], column, row, &mut text);
        }
    }
    text.push_str("</svg>\n");
    text
}

/// One cell: its background where it has one, its character where there is one.
fn cell(cell: &Cell, column: u16, row: u16, text: &mut String) {
    let (x, y) = (f32::from(column) * CELL.0, f32::from(row) * CELL.1);
    let reversed = cell.modifier.contains(Modifier::REVERSED);
    let (fore, back) = (colour(cell.fg, FOREGROUND), colour(cell.bg, BACKGROUND));
    let (fore, back) = if reversed { (back, fore) } else { (fore, back) };
    if back != BACKGROUND {
        let (width, height) = (CELL.0 + 0.3, CELL.1 + 0.3);
        let _ = writeln!(
            text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{back}\"/>"
        );
    }
    let symbol = cell.symbol();
    if symbol.trim().is_empty() {
        return;
    }
    let weight = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        text,
        "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{fore}\"{weight}>{symbol}</text>",
        y + 13.0
    );
}

fn colour(colour: Color, default: &'static str) -> &'static str {
    match colour {
        Color::Black => "#10171a",
        Color::Red | Color::LightRed => "#e0484d",
        Color::Green | Color::LightGreen => "#5fbf77",
        Color::Yellow | Color::LightYellow => "#e6c84f",
        Color::Blue | Color::LightBlue => "#5c9ee6",
        Color::Magenta | Color::LightMagenta => "#c678dd",
        Color::Cyan | Color::LightCyan => "#56c8d8",
        Color::White => "#f5f7f8",
        Color::Gray => "#b8c0c4",
        Color::DarkGray => "#7a868c",
        Color::Indexed(22) => "#0b5d2a",
        _ => default,
    }
}
