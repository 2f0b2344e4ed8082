//! The line to a table: a thread of its own that follows the table's numbered entries, sends
//! commands, and comes back when the connection is lost.
//!
//! A command that got no answer is sent again under its id until it has one, so it is done
//! once or not at all. The table's view is asked for with every entry that is newer than it;
//! entries and view are passed on together, when they are of the same version.

use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use table::{Command, Entry, Event, LinkView, Partner, TableId, View};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::sleep;

use super::client::{Client, NoAnswer, Socket, text};
use super::wire::First;
use crate::place::{Bell, PlaceRefused};

/// The pauses between attempts to connect: the first is over before anybody notices.
const PAUSES: [Duration; 4] = [
    Duration::from_millis(100),
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
];
/// How long to wait where the server asks for patience.
const RATE: Duration = Duration::from_secs(1);

/// What the line says.
#[derive(Debug)]
pub(super) enum Report {
    /// The table went on.
    Went(Box<Went>),
    /// What became of the last command: the version that it made.
    Answer(Result<u64, PlaceRefused>),
    /// The connection is lost.
    Lost(String),
    /// It is back, and everything that was missed has been passed on.
    Back,
    /// There is no way back.
    Over(String),
}

/// What happened, and the table after it.
#[derive(Debug)]
pub(super) struct Went {
    pub(super) events: Vec<Event>,
    pub(super) view: View,
    pub(super) link: Option<LinkView>,
    /// When the view came, which says how long the table still waits.
    pub(super) seen: Instant,
}

/// Where the line's reports go.
pub(super) struct Reports {
    pub(super) sender: Sender<Report>,
    pub(super) bell: Arc<OnceLock<Bell>>,
}

impl Reports {
    fn send(&self, report: Report) {
        // Who does not listen any more is leaving.
        let _ = self.sender.send(report);
        if let Some(bell) = self.bell.get() {
            bell();
        }
    }
}

/// Why the line is not followed any further.
enum End {
    /// Nobody gives commands any more.
    Left,
    /// The connection is lost.
    Lost(String),
    /// There is no way back.
    Over(String),
}

impl From<NoAnswer> for End {
    fn from(no_answer: NoAnswer) -> End {
        match no_answer {
            NoAnswer::Unreachable(why) => End::Lost(why),
            NoAnswer::Rate(facts) => End::Lost(facts.message),
            no_answer => End::Over(no_answer.to_string()),
        }
    }
}

/// A line to one table.
pub(super) struct Line {
    pub(super) client: Client,
    pub(super) table: TableId,
    pub(super) view: View,
    /// When it came.
    pub(super) seen: Instant,
    pub(super) link: Option<LinkView>,
    pub(super) commands: UnboundedReceiver<Command>,
    pub(super) reports: Reports,
    /// The command that has no answer yet.
    pub(super) pending: Option<Command>,
    /// Entries that wait for a view of their version.
    pub(super) entries: VecDeque<Entry>,
    /// The version of the last entry.
    pub(super) last: u64,
}

impl Line {
    /// Follows the table until nobody wants to know any more, and signs out.
    pub(super) async fn run(mut self) {
        let mut failures = 0;
        loop {
            let why = match self.follow(&mut failures).await {
                End::Left => break,
                End::Over(why) => return self.reports.send(Report::Over(why)),
                End::Lost(why) => why,
            };
            failures += 1;
            // Nobody is told of a connection that is there again at once.
            if failures == 2 {
                let address = self.client.address();
                let text = format!("The connection to {address} is lost ({why}); trying again");
                self.reports.send(Report::Lost(text));
            }
            let pause = PAUSES[failures.min(PAUSES.len()) - 1];
            tokio::select! {
                () = sleep(pause) => {}
                command = self.commands.recv(), if self.pending.is_none() => match command {
                    None => break,
                    command => self.pending = command,
                }
            }
            if self.commands.is_closed() {
                break;
            }
        }
        self.client.sign_out().await;
    }

    /// Follows the table as long as the connection lasts.
    async fn follow(&mut self, failures: &mut usize) -> End {
        let mut socket = match self.come_back().await {
            Ok(socket) => socket,
            Err(end) => return end,
        };
        if std::mem::take(failures) > 1 {
            self.reports.send(Report::Back);
        }
        loop {
            let step = tokio::select! {
                command = self.commands.recv() => match command {
                    None => return End::Left,
                    Some(command) => {
                        self.pending = Some(command);
                        self.send().await.map(drop)
                    }
                },
                message = socket.next() => match text(message) {
                    Ok(Some(text)) => self.hear(&text).await,
                    Ok(None) => Ok(()),
                    Err(no_answer) => Err(no_answer.into()),
                },
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// Opens the stream, sends what has no answer yet, and hears what was missed.
    async fn come_back(&mut self) -> Result<Socket, End> {
        let path = format!("/api/tables/{}/stream?after={}", self.table.0, self.last);
        let mut socket = self.client.stream(&path).await?;
        let hello = loop {
            if let Some(text) = text(socket.next().await)? {
                let First { hello } = read(&text)?;
                break hello;
            }
        };
        if hello.version < self.last {
            let why = "The server's record is older than what you have seen of the table";
            return Err(End::Over(why.to_owned()));
        }
        // Too far behind: what was between is not told, and the view alone says how it is.
        self.last = self.last.max(hello.after);
        let missed = hello.version.max(self.send().await?);
        while self.last < missed || !self.entries.is_empty() {
            if let Some(text) = text(socket.next().await)? {
                self.hear(&text).await?;
            }
        }
        Ok(socket)
    }

    /// Sends the command that has no answer yet; the version that it made, or zero.
    async fn send(&mut self) -> Result<u64, End> {
        let Some(command) = &self.pending else { return Ok(0) };
        let path = format!("/api/tables/{}/commands", self.table.0);
        let body = serde_json::to_string(command).map_err(|error| End::Over(error.to_string()))?;
        let answer = loop {
            match self.client.post::<Entry>(&path, &body).await {
                Ok(entry) => break Ok(entry.version),
                Err(NoAnswer::Refused(facts)) => {
                    break Err(PlaceRefused::Told { code: facts.code, message: facts.message });
                }
                Err(NoAnswer::Rate(_)) => sleep(RATE).await,
                Err(no_answer) => return Err(no_answer.into()),
            }
        };
        self.pending = None;
        let version = answer.as_ref().copied().unwrap_or(0);
        self.reports.send(Report::Answer(answer));
        Ok(version)
    }

    /// Takes an entry, and passes on what is complete.
    async fn hear(&mut self, text: &str) -> Result<(), End> {
        let entry: Entry = read(text)?;
        self.last = entry.version;
        let bets_open = entry.events.iter().any(|it| matches!(it, Event::BettingOpened { .. }));
        let moves_meter =
            entry.with.iter().any(|it| matches!(it, Partner::Link { .. })) || bets_open;
        self.entries.push_back(entry);
        while self.view.version < self.last {
            self.view = self.ask(&format!("/api/tables/{}", self.table.0)).await?;
            self.seen = now();
            if self.view.version < self.last {
                // Another process of the same floor may be a little behind.
                sleep(PAUSES[0]).await;
            }
        }
        if let Some(on) = self.view.posted.link.filter(|_| moves_meter) {
            self.link = Some(self.ask(&format!("/api/links/{}", on.link.0)).await?);
        }
        // A view that is ahead waits for the entries between.
        if self.view.version == self.last {
            let events = self.entries.drain(..).flat_map(|entry| entry.events).collect();
            let (view, link, seen) = (self.view.clone(), self.link.clone(), self.seen);
            self.reports.send(Report::Went(Box::new(Went { events, view, link, seen })));
        }
        Ok(())
    }

    /// Reads a document, with patience.
    async fn ask<T: serde::de::DeserializeOwned>(&mut self, path: &str) -> Result<T, End> {
        loop {
            match self.client.get(path).await {
                Err(NoAnswer::Rate(_)) => sleep(RATE).await,
                answer => return Ok(answer?),
            }
        }
    }
}

fn read<'a, T: serde::Deserialize<'a>>(text: &'a str) -> Result<T, End> {
    serde_json::from_str(text).map_err(|error| NoAnswer::Unreadable(error.to_string()).into())
}

#[allow(clippy::disallowed_methods, reason = "clocks of people who wait are no part of a game")]
pub(super) fn now() -> Instant {
    Instant::now()
}
