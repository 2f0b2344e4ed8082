//! A hand that wins a share of a meter.

use crate::class::Class;
use crate::spot::Spot;

/// A hand that wins a share of a meter: from the settled line to the award, at a table as in
/// `settle` and in a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShareHand {
    /// The seat, from 1.
    pub seat: u8,
    /// The sensor.
    pub spot: Spot,
    /// The hand.
    pub hand: Class,
    /// Its share of the meter, in percent.
    pub percent: u8,
}

impl ShareHand {
    /// Whether it lies on this sensor of this seat.
    pub fn is_at(&self, seat: u8, spot: Spot) -> bool {
        (self.seat, self.spot) == (seat, spot)
    }
}
