//! The record of a floor: where the command line finds it, and what it opens there.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use server::{Said, Settings};
use store::{DataDir, Journal, Options, People, Place, PostgresStore, Store, StoreError};

use super::Failed;

/// Where a record is: every command that reads or writes one takes this.
#[derive(Args)]
pub(super) struct AtRecord {
    /// The data directory.
    #[arg(long, value_name = "DIR", default_value = DataDir::DEFAULT, global = true)]
    pub(super) data: PathBuf,
    /// The PostgreSQL database with the record, as postgres://user:password@host:5432/name, for any
    /// number of servers on one floor; without it, SQLite in the data directory.
    #[arg(long, value_name = "URL", global = true)]
    pub(super) database: Option<String>,
    /// The key of the shoes, the same for all servers on one database; made where the database
    /// has none yet [default: shoe.key in the data directory].
    #[arg(long, value_name = "FILE", requires = "database", global = true)]
    pub(super) shoe_key: Option<PathBuf>,
}

impl AtRecord {
    /// The settings of a server on this record; `serve.toml` in the data directory may name the
    /// database, too.
    pub(super) fn settings(&self) -> Result<Settings, Failed> {
        let (database, shoe_key) = (self.database.clone(), self.shoe_key.clone());
        Ok(Settings::resolve(&self.data, &Said { database, shoe_key, ..Said::default() })?)
    }

    /// Where the record lies.
    pub(super) fn place(&self) -> Result<Place, Failed> {
        Ok(place(&self.settings()?))
    }

    /// Opens a record that is there, for a command beside a server that may be running.
    pub(super) async fn open(&self) -> Result<Record, Failed> {
        self.open_used(Options::BESIDE).await
    }

    /// Opens a record that is there.
    pub(super) async fn open_used(&self, options: Options) -> Result<Record, Failed> {
        let settings = self.settings()?;
        let place = place(&settings);
        if !place.is_used().await? {
            let why =
                format!("{place} holds no data; name the right one with --data or --database");
            return Err(Failed::Refused(why));
        }
        Ok(Record::open(&settings, options).await?)
    }
}

/// Where the record of a server with these settings lies.
pub(super) fn place(settings: &Settings) -> Place {
    let data = DataDir::new(&settings.data);
    match &settings.database {
        None => Place::Data(data),
        Some(address) => {
            let key = settings.shoe_key.clone().unwrap_or_else(|| data.key());
            Place::Database { address: address.clone(), key }
        }
    }
}

/// An open record.
pub(super) enum Record {
    Sqlite(Arc<Store>),
    Postgres(Arc<PostgresStore>),
}

impl Record {
    /// Opens what the settings name, and makes what is missing.
    pub(super) async fn open(settings: &Settings, options: Options) -> Result<Record, StoreError> {
        let place = place(settings);
        if settings.shoe_key.is_none() && !place.key().exists() && !place.is_used().await? {
            DataDir::new(&settings.data).create()?;
        }
        match place {
            Place::Data(data) => Ok(Record::Sqlite(Arc::new(Store::open(&data, options).await?))),
            Place::Database { address, key } => {
                let store = PostgresStore::open(&address, &key, options.access).await?;
                Ok(Record::Postgres(Arc::new(store)))
            }
        }
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
