//! Roles, and which of them may give which command (S-07).

use serde::{Deserialize, Serialize};

use crate::command::Kind;

/// What a person is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Role {
    Spectator,
    Player,
    Dealer,
    Supervisor,
    Executive,
    Auditor,
    /// The system itself: its clock, its policies. Nobody signs in as the house.
    House,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 7] = [
        Role::Spectator,
        Role::Player,
        Role::Dealer,
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
            Role::Supervisor => "supervisor",
            Role::Executive => "executive",
            Role::Auditor => "auditor",
            Role::House => "house",
        }
    }

    /// Whether people with this role work for the house.
    pub const fn is_staff(self) -> bool {
        matches!(self, Role::Dealer | Role::Supervisor | Role::Executive | Role::Auditor)
    }

    /// Whether this role may give commands of this kind at all. A table may still
    /// refuse: the seat is another's, the table is not attended, and so on.
    pub fn may(self, kind: Kind) -> bool {
        MATRIX.iter().any(|(of, roles)| *of == kind && roles.contains(&self))
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

/// Who may do what. What is not listed is denied.
pub const MATRIX: [(Kind, &[Role]); Kind::ALL.len()] = {
    use Role::{Dealer, Executive, House, Player, Supervisor};
    [
        (Kind::Sit, &[Player, House]),
        (Kind::Leave, &[Player]),
        (Kind::BuyIn, &[Player, Dealer, Supervisor]),
        (Kind::Bet, &[Player]),
        (Kind::Ready, &[Player]),
        (Kind::Cut, &[Player]),
        (Kind::Insure, &[Player]),
        (Kind::Act, &[Player]),
        (Kind::OnDuty, &[Dealer, Supervisor, Executive]),
        (Kind::OffDuty, &[Dealer, Supervisor, Executive]),
        (Kind::OpenBetting, &[Dealer]),
        (Kind::Deal, &[Dealer]),
        (Kind::Turn, &[Dealer]),
        (Kind::EndGame, &[Dealer]),
        (Kind::Release, &[Dealer, Supervisor, Executive]),
        (Kind::Fill, &[Supervisor, Executive]),
        (Kind::Credit, &[Supervisor, Executive]),
        (Kind::Void, &[Supervisor, Executive]),
        (Kind::Open, &[Supervisor, Executive, House]),
        (Kind::Close, &[Supervisor, Executive, House]),
        (Kind::ReplaceShoe, &[House]),
        (Kind::Clock, &[House]),
        (Kind::Light, &[Dealer, House]),
        (Kind::HandButton, &[Dealer]),
        (Kind::Confirm, &[Supervisor, Executive]),
        (Kind::Swipe, &[Dealer, Supervisor, Executive]),
        (Kind::Waive, &[Supervisor, Executive]),
        (Kind::OpenLink, &[Supervisor, Executive, House]),
        (Kind::Join, &[House]),
        (Kind::Part, &[House]),
        (Kind::Adjust, &[Supervisor, Executive]),
        (Kind::SetParameters, &[Executive]),
        (Kind::BackOut, &[Supervisor, Executive]),
        (Kind::Retire, &[Executive]),
        (Kind::Stop, &[Supervisor, Executive, House]),
        (Kind::Resume, &[Supervisor, Executive]),
        (Kind::Deposit, &[Executive]),
        (Kind::PaySlip, &[Supervisor, Executive]),
        (Kind::ReprintSlip, &[Supervisor, Executive]),
    ]
};
