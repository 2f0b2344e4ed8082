//! Power cuts and failing disks, on the real files of the real program (L-04, L-07, L-23).

#![allow(clippy::unwrap_used)]
#![cfg(target_os = "linux")]

mod log;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use store::{DataDir, Journal, Options, Store, StoreError};
use table::{LinkId, TableId};

use crate::log::{Disk, Op, Random};

/// The library that stands between the program and its files, compiled once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/disk/faulty.c");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let built = folder.join(format!("faulty-{}.so", std::process::id()));
        let cc = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"];
        let status = Command::new("cc").args(cc).arg(&built).arg(source).arg("-ldl").status();
        assert!(status.expect("a C compiler").success());
        built
    })
}

/// The program, built with the tests.
fn appender(data: &Path, count: u32, settings: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_appender"))
        .arg(data)
        .arg(count.to_string())
        .env("LD_PRELOAD", library())
        .env("FAULTY_DIR", data)
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

fn last_said(output: &Output) -> u64 {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().last().map_or(0, |line| line.parse().unwrap())
}

fn is_prove() -> bool {
    std::env::var("BAHAMA_TEST_SCALE").is_ok_and(|scale| scale == "prove")
}

/// What a disk holds is whole, with every answered command of both tables and at most the
/// one that waited.
async fn assert_kept(data: &DataDir, answered: u64, case: &str) {
    let found = recovered(data).await;
    for version in found.unwrap_or_else(|error| panic!("{case}: after the restart: {error}")) {
        assert!(
            version == answered || version == answered + 1,
            "{case}: {answered} answered, {version} there"
        );
    }
}

/// Opens what a disk holds, with a good disk; gives the versions of both tables.
async fn recovered(data: &DataDir) -> Result<[u64; 2], StoreError> {
    let store = Store::open(data, Options::SERVE).await?;
    let one = store.verify(TableId(1).into(), None).await?;
    let two = store.verify(TableId(2).into(), None).await?;
    let link = store.verify(LinkId(1).into(), None).await?;
    assert_eq!(one.version, link.version, "a table and its link are written together");
    store.verify_across().await?;
    for stream in [TableId(1).into(), TableId(2).into(), LinkId(1).into()] {
        let balances = store.balances(stream).await?;
        assert_eq!(balances.iter().map(|(_, micros)| micros.0).sum::<i64>(), 0);
    }
    store.close().await;
    Ok([one.version, two.version])
}

#[tokio::test]
async fn l_04_every_answered_command_survives_a_power_cut_at_every_sync() {
    let folder = tempfile::tempdir().unwrap();
    let (data, noted) = (folder.path().join("data"), folder.path().join("log"));
    let count = if is_prove() { 400 } else { 40 };
    let output = appender(&data, count, &[("FAULTY_LOG", noted.to_str().unwrap())]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let ops = Op::read_all(&std::fs::read(&noted).unwrap());
    let syncs = ops.iter().filter(|op| matches!(op, Op::Sync(_))).count();
    assert!(syncs as u32 > count, "a commit is synced: {syncs} syncs");
    let (answered, cuts) = cut_power_at_syncs(&ops, 0, folder.path()).await;
    assert_eq!(answered, u64::from(count));
    println!("L-04: {cuts} power cuts at {syncs} syncs");
}

/// Lets the power go just before every sync from an operation on, and after the last; gives
/// what was answered and how often it went.
async fn cut_power_at_syncs(ops: &[Op], from: usize, folder: &Path) -> (u64, usize) {
    let variants = if is_prove() { 6 } else { 2 };
    let (mut disk, mut answered, mut cuts) = (Disk::default(), 0, 0);
    for place in 0..=ops.len() {
        let op = ops.get(place);
        if place >= from && matches!(op, Some(Op::Sync(_)) | None) {
            for variant in 0..variants {
                let mut random = Random::new((place * variants + variant) as u64);
                // A place of its own: a connection that is still closing would take the
                // log of another database at the same place for its own.
                let data = DataDir::new(folder.join(format!("after-{cuts}")));
                disk.write_after_power_cut(data.path(), &mut random);
                assert_kept(&data, answered, &format!("operation {place}, variant {variant}"))
                    .await;
                std::fs::remove_dir_all(data.path()).unwrap();
                cuts += 1;
            }
        }
        let Some(op) = op else { break };
        if let Op::Said(text) = op {
            answered = text.trim().parse().unwrap();
        }
        disk.apply(op);
    }
    (answered, cuts)
}

/// The file in which commits are synced.
const LOG: &str = "bahama.sqlite-wal";

/// The numbers of the operations that are the log's syncs, as the library counts them.
fn syncs_of_the_log(ops: &[Op]) -> Vec<usize> {
    let counts = |op: &&Op| matches!(op, Op::Write(..) | Op::Truncate(..) | Op::Sync(_));
    let counted = ops.iter().filter(counts).enumerate();
    let syncs = counted.filter(|(_, op)| matches!(op, Op::Sync(name) if name == LOG));
    syncs.map(|(at, _)| at + 1).collect()
}

#[tokio::test]
async fn l_23_what_a_failed_sync_left_is_on_the_disk_before_a_restart_tells_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, count, settings: &[(&str, &str)]| {
        let (data, noted) = (folder.path().join(name), folder.path().join(format!("{name}-log")));
        let log = [("FAULTY_LOG", noted.to_str().unwrap())];
        let output = appender(&data, count, &[log.as_slice(), settings].concat());
        (output, Op::read_all(&std::fs::read(&noted).unwrap()))
    };
    let (_, whole) = run("whole", 6, &[]);
    let (mut failed, mut told) = (0, 0);
    let step = if is_prove() { 1 } else { 3 };
    for at in syncs_of_the_log(&whole).into_iter().step_by(step) {
        let name = format!("failed-{at}");
        let (output, ops) = run(&name, 6, &[("FAULTY_AT", &at.to_string()), ("FAULTY_HOW", "eio")]);
        let of_log = |op: &Op| matches!(op, Op::SyncFailed(name) if name == LOG);
        if output.status.success() || !ops.iter().any(of_log) {
            continue;
        }
        failed += 1;
        let answered = last_said(&output);
        // What the system shows of the files, also what never reached the disk.
        let (again, both) = run(&name, 0, &[]);
        assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
        told += u32::from(last_said(&again) > answered);
        cut_power_at_syncs(&both, ops.len(), folder.path()).await;
    }
    println!("L-23: {failed} failed syncs of the log, {told} restarts told of what waited");
    assert!(failed >= 3 && told >= 1, "{failed} failed, {told} told");
}

/// Lets the n-th operation fail; gives whether there were so many.
async fn fail_at(at: u32, how: &str, ever: bool) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let number = at.to_string();
    let mut settings = vec![("FAULTY_AT", number.as_str()), ("FAULTY_HOW", how)];
    if ever {
        settings.push(("FAULTY_EVER", "1"));
    }
    let count = 12;
    let output = appender(&data, count, &settings);
    let said = String::from_utf8_lossy(&output.stderr);
    let case = format!("operation {at}, {how}, ever {ever}: {said}");
    let answered = last_said(&output);
    let stopped = !output.status.success();
    if stopped {
        // The writer's own sentence, or that of a store that did not open.
        let clear = said.contains("is unknown until the next start, and the server stops")
            || said.starts_with("appender: ");
        assert!(clear, "{case}");
    } else {
        assert_eq!(answered, u64::from(count), "{case}");
    }
    assert_kept(&DataDir::new(&data), answered, &case).await;
    stopped
}

#[tokio::test]
async fn l_07_a_failing_write_or_sync_leaves_before_or_after_never_between() {
    let step = if is_prove() { 1 } else { 17 };
    for (offset, (how, ever)) in
        [("eio", false), ("eio", true), ("enospc", false), ("enospc", true), ("short", true)]
            .into_iter()
            .enumerate()
    {
        let (mut at, mut stopped, mut quiet) = (1 + offset as u32, 0, 0);
        // Past the last operation nothing fails any more.
        while quiet < 3 && at < 2_000 {
            if fail_at(at, how, ever).await {
                stopped += 1;
                quiet = 0;
            } else {
                quiet += 1;
            }
            at += step;
        }
        println!("L-07: {how}, ever {ever}: stopped {stopped} times, up to operation {at}");
        assert!(how == "short" || stopped > 3, "{how}: the faults did not reach the program");
    }
}
