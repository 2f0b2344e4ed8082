//! Roles. Which of them may give which command stands with the commands, in `kind.rs`.

use serde::{Deserialize, Serialize};

use crate::kind::Kind;

/// What a person is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Role {
    Spectator,
    Player,
    Dealer,
    /// Pays slips, takes deposits, recovers what is owed (O-09).
    Cage,
    Supervisor,
    Executive,
    Auditor,
    /// The system itself: its clock, its policies. Nobody signs in as the house.
    House,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 8] = [
        Role::Spectator,
        Role::Player,
        Role::Dealer,
        Role::Cage,
        Role::Supervisor,
        Role::Executive,
        Role::Auditor,
        Role::House,
    ];

    /// The role's word.
    pub const fn word(self) -> &'static str {
        match self {
            Role::Spectator => "spectator",
            Role::Player => "player",
            Role::Dealer => "dealer",
            Role::Cage => "cage",
            Role::Supervisor => "supervisor",
            Role::Executive => "executive",
            Role::Auditor => "auditor",
            Role::House => "house",
        }
    }

    /// Whether people with this role work for the house.
    pub const fn is_staff(self) -> bool {
        matches!(
            self,
            Role::Dealer | Role::Cage | Role::Supervisor | Role::Executive | Role::Auditor
        )
    }

    /// Whether this role may give commands of this kind at all. A table may still
    /// refuse: the seat is another's, the table is not attended, and so on.
    pub fn may(self, kind: Kind) -> bool {
        kind.roles().contains(&self)
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}
