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
    SatDown {
        table: TableId,
        /// Whether it is a table for everybody without staff, of which he has one at a time.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        shared: bool,
    },
    /// Chips went from his wallet to a table.
    TookChips { table: TableId, cents: i64 },
    /// Chips came back from a table to his wallet.
    BroughtChips { table: TableId, cents: i64 },
    /// He gave up his last seat at a table.
    StoodUp { table: TableId },
}
