//! Backups of a record in use, the way back, and the way from one database into the other.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use table::{AccountId, LinkId, TableId, Time};

use crate::audit::Heads;
use crate::carry::{KeyName, carry};
use crate::chain::{Hash, Head};
use crate::data_dir::{DataDir, Missing, private};
use crate::error::StoreError;
use crate::place::Place;
use crate::postgres;
use crate::seal::{SealKey, sync_parent};
use crate::sqlite;
use table::Stream;
use table::unhex;

/// The file that makes a folder a backup; it is written last.
pub(crate) const MANIFEST: &str = "manifest.json";
const FORMAT: u32 = 1;
/// The setting of a database that says when its last backup was made, in milliseconds since 1970.
pub const LAST_BACKUP: &str = "last-backup";

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

/// Copies a record, which may be in use, into a new folder; checks the copy and writes its
/// manifest. The copy is an SQLite database, whatever the record is kept in. The key of the shoes
/// is not in it (S-04).
///
/// # Errors
/// If there is no floor, the folder has something in it, the disk fails, or the copy does not
/// stand the check.
pub async fn backup(
    place: impl Into<Place>,
    into: &Path,
    made: Time,
    mut step: impl FnMut(Step),
) -> Result<Manifest, StoreError> {
    let place = place.into();
    place.check_used().await?;
    empty_folder(into)?;
    let key = SealKey::read(&place.key())?;
    let heads = match &place {
        Place::Data(data) => {
            step(Step::Copying);
            let copy = into.join(DataDir::DATABASE);
            private(&copy, Missing::Make).map_err(|error| file_error(&copy, error))?;
            sqlite::copy(&data.database(), &copy).await?;
            sync(&copy)?;
            step(Step::Checking);
            sqlite::check(&copy, key.as_ref(), &[]).await?.whole()?
        }
        Place::Database { .. } => {
            let way = Way { from: &place, to: &into.into(), key: key.as_ref(), manifest: None };
            way.go(KeyName::Keep, &mut step).await?
        }
    };
    step(Step::Finishing);
    finish(into, made, &heads)
}

/// Writes the floor of a record that no server uses into a folder, as a backup from which nobody
/// is missing. Whoever was interrupted goes on where he was.
///
/// # Errors
/// If there is no floor, a server runs, the folder holds something else, or what is written does
/// not stand the check.
pub async fn export(
    place: &Place,
    into: &Path,
    made: Time,
    mut step: impl FnMut(Step),
) -> Result<Manifest, StoreError> {
    place.check_used().await?;
    let _claim = place.claim().await?;
    exported_folder(into)?;
    let key = SealKey::read(&place.key())?;
    let way = Way { from: place, to: &into.into(), key: key.as_ref(), manifest: None };
    let heads = way.go(KeyName::Keep, &mut step).await?;
    step(Step::Finishing);
    finish(into, made, &heads)
}

/// Carries what was exported, or a backup, into an empty place. Whoever was interrupted goes on
/// where he was, and a floor that is there already, to the last line, is only checked. Nobody is
/// signed in afterwards.
///
/// # Errors
/// If another floor is there or a server runs, or if the backup, the key or what has come over
/// does not stand the check.
pub async fn import(
    from: &Path,
    place: &Place,
    key: Option<&Path>,
    step: impl FnMut(Step),
) -> Result<Manifest, StoreError> {
    put(from, place, key, KeyName::Keep, step).await
}

/// From where a floor is carried to where, and what it is checked with there.
struct Way<'a> {
    from: &'a Place,
    to: &'a Place,
    key: Option<&'a SealKey>,
    manifest: Option<&'a Manifest>,
}

impl Way<'_> {
    /// Carries the floor, checks it, and makes it one that can be opened.
    async fn go(&self, name: KeyName, step: &mut impl FnMut(Step)) -> Result<Heads, StoreError> {
        step(Step::Copying);
        let mut from = self.from.to_read().await?;
        let mut to = self.to.to_write().await?;
        carry(&mut *from, &mut *to).await?;
        from.close().await?;
        step(Step::Checking);
        let heads = match self.manifest {
            Some(manifest) => check_ends(manifest, self.to, self.key).await?.whole()?,
            None => self.to.check(self.key, &[]).await?.whole()?,
        };
        if to.mark().await?.is_some() {
            to.release(name).await?;
        }
        to.close().await?;
        self.to.name()?;
        Ok(heads)
    }
}

async fn put(
    from: &Path,
    place: &Place,
    key: Option<&Path>,
    name: KeyName,
    mut step: impl FnMut(Step),
) -> Result<Manifest, StoreError> {
    let manifest = read_manifest(&from.join(MANIFEST))?;
    let folder = Place::from(from);
    step(Step::Checking);
    let (own, copy) = (place.key(), from.join(DataDir::DATABASE));
    let key = match key.or_else(|| own.exists().then_some(own.as_path())) {
        Some(path) => Some(read_key(path, &copy).await?),
        None => None,
    };
    check_against(&manifest, &folder, key.as_ref().map(|(key, _)| key)).await?.whole()?;
    if let Place::Data(data) = place {
        data.create()?;
    }
    let _claim = place.claim().await?;
    let seal = key.as_ref().map(|(key, _)| key);
    let way = Way { from: &folder, to: place, key: seal, manifest: Some(&manifest) };
    way.go(name, &mut step).await?;
    step(Step::Finishing);
    if let Some((_, bytes)) = &key {
        keep_key(&own, bytes)?;
    }
    Ok(manifest)
}

/// Writes the key to where the next server looks for it. Another one is never written over.
fn keep_key(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    match fs::read(path) {
        Ok(there) if there == bytes => Ok(()),
        Ok(_) => Err(StoreError::KeyWrong(path.to_path_buf())),
        Err(_) => {
            if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
                DataDir::new(folder).create()?;
            }
            SealKey::write(path, bytes)
        }
    }
}

/// Writes the manifest of a copy that was checked; it makes the folder a backup.
fn finish(into: &Path, made: Time, heads: &Heads) -> Result<Manifest, StoreError> {
    let (bytes, sha256) = fingerprint(&into.join(DataDir::DATABASE))?;
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
    write_again(&into.join(MANIFEST), &manifest)?;
    Ok(manifest)
}

/// Takes a folder that is new or empty, or in which an export was interrupted.
fn exported_folder(path: &Path) -> Result<(), StoreError> {
    let own = |name: &std::ffi::OsStr| {
        let name = name.to_string_lossy();
        name.starts_with(DataDir::DATABASE) || name == MANIFEST
    };
    match fs::read_dir(path) {
        Ok(mut files) => match files.all(|file| file.is_ok_and(|file| own(&file.file_name()))) {
            true => Ok(()),
            false => Err(StoreError::NotEmpty(path.to_path_buf())),
        },
        Err(_) => DataDir::new(path).create(),
    }
}

/// Notes at a record that a backup was made of it, so that somebody is told when the last one is
/// old (O-11): in the data directory, or in the database for all its servers.
///
/// # Errors
/// If it cannot be written.
pub async fn note_backup(place: impl Into<Place>, manifest: &Manifest) -> Result<(), StoreError> {
    match place.into() {
        Place::Data(data) => write_again(&data.backed_up(), manifest),
        Place::Database { address, .. } => {
            postgres::set_setting(&address, LAST_BACKUP, &manifest.made.0.to_string()).await
        }
    }
}

/// Writes a manifest in the place of one that may be there.
fn write_again(path: &Path, manifest: &Manifest) -> Result<(), StoreError> {
    let fresh = path.with_extension("new");
    // One that was left half written is nobody's.
    let _ = fs::remove_file(&fresh);
    write_new(&fresh, manifest_text(manifest)?.as_bytes())?;
    fs::rename(&fresh, path).map_err(|error| file_error(path, error))
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

/// Puts a backup into a new data directory or an empty database, after all of it was checked. With
/// the key of its shoes a round in play goes on; without it the next server makes a new key, voids
/// such a round and shuffles a new shoe. Nobody is signed in afterwards.
///
/// # Errors
/// If the place has something in it, or the backup or the key does not stand the check.
pub async fn restore(
    from: &Path,
    place: impl Into<Place>,
    key: Option<&Path>,
    step: impl FnMut(Step),
) -> Result<Manifest, StoreError> {
    match place.into() {
        Place::Data(data) => restore_file(from, &data, key, step).await,
        place @ Place::Database { .. } => {
            let has_key = key.is_some() || place.key().exists();
            let name = if has_key { KeyName::Keep } else { KeyName::Forget };
            put(from, &place, key, name, step).await
        }
    }
}

/// The same for a data directory: the database is one file.
async fn restore_file(
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
    check_against(&manifest, &from.into(), key.as_ref().map(|(key, _)| key)).await?.whole()?;
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
    let mut restored = sqlite::to_write(&database).await?;
    restored.release(if key_bytes.is_some() { KeyName::Keep } else { KeyName::Forget }).await?;
    restored.close().await?;
    sync(&database)?;
    sync_parent(&database).map_err(|error| file_error(&database, error))?;
    Ok(manifest)
}

/// Checks a backup against its manifest, to the last byte.
pub(crate) async fn check_against(
    manifest: &Manifest,
    backup: &Place,
    key: Option<&SealKey>,
) -> Result<Heads, StoreError> {
    if let Place::Data(data) = backup
        && fingerprint(&data.database())? != (manifest.bytes, manifest.sha256.clone())
    {
        let why = "the database is not the one the manifest was written for".to_owned();
        return Err(StoreError::NotABackup { path: data.database(), why });
    }
    check_ends(manifest, backup, key).await
}

/// Checks a record, and that it ends as a manifest says.
async fn check_ends(
    manifest: &Manifest,
    place: &Place,
    key: Option<&SealKey>,
) -> Result<Heads, StoreError> {
    let strange =
        |why: &str| StoreError::NotABackup { path: place.to_string().into(), why: why.into() };
    let anchors = manifest
        .tables
        .iter()
        .chain(&manifest.links)
        .map(|it| Some((it.stream()?, it.head()?)))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| strange("the manifest names a head that is none"))?;
    let heads = place.check(key, &anchors).await?;
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
