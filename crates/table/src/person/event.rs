//! What happens to a person. Folded in order, his events are the person.

use serde::{Deserialize, Serialize};

use crate::ids::TableId;

/// Something that happened to a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum PersonEvent {
    /// The house put play money into his wallet.
    Granted { cents: i64 },
    /// He has his first seat at a table.
    SatDown { table: TableId },
    /// Chips went from his wallet to a table.
    TookChips { table: TableId, cents: i64 },
    /// Chips came back from a table to his wallet.
    BroughtChips { table: TableId, cents: i64 },
    /// He gave up his last seat at a table.
    StoodUp { table: TableId },
}
