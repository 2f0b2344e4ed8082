//! `bahama backup` and `bahama restore`: the data directory, out and back.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use server::audit::{Fault, fold};
use store::{DataDir, Manifest, Step, StoreError};
use table::Time;

use super::Failed;

pub(crate) const BACKUP_EXAMPLES: &str = "\
The server may run meanwhile. The backup is checked before it counts as one; the key of
the shoes is not in it, so that nobody who holds a backup knows a card that is not dealt.

Examples:
  bahama backup backups/monday
  bahama backup backups/monday --data /srv/bahama --json";

pub(crate) const RESTORE_EXAMPLES: &str = "\
With the old key of the shoes, rounds in play go on; without it the server voids them,
gives all stakes back and shuffles new shoes. Everybody signs in again.

Examples:
  bahama restore backups/monday --data new-data --key bahama-data/shoe.key
  bahama restore backups/monday --data new-data --json";

#[derive(Args)]
pub(crate) struct BackupArgs {
    /// The folder to make; it must be new or empty.
    #[arg(value_name = "DIR")]
    into: PathBuf,
    /// The data directory of the server.
    #[arg(long, value_name = "DIR", default_value = DataDir::DEFAULT)]
    data: PathBuf,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct RestoreArgs {
    /// The folder `bahama backup` has made.
    #[arg(value_name = "BACKUP")]
    from: PathBuf,
    /// The data directory to make; it must be new or empty.
    #[arg(long, value_name = "NEWDIR")]
    data: PathBuf,
    /// The key of the shoes, from the old data directory.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn backup(args: &BackupArgs) -> Result<(), Failed> {
    let made = u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap_or_default();
    let data = DataDir::new(&args.data);
    let work = store::backup(&data, &args.into, Time(made), say);
    let manifest = finish(run(work), args.json)?;
    check_again(args)?;
    let manifest = finish(store::note_backup(&data, &manifest).map(|()| manifest), args.json)?;
    let done = format!("backup in {}", args.into.display());
    print(&manifest, args.json, &done)
}

/// Folds and settles the copy again: chains show that nothing was changed, and not that it was
/// right when it was written. What does not stand this is no backup.
fn check_again(args: &BackupArgs) -> Result<(), Failed> {
    anstream::eprintln!("folding and settling it again …");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut faults = Vec::new();
    let key = DataDir::new(&args.data).key();
    let folded = runtime.block_on(async {
        let journal = store::look(&args.into, &key).await?;
        fold(&journal, &mut faults).await
    });
    folded?;
    if faults.is_empty() {
        return Ok(());
    }
    store::unmake(&args.into)?;
    if args.json {
        let message = "the copy does not stand the check; it is no backup";
        let error = json!({"code": "backup.faults", "message": message, "faults": faults});
        writeln!(anstream::stdout(), "{:#}", json!({ "error": error }))?;
        return Err(Failed::Said);
    }
    let words: Vec<String> = faults.iter().map(Fault::words).collect();
    Err(Failed::Refused(format!("the copy is no backup: {}", words.join("; "))))
}

pub(crate) fn restore(args: &RestoreArgs) -> Result<(), Failed> {
    let data = DataDir::new(&args.data);
    let work = store::restore(&args.from, &data, args.key.as_deref(), say);
    let manifest = finish(run(work), args.json)?;
    let shoes = match args.key {
        Some(_) => "rounds in play go on",
        None => "without the key: rounds in play will be voided and new shoes shuffled",
    };
    print(&manifest, args.json, &format!("restored to {}; {shoes}", args.data.display()))
}

fn say(step: Step) {
    let what = match step {
        Step::Copying => "copying the database",
        Step::Checking => "checking every chain",
        Step::Finishing => "writing the last files",
    };
    anstream::eprintln!("{what} …");
}

fn run<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::File { path: PathBuf::new(), error })?;
    runtime.block_on(work)
}

/// A refusal of the store is known by its code.
fn finish(result: Result<Manifest, StoreError>, as_json: bool) -> Result<Manifest, Failed> {
    let coded =
        |error: StoreError| Failed::Coded { code: error.code(), message: error.to_string() };
    result.map_err(|error| coded(error).told(as_json))
}

fn print(manifest: &Manifest, as_json: bool, done: &str) -> Result<(), Failed> {
    let mut out = anstream::stdout();
    if as_json {
        writeln!(out, "{:#}", json!(manifest))?;
        return Ok(());
    }
    let entries: u64 = manifest.tables.iter().map(|head| head.version).sum();
    writeln!(
        out,
        "{done}: {} tables, {entries} entries, {} bytes, every chain whole",
        manifest.tables.len(),
        manifest.bytes
    )?;
    Ok(())
}
