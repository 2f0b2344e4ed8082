//! A floor is carried from one database into another, of the same kind or not.
//!
//! Rows go over in the order of their keys, many in one transaction, which also notes how far it
//! has come: whoever was interrupted goes on there. The ends of the chains come last, with the sum
//! over them as it was sealed, so that nobody needs the key of the shoes. A database into which a
//! floor is being carried is not used by anybody until all of it is there and was checked.

use std::fmt;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::chain::Head;
use crate::error::StoreError;
use crate::sql::statements::{CARRIED, Kind};

/// The setting that says how far a floor was carried into a database; it is there until it is whole.
pub(crate) const MARK: &str = "carried";
/// How many rows go over in one transaction.
pub(crate) const PART: i64 = 500;

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

impl Value {
    /// What stands before all keys.
    const fn least(kind: Kind) -> Value {
        match kind {
            Kind::Number => Value::Number(Some(i64::MIN)),
            Kind::Text => Value::Text(Some(String::new())),
            Kind::Bytes => Value::Bytes(Some(Vec::new())),
        }
    }
}

/// How far a floor was carried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mark {
    /// Which floor, at which time.
    floor: String,
    /// The table whose turn it is.
    pub(crate) table: usize,
    /// The key behind which it goes on.
    pub(crate) after: Vec<Value>,
}

impl Mark {
    /// Before the first row of a table.
    fn before(floor: String, table: usize) -> Mark {
        let kinds = CARRIED.get(table).map_or(&[][..], |carried| &carried.kinds[..carried.key]);
        Mark { floor, table, after: kinds.iter().map(|kind| Value::least(*kind)).collect() }
    }

    /// Behind these rows, or before the next table.
    fn behind(&self, rows: &[Vec<Value>]) -> Mark {
        let floor = self.floor.clone();
        match rows.last() {
            Some(last) => Mark { floor, table: self.table, after: last[..self.after.len()].into() },
            None => Mark::before(floor, self.table + 1),
        }
    }
}

/// What is carried last.
pub(crate) struct Ends {
    /// Where the chains end, by the numbers of their streams.
    pub(crate) heads: Vec<(i64, Head)>,
    /// The sum over them, as it was sealed.
    pub(crate) sealed: Vec<u8>,
    pub(crate) settings: Vec<(String, String)>,
}

/// What becomes of the name of the key that a floor was used with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyName {
    /// The floor is opened with that key.
    Keep,
    /// The next start makes a new one.
    Forget,
}

/// A database at one end of the way.
#[async_trait]
pub(crate) trait Side: fmt::Display + Send {
    /// Which floor is in it, at which time; nothing if there is none.
    async fn floor(&mut self) -> Result<Option<String>, StoreError>;
    /// How far a floor was carried into it; nothing if none was, or all of it.
    async fn mark(&mut self) -> Result<Option<Mark>, StoreError>;
    /// The rows behind a mark, of one table.
    async fn part(&mut self, mark: &Mark) -> Result<Vec<Vec<Value>>, StoreError>;
    /// Puts rows into a table, and notes how far that is.
    async fn put(
        &mut self,
        table: usize,
        rows: &[Vec<Value>],
        mark: &Mark,
    ) -> Result<(), StoreError>;
    /// How many rows a table has.
    async fn count(&mut self, table: usize) -> Result<u64, StoreError>;
    async fn ends(&mut self) -> Result<Ends, StoreError>;
    async fn end(&mut self, ends: Ends) -> Result<(), StoreError>;
    /// From now on it is a floor in which nobody is signed in.
    async fn release(&mut self, key: KeyName) -> Result<(), StoreError>;
    async fn close(self: Box<Self>) -> Result<(), StoreError>;
}

/// Carries a floor, or goes on with it. It is still to be checked and released; nothing is done
/// where it is whole already.
pub(crate) async fn carry(from: &mut dyn Side, to: &mut dyn Side) -> Result<(), StoreError> {
    if from.mark().await?.is_some() {
        return Err(StoreError::HalfCarried(from.to_string()));
    }
    let floor = from.floor().await?.ok_or_else(|| StoreError::NoFloor(from.to_string()))?;
    let other = |to: &dyn Side| Err(StoreError::OtherFloor(to.to_string()));
    let mut mark = match (to.mark().await?, to.floor().await?) {
        (Some(mark), _) if mark.floor == floor => mark,
        (None, None) => Mark::before(floor, 0),
        (None, Some(there)) if there == floor => return same_counts(from, to).await,
        _ => return other(to),
    };
    while mark.table < CARRIED.len() {
        let rows = from.part(&mark).await?;
        let next = mark.behind(&rows);
        to.put(mark.table, &rows, &next).await?;
        mark = next;
    }
    to.end(from.ends().await?).await?;
    same_counts(from, to).await
}

/// What was carried is all there is, and nothing else.
async fn same_counts(from: &mut dyn Side, to: &mut dyn Side) -> Result<(), StoreError> {
    for (table, carried) in CARRIED.iter().enumerate() {
        let (there, here) = (from.count(table).await?, to.count(table).await?);
        if there != here {
            return Err(StoreError::Uneven { table: carried.name, there, here });
        }
    }
    Ok(())
}
