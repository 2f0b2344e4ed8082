//! The journal's questions, each answered by its statement; and how anything is changed.

use async_trait::async_trait;
use table::{Account, AccountId, CommandId, Micros, RoundRecord, Secret, TableId, Time};
use tokio::sync::oneshot;

use super::batch::Waiting;
use super::change::{Change, Changing, Done};
use super::writer::Message;
use super::{Connection, Store, read, row, sql, verify};
use crate::access::Access;
use crate::chain::Head;
use crate::error::StoreError;
use crate::journal::{
    Appended, CountersNow, Journal, Others, RoundMark, Snapshot, Statement, Stored, TableRound,
};
use table::{JournalRow, Outcome, Stream};

impl Store {
    /// Has the writer make a change in its next commit. The change looks before it
    /// writes; what it gives back comes once it is durable.
    pub(super) async fn change<T, F>(&self, change: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Connection) -> Changing<'c, T> + Send + 'static,
    {
        if self.is_out_of_reach() {
            return Err(StoreError::Away);
        }
        let (answer, answered) = oneshot::channel();
        let change: Change = Box::new(move |connection: &mut Connection| {
            let working = change(connection);
            Box::pin(async move {
                let value = working.await?;
                let done: Done = Box::new(move || {
                    let _ = answer.send(value);
                });
                Ok(done)
            })
        });
        self.inbox.send(Message::Change(change)).await.map_err(|_| StoreError::Lost)?;
        answered.await.map_err(|_| self.no_answer())?
    }
}

#[async_trait]
impl Journal for Store {
    async fn append_all(&self, rows: Vec<JournalRow>) -> Result<Vec<Appended>, StoreError> {
        if self.access != Access::Serve {
            return Err(StoreError::Beside);
        }
        let (waiting, answered) = Waiting::new(rows, &self.shared.key)?;
        self.inbox.send(Message::Append(Box::new(waiting))).await.map_err(|_| StoreError::Lost)?;
        answered.await.map_err(|_| self.no_answer())?
    }

    async fn streams(&self) -> Result<Vec<(Stream, Head)>, StoreError> {
        read::streams(&self.readers).await
    }

    async fn entries(
        &self,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Stored>, StoreError> {
        read::entries(&self.readers, stream, after, limit).await
    }

    async fn outcome(
        &self,
        stream: Stream,
        account: AccountId,
        command: &CommandId,
    ) -> Result<Option<Outcome>, StoreError> {
        read::outcome(&self.readers, stream, account, command).await
    }

    async fn secrets(
        &self,
        table: TableId,
        from_shoe: u32,
    ) -> Result<Vec<(u32, Secret)>, StoreError> {
        read::secrets(&self.readers, &self.shared.key, table, from_shoe).await
    }

    async fn snapshot(&self, stream: Stream) -> Result<Option<Snapshot>, StoreError> {
        if self.access == Access::Look {
            return Ok(None);
        }
        read::snapshot(&self.readers, &self.shared.key, stream).await
    }

    async fn save_snapshot(&self, stream: Stream, snapshot: Snapshot) -> Result<(), StoreError> {
        let code = snapshot.code(&self.shared.key, stream)?;
        self.change(move |connection| {
            Box::pin(async move {
                sqlx::query(sql::SAVE_SNAPSHOT)
                    .bind(stream.number())
                    .bind(row::signed(snapshot.version))
                    .bind(snapshot.hash.as_slice())
                    .bind(snapshot.bytes)
                    .bind(code)
                    .execute(connection)
                    .await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn profile(&self, hash: &str) -> Result<Option<String>, StoreError> {
        read::text(&self.readers, sql::PROFILE, hash).await
    }

    async fn save_profile(&self, hash: &str, text: &str) -> Result<(), StoreError> {
        let (hash, text) = (hash.to_owned(), text.to_owned());
        self.change(move |connection| {
            Box::pin(async move {
                sqlx::query(sql::SAVE_PROFILE).bind(hash).bind(text).execute(connection).await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn rounds(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<RoundRecord>, StoreError> {
        read::rounds(&self.readers, table, before, limit).await
    }

    async fn rounds_of(
        &self,
        player: AccountId,
        before: Option<RoundMark>,
        limit: u32,
    ) -> Result<Vec<TableRound>, StoreError> {
        read::rounds_of(&self.readers, player, before, limit).await
    }

    async fn statement(
        &self,
        player: AccountId,
        from: Time,
        until: Time,
    ) -> Result<Statement, StoreError> {
        read::statement(&self.readers, player, from, until).await
    }

    async fn balances(&self, stream: Stream) -> Result<Vec<(Account, Micros)>, StoreError> {
        read::balances(&self.readers, stream).await
    }

    async fn verify_tail(&self, stream: Stream, entries: u32) -> Result<Head, StoreError> {
        verify::tail(&self.readers, stream, entries).await
    }

    async fn verify(&self, stream: Stream, anchor: Option<Head>) -> Result<Head, StoreError> {
        verify::whole(&self.readers, stream, anchor).await
    }

    async fn verify_across(&self) -> Result<(), StoreError> {
        verify::across(&self.readers).await
    }

    fn is_away(&self) -> bool {
        self.is_out_of_reach()
    }

    fn others(&self) -> Option<&dyn Others> {
        self.those_beside()
    }

    fn broken(&self) -> Vec<(AccountId, String)> {
        self.broken.clone()
    }

    fn counters(&self) -> CountersNow {
        let waiting = self.inbox.max_capacity().saturating_sub(self.inbox.capacity());
        CountersNow { waiting: waiting as u64, ..self.shared.counters.now() }
    }
}
