//! Whole copies of a database: made while it is in use, checked, put back.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{KEY_NAME, READ_ONLY, connect_options, migrations, people, read, sql, verify};
use crate::chain::{Hash, Head};
use crate::error::StoreError;
use table::Stream;

/// The ends of all chains of a database.
pub(crate) struct Heads {
    pub(crate) streams: Vec<(Stream, Head)>,
    pub(crate) log: (u64, Hash),
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
    Ok(())
}

/// Checks every chain of a copy, through the heads that were noted.
pub(crate) async fn check(file: &Path, anchors: &[(Stream, Head)]) -> Result<Heads, StoreError> {
    let pool = pool(file).await?;
    migrations::check(&mut *pool.acquire().await?, file).await?;
    for (stream, anchor) in anchors {
        verify::whole(&pool, *stream, Some(*anchor)).await?;
    }
    let mut streams = Vec::new();
    for (stream, head) in read::streams(&pool).await? {
        if !anchors.contains(&(stream, head)) {
            verify::whole(&pool, stream, None).await?;
        }
        streams.push((stream, head));
    }
    verify::across(&pool).await?;
    let log = people::verify_log(&pool).await?;
    pool.close().await;
    Ok(Heads { streams, log })
}

/// Which key sealed the shoes of a copy.
pub(crate) async fn key_name(file: &Path) -> Result<Option<String>, StoreError> {
    let pool = pool(file).await?;
    let name = read::text(&pool, sql::SETTING, KEY_NAME).await?;
    pool.close().await;
    Ok(name)
}

/// Nobody is signed in to a restored database: what was revoked since the backup must
/// not come back. Without its key, the next server makes a new one.
pub(crate) async fn after_restore(file: &Path, forget_key: bool) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(file).disable_statement_logging();
    let mut connection = options.connect().await?;
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

async fn pool(file: &Path) -> Result<SqlitePool, StoreError> {
    let options = connect_options(file, READ_ONLY);
    Ok(SqlitePoolOptions::new().max_connections(2).connect_with(options).await?)
}
