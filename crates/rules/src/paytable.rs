//! A pay table: a price for every class of one kind.

use crate::class::{Class, Kind};
use crate::odds::Pay;

/// The most classes a kind has.
const MOST: usize = 10;

/// What every class of a kind pays. A class may count as another one: where a
/// table has no line for a mini royal it is a straight flush (A31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayTable {
    kind: Kind,
    first: u8,
    counts_as: [Class; MOST],
    pays: [Pay; MOST],
}

impl PayTable {
    /// A table on which every class loses.
    pub fn losing(kind: Kind) -> PayTable {
        let classes = kind.classes();
        let mut counts_as = [classes[0]; MOST];
        counts_as[..classes.len()].copy_from_slice(classes);
        PayTable { kind, first: classes[0] as u8, counts_as, pays: [Pay::Loses; MOST] }
    }

    #[inline]
    fn place(&self, class: Class) -> usize {
        (class as u8 - self.first) as usize
    }

    /// Sets what a class pays.
    pub fn set(&mut self, class: Class, pay: Pay) {
        self.pays[self.place(class)] = pay;
    }

    /// Lets a class count as another one, which has a price of its own.
    pub fn set_counts_as(&mut self, class: Class, other: Class) {
        self.counts_as[self.place(class)] = other;
    }

    /// The class under which these cards are paid.
    #[inline]
    pub fn counts_as(&self, class: Class) -> Class {
        self.counts_as[self.place(class)]
    }

    /// What a class pays.
    #[inline]
    pub fn pay(&self, class: Class) -> Pay {
        self.pays[self.place(self.counts_as(class))]
    }

    /// What the table's classes are classes of.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The table's own lines: classes that count as themselves, with their pay.
    pub fn lines(&self) -> impl Iterator<Item = (Class, Pay)> {
        let own = |class: &&Class| self.counts_as(**class) == **class;
        self.kind.classes().iter().filter(own).map(|&class| (class, self.pay(class)))
    }
}
