//! People.

use async_trait::async_trait;
use sqlx::Row as _;
use table::{AccountId, Role, Time};

use super::row::{
    account, card, hash, link, number, roles_text, security, session, signed, unsigned,
};
use super::{Connection, Db, Pool, Row, Store, attempts, read, sql};
use crate::chain::{Hash, NO_HASH, log_hash};
use crate::error::{Cause, StoreError};
use crate::people::{
    AccountRow, AttemptCount, Link, NewAccount, NewStaffCard, People, Proof, SecurityLine,
    SecurityRow, Session, StaffCardRow,
};

/// How many lines of the security log are held in memory at once.
const PAGE: i64 = 1_000;

/// What makes two names one.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

/// The account with this name, whatever its case.
pub(super) async fn by_name(pool: &Pool, name: &str) -> Result<Option<AccountRow>, StoreError> {
    let query = sqlx::query(sql::ACCOUNT_BY_NAME).bind(folded(name));
    query.fetch_optional(pool).await?.as_ref().map(account).transpose()
}

/// The card with this number.
pub(super) async fn card_numbered(
    pool: &Pool,
    number: &Hash,
) -> Result<Option<StaffCardRow>, StoreError> {
    let query = sqlx::query(sql::CARD).bind(number.as_slice());
    query.fetch_optional(pool).await?.as_ref().map(card).transpose()
}

/// All cards, in order of their ids.
pub(super) async fn all_cards(pool: &Pool) -> Result<Vec<StaffCardRow>, StoreError> {
    sqlx::query(sql::CARDS).fetch_all(pool).await?.iter().map(card).collect()
}

#[async_trait]
impl People for Store {
    async fn create_account(&self, new: NewAccount) -> Result<AccountId, StoreError> {
        self.change(move |connection| Box::pin(create_account(connection, new))).await
    }

    async fn account(&self, id: AccountId) -> Result<Option<AccountRow>, StoreError> {
        let query = sqlx::query(sql::ACCOUNT).bind(signed(id.0));
        query.fetch_optional(&self.readers).await?.as_ref().map(account).transpose()
    }

    async fn account_by_name(&self, name: &str) -> Result<Option<AccountRow>, StoreError> {
        by_name(&self.readers, name).await
    }

    async fn staff(&self) -> Result<Vec<AccountRow>, StoreError> {
        sqlx::query(sql::STAFF).fetch_all(&self.readers).await?.iter().map(account).collect()
    }

    async fn displays(&self) -> Result<Vec<AccountRow>, StoreError> {
        sqlx::query(sql::DISPLAYS).fetch_all(&self.readers).await?.iter().map(account).collect()
    }

    async fn set_password(&self, id: AccountId, hash: &str) -> Result<(), StoreError> {
        self.change_account(id, sql::SET_PASSWORD, hash.to_owned()).await
    }

    async fn keep_guest(&self, id: AccountId, name: &str, hash: &str) -> Result<(), StoreError> {
        let (name, hash) = (name.trim().to_owned(), hash.to_owned());
        self.change(move |connection| Box::pin(keep_guest(connection, id, name, hash))).await
    }

    async fn set_roles(&self, id: AccountId, roles: &[Role]) -> Result<(), StoreError> {
        self.change_account(id, sql::SET_ROLES, roles_text(roles)).await
    }

    async fn revoke(&self, id: AccountId, at: Time) -> Result<(), StoreError> {
        self.change_account(id, sql::REVOKE, signed(at.0)).await
    }

    async fn insert_session(&self, new: Session) -> Result<(), StoreError> {
        self.change(move |connection| {
            Box::pin(async move {
                sqlx::query(sql::INSERT_SESSION)
                    .bind(new.token.as_slice())
                    .bind(signed(new.account.0))
                    .bind(new.role.word())
                    .bind(new.csrf)
                    .bind(signed(new.created.0))
                    .bind(signed(new.seen.0))
                    .bind(signed(new.ends.0))
                    .execute(connection)
                    .await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn session(&self, token: &Hash) -> Result<Option<Session>, StoreError> {
        let query = sqlx::query(sql::SESSION).bind(token.as_slice());
        let Some(row) = query.fetch_optional(&self.readers).await? else { return Ok(None) };
        let mut found = session(&row)?;
        if let Some(seen) = self.shared.touched.get(token) {
            found.seen = found.seen.max(seen);
        }
        Ok(Some(found))
    }

    fn touch_session(&self, token: &Hash, at: Time) {
        self.shared.touched.note(token, at);
    }

    async fn delete_session(&self, token: &Hash) -> Result<(), StoreError> {
        let token = *token;
        self.change(move |connection| {
            Box::pin(async move {
                let query = sqlx::query(sql::DELETE_SESSION).bind(token.as_slice());
                query.execute(connection).await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn delete_sessions(&self, account: AccountId) -> Result<(), StoreError> {
        self.change(move |connection| {
            Box::pin(async move {
                delete_sessions(connection, account).await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn delete_ended_sessions(&self, now: Time) -> Result<u64, StoreError> {
        self.change(move |connection| {
            Box::pin(async move {
                let query = sqlx::query(sql::DELETE_ENDED).bind(signed(now.0));
                Ok(Ok(query.execute(connection).await?.rows_affected()))
            })
        })
        .await
    }

    async fn playing_sessions(&self, account: AccountId) -> Result<Vec<Session>, StoreError> {
        let query = sqlx::query(sql::PLAYING_SESSIONS).bind(signed(account.0));
        query.fetch_all(&self.readers).await?.iter().map(session).collect()
    }

    async fn insert_link(&self, new: Link) -> Result<(), StoreError> {
        self.change(move |connection| {
            Box::pin(async move {
                sqlx::query(sql::INSERT_LINK)
                    .bind(new.token.as_slice())
                    .bind(new.account.map(|id| signed(id.0)))
                    .bind(new.role.word())
                    .bind(new.page)
                    .bind(signed(new.ends.0))
                    .execute(connection)
                    .await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn take_link(&self, token: &Hash, at: Time) -> Result<Option<Link>, StoreError> {
        let token = *token;
        self.change(move |connection| {
            Box::pin(async move {
                let query = sqlx::query(sql::TAKE_LINK).bind(token.as_slice()).bind(signed(at.0));
                let row = query.fetch_optional(connection).await?;
                Ok(row.as_ref().map(link).transpose())
            })
        })
        .await
    }

    async fn add_card(&self, new: NewStaffCard) -> Result<u32, StoreError> {
        self.change(move |connection| Box::pin(add_card(connection, new))).await
    }

    async fn card(&self, number: &Hash) -> Result<Option<StaffCardRow>, StoreError> {
        card_numbered(&self.readers, number).await
    }

    async fn cards(&self) -> Result<Vec<StaffCardRow>, StoreError> {
        all_cards(&self.readers).await
    }

    async fn revoke_card(&self, id: u32, at: Time) -> Result<(), StoreError> {
        self.change(move |connection| {
            Box::pin(async move {
                let query = sqlx::query(sql::REVOKE_CARD).bind(i64::from(id)).bind(signed(at.0));
                if query.execute(&mut *connection).await?.rows_affected() == 0 {
                    return Ok(Err(StoreError::NoCard(id)));
                }
                sqlx::query(sql::DELETE_PROOFS).bind(i64::from(id)).execute(connection).await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn insert_proof(&self, new: Proof) -> Result<(), StoreError> {
        self.change(move |connection| {
            Box::pin(async move {
                sqlx::query(sql::INSERT_PROOF)
                    .bind(new.token.as_slice())
                    .bind(i64::from(new.card))
                    .bind(new.subject.as_slice())
                    .bind(signed(new.ends.0))
                    .execute(connection)
                    .await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn take_proof(
        &self,
        token: &Hash,
        subject: &Hash,
        at: Time,
    ) -> Result<Option<StaffCardRow>, StoreError> {
        let (token, subject) = (*token, *subject);
        self.change(move |connection| Box::pin(take_proof(connection, token, subject, at))).await
    }

    async fn delete_ended_proofs(&self, now: Time) -> Result<(), StoreError> {
        self.change(move |connection| {
            Box::pin(async move {
                sqlx::query(sql::DELETE_ENDED_PROOFS)
                    .bind(signed(now.0))
                    .execute(connection)
                    .await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    async fn reserve_attempt(
        &self,
        counts: Vec<AttemptCount>,
        at: Time,
    ) -> Result<Result<(), u64>, StoreError> {
        self.change(move |connection| Box::pin(attempts::reserve(connection, counts, at))).await
    }

    async fn attempt_was_right(
        &self,
        counts: Vec<AttemptCount>,
        at: Time,
    ) -> Result<(), StoreError> {
        self.change(move |connection| Box::pin(attempts::was_right(connection, counts, at))).await
    }

    async fn delete_ended_attempts(&self, now: Time) -> Result<(), StoreError> {
        self.change(move |connection| Box::pin(attempts::delete_ended(connection, now))).await
    }

    async fn log(&self, line: SecurityLine) -> Result<(), StoreError> {
        self.change(move |connection| Box::pin(log(connection, line))).await
    }

    async fn security_log(&self, limit: u32) -> Result<Vec<SecurityRow>, StoreError> {
        let query = sqlx::query(sql::LOG).bind(i64::from(limit));
        query.fetch_all(&self.readers).await?.iter().map(security).collect()
    }

    async fn security_log_after(
        &self,
        after: u64,
        limit: u32,
    ) -> Result<Vec<SecurityRow>, StoreError> {
        let query = sqlx::query(sql::LOG_FROM).bind(signed(after)).bind(i64::from(limit));
        query.fetch_all(&self.readers).await?.iter().map(security).collect()
    }

    async fn verify_log(&self) -> Result<(u64, Hash), StoreError> {
        verify_log(&self.readers).await
    }

    async fn changes(&self) -> Result<u64, StoreError> {
        self.written_elsewhere().await
    }

    async fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        read::text(&self.readers, sql::SETTING, name).await
    }

    async fn set_setting(&self, name: &str, value: &str) -> Result<(), StoreError> {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.change(move |connection| {
            Box::pin(async move {
                sqlx::query(sql::SET_SETTING).bind(name).bind(value).execute(connection).await?;
                Ok(Ok(()))
            })
        })
        .await
    }
}

impl Store {
    /// Changes one thing about an account, ends its sessions and cancels its unused links
    /// (S-23).
    async fn change_account<V>(
        &self,
        id: AccountId,
        sql: &'static str,
        value: V,
    ) -> Result<(), StoreError>
    where
        V: for<'q> sqlx::Encode<'q, Db> + sqlx::Type<Db> + Send + 'static,
    {
        self.change(move |connection| {
            Box::pin(async move {
                let query = sqlx::query(sql).bind(signed(id.0)).bind(value);
                if query.execute(&mut *connection).await?.rows_affected() == 0 {
                    return Ok(Err(StoreError::NoAccount(id.0)));
                }
                delete_sessions(&mut *connection, id).await?;
                let cancel = sqlx::query(sql::CANCEL_LINKS).bind(signed(id.0));
                cancel.execute(connection).await?;
                Ok(Ok(()))
            })
        })
        .await
    }
}

async fn delete_sessions(
    connection: &mut Connection,
    account: AccountId,
) -> Result<(), StoreError> {
    sqlx::query(sql::DELETE_SESSIONS).bind(signed(account.0)).execute(connection).await?;
    Ok(())
}

async fn create_account(
    connection: &mut Connection,
    new: NewAccount,
) -> Result<Result<AccountId, StoreError>, StoreError> {
    let folded = folded(&new.name);
    let same = sqlx::query(sql::ACCOUNT_BY_NAME).bind(folded.as_str());
    if same.fetch_optional(&mut *connection).await?.is_some() {
        return Ok(Err(StoreError::NameTaken(new.name)));
    }
    let (id,): (i64,) = sqlx::query_as(sql::NEXT_ACCOUNT).fetch_one(&mut *connection).await?;
    sqlx::query(sql::INSERT_ACCOUNT)
        .bind(id)
        .bind(new.name.trim())
        .bind(folded)
        .bind(new.kind.word())
        .bind(roles_text(&new.roles))
        .bind(new.password)
        .bind(signed(new.created.0))
        .execute(connection)
        .await?;
    Ok(Ok(AccountId(unsigned(id))))
}

async fn keep_guest(
    connection: &mut Connection,
    id: AccountId,
    name: String,
    hash: String,
) -> Result<Result<(), StoreError>, StoreError> {
    let folded = folded(&name);
    let same = sqlx::query(sql::ACCOUNT_BY_NAME).bind(folded.as_str());
    let same = same.fetch_optional(&mut *connection).await?.as_ref().map(account).transpose()?;
    if same.is_some_and(|same| same.id != id) {
        return Ok(Err(StoreError::NameTaken(name)));
    }
    let kept = sqlx::query(sql::KEEP_GUEST).bind(signed(id.0)).bind(name).bind(folded).bind(hash);
    if kept.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(Err(StoreError::NoAccount(id.0)));
    }
    delete_sessions(connection, id).await?;
    Ok(Ok(()))
}

async fn add_card(
    connection: &mut Connection,
    new: NewStaffCard,
) -> Result<Result<u32, StoreError>, StoreError> {
    let owner = sqlx::query(sql::ACCOUNT).bind(signed(new.account.0));
    if owner.fetch_optional(&mut *connection).await?.is_none() {
        return Ok(Err(StoreError::NoAccount(new.account.0)));
    }
    let (id,): (i64,) = sqlx::query_as(sql::NEXT_CARD).fetch_one(&mut *connection).await?;
    sqlx::query(sql::INSERT_CARD)
        .bind(id)
        .bind(new.number.as_slice())
        .bind(signed(new.account.0))
        .bind(new.level.word())
        .bind(new.pin)
        .bind(signed(new.issued.0))
        .execute(connection)
        .await?;
    Ok(Ok(id as u32))
}

/// A proof is used up whether it fits or not: whoever shows it has had his try.
async fn take_proof(
    connection: &mut Connection,
    token: Hash,
    subject: Hash,
    at: Time,
) -> Result<Result<Option<StaffCardRow>, StoreError>, StoreError> {
    let taken = sqlx::query(sql::TAKE_PROOF)
        .bind(token.as_slice())
        .bind(signed(at.0))
        .fetch_optional(&mut *connection)
        .await?;
    let Some(taken) = taken else { return Ok(Ok(None)) };
    if hash(&taken, "subject")? != subject {
        return Ok(Ok(None));
    }
    let id: i64 = taken.try_get("card")?;
    let row = sqlx::query(sql::CARD_BY_ID).bind(id).fetch_optional(connection).await?;
    let found = row.as_ref().map(card).transpose()?;
    Ok(Ok(found.filter(|card| card.revoked.is_none())))
}

async fn log(
    connection: &mut Connection,
    line: SecurityLine,
) -> Result<Result<(), StoreError>, StoreError> {
    let (before, previous) =
        match sqlx::query(sql::LOG_HEAD).fetch_optional(&mut *connection).await? {
            Some(row) => (number(&row, "number")?, hash(&row, "hash")?),
            None => (0, NO_HASH),
        };
    let account = line.account.map(|id| id.0);
    let next = before + 1;
    let hash = log_hash(&previous, next, line.at.0, account, &line.what, &line.detail);
    sqlx::query(sql::INSERT_LOG)
        .bind(signed(next))
        .bind(signed(line.at.0))
        .bind(account.map(signed))
        .bind(line.what)
        .bind(line.detail)
        .bind(previous.as_slice())
        .bind(hash.as_slice())
        .execute(connection)
        .await?;
    Ok(Ok(()))
}

/// Checks the chain of the security log; gives its end.
pub(super) async fn verify_log(pool: &Pool) -> Result<(u64, Hash), StoreError> {
    let mut head = (0, NO_HASH);
    loop {
        let rows =
            sqlx::query(sql::LOG_FROM).bind(signed(head.0)).bind(PAGE).fetch_all(pool).await?;
        if rows.is_empty() {
            return Ok(head);
        }
        for row in &rows {
            head = follows(row, head)?;
        }
    }
}

/// Checks that a row of the security log comes next.
fn follows(row: &Row, head: (u64, Hash)) -> Result<(u64, Hash), StoreError> {
    let number = head.0 + 1;
    let broken = |cause| StoreError::BrokenLog { number, cause };
    let stored = security(row).map_err(|error| broken(Cause::Unreadable(error.to_string())))?;
    if stored.number != number {
        return Err(broken(Cause::Missing));
    }
    let previous: Vec<u8> = row.try_get("previous")?;
    if previous != head.1 {
        return Err(broken(Cause::Previous));
    }
    let line = &stored.line;
    let account = line.account.map(|id| id.0);
    let hash = log_hash(&head.1, number, line.at.0, account, &line.what, &line.detail);
    if hash != stored.hash {
        return Err(broken(Cause::Hash));
    }
    Ok((number, hash))
}
