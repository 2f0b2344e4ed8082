//! The key of the shoes, by which a database is known.

use std::path::Path;

use sqlx::Connection as _;

use super::{Connection, Store, heads, sql};
use crate::error::StoreError;
use crate::seal::SealKey;

/// The setting that names the key which sealed the shoes.
pub(super) const KEY_NAME: &str = "shoe-key";

impl Store {
    /// Whether the system keeps the key of the shoes out of the swap (S-22).
    pub fn is_key_locked(&self) -> bool {
        self.shared.key.is_locked()
    }
}

/// Notes which key this database is used with, and where all its chains end.
pub(super) async fn begin_with(
    connection: &mut Connection,
    key: &SealKey,
) -> Result<usize, StoreError> {
    let mut transaction = connection.begin_with(sql::BEGIN_WRITING).await?;
    let noted = heads::begin(&mut transaction, key).await?;
    sqlx::query(sql::SET_SETTING)
        .bind(KEY_NAME)
        .bind(key.name_text())
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(noted)
}

/// The key of this database's shoes, a new one for a new database; and whether it is the
/// database's first or takes another's place.
pub(super) async fn find(
    connection: &mut Connection,
    path: &Path,
    forget: bool,
) -> Result<(SealKey, bool), StoreError> {
    let used: Option<(String,)> =
        sqlx::query_as(sql::SETTING).bind(KEY_NAME).fetch_optional(&mut *connection).await?;
    let found = SealKey::read(path)?;
    match (&found, &used) {
        (Some(key), Some((used,))) if key.name_text() != *used && !forget => {
            return Err(StoreError::KeyWrong(path.to_path_buf()));
        }
        (None, Some(_)) if !forget => return Err(StoreError::KeyLost(path.to_path_buf())),
        _ => {}
    }
    let key = match found {
        Some(key) => key,
        None => SealKey::create(path)?,
    };
    let is_first = used.is_none_or(|(used,)| used != key.name_text());
    Ok((key, is_first))
}
