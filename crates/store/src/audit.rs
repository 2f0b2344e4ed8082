//! Checking a whole data directory, or a backup, that nobody uses.

use std::path::Path;

use table::Stream;

use crate::backup::{MANIFEST, check_against, read_manifest};
use crate::chain::Head;
use crate::data_dir::{DataDir, ServerLock};
use crate::error::StoreError;
use crate::seal::SealKey;
use crate::sqlite::{self, Store};

/// What a check of all rows has found.
pub struct Audit {
    /// The streams with the ends of their chains.
    pub streams: Vec<(Stream, Head)>,
    /// The number of lines of the security log.
    pub log: u64,
    /// Everything that is wrong.
    pub faults: Vec<StoreError>,
    /// Whether the key of the shoes was there; without it sealed secrets, snapshots and the
    /// sum over the heads are not checked.
    pub with_key: bool,
    /// Whether the file is sealed as the last stop has left it, so that every bit counts.
    pub is_sealed: bool,
    /// The journal, to fold what is in it; it cannot be written to.
    pub journal: Store,
    _lock: Option<ServerLock>,
}

/// Opens a backup to read its journal and nothing else; the key, if it is there, opens the
/// secrets of its shoes.
///
/// # Errors
/// If it cannot be read.
pub async fn look(folder: &Path, key: &Path) -> Result<Store, StoreError> {
    Store::look(&DataDir::new(folder).database(), SealKey::read(key)?).await
}

/// Checks a data directory that no server uses, or a backup: every chain, ledger, index of
/// rounds, the clearing accounts, the security log and the table of heads.
///
/// # Errors
/// If there is nothing to be read, a part is missing, or a server runs.
pub async fn audit(folder: &Path) -> Result<Audit, StoreError> {
    let data = DataDir::new(folder);
    if !data.is_used() {
        let why = "there is no database in it".to_owned();
        return Err(StoreError::NotABackup { path: folder.to_path_buf(), why });
    }
    let manifest = folder.join(MANIFEST);
    let is_backup = manifest.exists();
    let lock = if is_backup { None } else { Some(data.lock()?) };
    sqlite::check_parts(&data).await?;
    let (file, key) = (data.database(), SealKey::read(&data.key())?);
    let mut heads = if is_backup {
        check_against(&read_manifest(&manifest)?, &file, key.as_ref()).await?
    } else {
        sqlite::check(&file, key.as_ref(), &[]).await?
    };
    if !is_backup && !heads.is_noted {
        heads.faults.push(StoreError::Heads);
    }
    let sealed = match &key {
        Some(key) if !is_backup => data.is_as_sealed(key)?,
        _ => None,
    };
    if sealed == Some(false) {
        heads.faults.push(StoreError::Unsealed(file.clone()));
    }
    let (with_key, is_sealed) = (key.is_some(), sealed == Some(true));
    let journal = Store::look(&file, key).await?;
    let (streams, log, faults) = (heads.streams, heads.log.0, heads.faults);
    Ok(Audit { streams, log, faults, with_key, is_sealed, journal, _lock: lock })
}
