//! Commands of which nobody knows whether they were written: the connection was lost before the
//! database could say so.
//!
//! They are looked for in the next transaction, which holds the heads of their streams: while the
//! lost one is still at work there, it waits. What is found is answered only after a commit that
//! writes, because a standby that has that one has all before it.

use sqlx::PgConnection;

use super::batch::{Batch, Waiting};
use super::row::signed;
use super::sql;
use crate::chain::Head;
use crate::journal::Appended;

/// A command with the ends that its rows have made, if they were written.
pub(super) struct InDoubt {
    pub(super) waiting: Waiting,
    ends: Vec<Head>,
}

impl Batch {
    /// All of it, to be looked for.
    pub(super) fn in_doubt(self) -> Vec<InDoubt> {
        let mut chained = self.chained.into_iter().map(|(_, head)| head);
        let waiting = self.waiting.into_iter();
        waiting
            .map(|waiting| {
                let ends = chained.by_ref().take(waiting.rows.len()).collect();
                InDoubt { waiting, ends }
            })
            .collect()
    }
}

impl InDoubt {
    /// Whether all its rows are there, exactly as they were sent. Who has written the same, to the
    /// last bit, has written it.
    pub(super) async fn is_written(
        &self,
        connection: &mut PgConnection,
    ) -> Result<bool, sqlx::Error> {
        for (sealed, end) in self.waiting.rows.iter().zip(&self.ends) {
            let found: Option<(Vec<u8>,)> = sqlx::query_as(sql::ENTRY_HASH)
                .bind(sealed.row.stream.number())
                .bind(signed(end.version))
                .fetch_optional(&mut *connection)
                .await?;
            if found.is_none_or(|(hash,)| hash != end.hash) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Says that it is durable.
    pub(super) fn answer(self) {
        let rows = self.waiting.rows.into_iter().zip(self.ends);
        let appended =
            rows.map(|(it, end)| Appended { hash: end.hash, json: it.row.json }).collect();
        let _ = self.waiting.answer.send(Ok(appended));
    }
}
