//! `bahama play`: a table in the terminal, for play money.
//!
//! [`Table`] is the pure state: bets, shoe, bankroll, round, meters. [`Session`]
//! adds cursor and pages, [`Coach`] knows what answers are worth, [`keys`] and [`screen`] are its keyboard and its face,
//! [`plain`] plays the same table line by line. Only this module and [`purse`]
//! touch the terminal and the disk.

mod betting;
mod coach;
mod dealing;
pub mod event;
mod felt;
pub mod keys;
mod meters;
mod offer;
pub mod plain;
pub mod purse;
pub mod screen;
mod session;
mod shoe;
mod table;

use std::io::{IsTerminal, Write};

use crossterm::event::{Event as Input, KeyEventKind};
use ratatui::layout::Rect;
use rules::{Game, Money, Profile};

pub use betting::LeftOut;
pub use coach::{Advice, Answer, Coach, Coaching, Given, Mistake, NoAdvice, Tally};
pub use felt::Felt;
pub use meters::{Held, TableMeter, TableMeters};
pub use offer::{Offer, Standing};
use purse::{Purse, PurseRefused, Variant};
pub use session::{Flow, Panel, Purpose, Session, Tone, View};
pub use shoe::{ShoeKey, TableShoe};
pub use table::{Outcome, Phase, Stack, Table, TableRefused};

/// How a sitting starts.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of seats.
    pub seats: u8,
    /// A seed for a repeatable shoe; without one the operating system's entropy.
    pub seed: Option<u64>,
    /// A new bankroll in place of the kept one.
    pub bankroll: Option<Money>,
    /// Lines of text, also on a terminal.
    pub lines: Lines,
    /// Whether the game has what-if settings.
    pub variant: Variant,
    /// When the coach speaks.
    pub coaching: Coaching,
}

/// When to play line by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Always.
    Always,
    /// Where input or output is not a terminal.
    WithoutTerminal,
}

/// Why there is no play.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlayFailed {
    #[error(
        "the operating system gives no random numbers ({0}), and no card is dealt without them"
    )]
    Entropy(getrandom::Error),
    #[error(transparent)]
    Purse(#[from] PurseRefused),
    #[error(transparent)]
    Table(#[from] TableRefused),
    #[error("{0}")]
    Terminal(#[from] std::io::Error),
}

/// Plays a game until the player leaves.
///
/// # Errors
/// If there is no entropy, the purse cannot be opened, or the terminal fails.
pub fn run(game: Game, profile: Profile, options: Options) -> Result<(), PlayFailed> {
    let key = key(options.seed)?;
    let folder = purse::folder().ok_or(PurseRefused::NoHome)?;
    let mut purse = Purse::open(&folder, options.bankroll)?;
    if let Some(path) = purse.put_aside() {
        anstream::eprintln!("The damaged bankroll file is kept as {}.", path.display());
    }
    let stack = purse.stack(&profile, options.variant);
    let mut table = Table::new(game, profile.clone(), options.seats, key, &stack)?;
    let mut coach = Coach::new(&profile.rules, options.coaching);
    let keep = move |table: &Table| {
        purse.keep(&profile, options.variant, &table.stack()).map_err(PlayFailed::from)
    };
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if options.lines == Lines::Always || !terminal || dumb {
        let prompt = if terminal { plain::Prompt::Shown } else { plain::Prompt::Hidden };
        let mut out = std::io::stdout().lock();
        plain::run(&mut table, &mut coach, std::io::stdin().lock(), &mut out, prompt, keep)
    } else {
        on_screen(Session::coached(table, coach), keep)
    }
}

/// The shoe's keys: from the seed, or 256 bits of the system's entropy for every
/// shuffle (N-01, N-05).
fn key(seed: Option<u64>) -> Result<ShoeKey, PlayFailed> {
    let mut key = [0; 32];
    if let Some(seed) = seed {
        key[..8].copy_from_slice(&seed.to_le_bytes());
        return Ok(ShoeKey::Seeded(key));
    }
    // Asked once for nothing, so that a machine without entropy is told at the start.
    getrandom::fill(&mut key).map_err(PlayFailed::Entropy)?;
    Ok(ShoeKey::Fresh(|bytes| getrandom::fill(bytes).is_ok()))
}

/// Plays on the whole screen, and leaves the terminal as it was: also after a
/// panic (the hook of `try_init`) and after Ctrl-C, which is a key here.
fn on_screen(
    mut session: Session,
    mut keep: impl FnMut(&Table) -> Result<(), PlayFailed>,
) -> Result<(), PlayFailed> {
    let mut terminal = ratatui::try_init().inspect_err(|_| ratatui::restore())?;
    let sat = sit(&mut terminal, &mut session, &mut keep);
    ratatui::restore();
    sat?;
    let summary = session.coach().summary();
    let mistakes = session.coach().mistakes().to_vec();
    let mut table = session.into_table();
    keep(&table)?;
    let mut out = anstream::stdout();
    for event in table.take_events() {
        writeln!(out, "{}", event.sentence())?;
        // Left with cards out, the round has not been spoken about yet.
        if matches!(event, event::Event::Over(_)) {
            for mistake in &mistakes {
                writeln!(out, "Coach: {}", mistake.sentence())?;
            }
        }
    }
    if let Some(summary) = summary {
        writeln!(out, "{summary}")?;
    }
    writeln!(out, "{}", event::farewell(table.stack().bankroll))?;
    Ok(())
}

fn sit(
    terminal: &mut ratatui::DefaultTerminal,
    session: &mut Session,
    keep: &mut impl FnMut(&Table) -> Result<(), PlayFailed>,
) -> Result<(), PlayFailed> {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let palette = if no_colour { screen::Palette::Plain } else { screen::Palette::Colour };
    let mut kept = session.table().rounds();
    loop {
        terminal.draw(|frame| screen::draw(frame, session, palette))?;
        let key = match crossterm::event::read()? {
            Input::Key(key) if key.kind != KeyEventKind::Release => key,
            _ => continue,
        };
        let Some(command) = keys::command(key, session.mode()) else { continue };
        if session.handle(command) == Flow::Leave {
            return Ok(());
        }
        let size = terminal.size()?;
        session.limit_scroll(screen::most_scroll(
            session,
            Rect::from((ratatui::layout::Position::ORIGIN, size)),
        ));
        if session.table().rounds() > kept {
            kept = session.table().rounds();
            if let Err(failed) = keep(session.table()) {
                session.warn(format!("The bankroll could not be kept: {failed}."));
            }
        }
    }
}
