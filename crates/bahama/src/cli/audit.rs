//! `bahama audit verify`: is a record as it was written, and was it settled rightly?

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::json;
use server::audit::{Fault, Settled, fold};
use store::{Place, SecurityRow, StoreError};

use super::Failed;
use super::record::AtRecord;

pub(crate) const EXAMPLES: &str = "\
Every chain, ledger, index of rounds, the clearing accounts and the security log are read; the
ends of the chains are compared with the table of heads; every table, link and person is folded
again from its entries, and every round that the sheets can settle is settled by the auditor.
No server may run on the record; with a running server, back it up and verify the backup.

Examples:
  bahama audit verify bahama-data
  bahama audit verify backups/monday --json
  bahama audit verify --database postgres://bahama@db/floor --shoe-key /etc/bahama/shoe.key
  bahama audit log --data bahama-data --after 1200 --follow >> elsewhere.jsonl";

#[derive(Args)]
pub(crate) struct AuditArgs {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    at: AtRecord,
}

#[derive(Subcommand)]
enum What {
    /// Check a record that no server uses, or a backup.
    Verify {
        /// The data directory, or the folder of a backup, instead of --data or --database.
        #[arg(value_name = "DIR", conflicts_with = "database")]
        folder: Option<PathBuf>,
        /// One JSON document instead of text.
        #[arg(long)]
        json: bool,
    },
    /// The security log, one JSON document a line; also beside a running server.
    Log {
        /// Only lines after this number.
        #[arg(long, value_name = "N", default_value_t = 0)]
        after: u64,
        /// Go on with lines as they are written, until it is stopped.
        #[arg(long)]
        follow: bool,
    },
}

pub(crate) fn run(args: &AuditArgs) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (folder, json) = match &args.what {
        What::Verify { folder, json } => (folder, json),
        What::Log { after, follow } => {
            return runtime.block_on(log(&args.at, *after, *follow));
        }
    };
    let place = match folder {
        Some(folder) => Place::from(folder.as_path()),
        None => args.at.place()?,
    };
    let answer = runtime.block_on(verify(&place));
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
async fn log(at: &AtRecord, mut after: u64, follow: bool) -> Result<(), Failed> {
    let record = at.open().await?;
    let people = record.people();
    loop {
        let rows = people.security_log_after(after, 1_000).await?;
        if rows.is_empty() && !follow {
            record.close().await;
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

async fn verify(place: &Place) -> Result<Verdict, StoreError> {
    let audit = store::audit(place).await?;
    let mut faults: Vec<Fault> = audit.faults.iter().map(Fault::of_store).collect();
    let settled = fold(&*audit.journal, &mut faults).await?;
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

impl Verdict {
    fn say(&self, as_json: bool) -> Result<(), Failed> {
        let mut out = anstream::stdout();
        let is_whole = self.faults.is_empty();
        if as_json {
            let document = json!({
                "whole": is_whole,
                "faults": self.faults,
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
