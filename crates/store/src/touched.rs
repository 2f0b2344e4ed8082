//! Sessions that were used, until it is written down.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use table::Time;

use crate::chain::Hash;

/// Sessions that were used since they were last written.
#[derive(Debug, Default)]
pub(crate) struct Touched(Mutex<BTreeMap<Hash, Time>>);

impl Touched {
    pub(crate) fn note(&self, token: &Hash, at: Time) {
        self.lock().insert(*token, at);
    }

    pub(crate) fn get(&self, token: &Hash) -> Option<Time> {
        self.lock().get(token).copied()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Takes out so many of them at most.
    pub(crate) fn take(&self, most: usize) -> BTreeMap<Hash, Time> {
        let mut all = self.lock();
        let rest = match all.keys().nth(most).copied() {
            Some(first) => all.split_off(&first),
            None => BTreeMap::new(),
        };
        std::mem::replace(&mut *all, rest)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<Hash, Time>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
