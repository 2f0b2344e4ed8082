//! The directory in which everything lies, and the names of the files in it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::backup::{fingerprint, write_new};
use crate::error::StoreError;
use crate::seal::SealKey;

/// What the seal is made for.
const SEALED: &[u8] = b"database file";

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
    /// The name of a database into which a floor is being carried, until all of it is there.
    pub(crate) const UNFINISHED: &'static str = "bahama.sqlite.part";
    /// The file name of the key that seals the shoes.
    pub const KEY: &'static str = "shoe.key";
    /// The file a running server holds locked.
    pub const LOCK: &'static str = "server.lock";
    /// The file that a clean stop leaves: the database's fingerprint, sealed.
    pub const SEAL: &'static str = "bahama.seal";
    /// The manifest of the last backup that was made of it.
    pub const BACKED_UP: &'static str = "last-backup.json";

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

    /// The database while a floor is carried into it.
    pub(crate) fn unfinished(&self) -> PathBuf {
        self.path.join(DataDir::UNFINISHED)
    }

    /// The key that seals the shoes.
    pub fn key(&self) -> PathBuf {
        self.path.join(DataDir::KEY)
    }

    /// The manifest of the last backup.
    pub(crate) fn backed_up(&self) -> PathBuf {
        self.path.join(DataDir::BACKED_UP)
    }

    /// Whether there is a database in it.
    pub fn is_used(&self) -> bool {
        self.database().exists()
    }

    /// Seals the database as a clean stop leaves it, so that whatever changes while nobody
    /// uses it is found, also where there is no chain.
    pub(crate) fn seal(&self, key: &SealKey) -> Result<(), StoreError> {
        self.break_seal()?;
        let sealed = key.close(SEALED, self.fingerprint()?.as_bytes())?;
        write_new(&self.path.join(DataDir::SEAL), &sealed)
    }

    /// Whether the database is as it was sealed; nothing where it was not sealed, or where
    /// there is a log that belongs to it.
    pub(crate) fn is_as_sealed(&self, key: &SealKey) -> Result<Option<bool>, StoreError> {
        let path = self.path.join(DataDir::SEAL);
        if !path.exists() {
            return Ok(None);
        }
        let sealed = fs::read(&path).map_err(|error| self.file_error(&path, error))?;
        let plain = key.open(SEALED, &sealed);
        Ok(Some(plain.as_deref() == Some(self.fingerprint()?.as_bytes())))
    }

    /// The database is about to be used.
    pub(crate) fn break_seal(&self) -> Result<(), StoreError> {
        let path = self.path.join(DataDir::SEAL);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(self.file_error(&path, error))
            }
            _ => Ok(()),
        }
    }

    fn fingerprint(&self) -> Result<String, StoreError> {
        let (bytes, sha256) = fingerprint(&self.database())?;
        Ok(format!("{bytes} {sha256}"))
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

    /// Makes the database's file and everything beside it readable only by its owner, whatever
    /// the directory allows (S-22). The log gets the mode of the file it belongs to.
    pub(crate) fn keep_private(&self) -> Result<(), StoreError> {
        let database = self.database();
        private(&database, Missing::Make).map_err(|error| self.file_error(&database, error))?;
        for name in [DataDir::KEY, DataDir::LOCK, DataDir::SEAL, DataDir::BACKED_UP] {
            self.keep_file_private(&self.path.join(name))?;
        }
        for log in ["-wal", "-shm"] {
            let mut name = database.clone().into_os_string();
            name.push(log);
            self.keep_file_private(Path::new(&name))?;
        }
        Ok(())
    }

    fn keep_file_private(&self, path: &Path) -> Result<(), StoreError> {
        private(path, Missing::Leave).map_err(|error| self.file_error(path, error))
    }

    /// Claims the directory for one server, until the lock is dropped or the process ends.
    ///
    /// # Errors
    /// If another process has it.
    pub fn lock(&self) -> Result<ServerLock, StoreError> {
        self.create()?;
        let path = self.path.join(DataDir::LOCK);
        private(&path, Missing::Make).map_err(|error| self.file_error(&path, error))?;
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

/// What is done about a file that is not there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    /// It is made, empty.
    Make,
    /// Nothing.
    Leave,
}

/// Makes a file readable only by its owner.
pub(crate) fn private(path: &Path, missing: Missing) -> std::io::Result<()> {
    if !path.exists() && missing == Missing::Leave {
        return Ok(());
    }
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
        if path.exists() {
            return fs::set_permissions(path, fs::Permissions::from_mode(0o600));
        }
        options.mode(0o600);
    }
    options.open(path).map(drop)
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
