//! The life of one jackpot: wagers come in, claims freeze, awards go out.

mod claims;
mod office;
mod rounds;

use std::collections::VecDeque;

use rules::Money;
use rules::settings::{FromMeter, Policy};

use crate::award::{Loan, Pot, award};
use crate::group::{Group, RoundId, Started};
use crate::micros::Micros;
use crate::movement::{Movements, Place};
use crate::parameters::Parameters;
use crate::refusal::Refused;

pub use office::{AdjustReason, Change};
pub use rounds::Contribution;

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

/// A jackpot.
///
/// Its meter is a chain of pots: one for each group of claims, as it was frozen, and the
/// open one that takes contributions. A group that is paid leaves the rest of its pot to
/// the next one, a group that is withdrawn all of it; so nothing is gained or lost, and
/// how long a confirmation takes changes no award. Behind a frozen pot the open one may
/// owe: what it owes is covered by what the frozen ones leave, or lent by the house.
///
/// ```
/// use progressive::{RoundId, Jackpot, Parameters, Terms};
/// use rules::settings::{FromMeter, Policy};
/// use rules::{Money, Percent};
///
/// let terms =
///     Terms { policy: Policy::InTurn, from_meter: FromMeter::PercentagesOnly, unit: 100 };
/// let percent = |of: u32| Percent::of_hundredths(of * 100).expect("at most all of it");
/// let parameters = Parameters::new(Money::dollars(1_000), percent(20), percent(5))
///     .expect("together at most all of it");
/// let (mut jackpot, _) = Jackpot::new(terms, parameters);
///
/// // Two lit sensors at a dollar each: a fifth of them goes to the meter.
/// let round = RoundId { table: 1, round: 1 };
/// jackpot.contribute(round, &[2, 5], 7)?;
/// assert_eq!(jackpot.shown(), Money::cents(100_040));
/// jackpot.end(round)?;
/// # Ok::<(), progressive::Refused>(())
/// ```
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
    pub fn group(&self, round: RoundId) -> Option<&Group> {
        self.groups.iter().find(|group| group.round == round)
    }

    /// Whether no round is started and no claim open (P-15).
    pub fn is_idle(&self) -> bool {
        self.started.is_empty() && self.groups.is_empty()
    }

    /// Whether a round is started.
    pub fn is_started(&self, round: RoundId) -> bool {
        self.find(round).is_ok()
    }

    /// Whether a round of a table is started.
    pub fn plays(&self, table: u32) -> bool {
        self.started.iter().any(|started| started.round.table == table)
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

    fn find(&self, round: RoundId) -> Result<&Started, Refused> {
        let found = self.started.iter().find(|started| started.round == round);
        found.ok_or(Refused::NotStarted { round })
    }

    fn find_mut(&mut self, round: RoundId) -> Result<&mut Started, Refused> {
        let found = self.started.iter_mut().find(|started| started.round == round);
        found.ok_or(Refused::NotStarted { round })
    }

    /// Takes a group out of the chain; the next pot takes over what it holds.
    fn drop_group(&mut self, round: RoundId) {
        let Some(place) = self.groups.iter().position(|group| group.round == round) else { return };
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
