//! Where a floor's record lies, and what is done with it as a whole while nobody opens it as a store.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use table::Stream;

use crate::audit::Heads;
use crate::carry::Side;
use crate::chain::Head;
use crate::data_dir::DataDir;
use crate::error::StoreError;
use crate::journal::Journal;
use crate::postgres::{self, Address};
use crate::seal::SealKey;
use crate::sqlite;

/// Where a floor's record lies.
#[derive(Clone, Debug)]
pub enum Place {
    /// In SQLite, in a data directory.
    Data(DataDir),
    /// In PostgreSQL.
    Database {
        /// The database.
        address: Address,
        /// The file with the key of its shoes.
        key: PathBuf,
    },
}

/// Keeps servers away from a record until it is dropped.
pub(crate) type Claim = Box<dyn Send>;

impl Place {
    /// The file with the key of the shoes.
    pub fn key(&self) -> PathBuf {
        match self {
            Place::Data(data) => data.key(),
            Place::Database { key, .. } => key.clone(),
        }
    }

    /// Whether there is a floor in it.
    ///
    /// # Errors
    /// If a database cannot be reached, or is not fit for one.
    pub async fn is_used(&self) -> Result<bool, StoreError> {
        match self {
            Place::Data(data) => Ok(data.is_used()),
            Place::Database { address, .. } => postgres::is_used(address).await,
        }
    }

    /// Claims a record that nobody serves from.
    pub(crate) async fn claim(&self) -> Result<Claim, StoreError> {
        Ok(match self {
            Place::Data(data) => Box::new(data.lock()?),
            Place::Database { address, .. } => Box::new(postgres::alone(address).await?),
        })
    }

    /// Refuses a place without a whole floor.
    pub(crate) async fn check_used(&self) -> Result<(), StoreError> {
        let data = match self {
            Place::Data(data) => data,
            Place::Database { address, .. } => return postgres::check_used(address).await,
        };
        sqlite::check_parts(data).await?;
        if data.is_used() { Ok(()) } else { Err(StoreError::NoFloor(self.to_string())) }
    }

    /// To carry its floor elsewhere.
    pub(crate) async fn to_read(&self) -> Result<Box<dyn Side>, StoreError> {
        match self {
            Place::Data(data) => sqlite::to_read(&data.database()).await,
            Place::Database { address, .. } => postgres::to_read(address).await,
        }
    }

    /// To carry a floor into it. One that is there already is only looked at.
    pub(crate) async fn to_write(&self) -> Result<Box<dyn Side>, StoreError> {
        match self {
            Place::Data(data) if data.is_used() => sqlite::to_read(&data.database()).await,
            Place::Data(data) => sqlite::to_write(&data.unfinished()).await,
            Place::Database { address, .. } => postgres::to_write(address).await,
        }
    }

    /// Where the database is while a floor is carried into it.
    fn database(&self, data: &DataDir) -> PathBuf {
        if data.is_used() { data.database() } else { data.unfinished() }
    }

    /// Checks everything that the rows show, also before the floor is released.
    pub(crate) async fn check(
        &self,
        key: Option<&SealKey>,
        anchors: &[(Stream, Head)],
    ) -> Result<Heads, StoreError> {
        match self {
            Place::Data(data) => sqlite::check(&self.database(data), key, anchors).await,
            Place::Database { address, .. } => postgres::check(address, key, anchors).await,
        }
    }

    /// Gives a database its name, once a floor was carried into it.
    pub(crate) fn name(&self) -> Result<(), StoreError> {
        let Place::Data(data) = self else { return Ok(()) };
        let (from, to) = (data.unfinished(), data.database());
        if !from.exists() {
            return Ok(());
        }
        let named = fs::rename(&from, &to).and_then(|()| crate::seal::sync_parent(&to));
        named.map_err(|error| StoreError::File { path: to, error })
    }

    /// The journal, to be read and nothing else.
    pub(crate) async fn look(&self, key: Option<SealKey>) -> Result<Box<dyn Journal>, StoreError> {
        Ok(match self {
            Place::Data(data) => Box::new(sqlite::Store::look(&data.database(), key).await?),
            Place::Database { address, .. } => Box::new(postgres::Store::look(address, key).await?),
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Data(data) => write!(f, "{}", data.path().display()),
            Place::Database { address, .. } => write!(f, "{address}"),
        }
    }
}

impl From<&Place> for Place {
    fn from(place: &Place) -> Place {
        place.clone()
    }
}

impl From<&DataDir> for Place {
    fn from(data: &DataDir) -> Place {
        Place::Data(data.clone())
    }
}

impl From<&Path> for Place {
    fn from(folder: &Path) -> Place {
        Place::Data(DataDir::new(folder))
    }
}
