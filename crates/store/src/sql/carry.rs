//! This database at one end of the way that a floor is carried ([`crate::carry`]).

use std::fmt;

use async_trait::async_trait;
use sha2::{Digest as _, Sha256};
use sqlx::{Connection as _, Row as _};

use super::key::KEY_NAME;
use super::row::{head, unsigned};
use super::{Connection, Db, MARKS, Row, heads, sql};
use crate::carry::{Ends, KeyName, MARK, Mark, PART, Side, Value};
use crate::error::StoreError;
use crate::heads::Longer;
use crate::sql::statements::Kind;

type Query = sqlx::query::Query<'static, Db, <Db as sqlx::Database>::Arguments>;

/// A database on a connection of its own.
pub(crate) struct Carrier {
    connection: Connection,
    name: String,
}

impl Carrier {
    /// To carry a floor into it.
    pub(super) const fn to_write(connection: Connection, name: String) -> Carrier {
        Carrier { connection, name }
    }

    /// To carry a floor out of it, as it is at this moment, whoever writes meanwhile.
    pub(super) async fn to_read(
        mut connection: Connection,
        name: String,
    ) -> Result<Carrier, StoreError> {
        sqlx::raw_sql(sql::BEGIN_READING).execute(&mut connection).await?;
        Ok(Carrier { connection, name })
    }
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn bind(query: Query, value: &Value) -> Query {
    match value {
        Value::Number(number) => query.bind(*number),
        Value::Text(text) => query.bind(text.as_deref()),
        Value::Bytes(bytes) => query.bind(bytes.as_deref()),
    }
}

fn value(row: &Row, place: usize, kind: Kind) -> Result<Value, sqlx::Error> {
    Ok(match kind {
        Kind::Number => Value::Number(row.try_get(place)?),
        Kind::Text => Value::Text(row.try_get(place)?),
        Kind::Bytes => Value::Bytes(row.try_get(place)?),
    })
}

async fn set(connection: &mut Connection, name: &str, value: &str) -> Result<(), StoreError> {
    sqlx::query(sql::SET_SETTING).bind(name).bind(value).execute(connection).await?;
    Ok(())
}

#[async_trait]
impl Side for Carrier {
    async fn floor(&mut self) -> Result<Option<String>, StoreError> {
        // Sealed anew by every commit that makes a chain longer, so it is never the same twice.
        let sealed = heads::sealed_sum(&mut self.connection, sql::HEADS_SUM).await?;
        Ok(sealed.map(|sealed| table::hex(&Sha256::digest(&sealed))))
    }

    async fn mark(&mut self) -> Result<Option<Mark>, StoreError> {
        let noted: Option<(String,)> =
            sqlx::query_as(sql::SETTING).bind(MARK).fetch_optional(&mut self.connection).await?;
        let read = |(text,): (String,)| {
            serde_json::from_str(&text).map_err(|error| StoreError::Strange(error.to_string()))
        };
        noted.map(read).transpose()
    }

    async fn part(&mut self, mark: &Mark) -> Result<Vec<Vec<Value>>, StoreError> {
        let carried = &sql::CARRIED[mark.table];
        let query = mark.after.iter().fold(sqlx::query(carried.read.as_str()), bind);
        let rows = query.bind(PART).fetch_all(&mut self.connection).await?;
        let values = |row: &Row| {
            let kinds = carried.kinds.iter().enumerate();
            kinds.map(|(place, kind)| value(row, place, *kind)).collect::<Result<_, _>>()
        };
        Ok(rows.iter().map(values).collect::<Result<_, sqlx::Error>>()?)
    }

    async fn put(
        &mut self,
        table: usize,
        rows: &[Vec<Value>],
        mark: &Mark,
    ) -> Result<(), StoreError> {
        let mark =
            serde_json::to_string(mark).map_err(|error| StoreError::Strange(error.to_string()))?;
        let mut transaction = self.connection.begin_with(sql::BEGIN_WRITING).await?;
        for (sql, part) in sql::CARRIED[table].insert.parts(MARKS, rows.len()) {
            let query = rows[part].iter().flatten().fold(sqlx::query(sql), bind);
            query.execute(&mut *transaction).await?;
        }
        set(&mut transaction, MARK, &mark).await?;
        transaction.commit().await?;
        Ok(())
    }

    async fn count(&mut self, table: usize) -> Result<u64, StoreError> {
        let count = sqlx::query_as(sql::CARRIED[table].count.as_str());
        let (rows,): (i64,) = count.fetch_one(&mut self.connection).await?;
        Ok(unsigned(rows))
    }

    async fn ends(&mut self) -> Result<Ends, StoreError> {
        let sealed = heads::sealed_sum(&mut self.connection, sql::HEADS_SUM).await?;
        let rows = sqlx::query(sql::ALL_NOTED).fetch_all(&mut self.connection).await?;
        let noted = rows.iter().map(|row| Ok((row.try_get("stream")?, head(row)?)));
        let heads = noted.collect::<Result<_, StoreError>>()?;
        let settings = sqlx::query_as(sql::SETTINGS_OF_FLOOR);
        let settings = settings.fetch_all(&mut self.connection).await?;
        Ok(Ends { heads, sealed: sealed.ok_or(StoreError::Heads)?, settings })
    }

    async fn end(&mut self, ends: Ends) -> Result<(), StoreError> {
        let Ends { heads, sealed, settings } = ends;
        let longer = |(number, now)| Longer { number, before: None, now };
        let longer: Vec<Longer> = heads.into_iter().map(longer).collect();
        let mut transaction = self.connection.begin_with(sql::BEGIN_WRITING).await?;
        for (name, value) in &settings {
            set(&mut transaction, name, value).await?;
        }
        // The rows belong to the commit after the one that the sum counts, so it is counted.
        heads::set_sealed(&mut transaction, &sealed).await?;
        heads::write(&mut transaction, &longer).await?;
        heads::set_sealed(&mut transaction, &sealed).await?;
        transaction.commit().await?;
        Ok(())
    }

    async fn release(&mut self, key: KeyName) -> Result<(), StoreError> {
        let mut transaction = self.connection.begin_with(sql::BEGIN_WRITING).await?;
        // What was revoked since it was copied must not come back.
        for forget in [sql::FORGET_SESSIONS, sql::FORGET_LINKS, sql::FORGET_PROOFS] {
            sqlx::query(forget).execute(&mut *transaction).await?;
        }
        let forgotten = (key == KeyName::Forget).then_some(KEY_NAME);
        for name in forgotten.into_iter().chain([MARK]) {
            sqlx::query(sql::FORGET_SETTING).bind(name).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn close(self: Box<Self>) -> Result<(), StoreError> {
        Ok(self.connection.close().await?)
    }
}
