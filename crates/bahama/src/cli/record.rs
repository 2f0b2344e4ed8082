//! The record that a server is started on: SQLite in its data directory, or PostgreSQL.

use std::sync::Arc;

use server::Settings;
use store::{Access, DataDir, Journal, Options, People, PostgresStore, Store, StoreError};

/// An open record.
pub(super) enum Record {
    Sqlite(Arc<Store>),
    Postgres(Arc<PostgresStore>),
}

impl Record {
    /// Opens what the settings name, to serve from it.
    pub(super) async fn open(settings: &Settings, options: Options) -> Result<Record, StoreError> {
        let data = DataDir::new(&settings.data);
        let Some(address) = &settings.database else {
            return Ok(Record::Sqlite(Arc::new(Store::open(&data, options).await?)));
        };
        let key = match &settings.shoe_key {
            Some(key) => key.clone(),
            None => {
                data.create()?;
                data.key()
            }
        };
        let store = PostgresStore::open(address, &key, Access::Serve).await?;
        Ok(Record::Postgres(Arc::new(store)))
    }

    pub(super) fn journal(&self) -> Arc<dyn Journal> {
        match self {
            Record::Sqlite(store) => store.clone(),
            Record::Postgres(store) => store.clone(),
        }
    }

    pub(super) fn people(&self) -> Arc<dyn People> {
        match self {
            Record::Sqlite(store) => store.clone(),
            Record::Postgres(store) => store.clone(),
        }
    }

    /// How many chains there were whose ends were noted for the first time, or with another key.
    pub(super) fn noted(&self) -> usize {
        match self {
            Record::Sqlite(store) => store.noted(),
            Record::Postgres(store) => store.noted(),
        }
    }

    /// Whether the system keeps the key of the shoes out of the swap.
    pub(super) fn is_key_locked(&self) -> bool {
        match self {
            Record::Sqlite(store) => store.is_key_locked(),
            Record::Postgres(store) => store.is_key_locked(),
        }
    }

    /// The server runs: others may start beside it.
    pub(super) async fn started(&self) {
        match self {
            Record::Sqlite(_) => {}
            Record::Postgres(store) => store.started().await,
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Record::Sqlite(store) => store.close().await,
            Record::Postgres(store) => store.close().await,
        }
    }
}
