//! `bahama audit verify`: is a record as it was written, and was it settled rightly?

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use server::floor::refold;
use store::{DataDir, Journal, Options, People, SecurityRow, Store, StoreError, Stream};
use table::Entry;

use super::Failed;
use super::data::used;
use crate::audit::{SecondWitness, Settled};

pub(crate) const EXAMPLES: &str = "\
Every chain, ledger, index of rounds, the clearing accounts and the security log are read; the
ends of the chains are compared with the table of heads; every table, link and person is folded
again from its entries, and every round that the sheets can settle is settled by the auditor.
No server may run on the directory; with a running server, back it up and verify the backup.

Examples:
  bahama audit verify bahama-data
  bahama audit verify backups/monday --json
  bahama audit log --data bahama-data --after 1200 --follow >> elsewhere.jsonl";

#[derive(Args)]
pub(crate) struct AuditArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Check a data directory that no server uses, or a backup.
    Verify {
        /// The data directory, or the folder of a backup.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// One JSON document instead of text.
        #[arg(long)]
        json: bool,
    },
    /// The security log, one JSON document a line; also beside a running server.
    Log {
        /// The data directory.
        #[arg(long, value_name = "DIR", default_value = DataDir::DEFAULT)]
        data: PathBuf,
        /// Only lines after this number.
        #[arg(long, value_name = "N", default_value_t = 0)]
        after: u64,
        /// Go on with lines as they are written, until it is stopped.
        #[arg(long)]
        follow: bool,
    },
}

/// Something that is wrong: where, at which version, how.
pub(crate) struct Fault {
    place: String,
    version: Option<u64>,
    cause: String,
}

impl Fault {
    fn of_store(error: &StoreError) -> Fault {
        let cause = error.to_string();
        match error {
            StoreError::Broken { stream, version, cause } => {
                Fault::at(*stream, Some(*version), cause.to_string())
            }
            StoreError::Snapshot { stream, version, why } => {
                Fault::at(*stream, Some(*version), format!("its snapshot {why}"))
            }
            StoreError::BrokenLog { number, cause } => Fault {
                place: "security log".to_owned(),
                version: Some(*number),
                cause: cause.to_string(),
            },
            StoreError::Clearing { table, .. } | StoreError::Secret { table, .. } => {
                Fault::at((*table).into(), None, cause)
            }
            _ => Fault { place: "database".to_owned(), version: None, cause },
        }
    }

    fn at(stream: Stream, version: Option<u64>, cause: String) -> Fault {
        Fault { place: stream.to_string(), version, cause }
    }

    pub(crate) fn document(&self) -> Value {
        json!({"where": self.place, "version": self.version, "cause": self.cause})
    }

    pub(crate) fn words(&self) -> String {
        let version = self.version.map_or(String::new(), |version| format!(", version {version}"));
        format!("{}{version}: {}", self.place, self.cause)
    }
}

pub(crate) fn run(args: &AuditArgs) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (folder, json) = match &args.what {
        What::Verify { folder, json } => (folder, json),
        What::Log { data, after, follow } => {
            return runtime.block_on(log(&used(data)?, *after, *follow));
        }
    };
    let answer = runtime.block_on(verify(folder));
    match answer {
        Err(error) if *json => {
            let error = json!({"error": {"code": error.code(), "message": error.to_string()}});
            writeln!(anstream::stdout(), "{error:#}")?;
            Err(Failed::Said)
        }
        answer => answer?.say(*json),
    }
}

/// How soon a new line is seen by whoever follows.
const LOOK: Duration = Duration::from_millis(500);

/// Writes the lines of the security log after a number, and those to come.
async fn log(data: &DataDir, mut after: u64, follow: bool) -> Result<(), Failed> {
    let store = Store::open(data, Options::BESIDE).await?;
    loop {
        let rows = store.security_log_after(after, 1_000).await?;
        if rows.is_empty() && !follow {
            store.close().await;
            return Ok(());
        }
        let mut out = anstream::stdout();
        for SecurityRow { number, line, hash } in &rows {
            let document = json!({
                "number": number, "at": line.at, "account": line.account, "what": line.what,
                "detail": line.detail, "hash": table::hex(hash),
            });
            writeln!(out, "{document}")?;
            after = *number;
        }
        out.flush()?;
        if rows.is_empty() {
            tokio::time::sleep(LOOK).await;
        }
    }
}

/// What was found.
struct Verdict {
    faults: Vec<Fault>,
    streams: usize,
    entries: u64,
    log: u64,
    settled: Settled,
    with_key: bool,
    is_sealed: bool,
}

async fn verify(folder: &Path) -> Result<Verdict, StoreError> {
    let audit = store::audit(folder).await?;
    let mut faults: Vec<Fault> = audit.faults.iter().map(Fault::of_store).collect();
    let settled = fold(&audit.journal, &mut faults).await?;
    Ok(Verdict {
        faults,
        streams: audit.streams.len(),
        entries: audit.streams.iter().map(|(_, head)| head.version).sum(),
        log: audit.log,
        settled,
        with_key: audit.with_key,
        is_sealed: audit.is_sealed,
    })
}

/// Folds everything again, and settles every round again.
pub(crate) async fn fold(
    journal: &dyn Journal,
    faults: &mut Vec<Fault>,
) -> Result<Settled, StoreError> {
    let again = refold(journal).await?.into_iter();
    faults.extend(again.map(|fault| Fault::at(fault.stream, None, fault.why)));
    let mut all = Settled::default();
    for (stream, _) in journal.streams().await? {
        if let Stream::Table(_) = stream {
            let settled = settle(journal, stream, faults).await?;
            all.alike += settled.alike;
            all.unread += settled.unread;
        }
    }
    Ok(all)
}

async fn settle(
    journal: &dyn Journal,
    stream: Stream,
    faults: &mut Vec<Fault>,
) -> Result<Settled, StoreError> {
    let (mut witness, mut after) = (SecondWitness::default(), 0);
    loop {
        let page = journal.entries(stream, after, 1_000).await?;
        let Some(last) = page.last() else { return Ok(witness.settled) };
        after = last.version;
        for stored in &page {
            // An entry that does not read was found before.
            let Ok(entry) = serde_json::from_str::<Entry>(&stored.json) else { continue };
            let otherwise = witness.follow(&entry);
            faults.extend(otherwise.map(|it| {
                let cause = format!("round {}: {}", it.round, it.why);
                Fault::at(stream, Some(it.version), cause)
            }));
        }
    }
}

impl Verdict {
    fn say(&self, as_json: bool) -> Result<(), Failed> {
        let mut out = anstream::stdout();
        let is_whole = self.faults.is_empty();
        if as_json {
            let faults: Vec<Value> = self.faults.iter().map(Fault::document).collect();
            let document = json!({
                "whole": is_whole,
                "faults": faults,
                "chains": self.streams,
                "entries": self.entries,
                "security_log": self.log,
                "rounds": {"settled_alike": self.settled.alike, "not_settled": self.settled.unread},
                "with_key": self.with_key,
                "sealed": self.is_sealed,
            });
            writeln!(out, "{document:#}")?;
        } else if is_whole {
            self.say_whole(&mut out)?;
        } else {
            for fault in &self.faults {
                writeln!(out, "{}", fault.words())?;
            }
        }
        if is_whole { Ok(()) } else { Err(Failed::Said) }
    }

    fn say_whole(&self, out: &mut impl Write) -> Result<(), Failed> {
        let Settled { alike, unread } = self.settled;
        writeln!(
            out,
            "whole: {} chains with {} entries, {} lines of the security log, {alike} rounds \
             settled a second time",
            self.streams, self.entries, self.log
        )?;
        if unread > 0 {
            writeln!(out, "{unread} rounds are not in the auditor's sheets as they were posted")?;
        }
        if !self.with_key {
            writeln!(out, "without shoe.key: sealed secrets and snapshots were not checked")?;
        }
        if !self.is_sealed {
            writeln!(out, "not sealed by a clean stop: accounts and sessions have no chain")?;
        }
        Ok(())
    }
}
