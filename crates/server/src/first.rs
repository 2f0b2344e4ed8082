//! The first start: staff without passwords, one table for each game, and one-time
//! links, so that nobody has to set anything up.

use std::sync::Arc;

use store::People;
use table::{Actor, Clocks, Role, TableId, Time};

use crate::displays::Shows;
use crate::floor::{CommandRefused, Floor, OpenTable};
use crate::staff::{Staff, StaffRefused, page_of};
use crate::token::Token;

/// The accounts of the first start, named after what they do.
const STAFF: [(&str, Role); 3] =
    [("dealer", Role::Dealer), ("supervisor", Role::Supervisor), ("executive", Role::Executive)];

/// A link to hand to somebody.
#[derive(Clone, Debug)]
pub struct Handout {
    /// For whom.
    pub role: Role,
    /// Its secret.
    pub token: Token,
    /// When it ends, used or not.
    pub ends: Time,
}

/// Why the first start failed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FirstFailed {
    #[error(transparent)]
    Staff(#[from] StaffRefused),
    #[error("a table could not be opened: {0}")]
    Table(#[from] CommandRefused),
}

/// Opens one shared table for each game where there is no table yet, one for each set of wagers
/// that exclude each other, and the first game's
/// once more at a slower pace: whoever needs more time is not sent to play alone.
///
/// # Errors
/// If the floor refuses one.
pub(crate) async fn tables(floor: &Floor) -> Result<(), FirstFailed> {
    if !floor.tables().is_empty() {
        return Ok(());
    }
    for game in floor.games() {
        for open in floor.postings(&game) {
            floor.open_table(Actor::HOUSE, &open).await?;
        }
    }
    if let Some(first) = floor.tables().first() {
        let clocks = Clocks::LONG;
        let pace = match clocks.turn_ms / 60_000 {
            2 => "slower pace, two minutes a turn".to_owned(),
            minutes => format!("slower pace, {minutes} minutes a turn"),
        };
        let (name, clocks) = (Some(format!("{}, {pace}", first.name)), Some(clocks));
        let open = OpenTable { name, clocks, ..OpenTable::of(&first.game) };
        floor.open_table(Actor::HOUSE, &open).await?;
    }
    Ok(())
}

/// The name of the first display.
const DISPLAY: &str = "display";

/// Makes the first staff and their links, unless there is staff already; and the link of the first
/// display, unless there was one ever (P-35).
///
/// # Errors
/// If the store refuses.
pub(crate) async fn people(
    people: &Arc<dyn People>,
    now: Time,
    table: TableId,
) -> Result<Vec<Handout>, FirstFailed> {
    let staff = Staff::new(Arc::clone(people), now);
    let ends = staff.link_ends();
    let mut links = match staff.list().await?.is_empty() {
        true => first_staff(&staff, table).await?,
        false => Vec::new(),
    };
    if staff.displays().await?.is_empty() {
        let made = staff.add_display(DISPLAY, Shows::Table(table)).await;
        match made {
            Ok((_, token)) => links.push(Handout { role: Role::Spectator, token, ends }),
            // Somebody of the staff has the name: the displays are given theirs by hand.
            Err(StaffRefused::Taken(_)) => {}
            Err(refused) => return Err(refused.into()),
        }
    }
    Ok(links)
}

async fn first_staff(staff: &Staff, table: TableId) -> Result<Vec<Handout>, FirstFailed> {
    let page = |role| page_of(role, table.0);
    let ends = staff.link_ends();
    let mut links = Vec::new();
    let token = staff.link(None, Role::Player, "/").await?;
    links.push(Handout { role: Role::Player, token, ends });
    for (name, role) in STAFF {
        let account = staff.add(name, &[role], None).await?;
        if role != Role::Executive {
            let token = staff.link(Some(account), role, &page(role)).await?;
            links.push(Handout { role, token, ends });
        }
    }
    Ok(links)
}
