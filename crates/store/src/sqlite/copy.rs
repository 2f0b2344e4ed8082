//! Whole copies of a database: made while it is in use, checked, put back.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use super::carry::Carrier;
use super::check::everything;
use super::{KEY_NAME, READ_ONLY, connect_options, log, migrations, people, read, sql};
use crate::audit::Heads;
use crate::carry::Side;
use crate::chain::{Hash, Head};
use crate::data_dir::{DataDir, Missing, private};
use crate::error::StoreError;
use crate::people::{AccountKind, AccountRow, StaffCardRow};
use crate::seal::SealKey;
use table::Stream;

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

/// A copy, or a database that nobody uses, to carry its floor elsewhere.
pub(crate) async fn to_read(file: &Path) -> Result<Box<dyn Side>, StoreError> {
    let mut connection = lonely(file).connect().await?;
    migrations::check(&mut connection, file).await?;
    let (noted,): (i64,) = sqlx::query_as(sql::HAS_HEADS).fetch_one(&mut connection).await?;
    if noted == 0 {
        let why = "an older release has made it; restore it into a data directory, and start a \
                   server there once"
            .to_owned();
        return Err(StoreError::NotABackup { path: file.to_path_buf(), why });
    }
    Ok(Box::new(Carrier::to_read(connection, file.display().to_string()).await?))
}

/// A database to carry a floor into; made if it is not there.
pub(crate) async fn to_write(file: &Path) -> Result<Box<dyn Side>, StoreError> {
    private(file, Missing::Make)
        .map_err(|error| StoreError::File { path: file.to_path_buf(), error })?;
    let mut connection = alone(file).connect().await?;
    migrations::claim(&mut connection, file).await?;
    migrations::run(&mut connection).await?;
    Ok(Box::new(Carrier::to_write(connection, file.display().to_string())))
}

/// Checks a copy, or a database that nobody uses: that it is a database, and everything that its
/// rows can show.
pub(crate) async fn check(
    file: &Path,
    key: Option<&SealKey>,
    anchors: &[(Stream, Head)],
) -> Result<Heads, StoreError> {
    let pool = pool(file).await?;
    migrations::check(&mut *pool.acquire().await?, file).await?;
    let faults = integrity(&pool).await?;
    // Not in a copy of an older release's data.
    let (noted,): (i64,) = sqlx::query_as(sql::HAS_HEADS).fetch_one(&pool).await?;
    let heads = everything(&pool, key, anchors, noted > 0, faults).await?;
    pool.close().await;
    Ok(heads)
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

/// Readers of a database that nobody uses, who leave nothing beside it.
pub(super) async fn pool(file: &Path) -> Result<SqlitePool, StoreError> {
    Ok(SqlitePoolOptions::new().max_connections(2).connect_with(lonely(file)).await?)
}

fn lonely(file: &Path) -> SqliteConnectOptions {
    let is_alone = !log::log_of(file).exists();
    connect_options(file, READ_ONLY).immutable(is_alone)
}
