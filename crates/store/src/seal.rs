//! Sealing of shoes' secrets at rest (S-04).

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use table::{Secret, TableId};
use zeroize::Zeroizing;

use crate::chain::{Hash, Head};
use crate::error::StoreError;
use crate::locked::Locked;

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;

/// The key that seals the shoes and vouches for what could be changed unseen. It lies in a
/// file of its own, apart from the database and its backups.
pub(crate) struct SealKey {
    keys: Locked<Keys>,
    name: [u8; 8],
}

/// N-12, S-22: both wipe themselves.
struct Keys {
    cipher: XChaCha20Poly1305,
    marks: Zeroizing<Hash>,
}

impl SealKey {
    pub(crate) fn of(bytes: &[u8; KEY_BYTES]) -> SealKey {
        let mut name = [0; 8];
        name.copy_from_slice(&derived(b"bahama shoe key 1", bytes)[..8]);
        let marks = Zeroizing::new(derived(b"bahama head key 1", bytes));
        let cipher = XChaCha20Poly1305::new(bytes.into());
        SealKey { keys: Locked::new(Keys { cipher, marks }), name }
    }

    /// Whether the system keeps it out of the swap.
    pub(crate) const fn is_locked(&self) -> bool {
        self.keys.is_locked()
    }

    /// A key that nothing was sealed with, for whoever reads a record without its key.
    pub(crate) fn none() -> Result<SealKey, StoreError> {
        let mut bytes = Zeroizing::new([0; KEY_BYTES]);
        getrandom::fill(&mut *bytes).map_err(StoreError::Entropy)?;
        Ok(SealKey::of(&bytes))
    }

    /// Reads the key; nothing where there is no file.
    pub(crate) fn read(path: &Path) -> Result<Option<SealKey>, StoreError> {
        match fs::read(path) {
            Ok(bytes) => {
                let bytes = Zeroizing::new(bytes);
                let key: Option<&[u8; KEY_BYTES]> = bytes.as_slice().try_into().ok();
                let key = key.ok_or_else(|| StoreError::KeyShape(path.to_path_buf()))?;
                Ok(Some(SealKey::of(key)))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::File { path: path.to_path_buf(), error }),
        }
    }

    /// Makes a new key from the system's entropy, in a file only its owner can read. A
    /// key that lies there is kept under another name, never written over.
    pub(crate) fn create(path: &Path) -> Result<SealKey, StoreError> {
        let file_error = |error| StoreError::File { path: path.to_path_buf(), error };
        let mut bytes = Zeroizing::new([0; KEY_BYTES]);
        getrandom::fill(&mut *bytes).map_err(StoreError::Entropy)?;
        let key = SealKey::of(&bytes);
        if path.exists() {
            let aside = path.with_extension(format!("key.before-{}", table::hex(&key.name)));
            fs::rename(path, aside).map_err(file_error)?;
        }
        SealKey::write(path, bytes.as_slice())?;
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
        self.close(&whose(table, shoe), secret.reveal())
    }

    /// Seals something for one purpose.
    pub(crate) fn close(&self, purpose: &[u8], plain: &[u8]) -> Result<Vec<u8>, StoreError> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(StoreError::Entropy)?;
        let payload = Payload { msg: plain, aad: purpose };
        let text = self.keys.cipher.encrypt(XNonce::from_slice(&nonce), payload);
        let text = text.map_err(|_| StoreError::Strange("too long to be sealed".to_owned()))?;
        Ok([nonce.as_slice(), &text].concat())
    }

    /// Opens what was sealed for this purpose; nothing if it was changed.
    pub(crate) fn open(&self, purpose: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, text) = sealed.split_at_checked(NONCE_BYTES)?;
        let payload = Payload { msg: text, aad: purpose };
        self.keys.cipher.decrypt(XNonce::from_slice(nonce), payload).ok()
    }

    /// A number for the end of a chain that nobody knows without the key.
    pub(crate) fn mark(&self, stream: i64, head: &Head) -> Hash {
        let mut hash = Sha256::new();
        hash.update(self.keys.marks.as_slice());
        hash.update(stream.to_be_bytes());
        hash.update(head.version.to_be_bytes());
        hash.update(head.hash);
        hash.finalize().into()
    }

    pub(crate) fn unseal(
        &self,
        table: TableId,
        shoe: u32,
        sealed: &[u8],
    ) -> Result<Secret, StoreError> {
        let plain = self.open(&whose(table, shoe), sealed).map(Zeroizing::new);
        let bytes = plain.and_then(|plain| plain.as_slice().try_into().ok());
        bytes.map(Secret::of_bytes).ok_or(StoreError::Secret { table, shoe })
    }
}

/// A hash of the key for one use, which tells nothing about the key.
fn derived(purpose: &[u8], bytes: &[u8; KEY_BYTES]) -> Hash {
    let mut hash = Sha256::new();
    hash.update(purpose);
    hash.update(bytes);
    hash.finalize().into()
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
