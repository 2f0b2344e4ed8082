//! A desk: one machine with the memory of its last answers.

use table::{Beside, Entry, Refused};

use crate::machine::{Machine, ReadCause, name_of};
use crate::memory::{Memory, Name};

/// A machine of any kind, and the commands it has answered.
#[derive(Clone, Debug)]
pub struct Desk {
    machine: Machine,
    memory: Memory,
}

/// A stored entry that does not follow from the ones before.
#[derive(Debug, thiserror::Error)]
#[error("{stream}, version {version}: {cause}")]
pub struct ReadFailed {
    /// Whose entry.
    pub stream: table::Stream,
    /// Its version.
    pub version: u64,
    /// What is wrong with it.
    pub cause: ReadCause,
}

impl Desk {
    /// The desk of a machine that was folded from its entries. The last of them are
    /// remembered by [`Desk::remember`].
    pub fn new(machine: impl Into<Machine>) -> Desk {
        let machine = machine.into();
        let memory = Memory::new(machine.version());
        Desk { machine, memory }
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Remembers the last entries, in order, without a gap, up to the machine's version.
    pub fn remember<E>(&mut self, entries: impl IntoIterator<Item = Entry<E>>) {
        for entry in entries {
            let version = entry.version;
            self.memory.note(name_of(entry), version);
        }
    }

    /// Applies the next entry as it is stored, and remembers it.
    ///
    /// # Errors
    /// If it is no entry or does not follow. The machine cannot be used any more then.
    pub fn read(&mut self, json: &str, beside: &Beside) -> Result<(), ReadFailed> {
        let (stream, version) = (self.machine.stream(), self.machine.version() + 1);
        let failed = |cause| ReadFailed { stream, version, cause };
        let name = self.machine.read(json, beside).map_err(failed)?;
        self.memory.note(name, version);
        Ok(())
    }

    /// The version with which a command was accepted before.
    ///
    /// # Errors
    /// If it was refused before, or its id was used for another command.
    pub(crate) fn answer(&self, name: &Name) -> Result<Option<u64>, Refused> {
        self.memory.answer(name)
    }

    /// Whether only the journal can say that a command is new.
    pub(crate) fn asks_journal(&self, expected: u64, may: bool, is_refused: bool) -> bool {
        self.memory.asks_journal(expected, may, is_refused)
    }

    pub(crate) fn note_refusal(&mut self, name: &Name, refused: &Refused) {
        self.memory.note_refusal(name, refused);
    }

    /// What was decided is in the journal: the machine is as decided.
    ///
    /// # Panics
    /// If it was decided on another version of the machine.
    pub(crate) fn commit(&mut self, machine: Machine, name: Option<Name>) {
        assert_eq!(machine.version(), self.machine.version() + 1, "one entry at a time");
        if let Some(name) = name {
            self.memory.note(name, machine.version());
        }
        self.machine = machine;
        self.machine.assert_sound();
    }
}
