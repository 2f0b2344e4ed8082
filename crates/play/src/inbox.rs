//! What wakes a table: something that was typed, or news that came by itself.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::place::Bell;

/// How far typing may be ahead of the table.
const AHEAD: usize = 8;

/// Why a table wakes.
#[derive(Debug)]
pub(crate) enum Wake<T> {
    /// Somebody typed this.
    Typed(T),
    /// Something came by itself.
    News,
    /// A clock has gone on.
    Tick,
}

/// Where keys, lines and the bell of the place arrive.
pub(crate) struct Inbox<T> {
    sender: SyncSender<Wake<T>>,
    receiver: Receiver<Wake<T>>,
    /// What was typed before anybody wanted to read it.
    early: VecDeque<T>,
}

impl<T: Send + 'static> Inbox<T> {
    /// Reads on a thread of its own, as long as `next` gives something: the keyboard cannot be
    /// asked without waiting for it.
    pub(crate) fn reading(mut next: impl FnMut() -> Option<T> + Send + 'static) -> Inbox<T> {
        let (sender, receiver) = sync_channel(AHEAD);
        let typed = sender.clone();
        #[allow(clippy::disallowed_methods, reason = "a table that people sit at is not pure")]
        std::thread::spawn(move || {
            while let Some(read) = next() {
                if typed.send(Wake::Typed(read)).is_err() {
                    return;
                }
            }
        });
        Inbox { sender, receiver, early: VecDeque::new() }
    }

    /// A bell that wakes who waits here.
    pub(crate) fn bell(&self) -> Bell {
        let sender = self.sender.clone();
        // Where there is no room, enough is waiting to wake anybody.
        Box::new(move || drop(sender.try_send(Wake::News)))
    }

    /// Waits for the next thing, and at most so long where a time is given.
    pub(crate) fn wait(&mut self, at_most: Option<Duration>) -> Wake<T> {
        if let Some(typed) = self.early.pop_front() {
            return Wake::Typed(typed);
        }
        let Some(at_most) = at_most else {
            return self.receiver.recv().unwrap_or(Wake::News);
        };
        match self.receiver.recv_timeout(at_most) {
            Ok(wake) => wake,
            Err(RecvTimeoutError::Timeout) => Wake::Tick,
            Err(RecvTimeoutError::Disconnected) => Wake::News,
        }
    }

    /// Waits for the next thing and keeps it for later if it was typed. Whoever waits for news
    /// looks for it then in any case: the bell does not ring where there is no room.
    pub(crate) fn wait_for_news(&mut self) {
        if let Ok(Wake::Typed(typed)) = self.receiver.recv() {
            self.early.push_back(typed);
        }
    }
}
