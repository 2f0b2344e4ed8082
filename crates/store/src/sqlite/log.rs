//! The write-ahead log when a store is opened and closed.
//!
//! While a server runs, what it answers is in the log and only later in the database file.
//! A start makes the log certain and folds it into the file; a clean stop folds it too, so
//! that one file is left which is whole.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use super::{READ_ONLY, connect_options, sql};
use crate::data_dir::DataDir;
use crate::error::StoreError;

/// The setting that says whether the log must lie beside the database file.
const LOG: &str = "log";
/// It must: somebody serves, or did not stop in order.
const NEEDED: &str = "needed";
/// It need not: the file is whole.
const FOLDED: &str = "folded";
/// How much of the log is written again at a time.
const PART: u64 = 1 << 20;

/// The log of a database.
pub(crate) fn log_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Refuses a directory that lacks a part, before anything is made in it: a database that
/// needs a log which is not there, a log or a key without their database (L-24), a floor that
/// was not carried into it to the end.
pub(crate) async fn check_parts(data: &DataDir) -> Result<(), StoreError> {
    let (database, log) = (data.database(), log_of(&data.database()));
    if data.unfinished().exists() {
        return Err(StoreError::HalfCarried(data.path().display().to_string()));
    }
    let length = |path: &Path| std::fs::metadata(path).map_or(0, |about| about.len());
    if length(&database) == 0 {
        let left = [(data.key(), data.key().exists()), (log.clone(), length(&log) > 0)];
        let left = left.into_iter().find(|(_, is_there)| *is_there);
        return left.map_or(Ok(()), |(beside, _)| Err(StoreError::NoDatabase { database, beside }));
    }
    if log.exists() {
        return Ok(());
    }
    // As it lies there: an ordinary connection would make an empty log beside it.
    let options = connect_options(&database, READ_ONLY).immutable(true);
    let mut connection = options.connect().await?;
    let (tables,): (i64,) = sqlx::query_as(sql::TABLES).fetch_one(&mut connection).await?;
    // One that was left half made has no settings.
    let (settings,): (i64,) = sqlx::query_as(sql::HAS_META).fetch_one(&mut connection).await?;
    let mark = match settings {
        0 => None,
        _ => mark(&mut connection).await?,
    };
    connection.close().await?;
    if tables == 0 && data.key().exists() {
        return Err(StoreError::NoDatabase { database, beside: data.key() });
    }
    if mark.as_deref() == Some(NEEDED) {
        return Err(StoreError::NoLog { database, log });
    }
    Ok(())
}

/// Makes certain that the log is on the disk. After a failed sync the system believes its
/// pages clean, so that another sync would prove nothing; they are written again (L-23).
/// Nobody else writes to the log meanwhile.
pub(super) async fn secure(
    connection: &mut SqliteConnection,
    database: &Path,
) -> Result<(), StoreError> {
    let path = log_of(database);
    let alone = connection.begin_with("BEGIN IMMEDIATE").await?;
    write_again(&path).map_err(|error| StoreError::File { path, error })?;
    alone.rollback().await?;
    Ok(())
}

fn write_again(path: &Path) -> std::io::Result<()> {
    let mut file = match File::options().read(true).write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let (mut part, mut at) = (Vec::new(), 0);
    loop {
        part.clear();
        file.seek(SeekFrom::Start(at))?;
        let count = Read::by_ref(&mut file).take(PART).read_to_end(&mut part)?;
        if count == 0 {
            return file.sync_all();
        }
        file.seek(SeekFrom::Start(at))?;
        file.write_all(&part)?;
        at += count as u64;
    }
}

/// Folds the log into the database file, synced, and empties it. Somebody who reads beside
/// us may keep a part of it in use; then it stays where it is, which is no harm.
pub(super) async fn fold(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query(sql::WAIT_LITTLE).execute(&mut *connection).await?;
    sqlx::query(sql::FOLD).execute(&mut *connection).await?;
    sqlx::query(sql::WAIT_LONG).execute(connection).await?;
    Ok(())
}

/// From now on the database file is nothing without its log.
pub(super) async fn begin(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    set_mark(connection, NEEDED).await?;
    fold(connection).await
}

/// The database file is whole without its log.
pub(super) async fn end(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    set_mark(connection, FOLDED).await?;
    fold(connection).await
}

/// Whether whoever served last did not stop in order.
pub(super) async fn is_needed(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    Ok(mark(connection).await?.as_deref() == Some(NEEDED))
}

async fn mark(connection: &mut SqliteConnection) -> Result<Option<String>, StoreError> {
    let mark: Option<(String,)> =
        sqlx::query_as(sql::SETTING).bind(LOG).fetch_optional(connection).await?;
    Ok(mark.map(|(mark,)| mark))
}

async fn set_mark(connection: &mut SqliteConnection, mark: &'static str) -> Result<(), StoreError> {
    sqlx::query(sql::SET_SETTING).bind(LOG).bind(mark).execute(connection).await?;
    Ok(())
}

/// Says of a copy that it is whole.
pub(super) async fn mark_whole(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    set_mark(connection, FOLDED).await
}
