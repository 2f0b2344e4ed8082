//! Reading the record for a report, also while others write to it.

use std::collections::BTreeMap;

use rules::Rules;
use serde::de::DeserializeOwned;
use store::{Journal, People, SecurityLine, StoreError, Stream};
use table::report::{Noted, Source, Untied};
use table::{Account, Entry, LinkEvent, LinkId, Micros, TableId};

use super::Which;
use crate::floor::{LoadFailed, house_of};

/// How often a link that is being played for is read again.
const TRIES: u32 = 100;
/// How many entries are read at once.
const PAGE: u32 = 1_000;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Which report.
    pub which: Which,
    /// This table alone; all without it.
    pub table: Option<TableId>,
}

/// What a report is made of: the entries, and the rules behind the signs.
pub struct Record {
    /// The entries.
    pub source: Source,
    /// The rules by the profiles' hashes, where a report needs them.
    pub(super) rules: BTreeMap<String, Rules>,
}

/// A record of which no report can be made.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReadFailed {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Untied(#[from] Untied),
    #[error(transparent)]
    Sign(#[from] LoadFailed),
    #[error("{stream}, version {version} cannot be read: {error}")]
    Entry { stream: Stream, version: u64, error: serde_json::Error },
    #[error("{0} changes too fast to be read; ask the server to stop it")]
    TooFast(LinkId),
}

impl Record {
    /// Reads what a report needs.
    ///
    /// # Errors
    /// If the record cannot be read, or does not tie to the ledger (O-02).
    pub async fn read(
        journal: &dyn Journal,
        people: &dyn People,
        asked: Asked,
    ) -> Result<Record, ReadFailed> {
        let mut source = Source::default();
        source.add_people(people.staff().await?.into_iter().map(|row| (row.id, row.name)));
        let cards = people.cards().await?;
        source.add_cards(cards.into_iter().map(|card| (card.id, card.account)));
        source.add_log(log(people).await?);
        let is_asked = |table| asked.table.is_none_or(|only| only == table);
        for (stream, _) in journal.streams().await? {
            match stream {
                Stream::Link(id) => {
                    let (entries, ledger) = link(journal, id).await?;
                    source.add_link(id, entries, &ledger)?;
                }
                Stream::Table(table) if asked.which.is_of_tables() && is_asked(table) => {
                    source.add_table(table, entries(journal, stream).await?);
                }
                Stream::Table(_) | Stream::Person(_) => {}
            }
        }
        let mut rules = BTreeMap::new();
        if matches!(asked.which, Which::Wagers | Which::Hold) {
            for (table, sign) in source.signs() {
                if !rules.contains_key(&sign.profile) {
                    let house = house_of(journal, table, sign).await?;
                    rules.insert(sign.profile.clone(), *house.rules());
                }
            }
        }
        Ok(Record { source, rules })
    }
}

/// The whole security log.
async fn log(people: &dyn People) -> Result<Vec<Noted>, ReadFailed> {
    let mut all: Vec<Noted> = Vec::new();
    loop {
        let after = all.last().map_or(0, |line| line.number);
        let page = people.security_log_after(after, PAGE).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page.into_iter().map(|row| {
            let SecurityLine { at, account, what, detail } = row.line;
            Noted { number: row.number, at, account, what, detail }
        }));
    }
}

type LinkRecord = (Vec<Entry<LinkEvent>>, Vec<(Account, Micros)>);

/// The entries of a link and the rows of its ledger, both of one version: a server may
/// write while they are read, and then they are read again.
async fn link(journal: &dyn Journal, id: LinkId) -> Result<LinkRecord, ReadFailed> {
    for _ in 0..TRIES {
        let rows = journal.balances(id.into()).await?;
        let all: Vec<Entry<LinkEvent>> = entries(journal, id.into()).await?;
        let version = all.last().map_or(0, |entry| entry.version);
        let later = journal.entries(id.into(), version, 1).await?;
        if later.is_empty() && journal.balances(id.into()).await? == rows {
            return Ok((all, rows));
        }
    }
    Err(ReadFailed::TooFast(id))
}

async fn entries<E: DeserializeOwned>(
    journal: &dyn Journal,
    stream: Stream,
) -> Result<Vec<Entry<E>>, ReadFailed> {
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let page = journal.entries(stream, after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = last.version;
        for stored in &page {
            let entry = serde_json::from_str(&stored.json);
            let strange = |error| ReadFailed::Entry { stream, version: stored.version, error };
            all.push(entry.map_err(strange)?);
        }
    }
}
