//! Applying a link's entries: its events must make the very transfers they came with.

use super::event::LinkEvent;
use super::state::Link;
use crate::apply::{Booking, ReplayFailed, follows};
use crate::event::Entry;
use crate::ledger::Account;

impl Link {
    /// Applies the next entry.
    ///
    /// # Errors
    /// If the entry does not follow from the link; the link is then in no state to be used.
    pub fn apply(&mut self, entry: &Entry<LinkEvent>) -> Result<(), ReplayFailed> {
        follows(entry, self.version, self.at)?;
        self.begin(entry.at);
        let version = entry.version;
        let mut booking = Booking::of(entry);
        for event in &entry.events {
            let what = |refused: super::LinkRefused| refused.code();
            let made = self.fold(event).map_err(what);
            let made = made.map_err(|what| ReplayFailed::Event { version, what })?;
            booking.book(&made, &mut self.books)?;
        }
        booking.end(&self.books)?;
        self.note_funds();
        if !self.ties() {
            let what = "a meter that is not what the ledger says";
            return Err(ReplayFailed::Event { version, what });
        }
        if !self.to_show().is_empty() {
            let what = "a meter that displays were not told";
            return Err(ReplayFailed::Event { version, what });
        }
        Ok(())
    }

    /// Whether every meter and reserve is what the ledger says (P-17).
    pub fn ties(&self) -> bool {
        self.jackpots().all(|(spot, jackpot)| {
            let holds = jackpot.holds();
            let balance = |account| self.books.balance(account);
            balance(Account::Meter(spot)) == holds.meter
                && balance(Account::Reserve(spot)) == holds.reserve
        })
    }
}
