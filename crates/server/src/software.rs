//! Which program this is: its version, and the hash of its executable file (N-11, P-17).

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use sha2::{Digest, Sha256};
use table::Software;

/// The program that runs: the one place that says so, for shoes, starts and PAR sheets. It reads
/// the whole executable file, so it is asked once, at the start: later the file may be another.
///
/// # Errors
/// If the executable file cannot be read.
pub fn software() -> io::Result<Software> {
    let own = std::env::current_exe().and_then(|path| file_hash(&path));
    let sha256 = own.map_err(|error| {
        let why = "the program cannot read its own file, which every shoe's record names";
        io::Error::new(error.kind(), format!("{why}: {error}"))
    })?;
    Ok(Software { version: env!("CARGO_PKG_VERSION").to_owned(), sha256 })
}

/// The hash of a file of any size, piece by piece.
fn file_hash(path: &Path) -> io::Result<String> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut digest = Sha256::new();
    loop {
        let piece = file.fill_buf()?;
        if piece.is_empty() {
            return Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        digest.update(piece);
        let read = piece.len();
        file.consume(read);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn n_11_a_program_is_its_version_and_the_hash_of_its_file() {
        let own = software().unwrap();
        assert_eq!(own.version, env!("CARGO_PKG_VERSION"));
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let whole: String =
            Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(own.sha256, whole, "read in pieces");
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty");
        std::fs::write(&empty, b"").unwrap();
        let known = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(file_hash(&empty).unwrap(), known);
        assert!(file_hash(&folder.path().join("missing")).is_err());
    }
}
