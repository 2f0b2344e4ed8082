//! A journal in memory that loses things on purpose, for tests of whole schedules.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use table::{Account, AccountId, Books, CommandId, Micros, RoundRecord, Secret, TableId, Time};
use tokio::sync::oneshot;

use crate::chain::{Hash, Head, Row, entry_hash};
use crate::clearing::Clearing;
use crate::error::{Cause, StoreError};
use crate::heads::{Check, Longer, Sum, ends_there};
use crate::journal::{
    Appended, Counters, CountersNow, Journal, RoundMark, Snapshot, Statement, StatementLine,
    Stored, TableRound,
};
use crate::rounds::Rounds;
use crate::seal::SealKey;
use table::{JournalRow, Outcome, Stream};

mod fate;
mod tampering;

pub use fate::Faults;
use fate::{Fate, Fates};
pub use tampering::Tampering;

/// A journal in memory. Appends that come together share a commit; at every commit it may
/// fail as its seed says. Then it stands still until [`Memory::restart`], unless only one
/// append was not taken ([`StoreError::Clash`]).
pub struct Memory {
    state: Mutex<State>,
    counters: Counters,
}

/// What survives a crash.
#[derive(Clone)]
struct Disk {
    key: Arc<SealKey>,
    rows: BTreeMap<Stream, Vec<Kept>>,
    /// Snapshots with their codes.
    snapshots: BTreeMap<Stream, (Snapshot, Vec<u8>)>,
    profiles: BTreeMap<String, String>,
    ends: Ends,
    /// The ends at the last sync, where one has failed since.
    synced: Option<Ends>,
}

/// Where the chains end, noted beside them, and the sum over that.
#[derive(Clone)]
struct Ends {
    heads: BTreeMap<Stream, Head>,
    sum: Vec<u8>,
}

/// A row with its place in the chain.
#[derive(Clone)]
struct Kept {
    row: JournalRow,
    previous: Hash,
    hash: Hash,
}

struct State {
    disk: Arc<Mutex<Disk>>,
    fates: Fates,
    stopped: bool,
    waiting: Vec<Waiting>,
}

/// Rows that are written together or not at all.
struct Waiting {
    rows: Vec<JournalRow>,
    answer: oneshot::Sender<Result<Vec<Appended>, StoreError>>,
}

impl Memory {
    /// An empty journal.
    pub fn new(faults: Faults) -> Memory {
        Memory::on(Arc::new(Mutex::new(Disk::new())), Fates::new(faults))
    }

    fn on(disk: Arc<Mutex<Disk>>, fates: Fates) -> Memory {
        let state = State { disk, fates, stopped: false, waiting: Vec::new() };
        Memory { state: Mutex::new(state), counters: Counters::default() }
    }

    /// The journal as a new process finds it. The old one answers nobody any more. What a
    /// sync has failed for may be there or not; if it is, it is written again and synced before
    /// anybody is answered (L-23).
    #[must_use]
    pub fn restart(&self) -> Memory {
        let memory = self.restart_believing();
        lock(&lock(&memory.state).disk).synced = None;
        memory
    }

    /// The same with a start that takes what it can read for certain: what must not be, for the
    /// test that the soak finds it.
    #[must_use]
    pub fn restart_believing(&self) -> Memory {
        let mut state = lock(&self.state);
        state.stopped = true;
        state.waiting.clear();
        let is_there = state.fates.coin();
        let mut disk = lock(&state.disk);
        if !is_there {
            disk.lose_unsynced();
        }
        drop(disk);
        Memory::on(state.disk.clone(), state.fates)
    }

    /// The power goes: whatever is not certainly on the disk is lost.
    pub fn cut_power(&self) {
        let mut state = lock(&self.state);
        state.stopped = true;
        lock(&state.disk).lose_unsynced();
    }

    /// What a start checks before anything is read: whether every chain ends where it was
    /// noted, and the notes are those that were written.
    ///
    /// # Errors
    /// [`StoreError::Broken`] or [`StoreError::Heads`].
    pub fn check(&self) -> Result<(), StoreError> {
        self.read(Disk::check)?
    }

    /// The same as a new process finds it, with faults of its own from now on.
    #[must_use]
    pub fn restart_with(&self, faults: Faults) -> Memory {
        let disk = lock(&self.restart().state).disk.clone();
        Memory::on(disk, Fates::new(faults))
    }

    /// Whether it has failed and stands still.
    pub fn has_stopped(&self) -> bool {
        lock(&self.state).stopped
    }

    /// Commits everything that waits, or fails with it.
    fn commit(&self) {
        let mut state = lock(&self.state);
        let waiting = std::mem::take(&mut state.waiting);
        if waiting.is_empty() {
            return;
        }
        let fate = state.fates.next(waiting.len());
        let mut disk = lock(&state.disk);
        let before = disk.ends.clone();
        let (mut records, mut bytes) = (0, 0);
        for (at, Waiting { rows, answer }) in waiting.into_iter().enumerate() {
            let refused = disk.refusal(&rows).or_else(|| fate.refusal(at, &rows));
            match (refused, fate.stops()) {
                (Some(error), false) => drop(answer.send(Err(error))),
                (None, false) => {
                    let appended = disk.push_all(rows);
                    records += appended.len() as u64;
                    bytes += appended.iter().map(|it| it.json.len() as u64).sum::<u64>();
                    drop(answer.send(Ok(appended)));
                }
                // An answer that is dropped is an answer nobody gets.
                (None, true) if fate.is_on_disk() => drop(disk.push_all(rows)),
                (_, true) => {}
            }
        }
        disk.note();
        disk.synced = (fate == Fate::SyncFailed).then_some(before);
        drop(disk);
        state.stopped = fate.stops();
        if !fate.stops() {
            self.counters.add(records, bytes);
        }
    }

    fn read<T>(&self, read: impl FnOnce(&Disk) -> T) -> Result<T, StoreError> {
        self.change(|disk| read(disk))
    }

    fn change<T>(&self, change: impl FnOnce(&mut Disk) -> T) -> Result<T, StoreError> {
        let state = lock(&self.state);
        if state.stopped {
            return Err(StoreError::Lost);
        }
        let mut disk = lock(&state.disk);
        Ok(change(&mut disk))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk {
    fn new() -> Disk {
        let key = SealKey::of(&[7; 32]);
        let sum = Sum::NONE.seal(&key).expect("the system gives entropy");
        Disk {
            key: Arc::new(key),
            rows: BTreeMap::new(),
            snapshots: BTreeMap::new(),
            profiles: BTreeMap::new(),
            ends: Ends { heads: BTreeMap::new(), sum },
            synced: None,
        }
    }

    /// Notes where the chains end now, as a part of every commit.
    fn note(&mut self) {
        let grown = self.rows.iter().filter_map(|(stream, rows)| {
            let (now, before) = (rows.last()?.head(), self.ends.heads.get(stream));
            (before != Some(&now)).then(|| (*stream, Longer::stream(*stream, before, now)))
        });
        let grown: Vec<(Stream, Longer)> = grown.collect();
        let mut sum = Sum::open(&self.key, &self.ends.sum).expect("nobody else has sealed it");
        for (stream, longer) in grown {
            sum.follow(&self.key, std::slice::from_ref(&longer));
            self.ends.heads.insert(stream, longer.now);
        }
        self.ends.sum = sum.seal(&self.key).expect("the system gives entropy");
    }

    fn lose_unsynced(&mut self) {
        let Some(ends) = self.synced.take() else { return };
        for (stream, rows) in &mut self.rows {
            rows.truncate(ends.heads.get(stream).map_or(0, |head| head.version as usize));
        }
        self.rows.retain(|_, rows| !rows.is_empty());
        self.ends = ends;
    }

    fn check(&self) -> Result<(), StoreError> {
        let mut check = Check::new(Some(&self.key));
        for (stream, end) in &self.ends.heads {
            check.row(stream.number(), end);
            let found = self.rows(*stream).iter().find(|kept| kept.row.version == end.version);
            let found = found.map(|kept| kept.hash.as_slice());
            ends_there(*stream, end, self.head(*stream).version, found)?;
        }
        self.rows.keys().try_for_each(|stream| check.is_noted(*stream))?;
        check.end(Some(&self.ends.sum))
    }

    fn rows(&self, stream: impl Into<Stream>) -> &[Kept] {
        self.rows.get(&stream.into()).map_or(&[], Vec::as_slice)
    }

    fn head(&self, stream: Stream) -> Head {
        self.rows(stream).last().map_or(Head::NONE, Kept::head)
    }

    /// Why rows cannot be written together, if they cannot.
    fn refusal(&self, rows: &[JournalRow]) -> Option<StoreError> {
        rows.iter().enumerate().find_map(|(at, row)| {
            let stream = row.stream;
            let before = rows[..at].iter().rev().find(|it| it.stream == stream);
            let last = before.map_or(self.head(stream).version, |it| it.version);
            if row.version != last + 1 {
                return Some(StoreError::Gap { stream, last, given: row.version });
            }
            let kept = self.find(stream, row.by.account, &row.command)?;
            Some(StoreError::Twice { stream, version: kept.row.version })
        })
    }

    fn find(&self, stream: Stream, account: AccountId, command: &CommandId) -> Option<&Kept> {
        self.rows(stream)
            .iter()
            .find(|kept| kept.row.by.account == account && kept.row.command == *command)
    }

    fn push_all(&mut self, rows: Vec<JournalRow>) -> Vec<Appended> {
        rows.into_iter().map(|row| self.push(row)).collect()
    }

    fn push(&mut self, row: JournalRow) -> Appended {
        let stream = row.stream;
        let previous = self.head(stream).hash;
        let hash = entry_hash(&previous, stream, row.version, &row.json);
        let appended = Appended { hash, json: Arc::clone(&row.json) };
        self.rows.entry(stream).or_default().push(Kept { row, previous, hash });
        appended
    }

    fn verify(&self, stream: Stream, start: Head) -> Result<Head, StoreError> {
        let mut head = start;
        let mut rounds = Rounds::default();
        for kept in &self.rows(stream)[start.version as usize..] {
            let version = head.version + 1;
            let broken = |cause| StoreError::broken(stream, version, cause);
            let (told, next) = kept.row().follows(stream, head).map_err(broken)?;
            let ended = rounds.follow(&told);
            let fits = match (&ended, &kept.row.round) {
                (Some(ended), Some(row)) => ended.is(row),
                (None, None) => true,
                _ => false,
            };
            // From the middle on, nobody knows how the round in play began.
            if !fits && start == Head::NONE {
                return Err(broken(Cause::Round));
            }
            head = next;
        }
        Ok(head)
    }

    fn balances(&self, stream: Stream) -> Books {
        let mut books = Books::default();
        let transfers = self.rows(stream).iter().flat_map(|kept| &kept.row.transfers);
        transfers.for_each(|transfer| books.apply(*transfer));
        books
    }

    /// All movements of a player's chips, in order of time.
    fn movements(&self, player: AccountId) -> Vec<StatementLine> {
        let account = Account::Player(player);
        let mut lines: Vec<StatementLine> = Vec::new();
        for row in self.rows.values().flatten().map(|kept| &kept.row) {
            let Stream::Table(table) = row.stream else { continue };
            for transfer in &row.transfers {
                let (other, micros) = match (transfer.from == account, transfer.to == account) {
                    (true, _) => (transfer.to, -transfer.micros),
                    (_, true) => (transfer.from, transfer.micros),
                    _ => continue,
                };
                let (version, at) = (row.version, row.at);
                let balance = Micros::ZERO;
                lines.push(StatementLine { table, version, at, other, micros, balance });
            }
        }
        lines.sort_by_key(|line| (line.at, line.table, line.version));
        lines
    }
}

impl Kept {
    fn head(&self) -> Head {
        Head { version: self.row.version, hash: self.hash }
    }

    fn row(&self) -> Row {
        let row = &self.row;
        Row {
            version: row.version,
            at: row.at.0,
            account: row.by.account.0,
            role: row.by.role.word().to_owned(),
            command: row.command.as_str().to_owned(),
            body: row.body.clone(),
            json: row.json.to_string(),
            previous: self.previous.to_vec(),
            hash: self.hash.to_vec(),
        }
    }
}

#[async_trait]
impl Journal for Memory {
    async fn append_all(&self, rows: Vec<JournalRow>) -> Result<Vec<Appended>, StoreError> {
        let (answer, answered) = oneshot::channel();
        {
            let mut state = lock(&self.state);
            if state.stopped {
                return Err(StoreError::Lost);
            }
            state.waiting.push(Waiting { rows, answer });
        }
        // Others who append now are in the same commit.
        tokio::task::yield_now().await;
        self.commit();
        answered.await.map_err(|_| StoreError::Lost)?
    }

    async fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.read(|disk| disk.rows.keys().map(|stream| (*stream, disk.head(*stream))).collect())
    }

    async fn entries(
        &self,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Stored>, StoreError> {
        self.read(|disk| {
            let rows = disk.rows(stream).iter().skip(after as usize).take(limit as usize);
            rows.map(|row| Stored {
                version: row.row.version,
                json: row.row.json.to_string(),
                hash: row.hash,
            })
            .collect()
        })
    }

    async fn outcome(
        &self,
        stream: Stream,
        account: AccountId,
        command: &CommandId,
    ) -> Result<Option<Outcome>, StoreError> {
        self.read(|disk| Some(disk.find(stream, account, command)?.row.outcome()))
    }

    async fn secrets(
        &self,
        table: TableId,
        from_shoe: u32,
    ) -> Result<Vec<(u32, Secret)>, StoreError> {
        self.read(|disk| {
            let all = disk.rows(table).iter().flat_map(|kept| &kept.row.secrets);
            all.filter(|(shoe, _)| *shoe >= from_shoe).cloned().collect()
        })
    }

    async fn snapshot(&self, stream: Stream) -> Result<Option<Snapshot>, StoreError> {
        self.read(|disk| {
            let Some((snapshot, code)) = disk.snapshots.get(&stream) else { return Ok(None) };
            let entry = disk.rows(stream).iter().find(|it| it.row.version == snapshot.version);
            let entry = entry.map(|kept| kept.hash.as_slice());
            snapshot.fits(&disk.key, stream, entry, code)?;
            Ok(Some(snapshot.clone()))
        })?
    }

    async fn save_snapshot(&self, stream: Stream, snapshot: Snapshot) -> Result<(), StoreError> {
        self.change(|disk| {
            let code = snapshot.code(&disk.key, stream)?;
            disk.snapshots.insert(stream, (snapshot, code));
            Ok(())
        })?
    }

    async fn profile(&self, hash: &str) -> Result<Option<String>, StoreError> {
        self.read(|disk| disk.profiles.get(hash).cloned())
    }

    async fn save_profile(&self, hash: &str, text: &str) -> Result<(), StoreError> {
        self.change(|disk| {
            disk.profiles.entry(hash.to_owned()).or_insert_with(|| text.to_owned());
        })
    }

    async fn rounds(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<RoundRecord>, StoreError> {
        self.read(|disk| {
            let all = disk.rows(table).iter().rev().filter_map(|kept| kept.row.round.as_ref());
            all.filter(|round| before.is_none_or(|before| round.round < before))
                .take(limit as usize)
                .cloned()
                .collect()
        })
    }

    async fn rounds_of(
        &self,
        player: AccountId,
        before: Option<RoundMark>,
        limit: u32,
    ) -> Result<Vec<TableRound>, StoreError> {
        self.read(|disk| {
            let mut all: Vec<TableRound> = disk
                .rows
                .values()
                .flatten()
                .filter_map(|Kept { row, .. }| {
                    let Stream::Table(table) = row.stream else { return None };
                    Some(TableRound { table, round: row.round.clone()? })
                })
                .filter(|it| it.round.players.iter().any(|(id, ..)| *id == player))
                .filter(|it| before.is_none_or(|before| it.mark() < before))
                .collect();
            all.sort_by_key(|it| std::cmp::Reverse(it.mark()));
            all.truncate(limit as usize);
            all
        })
    }

    async fn statement(
        &self,
        player: AccountId,
        from: Time,
        until: Time,
    ) -> Result<Statement, StoreError> {
        self.read(|disk| {
            let (mut opening, mut closing) = (Micros::ZERO, Micros::ZERO);
            let mut lines = Vec::new();
            for mut line in disk.movements(player) {
                if line.at >= until {
                    break;
                }
                closing += line.micros;
                line.balance = closing;
                if line.at < from {
                    opening = closing;
                } else {
                    lines.push(line);
                }
            }
            Statement { opening, lines, closing }
        })
    }

    async fn balances(&self, stream: Stream) -> Result<Vec<(Account, Micros)>, StoreError> {
        self.read(|disk| disk.balances(stream).iter().collect())
    }

    async fn verify_tail(&self, stream: Stream, entries: u32) -> Result<Head, StoreError> {
        self.read(|disk| {
            let rows = disk.rows(stream);
            let before = rows.len().saturating_sub(entries as usize);
            let start = before.checked_sub(1).map_or(Head::NONE, |last| rows[last].head());
            disk.verify(stream, start)
        })?
    }

    async fn verify(&self, stream: Stream, anchor: Option<Head>) -> Result<Head, StoreError> {
        self.read(|disk| {
            let head = disk.verify(stream, Head::NONE)?;
            let Some(anchor) = anchor else { return Ok(head) };
            let row =
                anchor.version.checked_sub(1).and_then(|at| disk.rows(stream).get(at as usize));
            match row {
                _ if anchor == Head::NONE => Ok(head),
                Some(row) if row.head() == anchor => Ok(head),
                Some(_) => Err(StoreError::broken(stream, anchor.version, Cause::Anchor)),
                None => Err(StoreError::broken(stream, head.version + 1, Cause::Missing)),
            }
        })?
    }

    async fn verify_across(&self) -> Result<(), StoreError> {
        self.read(|disk| {
            let mut clearing = Clearing::default();
            for stream in disk.rows.keys() {
                for (account, micros) in disk.balances(*stream).iter() {
                    clearing.add(*stream, &account.to_string(), micros);
                }
            }
            clearing.check()
        })?
    }

    fn counters(&self) -> CountersNow {
        self.counters.now()
    }
}
