//! L-19: whatever bytes a reader is given, it neither panics nor takes memory without bound.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use readers::{TARGETS, Target};
use testkit::{Dice, rounds};

use crate::change::changed;
use crate::files;

/// The most memory that one reading may hold at once. The largest files of the corpora take a
/// tenth of it; a length that is believed and allocated for takes gigabytes.
const MOST_MEMORY: u64 = 64 << 20;

/// Reads bytes; whether they made sense, and why the reader failed if it did.
fn reads(target: &Target, bytes: &[u8]) -> Result<bool, String> {
    let mut known = Ok(false);
    let held = allocation_counter::measure(|| {
        known = catch_unwind(AssertUnwindSafe(|| (target.read)(bytes)));
    });
    let known = known.map_err(|_| "it panicked".to_owned())?;
    match held.bytes_max {
        most if most > MOST_MEMORY => Err(format!("it held {most} bytes")),
        _ => Ok(known),
    }
}

/// Says what broke a reader, and keeps it for the corpus.
fn broken(target: &Target, bytes: &[u8], origin: &str, why: &str) -> ! {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("broke-{}", target.name));
    std::fs::write(&kept, bytes).unwrap();
    panic!("{} from {origin}: {why}; the bytes are in {}", target.name, kept.display());
}

fn replay(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let files = files(name);
    assert!((8..=64).contains(&files.len()), "{} files of {name}", files.len());
    for (file, bytes) in &files {
        let known = reads(target, bytes).unwrap_or_else(|why| broken(target, bytes, file, &why));
        assert_eq!(known, !file.starts_with("bad-"), "{name}: whether {file} makes sense");
    }
    let mut dice = Dice::new(19);
    let (mut tried, mut known) = (0u32, 0u32);
    for round in 0..rounds(300, 3_000, 100_000) {
        let (file, bytes) = &files[dice.below(files.len())];
        let (_, other) = &files[dice.below(files.len())];
        let bytes = changed(bytes, other, &mut dice);
        let origin = format!("{file}, change {round}");
        let read =
            reads(target, &bytes).unwrap_or_else(|why| broken(target, &bytes, &origin, &why));
        (tried, known) = (tried + 1, known + u32::from(read));
    }
    // Changes that leave nothing readable would look at the first byte only.
    println!("L-19 {name}: {} files, {tried} changed copies, {known} still read", files.len());
    assert!(known > 0, "no change left anything to read");
    assert!(known < tried, "no change was noticed");
}

#[test]
fn l_19_any_command_is_read_and_answered() {
    replay("command");
}

#[test]
fn l_19_any_journal_is_applied_or_refused() {
    replay("journal");
}

#[test]
fn l_19_any_snapshot_is_restored_or_refused() {
    replay("snapshot");
}

#[test]
fn l_19_any_game_file_is_read_or_refused() {
    replay("game");
}

#[test]
fn l_19_any_posting_is_read_or_refused() {
    replay("posting");
}

#[test]
fn l_19_any_cards_amounts_and_pays_are_read_or_refused() {
    replay("cards");
}

#[test]
fn l_19_any_exported_round_or_manifest_is_read_or_refused() {
    replay("export");
}

/// A reader that believes a length, or trusts an index, is found.
#[test]
fn l_19_a_reader_that_panics_or_hoards_is_found() {
    let panics = Target { name: "panics", read: |bytes| bytes[0] == 1 };
    assert_eq!(reads(&panics, b"").unwrap_err(), "it panicked");
    let hoards = Target {
        name: "hoards",
        read: |bytes| Vec::<u8>::with_capacity(usize::from(bytes[0]) << 24).capacity() > 1,
    };
    assert!(reads(&hoards, &[1]).is_ok());
    assert!(reads(&hoards, &[255]).unwrap_err().starts_with("it held"));
}

/// Every reader has its program for the fuzzer, and there is no other.
#[test]
fn l_19_every_reader_can_be_fuzzed() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = std::fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    for target in &TARGETS {
        let program = fuzz.join("fuzz_targets").join(format!("{}.rs", target.name));
        let text = std::fs::read_to_string(&program).unwrap();
        assert!(text.contains(&format!("readers::read(\"{}\"", target.name)), "{text}");
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)));
    }
    let programs = std::fs::read_dir(fuzz.join("fuzz_targets")).unwrap().count();
    assert_eq!(programs, TARGETS.len());
}
