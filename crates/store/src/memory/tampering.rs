//! What an intruder without the key does to a journal between two runs.

use std::sync::{Arc, Mutex};

use table::Stream;

use super::fate::{Fates, Faults};
use super::{Disk, Memory, lock};

/// A change that nobody may make unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tampering {
    /// The state of a snapshot is another.
    SnapshotState(Stream),
    /// A snapshot says that it was made for the entry before.
    SnapshotEntry(Stream),
    /// The text of a last entry is another.
    Tail(Stream),
    /// A last entry is deleted.
    End(Stream),
    /// The same, and its head is put back.
    EndAndHead(Stream),
    /// A head is deleted.
    Head(Stream),
    /// A head and all entries of its chain are deleted.
    Chain(Stream),
}

impl Tampering {
    /// What can be done to a stream.
    pub const ALL: [fn(Stream) -> Tampering; 7] = [
        Tampering::SnapshotState,
        Tampering::SnapshotEntry,
        Tampering::Tail,
        Tampering::End,
        Tampering::EndAndHead,
        Tampering::Head,
        Tampering::Chain,
    ];

    /// Whether a start goes on without what was changed, because the entries are there.
    pub const fn is_discarded(self) -> bool {
        matches!(self, Tampering::SnapshotState(_) | Tampering::SnapshotEntry(_))
    }

    /// A word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Tampering::SnapshotState(_) => "snapshot-state",
            Tampering::SnapshotEntry(_) => "snapshot-entry",
            Tampering::Tail(_) => "tail",
            Tampering::End(_) => "end",
            Tampering::EndAndHead(_) => "end-and-head",
            Tampering::Head(_) => "head",
            Tampering::Chain(_) => "chain",
        }
    }

    fn change(self, disk: &mut Disk) -> Option<()> {
        match self {
            Tampering::SnapshotState(stream) => {
                let (snapshot, _) = disk.snapshots.get_mut(&stream)?;
                let middle = snapshot.bytes.len() / 2;
                *snapshot.bytes.get_mut(middle)? ^= 1;
            }
            Tampering::SnapshotEntry(stream) => {
                let before = disk.snapshots.get(&stream)?.0.version.checked_sub(1)?;
                let rows = disk.rows.get(&stream)?;
                let entry = rows.iter().find(|kept| kept.row.version == before)?.head();
                let (snapshot, _) = disk.snapshots.get_mut(&stream)?;
                (snapshot.version, snapshot.hash) = (entry.version, entry.hash);
            }
            Tampering::Tail(stream) => {
                let last = disk.rows.get_mut(&stream)?.last_mut()?;
                let text = last.row.json.replacen("\"at\":1", "\"at\":2", 1);
                last.row.json = text.into();
            }
            Tampering::End(stream) => drop(disk.rows.get_mut(&stream)?.pop()?),
            Tampering::EndAndHead(stream) => {
                let rows = disk.rows.get_mut(&stream)?;
                let before = rows.len().checked_sub(2)?;
                rows.pop();
                disk.ends.heads.insert(stream, rows[before].head());
            }
            Tampering::Head(stream) => drop(disk.ends.heads.remove(&stream)?),
            Tampering::Chain(stream) => {
                disk.ends.heads.remove(&stream)?;
                disk.rows.remove(&stream)?;
            }
        }
        Some(())
    }
}

impl Memory {
    /// A copy of the journal in which something was changed; nothing where there is nothing to
    /// change so.
    pub fn tampered(&self, how: Tampering) -> Option<Memory> {
        let mut disk = lock(&lock(&self.state).disk).clone();
        how.change(&mut disk)?;
        Some(Memory::on(Arc::new(Mutex::new(disk)), Fates::new(Faults::NONE)))
    }
}
