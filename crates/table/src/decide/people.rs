//! What a table demands of the people at it: their seats are theirs to know, and at tables
//! that play for wallets their chips come from there and go back.

use super::{Draft, Ended, Held, Trial};
use crate::ids::AccountId;
use crate::person::{Demand, PersonDraft};
use crate::role::Role;

impl Draft<'_> {
    /// Somebody at the table, to be changed.
    fn person(&mut self, id: AccountId) -> Trial<&mut PersonDraft> {
        if !self.people.contains_key(&id) {
            let Held::Free(person) = self.around.person(id) else {
                return Err(Ended::Needs(id.into()));
            };
            self.people.insert(id, PersonDraft::new(person, self.context));
        }
        Ok(self.people.get_mut(&id).expect("he was put there"))
    }

    fn demand_of(&mut self, id: AccountId, demand: Demand) -> Trial {
        let table = self.table.id;
        let met = self.person(id)?.meet(table, demand)?;
        met.map_err(|_| Ended::Behind(id.into()))
    }

    /// Somebody takes his first seat here.
    pub(super) fn sits_down(&mut self, player: AccountId) -> Trial {
        // The house brings the same company to many tables.
        let shared = self.table.is_shared() && self.by.role != Role::House;
        self.demand_of(player, Demand::SitDown { shared })
    }

    /// Somebody buys chips.
    pub(super) fn takes_chips(&mut self, player: AccountId, cents: i64) -> Trial {
        if self.table.plays_for_wallets() {
            self.demand_of(player, Demand::TakeChips(cents))?;
        }
        Ok(())
    }

    /// Somebody gives up his last seat here, with so many chips in front of him.
    pub(super) fn stands_up(&mut self, player: AccountId, cents: i64) -> Trial {
        if self.table.plays_for_wallets() && cents > 0 {
            self.demand_of(player, Demand::BringChips(cents))?;
        }
        self.demand_of(player, Demand::StandUp)
    }
}
