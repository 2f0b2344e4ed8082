//! A journal in memory that loses things on purpose, for tests of whole schedules.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use table::{
    Account, AccountId, Books, CommandId, Micros, Moment, Record, RoundRecord, Secret, TableId,
};
use tokio::sync::oneshot;

use crate::chain::{Hash, Head, Row, entry_hash};
use crate::error::{Cause, StoreError};
use crate::journal::{
    Appended, Counters, CountersNow, Journal, Outcome, RoundMark, Snapshot, Statement,
    StatementLine, Stored, TableRound,
};

/// How often something goes wrong, and when: the seed says it all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faults {
    /// The seed.
    pub seed: u64,
    /// One commit in so many fails; zero is none.
    pub one_in: u32,
}

impl Faults {
    /// Nothing goes wrong.
    pub const NONE: Faults = Faults { seed: 0, one_in: 0 };
}

/// What happens at a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is synced and answered.
    Good,
    /// Write or sync fails: nothing is on the disk, nobody is answered.
    Refused,
    /// The power goes before the sync: what was not synced is lost.
    LostBeforeSync,
    /// The power goes before the sync, but the disk had it already.
    KeptBeforeSync,
    /// The process dies between the sync and the answers.
    DiedBeforeAnswer,
}

/// A journal in memory. Appends that come together share a commit; at every commit it may
/// fail as its seed says, and then it stands still until [`Memory::restart`].
pub struct Memory {
    state: Mutex<State>,
    counters: Counters,
}

/// What survives a crash.
#[derive(Default)]
struct Disk {
    lines: BTreeMap<TableId, Vec<Line>>,
    snapshots: BTreeMap<TableId, Snapshot>,
    profiles: BTreeMap<String, String>,
}

struct Line {
    record: Record,
    json: Arc<str>,
    previous: Hash,
    hash: Hash,
}

struct State {
    disk: Arc<Mutex<Disk>>,
    random: u64,
    faults: Faults,
    stopped: bool,
    waiting: Vec<(Record, oneshot::Sender<Result<Appended, StoreError>>)>,
}

impl Memory {
    /// An empty journal.
    pub fn new(faults: Faults) -> Memory {
        Memory::on(Arc::default(), faults, faults.seed)
    }

    fn on(disk: Arc<Mutex<Disk>>, faults: Faults, random: u64) -> Memory {
        let state = State { disk, random, faults, stopped: false, waiting: Vec::new() };
        Memory { state: Mutex::new(state), counters: Counters::default() }
    }

    /// The journal as a new process finds it. The old one answers nobody any more.
    #[must_use]
    pub fn restart(&self) -> Memory {
        let mut state = lock(&self.state);
        state.stopped = true;
        state.waiting.clear();
        Memory::on(state.disk.clone(), state.faults, state.random)
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
        let fate = state.fate();
        let mut disk = lock(&state.disk);
        let on_disk = matches!(fate, Fate::Good | Fate::KeptBeforeSync | Fate::DiedBeforeAnswer);
        let (mut records, mut bytes) = (0, 0);
        for (record, answer) in waiting {
            let refused = disk.refusal(&record);
            match (fate, refused) {
                (Fate::Good, Some(error)) => drop(answer.send(Err(error))),
                (Fate::Good, None) => {
                    let appended = disk.push(record);
                    (records, bytes) = (records + 1, bytes + appended.json.len() as u64);
                    drop(answer.send(Ok(appended)));
                }
                // An answer that is dropped is an answer nobody gets.
                (_, None) if on_disk => drop(disk.push(record)),
                _ => {}
            }
        }
        drop(disk);
        state.stopped = fate != Fate::Good;
        if fate == Fate::Good {
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

impl State {
    fn fate(&mut self) -> Fate {
        if self.faults.one_in == 0 || !self.next().is_multiple_of(u64::from(self.faults.one_in)) {
            return Fate::Good;
        }
        match self.next() % 4 {
            0 => Fate::Refused,
            1 => Fate::LostBeforeSync,
            2 => Fate::KeptBeforeSync,
            _ => Fate::DiedBeforeAnswer,
        }
    }

    /// SplitMix64: small, and the same everywhere.
    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.random;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

impl Disk {
    fn lines(&self, table: TableId) -> &[Line] {
        self.lines.get(&table).map_or(&[], Vec::as_slice)
    }

    fn head(&self, table: TableId) -> Head {
        self.lines(table).last().map_or(Head::NONE, Line::head)
    }

    fn refusal(&self, record: &Record) -> Option<StoreError> {
        let (table, entry) = (record.table, &record.entry);
        let last = self.head(table).version;
        if entry.version != last + 1 {
            return Some(StoreError::Gap { table, last, given: entry.version });
        }
        let line = self.find(table, entry.by.account, &entry.command)?;
        Some(StoreError::Twice { table, version: line.record.entry.version })
    }

    fn find(&self, table: TableId, account: AccountId, command: &CommandId) -> Option<&Line> {
        self.lines(table).iter().find(|line| {
            let entry = &line.record.entry;
            entry.by.account == account && entry.command == *command
        })
    }

    fn push(&mut self, record: Record) -> Appended {
        let table = record.table;
        let previous = self.head(table).hash;
        let json = serde_json::to_string(&record.entry).expect("an entry is written as JSON");
        let hash = entry_hash(&previous, table, record.entry.version, &json);
        let json: Arc<str> = json.into();
        let appended = Appended { hash, json: Arc::clone(&json) };
        self.lines.entry(table).or_default().push(Line { record, json, previous, hash });
        appended
    }

    fn verify(&self, table: TableId, start: Head) -> Result<Head, StoreError> {
        let mut head = start;
        for line in &self.lines(table)[start.version as usize..] {
            let version = head.version + 1;
            let (_, next) = line
                .row()
                .follows(table, head)
                .map_err(|cause| StoreError::broken(table, version, cause))?;
            head = next;
        }
        Ok(head)
    }

    /// All movements of a player's chips, in order of time.
    fn movements(&self, player: AccountId) -> Vec<StatementLine> {
        let account = Account::Player(player);
        let mut lines: Vec<StatementLine> = Vec::new();
        for (table, line) in self.lines.iter().flat_map(|(t, all)| all.iter().map(move |l| (t, l)))
        {
            let entry = &line.record.entry;
            for transfer in &entry.transfers {
                let (other, micros) = match (transfer.from == account, transfer.to == account) {
                    (true, _) => (transfer.to, Micros::ZERO.minus(transfer.micros)),
                    (_, true) => (transfer.from, transfer.micros),
                    _ => continue,
                };
                let (version, at) = (entry.version, entry.at);
                let balance = Micros::ZERO;
                lines.push(StatementLine { table: *table, version, at, other, micros, balance });
            }
        }
        lines.sort_by_key(|line| (line.at, line.table, line.version));
        lines
    }
}

impl Line {
    fn head(&self) -> Head {
        Head { version: self.record.entry.version, hash: self.hash }
    }

    fn row(&self) -> Row {
        let entry = &self.record.entry;
        Row {
            version: entry.version,
            at: entry.at.0,
            account: entry.by.account.0,
            role: entry.by.role.word().to_owned(),
            command: entry.command.as_str().to_owned(),
            body: entry.body.clone(),
            json: self.json.to_string(),
            previous: self.previous.to_vec(),
            hash: self.hash.to_vec(),
        }
    }
}

#[async_trait]
impl Journal for Memory {
    async fn append(&self, record: Record) -> Result<Appended, StoreError> {
        let (answer, answered) = oneshot::channel();
        {
            let mut state = lock(&self.state);
            if state.stopped {
                return Err(StoreError::Lost);
            }
            state.waiting.push((record, answer));
        }
        // Others who append now are in the same commit.
        tokio::task::yield_now().await;
        self.commit();
        answered.await.map_err(|_| StoreError::Lost)?
    }

    async fn tables(&self) -> Result<Vec<(TableId, Head)>, StoreError> {
        self.read(|disk| disk.lines.keys().map(|table| (*table, disk.head(*table))).collect())
    }

    async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Stored>, StoreError> {
        self.read(|disk| {
            let lines = disk.lines(table).iter().skip(after as usize).take(limit as usize);
            lines
                .map(|line| Stored {
                    version: line.record.entry.version,
                    json: line.json.to_string(),
                    hash: line.hash,
                })
                .collect()
        })
    }

    async fn outcome(
        &self,
        table: TableId,
        account: AccountId,
        command: &CommandId,
    ) -> Result<Option<Outcome>, StoreError> {
        self.read(|disk| {
            let entry = &disk.find(table, account, command)?.record.entry;
            Some(Outcome { version: entry.version, body: entry.body.clone() })
        })
    }

    async fn secrets(
        &self,
        table: TableId,
        from_shoe: u32,
    ) -> Result<Vec<(u32, Secret)>, StoreError> {
        self.read(|disk| {
            let all = disk.lines(table).iter().flat_map(|line| &line.record.secrets);
            all.filter(|(shoe, _)| *shoe >= from_shoe).cloned().collect()
        })
    }

    async fn snapshot(&self, table: TableId) -> Result<Option<Snapshot>, StoreError> {
        self.read(|disk| {
            let snapshot = disk.snapshots.get(&table)?;
            let fits = disk
                .lines(table)
                .iter()
                .any(|line| line.head() == Head { version: snapshot.version, hash: snapshot.hash });
            fits.then(|| snapshot.clone())
        })
    }

    async fn save_snapshot(&self, table: TableId, snapshot: Snapshot) -> Result<(), StoreError> {
        self.change(|disk| drop(disk.snapshots.insert(table, snapshot)))
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
            let all = disk.lines(table).iter().rev().filter_map(|line| line.record.round.as_ref());
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
                .lines
                .iter()
                .flat_map(|(table, lines)| lines.iter().map(move |line| (*table, line)))
                .filter_map(|(table, line)| {
                    let round = line.record.round.clone()?;
                    Some(TableRound { table, round })
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
        from: Moment,
        until: Moment,
    ) -> Result<Statement, StoreError> {
        self.read(|disk| {
            let (mut opening, mut closing) = (Micros::ZERO, Micros::ZERO);
            let mut lines = Vec::new();
            for mut line in disk.movements(player) {
                if line.at >= until {
                    break;
                }
                closing = closing.plus(line.micros);
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

    async fn balances(&self, table: TableId) -> Result<Vec<(Account, Micros)>, StoreError> {
        self.read(|disk| {
            let mut books = Books::default();
            for line in disk.lines(table) {
                line.record.entry.transfers.iter().for_each(|transfer| books.apply(*transfer));
            }
            books.iter().collect()
        })
    }

    async fn verify_tail(&self, table: TableId, entries: u32) -> Result<Head, StoreError> {
        self.read(|disk| {
            let lines = disk.lines(table);
            let before = lines.len().saturating_sub(entries as usize);
            let start = before.checked_sub(1).map_or(Head::NONE, |last| lines[last].head());
            disk.verify(table, start)
        })?
    }

    async fn verify(&self, table: TableId, anchor: Option<Head>) -> Result<Head, StoreError> {
        self.read(|disk| {
            let head = disk.verify(table, Head::NONE)?;
            let Some(anchor) = anchor else { return Ok(head) };
            let line =
                anchor.version.checked_sub(1).and_then(|at| disk.lines(table).get(at as usize));
            match line {
                _ if anchor == Head::NONE => Ok(head),
                Some(line) if line.head() == anchor => Ok(head),
                Some(_) => Err(StoreError::broken(table, anchor.version, Cause::Anchor)),
                None => Err(StoreError::broken(table, head.version + 1, Cause::Missing)),
            }
        })?
    }

    fn counters(&self) -> CountersNow {
        self.counters.now()
    }
}
