//! The journal on a real database.
//!
//! An accepted command is one [`table::Record`]: its entry, the money it moved, the
//! secrets of its shoes and the round it ended are written in one transaction and are
//! synced before anybody hears of them ([`Journal::append`]). What a table and its link
//! decide together is written together ([`Journal::append_all`]). Many tables share one
//! commit. Each stream's entries are chained by hashes, so that no change goes unseen.
//!
//! [`Store`] keeps all this in SQLite, [`PostgresStore`] in PostgreSQL for several processes;
//! [`Memory`] keeps it in memory and loses it on purpose, for tests of whole schedules.

// The files of `sql` are compiled once for each database; see there.
#![allow(clippy::duplicate_mod)]

mod access;
mod audit;
mod backup;
mod carry;
mod chain;
mod clearing;
mod data_dir;
mod error;
mod heads;
mod journal;
mod locked;
mod memory;
mod people;
mod place;
mod postgres;
mod rounds;
mod seal;
mod sql;
mod sqlite;
mod touched;

pub use access::Access;
pub use audit::{Audit, audit, look};
pub use backup::{
    LAST_BACKUP, Manifest, ManifestHead, Step, backup, export, import, last_backup, note_backup,
    restore, unmake,
};
pub use chain::{Hash, Head, NO_HASH, entry_hash};
pub use data_dir::{DataDir, ServerLock};
pub use error::{Cause, StoreError};
pub use journal::{
    Appended, Counters, CountersNow, Journal, Moved, Others, RoundMark, Seen, Snapshot, Statement,
    StatementLine, Stored, TableRound,
};
pub use memory::{Faults, Memory, Tampering};
pub use people::{
    AccountKind, AccountRow, AfterRight, AttemptCount, Link, NewAccount, NewStaffCard, People,
    Proof, SecurityLine, SecurityRow, Session, StaffCardRow,
};
pub use place::Place;
pub use postgres::{Address, Store as PostgresStore, Unfit, statements as postgres_statements};
pub use sqlite::{Failure, OnFailure, Options, StaffFound, Store, staff_named, statements};
pub use table::{JournalRow, Stream};
