//! A change that is made in the writer's next commit.

use std::future::Future;
use std::pin::Pin;

use super::Connection;
use crate::error::StoreError;

/// What is called once a change is durable; dropped if it never was.
pub(super) type Done = Box<dyn FnOnce() + Send>;
type Working<'c> = Pin<Box<dyn Future<Output = Result<Done, StoreError>> + Send + 'c>>;
pub(super) type Change = Box<dyn for<'c> FnOnce(&'c mut Connection) -> Working<'c> + Send>;

/// A change at work: outside an error of the database, inside the answer, which may be
/// a refusal.
pub(super) type Changing<'c, T> =
    Pin<Box<dyn Future<Output = Result<Result<T, StoreError>, StoreError>> + Send + 'c>>;
