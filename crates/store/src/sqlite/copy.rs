//! Whole copies of a database: made while it is in use, checked, put back.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{
    KEY_NAME, READ_ONLY, connect_options, heads, log, migrations, people, read, row, sql, verify,
};
use crate::chain::{Hash, Head};
use crate::data_dir::DataDir;
use crate::error::StoreError;
use crate::people::{AccountKind, AccountRow, StaffCardRow};
use crate::seal::SealKey;
use table::Stream;

/// The ends of all chains of a database, and what is wrong with it.
pub(crate) struct Heads {
    pub(crate) streams: Vec<(Stream, Head)>,
    pub(crate) log: (u64, Hash),
    /// Whether there is a table of heads; not in a copy of an older release's data.
    pub(crate) is_noted: bool,
    pub(crate) faults: Vec<StoreError>,
}

impl Heads {
    /// The heads of a database with which nothing is wrong.
    pub(crate) fn whole(mut self) -> Result<Heads, StoreError> {
        match self.faults.is_empty() {
            true => Ok(self),
            false => Err(self.faults.swap_remove(0)),
        }
    }
}

/// Copies a database that may be in use.
pub(crate) async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let mut connection = connect_options(from, READ_ONLY).connect().await?;
    migrations::check(&mut connection, from).await?;
    let path = to.to_str().ok_or_else(|| {
        let error = std::io::Error::other("the path is not UTF-8");
        StoreError::File { path: to.to_path_buf(), error }
    })?;
    sqlx::query(sql::COPY).bind(path).execute(&mut connection).await?;
    connection.close().await?;
    let mut copied = alone(to).connect().await?;
    log::mark_whole(&mut copied).await?;
    copied.close().await?;
    Ok(())
}

/// A copy is one file, whoever writes to it.
fn alone(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).disable_statement_logging()
}

/// Checks everything that the rows of a copy can show: that they are a database, every chain,
/// through the heads that were noted elsewhere, what lies across them, the security log, the
/// table of heads; and with the key, sealed secrets, snapshots and the sum over the heads.
pub(crate) async fn check(
    file: &Path,
    key: Option<&SealKey>,
    anchors: &[(Stream, Head)],
) -> Result<Heads, StoreError> {
    let pool = pool(file).await?;
    migrations::check(&mut *pool.acquire().await?, file).await?;
    let mut faults = integrity(&pool).await?;
    for (stream, anchor) in anchors {
        faults.extend(verify::whole(&pool, *stream, Some(*anchor)).await.err());
    }
    let mut streams = Vec::new();
    for (stream, head) in read::streams(&pool).await? {
        if !anchors.iter().any(|(anchored, _)| *anchored == stream) {
            faults.extend(verify::whole(&pool, stream, None).await.err());
        }
        if let (Stream::Table(table), Some(key)) = (stream, key) {
            faults.extend(read::secrets(&pool, key, table, 0).await.err());
        }
        streams.push((stream, head));
    }
    faults.extend(verify::across(&pool).await.err());
    let log = people::verify_log(&pool).await;
    let log = log.map_err(|fault| faults.push(fault)).unwrap_or_default();
    let (noted,): (i64,) = sqlx::query_as(sql::HAS_HEADS).fetch_one(&pool).await?;
    let is_noted = noted > 0;
    if is_noted {
        match heads::check(&mut *pool.acquire().await?, key).await {
            Ok(people) => faults.extend(people),
            Err(fault) => faults.push(fault),
        }
    }
    if let (Some(key), true) = (key, is_noted) {
        for row in sqlx::query(sql::SNAPSHOTS).fetch_all(&pool).await? {
            faults.extend(read::snapshot(&pool, key, row::stream(&row)?).await.err());
        }
    }
    pool.close().await;
    Ok(Heads { streams, log, is_noted, faults })
}

/// What the database itself finds wrong.
async fn integrity(pool: &SqlitePool) -> Result<Vec<StoreError>, StoreError> {
    let said: Vec<(String,)> = sqlx::query_as(sql::INTEGRITY).fetch_all(pool).await?;
    let faults = said.into_iter().map(|(said,)| said).filter(|said| said != "ok");
    Ok(faults.map(StoreError::Strange).collect())
}

/// Which key sealed the shoes of a copy.
pub(crate) async fn key_name(file: &Path) -> Result<Option<String>, StoreError> {
    let pool = pool(file).await?;
    let name = read::text(&pool, sql::SETTING, KEY_NAME).await?;
    pool.close().await;
    Ok(name)
}

/// What a database that nobody uses knows of somebody who wants to give up the key of the shoes.
#[derive(Clone, Debug)]
pub struct StaffFound {
    /// His account, if he is of the staff and not revoked.
    pub account: Option<AccountRow>,
    /// The card with the number that he shows, if there is one and it is in use.
    pub shown: Option<StaffCardRow>,
    /// All cards that are in use.
    pub cards: Vec<StaffCardRow>,
}

/// Looks for somebody of the staff, and for the card with this number, in a database that nobody
/// uses.
///
/// # Errors
/// If the database cannot be read.
pub async fn staff_named(
    data: &DataDir,
    name: &str,
    number: Option<&Hash>,
) -> Result<StaffFound, StoreError> {
    log::check_parts(data).await?;
    let pool = pool(&data.database()).await?;
    let account = people::by_name(&pool, name).await?;
    let shown = match number {
        Some(number) => people::card_numbered(&pool, number).await?,
        None => None,
    };
    let mut cards = people::all_cards(&pool).await?;
    pool.close().await;
    let is_staff = |row: &AccountRow| row.kind == AccountKind::Staff && row.revoked.is_none();
    cards.retain(|card| card.revoked.is_none());
    let shown = shown.filter(|card| card.revoked.is_none());
    Ok(StaffFound { account: account.filter(is_staff), shown, cards })
}

/// Nobody is signed in to a restored database: what was revoked since the backup must
/// not come back. Without its key, the next server makes a new one.
pub(crate) async fn after_restore(file: &Path, forget_key: bool) -> Result<(), StoreError> {
    let mut connection = alone(file).connect().await?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::query(sql::FORGET_SESSIONS).execute(&mut *transaction).await?;
    sqlx::query(sql::FORGET_LINKS).execute(&mut *transaction).await?;
    sqlx::query(sql::FORGET_PROOFS).execute(&mut *transaction).await?;
    if forget_key {
        sqlx::query(sql::FORGET_SETTING).bind(KEY_NAME).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    connection.close().await?;
    Ok(())
}

/// Readers of a database that nobody uses, who leave nothing beside it.
pub(super) async fn pool(file: &Path) -> Result<SqlitePool, StoreError> {
    let is_alone = !log::log_of(file).exists();
    let options = connect_options(file, READ_ONLY).immutable(is_alone);
    Ok(SqlitePoolOptions::new().max_connections(2).connect_with(options).await?)
}
