//! A server's table as a place: commands go down the line, and everything that happens comes
//! back on it, one's own commands included.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Instant;

use table::{Body, Command, CommandId, LinkSnapshot, LinkView, View};
use tokio::sync::mpsc::UnboundedSender;

use super::line::{Report, Went, now};
use crate::place::{Arrived, Bell, Place, PlaceRefused};

/// A table of a running server, with a player's way to it.
pub(crate) struct Remote {
    host: String,
    /// The table as the player has been told.
    view: View,
    link: Option<LinkView>,
    /// When it came, which says how long the table still waits.
    seen: Instant,
    /// The beginning of every command's id, and how many there were.
    ids: (String, u64),
    /// Nothing once he leaves.
    commands: Option<UnboundedSender<Command>>,
    reports: Receiver<Report>,
    bell: Arc<OnceLock<Bell>>,
    /// What has come and is not told yet.
    untold: VecDeque<Report>,
    /// The newest version that has come.
    newest: u64,
    state: State,
    line: Option<JoinHandle<()>>,
}

/// How the line stands, as far as its reports say.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// Commands are answered.
    Up,
    /// A command waits for its answer.
    Pending,
    /// The connection is lost; the last command may have no answer yet.
    Lost { is_pending: bool },
    /// There is no way back.
    Over(String),
}

/// What a line is made of on this side.
pub(super) struct Ends {
    pub(super) commands: UnboundedSender<Command>,
    pub(super) reports: Receiver<Report>,
    pub(super) bell: Arc<OnceLock<Bell>>,
    pub(super) line: JoinHandle<()>,
}

impl Remote {
    pub(super) fn new(
        host: String,
        name: String,
        (view, link): (View, Option<LinkView>),
        ends: Ends,
    ) -> Remote {
        let Ends { commands, reports, bell, line } = ends;
        Remote {
            host,
            seen: now(),
            newest: view.version,
            view,
            link,
            ids: (name, 0),
            commands: Some(commands),
            reports,
            bell,
            untold: VecDeque::new(),
            state: State::Up,
            line: Some(line),
        }
    }

    /// Takes a report in: what it says of the line is true at once, the rest is told later.
    fn take_in(&mut self, report: Report) {
        self.state = match (&report, self.state.clone()) {
            (Report::Over(why), _) => State::Over(why.clone()),
            (Report::Lost(_), state) => State::Lost { is_pending: state == State::Pending },
            (Report::Answer(_), State::Lost { .. }) => State::Lost { is_pending: false },
            (Report::Answer(_) | Report::Back, _) => State::Up,
            (Report::Went(went), state) => {
                self.newest = went.view.version;
                state
            }
        };
        self.untold.push_back(report);
    }

    /// Takes in what has come, without waiting.
    fn look(&mut self) {
        loop {
            match self.reports.try_recv() {
                Ok(report) => self.take_in(report),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => return self.hang_up(),
            }
        }
    }

    /// Waits for the next report, and takes it in; whether there was one.
    fn listen(&mut self) -> bool {
        match self.reports.recv() {
            Ok(report) => self.take_in(report),
            Err(_) => {
                self.hang_up();
                return false;
            }
        }
        true
    }

    fn hang_up(&mut self) {
        if !matches!(self.state, State::Over(_)) {
            self.state = State::Over("The line to the server is closed".to_owned());
        }
    }

    /// Whether a command can be sent now.
    fn is_free(&self) -> Result<(), PlaceRefused> {
        match &self.state {
            State::Up => Ok(()),
            State::Pending | State::Lost { is_pending: true } => Err(PlaceRefused::Unanswered),
            State::Lost { is_pending: false } => Err(self.lost()),
            State::Over(why) => Err(PlaceRefused::Over(why.clone())),
        }
    }

    fn lost(&self) -> PlaceRefused {
        PlaceRefused::Lost { host: self.host.clone() }
    }

    fn next_id(&mut self) -> CommandId {
        self.ids.1 += 1;
        let id = CommandId::try_from(format!("{}-{}", self.ids.0, self.ids.1));
        id.expect("a name of letters and a number make an id")
    }

    /// Waits for the answer to a command, and for what it brought about.
    fn answer(&mut self) -> Result<(), PlaceRefused> {
        let mut done = None;
        while done.is_none_or(|version| version > self.newest) {
            self.listen();
            match (&self.state, self.untold.back()) {
                (State::Over(why), _) => return Err(PlaceRefused::Over(why.clone())),
                (State::Lost { .. }, _) => return Err(self.lost()),
                (_, Some(Report::Answer(answer))) => done = Some(answer.clone()?),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Place for Remote {
    fn give(&mut self, body: Body) -> Result<(), PlaceRefused> {
        self.look();
        self.is_free()?;
        // The version of what the player was told, whatever has come since.
        let command = Command { id: self.next_id(), expected: self.view.version, body };
        let sent = self.commands.as_ref().is_some_and(|commands| commands.send(command).is_ok());
        if !sent {
            self.hang_up();
            return self.is_free();
        }
        self.state = State::Pending;
        let answer = self.answer();
        // Who gave the command is told of its refusal by the answer, and not once more.
        self.untold.retain(|report| !matches!(report, Report::Answer(_)));
        answer
    }

    fn news(&mut self) -> Vec<Arrived> {
        self.look();
        let mut arrived = Vec::new();
        for report in std::mem::take(&mut self.untold) {
            match report {
                Report::Went(went) => {
                    let Went { events, view, link, seen } = *went;
                    (self.view, self.link, self.seen) = (view, link, seen);
                    arrived.extend(events.into_iter().map(Arrived::Happened));
                }
                Report::Answer(Err(refused)) => arrived.push(Arrived::Refused(refused)),
                Report::Answer(Ok(_)) => {}
                Report::Lost(why) => arrived.push(Arrived::Lost(why)),
                Report::Back => arrived.push(Arrived::Back),
                Report::Over(why) => arrived.push(Arrived::Over(why)),
            }
        }
        arrived
    }

    fn wait(&mut self) {
        if self.untold.is_empty() && !matches!(self.state, State::Over(_)) {
            self.listen();
        }
    }

    fn ring(&mut self, bell: Bell) {
        // Rung once for what came before anybody listened.
        bell();
        let _ = self.bell.set(bell);
    }

    fn view(&self) -> View {
        self.view.clone()
    }

    fn left_ms(&self) -> Option<u64> {
        let passed = now().saturating_duration_since(self.seen).as_millis();
        Some(self.view.left_ms?.saturating_sub(u64::try_from(passed).unwrap_or(u64::MAX)))
    }

    fn host(&self) -> Option<&str> {
        Some(&self.host)
    }

    fn link(&self) -> Option<LinkView> {
        self.link.clone()
    }

    /// The jackpots are the house's.
    fn kept(&self) -> Option<LinkSnapshot> {
        None
    }
}

/// Who leaves signs out, which the line does last.
impl Drop for Remote {
    fn drop(&mut self) {
        self.commands = None;
        if let Some(line) = self.line.take() {
            // A line that panicked has said so itself.
            let _ = line.join();
        }
    }
}
