//! The directory in which everything lies, and the names of the files in it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// The data directory of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataDir {
    path: PathBuf,
}

impl DataDir {
    /// Where data lies when nobody says otherwise.
    pub const DEFAULT: &'static str = "./bahama-data";
    /// The database's file name.
    pub const DATABASE: &'static str = "bahama.sqlite";
    /// The file name of the key that seals the shoes.
    pub const KEY: &'static str = "shoe.key";
    /// The file a running server holds locked.
    pub const LOCK: &'static str = "server.lock";

    /// The directory at this path, which need not exist yet.
    pub fn new(path: impl Into<PathBuf>) -> DataDir {
        DataDir { path: path.into() }
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.path.join(DataDir::DATABASE)
    }

    /// The key that seals the shoes.
    pub fn key(&self) -> PathBuf {
        self.path.join(DataDir::KEY)
    }

    /// Whether there is a database in it.
    pub fn is_used(&self) -> bool {
        self.database().exists()
    }

    /// Makes the directory, readable only by its owner, if it is not there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(&self) -> Result<(), StoreError> {
        if self.path.is_dir() {
            return Ok(());
        }
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.path).map_err(|error| self.file_error(&self.path, error))
    }

    /// Claims the directory for one server, until the lock is dropped or the process ends.
    ///
    /// # Errors
    /// If another process has it.
    pub fn lock(&self) -> Result<ServerLock, StoreError> {
        self.create()?;
        let path = self.path.join(DataDir::LOCK);
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| self.file_error(&path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(ServerLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked(self.path.clone())),
            Err(TryLockError::Error(error)) => Err(self.file_error(&path, error)),
        }
    }

    #[allow(clippy::unused_self)]
    fn file_error(&self, path: &Path, error: std::io::Error) -> StoreError {
        StoreError::File { path: path.to_path_buf(), error }
    }
}

impl Default for DataDir {
    fn default() -> DataDir {
        DataDir::new(DataDir::DEFAULT)
    }
}

/// A claimed data directory.
#[derive(Debug)]
pub struct ServerLock {
    _file: File,
}
