//! What the library noted, and the disks that can be left of it.

use std::collections::BTreeMap;
use std::path::Path;

/// Something the program did to its files, or said.
pub(crate) enum Op {
    /// A file was opened for writing; emptied with `true`.
    Open(String, bool),
    /// Bytes at a place.
    Write(String, usize, Vec<u8>),
    /// A file was cut or grown to a length.
    Truncate(String, usize),
    /// What was written to a file is on the disk.
    Sync(String),
    /// A sync that failed: what was written may be on the disk or not, and the system takes
    /// it for clean, so that no later sync will bring it there.
    SyncFailed(String),
    /// A file was removed.
    Remove(String),
    /// A file got another name.
    Rename(String, String),
    /// A line of standard output.
    Said(String),
}

impl Op {
    pub(crate) fn read_all(mut bytes: &[u8]) -> Vec<Op> {
        let mut ops = Vec::new();
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let head = std::str::from_utf8(&bytes[..end]).unwrap();
            let fields: Vec<&str> = head.split(' ').collect();
            let &[what, name, offset, length] = fields.as_slice() else { panic!("{head:?}") };
            let offset: usize = offset.parse().unwrap();
            let length: usize = length.parse().unwrap();
            let data = bytes[end + 1..end + 1 + length].to_vec();
            bytes = &bytes[end + 1 + length..];
            let name = name.to_owned();
            let text = |data| String::from_utf8(data).unwrap();
            ops.push(match what {
                "O" => Op::Open(name, false),
                "Z" => Op::Open(name, true),
                "W" => Op::Write(name, offset, data),
                "T" => Op::Truncate(name, offset),
                "S" => Op::Sync(name),
                "F" => Op::SyncFailed(name),
                "U" => Op::Remove(name),
                "R" => Op::Rename(name, text(data)),
                "A" => Op::Said(text(data)),
                other => panic!("{other:?}"),
            });
        }
        ops
    }
}

/// Numbers that follow from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// A change of a file that is not synced.
#[derive(Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

#[derive(Default)]
struct File {
    synced: Vec<u8>,
    pending: Vec<Change>,
}

/// The files: what is surely on the disk, and what may be.
#[derive(Default)]
pub(crate) struct Disk {
    files: BTreeMap<String, File>,
}

impl Disk {
    pub(crate) fn apply(&mut self, op: &Op) {
        match op {
            Op::Open(name, emptied) => {
                let file = self.files.entry(name.clone()).or_default();
                if *emptied {
                    file.pending.push(Change::Length(0));
                }
            }
            Op::Write(name, at, data) => {
                self.file(name).pending.push(Change::Write(*at, data.clone()));
            }
            Op::Truncate(name, length) => self.file(name).pending.push(Change::Length(*length)),
            Op::Sync(name) => {
                let file = self.file(name);
                for change in std::mem::take(&mut file.pending) {
                    change.apply(&mut file.synced);
                }
            }
            Op::SyncFailed(name) => {
                let file = self.file(name);
                let pending = std::mem::take(&mut file.pending);
                leave(&mut file.synced, &pending, &mut Random::new(pending.len() as u64));
            }
            Op::Remove(name) => drop(self.files.remove(name)),
            Op::Rename(old, new) => {
                let file = self.files.remove(old).unwrap();
                self.files.insert(new.clone(), file);
            }
            Op::Said(_) => {}
        }
    }

    fn file(&mut self, name: &str) -> &mut File {
        self.files.get_mut(name).unwrap()
    }

    /// Writes the files as a power cut may leave them: of what was not synced, each change
    /// is there, or not, or torn in the middle.
    pub(crate) fn write_after_power_cut(&self, folder: &Path, random: &mut Random) {
        std::fs::create_dir_all(folder).unwrap();
        for (name, file) in &self.files {
            let mut bytes = file.synced.clone();
            leave(&mut bytes, &file.pending, random);
            std::fs::write(folder.join(name), bytes).unwrap();
        }
    }
}

/// Leaves of changes what comes: all, none, or each as it comes, perhaps torn.
fn leave(bytes: &mut Vec<u8>, changes: &[Change], random: &mut Random) {
    let habit = random.below(4);
    for change in changes {
        let fate = match habit {
            0 => 0,
            1 => 1,
            _ => random.below(3),
        };
        match (fate, change) {
            (0, change) => change.clone().apply(bytes),
            (2, Change::Write(at, data)) => {
                let torn = data[..random.below(data.len() + 1)].to_vec();
                Change::Write(*at, torn).apply(bytes);
            }
            _ => {}
        }
    }
}

impl Change {
    fn apply(self, bytes: &mut Vec<u8>) {
        match self {
            Change::Write(at, data) => {
                bytes.resize(bytes.len().max(at + data.len()), 0);
                bytes[at..at + data.len()].copy_from_slice(&data);
            }
            Change::Length(length) => bytes.resize(length, 0),
        }
    }
}
