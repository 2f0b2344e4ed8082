//! What two persons change about a jackpot, away from the tables.

use super::Jackpot;
use crate::award::Pot;
use crate::micros::Micros;
use crate::movement::{Movements, Place};
use crate::parameters::Parameters;
use crate::refusal::Refused;

rules::words! {
    /// Why a meter falls by hand (P-10, the closed list of WAC 230-15-695). That a meter was
    /// *won* is no reason of anybody's choice: only awards say so.
    pub enum AdjustReason {
        /// A malfunction is corrected; the only one by which a meter can also rise.
        Malfunction = "malfunction",
        /// The meter is above its posted limit.
        OverLimit = "over-limit",
        /// What is not displayed (the reserve) becomes gross receipts.
        NonDisplayedToGross = "non-displayed-to-gross",
        /// The house takes back what it seeded or lent.
        SeedRecovery = "seed-recovery",
    }
}

/// The most that an adjustment can bring a meter to: ten billion dollars, far above any
/// and far below what 64 bits hold.
const MOST: Micros = Micros(10_000_000_000_000_000);

/// Whether an adjustment adds or takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[allow(missing_docs)]
pub enum Change {
    Add,
    Take,
}

impl Jackpot {
    /// A manual adjustment (P-10). [`AdjustReason::NonDisplayedToGross`] takes from the reserve,
    /// the others from the meter.
    ///
    /// # Errors
    /// If a claim is open, there is not so much, or only a malfunction could do this.
    pub fn adjust(
        &mut self,
        reason: AdjustReason,
        change: Change,
        amount: Micros,
    ) -> Result<Movements, Refused> {
        if amount <= Micros::ZERO {
            return Err(Refused::Nothing);
        }
        if !self.groups.is_empty() {
            return Err(Refused::ClaimOpen);
        }
        let mut moved = Movements::default();
        let (has, to) = match (reason, change) {
            (AdjustReason::Malfunction, Change::Add) if amount > MOST - self.open.meter => {
                return Err(Refused::Limit { most: MOST });
            }
            (AdjustReason::Malfunction, Change::Add) => {
                self.open.meter += amount;
                moved.add(Place::Correction, Place::Meter, amount);
                return Ok(moved);
            }
            (_, Change::Add) => return Err(Refused::Reason),
            (AdjustReason::Malfunction, Change::Take) => (self.open.meter, Place::Correction),
            (AdjustReason::OverLimit, Change::Take) => (self.open.meter, Place::Overflow),
            (AdjustReason::SeedRecovery, Change::Take) => {
                (self.open.meter.min(self.funded), Place::Seed)
            }
            (AdjustReason::NonDisplayedToGross, Change::Take) => (self.open.reserve, Place::House),
        };
        if amount > has {
            return Err(Refused::Short { asked: amount, has });
        }
        if reason == AdjustReason::NonDisplayedToGross {
            self.open.reserve -= amount;
            moved.add(Place::Reserve, to, amount);
        } else {
            self.open.meter -= amount;
            moved.add(Place::Meter, to, amount);
        }
        if reason == AdjustReason::SeedRecovery {
            self.funded -= amount;
        }
        Ok(moved)
    }

    /// Changes seed and rates, while nothing is played (P-15). The meter stays as it is.
    ///
    /// # Errors
    /// If a round is started or a claim open.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), Refused> {
        if !self.is_idle() {
            return Err(Refused::NotIdle);
        }
        self.parameters = parameters;
        Ok(())
    }

    /// Takes the jackpot out of play. What it holds stays owed, or is moved (P-30).
    ///
    /// # Errors
    /// If a round is started or a claim open, or it is out of play already.
    pub fn retire(&mut self) -> Result<(), Refused> {
        if self.is_retired {
            return Err(Refused::Retired);
        }
        if !self.is_idle() {
            return Err(Refused::NotIdle);
        }
        self.is_retired = true;
        Ok(())
    }

    /// Hands all a retired jackpot holds over to another one, with what the house may
    /// still recover of it.
    ///
    /// # Errors
    /// If this one is in play, or the other is not.
    pub fn move_to(&mut self, other: &mut Jackpot) -> Result<Pot, Refused> {
        if !self.is_retired {
            return Err(Refused::NotIdle);
        }
        if other.is_retired {
            return Err(Refused::Retired);
        }
        let pot = std::mem::take(&mut self.open);
        other.open += pot;
        other.funded += std::mem::take(&mut self.funded);
        Ok(pot)
    }
}
