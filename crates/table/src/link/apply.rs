//! Applying a link's entries: its events must make the very transfers they came with.

use super::event::LinkEvent;
use super::state::Link;
use crate::apply::ReplayFailed;
use crate::event::Entry;
use crate::ledger::{Account, Micros};

impl Link {
    /// Applies the next entry.
    ///
    /// # Errors
    /// If the entry does not follow from the link; the link is then in no state to be used.
    pub fn apply(&mut self, entry: &Entry<LinkEvent>) -> Result<(), ReplayFailed> {
        let version = entry.version;
        if version != self.version + 1 {
            return Err(ReplayFailed::Version { version: self.version, found: version });
        }
        if entry.at < self.at {
            return Err(ReplayFailed::Time { version });
        }
        self.begin(entry.at);
        let mut transfers = Vec::with_capacity(entry.transfers.len());
        for event in &entry.events {
            let made = self.fold(event);
            let what = |refused: super::LinkRefused| refused.code();
            transfers
                .extend(made.map_err(what).map_err(|what| ReplayFailed::Event { version, what })?);
        }
        if transfers != entry.transfers {
            let what = "transfers that its events do not make";
            return Err(ReplayFailed::Event { version, what });
        }
        entry.transfers.iter().for_each(|&transfer| self.books.apply(transfer));
        if let Some(fault) = self.books.fault() {
            return Err(ReplayFailed::Books { version, fault });
        }
        if !self.ties() {
            let what = "a meter that is not what the ledger says";
            return Err(ReplayFailed::Event { version, what });
        }
        Ok(())
    }

    /// Whether every meter and reserve is what the ledger says (P-17).
    pub fn ties(&self) -> bool {
        self.jackpots().all(|(spot, jackpot)| {
            let holds = jackpot.holds();
            let balance = |account| self.books.balance(account);
            balance(Account::Meter(spot)) == Micros::from(holds.meter)
                && balance(Account::Reserve(spot)) == Micros::from(holds.reserve)
        })
    }
}
