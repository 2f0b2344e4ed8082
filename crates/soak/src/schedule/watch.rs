//! Those who watch tables over bad lines.

use table::Stream;

use super::Schedule;
use crate::floor::id;

/// Somebody who watches a table over a bad line.
pub(super) struct Watcher {
    table: usize,
    connected: bool,
    seen: Vec<String>,
}

impl Watcher {
    pub(super) const fn of(table: usize) -> Watcher {
        Watcher { table, connected: true, seen: Vec::new() }
    }
}

impl Schedule {
    /// What is published is in the journal, and reaches those who are connected.
    pub(super) fn publish(&mut self) -> Result<(), String> {
        for published in std::mem::take(&mut self.floor.published) {
            let (stream, version) = (published.stream, published.version);
            let stored = self.floor.texts(stream, version - 1)?.into_iter().next();
            if stored.as_deref() != Some(&*published.json) {
                return Err(format!("{stream}, version {version}: published and not stored"));
            }
            let Stream::Table(of) = stream else { continue };
            let watchers = self.watchers.iter_mut();
            for watcher in watchers.filter(|it| it.connected && id(it.table) == of) {
                // Two processes tell the same; a client knows what it has seen.
                if version == watcher.seen.len() as u64 + 1 {
                    watcher.seen.push(published.json.to_string());
                }
            }
        }
        Ok(())
    }

    /// A watcher loses the line, or comes back and asks for what was missed.
    pub(super) fn watch(&mut self) -> Result<(), String> {
        let at = self.dice.below(self.watchers.len());
        if self.watchers[at].connected {
            self.watchers[at].connected = false;
            return Ok(());
        }
        self.report.reconnects += 1;
        self.come_back(at)
    }

    /// A watcher is connected again, and has missed nothing in the end.
    pub(super) fn come_back(&mut self, at: usize) -> Result<(), String> {
        let watcher = &mut self.watchers[at];
        watcher.connected = true;
        let missed = self.floor.texts(id(watcher.table).into(), watcher.seen.len() as u64)?;
        watcher.seen.extend(missed);
        self.follow(self.watchers[at].table)?;
        let watcher = &self.watchers[at];
        if watcher.seen != self.truths[watcher.table].texts {
            return Err(format!("a watcher of table {} saw another journal", watcher.table));
        }
        Ok(())
    }
}
