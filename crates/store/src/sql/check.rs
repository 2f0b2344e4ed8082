//! Checking everything that the rows of a whole database can show.

use super::{Pool, heads, people, read, row, sql, verify};
use crate::audit::Heads;
use crate::chain::Head;
use crate::error::StoreError;
use crate::seal::SealKey;
use table::Stream;

/// Checks every chain, through the heads that were noted elsewhere, what lies across them, the
/// security log and, where there is one, the table of heads; and with the key, sealed secrets,
/// snapshots and the sum over the heads. Adds to the faults that were found before.
pub(super) async fn everything(
    pool: &Pool,
    key: Option<&SealKey>,
    anchors: &[(Stream, Head)],
    is_noted: bool,
    mut faults: Vec<StoreError>,
) -> Result<Heads, StoreError> {
    for (stream, anchor) in anchors {
        faults.extend(verify::whole(pool, *stream, Some(*anchor)).await.err());
    }
    let mut streams = Vec::new();
    for (stream, head) in read::streams(pool).await? {
        if !anchors.iter().any(|(anchored, _)| *anchored == stream) {
            faults.extend(verify::whole(pool, stream, None).await.err());
        }
        if let (Stream::Table(table), Some(key)) = (stream, key) {
            faults.extend(read::secrets(pool, key, table, 0).await.err());
        }
        streams.push((stream, head));
    }
    faults.extend(verify::across(pool).await.err());
    let log = people::verify_log(pool).await;
    let log = log.map_err(|fault| faults.push(fault)).unwrap_or_default();
    if is_noted {
        let mut reading = pool.begin_with(sql::BEGIN_READING).await?;
        match heads::check(&mut reading, key).await {
            Ok(people) => faults.extend(people),
            Err(fault) => faults.push(fault),
        }
        reading.rollback().await?;
    }
    if let (Some(key), true) = (key, is_noted) {
        for row in sqlx::query(sql::SNAPSHOTS).fetch_all(pool).await? {
            faults.extend(read::snapshot(pool, key, row::stream(&row)?).await.err());
        }
    }
    Ok(Heads { streams, log, is_noted, faults })
}
