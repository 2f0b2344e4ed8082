//! Sealing of shoes' secrets at rest (S-04).

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use table::{Secret, TableId};

use crate::error::StoreError;

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;

/// The key that seals the shoes. It lies in a file of its own, apart from the database
/// and its backups.
pub(crate) struct SealKey {
    cipher: XChaCha20Poly1305,
    name: [u8; 8],
}

impl SealKey {
    fn of(bytes: &[u8; KEY_BYTES]) -> SealKey {
        let mut hash = Sha256::new();
        hash.update(b"bahama shoe key 1");
        hash.update(bytes);
        let hash: [u8; 32] = hash.finalize().into();
        let mut name = [0; 8];
        name.copy_from_slice(&hash[..8]);
        SealKey { cipher: XChaCha20Poly1305::new(bytes.into()), name }
    }

    /// Reads the key; nothing where there is no file.
    pub(crate) fn read(path: &Path) -> Result<Option<SealKey>, StoreError> {
        match fs::read(path) {
            Ok(bytes) => {
                let bytes: [u8; KEY_BYTES] =
                    bytes.try_into().map_err(|_| StoreError::KeyShape(path.to_path_buf()))?;
                Ok(Some(SealKey::of(&bytes)))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::File { path: path.to_path_buf(), error }),
        }
    }

    /// Makes a new key from the system's entropy, in a file only its owner can read. A
    /// key that lies there is kept under another name, never written over.
    pub(crate) fn create(path: &Path) -> Result<SealKey, StoreError> {
        let file_error = |error| StoreError::File { path: path.to_path_buf(), error };
        let mut bytes = [0; KEY_BYTES];
        getrandom::fill(&mut bytes).map_err(StoreError::Entropy)?;
        let key = SealKey::of(&bytes);
        if path.exists() {
            let aside = path.with_extension(format!("key.before-{}", table::hex(&key.name)));
            fs::rename(path, aside).map_err(file_error)?;
        }
        SealKey::write(path, &bytes)?;
        Ok(key)
    }

    /// Writes a key to a file that only its owner can read. It gets its name once it is
    /// whole, so that a power cut leaves no half of a key.
    pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
        let unnamed = path.with_extension("key.new");
        let write = || {
            let mut options = File::options();
            options.write(true).create(true).truncate(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.open(&unnamed)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&unnamed, path)?;
            sync_parent(path)
        };
        write().map_err(|error| StoreError::File { path: path.to_path_buf(), error })
    }

    /// Which key this is: says nothing about the key itself.
    pub(crate) fn name(&self) -> &[u8] {
        &self.name
    }

    /// The same as text.
    pub(crate) fn name_text(&self) -> String {
        table::hex(&self.name)
    }

    pub(crate) fn seal(
        &self,
        table: TableId,
        shoe: u32,
        secret: &Secret,
    ) -> Result<Vec<u8>, StoreError> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(StoreError::Entropy)?;
        let payload = Payload { msg: secret.reveal(), aad: &whose(table, shoe) };
        let text = self
            .cipher
            .encrypt(XNonce::from_slice(&nonce), payload)
            .map_err(|_| StoreError::Secret { table, shoe })?;
        Ok([nonce.as_slice(), &text].concat())
    }

    pub(crate) fn unseal(
        &self,
        table: TableId,
        shoe: u32,
        sealed: &[u8],
    ) -> Result<Secret, StoreError> {
        let changed = || StoreError::Secret { table, shoe };
        let (nonce, text) = sealed.split_at_checked(NONCE_BYTES).ok_or_else(changed)?;
        let payload = Payload { msg: text, aad: &whose(table, shoe) };
        let plain =
            self.cipher.decrypt(XNonce::from_slice(nonce), payload).map_err(|_| changed())?;
        let bytes = plain.try_into().map_err(|_| changed())?;
        Ok(Secret::of_bytes(bytes))
    }
}

/// A sealed secret moved to another table or shoe does not open.
fn whose(table: TableId, shoe: u32) -> [u8; 8] {
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&table.0.to_be_bytes());
    bytes[4..].copy_from_slice(&shoe.to_be_bytes());
    bytes
}

/// Syncs the directory a file lies in, so that its name survives a power cut too.
pub(crate) fn sync_parent(path: &Path) -> std::io::Result<()> {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => File::open(parent)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}
