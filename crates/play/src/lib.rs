//! `bahama play`: a table in the terminal, for play money.
//!
//! A client of a table, like the browser: it never sees a round, only the table's view and
//! events. A [`Place`] is whatever deals; [`Own`] is a floor with its record in memory, and
//! [`Server`] leads to the tables of a running server.
//! [`Sitting`] is a person's seats there with the bets in his hand, [`Session`] adds cursor and
//! pages, [`Coach`] knows what answers are worth, [`keys`] and [`screen`] are its keyboard and
//! its face, [`plain`] plays the same table line by line. Only this module, [`purse`] and
//! `server` touch the terminal, the disk and the network.

mod betting;
mod coach;
mod felt;
mod inbox;
pub mod keys;
pub mod news;
mod offer;
mod place;
pub mod plain;
pub mod purse;
pub mod screen;
mod server;
mod session;
mod sitting;
mod stop;
mod text;
mod waiting;

use std::io::{BufReader, IsTerminal, Write};
use std::time::Duration;

use crossterm::event::{Event as Input, KeyEventKind};
use ratatui::layout::Rect;
use rules::{Game, Money, Profile};

pub use self::coach::{Advice, Answer, Coach, Coaching, Given, Mistake, NoAdvice, Tally};
pub use betting::LeftOut;
pub use felt::Felt;
use inbox::{Inbox, Wake};
pub use offer::{Offer, Standing};
pub use place::{Arrived, Bell, Entropy, Own, Place, PlaceRefused, SetUpFailed};
use purse::{Purse, PurseRefused, Variant};
pub use server::{Address, Joined, Misfit, NotAnAddress, Server, ServerRefused, Wanted};
pub use session::{Flow, Panel, Purpose, Screen, Session, Tone};
pub use sitting::{Sitting, Stack, Sum, TableRefused};
pub use stop::Stop;
pub use text::wrap;
pub use waiting::Waiting;

/// How a sitting starts.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of seats.
    pub seats: u8,
    /// Lines of text, also on a terminal.
    pub lines: Lines,
    /// When the coach speaks.
    pub coaching: Coaching,
}

/// How a table of one's own starts.
#[derive(Clone, Copy, Debug)]
pub struct OwnOptions {
    /// A seed for a repeatable shoe; without one the operating system's entropy.
    pub seed: Option<u64>,
    /// A new bankroll in place of the kept one.
    pub bankroll: Option<Money>,
    /// Whether the game has what-if settings.
    pub variant: Variant,
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
    #[error("this table has {seats} seats, not {wanted}")]
    Seats { wanted: u8, seats: u8 },
    #[error(transparent)]
    SetUp(#[from] SetUpFailed),
    #[error(transparent)]
    Server(#[from] ServerRefused),
    #[error(transparent)]
    Table(#[from] TableRefused),
    #[error("{0}")]
    Terminal(#[from] std::io::Error),
}

/// What a guest buys in for at a server's table, within what its sign allows.
const BUY_IN: Money = Money::dollars(1_000);

/// Plays a game at a table of one's own until the player leaves.
///
/// # Errors
/// If there is no entropy, the purse cannot be opened, or the terminal fails.
pub fn run(
    game: Game,
    profile: Profile,
    own_options: OwnOptions,
    options: Options,
) -> Result<(), PlayFailed> {
    let most = profile.rules.seats;
    if !(1..=most).contains(&options.seats) {
        return Err(PlayFailed::Seats { wanted: options.seats, seats: most });
    }
    let stop = Stop::on_signals()?;
    let OwnOptions { seed, bankroll: new_bankroll, variant } = own_options;
    let entropy = entropy(seed)?;
    let folder = purse::folder().ok_or(PurseRefused::NoHome)?;
    let mut purse = Purse::open(&folder, new_bankroll)?;
    let Stack { bankroll, meters } = purse.stack(&profile, variant);
    let open = |meters: Option<&table::LinkSnapshot>| {
        let sign = Own::sign(&game, &profile, options.seats);
        Own::open(sign, &game, &profile, entropy, meters)
    };
    let own = match open(meters.as_ref()) {
        Err(SetUpFailed::Meters) if new_bankroll.is_some() => {
            purse.renew_meters()?;
            open(None)?
        }
        Err(failed @ SetUpFailed::Meters) => return Err(purse.damaged(failed.to_string()).into()),
        own => own?,
    };
    if let Some(path) = purse.put_aside() {
        anstream::eprintln!("The damaged bankroll file is kept as {}.", path.display());
    }
    let table = Sitting::new(game, profile.clone(), Box::new(own), bankroll)?;
    let keep = move |table: &Sitting| {
        purse.keep(&profile, variant, table.stack()).map_err(PlayFailed::from)
    };
    play(table, options, &stop, keep)
}

/// Plays at a table of a server until the player leaves.
///
/// # Errors
/// If the game is not the table's, no seat is free any more, or the terminal fails.
pub fn run_at(
    table: Joined,
    game: Game,
    profile: Profile,
    options: Options,
) -> Result<(), PlayFailed> {
    let stop = Stop::on_signals()?;
    let remote = table.follow(&profile)?;
    let (least, most) = remote.view().posted.buy_in;
    let money = BUY_IN.clamp(Money::cents(least.into()), Money::cents(most.into()));
    let table = Sitting::among_others(game, profile, Box::new(remote), options.seats, money)?;
    // A guest's chips go back with his last seat.
    play(table, options, &stop, |_| Ok(()))
}

/// Plays on the screen or line by line.
fn play(
    mut table: Sitting,
    options: Options,
    stop: &Stop,
    keep: impl FnMut(&Sitting) -> Result<(), PlayFailed>,
) -> Result<(), PlayFailed> {
    let mut coach = Coach::new(table.rules(), options.coaching);
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if options.lines == Lines::Always || !terminal || dumb {
        let prompt = if terminal { plain::Prompt::Shown } else { plain::Prompt::Hidden };
        let (input, mut out) = (BufReader::new(std::io::stdin()), std::io::stdout().lock());
        plain::run(&mut table, &mut coach, input, &mut out, prompt, stop, keep)
    } else {
        on_screen(Session::coached(table, coach), stop, keep)
    }
}

/// Does what a key asks for; other input only has the screen drawn anew.
fn typed(session: &mut Session, input: &Input) -> Flow {
    let key = input.as_key_event().filter(|key| key.kind != KeyEventKind::Release);
    let command = key.and_then(|key| keys::command(key, session.mode()));
    command.map_or(Flow::Stay, |command| session.handle(command))
}

/// The seed, or 256 bits of the system's entropy for every shuffle (N-01, N-05).
fn entropy(seed: Option<u64>) -> Result<Entropy, PlayFailed> {
    if let Some(seed) = seed {
        return Ok(Entropy::of_seed(seed));
    }
    // Asked once for nothing, so that a machine without entropy is told at the start.
    getrandom::fill(&mut [0; 32]).map_err(PlayFailed::Entropy)?;
    Ok(Entropy::Fresh(|bytes| getrandom::fill(bytes).is_ok()))
}

/// Plays on the whole screen, and leaves the terminal as it was: also after a
/// panic (the hook of `try_init`) and after Ctrl-C, which is a key here, or a signal.
fn on_screen(
    mut session: Session,
    stop: &Stop,
    mut keep: impl FnMut(&Sitting) -> Result<(), PlayFailed>,
) -> Result<(), PlayFailed> {
    let mut terminal = ratatui::try_init().inspect_err(|_| ratatui::restore())?;
    let sat = sit(&mut terminal, &mut session, stop, &mut keep);
    ratatui::restore();
    sat?;
    let summary = session.coach().summary();
    let mistakes = session.coach().mistakes().to_vec();
    let last_words = session.message().1.to_owned();
    let mut table = session.into_table();
    let mut out = anstream::stdout();
    if stop.leaving() {
        table.stop()?;
    } else if table.is_over() {
        writeln!(out, "{last_words}")?;
    } else {
        if table.is_in_round() {
            writeln!(out, "The others play on; your seats are given up when the round is over.")?;
        }
        table.leave()?;
    }
    keep(&table)?;
    for news in table.take_news() {
        for line in &news.lines {
            writeln!(out, "{line}")?;
        }
        // Left with cards out, the round has not been spoken about yet.
        if news.ends_round() {
            for mistake in &mistakes {
                writeln!(out, "Coach: {}", mistake.sentence())?;
            }
        }
    }
    if let Some(summary) = summary {
        writeln!(out, "{summary}")?;
    }
    writeln!(out, "{}", news::farewell(&table))?;
    Ok(())
}

fn sit(
    terminal: &mut ratatui::DefaultTerminal,
    session: &mut Session,
    stop: &Stop,
    keep: &mut impl FnMut(&Sitting) -> Result<(), PlayFailed>,
) -> Result<(), PlayFailed> {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let palette = if no_colour { screen::Palette::Plain } else { screen::Palette::Colour };
    let mut inbox = Inbox::reading(|| Some(crossterm::event::read()));
    session.ring(inbox.bell());
    stop.ring(inbox.bell());
    let mut kept = session.table().rounds();
    loop {
        terminal.draw(|frame| screen::draw(frame, session, palette))?;
        // A clock that runs is drawn anew with every second.
        let tick = session.table().seconds_left().map(|_| Duration::from_millis(250));
        let flow = match inbox.wait(tick) {
            Wake::Typed(input) => typed(session, &input?),
            Wake::News => session.catch_up(),
            Wake::Tick => Flow::Stay,
        };
        if flow == Flow::Leave || stop.is_told() {
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
