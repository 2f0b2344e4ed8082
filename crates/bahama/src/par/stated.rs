//! What a sheet states about itself: date, versions and hashes.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use jiff::civil::Date;
use sha2::{Digest, Sha256};

/// The date and the fingerprints of everything a sheet was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The date of the sheet.
    pub date: Date,
    /// The version of this program.
    pub program_version: &'static str,
    /// SHA-256 of the program's executable file, where it can be read.
    pub program_hash: Option<String>,
    /// SHA-256 of the game file.
    pub game_file_hash: String,
}

impl Stated {
    /// What this program states about a game file on a date.
    pub fn of(game_file: &str, date: Date) -> Stated {
        Stated {
            date,
            program_version: env!("CARGO_PKG_VERSION"),
            program_hash: std::env::current_exe().ok().and_then(|path| file_hash(&path)),
            game_file_hash: hash(game_file.as_bytes()),
        }
    }
}

/// The hash of a file of any size, piece by piece.
fn file_hash(path: &Path) -> Option<String> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).ok()?);
    let mut digest = Sha256::new();
    loop {
        let piece = file.fill_buf().ok()?;
        if piece.is_empty() {
            return Some(hexadecimal(&digest.finalize()));
        }
        digest.update(piece);
        let read = piece.len();
        file.consume(read);
    }
}

/// SHA-256 in hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_hash_of_its_bytes() {
        let path = std::env::current_exe().unwrap();
        assert_eq!(file_hash(&path), Some(hash(&std::fs::read(&path).unwrap())));
        assert_eq!(file_hash(Path::new("no such file")), None);
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hash(b""), empty);
    }
}
