//! The statements that only PostgreSQL understands.

use std::sync::LazyLock;

use super::MARKS;
pub(super) use crate::sql::statements::*;

/// A transaction that sees one state of the database.
pub(super) const BEGIN_READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// A transaction that will write. Each of its statements sees what others have committed.
pub(super) const BEGIN_WRITING: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
/// The sum over all heads, for whoever is about to change it: from here to his commit there is
/// nobody beside him.
pub(super) const SUM_TO_CHANGE: &str = "SELECT sealed FROM heads_sum WHERE one = 1 FOR UPDATE";
pub(super) const SET_HEADS_SUM: &str = "INSERT INTO heads_sum (one, sealed) VALUES (1, $1)
    ON CONFLICT (one) DO UPDATE SET sealed = excluded.sealed, commits = heads_sum.commits + 1";
pub(super) static NOTE_HEADS: LazyLock<ManyRows> = LazyLock::new(|| {
    let conflict = " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, \
                    hash = excluded.hash, changed = excluded.changed";
    let commit = ",(SELECT commits + 1 FROM heads_sum)";
    ManyRows::or("heads (stream, version, hash, changed)", 3, commit, conflict)
});
/// One more commit has changed something of the house.
pub(super) const COUNT_HOUSE: &str = "UPDATE heads_sum SET house = house + 1 WHERE one = 1";
pub(super) const HOUSE: &str = "SELECT house FROM heads_sum WHERE one = 1";
/// Which of these streams there are.
pub(super) const FIND_HEADS: &str = "SELECT stream FROM heads WHERE stream = ANY($1)";
/// The ends of these streams, held until the commit; in order, so that no two wait for each other.
pub(super) const LOCK_HEADS: &str = "SELECT stream, version, hash FROM heads
    WHERE stream = ANY($1) ORDER BY stream FOR UPDATE";
/// The streams that have moved since a commit.
pub(super) const MOVED: &str = "SELECT stream, version, changed FROM heads
    WHERE changed > $1 AND stream <> 0 ORDER BY changed";
/// Holds a number that stands for something, until the transaction is over.
pub(super) const HOLD: &str = "SELECT pg_advisory_xact_lock($1)";
/// The same until the connection is closed, if nobody else holds it.
pub(super) const TRY_TO_HOLD: &str = "SELECT pg_try_advisory_lock($1)";
/// How many connections others of this program have.
pub(super) const OTHER_CONNECTIONS: &str = "SELECT COUNT(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'bahama'
        AND pid <> pg_backend_pid()";
/// Wakes other processes.
pub(super) const NUDGE: &str = "SELECT pg_notify('bahama', $1)";
/// Whom a process sees at which table, side by side.
pub(super) const SAY_WHO_IS_HERE: &str =
    "INSERT INTO present (process, at, tables, players) VALUES ($1, now(), $2, $3)
    ON CONFLICT (process) DO UPDATE
    SET at = now(), tables = excluded.tables, players = excluded.players";
/// Whom the others have seen, by the database's own clock. When one of them is gone, its people
/// come back elsewhere within this time.
pub(super) const WHO_IS_ELSEWHERE: &str = "SELECT seen.table_id, seen.player FROM present p,
        UNNEST(p.tables, p.players) AS seen (table_id, player)
    WHERE p.process <> $1 AND p.at > now() - INTERVAL '15 seconds'";
pub(super) const FORGET_WHO_WAS: &str =
    "DELETE FROM present WHERE at < now() - INTERVAL '1 minute'";
/// What a start asks of a database before it believes it.
pub(super) const ABOUT: &str = "SELECT
        CAST(current_setting('server_version_num') AS BIGINT) AS version,
        current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
        pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only,
        COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE) AS may_create,
        (SELECT COUNT(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm')
                AND c.relname <> '_sqlx_migrations') AS tables,
        (SELECT COUNT(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relname = 'meta') AS settings";
/// Whether this user may do what the program does.
pub(super) const RIGHTS: &str = "SELECT COALESCE(BOOL_AND(
        has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
        AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')), FALSE)
        AS may_write
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind = 'r'";

const ITS_OWN: &[&str] = &[
    SUM_TO_CHANGE,
    SET_HEADS_SUM,
    COUNT_HOUSE,
    HOUSE,
    FIND_HEADS,
    LOCK_HEADS,
    MOVED,
    HOLD,
    TRY_TO_HOLD,
    OTHER_CONNECTIONS,
    NUDGE,
    SAY_WHO_IS_HERE,
    WHO_IS_ELSEWHERE,
    FORGET_WHO_WAS,
    ABOUT,
    RIGHTS,
];

/// Every statement, for a test that prepares them all.
pub fn statements() -> Vec<&'static str> {
    let mut all = common(MARKS);
    all.extend(ITS_OWN);
    all.extend(NOTE_HEADS.by_size(MARKS).iter().map(|(_, sql)| sql.as_str()));
    all
}
