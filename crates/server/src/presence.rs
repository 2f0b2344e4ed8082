//! Who has a table open at this moment. It is nobody's record: a player who has lost the
//! connection keeps seat and hand, and others only see why nothing comes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{AccountId, TableId};

type Counts = BTreeMap<(TableId, AccountId), u32>;

/// The open streams, by table and account.
#[derive(Clone, Default)]
pub(crate) struct Presence(Arc<Mutex<Counts>>);

/// Somebody who looks at a table, until it is dropped.
pub(crate) struct Present {
    all: Presence,
    at: (TableId, AccountId),
}

impl Presence {
    /// Notes that somebody looks at a table.
    pub(crate) fn enter(&self, table: TableId, account: AccountId) -> Present {
        let at = (table, account);
        *self.counts().entry(at).or_default() += 1;
        Present { all: self.clone(), at }
    }

    /// Who looks at a table.
    pub(crate) fn at(&self, table: TableId) -> Vec<AccountId> {
        let counts = self.counts();
        let here = counts.range((table, AccountId(0))..=(table, AccountId(u64::MAX)));
        here.map(|((_, account), _)| *account).collect()
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut counts = self.all.counts();
        if let Some(count) = counts.get_mut(&self.at) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_is_there_as_long_as_one_of_his_pages_is() {
        let presence = Presence::default();
        let (table, ann, ben) = (TableId(1), AccountId(7), AccountId(8));
        let first = presence.enter(table, ann);
        let second = presence.enter(table, ann);
        let elsewhere = presence.enter(TableId(2), ben);
        assert_eq!(presence.at(table), [ann]);
        drop(first);
        assert_eq!(presence.at(table), [ann]);
        drop(second);
        assert_eq!(presence.at(table), []);
        assert_eq!(presence.at(TableId(2)), [ben]);
        drop(elsewhere);
        assert!(presence.counts().is_empty());
    }
}
