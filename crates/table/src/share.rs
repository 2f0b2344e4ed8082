//! A hand that wins a share of a meter, and where it stands: on the felt, on its link, on the
//! display.

use rules::ShareHand;
use serde::{Deserialize, Serialize};

use crate::link::Approvals;
use crate::role::Role;

/// A share of a meter on its way from the hand button to the slip; or a hand with a fixed
/// pay that a live table notes, whose share is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Share {
    /// The seat, the sensor, the hand and its share.
    #[serde(flatten)]
    pub won: ShareHand,
    /// Where it stands.
    pub state: ShareState,
}

/// Where a share stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ShareState {
    /// The hand button is on.
    Claimed,
    /// A supervisor has confirmed it; it waits for this card.
    Confirmed {
        /// The award in cents.
        cents: i64,
        /// Supervisor or executive (P-22).
        needs: Role,
    },
    /// The award is posted.
    Awarded {
        /// The award in cents.
        cents: i64,
        /// Its slip.
        slip: u64,
    },
    /// A supervisor waived it.
    Waived,
    /// A hand with a fixed pay was noted.
    Noted,
}

impl Share {
    /// An award that waits for the card that its amount needs.
    pub(crate) fn confirmed(award: &progressive::Award, approvals: &Approvals) -> Share {
        let cents = award.amount.in_cents();
        let needs = approvals.card_for(cents);
        Share { won: award.winner, state: ShareState::Confirmed { cents, needs } }
    }

    /// Whether it waits for a supervisor or a card.
    pub fn is_open(&self) -> bool {
        matches!(self.state, ShareState::Claimed | ShareState::Confirmed { .. })
    }

    /// What it is awarded, once confirmed and until it is posted, in cents.
    pub fn due(&self) -> Option<i64> {
        match self.state {
            ShareState::Confirmed { cents, .. } => Some(cents),
            _ => None,
        }
    }
}
