//! The checks of a record that others write to: what a running server can check of itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use store::{Journal, People, StoreError, Stream};
use table::Time;

use super::{Fault, Settled, fold_stream};
use crate::clock::Clock;

/// What stands in two places changes between two looks: only what is wrong so often is wrong.
const LOOKS: u32 = 3;

/// How far a check of the record has come, and what it has found.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = AuditCheck)]
pub(crate) struct Check {
    /// Whether it goes on.
    pub(crate) running: bool,
    /// When it began; nothing before the first one since the start.
    pub(crate) started: Option<Time>,
    /// When it was through.
    pub(crate) ended: Option<Time>,
    /// Who asked for it.
    pub(crate) by: String,
    /// How many parts are checked.
    pub(crate) done: u64,
    /// Of how many.
    pub(crate) of: u64,
    /// What is being checked.
    pub(crate) at: String,
    /// The chains that were read.
    pub(crate) chains: u64,
    /// The entries in them.
    pub(crate) entries: u64,
    /// The lines of the security log.
    pub(crate) security_log: u64,
    /// Rounds that were settled a second time, alike.
    pub(crate) settled_alike: u64,
    /// Rounds that are not in the auditor's sheets as they were posted.
    pub(crate) not_settled: u64,
    /// What is wrong.
    pub(crate) faults: Vec<Fault>,
    /// Why it was not finished, if it was not.
    pub(crate) failed: Option<String>,
}

/// The check of a server: one at a time.
#[derive(Clone, Default)]
pub(crate) struct Checking(Arc<Mutex<Check>>);

impl Checking {
    /// How far it is.
    pub(crate) fn now(&self) -> Check {
        self.lock().clone()
    }

    /// Begins a check in the background; one that goes on is left to it.
    pub(crate) fn begin(
        &self,
        by: &str,
        journal: Arc<dyn Journal>,
        people: Arc<dyn People>,
        clock: Clock,
    ) -> Check {
        let mut now = self.lock();
        if now.running {
            return now.clone();
        }
        let started = Some(clock.now());
        *now = Check { running: true, started, by: by.to_owned(), ..Check::default() };
        let begun = now.clone();
        drop(now);
        let check = self.clone();
        tokio::spawn(async move {
            let done = check.run(&*journal, &*people).await;
            let mut now = check.lock();
            (now.running, now.ended) = (false, Some(clock.now()));
            now.at.clear();
            now.failed = done.err().map(|error| error.to_string());
        });
        begun
    }

    /// Every chain, everything folded again, every round settled again, what lies across, the log.
    async fn run(&self, journal: &dyn Journal, people: &dyn People) -> Result<(), StoreError> {
        let streams = journal.streams().await?;
        self.lock().of = streams.len() as u64 + 2;
        for (stream, _) in streams {
            self.at(stream.to_string());
            let mut faults = Vec::new();
            let (mut settled, mut entries) = (Settled::default(), None);
            for _ in 0..LOOKS {
                faults.clear();
                (settled, entries) = checked(journal, stream, &mut faults).await?;
                if faults.is_empty() {
                    break;
                }
            }
            let mut now = self.lock();
            now.chains += u64::from(entries.is_some());
            now.entries += entries.unwrap_or_default();
            now.settled_alike += settled.alike;
            now.not_settled += settled.unread;
            now.faults.extend(faults);
            now.done += 1;
        }
        self.at("what lies across tables, links and people".to_owned());
        let mut across = journal.verify_across().await;
        for _ in 1..LOOKS {
            if across.is_ok() {
                break;
            }
            across = journal.verify_across().await;
        }
        self.found(across)?;
        self.at("the security log".to_owned());
        let lines = people.verify_log().await;
        self.lock().security_log = lines.as_ref().map_or(0, |(lines, _)| *lines);
        self.found(lines.map(|_| ()))
    }

    fn at(&self, what: String) {
        self.lock().at = what;
    }

    /// Notes what a part has come to.
    fn found(&self, part: Result<(), StoreError>) -> Result<(), StoreError> {
        let fault = part.err().map(is_fault).transpose()?;
        let mut now = self.lock();
        now.faults.extend(fault);
        now.done += 1;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Check> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table, link or person: the rounds that were settled again, and how many entries its chain has.
async fn checked(
    journal: &dyn Journal,
    stream: Stream,
    faults: &mut Vec<Fault>,
) -> Result<(Settled, Option<u64>), StoreError> {
    let entries = match journal.verify(stream, None).await {
        Ok(head) => Some(head.version),
        Err(error) => {
            faults.push(is_fault(error)?);
            None
        }
    };
    Ok((fold_stream(journal, stream, faults).await?, entries))
}

/// What is wrong with the record, or why it could not be read.
fn is_fault(error: StoreError) -> Result<Fault, StoreError> {
    match error {
        StoreError::Broken { .. }
        | StoreError::BrokenLog { .. }
        | StoreError::Clearing { .. }
        | StoreError::Secret { .. }
        | StoreError::Snapshot { .. } => Ok(Fault::of_store(&error)),
        error => Err(error),
    }
}
