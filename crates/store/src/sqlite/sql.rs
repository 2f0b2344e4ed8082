//! The statements that only SQLite understands.

use std::sync::LazyLock;

use super::MARKS;
pub(super) use crate::sql::statements::*;

/// A transaction that sees one state of the database.
pub(super) const BEGIN_READING: &str = "BEGIN";
/// A transaction that will write: it waits for others at its beginning.
pub(super) const BEGIN_WRITING: &str = "BEGIN IMMEDIATE";
/// The sum over all heads, for whoever is about to change it.
pub(super) const SUM_TO_CHANGE: &str = HEADS_SUM;
pub(super) const SET_HEADS_SUM: &str = "INSERT INTO heads_sum (one, sealed) VALUES (1, $1)
    ON CONFLICT (one) DO UPDATE SET sealed = excluded.sealed";
pub(super) static NOTE_HEADS: LazyLock<ManyRows> = LazyLock::new(|| {
    let conflict = " ON CONFLICT (stream) DO UPDATE \
                    SET version = excluded.version, hash = excluded.hash";
    ManyRows::or("heads (stream, version, hash)", 3, "", conflict)
});

/// The number of the journal's format.
pub(super) const FORMAT: &str = "PRAGMA user_version";
/// The format of a new database; a pragma takes no parameter.
pub(super) const SET_FORMAT: &str = "PRAGMA user_version = 1";
/// Whether the ends of chains are noted in it.
pub(super) const HAS_HEADS: &str = "SELECT count(*) FROM sqlite_schema WHERE name = 'heads_sum'";
/// Whether there are settings in it.
pub(super) const HAS_META: &str = "SELECT count(*) FROM sqlite_schema WHERE name = 'meta'";
/// Whether tables and indexes fit each other; one row that says ok, or faults.
pub(super) const INTEGRITY: &str = "PRAGMA integrity_check(10)";
/// How much there is in a database.
pub(super) const TABLES: &str = "SELECT count(*) FROM sqlite_schema";
/// What another connection has written changes this number.
pub(super) const DATA_VERSION: &str = "PRAGMA data_version";
/// Copies what was synced into the database file.
pub(super) const CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";
/// Copies all of it, syncs the database file and empties the log.
pub(super) const FOLD: &str = "PRAGMA wal_checkpoint(TRUNCATE)";
/// How long others are waited for, in milliseconds, to fold the log and else.
pub(super) const WAIT_LITTLE: &str = "PRAGMA busy_timeout = 2000";
pub(super) const WAIT_LONG: &str = "PRAGMA busy_timeout = 60000";
/// A whole, compact copy of a database in use.
pub(super) const COPY: &str = "VACUUM INTO $1";

const ITS_OWN: &[&str] = &[
    SET_HEADS_SUM,
    FORMAT,
    HAS_HEADS,
    HAS_META,
    INTEGRITY,
    TABLES,
    DATA_VERSION,
    CHECKPOINT,
    FOLD,
    WAIT_LITTLE,
    WAIT_LONG,
    COPY,
];

/// Every statement, for a test that prepares them all.
pub fn statements() -> Vec<&'static str> {
    let mut all = common(MARKS);
    all.extend(ITS_OWN);
    all.extend(NOTE_HEADS.by_size(MARKS).iter().map(|(_, sql)| sql.as_str()));
    all
}
