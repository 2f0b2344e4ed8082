//! What other processes do at the same floor: it is read from the record as it happens.
//!
//! Every stream is followed by its version. A process that has written wakes the others; without
//! that they look by themselves several times a second.

use std::collections::BTreeMap;
use std::sync::Weak;
use std::time::Duration;

use store::{StoreError, Stream};

use super::{Floor, Inner, LoadFailed, load, lock};

/// So often others are looked after, whoever says anything.
const LOOK: Duration = Duration::from_millis(200);
/// How often a stream is read on for one question, where others are always ahead.
const READS: u32 = 8;

/// Follows what others write, until the floor is gone or stops.
pub(super) async fn others(floor: Weak<Inner>) {
    let mut mark = 0;
    // Streams that were being written to when they were read: they are looked at again.
    let mut behind: BTreeMap<Stream, u64> = BTreeMap::new();
    loop {
        let Some(inner) = floor.upgrade() else { return };
        let floor = Floor(inner);
        let Some(others) = floor.0.journal.others() else { return };
        match others.moved(mark).await {
            Ok(moved) => {
                for moved in moved {
                    mark = mark.max(moved.mark);
                    behind.insert(moved.stream, moved.version);
                }
            }
            Err(error) => tracing::warn!(%error, "what others do cannot be read at the moment"),
        }
        let streams: Vec<_> = behind.iter().map(|(stream, version)| (*stream, *version)).collect();
        for (stream, version) in streams {
            match floor.follow(stream, version).await {
                Ok(true) => drop(behind.remove(&stream)),
                Ok(false) => {}
                Err(error) => tracing::warn!(%stream, %error, "it is read again in a moment"),
            }
        }
        crate::metrics::note_behind(behind.len());
        let mut stopping = floor.0.stopping.subscribe();
        if *stopping.borrow() {
            return;
        }
        tokio::select! {
            () = others.nudged() => {}
            () = tokio::time::sleep(LOOK) => {}
            _ = stopping.changed() => return,
        }
    }
}

impl Floor {
    /// Sees to it that this floor knows a stream as well as the record does at this moment, so
    /// that nobody sees less here than he has seen at another process. If the record is out of
    /// reach, what is known here is all there is.
    pub async fn fresh(&self, stream: impl Into<Stream>) {
        let stream = stream.into();
        let Some(others) = self.0.journal.others() else { return };
        let followed = async {
            let version = others.version(stream).await.map_err(LoadFailed::Store)?;
            for _ in 0..READS {
                if self.follow(stream, version).await? {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            Ok::<(), LoadFailed>(())
        };
        if let Err(error) = followed.await {
            tracing::warn!(%stream, %error, "the record cannot be asked what is new");
        }
    }

    /// Reads a stream on to a version; whether it is there. People are followed only where they
    /// have come to this floor: others are read when they come.
    async fn follow(&self, stream: Stream, version: u64) -> Result<bool, LoadFailed> {
        let known = lock(&self.0.floor).machine(stream).map(::floor::Machine::version);
        match (known, stream) {
            (None, Stream::Person(_)) => return Ok(true),
            (Some(known), _) if known >= version => return Ok(true),
            // It is being set up here under a number that another process has used: whoever sets
            // it up is told so, and then it is taken in.
            (Some(0), Stream::Table(_) | Stream::Link(_)) => return Ok(false),
            (Some(known), _) => {
                let letter = self.read_on(stream, known).await.map_err(LoadFailed::Store)?;
                self.deliver(letter);
            }
            (None, _) if version == 0 => return Ok(true),
            (None, _) => self.take_in(stream).await?,
        }
        let now = lock(&self.0.floor).machine(stream).map_or(0, ::floor::Machine::version);
        Ok(now >= version)
    }

    /// Puts up a table or link that another process has opened.
    async fn take_in(&self, stream: Stream) -> Result<(), LoadFailed> {
        // Nobody sets one up here meanwhile under the same number.
        let _alone = self.0.setting_up.lock().await;
        if lock(&self.0.floor).machine(stream).is_some() {
            return Ok(());
        }
        match stream {
            Stream::Table(id) => {
                let desk = load::table(&*self.0.journal, id).await?;
                let on = match desk.machine() {
                    ::floor::Machine::Table(table) => table.link(),
                    ::floor::Machine::Link(_) | ::floor::Machine::Person(_) => None,
                };
                if let Some(on) = on
                    && self.link_place(on).is_none()
                {
                    self.admit(load::link(&*self.0.journal, on).await?);
                }
                self.admit(desk);
            }
            Stream::Link(id) => self.admit(load::link(&*self.0.journal, id).await?),
            Stream::Person(_) => {}
        }
        Ok(())
    }

    /// Says which players this process sees, and hears whom the others do.
    ///
    /// # Errors
    /// If the record is out of reach.
    pub(crate) async fn compare_presence(
        &self,
        here: Vec<store::Seen>,
    ) -> Result<Option<Vec<store::Seen>>, StoreError> {
        match self.0.journal.others() {
            Some(others) => Ok(Some(others.compare_presence(here).await?)),
            None => Ok(None),
        }
    }

    /// Whether other processes serve the same floor.
    pub(crate) fn is_shared(&self) -> bool {
        self.0.journal.others().is_some()
    }

    /// Whether the record is out of reach at the moment.
    pub fn is_away(&self) -> bool {
        self.0.journal.is_away()
    }
}
