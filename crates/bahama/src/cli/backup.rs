//! `bahama backup` and `bahama restore`, `bahama export` and `bahama import`: a record, out and back.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use server::audit::{Fault, fold};
use store::{Manifest, Place, Step, StoreError};
use table::Time;

use super::Failed;
use super::record::AtRecord;

pub(crate) const BACKUP_EXAMPLES: &str = "\
The server may run meanwhile. The backup is checked before it counts as one; the key of
the shoes is not in it, so that nobody who holds a backup knows a card that is not dealt.
A backup of either kind of record can be restored into either.

Examples:
  bahama backup backups/monday
  bahama backup backups/monday --data /srv/bahama --json
  bahama backup backups/monday --database postgres://bahama@db/floor";

pub(crate) const RESTORE_EXAMPLES: &str = "\
With the old key of the shoes, rounds in play go on; without it the server voids them,
gives all stakes back and shuffles new shoes. Everybody signs in again.

Examples:
  bahama restore backups/monday --data new-data --key bahama-data/shoe.key
  bahama restore backups/monday --data new-data --json
  bahama restore backups/monday --database postgres://bahama@db/new --shoe-key /etc/bahama/shoe.key";

pub(crate) const EXPORT_EXAMPLES: &str = "\
With `bahama import` it carries a floor from one database into the other: chains, ids, sealed
secrets, people, cards and the security log as they are. No server may run. What is interrupted
goes on when the command is given once more. The folder is a backup, too.

Examples:
  bahama export moving --data bahama-data
  bahama import moving --database postgres://bahama@db/floor --key bahama-data/shoe.key";

pub(crate) const IMPORT_EXAMPLES: &str = "\
The data directory is new, or the database empty: another floor is never touched. What is
interrupted goes on when the command is given once more, and nobody can serve from it before all
of it is there and was checked. The key of the shoes is copied with --key; otherwise it must be
put in its place before the next start. Everybody signs in again.

Examples:
  bahama import moving --database postgres://bahama@db/floor --key bahama-data/shoe.key
  bahama import moving --data bahama-data --key /etc/bahama/shoe.key";

#[derive(Args)]
pub(crate) struct BackupArgs {
    /// The folder to make; it must be new or empty.
    #[arg(value_name = "DIR")]
    into: PathBuf,
    #[command(flatten)]
    at: AtRecord,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct ExportArgs {
    /// The folder to make; new, empty, or where an export was interrupted.
    #[arg(value_name = "DIR")]
    into: PathBuf,
    #[command(flatten)]
    at: AtRecord,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct RestoreArgs {
    /// The folder that `bahama backup` or `bahama export` has made.
    #[arg(value_name = "BACKUP")]
    from: PathBuf,
    #[command(flatten)]
    at: AtRecord,
    /// The key of the shoes, as the old server had it.
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// One JSON document instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn backup(args: &BackupArgs) -> Result<(), Failed> {
    let place = args.at.place()?;
    let work = store::backup(&place, &args.into, now(), say);
    let manifest = finish(run(work), args.json)?;
    check_again(&args.into, &place.key(), args.json)?;
    let noted = run(store::note_backup(&place, &manifest));
    let manifest = finish(noted.map(|()| manifest), args.json)?;
    let done = format!("backup in {}", args.into.display());
    print(&manifest, args.json, &done)
}

pub(crate) fn export(args: &ExportArgs) -> Result<(), Failed> {
    let place = args.at.place()?;
    let manifest = finish(run(store::export(&place, &args.into, now(), say)), args.json)?;
    check_again(&args.into, &place.key(), args.json)?;
    print(&manifest, args.json, &format!("exported to {}", args.into.display()))
}

pub(crate) fn import(args: &RestoreArgs) -> Result<(), Failed> {
    let place = args.at.place()?;
    let work = store::import(&args.from, &place, args.key.as_deref(), say);
    let manifest = finish(run(work), args.json)?;
    let key = place.key();
    let next = match key.exists() {
        true => format!("the key of the shoes is {}", key.display()),
        false => format!("put the key of the shoes into {} before the next start", key.display()),
    };
    print(&manifest, args.json, &format!("imported into {place}; {next}"))
}

fn now() -> Time {
    Time(u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap_or_default())
}

/// Folds and settles the copy again: chains show that nothing was changed, and not that it was
/// right when it was written. What does not stand this is no backup.
fn check_again(folder: &Path, key: &Path, as_json: bool) -> Result<(), Failed> {
    anstream::eprintln!("folding and settling it again …");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut faults = Vec::new();
    let folded = runtime.block_on(async {
        let journal = store::look(folder, key).await?;
        fold(&*journal, &mut faults).await
    });
    folded?;
    if faults.is_empty() {
        return Ok(());
    }
    store::unmake(folder)?;
    if as_json {
        let message = "the copy does not stand the check; it is no backup";
        let error = json!({"code": "backup.faults", "message": message, "faults": faults});
        writeln!(anstream::stdout(), "{:#}", json!({ "error": error }))?;
        return Err(Failed::Said);
    }
    let words: Vec<String> = faults.iter().map(Fault::words).collect();
    Err(Failed::Refused(format!("the copy is no backup: {}", words.join("; "))))
}

pub(crate) fn restore(args: &RestoreArgs) -> Result<(), Failed> {
    let place: Place = args.at.place()?;
    let work = store::restore(&args.from, &place, args.key.as_deref(), say);
    let manifest = finish(run(work), args.json)?;
    let shoes = match place.key().exists() {
        true => "rounds in play go on",
        false => "without the key: rounds in play will be voided and new shoes shuffled",
    };
    print(&manifest, args.json, &format!("restored to {place}; {shoes}"))
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
