//! Readers meet their corpora, and changed copies of them (L-19).

// A test that cannot go on fails; its helpers may say so with `unwrap`.
#![allow(clippy::unwrap_used)]

mod change;
mod replay;
mod seeds;

use std::path::PathBuf;

/// The folder of a reader's corpus.
fn corpus(reader: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus").join(reader)
}

/// The files of a corpus by their names, in order.
fn files(reader: &str) -> Vec<(String, Vec<u8>)> {
    let found = std::fs::read_dir(corpus(reader)).unwrap().map(Result::unwrap);
    let mut files: Vec<(String, Vec<u8>)> = found
        .map(|file| {
            let name = file.file_name().into_string().unwrap();
            (name, std::fs::read(file.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}
