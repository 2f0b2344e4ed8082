//! Movements of money, for a ledger to book.

use crate::micros::Micros;

/// Where money of a jackpot is or comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The table whose round it is about.
    Table,
    /// The meter, its frozen parts included.
    Meter,
    /// What is held back for the next meter.
    Reserve,
    /// The house's share of wagers.
    House,
    /// What the house has put in as seeds.
    Seed,
    /// What the house has lent to a meter that had run dry (P-09).
    Loan,
    /// Awards that are taken from the meter and not yet handed out.
    Pending,
    /// Contributions above a limit (P-10, `OverLimit`).
    Overflow,
    /// Corrections of a malfunction.
    Correction,
    /// What a winner owes who was paid an award that is backed out (P-33).
    Winner,
    /// The cage: what was handed out and comes back when an award is backed out.
    Cage,
}

/// Money that moves from one place to another; always more than nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Movement {
    pub from: Place,
    pub to: Place,
    pub micros: Micros,
}

/// The movements of one change, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movements(Vec<Movement>);

impl Movements {
    /// Adds a movement; nothing does not move.
    pub(crate) fn add(&mut self, from: Place, to: Place, micros: impl Into<Micros>) {
        let micros = micros.into();
        if micros > Micros::ZERO {
            self.0.push(Movement { from, to, micros });
        }
    }

    /// The movements.
    pub fn iter(&self) -> impl Iterator<Item = Movement> {
        self.0.iter().copied()
    }

    /// What a place has gained by them.
    pub fn net(&self, place: Place) -> Micros {
        self.iter()
            .map(|it| match () {
                () if it.to == place => it.micros,
                () if it.from == place => -it.micros,
                () => Micros::ZERO,
            })
            .sum()
    }
}
