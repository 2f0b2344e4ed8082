//! A journal in memory that loses things on purpose, for tests of whole schedules.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use table::{Account, AccountId, Books, CommandId, Micros, Moment, RoundRecord, Secret, TableId};
use tokio::sync::oneshot;

use crate::chain::{Hash, Head, Row, entry_hash};
use crate::clearing::Clearing;
use crate::error::{Cause, StoreError};
use crate::journal::{
    Appended, Counters, CountersNow, Journal, Outcome, RoundMark, Snapshot, Statement,
    StatementLine, Stored, TableRound,
};
use crate::rounds::Rounds;
use table::{Line, Stream};

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
    lines: BTreeMap<Stream, Vec<Kept>>,
    snapshots: BTreeMap<Stream, Snapshot>,
    profiles: BTreeMap<String, String>,
}

/// A line with its place in the chain.
struct Kept {
    line: Line,
    previous: Hash,
    hash: Hash,
}

struct State {
    disk: Arc<Mutex<Disk>>,
    random: u64,
    faults: Faults,
    stopped: bool,
    waiting: Vec<Waiting>,
}

/// Lines that are written together or not at all.
struct Waiting {
    lines: Vec<Line>,
    answer: oneshot::Sender<Result<Vec<Appended>, StoreError>>,
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

    /// The same as a new process finds it, with faults of its own from now on.
    #[must_use]
    pub fn restart_with(&self, faults: Faults) -> Memory {
        let disk = lock(&self.restart().state).disk.clone();
        Memory::on(disk, faults, faults.seed)
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
        for Waiting { lines, answer } in waiting {
            let refused = disk.refusal(&lines);
            match (fate, refused) {
                (Fate::Good, Some(error)) => drop(answer.send(Err(error))),
                (Fate::Good, None) => {
                    let appended = disk.push_all(lines);
                    records += appended.len() as u64;
                    bytes += appended.iter().map(|it| it.json.len() as u64).sum::<u64>();
                    drop(answer.send(Ok(appended)));
                }
                // An answer that is dropped is an answer nobody gets.
                (_, None) if on_disk => drop(disk.push_all(lines)),
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
    fn lines(&self, stream: impl Into<Stream>) -> &[Kept] {
        self.lines.get(&stream.into()).map_or(&[], Vec::as_slice)
    }

    fn head(&self, stream: Stream) -> Head {
        self.lines(stream).last().map_or(Head::NONE, Kept::head)
    }

    /// Why lines cannot be written together, if they cannot.
    fn refusal(&self, lines: &[Line]) -> Option<StoreError> {
        lines.iter().enumerate().find_map(|(at, line)| {
            let stream = line.stream;
            let before = lines[..at].iter().rev().find(|it| it.stream == stream);
            let last = before.map_or(self.head(stream).version, |it| it.version);
            if line.version != last + 1 {
                return Some(StoreError::Gap { stream, last, given: line.version });
            }
            let kept = self.find(stream, line.by.account, &line.command)?;
            Some(StoreError::Twice { stream, version: kept.line.version })
        })
    }

    fn find(&self, stream: Stream, account: AccountId, command: &CommandId) -> Option<&Kept> {
        self.lines(stream)
            .iter()
            .find(|kept| kept.line.by.account == account && kept.line.command == *command)
    }

    fn push_all(&mut self, lines: Vec<Line>) -> Vec<Appended> {
        lines.into_iter().map(|line| self.push(line)).collect()
    }

    fn push(&mut self, line: Line) -> Appended {
        let stream = line.stream;
        let previous = self.head(stream).hash;
        let hash = entry_hash(&previous, stream, line.version, &line.json);
        let appended = Appended { hash, json: Arc::clone(&line.json) };
        self.lines.entry(stream).or_default().push(Kept { line, previous, hash });
        appended
    }

    fn verify(&self, stream: Stream, start: Head) -> Result<Head, StoreError> {
        let mut head = start;
        let mut rounds = Rounds::default();
        for kept in &self.lines(stream)[start.version as usize..] {
            let version = head.version + 1;
            let broken = |cause| StoreError::broken(stream, version, cause);
            let (told, next) = kept.row().follows(stream, head).map_err(broken)?;
            let ended = rounds.follow(&told);
            let fits = match (&ended, &kept.line.round) {
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
        let transfers = self.lines(stream).iter().flat_map(|kept| &kept.line.transfers);
        transfers.for_each(|transfer| books.apply(*transfer));
        books
    }

    /// All movements of a player's chips, in order of time.
    fn movements(&self, player: AccountId) -> Vec<StatementLine> {
        let account = Account::Player(player);
        let mut lines: Vec<StatementLine> = Vec::new();
        for line in self.lines.values().flatten().map(|kept| &kept.line) {
            let Stream::Table(table) = line.stream else { continue };
            for transfer in &line.transfers {
                let (other, micros) = match (transfer.from == account, transfer.to == account) {
                    (true, _) => (transfer.to, -transfer.micros),
                    (_, true) => (transfer.from, transfer.micros),
                    _ => continue,
                };
                let (version, at) = (line.version, line.at);
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
        Head { version: self.line.version, hash: self.hash }
    }

    fn row(&self) -> Row {
        let line = &self.line;
        Row {
            version: line.version,
            at: line.at.0,
            account: line.by.account.0,
            role: line.by.role.word().to_owned(),
            command: line.command.as_str().to_owned(),
            body: line.body.clone(),
            json: line.json.to_string(),
            previous: self.previous.to_vec(),
            hash: self.hash.to_vec(),
        }
    }
}

#[async_trait]
impl Journal for Memory {
    async fn append_all(&self, lines: Vec<Line>) -> Result<Vec<Appended>, StoreError> {
        let (answer, answered) = oneshot::channel();
        {
            let mut state = lock(&self.state);
            if state.stopped {
                return Err(StoreError::Lost);
            }
            state.waiting.push(Waiting { lines, answer });
        }
        // Others who append now are in the same commit.
        tokio::task::yield_now().await;
        self.commit();
        answered.await.map_err(|_| StoreError::Lost)?
    }

    async fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        self.read(|disk| disk.lines.keys().map(|stream| (*stream, disk.head(*stream))).collect())
    }

    async fn entries(
        &self,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Stored>, StoreError> {
        self.read(|disk| {
            let lines = disk.lines(stream).iter().skip(after as usize).take(limit as usize);
            lines
                .map(|line| Stored {
                    version: line.line.version,
                    json: line.line.json.to_string(),
                    hash: line.hash,
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
        self.read(|disk| {
            let line = &disk.find(stream, account, command)?.line;
            Some(Outcome { version: line.version, body: line.body.clone() })
        })
    }

    async fn secrets(
        &self,
        table: TableId,
        from_shoe: u32,
    ) -> Result<Vec<(u32, Secret)>, StoreError> {
        self.read(|disk| {
            let all = disk.lines(table).iter().flat_map(|kept| &kept.line.secrets);
            all.filter(|(shoe, _)| *shoe >= from_shoe).cloned().collect()
        })
    }

    async fn snapshot(&self, stream: Stream) -> Result<Option<Snapshot>, StoreError> {
        self.read(|disk| {
            let snapshot = disk.snapshots.get(&stream)?;
            let fits = disk
                .lines(stream)
                .iter()
                .any(|line| line.head() == Head { version: snapshot.version, hash: snapshot.hash });
            fits.then(|| snapshot.clone())
        })
    }

    async fn save_snapshot(&self, stream: Stream, snapshot: Snapshot) -> Result<(), StoreError> {
        self.change(|disk| drop(disk.snapshots.insert(stream, snapshot)))
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
            let all = disk.lines(table).iter().rev().filter_map(|kept| kept.line.round.as_ref());
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
                .values()
                .flatten()
                .filter_map(|Kept { line, .. }| {
                    let Stream::Table(table) = line.stream else { return None };
                    Some(TableRound { table, round: line.round.clone()? })
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
            let lines = disk.lines(stream);
            let before = lines.len().saturating_sub(entries as usize);
            let start = before.checked_sub(1).map_or(Head::NONE, |last| lines[last].head());
            disk.verify(stream, start)
        })?
    }

    async fn verify(&self, stream: Stream, anchor: Option<Head>) -> Result<Head, StoreError> {
        self.read(|disk| {
            let head = disk.verify(stream, Head::NONE)?;
            let Some(anchor) = anchor else { return Ok(head) };
            let line =
                anchor.version.checked_sub(1).and_then(|at| disk.lines(stream).get(at as usize));
            match line {
                _ if anchor == Head::NONE => Ok(head),
                Some(line) if line.head() == anchor => Ok(head),
                Some(_) => Err(StoreError::broken(stream, anchor.version, Cause::Anchor)),
                None => Err(StoreError::broken(stream, head.version + 1, Cause::Missing)),
            }
        })?
    }

    async fn verify_across(&self) -> Result<(), StoreError> {
        self.read(|disk| {
            let mut clearing = Clearing::default();
            for stream in disk.lines.keys() {
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
