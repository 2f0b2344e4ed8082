//! The machines around a table: its link, and the people who sit at it. What concerns several
//! of them is decided for all at once.

use crate::ids::{AccountId, LinkId};
use crate::link::Link;
use crate::person::Person;

/// The machines around a table, as far as the caller can change them while a command of the
/// table is decided, and until what is decided is stored.
pub trait Around {
    /// The table's link.
    fn link(&self, link: LinkId) -> Held<'_, Link>;

    /// Somebody who sits at the table, or wants to.
    fn person(&self, person: AccountId) -> Held<'_, Person>;
}

/// A machine, as far as the caller has it.
#[derive(Clone, Copy, Debug)]
pub enum Held<'a, M> {
    /// The caller holds it alone.
    Free(&'a M),
    /// Somebody else changes it now; a command that concerns it is decided again later.
    Taken,
    /// The caller does not have it. A link is down then (P-16); a person must be read first.
    Away,
    /// The record of this person does not hold: nothing can be decided of him, and all others play
    /// on (L-05).
    Broken,
}

/// Nobody around: enough for commands that concern the table alone.
impl Around for () {
    fn link(&self, _: LinkId) -> Held<'_, Link> {
        Held::Away
    }

    fn person(&self, _: AccountId) -> Held<'_, Person> {
        Held::Away
    }
}
