//! What reports are made from.

use progressive::Micros;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Period;
use super::jackpots::jackpots;
use crate::apply::ReplayFailed;
use crate::event::{Entry, Event};
use crate::ids::{AccountId, LinkId, TableId, Time};
use crate::ledger::Account;
use crate::link::{Link, LinkEvent};

/// The entries that reports are folded from. Practice and exhibition tables and their links
/// are outside all reports, so a source hands out the others only.
#[derive(Clone, Debug, Default)]
pub struct Source {
    links: Vec<OfLink>,
    tables: Vec<OfTable>,
    names: BTreeMap<AccountId, String>,
    cards: BTreeMap<u32, AccountId>,
    log: Vec<Noted>,
    back_outs: BTreeMap<TableId, Vec<BackOut>>,
}

/// A line of the security log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The number of the line.
    pub number: u64,
    /// When.
    pub at: Time,
    /// Whose account it concerns, if any.
    pub account: Option<AccountId>,
    /// What happened, as a stable word.
    pub what: String,
    /// More about it.
    pub detail: String,
}

/// An award that was backed out.
#[derive(Clone, Debug)]
pub(super) struct BackOut {
    pub(super) at: Time,
    pub(super) cents: i64,
}

/// A link's entries, and the link they make.
#[derive(Clone, Debug)]
pub(super) struct OfLink {
    pub(super) link: Link,
    pub(super) entries: Vec<Entry<LinkEvent>>,
}

/// A table's entries.
#[derive(Clone, Debug)]
pub(super) struct OfTable {
    pub(super) table: TableId,
    pub(super) entries: Vec<Entry>,
}

/// A record that is not what the ledger says (O-02): a report of it would be none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Untied {
    #[error("{link}: its first entry has no sign")]
    NoSign { link: LinkId },
    #[error("{link}: {failed}")]
    Replay { link: LinkId, failed: ReplayFailed },
    #[error("{link}: a meter does not tie to the ledger")]
    Meter { link: LinkId },
    #[error("{link}: an account does not tie to the ledger")]
    Account { link: LinkId },
}

impl Source {
    /// Adds a link with all its entries and the balances that its ledger's rows show.
    ///
    /// # Errors
    /// If the entries do not follow from each other, or do not tie to the ledger.
    pub fn add_link(
        &mut self,
        id: LinkId,
        entries: Vec<Entry<LinkEvent>>,
        ledger: &[(Account, Micros)],
    ) -> Result<(), Untied> {
        let first = entries.first().and_then(|entry| entry.events.first());
        let Some(LinkEvent::LinkPosted { sign }) = first else {
            return Err(Untied::NoSign { link: id });
        };
        let mut link = Link::new(id, Arc::new((**sign).clone()));
        for entry in &entries {
            link.apply(entry).map_err(|failed| Untied::Replay { link: id, failed })?;
        }
        let balance = |account: Account| {
            ledger.iter().find(|(of, _)| *of == account).map_or(Micros::ZERO, |(_, it)| *it)
        };
        for row in jackpots(id, &entries, Period::ALL) {
            let spot = row.spot;
            let (meter, reserve) = (balance(Account::Meter(spot)), balance(Account::Reserve(spot)));
            if !row.reconciles() || (row.closing, row.reserve_closing) != (meter, reserve) {
                return Err(Untied::Meter { link: id });
            }
        }
        if !link.books().iter().eq(ledger.iter().copied()) {
            return Err(Untied::Account { link: id });
        }
        for entry in &entries {
            for event in &entry.events {
                let LinkEvent::BackedOut { slip, cents, .. } = event else { continue };
                let Some(of) = link.slips().iter().find(|it| it.award.slip == *slip) else {
                    continue;
                };
                let back_outs = self.back_outs.entry(of.award.claim.table).or_default();
                back_outs.push(BackOut { at: entry.at, cents: *cents });
            }
        }
        self.links.push(OfLink { link, entries });
        Ok(())
    }

    /// Adds the names of people.
    pub fn add_people(&mut self, names: impl IntoIterator<Item = (AccountId, String)>) {
        self.names.extend(names);
    }

    /// Adds the staff's cards with whose they are.
    pub fn add_cards(&mut self, cards: impl IntoIterator<Item = (u32, AccountId)>) {
        self.cards.extend(cards);
    }

    /// Adds the security log, in order.
    pub fn add_log(&mut self, lines: impl IntoIterator<Item = Noted>) {
        self.log.extend(lines);
    }

    /// Who has an account, for a report.
    pub(super) fn name(&self, account: AccountId) -> String {
        match self.names.get(&account) {
            _ if account == AccountId::HOUSE => "house".to_owned(),
            Some(name) => name.clone(),
            None => format!("account {account}"),
        }
    }

    /// Whose card it is, and which.
    pub(super) fn owner(&self, card: u32) -> String {
        match self.cards.get(&card) {
            Some(owner) => format!("{}, card {card}", self.name(*owner)),
            None => format!("card {card}"),
        }
    }

    /// The lines of the security log.
    pub(super) fn log(&self) -> impl Iterator<Item = &Noted> {
        self.log.iter()
    }

    /// The awards of a table that were backed out, in order.
    pub(super) fn back_outs(&self, table: TableId) -> impl Iterator<Item = &BackOut> {
        self.back_outs.get(&table).into_iter().flatten()
    }

    /// Adds a table with all its entries.
    pub fn add_table(&mut self, table: TableId, entries: Vec<Entry>) {
        self.tables.push(OfTable { table, entries });
    }

    /// The links that reports count.
    pub(super) fn links(&self) -> impl Iterator<Item = &OfLink> {
        self.links.iter().filter(|it| it.link.sign().is_reported())
    }

    /// The tables that reports count.
    pub(super) fn tables(&self) -> impl Iterator<Item = &OfTable> {
        self.tables.iter().filter(|it| it.is_reported())
    }
}

impl OfTable {
    /// Whether reports count the table, by the sign that is its first event.
    fn is_reported(&self) -> bool {
        let mut events = self.entries.iter().flat_map(|entry| &entry.events);
        let Some(Event::Posted { sign }) = events.next() else { return true };
        sign.private.is_none() && sign.exhibition.is_none()
    }
}
