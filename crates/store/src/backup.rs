//! Backups of a store in use, and the way back.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use table::{AccountId, LinkId, TableId, Time};

use crate::chain::{Hash, Head};
use crate::data_dir::{DataDir, Missing, private};
use crate::error::StoreError;
use crate::seal::{SealKey, sync_parent};
use crate::sqlite::{self, Heads};
use table::Stream;
use table::unhex;

/// The file that makes a folder a backup; it is written last.
pub(crate) const MANIFEST: &str = "manifest.json";
const FORMAT: u32 = 1;

/// What a backup holds, and the ends of its chains: keep it elsewhere too, and a change
/// of the backup shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The format of this document.
    pub format: u32,
    /// When the backup was made.
    pub made: Time,
    /// The bytes of the database.
    pub bytes: u64,
    /// The SHA-256 of the database, in hexadecimal.
    pub sha256: String,
    /// The tables with the ends of their chains.
    pub tables: Vec<ManifestHead>,
    /// The links with the ends of their chains.
    #[serde(default)]
    pub links: Vec<ManifestHead>,
    /// The end of the security log's chain.
    pub security_log: ManifestHead,
}

/// The end of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestHead {
    /// The table, for a table's chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The link, for a link's chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkId>,
    /// The person, for a person's chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<AccountId>,
    /// The last version or line.
    pub version: u64,
    /// Its hash, in hexadecimal.
    pub hash: String,
}

impl ManifestHead {
    fn of(stream: Option<Stream>, version: u64, hash: &Hash) -> ManifestHead {
        let mut head =
            ManifestHead { table: None, link: None, person: None, version, hash: table::hex(hash) };
        match stream {
            Some(Stream::Table(table)) => head.table = Some(table),
            Some(Stream::Link(link)) => head.link = Some(link),
            Some(Stream::Person(person)) => head.person = Some(person),
            None => {}
        }
        head
    }

    fn stream(&self) -> Option<Stream> {
        let of_table = self.table.map(Stream::from).or(self.link.map(Stream::from));
        of_table.or(self.person.map(Stream::from))
    }

    fn head(&self) -> Option<Head> {
        Some(Head { version: self.version, hash: unhex(&self.hash)? })
    }
}

/// How far a backup or its way back is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The database is being copied.
    Copying,
    /// The copy's chains are being checked.
    Checking,
    /// The last files are being written.
    Finishing,
}

/// Copies the database of a data directory, which may be in use, into a new folder;
/// checks the copy and writes its manifest. The key of the shoes is not in it (S-04).
///
/// # Errors
/// If there is no database, the folder has something in it, the disk fails, or the copy
/// does not stand the check.
pub async fn backup(
    data: &DataDir,
    into: &Path,
    made: Time,
    mut step: impl FnMut(Step),
) -> Result<Manifest, StoreError> {
    if !data.is_used() {
        let why = "there is no database in it".to_owned();
        return Err(StoreError::NotABackup { path: data.path().to_path_buf(), why });
    }
    sqlite::check_parts(data).await?;
    empty_folder(into)?;
    step(Step::Copying);
    let copy = into.join(DataDir::DATABASE);
    private(&copy, Missing::Make).map_err(|error| file_error(&copy, error))?;
    sqlite::copy(&data.database(), &copy).await?;
    sync(&copy)?;
    step(Step::Checking);
    let key = SealKey::read(&data.key())?;
    let heads = sqlite::check(&copy, key.as_ref(), &[]).await?.whole()?;
    step(Step::Finishing);
    let (bytes, sha256) = fingerprint(&copy)?;
    let streams = heads
        .streams
        .iter()
        .map(|(id, head)| ManifestHead::of(Some(*id), head.version, &head.hash));
    let (tables, links) = streams.partition(|head| head.table.is_some());
    let manifest = Manifest {
        format: FORMAT,
        made,
        bytes,
        sha256,
        tables,
        links,
        security_log: ManifestHead::of(None, heads.log.0, &heads.log.1),
    };
    write_new(&into.join(MANIFEST), manifest_text(&manifest)?.as_bytes())?;
    Ok(manifest)
}

/// Notes in the data directory that a backup was made of it, so that somebody is told when the last
/// one is old (O-11).
///
/// # Errors
/// If it cannot be written.
pub fn note_backup(data: &DataDir, manifest: &Manifest) -> Result<(), StoreError> {
    let (path, text) = (data.backed_up(), manifest_text(manifest)?);
    let fresh = path.with_extension("new");
    // One that was left half written is nobody's.
    let _ = fs::remove_file(&fresh);
    write_new(&fresh, text.as_bytes())?;
    fs::rename(&fresh, &path).map_err(|error| file_error(&path, error))
}

/// The manifest of the last backup that was made of a data directory, if it is known.
pub fn last_backup(data: &DataDir) -> Option<Manifest> {
    read_manifest(&data.backed_up()).ok()
}

fn manifest_text(manifest: &Manifest) -> Result<String, StoreError> {
    serde_json::to_string_pretty(manifest).map_err(|error| StoreError::Strange(error.to_string()))
}

/// Takes the manifest away from a copy that did not stand a check: it is no backup.
///
/// # Errors
/// If it cannot be removed.
pub fn unmake(folder: &Path) -> Result<(), StoreError> {
    let path = folder.join(MANIFEST);
    fs::remove_file(&path).map_err(|error| file_error(&path, error))
}

/// Puts a backup into a new data directory, after all of it was checked. With the key of
/// its shoes a round in play goes on; without it the next server makes a new key, voids
/// such a round and shuffles a new shoe. Nobody is signed in afterwards.
///
/// # Errors
/// If the directory has something in it, or the backup or the key does not stand the
/// check.
pub async fn restore(
    from: &Path,
    data: &DataDir,
    key: Option<&Path>,
    mut step: impl FnMut(Step),
) -> Result<Manifest, StoreError> {
    let manifest = read_manifest(&from.join(MANIFEST))?;
    let copy = from.join(DataDir::DATABASE);
    step(Step::Checking);
    let key = match key {
        Some(path) => Some(read_key(path, &copy).await?),
        None => None,
    };
    check_against(&manifest, &copy, key.as_ref().map(|(key, _)| key)).await?.whole()?;
    let key_bytes = key.map(|(_, bytes)| bytes);
    empty_folder(data.path())?;
    step(Step::Copying);
    let database = data.database();
    private(&database, Missing::Make).map_err(|error| file_error(&database, error))?;
    fs::copy(&copy, &database).map_err(|error| file_error(&database, error))?;
    private(&database, Missing::Make).map_err(|error| file_error(&database, error))?;
    sync(&database)?;
    if let Some(bytes) = &key_bytes {
        SealKey::write(&data.key(), bytes)?;
    }
    step(Step::Finishing);
    sqlite::after_restore(&database, key_bytes.is_none()).await?;
    sync(&database)?;
    sync_parent(&database).map_err(|error| file_error(&database, error))?;
    Ok(manifest)
}

pub(crate) async fn check_against(
    manifest: &Manifest,
    copy: &Path,
    key: Option<&SealKey>,
) -> Result<Heads, StoreError> {
    let strange = |why: &str| StoreError::NotABackup { path: copy.into(), why: why.into() };
    if fingerprint(copy)? != (manifest.bytes, manifest.sha256.clone()) {
        return Err(strange("the database is not the one the manifest was written for"));
    }
    let anchors = manifest
        .tables
        .iter()
        .chain(&manifest.links)
        .map(|it| Some((it.stream()?, it.head()?)))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| strange("the manifest names a head that is none"))?;
    let heads = sqlite::check(copy, key, &anchors).await?;
    let log = &manifest.security_log;
    let ends_so = heads.streams == anchors
        && (heads.log.0, table::hex(&heads.log.1)) == (log.version, log.hash.clone());
    if heads.faults.is_empty() && !ends_so {
        return Err(strange("the database ends otherwise than the manifest says"));
    }
    Ok(heads)
}

async fn read_key(path: &Path, copy: &Path) -> Result<(SealKey, Vec<u8>), StoreError> {
    let key = SealKey::read(path)?.ok_or_else(|| StoreError::KeyLost(path.to_path_buf()))?;
    match sqlite::key_name(copy).await? {
        Some(name) if name != key.name_text() => Err(StoreError::KeyWrong(path.to_path_buf())),
        _ => Ok((key, fs::read(path).map_err(|error| file_error(path, error))?)),
    }
}

pub(crate) fn read_manifest(path: &Path) -> Result<Manifest, StoreError> {
    let strange = |why: String| StoreError::NotABackup { path: path.to_path_buf(), why };
    let text = fs::read(path).map_err(|error| strange(format!("no backup: {error}")))?;
    Manifest::read(&text).map_err(strange)
}

impl Manifest {
    /// Reads the document.
    ///
    /// # Errors
    /// If it is none, or of a format that is not known; why.
    pub fn read(text: &[u8]) -> Result<Manifest, String> {
        let manifest: Manifest = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        match manifest.format {
            FORMAT => Ok(manifest),
            format => Err(format!("format {format} is not known")),
        }
    }
}

/// Makes a folder, or takes an empty one.
fn empty_folder(path: &Path) -> Result<(), StoreError> {
    match fs::read_dir(path) {
        Ok(mut files) => match files.next() {
            Some(_) => Err(StoreError::NotEmpty(path.to_path_buf())),
            None => Ok(()),
        },
        Err(_) => DataDir::new(path).create(),
    }
}

fn file_error(path: &Path, error: std::io::Error) -> StoreError {
    StoreError::File { path: path.to_path_buf(), error }
}

fn sync(path: &Path) -> Result<(), StoreError> {
    File::open(path).and_then(|file| file.sync_all()).map_err(|error| file_error(path, error))
}

pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let write = || {
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        sync_parent(path)
    };
    write().map_err(|error| file_error(path, error))
}

pub(crate) fn fingerprint(path: &Path) -> Result<(u64, String), StoreError> {
    let read = || {
        let mut file = File::open(path)?;
        let (mut hash, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 20]);
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok((bytes, table::hex(&hash.finalize()))),
                count => {
                    hash.update(&buffer[..count]);
                    bytes += count as u64;
                }
            }
        }
    };
    read().map_err(|error| file_error(path, error))
}
