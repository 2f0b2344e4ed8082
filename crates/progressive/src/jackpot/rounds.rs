//! START GAME, END GAME, and what happens to wagers in between.

use rules::Money;
use rules::settings::FromMeter;

use super::Jackpot;
use crate::group::{RoundId, Started};
use crate::micros::Micros;
use crate::movement::{Movements, Place};
use crate::parameters::Shares;
use crate::refusal::Refused;

/// What contributions did: the shares of all wagers together, and how they move.
pub type Contribution = (Shares, Movements);

impl Jackpot {
    /// START GAME: books the wagers of the lit sensors, once (P-02, P-03).
    ///
    /// # Errors
    /// If a round of the table is started, or the wagers are more than `seats` can make
    /// (P-14), or none.
    pub fn contribute(
        &mut self,
        round: RoundId,
        lit: &[u8],
        seats: u8,
    ) -> Result<Contribution, Refused> {
        if let Some(other) = self.started.iter().find(|other| other.round.table == round.table) {
            return Err(Refused::Started { round: other.round });
        }
        if self.is_retired {
            return Err(Refused::Retired);
        }
        let mut distinct = lit.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let in_range = distinct.iter().all(|seat| (1..=seats).contains(seat));
        if distinct.len() != lit.len() || !in_range {
            let unit = u64::from(self.terms.unit);
            let (cents, most) = (lit.len() as u64 * unit, u64::from(seats) * unit);
            return Err(Refused::Unreasonable { cents, most });
        }
        if lit.is_empty() {
            return Err(Refused::Nothing);
        }
        let each = self.parameters.split(self.terms.unit);
        let shares = lit.iter().fold(Shares::default(), |sum, _| sum.plus(each));
        self.open.meter += shares.meter;
        self.open.reserve += shares.reserve;
        self.started.push(Started { round, lit: lit.to_vec(), fixed: 0, posted: 0 });
        let mut moved = Movements::default();
        moved.add(Place::Table, Place::Meter, shares.meter);
        moved.add(Place::Table, Place::Reserve, shares.reserve);
        moved.add(Place::Table, Place::House, shares.house);
        Ok((shares, moved))
    }

    /// END GAME.
    ///
    /// # Errors
    /// If the round is not started, or a claim of it is open (T-05).
    pub fn end(&mut self, round: RoundId) -> Result<(), Refused> {
        self.find(round)?;
        if self.group(round).is_some() {
            return Err(Refused::ClaimOpen);
        }
        self.started.retain(|other| other.round != round);
        Ok(())
    }

    /// Voids a round: its claims are withdrawn and its wagers given back (T-11).
    ///
    /// # Errors
    /// If the round is not started, or an award of it stands.
    pub fn void(&mut self, round: RoundId) -> Result<Contribution, Refused> {
        let started = self.find(round)?.clone();
        if started.posted > 0 || self.group(round).is_some_and(|group| group.posted > 0) {
            return Err(Refused::Posted);
        }
        self.drop_group(round);
        self.started.retain(|other| other.round != round);
        let each = self.parameters.split(self.terms.unit);
        let shares = started.lit.iter().fold(Shares::default(), |sum, _| sum.plus(each));
        // The reserve may have gone into a new meter since; the meter has it then.
        let reserve = shares.reserve.min(self.open.reserve.or_zero());
        let meter = shares.meter + (shares.reserve - reserve);
        let fixed = Money::cents(started.fixed);
        self.open.reserve -= reserve;
        self.open.meter += Micros::from(fixed) - meter;
        let mut moved = Movements::default();
        moved.add(Place::Table, Place::Meter, fixed);
        self.lend(&mut moved);
        moved.add(Place::Meter, Place::Table, meter);
        moved.add(Place::Reserve, Place::Table, reserve);
        moved.add(Place::House, Place::Table, shares.house);
        Ok((shares, moved))
    }

    /// A fixed pay on a table where every pay leaves the meter (P-04).
    ///
    /// # Errors
    /// If only percentages leave it, or the round is not started or the sensor not lit.
    pub fn pay_fixed(
        &mut self,
        round: RoundId,
        seat: u8,
        amount: Money,
    ) -> Result<Movements, Refused> {
        if self.terms.from_meter != FromMeter::All {
            return Err(Refused::Reason);
        }
        if amount <= Money::ZERO {
            return Err(Refused::Nothing);
        }
        let started = self.find_mut(round)?;
        if !started.lit.contains(&seat) {
            return Err(Refused::NotLit { seat });
        }
        started.fixed += amount.in_cents();
        self.open.meter -= amount.into();
        let mut moved = Movements::default();
        self.lend(&mut moved);
        moved.add(Place::Meter, Place::Table, amount);
        Ok(moved)
    }
}
