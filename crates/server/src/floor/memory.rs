//! A floor in memory: entries without events, enough to speak about over the network.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};
use table::{
    AccountId, Actor, Command, CommandId, Dealing, Entry, Moment, Role, Staffing, TableId,
};
use tokio::sync::broadcast;

use super::{
    Answer, CommandRefused, OpenTable, Published, RefusalKind, RoundSummary, TableKind,
    TableSummary,
};
use crate::clock::Clock;
use crate::token::hex;

/// How far a reader may fall behind.
const BACKLOG: usize = 64;

/// Every table.
pub struct Floor {
    clock: Clock,
    games: Vec<String>,
    tables: Mutex<BTreeMap<TableId, Kept>>,
}

struct Kept {
    summary: TableSummary,
    entries: Vec<Arc<Published>>,
    done: BTreeMap<(AccountId, CommandId), (u64, String)>,
    sender: broadcast::Sender<Arc<Published>>,
}

impl Floor {
    /// A floor for these games.
    pub fn new(games: Vec<String>, clock: Clock) -> Floor {
        Floor { clock, games, tables: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<TableId, Kept>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids of the games.
    pub fn games(&self) -> Vec<String> {
        self.games.clone()
    }

    /// The tables, for the lobby.
    pub fn tables(&self) -> Vec<TableSummary> {
        self.lock().values().map(|kept| kept.summary.clone()).collect()
    }

    /// Gives a command to a table.
    ///
    /// # Errors
    /// If there is no such table or it refuses; nothing has changed then.
    pub async fn command(
        &self,
        table: TableId,
        by: Actor,
        _name: &str,
        command: Command,
    ) -> Result<Answer, CommandRefused> {
        let mut tables = self.lock();
        let kept = tables.get_mut(&table).ok_or_else(no_table)?;
        let text = serde_json::to_string(&command.body).map_err(|error| failed(&error))?;
        let body = hex(&Sha256::digest(text.as_bytes()));
        let key = (by.account, command.id.clone());
        if let Some((version, before)) = kept.done.get(&key) {
            if *before != body {
                return Err(refused("id.reused", "this id was used for another command"));
            }
            let at = usize::try_from(*version).unwrap_or(usize::MAX) - 1;
            return Ok(Answer { version: *version, entry: kept.entries[at].json.as_str().into() });
        }
        if !by.role.may(command.body.kind()) {
            let message = format!("a {} may not do this", by.role);
            return Err(CommandRefused { code: "role.denied", message, kind: RefusalKind::Denied });
        }
        let version = kept.entries.len() as u64 + 1;
        let entry = Entry {
            version,
            at: self.clock.now(),
            by,
            command: command.id,
            body: body.clone(),
            events: Vec::new(),
            transfers: Vec::new(),
        };
        let json = serde_json::to_string(&entry).map_err(|error| failed(&error))?;
        let published = Arc::new(Published { version, json: json.as_str().into() });
        kept.entries.push(Arc::clone(&published));
        kept.done.insert(key, (version, body));
        // Nobody may be watching.
        let _ = kept.sender.send(published);
        Ok(Answer { version, entry: json.into() })
    }

    /// The version a command led to; nothing if it was not accepted (L-10).
    ///
    /// # Errors
    /// If there is no such table.
    pub async fn outcome(
        &self,
        table: TableId,
        account: AccountId,
        id: &CommandId,
    ) -> Result<Option<u64>, CommandRefused> {
        let tables = self.lock();
        let kept = tables.get(&table).ok_or_else(no_table)?;
        Ok(kept.done.get(&(account, id.clone())).map(|(version, _)| *version))
    }

    /// The version of a table.
    pub fn version(&self, table: TableId) -> Option<u64> {
        self.lock().get(&table).map(|kept| kept.entries.len() as u64)
    }

    /// The table as somebody sees it, as JSON.
    pub async fn view(&self, table: TableId, viewer: Actor) -> Option<Arc<str>> {
        let tables = self.lock();
        let kept = tables.get(&table).filter(|kept| may_see(kept, viewer))?;
        let view = serde_json::json!({
            "table": table,
            "version": kept.entries.len(),
            "posted": { "name": kept.summary.name, "game": kept.summary.game },
            "you": { "account": viewer.account, "role": viewer.role },
        });
        Some(view.to_string().into())
    }

    /// Entries after a version, oldest first.
    ///
    /// # Errors
    /// If there is no such table.
    pub async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Arc<Published>>, CommandRefused> {
        let tables = self.lock();
        let kept = tables.get(&table).ok_or_else(no_table)?;
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        Ok(kept.entries.iter().skip(after).take(limit).cloned().collect())
    }

    /// Live entries from now on.
    pub fn subscribe(&self, table: TableId) -> Option<broadcast::Receiver<Arc<Published>>> {
        self.lock().get(&table).map(|kept| kept.sender.subscribe())
    }

    /// The last rounds of a table before a round, newest first.
    ///
    /// # Errors
    /// If there is no such table.
    pub async fn rounds(
        &self,
        table: TableId,
        _viewer: Actor,
        _before: Option<u64>,
        _limit: usize,
    ) -> Result<Vec<RoundSummary>, CommandRefused> {
        self.lock().get(&table).map(|_| Vec::new()).ok_or_else(no_table)
    }

    /// A finished round with all its steps, as JSON; for those who played or work there.
    ///
    /// # Errors
    /// If there is no such table.
    pub async fn round(
        &self,
        table: TableId,
        _viewer: Actor,
        _round: u64,
    ) -> Result<Option<Arc<str>>, CommandRefused> {
        self.lock().get(&table).map(|_| None).ok_or_else(no_table)
    }

    /// A player's statement between two gaming days, as JSON.
    ///
    /// # Errors
    /// If the floor cannot read it.
    pub async fn statement(
        &self,
        account: AccountId,
        from: Option<u32>,
        to: Option<u32>,
    ) -> Result<Arc<str>, CommandRefused> {
        let statement = serde_json::json!({
            "account": account, "from": from, "to": to, "lines": [], "balance": 0,
        });
        Ok(statement.to_string().into())
    }

    /// Opens a table.
    ///
    /// # Errors
    /// If the game is unknown or does not offer what is asked for.
    pub async fn open_table(&self, by: Actor, open: OpenTable) -> Result<TableId, CommandRefused> {
        if !self.games.contains(&open.game) {
            return Err(refused("round.game", "there is no such game"));
        }
        let mut tables = self.lock();
        let id = TableId(tables.keys().next_back().map_or(1, |last| last.0 + 1));
        let summary = TableSummary {
            table: id,
            name: open.name.unwrap_or_else(|| open.game.clone()),
            game: open.game,
            dealing: match open.kind {
                TableKind::Practice | TableKind::Shared => Dealing::Automatic,
                TableKind::Attended => Dealing::Keypad,
                TableKind::Live => Dealing::Live,
            },
            staffing: match open.kind {
                TableKind::Practice | TableKind::Shared => Staffing::Unattended,
                TableKind::Attended | TableKind::Live => Staffing::Attended,
            },
            seats: 7,
            taken: 0,
            open: true,
            owner: (open.kind == TableKind::Practice).then_some(by.account),
        };
        let (sender, _) = broadcast::channel(BACKLOG);
        let kept = Kept { summary, entries: Vec::new(), done: BTreeMap::new(), sender };
        tables.insert(id, kept);
        Ok(id)
    }

    /// Takes no further commands and finishes what is being written.
    pub async fn stop(&self) {
        tracing::info!(at = Moment::default().max(self.clock.now()).0, "the floor has stopped");
    }
}

fn may_see(kept: &Kept, viewer: Actor) -> bool {
    let owner = kept.summary.owner;
    owner.is_none_or(|owner| owner == viewer.account)
        || viewer.role.is_staff()
        || viewer.role == Role::House
}

fn no_table() -> CommandRefused {
    let message = "there is no such table".to_owned();
    CommandRefused { code: "table.unknown", message, kind: RefusalKind::NotFound }
}

fn refused(code: &'static str, message: &str) -> CommandRefused {
    CommandRefused { code, message: message.to_owned(), kind: RefusalKind::Conflict }
}

fn failed(error: &dyn std::fmt::Display) -> CommandRefused {
    tracing::error!(%error, "an entry could not be written");
    let message = "nothing was accepted".to_owned();
    CommandRefused { code: "server.failed", message, kind: RefusalKind::Unavailable }
}
