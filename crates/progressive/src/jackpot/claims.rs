//! Claims, awards, and awards that are backed out.

use rules::{Money, ShareHand};

use super::Jackpot;
use crate::award::{Award, Reseed, award};
use crate::group::{Group, RoundId};
use crate::micros::Micros;
use crate::movement::{Movements, Place};
use crate::refusal::Refused;

impl Jackpot {
    /// The hand button: the first claim of a round freezes the meter for it (A35).
    ///
    /// # Errors
    /// If the sensor was not lit, the seat has a claim, the percentage is none, or the
    /// group is confirmed.
    pub fn claim(&mut self, round: RoundId, winner: ShareHand) -> Result<(), Refused> {
        let ShareHand { seat, percent, .. } = winner;
        if !self.find(round)?.lit.contains(&seat) {
            return Err(Refused::NotLit { seat });
        }
        if !(1..=100).contains(&percent) {
            return Err(Refused::Percent { percent });
        }
        match self.groups.iter_mut().find(|group| group.round == round) {
            Some(group) if group.is_confirmed() => return Err(Refused::Confirmed),
            Some(group) if group.claims.iter().any(|claim| claim.seat == seat) => {
                return Err(Refused::Claimed { seat });
            }
            Some(group) => group.claims.push(winner),
            None => {
                self.frozen += 1;
                let (number, pot) = (self.frozen, std::mem::take(&mut self.open));
                let (claims, awards) = (vec![winner], Vec::new());
                self.groups.push_back(Group { number, round, claims, pot, awards, posted: 0 });
            }
        }
        Ok(())
    }

    /// The hand button again: the claim is off. The last one of a round lets its pot and
    /// the next one merge (P-19); a confirmed group must be confirmed anew.
    ///
    /// # Errors
    /// If there is no such claim, or an award of its group is posted.
    pub fn withdraw(&mut self, round: RoundId, seat: u8) -> Result<Movements, Refused> {
        let none = Refused::NoClaim { seat };
        let group = self.groups.iter_mut().find(|group| group.round == round).ok_or(none)?;
        if !group.claims.iter().any(|claim| claim.seat == seat) {
            return Err(none);
        }
        if group.posted > 0 {
            return Err(Refused::Posted);
        }
        group.claims.retain(|claim| claim.seat != seat);
        group.awards.clear();
        let mut moved = Movements::default();
        if group.claims.is_empty() {
            self.drop_group(round);
            self.lend(&mut moved);
        }
        Ok(moved)
    }

    /// The supervisor's key: what the claims of a round are awarded, in paying order.
    ///
    /// # Errors
    /// If there are none, they are confirmed already, or an earlier group is open (P-18).
    pub fn confirm(&mut self, round: RoundId) -> Result<&[Award], Refused> {
        if self.group(round).is_none() {
            return Err(Refused::NoClaims { round });
        }
        let (policy, seed) = (self.terms.policy, self.parameters.seed);
        let first = self.groups.front_mut().ok_or(Refused::NoClaims { round })?;
        if first.round != round {
            return Err(Refused::Earlier { round: first.round });
        }
        if first.is_confirmed() {
            return Err(Refused::Confirmed);
        }
        let mut pot = first.pot;
        first.awards = award(policy, seed, &mut pot, &first.claims);
        Ok(&first.awards)
    }

    /// The claims that are open with what they are awarded if all of them are confirmed, group by
    /// group and in paying order: what stands before anybody confirms.
    pub fn prospects(&self) -> Vec<(u64, RoundId, Vec<Award>)> {
        let mut paid = self.clone();
        let each = self.groups.iter().map(|group| {
            // A group that is confirmed already keeps its awards.
            let _ = paid.confirm(group.round);
            let mut due = Vec::new();
            while let Some(award) = paid.group(group.round).and_then(Group::due).copied() {
                if paid.post(group.round, award.winner.seat).is_err() {
                    break;
                }
                due.push(award);
            }
            (group.number, group.round, due)
        });
        each.collect()
    }

    /// The card: posts the award that is due. Its money leaves the meter for
    /// [`Place::Pending`]; shared awards leave it together with the first of them.
    ///
    /// # Errors
    /// If the group is not confirmed, or another seat is paid first.
    pub fn post(&mut self, round: RoundId, seat: u8) -> Result<(Award, Movements), Refused> {
        let none = Refused::NoClaim { seat };
        let group = self.groups.iter_mut().find(|group| group.round == round).ok_or(none)?;
        if !group.claims.iter().any(|claim| claim.seat == seat) {
            return Err(none);
        }
        let award = *group.due().ok_or(Refused::NotConfirmed)?;
        if award.winner.seat != seat {
            return Err(Refused::PayingOrder { seat: award.winner.seat });
        }
        let posted = &group.awards[..group.posted];
        let is_taken = award.is_shared && posted.iter().any(|other| other.is_shared);
        let mut moved = Movements::default();
        if !is_taken {
            let with = group.awards.iter().filter(|other| award.is_shared && other.is_shared);
            let shared: Money = with.map(|other| other.amount).sum();
            let taken = if award.is_shared { shared } else { award.amount };
            moved.add(Place::Meter, Place::Pending, taken);
            if let Some(Reseed { seed, reserve }) = award.reseed {
                moved.add(Place::Seed, Place::Meter, seed);
                moved.add(Place::Reserve, Place::Meter, reserve);
                self.funded += seed.into();
            }
            group.pot = award.after;
        }
        group.posted += 1;
        let is_done = group.posted == group.awards.len();
        self.find_mut(round)?.posted += 1;
        if is_done {
            self.drop_group(round);
        }
        self.lend(&mut moved);
        Ok((award, moved))
    }

    /// Backs an award out (P-11): what was paid comes back from [`Place::Cage`] or
    /// [`Place::Pending`] into the meter; of a reseed that is undone the seed goes back to
    /// the house and the reserve to the reserve.
    ///
    /// # Errors
    /// If the meter no longer holds the seed and reserve that would go back.
    pub fn back_out(
        &mut self,
        round: RoundId,
        amount: Money,
        undone: Option<Reseed>,
        from: Place,
    ) -> Result<Movements, Refused> {
        let nothing = Reseed { seed: Money::ZERO, reserve: Micros::ZERO };
        let Reseed { seed, reserve } = undone.unwrap_or(nothing);
        let asked = Micros::from(seed) + reserve;
        let has = self.holds().meter + amount.into();
        if asked > has {
            return Err(Refused::Short { asked, has });
        }
        if let Ok(started) = self.find_mut(round) {
            started.posted = started.posted.saturating_sub(1);
        }
        self.open.meter += Micros::from(amount) - asked;
        self.open.reserve += reserve;
        self.funded -= seed.into();
        let mut moved = Movements::default();
        moved.add(from, Place::Meter, amount);
        moved.add(Place::Meter, Place::Seed, seed);
        moved.add(Place::Meter, Place::Reserve, reserve);
        self.lend(&mut moved);
        Ok(moved)
    }
}
