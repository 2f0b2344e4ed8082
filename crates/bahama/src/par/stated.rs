//! What a sheet states about itself: date, versions and hashes.

use jiff::civil::Date;
use sha2::{Digest, Sha256};

use crate::provenance::Provenance;

/// The date of a sheet, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The date of the sheet.
    pub date: Date,
    /// Program, game file, settings, and the command that makes it again.
    pub from: Provenance,
}

/// SHA-256 of the program's executable file, where it can be read.
pub(crate) fn executable_hash() -> Option<String> {
    server::software().ok().map(|program| program.sha256)
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
    fn a_text_has_the_hash_of_its_bytes() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hash(b""), empty);
    }
}
