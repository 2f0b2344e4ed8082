//! Snapshots of tables and links, restored as a start does it.

use std::sync::Arc;

use serde::Deserialize;
use table::{Beside, Link, LinkPosted, LinkSnapshot, Snapshot, Table};

use crate::journal::{look_at, secrets};
use crate::room::{Room, house};

/// A snapshot with what belongs to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    #[serde(default)]
    secrets: Vec<(u32, String)>,
    table: Option<Snapshot>,
    sign: Option<LinkPosted>,
    link: Option<LinkSnapshot>,
}

/// Reads a snapshot; whether it is one, and makes the same again.
pub(crate) fn read(bytes: &[u8]) -> bool {
    let Ok(kept) = serde_json::from_slice::<Kept>(bytes) else { return false };
    let mut is_one = false;
    if let Some(snapshot) = &kept.table {
        let houses = snapshot.signs().filter_map(house).collect();
        let beside = Beside { secrets: secrets(&kept.secrets), houses };
        if let Some(table) = Table::restore(Room::BETTING, snapshot, &beside) {
            is_one = table.snapshot().as_ref() == Some(snapshot);
            look_at(&table.into());
        }
    }
    if let (Some(sign), Some(snapshot)) = (kept.sign, &kept.link)
        && let Some(link) = Link::restore(Room::LINK, Arc::new(sign), snapshot)
    {
        is_one = link.snapshot().as_ref() == Some(snapshot);
        look_at(&link.into());
    }
    is_one
}
