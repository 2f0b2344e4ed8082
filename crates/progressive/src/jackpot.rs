//! The life of one jackpot: wagers come in, claims freeze, awards go out.

use std::collections::VecDeque;

use rules::Money;
use rules::settings::{FromMeter, Policy};

use crate::award::{Award, Loan, Pot, Reseed, Winner, award};
use crate::group::{Game, Group, Started};
use crate::micros::Micros;
use crate::movement::{Movements, Place};
use crate::parameters::{Parameters, Shares};
use crate::refusal::Refused;

/// What never changes about a jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How several winners of the whole meter are paid.
    pub policy: Policy,
    /// Which pays leave the meter.
    pub from_meter: FromMeter,
    /// What one sensor takes, in cents.
    pub unit: u32,
}

/// Why a meter falls by hand (P-10, the closed list of WAC 230-15-695). That a meter was
/// *won* is no reason of anybody's choice: only awards say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// A malfunction is corrected; the only one by which a meter can also rise.
    Malfunction,
    /// The meter is above its posted limit.
    OverLimit,
    /// What is not displayed (the reserve) becomes gross receipts.
    NonDisplayedToGross,
    /// The house takes back what it seeded or lent.
    SeedRecovery,
}

/// The most that an adjustment can bring a meter to: ten billion dollars, far above any
/// and far below what 64 bits hold.
const MOST: Micros = Micros(10_000_000_000_000_000);

/// Whether an adjustment adds or takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Change {
    Add,
    Take,
}

/// A jackpot.
///
/// Its meter is a chain of pots: one for each group of claims, as it was frozen, and the
/// open one that takes contributions. A group that is paid leaves the rest of its pot to
/// the next one, a group that is withdrawn all of it; so nothing is gained or lost, and
/// how long a confirmation takes changes no award. Behind a frozen pot the open one may
/// owe: what it owes is covered by what the frozen ones leave, or lent by the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jackpot {
    terms: Terms,
    parameters: Parameters,
    open: Pot,
    groups: VecDeque<Group>,
    /// The groups so far.
    frozen: u64,
    started: Vec<Started>,
    /// What the house has put in and not taken back: seeds and loans.
    funded: Micros,
    is_retired: bool,
}

/// A jackpot taken apart, for a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Parts {
    pub parameters: Parameters,
    pub open: Pot,
    pub groups: Vec<Group>,
    pub frozen: u64,
    pub started: Vec<Started>,
    pub funded: Micros,
    pub is_retired: bool,
}

/// What contributions did: the shares of all wagers together, and how they move.
pub type Contribution = (Shares, Movements);

impl Jackpot {
    /// A new jackpot; its seed comes from the house.
    pub fn new(terms: Terms, parameters: Parameters) -> (Jackpot, Movements) {
        let mut moved = Movements::default();
        moved.add(Place::Seed, Place::Meter, parameters.seed);
        let jackpot = Jackpot {
            terms,
            parameters,
            open: Pot::of(parameters.seed, Money::ZERO),
            groups: VecDeque::new(),
            frozen: 0,
            started: Vec::new(),
            funded: parameters.seed.into(),
            is_retired: false,
        };
        (jackpot, moved)
    }

    /// A jackpot put together again.
    pub fn of_parts(terms: Terms, parts: Parts) -> Jackpot {
        Jackpot {
            terms,
            parameters: parts.parameters,
            open: parts.open,
            groups: parts.groups.into(),
            frozen: parts.frozen,
            started: parts.started,
            funded: parts.funded,
            is_retired: parts.is_retired,
        }
    }

    /// Takes it apart.
    pub fn parts(&self) -> Parts {
        Parts {
            parameters: self.parameters,
            open: self.open,
            groups: self.groups.iter().cloned().collect(),
            frozen: self.frozen,
            started: self.started.clone(),
            funded: self.funded,
            is_retired: self.is_retired,
        }
    }

    // ---- what it is

    /// What never changes.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Seed and rates.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The groups that are frozen, in their order.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter()
    }

    /// The group of a round, if it has claims.
    pub fn group(&self, game: Game) -> Option<&Group> {
        self.groups.iter().find(|group| group.game == game)
    }

    /// Whether no game is started and no claim open (P-15).
    pub fn is_idle(&self) -> bool {
        self.started.is_empty() && self.groups.is_empty()
    }

    /// Whether a game is started.
    pub fn is_started(&self, game: Game) -> bool {
        self.find(game).is_ok()
    }

    /// Whether a game of a table is started.
    pub fn plays(&self, table: u32) -> bool {
        self.started.iter().any(|started| started.game.table == table)
    }

    /// Whether it is out of play.
    pub fn is_retired(&self) -> bool {
        self.is_retired
    }

    /// All it holds, the frozen pots included.
    pub fn holds(&self) -> Pot {
        self.groups.iter().fold(self.open, |sum, group| sum + group.pot)
    }

    /// What the house has put in as seeds and loans and not taken back.
    pub fn funded(&self) -> Micros {
        self.funded
    }

    /// What a display may show for the next winner: whole cents, and never more than can
    /// be paid, whichever of the open claims are paid or withdrawn (P-20). Fractions of a
    /// cent may move with each of several claims, so a cent is kept back for every further
    /// one.
    pub fn shown(&self) -> Money {
        let mut pot = Pot::default();
        let mut claims = 0;
        for group in &self.groups {
            pot += group.pot;
            let mut paid = pot;
            let unpaid = group.unpaid();
            award(self.terms.policy, self.parameters.seed, &mut paid, &unpaid);
            claims += unpaid.len() as i64;
            pot.meter = pot.meter.min(paid.meter);
            pot.reserve = pot.reserve.min(paid.reserve);
        }
        let kept_back = Money::cents((claims - 1).max(0));
        ((pot + self.open).shown() - kept_back).max(Money::ZERO)
    }

    // ---- games

    /// START GAME: books the wagers of the lit sensors, once (P-02, P-03).
    ///
    /// # Errors
    /// If a game of the table is started, or the wagers are more than `seats` can make
    /// (P-14), or none.
    pub fn contribute(
        &mut self,
        game: Game,
        lit: &[u8],
        seats: u8,
    ) -> Result<Contribution, Refused> {
        if let Some(other) = self.started.iter().find(|other| other.game.table == game.table) {
            return Err(Refused::Started { game: other.game });
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
        self.started.push(Started { game, lit: lit.to_vec(), fixed: 0, posted: 0 });
        let mut moved = Movements::default();
        moved.add(Place::Table, Place::Meter, shares.meter);
        moved.add(Place::Table, Place::Reserve, shares.reserve);
        moved.add(Place::Table, Place::House, shares.house);
        Ok((shares, moved))
    }

    /// END GAME.
    ///
    /// # Errors
    /// If the game is not started, or a claim of it is open (T-05).
    pub fn end(&mut self, game: Game) -> Result<(), Refused> {
        self.find(game)?;
        if self.group(game).is_some() {
            return Err(Refused::ClaimOpen);
        }
        self.started.retain(|other| other.game != game);
        Ok(())
    }

    /// Voids a game: its claims are withdrawn and its wagers given back (T-11).
    ///
    /// # Errors
    /// If the game is not started, or an award of it stands.
    pub fn void(&mut self, game: Game) -> Result<Contribution, Refused> {
        let started = self.find(game)?.clone();
        if started.posted > 0 || self.group(game).is_some_and(|group| group.posted > 0) {
            return Err(Refused::Posted);
        }
        self.drop_group(game);
        self.started.retain(|other| other.game != game);
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
    /// If only percentages leave it, or the game is not started or the sensor not lit.
    pub fn pay_fixed(&mut self, game: Game, seat: u8, amount: Money) -> Result<Movements, Refused> {
        if self.terms.from_meter != FromMeter::All {
            return Err(Refused::Reason);
        }
        if amount <= Money::ZERO {
            return Err(Refused::Nothing);
        }
        let started = self.find_mut(game)?;
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

    // ---- claims

    /// The hand button: the first claim of a round freezes the meter for it (A35).
    ///
    /// # Errors
    /// If the sensor was not lit, the seat has a claim, the percentage is none, or the
    /// group is confirmed.
    pub fn claim(&mut self, game: Game, winner: Winner) -> Result<(), Refused> {
        let Winner { seat, percent } = winner;
        if !self.find(game)?.lit.contains(&seat) {
            return Err(Refused::NotLit { seat });
        }
        if !(1..=100).contains(&percent) {
            return Err(Refused::Percent { percent });
        }
        match self.groups.iter_mut().find(|group| group.game == game) {
            Some(group) if group.is_confirmed() => return Err(Refused::Confirmed),
            Some(group) if group.claims.iter().any(|claim| claim.seat == seat) => {
                return Err(Refused::Claimed { seat });
            }
            Some(group) => group.claims.push(winner),
            None => {
                self.frozen += 1;
                let (number, pot) = (self.frozen, std::mem::take(&mut self.open));
                let (claims, awards) = (vec![winner], Vec::new());
                self.groups.push_back(Group { number, game, claims, pot, awards, posted: 0 });
            }
        }
        Ok(())
    }

    /// The hand button again: the claim is off. The last one of a round lets its pot and
    /// the next one merge (P-19); a confirmed group must be confirmed anew.
    ///
    /// # Errors
    /// If there is no such claim, or an award of its group is posted.
    pub fn withdraw(&mut self, game: Game, seat: u8) -> Result<Movements, Refused> {
        let none = Refused::NoClaim { seat };
        let group = self.groups.iter_mut().find(|group| group.game == game).ok_or(none)?;
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
            self.drop_group(game);
            self.lend(&mut moved);
        }
        Ok(moved)
    }

    /// The supervisor's key: what the claims of a round are awarded, in paying order.
    ///
    /// # Errors
    /// If there are none, they are confirmed already, or an earlier group is open (P-18).
    pub fn confirm(&mut self, game: Game) -> Result<&[Award], Refused> {
        if self.group(game).is_none() {
            return Err(Refused::NotStarted { game });
        }
        let (policy, seed) = (self.terms.policy, self.parameters.seed);
        let first = self.groups.front_mut().ok_or(Refused::NotStarted { game })?;
        if first.game != game {
            return Err(Refused::Earlier { game: first.game });
        }
        if first.is_confirmed() {
            return Err(Refused::Confirmed);
        }
        let mut pot = first.pot;
        first.awards = award(policy, seed, &mut pot, &first.claims);
        Ok(&first.awards)
    }

    /// The card: posts the award that is due. Its money leaves the meter for
    /// [`Place::Pending`]; shared awards leave it together with the first of them.
    ///
    /// # Errors
    /// If the group is not confirmed, or another seat is paid first.
    pub fn post(&mut self, game: Game, seat: u8) -> Result<(Award, Movements), Refused> {
        let none = Refused::NoClaim { seat };
        let group = self.groups.iter_mut().find(|group| group.game == game).ok_or(none)?;
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
        self.find_mut(game)?.posted += 1;
        if is_done {
            self.drop_group(game);
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
        game: Game,
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
        if let Ok(started) = self.find_mut(game) {
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

    // ---- what two persons change

    /// A manual adjustment (P-10). [`Reason::NonDisplayedToGross`] takes from the reserve,
    /// the others from the meter.
    ///
    /// # Errors
    /// If a claim is open, there is not so much, or only a malfunction could do this.
    pub fn adjust(
        &mut self,
        reason: Reason,
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
            (Reason::Malfunction, Change::Add) if amount > MOST - self.open.meter => {
                return Err(Refused::Limit { most: MOST });
            }
            (Reason::Malfunction, Change::Add) => {
                self.open.meter += amount;
                moved.add(Place::Correction, Place::Meter, amount);
                return Ok(moved);
            }
            (_, Change::Add) => return Err(Refused::Reason),
            (Reason::Malfunction, Change::Take) => (self.open.meter, Place::Correction),
            (Reason::OverLimit, Change::Take) => (self.open.meter, Place::Overflow),
            (Reason::SeedRecovery, Change::Take) => (self.open.meter.min(self.funded), Place::Seed),
            (Reason::NonDisplayedToGross, Change::Take) => (self.open.reserve, Place::House),
        };
        if amount > has {
            return Err(Refused::Short { asked: amount, has });
        }
        if reason == Reason::NonDisplayedToGross {
            self.open.reserve -= amount;
            moved.add(Place::Reserve, to, amount);
        } else {
            self.open.meter -= amount;
            moved.add(Place::Meter, to, amount);
        }
        if reason == Reason::SeedRecovery {
            self.funded -= amount;
        }
        Ok(moved)
    }

    /// Changes seed and rates, while nothing is played (P-15). The meter stays as it is.
    ///
    /// # Errors
    /// If a game is started or a claim open.
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
    /// If a game is started or a claim open, or it is out of play already.
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

    // ---- within

    fn find(&self, game: Game) -> Result<&Started, Refused> {
        let found = self.started.iter().find(|started| started.game == game);
        found.ok_or(Refused::NotStarted { game })
    }

    fn find_mut(&mut self, game: Game) -> Result<&mut Started, Refused> {
        let found = self.started.iter_mut().find(|started| started.game == game);
        found.ok_or(Refused::NotStarted { game })
    }

    /// Takes a group out of the chain; the next pot takes over what it holds.
    fn drop_group(&mut self, game: Game) {
        let Some(place) = self.groups.iter().position(|group| group.game == game) else { return };
        if let Some(group) = self.groups.remove(place) {
            match self.groups.get_mut(place) {
                Some(next) => next.pot += group.pot,
                None => self.open += group.pot,
            }
        }
    }

    /// The first pot of the chain owes nothing, and all together they do not either: the
    /// house lends what they lack (P-09).
    fn lend(&mut self, moved: &mut Movements) {
        let first = self.groups.front_mut().map_or(&mut self.open, |group| &mut group.pot);
        let Loan(mut loan) = first.lend();
        let owed = (-self.holds().meter).or_zero();
        self.open.meter += owed;
        loan += owed;
        self.funded += loan;
        moved.add(Place::Loan, Place::Meter, loan);
    }
}
