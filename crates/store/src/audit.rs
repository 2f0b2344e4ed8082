//! Checking a whole record, or a backup, that nobody uses.

use std::path::Path;

use table::Stream;

use crate::backup::{MANIFEST, check_against, read_manifest};
use crate::chain::{Hash, Head};
use crate::error::StoreError;
use crate::journal::Journal;
use crate::place::{Claim, Place};
use crate::seal::SealKey;

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
    pub journal: Box<dyn Journal>,
    _claim: Option<Claim>,
}

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

/// Opens a backup to read its journal and nothing else; the key, if it is there, opens the
/// secrets of its shoes.
///
/// # Errors
/// If it cannot be read.
pub async fn look(folder: &Path, key: &Path) -> Result<Box<dyn Journal>, StoreError> {
    Place::from(folder).look(SealKey::read(key)?).await
}

/// Checks a record that no server uses, or a backup: every chain, ledger, index of rounds, the
/// clearing accounts, the security log and the table of heads.
///
/// # Errors
/// If there is nothing to be read, a part is missing, or a server runs.
pub async fn audit(place: impl Into<Place>) -> Result<Audit, StoreError> {
    let place = place.into();
    place.check_used().await?;
    let manifest = match &place {
        Place::Data(data) => Some(data.path().join(MANIFEST)).filter(|path| path.exists()),
        Place::Database { .. } => None,
    };
    let claim = if manifest.is_some() { None } else { Some(place.claim().await?) };
    let key = SealKey::read(&place.key())?;
    let mut heads = match &manifest {
        Some(path) => check_against(&read_manifest(path)?, &place, key.as_ref()).await?,
        None => place.check(key.as_ref(), &[]).await?,
    };
    if manifest.is_none() && !heads.is_noted {
        heads.faults.push(StoreError::Heads);
    }
    let sealed = match (&place, &key) {
        (Place::Data(data), Some(key)) if manifest.is_none() => {
            let sealed = data.is_as_sealed(key)?;
            if sealed == Some(false) {
                heads.faults.push(StoreError::Unsealed(data.database()));
            }
            sealed
        }
        _ => None,
    };
    let (with_key, is_sealed) = (key.is_some(), sealed == Some(true));
    let journal = place.look(key).await?;
    let (streams, log, faults) = (heads.streams, heads.log.0, heads.faults);
    Ok(Audit { streams, log, faults, with_key, is_sealed, journal, _claim: claim })
}
