//! A whole database: carried, checked, read while nobody serves from it.

use sqlx::PgConnection;
use sqlx::postgres::{PgPool, PgPoolOptions};

use super::carry::Carrier;
use super::check::everything;
use super::open::{self, Address, Found, Unfit};
use super::sql;
use crate::audit::Heads;
use crate::carry::Side;
use crate::chain::Head;
use crate::error::StoreError;
use crate::seal::SealKey;
use table::Stream;

/// Whether there is a floor in it.
pub(crate) async fn is_used(address: &Address) -> Result<bool, StoreError> {
    let mut connection = address.connect().await?;
    Ok(open::check(&mut connection, address).await? == Found::Floor)
}

/// Refuses one without a whole floor.
pub(crate) async fn check_used(address: &Address) -> Result<(), StoreError> {
    let mut connection = address.connect().await?;
    check_floor(&mut connection, address).await
}

/// Keeps processes away from a database that nobody uses, as long as the connection lasts.
pub(crate) async fn alone(address: &Address) -> Result<PgConnection, StoreError> {
    let mut connection = address.connect().await?;
    open::check(&mut connection, address).await?;
    open::alone(&mut connection, address).await?;
    Ok(connection)
}

/// To carry its floor elsewhere, as it is at this moment.
pub(crate) async fn to_read(address: &Address) -> Result<Box<dyn Side>, StoreError> {
    let mut connection = address.connect_patiently().await?;
    check_floor(&mut connection, address).await?;
    Ok(Box::new(Carrier::to_read(connection, address.to_string()).await?))
}

/// To carry a floor into it.
pub(crate) async fn to_write(address: &Address) -> Result<Box<dyn Side>, StoreError> {
    let mut connection = address.connect_patiently().await?;
    open::check(&mut connection, address).await?;
    open::make_ready(&mut connection, address).await?;
    Ok(Box::new(Carrier::to_write(connection, address.to_string())))
}

/// Sets a setting, beside the processes that serve from it.
pub(crate) async fn set_setting(
    address: &Address,
    name: &str,
    value: &str,
) -> Result<(), StoreError> {
    let mut connection = address.connect().await?;
    check_floor(&mut connection, address).await?;
    sqlx::query(sql::SET_SETTING).bind(name).bind(value).execute(&mut connection).await?;
    Ok(())
}

/// Checks everything that its rows can show.
pub(crate) async fn check(
    address: &Address,
    key: Option<&SealKey>,
    anchors: &[(Stream, Head)],
) -> Result<Heads, StoreError> {
    let pool = connected(address).await?;
    let heads = everything(&pool, key, anchors, true, Vec::new()).await?;
    pool.close().await;
    Ok(heads)
}

/// Readers of a database with a floor.
pub(super) async fn pool(address: &Address) -> Result<PgPool, StoreError> {
    let mut connection = address.connect().await?;
    check_floor(&mut connection, address).await?;
    connected(address).await
}

async fn connected(address: &Address) -> Result<PgPool, StoreError> {
    let pool = PgPoolOptions::new().max_connections(2).connect_with(address.options());
    pool.await.map_err(|error| address.unfit(error))
}

async fn check_floor(connection: &mut PgConnection, address: &Address) -> Result<(), StoreError> {
    if open::check(connection, address).await? == Found::Nothing {
        return Err(StoreError::Unfit { database: address.to_string(), why: Unfit::NoFloor });
    }
    open::check_format(connection, address).await?;
    open::check_whole(connection, address).await
}
