//! What a store can refuse, and what can be wrong with it.

use std::path::PathBuf;

use table::{Micros, TableId};

use crate::postgres::Unfit;

use table::Stream;

/// Why a store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// An entry that is not the next one of its stream. Nothing was written.
    #[error("{stream} is at version {last}; an entry with version {given} does not follow")]
    Gap {
        /// The stream.
        stream: Stream,
        /// Its last version.
        last: u64,
        /// The version that was given.
        given: u64,
    },
    /// A command that is in the journal already. Nothing was written.
    #[error("the command is in the journal of {stream} already, as version {version}")]
    Twice {
        /// The stream.
        stream: Stream,
        /// The version the command made.
        version: u64,
    },
    /// An entry that names something for a second time, such as a round. Nothing was
    /// written.
    #[error(
        "{stream}, version {version}: the database has a row of it already; it was not written"
    )]
    Clash {
        /// The stream.
        stream: Stream,
        /// The version that was given.
        version: u64,
    },
    /// Nobody knows whether it was written: the disk failed, and the store has stopped.
    #[error("the store has stopped; whether this was written is known only after a restart")]
    Lost,
    /// The database is out of reach: it restarts, another takes its place, or it hangs.
    #[error("the database cannot be reached at the moment; ask again in a little while")]
    Away,
    /// A database that cannot be used.
    #[error("{database}: {why}")]
    Unfit {
        /// The database.
        database: String,
        /// Why not.
        why: Unfit,
    },
    /// The store was opened beside a running server and does not append.
    #[error("this store was opened beside a server and does not append entries")]
    Beside,
    /// Another process has the data directory.
    #[error("{}: another server runs on this data directory", .0.display())]
    Locked(PathBuf),
    /// The journal is not as it was written.
    #[error("{stream}, version {version}: {cause}")]
    Broken {
        /// The stream.
        stream: Stream,
        /// The version at which it shows.
        version: u64,
        /// What is wrong.
        cause: Cause,
    },
    /// A table and a link or person do not agree about the money between them.
    #[error("{table} and {with}: their clearing accounts differ by {} micro-dollars", micros.0)]
    Clearing {
        /// The table.
        table: TableId,
        /// The link or person.
        with: Stream,
        /// What the two accounts sum to, instead of zero.
        micros: Micros,
    },
    /// A player's list of rounds says something else than the table's.
    #[error("{stream}, round {round}: a player's list says something else")]
    RoundList {
        /// The table.
        stream: Stream,
        /// The round.
        round: u64,
    },
    /// Players' lists of rounds have lines too few or too many.
    #[error("the players' lists of rounds have {listed} lines, the rounds {told}")]
    RoundCount {
        /// The lines of the lists.
        listed: u64,
        /// The lines there should be.
        told: u64,
    },
    /// The security log is not as it was written.
    #[error("security log, line {number}: {cause}")]
    BrokenLog {
        /// The line at which it shows.
        number: u64,
        /// What is wrong.
        cause: Cause,
    },
    /// The table of heads, or the sum over it, was changed.
    #[error(
        "the table of heads is not as it was written: entries may be missing at the end of a \
         chain; restore a backup, or find out who changed the database"
    )]
    Heads,
    /// The database was changed while nobody used it.
    #[error("{}: the file is not as the last stop has left it", .0.display())]
    Unsealed(PathBuf),
    /// A snapshot that was not made for the entry it stands for, or was changed.
    #[error("{stream}: the snapshot at version {version} {why}")]
    Snapshot {
        /// The stream.
        stream: Stream,
        /// The version it says it was made at.
        version: u64,
        /// What is wrong.
        why: &'static str,
    },
    /// A key or a log, and no database that they belong to.
    #[error(
        "{}: there is nothing in the database, but {} lies beside it; put the database back, \
         with its log if it has one, or restore a backup into a new directory; \
         to begin anew, take an empty directory", database.display(), beside.display()
    )]
    NoDatabase {
        /// The database.
        database: PathBuf,
        /// What lies beside it.
        beside: PathBuf,
    },
    /// A database that was not closed in order, without its log.
    #[error(
        "{}: the last server did not stop in order, and the log that the database needs is \
         missing; put {} back beside it, or restore a backup into a new directory",
        database.display(), log.display()
    )]
    NoLog {
        /// The database.
        database: PathBuf,
        /// Its log.
        log: PathBuf,
    },
    /// The key that seals the shoes is not there, though the database was used with one.
    #[error(
        "{}: the key of the shoes is missing; put it back, or serve --without-key: \
         rounds in play will be voided and new shoes shuffled", .0.display()
    )]
    KeyLost(PathBuf),
    /// The key is not the one the database was used with.
    #[error(
        "{}: this is not the key of this database's shoes; put the right one in its place, \
         or serve --without-key: rounds in play will be voided and new shoes shuffled", .0.display()
    )]
    KeyWrong(PathBuf),
    /// A file that is not a key.
    #[error("{}: a key has 32 bytes", .0.display())]
    KeyShape(PathBuf),
    /// A sealed secret that the right key does not open: it was changed.
    #[error("{table}: the sealed secret of shoe {shoe} was changed")]
    Secret {
        /// The table.
        table: TableId,
        /// The shoe.
        shoe: u32,
    },
    /// The name of an account that exists, or differs from one only in case.
    #[error("there is an account {0:?} already")]
    NameTaken(String),
    /// A card that does not exist.
    #[error("there is no card {0}")]
    NoCard(u32),
    /// An account that does not exist.
    #[error("there is no account {0}")]
    NoAccount(u64),
    /// A row that no release of this program has written.
    #[error("the database holds something strange: {0}")]
    Strange(String),
    /// The directory to restore to has something in it.
    #[error("{}: the directory is not empty", .0.display())]
    NotEmpty(PathBuf),
    /// A database without a floor.
    #[error("{0}: there is no floor in it")]
    NoFloor(String),
    /// A database with another floor than the one that is to be carried into it.
    #[error(
        "{0} holds another floor, or this one as it was at another time; take an empty database \
         or a new directory"
    )]
    OtherFloor(String),
    /// A database into which a floor was not carried to the end.
    #[error(
        "{0}: a floor was not carried into it to the end; give the same command once more to go \
         on, or empty it and begin anew"
    )]
    HalfCarried(String),
    /// Not all rows have come over, or there are others.
    #[error("{table}: {there} rows were to be carried, and {here} are there")]
    Uneven {
        /// The table of the database.
        table: &'static str,
        /// The rows of the floor that is carried.
        there: u64,
        /// The rows of the database into which it was carried.
        here: u64,
    },
    /// A folder that is no backup, or not a whole one.
    #[error("{}: {why}", path.display())]
    NotABackup {
        /// The folder or file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A file.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's word for it.
        error: std::io::Error,
    },
    /// There is no entropy.
    #[error("the operating system gives no entropy: {0}")]
    Entropy(getrandom::Error),
    /// The journal is written in another format than this release's.
    #[error(
        "{}: the data is of format {found}, this release reads format {known}; \
         use the release that wrote it, or begin with an empty directory", path.display()
    )]
    Format {
        /// The database.
        path: PathBuf,
        /// The number of its format; zero for data from before formats had numbers.
        found: i64,
        /// The number of this release's.
        known: i64,
    },
    /// The database could not be made one of this release.
    #[error("the database does not fit this release: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The database.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
}

impl StoreError {
    /// The stable code of the error.
    pub const fn code(&self) -> &'static str {
        match self {
            StoreError::Gap { .. } => "store.gap",
            StoreError::Twice { .. } => "store.twice",
            StoreError::Clash { .. } => "store.clash",
            StoreError::Lost => "store.lost",
            StoreError::Away => "store.away",
            StoreError::Unfit { .. } => "store.unfit",
            StoreError::Beside => "store.beside",
            StoreError::Locked(_) => "store.locked",
            StoreError::Broken { .. } => "store.broken",
            StoreError::Clearing { .. } => "store.clearing",
            StoreError::RoundList { .. } | StoreError::RoundCount { .. } => "store.rounds",
            StoreError::BrokenLog { .. } => "store.broken-log",
            StoreError::Heads => "store.heads",
            StoreError::Unsealed(_) => "store.unsealed",
            StoreError::Snapshot { .. } => "store.snapshot",
            StoreError::NoDatabase { .. } => "store.no-database",
            StoreError::NoLog { .. } => "store.no-log",
            StoreError::KeyLost(_) => "store.key-lost",
            StoreError::KeyWrong(_) => "store.key-wrong",
            StoreError::KeyShape(_) => "store.key-shape",
            StoreError::Secret { .. } => "store.secret",
            StoreError::NameTaken(_) => "store.name-taken",
            StoreError::NoCard(_) => "store.no-card",
            StoreError::NoAccount(_) => "store.no-account",
            StoreError::Strange(_) => "store.strange",
            StoreError::NotEmpty(_) => "store.not-empty",
            StoreError::NoFloor(_) => "store.no-floor",
            StoreError::OtherFloor(_) => "store.other-floor",
            StoreError::HalfCarried(_) => "store.half-carried",
            StoreError::Uneven { .. } => "store.uneven",
            StoreError::NotABackup { .. } => "store.not-a-backup",
            StoreError::File { .. } => "store.file",
            StoreError::Entropy(_) => "store.entropy",
            StoreError::Format { .. } => "store.format",
            StoreError::Migrate(_) => "store.migrate",
            StoreError::Database(_) => "store.database",
        }
    }

    /// Whether the same question may be answered a little later: all readers were busy, or the
    /// server of the database is out of reach.
    pub fn is_passing(&self) -> bool {
        match self {
            StoreError::Away
            | StoreError::Database(
                sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::Protocol(_),
            ) => true,
            StoreError::Unfit { why, .. } => matches!(why, Unfit::Unreachable(_)),
            // PostgreSQL's classes: connections, resources, who takes over and who is asked to
            // go, and what was in another's way. SQLite has numbers of its own.
            StoreError::Database(sqlx::Error::Database(error)) => {
                error.code().is_some_and(|code| {
                    code.len() == 5 && ["08", "25", "40", "53", "57", "55"].contains(&&code[..2])
                })
            }
            _ => false,
        }
    }

    pub(crate) fn broken(stream: Stream, version: u64, cause: Cause) -> StoreError {
        StoreError::Broken { stream, version, cause }
    }
}

/// What is wrong with a line of a chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// It should stand here and does not.
    #[error("is missing")]
    Missing,
    /// It does not name the hash of the line before.
    #[error("does not follow the line before")]
    Previous,
    /// Its hash is not that of its text.
    #[error("its hash is not that of its text")]
    Hash,
    /// Its text is no entry.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// A column says something else than the text.
    #[error("its column {0} says something else than its text")]
    Column(&'static str),
    /// The rows of the ledger are not the entry's transfers.
    #[error("the ledger's rows are not its transfers")]
    Ledger,
    /// The row of its round says something else than its entries.
    #[error("the index of rounds says something else than its entries")]
    Round,
    /// A shoe's secret is not the one that was told.
    #[error("the secret of shoe {0} is not the one that it tells")]
    Secret(u32),
    /// The table of heads does not know it.
    #[error("is not in the table of heads")]
    Unnoted,
    /// A head that was noted elsewhere says something else.
    #[error("the head noted elsewhere has another hash")]
    Anchor,
}
