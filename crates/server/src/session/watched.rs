//! Since when somebody has had a table before him.

use std::sync::{Mutex, PoisonError};

use table::TableId;

/// So many tables are remembered for a session; who looks at more asks for views again.
const TABLES: usize = 16;

/// The tables a session has looked at, each with the version it saw first. Whoever loses the
/// connection reads on from there and not from before he came (G-07). A restart forgets it:
/// then a client asks for the view once more.
#[derive(Default)]
pub(crate) struct Watched(Mutex<Vec<(TableId, u64)>>);

impl Watched {
    /// Notes that a table was seen at a version.
    pub(crate) fn note(&self, table: TableId, version: u64) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().any(|(of, _)| *of == table) {
            return;
        }
        if all.len() == TABLES {
            all.remove(0);
        }
        all.push((table, version));
    }

    /// The first version of a table that was seen.
    pub(crate) fn since(&self, table: TableId) -> Option<u64> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|(of, _)| *of == table).map(|(_, version)| *version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_look_counts_and_the_memory_is_bounded() {
        let watched = Watched::default();
        assert_eq!(watched.since(TableId(1)), None);
        watched.note(TableId(1), 7);
        watched.note(TableId(1), 3);
        watched.note(TableId(1), 90);
        assert_eq!(watched.since(TableId(1)), Some(7));
        for table in 2..100 {
            watched.note(TableId(table), 1);
        }
        assert_eq!(watched.since(TableId(1)), None);
        assert_eq!(watched.since(TableId(99)), Some(1));
    }
}
