//! What other processes write, and how they are woken by what this one does.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::postgres::{PgListener, PgPool};

use super::row::{number, signed, small, stream};
use super::writer::Shared;
use super::{Store, sql};
use crate::error::StoreError;
use crate::journal::{Moved, Others, Seen};
use table::{AccountId, Stream, TableId};

/// The channel on which processes wake each other.
const CHANNEL: &str = "bahama";
/// A process wakes the others at most so often: what they read is all there is by then.
const NUDGES: Duration = Duration::from_millis(10);
/// So long nobody listens after the connection was lost; they look by themselves meanwhile.
const LISTEN_AGAIN: Duration = Duration::from_secs(1);

#[async_trait]
impl Others for Store {
    async fn moved(&self, after: u64) -> Result<Vec<Moved>, StoreError> {
        let rows = sqlx::query(sql::MOVED).bind(signed(after)).fetch_all(&self.readers).await?;
        rows.iter()
            .map(|row| {
                let (version, mark) = (number(row, "version")?, number(row, "changed")?);
                Ok(Moved { stream: stream(row)?, version, mark })
            })
            .collect()
    }

    async fn version(&self, stream: Stream) -> Result<u64, StoreError> {
        let query = sqlx::query(sql::NOTED).bind(stream.number());
        let row = query.fetch_optional(&self.readers).await?;
        row.map_or(Ok(0), |row| number(&row, "version"))
    }

    async fn compare_presence(&self, here: Vec<Seen>) -> Result<Vec<Seen>, StoreError> {
        let tables: Vec<i64> = here.iter().map(|seen| seen.table.0.into()).collect();
        let players: Vec<i64> = here.iter().map(|seen| signed(seen.player.0)).collect();
        let said = sqlx::query(sql::SAY_WHO_IS_HERE).bind(&self.shared.name);
        said.bind(tables).bind(players).execute(&self.readers).await?;
        sqlx::query(sql::FORGET_WHO_WAS).execute(&self.readers).await?;
        let query = sqlx::query(sql::WHO_IS_ELSEWHERE).bind(&self.shared.name);
        let rows = query.fetch_all(&self.readers).await?;
        rows.iter()
            .map(|row| {
                let player = AccountId(number(row, "player")?);
                Ok(Seen { table: TableId(small(row, "table_id")?), player })
            })
            .collect()
    }

    async fn nudged(&self) {
        self.shared.nudged.notified().await;
    }
}

/// Hears when others have written.
pub(super) async fn listen(readers: PgPool, shared: Arc<Shared>) {
    loop {
        if let Ok(mut listener) = PgListener::connect_with(&readers).await
            && listener.listen(CHANNEL).await.is_ok()
        {
            while let Ok(heard) = listener.recv().await {
                if heard.payload() != shared.name {
                    shared.nudged.notify_one();
                }
            }
        }
        tokio::time::sleep(LISTEN_AGAIN).await;
    }
}

/// Tells the others that this process has written: after the commit and on a connection of its
/// own, because a notification holds a lock of the whole database until its commit.
pub(super) async fn nudge(readers: PgPool, shared: Arc<Shared>) {
    loop {
        shared.written.notified().await;
        // Nobody depends on it.
        let _ = sqlx::query(sql::NUDGE).bind(&shared.name).execute(&readers).await;
        tokio::time::sleep(NUDGES).await;
    }
}
