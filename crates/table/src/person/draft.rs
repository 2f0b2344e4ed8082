//! A copy of a person on which a command is tried out: his own, or what a table demands.

use rules::Money;

use super::{Person, PersonEvent};
use crate::command::Context;
use crate::ids::TableId;
use crate::record::PersonRecord;
use crate::refusal::Refused;
use crate::tried::{Accepted, Tried};

/// A change of a person that is accepted: what must be stored before it counts, and the
/// person as he is then.
#[derive(Clone, Debug)]
pub struct PersonDecision {
    /// What to store, in one transaction with the table's record if there is one.
    pub record: PersonRecord,
    /// The person after it.
    pub person: Person,
}

/// What a table demands of somebody at it; amounts are cents.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Demand {
    /// He has his first seat there; at one shared table at a time.
    SitDown { shared: bool },
    /// Chips go from his wallet to the table.
    TakeChips(i64),
    /// Chips come back from it.
    BringChips(i64),
    /// He gives up his last seat there.
    StandUp,
}

/// A person and a table do not agree about where he sits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disagree;

/// A person while something is tried out on him.
#[derive(Clone, Debug)]
pub(crate) struct PersonDraft {
    pub(super) person: Person,
    tried: Tried<PersonEvent>,
}

impl PersonDraft {
    pub(crate) fn new(person: &Person, context: &Context) -> PersonDraft {
        let mut person = person.clone();
        // A clock that goes back does not take the person with it (L-18).
        person.begin(person.at.max(context.at));
        PersonDraft { person, tried: Tried::default() }
    }

    /// What was tried out, as an entry.
    pub(crate) fn decided(self, accepted: Accepted) -> PersonDecision {
        let PersonDraft { person, tried } = self;
        let entry = tried.entry(person.version, person.at, accepted);
        PersonDecision { record: PersonRecord { person: person.id, entry }, person }
    }

    /// Does what a table demands. Whoever never had play money finds some.
    ///
    /// # Errors
    /// Outside, if his wallet does not reach or he sits at another shared table; inside, if he and
    /// the table do not agree where he sits: one of the two is behind its record.
    pub(crate) fn meet(
        &mut self,
        table: TableId,
        demand: Demand,
    ) -> Result<Result<(), Disagree>, Refused> {
        let event = match demand {
            Demand::SitDown { shared } => {
                let elsewhere = self.person.shared.filter(|at| shared && *at != table);
                if let Some(table) = elsewhere {
                    return Err(Refused::Elsewhere { table });
                }
                PersonEvent::SatDown { table, shared }
            }
            Demand::TakeChips(cents) => {
                let has = self.person.wallet().in_cents();
                if cents > has {
                    return Err(Refused::Wallet { needs: cents, has });
                }
                if !self.person.has_wallet {
                    self.grant(Person::ALLOWANCE);
                }
                PersonEvent::TookChips { table, cents }
            }
            Demand::BringChips(cents) => PersonEvent::BroughtChips { table, cents },
            Demand::StandUp => PersonEvent::StoodUp { table },
        };
        Ok(self.emit(event))
    }

    pub(super) fn grant(&mut self, amount: Money) {
        let granted = self.emit(PersonEvent::Granted { cents: amount.in_cents() });
        granted.expect("money can always be given");
    }

    /// Makes something happen, unless it cannot; folding it says which money it moves.
    fn emit(&mut self, event: PersonEvent) -> Result<(), Disagree> {
        let moved = self.person.fold(&event).map_err(|_| Disagree)?;
        self.tried.happened(event, moved, &mut self.person.books);
        Ok(())
    }
}
