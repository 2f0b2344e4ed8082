//! Is a record as it was written, and was it settled rightly? The same checks for `bahama audit verify`,
//! for a copy that is to be a backup, and for an auditor beside a running server.

mod running;
mod witness;

use serde::Serialize;
use store::{Journal, StoreError, Stream};
use table::Entry;

pub(crate) use running::{Check, Checking};
pub use witness::{Otherwise, SecondWitness, Settled};

use crate::floor::refold;

/// Something that is wrong: where, at which version, how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = AuditFault)]
pub struct Fault {
    /// The table, link, person, or part of the record.
    #[serde(rename = "where")]
    pub place: String,
    /// The version, or the number of the line, where one can be named.
    pub version: Option<u64>,
    /// What is wrong.
    pub cause: String,
}

impl Fault {
    /// What the store has found.
    pub fn of_store(error: &StoreError) -> Fault {
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

    /// In a sentence.
    pub fn words(&self) -> String {
        let version = self.version.map_or(String::new(), |version| format!(", version {version}"));
        format!("{}{version}: {}", self.place, self.cause)
    }
}

/// Folds everything again, and settles every round again.
///
/// # Errors
/// If the journal cannot be read at all.
pub async fn fold(journal: &dyn Journal, faults: &mut Vec<Fault>) -> Result<Settled, StoreError> {
    let mut all = Settled::default();
    for (stream, _) in journal.streams().await? {
        all.add(fold_stream(journal, stream, faults).await?);
    }
    Ok(all)
}

/// The same for one table, link or person.
async fn fold_stream(
    journal: &dyn Journal,
    stream: Stream,
    faults: &mut Vec<Fault>,
) -> Result<Settled, StoreError> {
    let again = refold(journal, stream).await;
    faults.extend(again.map(|why| Fault::at(stream, None, why)));
    match stream {
        Stream::Table(_) => settle(journal, stream, faults).await,
        Stream::Link(_) | Stream::Person(_) => Ok(Settled::default()),
    }
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
        // Beside a running server the tables go first.
        tokio::task::yield_now().await;
    }
}
